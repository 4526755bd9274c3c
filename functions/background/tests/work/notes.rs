//! Publishing of course notes for signed-in users, from the stream and as a rebuild.

use background::changes::catalogue::{self, CatalogueDelta, decompress, publish, rebuild_if_unreadable};
use store::content::CommonMetadata;
use store::courses;
use store::keys::object;
use store::likes::{self, LikeTarget};
use store::notes::Note;
use store::objects::{self, Bucket, PutCondition};
use store::reconcile::{self, ReconcileOptions};
use store::stream::ListChange;
use store::trash::{self, DeletePermission};
use store::{NoteId, Sha256Hash, Store, Timestamp};
use wasm_core::catalogue::{CatalogueManifest, SearchCollection, SearchItem, decode_library};
use wasm_core::limits::FOUND_NOTES_MAX;

use crate::support::{at, code, course, follow, image, list, manifest, note, visible};
use crate::test_backends;

/// Returns the published notes, formatted as `CS 246: Pointers 0`.
async fn published(store: &Store) -> Vec<String> {
    let hash: Sha256Hash = manifest(store).await.notes.unwrap().parse().unwrap();
    let stored = objects::get(store, Bucket::Files, &object::notes_list(&hash), 10_000_000).await.unwrap();
    let file = decompress(&stored).unwrap();
    assert_eq!(Sha256Hash::of(&file), hash);
    let told = |note: SearchItem| format!("{}: {} {}", note.subject, note.title, note.likes);
    decode_library(&file).unwrap().into_iter().map(told).collect()
}

fn listed(course: &str, number: usize, likes: u32) -> SearchItem {
    let (place, subject) = (SearchCollection::Course(code(course)), code(course).display());
    let (id, title) = (format!("01JD3Q8Z6B{number:016}"), format!("Note {number}"));
    SearchItem { place, id, title, subject, size: 3, likes }
}

#[tokio::test]
async fn s2_find_1_the_note_list_contains_a_note_while_students_can_see_it() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    course(store, "CS247").await;
    let before = note("CS246", "The rule of five", NoteId::generate());
    let renamed = Note { details: CommonMetadata::new("The rule of zero", ""), ..before.clone() };
    let liked = Note { likes: 1, ..renamed.clone() };
    let shown = |note: &Note| Some(image("note", note));
    follow(store, None, shown(&before)).await;
    assert_eq!(published(store).await, ["CS 246: The rule of five 0"]);
    follow(store, shown(&before), shown(&renamed)).await;
    follow(store, shown(&renamed), shown(&liked)).await;
    assert_eq!(published(store).await, ["CS 246: The rule of zero 1"]);
    follow(store, shown(&liked), None).await;
    assert!(published(store).await.is_empty(), "in the trash nobody finds it");
    follow(store, None, shown(&liked)).await;
    assert_eq!(published(store).await, ["CS 246: The rule of zero 1"], "restored");
    // A note that moves to another course is another item there, and the stream may report the new item before the
    // removal of the old one.
    let moved = Note { course: code("CS247"), ..liked.clone() };
    follow(store, None, shown(&moved)).await;
    follow(store, shown(&liked), None).await;
    assert_eq!(published(store).await, ["CS 247: The rule of zero 1"]);
}

#[tokio::test]
async fn s2_find_1_a_note_edited_in_a_hidden_course_is_not_added_to_the_note_list() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    let before = note("CS246", "The rule of five", NoteId::generate());
    follow(store, None, Some(image("note", &before))).await;
    courses::set_hidden(store, &code("CS246"), true, at(3)).await.unwrap();
    let liked = Note { likes: 1, ..before.clone() };
    follow(store, Some(image("note", &before)), Some(image("note", &liked))).await;
    assert!(published(store).await.is_empty());
}

#[tokio::test]
async fn s2_find_2_public_bucket_contains_no_note_titles() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    follow(store, None, Some(image("note", &note("CS246", "Unheard of", NoteId::generate())))).await;
    assert_eq!(published(store).await, ["CS 246: Unheard of 0"]);
    let public = objects::list_catalogue_files(store, Bucket::Site).await.unwrap();
    assert_eq!(public.len(), 2, "courses and library: {public:?}");
    for (key, _) in public {
        let stored = objects::get(store, Bucket::Site, &key, 1_000_000).await.unwrap();
        assert!(!String::from_utf8_lossy(&decompress(&stored).unwrap()).contains("Unheard"), "{key}");
    }
}

#[tokio::test]
async fn note_list_is_published_only_when_a_note_changes() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    list(store, [ListChange::Set(listed("CS246", 1, 0))]).await;
    let first = manifest(store).await;
    // The same change again, as in a retry, writes nothing, not even the manifest.
    list(store, [ListChange::Set(listed("CS246", 1, 0))]).await;
    assert_eq!(manifest(store).await, first);
    let mut edits = CatalogueDelta::default();
    edits.set(&course(store, "CS246").await);
    publish(store, edits, at(6)).await.unwrap();
    let second = manifest(store).await;
    assert_ne!(second.file, first.file);
    assert_eq!((second.notes, second.library), (first.notes.clone(), first.library.clone()));
    list(store, [ListChange::Set(listed("CS246", 1, 1))]).await;
    let third = manifest(store).await;
    assert_ne!(third.notes, first.notes);
    assert_eq!((third.file, third.library), (second.file, first.library));
}

#[tokio::test]
async fn a_note_list_at_its_limit_keeps_the_most_liked_notes_then_the_newest() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let all = (0..=FOUND_NOTES_MAX).map(|number| ListChange::Set(listed("CS246", number, u32::from(number == 0))));
    list(store, all).await;
    let now = published(store).await;
    assert_eq!(now.len(), FOUND_NOTES_MAX);
    assert!(now.contains(&"CS 246: Note 0 1".into()), "the oldest of them, but somebody likes it");
    assert!(!now.contains(&"CS 246: Note 1 0".into()), "the oldest that nobody likes");
    assert!(now.contains(&format!("CS 246: Note {FOUND_NOTES_MAX} 0")), "the newest");
}

#[tokio::test]
async fn concurrent_publishers_lose_no_note_from_the_note_list() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let publishing = (0..6_usize).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { list(&store, [ListChange::Set(listed("CS246", number, 0))]).await })
    });
    for published in publishing.collect::<Vec<_>>() {
        published.await.unwrap();
    }
    assert_eq!(published(store).await.len(), 6);
}

#[tokio::test]
async fn a_rebuilt_note_list_contains_exactly_the_visible_notes() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    for each in ["CS246", "MATH137", "STAT230"] {
        course(store, each).await;
    }
    let five = visible(store, "CS246", "The rule of five").await;
    let gone = visible(store, "CS246", "Thrown away").await;
    visible(store, "MATH137", "Limits").await;
    trash::trash_item::<Note>(store, gone.id, &"admin".parse().unwrap(), DeletePermission::All, at(3)).await.unwrap();
    likes::like(store, &"amara".parse().unwrap(), &LikeTarget::Note(five.id), at(3)).await.unwrap();
    // A manifest of an older version has no list of notes. The next start or the next change creates the list.
    list(store, []).await;
    let known = manifest(store).await;
    assert!(!rebuild_if_unreadable(store, at(4)).await.unwrap());
    for forgotten in [
        CatalogueManifest { notes: None, ..known.clone() },
        CatalogueManifest { notes: Some(Sha256Hash::of(b"lost").to_string()), ..known.clone() },
    ] {
        let bytes = serde_json::to_vec(&forgotten).unwrap().into();
        let key = object::catalogue_manifest();
        objects::put(store, Bucket::Site, &key, bytes, "application/json", "no-cache", PutCondition::Always)
            .await
            .unwrap();
        assert!(rebuild_if_unreadable(store, at(4)).await.unwrap());
        let mut found = published(store).await;
        found.sort_unstable();
        assert_eq!(found, ["CS 246: The rule of five 1", "MATH 137: Limits 0"]);
    }
    catalogue::rebuild(store, at(5)).await.unwrap();
    assert_eq!(published(store).await.len(), 2);
}

#[tokio::test]
async fn notes_of_a_hidden_course_are_removed_from_the_note_list_until_the_course_is_visible_again() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    course(store, "MATH137").await;
    visible(store, "CS246", "The rule of five").await;
    visible(store, "MATH137", "Limits").await;
    let cs = courses::get(store, &code("CS246")).await.unwrap();
    list(store, []).await;
    follow(store, Some(image("course", &cs)), None).await;
    assert_eq!(published(store).await, ["MATH 137: Limits 0"]);
    follow(store, None, Some(image("course", &cs))).await;
    assert_eq!(published(store).await.len(), 2);
}

#[tokio::test]
async fn a_replaced_note_list_stays_readable_for_one_day() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    list(store, [ListChange::Set(listed("CS246", 1, 0))]).await;
    list(store, [ListChange::Set(listed("CS246", 1, 1))]).await;
    let there = async || objects::list_catalogue_files(store, Bucket::Files).await.unwrap().len();
    assert_eq!(there().await, 2);
    let now = Timestamp::now();
    assert_eq!(catalogue::remove_replaced_files(store, now.plus_secs(86_000)).await.unwrap(), 0);
    assert_eq!(catalogue::remove_replaced_files(store, now.plus_secs(90_000)).await.unwrap(), 1);
    assert_eq!(there().await, 1);
    // Reconciliation removes files without a record, but must keep the published list.
    let mend = ReconcileOptions { mend_files: true, young_secs: 0, ..ReconcileOptions::default() };
    assert_eq!(reconcile::run(store, &[], mend, now.plus_secs(90_000)).await.unwrap().orphans, 0);
    assert_eq!(published(store).await, ["CS 246: Note 1 1"]);
}
