//! Normalises extracted text to the characters that a person would type.

use unicode_normalization::UnicodeNormalization as _;

use super::hyphenation::{NON_BREAKING_HYPHEN, SOFT_HYPHEN, is_hyphenated};
use super::marks;

/// Normalises text to NFKC, so that ligatures become letters. Joins words that are divided at line ends, and removes
/// control characters and zero-width characters.
pub(in crate::pdf) fn normalize_text(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in normalised(text).split(['\n', '\r']) {
        let words: Vec<&str> = line
            .split(|one: char| one.is_whitespace() || one.is_control() || one == char::REPLACEMENT_CHARACTER)
            .collect();
        let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some(before) if is_hyphenated(before, &line) => {
                if before.pop() == Some(NON_BREAKING_HYPHEN) {
                    before.push('-');
                }
                before.push_str(&line);
            }
            _ => lines.push(line),
        }
    }
    let text = lines.join("\n").replace(SOFT_HYPHEN, "").replace(['\u{2010}', NON_BREAKING_HYPHEN], "-");
    // A removed character may have separated a letter from its mark.
    if text.is_ascii() { text } else { text.nfc().collect() }
}

/// Converts the text to NFKC, but keeps spacing accents, soft hyphens and non-breaking hyphens.
fn normalised(text: &str) -> String {
    let mut normalised = String::with_capacity(text.len());
    let is_kept = |one: char| marks::is_spacing_accent(one) || one == NON_BREAKING_HYPHEN;
    for part in text.split_inclusive(is_kept) {
        let end = part.char_indices().next_back().filter(|(_, one)| is_kept(*one)).map_or(part.len(), |(end, _)| end);
        normalised.extend(part[..end].chars().filter(|one| !has_no_width(*one)).nfkc());
        normalised.push_str(&part[end..]);
    }
    normalised
}

/// Returns true for characters that only control line breaks or text direction. Joiners are excluded, because some
/// scripts need them.
fn has_no_width(one: char) -> bool {
    matches!(one, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleaning_text_expands_ligatures_joins_hyphenated_words_and_drops_control_characters() {
        assert_eq!(normalize_text("of\u{fb01}ce  hours\n\n\u{0} \nTuesday"), "office hours\nTuesday");
        assert_eq!(normalize_text("an exam-\nple of it"), "an example of it");
        assert_eq!(normalize_text("Monday-\nFriday, e-\nMail"), "Monday-\nFriday, e-\nMail");
    }
}
