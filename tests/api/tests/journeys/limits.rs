//! Sessions that administrators end, rate limits, and the trap for bots.

use journeys::TestEnv;
use serde_json::json;
use store::AlbumId;

#[tokio::test]
async fn an_administrators_token_is_refused_after_sign_out_or_password_change() {
    let env = TestEnv::shared();
    let second = local::sample_admins()[1].email.clone();
    let mut admin = env.anonymous_client();
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
    let note = env.album_note(AlbumId::Cram, "Of somebody else", "somebody").await;
    let stolen = admin.clone();
    admin.post("/auth/sign-out", json!({})).await.expect(204);
    assert_eq!(stolen.get("/uploads").await.problem(401), "unauthenticated");
    // The ended session is also rejected on a route for all users that grants administrators more.
    assert_eq!(stolen.delete(&format!("/album-notes/{note}")).await.problem(401), "unauthenticated");
    assert_eq!(env.anonymous_client().get("/albums/cram").await.expect(200)["album"]["noteCount"], 1);
    // The cookie alone must work, for a page with an expired token.
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
    let stolen = admin.clone();
    admin.token = None;
    admin.post("/auth/sign-out", json!({})).await.expect(204);
    assert_eq!(stolen.get("/uploads").await.problem(401), "unauthenticated");
    assert_eq!(admin.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    // A password reset by mail ends the session too.
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
    admin.post("/auth/forgot", json!({ "email": second })).await.expect(202);
    let code = env.code_for(&second).await;
    let reset = json!({ "email": second, "code": code, "newPassword": local::SAMPLE_PASSWORD });
    env.anonymous_client().post("/auth/reset", reset).await.expect(204);
    assert_eq!(admin.get("/uploads").await.problem(401), "unauthenticated");
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
}

#[tokio::test]
async fn a_course_request_with_a_filled_honeypot_field_is_discarded() {
    let env = TestEnv::shared();
    let request = |name: &str, website: &str| json!({ "courseCode": "CS 343", "courseName": name, "website": website });
    let visitor = env.anonymous_client();
    visitor.post("/requests", request("By a program", "https://spam.test")).await.expect(201);
    visitor.post("/requests", request("By a person", "")).await.expect(201);
    let listed = env.sign_in_admin().await.get("/requests").await.expect(200);
    let names: Vec<&str> =
        listed["items"].as_array().unwrap().iter().map(|item| item["courseName"].as_str().unwrap()).collect();
    assert_eq!(names, ["By a person"]);
    assert_eq!(listed["items"][0]["requesterName"], "Anonymous");
}
