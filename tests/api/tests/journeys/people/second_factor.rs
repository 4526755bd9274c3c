//! Second factor of administrators where it is required, as in the cloud, and protection against guessing its codes.

use api::Audience;
use journeys::codes::{self, TimeStep};
use journeys::{ApiClient, TestEnv};
use local::LocalOptions;
use reqwest::Method;
use serde_json::json;

use crate::authorization::path_with_values;

const PASSWORD: &str = local::SAMPLE_PASSWORD;

/// Returns a signed-in administrator without a second factor, and a server that requires one.
async fn without_one(number: usize) -> (&'static TestEnv, ApiClient) {
    let env = TestEnv::with(|options| LocalOptions { second_factor_required: true, ..options });
    let mut admin = env.anonymous_client();
    admin.sign_in(&local::sample_admins()[number].email, PASSWORD).await;
    (env, admin)
}

/// Sets up a second factor and returns its secret.
async fn set_up(admin: &ApiClient) -> String {
    let setup = admin.post("/me/second-factor", json!({ "password": PASSWORD })).await.expect(200);
    let secret = setup["secret"].as_str().unwrap().to_owned();
    let proof = json!({ "password": PASSWORD, "code": codes::totp_code(&secret, TimeStep::Now) });
    admin.put("/me/second-factor", proof).await.expect(204);
    secret
}

#[tokio::test]
async fn every_admin_route_is_forbidden_until_a_second_factor_is_set_up() {
    let (_, admin) = without_one(0).await;
    assert_eq!((&admin.me["isAdmin"], &admin.me["needsSecondFactor"]), (&json!(true), &json!(true)));
    let mut tried = 0;
    for route in api::route_table() {
        let method: Method = route.method.as_str().parse().unwrap();
        if route.audience == Audience::Admin {
            let answer = admin.send(method, &path_with_values(&route), Some(json!({}))).await;
            assert_eq!(answer.problem(403), "second_factor_required", "{} {}", route.method, route.path);
            tried += 1;
        }
    }
    assert!(tried > 25, "only {tried} routes were tried");
    // Routes for all users that grant administrators more are closed too.
    let album_note = format!("/album-notes/{}", ulid::Ulid::generate());
    assert_eq!(admin.delete(&album_note).await.problem(403), "second_factor_required");
    // Actions that every user may perform still work.
    admin.get("/me/notes").await.expect(200);
    let account = admin.get("/me/account").await.expect(200);
    assert_eq!(
        (&account["hasSecondFactor"], &account["requiresSecondFactor"]),
        (&json!(false), &json!(true)),
        "{account}"
    );

    let secret = set_up(&admin).await;
    admin.get("/uploads").await.expect(200);
    assert_eq!(admin.get("/me").await.expect(200)["needsSecondFactor"], false);
    // After removing the second factor, the routes are closed again.
    let remove = json!({ "password": PASSWORD, "appCode": codes::totp_code(&secret, TimeStep::Next) });
    admin.post("/me/second-factor/remove", remove).await.expect(204);
    assert_eq!(admin.get("/uploads").await.problem(403), "second_factor_required");
}

#[tokio::test]
async fn the_second_factor_status_is_read_from_the_user_pool_at_every_token_refresh() {
    let (env, mut admin) = without_one(1).await;
    set_up(&admin).await;
    admin.get("/uploads").await.expect(200);
    // An operator removes the second factor, as for a lost phone.
    let (pool, _) = env.accounts_client();
    let off = json!({
        "UserPoolId": pool, "Username": admin.email(),
        "SoftwareTokenMfaSettings": { "Enabled": false, "PreferredMfa": false },
    });
    env.call_cognito("AdminSetUserMFAPreference", off).await.expect(200);
    let renewed = admin.post("/auth/refresh", json!({})).await.expect(200);
    assert_eq!(renewed["me"]["needsSecondFactor"], true);
    assert_eq!(admin.get("/uploads").await.problem(403), "second_factor_required");
    admin.token = Some(renewed["accessToken"].as_str().unwrap().to_owned());
    assert_eq!(admin.get("/uploads").await.problem(403), "second_factor_required");
}

#[tokio::test]
async fn second_factor_codes_are_limited_per_account_whatever_email_address_is_sent() {
    let env = TestEnv::with(|options| LocalOptions { rate_limits: true, ..options });
    let mut admin = env.anonymous_client();
    let email = local::sample_admins()[0].email.clone();
    admin.sign_in(&email, PASSWORD).await;
    set_up(&admin).await;
    let guesser = env.anonymous_client();
    let asked = guesser.post("/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await.expect(200);
    let challenge = asked["challenge"].as_str().unwrap();
    let (_, session) = challenge.rsplit_once('~').unwrap();
    let renamed = json!({ "challenge": format!("{}~{session}", admin.uid()), "code": "000000" });
    let mut statuses = Vec::new();
    let mut let_through = 0;
    // Send more attempts than two windows allow, because a window may end during the test.
    for number in 0..25 {
        let other = format!("somebody-{number}@students.test");
        let guess = json!({ "email": other, "challenge": challenge, "code": "000000" });
        statuses.push(guesser.post("/auth/second-factor", guess).await.status.as_u16());
        if statuses.last() != Some(&429) {
            continue;
        }
        // A challenge with another name of the same account must be limited too, except once if the window has just
        // ended.
        if guesser.post("/auth/second-factor", renamed.clone()).await.status == 429 {
            break;
        }
        let_through += 1;
    }
    assert_eq!(statuses[0], 422, "the first one is only wrong");
    assert!(statuses.contains(&429), "{statuses:?}");
    assert!(let_through <= 1, "the other name is counted apart");
    let invented = json!({ "challenge": "nobody@students.test~0123", "code": "000000" });
    assert_eq!(guesser.post("/auth/second-factor", invented).await.problem(401), "unauthenticated");
}
