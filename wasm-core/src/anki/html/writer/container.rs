//! One open list or quote.

pub(super) enum Container {
    Quote { is_written: bool },
    List(List),
}

pub(super) struct List {
    /// Number of the next item; `None` in a bulleted list.
    pub(super) next: Option<u32>,
    /// Number of the next item of a list that begins below 0. Markdown has no negative numbers, so they are written as
    /// text after a bullet.
    pub(super) below_zero: Option<i32>,
    /// Bullet, or the character after the number.
    pub(super) sign: char,
    /// Sign of the current item until its first text is written.
    pub(super) pending: Option<String>,
    /// Number of items so far.
    pub(super) items: u32,
    /// True if items contain paragraphs, so that blank lines separate the items.
    pub(super) is_loose: bool,
    /// Indentation of the text of the current item, in characters.
    pub(super) indent: usize,
}

impl Container {
    pub(super) fn is_quote(&self) -> bool {
        matches!(self, Self::Quote { .. })
    }

    /// Whether the sign has to be written with the next text.
    pub(super) fn is_pending(&self) -> bool {
        match self {
            Self::Quote { is_written } => !is_written,
            Self::List(list) => list.pending.is_some(),
        }
    }

    /// Writes the prefix of a continuation line of the content.
    pub(super) fn continue_line(&self, out: &mut String) {
        match self {
            Self::Quote { .. } => out.push_str("> "),
            Self::List(list) => out.extend(std::iter::repeat_n(' ', list.indent)),
        }
    }
}
