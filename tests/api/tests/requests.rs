//! Asking for a course that is missing, with and without a name.

#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

use journeys::World;
use serde_json::{Value, json};

/// What an administrator reads of the requests for one course.
async fn read_by_admin(code: &str) -> Vec<Value> {
    let admin = World::shared().admin().await;
    let page = admin.get("/requests").await.expect(200);
    let items = page["items"].as_array().unwrap();
    items.iter().filter(|request| request["courseCode"] == code).cloned().collect()
}

#[tokio::test]
async fn s6_vis_3_a_visitor_can_ask_for_a_course_and_stays_anonymous() {
    let world = World::shared();
    let code = world.fresh("vis").to_uppercase();
    let request = json!({ "courseCode": code.to_lowercase(), "courseName": "Visitor studies", "reason": "" });
    world.visitor().post("/requests", request).await.expect(201);
    let found = read_by_admin(&code).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0]["requesterName"].as_str(), found[0]["requesterId"].as_str()), (Some("Anonymous"), Some("")));
    assert!(found[0]["requestDate"].as_str().unwrap().ends_with('Z'));
}

#[tokio::test]
async fn s3_req_1_a_students_request_carries_the_name_unless_asked_not_to() {
    let world = World::shared();
    let student = world.student("Asker").await;
    let (named, nameless) = (world.fresh("named").to_uppercase(), world.fresh("none").to_uppercase());
    let request = |code: &str, anonymous: bool| json!({ "courseCode": code, "courseName": "Wanted", "reason": "For the exam", "anonymous": anonymous });
    student.post("/requests", request(&named, false)).await.expect(201);
    student.post("/requests", request(&nameless, true)).await.expect(201);
    assert_eq!(read_by_admin(&named).await[0]["requesterId"], student.uid());
    assert_eq!(read_by_admin(&nameless).await[0]["requesterId"], "");
}

#[tokio::test]
async fn s5_rq_1_a_request_without_code_or_name_is_refused() {
    let world = World::shared();
    let answer = world.visitor().post("/requests", json!({ "courseCode": " ", "courseName": "" })).await;
    assert_eq!(answer.body["fields"][0]["message"], "Please fill in all required fields");
    assert_eq!(answer.problem(422), "validation");
}
