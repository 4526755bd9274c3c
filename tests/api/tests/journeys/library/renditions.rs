//! Renditions of recordings, and their loudness and silences.

use journeys::api_client::sha256;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};

use super::audio::{OTHERS, by_id, fetch};

/// Returns the signed URLs of a recording.
async fn signed(client: &ApiClient, id: &str) -> Value {
    client.post("/audio/addresses", json!({ "ids": [id] })).await.expect(200)["items"][0].clone()
}

/// Waits until a recording has a rendition, and returns its signed URLs.
async fn prepared(env: &TestEnv, client: &ApiClient, id: &str) -> Value {
    let is_ready = async || {
        let item = signed(client, id).await;
        item["rendition"].is_object().then_some(item)
    };
    env.wait_until("a rendition", is_ready).await
}

#[tokio::test]
async fn s4_rendition_3_a_published_recording_gets_a_rendition_that_is_trashed_and_restored_with_it() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Saver").await);
    let title = env.unique_name("Half the bytes ");
    let original = fixture("pcm.wav");
    let id = admin.publish_audio(OTHERS, &title, "lecture one.wav", original.clone()).await;
    by_id(env, &student, &id).await;
    let item = prepared(env, &student, &id).await;
    assert_eq!(item["sha256"], sha256(&original), "the original stays");
    assert!((-40.0..0.0).contains(&item["loudnessLufs"].as_f64().unwrap()), "{item}");
    let (url, rendition) = (item["rendition"]["url"].as_str().unwrap(), &item["rendition"]);
    let file = fetch(url, None).await;
    assert_eq!((file.status().as_u16(), &file.headers()["content-type"]), (200, &"audio/mp4".parse().unwrap()));
    let disposition = file.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert!(disposition.contains("lecture one.m4a"), "{disposition}");
    let bytes = file.bytes().await.unwrap();
    assert!(bytes.len() * 2 <= original.len(), "{} of {} bytes", bytes.len(), original.len());
    assert_eq!((&rendition["sizeBytes"], &rendition["sha256"]), (&json!(bytes.len()), &json!(sha256(&bytes))));
    assert_eq!(rendition["contentType"], "audio/mp4; codecs=opus");
    assert_eq!(fetch(url, Some("bytes=4-7")).await.bytes().await.unwrap(), "ftyp");
    let waveform = student.get(&format!("/audio/{id}/waveform")).await.expect(200);
    assert_eq!(waveform["silences"].as_array().unwrap().len() % 2, 0, "{waveform}");

    admin.delete(&format!("/audio/{id}")).await.expect(204);
    let gone = student.post("/audio/addresses", json!({ "ids": [id] })).await.expect(200);
    assert_eq!(gone, json!({ "items": [], "missing": [id] }));
    admin.post(&format!("/audio/{id}/restore"), json!({})).await.expect(200);
    by_id(env, &student, &id).await;
    let restored = signed(&student, &id).await;
    assert_eq!(restored["rendition"]["sha256"], rendition["sha256"]);

    admin.replace_file("audio", &id, ("again.mp3", "audio/mpeg"), fixture("constant.mp3")).await;
    let other = async || {
        let item = signed(&student, &id).await;
        (item["sha256"] != restored["sha256"] && item["loudnessLufs"].is_number()).then_some(item)
    };
    let replaced = env.wait_until("the preparation of the new file", other).await;
    assert_ne!(replaced["rendition"]["sha256"], rendition["sha256"]);

    let trash = admin.get("/admin/trash").await.expect(200);
    let is_old = |item: &&Value| item["kind"] == "file" && item["title"] == json!(title);
    let old = trash["items"].as_array().unwrap().iter().find(is_old).unwrap();
    admin.post(&format!("/admin/trash/files/{}/restore", old["id"].as_str().unwrap()), json!({})).await.expect(200);
    let again = async || (signed(&student, &id).await["rendition"]["sha256"] == rendition["sha256"]).then_some(());
    env.wait_until("the restored file with its rendition", again).await;
    assert_eq!(student.get(&format!("/audio/{id}/waveform")).await.expect(200)["silences"], waveform["silences"]);
}
