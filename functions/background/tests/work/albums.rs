//! Clean-up after album notes, on a separate table and separate buckets.

use store::albums::{self, AlbumNote};
use store::content::CommonMetadata;
use store::keys::object::{self, ObjectKey};
use store::trash::{self, DeletePermission, Trashed};
use store::uploads::UploadTarget;
use store::{AlbumId, NoteId, PictureId, Store, publish};

use crate::support::{admin, at, file, follow, handle, image, is_there, one_page, put_file, record, upload};
use crate::test_backends;

/// Creates an album note with both of its files.
async fn note(store: &Store) -> AlbumNote {
    let (album, subject) = (AlbumId::NightOwl, "Study skills".to_owned());
    let details = CommonMetadata::new("Two in the morning", "");
    let target = UploadTarget::AlbumNote { album, subject: subject.clone(), course: None, details: details.clone() };
    let upload = upload(store, target).await;
    let id = NoteId::from(upload.product);
    let note = AlbumNote {
        id,
        album,
        subject,
        course: None,
        details,
        file: file(object::album_note(album, id), one_page()),
        picture: Some(PictureId::generate()),
        open_picture: None,
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

async fn there(store: &Store, note: &AlbumNote) -> [bool; 2] {
    let [pdf, picture] = files(note);
    [is_there(store, &pdf).await, is_there(store, &picture).await]
}

#[tokio::test]
async fn s7_fs_2_h20_pdf_and_picture_are_removed_when_the_trash_expires() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let expired = async |trashed: &Trashed<AlbumNote>| {
        follow(store, Some(image("trashed_album_note", trashed)), None).await;
    };
    let restored = note(store).await;
    let trashed =
        trash::trash_item::<AlbumNote>(store, restored.id, &admin(), DeletePermission::All, at(3)).await.unwrap();
    expired(&trashed).await;
    assert_eq!(there(store, &restored).await, [true; 2], "it is in the trash again");
    trash::restore::<AlbumNote>(store, restored.id).await.unwrap();
    expired(&trashed).await;
    assert_eq!(there(store, &restored).await, [true; 2], "it is in its album again");

    // The note was neither restored nor trashed again, so its files are removed after 30 days.
    let mut gone = trashed.clone();
    gone.content.id = NoteId::generate();
    expired(&gone).await;
    assert_eq!(there(store, &restored).await, [false; 2]);
    expired(&gone).await;
}

#[tokio::test]
async fn s7_fs_2_a_replaced_picture_is_removed_and_the_current_one_kept() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let before = note(store).await;
    let liked = AlbumNote { likes: 1, ..before.clone() };
    follow(store, Some(image("album_note", &before)), Some(image("album_note", &liked))).await;
    assert_eq!(there(store, &before).await, [true; 2], "a like touches nothing");
    follow(store, Some(image("album_note", &before)), None).await;
    assert_eq!(there(store, &before).await, [true; 2], "in the trash it keeps its picture");

    let after = AlbumNote { picture: Some(PictureId::generate()), ..before.clone() };
    put_file(store, &files(&after)[1]).await;
    follow(store, Some(image("album_note", &before)), Some(image("album_note", &after))).await;
    assert_eq!(there(store, &before).await, [true, false]);
    assert_eq!(there(store, &after).await, [true, true]);
}

#[tokio::test]
async fn s8_del_3_album_note_is_deleted_when_deleting_its_files_fails_and_the_files_are_removed_later() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let note = note(store).await;
    let mut settings = store.settings().clone();
    settings.endpoints.s3 = Some("http://127.0.0.1:9".into());
    let without_files = Store::connect(&settings);
    let trashed =
        trash::trash_item::<AlbumNote>(&without_files, note.id, &admin(), DeletePermission::All, at(3)).await.unwrap();
    assert_eq!(albums::find_in_album(store, note.album, note.id).await.unwrap(), None);

    let mut gone = trashed;
    gone.content.id = NoteId::generate();
    let removed = vec![record(1, "REMOVE", Some(image("trashed_album_note", &gone)), None)];
    assert_eq!(handle(&without_files, removed.clone()).await, ["1"], "the record must come again");
    assert_eq!(there(store, &note).await, [true; 2]);
    assert!(handle(store, removed).await.is_empty());
    assert_eq!(there(store, &note).await, [false; 2]);
}
