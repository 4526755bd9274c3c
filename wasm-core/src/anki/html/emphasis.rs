//! Places emphasis markers so that Markdown recognises them.
//!
//! The writer inserts its own placeholder where an emphasis begins and ends. Markdown recognises `**` only next to
//! certain characters: in `f**(x)**=2` it is text. A marker that would be text moves past the punctuation next to it,
//! `f(**x**)=2`, or is dropped.

/// Zero-width space between two adjacent formulas, whose dollar signs would otherwise form one marker. It is written as
/// a character reference, because invisible characters are removed from cards.
pub(super) const BETWEEN_FORMULAS: &str = "&#8203;";

/// Maximum number of emphases per line. A line with more has none.
const PER_LINE_MAX: usize = 200;

/// Maximum number of changes per line, because each one scans the whole line. A line that needs more has no emphasis.
const CHANGES_PER_LINE_MAX: usize = 1000;

/// A kind of emphasis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Emphasis {
    Bold,
    Italic,
    Strike,
}

/// All kinds with the writer's placeholders for their start and end, and the Markdown marker.
const KINDS: [(Emphasis, char, char, &str); 3] = [
    (Emphasis::Bold, '\u{E002}', '\u{E003}', "**"),
    (Emphasis::Italic, '\u{E004}', '\u{E005}', "*"),
    (Emphasis::Strike, '\u{E006}', '\u{E007}', "~~"),
];

impl Emphasis {
    /// Returns the writer's placeholders for the start and the end.
    pub(super) fn placeholders(self) -> (char, char) {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or((' ', ' '), |(_, open, close, _)| (*open, *close))
    }

    fn mark(self) -> &'static str {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or("", |(.., mark)| mark)
    }

    fn is_strike(self) -> bool {
        self == Self::Strike
    }
}

/// Whether a character is one of the placeholders that only the writer may use.
pub(super) fn is_placeholder(sign: char) -> bool {
    ('\u{E002}'..='\u{E007}').contains(&sign)
}

/// The class of a character next to a marker, as Markdown defines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Punctuation,
    /// Word character or punctuation, which only Unicode tables could tell. The code relies on neither.
    Unknown,
}

fn class(sign: char) -> Class {
    if sign.is_whitespace() {
        Class::Space
    } else if sign.is_alphanumeric() {
        Class::Word
    } else if sign.is_ascii_punctuation()
        || matches!(sign, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3020}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}')
    {
        Class::Punctuation
    } else {
        Class::Unknown
    }
}

/// A piece of a line.
#[derive(Debug, Clone, Copy)]
enum Piece<'a> {
    /// A character, an escape sequence, a formula or code.
    Text(&'a str),
    /// A part of a link. No marker moves past it.
    Wall(&'a str),
    Open(Emphasis, usize),
    Close(Emphasis, usize),
}

impl Piece<'_> {
    fn kind(&self) -> Option<Emphasis> {
        match self {
            Self::Open(kind, _) | Self::Close(kind, _) => Some(*kind),
            Self::Text(_) | Self::Wall(_) => None,
        }
    }

    fn id(&self) -> Option<usize> {
        match self {
            Self::Open(_, id) | Self::Close(_, id) => Some(*id),
            Self::Text(_) | Self::Wall(_) => None,
        }
    }
}

/// Replaces the writer's placeholders with Markdown markers.
pub(super) fn apply_markers(markdown: &str) -> String {
    if !markdown.contains(is_placeholder) {
        return markdown.to_owned();
    }
    let mut out = String::with_capacity(markdown.len());
    for line in markdown.split_inclusive('\n') {
        if !line.contains(is_placeholder) {
            out.push_str(line);
            continue;
        }
        let mut pieces = pieces(line);
        if pieces.iter().filter(|piece| piece.kind().is_some()).count() > PER_LINE_MAX * 2 {
            pieces.retain(|piece| piece.kind().is_none());
        }
        let mut left = CHANGES_PER_LINE_MAX;
        while improve(&mut pieces) {
            left -= 1;
            if left == 0 {
                pieces.retain(|piece| piece.kind().is_none());
                break;
            }
        }
        for piece in &pieces {
            let text = match piece {
                Piece::Text(text) | Piece::Wall(text) => text,
                Piece::Open(kind, _) | Piece::Close(kind, _) => kind.mark(),
            };
            // A marker between two formulas was dropped.
            if text.starts_with('$') && out.ends_with('$') && !out.ends_with("\\$") {
                out.push_str(BETWEEN_FORMULAS);
            }
            out.push_str(text);
        }
    }
    out
}

/// Splits a line into pieces. An emphasis within another of the same kind is dropped.
fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut open: Vec<(Emphasis, Option<usize>)> = Vec::new();
    let mut rest = line;
    while let Some(sign) = rest.chars().next() {
        if let Some((kind, begins, ..)) =
            KINDS.iter().copied().find(|(_, begins, ends, _)| sign == *begins || sign == *ends)
        {
            if sign == begins {
                let is_within = open.iter().any(|(other, id)| *other == kind && id.is_some());
                let id = (!is_within).then_some(pieces.len());
                open.push((kind, id));
                pieces.extend(id.map(|id| Piece::Open(kind, id)));
            } else if let Some((_, Some(id))) = open.pop() {
                pieces.push(Piece::Close(kind, id));
            }
            rest = rest.get(sign.len_utf8()..).unwrap_or_default();
            continue;
        }
        let (piece, after) = rest.split_at(piece_len(rest, sign));
        pieces.push(if matches!(piece.chars().next(), Some('[' | ']')) {
            Piece::Wall(piece)
        } else {
            Piece::Text(piece)
        });
        rest = after;
    }
    pieces
}

/// Returns the length in bytes of the first piece of a text that begins with this character.
fn piece_len(text: &str, sign: char) -> usize {
    match sign {
        '\\' => sign.len_utf8() + text.chars().nth(1).map_or(0, char::len_utf8),
        // A formula or code ends at the next run of the same length.
        '$' | '`' => {
            let run = text.len() - text.trim_start_matches(sign).len();
            let mark = text.get(..run).unwrap_or_default();
            let inside = text.get(run..).unwrap_or_default();
            inside.find(mark).map_or(run, |end| run + end + run)
        }
        // The end of a link with its URL.
        ']' if text.starts_with("](") => text.find(')').map_or(1, |end| end + 1),
        _ => sign.len_utf8(),
    }
}

/// Makes one change that brings the markers closer to being recognised. Returns false if no change is needed.
fn improve(pieces: &mut Vec<Piece<'_>>) -> bool {
    for place in 1..pieces.len() {
        match (pieces.get(place - 1).copied(), pieces.get(place).copied()) {
            // Empty emphasis.
            (Some(Piece::Open(_, one)), Some(Piece::Close(_, other))) if one == other => {
                pieces.drain(place - 1..=place);
                return true;
            }
            // Two adjacent emphases become one.
            (Some(Piece::Close(kind, first)), Some(Piece::Open(other, second))) if kind == other => {
                pieces.drain(place - 1..=place);
                for piece in pieces.iter_mut() {
                    if let Piece::Close(_, id) = piece
                        && *id == second
                    {
                        *id = first;
                    }
                }
                return true;
            }
            _ => {}
        }
    }
    let mut from = 0;
    while let Some(begin) = pieces.iter().skip(from).position(|piece| piece.kind().is_some()).map(|at| from + at) {
        let end = (begin..pieces.len())
            .find(|place| pieces.get(*place).is_some_and(|piece| piece.kind().is_none()))
            .unwrap_or(pieces.len());
        if improve_run(pieces, begin, end) {
            return true;
        }
        from = end;
    }
    false
}

/// Makes one change to the adjacent markers from `begin` to `end`.
fn improve_run(pieces: &mut Vec<Piece<'_>>, begin: usize, end: usize) -> bool {
    let run: Vec<Piece<'_>> = pieces.get(begin..end).unwrap_or_default().to_vec();
    let is_open = |piece: &Piece<'_>| matches!(piece, Piece::Open(..));
    let is_star = |piece: &Piece<'_>| piece.kind().is_some_and(|kind| !kind.is_strike());
    let before = begin.checked_sub(1).and_then(|place| pieces.get(place)).map_or(Class::Space, |piece| last(*piece));
    let after = pieces.get(end).map_or(Class::Space, |piece| first(*piece));
    // In a run of asterisks it is ambiguous which of them end one emphasis and which begin another.
    let stars: Vec<&Piece<'_>> = run.iter().filter(|piece| is_star(piece)).collect();
    if stars.iter().any(|piece| is_open(piece)) && stars.iter().any(|piece| !is_open(piece)) {
        let last = run.iter().rev().find(|piece| is_open(piece) && is_star(piece)).and_then(Piece::id);
        remove(pieces, last);
        return true;
    }
    // Tildes cannot open next to an asterisk that follows a word.
    if run.iter().any(|piece| !is_star(piece)) && run.iter().any(is_star) {
        let strike = run.iter().find(|piece| !is_star(piece));
        let outside = if strike.is_some_and(is_open) { before } else { after };
        if !matches!(outside, Class::Space) {
            remove(pieces, strike.and_then(Piece::id));
            return true;
        }
    }
    let is_free = |class: Class| matches!(class, Class::Space | Class::Punctuation);
    let can_open = after == Class::Word || (after != Class::Space && is_free(before));
    let can_close = before == Class::Word || (before != Class::Space && is_free(after));
    if run.iter().all(is_open) && !can_open {
        move_past(pieces, end - 1, end);
        return true;
    }
    if !run.iter().any(is_open) && !can_close {
        move_past(pieces, begin, begin.wrapping_sub(1));
        return true;
    }
    false
}

/// Swaps a marker with the text next to it. The emphasis is dropped if there is no such text.
fn move_past(pieces: &mut Vec<Piece<'_>>, mark: usize, text: usize) {
    if matches!(pieces.get(text), Some(Piece::Text(_))) {
        pieces.swap(mark, text);
    } else {
        let id = pieces.get(mark).and_then(Piece::id);
        remove(pieces, id);
    }
}

fn remove(pieces: &mut Vec<Piece<'_>>, id: Option<usize>) {
    pieces.retain(|piece| piece.kind().is_none() || piece.id() != id);
}

fn first(piece: Piece<'_>) -> Class {
    match piece {
        Piece::Text(text) | Piece::Wall(text) => text.chars().next().map_or(Class::Space, class),
        Piece::Open(..) | Piece::Close(..) => Class::Punctuation,
    }
}

fn last(piece: Piece<'_>) -> Class {
    match piece {
        Piece::Text(text) | Piece::Wall(text) => text.chars().next_back().map_or(Class::Space, class),
        Piece::Open(..) | Piece::Close(..) => Class::Punctuation,
    }
}
