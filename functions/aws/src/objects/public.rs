//! Public images: their names and copies.

use bytes::Bytes;
use ring::hmac;

use super::{Bucket, PutCondition, ResponseHeaders, copy_served, put_with_headers};
use crate::client::Store;
use model::error::Result;
use model::ids::PublicName;
use model::keys::object::ObjectKey;

/// `Cache-Control` header of public images. A name always has the same content, so browsers may cache it for an hour.
/// Shared caches revalidate within a minute, so that a removed image soon disappears for users who have not loaded it
/// before.
pub const PUBLIC_CACHE: &str = "public, max-age=3600, s-maxage=45";

/// Returns the public name of the image with the storage key `kept`, or of an image derived from that object. Sends no
/// request.
#[must_use]
pub fn public_name(store: &Store, kept: &ObjectKey) -> PublicName {
    PublicName::of(&hmac::Key::new(hmac::HMAC_SHA256, &store.settings().cursor_key), kept.as_str())
}

/// Stores a public image. Cost: 1 request.
pub async fn put_public(store: &Store, open: &ObjectKey, picture: Bytes, content_type: &str) -> Result<()> {
    let served = ResponseHeaders { content_type, cache_control: PUBLIC_CACHE, content_encoding: None };
    put_with_headers(store, Bucket::Files, open, picture, &served, PutCondition::Always).await
}

/// Copies a stored image to its public key. Cost: 1 request.
///
/// # Errors
/// `NotFound(File)`.
pub async fn copy_to_public(store: &Store, kept: &ObjectKey, open: &ObjectKey, content_type: &str) -> Result<()> {
    copy_served(store, kept, open, content_type, PUBLIC_CACHE).await
}
