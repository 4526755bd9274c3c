use store::student_follows::{follow, is_following, list_followed, list_followers, remove_account, unfollow};
use store::students::{self, Student};
use store::{Conflict, Cursor, Error, Page, ResourceKind, Store, courses, feed, saved_notes};
use wasm_core::limits::{FEED_MAX_ITEMS, STARTED_COURSES_MAX};

use crate::support::{at, course, empty_store, fresh_with_engine, note, student, uid};

async fn counts(store: &Store, id: &str) -> (u32, u32) {
    let student = students::get(store, &uid(id)).await.unwrap();
    (student.followers, student.following)
}

fn names(page: &Page<Student>) -> Vec<&str> {
    page.items.iter().filter_map(|student| student.display_username.as_deref()).collect()
}

async fn people(store: &Store, ids: &[&str]) {
    for id in ids {
        student(store, id, Some(&format!("Name-{id}"))).await;
    }
}

#[tokio::test]
async fn s9_c_13_the_feed_skips_courses_hidden_from_students() {
    let store = empty_store().await;
    people(&store, &["a", "b", "c"]).await;
    for (who, first, begun_at) in [("b", 100, 10), ("c", 200, 30)] {
        for (number, secs) in (first..).zip(begun_at..).take(STARTED_COURSES_MAX) {
            let cs = course(&store, &format!("CS{number}")).await;
            let note = note(&store, &cs, "Pointers").await;
            let me = students::get(&store, &uid(who)).await.unwrap();
            saved_notes::save(&store, &me, note.id, at(secs)).await.unwrap();
            if who == "c" {
                courses::set_hidden(&store, &cs, true, at(50)).await.unwrap();
            }
        }
        follow(&store, &uid("a"), &uid(who), at(51)).await.unwrap();
    }
    let lines = feed::list(&store, &uid("a"), at(60)).await.unwrap();
    assert_eq!(lines.len(), FEED_MAX_ITEMS);
    assert!(lines.iter().all(|line| line.student.uid == uid("b")));
}

#[tokio::test]
async fn s9_c_13_following_counts_once_on_both_profiles_and_unfollowing_decrements_both_counts() {
    let store = empty_store().await;
    people(&store, &["a", "b"]).await;
    for _ in 0..2 {
        follow(&store, &uid("a"), &uid("b"), at(1)).await.unwrap();
        assert_eq!((counts(&store, "a").await, counts(&store, "b").await), ((0, 1), (1, 0)));
        assert!(is_following(&store, &uid("a"), &uid("b")).await.unwrap());
        assert!(!is_following(&store, &uid("b"), &uid("a")).await.unwrap());
    }
    for _ in 0..2 {
        unfollow(&store, &uid("a"), &uid("b")).await.unwrap();
        assert_eq!((counts(&store, "a").await, counts(&store, "b").await), ((0, 0), (0, 0)));
        assert!(!is_following(&store, &uid("a"), &uid("b")).await.unwrap());
    }
}

#[tokio::test]
async fn s9_c_13_following_requires_that_both_students_have_usernames_and_rejects_following_oneself() {
    let store = empty_store().await;
    people(&store, &["a"]).await;
    student(&store, "new", None).await;
    let to_nameless = follow(&store, &uid("a"), &uid("new"), at(1)).await;
    assert!(matches!(to_nameless, Err(Error::NotFound(ResourceKind::Student))), "{to_nameless:?}");
    let to_nobody = follow(&store, &uid("a"), &uid("nobody"), at(1)).await;
    assert!(matches!(to_nobody, Err(Error::NotFound(ResourceKind::Student))), "{to_nobody:?}");
    let by_nameless = follow(&store, &uid("new"), &uid("a"), at(1)).await;
    assert!(matches!(by_nameless, Err(Error::Conflict(Conflict::NoUsername))), "{by_nameless:?}");
    let oneself = follow(&store, &uid("a"), &uid("a"), at(1)).await;
    assert!(matches!(oneself, Err(Error::Conflict(Conflict::SelfFollow))), "{oneself:?}");
    unfollow(&store, &uid("a"), &uid("a")).await.unwrap();
    assert_eq!(counts(&store, "a").await, (0, 0));
}

#[tokio::test]
async fn s9_c_13_followers_and_followed_students_are_paged_newest_first() {
    let store = empty_store().await;
    people(&store, &["star", "a", "b", "c"]).await;
    // Later followers have alphabetically smaller ids, so that only sorting by time gives the expected order.
    for (secs, id) in [(1, "c"), (2, "b"), (3, "a")] {
        follow(&store, &uid(id), &uid("star"), at(secs)).await.unwrap();
        follow(&store, &uid("star"), &uid(id), at(secs)).await.unwrap();
    }
    let star = uid("star");
    let first = list_followers(&store, &star, None, 2).await.unwrap();
    assert_eq!(names(&first), ["Name-a", "Name-b"]);
    let rest = list_followers(&store, &star, first.next.as_ref(), 2).await.unwrap();
    assert_eq!((names(&rest), &rest.next), (vec!["Name-c"], &None));

    let first = list_followed(&store, &star, None, 2).await.unwrap();
    assert_eq!(names(&first), ["Name-a", "Name-b"]);
    let next: Cursor = first.next.unwrap();
    let rest = list_followed(&store, &star, Some(&next), 2).await.unwrap();
    assert_eq!((names(&rest), &rest.next), (vec!["Name-c"], &None));
    let elsewhere = list_followed(&store, &uid("a"), Some(&next), 2).await;
    assert!(matches!(elsewhere, Err(Error::InvalidCursor)), "{elsewhere:?}");
}

#[tokio::test]
async fn s9_c_13_a_student_can_follow_at_most_five_hundred_students() {
    let (store, engine) = fresh_with_engine().await;
    people(&store, &["a", "b", "c"]).await;
    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET following = :count",
        "ExpressionAttributeValues": { ":count": { "N": "499" } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    follow(&store, &uid("a"), &uid("b"), at(1)).await.unwrap();
    let refused = follow(&store, &uid("a"), &uid("c"), at(1)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 500, .. })), "{refused:?}");
    follow(&store, &uid("a"), &uid("b"), at(2)).await.unwrap();
    assert_eq!(counts(&store, "c").await, (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s9_c_13_concurrent_follows_and_unfollows_keep_counts_exact() {
    let store = empty_store().await;
    people(&store, &["star"]).await;
    for number in 0..30 {
        student(&store, &format!("s{number}"), Some(&format!("fan{number}"))).await;
    }
    let tasks: Vec<_> = (0..30)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let fan = uid(&format!("s{number}"));
                // One third follows, one third unfollows, one third follows again.
                for _ in 0..=(number % 3) {
                    follow(&store, &fan, &uid("star"), at(number)).await.unwrap();
                    if number % 3 > 0 {
                        unfollow(&store, &fan, &uid("star")).await.unwrap();
                    }
                }
                if number % 3 == 2 {
                    follow(&store, &fan, &uid("star"), at(number)).await.unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let listed = list_followers(&store, &uid("star"), None, 100).await.unwrap();
    assert_eq!((listed.items.len(), counts(&store, "star").await), (20, (20, 0)));
}

#[tokio::test]
async fn s9_c_13_a_deleted_student_is_removed_from_all_lists_and_counts() {
    let (store, engine) = fresh_with_engine().await;
    people(&store, &["a", "b", "gone"]).await;
    for (one, other) in [("a", "gone"), ("gone", "a"), ("gone", "b"), ("a", "b")] {
        follow(&store, &uid(one), &uid(other), at(1)).await.unwrap();
    }
    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#gone" }, "sk": { "S": "ME" } },
    });
    engine.delete_item(serde_json::from_value(request).unwrap()).unwrap();
    let listed = list_followers(&store, &uid("a"), None, 100).await.unwrap();
    assert!(listed.items.is_empty(), "a profile that is gone is in no list");
    for _ in 0..2 {
        remove_account(&store, &uid("gone")).await.unwrap();
        assert_eq!((counts(&store, "a").await, counts(&store, "b").await), ((0, 1), (1, 0)));
    }
    assert!(!is_following(&store, &uid("gone"), &uid("b")).await.unwrap());
}
