use store::notes::Note;
use store::trash::{self, DeletePermission};
use store::{NoteId, Store, courses, positions};
use wasm_core::reading::ReadingPosition;

use crate::support::{at, course, empty_store, note, uid};

/// Time of `at(0)` in milliseconds.
const NOW_MS: u64 = 1_790_000_000_000;

fn position(counter: u64, device: &str, page: u32) -> ReadingPosition {
    ReadingPosition {
        counter: NOW_MS + counter,
        device: device.into(),
        page,
        above_permille: 400,
        pages: 30,
        is_finished: false,
        is_restart: false,
    }
}

async fn tell(store: &Store, note: NoteId, position: ReadingPosition, secs: i64) -> Option<ReadingPosition> {
    let counting = positions::record(store, &uid("a"), vec![(note, position)], at(secs)).await.unwrap();
    counting.into_iter().next().map(|(_, position)| position)
}

async fn shown(store: &Store) -> Vec<String> {
    let reading = positions::list_unfinished_notes(store, &uid("a")).await.unwrap();
    reading.into_iter().map(|begun| begun.note.details().title.clone()).collect()
}

#[tokio::test]
async fn the_newest_position_in_a_note_is_kept_and_is_visible_to_its_owner_only() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let (older, newer) = (position(1, "phone", 9), position(2, "desk", 4));
    assert_eq!(tell(&store, note.id, newer.clone(), 0).await, Some(newer.clone()));
    assert_eq!(tell(&store, note.id, older, 1).await, Some(newer.clone()), "what counts is answered");
    let impossible = ReadingPosition { page: 31, ..position(3, "desk", 1) };
    assert_eq!(tell(&store, note.id, impossible, 2).await, Some(newer.clone()));
    assert_eq!(tell(&store, NoteId::generate(), newer.clone(), 3).await, None, "there is no such note");
    assert_eq!(positions::find_in_note(&store, &uid("a"), note.id).await.unwrap(), Some(newer));
    assert_eq!(positions::find_in_note(&store, &uid("b"), note.id).await.unwrap(), None);
}

#[tokio::test]
async fn unfinished_notes_are_listed_with_the_last_read_first_and_deleted_ones_omitted() {
    let store = empty_store().await;
    let (cs, hidden) = (course(&store, "CS246").await, course(&store, "CS999").await);
    let mut notes = Vec::new();
    for number in 0..9_u32 {
        let pdf = note(&store, &cs, &format!("Note {number}")).await;
        tell(&store, pdf.id, position(1, "desk", 2), i64::from(number)).await;
        notes.push(pdf);
    }
    let closed = note(&store, &hidden, "Of a hidden course").await;
    tell(&store, closed.id, position(1, "desk", 2), 20).await;
    courses::set_hidden(&store, &hidden, true, at(21)).await.unwrap();
    let expected = |numbers: &[u32]| numbers.iter().map(|number| format!("Note {number}")).collect::<Vec<_>>();
    assert_eq!(shown(&store).await, expected(&[8, 7, 6, 5, 4, 3]));

    let finished = ReadingPosition { is_finished: true, ..position(5, "desk", 30) };
    tell(&store, notes[8].id, finished, 22).await;
    tell(&store, notes[0].id, position(6, "phone", 3), 23).await;
    trash::trash_item::<Note>(&store, notes[7].id, &uid("admin"), DeletePermission::All, at(24)).await.unwrap();
    assert_eq!(shown(&store).await, expected(&[0, 6, 5, 4, 3, 2]));
    trash::restore::<Note>(&store, notes[7].id).await.unwrap();
    assert_eq!(shown(&store).await, expected(&[0, 7, 6, 5, 4, 3]), "a note that is back is where it was");
    assert!(positions::list_unfinished_notes(&store, &uid("b")).await.unwrap().is_empty());
}
