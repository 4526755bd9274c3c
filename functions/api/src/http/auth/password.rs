//! Rejects common or guessable passwords. The page itself checks the minimum length.
//!
//! `password/common.txt` lists the most frequent passwords in breaches: all entries of at least ten characters from the
//! lists of `@zxcvbn-ts/language-common` 4.1.3 (MIT, Dan Wheeler, Dropbox and the authors of zxcvbn-ts) and of Django 6
//! (BSD, made by Royce Williams), and their most frequent words. Each entry also covers its variants with digits and
//! punctuation around it.

use std::collections::HashSet;
use std::sync::LazyLock;

use wasm_core::forms::{self, FieldError};

static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("password/common.txt").lines().collect());

/// Name of the service, which passwords must not consist of.
const SERVICE: &str = "noteninja";
/// Shorter parts of an address or a name are ignored: they occur in too many words.
const PART_MIN_CHARS: usize = 3;
/// Minimum number of characters that must remain after address and name are removed.
const LEFT_MIN_CHARS: usize = 6;

/// Checks a new password for the account with this address and username. `username` is `None` if it is unknown.
///
/// # Errors
/// An error of the field `password`.
pub(crate) fn check(password: &str, email: &str, username: Option<&str>) -> Result<(), FieldError> {
    forms::validate_new_password(password)?;
    if is_common(password) {
        let message = "This is a very common password. A few unrelated words make a good one.";
        return Err(FieldError::new("password", "common", message));
    }
    if is_personal(password, email, username) {
        let message = "This password is too close to your email address, your username or our name. A few unrelated words make a good one.";
        return Err(FieldError::new("password", "personal", message));
    }
    Ok(())
}

fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let word = lower.trim_matches(|c: char| !c.is_alphabetic());
    let is_one_thing = lower.chars().all(|c| lower.starts_with(c));
    is_one_thing || COMMON.contains(lower.trim()) || COMMON.contains(word)
}

fn is_personal(password: &str, email: &str, username: Option<&str>) -> bool {
    let whole = letters_and_digits(password);
    let left = parts(email, username).iter().fold(whole.clone(), |left, part| left.replace(part, ""));
    left != whole && left.chars().count() < LEFT_MIN_CHARS
}

/// Returns the parts of address, username and service name, longest first, so that a whole name is removed before its
/// parts.
fn parts(email: &str, username: Option<&str>) -> Vec<String> {
    let names = [Some(email), email.split('@').next(), username, Some(SERVICE)];
    let pieces = email.split(['@', '.', '_', '-', '+']);
    let mut parts: Vec<String> = names.into_iter().flatten().chain(pieces).map(letters_and_digits).collect();
    parts.retain(|part| part.chars().count() >= PART_MIN_CHARS);
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(password: &str) -> Option<String> {
        check(password, "amara.okafor@uwaterloo.ca", Some("Amara_K")).err().map(|error| error.code)
    }

    #[test]
    fn common_passwords_are_rejected_even_with_added_digits_and_punctuation() {
        for password in
            ["1234567890", "qwertyuiop", "Password123", "password2026!", "Sunshine99", "!!!iloveyou!!!", "aaaaaaaaaaaa"]
        {
            assert_eq!(refused(password).as_deref(), Some("common"), "{password}");
        }
    }

    #[test]
    fn passwords_derived_from_address_username_or_product_name_are_rejected() {
        for password in [
            "amara.okafor@uwaterloo.ca",
            "okaforamara",
            "Amara_K2026",
            "uwaterloo12345",
            "noteninja1",
            "Note-Ninja-2026",
        ] {
            assert_eq!(refused(password).as_deref(), Some("personal"), "{password}");
        }
    }

    #[test]
    fn uncommon_passwords_are_accepted() {
        for password in [
            "correct horse battery",
            "amara likes green tea",
            "study-hard-tonight",
            "пароль от дома",
            "x7#kQ!pw2Lz",
            "ten chars.",
            "a#1$c%9^&!",
        ] {
            assert_eq!(refused(password), None, "{password}");
        }
        assert_eq!(refused("short").as_deref(), Some("too_short"));
    }

    #[test]
    fn the_common_password_list_is_sorted_and_has_thousands_of_entries_of_sufficient_length() {
        let lines: Vec<&str> = include_str!("password/common.txt").lines().collect();
        assert!(lines.is_sorted() && lines.iter().all(|line| line.to_lowercase() == *line));
        assert!(COMMON.len() == lines.len() && lines.len() > 8000, "{}", lines.len());
    }
}
