//! The page that a link leads to.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::percent_decode_str;
use store::{AlbumId, AudioId, NoteId, PlaylistId, ResourceKind, ShelfId, UsernameKey};
use wasm_core::course::CourseCode;

use crate::http::extract::ParsePathId;

/// A page of the web app, parsed from its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Page {
    Course(CourseCode),
    Note(NoteId),
    Album(AlbumId),
    Shelf(ShelfId),
    /// A recording, with the start position in seconds if the link has one.
    Recording(AudioId, Option<u32>),
    Playlist(PlaylistId),
    Profile(UsernameKey),
    /// Any other page. Its preview is that of the app.
    Other,
}

impl Page {
    /// Parses the path and query of a page, for example `/audio/01JD8Z5V7R8XQ4N2T6W0YB3C9E?t=83`.
    pub(crate) fn parse(address: &str) -> Self {
        Self::find(address).unwrap_or(Self::Other)
    }

    fn find(address: &str) -> Option<Self> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let path = percent_decode_str(path.trim_matches('/')).decode_utf8().ok()?;
        let parts: Vec<&str> = path.split('/').collect();
        Some(match parts.as_slice() {
            ["guide", code, "notes"] => Self::Course(CourseCode::parse(code).ok()?),
            ["download", id] => match id.parse() {
                Ok(note) => Self::Note(note),
                Err(_) => Self::Course(CourseCode::parse(id).ok()?),
            },
            ["note", id] => Self::Note(id.parse().ok()?),
            ["audio", id] => Self::Recording(id.parse().ok()?, start(query)),
            ["playlist", id] => Self::Playlist(id.parse().ok()?),
            ["u", username] => Self::Profile(username.parse().ok()?),
            [name] => Self::collection(name)?,
            _ => return None,
        })
    }

    /// Whether only signed-in students can open the page.
    pub(crate) fn needs_account(&self) -> bool {
        matches!(self, Self::Recording(..) | Self::Playlist(_) | Self::Shelf(ShelfId::Radio))
    }

    fn collection(name: &str) -> Option<Self> {
        let album = AlbumId::ALL.into_iter().find(|album| album_path(*album) == name).map(Self::Album);
        album.or_else(|| ShelfId::ALL.into_iter().find(|shelf| shelf_path(*shelf) == name).map(Self::Shelf))
    }
}

/// Returns the position in seconds that a link to a recording names.
fn start(query: &str) -> Option<u32> {
    let value = query.split('&').find_map(|pair| pair.strip_prefix("t="))?;
    value.parse().ok().filter(|secs| *secs > 0)
}

/// Returns the path of an album page, without the leading slash.
pub(crate) const fn album_path(album: AlbumId) -> &'static str {
    match album {
        AlbumId::Cram => "cram-mode",
        AlbumId::ExamReview => "exam-review",
        AlbumId::NightOwl => "night-owl",
    }
}

/// Returns the path of a shelf page, without the leading slash.
pub(crate) const fn shelf_path(shelf: ShelfId) -> &'static str {
    match shelf {
        ShelfId::DeepDive => "deep-dive",
        ShelfId::QuickRecap => "quick-recap",
        ShelfId::ChillReview => "chill-review",
        ShelfId::Radio => "audio-notes",
    }
}

/// The path parameter is the address in unpadded URL-safe Base64, so that no proxy changes its slashes or its query.
/// Any text is accepted: if unknown addresses got another response than the preview of the app, responses would reveal
/// which addresses are valid.
impl ParsePathId for Page {
    const NOUN: ResourceKind = ResourceKind::File;
    const DESCRIPTION: &'static str = "Path and query of a page in unpadded URL-safe Base64";
    const EXAMPLE: &'static str = "L2d1aWRlL0NTMjQ2L25vdGVz";

    fn parse_name(text: &str) -> Option<Self> {
        let address = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        Some(address.map_or(Self::Other, |address| Self::parse(&address)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::PAGE_ROUTES;

    const ID: &str = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";

    #[test]
    fn page_is_parsed_from_its_address() {
        let course = Page::Course(CourseCode::parse("CS246").unwrap());
        let cases = [
            ("/guide/CS246/notes".to_owned(), course.clone()),
            ("/guide/cs%20246/notes/".to_owned(), course.clone()),
            ("/download/cs-246".to_owned(), course),
            (format!("/download/{ID}"), Page::Note(ID.parse().unwrap())),
            (format!("/note/{ID}"), Page::Note(ID.parse().unwrap())),
            (format!("/audio/{ID}"), Page::Recording(ID.parse().unwrap(), None)),
            (format!("/audio/{ID}?t=83"), Page::Recording(ID.parse().unwrap(), Some(83))),
            (format!("/audio/{ID}?from=chat&t=0"), Page::Recording(ID.parse().unwrap(), None)),
            (format!("/audio/{ID}?t=-1"), Page::Recording(ID.parse().unwrap(), None)),
            (format!("/playlist/{ID}"), Page::Playlist(ID.parse().unwrap())),
            ("/u/Amara".to_owned(), Page::Profile("amara".parse().unwrap())),
            ("/night-owl".to_owned(), Page::Album(AlbumId::NightOwl)),
            ("/audio-notes".to_owned(), Page::Shelf(ShelfId::Radio)),
        ];
        for (address, expected) in cases {
            assert_eq!(Page::parse(&address), expected, "{address}");
        }
        for other in ["/", "", "/browse", "/guide/CS246/exam", "/note/nothing", "/u/", "/%ff", "/a/b/c/d?t=1"] {
            assert_eq!(Page::parse(other), Page::Other, "{other}");
        }
    }

    #[test]
    fn every_collection_has_a_page_of_the_app() {
        let albums = AlbumId::ALL.map(album_path).into_iter();
        for path in albums.chain(ShelfId::ALL.map(shelf_path)) {
            assert!(PAGE_ROUTES.contains(&format!("/{path}").as_str()), "{path}");
            assert_ne!(Page::parse(&format!("/{path}")), Page::Other, "{path}");
        }
    }

    #[test]
    fn any_path_parameter_is_accepted() {
        for text in ["L2d1aWRlL0NTMjQ2L25vdGVz=", "!", "", "_w"] {
            assert_eq!(Page::parse_name(text), Some(Page::Other), "{text}");
        }
        assert_eq!(Page::parse_name(Page::EXAMPLE), Some(Page::Course(CourseCode::parse("CS246").unwrap())));
    }
}
