//! Removal of exams in merged courses: it removes no other exam and always succeeds.

use store::exams::{self, Exam, ExamEdit, SetAsideExam};
use store::{Store, UserId};
use wasm_core::course::CourseCode;

use crate::library::merging::merged;
use crate::mine::exams::{aside, exam};
use crate::support::{at, course, empty_store, uid};

async fn set(store: &Store, owner: &UserId, exam: Exam) {
    exams::set(store, owner, &exam, ExamEdit::default()).await.unwrap();
}

/// Sets an exam in both of these courses, merges the first one into the second, and moves the exams.
async fn both_merged(store: &Store, owner: &UserId) -> (CourseCode, CourseCode) {
    let (from, into) = (course(store, "CS246").await, course(store, "CS247").await);
    set(store, owner, exam(from, "2026-12-01")).await;
    set(store, owner, exam(into, "2026-12-03")).await;
    merged(store, &from, &into).await;
    exams::list(store, owner).await.unwrap();
    (from, into)
}

/// Returns the dates of the only exam and of those that are set aside in it, sorted.
async fn dates(store: &Store, owner: &UserId) -> Vec<String> {
    let listed = exams::list(store, owner).await.unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
    let waiting = listed[0].set_aside.iter().map(|exam| exam.date.clone());
    let mut dates: Vec<String> = waiting.chain([listed[0].date.clone()]).collect();
    dates.sort_unstable();
    dates
}

#[tokio::test]
async fn s3_exam_2_repeating_a_removal_by_id_does_not_remove_the_exam_that_became_active() {
    let (store, me) = (empty_store().await, uid("a"));
    let (from, into) = both_merged(&store, &me).await;
    let id = exams::list(&store, &me).await.unwrap()[0].id();
    let moved = Exam { former_courses: vec![from], ..exam(into, "2026-12-01") };
    for _ in 0..2 {
        exams::remove(&store, &me, &into, Some(&id)).await.unwrap();
        assert_eq!(exams::list(&store, &me).await.unwrap(), std::slice::from_ref(&moved));
    }
    exams::remove(&store, &me, &into, Some(&moved.id())).await.unwrap();
    assert_eq!(exams::list(&store, &me).await.unwrap(), []);

    // Another device has created a new exam.
    let anew = Exam { created_at: at(5), changed_at: at(5), ..exam(into, "2026-12-05") };
    set(&store, &me, anew.clone()).await;
    for old in [&id, &moved.id()] {
        exams::remove(&store, &me, &into, Some(old)).await.unwrap();
    }
    assert_eq!(exams::list(&store, &me).await.unwrap(), [anew]);
}

#[tokio::test]
async fn s3_exam_2_an_exam_keeps_its_id_when_edited_and_when_its_course_is_merged() {
    let (store, me) = (empty_store().await, uid("a"));
    let [first, next, last] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    set(&store, &me, exam(first, "2026-12-01")).await;
    let id = exams::list(&store, &me).await.unwrap()[0].id();
    set(&store, &me, Exam { changed_at: at(1), ..exam(first, "2026-12-02") }).await;
    merged(&store, &first, &next).await;
    let listed = exams::list(&store, &me).await.unwrap();
    assert_eq!((listed[0].course, listed[0].id()), (next, id.clone()));
    set(&store, &me, Exam { changed_at: at(2), ..exam(last, "2026-12-03") }).await;
    merged(&store, &next, &last).await;
    let listed = exams::list(&store, &me).await.unwrap();
    assert_eq!(listed[0].set_aside[0].id(), id);

    // The device that removes the exam does not know about the second merge.
    exams::remove(&store, &me, &next, Some(&id)).await.unwrap();
    assert_eq!(dates(&store, &me).await, ["2026-12-03"]);
}

#[tokio::test]
async fn s3_exam_2_a_removal_succeeds_even_if_an_exam_was_set_again_in_the_merged_course() {
    let (store, me) = (empty_store().await, uid("a"));
    let (from, into) = both_merged(&store, &me).await;
    // This request had read the course before the merge.
    set(&store, &me, Exam { changed_at: at(1), ..exam(from, "2026-12-02") }).await;

    exams::remove(&store, &me, &into, None).await.unwrap();
    assert_eq!(dates(&store, &me).await, ["2026-12-01", "2026-12-02"]);
}

#[tokio::test]
async fn s3_exam_2_two_set_aside_exams_of_one_course_are_removed_separately() {
    let (store, me) = (empty_store().await, uid("a"));
    let (from, into) = both_merged(&store, &me).await;
    set(&store, &me, Exam { changed_at: at(1), ..exam(from, "2026-12-02") }).await;
    let later = SetAsideExam { created_at: at(1), ..aside(from, "2026-12-02") };
    let listed = exams::list(&store, &me).await.unwrap();
    assert_eq!(listed[0].set_aside, [aside(from, "2026-12-01"), later.clone()]);

    exams::remove(&store, &me, &into, None).await.unwrap();
    assert_eq!(dates(&store, &me).await, ["2026-12-01", "2026-12-02"], "both outlive the exam that they waited in");
    set(&store, &me, Exam { changed_at: at(2), ..exam(from, "2026-12-04") }).await;
    assert_eq!(dates(&store, &me).await, ["2026-12-01", "2026-12-02", "2026-12-04"]);

    let counts = exams::list(&store, &me).await.unwrap().remove(0);
    let dropped = [aside(from, "2026-12-01").id()];
    let edit = ExamEdit { drops_set_aside: &dropped, ..ExamEdit::default() };
    for _ in 0..2 {
        exams::set(&store, &me, &counts, edit).await.unwrap();
        assert_eq!(dates(&store, &me).await, ["2026-12-02", "2026-12-04"]);
    }
}

#[tokio::test]
async fn s3_exam_2_a_set_aside_exam_that_was_chosen_still_belongs_to_its_merged_course() {
    let (store, me) = (empty_store().await, uid("a"));
    let (from, into) = both_merged(&store, &me).await;
    let own = exams::list(&store, &me).await.unwrap()[0].id();
    let dropped = [aside(from, "2026-12-01").id()];
    let edit = ExamEdit { drops_set_aside: &dropped, ..ExamEdit::default() };
    let chosen = Exam { former_courses: vec![from], ..exam(into, "2026-12-01") };
    for _ in 0..2 {
        let set = exams::set(&store, &me, &exam(into, "2026-12-01"), edit).await.unwrap();
        assert_eq!((set.id(), set), (aside(from, "2026-12-01").id(), chosen.clone()));
    }
    // Another device still removes the exam that the student did not choose.
    exams::remove(&store, &me, &into, Some(&own)).await.unwrap();

    // A third one knows the chosen exam by the code of the merged course.
    let edit = ExamEdit { former_course: Some(from), ..ExamEdit::default() };
    exams::set(&store, &me, &Exam { changed_at: at(1), ..exam(into, "2026-12-09") }, edit).await.unwrap();
    assert_eq!(dates(&store, &me).await, ["2026-12-09"]);
    exams::remove(&store, &me, &from, None).await.unwrap();
    assert_eq!(exams::list(&store, &me).await.unwrap(), []);
}
