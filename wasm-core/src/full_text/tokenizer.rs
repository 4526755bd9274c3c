//! Splits the text of a page into words and separators, and detects headings.

use std::borrow::Cow;

use super::format::{TERM_MAX_BYTES, WRITTEN_MAX_BYTES};
use crate::text::{fold, is_unspaced};

/// Maximum length of a word in bytes. Longer words are split, possibly within a character.
const WORD_MAX_BYTES: usize = 64;
const _: () = assert!(WORD_MAX_BYTES + 4 <= WRITTEN_MAX_BYTES && SEPARATOR_MAX_CHARS * 4 <= WRITTEN_MAX_BYTES);
/// Maximum length of a separator in characters. Longer separators are split.
const SEPARATOR_MAX_CHARS: usize = 6;
/// Maximum number of repetitions of a character in a separator.
const REPEATS_MAX: usize = 3;
/// Maximum number of words in a heading.
const HEADING_MAX_WORDS: usize = 12;
/// Letters after the apostrophe of a contraction. An *s* is not one of them, because it may mark a possessive.
const CONTRACTIONS: [&str; 6] = ["t", "d", "m", "ll", "re", "ve"];
/// Number of lines at the top of a page that may be its heading.
const TOP_LINES: usize = 2;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment<'a> {
    /// A word in its written form, and whether it is in a heading.
    Word(&'a str, bool),
    /// The text between two words, unless it is a single space.
    Separator(Cow<'a, str>),
}

/// Returns the term of a word: folded, with letters and digits only, truncated.
pub(super) fn normalize_term(word: &str) -> String {
    let mut term = fold(word);
    if !term.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        term.retain(char::is_alphanumeric);
    }
    if term.len() > TERM_MAX_BYTES {
        let end = (0..=TERM_MAX_BYTES).rev().find(|end| term.is_char_boundary(*end)).unwrap_or(0);
        term.truncate(end);
    }
    term
}

/// Calls `each` with the pieces of a page, in order.
pub(super) fn for_each_segment<'a>(text: &'a str, mut each: impl FnMut(Segment<'a>)) {
    let mut is_first = true;
    // Text between the last word and the next one, which may span lines.
    let mut between = String::new();
    for (number, line) in text.lines().enumerate() {
        let is_heading = is_heading(line, number < TOP_LINES);
        if number > 0 {
            between.push(' ');
        }
        for run in runs(line) {
            match run {
                Run::Other(some) => between.push_str(some),
                Run::Word(word) => {
                    flush(&mut between, is_first, &mut each);
                    is_first = false;
                    each(Segment::Word(word, is_heading));
                }
            }
        }
    }
    between.push(' ');
    flush(&mut between, true, &mut each);
}

/// Passes the text between two words on in normalised form, unless it is a single space, or empty at the start or end
/// of the page.
fn flush<'a>(between: &mut String, is_at_edge: bool, each: &mut impl FnMut(Segment<'a>)) {
    if between == " " || (between.is_empty() && is_at_edge) {
        between.clear();
        return;
    }
    let mut tidied = String::with_capacity(between.len());
    let (mut last, mut repeats) = ('\0', 0);
    for one in between.chars() {
        let one = if one.is_whitespace() || one.is_control() { ' ' } else { one };
        repeats = if one == last { repeats + 1 } else { 1 };
        last = one;
        if repeats <= if one == ' ' { 1 } else { REPEATS_MAX } {
            tidied.push(one);
        }
    }
    between.clear();
    let tidied = if is_at_edge { tidied.trim() } else { &tidied };
    if tidied == " " || (tidied.is_empty() && is_at_edge) {
        return;
    }
    if tidied.is_empty() {
        each(Segment::Separator(Cow::Borrowed("")));
        return;
    }
    let mut rest = tidied;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(SEPARATOR_MAX_CHARS).map_or(rest.len(), |(end, _)| end);
        let (piece, after) = rest.split_at(end);
        each(Segment::Separator(Cow::Owned(piece.to_owned())));
        rest = after;
    }
}

enum Run<'a> {
    Word(&'a str),
    Other(&'a str),
}

/// Splits a line into runs of letters and digits and runs of other characters. In scripts without spaces each letter is
/// a word, including its marks.
fn runs(line: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_word = first.is_alphanumeric();
        let mut end = rest.len();
        for (place, one) in rest.char_indices().skip(1) {
            let goes_on = if !is_word {
                !one.is_alphanumeric()
            } else if place >= WORD_MAX_BYTES {
                false
            } else if is_unspaced(first) {
                is_mark(one)
            } else {
                !is_unspaced(one) && goes_on(rest, place, one)
            };
            if !goes_on {
                end = place;
                break;
            }
        }
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(if is_word { Run::Word(run) } else { Run::Other(run) })
    })
}

/// Whether a word continues with this character: a letter, a digit, a mark, or the apostrophe of a contraction.
fn goes_on(text: &str, place: usize, one: char) -> bool {
    if one.is_ascii() {
        return one.is_ascii_alphanumeric() || (one == '\'' && is_contraction(&text[place + 1..]));
    }
    match one {
        '\u{2019}' | '\u{02BC}' => is_contraction(&text[place + one.len_utf8()..]),
        '\u{00AD}' | '\u{200B}'..='\u{200D}' => true,
        _ => one.is_alphanumeric() || is_mark(one),
    }
}

/// Whether the letters after an apostrophe belong to the preceding word, as in *don't*, which is often typed without
/// the apostrophe. Other apostrophes separate words: a search for *Dijkstra* or *ensemble* also finds *Dijkstra's* and
/// *l'ensemble*.
fn is_contraction(after: &str) -> bool {
    let end = after.find(|one: char| !one.is_alphanumeric()).unwrap_or(after.len());
    CONTRACTIONS.iter().any(|letters| after[..end].eq_ignore_ascii_case(letters))
}

/// Whether the character belongs to the preceding letter: a vowel sign, a tone mark, an accent.
fn is_mark(one: char) -> bool {
    !one.is_ascii() && fold(one.encode_utf8(&mut [0; 4])).is_empty()
}

/// Whether a line looks like a heading: short, without sentence punctuation at its end, and either numbered or at the
/// top of its page.
fn is_heading(line: &str, is_at_top: bool) -> bool {
    let line = line.trim();
    if line.is_empty() || line.ends_with(['.', ',', ';', ':', '-']) || line.len() > 120 {
        return false;
    }
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return false };
    let second = words.next();
    if words.count() + 2 > HEADING_MAX_WORDS || !line.chars().any(char::is_alphabetic) {
        return false;
    }
    let is_number = first.starts_with(|one: char| one.is_ascii_digit())
        && first.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && second.is_some_and(|word| word.starts_with(char::is_uppercase));
    let is_named = matches!(
        first,
        "Chapter"
            | "Section"
            | "Appendix"
            | "Lecture"
            | "Theorem"
            | "Lemma"
            | "Definition"
            | "Example"
            | "Unit"
            | "Week"
    ) && second.is_some_and(|word| word.starts_with(|one: char| one.is_ascii_digit()));
    is_number || is_named || (is_at_top && first.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let mut pieces = Vec::new();
        for_each_segment(text, |piece| {
            pieces.push(match piece {
                Segment::Word(word, true) => format!("{word}!"),
                Segment::Word(word, false) => word.to_owned(),
                Segment::Separator(between) => format!("<{between}>"),
            });
        });
        pieces
    }

    #[test]
    fn single_spaces_between_words_are_implicit_and_other_separators_are_normalized() {
        assert_eq!(pieces("a tall (small)  tree."), ["a", "tall", "< (>", "small", "<) >", "tree", "<.>"]);
        assert_eq!(pieces("see ........ 7\n\nthen"), ["see", "< ... >", "7", "then"]);
        assert_eq!(pieces("don't 'quote' it’s"), ["don't", "< '>", "quote", "<' >", "it", "<’>", "s"]);
        assert_eq!(pieces("l'ensemble we'll"), ["l", "<'>", "ensemble", "we'll"]);
        assert_eq!(pieces("量子 x"), ["量", "<>", "子", "x"]);
        assert_eq!(pieces("เชิง x"), ["เ", "<>", "ชิ", "<>", "ง", "x"]);
        assert_eq!(pieces("हिन्दी שָׁלוֹם e\u{301}tude"), ["हिन्दी", "שָׁלוֹם", "e\u{301}tude"]);
        assert_eq!(pieces(" \n . "), ["<.>"]);
        assert_eq!(pieces(""), [""; 0]);
    }

    #[test]
    fn numbered_lines_and_first_lines_of_pages_are_headings() {
        assert_eq!(
            pieces("Sorting\nand a line\nThe end of it\n3.2 Merge sort"),
            ["Sorting!", "and", "a", "line", "The", "end", "of", "it", "3!", "<.>", "2!", "Merge!", "sort!"]
        );
    }

    #[test]
    fn terms_consist_of_letters_and_digits_folded_in_case_and_accents() {
        for (word, term) in [("Écologie", "ecologie"), ("ﬁne", "fine"), ("don’t", "dont"), ("𝑥", "x"), ("½", "12")]
        {
            assert_eq!(normalize_term(word), term);
        }
        assert_eq!(normalize_term(&"é".repeat(90)).len(), TERM_MAX_BYTES);
    }
}
