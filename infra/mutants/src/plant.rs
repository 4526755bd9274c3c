//! Writes faults into a source text, each behind a switch, so that one build serves them all.
//!
//! The body of a function with faults is written once per fault and once unchanged:
//!
//! ```text
//! if crate::planted(17) { // fault
//!     left || right
//! } else { // faults 17
//!     left && right
//! } // faults end
//! ```

use super::fault::{Fault, Place, Span};

/// Environment variable with the active fault.
pub(super) const ACTIVE_FAULT_VARIABLE: &str = "NOTE_NINJA_PLANTED";
/// Environment variable with the file to which a process appends the numbers of the faults that it reached.
pub(super) const REACHED_FILE_VARIABLE: &str = "NOTE_NINJA_PLANTED_REACHED";

/// Code that is added to a crate with faults.
pub(super) const SWITCH_CODE: &str = r#"
/// Whether this process has this fault.
#[doc(hidden)]
pub fn planted(fault: usize) -> bool {
    use std::io::Write as _;
    static ON: std::sync::LazyLock<Option<usize>> =
        std::sync::LazyLock::new(|| std::env::var("NOTE_NINJA_PLANTED").ok()?.parse().ok());
    static REACHED: std::sync::LazyLock<Option<std::sync::Mutex<(std::fs::File, std::collections::BTreeSet<usize>)>>> =
        std::sync::LazyLock::new(|| {
            let path = std::env::var_os("NOTE_NINJA_PLANTED_REACHED")?;
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path).ok()?;
            Some(std::sync::Mutex::new((file, std::collections::BTreeSet::new())))
        });
    if let Some(Ok(mut reached)) = REACHED.as_ref().map(|reached| reached.lock())
        && reached.1.insert(fault)
    {
        let _ = writeln!(reached.0, "{fault}");
    }
    *ON == Some(fault)
}
"#;

pub(super) fn plant(source: &str, faults: &[&Fault]) -> String {
    let mut bodies: Vec<Span> = faults.iter().map(|fault| fault.body).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let mut text = source.to_owned();
    for body in bodies.iter().rev() {
        let here = faults.iter().filter(|fault| fault.body == *body);
        let (start, end) = (offset(source, body.start), offset(source, body.end));
        let (mut planted, mut numbers) = (String::from("\n"), String::new());
        for fault in here {
            let (from, to) = (offset(source, fault.span.start), offset(source, fault.span.end));
            let (before, after) = (&source[start..from], &source[to..end]);
            let Fault { number, replacement, .. } = fault;
            planted += &format!("if crate::planted({number}) {{ // fault\n{before}{replacement}{after}\n}} else ");
            numbers += &format!(" {number}");
        }
        planted += &format!("{{ // faults{numbers}\n{}\n}} // faults end\n", &source[start..end]);
        text.replace_range(start..end, &planted);
    }
    text
}

/// Returns the faults to which a line of a planted text belongs: one in a copy of the body, all faults of the function
/// in the original body.
pub(super) fn faults_of(text: &str, line: usize) -> Vec<usize> {
    let above: Vec<&str> = text.lines().take(line).collect();
    for line in above.iter().rev() {
        if line.ends_with("} // faults end") {
            return Vec::new();
        }
        let number = line.strip_suffix(") { // fault").and_then(|line| line.rsplit("if crate::planted(").next());
        if let Some(number) = number {
            return number.parse().into_iter().collect();
        }
        if let Some((_, numbers)) = line.split_once("} else { // faults ") {
            return numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
        }
    }
    Vec::new()
}

/// Returns the byte offset of a position.
fn offset(source: &str, place: Place) -> usize {
    let line: usize = source.split_inclusive('\n').take(place.line.saturating_sub(1)).map(str::len).sum();
    let rest = &source[line..];
    line + rest.char_indices().nth(place.column.saturating_sub(1)).map_or(rest.len(), |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::super::fault::{Fault, Place, Span};
    use super::{faults_of, plant};

    const SOURCE: &str =
        "fn other() {}\n\nfn both(a: bool, b: bool) -> bool {\n    // é\n    a && b\n}\n\nfn last() {}\n";

    fn span(line: usize, from: usize, to: usize) -> Span {
        Span { start: Place { line, column: from }, end: Place { line, column: to } }
    }

    fn fault(number: usize, span_: Span, replacement: &str) -> Fault {
        Fault { number, span: span_, replacement: replacement.into(), body: span(5, 5, 11), ..Fault::default() }
    }

    #[test]
    fn mutated_expression_contains_one_branch_per_mutant_and_the_original() {
        let (or, yes) = (fault(7, span(5, 7, 9), "||"), fault(8, span(5, 5, 11), "true"));
        let text = plant(SOURCE, &[&or, &yes]);
        let expected = "    \nif crate::planted(7) { // fault\na || b\n} else if crate::planted(8) { // fault\ntrue\n\
                        } else { // faults 7 8\na && b\n} // faults end\n\n}";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn a_source_line_is_mapped_back_to_the_mutants_in_it() {
        let (or, yes) = (fault(7, span(5, 7, 9), "||"), fault(8, span(5, 5, 11), "true"));
        let text = plant(SOURCE, &[&or, &yes]);
        let found = |code: &str| faults_of(&text, text.lines().position(|line| line == code).unwrap() + 1);
        assert_eq!(found("a || b"), [7]);
        assert_eq!(found("true"), [8]);
        assert_eq!(found("a && b"), [7, 8]);
        assert_eq!(found("fn last() {}"), [0; 0]);
        assert_eq!(found("fn other() {}"), [0; 0]);
    }
}
