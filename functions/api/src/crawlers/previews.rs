//! Link previews of courses, notes, albums, shelves, recordings, playlists and profiles.

use axum::extract::State;
use axum::response::{Html, IntoResponse};
use http::header::CACHE_CONTROL;
use serde_json::{Value, json};
use store::course_or_album_note::{self, CourseOrAlbumNote};
use store::courses::{self, Viewer};
use store::keys::object::{self, PreviewSize};
use store::playlists::{self, Visibility};
use store::{
    AlbumId, AudioId, Error, NoteId, PlaylistId, ResourceKind, ShelfId, Store, Timestamp, UsernameKey, albums, audio,
    shelves, students,
};
use wasm_core::course::CourseCode;
use wasm_core::duration::{format_clock, format_total};

use crate::crawlers::document::{Picture, Preview};
use crate::crawlers::page::{Page, album_path, shelf_path};
use crate::crawlers::schema_org::{APP_NAME, duration};
use crate::http::extract::PathId;
use crate::http::problem::Problem;
use crate::library::audio::wire::{artwork_redirect, artwork_url_of};
use crate::library::wire::metadata::public_url;
use crate::mine::playlists::wire::cover_url;
use crate::people::students::wire::photo_url;
use crate::state::ApiState;

/// CloudFront caches a preview for 45 s, so that a hidden or deleted item disappears within a minute.
const PREVIEW_CACHE: &str = "public, max-age=45";

/// Returns an HTML document with the title, description, picture and structured data of a page, as a visitor may see
/// them. All other pages return the same document: that of the app.
#[utoipa::path(
    get,
    path = "/api/crawlers/pages/{page}",
    tag = "crawlers",
    responses((status = 200, description = "Done", content_type = "text/html", body = String)),
)]
pub(crate) async fn get_page_preview(
    State(state): State<ApiState>,
    PathId(page): PathId<Page>,
) -> Result<impl IntoResponse, Problem> {
    // Search engines should not list a page that shows visitors only the sign-in form.
    let is_indexed = !page.needs_account();
    let html = match preview_of(state.store(), page).await {
        Err(Error::NotFound(_)) => Preview::of_app().html(state.app_origin(), true),
        preview => preview?.html(state.app_origin(), is_indexed),
    };
    Ok(([(CACHE_CONTROL, PREVIEW_CACHE)], Html(html)))
}

/// Returns the preview of a page. Cost: 1 to 3 reads.
///
/// # Errors
/// `NotFound` if the item does not exist or a visitor may not see it.
async fn preview_of(store: &Store, page: Page) -> store::Result<Preview> {
    match page {
        Page::Course(code) => course(store, &code).await,
        Page::Note(id) => note(store, id).await,
        Page::Album(id) => album(store, id).await,
        Page::Shelf(id) => shelf(store, id).await,
        Page::Recording(id, start) => recording(store, id, start).await,
        Page::Playlist(id) => playlist(store, id).await,
        Page::Profile(username) => profile(store, &username).await,
        Page::Other => Ok(Preview::of_app()),
    }
}

/// Returns the preview of a course. Its path is that of the page which visitors can open: `/download/CS246`.
async fn course(store: &Store, code: &CourseCode) -> store::Result<Preview> {
    let course = courses::get_visible(store, code, Viewer::Student).await?;
    let fallback = format!("Notes and study cards for {}.", course.code.display());
    Ok(Preview {
        title: format!("{}: {}", course.code.display(), course.title),
        description: first_of([course.description.clone(), fallback]),
        path: format!("/download/{}", course.code),
        query: String::new(),
        kind: "website",
        picture: course.public_picture().map(|picture| Picture { path: public_url(&picture.public_copy), size: None }),
        item: json!({ "@type": "Course", "courseCode": course.code.display() }),
    })
}

async fn note(store: &Store, id: NoteId) -> store::Result<Preview> {
    let note = course_or_album_note::get_visible(store, id).await?;
    let (subject, kind, published_at) = match &note {
        CourseOrAlbumNote::Course(note) => (note.course.display(), Some(note.note_type.clone()), note.uploaded_at),
        CourseOrAlbumNote::Album(note) => {
            (format!("{} · {}", note.album.title(), note.subject), None, note.uploaded_at)
        }
    };
    let pages = counted(note.file().media.pages, "page");
    let facts: Vec<&str> = [Some(subject.as_str()), kind.as_deref(), Some(&pages)].into_iter().flatten().collect();
    let first_page = note.file().media.facts.preview.as_ref().map(|preview| Picture {
        path: public_url(&object::public_preview(&preview.open, PreviewSize::Large)),
        size: Some((preview.width_px, preview.height_px)),
    });
    let added = match &note {
        CourseOrAlbumNote::Course(_) => None,
        CourseOrAlbumNote::Album(note) => note.added_picture(),
    };
    Ok(Preview {
        title: note.details().title.clone(),
        description: described(&facts.join(" · "), &note.details().description),
        path: format!("/download/{}", note.id()),
        query: String::new(),
        kind: "article",
        picture: added.map(|picture| Picture { path: public_url(&picture.public_copy), size: None }).or(first_page),
        item: json!({
            "@type": "LearningResource",
            "learningResourceType": kind.unwrap_or_else(|| "Notes".to_owned()),
            "about": subject,
            "datePublished": published_at.to_string(),
        }),
    })
}

async fn album(store: &Store, id: AlbumId) -> store::Result<Preview> {
    let album = albums::get(store, id).await?;
    let description = format!("An album of {} with {}.", APP_NAME, counted(album.notes, "note"));
    Ok(collection(id.title(), description, album_path(id)))
}

async fn shelf(store: &Store, id: ShelfId) -> store::Result<Preview> {
    let shelf = shelves::get(store, id).await?;
    let length = format_total(&[Some(seconds(shelf.total_secs))]);
    let description = format!("{}, {length}.", counted(shelf.episodes, "audio note"));
    Ok(collection(id.title(), description, shelf_path(id)))
}

fn collection(title: &str, description: String, path: &str) -> Preview {
    Preview {
        title: title.to_owned(),
        description,
        path: format!("/{path}"),
        item: json!({ "@type": "CollectionPage" }),
        ..Preview::of_app()
    }
}

async fn recording(store: &Store, id: AudioId, start: Option<u32>) -> store::Result<Preview> {
    let audio = audio::get(store, id).await?;
    let length = audio.file.media.duration_secs;
    let start = start.filter(|secs| length.is_none_or(|length| *secs < length));
    let minutes = |secs: u32| format_clock(Some(f64::from(secs)));
    let from = start.map(|secs| format!("From {}", minutes(secs)));
    let facts = [from, Some(audio.subject.clone()), Some(audio.shelf.title().to_owned()), length.map(minutes)];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let mut item = json!({
        "@type": "AudioObject",
        "encodingFormat": audio.file.media.content_type,
        "uploadDate": audio.uploaded_at.to_string(),
        "about": audio.subject,
    });
    if let (Some(secs), Value::Object(item)) = (length, &mut item) {
        item.insert("duration".into(), duration(secs).into());
    }
    Ok(Preview {
        title: audio.details.title.clone(),
        description: described(&facts.join(" · "), &audio.details.description),
        path: format!("/audio/{}", audio.id),
        query: start.map(|secs| format!("?t={secs}")).unwrap_or_default(),
        kind: "music.song",
        picture: artwork_url_of(&audio).map(|path| Picture { path, size: None }),
        item,
    })
}

/// Returns the preview of a public playlist. If the owner has no profile, the account was deleted, and the playlist
/// will be deleted soon.
async fn playlist(store: &Store, id: PlaylistId) -> store::Result<Preview> {
    let missing = || Error::NotFound(ResourceKind::Playlist);
    let found = playlists::find(store, id).await?.filter(|playlist| playlist.visibility == Visibility::Public);
    let playlist = found.ok_or_else(missing)?;
    let owner = students::find(store, &playlist.owner).await?.ok_or_else(missing)?;
    let tile = playlist.mosaic.iter().find(|tile| tile.has_artwork).map(|tile| artwork_redirect(tile.audio));
    let picture = playlist.cover.map(|cover| cover_url(id, cover)).or(tile);
    let count = counted(playlist.audio_count, "audio note");
    Ok(Preview {
        title: playlist.name,
        description: format!(
            "Playlist by {} · {count}, {}",
            owner.public_name(),
            format_total(&[Some(seconds(playlist.total_secs))])
        ),
        path: format!("/playlist/{id}"),
        query: String::new(),
        kind: "music.playlist",
        picture: picture.map(|path| Picture { path, size: None }),
        item: json!({ "@type": "ItemList", "numberOfItems": playlist.audio_count }),
    })
}

/// Returns the preview of a profile. A former username leads to the current one, as on the page.
async fn profile(store: &Store, username: &UsernameKey) -> store::Result<Preview> {
    let missing = || Error::NotFound(ResourceKind::Student);
    let student = students::find_by_any_username(store, username, Timestamp::now()).await?.ok_or_else(missing)?;
    let username = student.username.as_ref().ok_or_else(missing)?;
    let name = student.public_name();
    Ok(Preview {
        title: name.to_owned(),
        description: format!("{name} (@{username}) studies with {APP_NAME}."),
        path: format!("/u/{username}"),
        query: String::new(),
        kind: "profile",
        picture: student.photo.map(|photo| Picture { path: photo_url(photo), size: None }),
        item: json!({
            "@type": "ProfilePage",
            "mainEntity": { "@type": "Person", "name": name, "alternateName": username.to_string() },
        }),
    })
}

/// Joins the facts about an item and its description.
fn described(facts: &str, description: &str) -> String {
    if description.trim().is_empty() { facts.to_owned() } else { format!("{facts} · {description}") }
}

/// Returns the first text that is not blank.
fn first_of(texts: [String; 2]) -> String {
    let [first, second] = texts;
    if first.trim().is_empty() { second } else { first }
}

/// Formats a count with its noun: `1 page`, `2 pages`.
fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Converts a total duration. Totals above 136 years are cut off.
fn seconds(secs: u64) -> f64 {
    f64::from(u32::try_from(secs).unwrap_or(u32::MAX))
}
