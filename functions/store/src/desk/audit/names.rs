//! Names of items as the audit log stores them.

use wasm_core::album::AlbumId;
use wasm_core::shelf::ShelfId;

/// Maximum length of a text in the log, in characters.
const LOGGED_CHARS: usize = 200;

/// Returns the name of a published item, a study card or an upload: its shortened title, followed by its collection in
/// parentheses. `place` is a course code, a shelf, an album or another text, and may be empty.
#[must_use]
pub fn item_name(title: &str, place: &str) -> String {
    let shelf = place.parse::<ShelfId>().ok().map(ShelfId::title);
    let album = place.parse::<AlbumId>().ok().map(AlbumId::title);
    let title = shorten(title);
    match shelf.or(album).unwrap_or(place) {
        "" => title,
        place => format!("{title} ({place})"),
    }
}

/// Shortens a text to 200 characters.
#[must_use]
pub fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(LOGGED_CHARS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_entry_names_the_collection_of_an_item_by_its_display_name() {
        assert_eq!(item_name("Pointers", "CS246"), "Pointers (CS246)");
        assert_eq!(item_name("Pointers", ShelfId::DeepDive.as_str()), "Pointers (Deep Dive)");
        assert_eq!(item_name("Pointers", AlbumId::ExamReview.as_str()), "Pointers (Exam Review)");
        assert_eq!(item_name("page.pdf", ""), "page.pdf");
    }

    #[test]
    fn long_text_in_an_audit_entry_is_truncated() {
        let whole = "é".repeat(LOGGED_CHARS);
        assert_eq!(shorten(&whole), whole);
        assert_eq!(shorten(&format!("{whole}n")), format!("{whole}…"));
    }
}
