//! Writes Markdown incrementally: white space and marks are written only when text follows them.

mod blocks;
mod code;
mod container;
mod containers;

use self::container::Container;
use super::emphasis::{BETWEEN_FORMULAS, apply_markers, is_placeholder};
use super::markdown::{Syntax, escape};
use super::source::{Formula, PLACEHOLDER_END, PLACEHOLDER_START};
use super::tex::{FormulaContext, ScriptFormula, for_dollar_signs};

/// The white space before the next text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    /// A line break within a paragraph.
    Line,
    /// A line break between two blocks, of which at least one is not a paragraph.
    Block,
    /// A blank line.
    Paragraph,
}

/// The way a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Put {
    /// Escaped.
    Word,
    /// Unescaped, within the open marks.
    Inline,
    /// Unescaped, on lines of its own.
    Block,
}

struct Open {
    name: String,
    mark: Syntax,
    is_written: bool,
    /// Start of its content in the Markdown, as a byte offset.
    at: usize,
}

/// An open heading.
struct Heading {
    level: usize,
    is_written: bool,
}

/// The heading row of a table. Markdown drops cells of later rows in columns that this row does not have.
#[derive(Default)]
struct Head {
    columns: u32,
    /// End of the row in the Markdown, as a byte offset.
    end: usize,
    /// End of the delimiter row below it.
    delimiters_end: usize,
}

pub(super) struct Writer<'a> {
    out: String,
    gap: Gap,
    marks: Vec<Open>,
    /// Open lists and quotes, outermost first.
    containers: Vec<Container>,
    /// Number of open lists within a table or nested too deeply. They are not written as lists.
    flat_lists: u32,
    /// Number of open quotes within a table or code or nested too deeply.
    flat_quotes: u32,
    /// Depth and sign of the list that has just ended. A list directly after it needs another sign.
    ended: Option<(usize, char)>,
    heading: Option<Heading>,
    /// True directly after a display formula at the beginning of a line.
    is_behind_display: bool,
    /// Start of the current line in the Markdown, after the prefixes of lists and quotes.
    line_at: usize,
    /// Superscript and subscript text, collected until its end.
    raised: Option<ScriptFormula>,
    /// Number of open tables. Tables within tables are text.
    tables: u32,
    /// Delimiter below each header cell.
    delimiters: Vec<&'static str>,
    cells: u32,
    rows: u32,
    /// Heading row of the current table.
    head: Head,
    /// Code, collected until its end.
    code: Option<String>,
    is_pre: bool,
    /// Language of a `<pre>` that contains `<code>`; empty if unknown. `None` without `<code>`.
    language: Option<String>,
    formulas: &'a [Formula],
}

/// Maximum nesting depth of marks, lists and quotes. Deeper ones are dropped.
const DEPTH_MAX: usize = 16;

impl<'a> Writer<'a> {
    pub(super) fn new(formulas: &'a [Formula]) -> Self {
        Self {
            out: String::new(),
            gap: Gap::None,
            marks: Vec::new(),
            containers: Vec::new(),
            flat_lists: 0,
            flat_quotes: 0,
            ended: None,
            heading: None,
            is_behind_display: false,
            line_at: 0,
            raised: None,
            tables: 0,
            delimiters: Vec::new(),
            cells: 0,
            rows: 0,
            head: Head::default(),
            code: None,
            is_pre: false,
            language: None,
            formulas,
        }
    }

    fn gap(&mut self, gap: Gap) {
        if let Some(raised) = &mut self.raised {
            raised.gap();
            return;
        }
        // No white space separates the sign of an item or a quote from its content.
        if self.is_pending() {
            return;
        }
        let is_one_line =
            (self.tables > 0 && self.cells > 0) || self.heading.as_ref().is_some_and(|heading| heading.is_written);
        let gap = match gap {
            gap if is_one_line => gap.min(Gap::Space),
            Gap::Line if self.is_behind_display => Gap::Paragraph,
            gap => gap,
        };
        self.gap = self.gap.max(gap);
    }

    pub(super) fn line(&mut self) {
        match &mut self.code {
            Some(code) => code.push('\n'),
            None => self.gap(Gap::Line),
        }
    }

    /// Begins or ends a block of text. Within a list item, a block other than `<p>` begins after a line break instead
    /// of a blank line.
    pub(super) fn paragraph(&mut self, is_p: bool) {
        if let Some(code) = &mut self.code {
            if !code.is_empty() && !code.ends_with('\n') {
                code.push('\n');
            }
        } else if is_p {
            self.mark_list_loose();
            self.gap(Gap::Paragraph);
        } else {
            self.gap(if self.is_in_item() { Gap::Line } else { Gap::Paragraph });
        }
    }

    pub(super) fn open(&mut self, name: &str, mark: Syntax) {
        if let Some(raised) = &mut self.raised {
            mark.kind.into_iter().for_each(|kind| raised.emphasize(kind));
        } else if self.code.is_none() && self.marks.len() < DEPTH_MAX {
            self.marks.push(Open { name: name.to_owned(), mark, is_written: false, at: 0 });
        }
    }

    pub(super) fn close(&mut self, name: &str) {
        if self.raised.as_mut().is_some_and(|raised| raised.end_emphasis(name)) {
            return;
        }
        let Some(place) = self.marks.iter().rposition(|open| open.name == name) else { return };
        let inner = self.marks.split_off(place);
        // Markdown turns a bare URL into a link by itself.
        if let [Open { mark, is_written: true, at, .. }] = inner.as_slice()
            && let Some(text) = self.out.get(*at..)
            && mark.is_link_of(text)
        {
            self.out.replace_range(at.saturating_sub(mark.open.len())..*at, "");
            return;
        }
        for open in inner.iter().rev().filter(|open| open.is_written) {
            self.out.push_str(&open.mark.close);
        }
        // Marks that were opened within this one and are still open continue after it.
        self.marks.extend(inner.into_iter().skip(1).map(|open| Open { is_written: false, ..open }));
    }

    /// Begins superscript or subscript text: `sup` or `sub`.
    pub(super) fn begin_script(&mut self, name: &str) {
        if self.code.is_none() {
            self.raised.get_or_insert_default().open(name);
        }
    }

    pub(super) fn end_script(&mut self, name: &str) {
        if self.raised.as_mut().is_some_and(|raised| raised.close(name)) {
            self.finish_raised();
        }
    }

    fn finish_raised(&mut self) {
        let Some(tex) = self.raised.take().and_then(ScriptFormula::finish) else { return };
        let tex = if self.place() == FormulaContext::Cell { tex.replace('|', "\\textbar{}") } else { tex };
        self.put_formula(&tex, "$");
    }

    fn place(&self) -> FormulaContext {
        if self.tables > 0 { FormulaContext::Cell } else { FormulaContext::Text }
    }

    pub(super) fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            // A formula in code is written as it was typed.
            let mut rest = text;
            while let Some((before, formula, after)) = next_formula(rest, self.formulas) {
                code.push_str(before);
                code.push_str(&formula.tex);
                rest = after;
            }
            code.push_str(rest);
            return;
        }
        if let Some(raised) = &mut self.raised {
            let mut rest = text;
            while let Some((before, formula, after)) = next_formula(rest, self.formulas) {
                raised.text(before);
                raised.formula(&for_dollar_signs(&formula.tex, FormulaContext::Text));
                rest = after;
            }
            raised.text(rest);
            return;
        }
        let mut rest = text;
        while let Some((before, formula, after)) = next_formula(rest, self.formulas) {
            self.words(before);
            self.formula(formula);
            rest = after;
        }
        self.words(rest);
    }

    fn formula(&mut self, formula: &Formula) {
        let tex = for_dollar_signs(&formula.tex, self.place());
        if !formula.is_block {
            self.put_formula(&tex, "$");
            return;
        }
        let begins = self.out.is_empty() || self.gap >= Gap::Line || self.is_pending();
        let is_apart = begins && self.tables == 0 && !self.is_in_item() && self.heading.is_none();
        if is_apart {
            self.gap(Gap::Paragraph);
        }
        self.put_formula(&tex, "$$");
        self.is_behind_display = is_apart;
    }

    /// Writes a formula between two of these markers.
    fn put_formula(&mut self, tex: &str, mark: &str) {
        let touches = self.gap == Gap::None && self.out.ends_with('$') && !self.out.ends_with("\\$");
        if touches {
            self.out.push_str(BETWEEN_FORMULAS);
        }
        self.put(&format!("{mark}{tex}{mark}"), Put::Inline);
    }

    fn words(&mut self, text: &str) {
        // Remove zero-width spaces: they are invisible, and the ones between formulas are added again.
        let text = &text.replace('\u{200B}', "");
        let is_space = |sign: char| sign.is_whitespace() || sign == '\u{A0}';
        if text.starts_with(is_space) {
            self.gap(Gap::Space);
        }
        let mut is_first = true;
        for word in text.split(is_space).filter(|word| !word.is_empty()) {
            if !is_first {
                self.gap(Gap::Space);
            }
            is_first = false;
            self.put(word, Put::Word);
        }
        if !is_first && text.ends_with(is_space) {
            self.gap(Gap::Space);
        }
    }

    /// Writes the pending white space and marks, then the text.
    fn put(&mut self, text: &str, put: Put) {
        let mut gap = std::mem::replace(&mut self.gap, Gap::None);
        let is_pending = self.is_pending();
        self.is_behind_display = false;
        // After a nested list, only a blank line separates the text of the outer item from the last inner item.
        if self.ended.take().is_some() && !is_pending && !self.containers.is_empty() {
            gap = Gap::Paragraph;
        }
        if is_pending || put == Put::Block {
            gap = gap.max(Gap::Block);
        }
        let begins = self.out.is_empty() || gap >= Gap::Line;
        if begins {
            self.close_marks();
            self.begin_line(gap);
        } else if gap == Gap::Space && !self.out.ends_with("| ") {
            self.out.push(' ');
        }
        if let Some(heading) = self.heading.as_mut().filter(|heading| !heading.is_written) {
            heading.is_written = true;
            self.out.extend(std::iter::repeat_n('#', heading.level));
            self.out.push(' ');
        }
        if put != Put::Block {
            for open in self.marks.iter_mut().filter(|open| !open.is_written) {
                let before = self.out.trim_end_matches(is_placeholder);
                // An exclamation mark would make the link an image.
                if open.mark.open == "[" && before.ends_with('!') {
                    let at = before.len() - 1;
                    self.out.insert(at, '\\');
                }
                self.out.push_str(&open.mark.open);
                open.is_written = true;
                open.at = self.out.len();
            }
        }
        if put != Put::Word {
            self.out.push_str(text);
        } else if self.heading.is_some() {
            // Number signs at the end would close the heading.
            escape(&mut self.out, text, text.bytes().all(|byte| byte == b'#'));
        } else {
            if gap == Gap::None && text.starts_with(['.', ')']) && self.is_line_a_number() {
                self.out.push('\\');
            }
            escape(&mut self.out, text, begins);
        }
    }

    /// Whether the current line is a number so far. A dot after it would make it a list item.
    fn is_line_a_number(&self) -> bool {
        let line = self.out.get(self.line_at..).unwrap_or_default();
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Closes the open marks at the end of a line. They are opened again on the next line.
    fn close_marks(&mut self) {
        for open in self.marks.iter_mut().rev() {
            if open.is_written {
                self.out.push_str(&open.mark.close);
                open.is_written = false;
            }
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.finish_raised();
        if self.is_pre {
            self.end_pre();
        } else {
            self.end_code();
        }
        if self.tables > 0 {
            self.tables = 1;
            self.end_row();
        }
        self.close_marks();
        // Drop a rule at the end of the card, because nothing follows it.
        let out = apply_markers(&self.out);
        let out = out.trim_end();
        out.strip_suffix("\n---").unwrap_or(out).trim_end().to_owned()
    }
}

/// Returns the next formula in a text, with the text before and after it.
fn next_formula<'t, 'f>(text: &'t str, formulas: &'f [Formula]) -> Option<(&'t str, &'f Formula, &'t str)> {
    let (before, rest) = text.split_once(PLACEHOLDER_START)?;
    let (number, after) = rest.split_once(PLACEHOLDER_END)?;
    Some((before, formulas.get(number.parse::<usize>().ok()?)?, after))
}
