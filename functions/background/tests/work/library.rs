//! Publishing of the public library, from the stream and as a rebuild.

use background::changes::catalogue::{self, CatalogueDelta, LIBRARY_MAX, decompress, publish, rebuild_if_unreadable};
use serde_json::{Value, json};
use store::courses::{self, CourseDraft};
use store::keys::object;
use store::objects::{self, Bucket};
use store::playlists::{self, NewPlaylist, PlaylistEdit, Visibility};
use store::stream::ListChange;
use store::students::{self, NewStudent};
use store::{PlaylistId, Sha256Hash, Store, UserId};
use wasm_core::catalogue::{SearchCollection, SearchItem, decode_library};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::support::{at, follow, list, manifest};
use crate::test_backends;

/// Returns the published items as title, likes and size: `Pointers 0 60`.
async fn published(store: &Store) -> Vec<String> {
    let library = manifest(store).await.library.unwrap();
    let hash: Sha256Hash = library.sha256.parse().unwrap();
    let stored = objects::get(store, Bucket::Site, &object::catalogue(&hash), 10_000_000).await.unwrap();
    let records = decode_library(&decompress(&stored).unwrap()).unwrap();
    assert_eq!(usize::try_from(library.items).unwrap(), records.len());
    records.iter().map(|record| format!("{} {} {}", record.title, record.likes, record.size)).collect()
}

fn playlist_image(name: &str, visibility: &str) -> Value {
    json!({
        "entity": { "S": "playlist" }, "schema": { "N": "1" },
        "id": { "S": "01JD3Q8Z6B0000000000000007" }, "owner": { "S": "amara" }, "name": { "S": name },
        "name_key": { "S": Sha256Hash::of(name.as_bytes()).as_str() }, "visibility": { "S": visibility },
        "audio_count": { "N": "3" }, "total_secs": { "N": "90" }, "version": { "N": "1" }, "edition": { "N": "1" },
        "created_at": { "S": at(0).to_string() }, "updated_at": { "S": at(0).to_string() },
    })
}

fn recording(shelf: ShelfId, title: &str, likes: u32) -> SearchItem {
    let id = "01JD3Q8Z6B0000000000000006".into();
    SearchItem {
        place: SearchCollection::Shelf(shelf),
        id,
        title: title.into(),
        subject: "CS 246".into(),
        size: 60,
        likes,
    }
}

#[tokio::test]
async fn a_playlist_is_in_the_library_file_only_while_it_is_public() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let image = playlist_image;
    follow(store, None, Some(image("Mine", "private"))).await;
    assert!(
        objects::find_with_etag(store, Bucket::Site, &object::catalogue_manifest(), 10_000).await.unwrap().is_none()
    );
    follow(store, Some(image("Mine", "private")), Some(image("Ours", "public"))).await;
    assert_eq!(published(store).await, ["Ours 0 3"]);
    follow(store, Some(image("Ours", "public")), Some(image("Everybody's", "public"))).await;
    assert_eq!(published(store).await, ["Everybody's 0 3"]);
    follow(store, Some(image("Everybody's", "public")), Some(image("Everybody's", "private"))).await;
    assert!(published(store).await.is_empty(), "nothing private ever leaves");
    follow(store, Some(image("x", "private")), Some(image("y", "public"))).await;
    follow(store, Some(image("y", "public")), None).await;
    assert!(published(store).await.is_empty(), "a deleted playlist is found no more");
}

#[tokio::test]
async fn a_moved_item_stays_in_the_library_file_whichever_stream_record_arrives_first() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (here, there) = (recording(ShelfId::DeepDive, "Pointers", 1), recording(ShelfId::Radio, "Pointers", 1));
    list(store, [ListChange::Set(here.clone())]).await;
    let gone = ListChange::Removed { place: here.place, id: here.id.clone() };
    for told in [vec![ListChange::Set(there.clone()), gone.clone()], vec![gone.clone(), ListChange::Set(there.clone())]]
    {
        list(store, told).await;
        assert_eq!(published(store).await, ["Pointers 1 60"]);
    }
    list(store, [ListChange::Removed { place: there.place, id: there.id }]).await;
    assert!(published(store).await.is_empty());
}

#[tokio::test]
async fn courses_and_library_are_published_only_when_they_change() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = CourseCode::parse("CS246").unwrap();
    let draft = CourseDraft { code, title: "About".into(), description: String::new() };
    let mut edits = CatalogueDelta::default();
    edits.set(&courses::create_or_find(store, &draft, at(0)).await.unwrap());
    publish(store, edits.clone(), at(1)).await.unwrap();
    let first = manifest(store).await;
    list(store, [ListChange::Set(recording(ShelfId::Radio, "Pointers", 0))]).await;
    let second = manifest(store).await;
    assert_eq!((&second.file, second.courses), (&first.file, 1));
    assert_ne!(second.library, first.library);
    // The same change again, as in a retry, writes nothing, not even the manifest.
    list(store, [ListChange::Set(recording(ShelfId::Radio, "Pointers", 0))]).await;
    publish(store, edits, at(9)).await.unwrap();
    assert_eq!(manifest(store).await, second);
}

#[tokio::test]
async fn a_library_file_at_its_limit_keeps_the_most_liked_items_then_the_newest() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let numbered = |number: usize, likes: u32| SearchItem {
        id: format!("01JD3Q8Z6B{number:016}"),
        ..recording(ShelfId::Radio, &format!("Recording {number}"), likes)
    };
    let all = (0..=LIBRARY_MAX).map(|number| numbered(number, u32::from(number == 0)));
    list(store, all.map(ListChange::Set)).await;
    let now = published(store).await;
    assert_eq!(now.len(), LIBRARY_MAX);
    assert!(now.contains(&"Recording 0 1 60".into()), "the oldest of them, but somebody likes it");
    assert!(!now.contains(&"Recording 1 0 60".into()), "the oldest that nobody likes");
    assert!(now.contains(&format!("Recording {LIBRARY_MAX} 0 60")), "the newest");
    // An item that was left out returns with its next like and replaces another item.
    list(store, [ListChange::Set(numbered(1, 1))]).await;
    let now = published(store).await;
    assert_eq!(now.len(), LIBRARY_MAX);
    assert!(now.contains(&"Recording 1 1 60".into()));
    assert!(!now.contains(&"Recording 2 0 60".into()));
}

#[tokio::test]
async fn concurrent_library_publishers_lose_no_edit() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let publishing = (0..6_u32).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let id = format!("01JD3Q8Z6B000000000000000{number}");
            let record = SearchItem { id, ..recording(ShelfId::Radio, "Pointers", number) };
            list(&store, [ListChange::Set(record)]).await;
        })
    });
    for published in publishing.collect::<Vec<_>>() {
        published.await.unwrap();
    }
    assert_eq!(published(store).await.len(), 6);
}

#[tokio::test]
async fn a_rebuilt_library_contains_exactly_the_public_items() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let owner: UserId = "amara".parse().unwrap();
    let student = NewStudent {
        uid: owner.clone(),
        email: "amara@noteninja.test".into(),
        name: "Amara".into(),
        username: None,
        is_unconfirmed: false,
    };
    students::create(store, &student, at(0)).await.unwrap();
    let mut ids = Vec::new();
    for (name, visibility) in
        [("Open", Visibility::Public), ("Mine", Visibility::Private), ("Gone", Visibility::Public)]
    {
        let new = NewPlaylist { id: PlaylistId::generate(), name: name.into(), visibility };
        ids.push(playlists::create(store, &owner, &new, &[], at(0)).await.unwrap().playlist.id);
    }
    playlists::delete(store, &owner, ids[2]).await.unwrap();
    let [shown, hidden] = [Visibility::Public, Visibility::Private].map(|visibility| PlaylistEdit {
        name: None,
        visibility: Some(visibility),
        version: Some(1),
        name_before: None,
    });
    playlists::edit(store, &owner, ids[1], &shown, at(1)).await.unwrap();
    assert!(!rebuild_if_unreadable(store, at(1)).await.unwrap(), "what was never published is not made anew");
    catalogue::rebuild(store, at(2)).await.unwrap();
    let mut found = published(store).await;
    found.sort_unstable();
    assert_eq!(found, ["Mine 0 0", "Open 0 0"]);
    playlists::edit(store, &owner, ids[0], &hidden, at(3)).await.unwrap();
    catalogue::rebuild(store, at(4)).await.unwrap();
    assert_eq!(published(store).await, ["Mine 0 0"]);
    playlists::delete_all(store, &owner).await.unwrap();
    catalogue::rebuild(store, at(5)).await.unwrap();
    assert!(published(store).await.is_empty());
}
