//! Results of preparing recordings for listening, while other requests change the same recordings.

use std::time::Duration;

use store::audio::{self, AudioNote};
use store::content::{CommonMetadata, KindMetadata};
use store::edit::{self, ContentEdit};
use store::likes::{self, LikeTarget};
use store::metadata::ListeningMetadata;
use store::trash::{self, DeletePermission};
use store::{ItemKind, ShelfId, listening};

use crate::support::{at, audio as published, empty_store, uid};

fn prepared(loudness_centilufs: i32) -> ListeningMetadata {
    ListeningMetadata { loudness_centilufs: Some(loudness_centilufs), rendition: None }
}

fn edited(shelf: ShelfId) -> ContentEdit {
    let particulars = KindMetadata { shelf: Some(shelf), ..KindMetadata::default() };
    ContentEdit { details: CommonMetadata::new("A new title", ""), particulars, version: 0 }
}

#[tokio::test]
async fn s4_rendition_1_edits_likes_and_repeated_preparations_at_the_same_time_are_all_kept() {
    let store = empty_store().await;
    for round in 0..6 {
        let recording = published(&store, ShelfId::DeepDive, "Pointers").await;
        let (made, target) = (prepared(-2000), LikeTarget::Audio(recording.id));
        let (edit, student) = (edited(ShelfId::DeepDive), uid("a"));
        let (first, second, liked, changed) = tokio::join!(
            listening::store_result(&store, &recording, &made, &[(1000, 2500)]),
            listening::store_result(&store, &recording, &made, &[(1000, 2500)]),
            likes::like(&store, &student, &target, at(3)),
            async {
                // Edit at a different moment of the preparation in each round.
                tokio::time::sleep(Duration::from_millis(round)).await;
                edit::edit(&store, ItemKind::Audio, recording.id.into(), &edit).await
            },
        );
        assert!(first.unwrap() && second.unwrap() && liked.is_ok() && changed.is_ok(), "round {round}");
        let stored = audio::get(&store, recording.id).await.unwrap();
        assert_eq!((stored.details.title.as_str(), stored.likes), ("A new title", 1), "round {round}");
        assert_eq!(stored.file.media.listening, Some(made), "round {round}");
        let silences = audio::get_waveform(&store, recording.id).await.unwrap().silences;
        assert_eq!(listening::unpack_silences(&silences).unwrap(), [(1000, 2500)], "round {round}");
    }
}

#[tokio::test]
async fn s4_rendition_1_a_recording_that_moved_to_another_shelf_during_its_preparation_is_prepared_there() {
    let store = empty_store().await;
    let recording = published(&store, ShelfId::DeepDive, "Pointers").await;
    edit::edit(&store, ItemKind::Audio, recording.id.into(), &edited(ShelfId::Radio)).await.unwrap();
    assert!(listening::store_result(&store, &recording, &prepared(-1800), &[]).await.unwrap());
    let stored = audio::get(&store, recording.id).await.unwrap();
    assert_eq!((stored.shelf, stored.file.media.listening), (ShelfId::Radio, Some(prepared(-1800))));
}

#[tokio::test]
async fn s4_rendition_1_the_preparation_of_a_recording_in_the_trash_changes_nothing() {
    let store = empty_store().await;
    let recording = published(&store, ShelfId::DeepDive, "Pointers").await;
    let admin = uid("admin");
    trash::trash_item::<AudioNote>(&store, recording.id, &admin, DeletePermission::All, at(5)).await.unwrap();
    assert!(!listening::store_result(&store, &recording, &prepared(-1800), &[]).await.unwrap());
}
