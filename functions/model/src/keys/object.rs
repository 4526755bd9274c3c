use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;
use wasm_core::shelf::subject_slug;

use crate::ids::{
    AudioId, CardImageId, ChapterId, CoverId, NoteId, OpenName, PhotoId, PictureId, PlaylistId, Sha256Hash, UploadId,
    UserId,
};
use crate::keys::library::inside::NotesPlace;

/// The key of an object. Only this module makes one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectKey(String);

impl ObjectKey {
    /// The text that the object service knows.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const INCOMING: &str = "incoming/";

/// The one area that everybody may read who knows a name: copies of pictures, for as long as what they show is shown itself.
pub const OPEN: &str = "pictures/";

/// Where the files of the private bucket lie that records name. Published lists of notes lie beside them, and are looked
/// after by whoever publishes them; what is elsewhere in there is none of ours.
const AREAS: [&str; 13] = [
    INCOMING,
    "notes/",
    "deep-dive-notes/",
    "quick-recap-notes/",
    "chill-review-notes/",
    "audio-notes/",
    "album-notes/",
    "playlistCovers/",
    "study-cards/",
    "own-cards/",
    "profile-images/",
    "course-pictures/",
    OPEN,
];

/// What the answers of a student to study cards have come to. No record names it: it can be made anew by any device.
#[must_use]
pub fn study_snapshot(student: &UserId) -> ObjectKey {
    ObjectKey(format!("study-snapshots/{student}"))
}

/// The key of a file that lies in one of our areas; `None` for every other text.
pub fn in_an_area(key: &str) -> Option<ObjectKey> {
    AREAS.iter().any(|area| key.starts_with(area)).then(|| ObjectKey(key.to_owned()))
}

/// The course whose notes lie where this file does; `None` for files of other areas.
pub fn course_of(key: &str) -> Option<CourseCode> {
    CourseCode::parse(folder(key, "notes/")?).ok()
}

/// The chapter of the study card that this file is the picture of; `None` for other files.
pub fn chapter_of(key: &str) -> Option<ChapterId> {
    folder(key, "study-cards/")?.parse().ok()
}

/// The student on whose own study card this file is the picture; `None` for other files.
pub fn own_card_owner_of(key: &str) -> Option<UserId> {
    folder(key, "own-cards/")?.parse().ok()
}

/// The playlist that this file is a cover of; `None` for other files.
pub fn playlist_of(key: &str) -> Option<PlaylistId> {
    folder(key, "playlistCovers/")?.parse().ok()
}

/// The picture of a student that this file is; `None` for other files.
pub fn photo_of(key: &str) -> Option<PhotoId> {
    key.strip_prefix("profile-images/")?.split_once('/')?.1.strip_suffix(".jpg")?.parse().ok()
}

fn folder<'a>(key: &'a str, area: &str) -> Option<&'a str> {
    key.strip_prefix(area)?.split_once('/').map(|(folder, _)| folder)
}

/// Where published catalogues lie.
pub const CATALOGUE: &str = "catalogue/";

/// Where published files of course notes lie: in the private bucket, for members.
pub const NOTES_LIST: &str = "library/";

/// Where indexes of the insides of notes lie: in the private bucket, for members.
pub const INSIDE: &str = "inside/";

/// Where the browser puts a file; nobody can read it there.
#[must_use]
pub fn incoming(upload: UploadId) -> ObjectKey {
    ObjectKey(format!("{INCOMING}{upload}"))
}

/// The upload that an incoming object belongs to; `None` for every other key.
#[must_use]
pub fn upload_of(key: &str) -> Option<UploadId> {
    key.strip_prefix(INCOMING)?.parse().ok()
}

/// The PDF of a course note: `notes/{course}/{chapter}/{note}.pdf`.
#[must_use]
pub fn course_note(course: &CourseCode, chapter: u32, note: NoteId) -> ObjectKey {
    ObjectKey(format!("notes/{}/{chapter}/{note}.pdf", course.as_str()))
}

/// The file of an audio note: in its shelf's area, and there under its subject where a shelf has many.
/// The extension is ours, never the uploader's.
#[must_use]
pub fn audio(shelf: ShelfId, subject: &str, audio: AudioId, extension: &'static str) -> ObjectKey {
    ObjectKey(format!("{}{audio}.{extension}", audio_area(shelf, subject)))
}

/// The picture beside the file of an audio note.
#[must_use]
pub fn audio_artwork(shelf: ShelfId, subject: &str, audio: AudioId) -> ObjectKey {
    ObjectKey(format!("{}{audio}-artwork.jpg", audio_area(shelf, subject)))
}

fn audio_area(shelf: ShelfId, subject: &str) -> String {
    match shelf {
        ShelfId::DeepDive => format!("deep-dive-notes/{}/", subject_slug(subject)),
        ShelfId::QuickRecap => "quick-recap-notes/".to_owned(),
        ShelfId::ChillReview => "chill-review-notes/".to_owned(),
        ShelfId::Radio => format!("audio-notes/{}/", subject_slug(subject)),
    }
}

/// The PDF of an album note.
#[must_use]
pub fn album_note(album: AlbumId, note: NoteId) -> ObjectKey {
    ObjectKey(format!("album-notes/{album}/{note}.pdf"))
}

/// The sizes of the pictures of a first page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PreviewSize {
    /// For cards in a list.
    Small,
    /// For the page of one note, and for cards on screens with two pixels a point.
    Large,
}

impl PreviewSize {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Small, Self::Large];

    /// The word in addresses and keys.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
        }
    }
}

impl FromStr for PreviewSize {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        Self::ALL.into_iter().find(|size| size.as_str() == text).ok_or(UnknownSize)
    }
}

/// No size of a preview has this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are previews in the sizes 'small' and 'large' only")]
pub struct UnknownSize;

/// A picture of the first page of this PDF, which lies beside it and goes with it.
#[must_use]
pub fn preview(pdf: &ObjectKey, size: PreviewSize) -> ObjectKey {
    ObjectKey(format!("{}-{}.webp", without_extension(pdf), size.as_str()))
}

/// Where everybody may read the picture of a first page.
#[must_use]
pub fn open_preview(name: &OpenName, size: PreviewSize) -> ObjectKey {
    ObjectKey(format!("{OPEN}{name}-{}.webp", size.as_str()))
}

/// Where everybody may read another picture.
#[must_use]
pub fn open_picture(name: &OpenName) -> ObjectKey {
    ObjectKey(format!("{OPEN}{name}.jpg"))
}

/// The key and the type of what lies under this name where everybody may read; `None` for what is no name of ours.
#[must_use]
pub fn open_of(file_name: &str) -> Option<(ObjectKey, &'static str)> {
    if let Some(name) = file_name.strip_suffix(".jpg") {
        return Some((open_picture(&name.parse().ok()?), "image/jpeg"));
    }
    let (name, size) = file_name.strip_suffix(".webp")?.split_once('-')?;
    Some((open_preview(&name.parse().ok()?, size.parse().ok()?), "image/webp"))
}

/// The text of this PDF, page by page, which lies beside it and goes with it.
#[must_use]
pub fn pdf_text(pdf: &ObjectKey) -> ObjectKey {
    ObjectKey(format!("{}-text.json", without_extension(pdf)))
}

/// The words of this PDF, as `wasm_core::inside` writes them, which lie beside it and go with it.
#[must_use]
pub fn pdf_words(pdf: &ObjectKey) -> ObjectKey {
    ObjectKey(format!("{}-words.bin", without_extension(pdf)))
}

/// All that may lie beside this PDF because it was made of it.
#[must_use]
pub fn beside_pdf(pdf: &ObjectKey) -> [ObjectKey; 4] {
    [preview(pdf, PreviewSize::Small), preview(pdf, PreviewSize::Large), pdf_text(pdf), pdf_words(pdf)]
}

fn without_extension(pdf: &ObjectKey) -> &str {
    pdf.as_str().strip_suffix(".pdf").unwrap_or(pdf.as_str())
}

/// The picture of an album note.
#[must_use]
pub fn album_picture(picture: PictureId) -> ObjectKey {
    ObjectKey(format!("album-notes/images/{picture}.jpg"))
}

/// The picture that an owner chose for a playlist.
#[must_use]
pub fn playlist_cover(playlist: PlaylistId, cover: CoverId) -> ObjectKey {
    ObjectKey(format!("playlistCovers/{playlist}/{cover}.jpg"))
}

/// The picture on a study card.
#[must_use]
pub fn card_image(chapter: ChapterId, image: CardImageId) -> ObjectKey {
    ObjectKey(format!("study-cards/{chapter}/{image}.jpg"))
}

/// The cards of a deck that a file was found to have, for its uploader to look at. A rule of the bucket removes it after a
/// day, so no record names it.
#[must_use]
pub fn deck(upload: UploadId) -> ObjectKey {
    ObjectKey(format!("decks/{upload}/cards.json"))
}

/// A picture of such a deck. Its size is in its name, so that who names it says the size of what is there.
#[must_use]
pub fn deck_picture(upload: UploadId, number: u32, width_px: u32, height_px: u32) -> ObjectKey {
    ObjectKey(format!("decks/{upload}/{number}-{width_px}x{height_px}.jpg"))
}

/// The picture on a study card that a student wrote for themselves.
#[must_use]
pub fn own_card_image(owner: &UserId, image: CardImageId) -> ObjectKey {
    ObjectKey(format!("own-cards/{owner}/{image}.jpg"))
}

/// The picture of a course.
#[must_use]
pub fn course_picture(course: &CourseCode, picture: PictureId) -> ObjectKey {
    ObjectKey(format!("course-pictures/{course}/{picture}.jpg"))
}

/// The picture of a student.
#[must_use]
pub fn profile_image(student: &UserId, photo: PhotoId) -> ObjectKey {
    ObjectKey(format!("profile-images/{student}/{photo}.jpg"))
}

/// One published catalogue, named by its content.
#[must_use]
pub fn catalogue(sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{CATALOGUE}{}", catalogue_name(sha256)))
}

/// What the courses of a published catalogue count now, named by its content.
#[must_use]
pub fn counts(sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{CATALOGUE}{}", counts_name(sha256)))
}

/// The key of a published catalogue, or of its counts; `None` for every other text.
#[must_use]
pub fn catalogue_of(key: &str) -> Option<ObjectKey> {
    let name = key.strip_prefix(CATALOGUE)?.strip_suffix(".bin")?;
    match name.strip_prefix("counts-") {
        Some(hash) => Some(counts(&hash.parse().ok()?)),
        None => Some(catalogue(&name.parse().ok()?)),
    }
}

/// The name of a published catalogue beside the manifest.
#[must_use]
pub fn catalogue_name(sha256: &Sha256Hash) -> String {
    format!("{sha256}.bin")
}

/// The name of published counts beside the manifest.
#[must_use]
pub fn counts_name(sha256: &Sha256Hash) -> String {
    format!("counts-{sha256}.bin")
}

/// One published file of course notes, named by its content.
#[must_use]
pub fn notes_list(sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{NOTES_LIST}notes-{sha256}.bin"))
}

/// The key of a published file of course notes; `None` for every other text.
#[must_use]
pub fn notes_list_of(key: &str) -> Option<ObjectKey> {
    let hash: Sha256Hash = key.strip_prefix(NOTES_LIST)?.strip_prefix("notes-")?.strip_suffix(".bin")?.parse().ok()?;
    Some(notes_list(&hash))
}

/// The small file that names the newest catalogue.
#[must_use]
pub fn catalogue_manifest() -> ObjectKey {
    ObjectKey(format!("{CATALOGUE}manifest.json"))
}

/// An index of the insides of notes, by what is in it and its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InsideKey {
    /// Whose notes are in it.
    pub place: NotesPlace,
    /// Its content.
    pub sha256: Sha256Hash,
}

/// The index of the insides of the notes of a course or an album, named by its content.
#[must_use]
pub fn inside(place: NotesPlace, sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{INSIDE}{place}/{sha256}.bin"))
}

/// What the key of an index names; `None` for every other text.
#[must_use]
pub fn inside_of(key: &str) -> Option<InsideKey> {
    let (place, name) = key.strip_prefix(INSIDE)?.split_once('/')?;
    Some(InsideKey { place: place.parse().ok()?, sha256: name.strip_suffix(".bin")?.parse().ok()? })
}
