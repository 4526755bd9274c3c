//! The challenge between a right password and the code of the app: the name and the session that the pool wants back.

/// Where the pool says the name it wants back with the code: an address is an alias, which it does not take there.
pub(super) const USERNAME_PARAMETER: &str = "USER_ID_FOR_SRP";
/// Stands between name and session; no session contains it.
const SEPARATOR: char = '~';

/// What goes to the page and comes back with the code.
pub(super) fn join(username: &str, session: &str) -> String {
    format!("{username}{SEPARATOR}{session}")
}

/// The name and the session in a challenge.
pub(super) fn parts(challenge: &str) -> Option<(&str, &str)> {
    challenge.rsplit_once(SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_splits_correctly_when_the_address_contains_the_separator() {
        let whole = join("a~b@noteninja.test", "AYABe-C_1");
        assert_eq!(parts(&whole), Some(("a~b@noteninja.test", "AYABe-C_1")));
    }
}
