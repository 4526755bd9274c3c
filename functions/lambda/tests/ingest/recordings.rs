//! Pictures of recordings, on a separate table and separate buckets.

use std::io::Cursor;

use image::{DynamicImage, GenericImageView, ImageFormat, load_from_memory_with_format};
use ingest::{Outcome, Rejection, handle_object};
use store::audio::{self, AudioNote};
use store::content::CommonMetadata;
use store::objects::{self, Bucket};
use store::trash::{self, DeletePermission};
use store::uploads::UploadTarget;
use store::{AudioId, ShelfId, Store};

use crate::support::{admin, at, create_upload, put_incoming, reader};
use crate::test_backends;

const RECORDING: &[u8] = include_bytes!("../../../readers/tests/fixtures/variable.mp3");

async fn arrived(store: &Store, target: UploadTarget, file_name: &str, bytes: &[u8]) -> Outcome {
    let upload = create_upload(store, target, file_name, bytes).await;
    let key = put_incoming(store, &upload, bytes).await;
    handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap()
}

#[tokio::test]
async fn s6_adm_6_replacement_artwork_is_cropped_to_a_square_and_rejected_for_a_deleted_recording() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let shelf = ShelfId::DeepDive;
    let details = CommonMetadata::new("Pointers", "");
    let target = UploadTarget::Audio { shelf, subject: "Study skills".into(), course: None, order: None, details };
    let outcome = arrived(store, target, "lecture.mp3", RECORDING).await;
    let Outcome::Published(product) = outcome else { panic!("{outcome:?}") };
    let id = AudioId::from(product);
    let mut png = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(900, 1200).write_to(&mut png, ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let picture = || UploadTarget::AudioPicture { shelf, audio: id };

    let outcome = arrived(store, picture(), "cover.png", &png).await;
    assert!(matches!(outcome, Outcome::Published(_)), "{outcome:?}");
    let shown = audio::get(store, id).await.unwrap();
    assert_eq!(shown.version, 0, "an open form can still be saved");
    assert!(shown.file.media.facts.open_artwork.is_some());
    let key = shown.file.media.artwork_key.unwrap();
    let jpeg = objects::get(store, Bucket::Files, &key, 1_000_000).await.unwrap();
    assert_eq!(load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap().dimensions(), (640, 640));

    trash::trash_item::<AudioNote>(store, id, &admin(), DeletePermission::All, at(6)).await.unwrap();
    assert_eq!(arrived(store, picture(), "late.png", &png).await, Outcome::Rejected(Rejection::RecordingGone));
}
