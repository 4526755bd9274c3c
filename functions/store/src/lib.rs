//! Data of Note Ninja and all rules for changing it.
//!
//! Functions take `&Store` first and, for private data, the owner next. Every key of private data starts with its
//! owner, so the partition key is the permission check. The crate `aws` accesses the services and `model` defines all
//! keys. No function here scans the table.
//!
//! Folders are layers: each may use the ones above it, in the order of `infra/xtask/src/lint/layers.rs`. Modules are
//! re-exported here, so that callers do not depend on the layers.
//!
//! Every function can return `Unavailable` and `Broken`, because it calls services. An `# Errors` section names the
//! other errors.
//!
//! Costs count *reads* (query or get requests to the table) and *writes* (items written; a transaction charges each of
//! its items twice).

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod content_index;
mod desk;
mod library;
mod maintenance;
mod mine;
mod people;
mod personal;
mod publishing;
mod study;
pub mod uploads;

#[cfg(feature = "capacity")]
pub use aws::capacity;
pub use aws::cdn::FilesCdn;
pub use aws::client::{self, Store};
pub use aws::settings::{self, AppClient, Endpoints, Settings};
pub use aws::{mail, objects, schema, users};
pub use desk::{access_keys, audit, notices, rate_limit, reports, requests};
pub use library::{
    albums, audio, content, course_audio, course_or_album_note, courses, expected_picture, full_text, listening,
    merges, notes, public_pictures, published_catalogue, shelf_order, shelves, transcripts, withheld,
};
pub use maintenance::{export, merge, pictures, purge, reconcile, stream};
pub use mine::{
    activity, bookmarks, downloads, exams, feed, highlights, likes, new_notes, playlists, positions, saved_note_access,
    saved_notes,
};
pub use model::error::{self, AccessRule, Conflict, Error, ResourceKind, Result};
pub use model::ids::{
    self, AccessKeyId, AudioId, AuditId, BookmarkId, CardId, CardImageId, ChapterId, CoverId, HighlightId, NoteId,
    NoticeId, PhotoId, PictureId, PlaylistId, ProductId, PublicName, RequestId, SessionId, Sha256Hash, Sha256Hasher,
    TranscriptId, UploadId, UserId, UsernameKey, UsernamePrefix,
};
pub use model::keys;
pub use model::kind::ItemKind;
pub use model::metadata;
pub use model::page::{self, Cursor, Page};
pub use model::timestamp::{self, Timestamp};
pub use people::{account, course_follows, sessions, student_follows, students, unconfirmed};
pub use publishing::{content_item, edit, link, publish, replace, trash};
pub use study::{cards, chapters, personal_cards, review_log, snapshot as study_snapshot};
pub use wasm_core::album::AlbumId;
pub use wasm_core::shelf::ShelfId;
