//! Removal of the files of replaced and deleted photos.

use bytes::Bytes;
use serde_json::json;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::students::{self, NewStudent, photo};
use store::{PhotoId, Store, UserId};

use crate::support::{at, follow};
use crate::test_backends;

async fn show(store: &Store, uid: &UserId) -> PhotoId {
    let photo = PhotoId::generate();
    let file = object::profile_image(uid, photo);
    let bytes = Bytes::from_static(b"a picture");
    objects::put(store, Bucket::Files, &file, bytes, "image/jpeg", "private", PutCondition::Always).await.unwrap();
    photo::set(store, uid, photo, None, at(0)).await.unwrap();
    photo
}

/// Sends the stream record of a removed photo to `changes`.
async fn removed(store: &Store, uid: &UserId, photo: PhotoId) {
    let image = json!({
        "entity": { "S": "photo" }, "schema": { "N": "1" },
        "photo": { "S": photo.to_string() }, "uid": { "S": uid.to_string() },
    });
    follow(store, Some(image), None).await;
}

async fn has_file(store: &Store, uid: &UserId, photo: PhotoId) -> bool {
    objects::head(store, Bucket::Files, &object::profile_image(uid, photo)).await.unwrap().is_some()
}

#[tokio::test]
async fn s9_c_2_a_replaced_photo_is_removed_and_the_current_one_kept() {
    let engines = test_backends::start().await;
    let (store, uid) = (&engines.store, "a".parse::<UserId>().unwrap());
    let new = NewStudent {
        uid: uid.clone(),
        email: "a@noteninja.test".into(),
        name: "Amara".into(),
        username: None,
        is_unconfirmed: false,
    };
    students::create(store, &new, at(0)).await.unwrap();
    let first = show(store, &uid).await;
    let second = show(store, &uid).await;
    for _ in 0..2 {
        removed(store, &uid, first).await;
        assert!(!has_file(store, &uid, first).await);
    }
    // A late record reports the removal of a photo that is set again.
    removed(store, &uid, second).await;
    assert!(has_file(store, &uid, second).await);
}
