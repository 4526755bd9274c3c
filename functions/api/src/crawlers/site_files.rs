//! `robots.txt` and the sitemaps, which name the origin of the page.

use std::fmt::Write as _;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use store::{AlbumId, ResourceKind, ShelfId, published_catalogue};
use wasm_core::course::CourseCode;

use crate::crawlers::page::{Page, album_path, shelf_path};
use crate::http::extract::{ParsePathId, PathId};
use crate::http::problem::Problem;
use crate::state::ApiState;

/// A new course appears in the sitemaps within ten minutes. Changes of titles do not matter, because the sitemaps
/// contain only codes.
const SITE_FILE_CACHE: &str = "public, max-age=600";

/// Number of courses in one sitemap. The protocol allows 50,000 URLs; smaller files stay below the response limit of
/// Lambda.
const COURSES_PER_SITEMAP: usize = 10_000;

/// Maximum number of sitemaps, for a million courses. Other names are refused before the catalogue is read.
const SITEMAPS_MAX: usize = 100;

const SITEMAP_NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A file for crawlers at the root of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SiteFile {
    Robots,
    /// The list of all sitemaps.
    SitemapIndex,
    /// One sitemap, from 1.
    Sitemap(usize),
}

impl ParsePathId for SiteFile {
    const NOUN: ResourceKind = ResourceKind::File;
    const DESCRIPTION: &'static str = "Name of a file: `robots.txt`, `sitemap.xml`, or one that `sitemap.xml` lists";
    const EXAMPLE: &'static str = "sitemap.xml";

    fn parse_name(text: &str) -> Option<Self> {
        match text {
            "robots.txt" => Some(Self::Robots),
            "sitemap.xml" => Some(Self::SitemapIndex),
            _ => {
                let number = text.strip_prefix("sitemap-")?.strip_suffix(".xml")?.parse().ok()?;
                ((1..=SITEMAPS_MAX).contains(&number) && text == format!("sitemap-{number}.xml"))
                    .then_some(Self::Sitemap(number))
            }
        }
    }
}

/// Returns `robots.txt` or a sitemap. The sitemaps list the albums, the shelves and the courses of the published
/// catalogue.
#[utoipa::path(
    get,
    path = "/api/crawlers/{file}",
    tag = "crawlers",
    responses((
        status = 200,
        description = "Done",
        content((String = "text/plain"), (String = "application/xml")),
    )),
)]
pub(crate) async fn get_site_file(
    State(state): State<ApiState>,
    PathId(file): PathId<SiteFile>,
) -> Result<Response, Problem> {
    let origin = state.app_origin();
    if file == SiteFile::Robots {
        return Ok(served("text/plain; charset=utf-8", robots(origin)));
    }
    let courses = published_catalogue::course_codes(state.store()).await?;
    let text = match file {
        SiteFile::Sitemap(number) => {
            sitemap(origin, &courses, number).ok_or_else(|| Problem::not_found(ResourceKind::File))?
        }
        SiteFile::Robots | SiteFile::SitemapIndex => sitemap_index(origin, courses.len()),
    };
    Ok(served("application/xml; charset=utf-8", text))
}

fn served(content_type: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, SITE_FILE_CACHE)], text).into_response()
}

/// The API is not for crawlers, except for the pictures of link previews.
fn robots(origin: &str) -> String {
    format!(
        "User-agent: *\n\
         Disallow: /api/\n\
         Allow: /api/photos/\n\
         Allow: /api/covers/\n\
         Allow: /api/audio/*/artwork\n\
         \n\
         Sitemap: {origin}/sitemap.xml\n"
    )
}

fn sitemap_index(origin: &str, courses: usize) -> String {
    let parts = courses.div_ceil(COURSES_PER_SITEMAP).max(1);
    let entries = (1..=parts).map(|number| format!("{origin}/sitemap-{number}.xml"));
    xml("sitemapindex", "sitemap", entries)
}

/// Returns one sitemap, or `None` if there is none with this number. The first one also lists albums and shelves.
fn sitemap(origin: &str, courses: &[CourseCode], number: usize) -> Option<String> {
    let first = (number - 1).checked_mul(COURSES_PER_SITEMAP)?;
    let part = courses.get(first..).filter(|part| !part.is_empty() || number == 1)?;
    let collections = visitor_collections().filter(|_| number == 1).map(|path| format!("{origin}/{path}"));
    let courses = part.iter().take(COURSES_PER_SITEMAP).map(|code| format!("{origin}/download/{code}"));
    Some(xml("urlset", "url", collections.chain(courses)))
}

/// Returns the paths of the albums and shelves that visitors can open, without the leading slash.
fn visitor_collections() -> impl Iterator<Item = &'static str> {
    let shelves = ShelfId::ALL.into_iter().filter(|shelf| !Page::Shelf(*shelf).needs_account());
    AlbumId::ALL.into_iter().map(album_path).chain(shelves.map(shelf_path))
}

/// Returns a sitemap document. The URLs contain no character that XML would require to be escaped.
fn xml(root: &str, entry: &str, urls: impl Iterator<Item = String>) -> String {
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns=\"{SITEMAP_NAMESPACE}\">\n");
    for url in urls {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<{entry}><loc>{url}</loc></{entry}>");
    }
    let _ = writeln!(text, "</{root}>");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://notes.example.org";

    fn codes(count: usize) -> Vec<CourseCode> {
        (0..count).map(|number| CourseCode::parse(&format!("CS{number}")).unwrap()).collect()
    }

    #[test]
    fn site_files_are_named_as_the_index_lists_them() {
        for (name, expected) in [
            ("robots.txt", Some(SiteFile::Robots)),
            ("sitemap.xml", Some(SiteFile::SitemapIndex)),
            ("sitemap-12.xml", Some(SiteFile::Sitemap(12))),
            ("sitemap-0.xml", None),
            ("sitemap-101.xml", None),
            ("sitemap-01.xml", None),
            ("sitemap-+1.xml", None),
            ("pages", None),
        ] {
            assert_eq!(SiteFile::parse_name(name), expected, "{name}");
        }
    }

    #[test]
    fn sitemaps_list_every_course_once_and_no_file_is_too_long() {
        // Course numbers have at most five digits, so these codes are all different.
        let courses = codes(COURSES_PER_SITEMAP - 1);
        assert_eq!(sitemap_index(ORIGIN, courses.len()).matches("<sitemap>").count(), 1);
        let first = sitemap(ORIGIN, &courses, 1).unwrap();
        let collections = AlbumId::ALL.len() + ShelfId::ALL.len() - 1;
        assert_eq!(first.matches("<url>").count(), courses.len() + collections);
        assert!(first.contains("<loc>https://notes.example.org/download/CS246</loc>"), "a course");
        assert!(first.contains("<loc>https://notes.example.org/night-owl</loc>"), "an album");
        assert!(!first.contains("/audio-notes<"), "only students can open this shelf");
        assert_eq!(sitemap(ORIGIN, &courses, 2), None);

        let more: Vec<_> = courses.iter().chain(&courses).copied().collect();
        assert_eq!(sitemap_index(ORIGIN, more.len()).matches("<sitemap>").count(), 2);
        let second = sitemap(ORIGIN, &more, 2).unwrap();
        assert_eq!(second.matches("<url>").count(), more.len() - COURSES_PER_SITEMAP);
        assert_eq!(sitemap(ORIGIN, &more, usize::MAX), None);
    }

    #[test]
    fn sitemap_of_an_empty_catalogue_lists_albums_and_shelves() {
        assert_eq!(sitemap_index(ORIGIN, 0).matches("<sitemap>").count(), 1);
        assert!(sitemap(ORIGIN, &[], 1).unwrap().contains("/deep-dive</loc>"));
    }

    #[test]
    fn robots_txt_names_the_sitemap_and_allows_the_pictures_of_previews() {
        let text = robots(ORIGIN);
        assert!(text.ends_with("Sitemap: https://notes.example.org/sitemap.xml\n"), "{text}");
        assert!(text.contains("Disallow: /api/\nAllow: /api/photos/"), "{text}");
    }
}
