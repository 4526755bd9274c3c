//! Pictures of personal cards: their files exist only while a card shows them.

use std::io::Cursor;

use bytes::Bytes;
use image::{DynamicImage, ImageFormat};
use ingest::{Outcome, Rejection, handle_object};
use store::courses::{self, CourseDraft};
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket, PutCondition};
use store::personal_cards::{self, NewPersonalCard};
use store::students::{self, NewStudent};
use store::uploads::{Upload, UploadTarget};
use store::{CardId, Store};
use wasm_core::course::CourseCode;
use wasm_core::forms;

use crate::support::{admin, at, create_upload, put_incoming, reader};
use crate::test_backends::{self, TestBackends};

fn cs246() -> CourseCode {
    CourseCode::parse("CS246").unwrap()
}

fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(40, 30).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Starts engines with a card. Creates the upload of a picture for it and sends the file.
async fn arrived() -> (TestBackends, CardId, Upload, ObjectKey) {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let course = CourseDraft { code: cs246(), title: "Software".into(), description: String::new() };
    courses::create_or_find(store, &course, at(0)).await.unwrap();
    let owner = NewStudent {
        uid: admin(),
        email: "amara@noteninja.test".into(),
        name: "Amara".into(),
        username: None,
        is_unconfirmed: false,
    };
    students::create(store, &owner, at(0)).await.unwrap();
    let card = CardId::generate();
    let draft = forms::validate_card("Front", "Back", "").unwrap();
    let new = NewPersonalCard {
        id: card,
        course: cs246(),
        former_course: None,
        chapter: None,
        draft,
        source: None,
        image: None,
    };
    personal_cards::create(store, &admin(), new, at(1)).await.unwrap();
    let upload =
        create_upload(store, UploadTarget::PersonalCardImage { course: cs246(), card }, "tree.png", &png()).await;
    let incoming = put_incoming(store, &upload, &png()).await;
    (engines, card, upload, incoming)
}

fn file_of(upload: &Upload) -> ObjectKey {
    object::personal_card_image(&admin(), upload.product.into())
}

async fn is_there(store: &Store, key: &ObjectKey) -> bool {
    objects::head(store, Bucket::Files, key).await.unwrap().is_some()
}

/// Stores the image again, as a concurrent check would, then the uploaded file, and repeats its check.
async fn check_again(store: &Store, upload: &Upload) -> Outcome {
    let (key, bytes) = (file_of(upload), Bytes::from_static(b"picture"));
    objects::put(store, Bucket::Files, &key, bytes, "image/jpeg", "no-store", PutCondition::Always).await.unwrap();
    let incoming = put_incoming(store, upload, &png()).await;
    handle_object(store, &reader(), incoming.as_str(), at(9)).await.unwrap()
}

#[tokio::test]
async fn s3_own_3_a_repeated_check_removes_its_image_only_if_no_card_shows_it() {
    let (engines, card, upload, incoming) = arrived().await;
    let store = &engines.store;
    let outcome = handle_object(store, &reader(), incoming.as_str(), at(5)).await.unwrap();
    assert_eq!(outcome, Outcome::Published(upload.product));
    assert!(is_there(store, &file_of(&upload)).await);
    assert_eq!(check_again(store, &upload).await, Outcome::Removed);
    assert!(is_there(store, &file_of(&upload)).await, "the card shows it");

    personal_cards::remove_image(store, &admin(), &cs246(), card, None, at(10)).await.unwrap();
    assert_eq!(check_again(store, &upload).await, Outcome::Removed);
    assert!(!is_there(store, &file_of(&upload)).await);
}

#[tokio::test]
async fn s3_own_3_the_image_of_a_removed_card_is_rejected_and_its_file_deleted() {
    let (engines, card, upload, incoming) = arrived().await;
    let store = &engines.store;
    personal_cards::remove(store, &admin(), &cs246(), card, None).await.unwrap();
    let outcome = handle_object(store, &reader(), incoming.as_str(), at(5)).await.unwrap();
    assert_eq!(outcome, Outcome::Rejected(Rejection::CardGone));
    assert!(!is_there(store, &file_of(&upload)).await);
    assert_eq!(check_again(store, &upload).await, Outcome::Removed);
    assert!(!is_there(store, &file_of(&upload)).await);
}
