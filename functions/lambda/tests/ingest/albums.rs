//! Uploads to albums, on a separate table and separate buckets.

use std::io::Cursor;

use image::{DynamicImage, GenericImageView, ImageFormat, load_from_memory_with_format};
use ingest::{FileRejection, Outcome, Rejection, handle_object};
use store::albums::{self, AlbumNote};
use store::keys::object;
use store::objects::{self, Bucket};
use store::trash::{self, DeletePermission};
use store::uploads::{self, Upload, UploadStatus, UploadTarget};
use store::{AlbumId, NoteId, PictureId, Store};

use crate::support::{PDF, admin, at, create_upload, for_album, put_incoming, reader};
use crate::test_backends;

fn portrait() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(900, 1200).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Creates an upload, stores its file and starts the check.
async fn arrived(store: &Store, target: UploadTarget, bytes: &[u8]) -> (Upload, Outcome) {
    let upload = create_upload(store, target, "evening.pdf", bytes).await;
    let key = put_incoming(store, &upload, bytes).await;
    let outcome = handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap();
    let stays = objects::head(store, Bucket::Files, &key).await.unwrap().is_some();
    let upload = uploads::get(store, &admin(), upload.draft.id).await.unwrap();
    assert_eq!(stays, upload.kept, "only what was refused and may be checked again stays");
    (upload, outcome)
}

async fn picture(store: &Store, note: NoteId, bytes: &[u8]) -> (Upload, Outcome) {
    arrived(store, UploadTarget::AlbumPicture { album: AlbumId::ExamReview, note }, bytes).await
}

#[tokio::test]
async fn s3_album_1_an_uploaded_pdf_becomes_a_visible_album_note() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (upload, outcome) = arrived(store, for_album(), PDF).await;
    assert_eq!(outcome, Outcome::Published(upload.product));
    let note = albums::find_in_album(store, AlbumId::ExamReview, upload.product.into()).await.unwrap().unwrap();
    assert_eq!(note.file.key.as_str(), format!("album-notes/examReview/{}.pdf", note.id));
    assert_eq!(
        (note.file.media.pages, note.details.title.as_str(), note.uploaded_at),
        (1, "Reading the question", at(0))
    );
    assert_eq!(objects::get(store, Bucket::Files, &note.file.key, 10_000).await.unwrap(), PDF);
    assert_eq!((upload.status, upload.published_note()), (UploadStatus::Ready, Some(note.id)));
    assert_eq!(albums::get(store, AlbumId::ExamReview).await.unwrap().notes, 1);
}

#[tokio::test]
async fn s5_al_1_a_file_whose_content_is_not_a_pdf_is_never_published() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (upload, outcome) = arrived(store, for_album(), b"PK not a pdf at all").await;
    assert_eq!(outcome, Outcome::Rejected(FileRejection::NotAPdf.into()));
    assert_eq!((upload.status, upload.reason.as_deref()), (UploadStatus::Failed, Some("This is not a PDF file.")));
    let key = object::album_note(AlbumId::ExamReview, upload.product.into());
    assert!(objects::head(store, Bucket::Files, &key).await.unwrap().is_none(), "nothing stays behind");
    assert_eq!(albums::get(store, AlbumId::ExamReview).await.unwrap().notes, 0);
}

#[tokio::test]
async fn h7_the_picture_of_an_album_note_is_reencoded_as_jpeg_and_not_cropped() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (upload, _) = arrived(store, for_album(), PDF).await;
    let note = NoteId::from(upload.product);
    let (sent, outcome) = picture(store, note, &portrait()).await;
    assert_eq!(outcome, Outcome::Published(sent.product));
    let found = albums::find_in_album(store, AlbumId::ExamReview, note).await.unwrap().unwrap();
    assert_eq!(found.picture, Some(PictureId::from(sent.product)));
    let key = object::album_picture(found.picture.unwrap());
    let jpeg = objects::get(store, Bucket::Files, &key, 1_000_000).await.unwrap();
    assert_eq!(load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap().dimensions(), (540, 720));

    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
    let (_, outcome) = picture(store, note, svg).await;
    assert_eq!(outcome, Outcome::Rejected(FileRejection::NotAnImage.into()));
    let kept = albums::find_in_album(store, AlbumId::ExamReview, note).await.unwrap().unwrap();
    assert_eq!(kept.picture, found.picture, "the picture before stays");
}

#[tokio::test]
async fn a_picture_for_a_deleted_note_is_refused_and_removed() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (upload, _) = arrived(store, for_album(), PDF).await;
    let note = NoteId::from(upload.product);
    trash::trash_item::<AlbumNote>(store, note, &admin(), DeletePermission::All, at(6)).await.unwrap();
    let (sent, outcome) = picture(store, note, &portrait()).await;
    assert_eq!(outcome, Outcome::Rejected(Rejection::NoteGone));
    assert_eq!(sent.reason.as_deref(), Some("The note of this picture no longer exists."));
    let key = object::album_picture(sent.product.into());
    assert!(objects::head(store, Bucket::Files, &key).await.unwrap().is_none(), "nothing stays behind");
}
