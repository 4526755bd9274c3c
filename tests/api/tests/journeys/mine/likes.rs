//! Likes: responses for each kind, and correct counts under concurrent requests. Also recordings about a course, and
//! new content in followed courses.

use std::collections::HashMap;
use std::sync::Arc;

use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv, tokens};
use reqwest::Method;
use serde_json::{Value, json};
use store::AlbumId;
use tokio::sync::Semaphore;

/// Number of concurrent students.
const STUDENTS: u64 = 200;
/// Number of likes per student.
const PRESSES: u64 = 3;
/// Maximum number of concurrent requests.
const AT_ONCE: usize = 32;

async fn course(env: &TestEnv, admin: &ApiClient) -> String {
    let code = env.unique_name("LIKED").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "To like", "description": "" })).await.expect(200);
    code
}

async fn like(person: &ApiClient, thing: &str) -> Value {
    person.put(&format!("/likes/{thing}"), json!({})).await.expect(200)
}

async fn unlike(person: &ApiClient, thing: &str) -> Value {
    person.delete(&format!("/likes/{thing}")).await.expect(200)
}

/// Waits until the index contains an item, which happens some milliseconds after the write.
async fn known(env: &TestEnv, person: &ApiClient, path: &str) {
    env.wait_until(path, async || (person.get(path).await.status == 200).then_some(())).await;
}

#[tokio::test]
async fn s7_rd_4_s3_like_2_likes_are_listed_and_counted_by_kind() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Liker").await);
    let code = course(env, &admin).await;
    let note = admin.publish(&code, "A note to like", 1).await;
    let album_note = env.album_note(AlbumId::NightOwl, "An album note to like", admin.uid()).await;
    let audio = admin.publish_audio("radio", "A recording to like", "a.mp3", fixture("constant.mp3")).await;
    known(env, &student, &format!("/notes/{note}")).await;
    known(env, &student, &format!("/notes/{album_note}")).await;
    known(env, &student, &format!("/audio/{audio}")).await;
    assert_eq!(student.get("/me/likes").await.expect(200), json!({ "courses": [], "notes": [], "audio": [] }));
    assert_eq!(student.get(&format!("/audio/{audio}")).await.expect(200)["likes"], 0);

    let things =
        [format!("courses/{code}"), format!("notes/{note}"), format!("notes/{album_note}"), format!("audio/{audio}")];
    for thing in &things {
        assert_eq!(like(&student, thing).await, json!({ "liked": true, "count": 1 }), "{thing}");
        assert_eq!(like(&student, thing).await, json!({ "liked": true, "count": 1 }), "{thing}, repeated");
    }
    assert_eq!(student.get(&format!("/courses/{code}")).await.expect(200)["likes"], 1);
    let mut notes = [note, album_note];
    notes.sort();
    let mine = student.get("/me/likes").await.expect(200);
    assert_eq!(mine, json!({ "courses": [code], "notes": notes, "audio": [audio] }));
    for thing in &things {
        assert_eq!(unlike(&student, thing).await, json!({ "liked": false, "count": 0 }), "{thing}");
        assert_eq!(unlike(&student, thing).await, json!({ "liked": false, "count": 0 }), "{thing}, repeated");
    }
    assert_eq!(student.get("/me/likes").await.expect(200), json!({ "courses": [], "notes": [], "audio": [] }));
}

#[tokio::test]
async fn s4_like_3_liking_a_missing_item_returns_404_and_liking_as_a_visitor_401() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Liker").await;
    for thing in ["courses/NONE101", "notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E", "audio/01JD8Z5V7R8XQ4N2T6W0YB3C9E"] {
        assert_eq!(student.put(&format!("/likes/{thing}"), json!({})).await.problem(404), "not_found", "{thing}");
        assert_eq!(unlike(&student, thing).await, json!({ "liked": false, "count": 0 }), "{thing}");
        assert_eq!(env.anonymous_client().put(&format!("/likes/{thing}"), json!({})).await.status, 401, "{thing}");
    }
    for thing in ["audio/CS246", "notes/x", "courses/not-a-code-at-all", "playlists/01JD8Z5V7R8XQ4N2T6W0YB3C9E"] {
        assert_eq!(student.put(&format!("/likes/{thing}"), json!({})).await.problem(404), "not_found", "{thing}");
    }
}

#[tokio::test]
async fn s7_like_1_the_liking_student_is_determined_from_the_token_only() {
    let env = TestEnv::shared();
    let (admin, amara, ben) =
        (env.sign_in_admin().await, env.sign_up_student("Amara").await, env.sign_up_student("Ben").await);
    let code = course(env, &admin).await;
    // An old client sent the user and the count. Both are ignored.
    let body = json!({ "userId": ben.uid(), "uid": ben.uid(), "noteId": code, "liked": true, "count": 99 });
    let answer = amara.put(&format!("/likes/courses/{code}"), body).await.expect(200);
    assert_eq!(answer, json!({ "liked": true, "count": 1 }));
    assert_eq!(amara.get("/me/likes").await.expect(200)["courses"], json!([code]));
    assert_eq!(ben.get("/me/likes").await.expect(200)["courses"], json!([]));
    // A student cannot remove the like of another one.
    let answer = ben.delete(&format!("/likes/courses/{code}?userId={}", amara.uid())).await.expect(200);
    assert_eq!(answer, json!({ "liked": false, "count": 1 }));
}

/// Pseudorandom numbers, equal in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % count
    }
}

/// Returns students with tokens but without accounts, because a like needs only a token.
fn crowd(env: &'static TestEnv, somebody: &ApiClient) -> Vec<ApiClient> {
    let token = somebody.token.as_deref().unwrap();
    let claims = tokens::claims_of(token);
    let one = |number: u64| {
        let mut claims = claims.clone();
        claims["sub"] = json!(format!("{}-{number}", somebody.uid()));
        let mut person = env.anonymous_client();
        person.token = Some(tokens::forge_token(env, token, &claims));
        person
    };
    (0..STUDENTS).map(one).collect()
}

/// Sends one like and retries while the server is busy.
async fn press(person: ApiClient, method: Method, thing: String, gate: Arc<Semaphore>) {
    for _ in 0..20 {
        let _turn = gate.acquire().await.unwrap();
        let body = (method == Method::PUT).then(|| json!({}));
        let answer = person.send(method.clone(), &format!("/likes/{thing}"), body).await;
        if answer.status == 503 {
            continue;
        }
        let state = answer.expect(200);
        assert!(state["count"].as_u64().unwrap() <= STUDENTS, "{thing}: {state}");
        return;
    }
    panic!("{thing} stayed too busy");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s7_wr_4_s9_c_11_like_count_equals_the_likes_after_two_hundred_concurrent_students() {
    let env = TestEnv::shared();
    let (admin, somebody) = (env.sign_in_admin().await, env.sign_up_student("Crowd").await);
    let code = course(env, &admin).await;
    let note = admin.publish(&code, "A note for everybody", 1).await;
    let album_note = env.album_note(AlbumId::NightOwl, "An album note for everybody", admin.uid()).await;
    let audio = admin.publish_audio("radio", "A recording for everybody", "a.mp3", fixture("constant.mp3")).await;
    known(env, &somebody, &format!("/notes/{note}")).await;
    known(env, &somebody, &format!("/notes/{album_note}")).await;
    known(env, &somebody, &format!("/audio/{audio}")).await;
    let course = format!("courses/{code}");
    let others = [format!("notes/{note}"), format!("notes/{album_note}"), format!("audio/{audio}")];
    let crowd = crowd(env, &somebody);
    let gate = Arc::new(Semaphore::new(AT_ONCE));

    let mut everybody = Vec::new();
    for (seed, person) in (1..).zip(crowd.clone()) {
        let (course, others, gate) = (course.clone(), others.clone(), gate.clone());
        everybody.push(tokio::spawn(async move {
            let mut dice = Dice(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15));
            for _ in 0..PRESSES {
                // Half of the requests target the course, the rest one item of another kind.
                let thing = if dice.below(2) == 0 { &course } else { &others[usize::try_from(dice.below(3)).unwrap()] };
                let one = || [Method::PUT, Method::DELETE];
                let method = one()[usize::try_from(dice.below(2)).unwrap()].clone();
                let mut under_way =
                    vec![tokio::spawn(press(person.clone(), method.clone(), thing.clone(), gate.clone()))];
                // A third of the requests are sent twice, and a sixth run concurrently with the opposite request.
                if dice.below(3) == 0 {
                    under_way.push(tokio::spawn(press(person.clone(), method.clone(), thing.clone(), gate.clone())));
                }
                if dice.below(6) == 0 {
                    let opposite = if method == Method::PUT { Method::DELETE } else { Method::PUT };
                    under_way.push(tokio::spawn(press(person.clone(), opposite, thing.clone(), gate.clone())));
                }
                for each in under_way {
                    each.await.unwrap();
                }
            }
        }));
    }
    for each in everybody {
        each.await.unwrap();
    }

    let mut facts: HashMap<String, u64> = HashMap::new();
    for person in &crowd {
        let mine = person.get("/me/likes").await.expect(200);
        for kind in ["courses", "notes", "audio"] {
            for id in mine[kind].as_array().unwrap() {
                *facts.entry(format!("{kind}/{}", id.as_str().unwrap())).or_default() += 1;
            }
        }
    }
    assert!(facts[&course] > 20 && facts[&course] < STUDENTS, "the presses were no mixture: {facts:?}");
    for thing in [&course].into_iter().chain(&others) {
        // Removing a like that does not exist returns the count and changes nothing.
        let state = unlike(&somebody, thing).await;
        assert_eq!(state["count"].as_u64(), facts.get(thing).copied().or(Some(0)), "{thing}: {facts:?}");
    }

    // All students remove all likes, that of the course twice. Every count must then be 0.
    let mut everybody = Vec::new();
    for person in &crowd {
        for thing in [&course, &course].into_iter().chain(&others) {
            everybody.push(tokio::spawn(press(person.clone(), Method::DELETE, thing.clone(), gate.clone())));
        }
    }
    for each in everybody {
        each.await.unwrap();
    }
    for thing in [&course].into_iter().chain(&others) {
        assert_eq!(unlike(&somebody, thing).await["count"], 0, "{thing}");
    }
}

/// Uploads a recording about a course to a shelf.
async fn recording(admin: &ApiClient, shelf: &str, subject: &str, title: &str) -> String {
    let bytes = fixture("constant.mp3");
    let declaration = json!({
        "shelf": shelf, "subject": subject, "title": title, "description": "Made by a test", "fileName": "a.mp3",
        "contentType": "", "sizeBytes": bytes.len(), "sha256": journeys::api_client::sha256(&bytes),
    });
    let ticket = admin.post("/audio-uploads", declaration).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await, 200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    outcome["audioId"].as_str().unwrap_or_else(|| panic!("{outcome}")).to_owned()
}

#[tokio::test]
async fn s2_dash_4_the_audio_notes_about_a_course_are_listed_newest_first() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Listener").await);
    let code = course(env, &admin).await;
    let about = async |code: &str| {
        let answer = student.get(&format!("/courses/{code}/audio")).await.expect(200);
        let titles: Vec<String> = answer["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|audio| audio["title"].as_str().unwrap().to_owned())
            .collect();
        titles
    };
    assert!(about(&code).await.is_empty());
    recording(&admin, "radio", &code, "Radio, first").await;
    let gone = recording(&admin, "deep-dive", &code, "Deep").await;
    recording(&admin, "radio", &code, "Radio, second").await;
    recording(&admin, "radio", "Study skills", "About no course").await;
    assert_eq!(about(&code.to_lowercase()).await, ["Radio, second", "Radio, first", "Deep"]);

    known(env, &student, &format!("/audio/{gone}")).await;
    admin.delete(&format!("/audio/{gone}")).await.expect(204);
    assert_eq!(about(&code).await, ["Radio, second", "Radio, first"]);
    admin.post(&format!("/audio/{gone}/restore"), json!({})).await.expect(200);
    assert_eq!(about(&code).await, ["Radio, second", "Radio, first", "Deep"]);
    assert_eq!(env.anonymous_client().get(&format!("/courses/{code}/audio")).await.status, 401);
}

#[tokio::test]
async fn s2_dash_8_the_list_of_new_notes_contains_those_of_followed_courses_newest_first() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Follower").await);
    let (followed, other, left) = (course(env, &admin).await, course(env, &admin).await, course(env, &admin).await);
    let new = async || {
        let answer = student.get("/me/new-notes").await.expect(200);
        let titles: Vec<String> =
            answer["items"].as_array().unwrap().iter().map(|note| note["title"].as_str().unwrap().to_owned()).collect();
        titles
    };
    for code in [&followed, &left] {
        student.put(&format!("/me/courses/{code}"), json!({})).await.expect(200);
    }
    assert!(new().await.is_empty());
    let first = admin.publish(&followed, "First", 1).await;
    admin.publish(&left, "In between", 1).await;
    admin.publish(&other, "Of a course that nobody follows", 1).await;
    admin.publish(&followed, "Last", 1).await;
    assert_eq!(new().await, ["Last", "In between", "First"]);

    student.delete(&format!("/me/courses/{left}")).await.expect(200);
    admin.delete(&format!("/notes/{first}")).await.expect(204);
    assert_eq!(new().await, ["Last"]);
    assert_eq!(env.anonymous_client().get("/me/new-notes").await.status, 401);
}

#[tokio::test]
async fn s2_dash_8_for_a_merged_course_the_list_of_new_notes_contains_those_of_the_target() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Moved").await);
    let (from, into) = (course(env, &admin).await, course(env, &admin).await);
    student.put(&format!("/me/courses/{from}"), json!({})).await.expect(200);
    let moved = admin.publish(&from, "Of the merged course", 1).await;
    let other = admin.publish(&into, "Of the target", 1).await;
    admin.merge(&from, &into).await;
    let new = student.get("/me/new-notes").await.expect(200);
    let ids: Vec<_> = new["items"].as_array().unwrap().iter().map(|note| note["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [other, moved]);
}
