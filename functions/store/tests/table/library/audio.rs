use store::audio::{self, AudioNote};
use store::content::find_in;
use store::metadata::ListeningMetadata;
use store::shelves::{self, Shelf};
use store::trash::{self, DeletePermission};
use store::uploads::{self, Lease, PublishOutcome, UploadStatus};
use store::{AudioId, Conflict, Error, ResourceKind, ShelfId, Store, keys, listening, publish};

use crate::support::{at, audio as published, audio_draft, audio_of, empty_store, publish_audio, uid};

async fn counts(store: &Store, shelf: ShelfId) -> (u32, u64, u32) {
    let Shelf { episodes, total_secs, unknown, .. } = shelves::get(store, shelf).await.unwrap();
    (episodes, total_secs, unknown)
}

#[tokio::test]
async fn s7_rd_10_s3_audio_1_an_audio_note_is_found_by_id_on_any_shelf() {
    let store = empty_store().await;
    for shelf in ShelfId::ALL {
        let made = published(&store, shelf, "Pointers").await;
        assert_eq!(audio::get(&store, made.id).await.unwrap(), made);
        assert_eq!(find_in::<AudioNote>(&store, shelf.as_str(), made.id.into()).await.unwrap(), Some(made.clone()));
        assert_eq!(audio::get_waveform(&store, made.id).await.unwrap().peaks, [0, 255]);
    }
    assert!(matches!(audio::get(&store, AudioId::generate()).await, Err(Error::NotFound(ResourceKind::Audio))));
}

#[tokio::test]
async fn s4_rendition_1_a_recording_without_a_waveform_is_prepared_too() {
    let store = empty_store().await;
    let draft = audio_draft(ShelfId::Radio, "Pointers");
    let upload = uploads::create(&store, &uid("admin"), "Note Ninja", draft, at(0)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(&store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
    let without = audio_of(&upload, Some(60));
    let outcome = publish::publish(&store, &without, upload.draft.id, at(2)).await.unwrap();
    assert_eq!(outcome, PublishOutcome::Published);
    let with = published(&store, ShelfId::Radio, "References").await;
    let made = ListeningMetadata { loudness_centilufs: Some(-2000), rendition: None };
    for recording in [&without, &with] {
        assert!(listening::store_result(&store, recording, &made, &[(1000, 2500)]).await.unwrap());
        let stored = audio::get(&store, recording.id).await.unwrap();
        assert_eq!(stored.file.media.listening.as_ref(), Some(&made));
    }
    let silences = audio::get_waveform(&store, with.id).await.unwrap().silences;
    assert_eq!(listening::unpack_silences(&silences).unwrap(), [(1000, 2500)]);
    let missing = audio::get_waveform(&store, without.id).await;
    assert!(matches!(missing, Err(Error::NotFound(ResourceKind::Audio))), "no waveform is created");
}

#[tokio::test]
async fn s7_rd_8_recordings_of_a_shelf_are_read_with_counts_newest_first_and_in_pages() {
    let store = empty_store().await;
    let empty = shelves::page(&store, ShelfId::Radio, None, 10).await.unwrap();
    assert_eq!((empty.shelf, empty.audio.items.len()), (Shelf::empty(ShelfId::Radio), 0));
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(published(&store, ShelfId::DeepDive, &format!("Part {number}")).await.id);
    }
    published(&store, ShelfId::QuickRecap, "Elsewhere").await;
    ids.reverse();
    let first = shelves::page(&store, ShelfId::DeepDive, None, 3).await.unwrap();
    assert_eq!((first.shelf.episodes, first.shelf.total_secs, first.shelf.unknown), (5, 300, 0));
    let second = shelves::page(&store, ShelfId::DeepDive, first.audio.next.as_ref(), 3).await.unwrap();
    assert_eq!((second.shelf.episodes, second.audio.next), (5, None));
    let listed: Vec<_> = first.audio.items.into_iter().chain(second.audio.items).map(|audio| audio.id).collect();
    assert_eq!(listed, ids);
    let cursor = shelves::page(&store, ShelfId::DeepDive, None, 2).await.unwrap().audio.next;
    let other = shelves::page(&store, ShelfId::QuickRecap, cursor.as_ref(), 3).await;
    assert!(matches!(other, Err(Error::InvalidCursor)), "a cursor belongs to its shelf");
    for shelf in ShelfId::ALL {
        let (older, newer) = (published(&store, shelf, "Older").await.id, published(&store, shelf, "Newer").await.id);
        let page = shelves::page(&store, shelf, None, 2).await.unwrap();
        let listed: Vec<_> = page.audio.items.into_iter().map(|audio| audio.id).collect();
        assert_eq!(listed, [newer, older], "{}", shelf.as_str());
    }
}

#[tokio::test]
async fn publishing_an_audio_note_writes_the_note_the_counts_and_the_upload_state_once_in_one_transaction() {
    let store = empty_store().await;
    let draft = audio_draft(ShelfId::Radio, "Pointers");
    let upload = uploads::create(&store, &uid("admin"), "Admin", draft, at(0)).await.unwrap();
    let (id, note) = (upload.draft.id, audio_of(&upload, None));
    assert_eq!(
        publish_audio(&store, &note, vec![1], id).await.unwrap(),
        PublishOutcome::UploadCancelled,
        "nobody checked it"
    );
    assert_eq!(counts(&store, ShelfId::Radio).await, (0, 0, 0));
    uploads::acquire_lease(&store, id, at(1)).await.unwrap();
    assert_eq!(publish_audio(&store, &note, vec![1], id).await.unwrap(), PublishOutcome::Published);
    assert_eq!(publish_audio(&store, &note, vec![1], id).await.unwrap(), PublishOutcome::AlreadyPublished);
    assert_eq!(counts(&store, ShelfId::Radio).await, (1, 0, 1));
    let after = uploads::find(&store, id).await.unwrap().unwrap();
    assert_eq!((after.status, after.published_audio()), (UploadStatus::Ready, Some(note.id)));
    assert_eq!(after.published_note(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn h23_concurrently_published_recordings_are_all_counted() {
    let store = empty_store().await;
    let mut tasks = Vec::new();
    for number in 0..8 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move { published(&store, ShelfId::DeepDive, &format!("Part {number}")).await }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(counts(&store, ShelfId::DeepDive).await, (8, 480, 0));
}

#[tokio::test]
async fn h20_a_deleted_audio_note_is_restored_from_the_trash() {
    let store = empty_store().await;
    let kept = published(&store, ShelfId::DeepDive, "Kept").await;
    let gone = published(&store, ShelfId::DeepDive, "Gone").await;
    let trashed =
        trash::trash_item::<AudioNote>(&store, gone.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    assert_eq!((trashed.expires_at, &trashed.content), (at(30 * 86_400 + 5).epoch_secs(), &gone));
    assert!(matches!(audio::get(&store, gone.id).await, Err(Error::NotFound(ResourceKind::Audio))));
    let page = shelves::page(&store, ShelfId::DeepDive, None, 10).await.unwrap();
    assert_eq!((page.shelf.episodes, page.shelf.total_secs), (1, 60));
    assert_eq!(page.audio.items, [kept]);
    let listed = trash::list(&store, None, 10).await.unwrap().items;
    assert_eq!(listed, [trash::TrashedEntry::Audio(Box::new(trashed))]);
    let again = trash::trash_item::<AudioNote>(&store, gone.id, &uid("admin"), DeletePermission::All, at(6)).await;
    assert!(matches!(again, Err(Error::NotFound(ResourceKind::Audio))));

    assert_eq!(trash::restore::<AudioNote>(&store, gone.id).await.unwrap(), gone);
    assert_eq!(audio::get(&store, gone.id).await.unwrap(), gone);
    assert_eq!(counts(&store, ShelfId::DeepDive).await, (2, 120, 0));
    assert!(matches!(
        trash::restore::<AudioNote>(&store, gone.id).await,
        Err(Error::Conflict(Conflict::AlreadyRestored))
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn h20_two_concurrent_deletes_of_an_audio_note_decrement_the_count_once() {
    let store = empty_store().await;
    published(&store, ShelfId::DeepDive, "Kept").await;
    let gone = published(&store, ShelfId::DeepDive, "Gone").await;
    let mut tasks = Vec::new();
    for _ in 0..4 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            trash::trash_item::<AudioNote>(&store, gone.id, &uid("admin"), DeletePermission::All, at(5)).await
        }));
    }
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => done += 1,
            Err(Error::NotFound(ResourceKind::Audio) | Error::Conflict(Conflict::VersionMismatch)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((done, counts(&store, ShelfId::DeepDive).await), (1, (1, 60, 0)));
}

#[tokio::test]
async fn a_batch_read_of_audio_notes_omits_missing_ones() {
    let store = empty_store().await;
    let mut wanted = Vec::new();
    for (number, shelf) in ShelfId::ALL.into_iter().cycle().take(6).enumerate() {
        wanted.push((shelf, published(&store, shelf, &format!("Part {number}")).await.id));
    }
    let nowhere = (ShelfId::Radio, AudioId::generate());
    let asked: Vec<_> = wanted.iter().copied().chain([nowhere, wanted[0]]).collect();
    let mut found: Vec<_> = audio::get_many(&store, &asked).await.unwrap().iter().map(|a| (a.shelf, a.id)).collect();
    found.sort_by_key(|(_, id)| *id);
    assert_eq!(found, wanted);
    let ids: Vec<_> = wanted.iter().rev().map(|(_, id)| *id).chain([nowhere.1]).collect();
    let found: Vec<_> = audio::find_by_ids(&store, &ids).await.unwrap().iter().map(|audio| audio.id).collect();
    assert_eq!(found, ids[..6]);
    assert!(audio::get_many(&store, &[]).await.unwrap().is_empty());
}

#[test]
fn s7_fs_1_h7_each_shelf_has_its_own_prefix_and_generated_file_names() {
    let id: AudioId = "01JD3Q8Z6B0000000000000001".parse().unwrap();
    let areas = ShelfId::ALL.map(|shelf| keys::object::audio(shelf, "../CS 246/é", id, "mp3").as_str().to_owned());
    assert_eq!(
        areas,
        [
            "deep-dive-notes/cs-246-e/01JD3Q8Z6B0000000000000001.mp3",
            "quick-recap-notes/01JD3Q8Z6B0000000000000001.mp3",
            "chill-review-notes/01JD3Q8Z6B0000000000000001.mp3",
            "audio-notes/cs-246-e/01JD3Q8Z6B0000000000000001.mp3",
        ]
    );
    let artwork = keys::object::audio_artwork(ShelfId::QuickRecap, "CS 246", id);
    assert_eq!(artwork.as_str(), "quick-recap-notes/01JD3Q8Z6B0000000000000001-artwork.jpg");
}

#[tokio::test]
async fn h9_signed_url_of_a_recording_is_stable_for_an_hour_and_valid_beyond_its_duration() {
    let store = empty_store().await;
    let upload = uploads::create(&store, &uid("admin"), "Admin", audio_draft(ShelfId::Radio, "Long"), at(0)).await;
    let hour = at(0).floor_to(3600);
    for (duration_secs, beyond_secs) in [(Some(60), 7200), (Some(5 * 3600), 6 * 3600), (None, 13 * 3600)] {
        let audio = audio_of(upload.as_ref().unwrap(), duration_secs);
        let last = audio::presign(&store, &audio, hour.plus_secs(3599)).await.unwrap();
        assert_eq!(last.expires_at, hour.plus_secs(3600 + beyond_secs), "{duration_secs:?}");
        assert_eq!(audio::presign(&store, &audio, hour).await.unwrap(), last);
        assert_ne!(audio::presign(&store, &audio, hour.plus_secs(3600)).await.unwrap().url, last.url);
    }
}
