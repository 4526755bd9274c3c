//! Words of a text filter.

use wasm_core::text::fold;

/// The words of a text filter, folded. A filter without words matches every text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextFilter(Vec<String>);

impl TextFilter {
    /// Splits the text of a filter at white space.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(text.split_whitespace().map(fold).collect())
    }

    /// Returns true if every word occurs in the text, as a whole or as a part of a word, ignoring case and diacritics.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let text = fold(text);
        self.0.iter().all(|word| text.contains(word.as_str()))
    }
}
