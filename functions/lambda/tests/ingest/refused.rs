//! Rejected files: from the arrival of the file to the reason that the administrator reads.

use ingest::{Extractor, FileRejection, Outcome, handle_object};
use store::audit::{self, Filter};
use store::content::CommonMetadata;
use store::keys::object;
use store::objects::{self, Bucket};
use store::uploads::{self, UploadStatus, UploadTarget};
use store::{AlbumId, Error, ShelfId, albums};

use crate::support::{admin, at, create_upload, for_album, put_incoming, reader};
use crate::test_backends;

const PAGE: &[u8] = include_bytes!("../../../readers/tests/fixtures/page.pdf");
const ENCRYPTED: &[u8] = include_bytes!("../../../readers/tests/fixtures/locked/aes-256-secret.pdf");
const LOCKED: &[u8] = include_bytes!("../../../readers/tests/fixtures/locked/aes-256.pdf");
const BOMB: &[u8] = include_bytes!("../../../readers/tests/fixtures/bomb.pdf");
const RECORDING: &[u8] = include_bytes!("../../../readers/tests/fixtures/variable.mp3");

fn for_shelf() -> UploadTarget {
    UploadTarget::Audio {
        shelf: ShelfId::DeepDive,
        subject: "Study skills".into(),
        course: None,
        order: None,
        details: CommonMetadata::new("Pointers", ""),
    }
}

#[tokio::test]
async fn h7_s4_up_1_each_kind_of_invalid_file_is_rejected_with_its_own_message_and_leaves_no_data() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice();
    let wrong: [(&str, UploadTarget, &[u8], FileRejection, &str); 12] = [
        ("truncated.pdf", for_album(), &PAGE[..300], FileRejection::Damaged, "is damaged"),
        ("encrypted.pdf", for_album(), ENCRYPTED, FileRejection::PasswordProtected, "protected with a password"),
        ("bomb.pdf", for_album(), BOMB, FileRejection::TooMuchMemory, "too much memory"),
        ("text.pdf", for_album(), b"Dear students,", FileRejection::NotAPdf, "not a PDF file."),
        ("nothing.pdf", for_album(), b"", FileRejection::Empty, "This file is empty"),
        ("picture.pdf", for_album(), png, FileRejection::PictureNotPdf, "a picture, not a PDF"),
        (
            "document.pdf",
            for_album(),
            b"PK\x03\x04\x14\0",
            FileRejection::ArchiveNotPdf,
            "an archive or an office document",
        ),
        ("program.pdf", for_album(), b"MZ\x90\0\x03\0\0\0", FileRejection::ProgramNotPdf, "a program, not a PDF"),
        ("nothing.mp3", for_shelf(), b"", FileRejection::Empty, "This file is empty"),
        ("renamed.mp3", for_shelf(), PAGE, FileRejection::PdfNotAudio, "a PDF, not a recording"),
        ("text.mp3", for_shelf(), b"Dear students,", FileRejection::NotAudio, "could not be read as audio"),
        ("recording.pdf", for_album(), RECORDING, FileRejection::NotAPdf, "not a PDF file."),
    ];
    for (file_name, target, bytes, reason, words) in wrong {
        let upload = create_upload(store, target, file_name, bytes).await;
        let key = put_incoming(store, &upload, bytes).await;
        let outcome = handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap();
        assert_eq!(outcome, Outcome::Rejected(reason.into()), "{file_name}");
        let after = uploads::get(store, &admin(), upload.draft.id).await.unwrap();
        assert_eq!((after.status, after.reason.as_deref()), (UploadStatus::Failed, Some(reason.text())), "{file_name}");
        assert!(reason.text().contains(words), "{file_name}: {}", reason.text());
        let kept = object::album_note(AlbumId::ExamReview, upload.product.into());
        assert!(objects::head(store, Bucket::Files, &kept).await.unwrap().is_none(), "{file_name} stays behind");
    }
    assert_eq!(albums::get(store, AlbumId::ExamReview).await.unwrap().notes, 0);
}

#[tokio::test]
async fn a_pdf_that_forbids_only_printing_and_copying_is_published_with_preview_and_text() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let upload = create_upload(store, for_album(), "locked.pdf", LOCKED).await;
    let key = put_incoming(store, &upload, LOCKED).await;
    let outcome = handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap();
    assert_eq!(outcome, Outcome::Published(upload.product));
    let note = albums::get_note(store, upload.product.into()).await.unwrap();
    let facts = &note.file.media.facts;
    assert_eq!((note.file.media.pages, facts.has_text, facts.preview.is_some()), (1, Some(true), true));
    let bytes = objects::get(store, Bucket::Files, &note.file.key, 10_000).await.unwrap();
    assert_eq!(bytes, LOCKED, "students get the file as it is");
}

/// Returns the action, the object and the value after the change of each log entry about an upload.
async fn logged(store: &store::Store, upload: &uploads::Upload) -> Vec<(String, String, Option<String>)> {
    let id = upload.draft.id.to_string();
    let page = audit::list(store, at(0), &Filter::default(), None, 100).await.unwrap();
    let about = page.items.into_iter().filter(|entry| entry.target == id && entry.actor == admin());
    about.map(|entry| (entry.action, entry.object, entry.after)).collect()
}

#[tokio::test]
async fn h21_the_log_has_one_entry_for_each_rejected_and_each_published_file() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let good = create_upload(store, for_album(), "page.pdf", PAGE).await;
    let bad = create_upload(store, for_album(), "text.pdf", b"Dear students,").await;
    for (upload, bytes) in [(&good, PAGE), (&bad, b"Dear students,".as_slice())] {
        for secs in [5, 6] {
            let key = put_incoming(store, upload, bytes).await;
            handle_object(store, &reader(), key.as_str(), at(secs)).await.unwrap();
        }
    }
    let object = || "Reading the question (Exam Review)".to_owned();
    assert_eq!(logged(store, &good).await, [("publish_upload".to_owned(), object(), None)]);
    let refused = ("refuse_upload".to_owned(), object(), Some("This is not a PDF file.".to_owned()));
    assert_eq!(logged(store, &bad).await, std::slice::from_ref(&refused));

    // The first check died after it rejected the file and before it wrote the log entry. The repeated check writes it.
    let died = create_upload(store, for_album(), "text.pdf", b"Dear students,").await;
    let key = put_incoming(store, &died, b"Dear students,").await;
    uploads::acquire_lease(store, died.draft.id, at(7)).await.unwrap();
    uploads::fail(store, died.draft.id, "This is not a PDF file.", false, at(8)).await.unwrap();
    assert_eq!(logged(store, &died).await, []);
    handle_object(store, &reader(), key.as_str(), at(9)).await.unwrap();
    assert_eq!(logged(store, &died).await, [refused]);
    let of_all = audit::list(store, at(0), &Filter::default(), None, 100).await.unwrap();
    let times: Vec<_> = of_all.items.iter().map(|entry| entry.at).collect();
    assert_eq!(times, [at(8), at(5), at(5)], "the newest first");
}

#[tokio::test]
async fn s7_wr_7_a_file_is_checked_again_if_the_reader_could_not_start() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    for (target, file_name, bytes) in [(for_album(), "page.pdf", PAGE), (for_shelf(), "lecture.mp3", RECORDING)] {
        let upload = create_upload(store, target, file_name, bytes).await;
        let key = put_incoming(store, &upload, bytes).await;
        // More attempts than are allowed for a file that crashes its reader.
        for secs in 0..4 {
            let nobody = Extractor::with_program("/no/such/program".into());
            let error = handle_object(store, &nobody, key.as_str(), at(secs)).await.unwrap_err();
            assert!(matches!(error, Error::Unavailable(_)), "{error}");
        }
        let between = uploads::get(store, &admin(), upload.draft.id).await.unwrap();
        assert_eq!((between.status, between.reason), (UploadStatus::Checking, None), "{file_name}");
        let outcome = handle_object(store, &reader(), key.as_str(), at(9)).await.unwrap();
        assert_eq!(outcome, Outcome::Published(upload.product), "{file_name}");
    }
}
