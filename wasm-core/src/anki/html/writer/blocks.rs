//! Lists and tables.

use super::{DEPTH_MAX, Gap, List, Writer};

impl Writer<'_> {
    /// Begins a list; `first` is the number of its first item.
    pub(in super::super) fn list(&mut self, first: Option<u32>) {
        self.finish_raised();
        if self.tables > 0 || self.lists.len() >= DEPTH_MAX {
            self.flat_lists += 1;
            return;
        }
        // Within an item, Markdown takes a number other than 1 for text unless a line is left free.
        let is_apart = self.lists.is_empty() || first.is_some_and(|first| first != 1);
        self.gap(if is_apart { Gap::Paragraph } else { Gap::Line });
        let signs = if first.is_some() { ['.', ')'] } else { ['-', '+'] };
        let sign = signs.into_iter().find(|sign| self.ended != Some((self.lists.len(), *sign))).unwrap_or('-');
        self.lists.push(List { next: first, sign, indent: 0 });
    }

    pub(in super::super) fn end_list(&mut self) {
        self.finish_raised();
        if self.flat_lists > 0 {
            self.flat_lists -= 1;
            return;
        }
        self.item = None;
        if let Some(list) = self.lists.pop() {
            self.ended = Some((self.lists.len(), list.sign));
        }
        self.gap(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
    }

    pub(in super::super) fn item(&mut self) {
        self.finish_raised();
        self.gap(Gap::Line);
        let Some(list) = self.lists.last_mut() else { return };
        let sign = match &mut list.next {
            None => format!("{} ", list.sign),
            Some(next) => {
                let sign = format!("{next}{} ", list.sign);
                *next = (*next + 1).min(999_999_999);
                sign
            }
        };
        list.indent = sign.len();
        self.item = Some(sign);
    }

    pub(in super::super) fn table(&mut self) {
        self.finish_raised();
        self.gap(Gap::Paragraph);
        self.tables += 1;
        if self.tables == 1 {
            (self.columns, self.cells, self.rows) = (0, 0, 0);
        }
    }

    pub(in super::super) fn row(&mut self) {
        if self.tables == 1 {
            self.end_row();
        }
    }

    pub(in super::super) fn cell(&mut self) {
        self.finish_raised();
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

    pub(in super::super) fn end_row(&mut self) {
        self.finish_raised();
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

    pub(in super::super) fn end_table(&mut self) {
        self.finish_raised();
        if self.tables == 1 {
            self.end_row();
            self.cells = 0;
        }
        self.tables = self.tables.saturating_sub(1);
        self.gap(Gap::Paragraph);
    }

    pub(in super::super) fn rule(&mut self) {
        self.finish_raised();
        if self.tables == 0 && self.lists.is_empty() && !self.out.is_empty() && self.code.is_none() {
            self.gap(Gap::Paragraph);
            self.put("---", false);
        }
        self.paragraph();
    }

    fn write_gap_of_row(&mut self) {
        self.gap = Gap::None;
        if !self.out.is_empty() {
            self.out.push_str(if self.rows == 0 { "\n\n" } else { "\n" });
        }
    }
}
