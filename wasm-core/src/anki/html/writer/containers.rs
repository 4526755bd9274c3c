//! Lists and quotes: blocks that contain other blocks. Each of their lines begins with a prefix.

use super::container::{Container, List};
use super::{DEPTH_MAX, Gap, Writer};

/// Maximum length of the prefix of a line, in bytes. It is limited because each line repeats it.
const PREFIX_MAX_BYTES: usize = 64;

impl Writer<'_> {
    pub(super) fn is_pending(&self) -> bool {
        self.containers.iter().any(Container::is_pending)
    }

    pub(super) fn is_in_item(&self) -> bool {
        matches!(self.containers.last(), Some(Container::List(_)))
    }

    /// Marks the current list as loose, because an item has a paragraph.
    pub(super) fn mark_list_loose(&mut self) {
        if let Some(Container::List(list)) = self.containers.last_mut().filter(|_| self.tables == 0) {
            list.is_loose = true;
            // This item is not the first and has no text yet, so a blank line has to precede it too.
            if list.pending.is_some() && list.items > 1 {
                self.gap = Gap::Paragraph;
            }
        }
    }

    fn is_in_tight_item(&self) -> bool {
        matches!(self.containers.last(), Some(Container::List(list)) if !list.is_loose)
    }

    /// Separates a block that is not a paragraph from its neighbours.
    pub(super) fn block_gap(&mut self) {
        self.gap(if self.is_in_tight_item() { Gap::Block } else { Gap::Paragraph });
    }

    /// Returns the prefix of all lines of a block except the first.
    pub(super) fn prefix(&self) -> String {
        let mut prefix = String::new();
        self.containers.iter().for_each(|container| container.continue_line(&mut prefix));
        prefix
    }

    fn is_deep(&self) -> bool {
        self.containers.len() >= DEPTH_MAX || self.prefix().len() >= PREFIX_MAX_BYTES
    }

    /// Begins a line after this gap, with the prefixes of the open lists and quotes.
    pub(super) fn begin_line(&mut self, gap: Gap) {
        if !self.out.is_empty() {
            // Markdown treats a bare line break as a space.
            self.out.push_str(if gap == Gap::Line { "\\\n" } else { "\n" });
            if gap == Gap::Paragraph {
                let mut blank = String::new();
                let written = self.containers.iter().take_while(|container| !container.is_pending());
                written.for_each(|container| container.continue_line(&mut blank));
                self.out.push_str(blank.trim_end());
                self.out.push('\n');
            }
        }
        for container in &mut self.containers {
            let pending = match container {
                Container::Quote { is_written } => {
                    *is_written = true;
                    None
                }
                Container::List(list) => list.pending.take(),
            };
            match pending {
                Some(sign) => self.out.push_str(&sign),
                None => container.continue_line(&mut self.out),
            }
        }
        self.line_at = self.out.len();
    }

    pub(in super::super) fn quote(&mut self) {
        self.begin_block();
        if self.tables > 0 || self.code.is_some() || self.is_deep() {
            self.flat_quotes += 1;
            self.paragraph(false);
            return;
        }
        self.block_gap();
        self.ended = None;
        self.containers.push(Container::Quote { is_written: false });
    }

    pub(in super::super) fn end_quote(&mut self) {
        self.begin_block();
        if self.flat_quotes > 0 {
            self.flat_quotes -= 1;
            self.paragraph(false);
            return;
        }
        if self.tables == 0
            && let Some(place) = self.containers.iter().rposition(Container::is_quote)
        {
            self.containers.truncate(place);
            self.ended = None;
        }
        // Without a blank line, text on the next line would belong to the quote.
        self.gap(Gap::Paragraph);
    }

    /// Begins a list; `first` is the number of its first item.
    pub(in super::super) fn list(&mut self, first: Option<i32>) {
        self.begin_block();
        if self.tables > 0 || self.is_deep() {
            self.flat_lists += 1;
            return;
        }
        let below_zero = first.filter(|first| *first < 0);
        let next = first.and_then(|first| u32::try_from(first).ok());
        // Within an item, Markdown treats a number other than 1 as text unless a blank line precedes it.
        if next.is_some_and(|first| first != 1) {
            self.gap(Gap::Paragraph);
        }
        self.block_gap();
        let signs = if next.is_some() { ['.', ')'] } else { ['-', '+'] };
        let sign = signs.into_iter().find(|sign| self.ended != Some((self.containers.len(), *sign))).unwrap_or('-');
        let list = List { next, below_zero, sign, pending: None, items: 0, is_loose: false, indent: 0 };
        self.containers.push(Container::List(list));
    }

    pub(in super::super) fn end_list(&mut self) {
        self.begin_block();
        if self.flat_lists > 0 {
            self.flat_lists -= 1;
            return;
        }
        if self.tables > 0 {
            return;
        }
        if let Some(place) = self.containers.iter().rposition(|container| !container.is_quote()) {
            if let Some(Container::List(list)) = self.containers.get(place) {
                self.ended = Some((place, list.sign));
            }
            self.containers.truncate(place);
        }
        self.block_gap();
    }

    /// Begins an item; `number` is its number if the HTML sets one.
    pub(in super::super) fn item(&mut self, number: Option<i32>) {
        self.begin_block();
        let place = self.containers.iter().rposition(|container| !container.is_quote());
        let Some(place) = place.filter(|_| self.tables == 0) else {
            self.gap(Gap::Line);
            return;
        };
        self.containers.truncate(place + 1);
        let Some(Container::List(list)) = self.containers.last_mut() else { return };
        if let (Some(next), Some(number)) = (&mut list.next, number.and_then(|number| u32::try_from(number).ok()))
            && *next != number
        {
            *next = number;
            // Markdown itself numbers all items after the first. So an item with another number must begin a new list,
            // which needs another sign.
            if list.items > 0 && list.pending.is_none() {
                list.sign = if list.sign == '.' { ')' } else { '.' };
                list.is_loose = true;
            }
        }
        let mut sign = match &mut list.next {
            None => format!("{} ", list.sign),
            Some(next) => {
                let sign = format!("{next}{} ", list.sign);
                *next = (*next + 1).min(999_999_999);
                sign
            }
        };
        list.indent = sign.len();
        if let Some(below_zero) = &mut list.below_zero {
            let written = number.unwrap_or(*below_zero);
            sign.push_str(&format!("{written}\\. "));
            *below_zero = written + 1;
        }
        list.items = list.items.saturating_add(1);
        // If the last item is empty, the gap before this item is already decided.
        if list.pending.replace(sign).is_none() && list.items > 1 {
            self.gap = if list.is_loose { Gap::Paragraph } else { Gap::Block };
        }
    }
}
