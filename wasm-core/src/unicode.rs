//! Unicode normalisation and lower-casing through the host platform.
//!
//! Browsers have the tables built in; shipping them would double the size of the core. On the server they come from a
//! crate. Both give the same result, because Unicode guarantees that both are stable.

#[cfg(target_arch = "wasm32")]
mod browser;

use std::borrow::Cow;

#[cfg(target_arch = "wasm32")]
use self::browser as host;

/// Returns the text with letters and their marks composed (NFC). File names from macOS are often decomposed.
pub fn to_nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(host::composed(text)) }
}

/// Returns the character decomposed by compatibility (NFKD), without marks and in lower case: `e` for `É`, `fi` for
/// `ﬁ`, an empty string for a mark.
pub(crate) fn lower_without_marks(character: char) -> String {
    match character {
        // Fast path: Han characters decompose to themselves, and titles in Chinese consist of them.
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' => character.into(),
        _ => host::lower_without_marks(character),
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use unicode_normalization::UnicodeNormalization as _;
    use unicode_normalization::char::is_combining_mark;

    pub(super) fn composed(text: &str) -> String {
        text.nfc().collect()
    }

    pub(super) fn lower_without_marks(character: char) -> String {
        let letters = std::iter::once(character).nfkd().filter(|part| !is_combining_mark(*part));
        letters.flat_map(char::to_lowercase).collect()
    }
}
