//! Public copies of images, which must match the items for any order of stream records.

use store::content::{CommonMetadata, Content as _};
use store::courses;
use store::keys::object::ObjectKey;
use store::merge;
use store::metadata::Preview;
use store::notes::Note;
use store::objects::{self, Bucket};
use store::trash::{self, DeletePermission};
use store::uploads::UploadTarget;
use store::{Store, publish};

use crate::support::{admin, at, code, course, follow, image, is_there, note, put_file, upload};
use crate::test_backends;

/// Publishes a note with previews of its first page that have no public copies yet.
async fn drawn(store: &Store, course: &str) -> Note {
    let details = CommonMetadata::new("Drawn", "");
    let target = UploadTarget::CourseNote { course: code(course), chapter: 1, details, note_type: "Lecture".into() };
    let upload = upload(store, target).await;
    let mut note = note(course, "Drawn", upload.product.into());
    let open = objects::public_name(store, &note.file.key);
    note.file.media.facts.preview = Some(Preview { width_px: 720, height_px: 932, thumbhash: String::new(), open });
    publish::publish(store, &note, upload.draft.id, at(2)).await.unwrap();
    for picture in note.public_pictures() {
        put_file(store, &picture.original).await;
    }
    note
}

fn copies(note: &Note) -> Vec<ObjectKey> {
    note.public_pictures().into_iter().map(|picture| picture.public_copy).collect()
}

async fn shown(store: &Store, note: &Note) -> [bool; 2] {
    let copies = copies(note);
    [is_there(store, &copies[0]).await, is_there(store, &copies[1]).await]
}

#[tokio::test]
async fn s7_fs_3_h8_public_image_copies_match_the_current_images_in_every_order_of_records() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    let note = drawn(store, "CS246").await;
    let record = || Some(image("note", &note));
    follow(store, None, record()).await;
    assert_eq!(shown(store, &note).await, [true; 2]);

    trash::trash_item::<Note>(store, note.id, &admin(), DeletePermission::All, at(3)).await.unwrap();
    follow(store, record(), None).await;
    assert_eq!(shown(store, &note).await, [false; 2]);
    follow(store, None, record()).await;
    assert_eq!(shown(store, &note).await, [false; 2], "it is in the trash, whatever an old record says");

    trash::restore::<Note>(store, note.id).await.unwrap();
    follow(store, None, record()).await;
    follow(store, record(), None).await;
    assert_eq!(shown(store, &note).await, [true; 2], "it is back, whatever an old record says");

    // A like does not affect the copies.
    objects::delete(store, Bucket::Files, &copies(&note)[0]).await.unwrap();
    follow(store, record(), Some(image("note", &Note { likes: 1, ..note.clone() }))).await;
    assert_eq!(shown(store, &note).await, [false, true]);
}

#[tokio::test]
async fn s7_fs_3_h8_note_images_are_hidden_shown_and_moved_with_their_course() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let before = course(store, "CS246").await;
    let note = drawn(store, "CS246").await;
    follow(store, None, Some(image("note", &note))).await;

    let hidden = courses::set_hidden(store, &code("CS246"), true, at(3)).await.unwrap();
    follow(store, Some(image("course", &before)), Some(image("course", &hidden))).await;
    assert_eq!(shown(store, &note).await, [false; 2]);
    let seen = courses::set_hidden(store, &code("CS246"), false, at(4)).await.unwrap();
    follow(store, Some(image("course", &hidden)), Some(image("course", &seen))).await;
    assert_eq!(shown(store, &note).await, [true; 2]);

    course(store, "CS247").await;
    while merge::run_step(store, &code("CS246"), &code("CS247"), at(5)).await.unwrap().finished_at.is_none() {}
    let moved = Note { course: code("CS247"), ..note.clone() };
    follow(store, None, Some(image("note", &moved))).await;
    follow(store, Some(image("note", &note)), None).await;
    assert_eq!(shown(store, &note).await, [true; 2], "it is in the other course");
}
