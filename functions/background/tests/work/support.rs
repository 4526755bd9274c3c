//! Helpers for tests of the stream: records as Lambda delivers them, and a published catalogue.

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use background::changes::ChangesFunction;
use background::changes::catalogue::{CatalogueDelta, publish as publish_catalogue};
use bytes::Bytes;
use serde::Serialize;
use serde_json::{Value, json};
use store::content::{CommonMetadata, File, PdfFileMetadata};
use store::courses::{self, Course, CourseDraft};
use store::keys::object::{self, ObjectKey};
use store::notes::Note;
use store::objects::{self, Bucket, PutCondition};
use store::stream::ListChange;
use store::uploads::{self, Upload, UploadDraft, UploadTarget};
use store::{NoteId, Sha256Hash, Store, Timestamp, UploadId, UserId, publish};
use wasm_core::catalogue::CatalogueManifest;
use wasm_core::course::CourseCode;

/// Content of every test file.
const FILE: &[u8] = b"file";

pub(crate) fn at(secs: i64) -> Timestamp {
    Timestamp::from_epoch_secs(1_790_000_000 + secs).unwrap()
}

pub(crate) fn admin() -> UserId {
    "admin".parse().unwrap()
}

pub(crate) fn code(text: &str) -> CourseCode {
    CourseCode::parse(text).unwrap()
}

/// Returns the image of an item in the JSON of the stream.
pub(crate) fn image(entity: &str, value: &impl Serialize) -> Value {
    let item: serde_dynamo::Item = serde_dynamo::to_item(value).unwrap();
    let mut image = serde_json::to_value(item).unwrap();
    image["entity"] = json!({ "S": entity });
    image["schema"] = json!({ "N": "1" });
    image
}

/// Builds the stream record with this sequence number from the item before and after the change.
pub(crate) fn record(number: u32, name: &str, before: Option<Value>, after: Option<Value>) -> EventRecord {
    let number = number.to_string();
    let mut change = json!({ "Keys": {}, "SequenceNumber": number, "SizeBytes": 100 });
    for (name, image) in [("OldImage", before), ("NewImage", after)] {
        if let Some(image) = image {
            change[name] = image;
        }
    }
    let record = json!({ "awsRegion": "ca-central-1", "eventID": number, "eventName": name, "dynamodb": change });
    serde_json::from_value(record).unwrap()
}

/// Handles a batch of stream records. Returns the numbers of the records to retry.
pub(crate) async fn handle(store: &Store, records: Vec<EventRecord>) -> Vec<String> {
    let mut event = Event::default();
    event.records = records;
    let answer = background::handle_batch::<ChangesFunction>(store, event).await.unwrap();
    answer.batch_item_failures.into_iter().filter_map(|failure| failure.item_identifier).collect()
}

/// Handles the stream record of one changed item, given its images before and after the change.
pub(crate) async fn follow(store: &Store, before: Option<Value>, after: Option<Value>) {
    let name = if after.is_some() { "MODIFY" } else { "REMOVE" };
    assert!(handle(store, vec![record(1, name, before, after)]).await.is_empty());
}

pub(crate) async fn course(store: &Store, text: &str) -> Course {
    let draft = CourseDraft { code: code(text), title: format!("About {text}"), description: String::new() };
    courses::create_or_find(store, &draft, at(0)).await.unwrap()
}

pub(crate) async fn manifest(store: &Store) -> CatalogueManifest {
    let bytes = objects::get(store, Bucket::Site, &object::catalogue_manifest(), 10_000).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// Publishes changes of the list of notes and of the library.
pub(crate) async fn list(store: &Store, listings: impl IntoIterator<Item = ListChange>) {
    let mut edits = CatalogueDelta::default();
    listings.into_iter().for_each(|listing| edits.record_list_change(listing));
    publish_catalogue(store, edits, at(5)).await.unwrap();
}

/// Builds the record of a stored test file.
pub(crate) fn file<I>(key: ObjectKey, inside: I) -> File<I> {
    let (size_bytes, sha256) = (FILE.len() as u64, Sha256Hash::of(FILE));
    File { key, name: "pointers".into(), size_bytes, sha256, uploaded_sha256: None, media: inside }
}

pub(crate) fn one_page() -> PdfFileMetadata {
    PdfFileMetadata { pages: 1, facts: Default::default() }
}

pub(crate) async fn put_file(store: &Store, key: &ObjectKey) {
    let bytes = Bytes::from_static(FILE);
    objects::put(store, Bucket::Files, key, bytes, "application/pdf", "no-store", PutCondition::Always).await.unwrap();
}

pub(crate) async fn is_there(store: &Store, key: &ObjectKey) -> bool {
    objects::head(store, Bucket::Files, key).await.unwrap().is_some()
}

/// Creates an upload whose check has begun.
pub(crate) async fn upload(store: &Store, target: UploadTarget) -> Upload {
    let draft = UploadDraft {
        id: UploadId::generate(),
        target,
        file_name: "pointers".into(),
        content_type: "application/pdf".into(),
        size_bytes: FILE.len() as u64,
        sha256: Sha256Hash::of(FILE),
        seen_picture: None,
        review: false,
    };
    let upload = uploads::create(store, &admin(), "Admin", draft, at(0)).await.unwrap();
    uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap();
    upload
}

pub(crate) fn note(course: &str, title: &str, id: NoteId) -> Note {
    Note {
        id,
        course: code(course),
        chapter: 1,
        details: CommonMetadata::new(title, ""),
        file: file(object::course_note(&code(course), 1, id), one_page()),
        note_type: "Lecture".into(),
        likes: 0,
        version: 0,
        uploaded_at: at(1),
        uploader: admin(),
        uploader_name: "Admin".into(),
    }
}

/// Creates a note that students can see, with its course.
pub(crate) async fn visible(store: &Store, course: &str, title: &str) -> Note {
    let (course_code, note_type) = (code(course), "Lecture".into());
    let target = UploadTarget::CourseNote {
        course: course_code,
        chapter: 1,
        details: CommonMetadata::new(title, ""),
        note_type,
    };
    let upload = upload(store, target).await;
    let note = note(course, title, upload.product.into());
    publish::publish(store, &note, upload.draft.id, at(2)).await.unwrap();
    note
}
