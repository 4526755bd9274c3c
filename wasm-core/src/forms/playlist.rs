//! Playlists.

use super::{FieldError, required_text};
use crate::limits::PLAYLIST_NAME_MAX_CHARS;
use crate::unicode::to_nfc;

/// Shown when the name of a playlist is empty.
pub const PLAYLIST_NAME_REQUIRED: &str = "Playlist name cannot be empty.";

/// Checks the name of a playlist and returns its stored form.
///
/// # Errors
/// `required` or `too_long`, for the field `name`.
pub fn validate_playlist_name(name: &str) -> Result<String, FieldError> {
    required_text("name", name, PLAYLIST_NAME_MAX_CHARS, PLAYLIST_NAME_REQUIRED)
}

/// Returns the key that makes names comparable: it ignores case but not accents. Takes the result of
/// [`validate_playlist_name`].
#[must_use]
pub fn playlist_name_key(name: &str) -> String {
    // Upper case first, so that letters without a single counterpart become equal: 'ß' and 'SS'.
    let folded: String = name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    to_nfc(&folded).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn s5_pl_1_playlist_name_is_trimmed_and_must_not_be_empty() {
        assert_eq!(validate_playlist_name("  Finals \u{200B} week ").unwrap(), "Finals week");
        for empty in ["", "  ", "\u{200B}\t"] {
            let error = validate_playlist_name(empty).unwrap_err();
            assert_eq!((error.field.as_str(), error.code.as_str()), ("name", "required"));
            assert_eq!(error.message, "Playlist name cannot be empty.");
        }
        assert!(validate_playlist_name(&"é".repeat(80)).is_ok());
        assert_eq!(validate_playlist_name(&"é".repeat(81)).unwrap_err().code, "too_long");
    }

    #[test]
    fn s4_pl_1_playlist_names_are_compared_trimmed_unicode_composed_and_case_insensitively() {
        let key = |typed: &str| playlist_name_key(&validate_playlist_name(typed).unwrap());
        for (one, other) in [
            ("Finals", " fINALS "),
            ("Cafe\u{301}", "CAFÉ"),
            ("Straße", "STRASSE"),
            ("ΟΔΟΣ", "οδος"),
            ("two  words", "Two words"),
        ] {
            assert_eq!(key(one), key(other), "{one} and {other}");
        }
        for (one, other) in [("Finals", "Final"), ("Café", "Cafe"), ("a b", "ab")] {
            assert_ne!(key(one), key(other), "{one} and {other}");
        }
    }

    proptest! {
        #[test]
        fn computing_the_key_of_a_playlist_name_is_idempotent(typed in "\\PC{1,20}") {
            let Ok(name) = validate_playlist_name(&typed) else { return Ok(()) };
            let key = playlist_name_key(&name);
            prop_assert_eq!(playlist_name_key(&key), key.clone());
        }
    }
}
