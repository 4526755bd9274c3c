//! One open list or quote.

/// An open list or quote.
pub(super) enum Container {
    Quote { is_written: bool },
    List(List),
}

pub(super) struct List {
    /// The number of the next item; none where they have no numbers.
    pub(super) next: Option<u32>,
    /// The sign of an item, or what stands behind its number.
    pub(super) sign: char,
    /// The sign of the present item, until its first text is written.
    pub(super) pending: Option<String>,
    /// Number of items so far.
    pub(super) items: u32,
    /// True if there are paragraphs in its items, so that free lines part them.
    pub(super) is_loose: bool,
    /// How far the text of the present item is indented, in characters.
    pub(super) indent: usize,
}

impl Container {
    pub(super) fn is_quote(&self) -> bool {
        matches!(self, Self::Quote { .. })
    }

    /// Returns true if its sign is to be written with the next text.
    pub(super) fn is_pending(&self) -> bool {
        match self {
            Self::Quote { is_written } => !is_written,
            Self::List(list) => list.pending.is_some(),
        }
    }

    /// Writes the beginning of a line of its content, except the first.
    pub(super) fn continue_line(&self, out: &mut String) {
        match self {
            Self::Quote { .. } => out.push_str("> "),
            Self::List(list) => out.extend(std::iter::repeat_n(' ', list.indent)),
        }
    }
}
