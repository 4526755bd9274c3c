//! Writes Markdown piece by piece: white space and marks are written only when a text follows them.

mod blocks;

use super::emphasis::{BETWEEN_FORMULAS, place};
use super::markdown::{Mark, escape};
use super::source::{CLOSE, Formula, OPEN};
use super::tex::{Place, Raised, between_dollars};

/// What comes before the next text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Paragraph,
}

struct Open {
    name: String,
    mark: Mark,
    is_written: bool,
    /// Where in the Markdown what is in it begins.
    at: usize,
}

struct List {
    /// The number of the next item; none where they have no numbers.
    next: Option<u32>,
    /// The sign of an item, or what stands behind its number.
    sign: char,
    /// How far the text of the present item is indented, in characters.
    indent: usize,
}

pub(super) struct Writer<'a> {
    out: String,
    gap: Gap,
    marks: Vec<Open>,
    lists: Vec<List>,
    /// Lists within a table, or too deep, which are not written as lists.
    flat_lists: u32,
    /// How deep the list was that has just ended, and its sign: one that touches it has another.
    ended: Option<(usize, char)>,
    /// An item has begun, and its sign is not written.
    item: Option<String>,
    /// Raised and lowered text that is collected until its end.
    raised: Option<Raised>,
    /// Cells of the first row of the table, once it is known; tables in tables are text.
    tables: u32,
    columns: u32,
    cells: u32,
    rows: u32,
    /// Code that is collected until its end.
    code: Option<String>,
    is_pre: bool,
    formulas: &'a [Formula],
}

/// Deeper marks and lists are dropped: no card has them.
const DEPTH_MAX: usize = 16;

impl<'a> Writer<'a> {
    pub(super) fn new(formulas: &'a [Formula]) -> Self {
        Self {
            out: String::new(),
            gap: Gap::None,
            marks: Vec::new(),
            lists: Vec::new(),
            flat_lists: 0,
            ended: None,
            item: None,
            raised: None,
            tables: 0,
            columns: 0,
            cells: 0,
            rows: 0,
            code: None,
            is_pre: false,
            formulas,
        }
    }

    fn gap(&mut self, gap: Gap) {
        if let Some(raised) = &mut self.raised {
            raised.gap();
            return;
        }
        // A cell is one line.
        let gap = if self.tables > 0 && self.cells > 0 { gap.min(Gap::Space) } else { gap };
        self.gap = self.gap.max(gap);
    }

    pub(super) fn line(&mut self) {
        match &mut self.code {
            Some(code) => code.push('\n'),
            None => self.gap(Gap::Line),
        }
    }

    pub(super) fn paragraph(&mut self) {
        match &mut self.code {
            Some(code) if !code.is_empty() && !code.ends_with('\n') => code.push('\n'),
            Some(_) => {}
            // Within an item of a list it would be indented; a line is enough.
            None if self.lists.is_empty() => self.gap(Gap::Paragraph),
            None => self.gap(Gap::Line),
        }
    }

    pub(super) fn open(&mut self, name: &str, mark: Mark) {
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
        // Markdown makes a link of an address by itself.
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
        // Those that were opened within it go on behind it.
        self.marks.extend(inner.into_iter().skip(1).map(|open| Open { is_written: false, ..open }));
    }

    /// Begins raised or lowered text: `sup` or `sub`.
    pub(super) fn raise(&mut self, name: &str) {
        if self.code.is_none() {
            self.raised.get_or_insert_default().open(name);
        }
    }

    pub(super) fn end_raise(&mut self, name: &str) {
        if self.raised.as_mut().is_some_and(|raised| raised.close(name)) {
            self.finish_raised();
        }
    }

    fn finish_raised(&mut self) {
        let Some(tex) = self.raised.take().and_then(Raised::finish) else { return };
        let tex = if self.place() == Place::Cell { tex.replace('|', "\\textbar{}") } else { tex };
        self.put_formula(&tex);
    }

    fn place(&self) -> Place {
        if self.tables > 0 { Place::Cell } else { Place::Text }
    }

    pub(super) fn code(&mut self) {
        self.finish_raised();
        if self.code.is_none() {
            self.code = Some(String::new());
        }
    }

    pub(super) fn end_code(&mut self) {
        if self.is_pre {
            return;
        }
        let Some(code) = self.code.take() else { return };
        let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
        if !code.is_empty() {
            let fence = "`".repeat(longest_run(&code) + 1);
            let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
            self.put(&format!("{fence}{space}{code}{space}{fence}"), false);
        }
    }

    pub(super) fn pre(&mut self) {
        self.finish_raised();
        if self.code.is_none() {
            self.code = Some(String::new());
            self.is_pre = true;
        }
    }

    pub(super) fn end_pre(&mut self) {
        if !std::mem::take(&mut self.is_pre) {
            return;
        }
        let code = self.code.take().unwrap_or_default();
        let code = code.trim_matches('\n');
        if code.trim().is_empty() {
            return;
        }
        if self.tables > 0 || !self.lists.is_empty() {
            self.code = Some(code.to_owned());
            self.end_code();
            return;
        }
        let fence = "`".repeat(longest_run(code).max(2) + 1);
        self.gap(Gap::Paragraph);
        self.put(&format!("{fence}\n{code}\n{fence}"), false);
        self.gap(Gap::Paragraph);
    }

    pub(super) fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            // A formula in code is what was typed.
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
                raised.formula(&between_dollars(&formula.tex, Place::Text));
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
        let tex = between_dollars(&formula.tex, self.place());
        if formula.is_block && self.tables == 0 && self.lists.is_empty() {
            self.gap(Gap::Paragraph);
            self.put(&format!("$${tex}$$"), false);
            self.gap(Gap::Paragraph);
        } else {
            self.put_formula(&tex);
        }
    }

    fn put_formula(&mut self, tex: &str) {
        let touches = self.gap == Gap::None && self.out.ends_with('$') && !self.out.ends_with("\\$");
        if touches {
            self.out.push_str(BETWEEN_FORMULAS);
        }
        self.put(&format!("${tex}$"), false);
    }

    fn words(&mut self, text: &str) {
        // Between formulas it is written again; elsewhere nobody sees it.
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
            self.put(word, true);
        }
        if !is_first && text.ends_with(is_space) {
            self.gap(Gap::Space);
        }
    }

    /// Writes what is pending, then this.
    fn put(&mut self, text: &str, is_text: bool) {
        let mut gap = std::mem::replace(&mut self.gap, Gap::None);
        // Behind a list, only a free line parts the text of an item from the last item.
        if self.ended.take().is_some() && self.item.is_none() && !self.lists.is_empty() {
            gap = Gap::Paragraph;
        }
        let is_cell = self.tables == 1 && self.cells > 0;
        if gap >= Gap::Line && !is_cell {
            self.close_marks();
        }
        let item = self.item.take();
        let begins = self.out.is_empty() || (gap >= Gap::Line && !is_cell) || item.is_some();
        if !self.out.is_empty() {
            let around = self.lists.len().saturating_sub(usize::from(item.is_some()));
            let indent = " ".repeat(self.lists.iter().take(around).map(|list| list.indent).sum());
            match gap {
                _ if item.is_some() => {
                    self.out.push_str(if gap == Gap::Paragraph { "\n\n" } else { "\n" });
                    self.out.push_str(&indent);
                }
                Gap::None => {}
                Gap::Space => {
                    if !self.out.ends_with("| ") {
                        self.out.push(' ');
                    }
                }
                Gap::Line => {
                    // Markdown takes a bare end of line for a space.
                    self.out.push_str("\\\n");
                    self.out.push_str(&indent);
                }
                Gap::Paragraph => {
                    self.out.push_str("\n\n");
                    self.out.push_str(&indent);
                }
            }
        }
        if let Some(item) = item {
            self.out.push_str(&item);
        }
        for open in self.marks.iter_mut().filter(|open| !open.is_written) {
            self.out.push_str(&open.mark.open);
            open.is_written = true;
            open.at = self.out.len();
        }
        if is_text {
            escape(&mut self.out, text, begins);
        } else {
            self.out.push_str(text);
        }
    }

    /// Marks end with their line, and begin anew on the next.
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
        // A rule that nothing follows parts nothing.
        let out = place(&self.out);
        let out = out.trim_end();
        out.strip_suffix("\n---").unwrap_or(out).trim_end().to_owned()
    }
}

/// The next formula in a text, with what stands before and behind it.
fn next_formula<'t, 'f>(text: &'t str, formulas: &'f [Formula]) -> Option<(&'t str, &'f Formula, &'t str)> {
    let (before, rest) = text.split_once(OPEN)?;
    let (number, after) = rest.split_once(CLOSE)?;
    Some((before, formulas.get(number.parse::<usize>().ok()?)?, after))
}

fn longest_run(code: &str) -> usize {
    code.split(|sign| sign != '`').map(str::len).max().unwrap_or(0)
}
