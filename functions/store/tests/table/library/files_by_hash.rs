//! Finding items with an identical file, and reusing it for an upload.

use store::content::{CommonMetadata, KindMetadata};
use store::content_index::files_by_hash;
use store::notes::Note;
use store::trash::{self, DeletePermission};
use store::uploads::{self, Lease, UploadStatus};
use store::{Conflict, Error, ItemKind, ProductId, Sha256Hash, ShelfId, Store, edit};

use crate::support::{album_note, at, audio, course, empty_store, note, uid, upload_draft};

async fn titles(store: &Store, sha256: &Sha256Hash) -> Vec<String> {
    files_by_hash::list(store, sha256).await.unwrap().into_iter().map(|entry| entry.title).collect()
}

/// Returns the ids of the items with this file, in the order of the list.
async fn having(store: &Store, sha256: &Sha256Hash) -> Vec<ProductId> {
    files_by_hash::list(store, sha256).await.unwrap().into_iter().map(|entry| entry.id).collect()
}

#[tokio::test]
async fn s4_up_3_visible_items_are_found_by_their_file_hash() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    // The helper derives the file of a note from its title.
    let (one, two) = (note(&store, &cs, "Pointers").await, note(&store, &cs, "Pointers").await);
    assert_eq!(one.file.sha256, two.file.sha256);
    let [first, second] = [&one, &two].map(|note| ProductId::from(note.id.ulid()));
    let recording = audio(&store, ShelfId::Radio, "A recording").await;
    let of_album = album_note(&store, store::AlbumId::Cram, "Of an album").await;
    for (title, sha256) in [("A recording", &recording.file.sha256), ("Of an album", &of_album.file.sha256)] {
        assert_eq!(titles(&store, sha256).await, [title]);
    }
    assert_eq!(having(&store, &one.file.sha256).await, [second, first], "last uploaded first");
    trash::trash_item::<Note>(&store, two.id, &uid("admin"), DeletePermission::All, at(9)).await.unwrap();
    assert_eq!(having(&store, &one.file.sha256).await, [first]);
    trash::restore::<Note>(&store, two.id).await.unwrap();
    assert_eq!(having(&store, &one.file.sha256).await, [second, first]);
    assert!(having(&store, &Sha256Hash::of(b"nobody has this")).await.is_empty());
}

#[tokio::test]
async fn s4_up_3_an_edited_item_is_still_found_by_its_file_hash() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let first = note(&store, &cs, "First").await;
    let edit = edit::ContentEdit {
        details: CommonMetadata::new("Better", ""),
        particulars: KindMetadata::default(),
        version: 0,
    };
    edit::edit(&store, ItemKind::Note, ProductId::from(first.id.ulid()), &edit).await.unwrap();
    assert_eq!(titles(&store, &first.file.sha256).await, ["Better"]);
}

#[tokio::test]
async fn s4_up_2_only_stored_files_and_stalled_checks_can_be_retried_within_a_day() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let upload = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, "Pointers"), at(0)).await.unwrap();
    let id = upload.draft.id;
    let may = |upload: &uploads::Upload, secs| upload.can_retry(at(secs));
    assert!(!may(&upload, 1000), "there may be no file to check");
    let Lease::Acquired(checking) = uploads::acquire_lease(&store, id, at(1000)).await.unwrap() else {
        panic!("not claimed")
    };
    assert!(!may(&checking, 1049) && may(&checking, 1050), "a check that is silent is dead");
    let alive = uploads::retry(&store, &uid("admin"), id, at(1049)).await;
    assert!(matches!(alive, Err(Error::Conflict(Conflict::CheckInProgress))), "{alive:?}");
    uploads::fail(&store, id, "No.", true, at(1050)).await.unwrap();
    let failed = uploads::find(&store, id).await.unwrap().unwrap();
    assert_eq!((failed.status, failed.kept), (UploadStatus::Failed, true));
    assert!(may(&failed, 1050) && may(&failed, 1050 + 86_399) && !may(&failed, 1050 + 86_400));
    assert!(!may(&uploads::Upload { kept: false, ..failed.clone() }, 1051));
    assert!(!may(&uploads::Upload { status: UploadStatus::Ready, ..failed.clone() }, 1051));
    let held = uploads::Upload { status: UploadStatus::Review, ..failed.clone() };
    assert!(!held.is_review_over(at(1050 + 86_399)) && held.is_review_over(at(1050 + 86_400)));
    assert!(!failed.is_review_over(at(1050 + 86_400)), "it was not held");
}
