use store::audio::{self, AudioNote};
use store::content::{CommonMetadata, KindMetadata};
use store::edit::{self, ContentEdit};
use store::likes::{self, LikeTarget};
use store::trash::{self, DeletePermission};
use store::uploads::{self, Lease, UploadDraft, UploadTarget};
use store::{
    AudioId, Conflict, Error, ItemKind, ProductId, ResourceKind, ShelfId, Store, course_audio, playlists, positions,
    shelf_order, shelves,
};
use ulid::Ulid;
use wasm_core::player::position::Position;

use crate::mine::playlists::playlist;
use crate::support::{at, audio as published, audio_draft, audio_of, code, course, empty_store, publish_audio, uid};

/// Moves a recording whose version is `version` to a shelf.
async fn move_to(store: &Store, id: AudioId, shelf: ShelfId, version: u32) -> store::Result<()> {
    let particulars = KindMetadata { shelf: Some(shelf), ..KindMetadata::default() };
    let edit = ContentEdit { details: CommonMetadata::new("Pointers", ""), particulars, version };
    edit::edit(store, ItemKind::Audio, id.into(), &edit).await.map(drop)
}

async fn counts(store: &Store, shelf: ShelfId) -> (u32, u64) {
    let shelf = shelves::get(store, shelf).await.unwrap();
    (shelf.episodes, shelf.total_secs)
}

#[tokio::test]
async fn s6_adm_6_a_recording_moves_to_another_shelf_with_counts_course_and_files() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let before = published(&store, ShelfId::DeepDive, "Pointers").await;
    move_to(&store, before.id, ShelfId::QuickRecap, 0).await.unwrap();
    let after = audio::get(&store, before.id).await.unwrap();
    assert_eq!((after.shelf, &after.file, after.version), (ShelfId::QuickRecap, &before.file, 1));
    assert_eq!(counts(&store, ShelfId::DeepDive).await, (0, 0));
    assert_eq!(counts(&store, ShelfId::QuickRecap).await, (1, 60));
    assert_eq!(course_audio::list(&store, &cs).await.unwrap(), [after]);
    let late = move_to(&store, before.id, ShelfId::Radio, 0).await;
    assert!(matches!(late, Err(Error::Conflict(Conflict::VersionMismatch))));
}

#[tokio::test]
async fn s6_adm_6_a_recording_moved_to_another_shelf_keeps_likes_positions_and_playlist_entries() {
    let store = empty_store().await;
    let heard = published(&store, ShelfId::DeepDive, "Pointers").await;
    let target = LikeTarget::Audio(heard.id);
    likes::like(&store, &uid("a"), &target, at(3)).await.unwrap();
    likes::like(&store, &uid("b"), &target, at(3)).await.unwrap();
    let list = playlist(&store, "a", "Autumn").await;
    playlists::add(&store, &uid("a"), list.id, std::slice::from_ref(&heard), at(3)).await.unwrap();
    let position = Position {
        counter: at(3).epoch_millis(),
        device: "phone".into(),
        position_ms: 30_000,
        duration_ms: Some(60_000),
        is_finished: false,
        is_restart: false,
    };
    positions::record(&store, &uid("a"), vec![(heard.id, position.clone())], at(3)).await.unwrap();

    move_to(&store, heard.id, ShelfId::Radio, 0).await.unwrap();

    assert_eq!(audio::get(&store, heard.id).await.unwrap().likes, 2);
    let left = likes::unlike(&store, &uid("a"), &target).await.unwrap();
    assert_eq!((left.liked, left.count), (false, 1));
    let (_, page) = playlists::page(&store, &uid("a"), list.id, None).await.unwrap();
    assert_eq!(page.items[0].audio.as_ref().map(|audio| audio.shelf), Some(ShelfId::Radio));
    let listening = positions::list_unfinished_recordings(&store, &uid("a")).await.unwrap();
    assert_eq!(listening.len(), 1);
    assert_eq!((listening[0].audio.shelf, &listening[0].position), (ShelfId::Radio, &position));
}

#[tokio::test]
async fn s7_fs_2_files_of_a_recording_restored_and_then_moved_are_kept() {
    let store = empty_store().await;
    let made = published(&store, ShelfId::DeepDive, "Pointers").await;
    let trashed =
        trash::trash_item::<AudioNote>(&store, made.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    trash::restore::<AudioNote>(&store, made.id).await.unwrap();
    move_to(&store, made.id, ShelfId::Radio, 0).await.unwrap();
    assert!(!trash::remove_files_unless_used(&store, &trashed.content).await.unwrap());
}

/// Publishes a recording with this `order` from the client.
async fn publish_in_order(store: &Store, title: &str, order: Ulid) -> AudioId {
    let draft = audio_draft(ShelfId::Radio, title);
    let UploadTarget::Audio { shelf, details, subject, course, .. } = draft.target else { panic!("not an audio note") };
    let target = UploadTarget::Audio { shelf, details, subject, course, order: Some(ProductId::from(order)) };
    let upload = uploads::create(store, &uid("admin"), "Admin", UploadDraft { target, ..draft }, at(0)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
    let audio = audio_of(&upload, Some(60));
    publish_audio(store, &audio, vec![0], upload.draft.id).await.unwrap();
    audio.id
}

#[tokio::test]
async fn s7_rd_8_recordings_uploaded_together_keep_their_order_whichever_upload_finishes_first() {
    let store = empty_store().await;
    let order = |place: u128| Ulid::from_parts(at(0).epoch_millis(), place << 65);
    let second = publish_in_order(&store, "Second", order(2)).await;
    let third = publish_in_order(&store, "Third", order(1)).await;
    let first = publish_in_order(&store, "First", order(3)).await;
    let page = shelves::page(&store, ShelfId::Radio, None, 10).await.unwrap();
    let listed: Vec<_> = page.audio.items.into_iter().map(|audio| audio.id).collect();
    assert_eq!(listed, [first, second, third]);
}

#[test]
fn s7_rd_8_an_upload_order_whose_time_is_more_than_a_day_off_is_ignored_and_ids_stay_unique() {
    let order = ProductId::from(Ulid::from_parts(at(0).epoch_millis(), 7 << 64));
    let like = |secs| ProductId::with_sort_position(order, at(secs)).ulid();
    assert_eq!(like(86_400).timestamp_ms(), at(0).epoch_millis());
    assert_eq!(like(0).random() >> 64, 7);
    assert_ne!(like(0), like(0));
    assert_ne!(like(86_401).timestamp_ms(), at(0).epoch_millis());
}

/// Returns the titles on the Deep Dive shelf in order, two to a page.
async fn titles(store: &Store) -> Vec<String> {
    let (mut titles, mut cursor) = (Vec::new(), None);
    loop {
        let page = shelves::page(store, ShelfId::DeepDive, cursor.as_ref(), 2).await.unwrap().audio;
        titles.extend(page.items.into_iter().map(|audio| audio.details.title));
        cursor = page.next;
        if cursor.is_none() {
            return titles;
        }
    }
}

#[tokio::test]
async fn s7_rd_8_a_manually_ordered_recording_keeps_its_position_while_the_others_are_listed_newest_first() {
    let store = empty_store().await;
    let mut ids = Vec::new();
    for title in ["One", "Two", "Three", "Four"] {
        ids.push(published(&store, ShelfId::DeepDive, title).await.id);
    }
    let [one, two, three, four] = ids[..] else { panic!("not four") };
    let seen = shelf_order::move_recording(&store, four, Some(two), Some("")).await.unwrap().order.unwrap().to_string();
    let outdated = shelf_order::move_recording(&store, four, None, Some("")).await;
    assert!(matches!(outdated, Err(Error::Conflict(Conflict::VersionMismatch))), "it was moved since: {outdated:?}");
    shelf_order::move_recording(&store, four, Some(two), Some(&seen)).await.unwrap();
    assert_eq!(titles(&store).await, ["Three", "Two", "Four", "One"]);
    for _ in 0..2 {
        shelf_order::move_recording(&store, one, None, Some("")).await.expect("a repeated move succeeds");
    }
    assert_eq!(titles(&store).await, ["One", "Three", "Two", "Four"]);
    shelf_order::move_recording(&store, three, Some(four), None).await.unwrap();
    published(&store, ShelfId::DeepDive, "Five").await;
    assert_eq!(titles(&store).await, ["Five", "One", "Two", "Four", "Three"]);
    let course = course_audio::list(&store, &code("CS246")).await.unwrap();
    let course: Vec<_> = course.into_iter().map(|audio| audio.details.title).collect();
    assert_eq!(course, ["Five", "One", "Two", "Four", "Three"]);

    trash::trash_item::<AudioNote>(&store, four, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    assert_eq!(titles(&store).await, ["Five", "One", "Two", "Three"]);
    let gone = shelf_order::move_recording(&store, three, Some(four), None).await;
    assert!(matches!(gone, Err(Error::NotFound(ResourceKind::Audio))));
    // Another recording takes the same place while this one is in the trash.
    shelf_order::move_recording(&store, one, Some(two), None).await.unwrap();
    trash::restore::<AudioNote>(&store, four).await.unwrap();
    let mut listed = titles(&store).await;
    listed[2..4].sort();
    assert_eq!(listed, ["Five", "Two", "Four", "One", "Three"]);

    move_to(&store, four, ShelfId::Radio, 0).await.unwrap();
    move_to(&store, four, ShelfId::DeepDive, 1).await.unwrap();
    let moved = audio::get(&store, four).await.unwrap();
    assert_eq!(moved.order, None, "another shelf has its own order");
}
