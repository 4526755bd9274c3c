//! Files in the bucket with arbitrary contents.

use bytes::Bytes;
use store::Store;
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket, PutCondition};

pub(super) async fn put(store: &Store, key: &ObjectKey) {
    let bytes = Bytes::from_static(b"file");
    objects::put(store, Bucket::Files, key, bytes, "application/pdf", "no-store", PutCondition::Always).await.unwrap();
}

/// Writes a picture and its public copy.
pub(super) async fn put_shown(store: &Store, kept: &ObjectKey) {
    put(store, kept).await;
    put(store, &open_copy(store, kept)).await;
}

pub(super) fn open_copy(store: &Store, kept: &ObjectKey) -> ObjectKey {
    object::public_picture(&objects::public_name(store, kept))
}

pub(super) async fn is_there(store: &Store, key: &ObjectKey) -> bool {
    objects::head(store, Bucket::Files, key).await.unwrap().is_some()
}
