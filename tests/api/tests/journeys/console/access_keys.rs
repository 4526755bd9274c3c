//! Keys with which programs act for an administrator.

use std::collections::HashSet;

use api::Audience;
use journeys::access_keys::{create_key, create_key_for, password};
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};
use store::access_keys::{self, KeyScope};
use store::{Timestamp, UserId, account};

use crate::authorization::path_with_values;

/// Operations that a key of the scope `upload` reaches.
const UPLOAD: [&str; 10] = [
    "cancel_upload",
    "complete_upload",
    "create_audio_upload",
    "create_upload",
    "find_duplicates",
    "get_current_access_key",
    "get_upload",
    "record_upload_heartbeat",
    "retry_upload",
    "sign_upload_parts",
];
const EXPORT: [&str; 8] = [
    "get_chapter",
    "get_current_access_key",
    "get_managed_course",
    "get_transcript",
    "list_chapters",
    "list_course_notes",
    "sign_audio_urls",
    "sign_note_urls",
];
/// Operations that a key of the scope `import` reaches in addition to those of the two other scopes.
const IMPORT: [&str; 16] = [
    "create_album_picture_upload",
    "create_album_upload",
    "create_audio_picture_upload",
    "create_card",
    "create_card_image_upload",
    "create_chapter",
    "create_course",
    "create_course_picture_upload",
    "edit_card",
    "edit_chapter",
    "edit_content",
    "edit_course",
    "get_content",
    "put_chapters",
    "put_transcript",
    "set_course_visibility",
];

#[tokio::test]
async fn s6_key_2_a_key_reaches_the_routes_of_its_scope_only() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let all = || UPLOAD.into_iter().chain(EXPORT).chain(IMPORT).map(str::to_owned).collect::<HashSet<_>>();
    for (scope, expected) in [
        (KeyScope::Upload, UPLOAD.map(str::to_owned).into()),
        (KeyScope::Export, EXPORT.map(str::to_owned).into()),
        (KeyScope::Import, all()),
    ] {
        let (_, program) = create_key_for(env, &admin, "Walk", scope.as_str()).await;
        let mut reached = HashSet::new();
        for route in api::route_table() {
            let name = format!("{} {} with {scope:?}", route.method, route.path);
            let send = async |client: &ApiClient| {
                let method = route.method.as_str().parse().unwrap();
                let answer = client.send(method, &path_with_values(&route), Some(json!({}))).await;
                (answer.status.as_u16(), answer.body)
            };
            let (status, body) = send(&program).await;
            if route.keys.contains(&scope) {
                assert!(status != 401 && status != 403 && status < 500, "{name}: {status} {body}");
                reached.insert(route.operation.clone());
            } else if matches!(route.audience, Audience::Public | Audience::Auth) {
                // These routes either refuse a key or ignore it, so that the response is that of a visitor.
                let (unsigned, _) = send(&visitor).await;
                assert!(status == 401 || status == unsigned, "{name}: {status} {body}");
            } else {
                assert_eq!(status, 401, "{name}: {body}");
            }
        }
        assert_eq!(reached, expected, "{scope:?}");
        // The requests of a batch have the rights of the key too.
        let batch = json!({ "requests": [{ "path": "/api/me" }, { "path": "/api/admin/current-key" }] });
        let answer = program.post("/batch", batch).await;
        let statuses: Vec<_> =
            answer.body["responses"].as_array().unwrap().iter().map(|one| one["status"].clone()).collect();
        assert_eq!(statuses, [401, 200], "{}", answer.body);
    }
    // No key may delete content: cancelling an upload is the only deletion that a key may make.
    let deletes = |route: &api::RouteInfo| route.method.as_str() == "DELETE" && !route.keys.is_empty();
    let deleting: Vec<_> = api::route_table().into_iter().filter(deletes).map(|route| route.operation).collect();
    assert_eq!(deleting, ["cancel_upload"]);
}

#[tokio::test]
async fn s6_key_2_a_key_of_another_scope_is_refused_with_the_purpose_of_its_own() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (_, program) = create_key(env, &admin, "Scope").await;
    let refused = program.get("/admin/courses/CS246").await.expect(401);
    assert!(refused["detail"].as_str().unwrap().contains("can only upload files"), "{refused}");
}

#[tokio::test]
async fn s6_key_3_a_key_is_shown_once_and_listed_with_its_last_use_until_it_is_revoked() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (id, program) = create_key(env, &admin, "Office computer").await;
    let listed = async || {
        let keys = admin.get("/admin/keys").await.expect(200);
        let keys = keys["items"].as_array().unwrap().clone();
        keys.into_iter().find(|key| key["id"] == id.as_str())
    };
    let key = listed().await.unwrap();
    assert_eq!((key["name"].as_str(), key["scope"].as_str()), (Some("Office computer"), Some("upload")));
    assert!(key["usedAt"].is_null(), "{key}");
    let secret = program.token.as_deref().unwrap().rsplit('_').next().unwrap().to_owned();
    assert!(!admin.get("/admin/keys").await.expect(200).to_string().contains(&secret));
    let stored = env.with_store(async |store| access_keys::list(&store).await.unwrap()).await;
    assert!(!serde_json::to_string(&stored).unwrap().contains(&secret));

    let current = program.get("/admin/current-key").await.expect(200);
    assert_eq!((&current["name"], &current["ownerId"]), (&json!("Office computer"), &json!(admin.uid())));
    assert!(listed().await.unwrap()["usedAt"].is_string());
    assert_eq!(admin.get("/admin/current-key").await.problem(404), "not_found");

    admin.delete(&format!("/admin/keys/{id}")).await.expect(204);
    assert!(listed().await.is_none());
    let refused = program.get("/admin/current-key").await.expect(401);
    assert!(refused["detail"].as_str().unwrap().contains("revoked"), "{refused}");
    assert_eq!(admin.delete(&format!("/admin/keys/{id}")).await.problem(404), "not_found");
}

#[tokio::test]
async fn s6_key_3_creating_a_key_requires_the_password_and_a_limited_validity() {
    let admin = TestEnv::shared().sign_in_admin().await;
    let body = |name: &str, days: u32, password: &str| json!({ "name": name, "scope": "upload", "days": days, "password": password });
    let wrong = admin.post("/admin/keys", body("Laptop", 30, "not this password")).await;
    assert_eq!(wrong.first_invalid_field().0, "password");
    for (name, days, field) in [(" ", 30, "name"), ("Laptop", 0, "days"), ("Laptop", 91, "days")] {
        let refused = admin.post("/admin/keys", body(name, days, &password())).await;
        assert_eq!(refused.first_invalid_field().0, field, "{}", refused.body);
    }
    let scope = json!({ "name": "Laptop", "scope": "everything", "days": 1, "password": password() });
    assert_eq!(admin.post("/admin/keys", scope).await.problem(422), "validation");
}

#[tokio::test]
async fn s6_key_4_an_expired_key_and_the_key_of_a_blocked_or_former_administrator_are_refused() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Former").await);
    let key_of = async |owner: UserId, age_secs: u64| {
        let text = env
            .with_store(async move |store| {
                let past = Timestamp::now().minus_secs(age_secs);
                let key = access_keys::create(&store, &owner, ("Old".into(), KeyScope::Upload), 1, past).await;
                key.unwrap().1.to_string()
            })
            .await;
        let mut program = env.anonymous_client();
        program.token = Some(text);
        program
    };
    let refusal = async |program: &ApiClient| {
        let refused = program.get("/admin/current-key").await.expect(401);
        refused["detail"].as_str().unwrap().to_owned()
    };
    let owner: UserId = admin.uid().parse().unwrap();
    key_of(owner.clone(), 86_000).await.get("/admin/current-key").await.expect(200);
    assert!(refusal(&key_of(owner, 86_401).await).await.contains("expired"));
    // The owner of this key is not in the group of administrators.
    let owner: UserId = student.uid().parse().unwrap();
    assert!(refusal(&key_of(owner.clone(), 0).await).await.contains("not valid"));
    let (blocked, program) = (owner.clone(), key_of(owner.clone(), 0).await);
    env.with_store(async move |store| account::block(&store, &blocked, Timestamp::now()).await.unwrap()).await;
    assert!(refusal(&program).await.contains("not valid"));
    for text in ["nnk_", "nnk_nothing", &format!("{}0", program.token.as_deref().unwrap())] {
        let mut wrong = env.anonymous_client();
        wrong.token = Some(text.to_owned());
        assert!(refusal(&wrong).await.contains("not valid"), "{text}");
    }
}

#[tokio::test]
async fn s6_key_5_the_activity_list_shows_keys_and_what_they_uploaded() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("keyact").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    let (id, program) = create_key(env, &admin, &format!("Key of {code}")).await;
    let bytes = pdf::with_pages(1, &code);
    let ticket = program.create_upload(&code, "By a program", "a.pdf", &bytes).await.expect(201);
    program.upload_bytes(&ticket, bytes).await;
    program.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    admin.delete(&format!("/admin/keys/{id}")).await.expect(204);
    let entries = env
        .wait_until("the decision in the log", async || {
            let page = admin.get(&format!("/admin/activity?text={}", code.to_lowercase())).await.expect(200);
            let entries = page["items"].as_array().unwrap().clone();
            entries.iter().any(|entry| entry["action"] == "publish_upload").then_some(entries)
        })
        .await;
    let of = |action: &str| -> Value {
        entries
            .iter()
            .find(|entry| entry["action"] == action)
            .cloned()
            .unwrap_or_else(|| panic!("{action}: {entries:?}"))
    };
    for action in ["create_upload", "publish_upload"] {
        let entry = of(action);
        assert_eq!(
            (&entry["key"], &entry["byId"]),
            (&json!(format!("Key of {code}")), &json!(admin.uid())),
            "{action}"
        );
    }
    for action in ["create_access_key", "revoke_access_key"] {
        let entry = of(action);
        assert!(entry["key"].is_null() && entry["object"] == format!("Key of {code}"), "{entry}");
    }
}
