//! Decisions that were interrupted, failed for one copy, or were made on an old page.

use super::*;

#[tokio::test]
async fn s7_copyright_10_the_nightly_run_completes_an_interrupted_press() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    try_hide(&without_files(store), id, at(90)).await.unwrap_err();
    assert_eq!(notices::run_nightly(store, at(200)).await.unwrap().hidden, 1);
    let hidden = notices::get(store, id).await.unwrap();
    assert_eq!((hidden.state, hidden.decided_at), (NoticeState::Hidden, Some(at(90))));
    let key = &pointers.file.key;
    assert!(!is_there(store, key).await && is_there(store, &object::withheld(key, at(90))).await);
    assert_eq!(actions(&log(store, &[at(90)]).await), ["hide_copies", "withhold_item"]);
}

#[tokio::test]
async fn s7_copyright_10_a_failed_press_can_be_dismissed_and_leaves_nothing_hidden() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    try_hide(&without_files(store), id, at(90)).await.unwrap_err();
    let stale = dismiss(store, id, NoticeState::Open, at(91)).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::NoticeDecided))), "the page does not show the press");
    let closed = dismiss(store, id, NoticeState::Hiding, at(92)).await.unwrap();
    assert_eq!((closed.state, closed.copies[0].result), (NoticeState::Dismissed, Some(CopyResult::Restored)));
    assert!(is_published(store, &pointers).await && is_there(store, &pointers.file.key).await);
    assert_eq!(publish_again(store, "Pointers").await.unwrap(), PublishOutcome::Published);
}

#[tokio::test]
async fn s7_copyright_10_a_dismissal_that_failed_is_completed_by_the_nightly_run_with_its_reason() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    hide(store, id).await;
    dismiss(&without_files(store), id, NoticeState::Hidden, at(200)).await.unwrap_err();
    assert_eq!(notices::get(store, id).await.unwrap().state, NoticeState::Dismissing);
    assert_eq!(notices::run_nightly(store, at(300)).await.unwrap().restored, 1);
    let closed = notices::get(store, id).await.unwrap();
    assert_eq!((closed.state, closed.reason.as_str()), (NoticeState::Dismissed, "Withdrawn"));
    assert!(is_published(store, &pointers).await && is_there(store, &pointers.file.key).await);
}

#[tokio::test]
async fn s7_copyright_6_a_page_that_shows_an_older_state_cannot_restore_held_copies() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    hide(store, id).await;
    counter(store, id, at(200)).await;
    notices::set_held(store, id, true, "Case 26-1234", decision(&uid("admin"), at(300))).await.unwrap();
    for seen in [NoticeState::Open, NoticeState::Hiding, NoticeState::Hidden, NoticeState::Countered] {
        let stale = dismiss(store, id, seen, at(400)).await;
        assert!(matches!(stale, Err(Error::Conflict(Conflict::NoticeDecided))), "{seen:?}: {stale:?}");
    }
    assert_eq!(notices::get(store, id).await.unwrap().state, NoticeState::Held);
    assert!(!is_published(store, &pointers).await);
    assert_eq!(dismiss(store, id, NoticeState::Held, at(500)).await.unwrap().state, NoticeState::Dismissed);
    let again = dismiss(store, id, NoticeState::Dismissed, at(600)).await;
    assert!(matches!(again, Err(Error::Conflict(Conflict::NoticeDecided))), "{again:?}");
}

#[tokio::test]
async fn s7_copyright_4_a_copy_that_cannot_be_hidden_does_not_keep_the_others_visible() {
    let engine = Database::memory().unwrap();
    let engines = test_backends::start_with_database(engine.clone()).await;
    let store = &engines.store;
    let (code, gone) = (course(store, "CS246").await, course(store, "CS247").await);
    let mut copies = Vec::new();
    for _ in 0..2 {
        copies.push(stored_note(store, &code, "Pointers").await);
        // The count of its course cannot be lowered without the course.
        stored_note(store, &gone, "Pointers").await;
    }
    let id = claim_note(store, &copies[0]).await;
    delete(&engine, &keys::course::primary(&gone));
    try_hide(store, id, at(100)).await.unwrap_err();
    for copy in &copies {
        let key = &copy.file.key;
        assert!(!is_published(store, copy).await);
        assert!(!is_there(store, key).await && is_there(store, &object::withheld(key, at(100))).await);
    }
}

#[tokio::test]
async fn s7_copyright_9_a_copy_whose_file_is_gone_is_not_published_without_it() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    hide(store, id).await;
    objects::delete(store, Bucket::Files, &object::withheld(&pointers.file.key, at(100))).await.unwrap();
    let closed = dismiss(store, id, NoticeState::Hidden, at(200)).await.unwrap();
    assert_eq!(closed.copies[0].result, Some(CopyResult::Deleted));
    assert!(!is_published(store, &pointers).await);
}

#[tokio::test]
async fn s7_copyright_11_the_nightly_run_moves_files_that_a_hidden_copy_has_got_since() {
    let engine = Database::memory().unwrap();
    let engines = test_backends::start_with_database(engine.clone()).await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    hide(store, claim_note(store, &pointers).await).await;
    let [late, ..] = object::derived_keys(&pointers.file.key);
    put(store, &late).await;
    delete(&engine, &keys::withheld::primary(&pointers.file.sha256));
    notices::run_nightly(store, at(200)).await.unwrap();
    assert!(!is_there(store, &late).await && is_there(store, &object::withheld(&late, at(100))).await);
    let again = publish_again(store, "Pointers").await;
    assert!(matches!(again, Err(Error::Conflict(Conflict::FileWithheld))), "{again:?}");
}

#[tokio::test]
async fn s7_copyright_12_a_file_that_replaced_a_named_one_is_listed_and_hidden_on_request() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let edited = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &edited).await;
    let replaced = async || notices::list_replaced(store, &notices::get(store, id).await.unwrap()).await.unwrap();
    assert!(replaced().await.is_empty());
    let file = replace(store, ItemKind::Note, edited.id.ulid().into(), |thing, upload| pdf(thing, upload, 2)).await;
    put(store, file.key()).await;
    assert_eq!(replaced().await[0].id, edited.id.ulid().into());
    let by = uid("admin");
    let hidden = notices::hide(store, id, true, decision(&by, at(100))).await.unwrap();
    assert_eq!(hidden.copies.len(), 1);
    assert!(!is_published(store, &edited).await && !is_there(store, file.key()).await);
    // Both files are refused, and both are accepted after the dismissal.
    for sha256 in [file.hashes()[0], &edited.file.sha256] {
        assert!(store::withheld::is_withheld(store, &[sha256]).await.unwrap());
    }
    dismiss(store, id, NoticeState::Hidden, at(200)).await.unwrap();
    for sha256 in [file.hashes()[0], &edited.file.sha256] {
        assert!(!store::withheld::is_withheld(store, &[sha256]).await.unwrap());
    }
    assert!(is_published(store, &edited).await && is_there(store, file.key()).await);
}
