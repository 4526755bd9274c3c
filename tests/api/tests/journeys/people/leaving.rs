//! Export of personal data, and deletion of accounts.

use journeys::test_env::PASSWORD;
use journeys::{ApiClient, TestEnv};
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::{ShelfId, Timestamp, UserId, account, course_follows, export, purge};

/// Returns the personal data page by page, as the browser downloads it.
async fn exported(person: &ApiClient, path: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = person.get(&format!("{path}?cursor={cursor}")).await.expect(200);
        all.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["nextCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return all,
        }
    }
}

fn of_kind<'a>(all: &'a [Value], kind: &str) -> Vec<&'a Value> {
    all.iter().filter(|each| each["kind"] == kind).map(|each| &each["data"]).collect()
}

/// A student with data of every kind, and the names of some items.
struct Busy {
    student: ApiClient,
    other: ApiClient,
    course: String,
    playlist: String,
    /// Course that the student requested.
    wanted: String,
    /// Note that the student reported.
    reported: String,
}

async fn busy_student(env: &'static TestEnv, stem: &str) -> Busy {
    let admin = env.sign_in_admin().await;
    let (student, other) = (env.sign_up_student(stem).await, env.sign_up_student("Other").await);
    let course = env.unique_name("BUSY3");
    let put = json!({ "title": "Being busy", "description": "Made by a test" });
    admin.put(&format!("/courses/{course}"), put).await.expect(200);
    let note = admin.publish(&course, "Week 3", 2).await;
    let audio = env.recording(ShelfId::QuickRecap, "Heaps in two minutes", 60).await;

    student.put(&format!("/me/courses/{course}"), json!({})).await.expect(200);
    student.put(&format!("/me/notes/{note}"), json!({})).await.expect(201);
    // This note is saved but never downloaded.
    let kept = admin.publish(&course, "Week 4", 1).await;
    student.put(&format!("/me/notes/{kept}"), json!({})).await.expect(201);
    student.post("/me/downloads", json!({ "noteId": note })).await.expect(204);
    student.put(&format!("/likes/courses/{course}"), json!({})).await.expect(200);
    student.put(&format!("/likes/notes/{note}"), json!({})).await.expect(200);
    let name = env.unique_name("Before the exam ");
    let playlist = student.post("/me/playlists", json!({ "name": name })).await.expect(201);
    let playlist = playlist["playlist"]["id"].as_str().unwrap().to_owned();
    student.put(&format!("/playlists/{playlist}/items/{audio}"), json!({})).await.expect(200);
    let position =
        json!({ "counter": 1, "device": "b7Kq2mXw", "positionMs": 30_000, "isFinished": false, "isRestart": false });
    let told = json!({ "items": [{ "audioId": audio, "position": position }] });
    student.put("/me/positions", told).await.expect(200);
    let page = json!({
        "counter": 1, "device": "b7Kq2mXw", "page": 2, "abovePermille": 0, "pages": 2, "isFinished": false,
        "isRestart": false,
    });
    let told = json!({ "items": [{ "noteId": note, "position": page }] });
    student.put("/me/reading", told).await.expect(200);
    let marked = json!({
        "sha256": "0".repeat(64), "page": 1, "quote": "Heaps", "prefix": "", "suffix": "", "colour": "green",
        "remark": "Ask in the tutorial",
    });
    let highlight = format!("/me/highlights/{note}/{}", ulid::Ulid::generate());
    student.put(&highlight, marked).await.expect(200);
    let bookmark = format!("/me/bookmarks/{audio}/{}", ulid::Ulid::generate());
    student.put(&bookmark, json!({ "positionMs": 9000, "remark": "The proof" })).await.expect(200);
    let own = format!("/me/cards/{course}/{}", ulid::Ulid::generate());
    student.put(&own, json!({ "title": "What is a heap?", "content": "A tree" })).await.expect(200);
    let exam = json!({ "date": "2026-12-09", "title": "Midterm", "retentionPercent": 90 });
    student.put(&format!("/me/exams/{course}"), exam).await.expect(200);
    for (follower, followed) in [(&student, &other), (&other, &student)] {
        let username = followed.me["username"].as_str().unwrap();
        let done = follower.put(&format!("/me/students/{username}"), json!({})).await;
        assert!(done.status.is_success(), "{}", done.body);
    }
    let wanted = env.unique_name("WANT3");
    let request = json!({ "courseCode": wanted, "courseName": "Wanted", "reason": "I need it" });
    let asked = student.post("/requests", request).await;
    assert!(asked.status.is_success(), "{}", asked.body);
    let report = json!({ "kind": "note", "id": note, "reason": "broken", "text": "Page 2 is empty" });
    student.post("/reports", report).await.expect(201);
    Busy { student, other, course, playlist, wanted, reported: note }
}

#[tokio::test]
async fn s7_me_1_s3_dl_1_h35_a_student_can_export_all_personal_data() {
    let env = TestEnv::shared();
    let Busy { student, other, course, reported: note, .. } = busy_student(env, "Packing").await;
    let all = exported(&student, "/me/export").await;
    let lists = student.get("/me/export").await.expect(200)["lists"].clone();
    let is_list = |kind: &str| lists.as_array().unwrap().contains(&json!(kind));
    for each in &all {
        let kind = each["kind"].as_str().unwrap();
        assert!(is_list(kind) || of_kind(&all, kind).len() == 1, "{kind} is one item or a list");
    }
    assert_eq!((is_list("ownCards"), is_list("reports"), is_list("profile")), (true, true, false), "{lists}");
    let profile = of_kind(&all, "profile");
    assert_eq!((profile.len(), &profile[0]["email"]), (1, &json!(student.email())));
    assert_eq!(of_kind(&all, "followedCourses")[0]["course"], course);
    assert_eq!(of_kind(&all, "followedStudents")[0]["username"], other.me["displayUsername"]);
    let mut saved: Vec<_> = of_kind(&all, "savedNotes").iter().map(|saved| saved["title"].clone()).collect();
    saved.sort_by_key(ToString::to_string);
    assert_eq!(saved, ["Week 3", "Week 4"]);
    let downloads = of_kind(&all, "downloads");
    let download = &downloads[0];
    assert_eq!((downloads.len(), &download["noteId"], &download["title"]), (1, &json!(note), &json!("Week 3")));
    let when = download["downloadedAt"].as_str().unwrap();
    assert!(when.ends_with('Z') && when > "2026", "{when}");
    assert_eq!(of_kind(&all, "likes").len(), 2);
    assert_eq!(of_kind(&all, "positions")[0]["positionMs"], 30_000);
    assert_eq!(of_kind(&all, "readingPositions")[0]["position"]["page"], 2);
    assert_eq!(of_kind(&all, "highlights")[0]["remark"], "Ask in the tutorial");
    assert_eq!(of_kind(&all, "bookmarks")[0]["remark"], "The proof");
    assert_eq!(of_kind(&all, "ownCards")[0]["front"], "What is a heap?");
    assert_eq!(of_kind(&all, "exams")[0]["title"], "Midterm");
    assert_eq!(of_kind(&all, "playlists")[0]["items"][0]["title"], "Heaps in two minutes");
    assert_eq!(of_kind(&all, "requests")[0]["reason"], "I need it");
    assert_eq!(of_kind(&all, "sessions")[0]["device"], "Unknown browser");
    let reports = exported(&student, "/me/export/reports").await;
    assert_eq!(of_kind(&reports, "reports")[0]["text"], "Page 2 is empty");
    // The export contains no keys, no hashes and no user ids.
    let text = json!(all).to_string();
    for private in ["USER#", "sha256", "file_key", "notes/", other.uid(), student.uid()] {
        assert!(!text.contains(private), "{private} in {text}");
    }
    // A cursor of one account's export is invalid for another account.
    assert!(exported(&other, "/me/export").await.iter().all(|each| each["data"]["email"] != student.email()));
}

#[tokio::test]
async fn s7_me_2_h35_deleting_an_account_removes_everything_except_like_counts() {
    let env = TestEnv::shared();
    let Busy { student, other, course, playlist, wanted, reported } = busy_student(env, "Leaving").await;
    let admin = env.sign_in_admin().await;
    let username = student.me["username"].as_str().unwrap();
    let elsewhere = env.second_session(student.email(), PASSWORD).await;
    let likes = async || student.get(&format!("/courses/{course}")).await.body["likes"].clone();
    assert_eq!(likes().await, 1);

    let wrong = student.post("/auth/account/delete", json!({ "password": "not this one" })).await;
    assert_eq!(wrong.first_invalid_field(), ("password", "wrong"), "{}", wrong.body);
    student.get("/me").await.expect(200);

    let gone = student.post("/auth/account/delete", json!({ "password": PASSWORD })).await;
    assert!(gone.header("set-cookie").unwrap().contains("Max-Age=0"));
    gone.expect(204);
    // A repeated request gets the same response, because the first one may be lost.
    student.post("/auth/account/delete", json!({ "password": PASSWORD })).await.expect(204);

    assert_eq!(elsewhere.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    let sign_in = json!({ "email": student.email(), "password": PASSWORD });
    assert_eq!(env.anonymous_client().post("/auth/sign-in", sign_in).await.problem(401), "wrong_credentials");
    assert_eq!(env.anonymous_client().get(&format!("/students/{username}")).await.problem(404), "not_found");
    env.wait_until("the rest is cleared away", async || {
        let playlist = other.get(&format!("/playlists/{playlist}")).await.status;
        let profile = other.get(&format!("/students/{}", other.me["username"].as_str().unwrap())).await.body;
        let alone = (&profile["followers"], &profile["following"]) == (&json!(0), &json!(0));
        (playlist == StatusCode::NOT_FOUND && alone).then_some(())
    })
    .await;
    let uid: UserId = student.uid().parse().unwrap();
    let kept = async || {
        let uid = uid.clone();
        // Covers everything in the export above: notes, positions, highlights, cards, exams and more.
        let kept = async move |store| export::page(&store, &uid, None).await.unwrap().items.len();
        (env.with_store(kept).await == 0).then_some(())
    };
    env.wait_until("nothing is kept of what they kept", kept).await;
    assert_eq!(likes().await, 1, "likes stay");
    env.wait_until("request and report stay without the name", async || {
        let asked = admin.get(&format!("/requested-courses/{wanted}/requests")).await.expect(200);
        let said = admin.get(&format!("/reports/note/{reported}")).await.expect(200);
        let names = [&asked["requests"]["items"][0]["requesterName"], &said["items"][0]["reporterName"]];
        (names == ["Anonymous", "Anonymous"]).then_some(())
    })
    .await;

    // Address and username are free again, and old data does not reappear.
    let sign_up = json!({ "username": username, "email": student.email(), "password": PASSWORD });
    let mut again = env.anonymous_client();
    again.post("/auth/sign-up", sign_up).await.expect(202);
    let code = env.code_for(student.email()).await;
    again
        .post("/auth/confirm", json!({ "email": student.email(), "code": code, "password": PASSWORD }))
        .await
        .expect(204);
    again.sign_in(student.email(), PASSWORD).await;
    assert_ne!(again.uid(), student.uid());
    let kinds = exported(&again, "/me/export").await;
    assert_eq!(kinds.iter().map(|each| each["kind"].as_str().unwrap()).collect::<Vec<_>>(), ["profile", "sessions"]);
}

#[tokio::test]
async fn s7_me_2_h35_an_interrupted_account_deletion_is_completed_by_the_background_function() {
    let env = TestEnv::shared();
    let Busy { student, other, course, .. } = busy_student(env, "Interrupted").await;
    let (uid, email): (UserId, String) = (student.uid().parse().unwrap(), student.email().to_owned());
    // Simulates a crash of the API after its transaction: the account still exists in the user pool.
    let (whose, address) = (uid.clone(), email.clone());
    env.with_store(async move |store| {
        account::begin_deletion(&store, &whose, &address, Timestamp::now()).await.unwrap();
    })
    .await;
    let username = other.me["username"].as_str().unwrap();
    let is_alone = async || {
        let profile = other.get(&format!("/students/{username}")).await.expect(200);
        (&profile["followers"], &profile["following"]) == (&json!(0), &json!(0))
    };
    env.wait_until("nobody follows whom who is gone", async || is_alone().await.then_some(())).await;
    let sign_in = json!({ "email": email, "password": PASSWORD });
    assert_eq!(env.anonymous_client().post("/auth/sign-in", sign_in).await.problem(401), "wrong_credentials");

    // An open page writes with a token that is valid for some more minutes.
    let likes = other.get(&format!("/courses/{course}")).await.expect(200)["likes"].clone();
    for path in
        [format!("/likes/courses/{course}"), format!("/me/courses/{course}"), format!("/me/students/{username}")]
    {
        assert_eq!(student.put(&path, json!({})).await.problem(401), "unauthenticated", "{path}");
    }
    assert_eq!(student.post("/me/playlists", json!({ "name": "Late" })).await.problem(401), "unauthenticated");
    assert_eq!(other.get(&format!("/courses/{course}")).await.expect(200)["likes"], likes, "nothing is counted");
    // A write that was authorized just before the deletion.
    let (late, code) = (uid.clone(), course.parse().unwrap());
    env.with_store(async move |store| course_follows::follow(&store, &late, &code, Timestamp::now()).await.unwrap())
        .await;
    // Stream records may be delivered repeatedly and concurrently.
    let left = env
        .with_store(async move |store| {
            let left = account::find_tombstone(&store, &uid).await.unwrap().unwrap();
            let (one, two, three) =
                tokio::join!(purge::purge(&store, &left), purge::purge(&store, &left), purge::purge(&store, &left));
            one.and(two).and(three).unwrap();
            purge::purge(&store, &left).await.unwrap();
            export::page(&store, &uid, None).await.unwrap().items
        })
        .await;
    assert_eq!(left, []);
    assert!(is_alone().await);
}

#[tokio::test]
async fn s1_who_1_an_administrator_cannot_delete_their_own_account() {
    let env = TestEnv::shared();
    let mut admin = env.anonymous_client();
    let account = &local::sample_admins()[1];
    admin.sign_in(&account.email, &account.password).await;
    let refused = admin.post("/auth/account/delete", json!({ "password": account.password })).await;
    assert_eq!(refused.problem(409), "conflict");
    admin.sign_in(&account.email, &account.password).await;
}
