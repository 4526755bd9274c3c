//! Writes Markdown piece by piece: white space and marks are written only when a text follows them.

use super::markdown::{Mark, escape};
use super::source::{CLOSE, Formula, OPEN};

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
}

struct List {
    /// The number of the next item; none where they have no numbers.
    next: Option<u32>,
}

pub(super) struct Writer<'a> {
    out: String,
    gap: Gap,
    marks: Vec<Open>,
    lists: Vec<List>,
    /// An item has begun, and its sign is not written.
    item: Option<String>,
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
            item: None,
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
        if self.code.is_none() && self.marks.len() < DEPTH_MAX {
            self.marks.push(Open { name: name.to_owned(), mark, is_written: false });
        }
    }

    pub(super) fn close(&mut self, name: &str) {
        let Some(place) = self.marks.iter().rposition(|open| open.name == name) else { return };
        let inner = self.marks.split_off(place);
        for open in inner.iter().rev().filter(|open| open.is_written) {
            self.out.push_str(open.mark.close());
        }
        // Those that were opened within it go on behind it.
        self.marks.extend(inner.into_iter().skip(1).map(|open| Open { is_written: false, ..open }));
    }

    pub(super) fn code(&mut self) {
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

    pub(super) fn list(&mut self, is_numbered: bool) {
        if self.tables == 0 && self.lists.len() < DEPTH_MAX {
            self.gap(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
            self.lists.push(List { next: is_numbered.then_some(1) });
        }
    }

    pub(super) fn end_list(&mut self) {
        self.item = None;
        self.lists.pop();
        self.gap(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
    }

    pub(super) fn item(&mut self) {
        self.gap(Gap::Line);
        let Some(list) = self.lists.last_mut() else { return };
        let sign = match &mut list.next {
            None => "- ".to_owned(),
            Some(next) => {
                *next += 1;
                format!("{}. ", *next - 1)
            }
        };
        self.item = Some(sign);
    }

    pub(super) fn table(&mut self) {
        self.gap(Gap::Paragraph);
        self.tables += 1;
        if self.tables == 1 {
            (self.columns, self.cells, self.rows) = (0, 0, 0);
        }
    }

    pub(super) fn row(&mut self) {
        if self.tables == 1 {
            self.end_row();
        }
    }

    pub(super) fn cell(&mut self) {
        if self.tables != 1 {
            self.gap(Gap::Space);
            return;
        }
        self.close_marks();
        if self.cells == 0 {
            self.write_gap_of_row();
            self.out.push_str("| ");
        } else {
            self.out.push_str(" | ");
        }
        self.gap = Gap::None;
        self.cells += 1;
    }

    pub(super) fn end_row(&mut self) {
        if self.tables != 1 || self.cells == 0 {
            return;
        }
        self.close_marks();
        self.out.push_str(" |");
        self.gap = Gap::None;
        if self.rows == 0 {
            self.columns = self.cells;
            self.out.push_str("\n|");
            (0..self.columns).for_each(|_| self.out.push_str(" --- |"));
        }
        self.rows += 1;
        self.cells = 0;
    }

    pub(super) fn end_table(&mut self) {
        if self.tables == 1 {
            self.end_row();
            self.cells = 0;
        }
        self.tables = self.tables.saturating_sub(1);
        self.gap(Gap::Paragraph);
    }

    pub(super) fn rule(&mut self) {
        if self.tables == 0 && self.lists.is_empty() && !self.out.is_empty() && self.code.is_none() {
            self.gap(Gap::Paragraph);
            self.put("---", false);
        }
        self.paragraph();
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
        let mut rest = text;
        while let Some((before, formula, after)) = next_formula(rest, self.formulas) {
            self.words(before);
            self.formula(formula);
            rest = after;
        }
        self.words(rest);
    }

    fn formula(&mut self, formula: &Formula) {
        if self.marks.iter().any(|open| matches!(open.mark, Mark::Formula(_))) {
            self.put(&formula.tex, false);
        } else if formula.is_block && self.tables == 0 && self.lists.is_empty() {
            self.gap(Gap::Paragraph);
            self.put(&format!("$${}$$", formula.tex), false);
            self.gap(Gap::Paragraph);
        } else {
            self.put(&format!("${}$", formula.tex), false);
        }
    }

    fn words(&mut self, text: &str) {
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
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        let is_cell = self.tables == 1 && self.cells > 0;
        if gap >= Gap::Line && !is_cell {
            self.close_marks();
        }
        let item = self.item.take();
        let begins = self.out.is_empty() || (gap >= Gap::Line && !is_cell) || item.is_some();
        if !self.out.is_empty() {
            let indent = "   ".repeat(self.lists.len().saturating_sub(usize::from(item.is_some())));
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
                Gap::Paragraph => self.out.push_str("\n\n"),
            }
        }
        if let Some(item) = item {
            self.out.push_str(&item);
        }
        let mut is_formula = false;
        for open in &mut self.marks {
            is_formula |= matches!(open.mark, Mark::Formula(_));
            if !open.is_written {
                self.out.push_str(&open.mark.open());
                open.is_written = true;
            }
        }
        if !is_text {
            self.out.push_str(text);
        } else if is_formula {
            text.chars().filter(|sign| !matches!(sign, '$' | '{' | '}' | '\\')).for_each(|sign| self.out.push(sign));
        } else {
            escape(&mut self.out, text, begins);
        }
    }

    fn write_gap_of_row(&mut self) {
        self.gap = Gap::None;
        if !self.out.is_empty() {
            self.out.push_str(if self.rows == 0 { "\n\n" } else { "\n" });
        }
    }

    /// Marks end with their line, and begin anew on the next.
    fn close_marks(&mut self) {
        for open in self.marks.iter_mut().rev() {
            if open.is_written {
                self.out.push_str(open.mark.close());
                open.is_written = false;
            }
        }
    }

    pub(super) fn finish(mut self) -> String {
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
        let out = self.out.trim_end();
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
