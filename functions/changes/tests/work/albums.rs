//! What is cleared away behind album notes, on a table and buckets of the test's own.

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use bytes::Bytes;
use serde_json::{Value, json};
use store::albums::{self, AlbumNote};
use store::content::{Details, File, Pdf};
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket, PutCondition};
use store::trash::{self, MayDelete, Trashed};
use store::uploads::{self, Target, UploadDraft};
use store::{AlbumId, NoteId, PictureId, Sha256Hash, Store, UploadId, UserId, publish};

use crate::engines;
use crate::support::{at, image};

fn admin() -> UserId {
    "admin".parse().unwrap()
}

/// Answers whether the record was done with.
async fn follow(store: &Store, name: &str, before: Value, after: Option<Value>) -> bool {
    let mut change = json!({ "Keys": {}, "SequenceNumber": "1", "SizeBytes": 100, "OldImage": before });
    if let Some(after) = after {
        change["NewImage"] = after;
    }
    let text = json!({ "awsRegion": "ca-central-1", "eventID": "1", "eventName": name, "dynamodb": change });
    let record: EventRecord = serde_json::from_value(text).unwrap();
    let mut event = Event::default();
    event.records = vec![record];
    changes::handle(store, event).await.unwrap().batch_item_failures.is_empty()
}

async fn handle(store: &Store, name: &str, before: Value, after: Option<Value>) {
    assert!(follow(store, name, before, after).await);
}

/// An album note with both of its files.
async fn note(store: &Store) -> AlbumNote {
    let draft = UploadDraft {
        id: UploadId::generate(),
        target: Target::AlbumNote {
            album: AlbumId::NightOwl,
            subject: "Study skills".into(),
            course: None,
            details: Details::new("Two in the morning", ""),
        },
        file_name: "two.pdf".into(),
        content_type: "application/pdf".into(),
        size_bytes: 4,
        sha256: Sha256Hash::of(b"file"),
    };
    let upload = uploads::create(store, &admin(), "Admin", draft, at(0)).await.unwrap();
    uploads::claim(store, upload.draft.id, at(1)).await.unwrap();
    let id = NoteId::from(upload.product);
    let note = AlbumNote {
        id,
        album: AlbumId::NightOwl,
        subject: "Study skills".into(),
        course: None,
        details: Details::new("Two in the morning", ""),
        file: File {
            key: object::album_note(AlbumId::NightOwl, id),
            name: "two.pdf".into(),
            size_bytes: 4,
            sha256: Sha256Hash::of(b"file"),
            inside: Pdf { pages: 1, facts: Default::default() },
        },
        picture: Some(PictureId::generate()),
        likes: 0,
        version: 0,
        uploaded_at: at(0),
        uploader: admin(),
        uploader_name: "Admin".into(),
    };
    publish::publish(store, &note, upload.draft.id, at(2)).await.unwrap();
    for key in files(&note) {
        put_file(store, &key).await;
    }
    note
}

fn files(note: &AlbumNote) -> [ObjectKey; 2] {
    [note.file.key.clone(), object::album_picture(note.picture.unwrap())]
}

async fn put_file(store: &Store, key: &ObjectKey) {
    let bytes = Bytes::from_static(b"file");
    objects::put(store, Bucket::Files, key, bytes, "application/pdf", "no-store", PutCondition::Always).await.unwrap();
}

async fn there(store: &Store, note: &AlbumNote) -> [bool; 2] {
    let [pdf, picture] = files(note);
    [
        objects::head(store, Bucket::Files, &pdf).await.unwrap().is_some(),
        objects::head(store, Bucket::Files, &picture).await.unwrap().is_some(),
    ]
}

#[tokio::test]
async fn s7_fs_2_h20_pdf_and_picture_are_removed_when_the_trash_expires() {
    let engines = engines::start().await;
    let store = &engines.store;
    let expired = async |trashed: &Trashed<AlbumNote>| {
        handle(store, "REMOVE", image("trashed_album_note", trashed), None).await;
    };
    let restored = note(store).await;
    let trashed = trash::put::<AlbumNote>(store, restored.id, &admin(), MayDelete::All, at(3)).await.unwrap();
    expired(&trashed).await;
    assert_eq!(there(store, &restored).await, [true; 2], "it is in the trash again");
    trash::restore::<AlbumNote>(store, restored.id).await.unwrap();
    expired(&trashed).await;
    assert_eq!(there(store, &restored).await, [true; 2], "it is in its album again");

    // The record of one that is nowhere any more: its 30 days are over.
    let mut gone = trashed.clone();
    gone.content.id = NoteId::generate();
    expired(&gone).await;
    assert_eq!(there(store, &restored).await, [false; 2]);
    expired(&gone).await;
}

#[tokio::test]
async fn s7_fs_2_a_replaced_picture_is_removed_and_the_current_one_kept() {
    let engines = engines::start().await;
    let store = &engines.store;
    let before = note(store).await;
    let liked = AlbumNote { likes: 1, ..before.clone() };
    handle(store, "MODIFY", image("album_note", &before), Some(image("album_note", &liked))).await;
    assert_eq!(there(store, &before).await, [true; 2], "a like touches nothing");
    handle(store, "REMOVE", image("album_note", &before), None).await;
    assert_eq!(there(store, &before).await, [true; 2], "in the trash it keeps its picture");

    let after = AlbumNote { picture: Some(PictureId::generate()), ..before.clone() };
    put_file(store, &files(&after)[1]).await;
    handle(store, "MODIFY", image("album_note", &before), Some(image("album_note", &after))).await;
    assert_eq!(there(store, &before).await, [true, false]);
    assert_eq!(there(store, &after).await, [true, true]);
}

#[tokio::test]
async fn s8_del_3_a_note_is_deleted_even_if_its_files_fail_and_they_are_removed_later() {
    let engines = engines::start().await;
    let store = &engines.store;
    let note = note(store).await;
    let mut settings = store.settings().clone();
    settings.endpoints.s3 = Some("http://127.0.0.1:9".into());
    let without_files = Store::connect(&settings);
    let trashed = trash::put::<AlbumNote>(&without_files, note.id, &admin(), MayDelete::All, at(3)).await.unwrap();
    assert_eq!(albums::find_in_album(store, note.album, note.id).await.unwrap(), None);

    let mut gone = trashed;
    gone.content.id = NoteId::generate();
    let image = image("trashed_album_note", &gone);
    assert!(!follow(&without_files, "REMOVE", image.clone(), None).await, "the record must come again");
    assert_eq!(there(store, &note).await, [true; 2]);
    assert!(follow(store, "REMOVE", image, None).await);
    assert_eq!(there(store, &note).await, [false; 2]);
}
