use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;
use wasm_core::shelf::subject_slug;

use crate::ids::{
    AudioId, CardImageId, ChapterId, CoverId, NoteId, PhotoId, PictureId, PlaylistId, PublicName, Sha256Hash,
    TranscriptId, UploadId, UserId,
};
use crate::keys::library::full_text::NoteCollection;
use crate::timestamp::Timestamp;

/// The key of an object. Only this module creates one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectKey(String);

impl ObjectKey {
    /// Returns the key as the storage service expects it.
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

/// Prefix of jobs. Like uploads, objects with it create events.
const LISTENING_JOBS: &str = "preparing/";

/// Prefix of the public area. It holds copies of images while the item that they show is itself visible.
pub const PUBLIC_PICTURES_PREFIX: &str = "pictures/";

/// Prefix of files that are withheld because of a notice of copyright. URLs that were signed before do not reach them.
const WITHHELD: &str = "withheld/";

/// Prefixes of files in the private bucket that records refer to. Published lists of notes are in the same bucket, but
/// their publisher deletes them. All other objects are not managed by us.
const AREAS: [&str; 15] = [
    INCOMING,
    "notes/",
    "deep-dive-notes/",
    "quick-recap-notes/",
    "chill-review-notes/",
    "audio-notes/",
    "transcripts/",
    "album-notes/",
    "playlistCovers/",
    "study-cards/",
    "own-cards/",
    "profile-images/",
    "course-pictures/",
    PUBLIC_PICTURES_PREFIX,
    WITHHELD,
];

/// Snapshot of a student's review state. No record refers to it, because any device can rebuild it.
#[must_use]
pub fn study_snapshot(student: &UserId) -> ObjectKey {
    ObjectKey(format!("study-snapshots/{student}"))
}

/// Returns the key of a file in a managed area, or `None` for any other text.
pub fn parse_managed_key(key: &str) -> Option<ObjectKey> {
    AREAS.iter().any(|area| key.starts_with(area)).then(|| ObjectKey(key.to_owned()))
}

/// Key of a file while it is withheld because of a notice of copyright. It contains the time when the item was hidden, so
/// that work on an earlier time never meets the file.
#[must_use]
pub fn withheld(file: &ObjectKey, hidden_at: Timestamp) -> ObjectKey {
    ObjectKey(format!("{WITHHELD}{}/{file}", hidden_at.epoch_millis()))
}

/// Returns the course of a note's file, or `None` for files of other areas.
pub fn course_of(key: &str) -> Option<CourseCode> {
    CourseCode::parse(folder(key, "notes/")?).ok()
}

/// Returns the chapter of a study card's image, or `None` for other files.
pub fn chapter_of(key: &str) -> Option<ChapterId> {
    folder(key, "study-cards/")?.parse().ok()
}

/// Returns the student whose personal card has this image, or `None` for other files.
pub fn personal_card_owner_of(key: &str) -> Option<UserId> {
    folder(key, "own-cards/")?.parse().ok()
}

/// Returns the playlist of a cover, or `None` for other files.
pub fn playlist_of(key: &str) -> Option<PlaylistId> {
    folder(key, "playlistCovers/")?.parse().ok()
}

/// Returns the photo id of a profile image, or `None` for other files.
pub fn photo_of(key: &str) -> Option<PhotoId> {
    key.strip_prefix("profile-images/")?.split_once('/')?.1.strip_suffix(".jpg")?.parse().ok()
}

fn folder<'a>(key: &'a str, area: &str) -> Option<&'a str> {
    key.strip_prefix(area)?.split_once('/').map(|(folder, _)| folder)
}

/// Prefix of published catalogues.
pub const CATALOGUE_PREFIX: &str = "catalogue/";

/// Prefix of published lists of course notes, in the private bucket for signed-in users.
pub const NOTES_LIST_PREFIX: &str = "library/";

/// Prefix of full-text indexes, in the private bucket for signed-in users.
pub const INSIDE: &str = "inside/";

/// Key to which the browser uploads a file. Users cannot read it there.
#[must_use]
pub fn incoming_file(upload: UploadId) -> ObjectKey {
    ObjectKey(format!("{INCOMING}{upload}"))
}

/// Returns the upload of an incoming object, or `None` for any other key.
#[must_use]
pub fn upload_of(key: &str) -> Option<UploadId> {
    key.strip_prefix(INCOMING)?.parse().ok()
}

/// The PDF of a course note: `notes/{course}/{chapter}/{note}.pdf`.
#[must_use]
pub fn course_note(course: &CourseCode, chapter: u32, note: NoteId) -> ObjectKey {
    ObjectKey(format!("notes/{}/{chapter}/{note}.pdf", course.as_str()))
}

/// The file of an audio note: in its shelf's area, by subject on shelves that have many. The extension is chosen by us,
/// never by the uploader.
#[must_use]
pub fn audio(shelf: ShelfId, subject: &str, audio: AudioId, extension: &'static str) -> ObjectKey {
    ObjectKey(format!("{}{audio}.{extension}", audio_area(shelf, subject)))
}

/// The artwork beside an audio note's file.
#[must_use]
pub fn audio_artwork(shelf: ShelfId, subject: &str, audio: AudioId) -> ObjectKey {
    ObjectKey(format!("{}{audio}-artwork.jpg", audio_area(shelf, subject)))
}

/// The rendition for listening beside an audio note's file. It is deleted with it.
#[must_use]
pub fn rendition(audio_file: &ObjectKey) -> ObjectKey {
    let file = audio_file.as_str();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    ObjectKey(format!("{stem}-listening.m4a"))
}

/// Empty object whose event tells `prepare` to prepare an audio note for listening. A lifecycle rule of the bucket
/// deletes it after a day.
#[must_use]
pub fn listening_job(shelf: ShelfId, audio: AudioId) -> ObjectKey {
    ObjectKey(format!("{LISTENING_JOBS}{shelf}/{audio}"))
}

/// Returns the audio note to prepare and its shelf, or `None` for any other key.
#[must_use]
pub fn listening_job_of(key: &str) -> Option<(ShelfId, AudioId)> {
    let (shelf, audio) = key.strip_prefix(LISTENING_JOBS)?.split_once('/')?;
    Some((shelf.parse().ok()?, audio.parse().ok()?))
}

/// The transcript of an audio note.
#[must_use]
pub fn transcript(transcript: TranscriptId) -> ObjectKey {
    ObjectKey(format!("transcripts/{transcript}.json"))
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

/// Sizes of first-page images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PreviewSize {
    /// For cards in a list.
    Small,
    /// For the page of one note, and for cards on screens with a pixel ratio of 2.
    Large,
}

impl PreviewSize {
    /// All sizes.
    pub const ALL: [Self; 2] = [Self::Small, Self::Large];

    /// Returns the name used in URLs and keys.
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

/// Error for an unknown preview size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are previews in the sizes 'small' and 'large' only")]
pub struct UnknownSize;

/// Image of the first page of this PDF. It is stored beside the PDF and deleted with it.
#[must_use]
pub fn preview(pdf: &ObjectKey, size: PreviewSize) -> ObjectKey {
    ObjectKey(format!("{}-{}.webp", without_extension(pdf), size.as_str()))
}

/// Public copy of a first-page image.
#[must_use]
pub fn public_preview(name: &PublicName, size: PreviewSize) -> ObjectKey {
    ObjectKey(format!("{PUBLIC_PICTURES_PREFIX}{name}-{}.webp", size.as_str()))
}

/// Public copy of any other image.
#[must_use]
pub fn public_picture(name: &PublicName) -> ObjectKey {
    ObjectKey(format!("{PUBLIC_PICTURES_PREFIX}{name}.jpg"))
}

/// Returns the key and content type of a public file name, or `None` if it is not one of our names.
#[must_use]
pub fn parse_public_file_name(file_name: &str) -> Option<(ObjectKey, &'static str)> {
    if let Some(name) = file_name.strip_suffix(".jpg") {
        return Some((public_picture(&name.parse().ok()?), "image/jpeg"));
    }
    let (name, size) = file_name.strip_suffix(".webp")?.split_once('-')?;
    Some((public_preview(&name.parse().ok()?, size.parse().ok()?), "image/webp"))
}

/// Text of this PDF, page by page. It is stored beside the PDF and deleted with it.
#[must_use]
pub fn pdf_text(pdf: &ObjectKey) -> ObjectKey {
    ObjectKey(format!("{}-text.json", without_extension(pdf)))
}

/// Word index of this PDF in the format of `wasm_core::full_text`. It is stored beside the PDF and deleted with it.
#[must_use]
pub fn pdf_full_text(pdf: &ObjectKey) -> ObjectKey {
    ObjectKey(format!("{}-words.bin", without_extension(pdf)))
}

/// Returns the keys of all files that may be derived from this PDF.
#[must_use]
pub fn derived_keys(pdf: &ObjectKey) -> [ObjectKey; 4] {
    [preview(pdf, PreviewSize::Small), preview(pdf, PreviewSize::Large), pdf_text(pdf), pdf_full_text(pdf)]
}

fn without_extension(pdf: &ObjectKey) -> &str {
    pdf.as_str().strip_suffix(".pdf").unwrap_or(pdf.as_str())
}

/// The cover of an album note.
#[must_use]
pub fn album_picture(picture: PictureId) -> ObjectKey {
    ObjectKey(format!("album-notes/images/{picture}.jpg"))
}

/// The cover that an owner chose for a playlist.
#[must_use]
pub fn playlist_cover(playlist: PlaylistId, cover: CoverId) -> ObjectKey {
    ObjectKey(format!("playlistCovers/{playlist}/{cover}.jpg"))
}

/// The image on a study card.
#[must_use]
pub fn card_image(chapter: ChapterId, image: CardImageId) -> ObjectKey {
    ObjectKey(format!("study-cards/{chapter}/{image}.jpg"))
}

/// Cards found in an uploaded deck, for its uploader to review. A lifecycle rule of the bucket deletes it after a day,
/// so no record refers to it.
#[must_use]
pub fn deck_cards(upload: UploadId) -> ObjectKey {
    ObjectKey(format!("decks/{upload}/cards.json"))
}

/// Image from an uploaded deck. The file name contains its dimensions, so that they are known without reading it.
#[must_use]
pub fn deck_picture(upload: UploadId, number: u32, width_px: u32, height_px: u32) -> ObjectKey {
    ObjectKey(format!("decks/{upload}/{number}-{width_px}x{height_px}.jpg"))
}

/// The image on a student's personal card.
#[must_use]
pub fn personal_card_image(owner: &UserId, image: CardImageId) -> ObjectKey {
    ObjectKey(format!("own-cards/{owner}/{image}.jpg"))
}

/// The image of a course.
#[must_use]
pub fn course_picture(course: &CourseCode, picture: PictureId) -> ObjectKey {
    ObjectKey(format!("course-pictures/{course}/{picture}.jpg"))
}

/// The profile photo of a student.
#[must_use]
pub fn profile_image(student: &UserId, photo: PhotoId) -> ObjectKey {
    ObjectKey(format!("profile-images/{student}/{photo}.jpg"))
}

/// One published catalogue, named by its hash.
#[must_use]
pub fn catalogue(sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{CATALOGUE_PREFIX}{}", catalogue_name(sha256)))
}

/// The current counts for a published catalogue, named by their hash.
#[must_use]
pub fn counts(sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{CATALOGUE_PREFIX}{}", counts_name(sha256)))
}

/// Returns the key of a published catalogue or of its counts, or `None` for any other text.
#[must_use]
pub fn catalogue_of(key: &str) -> Option<ObjectKey> {
    let name = key.strip_prefix(CATALOGUE_PREFIX)?.strip_suffix(".bin")?;
    match name.strip_prefix("counts-") {
        Some(hash) => Some(counts(&hash.parse().ok()?)),
        None => Some(catalogue(&name.parse().ok()?)),
    }
}

/// Returns the file name of a published catalogue, as in the manifest.
#[must_use]
pub fn catalogue_name(sha256: &Sha256Hash) -> String {
    format!("{sha256}.bin")
}

/// Returns the file name of published counts, as in the manifest.
#[must_use]
pub fn counts_name(sha256: &Sha256Hash) -> String {
    format!("counts-{sha256}.bin")
}

/// One published list of course notes, named by its hash.
#[must_use]
pub fn notes_list(sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{NOTES_LIST_PREFIX}notes-{sha256}.bin"))
}

/// Returns the key of a published list of course notes, or `None` for any other text.
#[must_use]
pub fn notes_list_of(key: &str) -> Option<ObjectKey> {
    let hash: Sha256Hash =
        key.strip_prefix(NOTES_LIST_PREFIX)?.strip_prefix("notes-")?.strip_suffix(".bin")?.parse().ok()?;
    Some(notes_list(&hash))
}

/// The manifest, a small file that names the newest catalogue.
#[must_use]
pub fn catalogue_manifest() -> ObjectKey {
    ObjectKey(format!("{CATALOGUE_PREFIX}manifest.json"))
}

/// The file that names the current model of search by meaning. It is part of the built web app.
#[must_use]
pub fn meaning_manifest() -> ObjectKey {
    ObjectKey("meaning.json".to_owned())
}

/// Returns the key of a model for search by meaning by its name in the manifest, or `None` for any other text.
#[must_use]
pub fn meaning_model(name: &str) -> Option<ObjectKey> {
    let hash = name.strip_prefix("assets/meaning-model-")?.strip_suffix(".bin")?;
    hash.bytes().all(|byte| byte.is_ascii_alphanumeric()).then(|| ObjectKey(name.to_owned()))
}

/// The parts of a full-text index key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullTextKey {
    /// Collection that the index covers.
    pub place: NoteCollection,
    /// Hash of the index.
    pub sha256: Sha256Hash,
}

/// The full-text index of a collection, or the vectors of its passages, named by the hash of the file.
#[must_use]
pub fn full_text_index(place: NoteCollection, sha256: &Sha256Hash) -> ObjectKey {
    ObjectKey(format!("{INSIDE}{place}/{sha256}.bin"))
}

/// Parses the key of a full-text index. Returns `None` for any other text.
#[must_use]
pub fn parse_full_text_key(key: &str) -> Option<FullTextKey> {
    let (place, name) = key.strip_prefix(INSIDE)?.split_once('/')?;
    Some(FullTextKey { place: place.parse().ok()?, sha256: name.strip_suffix(".bin")?.parse().ok()? })
}
