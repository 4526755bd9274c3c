//! Concurrent changes of playlists.

use store::audio::AudioNote;
use store::playlists::{self, Playlist, PlaylistEdit};
use store::{AudioId, Conflict, Error, Store, UserId};
use tokio::task::JoinSet;

use crate::mine::lists::{SeededRandom, recordings};
use crate::mine::playlists::{assert_adds_up, named, order, playlist};
use crate::support::{at, empty_store, student, uid};

#[tokio::test]
async fn s4_pl_1_h23_concurrent_requests_to_create_a_playlist_with_the_same_name_create_one_playlist() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let notes = recordings(6);
    let mut tabs = JoinSet::new();
    for (number, note) in notes.iter().cloned().enumerate() {
        let (store, name) = (store.clone(), if number % 2 == 0 { "Finals" } else { "FINALS" });
        tabs.spawn(async move { playlists::create(&store, &uid("a"), &named(name), &[note], at(0)).await.unwrap() });
    }
    let made = tabs.join_all().await;
    assert_eq!(made.iter().filter(|made| made.created).count(), 1);
    assert!(made.iter().all(|each| each.added == 1));
    let [mine] = <[Playlist; 1]>::try_from(playlists::list_owned(&store, &uid("a")).await.unwrap()).unwrap();
    let mut found = order(&store, &mine).await;
    assert_adds_up(&mine, &found);
    found.sort();
    assert_eq!(found, notes.iter().map(|note| note.id).collect::<Vec<_>>());
}

#[tokio::test]
async fn h23_only_one_of_two_concurrent_renames_to_the_same_name_succeeds() {
    let store = empty_store().await;
    let (one, two) = (playlist(&store, "a", "One").await, playlist(&store, "a", "Two").await);
    let mut tabs = JoinSet::new();
    for id in [one.id, two.id] {
        let store = store.clone();
        let edit = PlaylistEdit { name: Some("Three".into()), visibility: None, version: Some(1), name_before: None };
        tabs.spawn(async move { playlists::edit(&store, &uid("a"), id, &edit, at(1)).await });
    }
    let (done, refused): (Vec<_>, Vec<_>) = tabs.join_all().await.into_iter().partition(Result::is_ok);
    assert_eq!(done.len(), 1);
    assert!(matches!(refused[..], [Err(Error::Conflict(Conflict::PlaylistNameTaken))]), "{refused:?}");
}

#[tokio::test]
async fn s4_pl_1_concurrent_adds_keep_every_recording_exactly_once() {
    let store = empty_store().await;
    let mine = playlist(&store, "a", "Finals").await;
    let notes = recordings(12);
    let mut tabs = JoinSet::new();
    for note in notes.iter().chain(&notes).cloned() {
        let store = store.clone();
        tabs.spawn(async move { playlists::add(&store, &uid("a"), mine.id, &[note], at(1)).await.unwrap().added });
    }
    assert_eq!(tabs.join_all().await.into_iter().sum::<u32>(), 12, "each was added by one of them");
    let mine = playlists::get_mine(&store, &uid("a"), mine.id).await.unwrap();
    let mut found = order(&store, &mine).await;
    assert_adds_up(&mine, &found);
    found.sort();
    assert_eq!(found, notes.iter().map(|note| note.id).collect::<Vec<_>>());
}

#[tokio::test]
async fn s7_wr_8_repeated_moves_give_the_expected_playlist_order() {
    let store = empty_store().await;
    let mine = playlist(&store, "a", "Finals").await;
    let notes = recordings(60);
    playlists::add(&store, &uid("a"), mine.id, &notes, at(1)).await.unwrap();
    let mut model: Vec<AudioId> = notes.iter().map(|note| note.id).collect();
    let mut chance = SeededRandom::new(7);
    let mut version = 1;
    for step in 0..160 {
        // Most moves go into the gap behind the first entry, which shrinks until the ranks are rewritten.
        let from = if step < 120 { 2 } else { chance.below(model.len()) };
        let audio = model.remove(from);
        let to = if step < 120 { 1 } else { chance.below(model.len() + 1) };
        model.insert(to, audio);
        let after = to.checked_sub(1).map(|before| model[before]);
        let moved = playlists::reorder(&store, &uid("a"), mine.id, audio, after, Some(version)).await.unwrap();
        assert_eq!(moved.version - version, u32::from(from != to), "step {step}");
        version = moved.version;
        if step % 10 == 9 {
            assert_eq!(order(&store, &moved).await, model, "step {step}");
        }
        assert_adds_up(&moved, &model);
    }
    let stale = playlists::reorder(&store, &uid("a"), mine.id, model[0], Some(model[5]), Some(1)).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::VersionMismatch))), "{stale:?}");
    let itself = playlists::reorder(&store, &uid("a"), mine.id, model[3], Some(model[3]), Some(version)).await.unwrap();
    assert_eq!(itself.version, version);
    let gone = recordings(61)[60].id;
    let nowhere = playlists::reorder(&store, &uid("a"), mine.id, gone, None, Some(version)).await;
    assert!(matches!(nowhere, Err(Error::NotFound(store::ResourceKind::PlaylistItem))), "{nowhere:?}");
    let behind_nothing = playlists::reorder(&store, &uid("a"), mine.id, model[0], Some(gone), Some(version)).await;
    assert!(matches!(behind_nothing, Err(Error::Conflict(Conflict::VersionMismatch))), "{behind_nothing:?}");

    // A move made offline has no version: it applies to the current order and is idempotent.
    let waited = async || playlists::reorder(&store, &uid("a"), mine.id, model[0], Some(model[5]), None).await.unwrap();
    let once = waited().await;
    assert_eq!(once.version, version + 1);
    assert_eq!(waited().await, once);
    let moved = model.remove(0);
    model.insert(5, moved);
    assert_eq!(order(&store, &once).await, model);
}

/// Performs one action of a page. Some are refused because of a conflict; none may corrupt the list.
async fn act(store: Store, owner: UserId, seen: Playlist, items: Vec<AudioId>, note: AudioNote, what: usize) {
    match what {
        0 => drop(playlists::add(&store, &owner, seen.id, &[note], at(1)).await.unwrap()),
        1 => drop(playlists::remove(&store, &owner, seen.id, note.id).await.unwrap()),
        _ => {
            let after = items.get(what - 2).copied().filter(|after| *after != note.id);
            let moved = playlists::reorder(&store, &owner, seen.id, note.id, after, Some(seen.version)).await;
            let refused = matches!(moved, Err(Error::NotFound(_) | Error::Conflict(Conflict::VersionMismatch)));
            assert!(moved.is_ok() || refused, "{moved:?}");
        }
    }
}

#[tokio::test]
async fn s7_wr_8_concurrent_playlist_changes_keep_counts_exact_and_lose_nothing() {
    for seed in 1..=8 {
        let mut chance = SeededRandom::new(seed);
        let store = empty_store().await;
        let mut mine = playlist(&store, "a", "Finals").await;
        let notes = recordings(9);
        let mut expected: Vec<AudioId> = Vec::new();
        for round in 0..12 {
            let items = order(&store, &mine).await;
            let mut tabs = JoinSet::new();
            // Each task has its own recording, so the expected list is known.
            let first = chance.below(notes.len());
            for number in 0..4 {
                let note = notes[(first + number) % notes.len()].clone();
                let what = chance.below(2 + items.len());
                expected.retain(|audio| *audio != note.id || what != 1);
                if what == 0 && !expected.contains(&note.id) {
                    expected.push(note.id);
                }
                tabs.spawn(act(store.clone(), uid("a"), mine.clone(), items.clone(), note, what));
            }
            tabs.join_all().await;
            mine = playlists::get_mine(&store, &uid("a"), mine.id).await.unwrap();
            let mut found = order(&store, &mine).await;
            assert_adds_up(&mine, &found);
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "seed {seed}, round {round}");
        }
    }
}
