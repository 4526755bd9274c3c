use store::albums::{self, Album, AlbumNote};
use store::course_or_album_note::{self, CourseOrAlbumNote};
use store::trash::{self, DeletePermission};
use store::uploads::{self, PublishOutcome, UploadStatus};
use store::{AccessRule, AlbumId, Conflict, Error, PictureId, ResourceKind, Store, keys, publish, saved_notes};

use crate::support::{
    album_draft, album_note as published, album_note_of, at, course, empty_store, no_note, note, student, uid,
};

async fn count(store: &Store, album: AlbumId) -> u32 {
    albums::get(store, album).await.unwrap().notes
}

#[tokio::test]
async fn s7_rd_7_s3_album_1_album_notes_are_read_with_count_newest_first_and_in_pages() {
    let store = empty_store().await;
    let empty = albums::page(&store, AlbumId::Cram, None, 10).await.unwrap();
    assert_eq!((empty.album, empty.notes.items.len()), (Album::empty(AlbumId::Cram), 0));
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(published(&store, AlbumId::Cram, &format!("Part {number}")).await.id);
    }
    published(&store, AlbumId::NightOwl, "Elsewhere").await;
    ids.reverse();
    let first = albums::page(&store, AlbumId::Cram, None, 3).await.unwrap();
    assert_eq!((first.album.notes, first.notes.items.len()), (5, 3));
    let second = albums::page(&store, AlbumId::Cram, first.notes.next.as_ref(), 3).await.unwrap();
    assert_eq!((second.album.notes, second.notes.next), (5, None));
    let listed: Vec<_> = first.notes.items.into_iter().chain(second.notes.items).map(|note| note.id).collect();
    assert_eq!(listed, ids);
    let cursor = albums::page(&store, AlbumId::Cram, None, 2).await.unwrap().notes.next;
    let other = albums::page(&store, AlbumId::ExamReview, cursor.as_ref(), 3).await;
    assert!(matches!(other, Err(Error::InvalidCursor)), "a cursor belongs to its album");
}

#[tokio::test]
async fn a18_notes_of_courses_and_albums_are_found_by_id() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let of_course = note(&store, &cs, "Pointers").await;
    let of_album = published(&store, AlbumId::ExamReview, "Reading the question").await;
    assert_eq!(
        course_or_album_note::get(&store, of_course.id).await.unwrap(),
        CourseOrAlbumNote::Course(of_course.clone())
    );
    assert_eq!(
        course_or_album_note::get(&store, of_album.id).await.unwrap(),
        CourseOrAlbumNote::Album(of_album.clone())
    );
    assert_eq!(albums::find(&store, of_album.id).await.unwrap(), Some(of_album));
    assert_eq!(albums::find(&store, of_course.id).await.unwrap(), None);
    assert!(matches!(course_or_album_note::get(&store, no_note()).await, Err(Error::NotFound(ResourceKind::Note))));
}

#[tokio::test]
async fn publishing_an_album_note_writes_the_note_the_count_and_the_upload_state_once_in_one_transaction() {
    let store = empty_store().await;
    let draft = album_draft(AlbumId::Cram, "One evening");
    let upload = uploads::create(&store, &uid("admin"), "Admin", draft, at(0)).await.unwrap();
    let (id, note) = (upload.draft.id, album_note_of(&upload));
    assert_eq!(
        publish::publish(&store, &note, id, at(1)).await.unwrap(),
        PublishOutcome::UploadCancelled,
        "nobody checked it"
    );
    assert_eq!(count(&store, AlbumId::Cram).await, 0);
    uploads::acquire_lease(&store, id, at(1)).await.unwrap();
    assert_eq!(publish::publish(&store, &note, id, at(2)).await.unwrap(), PublishOutcome::Published);
    assert_eq!(publish::publish(&store, &note, id, at(3)).await.unwrap(), PublishOutcome::AlreadyPublished);
    assert_eq!(count(&store, AlbumId::Cram).await, 1);
    let after = uploads::find(&store, id).await.unwrap().unwrap();
    assert_eq!((after.status, after.published_note(), after.pages), (UploadStatus::Ready, Some(note.id), Some(3)));
}

#[tokio::test]
async fn publishing_an_album_note_with_an_existing_id_fails() {
    let store = empty_store().await;
    let kept = published(&store, AlbumId::Cram, "Kept").await;
    let draft = album_draft(AlbumId::Cram, "Other");
    let upload = uploads::create(&store, &uid("admin"), "Admin", draft, at(0)).await.unwrap();
    uploads::acquire_lease(&store, upload.draft.id, at(1)).await.unwrap();
    let other = AlbumNote { id: kept.id, ..album_note_of(&upload) };
    let refused = publish::publish(&store, &other, upload.draft.id, at(2)).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::IdInUse))), "{refused:?}");
    assert_eq!(albums::find_in_album(&store, AlbumId::Cram, kept.id).await.unwrap(), Some(kept));
    assert_eq!(count(&store, AlbumId::Cram).await, 1);
}

#[tokio::test]
async fn s6_adm_3_only_the_uploader_or_an_administrator_can_delete_an_album_note() {
    let store = empty_store().await;
    let own = published(&store, AlbumId::Cram, "Own").await;
    let other = published(&store, AlbumId::Cram, "Other").await;
    let stranger = trash::trash_item::<AlbumNote>(&store, own.id, &uid("stranger"), DeletePermission::Own, at(5)).await;
    assert!(matches!(stranger, Err(Error::Forbidden(AccessRule::OwnerOnly))), "{stranger:?}");
    assert_eq!(count(&store, AlbumId::Cram).await, 2);
    trash::trash_item::<AlbumNote>(&store, own.id, &own.uploader, DeletePermission::Own, at(5)).await.unwrap();
    trash::trash_item::<AlbumNote>(&store, other.id, &uid("admin2"), DeletePermission::All, at(6)).await.unwrap();
    assert_eq!(count(&store, AlbumId::Cram).await, 0);
}

#[tokio::test]
async fn h20_a_deleted_album_note_is_restored_from_the_trash_with_its_picture() {
    let store = empty_store().await;
    let kept = published(&store, AlbumId::NightOwl, "Kept").await;
    let gone = published(&store, AlbumId::NightOwl, "Gone").await;
    let picture = PictureId::generate();
    albums::set_picture(&store, gone.album, gone.id, picture, None).await.unwrap();
    let trashed =
        trash::trash_item::<AlbumNote>(&store, gone.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    assert_eq!((trashed.expires_at, trashed.content.picture), (at(30 * 86_400 + 5).epoch_secs(), Some(picture)));
    assert!(matches!(course_or_album_note::get(&store, gone.id).await, Err(Error::NotFound(ResourceKind::Note))));
    let page = albums::page(&store, AlbumId::NightOwl, None, 10).await.unwrap();
    assert_eq!((page.album.notes, page.notes.items), (1, vec![kept]));
    let listed = trash::list(&store, None, 10).await.unwrap().items;
    assert_eq!(listed, [trash::TrashedEntry::AlbumNote(Box::new(trashed.clone()))]);
    let again = trash::trash_item::<AlbumNote>(&store, gone.id, &uid("admin"), DeletePermission::All, at(6)).await;
    assert!(matches!(again, Err(Error::NotFound(ResourceKind::Note))));
    let late = albums::set_picture(&store, gone.album, gone.id, PictureId::generate(), None).await;
    assert!(matches!(late, Err(Error::NotFound(ResourceKind::Note))), "a picture for a note that is gone");

    assert_eq!(trash::restore::<AlbumNote>(&store, gone.id).await.unwrap(), trashed.content);
    assert_eq!(albums::find_in_album(&store, gone.album, gone.id).await.unwrap(), Some(trashed.content));
    assert_eq!(count(&store, AlbumId::NightOwl).await, 2);
    let again = trash::restore::<AlbumNote>(&store, gone.id).await;
    assert!(matches!(again, Err(Error::Conflict(Conflict::AlreadyRestored))), "{again:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn h23_concurrent_publishing_and_deleting_keeps_the_album_count_exact() {
    let store = empty_store().await;
    let mut tasks = Vec::new();
    for number in 0..6 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move { published(&store, AlbumId::Cram, &format!("Part {number}")).await.id }));
    }
    let mut ids = Vec::new();
    for task in tasks {
        ids.push(task.await.unwrap());
    }
    assert_eq!(count(&store, AlbumId::Cram).await, 6);
    let mut tasks = Vec::new();
    for _ in 0..4 {
        let (store, id) = (store.clone(), ids[0]);
        tasks.push(tokio::spawn(async move {
            trash::trash_item::<AlbumNote>(&store, id, &uid("admin"), DeletePermission::All, at(5)).await
        }));
    }
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => done += 1,
            Err(Error::NotFound(ResourceKind::Note) | Error::Conflict(Conflict::VersionMismatch)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((done, count(&store, AlbumId::Cram).await), (1, 5));
}

#[tokio::test]
async fn s3_my_1_a_saved_album_note_survives_deletion_of_the_original() {
    let store = empty_store().await;
    let owner = student(&store, "a", Some("Amara")).await;
    let note = published(&store, AlbumId::NightOwl, "Two in the morning").await;
    let saved = saved_notes::save(&store, &owner, note.id, at(7)).await.unwrap();
    assert!(saved.created);
    trash::trash_item::<AlbumNote>(&store, note.id, &uid("admin"), DeletePermission::All, at(8)).await.unwrap();
    let found = saved_notes::find(&store, &owner.uid, note.id).await.unwrap().unwrap();
    assert_eq!((found.course_code, found.original_note_id), (note.course, note.id));
    assert_eq!(found.note, CourseOrAlbumNote::Album(note));
}

#[test]
fn s7_fs_1_h7_each_album_has_its_own_prefix_and_generated_file_names() {
    let id = "01JD3Q8Z6B0000000000000001".parse().unwrap();
    let areas = AlbumId::ALL.map(|album| keys::object::album_note(album, id).as_str().to_owned());
    assert_eq!(
        areas,
        [
            "album-notes/cram/01JD3Q8Z6B0000000000000001.pdf",
            "album-notes/examReview/01JD3Q8Z6B0000000000000001.pdf",
            "album-notes/nightOwl/01JD3Q8Z6B0000000000000001.pdf",
        ]
    );
    let picture: PictureId = "01JD3Q8Z6B0000000000000002".parse().unwrap();
    assert_eq!(keys::object::album_picture(picture).as_str(), "album-notes/images/01JD3Q8Z6B0000000000000002.jpg");
}
