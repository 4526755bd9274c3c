//! Captions and footnotes.

use super::rows::Row;
use super::statistics::Statistics;

/// Words that begin captions, in lower case.
const WORDS: [&str; 24] = [
    "figure",
    "fig",
    "table",
    "tab",
    "listing",
    "algorithm",
    "scheme",
    "chart",
    "plate",
    "exhibit",
    "box",
    "abbildung",
    "abb",
    "tabelle",
    "algorithmus",
    "quelltext",
    "tableau",
    "figura",
    "tabla",
    "cuadro",
    "tabella",
    "figuur",
    "tabel",
    "рис",
];

/// Maximum length of a caption that has no punctuation after its number and no small font, in characters.
const SHORT_CHARS: usize = 60;

/// Maximum size of a footnote, relative to the body text.
const FOOTNOTE_SCALE: f64 = 0.93;

/// Returns true if a block with this text is the caption of a figure or table.
pub(super) fn is_caption(text: &str, scale: f64) -> bool {
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let word = first.trim_end_matches('.').to_lowercase();
    if !WORDS.contains(&word.as_str()) || !second.starts_with(|one: char| one.is_ascii_digit() || one.is_uppercase()) {
        return false;
    }
    let number = second.trim_end_matches([':', '.', ')', '—', '–', '|']);
    let is_number = number.chars().any(|one| one.is_ascii_digit())
        && number.chars().all(|one| one.is_alphanumeric() || ".-".contains(one));
    let is_marked =
        number.len() < second.len() || words.next().is_some_and(|next| matches!(next, "|" | "–" | "—" | ":" | "-"));
    is_number && (is_marked || text.chars().count() <= SHORT_CHARS || scale < FOOTNOTE_SCALE)
}

/// Returns true if the row begins a footnote: small, in the lower part of the page, and with a mark.
pub(super) fn begins_footnote(row: &Row, page_height: f64, statistics: &Statistics) -> bool {
    statistics.scale(row.em) < FOOTNOTE_SCALE && row.area.y0 > page_height * 0.4 && is_mark(&row.text())
}

/// Returns true if the text begins with the mark of a footnote.
fn is_mark(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = if digits > 0 { text.get(digits..) } else { text.strip_prefix(['*', '†', '‡', '§', '¶', '∗']) };
    let is_word = |rest: &str| {
        rest.trim_start().starts_with(char::is_alphabetic) || rest.trim_start().starts_with(['“', '"', '‘', '('])
    };
    digits <= 3 && rest.is_some_and(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_distinguished_from_sentences_about_figures() {
        for text in [
            "Figure 3: Waves",
            "Fig. 2. A long caption that goes on and on and on",
            "Table 4.1",
            "Abbildung 2 – Ein Baum",
        ] {
            assert!(is_caption(text, 1.0), "{text}");
        }
        for text in [
            "Figure 3 shows that the waves are longer than the ones in the last chapter.",
            "Figures are",
            "Table of contents",
        ] {
            assert!(!is_caption(text, 1.0), "{text}");
        }
    }

    #[test]
    fn footnote_marks_are_digits_and_symbols_before_a_word() {
        assert!(is_mark("1 Remark.") && is_mark("*Also") && is_mark("12See there"));
        assert!(!is_mark("2026 2027") && !is_mark("Remark") && !is_mark("1234 words"));
    }
}
