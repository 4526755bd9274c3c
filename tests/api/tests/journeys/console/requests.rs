//! Requests for missing courses, with and without signing in.

use journeys::TestEnv;
use serde_json::{Value, json};

/// Returns the requests for one course, as an administrator sees them.
async fn read_by_admin(code: &str) -> Vec<Value> {
    let admin = TestEnv::shared().sign_in_admin().await;
    let page = admin.get("/requests").await.expect(200);
    let items = page["items"].as_array().unwrap();
    items.iter().filter(|request| request["courseCode"] == code).cloned().collect()
}

#[tokio::test]
async fn s6_vis_3_a_visitor_can_request_a_course_anonymously() {
    let env = TestEnv::shared();
    let code = env.unique_name("vis").to_uppercase();
    let request = json!({ "courseCode": code.to_lowercase(), "courseName": "Visitor studies", "reason": "", "requestDate": "2001-01-01T00:00:00Z" });
    env.anonymous_client().post("/requests", request).await.expect(201);
    let found = read_by_admin(&code).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0]["requesterName"].as_str(), found[0]["requesterId"].as_str()), (Some("Anonymous"), Some("")));
    let when = found[0]["requestDate"].as_str().unwrap();
    assert!(when.ends_with('Z') && when > "2026", "the server's time counts: {when}");
}

#[tokio::test]
async fn s3_req_1_a_course_request_contains_the_students_name_unless_it_is_sent_anonymously() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Asker").await;
    let (named, nameless) = (env.unique_name("named").to_uppercase(), env.unique_name("none").to_uppercase());
    let request = |code: &str, anonymous: bool| json!({ "courseCode": code, "courseName": "Wanted", "reason": "For the exam", "anonymous": anonymous });
    student.post("/requests", request(&named, false)).await.expect(201);
    student.post("/requests", request(&nameless, true)).await.expect(201);
    let expected = [(&named, student.uid(), student.me["name"].as_str().unwrap()), (&nameless, "", "Anonymous")];
    for (code, id, name) in expected {
        let found = read_by_admin(code).await;
        let [read] = found.as_slice() else { panic!("one request for {code}: {found:?}") };
        assert_eq!((read["requesterId"].as_str(), read["requesterName"].as_str()), (Some(id), Some(name)));
        assert_eq!((read["courseName"].as_str(), read["reason"].as_str()), (Some("Wanted"), Some("For the exam")));
        assert!(read["requestDate"].as_str().unwrap() > "2026", "{read}");
        let telling = [student.uid(), student.me["username"].as_str().unwrap(), student.email()];
        let told = telling.iter().any(|each| read.to_string().contains(each));
        assert_eq!(told, !id.is_empty(), "nothing of an anonymous request names its student: {read}");
    }
}

#[tokio::test]
async fn s5_rq_1_a_request_without_code_or_name_is_refused() {
    let env = TestEnv::shared();
    let answer = env.anonymous_client().post("/requests", json!({ "courseCode": " ", "courseName": "" })).await;
    assert_eq!(answer.body["fields"][0]["message"], "Please fill in all required fields");
    assert_eq!(answer.problem(422), "validation");
}

fn request(code: &str, name: &str, reason: &str) -> Value {
    json!({ "courseCode": code, "courseName": name, "reason": reason })
}

#[tokio::test]
async fn s2_req_3_requests_for_one_course_are_combined_and_the_students_see_the_decision() {
    let env = TestEnv::shared();
    let (first, second, admin) =
        (env.sign_up_student("First").await, env.sign_up_student("Second").await, env.sign_in_admin().await);
    let code = env.unique_name("merge").to_uppercase();
    let requested = format!("/requested-courses/{}", code.to_lowercase());
    assert_eq!(second.get(&requested).await.expect(200)["requesters"], 0);
    assert_eq!(second.put(&format!("{requested}/vote"), json!({})).await.problem(404), "not_found");
    first.post("/requests", request(&code, "Wanted", "For the exam")).await.expect(201);

    let joined = second.put(&format!("{requested}/vote"), json!({})).await.expect(200);
    assert_eq!((joined["requesters"].as_u64(), joined["mine"].as_bool()), (Some(2), Some(true)));
    // A repeated vote, or a repeated request with another text, counts as the same student.
    second.put(&format!("{requested}/vote"), json!({})).await.expect(200);
    second.post("/requests", request(&code, "Wanted", "My friends take it")).await.expect(201);
    env.anonymous_client().post("/requests", request(&code, "Wanted", "")).await.expect(201);

    let listed = admin.get("/requested-courses").await.expect(200);
    let wanted = listed["items"].as_array().unwrap().iter().find(|item| item["courseCode"] == *code).unwrap();
    assert_eq!((wanted["requesters"].as_u64(), wanted["state"].as_str()), (Some(3), Some("open")));
    let said = admin.get(&format!("{requested}/requests")).await.expect(200);
    let reasons: Vec<_> = said["requests"]["items"].as_array().unwrap().iter().map(|item| &item["reason"]).collect();
    assert_eq!(reasons.len(), 3);
    assert!(reasons.contains(&&json!("For the exam")) && reasons.contains(&&json!("My friends take it")), "{said}");

    admin.put(&requested, json!({ "state": "planned", "answer": " In January.  " })).await.expect(200);
    let mine = second.get("/me/requests").await.expect(200);
    assert_eq!(
        (&mine["items"][0]["state"], &mine["items"][0]["answer"], &mine["items"][0]["requesters"]),
        (&json!("planned"), &json!("In January."), &json!(3)),
    );
    assert!(!mine.to_string().contains("First") && !mine.to_string().contains("exam"), "{mine}");
    assert_eq!(admin.put(&requested, json!({ "state": "lost" })).await.problem(422), "validation");
    let long = "x".repeat(1001);
    assert_eq!(admin.put(&requested, json!({ "state": "open", "answer": long })).await.problem(422), "validation");
}

#[tokio::test]
async fn s2_req_4_an_outdated_decision_does_not_overwrite_a_newer_one() {
    let env = TestEnv::shared();
    let (student, admin) = (env.sign_up_student("Waiting").await, env.sign_in_admin().await);
    let code = env.unique_name("decide").to_uppercase();
    let requested = format!("/requested-courses/{code}");
    student.post("/requests", request(&code, "Wanted", "")).await.expect(201);
    let seen = json!({ "state": "open", "answer": "" });
    let decision = |state: &str, answer: &str| json!({ "state": state, "answer": answer, "before": seen });
    admin.put(&requested, decision("open", "We look for notes.")).await.expect(200);
    let both = admin.put(&requested, decision("planned", "")).await.expect(200);
    assert_eq!((&both["state"], &both["answer"]), (&json!("planned"), &json!("We look for notes.")));
    for (state, answer) in [("open", "Never."), ("declined", "")] {
        assert_eq!(admin.put(&requested, decision(state, answer)).await.problem(409), "conflict");
    }
    let kept = student.get(&requested).await.expect(200);
    assert_eq!((&kept["state"], &kept["answer"]), (&both["state"], &both["answer"]));
    let next = json!({ "state": "planned", "answer": "In January.", "before": { "state": "planned", "answer": "We look for notes." } });
    assert_eq!(admin.put(&requested, next).await.expect(200)["answer"], "In January.");
}

#[tokio::test]
async fn s2_req_4_creating_the_course_marks_its_request_as_added() {
    let env = TestEnv::shared();
    let (student, admin) = (env.sign_up_student("Patient").await, env.sign_in_admin().await);
    let code = env.unique_name("comes").to_uppercase();
    student.post("/requests", request(&code, "A course to come", "")).await.expect(201);
    admin.put(&format!("/courses/{code}"), json!({ "title": "Here", "description": "" })).await.expect(200);
    env.wait_until("the request is added", async || {
        let mine = student.get("/me/requests").await.expect(200);
        (mine["items"][0]["state"] == "added").then_some(())
    })
    .await;
    let requested = student.get(&format!("/requested-courses/{code}")).await.expect(200);
    assert_eq!((&requested["available"], &requested["state"]), (&json!(true), &json!("added")));
}

#[tokio::test]
async fn s2_req_3_a_request_can_be_withdrawn() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Hasty").await;
    let code = env.unique_name("hasty").to_uppercase();
    student.post("/requests", request(&code, "By mistake", "")).await.expect(201);
    for _ in 0..2 {
        let left = student.delete(&format!("/requested-courses/{code}/vote")).await.expect(200);
        assert_eq!((&left["requesters"], &left["mine"]), (&json!(0), &json!(false)));
    }
    assert_eq!(student.get("/me/requests").await.expect(200)["items"], json!([]));
    assert!(read_by_admin(&code).await.is_empty());
}
