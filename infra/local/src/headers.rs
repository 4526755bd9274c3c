//! Security headers of every response, read from the same list as CloudFront's.

use std::collections::BTreeMap;

use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;

use crate::LocalError;

/// `infra/security-headers.json`, the only source of these values.
const SOURCE: &str = include_str!("../../security-headers.json");

#[derive(Deserialize)]
struct Document {
    headers: BTreeMap<String, Value>,
}

/// Value of a header: one string, or a list of directives that are joined with `; `.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    One(String),
    Directives(Vec<String>),
}

/// Returns the security headers for an app that loads and uploads files at `files_origin` (scheme, host and port, no
/// path).
///
/// # Errors
/// If the list is not valid JSON or contains an invalid header.
pub(crate) fn security_headers(files_origin: &str) -> Result<HeaderMap, LocalError> {
    let document: Document = serde_json::from_str(SOURCE)
        .map_err(|e| LocalError::Setup(format!("infra/security-headers.json cannot be read: {e}")))?;
    let mut map = HeaderMap::new();
    for (name, value) in document.headers {
        let text = match value {
            Value::One(text) => text,
            Value::Directives(list) => list.join("; "),
        }
        .replace("{files}", files_origin)
        .replace("{uploads}", files_origin);
        let bad = |e: &dyn std::fmt::Display| {
            LocalError::Setup(format!("infra/security-headers.json: {name} is no header: {e}"))
        };
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|e| bad(&e))?;
        map.insert(key, HeaderValue::from_str(&text).map_err(|e| bad(&e))?);
    }
    Ok(map)
}

/// Adds the headers that a response does not set itself.
pub(crate) fn add_missing(answer: &mut HeaderMap, headers: &HeaderMap) {
    for (name, value) in headers {
        if !answer.contains_key(name) {
            answer.insert(name, value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::security_headers;

    #[test]
    fn h18_content_security_policy_allows_no_inline_script_and_no_third_party() {
        let headers = security_headers("http://127.0.0.1:4002").unwrap();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(policy.contains("connect-src 'self' http://127.0.0.1:4002 http://127.0.0.1:4002;"), "{policy}");
        for part in ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part), "{part} is missing from {policy}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains("https://"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
    }
}
