//! Checks that a request came through our CDN. Only then can the addresses added by proxies be trusted.

use http::{HeaderMap, HeaderName};
use subtle::ConstantTimeEq as _;

use crate::settings::SettingsError;

/// Header that the CDN sets on every request. It overwrites a value sent by the client.
const HEADER: HeaderName = HeaderName::from_static("x-note-ninja-origin");
const VARIABLE: &str = "ORIGIN_SECRET";

/// Shared secret that the CDN sends with each request. During a rotation, two comma-separated values are valid.
pub struct OriginSecret(String);

impl OriginSecret {
    /// Reads the secret from the environment, where `template.yaml` sets it.
    ///
    /// # Errors
    /// [`SettingsError::Missing`] if the variable is not set.
    pub fn from_env() -> Result<Self, SettingsError> {
        let given = std::env::var(VARIABLE).ok().filter(|value| values(value).next().is_some());
        given.map(OriginSecret).ok_or(SettingsError::Missing(VARIABLE))
    }

    /// Returns true if the request has a valid secret. During a rotation, the CDN may send either the old pair of
    /// secrets or the new one.
    #[must_use]
    pub fn matches(&self, headers: &HeaderMap) -> bool {
        let mut sent = headers.get_all(HEADER).iter().filter_map(|line| line.to_str().ok()).flat_map(values);
        // Compare in constant time.
        sent.any(|value| values(&self.0).any(|known| known.as_bytes().ct_eq(value.as_bytes()).into()))
    }
}

fn values(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(known: &str, sent: Option<&str>, expected: bool) {
        let headers = HeaderMap::from_iter(sent.map(|sent| (HEADER, sent.parse().unwrap())));
        assert_eq!(OriginSecret(known.to_owned()).matches(&headers), expected, "{known:?} and {sent:?}");
    }

    #[test]
    fn h11_a_request_without_the_origin_secret_is_refused() {
        check("first", Some("first"), true);
        for sent in [None, Some(""), Some(","), Some("First"), Some("firs"), Some("first2"), Some("second")] {
            check("first", sent, false);
        }
    }

    #[test]
    fn h11_both_secrets_are_accepted_during_a_rotation() {
        // The function or the CDN can be updated first.
        check("first,second", Some("first"), true);
        check("first", Some("first,second"), true);
        check("second", Some("first, second"), true);
        check("first,second", Some("second"), true);
        check("second", Some("first"), false);
    }
}
