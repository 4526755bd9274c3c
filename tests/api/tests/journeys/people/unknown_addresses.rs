//! Responses must not reveal anything about an e-mail address to users who cannot read its mail.

use std::collections::BTreeMap;

use journeys::test_env::PASSWORD;
use journeys::{Answer, ApiClient, TestEnv};
use serde_json::{Value, json};
use store::{Store, users};

/// Headers that differ between any two responses.
const PASSING: [&str; 3] = ["date", "x-request-id", "apigw-requestid"];

/// A complete response: status, headers and body.
type Whole = (u16, BTreeMap<String, String>, Value);

fn whole(mut answer: Answer) -> Whole {
    if let Some(body) = answer.body.as_object_mut() {
        body.remove("traceId");
    }
    let headers = answer.headers.iter().filter(|(name, _)| !PASSING.contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    (answer.status.as_u16(), headers, answer.body)
}

/// Returns one address of every kind with its description. All addresses are unique.
async fn addresses(env: &'static TestEnv) -> Vec<(&'static str, String)> {
    let address = |stem: &str| format!("{}@students.test", env.unique_name(stem));
    let (unknown, unconfirmed, interrupted) = (address("unknown"), address("unconfirmed"), address("interrupted"));
    let visitor = env.anonymous_client();
    visitor.post("/auth/sign-up", sign_up(&env.unique_name("somebody"), &unconfirmed)).await.expect(202);
    // Simulates a crash after the pool has created the account.
    let begun = interrupted.clone();
    let begin = async move |store: Store| drop(users::sign_up(&store, &begun, PASSWORD).await.unwrap());
    env.with_store(begin).await;
    let forgotten = env.sign_up_student("Forgotten").await.email().to_owned();
    visitor.post("/auth/forgot", json!({ "email": forgotten })).await.expect(202);
    vec![
        ("unknown", unknown),
        ("confirmed", env.sign_up_student("Confirmed").await.email().to_owned()),
        ("confirmed, with a mailed code", forgotten),
        ("unconfirmed", unconfirmed),
        ("interrupted", interrupted),
        ("invited", env.invite_admin(&env.unique_name("invited")).await),
    ]
}

fn sign_up(username: &str, email: &str) -> Value {
    json!({ "username": username, "email": email, "password": PASSWORD })
}

/// Returns a code that was not mailed to this address.
async fn wrong_code(env: &TestEnv, email: &str) -> &'static str {
    let mailed = env.mails(email).await;
    if mailed.iter().any(|mail| mail["code"] == "000000") { "111111" } else { "000000" }
}

/// Checks that the responses for all kinds of addresses are identical.
fn assert_alike(what: &str, answers: &[(&'static str, Whole)]) {
    let (_, first) = &answers[0];
    for (kind, answer) in answers {
        assert_eq!(answer, first, "{what}: the answer tells that the address is {kind}");
    }
}

#[tokio::test]
async fn sign_up_and_code_requests_get_the_same_response_for_every_address() {
    let env = TestEnv::shared();
    let visitor = env.anonymous_client();
    for path in ["/auth/sign-up", "/auth/resend", "/auth/forgot"] {
        let mut answers = Vec::new();
        for (kind, email) in addresses(env).await {
            let body = if path == "/auth/sign-up" {
                sign_up(&env.unique_name("any"), &email)
            } else {
                json!({ "email": email })
            };
            answers.push((kind, whole(visitor.post(path, body).await)));
        }
        assert_eq!(answers[0].1.0, 202);
        assert_alike(path, &answers);
    }
}

#[tokio::test]
async fn a_wrong_code_gets_the_same_response_for_every_address() {
    let env = TestEnv::shared();
    let visitor = env.anonymous_client();
    for (path, password) in [("/auth/confirm", "password"), ("/auth/reset", "newPassword")] {
        let mut answers = Vec::new();
        for (kind, email) in addresses(env).await {
            let code = wrong_code(env, &email).await;
            let body = json!({ "email": email, "code": code, password: PASSWORD });
            answers.push((kind, whole(visitor.post(path, body).await)));
        }
        assert_eq!((answers[0].1.0, &answers[0].1.2["code"]), (422, &json!("code_mismatch")));
        assert_alike(path, &answers);
    }
}

#[tokio::test]
async fn requesting_codes_sends_no_mail_to_addresses_without_a_pending_confirmation() {
    let env = TestEnv::shared();
    let (visitor, confirmed) = (env.anonymous_client(), env.sign_up_student("Unbothered").await);
    let invited = env.invite_admin(&env.unique_name("unbothered")).await;
    for email in [confirmed.email(), &invited] {
        let before = env.mails(email).await.len();
        visitor.post("/auth/sign-up", sign_up(&env.unique_name("any"), email)).await.expect(202);
        visitor.post("/auth/resend", json!({ "email": email })).await.expect(202);
        assert_eq!(env.mails(email).await.len(), before, "{email}");
    }
}

/// Returns all responses that show a student by username.
async fn seen_by(person: &ApiClient, username: &str) -> Vec<Whole> {
    let mut seen = Vec::new();
    for rest in ["", "/courses"] {
        seen.push(whole(person.get(&format!("/students/{username}{rest}")).await));
    }
    if person.token.is_some() {
        for path in [
            format!("/students/{username}/followers"),
            format!("/students/{username}/following"),
            format!("/students?prefix={username}"),
        ] {
            seen.push(whole(person.get(&path).await));
        }
        seen.push(whole(person.put(&format!("/me/students/{username}"), json!({})).await));
    }
    seen
}

#[tokio::test]
async fn a_username_becomes_visible_on_confirmation_and_goes_to_the_first_account_that_is_confirmed() {
    let env = TestEnv::shared();
    let (username, nobodys) = (env.unique_name("wanted"), env.unique_name("nobodys"));
    let (first, second) = (format!("{username}@students.test"), format!("{username}@elsewhere.test"));
    let visitor = env.anonymous_client();
    visitor.post("/auth/sign-up", sign_up(&username, &first)).await.expect(202);
    for person in [&visitor, &env.sign_up_student("Curious").await, &env.sign_in_admin().await] {
        assert_eq!(seen_by(person, &username).await, seen_by(person, &nobodys).await);
    }
    // A second sign-up with this username gets the same response, from another address and from the same one.
    for email in [&second, &first] {
        visitor.post("/auth/sign-up", sign_up(&username, email)).await.expect(202);
    }

    for (email, has) in [(&second, json!(username)), (&first, Value::Null)] {
        let code = env.code_for(email).await;
        visitor.post("/auth/confirm", json!({ "email": email, "code": code, "password": PASSWORD })).await.expect(204);
        assert_eq!(env.second_session(email, PASSWORD).await.me["username"], has, "{email}");
    }
    visitor.get(&format!("/students/{username}")).await.expect(200);
    let late = visitor.post("/auth/sign-up", sign_up(&username, &format!("{username}@late.test"))).await;
    assert_eq!(late.problem(409), "username_taken");
}

#[tokio::test]
async fn the_username_of_a_sign_up_does_not_reveal_whether_its_address_had_an_account() {
    let env = TestEnv::shared();
    let visitor = env.anonymous_client();
    let mut answers = Vec::new();
    for (kind, email) in addresses(env).await {
        // Whether a sign-up creates an account and claims the name must not be visible by requesting the name again.
        let name = env.unique_name("probe");
        visitor.post("/auth/sign-up", sign_up(&name, &email)).await.expect(202);
        let again = visitor.post("/auth/sign-up", sign_up(&name, &format!("{name}@attacker.test"))).await;
        let prober = env.sign_up_student("Prober").await;
        let mut renamed = prober.patch("/me/profile", json!({ "username": name })).await;
        for field in ["uid", "email", "name", "username", "displayUsername", "createdAt", "updatedAt"] {
            renamed.body[field] = Value::Null;
        }
        renamed.headers.remove("content-length");
        answers.push((kind, whole(again)));
        answers.push((kind, whole(renamed)));
    }
    let (again, renamed): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(_, answer)| answer.0 == 202);
    assert_eq!((again.len(), renamed[0].1.0), (6, 200));
    assert_alike("signing up with the name", &again);
    assert_alike("taking the name", &renamed);
}
