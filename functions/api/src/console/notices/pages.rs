//! Finds the items whose pages a notice names.

use store::content_index::IndexEntry;
use store::course_or_album_note::{self, CourseOrAlbumNote};
use store::{Error, Store, audio};
use wasm_core::limits::NOTICE_PAGES_MAX;

use crate::crawlers::page::Page;
use crate::http::problem::Problem;
use crate::state::ApiState;

/// Longest address that is parsed, in bytes. The longest address of a page has about 300.
const ADDRESS_MAX_BYTES: usize = 1000;

/// Returns the items of these pages, as a visitor may see them, without duplicates. Blank addresses are left out. Cost:
/// 1 to 2 reads per page.
///
/// # Errors
/// An error of the field `pages` that names the first address without an item. Hidden items count as missing.
pub(super) async fn named_items(state: &ApiState, pages: &[String]) -> Result<Vec<IndexEntry>, Problem> {
    let pages: Vec<&str> = pages.iter().map(|page| page.trim()).filter(|page| !page.is_empty()).collect();
    if pages.len() > NOTICE_PAGES_MAX {
        let message = format!("Name at most {NOTICE_PAGES_MAX} pages. Send another notice for the others.");
        return Err(Problem::field("pages", "too_many", message));
    }
    let mut items: Vec<IndexEntry> = Vec::new();
    for (index, page) in pages.into_iter().enumerate() {
        let item = find(state.store(), parse(state.app_origin(), page)).await?.ok_or_else(|| {
            let message = format!(
                "Address {} does not lead to a note or recording of this site. Copy it from the page of the note or recording.",
                index + 1
            );
            Problem::field("pages", "not_found", message)
        })?;
        if !items.iter().any(|other| (other.kind, other.id) == (item.kind, item.id)) {
            items.push(item);
        }
    }
    Ok(items)
}

/// Parses an address with or without the origin of the site.
fn parse(origin: &str, address: &str) -> Page {
    if address.len() > ADDRESS_MAX_BYTES {
        return Page::Other;
    }
    let path = match address.split_once("://") {
        // People copy addresses without the scheme, or with another one.
        Some((_, rest)) => rest,
        None => address,
    };
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let path = match path.split_at_checked(host.len()) {
        // The names of hosts are the same in capitals.
        Some((start, rest)) if start.eq_ignore_ascii_case(host) => rest,
        _ => path,
    };
    let path = path.split('#').next().unwrap_or_default();
    if path.starts_with('/') { Page::parse(path) } else { Page::Other }
}

async fn find(store: &Store, page: Page) -> Result<Option<IndexEntry>, Problem> {
    let found = match page {
        Page::Note(id) => course_or_album_note::get_visible(store, id).await.map(|note| match note {
            CourseOrAlbumNote::Course(note) => IndexEntry::of(&note),
            CourseOrAlbumNote::Album(note) => IndexEntry::of(&note),
        }),
        Page::Recording(id, _) => audio::get(store, id).await.map(|audio| IndexEntry::of(&audio)),
        _ => return Ok(None),
    };
    match found {
        Ok(entry) => Ok(Some(entry)),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";

    #[test]
    fn s7_copyright_1_the_address_of_a_page_is_accepted_with_and_without_the_origin() {
        let note = Page::Note(ID.parse().unwrap());
        for address in [
            format!("https://notes.example.org/note/{ID}"),
            format!("http://notes.example.org/download/{ID}?from=x#page=3"),
            format!("notes.example.org/note/{ID}"),
            format!("HTTPS://Notes.Example.ORG/note/{ID}"),
            format!("/note/{ID}"),
        ] {
            assert_eq!(parse("https://notes.example.org", &address), note, "{address}");
        }
        for address in [format!("https://other.example.org/note/{ID}"), format!("note/{ID}"), "/".repeat(2000)] {
            assert_eq!(parse("https://notes.example.org", &address), Page::Other, "{address}");
        }
    }
}
