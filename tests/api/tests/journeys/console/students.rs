//! Students in the console: search, end of sessions, block and deletion.

use journeys::test_env::PASSWORD;
use journeys::{Answer, ApiClient, TestEnv};
use serde_json::{Value, json};

/// Performs an action on a student with the administrator's password.
async fn act(admin: &ApiClient, id: &str, action: &str) -> Answer {
    let password = &local::sample_admins()[0].password;
    admin.post(&format!("/admin/students/{id}/{action}"), json!({ "password": password })).await
}

async fn find(admin: &ApiClient, text: &str) -> Value {
    admin.post("/admin/students/find", json!({ "text": text })).await.expect(200)
}

async fn sign_in(env: &'static TestEnv, email: &str) -> Answer {
    env.anonymous_client().post("/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await
}

#[tokio::test]
async fn s6_adm_31_an_administrator_finds_a_student_by_username_or_email_and_sees_their_content() {
    let env = TestEnv::shared();
    let (admin, student, other) =
        (env.sign_in_admin().await, env.sign_up_student("Sought").await, env.sign_up_student("Fan").await);
    let username = student.me["username"].as_str().unwrap();
    let course = env.unique_name("SEEK1");
    let put = json!({ "title": "Seeking", "description": "Made by a test" });
    admin.put(&format!("/courses/{course}"), put).await.expect(200);
    student.put(&format!("/me/courses/{course}"), json!({})).await.expect(200);
    let card = format!("/me/cards/{course}/{}", ulid::Ulid::generate());
    student.put(&card, json!({ "title": "What is a heap?", "content": "A tree" })).await.expect(200);
    student.post("/me/playlists", json!({ "name": env.unique_name("Sought ") })).await.expect(201);
    other.put(&format!("/me/students/{username}"), json!({})).await.expect(200);

    let found = find(&admin, &format!(" {} ", username.to_uppercase())).await;
    assert_eq!((&found["id"], &found["email"]), (&student.me["uid"], &student.me["email"]), "{found}");
    assert_eq!(found["username"].as_str().map(str::to_lowercase), Some(username.to_lowercase()), "{found}");
    let counts = ["ownCards", "savedNotes", "playlists", "followedCourses", "following", "followers", "reviews"];
    assert_eq!(counts.map(|count| found[count].as_u64()), [1, 0, 1, 1, 0, 1, 0].map(Some), "{found}");
    assert_eq!((&found["sessions"], &found["isAdmin"]), (&json!(1), &json!(false)), "{found}");
    assert!(found["lastUsedAt"].is_string() && found["joinedAt"].is_string(), "{found}");
    assert!(found["blockedAt"].is_null(), "{found}");
    assert_eq!(find(&admin, &student.email().to_uppercase()).await["id"], student.me["uid"]);
    assert_eq!(find(&admin, &local::sample_admins()[0].email).await["isAdmin"], true);

    // Part of a username or an address finds no student.
    for text in [&username[..4], "nobody@students.test", "not a username!"] {
        let answer = admin.post("/admin/students/find", json!({ "text": text })).await;
        assert_eq!(answer.problem(404), "not_found", "{text}");
    }
    for text in [" ", "not@an address"] {
        let answer = admin.post("/admin/students/find", json!({ "text": text })).await;
        assert_eq!((answer.status.as_u16(), answer.first_invalid_field().0), (422, "text"), "{text}");
    }
    assert_eq!(student.post("/admin/students/find", json!({ "text": username })).await.problem(403), "forbidden");
}

#[tokio::test]
async fn s6_adm_33_a_blocked_student_cannot_refresh_sessions_sign_in_or_write_until_unblocked() {
    let env = TestEnv::shared();
    let (admin, mut student) = (env.sign_in_admin().await, env.sign_up_student("Blocked").await);
    let (id, email) = (student.uid().to_owned(), student.email().to_owned());
    let blocked = act(&admin, &id, "block").await.expect(200);
    assert_eq!((blocked["blockedAt"].is_string(), &blocked["sessions"]), (true, &json!(0)), "{blocked}");
    let again = act(&admin, &id, "block").await.expect(200);
    assert_eq!(again["blockedAt"], blocked["blockedAt"], "the first block stays");

    // The access token is still valid for reads.
    student.get("/me").await.expect(200);
    let write = student.post("/me/playlists", json!({ "name": "Late" })).await;
    let wanted = json!({ "courseCode": "CS 999", "courseName": "Blocked" });
    let request = student.post("/requests", wanted).await;
    let deletion = student.post("/auth/account/delete", json!({ "password": PASSWORD })).await;
    let renewal = student.post("/auth/refresh", json!({})).await;
    let attempt = sign_in(env, &email).await;
    for (answer, status, code) in [
        (write, 401, "unauthenticated"),
        (request, 401, "unauthenticated"),
        (deletion, 401, "unauthenticated"),
        (renewal, 401, "unauthenticated"),
        (attempt, 403, "forbidden"),
    ] {
        let detail = answer.body["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("blocked"), "{detail}");
        assert_eq!(answer.problem(status), code);
    }
    // Only the owner of the password learns of the block.
    let guess = json!({ "email": email, "password": "not the right one" });
    assert_eq!(env.anonymous_client().post("/auth/sign-in", guess).await.problem(401), "wrong_credentials");

    let unblocked = act(&admin, &id, "unblock").await.expect(200);
    assert!(unblocked["blockedAt"].is_null(), "{unblocked}");
    act(&admin, &id, "unblock").await.expect(200);
    let username = student.me["displayUsername"].as_str().unwrap();
    let log = admin.get(&format!("/admin/activity?kind=student&text={username}")).await.expect(200);
    let named = log["items"].as_array().unwrap().iter().filter(|entry| entry["object"] == username).count();
    assert_eq!(named, 4, "two blocks and two times unblocked, found by the username: {log}");
    assert_eq!(student.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    student.sign_in(&email, PASSWORD).await;
    student.post("/me/playlists", json!({ "name": "In time" })).await.expect(201);
}

#[tokio::test]
async fn s6_adm_32_an_administrator_can_end_a_students_sessions_and_delete_the_account() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Leaver").await);
    let (id, email) = (student.uid().to_owned(), student.email().to_owned());
    let ended = act(&admin, &id, "end-sessions").await.expect(200);
    assert_eq!((&ended["sessions"], ended["lastUsedAt"].is_null()), (&json!(0), true), "{ended}");
    assert_eq!(student.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    sign_in(env, &email).await.expect(200);

    act(&admin, &id, "delete").await.expect(204);
    assert_eq!(sign_in(env, &email).await.problem(401), "wrong_credentials");
    let search = admin.post("/admin/students/find", json!({ "text": email })).await;
    assert_eq!(search.problem(404), "not_found");
    assert_eq!(act(&admin, &id, "delete").await.problem(404), "not_found");

    let log = admin.get("/admin/activity?kind=student").await.expect(200);
    let entries: Vec<_> =
        log["items"].as_array().unwrap().iter().filter(|entry| entry["target"] == id.as_str()).collect();
    let actions: Vec<_> = entries.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["delete_student", "end_student_sessions"], "{log}");
    assert!(entries.iter().all(|entry| entry["object"] == "Deleted account"), "the log keeps no name: {log}");
    assert!(!log.to_string().contains(&email), "the log keeps no address: {log}");
}

#[tokio::test]
async fn s6_adm_32_account_changes_need_the_password_and_are_rejected_for_administrators() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Safe").await);
    let administrator = admin.uid().to_owned();
    for action in ["end-sessions", "block", "unblock", "delete"] {
        let path = format!("/admin/students/{}/{action}", student.uid());
        let wrong = admin.post(&path, json!({ "password": "not this one" })).await;
        assert_eq!(
            (wrong.status.as_u16(), wrong.first_invalid_field().0),
            (422, "password"),
            "{action}: {}",
            wrong.body
        );
        assert_eq!(admin.post(&path, json!({})).await.problem(422), "validation", "{action}");
        assert_eq!(act(&student, student.uid(), action).await.problem(403), "forbidden", "{action}");
        assert_eq!(act(&admin, &administrator, action).await.problem(409), "conflict", "{action}");
    }
    let found = find(&admin, student.email()).await;
    assert_eq!((&found["sessions"], found["blockedAt"].is_null()), (&json!(1), true), "{found}");
    let log = admin.get("/admin/activity?kind=student").await.expect(200);
    assert!(!log.to_string().contains(student.uid()), "nothing was done: {log}");
}
