//! Headings, tables and rules.

use super::{Gap, Heading, Put, Writer};

impl Writer<'_> {
    /// Ends superscript and subscript text, and a heading, because they cannot contain a block.
    pub(super) fn begin_block(&mut self) {
        self.finish_raised();
        self.heading = None;
    }

    /// Begins a heading of this level, from 1 to 6.
    pub(in super::super) fn heading(&mut self, level: usize) {
        self.end_heading();
        if self.tables == 0 && self.code.is_none() {
            self.heading = Some(Heading { level, is_written: false });
        }
    }

    pub(in super::super) fn end_heading(&mut self) {
        self.begin_block();
        if self.code.is_some() {
            self.paragraph(false);
        } else {
            self.block_gap();
        }
    }

    pub(in super::super) fn table(&mut self) {
        self.begin_block();
        self.gap(Gap::Paragraph);
        self.tables += 1;
        if self.tables == 1 {
            (self.cells, self.rows) = (0, 0);
            self.delimiters.clear();
        }
    }

    pub(in super::super) fn row(&mut self) {
        if self.tables == 1 {
            self.end_row();
        }
    }

    /// Begins a cell. `delimiter` is the delimiter below it if it is in the first row.
    pub(in super::super) fn cell(&mut self, delimiter: &'static str) {
        self.begin_block();
        if self.tables != 1 {
            self.gap(Gap::Space);
            return;
        }
        self.close_marks();
        if self.cells == 0 {
            let gap = match self.rows {
                0 if self.is_pending() => self.gap.max(Gap::Block),
                0 => Gap::Paragraph,
                _ => Gap::Block,
            };
            self.begin_line(gap);
            self.ended = None;
            self.out.push_str("| ");
        } else {
            self.out.push_str(" | ");
        }
        if self.rows == 0 {
            self.delimiters.push(delimiter);
        }
        self.is_behind_display = false;
        self.gap = Gap::None;
        self.cells += 1;
    }

    pub(in super::super) fn end_row(&mut self) {
        self.finish_raised();
        if self.tables != 1 || self.cells == 0 {
            return;
        }
        self.close_marks();
        self.out.push_str(" |");
        self.gap = Gap::None;
        if self.rows == 0 {
            (self.head.columns, self.head.end) = (self.cells, self.out.len());
            self.begin_line(Gap::Block);
            self.out.push('|');
            for delimiter in std::mem::take(&mut self.delimiters) {
                self.out.push(' ');
                self.out.push_str(delimiter);
                self.out.push_str(" |");
            }
            self.head.delimiters_end = self.out.len();
        }
        self.widen_head();
        self.rows += 1;
        self.cells = 0;
    }

    /// Adds empty cells to the heading row until it has as many as the current row.
    fn widen_head(&mut self) {
        let missing = usize::try_from(self.cells.saturating_sub(self.head.columns)).unwrap_or(0);
        if missing == 0 {
            return;
        }
        let (cells, delimiters) = ("  |".repeat(missing), " --- |".repeat(missing));
        self.out.insert_str(self.head.delimiters_end, &delimiters);
        self.out.insert_str(self.head.end, &cells);
        self.head.end += cells.len();
        self.head.delimiters_end += cells.len() + delimiters.len();
        self.line_at += cells.len() + delimiters.len();
        self.head.columns = self.cells;
    }

    pub(in super::super) fn end_table(&mut self) {
        self.begin_block();
        if self.tables == 1 {
            self.end_row();
            self.cells = 0;
            (self.flat_lists, self.flat_quotes) = (0, 0);
        }
        self.tables = self.tables.saturating_sub(1);
        self.gap(Gap::Paragraph);
    }

    pub(in super::super) fn rule(&mut self) {
        self.begin_block();
        if self.code.is_some() {
            self.paragraph(false);
            return;
        }
        if self.tables == 0 && !self.out.is_empty() && !self.is_pending() {
            self.gap(Gap::Paragraph);
            self.put("---", Put::Block);
        }
        self.gap(Gap::Paragraph);
    }
}
