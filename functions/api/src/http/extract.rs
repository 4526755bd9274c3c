//! Extractors of handlers. Invalid input becomes a problem before the handler runs.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query as AxumQuery, Request};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use serde::de::DeserializeOwned;
use store::ItemKind;
use store::keys::object::PreviewSize;
use store::likes::LikeTarget;
use store::reports::ReportTarget;
use store::{
    AccessKeyId, AlbumId, AudioId, BookmarkId, CardId, CardImageId, ChapterId, CoverId, Cursor, HighlightId, NoteId,
    NoticeId, PhotoId, PictureId, PlaylistId, ProductId, ResourceKind, SessionId, Sha256Hash, ShelfId, UploadId,
    UserId, UsernameKey,
};
use wasm_core::course::CourseCode;
use wasm_core::limits::{CHAPTER_MAX, STUDY_SNAPSHOT_MAX_BYTES, TRANSCRIPT_MAX_BYTES};

use crate::http::problem::{Problem, ProblemCode};
use crate::http::wire::page::PageQuery;
use crate::library::courses::wire::ChapterQuery;

/// JSON body of a request.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        let body = json_body(request).await?;
        serde_json::from_slice(&body).map(Json).map_err(|why| unusable(&why))
    }
}

/// Optional JSON body: `None` if the request has none.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Problem> {
        if !request.headers().contains_key(CONTENT_TYPE) {
            return Ok(None);
        }
        <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
    }
}

/// Converts a parser error to a problem. The name of a missing field is taken from the text of the error, because the
/// parser provides it nowhere else.
fn unusable(why: &serde_json::Error) -> Problem {
    let why = why.to_string();
    let detail = format!("The request is not valid: {why}.");
    match why.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        Some(field) => Problem::field(field, "required", detail),
        None => Problem::new(ProblemCode::Validation, detail),
    }
}

/// Body of a study snapshot. It has a larger limit than JSON bodies.
pub(crate) struct SnapshotBody(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for SnapshotBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        must_be(&request, "application/octet-stream")?;
        let most = usize::try_from(STUDY_SNAPSHOT_MAX_BYTES).unwrap_or(usize::MAX);
        let body = to_bytes(request.into_body(), most).await;
        body.map(SnapshotBody).map_err(|_| Problem::too_large(STUDY_SNAPSHOT_MAX_BYTES))
    }
}

/// Body with the file of a transcript. It has a larger limit than JSON bodies. The content type is not a text type,
/// because a gateway may replace invalid bytes of a text body, and a file that is not text could then not be refused.
pub(crate) struct TranscriptBody(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for TranscriptBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        must_be(&request, "application/octet-stream")?;
        let body = to_bytes(request.into_body(), TRANSCRIPT_MAX_BYTES).await;
        body.map(TranscriptBody).map_err(|_| Problem::too_large(TRANSCRIPT_MAX_BYTES as u64))
    }
}

fn must_be(request: &Request, wanted: &str) -> Result<(), Problem> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case(wanted) {
        return Ok(());
    }
    Err(Problem::unsupported(wanted))
}

/// Reads a body with the content type of JSON without parsing it. Not generic: axum's own extractor would be compiled
/// once per body type.
async fn json_body(request: Request) -> Result<Bytes, Problem> {
    must_be(&request, "application/json")?;
    Bytes::from_request(request, &()).await.map_err(|refused| match refused.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::from_status(StatusCode::PAYLOAD_TOO_LARGE),
        _ => Problem::new(ProblemCode::Validation, refused.body_text()),
    })
}

/// Query parameters of a request.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = AxumQuery::from_request_parts(parts, state).await;
        query
            .map(|AxumQuery(query)| Query(query))
            .map_err(|refused| Problem::new(ProblemCode::Validation, refused.body_text()))
    }
}

/// Position from which to continue a list.
pub(crate) struct CursorParam(pub(crate) Option<Cursor>);

impl<S: Send + Sync> FromRequestParts<S> for CursorParam {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(PageQuery { cursor }) = Query::from_request_parts(parts, state).await?;
        let cursor = cursor.filter(|cursor| !cursor.is_empty()).map(|cursor| cursor.parse::<Cursor>()).transpose()?;
        Ok(CursorParam(cursor))
    }
}

/// Chapter to which a list is limited; `None` for all chapters.
pub(crate) struct ChapterParam(pub(crate) Option<u32>);

impl<S: Send + Sync> FromRequestParts<S> for ChapterParam {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(ChapterQuery { chapter }) = Query::from_request_parts(parts, state).await?;
        let Some(text) = chapter else { return Ok(ChapterParam(None)) };
        let number = text.parse().ok().filter(|number| (1..=CHAPTER_MAX).contains(number));
        number.map(|number| ChapterParam(Some(number))).ok_or_else(|| {
            Problem::field("chapter", "invalid", format!("Give a whole number from 1 to {CHAPTER_MAX}."))
        })
    }
}

/// A type that can be parsed from a path parameter.
pub(crate) trait ParsePathId: Sized {
    /// Kind named in the "not found" problem if the text is no valid id.
    const NOUN: ResourceKind;
    /// Description of the path parameter in the API document.
    const DESCRIPTION: &'static str;
    /// Example of the path parameter in the API document.
    const EXAMPLE: &'static str;
    /// Parses a path parameter. Returns `None` if the text cannot be a valid name.
    fn parse_name(text: &str) -> Option<Self>;
}

/// Example of an id in the API document.
pub(crate) const EXAMPLE_ID: &str = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
const EXAMPLE_HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/// Implements [`ParsePathId`] with `FromStr`.
macro_rules! named {
    ($($type:ty => $noun:ident, $description:literal, $example:expr;)*) => {
        $(impl ParsePathId for $type {
            const NOUN: ResourceKind = ResourceKind::$noun;
            const DESCRIPTION: &'static str = $description;
            const EXAMPLE: &'static str = $example;
            fn parse_name(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })*
    };
}

named! {
    CourseCode => Course, "A course code in any spelling", "CS246";
    ChapterId => Chapter, "The id of a chapter", EXAMPLE_ID;
    CardId => Card, "The id of a study card", EXAMPLE_ID;
    NoteId => Note, "The id of a note", EXAMPLE_ID;
    AlbumId => Album, "The name of an album", "cram";
    AudioId => Audio, "The id of an audio note", EXAMPLE_ID;
    ShelfId => Shelf, "The name of a shelf", "deep-dive";
    PlaylistId => Playlist, "The id of a playlist", EXAMPLE_ID;
    BookmarkId => Bookmark, "The id of a bookmark", EXAMPLE_ID;
    HighlightId => Highlight, "The id of a highlight", EXAMPLE_ID;
    NoticeId => Notice, "The id of a notice of copyright", EXAMPLE_ID;
    AccessKeyId => AccessKey, "The id of a key", EXAMPLE_ID;
    UploadId => Upload, "The id of an upload", EXAMPLE_ID;
    UsernameKey => Student, "A username in any case", "amara";
    UserId => Student, "The id of a student", "0b1c8f2e-5d1a-4c57-9d0e-3a7f6b2c1d4e";
    SessionId => Session, "Id of the session", EXAMPLE_HASH;
    CardImageId => File, "The id of a picture", EXAMPLE_ID;
    CoverId => File, "The id of a picture", EXAMPLE_ID;
    PictureId => File, "The id of a picture", EXAMPLE_ID;
    PhotoId => File, "The id of a picture", EXAMPLE_ID;
    PreviewSize => File, "`small` or `large`", "small";
    Sha256Hash => File, "The SHA-256 of a file, 64 hexadecimal digits", EXAMPLE_HASH;
    // A replaced file in the trash has the id of its replacement.
    ProductId => File, "The id of a file in the trash", EXAMPLE_ID;
}

/// The only parameter of a path. Invalid values cause a 404, like names that do not exist.
pub(crate) struct PathId<T>(pub(crate) T);

impl<S: Send + Sync, T: ParsePathId> FromRequestParts<S> for PathId<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let text = Path::<String>::from_request_parts(parts, state).await;
        let name = text.ok().and_then(|Path(text)| T::parse_name(&text));
        name.map(PathId).ok_or_else(|| Problem::not_found(T::NOUN))
    }
}

/// The two parameters of a path, as with [`PathId`].
pub(crate) struct PathIds<A, B>(pub(crate) A, pub(crate) B);

impl<S: Send + Sync, A: ParsePathId, B: ParsePathId> FromRequestParts<S> for PathIds<A, B> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Ok(Path((one, other))) = Path::<(String, String)>::from_request_parts(parts, state).await else {
            return Err(Problem::not_found(A::NOUN));
        };
        let one = A::parse_name(&one).ok_or_else(|| Problem::not_found(A::NOUN))?;
        let other = B::parse_name(&other).ok_or_else(|| Problem::not_found(B::NOUN))?;
        Ok(PathIds(one, other))
    }
}

/// The three parameters of a path, as with [`PathId`].
pub(crate) struct PathIds3<A, B, C>(pub(crate) A, pub(crate) B, pub(crate) C);

impl<S: Send + Sync, A: ParsePathId, B: ParsePathId, C: ParsePathId> FromRequestParts<S> for PathIds3<A, B, C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Ok(Path((one, two, three))) = Path::<(String, String, String)>::from_request_parts(parts, state).await
        else {
            return Err(Problem::not_found(A::NOUN));
        };
        let one = A::parse_name(&one).ok_or_else(|| Problem::not_found(A::NOUN))?;
        let two = B::parse_name(&two).ok_or_else(|| Problem::not_found(B::NOUN))?;
        let three = C::parse_name(&three).ok_or_else(|| Problem::not_found(C::NOUN))?;
        Ok(PathIds3(one, two, three))
    }
}

/// Returns the two parameters of a path as text. The first one determines how the second one is parsed.
async fn kind_and_id<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<(String, String), Problem> {
    let path = Path::<(String, String)>::from_request_parts(parts, state).await;
    path.map(|Path(names)| names).map_err(|_| Problem::from_status(StatusCode::NOT_FOUND))
}

/// Published item in a path such as `/content/{kind}/{id}`.
pub(crate) struct ContentParam(pub(crate) ItemKind, pub(crate) ProductId);

impl<S: Send + Sync> FromRequestParts<S> for ContentParam {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let (kind, id) = kind_and_id(parts, state).await?;
        let kind: ItemKind = kind.parse().map_err(|_| Problem::from_status(StatusCode::NOT_FOUND))?;
        let id = id.parse().map_err(|_| {
            Problem::not_found(if kind == ItemKind::Audio { ResourceKind::Audio } else { ResourceKind::Note })
        })?;
        Ok(ContentParam(kind, id))
    }
}

/// Like target in a path such as `/likes/{kind}/{id}`.
pub(crate) struct LikeTargetParam(pub(crate) LikeTarget);

impl<S: Send + Sync> FromRequestParts<S> for LikeTargetParam {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let (kind, id) = kind_and_id(parts, state).await?;
        let target = match kind.as_str() {
            "courses" => CourseCode::parse_name(&id).map(LikeTarget::Course).ok_or(ResourceKind::Course),
            "notes" => NoteId::parse_name(&id).map(LikeTarget::Note).ok_or(ResourceKind::Note),
            "audio" => AudioId::parse_name(&id).map(LikeTarget::Audio).ok_or(ResourceKind::Audio),
            _ => return Err(Problem::from_status(StatusCode::NOT_FOUND)),
        };
        target.map(LikeTargetParam).map_err(Problem::not_found)
    }
}

/// Report target in a path such as `/reports/{kind}/{id}`.
pub(crate) struct ReportTargetParam(pub(crate) ReportTarget);

impl<S: Send + Sync> FromRequestParts<S> for ReportTargetParam {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let (kind, id) = kind_and_id(parts, state).await?;
        let target = match kind.as_str() {
            "note" => NoteId::parse_name(&id).map(ReportTarget::Note).ok_or(ResourceKind::Note),
            "audio" => AudioId::parse_name(&id).map(ReportTarget::Audio).ok_or(ResourceKind::Audio),
            "card" => CardId::parse_name(&id).map(ReportTarget::Card).ok_or(ResourceKind::Card),
            _ => return Err(Problem::from_status(StatusCode::NOT_FOUND)),
        };
        target.map(ReportTargetParam).map_err(Problem::not_found)
    }
}
