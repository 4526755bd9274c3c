//! Gap cards: cards whose front has gaps such as `{{c1::text::hint}}`, as in Anki. Gaps with the same number
//! are hidden together, and each number is studied as a card of its own ([`CardKey::gap`](crate::study::CardKey::gap)).
//!
//! The text in a gap and its hint are Markdown. Inside a gap, code spans and formulas may contain `::` and `}}`;
//! elsewhere a backslash before the second character keeps the text together (`:\:`). Gaps are not nested.
//!
//! The page renders Markdown in which gaps are marked by single characters, all of them punctuation, so that emphasis
//! beside them still works. The texts of students do not contain these characters; they are removed.

use std::collections::BTreeSet;
use std::ops::Range;

use thiserror::Error;

use crate::limits::CARD_GAPS_MAX;

const BEGIN: &str = "{{c";
const HINT: &str = "::";
const END: &str = "}}";

/// Characters around the hint of a hidden gap.
pub const BLANK: [char; 2] = ['⸨', '⸩'];
/// Characters around the text of a gap in the answer.
pub const ANSWERED: [char; 2] = ['⸢', '⸣'];
/// Characters after the number and after the text of a gap in Markdown for Anki. Those of an answer surround the gap.
pub const EXPORTED: [char; 2] = ['⸤', '⸥'];

/// One gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap<'a> {
    /// Number, from 1 to `CARD_GAPS_MAX`.
    pub number: u32,
    /// Hidden text.
    pub text: &'a str,
    /// Hint that the question shows instead.
    pub hint: Option<&'a str>,
    /// Bytes of the gap in the whole text, with its braces.
    range: Range<usize>,
}

/// Reason why the gaps of a text are invalid. The messages are shown to users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GapError {
    /// A gap has no end. A dollar sign in it may begin a formula that contains the end.
    #[error("A gap has no end. Write }}}} after its text, and \\$ for a dollar sign.")]
    Unclosed,
    /// A gap hides nothing.
    #[error("A gap is empty. Write the words to hide, as in {{{{c1::Ottawa}}}}.")]
    Empty,
    /// A gap contains another one.
    #[error("A gap can't contain another gap.")]
    Nested,
    /// The number of a gap is out of range.
    #[error("Number the gaps from 1 to {CARD_GAPS_MAX}, as in {{{{c1::Ottawa}}}}.")]
    Number,
}

/// Returns the gaps of a text in their order; none for a text without gaps.
///
/// # Errors
/// The first reason why the gaps are invalid.
pub fn gaps(text: &str) -> Result<Vec<Gap<'_>>, GapError> {
    let mut gaps = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(BEGIN).map(|at| from + at) {
        let Some((number, opening)) = opening(&text[start..]) else {
            from = start + BEGIN.len();
            continue;
        };
        let number = number.filter(|number| (1..=CARD_GAPS_MAX).contains(number)).ok_or(GapError::Number)?;
        let begin = start + opening;
        let (hint, end) = closing(text, begin)?;
        let hidden = &text[begin..hint.unwrap_or(end)];
        if hidden.trim().is_empty() {
            return Err(GapError::Empty);
        }
        let hint = hint.map(|at| text[at + HINT.len()..end].trim()).filter(|hint| !hint.is_empty());
        from = end + END.len();
        gaps.push(Gap { number, text: hidden, hint, range: start..from });
    }
    Ok(gaps)
}

/// Returns the numbers of the gaps, in order; none if the gaps are invalid. Such a text is shown as it is.
#[must_use]
pub fn gap_numbers(text: &str) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::new();
    // `collect` would add code that sorts the numbers first.
    numbers.extend(valid(text).iter().map(|gap| gap.number));
    numbers
}

/// Returns the question about the gaps with this number, or about all gaps: Markdown in which [`BLANK`] marks them.
#[must_use]
pub fn question(text: &str, number: Option<u32>) -> String {
    let [open, close] = BLANK;
    render(text, |gap| is_asked(gap, number).then(|| format!("{open}{}{close}", clean(gap.hint.unwrap_or_default()))))
}

/// Returns the text of the answer: Markdown in which [`ANSWERED`] marks the gaps with this number, or all gaps.
#[must_use]
pub fn answer(text: &str, number: Option<u32>) -> String {
    let [open, close] = ANSWERED;
    render(text, |gap| is_asked(gap, number).then(|| format!("{open}{}{close}", clean(gap.text))))
}

/// Returns only the text of the gaps with this number, as a student types it.
#[must_use]
pub fn hidden_text(text: &str, number: u32) -> String {
    let asked: Vec<String> =
        valid(text).iter().filter(|gap| gap.number == number).map(|gap| clean(gap.text.trim())).collect();
    asked.join(", ")
}

/// Returns Markdown in which marks replace the syntax of the gaps, so that its HTML can be escaped before Anki's
/// syntax replaces them: `⸢`, the number, `⸤`, the text, then `⸥` and the hint if there is one, and `⸣`.
#[must_use]
pub fn with_export_marks(text: &str) -> String {
    let ([open, close], [numbered, hinted]) = (ANSWERED, EXPORTED);
    render(text, |Gap { number, text, hint, .. }| {
        let hint = hint.map_or_else(String::new, |hint| format!("{hinted}{}", clean(hint)));
        Some(format!("{open}{number}{numbered}{}{hint}{close}", clean(text)))
    })
}

/// Returns the Markdown of a text with the marks of [`with_export_marks`], or `None` if its gaps would not be read as
/// they are marked.
#[must_use]
pub fn from_export_marks(marked: &str) -> Option<String> {
    let ([open, close], [numbered, hinted]) = (ANSWERED, EXPORTED);
    let mut out = String::new();
    let mut expected = Vec::new();
    let mut rest = marked;
    while let Some((before, gap)) = rest.split_once(open) {
        let (gap, after) = gap.split_once(close)?;
        let (number, text) = gap.split_once(numbered)?;
        let (text, hint) = text.split_once(hinted).map_or((text, None), |(text, hint)| (text, Some(hint.trim())));
        let number: u32 = number.parse().ok()?;
        let [text, hint] = [Some(text), hint].map(|part| part.map(escape));
        let text = text.unwrap_or_default();
        out.push_str(before);
        let shown_hint = hint.as_deref().map_or_else(String::new, |hint| format!("{HINT}{hint}"));
        out.push_str(&format!("{BEGIN}{number}{HINT}{text}{shown_hint}{END}"));
        expected.push((number, text, hint.filter(|hint| !hint.is_empty())));
        rest = after;
    }
    out.push_str(rest);
    let read = gaps(&out).ok()?;
    let read = read.iter().map(|gap| (gap.number, gap.text.to_owned(), gap.hint.map(ToOwned::to_owned)));
    (!expected.is_empty() && read.eq(expected)).then_some(out)
}

/// Returns the selected part of a text as a gap, or `None` if all numbers are used. Spaces around it stay outside. Its
/// number is used neither in the text nor in `saved`, the text before it was edited: what was learnt of a deleted gap is
/// kept under its number.
#[must_use]
pub fn make_gap(saved: &str, before: &str, selected: &str, after: &str) -> Option<String> {
    let hidden = selected.trim();
    if hidden.is_empty() {
        return Some(selected.to_owned());
    }
    let used = [saved, before, selected, after].into_iter().flat_map(|part| {
        part.match_indices(BEGIN).filter_map(|(at, _)| opening(&part[at..])).filter_map(|(number, _)| number)
    });
    let used: Vec<u32> = used.collect();
    let next = used.iter().max().map_or(1, |last| last.saturating_add(1));
    let number = (next..=CARD_GAPS_MAX).chain(1..=CARD_GAPS_MAX).find(|number| !used.contains(number))?;
    let gap_of = |text: &str| format!("{BEGIN}{number}{HINT}{text}{END}");
    let is_whole = |gap: &str, text: &str| gaps(gap).is_ok_and(|gaps| matches!(&gaps[..], [gap] if gap.text == text));
    let mut gap = gap_of(hidden);
    if !is_whole(&gap, hidden) {
        // Spaces have no meaning in a formula, where backslashes do.
        let is_formula = before.replace("\\$", "").matches('$').count() % 2 == 1;
        let escaped = if is_formula { spaced(hidden) } else { escape(hidden) };
        gap = gap_of(&escaped);
    }
    let start = selected.len() - selected.trim_start().len();
    Some(format!("{}{gap}{}", &selected[..start], &selected[start + hidden.len()..]))
}

/// Escapes what would end a gap or begin its hint, except in code spans and formulas.
fn escape(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let len = match sign {
            '\\' => escaped_len(rest),
            '`' | '$' => protected_len(rest),
            _ => sign.len_utf8(),
        };
        let is_second =
            (sign == ':' && out.ends_with(':')) || (sign == '}' && (out.ends_with('}') || len == rest.len()));
        if is_second {
            out.push('\\');
        }
        out.push_str(&rest[..len]);
        at += len;
    }
    out
}

/// Separates braces that would end a gap in a formula.
fn spaced(formula: &str) -> String {
    let mut out = formula.to_owned();
    while out.contains(END) {
        out = out.replace(END, "} }");
    }
    if out.ends_with('}') {
        out.push(' ');
    }
    out
}

fn valid(text: &str) -> Vec<Gap<'_>> {
    gaps(text).unwrap_or_default()
}

fn is_asked(gap: &Gap<'_>, number: Option<u32>) -> bool {
    number.is_none_or(|number| gap.number == number)
}

/// Replaces the gaps of a text by what `show` returns, or by their text.
fn render(text: &str, show: impl Fn(&Gap<'_>) -> Option<String>) -> String {
    let mut out = String::new();
    let mut from = 0;
    for gap in valid(text) {
        out.push_str(&clean(&text[from..gap.range.start]));
        out.push_str(&show(&gap).unwrap_or_else(|| clean(gap.text)));
        from = gap.range.end;
    }
    out.push_str(&clean(&text[from..]));
    out
}

/// Removes the characters that mark gaps.
fn clean(text: &str) -> String {
    text.replace([BLANK, ANSWERED, EXPORTED].as_flattened(), "")
}

/// Reads the opening of a gap, `{{c1::`. Returns its number, if it fits, and the length of the opening.
fn opening(text: &str) -> Option<(Option<u32>, usize)> {
    let rest = text.strip_prefix(BEGIN)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_opening = digits > 0 && rest[digits..].starts_with(HINT);
    is_opening.then(|| (rest[..digits].parse().ok(), BEGIN.len() + digits + HINT.len()))
}

/// Returns where the hint of a gap begins, with its `::`, and where the gap ends, without its braces.
fn closing(text: &str, from: usize) -> Result<(Option<usize>, usize), GapError> {
    let (mut at, mut hint) = (from, None);
    loop {
        let rest = &text[at..];
        let sign = rest.chars().next().ok_or(GapError::Unclosed)?;
        if rest.starts_with(END) {
            return Ok((hint, at));
        }
        if opening(rest).is_some() {
            return Err(GapError::Nested);
        }
        if hint.is_none() && rest.starts_with(HINT) {
            hint = Some(at);
            at += HINT.len();
            continue;
        }
        at += match sign {
            '\\' => escaped_len(rest),
            '`' | '$' => protected_len(rest),
            _ => sign.len_utf8(),
        };
    }
}

/// Returns the length of a backslash with the character after it.
fn escaped_len(text: &str) -> usize {
    1 + text[1..].chars().next().map_or(0, char::len_utf8)
}

/// Returns the length of the code span or formula at the start of a text, or that of its delimiter if it has no end
/// within the paragraph or before another gap.
fn protected_len(text: &str) -> usize {
    let sign = text.as_bytes()[0];
    let run_at = |at: usize| text[at..].bytes().take_while(|byte| *byte == sign).count();
    let run = run_at(0);
    let mut at = run;
    while let Some(start) = text[at..].find(char::from(sign)).map(|found| at + found) {
        let len = run_at(start);
        if len == run {
            let inside = &text[run..start];
            let is_open = inside.match_indices(BEGIN).any(|(at, _)| opening(&inside[at..]).is_some());
            return if is_open || inside.contains("\n\n") { run } else { start + len };
        }
        at = start + len;
    }
    run
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<(u32, &str, Option<&str>)> {
        gaps(text).unwrap().into_iter().map(|gap| (gap.number, gap.text, gap.hint)).collect()
    }

    #[test]
    fn s3_gap_1_gaps_have_a_number_a_text_and_a_hint() {
        assert_eq!(
            read("{{c1::Ottawa::city}} is the {{c2::capital}} of {{c1::Canada}}"),
            [(1, "Ottawa", Some("city")), (2, "capital", None), (1, "Canada", None)]
        );
        assert_eq!(read("no gap {{c}} {{d1::x}} {{c,1::x}} }}"), []);
        for (text, gap) in [
            ("{{c1::$\\frac{a}{\\frac{b}{c}}$::a::b}}", (1, "$\\frac{a}{\\frac{b}{c}}$", Some("a::b"))),
            ("{{c12::`std::pair<A, B{{}}>`}}", (12, "`std::pair<A, B{{}}>`", None)),
            ("{{c1::std:\\:vector and }\\}:: }}", (1, "std:\\:vector and }\\}", None)),
            ("{{c1::5 \\$}} or 6 \\$", (1, "5 \\$", None)),
            ("`a {{c3::b}} c`", (3, "b", None)),
            ("$x = {{c3::y}}$", (3, "y", None)),
        ] {
            assert_eq!(read(text), [gap], "{text}");
        }
        assert_eq!(read("{{c1::5$}} and {{c2::6$}}"), [(1, "5$", None), (2, "6$", None)]);
    }

    #[test]
    fn s3_gap_1_invalid_gaps_have_a_reason_and_are_shown_as_they_are() {
        for (text, error) in [
            ("{{c1::Ottawa", GapError::Unclosed),
            ("{{c1::$5}} costs $7", GapError::Unclosed),
            ("{{c1::}}", GapError::Empty),
            ("{{c1:: ::hint}}", GapError::Empty),
            ("{{c1::all of {{c2::this}}}}", GapError::Nested),
            ("{{c0::x}}", GapError::Number),
            ("{{c51::x}}", GapError::Number),
            ("{{c99999999999::x}}", GapError::Number),
        ] {
            assert_eq!(gaps(text), Err(error), "{text}");
            assert_eq!(question(text, None), text);
            assert!(gap_numbers(text).is_empty());
        }
        assert_eq!(GapError::Empty.to_string(), "A gap is empty. Write the words to hide, as in {{c1::Ottawa}}.");
        assert_eq!(GapError::Number.to_string(), "Number the gaps from 1 to 50, as in {{c1::Ottawa}}.");
    }

    #[test]
    fn s3_gap_2_the_question_hides_the_asked_gaps_and_the_answer_marks_them() {
        let text = "{{c1::**Ottawa**::city}} is the ⸨{{c2::capital}} of {{c1::Canada}}";
        assert_eq!(question(text, Some(1)), "⸨city⸩ is the capital of ⸨⸩");
        assert_eq!(answer(text, Some(1)), "⸢**Ottawa**⸣ is the capital of ⸢Canada⸣");
        assert_eq!(question(text, Some(2)), "**Ottawa** is the ⸨⸩ of Canada");
        assert_eq!(question(text, None), "⸨city⸩ is the ⸨⸩ of ⸨⸩");
        assert_eq!(hidden_text(text, 1), "**Ottawa**, Canada");
        assert_eq!(gap_numbers(text).into_iter().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn s3_gap_3_a_selection_becomes_a_gap_with_the_next_number() {
        let made = |before: &str, selected: &str, after: &str| make_gap("", before, selected, after).unwrap();
        assert_eq!(made("The ", " capital ", "is {{c4::Ottawa}}"), " {{c5::capital}} ");
        assert_eq!(made("", "  ", ""), "  ");
        assert_eq!(made("", "std::map{a}", ""), "{{c1::std:\\:map{a\\}}}");
        assert_eq!(made("", "`std::map{a}`", ""), "{{c1::`std::map{a}`}}");
        assert_eq!(made("costs \\$5, $x = ", "\\frac{a}{b^{c}}", "$"), "{{c1::\\frac{a}{b^{c} } }}");
        for text in ["std::map{a}", "a}}b::::c}", "x}"] {
            assert_eq!(gaps(&made("", text, "")).unwrap().len(), 1, "{text}");
        }
    }

    #[test]
    fn s3_gap_3_a_new_gap_does_not_get_the_number_of_a_deleted_one() {
        let made = |saved: &str, after: &str| make_gap(saved, "", "x", after);
        assert_eq!(made("{{c1::a}} {{c2::b}}", " {{c1::a}} b").as_deref(), Some("{{c3::x}}"));
        assert_eq!(made("{{c50::a}} {{c1::b}}", "").as_deref(), Some("{{c2::x}}"));
        assert_eq!(made("", " {{c99::a}}").as_deref(), Some("{{c1::x}}"));
        let all: String = (1..=CARD_GAPS_MAX).map(|number| format!("{{{{c{number}::a}}}}")).collect();
        assert_eq!((made(&all, ""), made("", &all)), (None, None));
    }

    #[test]
    fn s6_export_3_export_marks_are_read_back() {
        for text in ["{{c1::`std::map`::type}} is in {{c2::`<map>`}}", "{{c1::a:\\:b}\\}}} $x$", "{{c1::$a$}}"] {
            assert_eq!(from_export_marks(&with_export_marks(text)).as_deref(), Some(text));
        }
        assert_eq!(with_export_marks("{{c1::a::h}} b"), "⸢1⸤a⸥h⸣ b");
        assert_eq!(from_export_marks("⸢1⸤std::pair⸣").as_deref(), Some("{{c1::std:\\:pair}}"));
        assert_eq!(from_export_marks("⸢1⸤{{c2::a}}⸣").as_deref(), Some("{{c1::{{c2:\\:a}\\}}}"));
        for text in ["no gap", "⸢x⸤a⸣", "⸢1⸤⸣", "⸢1⸤a", "{{c1::a}} ⸢2⸤b⸣", "⸢77⸤b⸣"] {
            assert_eq!(from_export_marks(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn gaps_never_panic(text in "(\\{\\{|\\}\\}|\\}|c1|c2|::|:|\\\\|`|\\$|é|⸢|⸤|⸣|x| |\n){0,40}") {
            let _ = (gaps(&text), question(&text, Some(1)), answer(&text, None), hidden_text(&text, 2));
            if let Some(read) = from_export_marks(&text) {
                prop_assert!(gaps(&read).is_ok());
            }
            if gaps(&text).is_ok_and(|gaps| gaps.is_empty()) && !text.contains(['$', '`']) {
                let gap = make_gap("", "", &text, "").unwrap();
                prop_assert!(text.trim().is_empty() || text.contains(BEGIN) || text.trim_end().ends_with('\\') || gaps(&gap).is_ok_and(|gaps| gaps.len() == 1), "{gap}");
            }
        }
    }
}
