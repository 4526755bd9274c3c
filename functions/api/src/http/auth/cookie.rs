//! The session cookie with the refresh token. Scripts cannot read it, and browsers send it to `/api/auth` only.

use std::net::IpAddr;

use axum::response::AppendHeaders;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use store::ids::SessionSecret;

/// Cookie name over HTTPS. Browsers accept the `__Secure-` prefix only there.
const SECURE_NAME: &str = "__Secure-nn_refresh";
/// Cookie name over plain HTTP on this machine.
const PLAIN_NAME: &str = "nn_refresh";
/// Equals the validity of the refresh token.
const MAX_AGE: Duration = Duration::days(30);

/// Lifetime of the session cookie in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CookieLifetime {
    /// 30 days.
    Remember,
    /// Until the browser closes, for shared computers.
    UntilClosed,
}

impl CookieLifetime {
    pub(crate) fn from_shared_computer(shared: bool) -> Self {
        if shared { CookieLifetime::UntilClosed } else { CookieLifetime::Remember }
    }
}

/// Connection between the page and the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CookieSecurity {
    /// Over a network: the cookie is `Secure` and sent over HTTPS only.
    Secure,
    /// Plain HTTP on this machine. The cookie is not `Secure`, because WebKit does not store `Secure` cookies of such
    /// pages.
    InsecureLoopback,
}

impl CookieSecurity {
    /// Derives the connection from the page's origin. Only plain HTTP on this machine counts as local.
    pub(crate) fn of_page(origin: &str) -> Self {
        let is_here = origin
            .parse::<Uri>()
            .is_ok_and(|uri| uri.scheme_str() == Some("http") && uri.host().is_some_and(is_this_machine));
        if is_here { CookieSecurity::InsecureLoopback } else { CookieSecurity::Secure }
    }

    fn cookie_name(self) -> &'static str {
        match self {
            CookieSecurity::Secure => SECURE_NAME,
            CookieSecurity::InsecureLoopback => PLAIN_NAME,
        }
    }
}

/// Response header that sets or removes the cookie.
pub(crate) type SetCookie = AppendHeaders<[(HeaderName, HeaderValue); 1]>;

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Content of the session cookie.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SessionCookie {
    pub(crate) lifetime: CookieLifetime,
    /// Secret that identifies the session.
    pub(crate) secret: SessionSecret,
    pub(crate) refresh_token: String,
}

impl SessionCookie {
    /// Reads the session cookie of a request. Returns `None` if it is missing or malformed.
    pub(crate) fn of(headers: &HeaderMap, connection: CookieSecurity) -> Option<Self> {
        let name = connection.cookie_name();
        let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let cookie = lines.flat_map(Cookie::split_parse).flatten().find(|cookie| cookie.name() == name)?;
        Self::read(cookie.value())
    }

    fn read(value: &str) -> Option<Self> {
        let (keep, rest) = value.split_once('~')?;
        let keep = match keep {
            "r" => CookieLifetime::Remember,
            "c" => CookieLifetime::UntilClosed,
            _ => return None,
        };
        let (secret, refresh_token) = rest.split_once('~')?;
        let secret = secret.parse().ok()?;
        (!refresh_token.is_empty()).then(|| SessionCookie {
            lifetime: keep,
            secret,
            refresh_token: refresh_token.to_owned(),
        })
    }

    /// Returns the header that stores the cookie, or `None` if the token has characters that no cookie can hold.
    pub(crate) fn header(&self, connection: CookieSecurity) -> Option<SetCookie> {
        let keep = match self.lifetime {
            CookieLifetime::Remember => "r",
            CookieLifetime::UntilClosed => "c",
        };
        let mut cookie = made(format!("{keep}~{}~{}", self.secret, self.refresh_token), connection);
        if self.lifetime == CookieLifetime::Remember {
            cookie.set_max_age(MAX_AGE);
        }
        let mut value = HeaderValue::from_str(&cookie.to_string()).ok()?;
        value.set_sensitive(true);
        Some(AppendHeaders([(SET_COOKIE, value)]))
    }
}

/// Builds the cookie with this value.
fn made(value: String, connection: CookieSecurity) -> Cookie<'static> {
    let is_secure = connection == CookieSecurity::Secure;
    let cookie = Cookie::build((connection.cookie_name(), value)).http_only(true).secure(is_secure);
    cookie.same_site(SameSite::Strict).path("/api/auth").build()
}

/// Returns the header that removes the cookie.
pub(crate) fn removal(connection: CookieSecurity) -> SetCookie {
    let mut cookie = made(String::new(), connection);
    cookie.set_max_age(Duration::ZERO);
    // The cookie has no characters that are invalid in a header, so this cannot fail.
    let value = HeaderValue::from_str(&cookie.to_string()).unwrap_or_else(|_| HeaderValue::from_static(""));
    AppendHeaders([(SET_COOKIE, value)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(header: &SetCookie) -> String {
        header.0[0].1.to_str().unwrap().to_owned()
    }

    fn sent(pair: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, format!("theme=dark; {pair}").parse().unwrap())])
    }

    fn sent_back(line: &str) -> HeaderMap {
        sent(line.split(';').next().unwrap())
    }

    fn cookie(keep: CookieLifetime) -> SessionCookie {
        SessionCookie { lifetime: keep, secret: SessionSecret::generate(), refresh_token: "eyJ.a-b_c~d.e".into() }
    }

    #[test]
    fn h15_the_session_cookie_round_trips_and_is_http_only() {
        for keep in [CookieLifetime::Remember, CookieLifetime::UntilClosed] {
            let cookie = cookie(keep);
            for connection in [CookieSecurity::Secure, CookieSecurity::InsecureLoopback] {
                let text = text(&cookie.header(connection).unwrap());
                for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/auth"] {
                    assert!(text.contains(attribute), "{text}");
                }
                assert_eq!(text.contains("Max-Age=2592000"), keep == CookieLifetime::Remember, "{text}");
                assert!(SessionCookie::of(&sent_back(&text), connection).unwrap() == cookie);
            }
        }
    }

    #[test]
    fn the_secure_attribute_of_the_cookie_is_omitted_only_for_localhost_over_http() {
        let origins = [
            ("http://localhost:4000", CookieSecurity::InsecureLoopback),
            ("http://127.0.0.1:4000", CookieSecurity::InsecureLoopback),
            ("http://[::1]:4000", CookieSecurity::InsecureLoopback),
            ("https://localhost:4000", CookieSecurity::Secure),
            ("https://notes.example.org", CookieSecurity::Secure),
            ("http://notes.example.org", CookieSecurity::Secure),
            ("http://localhost.example.org", CookieSecurity::Secure),
            ("http://127.0.0.1.example.org", CookieSecurity::Secure),
            ("http://localhost@example.org", CookieSecurity::Secure),
            ("http://192.168.1.7:4000", CookieSecurity::Secure),
            ("localhost:4000", CookieSecurity::Secure),
            ("", CookieSecurity::Secure),
        ];
        let cookie = cookie(CookieLifetime::Remember);
        for (origin, expected) in origins {
            let connection = CookieSecurity::of_page(origin);
            assert_eq!(connection, expected, "{origin}");
            for header in [cookie.header(connection).unwrap(), removal(connection)] {
                let text = text(&header);
                let is_secure = expected == CookieSecurity::Secure;
                assert_eq!(text.contains("; Secure;"), is_secure, "{origin}: {text}");
                assert_eq!(text.starts_with("__Secure-nn_refresh="), is_secure, "{origin}: {text}");
            }
        }
    }

    #[test]
    fn h15_a_cookie_of_another_application_does_not_replace_the_secure_one() {
        let (theirs, ours) = (cookie(CookieLifetime::Remember), cookie(CookieLifetime::Remember));
        let pair = |cookie: &SessionCookie, connection| {
            text(&cookie.header(connection).unwrap()).split(';').next().unwrap().to_owned()
        };
        // A page without HTTPS can set a cookie with the plain name.
        let theirs = pair(&theirs, CookieSecurity::InsecureLoopback);
        assert!(SessionCookie::of(&sent(&theirs), CookieSecurity::Secure).is_none());
        let both = format!("{theirs}; {}", pair(&ours, CookieSecurity::Secure));
        assert!(SessionCookie::of(&sent(&both), CookieSecurity::Secure).unwrap() == ours);
    }

    #[test]
    fn h15_a_malformed_or_unknown_cookie_is_treated_as_no_session() {
        let secret = SessionSecret::generate();
        let of = |pair: &str| SessionCookie::of(&sent(pair), CookieSecurity::InsecureLoopback);
        assert!(of(&format!("nn_refresh=r~{secret}~a")).is_some());
        for value in ["", "r~", "abc", "r~a", "r~no-secret~a"] {
            assert!(of(&format!("nn_refresh={value}")).is_none(), "{value}");
        }
        for pair in [
            format!("nn_refresh=r~{secret}"),
            format!("nn_refresh=r~{secret}~"),
            format!("nn_refresh=x~{secret}~a"),
            format!("other=r~{secret}~a"),
        ] {
            assert!(of(&pair).is_none(), "{pair}");
        }
        for connection in [CookieSecurity::Secure, CookieSecurity::InsecureLoopback] {
            let text = text(&removal(connection));
            assert!(text.contains("Max-Age=0") && SessionCookie::of(&sent_back(&text), connection).is_none(), "{text}");
        }
    }
}
