use store::exams::{self, Exam, ExamEdit, SetAsideExam};
use store::{Error, Store};
use wasm_core::course::CourseCode;

use crate::library::merging::merged;
use crate::support::{at, course, empty_store, uid};

pub(crate) fn exam(course: CourseCode, date: &str) -> Exam {
    Exam {
        course,
        date: date.into(),
        time: None,
        title: String::new(),
        retention_percent: 90,
        calendar_until: None,
        created_at: at(0),
        changed_at: at(0),
        former_courses: Vec::new(),
        set_aside: Vec::new(),
    }
}

pub(crate) fn aside(course: CourseCode, date: &str) -> SetAsideExam {
    SetAsideExam {
        course,
        date: date.into(),
        time: None,
        title: String::new(),
        retention_percent: 90,
        created_at: at(0),
        former_courses: Vec::new(),
    }
}

async fn dates(store: &Store, who: &str) -> Vec<(String, String)> {
    let exams = exams::list(store, &uid(who)).await.unwrap();
    exams.into_iter().map(|exam| (exam.course.to_string(), exam.date)).collect()
}

fn told(exams: &[(&str, &str)]) -> Vec<(String, String)> {
    exams.iter().map(|(course, date)| ((*course).to_owned(), (*date).to_owned())).collect()
}

#[tokio::test]
async fn s3_exam_1_a_course_has_one_exam_per_student_visible_only_to_that_student() {
    let store = empty_store().await;
    let (cs, math) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    for date in ["2026-12-09", "2026-12-11"] {
        exams::set(&store, &uid("a"), &exam(cs, date), ExamEdit::default()).await.unwrap();
    }
    let full = Exam {
        time: Some("13:30".into()),
        title: "Midterm".into(),
        calendar_until: Some("2026-11-30".into()),
        ..exam(math, "2026-12-01")
    };
    exams::set(&store, &uid("a"), &full, ExamEdit::default()).await.unwrap();
    assert_eq!(exams::list(&store, &uid("a")).await.unwrap(), [exam(cs, "2026-12-11"), full]);
    assert_eq!(dates(&store, "b").await, []);
    for _ in 0..2 {
        exams::remove(&store, &uid("a"), &cs, None).await.unwrap();
    }
    assert_eq!(dates(&store, "a").await, told(&[("MATH137", "2026-12-01")]));
}

#[tokio::test]
async fn concurrent_exam_changes_from_two_devices_are_merged() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let old = exam(cs, "2026-12-09");
    let set = async |exam: &Exam| {
        exams::set(&store, &uid("a"), exam, ExamEdit { seen: Some(&old), ..ExamEdit::default() }).await.unwrap()
    };
    assert_eq!(set(&old).await, old, "it is created if another device removed it");
    set(&Exam { date: "2026-12-11".into(), time: Some("13:30".into()), ..old.clone() }).await;
    let both = set(&Exam { retention_percent: 95, title: "Final".into(), ..old.clone() }).await;
    assert_eq!((both.date.as_str(), both.time.as_deref()), ("2026-12-11", Some("13:30")));
    assert_eq!((both.title.as_str(), both.retention_percent), ("Final", 95));
    assert_eq!(exams::list(&store, &uid("a")).await.unwrap(), [both]);
}

#[tokio::test]
async fn s3_exam_2_exams_of_a_merged_course_move_to_the_target() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    exams::set(&store, &uid("a"), &exam(from, "2026-12-09"), ExamEdit::default()).await.unwrap();
    exams::set(&store, &uid("b"), &exam(from, "2026-12-09"), ExamEdit::default()).await.unwrap();
    exams::set(&store, &uid("b"), &exam(into, "2026-12-12"), ExamEdit::default()).await.unwrap();
    exams::set(&store, &uid("c"), &exam(from, "2026-12-09"), ExamEdit::default()).await.unwrap();
    merged(&store, &from, &into).await;
    assert_eq!(dates(&store, "a").await, told(&[("CS247", "2026-12-09")]));
    for _ in 0..2 {
        let both = exams::list(&store, &uid("b")).await.unwrap();
        let set_aside = vec![aside(from, "2026-12-09")];
        assert_eq!(both, [Exam { set_aside, ..exam(into, "2026-12-12") }], "its own date stays");
    }
    // The student has chosen one of the exams.
    let from_there = [from.to_string()];
    let chosen = ExamEdit { drops_set_aside: &from_there, ..ExamEdit::default() };
    exams::set(&store, &uid("b"), &exam(into, "2026-12-09"), chosen).await.unwrap();
    let moved = Exam { former_courses: vec![from], ..exam(into, "2026-12-09") };
    assert_eq!(exams::list(&store, &uid("b")).await.unwrap(), [moved]);
    // The chosen exam can be removed with the code of the merged course.
    assert_eq!(dates(&store, "c").await, told(&[("CS247", "2026-12-09")]));
    exams::remove(&store, &uid("c"), &from, None).await.unwrap();
    assert_eq!(dates(&store, "c").await, []);
}

#[tokio::test]
async fn s3_exam_2_exams_of_two_merged_courses_are_both_set_aside_when_two_devices_sync_concurrently() {
    let store = empty_store().await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    for (course, date) in [(one, "2026-12-01"), (other, "2026-12-02"), (into, "2026-12-03")] {
        exams::set(&store, &me, &exam(course, date), ExamEdit::default()).await.unwrap();
    }
    merged(&store, &one, &into).await;
    merged(&store, &other, &into).await;
    let (first, second) = tokio::join!(exams::list(&store, &me), exams::list(&store, &me));
    assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
    let listed = exams::list(&store, &me).await.unwrap();
    let mut dates: Vec<_> = listed[0].set_aside.iter().map(|exam| exam.date.as_str()).collect();
    dates.sort_unstable();
    assert_eq!((listed.len(), listed[0].date.as_str(), dates), (1, "2026-12-03", vec!["2026-12-01", "2026-12-02"]));
}

#[tokio::test]
async fn s3_exam_2_exams_of_both_courses_on_the_same_day_become_one() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    for course in [from, into] {
        exams::set(&store, &uid("a"), &exam(course, "2026-12-09"), ExamEdit::default()).await.unwrap();
    }
    merged(&store, &from, &into).await;
    assert_eq!(exams::list(&store, &uid("a")).await.unwrap(), [exam(into, "2026-12-09")]);
}

#[tokio::test]
async fn s3_exam_2_an_edit_from_a_device_unaware_of_a_set_aside_exam_keeps_it() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    exams::set(&store, &me, &exam(from, "2026-12-09"), ExamEdit::default()).await.unwrap();
    exams::set(&store, &me, &exam(into, "2026-12-12"), ExamEdit::default()).await.unwrap();
    merged(&store, &from, &into).await;
    exams::list(&store, &me).await.unwrap();
    let seen = exam(into, "2026-12-12");
    let titled = Exam { title: "Final".into(), ..seen.clone() };
    let edit = ExamEdit { seen: Some(&seen), ..ExamEdit::default() };
    let expected = Exam { set_aside: vec![aside(from, "2026-12-09")], ..titled.clone() };
    assert_eq!(exams::set(&store, &me, &titled, edit).await.unwrap(), expected);
    assert_eq!(exams::set(&store, &me, &titled, ExamEdit::default()).await.unwrap(), expected);
    assert_eq!(exams::list(&store, &me).await.unwrap(), [expected]);
}

#[tokio::test]
async fn s3_exam_2_an_exam_set_aside_during_a_concurrent_change_is_kept() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    exams::set(&store, &me, &exam(from, "2026-12-09"), ExamEdit::default()).await.unwrap();
    exams::set(&store, &me, &exam(into, "2026-12-12"), ExamEdit::default()).await.unwrap();
    merged(&store, &from, &into).await;
    let changed = Exam { changed_at: at(1), ..exam(into, "2026-12-13") };
    let (listed, set) = tokio::join!(exams::list(&store, &me), exams::set(&store, &me, &changed, ExamEdit::default()));
    assert!(listed.is_ok() && set.is_ok(), "{listed:?} {set:?}");
    let expected = Exam { set_aside: vec![aside(from, "2026-12-09")], ..changed };
    assert_eq!(exams::list(&store, &me).await.unwrap(), [expected]);
}

#[tokio::test]
async fn s3_exam_2_a_change_with_the_code_of_a_merged_course_affects_only_the_exam_of_that_course() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let seen = exam(from, "2026-12-09");
    for who in ["a", "b", "c"] {
        exams::set(&store, &uid(who), &seen, ExamEdit::default()).await.unwrap();
    }
    for who in ["b", "c", "d"] {
        exams::set(&store, &uid(who), &exam(into, "2026-12-12"), ExamEdit::default()).await.unwrap();
    }
    merged(&store, &from, &into).await;
    // The exam of "c" has not moved yet.
    for who in ["a", "b", "d"] {
        exams::list(&store, &uid(who)).await.unwrap();
    }
    let edit = ExamEdit { former_course: Some(from), seen: Some(&seen), ..ExamEdit::default() };
    for _ in 0..2 {
        for who in ["a", "b", "c", "d"] {
            exams::set(&store, &uid(who), &exam(into, "2026-12-10"), edit).await.unwrap();
        }
    }
    let both = Exam { set_aside: vec![aside(from, "2026-12-10")], ..exam(into, "2026-12-12") };
    for who in ["b", "c", "d"] {
        assert_eq!(exams::list(&store, &uid(who)).await.unwrap(), std::slice::from_ref(&both), "{who}");
    }
    let moved = Exam { former_courses: vec![from], ..exam(into, "2026-12-10") };
    assert_eq!(exams::list(&store, &uid("a")).await.unwrap(), [moved], "it is the one that came from there");
}

#[tokio::test]
async fn s3_exam_2_a_removal_with_the_code_of_a_merged_course_removes_only_the_exam_of_that_course() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    for who in ["a", "b"] {
        exams::set(&store, &uid(who), &exam(from, "2026-12-09"), ExamEdit::default()).await.unwrap();
    }
    for who in ["b", "c"] {
        exams::set(&store, &uid(who), &exam(into, "2026-12-12"), ExamEdit::default()).await.unwrap();
    }
    merged(&store, &from, &into).await;
    for who in ["a", "b", "c"] {
        exams::list(&store, &uid(who)).await.unwrap();
    }
    for _ in 0..2 {
        for who in ["a", "b", "c"] {
            exams::remove(&store, &uid(who), &from, None).await.unwrap();
        }
    }
    assert_eq!(dates(&store, "a").await, []);
    for who in ["b", "c"] {
        assert_eq!(exams::list(&store, &uid(who)).await.unwrap(), [exam(into, "2026-12-12")], "{who}");
    }
}

#[tokio::test]
async fn s3_exam_2_a_set_aside_exam_becomes_active_when_the_active_exam_is_removed_with_its_old_code() {
    let store = empty_store().await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    exams::set(&store, &me, &exam(one, "2026-12-01"), ExamEdit::default()).await.unwrap();
    merged(&store, &one, &into).await;
    assert_eq!(dates(&store, "a").await, told(&[("CS248", "2026-12-01")]));
    exams::set(&store, &me, &exam(other, "2026-12-02"), ExamEdit::default()).await.unwrap();
    merged(&store, &other, &into).await;
    assert_eq!(exams::list(&store, &me).await.unwrap()[0].set_aside, [aside(other, "2026-12-02")]);
    for _ in 0..2 {
        exams::remove(&store, &me, &one, None).await.unwrap();
        let left = Exam { former_courses: vec![other], ..exam(into, "2026-12-02") };
        assert_eq!(exams::list(&store, &me).await.unwrap(), [left]);
    }
}

#[tokio::test]
async fn s3_exam_2_set_aside_exams_are_kept_when_the_active_exam_is_removed() {
    let store = empty_store().await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    for (course, date) in [(one, "2026-12-01"), (other, "2026-12-02")] {
        exams::set(&store, &me, &exam(course, date), ExamEdit::default()).await.unwrap();
    }
    let own = Exam { calendar_until: Some("2026-11-30".into()), ..exam(into, "2026-12-03") };
    exams::set(&store, &me, &own, ExamEdit::default()).await.unwrap();
    merged(&store, &one, &into).await;
    merged(&store, &other, &into).await;
    assert_eq!(exams::list(&store, &me).await.unwrap()[0].set_aside.len(), 2);

    // Repeat the request, as after a lost response.
    for _ in 0..2 {
        exams::remove(&store, &me, &into, None).await.unwrap();
    }
    let listed = exams::list(&store, &me).await.unwrap();
    let mut dates: Vec<_> = listed[0].set_aside.iter().map(|exam| exam.date.as_str()).collect();
    dates.push(&listed[0].date);
    dates.sort_unstable();
    assert_eq!((listed.len(), listed[0].course, dates), (1, into, vec!["2026-12-01", "2026-12-02"]));
    assert_eq!(
        listed[0].calendar_until, own.calendar_until,
        "a later calendar file cancels what the earlier ones have"
    );

    // A dropped exam is not restored when the current exam is removed.
    let dropped = [listed[0].set_aside[0].id()];
    let chosen = ExamEdit { drops_set_aside: &dropped, ..ExamEdit::default() };
    exams::set(&store, &me, &listed[0], chosen).await.unwrap();
    exams::remove(&store, &me, &into, None).await.unwrap();
    assert_eq!(exams::list(&store, &me).await.unwrap(), []);
}

#[tokio::test]
async fn s3_exam_2_an_exam_is_found_with_its_first_course_code_after_two_successive_merges() {
    let store = empty_store().await;
    let [first, next, last] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    for who in ["a", "b"] {
        exams::set(&store, &uid(who), &exam(first, "2026-12-01"), ExamEdit::default()).await.unwrap();
    }
    exams::set(&store, &uid("b"), &exam(last, "2026-12-03"), ExamEdit::default()).await.unwrap();
    merged(&store, &first, &next).await;
    for who in ["a", "b"] {
        exams::list(&store, &uid(who)).await.unwrap();
    }
    merged(&store, &next, &last).await;
    // Neither student has read the exams since the second merge, so they have not moved yet.
    for who in ["a", "b"] {
        exams::remove(&store, &uid(who), &first, None).await.unwrap();
    }
    assert_eq!(dates(&store, "a").await, []);
    assert_eq!(exams::list(&store, &uid("b")).await.unwrap(), [exam(last, "2026-12-03")]);
}

#[tokio::test]
async fn the_number_of_exams_per_student_is_limited() {
    let store = empty_store().await;
    let code = |number: u32| format!("CS{number}").parse::<CourseCode>().unwrap();
    for number in 100..300 {
        exams::set(&store, &uid("a"), &exam(code(number), "2026-12-09"), ExamEdit::default()).await.unwrap();
    }
    let refused = exams::set(&store, &uid("a"), &exam(code(300), "2026-12-09"), ExamEdit::default()).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 200, .. })), "{refused:?}");
    exams::set(&store, &uid("a"), &exam(code(299), "2026-12-10"), ExamEdit::default()).await.unwrap();
    exams::remove(&store, &uid("a"), &code(100), None).await.unwrap();
    exams::set(&store, &uid("a"), &exam(code(300), "2026-12-09"), ExamEdit::default()).await.unwrap();
}
