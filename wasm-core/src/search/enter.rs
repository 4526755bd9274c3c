//! What pressing Enter in the search box opens.

use super::index::Index;
use crate::course::CourseCode;
use crate::text::fold;

impl Index {
    /// The course that Enter opens: the one with exactly this code in any spelling, or else the best of those whose title
    /// contains the text. A title that is the text comes before one that begins with it, and that before others; among
    /// equals the most popular.
    #[must_use]
    pub fn enter_match(&self, text: &str) -> Option<CourseCode> {
        let wanted = plain(text);
        if wanted.is_empty() {
            return None;
        }
        if let Some(record) = CourseCode::parse(text).ok().and_then(|code| self.course(code)) {
            return Some(record.code);
        }
        self.records()
            .iter()
            .filter_map(|record| {
                let title = plain(&record.title);
                let place = title.find(&wanted)?;
                Some(((title.len() != wanted.len(), place != 0), record.code))
            })
            // The first of the smallest, and courses come most popular first.
            .min_by_key(|(closeness, _)| *closeness)
            .map(|(_, code)| code)
    }
}

/// Folded, with single spaces.
fn plain(text: &str) -> String {
    let folded = fold(text);
    let mut plain = String::with_capacity(folded.len());
    for word in folded.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}
