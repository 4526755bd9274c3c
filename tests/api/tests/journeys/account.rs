//! One's own account: another password, another address, ending all sessions, taking everything along, leaving.

use journeys::world::{FIRST_PASSWORD, PASSWORD};
use journeys::{Answer, Person, World};
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::{ShelfId, Timestamp, UserId, account, saved};
use totp_rs::{Builder, Secret};

const NEW_PASSWORD: &str = "a better passphrase";

/// Signs in once more, as in another browser.
async fn another_browser(world: &'static World, email: &str, password: &str) -> Person {
    let mut browser = world.visitor();
    browser.sign_in(email, password).await;
    browser
}

/// The one field that failed, and why.
fn failing(answer: &Answer) -> (&str, &str) {
    let field = &answer.body["fields"][0];
    (field["field"].as_str().unwrap_or_default(), field["code"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn s7_auth_2_a_new_password_ends_all_other_sessions_and_begins_a_new_one_here() {
    let world = World::shared();
    let mut here = world.student("Password").await;
    let email = here.email().to_owned();
    let elsewhere = another_browser(world, &email, PASSWORD).await;

    let wrong = json!({ "currentPassword": "not this one", "newPassword": NEW_PASSWORD });
    let refused = here.post("/auth/account/password", wrong).await;
    assert_eq!(failing(&refused), ("currentPassword", "wrong"), "{}", refused.body);
    let short = json!({ "currentPassword": PASSWORD, "newPassword": "short" });
    assert_eq!(failing(&here.post("/auth/account/password", short).await), ("newPassword", "too_short"));
    elsewhere.post("/auth/refresh", json!({})).await.expect(200);

    let right = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    let changed = here.post("/auth/account/password", right).await;
    here.keep_cookie(changed.header("set-cookie").map(str::to_owned).as_deref());
    let changed = changed.expect(200);
    assert_eq!(changed["next"], "signed_in");
    here.token = Some(changed["session"]["accessToken"].as_str().unwrap().to_owned());

    here.post("/auth/refresh", json!({})).await.expect(200);
    here.get("/me").await.expect(200);
    assert_eq!(elsewhere.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    let old = json!({ "email": email, "password": PASSWORD });
    assert_eq!(world.visitor().post("/auth/sign-in", old).await.problem(401), "wrong_credentials");
    another_browser(world, &email, NEW_PASSWORD).await;
}

#[tokio::test]
async fn s7_auth_3_a_new_address_counts_once_its_code_came_back_and_the_old_one_until_then() {
    let world = World::shared();
    let student = world.student("Moving").await;
    let old = student.email().to_owned();
    let new = format!("{}@students.test", world.fresh("moved")).to_lowercase();

    let wrong = student.put("/me/email", json!({ "email": new, "password": "not this one" })).await;
    assert_eq!(failing(&wrong), ("password", "wrong"), "{}", wrong.body);
    let same = student.put("/me/email", json!({ "email": old, "password": PASSWORD })).await;
    assert_eq!(failing(&same), ("email", "unchanged"), "{}", same.body);
    assert!(world.mails(&new).await.is_empty());

    student.put("/me/email", json!({ "email": new, "password": PASSWORD })).await.expect(202);
    assert_eq!(student.get("/me").await.expect(200)["email"], old);
    let account = student.get("/me/account").await.expect(200);
    assert_eq!((&account["email"], &account["pending"]["email"]), (&json!(old), &json!(new)));
    // Nothing has changed yet: the old address signs in and the new one does not.
    another_browser(world, &old, PASSWORD).await;
    let early = json!({ "email": new, "password": PASSWORD });
    assert_eq!(world.visitor().post("/auth/sign-in", early.clone()).await.problem(401), "wrong_credentials");

    student.post("/me/email/resend", json!({})).await.expect(202);
    assert_eq!(world.mails(&new).await.len(), 2);
    let mistyped = student.post("/me/email/confirm", json!({ "code": "000000" })).await;
    assert_eq!(mistyped.problem(422), "code_mismatch");
    let code = world.code_for(&new).await;
    let confirmed = student.post("/me/email/confirm", json!({ "code": code })).await.expect(200);
    assert_eq!((&confirmed["email"], &confirmed["pending"]), (&json!(new), &Value::Null));
    assert_eq!(student.get("/me").await.expect(200)["email"], new);

    another_browser(world, &new, PASSWORD).await;
    let gone = json!({ "email": old, "password": PASSWORD });
    assert_eq!(world.visitor().post("/auth/sign-in", gone).await.problem(401), "wrong_credentials");
    // The old address is free for somebody else.
    let sign_up = json!({ "username": world.fresh("Successor"), "email": old, "password": PASSWORD });
    world.visitor().post("/auth/sign-up", sign_up).await.expect(202);
    assert_eq!(world.mails(&old).await.last().unwrap()["kind"], "confirm");
}

#[tokio::test]
async fn s7_auth_3_an_address_that_has_an_account_is_not_told_apart() {
    let world = World::shared();
    let (student, other) = (world.student("Curious").await, world.student("Settled").await);
    let mails = world.mails(other.email()).await.len();
    let taken = student.put("/me/email", json!({ "email": other.email(), "password": PASSWORD })).await;
    assert_eq!(taken.expect(202)["email"], other.email());
    assert_eq!(world.mails(other.email()).await.len(), mails);
    let guessed = student.post("/me/email/confirm", json!({ "code": "123456" })).await;
    assert_eq!(guessed.problem(422), "code_mismatch");
    student.delete("/me/email").await.expect(204);
    assert_eq!(student.get("/me/account").await.expect(200)["pending"], Value::Null);
    assert_eq!(student.post("/me/email/resend", json!({})).await.problem(409), "conflict");
}

#[tokio::test]
async fn s7_auth_4_signing_out_everywhere_ends_every_session() {
    let world = World::shared();
    let here = world.student("Everywhere").await;
    let elsewhere = another_browser(world, here.email(), PASSWORD).await;
    let done = here.post("/auth/account/sign-out-everywhere", json!({})).await;
    assert!(done.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert!(done.header("clear-site-data").unwrap().contains("storage"));
    done.expect(204);
    for browser in [&here, &elsewhere] {
        assert_eq!(browser.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    }
    let mut visitor = world.visitor();
    assert_eq!(visitor.post("/auth/account/sign-out-everywhere", json!({})).await.problem(401), "unauthenticated");
    visitor.sign_in(here.email(), PASSWORD).await;
}

/// What is kept about somebody, page by page, as the browser gathers it.
async fn exported(person: &Person, path: &str) -> Vec<Value> {
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

/// A student who has done everything that is kept about students, and the names of some of it.
struct Busy {
    student: Person,
    other: Person,
    course: String,
    playlist: String,
    /// The course that the student asked for.
    wanted: String,
    /// The note that the student reported.
    reported: String,
}

async fn busy_student(world: &'static World, stem: &str) -> Busy {
    let admin = world.admin().await;
    let (student, other) = (world.student(stem).await, world.student("Other").await);
    let course = world.fresh("BUSY3");
    let put = json!({ "title": "Being busy", "description": "Made by a test" });
    admin.put(&format!("/courses/{course}"), put).await.expect(200);
    let note = admin.publish(&course, "Week 3", 2).await;
    let audio = world.recording(ShelfId::QuickRecap, "Heaps in two minutes", 60).await;

    student.put(&format!("/me/courses/{course}"), json!({})).await.expect(200);
    student.put(&format!("/me/notes/{note}"), json!({})).await.expect(201);
    student.post("/me/downloads", json!({ "noteId": note })).await.expect(204);
    student.put(&format!("/likes/courses/{course}"), json!({})).await.expect(200);
    student.put(&format!("/likes/notes/{note}"), json!({})).await.expect(200);
    let name = world.fresh("Before the exam ");
    let playlist = student.post("/me/playlists", json!({ "name": name })).await.expect(201);
    let playlist = playlist["playlist"]["id"].as_str().unwrap().to_owned();
    student.put(&format!("/playlists/{playlist}/items/{audio}"), json!({})).await.expect(200);
    let position =
        json!({ "counter": 1, "device": "b7Kq2mXw", "positionMs": 30_000, "isFinished": false, "isRestart": false });
    let told = json!({ "items": [{ "audioId": audio, "position": position }] });
    student.put("/me/positions", told).await.expect(200);
    for (follower, followed) in [(&student, &other), (&other, &student)] {
        let username = followed.me["username"].as_str().unwrap();
        let done = follower.put(&format!("/me/students/{username}"), json!({})).await;
        assert!(done.status.is_success(), "{}", done.body);
    }
    let wanted = world.fresh("WANT3");
    let request = json!({ "courseCode": wanted, "courseName": "Wanted", "reason": "I need it" });
    let asked = student.post("/requests", request).await;
    assert!(asked.status.is_success(), "{}", asked.body);
    let report = json!({ "kind": "note", "id": note, "reason": "broken", "text": "Page 2 is empty" });
    student.post("/reports", report).await.expect(201);
    Busy { student, other, course, playlist, wanted, reported: note }
}

#[tokio::test]
async fn s7_me_1_h35_everything_that_is_kept_about_a_student_can_be_taken_along() {
    let world = World::shared();
    let Busy { student, other, course, .. } = busy_student(world, "Packing").await;
    let all = exported(&student, "/me/export").await;
    let profile = of_kind(&all, "profile");
    assert_eq!((profile.len(), &profile[0]["email"]), (1, &json!(student.email())));
    assert_eq!(of_kind(&all, "followedCourses")[0]["course"], course);
    assert_eq!(of_kind(&all, "followedStudents")[0]["username"], other.me["displayUsername"]);
    assert_eq!(of_kind(&all, "savedNotes")[0]["title"], "Week 3");
    assert_eq!(of_kind(&all, "downloads")[0]["title"], "Week 3");
    assert_eq!(of_kind(&all, "likes").len(), 2);
    assert_eq!(of_kind(&all, "positions")[0]["positionMs"], 30_000);
    assert_eq!(of_kind(&all, "playlists")[0]["items"][0]["title"], "Heaps in two minutes");
    assert_eq!(of_kind(&all, "requests")[0]["reason"], "I need it");
    let reports = exported(&student, "/me/export/reports").await;
    assert_eq!(of_kind(&reports, "reports")[0]["text"], "Page 2 is empty");
    // Neither keys nor hashes nor the id of anybody.
    let text = json!(all).to_string();
    for private in ["USER#", "sha256", "file_key", "notes/", other.uid(), student.uid()] {
        assert!(!text.contains(private), "{private} in {text}");
    }
    // A cursor of one's own list opens nobody else's.
    assert!(exported(&other, "/me/export").await.iter().all(|each| each["data"]["email"] != student.email()));
}

#[tokio::test]
async fn s7_me_2_h35_a_deleted_account_leaves_nothing_behind_but_its_likes() {
    let world = World::shared();
    let Busy { student, other, course, playlist, wanted, reported } = busy_student(world, "Leaving").await;
    let admin = world.admin().await;
    let username = student.me["username"].as_str().unwrap();
    let elsewhere = another_browser(world, student.email(), PASSWORD).await;
    let likes = async || student.get(&format!("/courses/{course}")).await.body["likes"].clone();
    assert_eq!(likes().await, 1);

    let wrong = student.post("/auth/account/delete", json!({ "password": "not this one" })).await;
    assert_eq!(failing(&wrong), ("password", "wrong"), "{}", wrong.body);
    student.get("/me").await.expect(200);

    let gone = student.post("/auth/account/delete", json!({ "password": PASSWORD })).await;
    assert!(gone.header("set-cookie").unwrap().contains("Max-Age=0"));
    gone.expect(204);
    // The answer may get lost: asking again says the same.
    student.post("/auth/account/delete", json!({ "password": PASSWORD })).await.expect(204);

    assert_eq!(elsewhere.post("/auth/refresh", json!({})).await.problem(401), "unauthenticated");
    let sign_in = json!({ "email": student.email(), "password": PASSWORD });
    assert_eq!(world.visitor().post("/auth/sign-in", sign_in).await.problem(401), "wrong_credentials");
    assert_eq!(world.visitor().get(&format!("/students/{username}")).await.problem(404), "not_found");
    world
        .eventually("the rest is cleared away", async || {
            let playlist = other.get(&format!("/playlists/{playlist}")).await.status;
            let profile = other.get(&format!("/students/{}", other.me["username"].as_str().unwrap())).await.body;
            let alone = (&profile["followers"], &profile["following"]) == (&json!(0), &json!(0));
            (playlist == StatusCode::NOT_FOUND && alone).then_some(())
        })
        .await;
    let uid: UserId = student.uid().parse().unwrap();
    let kept = async || {
        let uid = uid.clone();
        let kept = async move |store| saved::list_all(&store, &uid).await.unwrap().len();
        (world.behind_the_scenes(kept).await == 0).then_some(())
    };
    world.eventually("nothing is kept of what they kept", kept).await;
    assert_eq!(likes().await, 1, "likes stay");
    world
        .eventually("request and report stay without the name", async || {
            let asked = admin.get(&format!("/demand/{wanted}/requests")).await.expect(200);
            let said = admin.get(&format!("/reports/note/{reported}")).await.expect(200);
            let names = [&asked["requests"]["items"][0]["requesterName"], &said["items"][0]["reporterName"]];
            (names == ["Anonymous", "Anonymous"]).then_some(())
        })
        .await;

    // Address and username are free again, and nothing of before comes back with them.
    let sign_up = json!({ "username": username, "email": student.email(), "password": PASSWORD });
    let mut again = world.visitor();
    again.post("/auth/sign-up", sign_up).await.expect(202);
    let code = world.code_for(student.email()).await;
    again.post("/auth/confirm", json!({ "email": student.email(), "code": code })).await.expect(204);
    again.sign_in(student.email(), PASSWORD).await;
    assert_ne!(again.uid(), student.uid());
    let kinds = exported(&again, "/me/export").await;
    assert_eq!(kinds.iter().map(|each| each["kind"].as_str().unwrap()).collect::<Vec<_>>(), ["profile"]);
}

#[tokio::test]
async fn s7_me_2_h35_what_a_crash_interrupted_is_finished_by_whoever_follows_the_table() {
    let world = World::shared();
    let Busy { student, other, course, .. } = busy_student(world, "Interrupted").await;
    let (uid, email): (UserId, String) = (student.uid().parse().unwrap(), student.email().to_owned());
    // The API died after its transaction: the account is still in the user pool.
    let (whose, address) = (uid.clone(), email.clone());
    world
        .behind_the_scenes(async move |store| account::leave(&store, &whose, &address, Timestamp::now()).await.unwrap())
        .await;
    let username = other.me["username"].as_str().unwrap();
    let is_alone = async || {
        let profile = other.get(&format!("/students/{username}")).await.expect(200);
        (&profile["followers"], &profile["following"]) == (&json!(0), &json!(0))
    };
    world.eventually("nobody follows whom who is gone", async || is_alone().await.then_some(())).await;
    let sign_in = json!({ "email": email, "password": PASSWORD });
    assert_eq!(world.visitor().post("/auth/sign-in", sign_in).await.problem(401), "wrong_credentials");

    // A page that was still open writes with a token that counts for some minutes more.
    student.put(&format!("/likes/courses/{course}"), json!({})).await.expect(200);
    student.put(&format!("/me/courses/{course}"), json!({})).await.expect(200);
    assert_eq!(student.put(&format!("/me/students/{username}"), json!({})).await.problem(404), "not_found");
    // Records come more than once, and at the same time.
    let left = world
        .behind_the_scenes(async move |store| {
            let left = account::find_left(&store, &uid).await.unwrap().unwrap();
            let (one, two, three) = tokio::join!(
                account::purge(&store, &left),
                account::purge(&store, &left),
                account::purge(&store, &left)
            );
            one.and(two).and(three).unwrap();
            account::purge(&store, &left).await.unwrap();
            account::export::page(&store, &uid, None).await.unwrap().items
        })
        .await;
    assert_eq!(left, []);
    assert!(is_alone().await);
}

#[tokio::test]
async fn s1_who_1_an_administrator_cannot_delete_the_account() {
    let world = World::shared();
    let mut admin = world.visitor();
    let account = &local::sample_admins()[1];
    admin.sign_in(&account.email, &account.password).await;
    let refused = admin.post("/auth/account/delete", json!({ "password": account.password })).await;
    assert_eq!(refused.problem(409), "conflict");
    admin.sign_in(&account.email, &account.password).await;
}

/// What the app on a phone shows in this half minute, or in another one.
fn code_of(secret: &str, half_minutes_from_now: u64) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    totp.generate(now + 30 * half_minutes_from_now).to_string()
}

#[tokio::test]
async fn s7_auth_5_h36_an_administrators_sign_in_asks_for_a_code_once_the_second_factor_is_set_up() {
    let world = World::shared();
    let (email, first_password) = (world.invited("invited").await, FIRST_PASSWORD);
    let mut admin = world.visitor();
    let invited = json!({ "email": email, "password": first_password });
    let challenge = admin.post("/auth/sign-in", invited).await.expect(200)["challenge"].clone();
    let chosen = json!({ "email": email, "challenge": challenge, "newPassword": PASSWORD });
    admin.post("/auth/new-password", chosen).await.expect(200);
    admin.sign_in(&email, PASSWORD).await;

    let wrong = admin.post("/me/second-factor", json!({ "password": "not this one" })).await;
    assert_eq!(failing(&wrong), ("password", "wrong"), "{}", wrong.body);
    let setup = admin.post("/me/second-factor", json!({ "password": PASSWORD })).await.expect(200);
    let secret = setup["secret"].as_str().unwrap();
    assert!(setup["uri"].as_str().unwrap().starts_with("otpauth://totp/Note%20Ninja:invited"), "{setup}");
    // Until a code has proved that the app has the secret, the password is enough.
    assert_eq!(admin.put("/me/second-factor", json!({ "code": "000000" })).await.problem(422), "code_mismatch");
    assert_eq!(admin.get("/me/account").await.expect(200)["hasSecondFactor"], false);
    let shown = code_of(secret, 0);
    admin.put("/me/second-factor", json!({ "code": shown })).await.expect(204);
    assert_eq!(admin.get("/me/account").await.expect(200)["hasSecondFactor"], true);

    let mut phone = world.visitor();
    let answer = phone.post("/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await;
    assert!(answer.header("set-cookie").is_none(), "a password alone begins no session");
    let answer = answer.expect(200);
    assert_eq!((&answer["next"], &answer["session"]), (&json!("second_factor"), &Value::Null));
    let challenge = answer["challenge"].as_str().unwrap();
    let with = |code: String| json!({ "email": email, "challenge": challenge, "code": code });
    for code in ["000000".to_owned(), shown] {
        // The second one was right, and used: whoever looked over the shoulder comes too late.
        assert_eq!(phone.post("/auth/second-factor", with(code)).await.problem(422), "code_mismatch");
    }
    let next = code_of(secret, 1);
    let done = phone.post("/auth/second-factor", with(next.clone())).await;
    phone.keep_cookie(done.header("set-cookie").map(str::to_owned).as_deref());
    let done = done.expect(200);
    assert_eq!(done["session"]["me"]["isAdmin"], true);
    phone.token = Some(done["session"]["accessToken"].as_str().unwrap().to_owned());
    phone.post("/auth/refresh", json!({})).await.expect(200);
    let again = phone.post("/auth/second-factor", with(next)).await;
    assert_eq!(again.problem(401), "unauthenticated", "a challenge is answered once");

    let guessed = phone.post("/me/second-factor/remove", json!({ "password": "not this one" })).await;
    assert_eq!(failing(&guessed), ("password", "wrong"), "{}", guessed.body);
    phone.post("/me/second-factor/remove", json!({ "password": PASSWORD })).await.expect(204);
    phone.sign_in(&email, PASSWORD).await;
    let student = world.student("Plain").await;
    let refused = student.post("/me/second-factor", json!({ "password": PASSWORD })).await;
    assert_eq!(refused.problem(403), "forbidden");
}

#[tokio::test]
async fn s1_who_1_only_the_two_configured_administrators_upload_and_delete() {
    let world = World::shared();
    let accounts = local::sample_admins();
    assert_eq!(accounts.len(), 2);
    let student = world.student("Ordinary").await;
    assert_eq!(student.me["isAdmin"], false);
    let course = world.fresh("WHO3");
    for account in &accounts {
        let mut admin = world.visitor();
        admin.sign_in(&account.email, &account.password).await;
        assert_eq!(admin.me["isAdmin"], true);
        admin.put(&format!("/courses/{course}"), json!({ "title": "Who", "description": "" })).await.expect(200);
        let title = world.fresh("Week ");
        let note = admin.publish(&course, &title, 1).await;
        assert_eq!(student.announce(&course, "Mine", "mine.pdf", b"%PDF-1.4").await.problem(403), "forbidden");
        assert_eq!(student.delete(&format!("/notes/{note}")).await.problem(403), "forbidden");
        let deleted = admin.delete(&format!("/notes/{note}")).await;
        assert!(deleted.status.is_success(), "{}", deleted.body);
    }
}
