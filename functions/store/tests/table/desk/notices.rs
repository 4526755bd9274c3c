//! Notices of copyright: copies, files, entries of the activity log and personal data.

mod gate;
mod interrupted;
mod mail_service;
mod mails;
mod races;

use bytes::Bytes;
use dynoxide::Database;
use serde_json::json;
use store::audit::{self, AuditEntry, Filter};
use store::content::Content as _;
use store::content_item::{self, ContentRef};
use store::keys::object::{self, ObjectKey};
use store::notes::{self, Note};
use store::notices::{self, CopyResult, Decision, NewCounterNotice, Notice, NoticeDraft, NoticeState};
use store::objects::{self, Bucket, PutCondition};
use store::trash::{self, TrashedEntry};
use store::uploads::{self, Lease, PublishOutcome};
use store::{
    AlbumId, Conflict, Endpoints, Error, ItemKind, NoteId, NoticeId, Settings, ShelfId, Store, Timestamp, UserId, keys,
    publish,
};
use wasm_core::course::CourseCode;

use crate::library::replaced_files::{pdf, replace};
use crate::support::{album_note, at, audio, course, note, note_of, uid, upload_draft};
use crate::test_backends;

const DAY_SECS: u64 = 86_400;

fn decision(by: &UserId, now: Timestamp) -> Decision<'_> {
    Decision { by, now }
}

/// Publishes a note whose file is stored.
async fn stored_note(store: &Store, course: &CourseCode, title: &str) -> Note {
    let note = note(store, course, title).await;
    put(store, &note.file.key).await;
    note
}

/// Creates a confirmed notice about an item.
async fn claim(store: &Store, of: ContentRef<'_>) -> NoticeId {
    let draft = NoticeDraft {
        name: "Olga Author".into(),
        postal_address: "1 Main Street".into(),
        email: "olga@authors.test".into(),
        work: "A book".into(),
        signature: "Olga Author".into(),
    };
    let item = content_item::find_at(store, of).await.unwrap().unwrap().entry();
    let origin = "https://notes.example.org";
    let (notice, code) = notices::create(store, draft, &[item], origin, at(10)).await.unwrap();
    notices::confirm(store, notice.id, &code, at(20)).await.unwrap();
    notice.id
}

async fn claim_note(store: &Store, note: &Note) -> NoticeId {
    claim(store, ContentRef { kind: ItemKind::Note, place: note.course.as_str(), id: note.id.ulid().into() }).await
}

async fn try_hide(store: &Store, id: NoticeId, now: Timestamp) -> store::Result<Notice> {
    notices::hide(store, id, false, decision(&uid("admin"), now)).await
}

async fn hide(store: &Store, id: NoticeId) -> Notice {
    try_hide(store, id, at(100)).await.unwrap()
}

async fn dismiss(store: &Store, id: NoticeId, seen: NoticeState, now: Timestamp) -> store::Result<Notice> {
    notices::dismiss(store, id, seen, "Withdrawn", decision(&uid("admin"), now)).await
}

async fn counter(store: &Store, id: NoticeId, now: Timestamp) -> Timestamp {
    let draft = NewCounterNotice {
        name: "Ben Writer".into(),
        postal_address: "2 Side Street".into(),
        statement: "I wrote it.".into(),
        signature: "Ben Writer".into(),
    };
    let notice = notices::counter(store, id, draft, decision(&uid("admin"), now)).await.unwrap();
    notice.counter.unwrap().restore_at
}

/// Returns the entries of the activity log in the months of these times, by time and action.
async fn log(store: &Store, times: &[Timestamp]) -> Vec<AuditEntry> {
    let mut entries = Vec::new();
    for time in times {
        let page = audit::list(store, *time, &Filter::default(), None, 100).await.unwrap();
        entries.extend(page.items);
    }
    entries.sort_by_key(|entry| (entry.at, entry.action.clone()));
    entries
}

fn actions(entries: &[AuditEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.action.as_str()).collect()
}

async fn put(store: &Store, key: &ObjectKey) {
    let bytes = Bytes::copy_from_slice(key.as_str().as_bytes());
    objects::put(store, Bucket::Files, key, bytes, "application/pdf", "no-store", PutCondition::Always).await.unwrap();
}

/// Deletes an item behind the back of the store.
fn delete(engine: &Database, key: &keys::Key) {
    let request = json!({ "TableName": "note-ninja", "Key": { "pk": { "S": key.pk }, "sk": { "S": key.sk } } });
    engine.delete_item(serde_json::from_value(request).unwrap()).unwrap();
}

async fn is_there(store: &Store, key: &ObjectKey) -> bool {
    objects::head(store, Bucket::Files, key).await.unwrap().is_some()
}

/// Returns a store whose object service cannot be reached.
fn without_files(store: &Store) -> Store {
    let endpoints = Endpoints { s3: Some("http://127.0.0.1:9".into()), ..store.settings().endpoints.clone() };
    Store::connect(&Settings { endpoints, ..store.settings().clone() })
}

async fn is_published(store: &Store, note: &Note) -> bool {
    notes::find(store, note.id).await.unwrap().is_some()
}

/// Publishes another note with the file of this title.
async fn publish_again(store: &Store, title: &str) -> store::Result<PublishOutcome> {
    publish_by(store, "admin", title).await.map(|(outcome, _)| outcome)
}

/// Publishes a note with the file of this title, uploaded by this user.
async fn publish_by(store: &Store, who: &str, title: &str) -> store::Result<(PublishOutcome, Note)> {
    let code = course(store, "CS246").await;
    let name = format!("Name of {who}");
    let upload = uploads::create(store, &uid(who), &name, upload_draft(&code, title), at(0)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
    let note = note_of(&upload);
    put(store, &note.file.key).await;
    Ok((publish::publish(store, &note, upload.draft.id, at(2)).await?, note))
}

#[tokio::test]
async fn s7_copyright_8_held_copies_can_be_closed_after_the_term_and_an_open_notice_cannot() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let id = claim_note(store, &note(store, &code, "Pointers").await).await;
    let by = uid("admin");
    let close_seen = async |seen, now| notices::close(store, id, seen, "Case 26-1234", decision(&by, now)).await;
    let close = async |now| close_seen(NoticeState::Held, now).await;
    let opened = close_seen(NoticeState::Open, at(50)).await;
    assert!(matches!(opened, Err(Error::Conflict(Conflict::NoticeDecided))));
    hide(store, id).await;
    let restore_at = counter(store, id, at(200)).await;
    assert!(
        matches!(close(restore_at).await, Err(Error::Conflict(Conflict::NoticeDecided))),
        "the copies are not held"
    );
    notices::set_held(store, id, true, "Case 26-1234", decision(&by, at(300))).await.unwrap();
    assert!(matches!(close(restore_at.minus_secs(1)).await, Err(Error::Conflict(Conflict::NoticePending))));
    let stale = close_seen(NoticeState::Hidden, restore_at).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::NoticeDecided))), "the page shows no counter notice");
    assert_eq!(close(restore_at).await.unwrap().state, NoticeState::Removed);
    assert!(matches!(close(restore_at).await, Err(Error::Conflict(Conflict::NoticeDecided))), "a second press");
}

#[tokio::test]
async fn s7_copyright_9_hidden_copies_outlive_their_retention_while_the_notice_is_held() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let kept = note(store, &code, "Pointers").await;
    let id = claim_note(store, &kept).await;
    hide(store, id).await;
    let by = uid("admin");
    counter(store, id, at(200)).await;
    notices::set_held(store, id, true, "Case 26-1234", decision(&by, at(300))).await.unwrap();
    let until = async || trash::find::<Note>(store, kept.id).await.unwrap().unwrap().expires_at;
    let first = until().await;
    assert_eq!(first, at(100).plus_secs(365 * DAY_SECS).epoch_secs());
    notices::run_nightly(store, at(100).plus_secs(29 * DAY_SECS)).await.unwrap();
    assert_eq!(until().await, first, "one write a month is enough");
    for days in [40, 300, 600] {
        let night = at(100).plus_secs(days * DAY_SECS);
        notices::run_nightly(store, night).await.unwrap();
        assert_eq!(until().await, night.plus_secs(365 * DAY_SECS).epoch_secs(), "day {days}");
    }
}

#[tokio::test]
async fn s7_copyright_9_a_closed_notice_says_for_each_copy_what_became_of_it() {
    let engine = Database::memory().unwrap();
    let engines = test_backends::start_with_database(engine.clone()).await;
    let store = &engines.store;
    let (code, gone) = (course(store, "CS246").await, course(store, "CS247").await);
    let first = stored_note(store, &code, "Pointers").await;
    publish_again(store, "Pointers").await.unwrap();
    let homeless = stored_note(store, &gone, "Pointers").await;
    let id = claim_note(store, &first).await;
    let hidden = hide(store, id).await;
    assert_eq!(hidden.copies.len(), 3);
    // One copy is deleted for good, and the course of another is deleted.
    delete(&engine, &Note::trash_key(first.id.ulid().into()));
    delete(&engine, &keys::course::primary(&gone));
    let closed = dismiss(store, id, NoticeState::Hidden, at(400)).await.unwrap();
    let result = |id: NoteId| closed.copies.iter().find(|copy| copy.item.id == id.ulid().into()).unwrap().result;
    assert_eq!(result(first.id), Some(CopyResult::Deleted));
    assert_eq!(result(homeless.id), Some(CopyResult::Trashed));
    assert_eq!(closed.copies.iter().filter(|copy| copy.result == Some(CopyResult::Restored)).count(), 1);
    assert!(!trash::find::<Note>(store, homeless.id).await.unwrap().unwrap().is_withheld, "it can be restored there");
    notices::announce(store, id, at(401)).await.unwrap();
    let entries = log(store, &[at(400)]).await;
    assert_eq!(entries.last().unwrap().after.as_deref(), Some("1 of 3 copies restored: Withdrawn"));
}

#[tokio::test]
async fn s7_copyright_10_a_decision_whose_request_was_interrupted_is_told_once_by_the_nightly_run() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let id = claim_note(store, &note(store, &code, "Pointers").await).await;
    // The function dies after it has hidden the copies, and before it tells anyone.
    hide(store, id).await;
    assert!(log(store, &[at(100)]).await.is_empty());
    notices::run_nightly(store, at(200)).await.unwrap();
    notices::run_nightly(store, at(300)).await.unwrap();
    assert_eq!(actions(&log(store, &[at(100)]).await), ["hide_copies", "withhold_item"]);
}

#[tokio::test]
async fn s7_copyright_10_two_presses_at_the_same_time_are_told_once() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    let press = async |who: &str, secs| {
        let by = uid(who);
        let hidden = notices::hide(store, id, false, decision(&by, at(secs))).await;
        notices::announce(store, id, at(secs)).await.unwrap();
        hidden.is_ok()
    };
    let (one, other) = tokio::join!(press("admin", 100), press("second", 101));
    assert!(one || other);
    notices::run_nightly(store, at(900)).await.unwrap();
    assert_eq!(actions(&log(store, &[at(100)]).await), ["hide_copies", "withhold_item"]);
    assert!(!is_published(store, &pointers).await);
}

#[tokio::test]
async fn s7_copyright_10_a_press_after_an_interrupted_one_completes_it() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let key = pointers.file.key.clone();
    let id = claim_note(store, &pointers).await;
    // The object service fails after the item is hidden.
    notices::hide(&without_files(store), id, false, decision(&uid("second"), at(90))).await.unwrap_err();
    let interrupted = notices::get(store, id).await.unwrap();
    assert_eq!((interrupted.state, interrupted.copies.len()), (NoticeState::Hiding, 1));
    assert!(!is_published(store, &pointers).await && is_there(store, &key).await);
    assert_eq!(hide(store, id).await.state, NoticeState::Hidden);
    assert!(!is_there(store, &key).await && is_there(store, &object::withheld(&key, at(90))).await);
    notices::announce(store, id, at(101)).await.unwrap();
    assert_eq!(actions(&log(store, &[at(100)]).await), ["hide_copies", "withhold_item"]);
}

#[tokio::test]
async fn s7_copyright_11_the_files_of_hidden_copies_are_moved_out_of_reach_and_back() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = note(store, &code, "Pointers").await;
    let heard = audio(store, ShelfId::Radio, "Heard").await;
    let seen = album_note(store, AlbumId::NightOwl, "Seen").await;
    let heard_of = ContentRef { kind: ItemKind::Audio, place: heard.shelf.as_str(), id: heard.id.ulid().into() };
    let seen_of = ContentRef { kind: ItemKind::AlbumNote, place: seen.album.as_str(), id: seen.id.ulid().into() };
    let claims = [claim_note(store, &pointers).await, claim(store, heard_of).await, claim(store, seen_of).await];
    let mut files: Vec<ObjectKey> = object::derived_keys(&pointers.file.key).into();
    files.extend([pointers.file.key.clone(), heard.file.key.clone(), object::rendition(&heard.file.key)]);
    files.push(seen.file.key.clone());
    for key in &files {
        put(store, key).await;
    }
    for id in claims {
        hide(store, id).await;
    }
    for key in &files {
        assert!(!is_there(store, key).await && is_there(store, &object::withheld(key, at(100))).await, "{key}");
    }
    for id in claims {
        dismiss(store, id, NoticeState::Hidden, at(200)).await.unwrap();
    }
    for key in &files {
        let bytes = objects::get(store, Bucket::Files, key, 1000).await.unwrap();
        assert_eq!(bytes, key.as_str().as_bytes());
        assert!(!is_there(store, &object::withheld(key, at(100))).await, "{key}");
    }
}

#[tokio::test]
async fn s7_copyright_11_a_hidden_item_that_expires_loses_its_withheld_files() {
    let engine = Database::memory().unwrap();
    let engines = test_backends::start_with_database(engine.clone()).await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let withheld = object::withheld(&pointers.file.key, at(100));
    hide(store, claim_note(store, &pointers).await).await;
    let trashed = trash::find::<Note>(store, pointers.id).await.unwrap().unwrap();
    assert!(!trash::remove_trashed_files_unless_used(store, &trashed).await.unwrap(), "it is in the trash");
    assert!(is_there(store, &withheld).await);
    delete(&engine, &Note::trash_key(pointers.id.ulid().into()));
    assert!(trash::remove_trashed_files_unless_used(store, &trashed).await.unwrap());
    assert!(!is_there(store, &withheld).await);
}

#[tokio::test]
async fn s7_copyright_12_a_file_is_never_visible_after_it_was_hidden_while_items_are_restored_and_published() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    for round in 0..8 {
        let title = format!("Pointers {round}");
        let (named, deleted) = (note(store, &code, &title).await, note(store, &code, &title).await);
        let id = claim_note(store, &named).await;
        let by = uid("admin");
        trash::trash_item::<Note>(store, deleted.id, &by, trash::DeletePermission::All, at(50)).await.unwrap();
        let restore = async || {
            for _ in 0..3 {
                let _ = trash::restore::<Note>(store, deleted.id).await;
            }
        };
        let publish = async || publish_again(store, &title).await;
        let (hidden, (), _) = tokio::join!(try_hide(store, id, at(100)), restore(), publish());
        hidden.unwrap();
        let shown = store::content_index::files_by_hash::list(store, &named.file.sha256).await.unwrap();
        assert!(shown.is_empty(), "round {round}: {shown:?}");
    }
}

#[tokio::test]
async fn s7_copyright_12_an_older_version_with_a_withheld_file_cannot_replace_the_current_one() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = course(store, "CS246").await;
    let (edited, other) = (note(store, &code, "Pointers").await, note(store, &code, "Pointers").await);
    let id = claim_note(store, &other).await;
    let clean = claim_note(store, &edited).await;
    replace(store, ItemKind::Note, edited.id.ulid().into(), |thing, upload| pdf(thing, upload, 2)).await;
    assert_eq!(hide(store, id).await.copies.len(), 1);
    // The note was claimed before its file was replaced, so the new file is not hidden.
    let hidden = hide(store, clean).await;
    assert!(is_published(store, &edited).await);
    assert!(hidden.copies.iter().all(|copy| copy.item.id != edited.id.ulid().into()), "{:?}", hidden.copies);
    let old = trash::list(store, None, 10).await.unwrap().items.into_iter().find_map(|entry| match entry {
        TrashedEntry::File(file) => Some(file.id),
        _ => None,
    });
    let restored = store::replace::restore(store, old.unwrap(), &uid("admin"), at(300)).await;
    assert!(matches!(restored, Err(Error::Conflict(Conflict::FileWithheld))), "{restored:?}");
}
