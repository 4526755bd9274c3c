//! Transcripts of recordings.

use background::changes::catalogue::decompress;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::ShelfId;

use super::audio::{OTHERS, by_id, fetch};

const TEXT: &str = "application/octet-stream";
const FIRST: &str = "WEBVTT\n\n00:01.000 --> 00:02.500\n<v Amara>So what is a <i>limit</i>?";
const SECOND: &str = "A limit\n\nis where it goes.";

async fn put(admin: &ApiClient, path: &str, file: &str) -> Value {
    admin.put_raw(path, TEXT, file.as_bytes().to_vec()).await.expect(200)
}

async fn url(student: &ApiClient, path: &str) -> String {
    student.get(path).await.expect(200)["url"].as_str().unwrap().to_owned()
}

async fn read(url: &str) -> Value {
    let answer = fetch(url, None).await;
    assert_eq!((answer.status().as_u16(), &answer.headers()["content-encoding"]), (200, &"br".parse().unwrap()));
    serde_json::from_slice(&decompress(&answer.bytes().await.unwrap()).unwrap()).unwrap()
}

/// Waits until a transcript is deleted from the bucket.
async fn is_removed(url: &str) {
    let gone = async || (fetch(url, None).await.status() != 200).then_some(());
    TestEnv::shared().wait_until("the removal of a transcript", gone).await;
}

#[tokio::test]
async fn s3_transcript_1_s7_fs_2_a_transcript_is_added_read_replaced_and_removed() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let id = env.recording(ShelfId::Radio, "Limits, spoken", 120).await;
    let audio = by_id(env, &student, &id).await;
    assert!(audio["transcriptId"].is_null(), "{audio}");
    let path = format!("/audio/{id}/transcript");
    assert_eq!(student.get(&path).await.problem(404), "not_found");

    let with_first = put(&admin, &path, FIRST).await;
    assert!(with_first["transcriptId"].is_string(), "{with_first}");
    let first = url(&student, &path).await;
    let lines = json!([[1000, 2500, "Amara: So what is a limit?"]]);
    assert_eq!(read(&first).await, json!({ "timed": true, "lines": lines }));
    assert_eq!(env.anonymous_client().get(&path).await.problem(401), "unauthenticated");

    let with_second = put(&admin, &path, SECOND).await;
    assert_ne!(with_second["transcriptId"], with_first["transcriptId"]);
    let second = url(&student, &path).await;
    let lines = json!([[0, 0, "A limit"], [0, 0, "is where it goes."]]);
    assert_eq!(read(&second).await, json!({ "timed": false, "lines": lines }));
    is_removed(&first).await;

    let without = admin.delete(&path).await.expect(200);
    assert!(without["transcriptId"].is_null(), "{without}");
    assert_eq!(student.get(&path).await.problem(404), "not_found");
    is_removed(&second).await;
}

#[tokio::test]
async fn s3_transcript_1_an_invalid_transcript_is_refused_with_the_number_of_the_wrong_line_and_changes_nothing() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let id = env.recording(ShelfId::Radio, "Limits, refused", 120).await;
    let audio = by_id(env, &admin, &id).await;
    let path = format!("/audio/{id}/transcript");
    let refused = admin.put_raw(&path, TEXT, b"WEBVTT\n\n00:01 --> 00:02.000\nText".to_vec()).await.expect(422);
    assert_eq!(refused["detail"], "Line 3: \u{201c}00:01\u{201d} is not a time. Write it like 00:01:02.000.");
    assert_eq!(refused["fields"][0]["field"], "transcript");
    assert_eq!(admin.put_raw(&path, TEXT, vec![b'a'; 2 * 1024 * 1024 + 1]).await.problem(413), "payload_too_large");
    assert_eq!(by_id(env, &admin, &id).await, audio);
    let missing = "/audio/01JD8Z5V7R8XQ4N2T6W0YB3C9E/transcript";
    assert_eq!(admin.put_raw(missing, TEXT, SECOND.into()).await.problem(404), "not_found");
}

#[tokio::test]
async fn s3_transcript_1_a_transcript_is_trashed_and_restored_with_its_recording_and_its_file() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Returner").await);
    let title = env.unique_name("Limits, twice ");
    let id = admin.publish_audio(OTHERS, &title, "limits.mp3", fixture("constant.mp3")).await;
    by_id(env, &admin, &id).await;
    let path = format!("/audio/{id}/transcript");
    let transcript = put(&admin, &path, FIRST).await["transcriptId"].clone();
    admin.delete(&format!("/audio/{id}")).await.expect(204);
    assert_eq!(student.get(&path).await.problem(404), "not_found");
    let restored = admin.post(&format!("/audio/{id}/restore"), json!({})).await.expect(200);
    assert_eq!(restored["transcriptId"], transcript);

    // The times of a transcript belong to one file.
    admin.replace_file("audio", &id, ("again.wav", "audio/wav"), fixture("pcm.wav")).await;
    env.wait_until("the new file without a transcript", async || {
        by_id(env, &admin, &id).await["transcriptId"].is_null().then_some(())
    })
    .await;
    let trash = admin.get("/admin/trash").await.expect(200);
    let is_old = |item: &&Value| item["kind"] == "file" && item["title"] == json!(title);
    let old = trash["items"].as_array().unwrap().iter().find(is_old).unwrap();
    let restore = format!("/admin/trash/files/{}/restore", old["id"].as_str().unwrap());
    admin.post(&restore, json!({})).await.expect(200);
    let with_transcript = async || (by_id(env, &admin, &id).await["transcriptId"] == transcript).then_some(());
    env.wait_until("the restored file with its transcript", with_transcript).await;
    assert_eq!(read(&url(&student, &path).await).await["lines"].as_array().unwrap().len(), 1);
}
