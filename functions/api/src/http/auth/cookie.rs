//! The session cookie: the refresh token, out of reach of scripts and of every address but ours for sessions.

use std::net::IpAddr;

use axum::response::AppendHeaders;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use store::ids::SessionSecret;

/// Browsers accept the `__Secure-` prefix on an encrypted connection only.
const SECURE_NAME: &str = "__Secure-nn_refresh";
/// Without one no browser takes that name. It was also the name of all cookies once: who still has such a one goes on with
/// it until the next refresh.
const PLAIN_NAME: &str = "nn_refresh";
/// As long as the refresh token itself.
const MAX_AGE: Duration = Duration::days(30);

/// Lifetime of the session cookie in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// 30 days.
    Remember,
    /// Until the browser closes, for shared computers.
    UntilClosed,
}

impl Keep {
    pub(crate) fn for_computer(shared: bool) -> Self {
        if shared { Keep::UntilClosed } else { Keep::Remember }
    }
}

/// Connection between the page and the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// A network: the cookie is `Secure` and travels encrypted or not at all.
    Network,
    /// Nothing but this machine, over plain http. WebKit keeps no `Secure` cookie of such a page, so it goes without.
    Loopback,
}

impl Connection {
    /// Derives the connection from the page's origin. Only plain HTTP on this machine counts as local.
    pub(crate) fn of_page(origin: &str) -> Self {
        let is_here = origin
            .parse::<Uri>()
            .is_ok_and(|uri| uri.scheme_str() == Some("http") && uri.host().is_some_and(is_this_machine));
        if is_here { Connection::Loopback } else { Connection::Network }
    }

    fn cookie_name(self) -> &'static str {
        match self {
            Connection::Network => SECURE_NAME,
            Connection::Loopback => PLAIN_NAME,
        }
    }
}

/// Headers of an answer that change cookies.
pub(crate) type SetCookies = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Content of the session cookie.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SessionCookie {
    pub(crate) keep: Keep,
    /// Secret that identifies the session. `None` in cookies older than the list of sessions.
    pub(crate) secret: Option<SessionSecret>,
    pub(crate) refresh_token: String,
}

impl SessionCookie {
    /// Reads the session cookie of a request. Returns `None` if it is missing or malformed.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        [SECURE_NAME, PLAIN_NAME].into_iter().find_map(|name| Self::read(&value_of(headers, name)?))
    }

    fn read(value: &str) -> Option<Self> {
        let (keep, rest) = value.split_once('~')?;
        let keep = match keep {
            "r" => Keep::Remember,
            "c" => Keep::UntilClosed,
            _ => return None,
        };
        let (secret, refresh_token) = match rest.split_once('~') {
            Some((secret, token)) => (Some(secret.parse().ok()?), token),
            None => (None, rest),
        };
        (!refresh_token.is_empty()).then(|| SessionCookie { keep, secret, refresh_token: refresh_token.to_owned() })
    }

    /// The headers that store the cookie, and remove one of the old name; nothing when the token has characters that no cookie
    /// can hold.
    pub(crate) fn headers(&self, connection: Connection) -> Option<SetCookies> {
        let keep = match self.keep {
            Keep::Remember => "r",
            Keep::UntilClosed => "c",
        };
        let value = match self.secret {
            Some(secret) => format!("{keep}~{secret}~{}", self.refresh_token),
            None => format!("{keep}~{}", self.refresh_token),
        };
        let mut cookie = made(connection.cookie_name(), value, connection);
        if self.keep == Keep::Remember {
            cookie.set_max_age(MAX_AGE);
        }
        let mut value = HeaderValue::from_str(&cookie.to_string()).ok()?;
        value.set_sensitive(true);
        let old = (connection == Connection::Network).then(|| removal_of(PLAIN_NAME, connection));
        Some(AppendHeaders([Some((SET_COOKIE, value)), old].into_iter().flatten().collect()))
    }
}

fn value_of(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let cookie = lines.flat_map(Cookie::split_parse).flatten().find(|cookie| cookie.name() == name)?;
    Some(cookie.value().to_owned())
}

/// Whether the request holds its session under another name than the one that it gets now.
pub(crate) fn has_old_name(headers: &HeaderMap, connection: Connection) -> bool {
    value_of(headers, connection.cookie_name()).is_none()
}

/// Builds a cookie with the attributes that all our cookies share.
fn made(name: &'static str, value: String, connection: Connection) -> Cookie<'static> {
    let is_secure = connection == Connection::Network;
    let cookie = Cookie::build((name, value)).http_only(true).secure(is_secure);
    cookie.same_site(SameSite::Strict).path("/api/auth").build()
}

/// The headers that remove the cookie, whatever it is called.
pub(crate) fn removal(connection: Connection) -> SetCookies {
    let names: &[&'static str] = match connection {
        Connection::Network => &[SECURE_NAME, PLAIN_NAME],
        Connection::Loopback => &[PLAIN_NAME],
    };
    AppendHeaders(names.iter().map(|name| removal_of(name, connection)).collect())
}

fn removal_of(name: &'static str, connection: Connection) -> (HeaderName, HeaderValue) {
    let mut cookie = made(name, String::new(), connection);
    cookie.set_max_age(Duration::ZERO);
    // Made of words that a header can hold.
    let value = HeaderValue::from_str(&cookie.to_string()).unwrap_or_else(|_| HeaderValue::from_static(""));
    (SET_COOKIE, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one header value per cookie.
    fn lines(headers: &SetCookies) -> Vec<String> {
        headers.0.iter().map(|(_, value)| value.to_str().unwrap().to_owned()).collect()
    }

    fn sent_back(line: &str) -> HeaderMap {
        let pair = line.split(';').next().unwrap();
        HeaderMap::from_iter([(COOKIE, format!("theme=dark; {pair}").parse().unwrap())])
    }

    fn cookie(keep: Keep) -> SessionCookie {
        SessionCookie { keep, secret: Some(SessionSecret::generate()), refresh_token: "eyJ.a-b_c~d.e".into() }
    }

    #[test]
    fn h15_the_session_cookie_round_trips_and_is_http_only() {
        for keep in [Keep::Remember, Keep::UntilClosed] {
            let cookie = cookie(keep);
            for connection in [Connection::Network, Connection::Loopback] {
                let text = lines(&cookie.headers(connection).unwrap()).swap_remove(0);
                for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/auth"] {
                    assert!(text.contains(attribute), "{text}");
                }
                assert_eq!(text.contains("Max-Age=2592000"), keep == Keep::Remember, "{text}");
                assert!(SessionCookie::of(&sent_back(&text)).unwrap() == cookie);
            }
        }
    }

    #[test]
    fn cookie_is_not_secure_only_for_pages_on_localhost_over_http() {
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
        let cookie = cookie(Keep::Remember);
        for (origin, expected) in origins {
            let connection = Connection::of_page(origin);
            assert_eq!(connection, expected, "{origin}");
            for headers in [cookie.headers(connection).unwrap(), removal(connection)] {
                let lines = lines(&headers);
                let is_secure = expected == Connection::Network;
                assert!(lines.iter().all(|line| line.contains("; Secure;") == is_secure), "{origin}: {lines:?}");
                assert_eq!(lines[0].starts_with("__Secure-nn_refresh="), is_secure, "{origin}: {lines:?}");
            }
        }
    }

    #[test]
    fn cookie_with_the_old_name_is_read_and_replaced_by_one_with_the_secure_prefix() {
        let old = HeaderMap::from_iter([(COOKIE, "nn_refresh=r~eyJ.a.b".parse().unwrap())]);
        let found = SessionCookie::of(&old).unwrap();
        assert!((found.keep, found.secret, found.refresh_token.as_str()) == (Keep::Remember, None, "eyJ.a.b"));
        assert!(has_old_name(&old, Connection::Network) && !has_old_name(&old, Connection::Loopback));
        let lines = lines(&found.headers(Connection::Network).unwrap());
        assert!(lines[0].starts_with("__Secure-nn_refresh=r~eyJ.a.b;"), "{lines:?}");
        assert!(lines[1].starts_with("nn_refresh=;") && lines[1].contains("Max-Age=0"), "{lines:?}");
        assert!(!has_old_name(&sent_back(&lines[0]), Connection::Network));
        // A cookie with the plain name, set by another application, must not replace the secure one.
        let both = "nn_refresh=r~theirs; __Secure-nn_refresh=r~ours".parse().unwrap();
        let found = SessionCookie::of(&HeaderMap::from_iter([(COOKIE, both)])).unwrap();
        assert_eq!(found.refresh_token, "ours");
    }

    #[test]
    fn h15_a_malformed_or_unknown_cookie_gives_no_session() {
        for value in [
            "nn_refresh=",
            "nn_refresh=r~",
            "nn_refresh=x~a",
            "nn_refresh=abc",
            "nn_refresh=r~no-secret~a",
            "other=r~a",
        ] {
            let headers = HeaderMap::from_iter([(COOKIE, value.parse().unwrap())]);
            assert!(SessionCookie::of(&headers).is_none(), "{value}");
        }
        for line in lines(&removal(Connection::Network)) {
            assert!(line.contains("Max-Age=0") && SessionCookie::of(&sent_back(&line)).is_none(), "{line}");
        }
    }
}
