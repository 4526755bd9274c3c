//! TeX that Markdown takes between dollar signs and KaTeX draws.

use super::emphasis::Kind;

/// A dollar sign that is shown. Between dollar signs Markdown knows no `\$`.
const DOLLAR: &str = "\\text{\\textdollar}";

/// Where a formula is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text,
    /// A cell of a table, which a vertical bar would end.
    Cell,
}

/// Returns a formula of Anki so that it can stand between dollar signs: those in it are written otherwise.
pub(super) fn between_dollars(tex: &str, place: Place) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut signs = tex.char_indices();
    // Within `\text{…}`, dollar signs begin and end a formula.
    let mut is_within = false;
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some((_, '$')) => out.push_str(DOLLAR),
                Some((_, '|')) if place == Place::Cell => out.push_str("\\Vert "),
                Some((_, next)) => out.extend(['\\', next]),
                // A space that was trimmed away.
                None => out.push_str("\\ {}"),
            },
            '$' if is_within => {
                is_within = false;
                out.push_str("\\)");
            }
            '$' if has_dollar(tex.get(at + 1..).unwrap_or_default()) => {
                is_within = true;
                out.push_str("\\(");
            }
            '$' => out.push_str(DOLLAR),
            '|' if place == Place::Cell => out.push_str("\\vert "),
            sign => out.push(sign),
        }
    }
    out.trim().to_owned()
}

/// Returns true if there is a dollar sign that is not escaped.
fn has_dollar(tex: &str) -> bool {
    let mut signs = tex.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '$' => return true,
            '\\' => drop(signs.next()),
            _ => {}
        }
    }
    false
}

/// Returns the formula in Anki's `[latex]`, whose content is a text with formulas, and whether it stands on its own lines.
pub(super) fn of_latex(latex: &str) -> (String, bool) {
    let within = |open: &str, close: &str| {
        let inside = latex.strip_prefix(open)?.strip_suffix(close)?;
        let is_one = !has_dollar(inside) && !inside.contains("\\[") && !inside.ends_with('\\');
        is_one.then(|| inside.trim().to_owned())
    };
    if let Some(tex) = within("$$", "$$").or_else(|| within("\\[", "\\]")) {
        return (tex, true);
    }
    if let Some(tex) = within("$", "$") {
        return (tex, false);
    }
    if latex.starts_with("\\begin") || !has_dollar(latex) {
        return (latex.to_owned(), false);
    }
    (format!("\\text{{{latex}}}"), false)
}

/// Writes plain text as it stands within `\text{…}`.
pub(super) fn escape_text(out: &mut String, text: &str) {
    for sign in text.chars() {
        match sign {
            '%' | '&' | '#' | '_' | '{' | '}' => out.extend(['\\', sign]),
            '$' => out.push_str("\\textdollar{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            sign => out.push(sign),
        }
    }
}

/// A formula of raised and lowered text.
#[derive(Debug, Default)]
pub(super) struct Raised {
    tex: String,
    /// Names of the elements that are open, `sub` and `sup`.
    open: Vec<String>,
    bold: u32,
    italic: u32,
    has_gap: bool,
    /// True behind a raised or lowered part: a second one there would be an error.
    is_behind_script: bool,
}

/// Deeper ones are written beside each other.
const DEPTH_MAX: usize = 8;

impl Raised {
    pub(super) fn open(&mut self, name: &str) {
        self.open.push(name.to_owned());
        if self.open.len() <= DEPTH_MAX {
            if std::mem::take(&mut self.is_behind_script) {
                self.tex.push_str("{}");
            }
            self.tex.push_str(if name == "sub" { "_{" } else { "^{" });
        }
    }

    /// Closes an element. Returns true if it was the outermost one.
    pub(super) fn close(&mut self, name: &str) -> bool {
        let Some(place) = self.open.iter().rposition(|open| open == name) else { return false };
        while self.open.len() > place {
            self.pop();
        }
        self.open.is_empty()
    }

    fn pop(&mut self) {
        if self.open.len() <= DEPTH_MAX && !self.open.is_empty() {
            self.tex.push('}');
            self.is_behind_script = true;
        }
        self.open.pop();
    }

    /// Begins an emphasis.
    pub(super) fn emphasize(&mut self, kind: Kind) {
        match kind {
            Kind::Bold => self.bold += 1,
            Kind::Italic => self.italic += 1,
            Kind::Strike => {}
        }
    }

    /// Ends an emphasis. Returns false if it did not begin here.
    pub(super) fn end_emphasis(&mut self, name: &str) -> bool {
        let count = match name {
            "b" => &mut self.bold,
            "i" => &mut self.italic,
            _ => return false,
        };
        let has_begun = *count > 0;
        *count = count.saturating_sub(1);
        has_begun
    }

    pub(super) fn gap(&mut self) {
        self.has_gap = true;
    }

    pub(super) fn text(&mut self, text: &str) {
        let mut words = text.split_whitespace().peekable();
        if words.peek().is_none() {
            self.has_gap |= !text.is_empty();
            return;
        }
        let begins = text.starts_with(char::is_whitespace) || std::mem::take(&mut self.has_gap);
        self.has_gap = text.ends_with(char::is_whitespace);
        let text = words.collect::<Vec<_>>().join(" ");
        let (open, close) = match (self.bold > 0, self.italic > 0) {
            (false, false) => ("\\text{", "}"),
            (true, false) => ("\\textbf{", "}"),
            (false, true) => ("\\textit{", "}"),
            (true, true) => ("\\textbf{\\textit{", "}}"),
        };
        let is_first = self.tex.ends_with("_{") || self.tex.ends_with("^{");
        self.is_behind_script = false;
        self.tex.push_str(open);
        if begins && !is_first {
            self.tex.push(' ');
        }
        escape_text(&mut self.tex, &text);
        self.tex.push_str(close);
    }

    pub(super) fn formula(&mut self, tex: &str) {
        self.is_behind_script = false;
        self.tex.push('{');
        self.tex.push_str(tex);
        self.tex.push('}');
    }

    /// Returns the formula; `None` if nothing is in it.
    pub(super) fn finish(mut self) -> Option<String> {
        while !self.open.is_empty() {
            self.pop();
        }
        let is_empty = self.tex.chars().all(|sign| matches!(sign, '_' | '^' | '{' | '}'));
        (!is_empty).then_some(self.tex)
    }
}
