use store::content::find_in;
use store::likes::{self, LikeTarget};
use store::notes::{self, Note};
use store::trash::{self, DeletePermission};
use store::uploads::{self, Lease, PublishOutcome, UploadStatus};
use store::{Conflict, Error, NoteId, ResourceKind, courses, keys, publish};

use crate::support::{at, code, course, empty_store, no_note, note, note_of, uid, upload_draft};

#[tokio::test]
async fn s3_note_1_a_note_is_read_with_all_its_fields() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let published = note(&store, &cs, "Pointers").await;
    let found = notes::get(&store, published.id).await.unwrap();
    assert_eq!(found, published);
    assert_eq!(find_in::<Note>(&store, cs.as_str(), published.id.into()).await.unwrap(), Some(found));
    assert!(matches!(notes::get(&store, no_note()).await, Err(Error::NotFound(ResourceKind::Note))));
}

#[tokio::test]
async fn s3_pdf_1_s7_fs_1_a_pdf_is_stored_under_the_key_prefix_of_its_course_and_chapter() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    assert_eq!(note.file.key.as_str(), format!("notes/CS246/1/{}.pdf", note.id));
    assert_eq!((note.file.name.as_str(), note.uploader.as_str(), note.chapter), ("limits.pdf", "admin", 1));
    assert_eq!(keys::object::upload_of(note.file.key.as_str()), None);
}

#[tokio::test]
async fn s7_wr_7_publishing_writes_the_note_the_count_and_the_upload_state_once_in_one_transaction() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let upload = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, "Pointers"), at(0)).await.unwrap();
    let note = note_of(&upload);
    let id = upload.draft.id;
    assert_eq!(
        publish::publish(&store, &note, id, at(2)).await.unwrap(),
        PublishOutcome::UploadCancelled,
        "nobody has checked it"
    );
    assert!(matches!(uploads::acquire_lease(&store, id, at(1)).await.unwrap(), Lease::Acquired(_)));
    assert_eq!(publish::publish(&store, &note, id, at(2)).await.unwrap(), PublishOutcome::Published);
    assert_eq!(publish::publish(&store, &note, id, at(2)).await.unwrap(), PublishOutcome::AlreadyPublished);
    assert_eq!(courses::get(&store, &cs).await.unwrap().note_count, 1);
    let after = uploads::find(&store, id).await.unwrap().unwrap();
    assert_eq!((after.status, after.published_note(), after.pages), (UploadStatus::Ready, Some(note.id), Some(3)));
}

#[tokio::test]
async fn s7_wr_7_publishing_a_note_to_a_missing_course_fails() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let upload = uploads::create(&store, &uid("admin"), "Admin", upload_draft(&cs, "Pointers"), at(0)).await.unwrap();
    uploads::acquire_lease(&store, upload.draft.id, at(1)).await.unwrap();
    let mut note = note_of(&upload);
    note.course = code("CS999");
    assert!(matches!(
        publish::publish(&store, &note, upload.draft.id, at(2)).await,
        Err(Error::NotFound(ResourceKind::Course))
    ));
    assert_eq!(notes::find(&store, note.id).await.unwrap(), None);
}

#[tokio::test]
async fn s7_wr_9_a_deleted_note_is_restored_from_the_trash_with_its_likes() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let kept = note(&store, &cs, "Kept").await;
    let gone = note(&store, &cs, "Gone").await;
    likes::like(&store, &uid("a"), &likes::LikeTarget::Note(gone.id), at(1)).await.unwrap();
    let trashed =
        trash::trash_item::<Note>(&store, gone.id, &uid("admin"), DeletePermission::All, at(2)).await.unwrap();
    assert_eq!(trashed.expires_at, at(30 * 86_400 + 2).epoch_secs());
    assert!(matches!(notes::get(&store, gone.id).await, Err(Error::NotFound(ResourceKind::Note))));
    let page = courses::page_with_notes(&store, &cs, None, 10).await.unwrap();
    assert_eq!((page.course.note_count, page.notes.items.len(), page.notes.items[0].id), (1, 1, kept.id));
    let listed = trash::list(&store, None, 10).await.unwrap().items;
    assert_eq!(listed, [trash::TrashedEntry::Note(Box::new(trashed))]);
    assert!(matches!(
        trash::trash_item::<Note>(&store, gone.id, &uid("admin"), DeletePermission::All, at(3)).await,
        Err(Error::NotFound(ResourceKind::Note))
    ));

    let back = trash::restore::<Note>(&store, gone.id).await.unwrap();
    assert_eq!((back.id, back.likes), (gone.id, 1));
    assert_eq!(notes::get(&store, gone.id).await.unwrap(), back);
    assert_eq!(courses::get(&store, &cs).await.unwrap().note_count, 2);
    let again = trash::restore::<Note>(&store, gone.id).await;
    assert!(matches!(again, Err(Error::Conflict(Conflict::AlreadyRestored))), "{again:?}");
    let unknown = trash::restore::<Note>(&store, NoteId::generate()).await;
    assert!(matches!(unknown, Err(Error::NotFound(ResourceKind::TrashedNote))), "{unknown:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s7_wr_9_likes_changed_while_a_note_is_in_the_trash_survive_its_restore() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let target = LikeTarget::Note(note.id);
    let likers: Vec<_> = (0..20)
        .map(|number| {
            let (store, who) = (store.clone(), uid(&format!("student-{number}")));
            tokio::spawn(async move {
                // Liking fails while the note is in the trash, so repeat it.
                while likes::like(&store, &who, &target, at(1)).await.is_err() {}
            })
        })
        .collect();
    for _ in 0..5 {
        // Trashing and restoring fail while likes keep arriving, so repeat them.
        while trash::trash_item::<Note>(&store, note.id, &uid("admin"), DeletePermission::All, at(2)).await.is_err() {}
        while trash::restore::<Note>(&store, note.id).await.is_err() {}
    }
    for liker in likers {
        liker.await.unwrap();
    }
    assert_eq!(notes::get(&store, note.id).await.unwrap().likes, 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s7_wr_9_two_concurrent_deletes_of_a_note_decrement_the_count_once() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    note(&store, &cs, "Kept").await;
    let gone = note(&store, &cs, "Gone").await;
    let mut tasks = Vec::new();
    for _ in 0..6 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            trash::trash_item::<Note>(&store, gone.id, &uid("admin"), DeletePermission::All, at(2)).await
        }));
    }
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => done += 1,
            Err(Error::NotFound(ResourceKind::Note) | Error::Conflict(Conflict::VersionMismatch)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(done, 1);
    assert_eq!(courses::get(&store, &cs).await.unwrap().note_count, 1);
}
