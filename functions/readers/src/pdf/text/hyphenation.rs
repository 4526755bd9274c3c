//! Joins words that are divided at the end of a line, even if other text is drawn before the next line, such as a line
//! of the neighbouring column or a line number.

use std::ops::Range;

use super::lines::TextLine;

/// Marks a position where a word may be divided. Visible only if the word is divided there.
pub(super) const SOFT_HYPHEN: char = '\u{ad}';

/// Non-breaking hyphen. A line should never end with it.
pub(super) const NON_BREAKING_HYPHEN: char = '\u{2011}';

/// Maximum number of lines drawn between the two parts of a word.
const BETWEEN_MAX: usize = 8;

/// Range of the distance between two lines of a column, in em.
const LEADING_EM: Range<f64> = 0.8..1.9;

/// Range of the horizontal offset of the next line in the same column, in em. Either line may be indented or start with
/// a number in the margin.
const INDENT_EM: Range<f64> = -5.0..3.0;

/// Minimum horizontal offset of the next column, in em.
const COLUMN_EM: f64 = 5.0;

/// Maximum difference between font sizes that count as equal, as a share.
const SAME_FONT: f64 = 0.02;

/// Returns true if `before` ends with a divided word that `next` continues.
pub(super) fn is_hyphenated(before: &str, next: &str) -> bool {
    let mut end = before.chars().rev();
    let is_part: fn(char) -> bool = match end.next() {
        Some('-' | '\u{2010}') => char::is_lowercase,
        Some(SOFT_HYPHEN | NON_BREAKING_HYPHEN) => char::is_alphabetic,
        _ => return false,
    };
    // Browsers print a visible hyphen after the soft one.
    end.find(|one| *one != SOFT_HYPHEN).is_some_and(is_part) && next.starts_with(is_part)
}

/// Moves the second part of a divided word behind the first if other lines are drawn between them.
pub(super) fn rejoin_divided_words(lines: &mut [TextLine]) {
    for index in 0..lines.len() {
        let (before, after) = lines.split_at_mut(index + 1);
        let Some(line) = before.last_mut() else { continue };
        let text: String =
            line.pieces[line.pieces.len().saturating_sub(3)..].iter().map(|(text, _)| text.as_str()).collect();
        if !text.ends_with(['-', '\u{2010}', SOFT_HYPHEN]) {
            continue;
        }
        let between = after.len().min(BETWEEN_MAX);
        let mut below: Vec<usize> = (0..between).filter(|place| is_below(line, &after[*place])).collect();
        // If lines of several columns match, prefer the one whose start is horizontally closest.
        let aside = |place: &usize| (after[*place].start.x - line.start.x).abs();
        below.sort_by(|one, other| aside(one).total_cmp(&aside(other)));
        // The next column may be drawn later, for example after a footnote.
        let beside = (0..between).find(|place| is_in_next_column(line, &after[*place]));
        let found = below.into_iter().chain(beside).find_map(|place| Some((place, second_part(&text, &after[place])?)));
        if let Some((place, word)) = found
            && let Some(next) = after.get_mut(place)
        {
            line.pieces.last_mut().and_then(|(text, _)| text.pop());
            line.pieces.extend(next.pieces.drain(word));
        }
    }
}

/// Returns the range of pieces that complete the word divided at the end of `text`.
fn second_part(text: &str, next: &TextLine) -> Option<Range<usize>> {
    let word_from = |from: usize| from + next.pieces[from..].iter().take_while(|(text, _)| !is_space(text)).count();
    let mut word = 0..word_from(0);
    if next.pieces[word.clone()].iter().all(|(text, _)| text.chars().all(char::is_numeric)) {
        // Skip a line number.
        let from = word.end + next.pieces[word.end..].iter().take_while(|(text, _)| is_space(text)).count();
        word = from..word_from(from);
    }
    let part: String = next.pieces[word.clone()].iter().map(|(text, _)| text.as_str()).collect();
    is_hyphenated(text, &part).then_some(word)
}

fn is_space(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Returns true if `next` is the following line in the same column.
fn is_below(line: &TextLine, next: &TextLine) -> bool {
    let em = line.pieces.last().map_or(0.0, |(_, em)| *em);
    let way = next.start - line.start;
    LEADING_EM.contains(&(way.y / em)) && INDENT_EM.contains(&(way.x / em))
}

/// Returns true if `next` has the same font size and starts higher and further right.
fn is_in_next_column(line: &TextLine, next: &TextLine) -> bool {
    let em = line.pieces.last().map_or(0.0, |(_, em)| *em);
    let way = next.start - line.start;
    let is_same_font = next.pieces.first().is_some_and(|(_, other)| (other - em).abs() < em * SAME_FONT);
    is_same_font && way.y < 0.0 && way.x > em * COLUMN_EM
}
