//! Course merges that students have not read about.

use store::exams::{self, ExamEdit};
use store::merges::{StudentDataKind, UnreadMerge};
use store::students::{self, Me};
use store::{Store, UserId, merge};

use crate::library::merged_marks::{create_item, move_and_list};
use crate::library::merging::merged;
use crate::mine::exams::exam;
use crate::support::{at, course, empty_store, student, uid};

/// Returns the profile, as at the start of each visit.
async fn visit(store: &Store, owner: &UserId) -> Me {
    let me = students::find_me(store, owner).await.unwrap().unwrap();
    merge::apply_finished_merges(store, me).await.unwrap()
}

async fn unread(store: &Store, owner: &UserId) -> Vec<UnreadMerge> {
    visit(store, owner).await.merge_news.unread_merges
}

#[tokio::test]
async fn s4_merge_1_each_kind_of_moved_data_is_reported_until_the_merge_is_read() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let parts = merge::preview(&store, &from, &into).await.unwrap().moved_later;
    assert!(!parts.is_empty());
    for (number, part) in parts.iter().enumerate() {
        let name = format!("s{number}");
        student(&store, &name, None).await;
        create_item(&store, &uid(&name), &from, *part).await;
        assert!(unread(&store, &uid(&name)).await.is_empty(), "{part:?}");
    }
    let bystander = student(&store, "bystander", None).await.uid;
    for part in &parts {
        create_item(&store, &bystander, &into, *part).await;
    }
    merged(&store, &from, &into).await;
    for (number, part) in parts.into_iter().enumerate() {
        let me = uid(&format!("s{number}"));
        for _ in 0..2 {
            assert_eq!(unread(&store, &me).await, [UnreadMerge { from, into, moved: vec![part] }]);
            move_and_list(&store, &me, part).await;
        }
        for _ in 0..2 {
            students::mark_merge_read(&store, &me, &from).await.unwrap();
            assert!(unread(&store, &me).await.is_empty(), "{part:?}");
        }
    }
    assert!(unread(&store, &bystander).await.is_empty());
}

#[tokio::test]
async fn s4_merge_1_data_that_moved_before_the_profile_was_first_read_is_reported_too() {
    let store = empty_store().await;
    let me = student(&store, "a", None).await.uid;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let parts = [StudentDataKind::Likes, StudentDataKind::PersonalCards, StudentDataKind::Exams];
    for part in parts {
        create_item(&store, &me, &from, part).await;
    }
    create_item(&store, &me, &into, StudentDataKind::PersonalCards).await;
    // The first student's like moves. The second student likes both courses, so that student's like is only removed.
    let other = student(&store, "b", None).await.uid;
    for code in [&from, &into] {
        create_item(&store, &other, code, StudentDataKind::Likes).await;
    }
    exams::set(&store, &me, &exam(into, "2026-12-09"), ExamEdit::default()).await.unwrap();
    merged(&store, &from, &into).await;
    for part in parts {
        assert_eq!(move_and_list(&store, &me, part).await, [into], "{part:?}");
    }
    assert_eq!(unread(&store, &me).await, [UnreadMerge { from, into, moved: parts.to_vec() }]);
    assert_eq!(move_and_list(&store, &other, StudentDataKind::Likes).await, [into]);
    let moved = vec![StudentDataKind::Likes];
    assert_eq!(unread(&store, &other).await, [UnreadMerge { from, into, moved }]);
}

#[tokio::test]
async fn s4_merge_1_a_later_merge_of_the_target_course_is_reported_separately() {
    let store = empty_store().await;
    let [first, next, last] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let parts = merge::preview(&store, &first, &next).await.unwrap().moved_later;
    for (number, part) in parts.iter().enumerate() {
        student(&store, &format!("s{number}"), None).await;
        create_item(&store, &uid(&format!("s{number}")), &first, *part).await;
    }
    merged(&store, &first, &next).await;
    for (number, part) in parts.iter().enumerate() {
        let of_first = UnreadMerge { from: first, into: next, moved: vec![*part] };
        assert_eq!(unread(&store, &uid(&format!("s{number}"))).await, [of_first]);
    }

    // Most of the data has not moved yet and still has the code of the first course.
    assert!(merge::run_step(&store, &next, &last, at(60)).await.unwrap().finished_at.is_some());
    for (number, part) in parts.into_iter().enumerate() {
        let me = uid(&format!("s{number}"));
        let of_first = UnreadMerge { from: first, into: next, moved: vec![part] };
        let of_next = UnreadMerge { from: next, into: last, moved: vec![part] };
        assert_eq!(unread(&store, &me).await, [of_first, of_next.clone()], "{part:?}");
        students::mark_merge_read(&store, &me, &first).await.unwrap();
        assert_eq!(unread(&store, &me).await, [of_next], "{part:?}");
    }
}

#[tokio::test]
async fn s4_merge_1_a_merge_is_reported_once_when_two_devices_check_for_it_concurrently() {
    let store = empty_store().await;
    let me = student(&store, "a", None).await.uid;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    create_item(&store, &me, &from, StudentDataKind::Follows).await;
    merged(&store, &from, &into).await;
    let read = students::find_me(&store, &me).await.unwrap().unwrap();
    let (one, other) =
        tokio::join!(merge::apply_finished_merges(&store, read.clone()), merge::apply_finished_merges(&store, read));
    let expected = [UnreadMerge { from, into, moved: vec![StudentDataKind::Follows] }];
    for settled in [one.unwrap(), other.unwrap()] {
        assert_eq!(settled.merge_news.unread_merges, expected);
    }
    assert_eq!(unread(&store, &me).await, expected);
}
