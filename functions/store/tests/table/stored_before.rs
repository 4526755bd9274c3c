//! Items as the version of November 2026 wrote them, before the three kinds of content shared one shape. Stored items
//! must stay readable, so this file only grows.

use std::collections::HashMap;

use serde_json::{Value, json};
use store::albums::AlbumNote;
use store::audio::{self, AudioNote};
use store::content::{AnyFile, Particulars};
use store::likes::{self, LikeTarget};
use store::notes::{self, Note};
use store::register::{self, Filter};
use store::stream::{self, Listing};
use store::trash::{self, InTrash, MayDelete};
use store::{AlbumId, Kind, ProductId, Store, albums, edit, replace, uploads};

use crate::support::{at, fresh_with_engine, uid};

const ITEMS: &str = include_str!("fixtures/items-2026-11.json");

async fn stored() -> Store {
    let (store, engine) = fresh_with_engine().await;
    let items: Vec<Value> = serde_json::from_str(ITEMS).unwrap();
    for item in items {
        let request = json!({ "TableName": "note-ninja", "Item": item });
        engine.put_item(serde_json::from_value(request).unwrap()).unwrap();
    }
    store
}

async fn in_trash(store: &Store) -> Vec<InTrash> {
    trash::list(store, None, 10).await.unwrap().items
}

/// Returns the ids of the published items by kind.
async fn visible(store: &Store) -> (ProductId, ProductId, ProductId) {
    let entries = register::list(store, &Filter::default(), None, 10).await.unwrap().items;
    let id = |kind| entries.iter().find(|entry| entry.kind == kind).unwrap().id;
    (id(Kind::Note), id(Kind::Audio), id(Kind::AlbumNote))
}

#[tokio::test]
async fn visible_items_stored_by_an_earlier_release_are_read_completely() {
    let store = stored().await;
    let (note, audio, album_note) = visible(&store).await;
    let note = notes::get(&store, note.into()).await.unwrap();
    assert_eq!((note.details.title.as_str(), note.details.description.as_str()), ("Pointers, again", "New words"));
    assert_eq!((note.file.name.as_str(), note.file.size_bytes, note.file.inside.pages), ("second.pdf", 2000, 9));
    assert_eq!(note.file.inside.facts.preview.as_ref().unwrap().width_px, 1200);
    assert_eq!((note.likes, note.version), (1, 2));

    let heard = audio::get(&store, audio.into()).await.unwrap();
    let inside = &heard.file.inside;
    assert_eq!((heard.details.title.as_str(), inside.duration_secs), ("Pointers, slowly", Some(90)));
    assert_eq!((inside.content_type.as_str(), inside.facts.bit_rate), ("audio/mpeg", Some(128_000)));
    assert!(inside.artwork_key.is_some());
    assert_eq!(audio::waveform(&store, heard.id).await.unwrap().peaks, [7, 8]);

    let album_note = albums::get_note(&store, album_note.into()).await.unwrap();
    assert_eq!((album_note.details.title.as_str(), album_note.file.inside.pages), ("The night before", 3));
    assert!(album_note.picture.is_some());
    assert_eq!(albums::page(&store, AlbumId::Cram, None, 10).await.unwrap().notes.items, [album_note]);
}

#[tokio::test]
async fn trashed_items_stored_by_an_earlier_release_can_be_restored() {
    let store = stored().await;
    let trashed = in_trash(&store).await;
    assert_eq!(trashed.len(), 5);
    for thing in trashed {
        match thing {
            InTrash::Note(it) => {
                assert_eq!(trash::restore::<Note>(&store, it.content.id).await.unwrap(), it.content);
                assert_eq!(it.content.details.title, "References");
            }
            InTrash::Audio(it) => {
                assert_eq!(trash::restore::<AudioNote>(&store, it.content.id).await.unwrap(), it.content);
                assert_eq!(it.content.details.title, "References, slowly");
            }
            InTrash::AlbumNote(it) => {
                assert_eq!(trash::restore::<AlbumNote>(&store, it.content.id).await.unwrap(), it.content);
                assert!(it.content.picture.is_some());
            }
            InTrash::File(it) => {
                match &it.file {
                    AnyFile::Pdf(file) => assert_eq!((file.inside.pages, file.size_bytes), (3, 1234)),
                    AnyFile::Recording(it) => {
                        assert_eq!((it.file.inside.duration_secs, it.peaks.as_slice()), (Some(60), &[0, 255][..]));
                    }
                }
                let (thing, files) = replace::restore(&store, it.id, &uid("admin"), at(30)).await.unwrap();
                assert_eq!((thing.file_key(), &files.after), (it.file.key(), &it.file));
            }
        }
    }
    // The two previous files are now in the trash in the current schema.
    assert!(matches!(in_trash(&store).await.as_slice(), [InTrash::File(_), InTrash::File(_)]));
}

#[tokio::test]
async fn items_stored_by_an_earlier_release_can_be_edited_unliked_and_deleted() {
    let store = stored().await;
    let (note, audio, _) = visible(&store).await;
    let details = store::content::Details::new("Newer", "");
    edit::edit(&store, Kind::Note, note, &edit::Edit { details, particulars: Particulars::default(), version: 2 })
        .await
        .unwrap();
    let state = likes::unlike(&store, &uid("student"), &LikeTarget::Note(note.into())).await.unwrap();
    assert!(!state.liked);
    let trashed = trash::put::<Note>(&store, note, &uid("admin"), MayDelete::All, at(30)).await.unwrap();
    assert_eq!((trashed.content.details.title.as_str(), trashed.content.version), ("Newer", 3));
    trash::put::<AudioNote>(&store, audio, &uid("admin"), MayDelete::All, at(31)).await.unwrap();
    assert_eq!(in_trash(&store).await.len(), 7);
}

#[tokio::test]
async fn uploads_stored_by_an_earlier_release_are_read_with_their_targets() {
    let store = stored().await;
    let uploads = uploads::list(&store, &uid("admin"), None, 20).await.unwrap().items;
    let mut titles: Vec<_> = uploads.iter().filter_map(|upload| upload.draft.target.title()).collect();
    titles.sort_unstable();
    titles.dedup();
    let expected = [
        "A title",
        "Pointers",
        "Pointers, slowly",
        "References",
        "References, slowly",
        "The morning after",
        "The night before",
    ];
    assert_eq!(titles, expected);
}

#[test]
fn items_stored_by_an_earlier_release_enter_the_search_list_and_leave_it_when_removed() {
    let items: Vec<serde_dynamo::Item> = serde_json::from_str(ITEMS).unwrap();
    let nothing = || serde_dynamo::Item::from(HashMap::<String, serde_dynamo::AttributeValue>::new());
    let is_set = |it: &Option<Listing>| matches!(it, Some(Listing::Set(_)));
    let is_removed = |it: &Option<Listing>| matches!(it, Some(Listing::Removed { .. }));
    let listings = |of: &dyn Fn(&serde_dynamo::Item) -> Option<Listing>| items.iter().map(of).collect::<Vec<_>>();
    let came = listings(&|item| stream::listing(nothing(), item.clone()).unwrap());
    let left = listings(&|item| stream::listing(item.clone(), nothing()).unwrap());
    let stayed = listings(&|item| stream::listing(item.clone(), item.clone()).unwrap());
    assert!(came.iter().filter(|it| is_set(it)).count() >= 3, "a note, a recording, a note of an album");
    assert_eq!(came.iter().map(is_set).collect::<Vec<_>>(), left.iter().map(is_removed).collect::<Vec<_>>());
    assert!(stayed.iter().all(Option::is_none));
}
