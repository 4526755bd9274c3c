//! The browser that sent a request: its session cookie and its name.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::header::USER_AGENT;
use http::request::Parts;

use crate::http::auth::cookie::SessionCookie;
use crate::state::ApiState;

/// The browser that sent a request.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) cookie: Option<SessionCookie>,
    /// Browser and system, for example `Firefox on Windows`. The client controls the header, so the text is only shown
    /// to the account's owner and must not be trusted.
    pub(crate) device: String,
}

impl FromRequestParts<ApiState> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, Infallible> {
        let cookie = SessionCookie::of(&parts.headers, state.cookie_security());
        Ok(Browser { cookie, device: device(&parts.headers) })
    }
}

/// Name of a browser whose header is not recognised.
const UNKNOWN: &str = "Unknown browser";

/// Browser names by their token in the user agent. Specific tokens come first, because most browsers also contain the
/// tokens of their base browser.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// System names by their token in the user agent. Specific tokens come first: Android also contains `Linux`, and an
/// iPhone contains `Mac`.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

fn device(headers: &HeaderMap) -> String {
    let text = headers.get(USER_AGENT).and_then(|text| text.to_str().ok()).unwrap_or_default();
    let named =
        |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name);
    match (named(BROWSERS), named(SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) => name.to_owned(),
        (None, Some(system)) => format!("{UNKNOWN} on {system}"),
        (None, None) => UNKNOWN.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_names_contain_browser_and_operating_system() {
        let check = |text: &str, expected: &str| {
            let headers = HeaderMap::from_iter([(USER_AGENT, text.parse().unwrap())]);
            assert_eq!(device(&headers), expected, "{text}");
        };
        let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        check("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows");
        check(&format!("{windows} {webkit} Chrome/142.0.0.0 Safari/537.36"), "Chrome on Windows");
        check(&format!("{windows} {webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"), "Edge on Windows");
        check(&format!("{windows} {webkit} Chrome/142.0.0.0 Safari/537.36 OPR/120.0"), "Opera on Windows");
        let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        check(&format!("{mac} Version/26.0 Safari/605.1.15"), "Safari on Mac");
        let iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        check(&format!("{iphone} Version/26.0 Mobile/15E148 Safari/604.1"), "Safari on iPhone");
        check(&format!("{iphone} CriOS/142.0 Mobile/15E148 Safari/604.1"), "Chrome on iPhone");
        check(&format!("{iphone} FxiOS/140.0 Mobile/15E148 Safari/604.1"), "Firefox on iPhone");
        let android = "Mozilla/5.0 (Linux; Android 10; K)";
        check(&format!("{android} {webkit} Chrome/142.0.0.0 Mobile Safari/537.36"), "Chrome on Android");
        check(
            &format!("{android} {webkit} SamsungBrowser/29.0 Chrome/136.0 Safari/537.36"),
            "Samsung Internet on Android",
        );
        check(
            &format!("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {webkit} Chrome/142.0.0.0 Safari/537.36"),
            "Chrome on ChromeOS",
        );
        check("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux");
        check("curl/8.14", "Unknown browser");
        check("something (Windows)", "Unknown browser on Windows");
        assert_eq!(device(&HeaderMap::new()), "Unknown browser");
    }
}
