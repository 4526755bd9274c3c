//! Concurrent checks of one picture.

use std::io::Cursor;
use std::os::unix::fs::symlink;
use std::time::Duration;

use image::{DynamicImage, ImageFormat};
use ingest::{Extractor, Outcome, handle_object};
use store::PictureId;
use store::courses::{self, CourseDraft};
use store::keys::object;
use store::objects::{self, Bucket};
use store::uploads::{self, UploadStatus, UploadTarget};
use wasm_core::course::CourseCode;

use crate::support::{admin, at, create_upload, put_incoming, reader};
use crate::test_backends;

#[tokio::test]
async fn a_slow_check_does_not_restore_an_image_that_was_removed_during_the_check() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let code = CourseCode::parse("CS246").unwrap();
    let course = CourseDraft { code, title: "Software".into(), description: String::new() };
    courses::create_or_find(store, &course, at(0)).await.unwrap();
    let mut png = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(40, 30).write_to(&mut png, ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let upload = create_upload(store, UploadTarget::CoursePicture { course: code }, "tree.png", &png).await;
    let incoming = put_incoming(store, &upload, &png).await;
    let picture = PictureId::from(upload.product);

    // The slow check waits for its reader binary until the picture of the quick check has been removed.
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("reader");
    let slow = Extractor::with_pending_program(program.clone(), Duration::from_secs(60));
    let quick = async {
        while uploads::get(store, &admin(), upload.draft.id).await.unwrap().status != UploadStatus::Checking {
            tokio::task::yield_now().await;
        }
        let outcome = handle_object(store, &reader(), incoming.as_str(), at(6)).await.unwrap();
        assert_eq!(outcome, Outcome::Published(upload.product));
        assert_eq!(courses::get(store, &code).await.unwrap().picture, Some(picture));
        courses::remove_picture(store, &code, Some(picture), at(7)).await.unwrap();
        courses::remove_picture_file(store, &code, picture).await.unwrap();
        symlink(env!("CARGO_BIN_EXE_ingest"), &program).unwrap();
    };
    let (outcome, ()) = tokio::join!(handle_object(store, &slow, incoming.as_str(), at(5)), quick);
    assert_eq!(outcome.unwrap(), Outcome::Published(upload.product));
    assert_eq!(courses::get(store, &code).await.unwrap().picture, None);
    let file = object::course_picture(&code, picture);
    assert!(objects::head(store, Bucket::Files, &file).await.unwrap().is_none());
}
