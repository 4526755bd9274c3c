//! Puts words together that are divided at the end of a line, also where something else is drawn before the next line:
//! the line of a neighbouring column, the number of a line.

use super::lines::TextLine;

/// Marks a place where a word may be divided, and shows only if it is.
pub(super) const SOFT_HYPHEN: char = '\u{ad}';

/// A hyphen at which no line ends unless something went wrong.
pub(super) const FIRM_HYPHEN: char = '\u{2011}';

/// So many lines may be drawn between the two parts of a word.
const BETWEEN_MAX: usize = 8;

/// Distance of two lines of a column, in em.
const LEADING_EM: std::ops::Range<f64> = 0.8..1.9;

/// How far right of a line the next one of its column begins, in em: it may be indented, or have a number in the margin.
const INDENT_EM: std::ops::Range<f64> = -5.0..3.0;

/// Whether a word goes on in the next line.
pub(super) fn is_divided(before: &str, next: &str) -> bool {
    let mut end = before.chars().rev();
    let is_part: fn(char) -> bool = match end.next() {
        Some('-' | '\u{2010}') => char::is_lowercase,
        Some(SOFT_HYPHEN | FIRM_HYPHEN) => char::is_alphabetic,
        _ => return false,
    };
    end.next().is_some_and(is_part) && next.starts_with(is_part)
}

/// Moves the second part of a divided word behind the first where other lines are drawn between them.
pub(super) fn bring_together(lines: &mut [TextLine]) {
    for index in 0..lines.len() {
        let (before, after) = lines.split_at_mut(index + 1);
        let Some(line) = before.last_mut() else { continue };
        let text: String =
            line.pieces[line.pieces.len().saturating_sub(2)..].iter().map(|(text, _)| text.as_str()).collect();
        if !text.ends_with(['-', '\u{2010}', SOFT_HYPHEN]) {
            continue;
        }
        let Some(next) = after.iter_mut().take(BETWEEN_MAX).find(|next| is_below(line, next)) else { continue };
        let word_from = |from: usize| from + next.pieces[from..].iter().take_while(|(text, _)| !is_space(text)).count();
        let mut word = 0..word_from(0);
        if next.pieces[word.clone()].iter().all(|(text, _)| text.chars().all(char::is_numeric)) {
            // The number of the line.
            let from = word.end + next.pieces[word.end..].iter().take_while(|(text, _)| is_space(text)).count();
            word = from..word_from(from);
        }
        let part: String = next.pieces[word.clone()].iter().map(|(text, _)| text.as_str()).collect();
        if is_divided(&text, &part) {
            line.pieces.last_mut().and_then(|(text, _)| text.pop());
            line.pieces.extend(next.pieces.drain(word));
        }
    }
}

fn is_space(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Whether a line is the next one in the column of another.
fn is_below(line: &TextLine, next: &TextLine) -> bool {
    let em = line.pieces.last().map_or(0.0, |(_, em)| *em);
    let way = next.start - line.start;
    LEADING_EM.contains(&(way.y / em)) && INDENT_EM.contains(&(way.x / em))
}
