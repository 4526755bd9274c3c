//! Keys with which programs act for an administrator.

use serde_json::json;

use crate::{ApiClient, TestEnv};

/// Returns the password of the administrator of the tests.
#[must_use]
pub fn password() -> String {
    local::sample_admins()[0].password.clone()
}

/// Creates a key for uploads. Returns its id, and a client that sends it.
pub async fn create_key(env: &'static TestEnv, admin: &ApiClient, name: &str) -> (String, ApiClient) {
    create_key_for(env, admin, name, "upload").await
}

/// Creates a key with a scope. Returns its id, and a client that sends it.
pub async fn create_key_for(env: &'static TestEnv, admin: &ApiClient, name: &str, scope: &str) -> (String, ApiClient) {
    let body = json!({ "name": name, "scope": scope, "days": 30, "password": password() });
    let made = admin.post("/admin/keys", body).await.expect(201);
    let mut program = env.anonymous_client();
    program.token = Some(made["text"].as_str().unwrap().to_owned());
    (made["key"]["id"].as_str().unwrap().to_owned(), program)
}
