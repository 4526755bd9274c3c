//! Merging and deciding course requests.

use store::requests::{self, ANONYMOUS, CourseRequest, CourseRequestState, Decision, RequestedCourse};
use store::{Conflict, Error, RequestId, ResourceKind, Result, Store, courses};

use crate::support::{at, code, course, draft, empty_store, uid};

pub(crate) fn asked_by(who: Option<&str>, course: &str, secs: i64) -> CourseRequest {
    CourseRequest {
        id: RequestId::generate(),
        course_code: code(course),
        course_name: "Software".into(),
        reason: "For the exam".into(),
        requester: who.map(uid),
        requester_name: who.unwrap_or(ANONYMOUS).into(),
        requested_at: at(secs),
    }
}

async fn ask(store: &Store, who: Option<&str>, course: &str) -> CourseRequest {
    requests::create(store, &asked_by(who, course, 0)).await.unwrap()
}

async fn requested(store: &Store, course: &str) -> RequestedCourse {
    requests::find_requested_course(store, &code(course)).await.unwrap().unwrap()
}

/// Stores a decision without the earlier decision that the administrator saw.
async fn decide(
    store: &Store,
    course: &str,
    state: CourseRequestState,
    answer: &str,
) -> Result<(RequestedCourse, RequestedCourse)> {
    requests::decide(store, &code(course), &decision(state, answer), None).await
}

fn decision(state: CourseRequestState, answer: &str) -> Decision {
    Decision { state, answer: answer.into() }
}

#[tokio::test]
async fn s2_req_3_requests_for_one_course_are_combined_and_each_student_counts_once() {
    let store = empty_store().await;
    let first = ask(&store, Some("a"), "CS343").await;
    ask(&store, Some("b"), "CS343").await;
    ask(&store, None, "CS343").await;
    ask(&store, None, "CS343").await;
    ask(&store, Some("a"), "CS349").await;
    assert_eq!(requested(&store, "CS343").await.requesters, 4);

    let mut again = asked_by(Some("a"), "CS343", 60);
    again.reason = "For the final".into();
    again.course_name = "Software Engineering".into();
    let kept = requests::create(&store, &again).await.unwrap();
    assert_eq!((kept.id, kept.reason.as_str(), kept.requested_at), (first.id, "For the final", at(0)));
    assert_eq!(kept.course_name, "Software Engineering");
    again.id = RequestId::generate();
    again.reason = String::new();
    assert_eq!(requests::create(&store, &again).await.unwrap().reason, "For the final");
    assert_eq!(requested(&store, "CS343").await.requesters, 4);

    let page = requests::page_for_course(&store, &code("CS343"), None, 3).await.unwrap();
    assert_eq!((page.requested.requesters, page.requests.items.len()), (4, 3));
    let rest = requests::page_for_course(&store, &code("CS343"), page.requests.next.as_ref(), 3).await.unwrap();
    assert_eq!(rest.requests.items.len(), 1);
    assert!(matches!(
        requests::page_for_course(&store, &code("CS999"), None, 3).await,
        Err(Error::NotFound(ResourceKind::Request))
    ));
}

#[tokio::test]
async fn s2_req_3_concurrent_requests_are_all_counted() {
    let store = empty_store().await;
    let mut asking = tokio::task::JoinSet::new();
    for student in 0..20 {
        for _ in 0..2 {
            let store = store.clone();
            asking.spawn(async move {
                requests::create(&store, &asked_by(Some(&format!("student-{student}")), "CS343", 0)).await.unwrap();
            });
        }
    }
    asking.join_all().await;
    assert_eq!(requested(&store, "CS343").await.requesters, 20);
    assert_eq!(requests::list(&store, None, 100).await.unwrap().items.len(), 20);
}

#[tokio::test]
async fn s2_req_4_requested_courses_are_listed_by_state_and_descending_count() {
    let store = empty_store().await;
    for (course, count) in [("CS343", 2), ("CS349", 11), ("CS444", 3)] {
        for _ in 0..count {
            ask(&store, None, course).await;
        }
    }
    let listed = async |state| {
        let page = requests::list_requested_courses(&store, state, None, 10).await.unwrap();
        page.items
            .iter()
            .map(|requested| format!("{} {}", requested.course_code, requested.requesters))
            .collect::<Vec<_>>()
    };
    assert_eq!(listed(CourseRequestState::Open).await, ["CS349 11", "CS444 3", "CS343 2"]);
    let (before, after) = decide(&store, "CS444", CourseRequestState::Planned, "In January").await.unwrap();
    assert_eq!(
        (before.state, after.state, after.answer.as_str()),
        (CourseRequestState::Open, CourseRequestState::Planned, "In January")
    );
    assert_eq!(listed(CourseRequestState::Open).await, ["CS349 11", "CS343 2"]);
    assert_eq!(listed(CourseRequestState::Planned).await, ["CS444 3"]);
    // A request for a decided course is counted and does not change the decision.
    ask(&store, Some("late"), "CS444").await;
    assert_eq!(listed(CourseRequestState::Planned).await, ["CS444 4"]);
    let nobody = decide(&store, "CS999", CourseRequestState::Added, "").await;
    assert!(matches!(nobody, Err(Error::NotFound(ResourceKind::Request))));
}

#[tokio::test]
async fn s2_req_4_a_decision_overwrites_no_field_changed_by_another_administrator() {
    use CourseRequestState::{Declined, Open, Planned};
    let store = empty_store().await;
    ask(&store, None, "CS343").await;
    let seen = decision(Open, "");
    let stale = async |state, answer| {
        requests::decide(&store, &code("CS343"), &decision(state, answer), Some(&seen)).await.map(|(_, after)| after)
    };
    stale(Planned, "").await.unwrap();
    let both = stale(Open, "In January").await.unwrap();
    assert_eq!((both.state, both.answer.as_str()), (Planned, "In January"));
    // Sending the same decision again is no conflict.
    assert_eq!(stale(Planned, "In January").await.unwrap(), both);
    for refused in [stale(Declined, "").await, stale(Open, "Never").await, stale(Declined, "Never").await] {
        assert!(matches!(refused, Err(Error::Conflict(Conflict::VersionMismatch))), "{refused:?}");
    }
    assert_eq!(requested(&store, "CS343").await, both);
}

#[tokio::test]
async fn s2_req_4_the_student_who_requested_a_course_sees_the_decision() {
    let store = empty_store().await;
    ask(&store, Some("a"), "CS349").await;
    ask(&store, Some("a"), "CS343").await;
    ask(&store, Some("b"), "CS343").await;
    decide(&store, "CS343", CourseRequestState::Declined, "No notes to be had").await.unwrap();
    let mine = requests::list_by_student(&store, &uid("a"), None, 10).await.unwrap().items;
    let told: Vec<_> = mine.iter().map(|mine| (mine.requested.course_code.as_str(), mine.requested.state)).collect();
    assert_eq!(told, [("CS343", CourseRequestState::Declined), ("CS349", CourseRequestState::Open)]);
    assert_eq!(mine[0].requested.answer, "No notes to be had");
    assert!(requests::has_requested(&store, &uid("b"), &code("CS343")).await.unwrap());
    assert!(!requests::has_requested(&store, &uid("b"), &code("CS349")).await.unwrap());
}

#[tokio::test]
async fn s2_req_4_creating_a_course_marks_its_requests_as_added() {
    let store = empty_store().await;
    ask(&store, Some("a"), "CS343").await;
    decide(&store, "CS343", CourseRequestState::Declined, "Never").await.unwrap();
    course(&store, "CS343").await;
    for _ in 0..2 {
        requests::mark_added(&store, &code("CS343")).await.unwrap();
    }
    let added = requested(&store, "CS343").await;
    // The reply of the earlier decision is removed.
    assert_eq!((added.state, added.answer.as_str(), added.requesters), (CourseRequestState::Added, "", 1));

    // The first request for a course that already exists gets the state `Added` at once.
    courses::create_if_absent(&store, &draft("CS349", "Interfaces"), at(0)).await.unwrap();
    requests::mark_added(&store, &code("CS349")).await.unwrap();
    ask(&store, Some("a"), "CS349").await;
    assert_eq!(requested(&store, "CS349").await.state, CourseRequestState::Added);
}

#[tokio::test]
async fn s2_req_3_a_withdrawn_request_is_not_counted() {
    let store = empty_store().await;
    ask(&store, Some("a"), "CS343").await;
    ask(&store, Some("b"), "CS343").await;
    for _ in 0..2 {
        requests::withdraw(&store, &uid("a"), &code("CS343")).await.unwrap();
    }
    assert_eq!(requested(&store, "CS343").await.requesters, 1);
    assert!(requests::list_by_student(&store, &uid("a"), None, 10).await.unwrap().items.is_empty());
    requests::withdraw(&store, &uid("b"), &code("CS343")).await.unwrap();
    assert!(requests::find_requested_course(&store, &code("CS343")).await.unwrap().is_none());
    assert!(requests::list(&store, None, 10).await.unwrap().items.is_empty());

    // The decision stays for later requesters.
    ask(&store, Some("a"), "CS349").await;
    decide(&store, "CS349", CourseRequestState::Declined, "Never").await.unwrap();
    requests::withdraw(&store, &uid("a"), &code("CS349")).await.unwrap();
    assert_eq!(requested(&store, "CS349").await.requesters, 0);
}

#[tokio::test]
async fn s2_req_3_concurrent_withdrawals_are_all_subtracted() {
    let store = empty_store().await;
    for student in 0..20 {
        ask(&store, Some(&format!("student-{student}")), "CS343").await;
    }
    let mut withdrawing = tokio::task::JoinSet::new();
    for student in 0..20 {
        let store = store.clone();
        withdrawing.spawn(async move {
            requests::withdraw(&store, &uid(&format!("student-{student}")), &code("CS343")).await.unwrap();
        });
    }
    withdrawing.join_all().await;
    assert!(requests::find_requested_course(&store, &code("CS343")).await.unwrap().is_none());
    assert!(requests::list(&store, None, 100).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn deleting_a_student_removes_the_name_from_a_course_request_but_keeps_the_request() {
    let store = empty_store().await;
    ask(&store, Some("a"), "CS343").await;
    ask(&store, Some("a"), "CS349").await;
    for _ in 0..2 {
        requests::anonymise(&store, &uid("a")).await.unwrap();
    }
    assert!(requests::list_by_student(&store, &uid("a"), None, 10).await.unwrap().items.is_empty());
    let kept = requests::list(&store, None, 10).await.unwrap().items;
    assert_eq!(kept.len(), 2);
    for request in kept {
        assert_eq!((request.requester, request.requester_name.as_str()), (None, ANONYMOUS));
        assert_eq!(request.reason, "For the exam");
    }
    assert_eq!(requested(&store, "CS343").await.requesters, 1);
}
