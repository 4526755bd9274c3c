//! List of sessions, and ending a session from another browser.

use journeys::test_env::PASSWORD;
use journeys::{Answer, ApiClient, TestEnv};
use serde_json::{Value, json};

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Returns the cookie of a response, as a browser sends it back.
fn cookie_of(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

async fn sessions(person: &ApiClient) -> Vec<Value> {
    person.get("/auth/account/sessions").await.expect(200)["items"].as_array().unwrap().clone()
}

/// Refreshes the session with this cookie. Returns the status and the new cookie, if any.
async fn renew(env: &'static TestEnv, cookie: &str) -> (u16, Option<String>) {
    let mut browser = env.anonymous_client();
    browser.store_cookie(Some(cookie));
    let answer = browser.post("/auth/refresh", json!({})).await;
    let status = answer.status.as_u16();
    let set = answer.header("set-cookie").is_some().then(|| cookie_of(&answer));
    if status == 200 {
        answer.expect(200)
    } else {
        json!(answer.problem(401))
    };
    (status, set)
}

#[tokio::test]
async fn s7_auth_6_a_session_can_be_seen_and_ended_from_another_browser() {
    let env = TestEnv::shared();
    let here = env.sign_up_student("Watchful").await;
    let body = json!({ "email": here.email(), "password": PASSWORD });
    let mut phone = env.anonymous_client().with_user_agent(FIREFOX);
    let answer = phone.post("/auth/sign-in", body).await;
    let cookie = cookie_of(&answer);
    phone.store_cookie(Some(&cookie));
    phone.token = Some(answer.expect(200)["session"]["accessToken"].as_str().unwrap().to_owned());

    let listed = sessions(&here).await;
    assert_eq!(listed.len(), 2, "{listed:?}");
    let (other, own) = (&listed[0], &listed[1]);
    assert_eq!((&other["device"], &other["isCurrent"]), (&json!("Firefox on Windows"), &json!(false)));
    assert_eq!(own["isCurrent"], true);
    for session in &listed {
        assert!(session["beganAt"].is_string() && session["usedAt"].is_string(), "{session}");
    }
    let secret = cookie.split('~').nth(1).unwrap();
    assert!(!json!(listed).to_string().contains(secret), "the list tells no secret");
    // The session exists, but another user cannot end it.
    let path = format!("/auth/account/sessions/{}", other["id"].as_str().unwrap());
    let stranger = env.sign_up_student("Stranger").await;
    stranger.delete(&path).await.expect(204);
    assert_eq!(renew(env, &cookie).await.0, 200);
    assert_eq!(here.delete("/auth/account/sessions/nonsense").await.problem(404), "not_found");

    here.delete(&path).await.expect(204);
    here.delete(&path).await.expect(204);
    assert_eq!(sessions(&here).await.len(), 1);
    // The page of the ended session works until its token expires, and gets no new token.
    phone.get("/me").await.expect(200);
    let (status, set) = renew(env, &cookie).await;
    assert_eq!(status, 401);
    assert!(set.unwrap().ends_with('='), "the cookie is taken away");
    // A cookie without the secret of the session is refused.
    let (_, token) = cookie.rsplit_once('~').unwrap();
    assert_eq!(renew(env, &format!("{}=r~{token}", cookie.split('=').next().unwrap())).await.0, 401);
    here.post("/auth/refresh", json!({})).await.expect(200);
}

#[tokio::test]
async fn s7_auth_6_ending_all_other_sessions_takes_effect_immediately_and_signed_out_sessions_leave_the_list() {
    let env = TestEnv::shared();
    let here = env.sign_up_student("Tidy").await;
    let one = env.second_session(here.email(), PASSWORD).await;
    let two = env.second_session(here.email(), PASSWORD).await;
    assert_eq!(sessions(&here).await.len(), 3);
    one.post("/auth/sign-out", json!({})).await.expect(204);
    assert_eq!(sessions(&here).await.len(), 2);
    here.delete("/auth/account/sessions").await.expect(204);
    let left = sessions(&here).await;
    assert_eq!((left.len(), &left[0]["isCurrent"]), (1, &json!(true)));
    assert_eq!(two.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    here.post("/auth/refresh", json!({})).await.expect(200);
}

#[tokio::test]
async fn s7_auth_6_signing_in_again_in_the_same_browser_replaces_its_previous_session() {
    let env = TestEnv::shared();
    let mut student = env.sign_up_student("Again").await;
    let before = student.clone();
    let email = student.email().to_owned();
    student.sign_in(&email, PASSWORD).await;
    assert_eq!(sessions(&student).await.len(), 1);
    assert_eq!(before.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
}

#[tokio::test]
async fn s7_auth_6_an_administrators_other_sessions_lose_access_immediately_when_ended() {
    let env = TestEnv::shared();
    let account = &local::sample_admins()[1];
    let mut here = env.anonymous_client();
    here.sign_in(&account.email, &account.password).await;
    let elsewhere = env.second_session(&account.email, &account.password).await;
    elsewhere.get("/admin/content").await.expect(200);
    here.delete("/auth/account/sessions").await.expect(204);
    assert_eq!(elsewhere.get("/admin/content").await.problem(401), "unauthenticated");
    let renewed = here.post("/auth/refresh", json!({})).await.expect(200);
    here.token = Some(renewed["accessToken"].as_str().unwrap().to_owned());
    here.get("/admin/content").await.expect(200);
}

#[tokio::test]
async fn common_and_personal_passwords_are_rejected_wherever_a_password_is_chosen() {
    let env = TestEnv::shared();
    let visitor = env.anonymous_client();
    let name = env.unique_name("chooser");
    let email = format!("{name}@students.test");
    let of = |password: &str| json!({ "username": name, "email": email, "password": password });
    let refused = async |path: &str, body: Value| {
        let answer = visitor.post(path, body).await;
        let failing = answer.first_invalid_field();
        format!("{} {}", failing.0, failing.1)
    };
    assert_eq!(refused("/auth/sign-up", of("Password123")).await, "password common");
    assert_eq!(refused("/auth/sign-up", of(&email)).await, "password personal");
    let with = |password: &str| json!({ "email": email, "code": "123456", "password": password });
    assert_eq!(refused("/auth/confirm", with("sunshine2026")).await, "password common");
    let reset = json!({ "email": email, "code": "123456", "newPassword": "qwertyuiop" });
    assert_eq!(refused("/auth/reset", reset).await, "newPassword common");
    let invited = json!({ "email": email, "challenge": "any", "newPassword": format!("{name}-12345") });
    assert_eq!(refused("/auth/new-password", invited).await, "newPassword personal");
    let student = env.sign_up_student("Lazy").await;
    let username = student.me["displayUsername"].as_str().unwrap();
    for (chosen, code) in [(format!("{username}-12345"), "personal"), ("iloveyou!!!!".to_owned(), "common")] {
        let change = json!({ "currentPassword": PASSWORD, "newPassword": chosen });
        let answer = student.post("/auth/account/password", change).await;
        assert_eq!(answer.first_invalid_field(), ("newPassword", code), "{}", answer.body);
    }
}
