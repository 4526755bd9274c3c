//! Chapters of recordings.

use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::ShelfId;

const TEXT: &str = "application/octet-stream";
const FILE: &str = "WEBVTT\n\n00:00.000 --> 00:30.000\nRates\n\n00:30.000 --> 02:00.000\nThe <b>chain</b> rule";

async fn chapters(client: &ApiClient, id: &str) -> Value {
    client.get(&format!("/audio/{id}/waveform")).await.expect(200)["chapters"].clone()
}

#[tokio::test]
async fn s3_chapters_2_an_administrator_adds_replaces_and_removes_chapters() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Chapters").await);
    let id = env.recording(ShelfId::Radio, "Rates", 120).await;
    let path = format!("/audio/{id}/chapters");
    assert_eq!(chapters(&student, &id).await, json!([]));
    let answer = admin.put_raw(&path, TEXT, FILE.into()).await.expect(200);
    let expected = json!([{ "startMs": 0, "title": "Rates" }, { "startMs": 30_000, "title": "The chain rule" }]);
    assert_eq!((&answer["chapters"], answer["peaks"].as_array().map(Vec::len)), (&expected, Some(2)));
    assert_eq!(chapters(&student, &id).await, expected);

    let late = FILE.replace("00:30.000 -->", "02:01.000 -->").replace("02:00.000", "02:02.000");
    let refused = admin.put_raw(&path, TEXT, late.into()).await.expect(422);
    assert_eq!(refused["detail"], "Line 6: This chapter begins after the end of the recording.");
    assert_eq!(refused["fields"][0]["field"], "chapters");
    assert_eq!(chapters(&student, &id).await, expected);
    assert_eq!(student.put_raw(&path, TEXT, FILE.into()).await.problem(403), "forbidden");

    admin.delete(&format!("/audio/{id}")).await.expect(204);
    assert_eq!(student.get(&format!("/audio/{id}/waveform")).await.problem(404), "not_found");
    admin.post(&format!("/audio/{id}/restore"), json!({})).await.expect(200);
    assert_eq!(chapters(&student, &id).await, expected);

    let without = admin.delete(&path).await.expect(200);
    assert_eq!(without["chapters"], json!([]));
    assert_eq!(chapters(&student, &id).await, json!([]));
    let log = admin.get("/admin/activity").await.expect(200);
    let of_this = |entry: &&Value| entry["target"] == id.as_str();
    let actions: Vec<&str> =
        log["items"].as_array().unwrap().iter().filter(of_this).filter_map(|entry| entry["action"].as_str()).collect();
    assert_eq!(actions, ["remove_chapters", "restore_audio", "delete_audio", "put_chapters"]);
}

/// Requests the waveform with a version. Returns the body and its `Cache-Control`.
async fn versioned(client: &ApiClient, id: &str, version: &str) -> (Value, String) {
    let response = client.get(&format!("/audio/{id}/waveform?version={version}")).await;
    let cache = response.header("cache-control").unwrap_or_default().to_owned();
    (response.expect(200), cache)
}

#[tokio::test]
async fn s3_chapters_4_the_waveform_is_cached_for_a_year_under_its_version_which_changes_with_the_chapters() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Versions").await);
    let id = env.recording(ShelfId::Radio, "Versions", 120).await;
    let version = async || {
        let audio = student.get(&format!("/audio/{id}")).await.expect(200);
        audio["waveformVersion"].as_str().unwrap().to_owned()
    };
    let first = version().await;
    let (waveform, cache) = versioned(&student, &id, &first).await;
    assert_eq!((waveform["version"].as_str(), cache.as_str()), (Some(&*first), "private, max-age=31536000, immutable"));

    let path = format!("/audio/{id}/chapters");
    let with_chapters = admin.put_raw(&path, TEXT, FILE.into()).await.expect(200);
    let second = env.wait_until("the new version", async || Some(version().await).filter(|now| *now != first)).await;
    assert_eq!(with_chapters["version"], *second);
    let (waveform, cache) = versioned(&student, &id, &first).await;
    assert_eq!((waveform["version"].as_str(), cache.as_str()), (Some(&*second), "no-cache"));
    let (waveform, cache) = versioned(&student, &id, &second).await;
    assert_eq!((waveform["chapters"].as_array().map(Vec::len), cache.contains("immutable")), (Some(2), true));

    admin.put_raw(&path, TEXT, FILE.into()).await.expect(200);
    assert_eq!(version().await, second, "nothing has changed");
    let without = admin.delete(&path).await.expect(200);
    assert!(without["version"] != *first && without["version"] != *second);
}

#[tokio::test]
async fn s3_chapters_1_chapters_of_a_file_are_published_and_replaced_and_restored_with_it() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let title = env.unique_name("Chapters ");
    let id = admin.publish_audio("radio", &title, "a.m4a", fixture("chapters.m4a")).await;
    let of_file = json!([
        { "startMs": 0, "title": "Softly" },
        { "startMs": 500, "title": "Nothing" },
        { "startMs": 1000, "title": "Lautstärke ∞" },
    ]);
    assert_eq!(chapters(&admin, &id).await, of_file);
    let version = async || admin.get(&format!("/audio/{id}")).await.expect(200)["waveformVersion"].clone();
    let published = version().await;
    admin.replace_file("audio", &id, ("again.wav", "audio/wav"), fixture("pcm.wav")).await;
    env.wait_until("the new file without chapters", async || (chapters(&admin, &id).await == json!([])).then_some(()))
        .await;
    let trash = admin.get("/admin/trash").await.expect(200);
    let is_old = |item: &&Value| item["kind"] == "file" && item["title"] == json!(title);
    let old = trash["items"].as_array().unwrap().iter().find(is_old).unwrap();
    let restore = format!("/admin/trash/files/{}/restore", old["id"].as_str().unwrap());
    admin.post(&restore, json!({})).await.expect(200);
    env.wait_until("the restored file with its chapters", async || {
        (chapters(&admin, &id).await == of_file).then_some(())
    })
    .await;
    assert_ne!(version().await, published, "devices may have the waveform of the other file under the first version");
}
