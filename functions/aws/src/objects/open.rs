//! Pictures that everybody may read: what they are called, and how they come to lie there and go.

use bytes::Bytes;
use ring::hmac;

use super::{Bucket, PutCondition, Served, copy_served, put_served};
use crate::client::Store;
use model::error::Result;
use model::ids::OpenName;
use model::keys::object::ObjectKey;

/// A name stands for one content for ever, so browsers need not ask again. Whoever stands between asks within a minute, so that
/// nobody else gets a picture that was taken away.
pub const OPEN_CACHE: &str = "public, max-age=3600, s-maxage=45";

/// What the picture that is kept there, or was made of what is kept there, is called where everybody may read it. No request.
#[must_use]
pub fn open_name(store: &Store, kept: &ObjectKey) -> OpenName {
    OpenName::of(&hmac::Key::new(hmac::HMAC_SHA256, &store.settings().cursor_key), kept.as_str())
}

/// Stores a picture where everybody may read it. 1 request.
pub async fn put_open(store: &Store, open: &ObjectKey, picture: Bytes, content_type: &str) -> Result<()> {
    let served = Served { content_type, cache_control: OPEN_CACHE, content_encoding: None };
    put_served(store, Bucket::Files, open, picture, &served, PutCondition::Always).await
}

/// Copies a picture that is kept to where everybody may read it. 1 request.
///
/// # Errors
/// `NotFound(File)`.
pub async fn copy_open(store: &Store, kept: &ObjectKey, open: &ObjectKey, content_type: &str) -> Result<()> {
    copy_served(store, kept, open, content_type, OPEN_CACHE).await
}
