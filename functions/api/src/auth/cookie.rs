//! The session cookie: the refresh token, out of reach of scripts and of every address but ours for sessions.

use std::borrow::Cow;
use std::net::IpAddr;

use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue, Uri};

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

/// What is between the page and the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// A network: the cookie is `Secure` and travels encrypted or not at all.
    Network,
    /// Nothing but this machine, over plain http. WebKit keeps no `Secure` cookie of such a page, so it goes without.
    Loopback,
}

impl Connection {
    /// Of the page at this origin. What is not certainly this machine is taken for a network.
    pub(crate) fn of_page(origin: &str) -> Self {
        let is_here = origin
            .parse::<Uri>()
            .is_ok_and(|uri| uri.scheme_str() == Some("http") && uri.host().is_some_and(is_this_machine));
        if is_here { Connection::Loopback } else { Connection::Network }
    }
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
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
    pub(crate) fn header(&self, connection: Connection) -> Option<(HeaderName, HeaderValue)> {
        let mut cookie = match self.keep {
            Keep::Remember => made(format!("r~{}", self.refresh_token), connection),
            Keep::UntilClosed => made(format!("c~{}", self.refresh_token), connection),
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
fn made<'a>(value: impl Into<Cow<'a, str>>, connection: Connection) -> Cookie<'a> {
    let is_secure = connection == Connection::Network;
    let cookie = Cookie::build((NAME, value)).http_only(true).secure(is_secure);
    cookie.same_site(SameSite::Strict).path("/api/auth").build()
}

/// The header that removes the cookie.
pub(crate) fn removal(connection: Connection) -> (HeaderName, HeaderValue) {
    let value = match connection {
        Connection::Network => "nn_refresh=; HttpOnly; SameSite=Strict; Secure; Path=/api/auth; Max-Age=0",
        Connection::Loopback => "nn_refresh=; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=0",
    };
    (SET_COOKIE, HeaderValue::from_static(value))
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
            for connection in [Connection::Network, Connection::Loopback] {
                let header = cookie.header(connection).unwrap().1;
                let text = header.to_str().unwrap();
                for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/auth"] {
                    assert!(text.contains(attribute), "{text}");
                }
                assert_eq!(text.contains("Max-Age=2592000"), keep == Keep::Remember, "{text}");
                assert!(SessionCookie::of(&sent_back(&header)).unwrap() == cookie);
            }
        }
    }

    #[test]
    fn only_the_cookie_of_a_page_on_this_machine_over_http_is_not_secure() {
        let origins = [
            ("http://localhost:4000", Connection::Loopback),
            ("http://127.0.0.1:4000", Connection::Loopback),
            ("http://[::1]:4000", Connection::Loopback),
            ("https://localhost:4000", Connection::Network),
            ("https://notes.example.org", Connection::Network),
            ("http://notes.example.org", Connection::Network),
            ("http://localhost.example.org", Connection::Network),
            ("http://127.0.0.1.example.org", Connection::Network),
            ("http://localhost@example.org", Connection::Network),
            ("http://192.168.1.7:4000", Connection::Network),
            ("localhost:4000", Connection::Network),
            ("", Connection::Network),
        ];
        let cookie = SessionCookie { keep: Keep::Remember, refresh_token: "token".into() };
        for (origin, expected) in origins {
            let connection = Connection::of_page(origin);
            assert_eq!(connection, expected, "{origin}");
            for (_, header) in [cookie.header(connection).unwrap(), removal(connection)] {
                let text = header.to_str().unwrap();
                assert_eq!(text.contains("; Secure;"), expected == Connection::Network, "{origin}: {text}");
            }
        }
    }

    #[test]
    fn h15_a_malformed_or_foreign_cookie_is_no_session() {
        for value in ["nn_refresh=", "nn_refresh=r~", "nn_refresh=x~a", "nn_refresh=abc", "other=r~a"] {
            let headers = HeaderMap::from_iter([(COOKIE, value.parse().unwrap())]);
            assert!(SessionCookie::of(&headers).is_none(), "{value}");
        }
        assert!(SessionCookie::of(&sent_back(&removal(Connection::Network).1)).is_none());
    }
}
