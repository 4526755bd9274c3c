//! Signed URLs of files that the page reads itself.

use serde::{Deserialize, Serialize};
use store::full_text::{FullTextIndexRecord, VectorsRecord};
use store::objects::PresignedGet;
use utoipa::{IntoParams, ToSchema};

/// Signed URL of a file, valid for some hours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedFileUrl {
    /// Signed URL, the same for all callers within the hour.
    #[schema(
        example = "https://files.example.org/library/notes-e3b0c442.bin?Expires=1790007200&Signature=abc&Key-Pair-Id=K2JC"
    )]
    pub url: String,
    /// Time when the signed URL expires.
    #[schema(example = "2026-09-21T16:00:00Z")]
    pub expires_at: String,
}

impl From<PresignedGet> for SignedFileUrl {
    fn from(signed: PresignedGet) -> Self {
        Self { url: signed.url, expires_at: signed.expires_at.to_string() }
    }
}

/// Requested full-text indexes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FullTextIndexesQuery {
    /// Names of collections, separated by commas, at most 50: course codes, album names, and for transcripts `audio_`
    /// with a course code, or with a shelf for its recordings without a course.
    #[param(required = true, example = "CS246,examReview,audio_CS246,audio_deep-dive")]
    pub places: String,
}

/// The existing full-text indexes among the requested ones.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FullTextIndexes {
    pub items: Vec<FullTextIndex>,
}

/// Full-text index of the notes of a course or album, or of transcripts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FullTextIndex {
    /// Name of the collection.
    #[schema(example = "CS246")]
    pub place: String,
    /// SHA-256 of the file. It changes with each change of the index.
    #[schema(example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    pub sha256: String,
    /// Uncompressed size in bytes.
    #[schema(example = 412_000)]
    pub size_bytes: u64,
    /// Number of indexed pages or passages that have words.
    #[schema(example = 810)]
    pub pages: u32,
    /// Signed URL, the same for all callers within the hour.
    #[schema(
        example = "https://files.example.org/inside/CS246/e3b0c442.bin?Expires=1790007200&Signature=abc&Key-Pair-Id=K2JC"
    )]
    pub url: String,
    /// Vectors of the passages, for search by meaning. Absent until they are computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vectors: Option<PassageVectors>,
}

/// Vectors of the passages of a course or album, for search by meaning.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassageVectors {
    /// SHA-256 of the file. It changes with each change of the vectors.
    #[schema(example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    pub sha256: String,
    /// SHA-256 of the model that computed the vectors. Questions must be encoded by the same model.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub model: String,
    /// Number of passages with a vector.
    #[schema(example = 2_400)]
    pub passages: u32,
    /// Signed URL, the same for all callers within the hour.
    #[schema(
        example = "https://files.example.org/inside/CS246/e3b0c442.bin?Expires=1790007200&Signature=abc&Key-Pair-Id=K2JC"
    )]
    pub url: String,
}

impl PassageVectors {
    pub(crate) fn new(vectors: &VectorsRecord, signed: PresignedGet) -> Self {
        Self {
            sha256: vectors.sha256.to_string(),
            model: vectors.model.to_string(),
            passages: vectors.passages,
            url: signed.url,
        }
    }
}

impl FullTextIndex {
    pub(crate) fn new(index: &FullTextIndexRecord, signed: PresignedGet, vectors: Option<PassageVectors>) -> Self {
        Self {
            place: index.place.to_string(),
            sha256: index.sha256.to_string(),
            size_bytes: index.size_bytes,
            pages: index.pages,
            url: signed.url,
            vectors,
        }
    }
}
