//! Handling of stream records as Lambda delivers them, on a separate table and separate buckets.

use aws_lambda_events::event::dynamodb::EventRecord;
use background::changes::catalogue::{self, decompress};
use bytes::Bytes;
use serde_json::json;
use store::audio::{self, AudioNote, Waveform};
use store::content::{AnyFile, CommonMetadata, RecordingMetadata};
use store::courses::{self, Course};
use store::keys::object::{self, ObjectKey};
use store::notes::Note;
use store::objects::{self, Bucket, PutCondition};
use store::trash::{self, DeletePermission, Trashed, TrashedFile};
use store::uploads::UploadTarget;
use store::{AudioId, ItemKind, NoteId, ProductId, Sha256Hash, ShelfId, Store, TranscriptId, likes, publish};
use wasm_core::catalogue::{CourseRecord, activity_rank, decode, decode_with_counts};

use crate::support::{
    admin, at, code, course, file, handle, image, is_there, manifest, note, one_page, put_file, record, upload, visible,
};
use crate::test_backends;

fn course_set(number: u32, course: &Course) -> EventRecord {
    record(number, "MODIFY", None, Some(image("course", course)))
}

async fn published(store: &Store) -> Vec<CourseRecord> {
    let manifest = manifest(store).await;
    let hash: Sha256Hash = manifest.sha256.parse().unwrap();
    assert_eq!(manifest.file, format!("{hash}.bin"));
    let stored = objects::get(store, Bucket::Site, &object::catalogue(&hash), 1_000_000).await.unwrap();
    let bytes = decompress(&stored).unwrap();
    assert_eq!((Sha256Hash::of(&bytes), manifest.size_bytes), (hash, u64::try_from(bytes.len()).unwrap()));
    let records = match &manifest.counts {
        None => decode(&bytes).unwrap(),
        Some(counts) => {
            let hash: Sha256Hash = counts.sha256.parse().unwrap();
            assert_eq!(counts.file, format!("counts-{hash}.bin"));
            let stored = objects::get(store, Bucket::Site, &object::counts(&hash), 1_000_000).await.unwrap();
            decode_with_counts(&bytes, &decompress(&stored).unwrap()).unwrap()
        }
    };
    assert_eq!(catalogue::published_courses(store).await.unwrap(), records);
    assert_eq!(usize::try_from(manifest.courses).unwrap(), records.len());
    records
}

fn trashed(note: &Note) -> EventRecord {
    let before =
        Trashed { content: note.clone(), deleted_at: at(1), deleted_by: admin(), expires_at: 1, is_withheld: false };
    record(7, "REMOVE", Some(image("trashed_note", &before)), None)
}

#[tokio::test]
async fn likes_do_not_rewrite_the_courses_file_but_title_changes_do() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (math, cs) = (course(store, "MATH137").await, course(store, "CS246").await);
    assert!(handle(store, vec![course_set(1, &math)]).await.is_empty());
    let first = manifest(store).await;

    let liked = Course { likes: 7, note_count: 2, ..cs.clone() };
    assert!(handle(store, vec![course_set(2, &liked)]).await.is_empty());
    let counted = manifest(store).await;
    assert_eq!((&counted.file, counted.counts.is_some()), (&first.file, true));
    let of_cs = |records: Vec<CourseRecord>| (records[0].likes, records[0].notes);
    assert_eq!(of_cs(published(store).await), (7, 2));
    // A repeated record changes nothing. Counts of a second course are added to those of the first.
    assert!(handle(store, vec![course_set(2, &liked)]).await.is_empty());
    let again = manifest(store).await;
    assert_eq!((again.file, &again.counts), (counted.file, &counted.counts));
    assert!(handle(store, vec![course_set(3, &Course { likes: 1, ..math.clone() })]).await.is_empty());
    let records = published(store).await;
    assert_eq!((of_cs(records.clone()), records[1].likes), ((7, 2), 1));

    // Without likes and notes, the counts file is no longer needed.
    assert!(handle(store, vec![course_set(4, &math), course_set(5, &cs)]).await.is_empty());
    assert_eq!(manifest(store).await.counts, None);
    assert_eq!(of_cs(published(store).await), (0, 0));

    assert!(handle(store, vec![course_set(6, &liked)]).await.is_empty());
    let renamed = Course { title: "Objects".into(), ..liked };
    assert!(handle(store, vec![course_set(7, &renamed)]).await.is_empty());
    let anew = manifest(store).await;
    assert_ne!(anew.file, first.file);
    assert_eq!(anew.counts, None);
    assert_eq!(of_cs(published(store).await), (7, 2));
}

#[tokio::test]
async fn missing_counts_file_is_rebuilt_from_the_table() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    assert!(handle(store, vec![course_set(1, &cs)]).await.is_empty());
    likes::like(store, &"a".parse().unwrap(), &likes::LikeTarget::Course(code("CS246")), at(1)).await.unwrap();
    let liked = courses::get(store, &code("CS246")).await.unwrap();
    assert!(handle(store, vec![course_set(2, &liked)]).await.is_empty());
    let counts = manifest(store).await.counts.unwrap();
    objects::delete(store, Bucket::Site, &object::counts(&counts.sha256.parse().unwrap())).await.unwrap();
    assert_eq!(catalogue::published_courses(store).await.unwrap(), []);
    assert!(catalogue::rebuild_if_unreadable(store, at(3)).await.unwrap());
    assert_eq!(published(store).await[0].likes, 1);
}

#[tokio::test]
async fn s7_rd_1_the_catalogue_contains_every_course_with_its_counts() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let math = course(store, "MATH137").await;
    course(store, "CS246").await;
    // The first publication reads all courses, including those without a record in the batch.
    assert!(handle(store, vec![course_set(1, &math)]).await.is_empty());
    assert_eq!(published(store).await.len(), 2);

    likes::like(store, &"a".parse().unwrap(), &likes::LikeTarget::Course(code("CS246")), at(1)).await.unwrap();
    let liked = courses::get(store, &code("CS246")).await.unwrap();
    assert!(handle(store, vec![course_set(2, &liked)]).await.is_empty());
    let records = published(store).await;
    let activity = activity_rank(liked.activity_steps());
    assert_eq!((records[0].code.as_str(), records[0].likes, records[0].activity), ("CS246", 1, activity));
    assert!(activity > records[1].activity);

    assert!(handle(store, vec![record(3, "REMOVE", Some(image("course", &math)), None)]).await.is_empty());
    assert_eq!(published(store).await.len(), 1);
}

#[tokio::test]
async fn a_repeated_stream_record_publishes_nothing() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    handle(store, vec![course_set(1, &cs)]).await;
    let first = manifest(store).await;
    assert!(handle(store, vec![course_set(1, &cs)]).await.is_empty());
    // Pages request the list again.
    let second = manifest(store).await;
    assert_eq!((&second.file, &second.library, &second.notes), (&first.file, &first.library, &first.notes));
    assert!(handle(store, vec![]).await.is_empty());
    assert_eq!(manifest(store).await, second);
}

#[tokio::test]
async fn a_damaged_manifest_is_rebuilt_from_the_table() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    course(store, "STAT230").await;
    let key = object::catalogue_manifest();
    objects::put(
        store,
        Bucket::Site,
        &key,
        Bytes::from_static(b"{}"),
        "application/json",
        "no-cache",
        PutCondition::Always,
    )
    .await
    .unwrap();
    assert!(handle(store, vec![course_set(1, &cs)]).await.is_empty());
    assert_eq!(published(store).await.len(), 2);
}

#[tokio::test]
async fn the_second_of_two_concurrent_publishers_fails_and_is_retried() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    handle(store, vec![course_set(1, &cs)]).await;
    let key = object::catalogue_manifest();
    let (bytes, tag) = objects::find_with_etag(store, Bucket::Site, &key, 10_000).await.unwrap().unwrap();
    let math = course(store, "MATH137").await;
    handle(store, vec![course_set(2, &math)]).await;
    // A writer with the old `ETag` cannot overwrite later changes.
    let late =
        objects::put(store, Bucket::Site, &key, bytes, "application/json", "no-cache", PutCondition::IfMatch(tag))
            .await;
    assert!(matches!(late, Err(store::Error::Conflict(store::Conflict::VersionMismatch))), "{late:?}");
    let absent = PutCondition::IfAbsent;
    let first = objects::put(store, Bucket::Site, &key, Bytes::new(), "application/json", "no-cache", absent).await;
    assert!(matches!(first, Err(store::Error::Conflict(store::Conflict::VersionMismatch))), "{first:?}");
    assert_eq!(published(store).await.len(), 2);
}

#[tokio::test]
async fn s7_wr_9_the_file_of_a_deleted_note_is_removed_when_its_trash_entry_expires() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let gone = note("CS246", "Pointers", NoteId::generate());
    put_file(store, &gone.file.key).await;
    assert!(handle(store, vec![trashed(&gone)]).await.is_empty());
    assert!(!is_there(store, &gone.file.key).await);
    assert!(handle(store, vec![trashed(&gone)]).await.is_empty(), "the same record again");
}

/// A note of CS246 that students can see, with its file.
async fn visible_note(store: &Store) -> Note {
    course(store, "CS246").await;
    let note = visible(store, "CS246", "Pointers").await;
    put_file(store, &note.file.key).await;
    note
}

#[tokio::test]
async fn s7_wr_9_a_restored_note_keeps_its_file() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let kept = visible_note(store).await;
    trash::trash_item::<Note>(store, kept.id, &admin(), DeletePermission::All, at(2)).await.unwrap();
    trash::restore::<Note>(store, kept.id).await.unwrap();
    assert!(handle(store, vec![trashed(&kept)]).await.is_empty());
    assert!(is_there(store, &kept.file.key).await);
}

#[tokio::test]
async fn s6_adm_7_a_replaced_file_is_removed_when_its_trash_entry_expires_unless_restored() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let note = visible_note(store).await;
    // The previous file of the note, in the trash.
    let replaced = |key: ObjectKey| TrashedFile {
        id: ProductId::generate(),
        kind: ItemKind::Note,
        of: ProductId::from(note.id.ulid()),
        title: note.details.title.clone(),
        place: note.course.as_str().to_owned(),
        file: AnyFile::Pdf(file(key, one_page())),
        deleted_at: at(0),
        deleted_by: note.uploader.clone(),
        expires_at: at(0).plus_secs(2_592_000).epoch_secs(),
    };
    let first = object::course_note(&note.course, note.chapter, NoteId::generate());
    put_file(store, &first).await;
    let expired =
        |key: &ObjectKey| vec![record(1, "REMOVE", Some(image("trashed_file", &replaced(key.clone()))), None)];

    assert!(handle(store, expired(&first)).await.is_empty());
    assert!(!is_there(store, &first).await);
    assert!(handle(store, expired(&first)).await.is_empty(), "the same record again");
    assert!(handle(store, expired(&note.file.key)).await.is_empty());
    assert!(is_there(store, &note.file.key).await, "it came back and is in use");
    trash::trash_item::<Note>(store, note.id, &admin(), DeletePermission::All, at(2)).await.unwrap();
    assert!(handle(store, expired(&note.file.key)).await.is_empty());
    assert!(is_there(store, &note.file.key).await, "its note is in the trash and may come back");
}

/// Creates an audio note with all its files (recording, picture, transcript and waveform), deletes it, and restores it
/// if `restored` is set.
async fn recording(store: &Store, restored: bool) -> Trashed<AudioNote> {
    let (shelf, subject, details) = (ShelfId::DeepDive, "CS 246".to_owned(), CommonMetadata::new("Pointers", ""));
    let target =
        UploadTarget::Audio { shelf, subject: subject.clone(), course: None, order: None, details: details.clone() };
    let upload = upload(store, target).await;
    let id = upload.product.into();
    let inside = RecordingMetadata {
        duration_secs: Some(60),
        artwork_key: Some(object::audio_artwork(shelf, &subject, id)),
        transcript: Some(TranscriptId::generate()),
        chapters_id: None,
        listening: None,
        content_type: "audio/mpeg".into(),
        facts: Default::default(),
    };
    let note = AudioNote {
        id,
        shelf,
        course: None,
        order: None,
        details,
        file: file(object::audio(shelf, &subject, id, "mp3"), inside),
        subject,
        likes: 0,
        version: 0,
        uploaded_at: at(0),
        created_at: at(1),
        uploader: admin(),
        uploader_name: "Admin".into(),
    };
    audio::put_waveform(store, &Waveform { id, peaks: vec![1, 255], chapters: Vec::new(), silences: Vec::new() })
        .await
        .unwrap();
    publish::publish(store, &note, upload.draft.id, at(1)).await.unwrap();
    for key in keys_of(&note) {
        put_file(store, &key).await;
    }
    let trashed = trash::trash_item::<AudioNote>(store, note.id, &admin(), DeletePermission::All, at(2)).await.unwrap();
    if restored {
        trash::restore::<AudioNote>(store, note.id).await.unwrap();
    }
    trashed
}

fn keys_of(note: &AudioNote) -> [ObjectKey; 3] {
    let inside = &note.file.media;
    let transcript = object::transcript(inside.transcript.unwrap());
    [note.file.key.clone(), inside.artwork_key.clone().unwrap(), transcript]
}

/// Returns how many of the four files exist.
async fn files_of(store: &Store, note: &AudioNote) -> usize {
    let mut there = usize::from(audio::get_waveform(store, note.id).await.is_ok());
    for key in keys_of(note) {
        there += usize::from(is_there(store, &key).await);
    }
    there
}

#[tokio::test]
async fn s7_fs_2_h20_recording_picture_transcript_and_waveform_are_removed_when_the_trash_expires() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let kept = recording(store, true).await;
    let waiting = recording(store, false).await;
    let expired = |trashed: &Trashed<AudioNote>| vec![record(1, "REMOVE", Some(image("trashed_audio", trashed)), None)];
    assert!(handle(store, expired(&kept)).await.is_empty());
    assert_eq!(files_of(store, &kept.content).await, 4, "it is on its shelf again");
    assert!(handle(store, expired(&waiting)).await.is_empty());
    assert_eq!(files_of(store, &waiting.content).await, 4, "it is in the trash again");

    // The recording was neither restored nor trashed again: its 30 days are over.
    let mut gone = waiting.clone();
    gone.content.shelf = ShelfId::Radio;
    gone.content.id = AudioId::generate();
    assert!(handle(store, expired(&gone)).await.is_empty());
    assert_eq!(files_of(store, &waiting.content).await, 1, "the three files are gone, the waveform has another id");
    assert!(handle(store, expired(&gone)).await.is_empty(), "the same record again");
}

#[tokio::test]
async fn an_unreadable_record_is_retried_and_earlier_records_are_processed() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    let math = course(store, "MATH137").await;
    let mut newer = image("course", &math);
    newer["schema"] = json!({ "N": "99" });
    let records = vec![course_set(11, &cs), record(12, "MODIFY", None, Some(newer)), course_set(13, &cs)];
    assert_eq!(handle(store, records).await, ["12"]);
    assert!(published(store).await.iter().any(|record| record.code == code("CS246")));
}

#[tokio::test]
async fn s7_rd_14_the_manifest_contains_the_changed_lists_except_those_of_hidden_courses() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    let secret = course(store, "CS999").await;
    handle(store, vec![course_set(1, &cs)]).await;
    let first = manifest(store).await.moves.unwrap();
    courses::set_hidden(store, &secret.code, true, at(3)).await.unwrap();

    // The description is in no published file, so only the change log shows the change.
    let before = note("CS246", "Pointers", NoteId::generate());
    let mut after = before.clone();
    after.details.description = "With pictures".into();
    let unseen = note("CS999", "Unseen", NoteId::generate());
    let busier = Course { activity: cs.activity + 1, ..cs.clone() };
    let records = vec![
        record(2, "MODIFY", Some(image("note", &before)), Some(image("note", &after))),
        record(3, "INSERT", None, Some(image("note", &unseen))),
        record(4, "MODIFY", Some(image("course", &cs)), Some(image("course", &busier))),
    ];
    assert!(handle(store, records).await.is_empty());
    let second = manifest(store).await.moves.unwrap();
    assert!(second.edition > first.edition);
    assert_eq!(second.since, first.since);
    assert_eq!(second.lists, [("CS246".to_owned(), second.edition)].into());
}

#[tokio::test]
async fn s7_fs_2_replaced_artwork_of_a_recording_is_removed_unless_it_is_in_the_trash_with_its_file() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let before = recording(store, true).await.content;
    let old = before.file.media.artwork_key.clone().unwrap();
    let mut pictured = before.clone();
    pictured.file.media.artwork_key = Some(object::audio_artwork(before.shelf, &before.subject, AudioId::generate()));
    let mut replaced = pictured.clone();
    replaced.file.key = object::audio(before.shelf, &before.subject, AudioId::generate(), "mp3");
    let change = |after| vec![record(1, "MODIFY", Some(image("audio", &before)), Some(image("audio", after)))];
    assert!(handle(store, change(&replaced)).await.is_empty());
    assert!(is_there(store, &old).await);
    assert!(handle(store, change(&pictured)).await.is_empty());
    assert!(!is_there(store, &old).await);
}

#[tokio::test]
async fn s7_fs_2_a_replaced_transcript_is_removed_unless_it_is_in_the_trash_with_its_file() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let before = recording(store, true).await.content;
    let old = object::transcript(before.file.media.transcript.unwrap());
    let mut removed = before.clone();
    removed.file.media.transcript = None;
    let mut replaced = removed.clone();
    replaced.file.key = object::audio(before.shelf, &before.subject, AudioId::generate(), "mp3");
    let change = |after| vec![record(1, "MODIFY", Some(image("audio", &before)), Some(image("audio", after)))];
    assert!(handle(store, change(&replaced)).await.is_empty());
    assert!(is_there(store, &old).await);
    assert!(handle(store, change(&removed)).await.is_empty());
    assert!(!is_there(store, &old).await);
}
