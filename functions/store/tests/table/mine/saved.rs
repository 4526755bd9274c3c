use store::content::{CommonMetadata, KindMetadata};
use store::course_or_album_note::CourseOrAlbumNote;
use store::edit::{self, ContentEdit};
use store::likes::{self, LikeTarget};
use store::notes::Note;
use store::saved_note_access::SavedNoteUpdate;
use store::saved_notes::{self, SAVED_NOTE_TYPE, SavedNote};
use store::trash::{self, DeletePermission};
use store::{Error, ItemKind, ProductId, ResourceKind, Store, Timestamp, UserId, notes, saved_note_access, students};

use crate::support::{at, course, empty_store, fresh_with_engine, no_note, note, student, uid};

#[tokio::test]
async fn s3_saved_1_s3_my_1_a_saved_note_is_a_copy_with_owner_and_time() {
    let store = empty_store().await;
    let owner = student(&store, "a", Some("Amara")).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let saved = saved_notes::save(&store, &owner, note.id, at(7)).await.unwrap();
    assert!(saved.created);
    let found = saved_notes::find(&store, &owner.uid, note.id).await.unwrap().unwrap();
    assert_eq!(found, saved.note);
    assert_eq!((found.course_code, found.original_note_id), (Some(cs), note.id));
    assert_eq!((found.note, found.kind.as_str()), (CourseOrAlbumNote::Course(note), SAVED_NOTE_TYPE));
    assert_eq!((found.added_at, found.saved_at), (at(7), at(7)));
    assert_eq!(
        (found.uid, found.saved_by.as_str(), found.saved_by_email.as_str()),
        (uid("a"), "Amara", "a@noteninja.test")
    );
    assert_eq!(found.username.unwrap().as_str(), "amara");
}

#[tokio::test]
async fn s3_saved_1_a_note_without_a_title_is_saved_as_untitled() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, " ").await;
    assert_eq!(
        saved_notes::save(&store, &owner, note.id, at(0)).await.unwrap().note.note.details().title,
        "Untitled Note"
    );
}

#[tokio::test]
async fn s7_wr_6_saving_again_returns_the_existing_copy() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    saved_notes::save(&store, &owner, note.id, at(1)).await.unwrap();
    let again = saved_notes::save(&store, &owner, note.id, at(9)).await.unwrap();
    assert_eq!((again.created, again.note.added_at), (false, at(1)));
    let student = students::get(&store, &owner.uid).await.unwrap();
    assert_eq!((student.saved_count, student.saved_edition), (1, 1));
    assert!(matches!(
        saved_notes::save(&store, &owner, no_note(), at(1)).await,
        Err(Error::NotFound(ResourceKind::Note))
    ));
}

#[tokio::test]
async fn s7_wr_6_my_notes_are_private_and_survive_deletion_of_the_original() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let first = note(&store, &cs, "First").await;
    let second = note(&store, &cs, "Second").await;
    for note in [&first, &second] {
        saved_notes::save(&store, &owner, note.id, at(1)).await.unwrap();
    }
    trash::trash_item::<Note>(&store, first.id, &uid("admin"), DeletePermission::All, at(2)).await.unwrap();
    assert_eq!(saved_notes::list_all(&store, &owner.uid).await.unwrap().len(), 2);
    assert!(saved_notes::list(&store, &uid("b"), None, 10).await.unwrap().items.is_empty());
    let page = saved_notes::list(&store, &owner.uid, None, 1).await.unwrap();
    let cursor = page.next.unwrap();
    assert_eq!(saved_notes::list(&store, &owner.uid, Some(&cursor), 5).await.unwrap().items.len(), 1);
    assert!(matches!(saved_notes::list(&store, &uid("b"), Some(&cursor), 5).await, Err(Error::InvalidCursor)));
}

async fn updates(store: &Store, owner: &UserId, now: Timestamp) -> Vec<SavedNoteUpdate> {
    let page = saved_note_access::list_updates(store, owner, None, 100, now).await.unwrap();
    assert_eq!(page.next, None);
    page.items
}

#[tokio::test]
async fn pages_of_updates_correspond_to_pages_of_saved_notes_and_may_be_empty() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let mut deleted = Vec::new();
    for number in 0..5 {
        let note = note(&store, &cs, "Note").await;
        saved_notes::save(&store, &owner, note.id, at(1)).await.unwrap();
        if number != 2 {
            trash::trash_item::<Note>(&store, note.id, &uid("admin"), DeletePermission::All, at(2)).await.unwrap();
            deleted.push(note.id);
        }
    }
    deleted.sort_by(|one, other| other.cmp(one));
    let (mut pages, mut found, mut cursor) = (0, Vec::new(), None);
    loop {
        let page = saved_note_access::list_updates(&store, &owner.uid, cursor.as_ref(), 1, at(3)).await.unwrap();
        assert!(page.items.len() <= 1);
        found.extend(page.items.into_iter().map(|update| match update {
            SavedNoteUpdate::Deleted { id, .. } => id,
            SavedNoteUpdate::Changed(saved) => saved.original_note_id,
        }));
        pages += 1;
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, deleted);
    assert!(pages >= 5, "{pages}");
    let other = saved_note_access::list_updates(&store, &uid("b"), None, 1, at(3)).await.unwrap();
    assert_eq!(other.items, []);
}

#[tokio::test]
async fn h20_an_update_of_a_saved_note_whose_original_was_deleted_contains_the_expiry_date_of_its_file() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let (kept, deleted) = (note(&store, &cs, "Kept").await, note(&store, &cs, "Deleted").await);
    for note in [&kept, &deleted] {
        saved_notes::save(&store, &owner, note.id, at(1)).await.unwrap();
    }
    assert_eq!(updates(&store, &owner.uid, at(2)).await, []);

    let trashed =
        trash::trash_item::<Note>(&store, deleted.id, &uid("admin"), DeletePermission::All, at(3)).await.unwrap();
    let until = at(3).plus_secs(30 * 86_400);
    assert_eq!(until.epoch_secs(), trashed.expires_at);
    let lost = async |now| updates(&store, &owner.uid, now).await;
    assert_eq!(lost(at(4)).await, [SavedNoteUpdate::Deleted { id: deleted.id, file_until: Some(until) }]);
    assert_eq!(
        lost(until).await,
        [SavedNoteUpdate::Deleted { id: deleted.id, file_until: None }],
        "expired, but not dropped yet"
    );
    trash::restore::<Note>(&store, deleted.id).await.unwrap();
    assert_eq!(lost(at(4)).await, []);
}

#[tokio::test]
async fn a_like_of_a_saved_note_is_not_reported_as_an_update() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    saved_notes::save(&store, &owner, note.id, at(1)).await.unwrap();
    likes::like(&store, &owner.uid, &LikeTarget::Note(note.id), at(2)).await.unwrap();
    assert_eq!(notes::get(&store, note.id).await.unwrap().likes, 1);
    assert_eq!(updates(&store, &owner.uid, at(3)).await, []);
}

#[tokio::test]
async fn an_update_contains_the_edited_note_and_the_time_at_which_it_was_saved() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let (untitled, edited) = (note(&store, &cs, " ").await, note(&store, &cs, "Pointers").await);
    saved_notes::save(&store, &owner, untitled.id, at(1)).await.unwrap();
    let copy = saved_notes::save(&store, &owner, edited.id, at(1)).await.unwrap().note;
    let edit = ContentEdit {
        details: CommonMetadata::new("References", ""),
        particulars: KindMetadata::default(),
        version: 0,
    };
    edit::edit(&store, ItemKind::Note, ProductId::from(edited.id.ulid()), &edit).await.unwrap();
    let current = CourseOrAlbumNote::Course(notes::get(&store, edited.id).await.unwrap());
    let found = updates(&store, &owner.uid, at(2)).await;
    assert_eq!(found, [SavedNoteUpdate::Changed(Box::new(SavedNote { note: current, ..copy }))]);
}

#[tokio::test]
async fn h20_the_file_of_a_deleted_note_stays_available_for_30_days_to_students_who_saved_it() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Deleted").await;
    saved_notes::save(&store, &owner, note.id, at(1)).await.unwrap();
    let file = async |who: &str, now| saved_note_access::get_file(&store, &uid(who), note.id, now).await;
    assert_eq!(file("a", at(2)).await.unwrap(), note.file);
    trash::trash_item::<Note>(&store, note.id, &uid("admin"), DeletePermission::All, at(3)).await.unwrap();
    assert_eq!(file("a", at(4)).await.unwrap(), note.file);
    assert!(matches!(file("b", at(4)).await, Err(Error::NotFound(ResourceKind::SavedNote))));
    assert!(matches!(file("a", at(3).plus_secs(30 * 86_400)).await, Err(Error::NotFound(ResourceKind::File))));
}

#[tokio::test]
async fn s7_wr_9_removing_a_saved_note_is_idempotent() {
    let store = empty_store().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    saved_notes::save(&store, &owner, note.id, at(1)).await.unwrap();
    for _ in 0..2 {
        saved_notes::remove(&store, &owner.uid, note.id).await.unwrap();
        assert_eq!(saved_notes::find(&store, &owner.uid, note.id).await.unwrap(), None);
        let student = students::get(&store, &owner.uid).await.unwrap();
        assert_eq!((student.saved_count, student.saved_edition), (0, 2));
    }
    saved_notes::remove(&store, &uid("nobody"), note.id).await.unwrap();
}

#[tokio::test]
async fn s7_wr_6_saving_more_than_two_thousand_notes_is_refused() {
    let (store, engine) = fresh_with_engine().await;
    let owner = student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let last = note(&store, &cs, "The last").await;
    let one_more = note(&store, &cs, "One more").await;
    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET saved_count = :count",
        "ExpressionAttributeValues": { ":count": { "N": "1999" } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    assert!(saved_notes::save(&store, &owner, last.id, at(1)).await.unwrap().created);
    let refused = saved_notes::save(&store, &owner, one_more.id, at(1)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 2000, .. })), "{refused:?}");
    assert!(!saved_notes::save(&store, &owner, last.id, at(2)).await.unwrap().created, "what is there stays reachable");
    saved_notes::remove(&store, &owner.uid, last.id).await.unwrap();
    assert!(saved_notes::save(&store, &owner, one_more.id, at(3)).await.unwrap().created);
}
