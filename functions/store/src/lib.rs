//! Everything of Note Ninja that talks to AWS: one table, the object buckets, the user pool.
//!
//! Functions take `&Store` first and, for private data, the owner next; every key of private data starts
//! with its owner, so the partition key is the permission check. Keys are formatted in [`keys`] and nowhere
//! else, and no function here scans the table.
//!
//! Folders are floors: each may know those above it, in the order of `infra/xtask/src/layers.rs`. Modules are
//! re-exported here, so that callers need not know on which floor one lives.
//!
//! Each function says what it costs as *reads* (a query or get request against the table) and *writes*
//! (items written; a transaction charges each of its items twice).

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod aws;
mod base;
mod desk;
pub mod keys;
mod library;
mod mine;
mod people;
mod publishing;
pub mod register;
mod study;
mod upkeep;
pub mod uploads;

#[cfg(feature = "capacity")]
pub use aws::capacity;
pub use aws::cdn::FilesCdn;
pub use aws::client::{self, Store};
pub use aws::settings::{self, Endpoints, Settings};
pub use aws::{objects, schema, users};
pub use base::error::{self, Conflict, Error, Noun, Result, Rule};
pub use base::facts;
pub use base::ids::{
    self, AudioId, AuditId, CardId, CardImageId, ChapterId, CoverId, NoteId, PhotoId, PictureId, PlaylistId, ProductId,
    RequestId, Sha256Hash, UploadId, UserId, UsernameKey, UsernamePrefix,
};
pub use base::kind::Kind;
pub use base::page::{self, Cursor, Page};
pub use base::timestamp::{self, Timestamp};
pub use desk::{audit, reports, requests, throttle};
pub use library::{albums, any_note, audio, course_audio, courses, file, notes, shelves};
pub use mine::{activity, downloads, likes, new_notes, playlists, positions, saved};
pub use people::{account, followers, follows, students, unconfirmed};
pub use publishing::{edit, link, publish, replace, thing, trash};
pub use study::{cards, chapters};
pub use upkeep::{export, purge, reconcile, stream};
pub use wasm_core::album::AlbumId;
pub use wasm_core::shelf::ShelfId;
