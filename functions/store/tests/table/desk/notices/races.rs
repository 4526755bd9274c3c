//! Requests that overlap: of one notice, and of two notices about the same file.

use store::trash::DeletePermission;

use super::gate::Gate;
use super::*;

const TRANSACTION: &str = "TransactWriteItems";

/// Checks that the note is published with its file, and that the file is not withheld.
async fn expect_published(store: &Store, note: &Note) {
    assert!(is_published(store, note).await, "{}", note.id);
    let bytes = objects::get(store, Bucket::Files, &note.file.key, 1000).await.unwrap();
    assert_eq!(bytes, note.file.key.as_str().as_bytes());
    assert!(!store::withheld::is_withheld(store, &[&note.file.sha256]).await.unwrap());
}

/// Checks that the note is hidden, and that only its withheld file exists.
async fn expect_hidden(store: &Store, note: &Note) {
    assert!(!is_published(store, note).await, "{}", note.id);
    let trashed = trash::find::<Note>(store, note.id).await.unwrap().unwrap();
    assert!(trashed.is_withheld);
    assert!(!is_there(store, &note.file.key).await);
    assert!(is_there(store, &object::withheld(&note.file.key, trashed.deleted_at)).await);
}

#[tokio::test]
async fn s7_copyright_13_a_dismissal_is_refused_while_the_function_of_a_press_may_still_move_files() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    let (slow, gate) = Gate::of_files(store, "DELETE /files/notes/").await;
    let press = tokio::spawn(async move { try_hide(&slow, id, at(100)).await });
    gate.reached().await;
    let early = dismiss(store, id, NoticeState::Hiding, at(101)).await;
    assert!(matches!(early, Err(Error::Conflict(Conflict::NoticeBusy))), "{early:?}");
    // The function is killed.
    press.abort();
    let closed = dismiss(store, id, NoticeState::Hiding, at(161)).await.unwrap();
    assert_eq!(closed.copies[0].result, Some(CopyResult::Restored));
    expect_published(store, &pointers).await;
}

#[tokio::test]
async fn s7_copyright_13_presses_and_dismissals_at_the_same_time_lose_no_file() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    for round in 0..8 {
        let pointers = stored_note(store, &code, &format!("Pointers {round}")).await;
        let id = claim_note(store, &pointers).await;
        if round % 2 == 1 {
            try_hide(&without_files(store), id, at(90)).await.unwrap_err();
        }
        let (..) = tokio::join!(
            dismiss(store, id, NoticeState::Open, at(100)),
            try_hide(store, id, at(101)),
            dismiss(store, id, NoticeState::Hiding, at(102)),
            dismiss(store, id, NoticeState::Hidden, at(103)),
        );
        match notices::get(store, id).await.unwrap().state {
            NoticeState::Hidden => expect_hidden(store, &pointers).await,
            NoticeState::Dismissed => expect_published(store, &pointers).await,
            state => panic!("round {round}: {state:?}"),
        }
    }
}

#[tokio::test]
async fn s7_copyright_13_a_copy_that_another_notice_withholds_is_handed_over_to_it() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let (one, other) = (claim_note(store, &pointers).await, claim_note(store, &pointers).await);
    // The function of the other press is killed when it has withheld the hash and hidden nothing.
    let (slow, gate) = Gate::of_table(store, "DynamoDB_20120810.Query", 0).await;
    let press = tokio::spawn(async move { try_hide(&slow, other, at(90)).await });
    gate.reached().await;
    press.abort();
    hide(store, one).await;
    let closed = dismiss(store, one, NoticeState::Hidden, at(200)).await.unwrap();
    assert_eq!(closed.copies[0].result, Some(CopyResult::Withheld));
    expect_hidden(store, &pointers).await;
    let closed = dismiss(store, other, NoticeState::Hiding, at(200)).await.unwrap();
    assert_eq!(closed.copies[0].result, Some(CopyResult::Restored));
    expect_published(store, &pointers).await;
}

#[tokio::test]
async fn s7_copyright_13_two_notices_about_one_file_are_dismissed_at_the_same_time() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    for round in 0..8 {
        let pointers = stored_note(store, &code, &format!("Pointers {round}")).await;
        let (one, other) = (claim_note(store, &pointers).await, claim_note(store, &pointers).await);
        let (first, second) = tokio::join!(try_hide(store, one, at(100)), try_hide(store, other, at(101)));
        assert!(first.is_ok() && second.is_ok());
        expect_hidden(store, &pointers).await;
        let seen = NoticeState::Hidden;
        let (first, second) = tokio::join!(dismiss(store, one, seen, at(200)), dismiss(store, other, seen, at(201)));
        assert!(first.is_ok() && second.is_ok());
        expect_published(store, &pointers).await;
    }
}

#[tokio::test]
async fn s7_copyright_13_a_file_that_is_withheld_while_it_is_copied_back_is_out_of_reach_the_next_night() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let (one, other) = (claim_note(store, &pointers).await, claim_note(store, &pointers).await);
    hide(store, one).await;
    let (slow, gate) = Gate::of_files(store, "PUT /files/notes/").await;
    let dismissal = tokio::spawn(async move { dismiss(&slow, one, NoticeState::Hidden, at(200)).await });
    gate.reached().await;
    try_hide(store, other, at(201)).await.unwrap();
    gate.open();
    let closed = dismissal.await.unwrap().unwrap();
    assert_eq!(closed.copies[0].result, Some(CopyResult::Withheld));
    notices::run_nightly(store, at(300)).await.unwrap();
    expect_hidden(store, &pointers).await;
    dismiss(store, other, NoticeState::Hidden, at(400)).await.unwrap();
    expect_published(store, &pointers).await;
}

#[tokio::test]
async fn s7_copyright_13_a_second_restoration_deletes_nothing_when_the_file_is_withheld_again() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let (one, other) = (claim_note(store, &pointers).await, claim_note(store, &pointers).await);
    hide(store, one).await;
    // A dismissal has released the hash, and an administrator restores the item from the trash at the same time.
    let (slow, dismissal_gate) = Gate::of_files(store, "PUT /files/notes/").await;
    let dismissal = tokio::spawn(async move { dismiss(&slow, one, NoticeState::Hidden, at(200)).await });
    dismissal_gate.reached().await;
    let (slow, restoration_gate) = Gate::of_table(store, TRANSACTION, 0).await;
    let note = pointers.id;
    let restoration = tokio::spawn(async move { trash::restore::<Note>(&slow, note).await });
    restoration_gate.reached().await;
    dismissal_gate.open();
    assert_eq!(dismissal.await.unwrap().unwrap().copies[0].result, Some(CopyResult::Restored));
    // Another notice has withheld the hash, and has not hidden the item yet.
    let (slow, press_gate) = Gate::of_table(store, TRANSACTION, 0).await;
    let press = tokio::spawn(async move { try_hide(&slow, other, at(300)).await });
    press_gate.reached().await;
    restoration_gate.open();
    let restored = restoration.await.unwrap();
    assert!(matches!(restored, Err(Error::Conflict(Conflict::AlreadyRestored))), "{restored:?}");
    press_gate.open();
    assert_eq!(press.await.unwrap().unwrap().copies.len(), 1);
    expect_hidden(store, &pointers).await;
    dismiss(store, other, NoticeState::Hidden, at(400)).await.unwrap();
    expect_published(store, &pointers).await;
}

#[tokio::test]
async fn s7_copyright_13_the_end_of_a_restoration_does_not_delete_files_that_are_withheld_again() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let (one, other) = (claim_note(store, &pointers).await, claim_note(store, &pointers).await);
    hide(store, one).await;
    let (slow, gate) = Gate::of_files(store, "DELETE /files/withheld/").await;
    let dismissal = tokio::spawn(async move { dismiss(&slow, one, NoticeState::Hidden, at(200)).await });
    gate.reached().await;
    assert_eq!(try_hide(store, other, at(201)).await.unwrap().copies.len(), 1);
    gate.open();
    assert_eq!(dismissal.await.unwrap().unwrap().state, NoticeState::Dismissed);
    expect_hidden(store, &pointers).await;
    dismiss(store, other, NoticeState::Hidden, at(400)).await.unwrap();
    expect_published(store, &pointers).await;
}

#[tokio::test]
async fn s7_copyright_13_a_copy_without_a_course_stays_hidden_when_another_notice_withholds_its_file() {
    let engine = Database::memory().unwrap();
    let engines = test_backends::start_with_database(engine.clone()).await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let (one, other) = (claim_note(store, &pointers).await, claim_note(store, &pointers).await);
    hide(store, one).await;
    delete(&engine, &keys::course::primary(&code));
    // The first transaction finds no course; the second makes the copy like any other item in the trash.
    let (slow, gate) = Gate::of_table(store, TRANSACTION, 1).await;
    let dismissal = tokio::spawn(async move { dismiss(&slow, one, NoticeState::Hidden, at(200)).await });
    gate.reached().await;
    try_hide(store, other, at(201)).await.unwrap();
    gate.open();
    assert_eq!(dismissal.await.unwrap().unwrap().copies[0].result, Some(CopyResult::Withheld));
    notices::run_nightly(store, at(300)).await.unwrap();
    expect_hidden(store, &pointers).await;
}

#[tokio::test]
async fn s7_copyright_13_a_copy_that_its_uploader_deletes_during_a_press_stays_deleted() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let (killed, completed) = (stored_note(store, &code, "Killed").await, stored_note(store, &code, "Completed").await);
    for (note, is_killed) in [(&killed, true), (&completed, false)] {
        let id = claim_note(store, note).await;
        let (slow, gate) = Gate::of_table(store, TRANSACTION, 0).await;
        let press = tokio::spawn(async move { try_hide(&slow, id, at(100)).await });
        gate.reached().await;
        trash::trash_item::<Note>(store, note.id, &uid("admin"), DeletePermission::All, at(101)).await.unwrap();
        let (seen, results) = if is_killed {
            press.abort();
            (NoticeState::Hiding, vec![Some(CopyResult::Trashed)])
        } else {
            gate.open();
            assert!(press.await.unwrap().unwrap().copies.is_empty(), "nothing was hidden");
            (NoticeState::Hidden, vec![])
        };
        let closed = dismiss(store, id, seen, at(200)).await.unwrap();
        assert_eq!(closed.copies.iter().map(|copy| copy.result).collect::<Vec<_>>(), results);
        assert!(!is_published(store, note).await && is_there(store, &note.file.key).await);
    }
}

#[tokio::test]
async fn s7_copyright_13_a_copy_whose_file_is_replaced_during_a_press_stays_published() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    let (slow, gate) = Gate::of_table(store, TRANSACTION, 0).await;
    let press = tokio::spawn(async move { try_hide(&slow, id, at(100)).await });
    gate.reached().await;
    replace(store, ItemKind::Note, pointers.id.ulid().into(), |thing, upload| pdf(thing, upload, 2)).await;
    gate.open();
    assert!(press.await.unwrap().unwrap().copies.is_empty());
    assert!(is_published(store, &pointers).await);
}

#[tokio::test]
async fn s7_copyright_13_all_of_thirty_copies_are_hidden_and_restored() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let mut copies = Vec::new();
    for _ in 0..30 {
        copies.push(stored_note(store, &code, "Pointers").await);
    }
    let id = claim_note(store, &copies[0]).await;
    assert_eq!(hide(store, id).await.copies.len(), 30);
    let closed = dismiss(store, id, NoticeState::Hidden, at(200)).await.unwrap();
    assert!(closed.copies.iter().all(|copy| copy.result == Some(CopyResult::Restored)));
    for copy in &copies {
        expect_published(store, copy).await;
    }
}

#[tokio::test]
async fn s7_copyright_13_a_completed_press_leaves_a_file_to_the_notice_that_hides_it() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let one = claim_note(store, &pointers).await;
    // The function of the press is killed when the notice names the copy, which is not hidden yet.
    let (slow, gate) = Gate::of_table(store, TRANSACTION, 0).await;
    let press = tokio::spawn(async move { try_hide(&slow, one, at(90)).await });
    gate.reached().await;
    press.abort();
    assert_eq!(notices::get(store, one).await.unwrap().copies.len(), 1);
    // The copy gets a new file, and another notice hides it because of that file.
    let id = pointers.id.ulid().into();
    let file = replace(store, ItemKind::Note, id, |thing, upload| pdf(thing, upload, 2)).await;
    put(store, file.key()).await;
    let replaced = notes::find(store, pointers.id).await.unwrap().unwrap();
    let other = claim_note(store, &replaced).await;
    hide(store, other).await;
    assert_eq!(notices::run_nightly(store, at(300)).await.unwrap().hidden, 1);
    assert!(notices::get(store, one).await.unwrap().copies.is_empty());
    expect_hidden(store, &replaced).await;
    dismiss(store, one, NoticeState::Hidden, at(400)).await.unwrap();
    expect_hidden(store, &replaced).await;
    dismiss(store, other, NoticeState::Hidden, at(500)).await.unwrap();
    expect_published(store, &replaced).await;
}
