use store::exams::{self, Exam, ExamSetAside};
use store::{Error, Store};
use wasm_core::course::CourseCode;

use crate::merging::merged;
use crate::support::{at, course, fresh, uid};

fn exam(course: CourseCode, date: &str) -> Exam {
    Exam {
        course,
        date: date.into(),
        time: None,
        title: String::new(),
        retention_percent: 90,
        calendar_until: None,
        changed_at: at(0),
        set_aside: Vec::new(),
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
async fn s3_exam_1_a_course_has_one_exam_of_a_student_which_is_theirs_alone() {
    let store = fresh().await;
    let (cs, math) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    for date in ["2026-12-09", "2026-12-11"] {
        exams::set(&store, &uid("a"), &exam(cs, date), None).await.unwrap();
    }
    let full = Exam {
        time: Some("13:30".into()),
        title: "Midterm".into(),
        calendar_until: Some("2026-11-30".into()),
        ..exam(math, "2026-12-01")
    };
    exams::set(&store, &uid("a"), &full, None).await.unwrap();
    assert_eq!(exams::list(&store, &uid("a")).await.unwrap(), [exam(cs, "2026-12-11"), full]);
    assert_eq!(dates(&store, "b").await, []);
    for _ in 0..2 {
        exams::remove(&store, &uid("a"), &cs).await.unwrap();
    }
    assert_eq!(dates(&store, "a").await, told(&[("MATH137", "2026-12-01")]));
}

#[tokio::test]
async fn changes_of_an_exam_on_two_devices_are_merged() {
    let store = fresh().await;
    let cs = course(&store, "CS246").await;
    let old = exam(cs, "2026-12-09");
    let set = async |exam: &Exam| exams::set(&store, &uid("a"), exam, Some(&old)).await.unwrap();
    assert_eq!(set(&old).await, old, "it is created if another device removed it");
    set(&Exam { date: "2026-12-11".into(), time: Some("13:30".into()), ..old.clone() }).await;
    let both = set(&Exam { retention_percent: 95, title: "Final".into(), ..old.clone() }).await;
    assert_eq!((both.date.as_str(), both.time.as_deref()), ("2026-12-11", Some("13:30")));
    assert_eq!((both.title.as_str(), both.retention_percent), ("Final", 95));
    assert_eq!(exams::list(&store, &uid("a")).await.unwrap(), [both]);
}

#[tokio::test]
async fn s3_exam_2_exams_of_a_course_that_was_merged_are_of_the_other_one() {
    let store = fresh().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    exams::set(&store, &uid("a"), &exam(from, "2026-12-09"), None).await.unwrap();
    exams::set(&store, &uid("b"), &exam(from, "2026-12-09"), None).await.unwrap();
    exams::set(&store, &uid("b"), &exam(into, "2026-12-12"), None).await.unwrap();
    exams::set(&store, &uid("c"), &exam(from, "2026-12-09"), None).await.unwrap();
    merged(&store, &from, &into).await;
    assert_eq!(dates(&store, "a").await, told(&[("CS247", "2026-12-09")]));
    for _ in 0..2 {
        let both = exams::list(&store, &uid("b")).await.unwrap();
        let set_aside = ExamSetAside {
            course: from,
            date: "2026-12-09".into(),
            time: None,
            title: String::new(),
            retention_percent: 90,
        };
        assert_eq!(both, [Exam { set_aside: vec![set_aside], ..exam(into, "2026-12-12") }], "its own date stays");
    }
    // The student has said which one counts.
    exams::set(&store, &uid("b"), &exam(into, "2026-12-09"), None).await.unwrap();
    assert_eq!(exams::list(&store, &uid("b")).await.unwrap(), [exam(into, "2026-12-09")]);
    // Who takes the exam of the code away that went takes it away.
    assert_eq!(dates(&store, "c").await, told(&[("CS247", "2026-12-09")]));
    exams::remove(&store, &uid("c"), &from).await.unwrap();
    assert_eq!(dates(&store, "c").await, []);
}

#[tokio::test]
async fn s3_exam_2_exams_of_two_merged_courses_are_both_set_aside_when_two_devices_ask_at_once() {
    let store = fresh().await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    for (course, date) in [(one, "2026-12-01"), (other, "2026-12-02"), (into, "2026-12-03")] {
        exams::set(&store, &me, &exam(course, date), None).await.unwrap();
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
async fn s3_exam_2_an_exam_that_both_courses_have_on_the_same_day_is_one() {
    let store = fresh().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    for course in [from, into] {
        exams::set(&store, &uid("a"), &exam(course, "2026-12-09"), None).await.unwrap();
    }
    merged(&store, &from, &into).await;
    assert_eq!(exams::list(&store, &uid("a")).await.unwrap(), [exam(into, "2026-12-09")]);
}

#[tokio::test]
async fn the_number_of_exams_is_limited() {
    let store = fresh().await;
    let code = |number: u32| format!("CS{number}").parse::<CourseCode>().unwrap();
    for number in 100..300 {
        exams::set(&store, &uid("a"), &exam(code(number), "2026-12-09"), None).await.unwrap();
    }
    let refused = exams::set(&store, &uid("a"), &exam(code(300), "2026-12-09"), None).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 200, .. })), "{refused:?}");
    exams::set(&store, &uid("a"), &exam(code(299), "2026-12-10"), None).await.unwrap();
    exams::remove(&store, &uid("a"), &code(100)).await.unwrap();
    exams::set(&store, &uid("a"), &exam(code(300), "2026-12-09"), None).await.unwrap();
}
