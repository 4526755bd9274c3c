//! Accounts and sessions: sign-up, sign-in, sign-out, codes, passwords and the refresh cookie.

use journeys::test_env::{INVITATION_PASSWORD, PASSWORD};
use journeys::{Answer, TestEnv};
use serde_json::json;
use store::{Store, users};

#[tokio::test]
async fn s7_auth_1_s1_j_1_a_visitor_signs_up_signs_out_signs_in_resets_the_password_and_signs_in_with_it() {
    let env = TestEnv::shared();
    let mut student = env.sign_up_student("Journey").await;
    let email = student.email().to_owned();
    student.post("/auth/sign-out", json!({})).await.expect(204);
    student.token = None;
    student.sign_in(&email, PASSWORD).await;

    let mut elsewhere = env.anonymous_client();
    elsewhere.sign_in(&email, PASSWORD).await;
    student.post("/auth/forgot", json!({ "email": email })).await.expect(202);
    let code = env.code_for(&email).await;
    let reset = json!({ "email": email, "code": code, "newPassword": "a better passphrase" });
    student.post("/auth/reset", reset).await.expect(204);
    for browser in [&student, &elsewhere] {
        assert_eq!(browser.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    }

    let old = json!({ "email": email, "password": PASSWORD });
    assert_eq!(student.post("/auth/sign-in", old).await.problem(401), "wrong_credentials");
    student.sign_in(&email, "a better passphrase").await;
}

#[tokio::test]
async fn s7_wr_1_sign_up_stores_the_username_as_typed_and_in_lower_case() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Amara").await;
    let me = student.get("/me").await.expect(200);
    let typed = me["displayUsername"].as_str().unwrap();
    assert!(typed.starts_with("Amara"));
    assert_eq!(me["username"], typed.to_lowercase());
    assert_eq!(me["email"], student.email());
    assert_eq!(me["uid"], student.uid());
    assert_eq!(me["isAdmin"], false);
}

#[tokio::test]
async fn s2_auth_3_a_username_that_is_taken_in_another_case_is_refused() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Taken").await;
    let name = student.me["displayUsername"].as_str().unwrap().to_uppercase();
    let sign_up = json!({ "username": name, "email": "somebody@students.test", "password": PASSWORD });
    let answer = env.anonymous_client().post("/auth/sign-up", sign_up).await;
    assert_eq!(answer.body["detail"], "Username is already taken.");
    assert_eq!(answer.problem(409), "username_taken");
}

#[tokio::test]
async fn s5_up_1_every_invalid_field_of_a_sign_up_is_reported() {
    let env = TestEnv::shared();
    let answer = env
        .anonymous_client()
        .post("/auth/sign-up", json!({ "username": " ", "email": "nobody", "password": "short" }))
        .await;
    assert_eq!(fields(&answer), ["email", "password", "username"]);
    assert_eq!(answer.problem(422), "validation");
}

#[tokio::test]
async fn s5_in_1_sign_in_requires_an_email_address_and_a_password() {
    let env = TestEnv::shared();
    let answer =
        env.anonymous_client().post("/auth/sign-in", json!({ "email": "not an address", "password": "" })).await;
    assert_eq!(fields(&answer), ["email", "password"]);
    assert_eq!(answer.problem(422), "validation");
}

fn fields(answer: &Answer) -> Vec<String> {
    let mut names: Vec<_> = answer.body["fields"]
        .as_array()
        .unwrap_or_else(|| panic!("no fields in {}", answer.body))
        .iter()
        .map(|field| field["field"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn s8_auth_1_an_unknown_address_and_a_wrong_password_get_the_same_response() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Neutral").await;
    let wrong = json!({ "email": student.email(), "password": "not the password" });
    let unknown = json!({ "email": "nobody-at-all@students.test", "password": "not the password" });
    let visitor = env.anonymous_client();
    let (wrong, unknown) = (visitor.post("/auth/sign-in", wrong).await, visitor.post("/auth/sign-in", unknown).await);
    for key in ["status", "code", "detail", "title"] {
        assert_eq!(wrong.body[key], unknown.body[key], "{key}");
    }
    assert_eq!(wrong.problem(401), "wrong_credentials");
}

#[tokio::test]
async fn s2_auth_4_a_password_reset_request_gets_the_same_response_for_every_address() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Reset").await;
    let visitor = env.anonymous_client();
    let known = visitor.post("/auth/forgot", json!({ "email": student.email() })).await;
    let unknown = visitor.post("/auth/forgot", json!({ "email": "nobody-here@students.test" })).await;
    assert_eq!(known.body, unknown.body);
    assert_eq!((known.status, unknown.status), (202.try_into().unwrap(), 202.try_into().unwrap()));
    assert!(env.mails("nobody-here@students.test").await.is_empty());
}

#[tokio::test]
async fn the_reset_mail_links_to_the_reset_page_with_address_and_code_filled_in() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Linked").await;
    student.post("/auth/forgot", json!({ "email": student.email() })).await.expect(202);
    let mails = env.mails(student.email()).await;
    let (mail, address) = (mails.last().unwrap(), student.email().replace('@', "%40"));
    let expected = format!("{}/forgot?email={address}&code={}", env.base, mail["code"].as_str().unwrap());
    assert_eq!(mail["link"], expected);
}

#[tokio::test]
async fn sign_up_with_a_taken_address_gets_the_same_response_as_with_a_free_one() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Known").await;
    let fresh = json!({ "username": env.unique_name("fresh"), "email": format!("{}@students.test", env.unique_name("new")), "password": PASSWORD });
    let again = json!({ "username": env.unique_name("again"), "email": student.email(), "password": PASSWORD });
    let visitor = env.anonymous_client();
    let (fresh, again) = (visitor.post("/auth/sign-up", fresh).await, visitor.post("/auth/sign-up", again).await);
    assert_eq!(fresh.expect(202), again.expect(202));
}

#[tokio::test]
async fn the_right_code_is_accepted_after_a_wrong_one() {
    let env = TestEnv::shared();
    let visitor = env.anonymous_client();
    let username = env.unique_name("coder");
    let email = format!("{username}@students.test");
    visitor
        .post("/auth/sign-up", json!({ "username": username, "email": email, "password": PASSWORD }))
        .await
        .expect(202);
    let right = env.code_for(&email).await;
    let wrong = if right == "000000" { "111111" } else { "000000" };
    let with = |code: &str| json!({ "email": email, "code": code, "password": PASSWORD });
    assert_eq!(visitor.post("/auth/confirm", with(wrong)).await.problem(422), "code_mismatch");
    visitor.post("/auth/confirm", with(&right)).await.expect(204);
}

#[tokio::test]
async fn signing_in_before_confirmation_asks_for_the_code_and_a_password_reset_mails_it_again() {
    let env = TestEnv::shared();
    let mut visitor = env.anonymous_client();
    let username = env.unique_name("forgetful");
    let email = format!("{username}@students.test");
    visitor
        .post("/auth/sign-up", json!({ "username": username, "email": email, "password": PASSWORD }))
        .await
        .expect(202);
    let signed_in = visitor.post("/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await.expect(200);
    assert_eq!(signed_in["next"], "confirm_email");

    let before = env.mails(&email).await.len();
    visitor.post("/auth/forgot", json!({ "email": email })).await.expect(202);
    assert!(env.mails(&email).await.len() > before, "the code is sent again");
    let code = env.code_for(&email).await;
    let reset = json!({ "email": email, "code": code, "newPassword": "another passphrase" });
    visitor.post("/auth/reset", reset).await.expect(204);
    visitor.sign_in(&email, "another passphrase").await;
}

#[tokio::test]
async fn an_expired_unconfirmed_account_releases_its_email_address() {
    let env = TestEnv::shared();
    let (username, email) = env.expired_unconfirmed_user("forgetful-one").await;
    let mut visitor = env.anonymous_client();
    env.wait_until("the account to be gone", async || {
        let address = email.clone();
        let found = async move |store: Store| users::find_by_email(&store, &address).await.unwrap();
        env.with_store(found).await.is_none().then_some(())
    })
    .await;
    let again = json!({ "username": username, "email": email, "password": PASSWORD });
    visitor.post("/auth/sign-up", again).await.expect(202);
    let code = env.code_for(&email).await;
    visitor.post("/auth/confirm", json!({ "email": email, "code": code, "password": PASSWORD })).await.expect(204);
    visitor.sign_in(&email, PASSWORD).await;
}

#[tokio::test]
async fn s7_auth_1_the_refresh_cookie_is_http_only_and_renews_the_session() {
    let env = TestEnv::shared();
    let mut student = env.sign_up_student("Cookie").await;
    let signed_in = student.post("/auth/sign-in", json!({ "email": student.email(), "password": PASSWORD })).await;
    let cookie = signed_in.header("set-cookie").unwrap().to_owned();
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/auth", "Max-Age="] {
        assert!(cookie.contains(attribute), "{attribute} is missing in {cookie}");
    }
    // WebKit would reject a `Secure` cookie on the local HTTP URL.
    assert_eq!(cookie.contains("Secure"), env.base.starts_with("https:"), "{cookie} on {}", env.base);
    student.store_cookie(Some(&cookie));
    student.token = None;
    let session = student.post("/auth/refresh", json!({})).await.expect(200);
    assert_eq!(session["me"]["email"], student.email());
    student.token = Some(session["accessToken"].as_str().unwrap().to_owned());
    student.get("/me").await.expect(200);
}

#[tokio::test]
async fn signing_in_on_a_shared_computer_sets_a_cookie_that_expires_with_the_browser() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Lab").await;
    let body = json!({ "email": student.email(), "password": PASSWORD, "sharedComputer": true });
    let answer = student.post("/auth/sign-in", body).await;
    let cookie = answer.header("set-cookie").unwrap();
    assert!(!cookie.contains("Max-Age") && !cookie.contains("Expires"), "{cookie}");
}

#[tokio::test]
async fn s2_side_7_s7_auth_1_sign_out_ends_the_session_and_clears_cookie_and_browser_cache() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Leaver").await;
    let answer = student.post("/auth/sign-out", json!({})).await;
    assert_eq!(answer.header("clear-site-data"), Some(r#""cache""#));
    assert!(answer.header("set-cookie").unwrap().contains("Max-Age=0"));
    answer.expect(204);
    assert_eq!(student.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
}

#[tokio::test]
async fn auth_routes_return_403_for_other_origins_and_requests_without_the_app_header() {
    let env = TestEnv::shared();
    let body = json!({ "email": "someone@students.test" });
    let (url, front) = env.route("/auth/forgot");
    let client = reqwest::Client::builder().default_headers(front).build().unwrap();
    let foreign = client.post(&url).header("origin", "https://elsewhere.test").header("x-note-ninja", "1").json(&body);
    let plain = client.post(&url).header("origin", &env.base).json(&body);
    for request in [foreign, plain] {
        assert_eq!(Answer::read("forgot".to_owned(), request).await.problem(403), "forbidden");
    }
}

#[tokio::test]
async fn an_invited_administrator_chooses_a_password_at_the_first_sign_in() {
    let env = TestEnv::shared();
    let (email, first) = (env.invite_admin("invited").await, INVITATION_PASSWORD);
    let mut invited = env.anonymous_client();
    let answer = invited.post("/auth/sign-in", json!({ "email": email, "password": first })).await.expect(200);
    assert_eq!(answer["next"], "new_password");
    let with = |password: &str| json!({ "email": email, "challenge": answer["challenge"], "newPassword": password });
    assert_eq!(invited.post("/auth/new-password", with("short")).await.problem(422), "validation");
    let answer = invited.post("/auth/new-password", with("chosen by myself")).await.expect(200);
    assert_eq!((&answer["next"], &answer["session"]["me"]["isAdmin"]), (&json!("signed_in"), &json!(true)));
    invited.sign_in(&email, "chosen by myself").await;
    let again = invited.post("/auth/sign-in", json!({ "email": email, "password": first })).await;
    assert_eq!(again.problem(401), "wrong_credentials");
}

#[tokio::test]
async fn s3_student_3_the_first_visit_uses_the_display_name_or_shows_the_email_prefix_to_its_owner_only() {
    let env = TestEnv::shared();
    // The last name exceeds the limit.
    let too_long: &'static str = Box::leak("n".repeat(81).into_boxed_str());
    let student = env.invite_student(&env.unique_name("anybody")).await;
    let prefix = student.split_once('@').unwrap().0.to_owned();
    for (email, shown, seen_by_others) in [
        (env.invite_admin_as(&env.unique_name("ada"), Some("  Ada Lovelace ")).await, "Ada Lovelace", "Ada Lovelace"),
        (env.invite_admin_as(&env.unique_name("nobody"), None).await, "Administrator", "Administrator"),
        (env.invite_admin_as(&env.unique_name("long"), Some(too_long)).await, "Administrator", "Administrator"),
        (student, prefix.as_str(), "Student"),
    ] {
        let mut invited = env.anonymous_client();
        let begun = json!({ "email": email, "password": INVITATION_PASSWORD });
        let challenge = invited.post("/auth/sign-in", begun).await.expect(200)["challenge"].clone();
        let chosen = json!({ "email": email, "challenge": challenge, "newPassword": PASSWORD });
        let answer = invited.post("/auth/new-password", chosen).await.expect(200);
        assert_eq!(answer["session"]["me"]["name"], shown);
        invited.sign_in(&email, PASSWORD).await;
        assert_eq!(invited.me["name"], shown, "it stays");
        let wanted = env.unique_name("seen").to_uppercase();
        let request = json!({ "courseCode": wanted, "courseName": "Wanted", "reason": "" });
        invited.post("/requests", request).await.expect(201);
        let read = env.sign_in_admin().await.get("/requests").await.expect(200);
        let asked = read["items"].as_array().unwrap().iter().find(|each| each["courseCode"] == *wanted).unwrap();
        assert_eq!(asked["requesterName"], seen_by_others);
    }
}

#[tokio::test]
async fn s9_c_1_exactly_the_configured_addresses_are_administrators() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    assert_eq!(admin.me["isAdmin"], true);
    let accounts = local::sample_admins();
    assert_eq!(accounts.len(), 2);
    let mut second = env.anonymous_client();
    second.sign_in(&accounts[1].email, &accounts[1].password).await;
    assert_eq!(second.me["isAdmin"], true);
    // Usernames that resemble the address of an administrator, and the addresses with these names, give no rights.
    for like in ["admin", "admin-noteninja.test", "second-admin"] {
        let student = env.sign_up_student(like).await;
        assert_eq!(student.me["isAdmin"], false, "{}", student.me["email"]);
        assert_eq!(student.get("/requests").await.problem(403), "forbidden");
        assert_eq!(student.get("/uploads").await.problem(403), "forbidden");
    }
}
