//! Processing of an uploaded object, on a separate table and separate buckets.

use ingest::{Extractor, FileRejection, Outcome, Rejection, handle_object};
use store::content::CommonMetadata;
use store::courses::{self, CourseDraft};
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket};
use store::uploads::{self, Upload, UploadDraft, UploadStatus, UploadTarget};
use store::{Conflict, Error, ResourceKind, Store, notes};
use wasm_core::course::CourseCode;

use crate::support::{PDF, admin, at, create_upload, draft, put_incoming, reader};
use crate::test_backends::{self, TestBackends};

fn cs246() -> CourseCode {
    CourseCode::parse("CS246").unwrap()
}

fn for_course() -> UploadTarget {
    UploadTarget::CourseNote {
        course: cs246(),
        chapter: 2,
        details: CommonMetadata::new("Pointers", ""),
        note_type: "Lecture".into(),
    }
}

/// Starts engines with a course and a created upload for these bytes.
async fn announced(bytes: &[u8]) -> (TestBackends, Upload) {
    let engines = test_backends::start().await;
    let course = CourseDraft { code: cs246(), title: "Software".into(), description: String::new() };
    courses::create_or_find(&engines.store, &course, at(0)).await.unwrap();
    let upload = create_upload(&engines.store, for_course(), "pointers.pdf", bytes).await;
    (engines, upload)
}

async fn is_there(store: &Store, key: &object::ObjectKey) -> bool {
    objects::head(store, Bucket::Files, key).await.unwrap().is_some()
}

async fn assert_refused(upload_bytes: &[u8], arrived: &'static [u8], refusal: impl Into<Rejection>) {
    let refusal = refusal.into();
    let (engines, upload) = announced(upload_bytes).await;
    let store = &engines.store;
    let key = put_incoming(store, &upload, arrived).await;
    assert_eq!(handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap(), Outcome::Rejected(refusal));
    let after = uploads::get(store, &admin(), upload.draft.id).await.unwrap();
    assert_eq!((after.status, after.reason.as_deref()), (UploadStatus::Failed, Some(refusal.text())));
    assert_eq!(
        is_there(store, &object::incoming_file(upload.draft.id)).await,
        refusal.is_retryable(),
        "kept for a day, or gone"
    );
    assert!(!is_there(store, &object::course_note(&cs246(), 2, upload.product.into())).await, "nothing stays behind");
    assert_eq!(courses::get(store, &cs246()).await.unwrap().note_count, 0);
    assert!(!after.can_retry(at(6)), "it is the file that is wrong");
    assert_eq!(
        handle_object(store, &reader(), key.as_str(), at(9)).await.unwrap(),
        Outcome::Ignored,
        "decided, or gone"
    );
    assert_eq!(
        is_there(store, &object::incoming_file(upload.draft.id)).await,
        refusal.is_retryable(),
        "an old event takes nothing"
    );
}

#[tokio::test]
async fn s2_notes_4_previews_of_the_first_page_are_stored_beside_the_pdf() {
    let (engines, upload) = announced(PDF).await;
    let store = &engines.store;
    let key = put_incoming(store, &upload, PDF).await;
    handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap();
    let note = notes::get(store, upload.product.into()).await.unwrap();
    let preview = note.file.media.facts.preview.as_ref().unwrap();
    assert_eq!((preview.width_px, preview.height_px), (1080, 1397), "a letter page");
    assert_eq!(
        (note.file.media.facts.version.as_deref(), note.file.media.facts.has_text),
        (Some("1.4"), Some(false)),
        "an empty page"
    );
    for size in object::PreviewSize::ALL {
        let picture = object::preview(&note.file.key, size);
        let bytes = objects::get(store, Bucket::Files, &picture, 1_000_000).await.unwrap();
        assert_eq!((&bytes[..4], &bytes[8..12]), (&b"RIFF"[..], &b"WEBP"[..]), "{picture}");
    }
    assert!(!is_there(store, &object::pdf_text(&note.file.key)).await);
    objects::delete_pdf(store, &note.file.key).await.unwrap();
    for picture in object::derived_keys(&note.file.key) {
        assert!(!is_there(store, &picture).await, "{picture} went with the file");
    }
}

#[tokio::test]
async fn h7_a_file_that_crashes_the_reader_is_rejected_with_a_reason() {
    let (engines, upload) = announced(PDF).await;
    let key = put_incoming(&engines.store, &upload, PDF).await;
    let dies = Extractor::with_program("/bin/false".into());
    let outcome = handle_object(&engines.store, &dies, key.as_str(), at(5)).await.unwrap();
    assert_eq!(outcome, Outcome::Rejected(FileRejection::Damaged.into()));
}

#[tokio::test]
async fn s3_pdf_1_an_uploaded_pdf_becomes_a_visible_note_of_its_course_and_chapter() {
    let (engines, upload) = announced(PDF).await;
    let store = &engines.store;
    let key = put_incoming(store, &upload, PDF).await;
    assert_eq!(handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap(), Outcome::Published(upload.product));
    let note = notes::get(store, upload.product.into()).await.unwrap();
    assert_eq!(note.file.key.as_str(), format!("notes/CS246/2/{}.pdf", note.id));
    assert_eq!(
        (note.chapter, note.file.media.pages, note.details.title.as_str(), note.uploaded_at),
        (2, 1, "Pointers", at(5))
    );
    assert_eq!(objects::get(store, Bucket::Files, &note.file.key, 10_000).await.unwrap(), PDF);
    assert!(!is_there(store, &object::incoming_file(upload.draft.id)).await);
    assert_eq!(courses::get(store, &cs246()).await.unwrap().note_count, 1);
    let after = uploads::get(store, &admin(), upload.draft.id).await.unwrap();
    assert_eq!((after.status, after.published_note()), (UploadStatus::Ready, Some(note.id)));
}

/// Sends a file of a course that its uploader wants to review. Returns its upload and the key of the file.
async fn send_for_review(store: &Store) -> (Upload, ObjectKey) {
    let course = CourseDraft { code: cs246(), title: "Software".into(), description: String::new() };
    courses::create_or_find(store, &course, at(0)).await.unwrap();
    let draft = UploadDraft { review: true, ..draft(for_course(), "pointers.pdf", PDF) };
    let upload = uploads::create(store, &admin(), "Note Ninja", draft, at(0)).await.unwrap();
    let key = put_incoming(store, &upload, PDF).await;
    (upload, key)
}

#[tokio::test]
async fn s6_adm_36_a_file_to_review_is_held_with_its_report_until_its_uploader_publishes_it() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (upload, key) = send_for_review(store).await;
    let id = upload.draft.id;
    let early = uploads::approve_held(store, &admin(), id, at(1)).await;
    assert!(matches!(early, Err(Error::Conflict(Conflict::CheckInProgress))), "{early:?}");
    assert_eq!(handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap(), Outcome::Held);
    let held = uploads::get(store, &admin(), id).await.unwrap();
    assert_eq!((held.status, held.published_note(), held.can_retry(at(6))), (UploadStatus::Review, None, false));
    assert!(held.accessibility.is_some_and(|report| report.has_problems()), "an untagged page");
    assert_eq!(courses::get(store, &cs246()).await.unwrap().note_count, 0);
    assert_eq!(handle_object(store, &reader(), key.as_str(), at(6)).await.unwrap(), Outcome::Ignored, "an old event");
    assert!(is_there(store, &object::incoming_file(id)).await);

    let other = "other".parse().unwrap();
    uploads::approve_held(store, &other, id, at(7)).await.unwrap_err();
    let late = uploads::approve_held(store, &admin(), id, at(5 + 86_400)).await;
    assert!(matches!(late, Err(Error::NotFound(ResourceKind::File))), "{late:?}");
    let approval = uploads::approve_held(store, &admin(), id, at(7)).await.unwrap();
    assert_eq!((approval.status, approval.draft.review), (UploadStatus::Waiting, false));
    assert_eq!(approval.approved_at, Some(at(7)));

    // The client repeats its approval, as after a failure of the copy that would start the check.
    let again = uploads::approve_held(store, &admin(), id, at(8)).await.unwrap();
    assert_eq!((again.status, again.approved_at), (UploadStatus::Waiting, Some(at(7))));
    uploads::check_approved(store, &again).await.unwrap();
    // A check that began before the approval ends after it.
    assert!(!uploads::hold(store, id, None, at(8)).await.unwrap(), "it may be published now");
    let outcome = handle_object(store, &reader(), key.as_str(), at(8)).await.unwrap();
    assert_eq!(outcome, Outcome::Published(upload.product));
    let note = notes::get(store, upload.product.into()).await.unwrap();
    assert!(note.file.media.facts.accessibility.is_some_and(|report| report.has_problems()));
    assert!(!is_there(store, &object::incoming_file(id)).await);
    let published = uploads::approve_held(store, &admin(), id, at(9)).await.unwrap();
    assert_eq!((published.status, published.approved_at), (UploadStatus::Ready, Some(at(7))));
    uploads::check_approved(store, &published).await.unwrap();
    uploads::check_approved(store, &again).await.unwrap();
    assert!(!uploads::hold(store, id, None, at(9)).await.unwrap(), "it is published");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s6_adm_36_concurrent_checks_hold_a_file_once_and_publish_it_once() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (upload, key) = send_for_review(store).await;
    let id = upload.draft.id;
    let check = |seconds| {
        let tasks = (0..4).map(|_| {
            let (store, key) = (store.clone(), key.clone());
            tokio::spawn(async move { handle_object(&store, &reader(), key.as_str(), at(seconds)).await })
        });
        tasks.collect::<Vec<_>>()
    };
    for task in check(5) {
        let outcome = task.await.unwrap().unwrap();
        assert!(matches!(outcome, Outcome::Held | Outcome::Ignored), "{outcome:?}");
    }
    assert_eq!(uploads::get(store, &admin(), id).await.unwrap().status, UploadStatus::Review);
    uploads::approve_held(store, &admin(), id, at(6)).await.unwrap();
    for task in check(7) {
        let outcome = task.await.unwrap().unwrap();
        assert!(matches!(outcome, Outcome::Published(_) | Outcome::Ignored | Outcome::Removed), "{outcome:?}");
    }
    assert_eq!(uploads::get(store, &admin(), id).await.unwrap().status, UploadStatus::Ready);
    assert_eq!(courses::get(store, &cs246()).await.unwrap().note_count, 1);
}

#[tokio::test]
async fn s7_wr_7_a_repeated_event_or_upload_publishes_nothing_again() {
    let (engines, upload) = announced(PDF).await;
    let store = &engines.store;
    let key = put_incoming(store, &upload, PDF).await;
    handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap();
    assert_eq!(handle_object(store, &reader(), key.as_str(), at(6)).await.unwrap(), Outcome::Ignored);
    put_incoming(store, &upload, PDF).await;
    assert_eq!(handle_object(store, &reader(), key.as_str(), at(7)).await.unwrap(), Outcome::Removed);
    assert!(!is_there(store, &object::incoming_file(upload.draft.id)).await);
    assert_eq!(notes::get(store, upload.product.into()).await.unwrap().uploaded_at, at(5));
    assert_eq!(courses::get(store, &cs246()).await.unwrap().note_count, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s7_wr_7_concurrent_checks_of_the_same_file_publish_one_note() {
    let (engines, upload) = announced(PDF).await;
    let key = put_incoming(&engines.store, &upload, PDF).await;
    let mut tasks = Vec::new();
    for _ in 0..6 {
        let (store, key) = (engines.store.clone(), key.clone());
        tasks.push(tokio::spawn(async move { handle_object(&store, &reader(), key.as_str(), at(5)).await }));
    }
    let mut published = 0;
    for task in tasks {
        match task.await.unwrap().unwrap() {
            Outcome::Published(_) => published += 1,
            Outcome::Ignored | Outcome::Removed => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(published >= 1);
    let store = &engines.store;
    assert_eq!(uploads::get(store, &admin(), upload.draft.id).await.unwrap().status, UploadStatus::Ready);
    assert_eq!(courses::get(store, &cs246()).await.unwrap().note_count, 1);
    assert!(is_there(store, &object::course_note(&cs246(), 2, upload.product.into())).await);
    assert!(!is_there(store, &object::incoming_file(upload.draft.id)).await);
}

#[tokio::test]
async fn a_rejected_file_reports_the_reason_and_leaves_no_data() {
    assert_refused(b"hello", b"hello", FileRejection::NotAPdf).await;
    assert_refused(b"%PDF-1.7 and no more", b"%PDF-1.7 and no more", FileRejection::Damaged).await;
}

#[tokio::test]
async fn a_file_whose_hash_or_size_differs_from_the_announcement_is_refused() {
    assert_refused(b"hello", PDF, Rejection::DiffersFromRequest).await;
    let other = [b"x".as_slice(), &PDF[1..]].concat();
    assert_refused(&other, PDF, Rejection::DiffersFromRequest).await;
}

#[tokio::test]
async fn a_file_whose_check_crashed_twice_is_rejected_unread_and_can_be_retried() {
    let (engines, upload) = announced(PDF).await;
    let store = &engines.store;
    let key = put_incoming(store, &upload, PDF).await;
    for secs in [0, 60] {
        uploads::acquire_lease(store, upload.draft.id, at(secs)).await.unwrap();
    }
    assert_eq!(
        handle_object(store, &reader(), key.as_str(), at(180)).await.unwrap(),
        Outcome::Rejected(Rejection::ReaderCrashed(FileRejection::Damaged))
    );
    assert!(uploads::get(store, &admin(), upload.draft.id).await.unwrap().can_retry(at(181)));
}

#[tokio::test]
async fn an_object_without_an_upload_record_is_removed_and_other_objects_are_kept() {
    let (engines, upload) = announced(PDF).await;
    let store = &engines.store;
    let key = put_incoming(store, &upload, PDF).await;
    uploads::delete(store, &admin(), upload.draft.id).await.unwrap();
    assert!(!is_there(store, &object::incoming_file(upload.draft.id)).await, "withdrawing removes the file");
    put_incoming(store, &upload, PDF).await;
    assert_eq!(handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap(), Outcome::Removed);
    assert!(!is_there(store, &object::incoming_file(upload.draft.id)).await);
    assert!(matches!(notes::get(store, upload.product.into()).await, Err(Error::NotFound(ResourceKind::Note))));
    for key in ["notes/CS246/2/x.pdf", "incoming/", "catalogue/manifest.json", ""] {
        assert_eq!(handle_object(store, &reader(), key, at(5)).await.unwrap(), Outcome::Ignored, "{key}");
    }
}
