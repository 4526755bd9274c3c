//! The content index with its totals, and edits.

use store::audio::{self, AudioNote};
use store::content::{CommonMetadata, KindMetadata, Subject};
use store::content_index::storage::{self, StorageUsage};
use store::content_index::{self, Filter};
use store::content_item;
use store::edit::{self, ContentEdit};
use store::notes::{self, Note};
use store::trash::{self, DeletePermission};
use store::{AlbumId, Conflict, Error, ItemKind, ProductId, ResourceKind, ShelfId, Store, course_audio};

use crate::support::{album_note, at, audio as audio_note, course, empty_store, fresh_with_engine, note, uid};

fn of(kind: ItemKind) -> Filter {
    Filter { kind: Some(kind), ..Filter::default() }
}

async fn titles(store: &Store, filter: &Filter) -> Vec<String> {
    let page = content_index::list(store, filter, None, 100).await.unwrap();
    page.items.into_iter().map(|entry| entry.title).collect()
}

pub(crate) async fn used(store: &Store, kind: ItemKind) -> (u64, u64) {
    let StorageUsage { items, bytes } = storage::get(store).await.unwrap().of(kind);
    (items, bytes)
}

pub(crate) fn id_of(note: &notes::Note) -> ProductId {
    ProductId::from(note.id.ulid())
}

fn edit(title: &str, version: u32) -> ContentEdit {
    ContentEdit { details: CommonMetadata::new(title, "New words"), particulars: KindMetadata::default(), version }
}

#[tokio::test]
async fn content_index_lists_each_item_with_its_collection() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    note(&store, &cs, "Pointers").await;
    audio_note(&store, ShelfId::DeepDive, "Slowly").await;
    album_note(&store, AlbumId::ExamReview, "Evening").await;
    let entries = content_index::list(&store, &Filter::default(), None, 100).await.unwrap().items;
    let mut places: Vec<_> = entries.into_iter().map(|entry| (entry.title, entry.place)).collect();
    places.sort();
    let expected = [("Evening", "examReview"), ("Pointers", "CS246"), ("Slowly", "deep-dive")];
    assert_eq!(places, expected.map(|(title, place)| (title.to_owned(), place.to_owned())));
}

#[tokio::test]
async fn s6_adm_5_the_content_list_contains_all_kinds_and_trashing_an_item_removes_its_entry_and_its_size() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let (first, second) = (note(&store, &cs, "Pointers").await, note(&store, &cs, "References").await);
    let heard = audio_note(&store, ShelfId::DeepDive, "Pointers, slowly").await;
    assert_eq!(titles(&store, &Filter::default()).await, ["Pointers, slowly", "References", "Pointers"]);
    assert_eq!(titles(&store, &of(ItemKind::Note)).await, ["References", "Pointers"]);
    assert_eq!(titles(&store, &of(ItemKind::Audio)).await, ["Pointers, slowly"]);
    assert_eq!(used(&store, ItemKind::Note).await, (2, 2468));
    assert_eq!(used(&store, ItemKind::Audio).await, (1, 4321));

    trash::trash_item::<Note>(&store, first.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    trash::trash_item::<AudioNote>(&store, heard.id, &uid("admin"), DeletePermission::All, at(6)).await.unwrap();
    assert_eq!(titles(&store, &Filter::default()).await, ["References"]);
    assert_eq!((used(&store, ItemKind::Note).await, used(&store, ItemKind::Audio).await), ((1, 1234), (0, 0)));
    assert_eq!(trash::usage(&store).await.unwrap(), StorageUsage { items: 2, bytes: 1234 + 4321 });

    trash::restore::<Note>(&store, first.id).await.unwrap();
    trash::restore::<AudioNote>(&store, heard.id).await.unwrap();
    assert_eq!(titles(&store, &of(ItemKind::Note)).await, ["References", "Pointers"]);
    assert_eq!((used(&store, ItemKind::Note).await, used(&store, ItemKind::Audio).await), ((2, 2468), (1, 4321)));
    assert_eq!(id_of(&second), content_index::list(&store, &of(ItemKind::Note), None, 1).await.unwrap().items[0].id);
}

#[tokio::test]
async fn s6_adm_5_content_list_is_filtered_by_collection_and_text_and_paged() {
    let store = empty_store().await;
    let (cs, math) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    for number in 1..=5 {
        note(&store, &cs, &format!("Lecture {number}")).await;
        note(&store, &math, &format!("Lecture {number} on limits")).await;
    }
    let place = Filter { place: Some("CS246".into()), ..Filter::default() };
    assert_eq!(titles(&store, &place).await.len(), 5);
    let words = Filter { text: Some("math 137 LIMITS 5".into()), ..Filter::default() };
    assert_eq!(titles(&store, &words).await, ["Lecture 5 on limits"]);
    for filter in [of(ItemKind::Note), place, Filter { text: Some("lecture".into()), ..of(ItemKind::Note) }] {
        let whole = titles(&store, &filter).await;
        let (mut paged, mut cursor) = (Vec::new(), None);
        loop {
            let page = content_index::list(&store, &filter, cursor.as_ref(), 2).await.unwrap();
            paged.extend(page.items.into_iter().map(|entry| entry.title));
            cursor = page.next;
            // Stop even if the list starts over instead of ending.
            if cursor.is_none() || paged.len() > whole.len() {
                break;
            }
        }
        assert_eq!(paged, whole, "{filter:?}");
    }
}

#[tokio::test]
async fn s6_adm_6_an_edit_updates_the_note_and_its_list_entry_and_rejects_an_old_version() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let published = note(&store, &cs, "Pointers").await;
    let id = id_of(&published);
    let changed = edit::edit(&store, ItemKind::Note, id, &edit("Pointers, again", 0)).await.unwrap();
    assert_eq!(
        (changed.before.details().title.as_str(), changed.after.details().title.as_str()),
        ("Pointers", "Pointers, again")
    );
    let now = notes::get(&store, published.id).await.unwrap();
    assert_eq!(
        (now.details.title.as_str(), now.details.description.as_str(), now.version),
        ("Pointers, again", "New words", 1)
    );
    assert_eq!(titles(&store, &of(ItemKind::Note)).await, ["Pointers, again"]);
    assert_eq!(used(&store, ItemKind::Note).await, (1, 1234));

    let late = edit::edit(&store, ItemKind::Note, id, &edit("Too late", 0)).await;
    assert!(matches!(late, Err(Error::Conflict(Conflict::VersionMismatch))));
    assert_eq!(notes::get(&store, published.id).await.unwrap().details.title, "Pointers, again");

    trash::trash_item::<Note>(&store, published.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    let gone = edit::edit(&store, ItemKind::Note, id, &edit("Gone", 1)).await;
    assert!(matches!(gone, Err(Error::NotFound(ResourceKind::Note))));
    let back = trash::restore::<Note>(&store, published.id).await.unwrap();
    assert_eq!((back.details.title.as_str(), back.version), ("Pointers, again", 1));
}

#[tokio::test]
async fn s6_adm_6_type_and_chapter_of_a_note_can_be_edited_and_absent_fields_do_not_change() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let published = note(&store, &cs, "Pointers").await;
    let id = id_of(&published);
    let particulars = KindMetadata { note_type: Some("Midterm".into()), chapter: Some(7), ..KindMetadata::default() };
    let moved = ContentEdit { particulars, ..edit("Pointers", 0) };
    edit::edit(&store, ItemKind::Note, id, &moved).await.unwrap();
    edit::edit(&store, ItemKind::Note, id, &edit("Renamed", 1)).await.unwrap();
    let now = notes::get(&store, published.id).await.unwrap();
    assert_eq!((now.note_type.as_str(), now.chapter, now.details.title.as_str()), ("Midterm", 7, "Renamed"));
    assert_eq!(now.file.key, published.file.key, "the file stays where it is");
    let entry = &content_index::list(&store, &of(ItemKind::Note), None, 1).await.unwrap().items[0];
    assert_eq!(entry.part, "Chapter 7");
}

#[tokio::test]
async fn s6_adm_6_a_recording_whose_subject_changes_is_listed_under_the_new_course() {
    let store = empty_store().await;
    let (cs, math) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    let heard = audio_note(&store, ShelfId::DeepDive, "Pointers, slowly").await;
    let id = ProductId::from(heard.id.ulid());
    let listed = async |code| course_audio::list(&store, code).await.unwrap().len();
    assert_eq!((listed(&cs).await, listed(&math).await), (1, 0));
    for (version, course, expected) in [(0, Some(math), (0, 1)), (1, None, (0, 0)), (2, Some(cs), (1, 0))] {
        let subject = Some(Subject { text: "Another".into(), course });
        let particulars = KindMetadata { subject, ..KindMetadata::default() };
        edit::edit(&store, ItemKind::Audio, id, &ContentEdit { particulars, ..edit("Pointers", version) })
            .await
            .unwrap();
        assert_eq!((listed(&cs).await, listed(&math).await), expected, "version {version}");
        let now = audio::get(&store, heard.id).await.unwrap();
        assert_eq!((now.subject.as_str(), now.course), ("Another", course));
    }
}

#[tokio::test]
async fn s6_adm_6_only_one_of_several_concurrent_edits_succeeds() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let id = id_of(&note(&store, &cs, "Pointers").await);
    let edits: Vec<_> = (0..8)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { edit::edit(&store, ItemKind::Note, id, &edit(&format!("By {number}"), 0)).await })
        })
        .collect();
    let mut won = 0;
    for edit in edits {
        match edit.await.unwrap() {
            Ok(_) => won += 1,
            Err(Error::Conflict(Conflict::VersionMismatch)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(won, 1);
    assert_eq!(content_item::get(&store, ItemKind::Note, id).await.unwrap().version(), 1);
}

#[tokio::test]
async fn s6_adm_5_the_content_list_can_be_rebuilt_from_the_published_items() {
    let (store, engine) = fresh_with_engine().await;
    let cs = course(&store, "CS246").await;
    let (kept, gone) = (note(&store, &cs, "Pointers").await, note(&store, &cs, "References").await);
    audio_note(&store, ShelfId::DeepDive, "Pointers, slowly").await;
    let rebuilt = content_index::backfill(&store).await.unwrap();
    assert_eq!((rebuilt.written, rebuilt.removed), (0, 0), "it was right");

    // Simulate damage: one entry missing, one left over, no totals.
    for key in [
        store::keys::content::primary(ItemKind::Note, id_of(&kept)),
        store::keys::content::storage(),
        store::keys::note::primary(&cs, gone.id),
    ] {
        let request = serde_json::json!({
            "TableName": "note-ninja", "Key": { "pk": { "S": key.pk }, "sk": { "S": key.sk } },
        });
        engine.delete_item(serde_json::from_value(request).unwrap()).unwrap();
    }
    let rebuilt = content_index::backfill(&store).await.unwrap();
    assert_eq!((rebuilt.written, rebuilt.removed), (1, 1));
    assert_eq!(titles(&store, &Filter::default()).await, ["Pointers, slowly", "Pointers"]);
    assert_eq!((used(&store, ItemKind::Note).await, used(&store, ItemKind::Audio).await), ((1, 1234), (1, 4321)));
    let again = content_index::backfill(&store).await.unwrap();
    assert_eq!((again.written, again.removed, again.storage.of(ItemKind::Note).items), (0, 0, 1));
}

#[tokio::test]
async fn s6_adm_5_items_published_during_a_content_list_rebuild_are_counted_once() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    for number in 0..10 {
        note(&store, &cs, &format!("Before {number}")).await;
    }
    let rebuilding: Vec<_> = (0..3)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { content_index::backfill(&store).await.map(|_| ()) })
        })
        .collect();
    for number in 0..6 {
        note(&store, &cs, &format!("Meanwhile {number}")).await;
    }
    for one in rebuilding {
        // A run may give up, but must not store wrong totals.
        assert!(matches!(one.await.unwrap(), Ok(()) | Err(Error::Conflict(Conflict::VersionMismatch))));
    }
    assert_eq!(used(&store, ItemKind::Note).await, (16, 16 * 1234));
    assert_eq!(titles(&store, &of(ItemKind::Note)).await.len(), 16);
}
