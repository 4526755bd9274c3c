//! The HTML document of a link preview.

use serde_json::{Value, json};

use crate::crawlers::schema_org::{self, APP_NAME};
use crate::http::error_page::escaped;

const APP_DESCRIPTION: &str = "Course notes, audio notes and your own collections.";

/// Maximum length of a description in characters. Chat programs and search engines cut longer ones off.
const DESCRIPTION_MAX_CHARS: usize = 200;

/// Picture of a preview whose item has no picture.
const APP_PICTURE: &str = "/icon-512.png";
const APP_PICTURE_PX: u32 = 512;

/// Content of a link preview.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Preview {
    pub(crate) title: String,
    /// Text of the item, possibly with line breaks and of any length.
    pub(crate) description: String,
    /// Path of the page that search engines show.
    pub(crate) path: String,
    /// Query of the shared link with its question mark, or empty. Search engines ignore it.
    pub(crate) query: String,
    /// Open Graph type.
    pub(crate) kind: &'static str,
    /// Picture of the item. `None` shows the icon of the app.
    pub(crate) picture: Option<Picture>,
    /// Further properties of the item for search engines, with its schema.org type. URLs may be paths.
    pub(crate) item: Value,
}

/// Picture of a link preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Path of the picture on the page's host.
    pub(crate) path: String,
    /// Width and height in pixels, if known.
    pub(crate) size: Option<(u32, u32)>,
}

impl Preview {
    /// Returns the preview of the app. Pages that a visitor may not see have the same preview.
    pub(crate) fn of_app() -> Self {
        Preview {
            title: APP_NAME.to_owned(),
            description: APP_DESCRIPTION.to_owned(),
            path: "/".to_owned(),
            query: String::new(),
            kind: "website",
            picture: None,
            item: json!({ "@type": "WebSite" }),
        }
    }

    /// Returns the HTML document. `origin` is the origin of the page without a slash at the end. If `is_indexed` is
    /// false, the document tells search engines not to list the page.
    pub(crate) fn html(&self, origin: &str, is_indexed: bool) -> String {
        let shown = |text: &str| escaped(text);
        let description = shortened(&self.description);
        let canonical = format!("{origin}{}", self.path);
        let app = Picture { path: APP_PICTURE.to_owned(), size: Some((APP_PICTURE_PX, APP_PICTURE_PX)) };
        let picture = self.picture.as_ref().unwrap_or(&app);
        let picture_url = format!("{origin}{}", picture.path);
        let name = if self.title == APP_NAME { self.title.clone() } else { format!("{} · {APP_NAME}", self.title) };
        let size = picture.size.map(|(width, height)| {
            format!(
                "<meta property=\"og:image:width\" content=\"{width}\">\n\
                 <meta property=\"og:image:height\" content=\"{height}\">\n"
            )
        });
        // The icon is a small square; other pictures are shown large.
        let robots = if is_indexed { "" } else { "<meta name=\"robots\" content=\"noindex\">\n" };
        let card = if self.picture.is_some() { "summary_large_image" } else { "summary" };
        let data = schema_org::script(&self.item, &self.title, &description, &canonical, &picture_url, origin);
        format!(
            r#"<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title>
<meta name="description" content="{description}">
{robots}<link rel="canonical" href="{canonical}">
<link rel="icon" href="/icon.svg">
<meta property="og:site_name" content="{APP_NAME}">
<meta property="og:type" content="{kind}">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
<meta property="og:url" content="{shared}">
<meta property="og:image" content="{picture}">
{size}<meta property="og:image:alt" content="{title}">
<meta name="twitter:card" content="{card}">
<meta name="twitter:title" content="{title}">
<meta name="twitter:description" content="{description}">
<meta name="twitter:image" content="{picture}">
<script type="application/ld+json">{data}</script>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{description}</p>
<p><a href="{canonical}">Open in {APP_NAME}</a></p>
</main>
</body>
</html>
"#,
            name = shown(&name),
            title = shown(&self.title),
            description = shown(&description),
            canonical = shown(&canonical),
            shared = shown(&format!("{canonical}{}", self.query)),
            picture = shown(&picture_url),
            kind = self.kind,
            size = size.unwrap_or_default(),
        )
    }
}

/// Returns the text on one line, cut after a whole word if it is too long.
fn shortened(text: &str) -> String {
    let mut short = String::new();
    let mut chars = 0;
    for word in text.split_whitespace() {
        let space = usize::from(!short.is_empty());
        let length = word.chars().count();
        if chars + space + length > DESCRIPTION_MAX_CHARS {
            if short.is_empty() {
                short.extend(word.chars().take(DESCRIPTION_MAX_CHARS - 1));
            }
            short.push('…');
            return short;
        }
        short.push_str(&" "[..space]);
        short.push_str(word);
        chars += space + length;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://notes.example.org";

    #[test]
    fn preview_escapes_every_text_in_markup_and_structured_data() {
        let hostile = r#""><script>alert('1')</script>&</title><!--"#;
        let preview = Preview {
            title: hostile.to_owned(),
            description: hostile.to_owned(),
            item: json!({ "@type": "Course", "courseCode": hostile }),
            ..Preview::of_app()
        };
        let html = preview.html(ORIGIN, true);
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        assert_eq!(html.matches("</title>").count(), 1, "{html}");
        assert!(!html.contains("<!--"), "{html}");
        let data = html.split("ld+json\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!((&data["name"], &data["courseCode"]), (&json!(hostile), &json!(hostile)));
    }

    #[test]
    fn preview_has_one_canonical_url_and_keeps_the_query_of_the_shared_link() {
        let preview = Preview { path: "/audio/1".into(), query: "?t=83".into(), ..Preview::of_app() };
        let html = preview.html(ORIGIN, true);
        assert!(!html.contains("noindex"), "{html}");
        assert!(preview.html(ORIGIN, false).contains(r#"<meta name="robots" content="noindex">"#));
        assert!(html.contains(r#"<link rel="canonical" href="https://notes.example.org/audio/1">"#), "{html}");
        assert!(html.contains(r#"property="og:url" content="https://notes.example.org/audio/1?t=83""#), "{html}");
    }

    #[test]
    fn preview_has_a_picture_with_its_size_and_a_matching_card() {
        let html = Preview::of_app().html(ORIGIN, true);
        assert!(html.contains(r#"property="og:image" content="https://notes.example.org/icon-512.png""#), "{html}");
        assert!(html.contains(r#"name="twitter:card" content="summary""#), "{html}");
        assert!(html.contains("<title>Note Ninja</title>"), "{html}");
        let picture = Picture { path: "/pictures/a.webp".into(), size: Some((1080, 1527)) };
        let html = Preview { title: "Limits".into(), picture: Some(picture), ..Preview::of_app() }.html(ORIGIN, true);
        assert!(html.contains(r#"property="og:image" content="https://notes.example.org/pictures/a.webp""#), "{html}");
        assert!(html.contains(r#"property="og:image:height" content="1527""#), "{html}");
        assert!(html.contains(r#"name="twitter:card" content="summary_large_image""#), "{html}");
        assert!(html.contains("<title>Limits · Note Ninja</title>"), "{html}");
    }

    #[test]
    fn long_descriptions_end_after_a_whole_word() {
        assert_eq!(shortened(" Limits \n and  series "), "Limits and series");
        let long = shortened(&"word ".repeat(100));
        assert!(long.ends_with("word…") && long.chars().count() <= DESCRIPTION_MAX_CHARS, "{long}");
        let endless = shortened(&"é".repeat(500));
        assert!(endless.ends_with("é…") && endless.chars().count() == DESCRIPTION_MAX_CHARS, "{endless}");
        assert_eq!(shortened(""), "");
    }
}
