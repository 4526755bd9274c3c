use store::uploads::{self, Claim, UploadStatus};
use store::{Conflict, Error, Noun, notes};

use crate::support::{at, code, course, fresh, note_of, uid, upload_draft};

#[tokio::test]
async fn s7_wr_7_an_upload_is_announced_once() {
    let store = fresh().await;
    let cs = course(&store, "CS246").await;
    let draft = upload_draft(&cs, "Pointers");
    let first = uploads::create(&store, &uid("admin"), "Admin", draft.clone(), at(0)).await.unwrap();
    let again = uploads::create(&store, &uid("admin"), "Admin", draft.clone(), at(5)).await.unwrap();
    assert_eq!(again, first);
    let mut other = draft.clone();
    other.title = "Other".into();
    let refused = uploads::create(&store, &uid("admin"), "Admin", other, at(5)).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::IdInUse))));
    uploads::claim(&store, draft.id, at(6)).await.unwrap();
    let late = uploads::create(&store, &uid("admin"), "Admin", draft, at(7)).await;
    assert!(matches!(late, Err(Error::Conflict(Conflict::AlreadyUploaded))));
    let nowhere = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&code("CS999"), "X"), at(0)).await;
    assert!(matches!(nowhere, Err(Error::NotFound(Noun::Course))));
}

#[tokio::test]
async fn s7_wr_7_an_upload_is_seen_by_its_owner_only() {
    let store = fresh().await;
    let cs = course(&store, "CS246").await;
    let mut ids = Vec::new();
    for title in ["One", "Two"] {
        ids.push(
            uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, title), at(0)).await.unwrap().draft.id,
        );
    }
    assert_eq!(uploads::get(&store, &uid("admin"), ids[0]).await.unwrap().status, UploadStatus::Waiting);
    assert!(matches!(uploads::get(&store, &uid("other"), ids[0]).await, Err(Error::NotFound(Noun::Upload))));
    assert!(matches!(uploads::delete(&store, &uid("other"), ids[0]).await, Err(Error::NotFound(Noun::Upload))));
    assert_eq!(uploads::list(&store, &uid("admin"), None, 10).await.unwrap().items.len(), 2);
    assert!(uploads::list(&store, &uid("other"), None, 10).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn s7_wr_7_a_check_can_be_taken_up_again_until_it_is_decided() {
    let store = fresh().await;
    let cs = course(&store, "CS246").await;
    let upload = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, "Pointers"), at(0)).await.unwrap();
    let id = upload.draft.id;
    // A check that may still be alive is joined; one whose time is over died and counts.
    for (secs, begun) in [(1, 1), (2, 1), (60, 2)] {
        let Claim::Check(claimed) = uploads::claim(&store, id, at(secs)).await.unwrap() else { panic!("not claimed") };
        assert_eq!((claimed.status, claimed.checks_begun), (UploadStatus::Checking, begun));
        assert_eq!(uploads::find(&store, id).await.unwrap().unwrap(), *claimed);
    }
    for left in [1, 0, 0] {
        uploads::release(&store, id).await.unwrap();
        assert_eq!(uploads::find(&store, id).await.unwrap().unwrap().checks_begun, left);
    }
    assert!(matches!(uploads::delete(&store, &uid("admin"), id).await, Err(Error::Conflict(Conflict::BeingChecked))));
    assert!(uploads::fail(&store, id, "This is not a PDF file.", at(2)).await.unwrap());
    assert!(!uploads::fail(&store, id, "Another reason.", at(3)).await.unwrap());
    let Claim::Decided(failed) = uploads::claim(&store, id, at(4)).await.unwrap() else { panic!("claimed again") };
    assert_eq!((failed.status, failed.reason.as_deref()), (UploadStatus::Failed, Some("This is not a PDF file.")));
    assert_eq!(failed.published_note(), None);
    assert_eq!(notes::publish(&store, &note_of(&failed), id).await.unwrap(), notes::Published::Withdrawn);
    assert_eq!(uploads::claim(&store, store::UploadId::generate(), at(4)).await.unwrap(), Claim::Unknown);
}
