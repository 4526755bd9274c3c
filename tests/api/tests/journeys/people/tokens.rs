//! Permissions of a page's token: it grants access to the API, but not to the user pool.

use journeys::TestEnv;
use journeys::test_env::PASSWORD;
use serde_json::json;

/// Pool operations that need only an access token. Each would let a thief keep the account.
const CALLS: [(&str, &str); 6] = [
    ("GetUser", "{}"),
    ("UpdateUserAttributes", r#"{"UserAttributes":[{"Name":"email","Value":"thief@students.test"}]}"#),
    ("ChangePassword", r#"{"PreviousPassword":"correct horse battery","ProposedPassword":"a password of mine"}"#),
    ("AssociateSoftwareToken", "{}"),
    ("SetUserMFAPreference", r#"{"SoftwareTokenMfaSettings":{"Enabled":false,"PreferredMfa":false}}"#),
    ("DeleteUser", "{}"),
];

#[tokio::test]
async fn an_access_token_of_a_page_cannot_call_the_user_pool() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Robbed").await;
    let renewed = student.post("/auth/refresh", json!({})).await.expect(200);
    let tokens = [student.token.clone().unwrap(), renewed["accessToken"].as_str().unwrap().to_owned()];
    for token in &tokens {
        for (action, rest) in CALLS {
            let mut body: serde_json::Value = serde_json::from_str(rest).unwrap();
            body["AccessToken"] = json!(token);
            let refused = env.call_cognito(action, body).await;
            assert_eq!(refused.body["message"], "Access Token does not have required scopes", "{action}");
            assert!(refused.body["__type"].as_str().unwrap().ends_with("NotAuthorizedException"), "{action}");
        }
    }
    // Nothing has changed, and the API still accepts the token.
    assert_eq!(student.get("/me/account").await.expect(200)["email"], student.email());
    env.second_session(student.email(), PASSWORD).await;
}

#[tokio::test]
async fn a_token_of_the_accounts_client_is_rejected_by_every_route() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Twofold").await;
    let (pool, client) = env.accounts_client();
    let sign_in = json!({
        "UserPoolId": pool, "ClientId": client.id, "AuthFlow": "ADMIN_USER_PASSWORD_AUTH",
        "AuthParameters": {
            "USERNAME": student.email(), "PASSWORD": PASSWORD, "SECRET_HASH": client.secret_hash(student.email()),
        },
    });
    let signed_in = env.call_cognito("AdminInitiateAuth", sign_in).await.expect(200);
    let token = signed_in["AuthenticationResult"]["AccessToken"].as_str().unwrap().to_owned();
    // The token is valid, and the pool accepts it.
    env.call_cognito("GetUser", json!({ "AccessToken": token })).await.expect(200);
    let mut thief = env.anonymous_client();
    thief.token = Some(token);
    for path in ["/me", "/me/account", "/me/notes", "/requested-courses"] {
        assert_eq!(thief.get(path).await.problem(401), "unauthenticated", "{path}");
    }
}

#[tokio::test]
async fn no_account_response_contains_a_token() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Quiet").await;
    let email = format!("{}@students.test", env.unique_name("quiet-new")).to_lowercase();
    let asked = student.put("/me/email", json!({ "email": email, "password": PASSWORD })).await;
    let account = student.get("/me/account").await;
    for answer in [asked, account] {
        let text = format!("{} {:?}", answer.body, answer.headers);
        assert!(!text.contains("eyJ") && answer.header("set-cookie").is_none(), "{text}");
    }
}
