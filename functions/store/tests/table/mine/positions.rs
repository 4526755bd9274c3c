use store::audio::AudioNote;
use store::trash::{self, DeletePermission};
use store::{AudioId, Error, ShelfId, Store, export, positions};
use tokio::task::JoinSet;
use wasm_core::player::position::Position;
use wasm_core::position::newer;

use crate::mine::lists::SeededRandom;
use crate::support::{at, audio, empty_store, uid};

/// Time of `at(0)` in milliseconds.
const NOW_MS: u64 = 1_790_000_000_000;

fn position(counter: u64, device: &str, position_ms: u32) -> Position {
    Position {
        counter: NOW_MS + counter,
        device: device.into(),
        position_ms,
        duration_ms: Some(60_000),
        is_finished: false,
        is_restart: false,
    }
}

async fn tell(store: &Store, audio: AudioId, position: Position, secs: i64) -> Option<Position> {
    let counting = positions::record(store, &uid("a"), vec![(audio, position)], at(secs)).await.unwrap();
    counting.into_iter().next().map(|(_, position)| position)
}

async fn stored(store: &Store, audio: AudioId) -> Option<Position> {
    let page = positions::list(store, &uid("a"), None, 100).await.unwrap();
    page.items.into_iter().find(|heard| heard.audio == audio).map(|heard| heard.position)
}

#[tokio::test]
async fn h39_an_older_position_never_replaces_a_newer_one() {
    let store = empty_store().await;
    let note = audio(&store, ShelfId::DeepDive, "Pointers").await;
    let (older, newer) = (position(1, "phone", 10_000), position(2, "desk", 30_000));
    assert_eq!(tell(&store, note.id, newer.clone(), 0).await, Some(newer.clone()));
    assert_eq!(tell(&store, note.id, older, 1).await, Some(newer.clone()), "what counts is answered");
    assert_eq!(tell(&store, note.id, newer.clone(), 2).await, Some(newer.clone()), "again changes nothing");
    let opening = position(9, "desk", 0);
    assert_eq!(tell(&store, note.id, opening.clone(), 3).await, Some(newer.clone()), "an opening counts for nothing");
    let restart = Position { is_restart: true, ..opening };
    assert_eq!(tell(&store, note.id, restart.clone(), 4).await, Some(restart.clone()));
    assert_eq!(stored(&store, note.id).await, Some(restart));
    assert!(positions::list(&store, &uid("b"), None, 100).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn the_data_export_contains_the_name_of_the_recording_of_each_position() {
    let store = empty_store().await;
    let note = audio(&store, ShelfId::DeepDive, "Pointers").await;
    tell(&store, note.id, position(1, "phone", 10_000), 0).await;
    let all = export::page(&store, &uid("a"), None).await.unwrap().items;
    let heard = all.iter().find(|each| each.kind.name() == "positions").unwrap();
    assert_eq!((&heard.data["title"], &heard.data["audioId"]), (&"Pointers".into(), &note.id.to_string().into()));
}

#[tokio::test]
async fn h39_positions_merge_to_the_same_result_in_every_order() {
    let store = empty_store().await;
    for seed in 1..=12 {
        let mut chance = SeededRandom::new(seed);
        let notes = [
            audio(&store, ShelfId::Radio, &format!("One {seed}")).await,
            audio(&store, ShelfId::Radio, &format!("Two {seed}")).await,
        ];
        let mut told: Vec<(AudioId, Position)> = Vec::new();
        for _ in 0..24 {
            let device = ["phone", "desk", "laptop"][chance.below(3)];
            let counter = u64::try_from(chance.below(10)).unwrap();
            let position_ms = u32::try_from(chance.below(20) * 1000).unwrap();
            let said = Position {
                is_finished: chance.below(8) == 0,
                is_restart: chance.below(8) == 0,
                ..position(counter, device, position_ms)
            };
            told.push((notes[chance.below(2)].id, said));
        }
        let mut devices = JoinSet::new();
        for batch in told.chunks(3) {
            let (store, batch) = (store.clone(), batch.to_vec());
            devices.spawn(async move { positions::record(&store, &uid("a"), batch, at(0)).await.unwrap() });
        }
        devices.join_all().await;
        for note in &notes {
            let mine = told.iter().filter(|(audio, _)| *audio == note.id).map(|(_, position)| position.clone());
            assert_eq!(stored(&store, note.id).await, mine.reduce(newer), "seed {seed}");
        }
    }
}

#[tokio::test]
async fn positions_more_than_a_day_in_the_future_or_of_missing_recordings_are_ignored() {
    let store = empty_store().await;
    let note = audio(&store, ShelfId::DeepDive, "Pointers").await;
    let day_ms = 86_400_000;
    assert_eq!(tell(&store, note.id, position(day_ms + 1, "desk", 30_000), 0).await, None);
    assert_eq!(stored(&store, note.id).await, None);
    let honest = position(day_ms, "desk", 20_000);
    assert_eq!(tell(&store, note.id, honest.clone(), 0).await, Some(honest.clone()));
    let far = position(day_ms + 2, "desk", 30_000);
    assert_eq!(tell(&store, note.id, far, 0).await, Some(honest), "what counts in its place is answered");

    let nowhere = AudioId::generate();
    assert_eq!(tell(&store, nowhere, position(1, "desk", 30_000), 0).await, None);
    assert_eq!(stored(&store, nowhere).await, None);
    // A deleted recording keeps its position for a restore.
    trash::trash_item::<AudioNote>(&store, note.id, &uid("admin"), DeletePermission::All, at(1)).await.unwrap();
    let later = position(day_ms, "phone", 40_000);
    assert_eq!(tell(&store, note.id, later.clone(), 1).await, Some(later));
}

#[tokio::test]
async fn a_batch_of_up_to_fifty_positions_returns_one_result_per_recording() {
    let store = empty_store().await;
    let (one, two) = (audio(&store, ShelfId::DeepDive, "One").await, audio(&store, ShelfId::QuickRecap, "Two").await);
    let batch = vec![
        (one.id, position(1, "desk", 10_000)),
        (two.id, position(1, "desk", 20_000)),
        (one.id, position(3, "desk", 30_000)),
        (one.id, position(2, "desk", 40_000)),
    ];
    let counting = positions::record(&store, &uid("a"), batch, at(0)).await.unwrap();
    assert_eq!(counting, [(one.id, position(3, "desk", 30_000)), (two.id, position(1, "desk", 20_000))]);
    let too_many = vec![(one.id, position(1, "desk", 1)); 51];
    let refused = positions::record(&store, &uid("a"), too_many, at(0)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 50, .. })), "{refused:?}");
    assert!(positions::record::<AudioId>(&store, &uid("a"), Vec::new(), at(0)).await.unwrap().is_empty());
}

#[tokio::test]
async fn continue_listening_lists_unfinished_recordings_with_the_last_played_first() {
    let store = empty_store().await;
    let mut notes = Vec::new();
    for number in 0..40_u32 {
        let note = audio(&store, ShelfId::ALL[number as usize % 4], &format!("Note {number}")).await;
        tell(&store, note.id, position(1, "desk", 10_000 + number), i64::from(number)).await;
        notes.push(note);
    }
    let shown = async || {
        let listening = positions::list_unfinished_recordings(&store, &uid("a")).await.unwrap();
        listening.into_iter().map(|each| each.audio.details.title).collect::<Vec<_>>()
    };
    let expected = |numbers: &[u32]| numbers.iter().map(|number| format!("Note {number}")).collect::<Vec<_>>();
    assert_eq!(shown().await, expected(&[39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28]));
    assert!(positions::list_unfinished_recordings(&store, &uid("b")).await.unwrap().is_empty());

    // Finished and merely opened recordings are left out; a resumed one comes first.
    let finished = Position { is_finished: true, ..position(5, "desk", 60_000) };
    tell(&store, notes[39].id, finished, 50).await;
    tell(&store, notes[0].id, position(6, "phone", 20_000), 51).await;
    let opened = audio(&store, ShelfId::Radio, "Only opened").await;
    tell(&store, opened.id, position(1, "desk", 100), 52).await;
    assert_eq!(shown().await, expected(&[0, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28]));

    // Most recordings of the first query are missing, so the list needs another query to reach its maximum of 12.
    for note in &notes[9..39] {
        trash::trash_item::<AudioNote>(&store, note.id, &uid("admin"), DeletePermission::All, at(60)).await.unwrap();
    }
    assert_eq!(shown().await, expected(&[0, 8, 7, 6, 5, 4, 3, 2, 1]));
}
