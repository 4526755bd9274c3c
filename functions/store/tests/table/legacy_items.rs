//! Records and files in states that are rare.

use dynoxide::Database;
use serde_json::json;
use store::audio::AudioNote;
use store::keys::full_text::NoteCollection;
use store::keys::{self, object};
use store::notes::Note;
use store::objects::{self, Bucket, PutCondition};
use store::trash::{self, DeletePermission};
use store::uploads::{self, UploadDraft, UploadMethod, UploadStatus};
use store::{
    AlbumId, Conflict, Error, ItemKind, ProductId, ResourceKind, Sha256Hash, ShelfId, Timestamp, content_item,
    full_text, reconcile, shelves,
};

use wasm_core::limits::MULTIPART_FROM_BYTES;

use crate::support::{at, audio, audio_draft, course, fresh_with_engine, note, uid, upload_draft};
use crate::test_backends;

/// Changes an attribute of a record directly in the engine.
fn change(engine: &Database, (pk, sk): (&str, &str), expression: &str, values: &serde_json::Value) {
    let request = json!({
        "TableName": "note-ninja", "Key": { "pk": { "S": pk }, "sk": { "S": sk } }, "UpdateExpression": expression,
        "ExpressionAttributeValues": values,
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
}

#[tokio::test]
async fn h3_deleting_a_recording_fails_if_the_shelf_count_is_already_zero() {
    let (store, engine) = fresh_with_engine().await;
    let recording = audio(&store, ShelfId::Radio, "Slowly").await;
    let shelf = ("SHELF#radio", "SELF");
    change(&engine, shelf, "SET episodes = :none", &json!({ ":none": { "N": "0" } }));
    let refused =
        trash::trash_item::<AudioNote>(&store, recording.id, &uid("admin"), DeletePermission::All, at(5)).await;
    assert!(matches!(refused, Err(Error::Broken(_))), "{refused:?}");
    change(&engine, shelf, "SET episodes = :one", &json!({ ":one": { "N": "1" } }));
    trash::trash_item::<AudioNote>(&store, recording.id, &uid("admin"), DeletePermission::All, at(6)).await.unwrap();
    assert_eq!(shelves::get(&store, ShelfId::Radio).await.unwrap().episodes, 0);
}

#[tokio::test]
async fn h20_reconciliation_reports_how_many_content_index_entries_it_added_and_removed() {
    let engine = Database::memory().unwrap();
    let engines = test_backends::start_with_database(engine.clone()).await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    let kept = note(store, &cs, "Pointers").await;
    let key = keys::content::primary(ItemKind::Note, ProductId::from(kept.id.ulid()));
    let request = json!({ "TableName": "note-ninja", "Key": { "pk": { "S": key.pk }, "sk": { "S": key.sk } } });
    engine.delete_item(serde_json::from_value(request).unwrap()).unwrap();
    let options =
        reconcile::ReconcileOptions { mend_counts: true, young_secs: 0, ..reconcile::ReconcileOptions::default() };
    let report = reconcile::run(store, &[], options, at(9)).await.unwrap();
    assert_eq!(report.register_mended, 1, "one was missing, none was left over");
}

#[tokio::test]
async fn s7_fs_2_files_of_visible_or_trashed_items_are_not_removed() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    let note = note(store, &cs, "Pointers").await;
    let bytes = bytes::Bytes::from_static(b"file");
    let key = &note.file.key;
    objects::put(store, Bucket::Files, key, bytes, "application/pdf", "no-store", PutCondition::Always).await.unwrap();
    let is_there = async || objects::head(store, Bucket::Files, key).await.unwrap().is_some();

    assert!(!trash::remove_files_unless_used::<Note>(store, &note).await.unwrap());
    assert!(is_there().await, "it is visible");
    trash::trash_item::<Note>(store, note.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    assert!(!trash::remove_files_unless_used::<Note>(store, &note).await.unwrap());
    assert!(is_there().await, "it is in the trash");
    let nobody = Note { id: crate::support::no_note(), ..note.clone() };
    assert!(trash::remove_files_unless_used::<Note>(store, &nobody).await.unwrap());
    assert!(!is_there().await, "nothing has it");
    assert_eq!(object::course_note(&cs, note.chapter, note.id), note.file.key);
}

#[tokio::test]
async fn s4_up_2_a_stalled_check_can_be_retried_and_a_running_one_cannot() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    let draft = upload_draft(&cs, "Pointers");
    let id = uploads::create(store, &uid("admin"), "Admin", draft, at(0)).await.unwrap().draft.id;
    uploads::acquire_lease(store, id, at(1000)).await.unwrap();
    let retry = async |secs| uploads::retry(store, &uid("admin"), id, at(secs)).await;
    let alive = retry(1049).await;
    assert!(matches!(alive, Err(Error::Conflict(Conflict::CheckInProgress))), "{alive:?}");
    let missing = retry(1050).await;
    assert!(matches!(missing, Err(Error::NotFound(ResourceKind::File))), "{missing:?}");
    let bytes = bytes::Bytes::from_static(b"file");
    let key = object::incoming_file(id);
    objects::put(store, Bucket::Files, &key, bytes, "application/pdf", "no-store", PutCondition::Always).await.unwrap();
    assert_eq!(retry(1050).await.unwrap().status, UploadStatus::Waiting);
}

#[tokio::test]
async fn s4_up_7_an_upload_without_heartbeat_is_interrupted_and_a_completely_received_file_is_checked() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let (cs, admin) = (course(store, "CS246").await, uid("admin"));
    let draft = upload_draft(&cs, "Pointers");
    let (id, sha256, size_bytes) = (draft.id, draft.sha256.clone(), draft.size_bytes);
    let upload = uploads::create(store, &admin, "Admin", draft, at(0)).await.unwrap();
    assert!(!upload.is_interrupted(at(149)) && upload.is_interrupted(at(150)), "it is silent for 150 s");
    uploads::record_heartbeat(store, &admin, id, at(60)).await.unwrap();
    let other = uploads::record_heartbeat(store, &uid("other"), id, at(70)).await;
    assert!(matches!(other, Err(Error::NotFound(ResourceKind::Upload))), "{other:?}");
    let upload = uploads::get(store, &admin, id).await.unwrap();
    assert!(!upload.is_interrupted(at(209)) && upload.is_interrupted(at(210)), "it was being sent at 60 s");
    assert_eq!(uploads::find_received(store, &upload, at(210)).await.unwrap(), uploads::ReceivedBytes::default());

    let resume = async |secs| uploads::resume(store, &admin, id, (&sha256, size_bytes), at(secs)).await;
    assert!(matches!(resume(220).await.unwrap().sending, UploadMethod::Single(_)));
    let upload = uploads::get(store, &admin, id).await.unwrap();
    assert!(!upload.is_interrupted(at(369)), "it goes on");
    let bytes = bytes::Bytes::from_static(b"file");
    let key = object::incoming_file(id);
    objects::put(store, Bucket::Files, &key, bytes, "application/pdf", "no-store", PutCondition::Always).await.unwrap();
    let arrived = uploads::find_received(store, &upload, at(400)).await.unwrap();
    assert_eq!(arrived, uploads::ReceivedBytes { bytes: size_bytes, is_complete: true });
    assert_eq!(uploads::find_received(store, &upload, at(369)).await.unwrap(), uploads::ReceivedBytes::default());
    assert!(matches!(resume(400).await, Err(Error::Conflict(Conflict::AlreadyUploaded))));
    assert_eq!(uploads::get(store, &admin, id).await.unwrap().updated_at, at(400), "its check is asked for again");
    uploads::acquire_lease(store, id, at(500)).await.unwrap();
    assert!(!uploads::get(store, &admin, id).await.unwrap().is_interrupted(at(900)), "a check has no sender");
    let late = uploads::record_heartbeat(store, &admin, id, at(501)).await;
    assert!(matches!(late, Err(Error::NotFound(ResourceKind::Upload))), "{late:?}");
}

#[tokio::test]
async fn s2_find_5_unreferenced_full_text_indexes_are_removed_after_a_day_and_their_number_is_returned() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let key = object::full_text_index(NoteCollection::Album(AlbumId::Cram), &Sha256Hash::of(b"an index"));
    let bytes = bytes::Bytes::from_static(b"an index");
    objects::put(store, Bucket::Files, &key, bytes, "application/octet-stream", "no-store", PutCondition::Always)
        .await
        .unwrap();
    let removed = async |hours: u64| full_text::remove_replaced(store, Timestamp::now().plus_secs(hours * 3600)).await;
    assert_eq!(removed(23).await.unwrap(), 0);
    assert_eq!(removed(25).await.unwrap(), 1);
    assert_eq!(removed(25).await.unwrap(), 0);
}

#[tokio::test]
async fn s6_adm_7_only_a_replacement_file_of_a_recording_has_an_artwork_key() {
    let (store, _engine) = fresh_with_engine().await;
    let cs = course(&store, "CS246").await;
    let (note, recording) = (note(&store, &cs, "Pointers").await, audio(&store, ShelfId::Radio, "Slowly").await);
    let product = ProductId::from(crate::support::no_note().ulid());
    let picture =
        async |kind, id: ProductId| content_item::get(&store, kind, id).await.unwrap().new_artwork_key(product);
    let of_recording = picture(ItemKind::Audio, recording.id.ulid().into()).await.unwrap();
    assert!(of_recording.as_str().contains(&product.to_string()), "{of_recording:?}");
    assert_eq!(picture(ItemKind::Note, note.id.ulid().into()).await, None);
}

#[tokio::test]
async fn a_large_file_is_uploaded_in_parts_unless_already_received() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let create = async |title| {
        let draft = UploadDraft { size_bytes: MULTIPART_FROM_BYTES + 1, ..audio_draft(ShelfId::Radio, title) };
        uploads::create(store, &uid("admin"), "Admin", draft, at(0)).await.unwrap()
    };
    let wanted = create("Wanted").await;
    let ticket = uploads::create_ticket(store, &wanted, at(1)).await.unwrap();
    let UploadMethod::Multipart { uploaded, .. } = ticket.sending else { panic!("it goes in one piece") };
    assert!(uploaded.is_empty());
    let parts = [(2, Sha256Hash::of(b"the second part"))];
    let signed = uploads::sign_parts(store, &uid("admin"), wanted.draft.id, &parts, at(2)).await.unwrap();
    assert_eq!(signed.signed.iter().map(|part| part.number).collect::<Vec<_>>(), [2]);
    assert!(signed.uploaded.is_empty());

    let there = create("There").await;
    let bytes = bytes::Bytes::from_static(b"a recording");
    let key = object::incoming_file(there.draft.id);
    objects::put(store, Bucket::Files, &key, bytes, "audio/mpeg", "no-store", PutCondition::Always).await.unwrap();
    let refused = uploads::create_ticket(store, &there, at(3)).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::AlreadyUploaded))), "{refused:?}");
}

#[tokio::test]
async fn s2_find_5_reconciliation_expects_indexes_of_albums_of_recordings_and_of_courses_that_have_notes() {
    let (store, _engine) = fresh_with_engine().await;
    let (cs, _empty) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    note(&store, &cs, "Pointers").await;
    let mut expected = vec![NoteCollection::Course(cs)];
    expected.extend(AlbumId::ALL.map(NoteCollection::Album));
    expected.extend(ShelfId::ALL.map(NoteCollection::ShelfAudio));
    assert_eq!(full_text::list_collections(&store).await.unwrap(), expected);
}
