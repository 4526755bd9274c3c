//! The text that `ingest` stores beside PDFs, and the indexes that `inside` builds from it, also concurrently.

use background::full_text;
use bytes::Bytes;
use ingest::{Outcome, handle_object};
use meaning::Vectors;
use store::content::CommonMetadata;
use store::courses::{self, CourseDraft};
use store::full_text::{self as indexes, FullTextIndexRecord, NoteCollection};
use store::keys::object;
use store::notes::{self, Note};
use store::objects::{self, Bucket, PutCondition};
use store::trash::{self, DeletePermission};
use store::uploads::UploadTarget;
use store::{AlbumId, Conflict, Error, Sha256Hash, Store, Timestamp};
use wasm_core::course::CourseCode;
use wasm_core::full_text::{FullTextIndex, search};

use crate::support::{PDF, admin, at, create_upload, put_incoming, reader};
use crate::test_backends;

const FILE_MAX_BYTES: u64 = 1_000_000;

fn code(text: &str) -> CourseCode {
    CourseCode::parse(text).unwrap()
}

fn place(text: &str) -> NoteCollection {
    NoteCollection::Course(code(text))
}

/// Returns a PDF with one page of this text.
fn pdf_of(text: &str) -> Vec<u8> {
    let drawn = format!("BT /F1 12 Tf 72 700 Td ({text}) Tj ET");
    format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n\
         4 0 obj\n<< /Length {} >>\nstream\n{drawn}\nendstream\nendobj\n\
         5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n",
        drawn.len()
    )
    .into_bytes()
}

async fn course(store: &Store, text: &str) {
    let draft = CourseDraft { code: code(text), title: "A course".into(), description: String::new() };
    courses::create_or_find(store, &draft, at(0)).await.unwrap();
}

/// Publishes a note of a course as `ingest` does.
async fn publish(store: &Store, course: &str, title: &str, pdf: &[u8]) -> Note {
    let details = CommonMetadata::new(title, "");
    let target = UploadTarget::CourseNote { course: code(course), chapter: 1, details, note_type: "Lecture".into() };
    let upload = create_upload(store, target, "note.pdf", pdf).await;
    let key = put_incoming(store, &upload, pdf).await;
    let outcome = handle_object(store, &reader(), key.as_str(), at(5)).await.unwrap();
    assert_eq!(outcome, Outcome::Published(upload.product));
    notes::get(store, upload.product.into()).await.unwrap()
}

/// Returns the newest index of a course, and the titles of the notes that contain a word, sorted.
async fn found(store: &Store, course: &str, word: &str) -> (FullTextIndexRecord, Vec<String>) {
    let index = indexes::find(store, place(course)).await.unwrap().unwrap();
    let key = object::full_text_index(index.place, &index.sha256);
    let packed = objects::get(store, Bucket::Files, &key, FILE_MAX_BYTES).await.unwrap();
    let file = FullTextIndex::read(objects::compression::decompress(&packed, FILE_MAX_BYTES).unwrap()).unwrap();
    let mut titles: Vec<String> = search(&[&file], word, 9, 9).into_iter().map(|hit| hit.title).collect();
    titles.sort();
    (index, titles)
}

#[tokio::test]
async fn s2_find_3_text_of_a_note_is_stored_beside_its_pdf_unless_it_is_a_scan() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    let note = publish(store, "CS246", "Pointers", &pdf_of("Pointers and references")).await;
    let words =
        objects::get(store, Bucket::Files, &object::pdf_full_text(&note.file.key), FILE_MAX_BYTES).await.unwrap();
    let hits = search(&[&FullTextIndex::read(words.into()).unwrap()], "references", 9, 9);
    assert_eq!(
        hits.iter().map(|hit| (hit.page, hit.snippet.as_str())).collect::<Vec<_>>(),
        [(1, "Pointers and references")]
    );

    // A page without text is not in the full-text index. The title is found through the list of notes.
    let scan = publish(store, "CS246", "Scanned pointers", PDF).await;
    assert!(objects::head(store, Bucket::Files, &object::pdf_full_text(&scan.file.key)).await.unwrap().is_none());
    assert!(full_text::update_index(store, place("CS246")).await.unwrap());
    let (index, titles) = found(store, "CS246", "pointers").await;
    assert_eq!((index.pages, titles), (1, vec!["Pointers".to_owned()]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s2_find_3_concurrent_index_builds_lose_no_note() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    publish(store, "CS246", "First", &pdf_of("Shared words")).await;
    assert!(full_text::update_index(store, place("CS246")).await.unwrap());
    // A slow worker has read the record of the index. Before it writes, another note is published and a second worker
    // builds the index.
    let (before, _) = found(store, "CS246", "shared").await;
    publish(store, "CS246", "Second", &pdf_of("More shared words")).await;
    assert!(full_text::update_index(store, place("CS246")).await.unwrap());
    let late = FullTextIndexRecord { version: before.version + 1, ..before.clone() };
    let refused = indexes::replace(store, place("CS246"), Some(&before), &late).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::VersionMismatch))), "{refused:?}");
    assert_eq!(found(store, "CS246", "shared").await.1, ["First", "Second"]);

    // Six concurrent workers: one builds the index, and the others find it up to date.
    publish(store, "CS246", "Third", &pdf_of("Words that are shared")).await;
    let many: Vec<_> = (0..6)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { full_text::update_index(&store, place("CS246")).await })
        })
        .collect();
    let mut made = 0;
    for one in many {
        made += u32::from(one.await.unwrap().unwrap());
    }
    let (after, titles) = found(store, "CS246", "shared").await;
    assert_eq!(titles, ["First", "Second", "Third"]);
    assert_eq!((made, after.version), (1, before.version + 2), "the others found it made");
}

#[tokio::test]
async fn s2_find_3_only_the_full_text_index_of_the_changed_course_is_rebuilt() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    for text in ["CS241", "CS246"] {
        course(store, text).await;
        publish(store, text, "First", &pdf_of("Words of a lecture")).await;
    }
    assert_eq!(full_text::update_all_indexes(store, at(10)).await.unwrap(), 2);
    assert_eq!(full_text::update_all_indexes(store, at(11)).await.unwrap(), 0);
    let unchanged = indexes::find(store, place("CS241")).await.unwrap();
    let before = indexes::find(store, place("CS246")).await.unwrap().unwrap();
    publish(store, "CS246", "Second", &pdf_of("Other words of a lecture")).await;
    assert_eq!(full_text::update_all_indexes(store, at(12)).await.unwrap(), 1);
    assert_eq!(indexes::find(store, place("CS241")).await.unwrap(), unchanged);
    let after = indexes::find(store, place("CS246")).await.unwrap().unwrap();
    assert_eq!((after.version, after.sha256 == before.sha256), (before.version + 1, false));
    assert_eq!(indexes::find(store, NoteCollection::Album(AlbumId::ExamReview)).await.unwrap(), None);
}

/// A tiny model. Its vectors have no meaning, but are computed like those of the real model.
const TINY: &[u8] = include_bytes!("../../../../wasm-core/meaning/tests/reference/tiny.bin");

/// Publishes the model as the build of the web app does.
async fn offer_model(store: &Store) {
    let (name, sha256) = ("assets/meaning-model-tiny.bin", Sha256Hash::of(TINY));
    let manifest = format!(r#"{{"file":"{name}","sha256":"{sha256}","sizeBytes":{}}}"#, TINY.len());
    let model = object::meaning_model(name).unwrap();
    for (key, bytes) in [(model, Bytes::from_static(TINY)), (object::meaning_manifest(), Bytes::from(manifest))] {
        let put = objects::put(store, Bucket::Site, &key, bytes, "text/plain", "no-cache", PutCondition::Always);
        put.await.unwrap();
    }
}

/// Returns the current vectors of a course, if they belong to its index.
async fn vectors(store: &Store, course: &str) -> Option<Vectors> {
    let index = indexes::find(store, place(course)).await.unwrap()?;
    let key = object::full_text_index(index.place, &index.current_vectors()?.sha256);
    let packed = objects::get(store, Bucket::Files, &key, FILE_MAX_BYTES).await.unwrap();
    Some(Vectors::read(objects::compression::decompress(&packed, FILE_MAX_BYTES).unwrap()).unwrap())
}

#[tokio::test]
async fn s2_find_6_vectors_follow_the_notes_of_a_course_once_the_site_has_a_model() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    course(store, "CS246").await;
    let first = publish(store, "CS246", "First", &pdf_of("A mutex is a lock")).await;
    full_text::update_all_indexes(store, at(10)).await.unwrap();
    assert_eq!(vectors(store, "CS246").await, None);

    offer_model(store).await;
    full_text::update_all_indexes(store, at(11)).await.unwrap();
    let before = vectors(store, "CS246").await.unwrap();
    assert_eq!(before.model().as_slice(), Sha256Hash::of(TINY).to_bytes());
    assert_eq!(before.passage(0).unwrap().note, first.id.to_string());

    publish(store, "CS246", "Second", &pdf_of("Only one thread can hold it")).await;
    full_text::update_index(store, place("CS246")).await.unwrap();
    // Vectors of other texts are not served.
    assert_eq!(vectors(store, "CS246").await, None);
    full_text::update_all_indexes(store, at(12)).await.unwrap();
    let after = vectors(store, "CS246").await.unwrap();
    assert_eq!((before.len(), after.len()), (1, 2));
    let version = indexes::find(store, place("CS246")).await.unwrap().unwrap().version;
    full_text::update_all_indexes(store, at(13)).await.unwrap();
    assert_eq!(indexes::find(store, place("CS246")).await.unwrap().unwrap().version, version);

    // Files that were replaced a day ago are removed, but the current index and its vectors stay.
    let later = Timestamp::from_epoch_secs(Timestamp::now().epoch_secs() + 2 * 86_400).unwrap();
    assert!(indexes::remove_replaced(store, later).await.unwrap() > 0);
    assert_eq!(vectors(store, "CS246").await, Some(after));
}

#[tokio::test]
async fn s2_find_6_deleted_notes_and_hidden_courses_have_no_vectors() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    offer_model(store).await;
    course(store, "CS246").await;
    let first = publish(store, "CS246", "First", &pdf_of("A mutex is a lock")).await;
    let second = publish(store, "CS246", "Second", &pdf_of("Only one thread can hold it")).await;
    full_text::update_all_indexes(store, at(10)).await.unwrap();
    assert_eq!(vectors(store, "CS246").await.unwrap().len(), 2);

    trash::trash_item::<Note>(store, first.id, &admin(), DeletePermission::All, at(11)).await.unwrap();
    full_text::update_index(store, place("CS246")).await.unwrap();
    assert_eq!(vectors(store, "CS246").await, None, "the vectors of the deleted note are not served any more");
    full_text::update_all_indexes(store, at(12)).await.unwrap();
    let left = vectors(store, "CS246").await.unwrap();
    assert_eq!((left.len(), left.passage(0).unwrap().note), (1, second.id.to_string().as_str()));

    courses::set_hidden(store, &code("CS246"), true, at(13)).await.unwrap();
    full_text::update_all_indexes(store, at(14)).await.unwrap();
    assert_eq!(vectors(store, "CS246").await, None);
    assert_eq!(indexes::find(store, place("CS246")).await.unwrap().unwrap().vectors, None);
}
