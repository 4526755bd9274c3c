//! Audio notes, from an upload by an administrator to playback by a student.

use std::time::Duration;

use journeys::api_client::sha256;
use journeys::sound::{fixture, wav};
use journeys::test_env::options;
use journeys::{ApiClient, TestEnv};
use local::{LocalOptions, LocalServer};
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::{AudioId, ShelfId, Timestamp};

/// Tests share one server and there are four shelves, so each test that counts audio notes has its own shelf.
const LISTED: &str = "deep-dive";
const TRASHED: &str = "quick-recap";
const CROWDED: &str = "chill-review";
pub(super) const OTHERS: &str = "radio";

async fn shelf(person: &ApiClient, name: &str) -> Value {
    person.get(&format!("/shelves/{name}")).await.expect(200)
}

fn titles(page: &Value) -> Vec<&str> {
    page["audio"]["items"].as_array().unwrap().iter().map(|audio| audio["title"].as_str().unwrap()).collect()
}

/// Reads an audio note by id. The index finds a new one some milliseconds after its shelf does.
pub(super) async fn by_id(env: &TestEnv, person: &ApiClient, id: &str) -> Value {
    env.wait_until("an audio note by its id", async || {
        let answer = person.get(&format!("/audio/{id}")).await;
        (answer.status == 200).then_some(answer.body)
    })
    .await
}

pub(super) async fn address(person: &ApiClient, id: &str) -> String {
    let answer = person.post("/audio/addresses", json!({ "ids": [id] })).await.expect(200);
    answer["items"][0]["url"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

pub(super) async fn fetch(url: &str, range: Option<&str>) -> reqwest::Response {
    let mut request = reqwest::Client::new().get(url);
    if let Some(range) = range {
        request = request.header("range", range);
    }
    request.send().await.unwrap()
}

#[tokio::test]
async fn s3_audio_1_s7_rd_8_s7_rd_10_s7_wr_7_h25_a_published_recording_is_listed_with_the_metadata_of_its_file() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let bytes = fixture("constant.mp3");
    let declaration = json!({
        "shelf": LISTED, "subject": "cs-246", "title": "  Limits,\u{0} spoken ", "description": "Slowly",
        "fileName": "C:\\fakepath\\limits.mp3", "contentType": "audio/x-lies", "sizeBytes": bytes.len(),
        "sha256": sha256(&bytes),
        // The server ignores these fields.
        "durationSecs": 9999, "likes": 50, "uploaderName": "Somebody else", "uploadDate": "2001-01-01T00:00:00Z",
    });
    admin.post("/setup-guides", json!({})).await.expect(200);
    let ticket = admin.post("/audio-uploads", declaration).await.expect(201);
    assert!(ticket["multipart"].is_null(), "a small file goes in one piece: {ticket}");
    assert_eq!(admin.upload_bytes(&ticket, bytes.clone()).await, StatusCode::OK);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("audio")), "{outcome}");
    let id = outcome["audioId"].as_str().unwrap();
    admin.publish_audio(LISTED, "Later", "later.wav", fixture("pcm.wav")).await;

    // Visitors can see the shelf.
    let visitor = env.anonymous_client();
    let page = shelf(&visitor, LISTED).await;
    assert_eq!(titles(&page), ["Later", "Limits, spoken"], "newest first");
    assert_eq!(
        page["shelf"],
        json!({ "id": LISTED, "title": "Deep Dive", "episodes": 2, "totalSecs": 4 }),
        "two recordings of two seconds"
    );
    let audio = by_id(env, &visitor, id).await;
    assert_eq!(audio, page["audio"]["items"][1]);
    for (field, expected) in [
        ("shelf", json!(LISTED)),
        ("subject", json!("CS 246")),
        ("courseCode", json!("CS246")),
        ("description", json!("Slowly")),
        ("durationSecs", json!(2)),
        ("contentType", json!("audio/mpeg")),
        ("fileName", json!("limits.mp3")),
        ("sizeBytes", json!(bytes.len())),
        ("likes", json!(0)),
    ] {
        assert_eq!(audio[field], expected, "{field}");
    }
    assert_eq!(audio["uploaderName"], admin.me["name"]);
    assert!(audio["uploadDate"].as_str().unwrap() > "2026", "{audio}");
    assert!(audio["createdAt"].as_str().unwrap() > "2026", "{audio}");
    for secret in ["@", "limits.mp3?", "deep-dive-notes/", "sha256"] {
        assert!(!page.to_string().contains(secret), "{secret} is in {page}");
    }
    let peaks = visitor.get(&format!("/audio/{id}/waveform")).await.expect(200);
    let peaks: Vec<u64> = peaks["peaks"].as_array().unwrap().iter().map(|peak| peak.as_u64().unwrap()).collect();
    assert_eq!((peaks.len(), peaks.iter().max()), (1000, Some(&255)));
    assert!(peaks[600..900].iter().min().unwrap() > peaks[50..200].iter().max().unwrap(), "the end is the loud part");
    assert_eq!(visitor.get("/audio/01JD8Z5V7R8XQ4N2T6W0YB3C9E").await.problem(404), "not_found");
    assert_eq!(visitor.get("/shelves/attic").await.problem(404), "not_found");
}

#[tokio::test]
async fn embedded_artwork_of_a_recording_is_served_as_a_reencoded_jpeg() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let with = admin.publish_audio(OTHERS, "With a picture", "mp4.m4a", fixture("mp4.m4a")).await;
    let without = admin.publish_audio(OTHERS, "Without", "pcm.wav", fixture("pcm.wav")).await;
    let audio = by_id(env, &visitor, &with).await;
    let artwork = audio["artworkUrl"].as_str().unwrap();
    assert_eq!(visitor.get(&format!("/audio/{with}/artwork")).await.header("location"), Some(artwork));
    let picture = env.picture(artwork).await;
    assert_eq!(picture.headers()["content-type"], "image/jpeg");
    assert!(picture.bytes().await.unwrap().starts_with(&[0xff, 0xd8, 0xff]));
    assert!(by_id(env, &visitor, &without).await["artworkUrl"].is_null());
    assert_eq!(visitor.get(&format!("/audio/{without}/artwork")).await.problem(404), "not_found");
}

#[tokio::test]
async fn s5_au_1_h7_an_invalid_audio_note_is_refused_with_the_reason() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let no_file = json!({ "shelf": OTHERS, "fileName": "", "contentType": "", "sizeBytes": 0, "sha256": "" });
    let nothing = admin.post("/audio-uploads", no_file).await;
    assert_eq!(nothing.body["fields"].as_array().unwrap().len(), 4, "{}", nothing.body);
    let sentence = "Please fill in all required fields and select an audio file.";
    assert!(nothing.body["detail"].as_str().unwrap().starts_with(sentence), "{}", nothing.body);
    assert_eq!(nothing.problem(422), "validation");
    let declare = async |file_name: &str, content_type: &str, size_bytes: u64| {
        let declaration = json!({
            "shelf": OTHERS, "subject": "Any", "title": "Any", "fileName": file_name, "contentType": content_type,
            "sizeBytes": size_bytes, "sha256": sha256(b"x"),
        });
        let answer = admin.post("/audio-uploads", declaration).await;
        let field = answer.body["fields"][0]["field"].as_str().unwrap_or_default().to_owned();
        assert_eq!(answer.problem(422), "validation");
        field
    };
    assert_eq!(declare("notes.pdf", "application/pdf", 10).await, "contentType");
    assert_eq!(declare("page.mp3", "text/html", 10).await, "contentType");
    assert_eq!(declare("long.mp3", "audio/mpeg", 500 * 1024 * 1024 + 1).await, "sizeBytes");

    // Files that only look like audio are detected when they are decoded.
    for (file_name, bytes) in
        [("not.mp3", b"<script>alert(1)</script>".repeat(40)), ("silent.m4a", fixture("pictures-only.mp4"))]
    {
        let ticket = admin.create_audio_upload(OTHERS, "Nothing to hear", file_name, &bytes).await.expect(201);
        assert_eq!(admin.upload_bytes(&ticket, bytes).await, StatusCode::OK);
        let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
        assert_eq!((&outcome["status"], &outcome["audioId"]), (&json!("failed"), &Value::Null), "{outcome}");
        assert!(outcome["reason"].as_str().unwrap().ends_with('.'), "a sentence: {outcome}");
    }
    // A file that differs from the created upload is not accepted.
    let ticket = admin.create_audio_upload(OTHERS, "Swapped", "a.mp3", &fixture("constant.mp3")).await.expect(201);
    assert_ne!(admin.upload_bytes(&ticket, fixture("variable.mp3")).await, StatusCode::OK);
    let state = admin.get(&format!("/uploads/{}", ticket["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(state["status"], "waiting");
    assert!(!titles(&shelf(&admin, OTHERS).await).contains(&"Nothing to hear"));
}

#[tokio::test]
async fn h9_members_can_play_a_recording_with_range_requests() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Listener").await);
    let bytes = fixture("opus.opus");
    let id = admin.publish_audio(OTHERS, "Heard", "heard.opus", bytes.clone()).await;
    by_id(env, &student, &id).await;
    let gone = ulid::Ulid::generate().to_string();
    let asked = json!({ "ids": [id, gone, "nonsense"] });
    assert_eq!(env.anonymous_client().post("/audio/addresses", asked.clone()).await.problem(401), "unauthenticated");
    let answer = student.post("/audio/addresses", asked).await.expect(200);
    assert_eq!(answer["missing"], json!([gone, "nonsense"]));
    assert_eq!(answer["items"].as_array().unwrap().len(), 1);
    let url = answer["items"][0]["url"].as_str().unwrap();
    let facts =
        json!([answer["items"][0]["sizeBytes"], answer["items"][0]["contentType"], answer["items"][0]["sha256"]]);
    assert_eq!(facts, json!([bytes.len(), "audio/ogg", sha256(&bytes)]));

    let whole = fetch(url, None).await;
    assert_eq!((whole.status(), &whole.headers()["content-type"]), (StatusCode::OK, &"audio/ogg".parse().unwrap()));
    assert!(whole.headers()["content-disposition"].to_str().unwrap().starts_with("inline"));
    assert_eq!(whole.bytes().await.unwrap(), bytes);
    let part = fetch(url, Some("bytes=100-199")).await;
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(part.headers()["content-range"], format!("bytes 100-199/{}", bytes.len()).as_str());
    assert_eq!(part.bytes().await.unwrap(), bytes[100..200]);

    let many: Vec<String> = (0..21).map(|_| gone.clone()).collect();
    assert_eq!(student.post("/audio/addresses", json!({ "ids": many })).await.problem(422), "validation");
}

#[tokio::test]
async fn h8_h9_an_expired_url_is_refused_and_a_new_one_works() {
    let env = TestEnv::shared();
    let folder = tempfile::tempdir().unwrap();
    let life = Some(Duration::from_secs(1));
    let running = LocalServer::start(LocalOptions { signed_url_lifetime: life, ..options(folder.path()) }).await;
    let running = running.unwrap();
    let store = running.store();
    let key = object::audio(ShelfId::Radio, "Any", AudioId::generate(), "mp3");
    let bytes = fixture("constant.mp3").into();
    objects::put(store, Bucket::Files, &key, bytes, "audio/mpeg", "no-store", PutCondition::Always).await.unwrap();
    let sign = async || objects::presign_get(store, &key, "a.mp3", "audio/mpeg", Timestamp::now()).await.unwrap().url;
    let url = sign().await;
    env.wait_until("the address dies", async || {
        let status = fetch(&url, Some("bytes=0-3")).await.status();
        assert!([StatusCode::PARTIAL_CONTENT, StatusCode::FORBIDDEN].contains(&status), "{status}");
        (status == StatusCode::FORBIDDEN).then_some(())
    })
    .await;
    assert_eq!(fetch(&sign().await, Some("bytes=0-3")).await.status(), StatusCode::PARTIAL_CONTENT);
    running.shutdown().await;
}

#[tokio::test]
async fn s2_audio_10_s6_adm_2_s7_wr_9_h20_h21_deleting_and_restoring_an_audio_note_updates_the_counts() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Deleter").await);
    let kept = admin.publish_audio(TRASHED, "Kept", "a.mp3", fixture("constant.mp3")).await;
    let gone = admin.publish_audio(TRASHED, "Gone", "b.mp3", fixture("variable.mp3")).await;
    by_id(env, &student, &gone).await;
    assert_eq!(student.delete(&format!("/audio/{gone}")).await.problem(403), "forbidden");
    admin.delete(&format!("/audio/{gone}")).await.expect(204);
    let page = shelf(&student, TRASHED).await;
    assert_eq!(
        (titles(&page), &page["shelf"]["episodes"], &page["shelf"]["totalSecs"]),
        (vec!["Kept"], &json!(1), &json!(2))
    );
    env.wait_until("the audio note is gone", async || {
        (student.get(&format!("/audio/{gone}")).await.status == 404).then_some(())
    })
    .await;
    assert_eq!(admin.delete(&format!("/audio/{gone}")).await.problem(404), "not_found");
    let asked = student.post("/audio/addresses", json!({ "ids": [gone, kept] })).await.expect(200);
    assert_eq!(asked["missing"], json!([gone]));

    assert_eq!(student.post(&format!("/audio/{gone}/restore"), json!({})).await.problem(403), "forbidden");
    let back = admin.post(&format!("/audio/{gone}/restore"), json!({})).await.expect(200);
    assert_eq!(back["title"], "Gone");
    assert_eq!(admin.post(&format!("/audio/{gone}/restore"), json!({})).await.problem(409), "conflict");
    let page = shelf(&student, TRASHED).await;
    assert_eq!((titles(&page), &page["shelf"]["totalSecs"]), (vec!["Gone", "Kept"], &json!(4)));
    by_id(env, &student, &gone).await;
    assert_eq!(fetch(&address(&student, &gone).await, None).await.status(), StatusCode::OK, "its file is still there");
}

#[tokio::test]
async fn concatenated_mp3s_get_one_header_also_as_replacement_files() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let student = env.sign_up_student("Jumps").await;
    let joined = fixture("variable.mp3").repeat(3);
    let id = admin.publish_audio(OTHERS, "Joined", "joined.mp3", joined.clone()).await;
    let replaced = admin.publish_audio(OTHERS, "Replaced", "five.wav", wav(5)).await;
    let outcome = admin.replace_file("audio", &replaced, ("joined.mp3", "audio/mpeg"), joined.clone()).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    for id in [id, replaced] {
        let audio = by_id(env, &student, &id).await;
        assert_eq!((&audio["durationSecs"], &audio["contentType"]), (&json!(6), &json!("audio/mpeg")));
        let stored = fetch(&address(&student, &id).await, None).await.bytes().await.unwrap();
        assert_eq!(audio["sizeBytes"], stored.len());
        assert!(stored.len() < joined.len() && &stored[13..17] == b"Info");
        // 3 × 79 frames of 576 samples.
        assert_eq!(&stored[21..25], &237_u32.to_be_bytes());
    }
}

#[tokio::test]
async fn h23_concurrent_and_repeated_uploads_of_recordings_are_counted_exactly_once() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let bytes = fixture("variable.mp3");
    let declaration = json!({
        "id": ulid::Ulid::generate().to_string(), "shelf": CROWDED, "subject": "Any", "title": "Twice announced",
        "fileName": "a.mp3", "contentType": "audio/mpeg", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    let (one, two) = tokio::join!(
        admin.post("/audio-uploads", declaration.clone()),
        admin.post("/audio-uploads", declaration.clone())
    );
    let (one, two) = (one.expect(201), two.expect(201));
    assert_eq!(one["id"], two["id"]);
    let mut other = declaration;
    other["title"] = json!("Another one");
    assert_eq!(admin.post("/audio-uploads", other).await.problem(409), "conflict");
    let (first, second, another) = tokio::join!(
        admin.upload_bytes(&one, bytes.clone()),
        admin.upload_bytes(&two, bytes),
        admin.publish_audio(CROWDED, "At the same time", "b.flac", fixture("lossless.flac")),
    );
    assert_eq!((first, second), (StatusCode::OK, StatusCode::OK));
    let outcome = admin.wait_for_upload(one["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    assert_ne!(outcome["audioId"], json!(another));
    let page = shelf(&admin, CROWDED).await;
    let mut listed = titles(&page);
    listed.sort_unstable();
    assert_eq!(listed, ["At the same time", "Twice announced"]);
    assert_eq!((&page["shelf"]["episodes"], &page["shelf"]["totalSecs"]), (&json!(2), &json!(4)));
}
