//! What ends or slows people down: an administrator's sign-out, too many tries, and the trap for programs.

use journeys::world::PASSWORD;
use journeys::{Answer, World};
use local::{Local, LocalOptions};
use serde_json::json;

#[tokio::test]
async fn an_administrators_token_is_refused_after_sign_out_or_password_change() {
    let world = World::shared();
    let second = local::sample_admins()[1].email.clone();
    let mut admin = world.visitor();
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
    let stolen = admin.clone();
    admin.post("/auth/sign-out", json!({})).await.expect(204);
    assert_eq!(stolen.get("/uploads").await.problem(401), "unauthenticated");
    // The cookie alone must do, for a page whose token has ended.
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
    let stolen = admin.clone();
    admin.token = None;
    admin.post("/auth/sign-out", json!({})).await.expect(204);
    assert_eq!(stolen.get("/uploads").await.problem(401), "unauthenticated");
    assert_eq!(admin.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    // Nor does it after a new password by mail.
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
    admin.post("/auth/forgot", json!({ "email": second })).await.expect(202);
    let code = world.code_for(&second).await;
    let reset = json!({ "email": second, "code": code, "newPassword": local::SAMPLE_PASSWORD });
    world.visitor().post("/auth/reset", reset).await.expect(204);
    assert_eq!(admin.get("/uploads").await.problem(401), "unauthenticated");
    admin.sign_in(&second, local::SAMPLE_PASSWORD).await;
    admin.get("/uploads").await.expect(200);
}

#[tokio::test]
async fn a_request_with_the_honeypot_field_filled_is_discarded() {
    let world = World::shared();
    let request = |name: &str, website: &str| json!({ "courseCode": "CS 343", "courseName": name, "website": website });
    let visitor = world.visitor();
    visitor.post("/requests", request("By a program", "https://spam.test")).await.expect(201);
    visitor.post("/requests", request("By a person", "")).await.expect(201);
    let listed = world.admin().await.get("/requests").await.expect(200);
    let names: Vec<&str> =
        listed["items"].as_array().unwrap().iter().map(|item| item["courseName"].as_str().unwrap()).collect();
    assert_eq!(names, ["By a person"]);
    assert_eq!(listed["items"][0]["requesterName"], "Anonymous");
}

#[tokio::test]
async fn password_guesses_are_throttled_whatever_client_address_is_claimed() {
    let folder = tempfile::tempdir().unwrap();
    let options = LocalOptions { throttles: true, ..LocalOptions::for_tests(folder.path()) };
    let running = Local::start(options).await.unwrap();
    let client = reqwest::Client::new();
    let guess = async |email: &str| {
        let request = client
            .post(format!("{}/api/auth/sign-in", running.base_url()))
            .header("origin", running.app_origin())
            .header("x-note-ninja", "1")
            // Written by the client, so it must not make a client out of every request.
            .header("x-forwarded-for", "203.0.113.7")
            .json(&json!({ "email": email, "password": PASSWORD }));
        Answer::read(format!("a guess at {email}"), request).await
    };
    let mut answers = Vec::new();
    // More than fit into two windows, should the first end while we guess.
    for _ in 0..25 {
        answers.push(guess("victim@students.test").await);
    }
    let slowed = answers.into_iter().find(|answer| answer.status == 429).unwrap();
    let wait: u32 = slowed.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(slowed.body["detail"], "Too many tries. Please wait a minute.");
    assert_eq!(slowed.problem(429), "too_many_requests");
    // Others at the same address go on.
    assert_eq!(guess("somebody-else@students.test").await.problem(401), "wrong_credentials");
    running.shutdown().await;
}
