//! Converts Anki's formulas to TeX that Markdown accepts between dollar signs and KaTeX renders.

use super::emphasis::Emphasis;

/// A visible dollar sign. Markdown has no `\$` between dollar signs.
const DOLLAR: &str = "\\text{\\textdollar}";

/// The destination of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormulaContext {
    Text,
    /// A table cell. A vertical bar would end it.
    Cell,
}

/// Returns a formula that can be placed between dollar signs. Dollar signs inside it are rewritten.
pub(super) fn for_dollar_signs(tex: &str, place: FormulaContext) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut signs = tex.char_indices();
    // True after a dollar sign that begins a formula, which occurs within `\text{…}`.
    let mut is_within = false;
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some((_, '$')) => out.push_str(DOLLAR),
                Some((_, '|')) if place == FormulaContext::Cell => out.push_str("\\Vert "),
                Some((_, next)) => out.extend(['\\', next]),
                // A backslash at the end is an escaped space whose space was trimmed.
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
            '|' if place == FormulaContext::Cell => out.push_str("\\vert "),
            sign => out.push(sign),
        }
    }
    out.trim().to_owned()
}

/// Whether the text has an unescaped dollar sign.
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

/// Returns the formula inside Anki's `[latex]`, whose content is text with formulas, and true for a display formula,
/// which is on lines of its own.
pub(super) fn from_latex(latex: &str) -> (String, bool) {
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

/// Writes plain text for use within `\text{…}`.
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

/// A formula of superscript and subscript text.
#[derive(Debug, Default)]
pub(super) struct ScriptFormula {
    tex: String,
    /// Names of the open elements, `sub` and `sup`.
    open: Vec<String>,
    bold: u32,
    italic: u32,
    has_gap: bool,
    /// True after a superscript or subscript: a second one at the same place is a TeX error.
    is_behind_script: bool,
}

/// Maximum nesting depth. Deeper parts are written side by side.
const DEPTH_MAX: usize = 8;

impl ScriptFormula {
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
    pub(super) fn emphasize(&mut self, kind: Emphasis) {
        match kind {
            Emphasis::Bold => self.bold += 1,
            Emphasis::Italic => self.italic += 1,
            Emphasis::Strike => {}
        }
    }

    /// Ends an emphasis. Returns false if it did not begin in this formula.
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

    /// Returns the formula, or `None` if it is empty.
    pub(super) fn finish(mut self) -> Option<String> {
        while !self.open.is_empty() {
            self.pop();
        }
        let is_empty = self.tex.chars().all(|sign| matches!(sign, '_' | '^' | '{' | '}'));
        (!is_empty).then_some(self.tex)
    }
}
