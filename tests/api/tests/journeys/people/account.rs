//! Account settings: password, address, sessions and second factor.

use journeys::TestEnv;
use journeys::codes::{self, TimeStep};
use journeys::test_env::{INVITATION_PASSWORD, PASSWORD};
use serde_json::{Value, json};

const NEW_PASSWORD: &str = "a better passphrase";

#[tokio::test]
async fn s7_auth_2_changing_the_password_ends_all_other_sessions_and_renews_the_current_one() {
    let env = TestEnv::shared();
    let mut here = env.sign_up_student("Password").await;
    let email = here.email().to_owned();
    let elsewhere = env.second_session(&email, PASSWORD).await;

    let wrong = json!({ "currentPassword": "not this one", "newPassword": NEW_PASSWORD });
    let refused = here.post("/auth/account/password", wrong).await;
    assert_eq!(refused.first_invalid_field(), ("currentPassword", "wrong"), "{}", refused.body);
    let short = json!({ "currentPassword": PASSWORD, "newPassword": "short" });
    assert_eq!(here.post("/auth/account/password", short).await.first_invalid_field(), ("newPassword", "too_short"));
    elsewhere.post("/auth/refresh", json!({})).await.expect(200);

    let right = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    let changed = here.post("/auth/account/password", right).await;
    here.store_cookie(changed.header("set-cookie").map(str::to_owned).as_deref());
    let changed = changed.expect(200);
    assert_eq!(changed["next"], "signed_in");
    here.token = Some(changed["session"]["accessToken"].as_str().unwrap().to_owned());

    here.post("/auth/refresh", json!({})).await.expect(200);
    here.get("/me").await.expect(200);
    assert_eq!(elsewhere.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    let old = json!({ "email": email, "password": PASSWORD });
    assert_eq!(env.anonymous_client().post("/auth/sign-in", old).await.problem(401), "wrong_credentials");
    env.second_session(&email, NEW_PASSWORD).await;
}

#[tokio::test]
async fn s7_auth_3_a_new_email_address_takes_effect_once_its_code_is_confirmed() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Moving").await;
    let old = student.email().to_owned();
    let new = format!("{}@students.test", env.unique_name("moved")).to_lowercase();

    let wrong = student.put("/me/email", json!({ "email": new, "password": "not this one" })).await;
    assert_eq!(wrong.first_invalid_field(), ("password", "wrong"), "{}", wrong.body);
    let same = student.put("/me/email", json!({ "email": old, "password": PASSWORD })).await;
    assert_eq!(same.first_invalid_field(), ("email", "unchanged"), "{}", same.body);
    assert!(env.mails(&new).await.is_empty());

    student.put("/me/email", json!({ "email": new, "password": PASSWORD })).await.expect(202);
    assert_eq!(student.get("/me").await.expect(200)["email"], old);
    let account = student.get("/me/account").await.expect(200);
    assert_eq!((&account["email"], &account["pending"]["email"]), (&json!(old), &json!(new)));
    // The change is not effective yet: the old address signs in and the new one does not.
    env.second_session(&old, PASSWORD).await;
    let early = json!({ "email": new, "password": PASSWORD });
    assert_eq!(env.anonymous_client().post("/auth/sign-in", early.clone()).await.problem(401), "wrong_credentials");

    student.post("/me/email/resend", json!({ "password": PASSWORD })).await.expect(202);
    assert_eq!(env.mails(&new).await.len(), 2);
    let with = |code: &str, password: &str| json!({ "code": code, "password": password });
    let mistyped = student.post("/me/email/confirm", with("000000", PASSWORD)).await;
    assert_eq!(mistyped.problem(422), "code_mismatch");
    let code = env.code_for(&new).await;
    // A thief with the session and access to the new mailbox, but without the password, cannot take over the account.
    let stolen = student.post("/me/email/confirm", with(&code, "not this one")).await;
    assert_eq!(stolen.first_invalid_field(), ("password", "wrong"), "{}", stolen.body);
    let confirmed = student.post("/me/email/confirm", with(&code, PASSWORD)).await.expect(200);
    assert_eq!((&confirmed["email"], &confirmed["pending"]), (&json!(new), &Value::Null));
    assert_eq!(student.get("/me").await.expect(200)["email"], new);

    env.second_session(&new, PASSWORD).await;
    let gone = json!({ "email": old, "password": PASSWORD });
    assert_eq!(env.anonymous_client().post("/auth/sign-in", gone).await.problem(401), "wrong_credentials");
    // Another user can sign up with the old address.
    let sign_up = json!({ "username": env.unique_name("Successor"), "email": old, "password": PASSWORD });
    env.anonymous_client().post("/auth/sign-up", sign_up).await.expect(202);
    assert_eq!(env.mails(&old).await.last().unwrap()["kind"], "confirm");
}

#[tokio::test]
async fn s7_auth_3_changing_to_a_taken_email_address_gets_the_same_response_as_to_a_free_one() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Curious").await, env.sign_up_student("Settled").await);
    let mails = env.mails(other.email()).await.len();
    let taken = student.put("/me/email", json!({ "email": other.email(), "password": PASSWORD })).await;
    assert_eq!(taken.expect(202)["email"], other.email());
    assert_eq!(env.mails(other.email()).await.len(), mails);
    let guessed = student.post("/me/email/confirm", json!({ "code": "123456", "password": PASSWORD })).await;
    assert_eq!(guessed.problem(422), "code_mismatch");
    student.delete("/me/email").await.expect(204);
    assert_eq!(student.get("/me/account").await.expect(200)["pending"], Value::Null);
    let nothing = student.post("/me/email/resend", json!({ "password": PASSWORD })).await;
    assert_eq!(nothing.problem(409), "conflict");
}

#[tokio::test]
async fn s7_auth_4_signing_out_everywhere_ends_every_session() {
    let env = TestEnv::shared();
    let here = env.sign_up_student("Everywhere").await;
    let elsewhere = env.second_session(here.email(), PASSWORD).await;
    let done = here.post("/auth/account/sign-out-everywhere", json!({})).await;
    assert!(done.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(done.header("clear-site-data"), Some(r#""cache""#));
    done.expect(204);
    for browser in [&here, &elsewhere] {
        assert_eq!(browser.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    }
    let mut visitor = env.anonymous_client();
    assert_eq!(visitor.post("/auth/account/sign-out-everywhere", json!({})).await.problem(401), "unauthenticated");
    visitor.sign_in(here.email(), PASSWORD).await;
}

#[tokio::test]
async fn s7_auth_5_h36_administrator_sign_in_requires_a_code_once_the_second_factor_is_set_up() {
    let env = TestEnv::shared();
    let (email, first_password) = (env.invite_admin("invited").await, INVITATION_PASSWORD);
    let mut admin = env.anonymous_client();
    let invited = json!({ "email": email, "password": first_password });
    let challenge = admin.post("/auth/sign-in", invited).await.expect(200)["challenge"].clone();
    let chosen = json!({ "email": email, "challenge": challenge, "newPassword": PASSWORD });
    admin.post("/auth/new-password", chosen).await.expect(200);
    admin.sign_in(&email, PASSWORD).await;

    let wrong = admin.post("/me/second-factor", json!({ "password": "not this one" })).await;
    assert_eq!(wrong.first_invalid_field(), ("password", "wrong"), "{}", wrong.body);
    let setup = admin.post("/me/second-factor", json!({ "password": PASSWORD })).await.expect(200);
    let secret = setup["secret"].as_str().unwrap();
    assert!(setup["uri"].as_str().unwrap().starts_with("otpauth://totp/Note%20Ninja:invited"), "{setup}");
    // Until a code has confirmed the app's secret, the password is enough.
    let prove = |code: &str, password: &str| json!({ "code": code, "password": password });
    let mistyped = admin.put("/me/second-factor", prove("000000", PASSWORD)).await;
    assert_eq!(mistyped.problem(422), "code_mismatch");
    let stolen = admin.put("/me/second-factor", prove(&codes::totp_code(secret, TimeStep::Now), "not this one")).await;
    assert_eq!(stolen.first_invalid_field(), ("password", "wrong"), "{}", stolen.body);
    assert_eq!(admin.get("/me/account").await.expect(200)["hasSecondFactor"], false);
    // Each code can be used once, and this journey needs three.
    let enrol = async || {
        let shown = codes::totp_code(secret, TimeStep::Last);
        let answer = admin.put("/me/second-factor", prove(&shown, PASSWORD)).await;
        answer.status.is_success().then_some(shown)
    };
    let shown = env.wait_until("the app to be set up", enrol).await;
    assert_eq!(admin.get("/me/account").await.expect(200)["hasSecondFactor"], true);

    let mut phone = env.anonymous_client();
    let answer = phone.post("/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await;
    assert!(answer.header("set-cookie").is_none(), "a password alone begins no session");
    let answer = answer.expect(200);
    assert_eq!((&answer["next"], &answer["session"]), (&json!("second_factor"), &Value::Null));
    let challenge = answer["challenge"].as_str().unwrap();
    let with = |code: String| json!({ "challenge": challenge, "code": code });
    for code in ["000000".to_owned(), shown.clone()] {
        // The second code was correct but is used, so an observer cannot reuse it.
        assert_eq!(phone.post("/auth/second-factor", with(code)).await.problem(422), "code_mismatch");
    }
    let next = codes::totp_code(secret, TimeStep::Now);
    let done = phone.post("/auth/second-factor", with(next.clone())).await;
    phone.store_cookie(done.header("set-cookie").map(str::to_owned).as_deref());
    let done = done.expect(200);
    assert_eq!(done["session"]["me"]["isAdmin"], true);
    phone.token = Some(done["session"]["accessToken"].as_str().unwrap().to_owned());
    phone.post("/auth/refresh", json!({})).await.expect(200);
    let again = phone.post("/auth/second-factor", with(next)).await;
    assert_eq!(again.problem(401), "unauthenticated", "a challenge is answered once");

    let guessed = phone.post("/me/second-factor/remove", json!({ "password": "not this one" })).await;
    assert_eq!(guessed.first_invalid_field(), ("password", "wrong"), "{}", guessed.body);
    let without = phone.post("/me/second-factor/remove", json!({ "password": PASSWORD })).await;
    assert_eq!(without.first_invalid_field(), ("appCode", "required"), "{}", without.body);
    let remove = |code: String| json!({ "password": PASSWORD, "appCode": code });
    let used = phone.post("/me/second-factor/remove", remove(shown.clone())).await;
    assert_eq!(used.first_invalid_field(), ("appCode", "mismatch"), "{}", used.body);
    let last = codes::totp_code(secret, TimeStep::Next);
    phone.post("/me/second-factor/remove", remove(last)).await.expect(204);
    phone.sign_in(&email, PASSWORD).await;
    let student = env.sign_up_student("Plain").await;
    let refused = student.post("/me/second-factor", json!({ "password": PASSWORD })).await;
    assert_eq!(refused.problem(403), "forbidden");
}

#[tokio::test]
async fn s1_who_1_s6_adm_1_only_the_two_configured_administrators_upload_and_delete() {
    let env = TestEnv::shared();
    let accounts = local::sample_admins();
    assert_eq!(accounts.len(), 2);
    let student = env.sign_up_student("Ordinary").await;
    assert_eq!(student.me["isAdmin"], false);
    let course = env.unique_name("WHO3");
    for creates in ["/audio-uploads", "/albums/cram/uploads", "/setup-guides"] {
        assert_eq!(student.post(creates, json!({})).await.problem(403), "forbidden", "{creates}");
    }
    let mine = json!({ "title": "Mine", "description": "" });
    assert_eq!(student.put(&format!("/courses/{course}"), mine).await.problem(403), "forbidden");
    // Signing up with an administrator's address gets the usual response and no rights.
    let stolen = json!({ "username": env.unique_name("Thief"), "email": accounts[1].email, "password": NEW_PASSWORD });
    env.anonymous_client().post("/auth/sign-up", stolen).await.expect(202);
    let password = json!({ "email": accounts[1].email, "password": NEW_PASSWORD });
    assert_eq!(env.anonymous_client().post("/auth/sign-in", password).await.problem(401), "wrong_credentials");
    for account in &accounts {
        let mut admin = env.anonymous_client();
        admin.sign_in(&account.email, &account.password).await;
        assert_eq!(admin.me["isAdmin"], true);
        admin.put(&format!("/courses/{course}"), json!({ "title": "Who", "description": "" })).await.expect(200);
        let title = env.unique_name("Week ");
        let note = admin.publish(&course, &title, 1).await;
        assert_eq!(student.create_upload(&course, "Mine", "mine.pdf", b"%PDF-1.4").await.problem(403), "forbidden");
        assert_eq!(student.delete(&format!("/notes/{note}")).await.problem(403), "forbidden");
        let deleted = admin.delete(&format!("/notes/{note}")).await;
        assert!(deleted.status.is_success(), "{}", deleted.body);
    }
}
