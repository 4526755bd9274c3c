//! HTML pages for problems, shown when a browser opens an API URL directly.

use std::fmt::Write as _;

use http::header::ACCEPT;
use http::{HeaderMap, HeaderName, Method};

use crate::http::problem::{ProblemBody, ProblemCode};

const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Returns true if a browser loads the URL as a page. Old browsers without `Sec-Fetch-Mode` are recognised by an
/// `Accept` header that starts with HTML.
pub(crate) fn accepts_page(method: &Method, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let asks = match text(FETCH_MODE) {
        Some(mode) => mode == "navigate",
        None => text(ACCEPT).is_some_and(|kinds| kinds.trim_start().starts_with("text/html")),
    };
    matches!(*method, Method::GET | Method::HEAD) && asks
}

/// Returns the HTML page of a problem, with a link to continue. `route` is the route pattern. Styles and theme are
/// separate files of the web app, because the content security policy forbids inline code.
pub(crate) fn render(problem: &ProblemBody, route: &str) -> String {
    let (title, detail, id) = (escaped(&problem.title), escaped(&problem.detail), escaped(&problem.trace_id));
    let (hint, address, link) = way_out(problem.code, route);
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Note Ninja</title>
<script src="/first-paint.js"></script>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/problem.css">
</head>
<body>
<main>
<h1>{title}</h1>
<p>{detail} {hint}</p>
<p><a href="{address}">{link}</a></p>
<p class="reference">Reference: {id}</p>
</main>
</body>
</html>
"#
    )
}

/// Returns the advice, the URL and the link text of a problem page.
fn way_out(code: ProblemCode, route: &str) -> (&'static str, &'static str, &'static str) {
    match code {
        ProblemCode::NotFound if route.starts_with("/api/notes/") => (
            "If you saved this note, My Notes still shows its title, and its file for 30 days after it was deleted.",
            "/my-notes",
            "Open My Notes",
        ),
        ProblemCode::Unauthenticated => ("", "/signin", "Sign in"),
        _ => ("", "/", "Go to Note Ninja"),
    }
}

/// Escapes text for HTML, including attribute values.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '<' | '>' | '"' | '\'' => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "&#{};", u32::from(letter));
            }
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&'static str, &'static str)], expected: bool) {
        let map = headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        assert_eq!(accepts_page(&Method::GET, &map.collect()), expected, "{headers:?}");
    }

    #[test]
    fn page_navigations_are_distinguished_from_programmatic_requests() {
        check(&[("sec-fetch-mode", "navigate"), ("accept", "text/html,*/*;q=0.8")], true);
        check(&[("accept", "text/html,application/xhtml+xml,*/*;q=0.8")], true);
        check(&[("sec-fetch-mode", "cors"), ("accept", "text/html")], false);
        check(&[("sec-fetch-mode", "no-cors"), ("accept", "image/avif,image/webp,*/*;q=0.8")], false);
        check(&[("accept", "*/*")], false);
        check(&[("accept", "application/json, text/html")], false);
        check(&[], false);
        let navigation = HeaderMap::from_iter([(FETCH_MODE, "navigate".parse().unwrap())]);
        assert!(!accepts_page(&Method::POST, &navigation), "a form that was sent");
    }

    #[test]
    fn problem_page_shows_the_escaped_text_of_the_problem() {
        let problem = ProblemBody {
            kind: String::new(),
            title: "Not found".into(),
            status: 404,
            code: ProblemCode::NotFound,
            detail: r#"<script>alert("1")</script> & more"#.into(),
            fields: Vec::new(),
            trace_id: "trace".into(),
        };
        let page = render(&problem, "/api/notes/{id}/file");
        assert!(page.contains("&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; more"), "{page}");
        assert!(page.contains(r#"href="/my-notes""#) && page.contains("Reference: trace"), "{page}");
        assert!(!page.contains("style=") && !page.contains("<style"), "the policy refuses it: {page}");
    }

    #[test]
    fn problem_page_mentions_my_notes_only_if_a_note_was_deleted() {
        let address = |code, route| way_out(code, route).1;
        assert_eq!(address(ProblemCode::NotFound, "/api/notes/{id}/file"), "/my-notes");
        assert_eq!(address(ProblemCode::NotFound, "/api/audio/{id}/artwork"), "/");
        assert_eq!(address(ProblemCode::Unavailable, "/api/notes/{id}/file"), "/");
        assert_eq!(address(ProblemCode::Unauthenticated, "/api/notes/{id}/file"), "/signin");
    }
}
