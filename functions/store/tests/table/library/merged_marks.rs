//! Data of students in a merged course, which moves on their next visit: with an item already at the target, with a
//! change in between, and after an interruption.

use store::exams::{self, ExamEdit};
use store::likes::{self, LikeTarget};
use store::merges::StudentDataKind;
use store::personal_cards::{self, NewPersonalCard};
use store::requests::{self, CourseRequestState};
use store::{NoteId, Store, UserId, course_follows, courses, merge, merges, notes, positions, saved_notes, students};
use wasm_core::course::CourseCode;
use wasm_core::limits::COURSE_MERGE_BATCH_MAX;
use wasm_core::reading::ReadingPosition;

use crate::desk::requests::asked_by;
use crate::library::merging::merged;
use crate::mine::exams::exam;
use crate::study::personal_cards::card;
use crate::support::{at, course, empty_store, fresh_with_engine, note, student, uid};

pub(crate) async fn follows_after_merge(store: &Store, owner: &UserId) -> Vec<CourseCode> {
    let followed = course_follows::list(store, owner).await.unwrap();
    apply_merges(store, owner, followed).await
}

/// Applies all course merges to a list of followed courses, and returns the new list.
async fn apply_merges(store: &Store, owner: &UserId, followed: Vec<CourseCode>) -> Vec<CourseCode> {
    let all = merges::list_all(store).await.unwrap();
    course_follows::replace_merged(store, owner, followed, &all).await.unwrap()
}

/// Creates one item of each kind in a course. The match is exhaustive, so that a new kind needs a case here.
pub(crate) async fn create_item(store: &Store, owner: &UserId, course: &CourseCode, part: StudentDataKind) {
    match part {
        StudentDataKind::Likes => {
            likes::like(store, owner, &LikeTarget::Course(*course), at(3)).await.unwrap();
        }
        StudentDataKind::Follows => {
            course_follows::follow(store, owner, course, at(3)).await.unwrap();
        }
        StudentDataKind::PersonalCards => {
            personal_cards::create(store, owner, card(course, "Front"), at(3)).await.unwrap();
        }
        StudentDataKind::Exams => {
            exams::set(store, owner, &exam(*course, "2026-12-01"), ExamEdit::default()).await.unwrap();
        }
        StudentDataKind::SavedNotes => {
            let id = note(store, course, "Saved").await.id;
            saved_notes::save(store, &students::get(store, owner).await.unwrap(), id, at(3)).await.unwrap();
        }
    }
}

/// Moves the items of one kind and returns their courses.
pub(crate) async fn move_and_list(store: &Store, owner: &UserId, part: StudentDataKind) -> Vec<CourseCode> {
    match part {
        StudentDataKind::Likes => likes::list_after_merges(store, owner).await.unwrap().courses,
        StudentDataKind::Follows => follows_after_merge(store, owner).await,
        StudentDataKind::PersonalCards => {
            personal_cards::list_courses(store, owner).await.unwrap().iter().map(|of| of.course).collect()
        }
        StudentDataKind::Exams => exams::list(store, owner).await.unwrap().iter().map(|exam| exam.course).collect(),
        StudentDataKind::SavedNotes => {
            saved_notes::list_all(store, owner).await.unwrap().iter().filter_map(|saved| saved.course_code).collect()
        }
    }
}

#[tokio::test]
async fn s6_adm_22_every_kind_of_data_in_the_merge_preview_moves_once() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    let parts = merge::preview(&store, &from, &into).await.unwrap().moved_later;
    assert!(!parts.is_empty());
    for part in &parts {
        create_item(&store, &me, &from, *part).await;
        assert_eq!(move_and_list(&store, &me, *part).await, [from], "{part:?}");
    }
    merged(&store, &from, &into).await;
    for part in parts {
        for _ in 0..2 {
            assert_eq!(move_and_list(&store, &me, part).await, [into], "{part:?}");
        }
    }
}

#[tokio::test]
async fn s6_adm_22_repeating_an_unfollow_with_the_merged_code_does_not_unfollow_the_target_course() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    for who in ["before", "after"] {
        for course in [from, into] {
            course_follows::follow(&store, &uid(who), &course, at(3)).await.unwrap();
        }
    }
    merged(&store, &from, &into).await;
    assert_eq!(follows_after_merge(&store, &uid("after")).await, [into]);
    for who in ["before", "after"] {
        for _ in 0..2 {
            assert_eq!(course_follows::unfollow(&store, &uid(who), &from).await.unwrap(), [into], "{who}");
        }
    }
}

#[tokio::test]
async fn s6_adm_22_a_follow_moved_by_two_merges_can_be_removed_with_the_original_course_code() {
    let store = empty_store().await;
    let [first, next, last] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    for who in ["moved", "between"] {
        course_follows::follow(&store, &uid(who), &first, at(3)).await.unwrap();
    }
    merged(&store, &first, &next).await;
    for who in ["moved", "between"] {
        assert_eq!(follows_after_merge(&store, &uid(who)).await, [next]);
    }
    merged(&store, &next, &last).await;
    assert_eq!(follows_after_merge(&store, &uid("moved")).await, [last]);
    for who in ["moved", "between"] {
        assert!(course_follows::unfollow(&store, &uid(who), &first).await.unwrap().is_empty(), "{who}");
    }
}

#[tokio::test]
async fn s6_adm_22_follows_that_change_during_an_unfinished_merge_end_in_a_consistent_state() {
    let store = empty_store().await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    for course in [one, other] {
        course_follows::follow(&store, &me, &course, at(3)).await.unwrap();
    }
    merged(&store, &one, &into).await;
    merged(&store, &other, &into).await;
    // The follow of only one course moves, as if the request was interrupted.
    assert_eq!(apply_merges(&store, &me, vec![one]).await, [other, into]);
    // Another request unfollows both courses after this one has read the list.
    let read = course_follows::list(&store, &me).await.unwrap();
    course_follows::unfollow(&store, &me, &other).await.unwrap();
    course_follows::unfollow(&store, &me, &into).await.unwrap();
    apply_merges(&store, &me, read).await;
    assert!(course_follows::list(&store, &me).await.unwrap().is_empty());
}

#[tokio::test]
async fn s6_adm_22_likes_of_an_interrupted_merge_are_moved_once_even_if_the_count_is_wrong() {
    let (store, engine) = fresh_with_engine().await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    for course in [one, other, into] {
        likes::like(&store, &me, &LikeTarget::Course(course), at(3)).await.unwrap();
    }
    merged(&store, &one, &into).await;
    merged(&store, &other, &into).await;
    // Interrupt the call after the first like has moved.
    let some_moved = async {
        while likes::list(&store, &me).await.unwrap().courses.len() == 3 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        settled = likes::list_after_merges(&store, &me) => {
            settled.unwrap();
        }
        () = some_moved => {}
    }
    assert_eq!(likes::list_after_merges(&store, &me).await.unwrap().courses, [into]);
    assert_eq!(courses::get(&store, &into).await.unwrap().likes, 1);

    let from = course(&store, "CS249").await;
    likes::like(&store, &me, &LikeTarget::Course(from), at(4)).await.unwrap();
    merged(&store, &from, &into).await;
    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": format!("COURSE#{into}") }, "sk": { "S": "SELF" } },
        "UpdateExpression": "SET #likes = :none",
        "ExpressionAttributeNames": { "#likes": "likes" },
        "ExpressionAttributeValues": { ":none": { "N": "0" } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    assert_eq!(likes::list_after_merges(&store, &me).await.unwrap().courses, [into]);
}

#[tokio::test]
async fn s6_adm_22_requests_are_counted_once_after_an_interrupted_merge_or_a_withdrawal() {
    let store = empty_store().await;
    for (who, wanted) in [("a", "CS246"), ("b", "CS246"), ("c", "CS246"), ("a", "CS247")] {
        requests::create(&store, &asked_by(Some(who), wanted, 0)).await.unwrap();
    }
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    for number in 0..COURSE_MERGE_BATCH_MAX - 1 {
        note(&store, &from, &format!("Note {number}")).await;
    }
    // After the notes, the first step has room for one request.
    let first = merge::run_step(&store, &from, &into, at(50)).await.unwrap();
    assert_eq!((first.requests, first.finished_at), (1, None));
    // The student withdraws with both codes, because the request may have moved already.
    for course in [from, into] {
        requests::withdraw(&store, &uid("b"), &course).await.unwrap();
    }
    merged(&store, &from, &into).await;
    for who in ["a", "c"] {
        let mine = requests::list_by_student(&store, &uid(who), None, 10).await.unwrap().items;
        assert_eq!(mine.iter().map(|mine| mine.requested.course_code).collect::<Vec<_>>(), [into], "{who}");
    }
    let requested = requests::find_requested_course(&store, &into).await.unwrap().unwrap();
    assert_eq!((requested.requesters, requested.state), (2, CourseRequestState::Added));
    assert!(requests::find_requested_course(&store, &from).await.unwrap().is_none());
}

#[tokio::test]
async fn s3_exam_2_all_exams_are_kept_after_an_interrupted_merge_or_a_concurrent_change() {
    let store = empty_store().await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    for (course, date) in [(one, "2026-12-01"), (other, "2026-12-02")] {
        exams::set(&store, &me, &exam(course, date), ExamEdit::default()).await.unwrap();
    }
    merged(&store, &one, &into).await;
    merged(&store, &other, &into).await;
    // A removal moves the exam of the named course first. It removes nothing, because no exam has the id `none`.
    exams::remove(&store, &me, &one, Some("none")).await.unwrap();
    exams::set(&store, &me, &exam(into, "2026-12-04"), ExamEdit::default()).await.unwrap();
    let listed = exams::list(&store, &me).await.unwrap();
    let waiting: Vec<_> = listed[0].set_aside.iter().map(|exam| exam.date.as_str()).collect();
    assert_eq!((listed.len(), listed[0].date.as_str(), waiting), (1, "2026-12-04", vec!["2026-12-02"]));
}

#[tokio::test]
async fn s3_own_2_all_own_cards_move_after_an_interrupted_merge() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    let deck: Vec<NewPersonalCard> = (100..300).map(|number| card(&from, &format!("Card {number}"))).collect();
    personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap();
    let there = NewPersonalCard { id: deck[150].id, ..card(&into, "There") };
    personal_cards::create(&store, &me, there, at(1)).await.unwrap();
    merged(&store, &from, &into).await;
    // Interrupt the call after some cards have moved.
    let some_moved = async {
        while personal_cards::list_for_course(&store, &me, &into, None, 10).await.unwrap().items.len() < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        all = personal_cards::list_courses(&store, &me) => {
            all.unwrap();
        }
        () = some_moved => {}
    }
    assert_eq!(personal_cards::list(&store, &me).await.unwrap().len(), 201);
    let listed = personal_cards::list_courses(&store, &me).await.unwrap();
    assert_eq!(listed.iter().map(|of| (of.course, of.cards)).collect::<Vec<_>>(), [(into, 201)]);
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap().cards, 201);
    for new in &deck {
        let found = personal_cards::find_following_merges(&store, &me, &from, new.id).await.unwrap();
        assert_eq!(found.map(|card| card.title), Some(new.draft.title.clone()));
    }
}

#[tokio::test]
async fn s6_adm_22_resume_position_in_a_note_survives_a_course_merge() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    let position = |counter: u64| ReadingPosition {
        counter: 1_790_000_000_000 + counter,
        device: "phone".into(),
        page: 9,
        above_permille: 400,
        pages: 30,
        is_finished: false,
        is_restart: false,
    };
    let note: NoteId = note(&store, &from, "Pointers").await.id;
    positions::record(&store, &me, vec![(note, position(1))], at(0)).await.unwrap();
    merged(&store, &from, &into).await;
    assert_eq!(positions::find_in_note(&store, &me, note).await.unwrap(), Some(position(1)));
    positions::record(&store, &me, vec![(note, position(2))], at(1)).await.unwrap();
    assert_eq!(positions::find_in_note(&store, &me, note).await.unwrap(), Some(position(2)));
    let begun = positions::list_unfinished_notes(&store, &me).await.unwrap();
    assert_eq!(begun.iter().map(|begun| begun.note.id()).collect::<Vec<_>>(), [note]);
    assert_eq!(notes::get(&store, note).await.unwrap().course, into);
}
