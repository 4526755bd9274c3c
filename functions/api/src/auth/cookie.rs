//! The session cookie: the refresh token, out of reach of scripts and of every address but ours for sessions.

use std::borrow::Cow;

use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue};

const NAME: &str = "nn_refresh";
/// As long as the refresh token itself.
const MAX_AGE: Duration = Duration::days(30);

/// How long the browser keeps the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// 30 days.
    Remember,
    /// Until the browser closes: somebody else will sit here next.
    UntilClosed,
}

impl Keep {
    pub(crate) fn for_computer(shared: bool) -> Self {
        if shared { Keep::UntilClosed } else { Keep::Remember }
    }
}

/// What the cookie carries.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SessionCookie {
    pub(crate) keep: Keep,
    pub(crate) refresh_token: String,
}

impl SessionCookie {
    /// The cookie of a request, if it is one of ours.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let cookie = lines.flat_map(Cookie::split_parse).flatten().find(|cookie| cookie.name() == NAME)?;
        let (keep, refresh_token) = cookie.value().split_once('~')?;
        let keep = match keep {
            "r" => Keep::Remember,
            "c" => Keep::UntilClosed,
            _ => return None,
        };
        (!refresh_token.is_empty()).then(|| SessionCookie { keep, refresh_token: refresh_token.to_owned() })
    }

    /// The header that stores the cookie, or nothing when the token has characters that no cookie can hold.
    pub(crate) fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        let mut cookie = match self.keep {
            Keep::Remember => made(format!("r~{}", self.refresh_token)),
            Keep::UntilClosed => made(format!("c~{}", self.refresh_token)),
        };
        if self.keep == Keep::Remember {
            cookie.set_max_age(MAX_AGE);
        }
        let mut value = HeaderValue::from_str(&cookie.to_string()).ok()?;
        value.set_sensitive(true);
        Some((SET_COOKIE, value))
    }
}

/// The cookie with this value, as it stands in every header of ours.
fn made<'a>(value: impl Into<Cow<'a, str>>) -> Cookie<'a> {
    Cookie::build((NAME, value)).http_only(true).secure(true).same_site(SameSite::Strict).path("/api/auth").build()
}

/// The header that removes the cookie.
pub(crate) fn removal() -> (HeaderName, HeaderValue) {
    (SET_COOKIE, HeaderValue::from_static("nn_refresh=; HttpOnly; Secure; SameSite=Strict; Path=/api/auth; Max-Age=0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent_back(header: &HeaderValue) -> HeaderMap {
        let pair = header.to_str().unwrap().split(';').next().unwrap().to_owned();
        HeaderMap::from_iter([(COOKIE, format!("theme=dark; {pair}").parse().unwrap())])
    }

    #[test]
    fn h15_the_session_cookie_round_trips_and_is_http_only() {
        for keep in [Keep::Remember, Keep::UntilClosed] {
            let cookie = SessionCookie { keep, refresh_token: "eyJ.a-b_c~d.e".into() };
            let header = cookie.header().unwrap().1;
            let text = header.to_str().unwrap();
            for attribute in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/api/auth"] {
                assert!(text.contains(attribute), "{text}");
            }
            assert_eq!(text.contains("Max-Age=2592000"), keep == Keep::Remember, "{text}");
            assert!(SessionCookie::of(&sent_back(&header)).unwrap() == cookie);
        }
    }

    #[test]
    fn h15_a_malformed_or_foreign_cookie_is_no_session() {
        for value in ["nn_refresh=", "nn_refresh=r~", "nn_refresh=x~a", "nn_refresh=abc", "other=r~a"] {
            let headers = HeaderMap::from_iter([(COOKIE, value.parse().unwrap())]);
            assert!(SessionCookie::of(&headers).is_none(), "{value}");
        }
        assert!(SessionCookie::of(&sent_back(&removal().1)).is_none());
    }
}
