//! Hidden courses, and creating and editing single courses.

use store::courses::{self, CourseEdit, Viewer};
use store::likes::{self, LikeTarget};
use store::notes::Note;
use store::trash::{self, DeletePermission};
use store::{
    Conflict, Error, ResourceKind, course_follows, course_or_album_note, downloads, new_notes, requests, saved_notes,
};
use wasm_core::limits::NEW_NOTES_COURSES_MAX;

use crate::support::{at, code, course, draft, empty_store, note, student, uid};

fn is_missing<T>(result: &store::Result<T>, noun: ResourceKind) -> bool {
    matches!(result, Err(Error::NotFound(missing)) if *missing == noun)
}

#[tokio::test]
async fn s6_adm_21_students_cannot_find_follow_or_like_a_hidden_course_or_its_notes() {
    let store = empty_store().await;
    let (cs, me) = (course(&store, "CS246").await, student(&store, "a", Some("amara")).await);
    let pdf = note(&store, &cs, "Pointers").await;
    course_follows::follow(&store, &uid("a"), &cs, at(3)).await.unwrap();
    assert!(courses::set_hidden(&store, &cs, true, at(4)).await.unwrap().hidden);
    courses::set_hidden(&store, &cs, true, at(5)).await.unwrap();

    assert!(is_missing(&courses::get_visible(&store, &cs, Viewer::Student).await, ResourceKind::Course));
    assert_eq!(courses::get_visible(&store, &cs, Viewer::Administrator).await.unwrap().code, cs);
    assert!(courses::list(&store, None, 10).await.unwrap().items.is_empty());
    assert!(courses::list_all(&store).await.unwrap().is_empty(), "the catalogue");
    assert!(is_missing(&course_or_album_note::get_visible(&store, pdf.id).await, ResourceKind::Note));
    assert!(is_missing(&saved_notes::save(&store, &me, pdf.id, at(6)).await, ResourceKind::Note));
    assert!(is_missing(&downloads::record(&store, &uid("a"), pdf.id, at(6)).await, ResourceKind::Note));
    assert!(is_missing(&likes::like(&store, &uid("a"), &LikeTarget::Note(pdf.id), at(6)).await, ResourceKind::Note));
    assert!(is_missing(&likes::like(&store, &uid("a"), &LikeTarget::Course(cs), at(6)).await, ResourceKind::Course));
    assert!(is_missing(&course_follows::follow(&store, &uid("b"), &cs, at(6)).await, ResourceKind::Course));
    assert!(new_notes::list(&store, &uid("a"), at(6)).await.unwrap().is_empty());

    let hidden = courses::list_hidden(&store, None, 10).await.unwrap().items;
    assert_eq!(hidden.iter().map(|course| course.code).collect::<Vec<_>>(), [cs]);
    assert!(!courses::set_hidden(&store, &cs, false, at(7)).await.unwrap().hidden);
    assert!(courses::list_hidden(&store, None, 10).await.unwrap().items.is_empty());
    assert_eq!(course_or_album_note::get_visible(&store, pdf.id).await.unwrap().id(), pdf.id);
    assert_eq!(new_notes::list(&store, &uid("a"), at(8)).await.unwrap().len(), 1);
    assert_eq!(likes::like(&store, &uid("a"), &LikeTarget::Course(cs), at(8)).await.unwrap().count, 1);
    assert!(is_missing(&courses::set_hidden(&store, &code("CS999"), true, at(9)).await, ResourceKind::Course));
}

#[tokio::test]
async fn trashed_notes_of_a_followed_course_do_not_displace_new_notes_of_other_courses() {
    let store = empty_store().await;
    let mut followed = vec![course(&store, "CS246").await];
    note(&store, &followed[0], "Pointers").await;
    for number in 0..NEW_NOTES_COURSES_MAX {
        let emptied = course(&store, &format!("CS10{number}")).await;
        let gone = note(&store, &emptied, "Gone").await;
        trash::trash_item::<Note>(&store, gone.id, &uid("admin"), DeletePermission::All, at(3)).await.unwrap();
        followed.push(emptied);
    }
    for course in followed {
        course_follows::follow(&store, &uid("a"), &course, at(4)).await.unwrap();
    }
    let found = new_notes::list(&store, &uid("a"), at(5)).await.unwrap();
    assert_eq!(found.iter().map(|note| note.details.title.as_str()).collect::<Vec<_>>(), ["Pointers"]);
}

#[tokio::test]
async fn s6_adm_21_a_hidden_course_can_be_requested_like_a_course_that_does_not_exist() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    courses::set_hidden(&store, &cs, true, at(1)).await.unwrap();
    requests::create(&store, &crate::desk::requests::asked_by(Some("a"), "CS246", 0)).await.unwrap();
    let requested = requests::find_requested_course(&store, &cs).await.unwrap().unwrap();
    assert_eq!(requested.state, requests::CourseRequestState::Open);
}

#[tokio::test]
async fn s6_cli_10_a_course_can_be_created_hidden_and_tells_until_its_visibility_is_set() {
    let store = empty_store().await;
    let made = courses::create_hidden(&store, &draft("CS246", "Software"), at(0)).await.unwrap();
    assert!(made.hidden && made.never_shown);
    assert!(is_missing(&courses::get_visible(&store, &made.code, Viewer::Student).await, ResourceKind::Course));
    assert!(courses::list_all(&store).await.unwrap().is_empty(), "the catalogue");
    assert_eq!(courses::list_hidden(&store, None, 10).await.unwrap().items, std::slice::from_ref(&made));
    let again = courses::create_hidden(&store, &draft("CS246", "Other"), at(1)).await;
    assert!(matches!(again, Err(Error::Conflict(Conflict::CourseExists))));
    let edit = CourseEdit { title: "Better".into(), description: String::new(), version: made.version };
    assert!(courses::edit(&store, &made.code, &edit, at(2)).await.unwrap().1.never_shown);
    let shown = courses::set_hidden(&store, &made.code, false, at(3)).await.unwrap();
    assert!(!shown.hidden && !shown.never_shown);
    assert!(courses::list_hidden(&store, None, 10).await.unwrap().items.is_empty());
    // Hidden by an administrator on purpose.
    assert!(!courses::set_hidden(&store, &made.code, true, at(4)).await.unwrap().never_shown);
}

#[tokio::test]
async fn s6_adm_21_a_course_is_created_once_and_editing_requires_the_version_that_was_read() {
    let store = empty_store().await;
    let made = courses::create(&store, &draft("CS246", "Software"), at(0)).await.unwrap();
    let again = courses::create(&store, &draft("CS246", "Other"), at(1)).await;
    assert!(matches!(again, Err(Error::Conflict(Conflict::CourseExists))));
    let edit = |title: &str, version| CourseEdit { title: title.into(), description: String::new(), version };
    let (before, after) = courses::edit(&store, &made.code, &edit("Better", made.version), at(2)).await.unwrap();
    assert_eq!((before.title.as_str(), after.title.as_str(), after.description.as_str()), ("Software", "Better", ""));
    let late = courses::edit(&store, &made.code, &edit("Late", made.version), at(3)).await;
    assert!(matches!(late, Err(Error::Conflict(Conflict::VersionMismatch))));
    courses::edit(&store, &made.code, &edit("Best", after.version), at(3)).await.unwrap();
    assert!(is_missing(&courses::edit(&store, &code("CS999"), &edit("None", 0), at(3)).await, ResourceKind::Course));
}
