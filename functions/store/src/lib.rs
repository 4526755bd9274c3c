//! Everything of Note Ninja that talks to AWS: one table, the object buckets, the user pool.
//!
//! Functions take `&Store` first and, for private data, the owner next; every key of private data starts
//! with its owner, so the partition key is the permission check. Keys are formatted in [`keys`] and nowhere
//! else, and no function here scans the table.
//!
//! Each function says what it costs as *reads* (a query or get request against the table) and *writes*
//! (items written; a transaction charges each of its items twice).

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod account;
pub mod activity;
pub mod albums;
pub mod audio;
pub mod audit;
mod batch;
#[cfg(feature = "capacity")]
pub mod capacity;
pub mod cards;
pub mod chapters;
pub mod client;
mod codec;
pub mod content;
pub mod course_audio;
pub mod courses;
pub mod downloads;
pub mod error;
pub mod facts;
pub mod followers;
pub mod follows;
pub mod ids;
pub mod keys;
pub mod likes;
pub mod new_notes;
pub mod notes;
pub mod objects;
pub mod page;
pub mod playlists;
pub mod positions;
mod rank;
pub mod reconcile;
pub mod reports;
pub mod requests;
pub mod saved;
pub mod schema;
pub mod settings;
pub mod shelves;
pub mod stream;
pub mod students;
mod table;
pub mod throttle;
pub mod timestamp;
pub mod trash;
pub mod unconfirmed;
pub mod uploads;
pub mod users;

pub use client::Store;
pub use error::{Conflict, Error, Noun, Result, Rule};
pub use ids::{
    AudioId, AuditId, CardId, CardImageId, ChapterId, CoverId, NoteId, PhotoId, PictureId, PlaylistId, ProductId,
    RequestId, Sha256Hash, UploadId, UserId, UsernameKey, UsernamePrefix,
};
pub use page::{Cursor, Page};
pub use settings::{Endpoints, Settings};
pub use timestamp::Timestamp;
pub use wasm_core::album::AlbumId;
pub use wasm_core::shelf::ShelfId;
