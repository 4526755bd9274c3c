//! Batch requests: each request in a batch gets the same response as if the same user had sent it separately.

use journeys::TestEnv;
use serde_json::{Value, json};

#[tokio::test]
async fn batch_responses_equal_single_ones_and_each_route_checks_its_own_permissions() {
    let env = TestEnv::shared();
    let (student, admin, visitor) =
        (env.sign_up_student("Asks").await, env.sign_in_admin().await, env.anonymous_client());
    let first = student.get("/me/start").await;
    let tag = first.header("etag").expect("a start has a tag").to_owned();
    first.expect(200);

    let asked = json!({ "requests": [
        { "path": "/api/me/start", "ifNoneMatch": tag },
        { "path": "/api/me/notes" },
        { "path": "/api/uploads" },
        { "path": "/api/shelves/deep-dive" },
    ] });
    let statuses = async |person: &journeys::ApiClient| {
        let body = person.post("/batch", asked.clone()).await.expect(200);
        let responses = body["responses"].as_array().expect("a list").clone();
        (responses.iter().map(|answer| answer["status"].as_u64().unwrap()).collect::<Vec<_>>(), responses)
    };
    let (as_student, responses) = statuses(&student).await;
    assert_eq!(as_student, [304, 200, 403, 200]);
    assert_eq!((&responses[0]["body"], &responses[0]["headers"]["etag"]), (&json!(""), &json!(tag)));
    let notes: Value = serde_json::from_str(responses[1]["body"].as_str().unwrap()).unwrap();
    assert_eq!(notes, student.get("/me/notes").await.expect(200));
    assert_eq!(statuses(&visitor).await.0, [401, 401, 401, 200]);
    assert_eq!(statuses(&admin).await.0[2], 200);
}

#[tokio::test]
async fn token_refresh_returns_the_responses_of_batched_requests_for_the_user_of_the_session() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Begins").await;
    let asked = json!({ "requests": [{ "path": "/api/me/start" }, { "path": "/api/uploads" }] });
    let session = student.post("/auth/refresh", asked.clone()).await.expect(200);
    let responses = session["responses"].as_array().unwrap();
    assert_eq!((&responses[0]["status"], &responses[1]["status"]), (&json!(200), &json!(403)));
    let start: Value = serde_json::from_str(responses[0]["body"].as_str().unwrap()).unwrap();
    assert_eq!(start["me"], session["me"]);
    assert_eq!(student.post("/auth/refresh", json!({})).await.expect(200)["responses"], json!([]));

    // An invalid batch does not end the session, and without a session no request is answered.
    let wrong = json!({ "requests": [{ "path": "/api/auth/account" }] });
    assert_eq!(student.post("/auth/refresh", wrong).await.problem(422), "validation");
    student.post("/auth/refresh", json!({})).await.expect(200);
    assert_eq!(env.anonymous_client().post("/auth/refresh", asked).await.problem(401), "unauthenticated");
}
