//! Sends crawlers to the API, like the routing function of CloudFront in `template.yaml`.

use std::sync::LazyLock;

use axum::extract::Request;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::Uri;
use http::header::USER_AGENT;
use serde::Deserialize;

/// `infra/crawlers.json`, which `template.yaml` must match.
const SOURCE: &str = include_str!("../../crawlers.json");

#[derive(Deserialize)]
struct Document {
    crawlers: Vec<String>,
}

static CRAWLERS: LazyLock<Vec<String>> =
    LazyLock::new(|| serde_json::from_str::<Document>(SOURCE).map(|document| document.crawlers).unwrap_or_default());

/// Replaces the URL of a request with that of the API route that answers it: `robots.txt`, a sitemap, or the link
/// preview of a page for a crawler. Any other request stays as it is.
pub(crate) fn route(mut request: Request) -> Request {
    let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Some(uri) = rewritten(request.uri(), agent) {
        *request.uri_mut() = uri;
    }
    request
}

fn rewritten(uri: &Uri, agent: &str) -> Option<Uri> {
    let path = uri.path();
    if is_site_file(path) {
        return format!("/api/crawlers{path}").parse().ok();
    }
    if !is_page(path) || !is_crawler(agent) {
        return None;
    }
    let start = uri.query().and_then(|query| query.split('&').find(|pair| pair.starts_with("t=")));
    let page = start.map_or_else(|| path.to_owned(), |start| format!("{path}?{start}"));
    format!("/api/crawlers/pages/{}", URL_SAFE_NO_PAD.encode(page)).parse().ok()
}

/// Returns true for `robots.txt` and sitemaps, which the API writes because they contain the origin of the page.
fn is_site_file(path: &str) -> bool {
    let is_sitemap = || {
        let number = path.strip_prefix("/sitemap")?.strip_suffix(".xml")?;
        let digits = number.strip_prefix('-').unwrap_or("1");
        Some(
            !digits.is_empty()
                && (number.is_empty() || number.starts_with('-'))
                && digits.bytes().all(|byte| byte.is_ascii_digit()),
        )
    };
    path == "/robots.txt" || is_sitemap().unwrap_or(false)
}

/// Returns true for pages of the app. In the cloud, other prefixes have their own rules, and files are at the root.
fn is_page(path: &str) -> bool {
    let has_own_rule = ["/api/", "/assets/", "/catalogue/", "/legal/", "/pictures/", "/_local/"]
        .iter()
        .any(|own| path.starts_with(own));
    let is_file = path.rsplit_once('/').is_some_and(|(folder, name)| folder.is_empty() && name.contains('.'));
    !has_own_rule && !is_file
}

fn is_crawler(agent: &str) -> bool {
    let agent = agent.to_lowercase();
    CRAWLERS.iter().any(|part| agent.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLACK: &str = "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)";
    const PHONE: &str = "Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36 Chrome/126 Mobile Safari/537.36";

    fn check(url: &str, agent: &str, expected: Option<&str>) {
        let found = rewritten(&url.parse().unwrap(), agent).map(|uri| uri.to_string());
        assert_eq!(found.as_deref(), expected, "{url} for {agent}");
    }

    #[test]
    fn s7_links_1_only_crawlers_are_sent_from_a_page_to_its_preview() {
        let page = "/api/crawlers/pages/L2d1aWRlL0NTMjQ2L25vdGVz";
        check("/guide/CS246/notes", SLACK, Some(page));
        check("/guide/CS246/notes?utm_source=chat", SLACK, Some(page));
        check("/guide/CS246/notes", PHONE, None);
        check("/guide/CS246/notes", "", None);
        let start = URL_SAFE_NO_PAD.encode("/audio/1?t=83");
        check("/audio/1?from=chat&t=83", SLACK, Some(&format!("/api/crawlers/pages/{start}")));
        for other in
            ["/icon-512.png", "/assets/app-1.js", "/catalogue/manifest.json", "/pictures/a.webp", "/api/health"]
        {
            check(other, SLACK, None);
        }
    }

    #[test]
    fn everyone_gets_robots_txt_and_the_sitemaps_from_the_api() {
        for name in ["robots.txt", "sitemap.xml", "sitemap-12.xml"] {
            check(&format!("/{name}"), PHONE, Some(&format!("/api/crawlers/{name}")));
        }
        for other in ["/sitemap-.xml", "/sitemap1.xml", "/sitemap-a.xml", "/a/robots.txt"] {
            check(other, PHONE, None);
        }
    }
}
