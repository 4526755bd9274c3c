//! Challenge of the second factor. It combines the username and the session that the pool requires with the code.

/// Challenge parameter with the username that the pool requires with the code. The address is an alias, which the pool
/// does not accept there.
pub(super) const USERNAME_PARAMETER: &str = "USER_ID_FOR_SRP";
/// Separator between username and session. No session contains it.
const SEPARATOR: char = '~';

/// Builds the challenge that the client sends back with the code.
pub(super) fn join(username: &str, session: &str) -> String {
    format!("{username}{SEPARATOR}{session}")
}

/// Splits a challenge into username and session.
pub(super) fn split(challenge: &str) -> Option<(&str, &str)> {
    challenge.rsplit_once(SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_in_challenge_is_parsed_when_the_address_contains_the_separator() {
        let whole = join("a~b@noteninja.test", "AYABe-C_1");
        assert_eq!(split(&whole), Some(("a~b@noteninja.test", "AYABe-C_1")));
    }
}
