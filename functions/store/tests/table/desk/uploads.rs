use store::uploads::{self, Lease, PublishOutcome, UploadDraft, UploadStatus};
use store::{Conflict, Error, ResourceKind, ShelfId, publish};
use wasm_core::limits;

use crate::support::{at, audio_draft, audio_of, code, course, empty_store, note_of, uid, upload_draft};

#[tokio::test]
async fn s7_wr_7_creating_an_upload_again_returns_it_and_using_its_id_for_another_upload_is_a_conflict() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let draft = upload_draft(&cs, "Pointers");
    let first = uploads::create(&store, &uid("admin"), "Admin", draft.clone(), at(0)).await.unwrap();
    let again = uploads::create(&store, &uid("admin"), "Admin", draft.clone(), at(5)).await.unwrap();
    assert_eq!(again, first);
    let mut other = draft.clone();
    other.file_name = "other.pdf".into();
    let refused = uploads::create(&store, &uid("admin"), "Admin", other, at(5)).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::IdInUse))));
    uploads::acquire_lease(&store, draft.id, at(6)).await.unwrap();
    let late = uploads::create(&store, &uid("admin"), "Admin", draft, at(7)).await;
    assert!(matches!(late, Err(Error::Conflict(Conflict::AlreadyUploaded))));
    let nowhere = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&code("CS999"), "X"), at(0)).await;
    assert!(matches!(nowhere, Err(Error::NotFound(ResourceKind::Course))));
}

#[tokio::test]
async fn a_file_check_with_a_recent_heartbeat_keeps_its_lease() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let upload = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, "Pointers"), at(0)).await.unwrap();
    let id = upload.draft.id;
    assert!(!uploads::renew_lease(&store, id, at(0)).await.unwrap(), "nobody checks it");
    uploads::acquire_lease(&store, id, at(1)).await.unwrap();
    for secs in [20, 40, 60, 80] {
        assert!(uploads::renew_lease(&store, id, at(secs)).await.unwrap());
    }
    let Lease::Acquired(joined) = uploads::acquire_lease(&store, id, at(120)).await.unwrap() else {
        panic!("not claimed")
    };
    assert_eq!(joined.checks_begun, 1, "it showed life 40 s ago");
    let Lease::Acquired(again) = uploads::acquire_lease(&store, id, at(131)).await.unwrap() else {
        panic!("not claimed")
    };
    assert_eq!(again.checks_begun, 2, "it has been silent for 51 s");
    uploads::fail(&store, id, "No.", false, at(132)).await.unwrap();
    assert!(!uploads::renew_lease(&store, id, at(133)).await.unwrap(), "it is decided");
}

#[test]
fn multipart_sizes_add_up_to_the_size_of_the_recording() {
    let draft = |size_bytes| UploadDraft { size_bytes, ..audio_draft(ShelfId::Radio, "Long") };
    assert!(!draft(limits::MULTIPART_FROM_BYTES).is_multipart());
    assert!(draft(limits::MULTIPART_FROM_BYTES + 1).is_multipart());
    for size_bytes in [limits::MULTIPART_FROM_BYTES + 1, 4 * limits::PART_BYTES, limits::AUDIO_MAX_BYTES] {
        let draft = draft(size_bytes);
        let sizes: Vec<u64> = (1..=draft.parts()).map(|number| draft.part_bytes(number).unwrap()).collect();
        assert_eq!(sizes.iter().sum::<u64>(), size_bytes);
        assert!(sizes.iter().all(|size| (1..=limits::PART_BYTES).contains(size)));
        assert_eq!((draft.part_bytes(0), draft.part_bytes(draft.parts() + 1)), (None, None));
    }
}

#[tokio::test]
async fn s7_wr_7_an_upload_is_visible_to_its_owner_only() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let mut ids = Vec::new();
    for title in ["One", "Two"] {
        ids.push(
            uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, title), at(0)).await.unwrap().draft.id,
        );
    }
    assert_eq!(uploads::get(&store, &uid("admin"), ids[0]).await.unwrap().status, UploadStatus::Waiting);
    assert!(matches!(uploads::get(&store, &uid("other"), ids[0]).await, Err(Error::NotFound(ResourceKind::Upload))));
    assert!(matches!(uploads::delete(&store, &uid("other"), ids[0]).await, Err(Error::NotFound(ResourceKind::Upload))));
    assert_eq!(uploads::list(&store, &uid("admin"), None, 10).await.unwrap().items.len(), 2);
    assert!(uploads::list(&store, &uid("other"), None, 10).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn s7_wr_7_a_stalled_check_can_be_taken_over_until_its_result_is_stored() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let upload = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, "Pointers"), at(0)).await.unwrap();
    let id = upload.draft.id;
    // A live check is joined; a dead one is claimed again and counted.
    for (secs, begun) in [(1, 1), (2, 1), (60, 2)] {
        let Lease::Acquired(claimed) = uploads::acquire_lease(&store, id, at(secs)).await.unwrap() else {
            panic!("not claimed")
        };
        assert_eq!((claimed.status, claimed.checks_begun), (UploadStatus::Checking, begun));
        assert_eq!(uploads::find(&store, id).await.unwrap().unwrap(), *claimed);
    }
    for left in [1, 0, 0] {
        uploads::release_lease(&store, id).await.unwrap();
        assert_eq!(uploads::find(&store, id).await.unwrap().unwrap().checks_begun, left);
    }
    assert!(uploads::fail(&store, id, "This is not a PDF file.", true, at(2)).await.unwrap());
    assert!(!uploads::fail(&store, id, "Another reason.", false, at(3)).await.unwrap());
    let Lease::Decided(failed) = uploads::acquire_lease(&store, id, at(4)).await.unwrap() else {
        panic!("claimed again")
    };
    assert_eq!((failed.status, failed.reason.as_deref()), (UploadStatus::Failed, Some("This is not a PDF file.")));
    assert_eq!(failed.published_note(), None);
    assert_eq!(publish::publish(&store, &note_of(&failed), id, at(2)).await.unwrap(), PublishOutcome::UploadCancelled);
    assert_eq!(uploads::acquire_lease(&store, store::UploadId::generate(), at(4)).await.unwrap(), Lease::Unknown);
}

#[tokio::test]
async fn s6_cli_2_an_upload_by_a_program_is_remembered_as_long_as_the_activity_log() {
    let store = empty_store().await;
    for (key, days) in [(None, 30), (Some("Office computer"), u64::from(limits::AUDIT_DAYS))] {
        let draft = audio_draft(ShelfId::Radio, "Pointers");
        let upload = uploads::create_with_key(&store, &uid("admin"), ("Admin", key), draft, at(0)).await.unwrap();
        let id = upload.draft.id;
        uploads::acquire_lease(&store, id, at(1)).await.unwrap();
        let recording = audio_of(&upload, Some(60));
        assert_eq!(publish::publish(&store, &recording, id, at(2)).await.unwrap(), PublishOutcome::Published);
        let expires_at = uploads::find(&store, id).await.unwrap().unwrap().expires_at;
        assert_eq!(expires_at, at(1).plus_secs(days * 86_400).epoch_secs(), "{key:?}");
    }
}
