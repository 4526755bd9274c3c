//! Shelves and the audio notes on them.

use serde::{Deserialize, Serialize};
use serde_json::json;
use store::content::{Content as _, File, RecordingMetadata};
use store::listening::{RENDITION_CONTENT_TYPE, unpack_silences};
use store::objects::PresignedGet;
use store::{AudioId, Error, Sha256Hash, ShelfId, audio, shelves};
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::page::Page;
use crate::library::wire::metadata::{AudioMetadata, public_url};
use crate::library::wire::published::PublishedDetails;

/// The four shelves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShelfName {
    DeepDive,
    QuickRecap,
    ChillReview,
    /// Audio notes for members.
    Radio,
}

/// A shelf with its number of recordings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shelf {
    pub id: ShelfName,
    #[schema(example = "Deep Dive")]
    pub title: String,
    /// Number of audio notes.
    #[schema(example = 12)]
    pub episodes: u32,
    /// Total duration in seconds. Recordings of unknown duration are not counted.
    #[schema(example = 34_200)]
    pub total_secs: u64,
}

/// A shelf with its audio notes, newest first. An audio note that an administrator moved keeps its new position.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShelfPage {
    pub shelf: Shelf,
    pub audio: Page<AudioNote>,
}

/// An audio note. Everyone can see it; only signed-in users can play it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudioNote {
    #[serde(flatten)]
    pub published: PublishedDetails,
    pub shelf: ShelfName,
    #[schema(example = "CS 246")]
    pub subject: String,
    /// Course code, if the subject is a course in the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course_code: Option<String>,
    /// Duration in whole seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 754)]
    pub duration_secs: Option<u32>,
    /// URL of the square artwork.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/pictures/e3b0c44298fc1c149afbf4c8996fb924.jpg")]
    pub artwork_url: Option<String>,
    /// Id of the transcript, if there is one. It changes with the transcript.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub transcript_id: Option<String>,
    /// Version of the waveform. It changes with the file, the chapters and the silences.
    #[schema(example = "9f86d081884c7d65")]
    pub waveform_version: String,
    #[schema(example = "audio/mpeg")]
    pub content_type: String,
    pub facts: AudioMetadata,
    #[schema(example = "2026-11-21T10:00:04Z")]
    pub created_at: String,
}

/// Audio notes about a course, in playing order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseAudio {
    /// At most 100 audio notes, grouped by shelf. The shelf with the newest one comes first; each shelf keeps its
    /// order.
    pub items: Vec<AudioNote>,
}
const _: () = assert!(wasm_core::limits::COURSE_AUDIO_MAX_ITEMS == 100);

/// Loudness of an audio note over its duration, its chapters and its silences.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waveform {
    /// About 1,000 peaks from 0 to 255, scaled so that the loudest one is 255. In a silent recording, all are 0.
    pub peaks: Vec<u8>,
    /// Chapters in order: none, or 2 to 200. A chapter ends where the next one begins.
    pub chapters: Vec<AudioChapter>,
    /// Start and end of each silence of at least a second, in milliseconds: twice as many numbers as silences, in
    /// ascending order. Empty until the recording is prepared for listening.
    #[schema(example = json!([12_500, 14_020]))]
    pub silences: Vec<u32>,
    /// Version, as in the audio note.
    #[schema(example = "9f86d081884c7d65")]
    pub version: String,
}
const _: () = assert!(wasm_core::limits::AUDIO_CHAPTERS_MAX == 200);

/// Version of the waveform that the caller knows.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WaveformQuery {
    /// `waveformVersion` of the audio note. If it is current, the response can be cached for a year.
    pub version: Option<String>,
}

/// Chapter of an audio note.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudioChapter {
    /// Start in milliseconds.
    #[schema(example = 95_000)]
    pub start_ms: u32,
    /// Title, at most 200 characters.
    #[schema(example = "The chain rule")]
    pub title: String,
}

/// Moves an audio note on its shelf.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReorderAudioRequest {
    /// Id of the audio note directly before it. If missing, it becomes the first of the shelf.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub after: Option<String>,
    /// `position` of the audio note when the caller saw it, empty if it had none. Another position is a conflict (409).
    /// If missing, the audio note moves from any position.
    #[schema(example = "")]
    pub from: Option<String>,
}

/// Requests the signed URLs of recordings.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedAudioUrlsRequest {
    /// Ids of audio notes, at most 20.
    #[schema(required = true)]
    pub ids: Vec<String>,
}

/// Signed URLs of recordings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedAudioUrls {
    /// Signed URLs of the audio notes that exist.
    pub items: Vec<SignedAudioUrl>,
    /// Ids of the audio notes that do not exist or were deleted.
    pub missing: Vec<String>,
}

/// Signed URL of one recording.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedAudioUrl {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    /// Signed URL of the file. It supports range requests and stays the same for an hour.
    #[schema(
        example = "https://files.example.org/deep-dive-notes/cs-246/01JD8Z5V7R8XQ4N2T6W0YB3C9E.mp3?X-Amz-Signature=..."
    )]
    pub url: String,
    /// Time when the signed URL expires, hours after the end of the recording.
    #[schema(example = "2026-11-21T13:00:00Z")]
    pub expires_at: String,
    #[schema(example = 12_064_000)]
    pub size_bytes: u64,
    #[schema(example = "audio/mpeg")]
    pub content_type: String,
    /// SHA-256 of the file. It changes when the file is replaced.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// Integrated loudness in LUFS (EBU R128). Missing until the recording is prepared for listening, and in silence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = -18.4)]
    pub loudness_lufs: Option<f64>,
    /// Version of the waveform of this file.
    #[schema(example = "9f86d081884c7d65")]
    pub waveform_version: String,
    /// The smaller rendition. Missing until it is ready, and if it would not be smaller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rendition: Option<SignedRendition>,
}

/// Signed URL of a rendition with the times of the original. It expires with the URL of the original.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedRendition {
    #[schema(
        example = "https://files.example.org/deep-dive-notes/cs-246/01JD8Z5V7R8XQ4N2T6W0YB3C9E-listening.m4a?X-Amz-Signature=..."
    )]
    pub url: String,
    #[schema(example = 3_016_000)]
    pub size_bytes: u64,
    /// Opus in an MP4 container.
    #[schema(example = "audio/mp4; codecs=opus")]
    pub content_type: String,
    #[schema(example = "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752")]
    pub sha256: String,
}

impl From<ShelfId> for ShelfName {
    fn from(shelf: ShelfId) -> Self {
        match shelf {
            ShelfId::DeepDive => ShelfName::DeepDive,
            ShelfId::QuickRecap => ShelfName::QuickRecap,
            ShelfId::ChillReview => ShelfName::ChillReview,
            ShelfId::Radio => ShelfName::Radio,
        }
    }
}

impl From<shelves::Shelf> for Shelf {
    fn from(shelf: shelves::Shelf) -> Self {
        Shelf {
            id: shelf.id.into(),
            title: shelf.id.title().to_owned(),
            episodes: shelf.episodes,
            total_secs: shelf.total_secs,
        }
    }
}

impl From<shelves::ShelfPage> for ShelfPage {
    fn from(page: shelves::ShelfPage) -> Self {
        ShelfPage { shelf: page.shelf.into(), audio: page.audio.into() }
    }
}

impl From<audio::AudioNote> for AudioNote {
    fn from(audio: audio::AudioNote) -> Self {
        let (published, artwork_url) = (PublishedDetails::of(&audio), artwork_url_of(&audio));
        let waveform_version = waveform_version(&audio);
        let inside = audio.file.media;
        AudioNote {
            published,
            shelf: audio.shelf.into(),
            subject: audio.subject,
            course_code: audio.course.map(|course| course.to_string()),
            duration_secs: inside.duration_secs,
            artwork_url,
            transcript_id: inside.transcript.map(|transcript| transcript.to_string()),
            waveform_version,
            content_type: inside.content_type,
            facts: AudioMetadata::of(inside.facts),
            created_at: audio.created_at.to_string(),
        }
    }
}

impl SignedAudioUrl {
    /// Builds the response with the signed URLs of the recording and of its rendition.
    pub(crate) fn new(audio: audio::AudioNote, signed: PresignedGet, rendition: Option<PresignedGet>) -> Self {
        let waveform_version = waveform_version(&audio);
        let listening = audio.file.media.listening.unwrap_or_default();
        let rendition = rendition.zip(listening.rendition).map(|(signed, rendition)| SignedRendition {
            url: signed.url,
            size_bytes: rendition.size_bytes,
            content_type: format!("{RENDITION_CONTENT_TYPE}; codecs=opus"),
            sha256: rendition.sha256.to_string(),
        });
        SignedAudioUrl {
            waveform_version,
            loudness_lufs: listening.loudness_centilufs.map(|centilufs| f64::from(centilufs) / 100.0),
            rendition,
            id: audio.id.to_string(),
            url: signed.url,
            expires_at: signed.expires_at.to_string(),
            size_bytes: audio.file.size_bytes,
            content_type: audio.file.media.content_type,
            sha256: audio.file.sha256.to_string(),
        }
    }
}

impl From<Vec<audio::AudioNote>> for CourseAudio {
    fn from(notes: Vec<audio::AudioNote>) -> Self {
        CourseAudio { items: notes.into_iter().map(Into::into).collect() }
    }
}

impl Waveform {
    /// Builds the response with the waveform of `audio`.
    ///
    /// # Errors
    /// `Broken` if the stored silences are.
    pub(crate) fn new(audio: &audio::AudioNote, waveform: audio::Waveform) -> Result<Self, Error> {
        let silences = unpack_silences(&waveform.silences)?;
        let chapters = waveform.chapters.into_iter();
        let chapters = chapters.map(|chapter| AudioChapter { start_ms: chapter.start_ms, title: chapter.title });
        let silences = silences.into_iter().flat_map(|(start, end)| [start, end]);
        Ok(Waveform {
            peaks: waveform.peaks,
            chapters: chapters.collect(),
            silences: silences.collect(),
            version: waveform_version(audio),
        })
    }
}

/// Changes with the fields of [`Waveform`], because devices keep a response for a year.
const WAVEFORM_FORMAT: u32 = 1;

/// Returns a hash of everything that changes the waveform of a recording. It contains the number of edits and
/// replacements, so that no earlier version returns when a replaced file is restored.
fn waveform_version(audio: &audio::AudioNote) -> String {
    let File { key, media: RecordingMetadata { chapters_id, listening, .. }, .. } = &audio.file;
    let parts = json!([WAVEFORM_FORMAT, audio.version, key, chapters_id, listening]).to_string();
    Sha256Hash::of(parts.as_bytes()).as_str()[..16].to_owned()
}

/// Returns the URL of a recording's artwork, if it has one.
pub(crate) fn artwork_url_of(audio: &audio::AudioNote) -> Option<String> {
    audio.public_pictures().first().map(|picture| public_url(&picture.public_copy))
}

/// Returns the URL that redirects to the artwork of a recording.
pub(crate) fn artwork_redirect(id: AudioId) -> String {
    format!("/api/audio/{id}/artwork")
}
