use store::likes::{self, LikeTarget};
use store::students::Student;
use store::{ShelfId, Store, Timestamp, courses, downloads, saved_notes};
use wasm_core::course::CourseCode;

use crate::support::{at, audio, code, course, empty_store, note, student, uid};

const WEEK: i64 = 7 * 86_400;

async fn activity(store: &Store, code: &CourseCode) -> u64 {
    courses::get(store, code).await.unwrap().activity
}

async fn steps(store: &Store, code: &CourseCode) -> f64 {
    courses::get(store, code).await.unwrap().activity_steps()
}

async fn like_course(store: &Store, who: &str, course: &CourseCode, now: Timestamp) {
    likes::like(store, &uid(who), &LikeTarget::Course(*course), now).await.unwrap();
}

#[tokio::test]
async fn s2_dash_3_recent_likes_weigh_more_than_old_ones() {
    let store = empty_store().await;
    let (old, new) = (course(&store, "CS246").await, course(&store, "STAT230").await);
    for who in ["a", "b", "c"] {
        like_course(&store, who, &old, at(0)).await;
    }
    like_course(&store, "a", &new, at(WEEK)).await;
    assert!(steps(&store, &old).await > steps(&store, &new).await, "three of last week are more than one of now");
    like_course(&store, "b", &new, at(2 * WEEK)).await;
    assert!(steps(&store, &old).await < steps(&store, &new).await, "three of a fortnight ago are not");
}

#[tokio::test]
async fn s2_dash_3_likes_saves_and_downloads_each_count_once() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let recording = audio(&store, ShelfId::Radio, "Pointers").await;
    let amara: Student = student(&store, "amara", None).await;
    assert_eq!(activity(&store, &cs).await, 0);

    like_course(&store, "amara", &cs, at(0)).await;
    let share = activity(&store, &cs).await;
    assert!(share > 0);
    for _ in 0..2 {
        like_course(&store, "amara", &cs, at(0)).await;
        likes::like(&store, &amara.uid, &LikeTarget::Note(note.id), at(0)).await.unwrap();
        likes::like(&store, &amara.uid, &LikeTarget::Audio(recording.id), at(0)).await.unwrap();
        saved_notes::save(&store, &amara, note.id, at(0)).await.unwrap();
        downloads::record(&store, &amara.uid, note.id, at(0)).await.unwrap();
    }
    assert_eq!(activity(&store, &cs).await, 5 * share);
    assert_eq!(courses::get(&store, &cs).await.unwrap().likes, 1, "only one is a like of the course");
}

#[tokio::test]
async fn s2_dash_3_an_unlike_subtracts_its_share_but_the_activity_never_falls_below_zero() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let amara = student(&store, "amara", None).await;
    like_course(&store, "b", &cs, at(0)).await;
    let share = activity(&store, &cs).await;

    like_course(&store, "amara", &cs, at(WEEK)).await;
    likes::like(&store, &amara.uid, &LikeTarget::Note(note.id), at(WEEK)).await.unwrap();
    saved_notes::save(&store, &amara, note.id, at(WEEK)).await.unwrap();
    assert_eq!(activity(&store, &cs).await, 7 * share);
    for _ in 0..2 {
        likes::unlike(&store, &amara.uid, &LikeTarget::Course(cs)).await.unwrap();
        likes::unlike(&store, &amara.uid, &LikeTarget::Note(note.id)).await.unwrap();
        saved_notes::remove(&store, &amara.uid, note.id).await.unwrap();
    }
    assert_eq!(activity(&store, &cs).await, share);
    likes::unlike(&store, &uid("b"), &LikeTarget::Course(cs)).await.unwrap();
    assert_eq!((activity(&store, &cs).await, steps(&store, &cs).await), (0, 0.0));
}

#[tokio::test]
async fn s2_dash_3_the_first_like_of_a_new_era_keeps_the_activity_of_the_previous_era() {
    let store = empty_store().await;
    let (kept, other) = (course(&store, "CS246").await, course(&store, "STAT230").await);
    // 64 weeks after 5 January 2026: the end of one era and the start of the next.
    let half_year = 16_278_400;
    for number in 0..300 {
        like_course(&store, &format!("s{number}"), &kept, at(half_year - 2 * WEEK)).await;
    }
    let before = courses::get(&store, &kept).await.unwrap();
    like_course(&store, "late", &kept, at(half_year)).await;
    let after = courses::get(&store, &kept).await.unwrap();
    assert_eq!((after.likes, after.activity_era), (301, before.activity_era + 1));
    // After a fortnight, 300 shares are worth 75 new ones.
    like_course(&store, "a", &other, at(half_year)).await;
    let one = activity(&store, &other).await;
    assert!((75 * one..=77 * one).contains(&after.activity), "{} of {one}", after.activity);
    assert!(after.activity_steps() >= before.activity_steps());

    // Unliking in the new era subtracts the remaining share.
    likes::unlike(&store, &uid("s0"), &LikeTarget::Course(kept)).await.unwrap();
    let less = courses::get(&store, &kept).await.unwrap();
    assert!(less.likes == 300 && less.activity < after.activity && less.activity > after.activity - one);
    // An event from before the change of eras still counts when it is written after it.
    likes::like(&store, &uid("slow"), &LikeTarget::Course(kept), at(half_year - WEEK)).await.unwrap();
    let slow = courses::get(&store, &kept).await.unwrap();
    assert_eq!((slow.likes, slow.activity_era), (301, after.activity_era));
    assert!(slow.activity > less.activity);
}

#[tokio::test]
async fn s2_dash_3_editing_a_course_keeps_its_activity() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    like_course(&store, "a", &cs, at(0)).await;
    let before = activity(&store, &cs).await;
    course(&store, "CS246").await;
    assert_eq!(activity(&store, &code("CS246")).await, before);
}
