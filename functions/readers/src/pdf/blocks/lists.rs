//! Markers of list items.

/// Characters that mark list items.
const BULLETS: &str = "•◦▪▫‣⁃∙·●○■□►▸▶➢➤✓✔❖◆◇–—-*\u{f0b7}\u{f0a7}\u{f076}\u{f0d8}";

/// Maximum number of digits or letters of a marker.
const MARKER_MAX_CHARS: usize = 4;

/// Splits a text into the marker of a list item and the rest. Returns `None` if it has no marker.
pub(super) fn split_marker(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    if BULLETS.contains(first) {
        let rest = text.get(first.len_utf8()..)?;
        let is_alone = rest.is_empty() || rest.starts_with(char::is_whitespace);
        // A hyphen without a space is a minus or part of a word.
        let is_symbol = !matches!(first, '-' | '*' | '–' | '—' | '·') && !rest.starts_with(BULLETS_AGAIN);
        return (is_alone || is_symbol).then(|| (&text[..first.len_utf8()], rest.trim_start()));
    }
    let (marker, rest) = text.split_at(text.find(char::is_whitespace)?);
    is_number(marker).then(|| (marker, rest.trim_start()))
}

/// A bullet followed by one of these characters starts a row of symbols, not a list item.
const BULLETS_AGAIN: [char; 4] = ['•', '●', '■', '○'];

/// Returns true for `1.`, `(a)`, `iv)`, `[3]` and `2.1.`, but not for words and decimal numbers.
fn is_number(marker: &str) -> bool {
    let inner = match marker.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')'),
        None => match marker.strip_prefix('[') {
            Some(inner) => inner.strip_suffix(']'),
            None => marker.strip_suffix(['.', ')', ':']),
        },
    };
    let Some(inner) = inner.filter(|inner| !inner.is_empty()) else { return false };
    let mut parts = inner.split('.');
    let is_part = |part: &str| !part.is_empty() && part.len() <= 3 && part.bytes().all(|one| one.is_ascii_digit());
    let is_letters = inner.chars().count() == 1 && inner.chars().all(char::is_alphabetic);
    let is_roman = inner.len() <= MARKER_MAX_CHARS && inner.bytes().all(|one| matches!(one, b'i' | b'v' | b'x'));
    parts.all(is_part) || is_letters || is_roman
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_of_list_items_are_split_from_their_text() {
        for (text, marker, rest) in [
            ("• first", "•", "first"),
            ("•first", "•", "first"),
            ("- a point", "-", "a point"),
            ("1. Prove it.", "1.", "Prove it."),
            ("(a) the case", "(a)", "the case"),
            ("iv) fourth", "iv)", "fourth"),
            ("[12] A book", "[12]", "A book"),
            ("2.1. nested", "2.1.", "nested"),
        ] {
            assert_eq!(split_marker(text), Some((marker, rest)), "{text}");
        }
        for text in ["-5 degrees", "3.14 is pi", "2026 was", "Dr. Who", "word", "", "1.", "–5"] {
            assert_eq!(split_marker(text), None, "{text:?}");
        }
    }
}
