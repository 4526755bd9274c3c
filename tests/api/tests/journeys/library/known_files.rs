//! Files that the server already has, which need not be uploaded again.

use journeys::{ApiClient, TestEnv, api_client, pdf, sound};
use serde_json::{Value, json};

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    code
}

/// Returns the ids of all items with this file.
async fn having(admin: &ApiClient, bytes: &[u8]) -> Vec<String> {
    let same = admin.get(&format!("/admin/files/{}", api_client::sha256(bytes))).await.expect(200);
    same["items"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}

/// Waits for a recording from an uploaded or linked file, and returns its id.
async fn audio_outcome(admin: &ApiClient, ticket: &Value) -> String {
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    outcome["audioId"].as_str().unwrap().to_owned()
}

/// Downloads the file of a recording.
async fn stored_recording(admin: &ApiClient, id: &str) -> Vec<u8> {
    // The index finds a new audio note some milliseconds after its shelf does.
    let url = TestEnv::shared().wait_until("the address of a recording", async || {
        let answer = admin.post("/audio/addresses", json!({ "ids": [id] })).await.expect(200);
        answer["items"][0]["url"].as_str().map(str::to_owned)
    });
    let url = url.await;
    reqwest::get(url).await.unwrap().bytes().await.unwrap().to_vec()
}

#[tokio::test]
async fn s4_up_3_an_existing_file_is_reused_without_upload_and_each_note_has_a_separate_copy() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (one, two) = (course(&admin, "same").await, course(&admin, "same").await);
    let bytes = pdf::with_pages(2, &env.unique_name("The same file "));
    assert!(having(&admin, &bytes).await.is_empty(), "nothing has it yet");
    let ticket = admin.create_upload(&one, "First", "same.pdf", &bytes).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes.clone()).await, 200);
    let first = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await["noteId"].as_str().unwrap().to_owned();
    assert_eq!(having(&admin, &bytes).await, std::slice::from_ref(&first));

    let ticket = admin.create_upload(&two, "Second", "same-2.pdf", &bytes).await.expect(201);
    let link = format!("/uploads/{}/link", ticket["id"].as_str().unwrap());
    let other = admin.publish(&one, "Another file", 1).await;
    let wrong = admin.post(&link, json!({ "kind": "note", "id": other })).await;
    assert_eq!(wrong.problem(409), "conflict", "only the very same file stands for the one that was announced");
    admin.post(&link, json!({ "kind": "picture", "id": "x" })).await.problem(422);
    let source = json!({ "kind": "note", "id": first });
    admin.post(&link, source.clone()).await.expect(200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((outcome["status"].as_str(), outcome["place"].as_str()), (Some("ready"), Some(two.as_str())));
    let second = outcome["noteId"].as_str().unwrap().to_owned();
    assert_eq!(admin.post(&link, source).await.expect(200)["status"], "ready", "done again it changes nothing");
    assert_eq!(having(&admin, &bytes).await, [second.clone(), first.clone()], "last uploaded first");

    admin.delete(&format!("/notes/{first}")).await.expect(204);
    assert_eq!(having(&admin, &bytes).await, std::slice::from_ref(&second), "what is in the trash is not offered");
    admin.post(&format!("/notes/{first}/restore"), json!({})).await.expect(200);
    assert_eq!(having(&admin, &bytes).await.len(), 2);
    let file = |id: &str| format!("/notes/{id}/file");
    let (one, two) = (admin.get(&file(&first)).await, admin.get(&file(&second)).await);
    let path = |answer: &journeys::Answer| answer.header("location").unwrap().split('?').next().unwrap().to_owned();
    assert_ne!(path(&one), path(&two), "each note has a file of its own");
    assert_eq!(reqwest::get(two.header("location").unwrap()).await.unwrap().bytes().await.unwrap(), bytes);

    let replaced = pdf::with_pages(3, &env.unique_name("Another edition "));
    admin.replace_file("note", &second, ("new.pdf", "application/pdf"), replaced.clone()).await;
    assert_eq!(having(&admin, &bytes).await, [first]);
    assert_eq!(having(&admin, &replaced).await, [second]);
}

#[tokio::test]
async fn s4_up_3_a_recording_with_a_repaired_header_is_recognised_by_the_hash_of_its_original_upload() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    // An MP3 that is concatenated from two, with a tag at the end that makes the file unique in each run.
    let tag = format!("{:\0<125}", env.unique_name("Joined "));
    let joined = [sound::fixture("variable.mp3").repeat(2), b"TAG".to_vec(), tag.into_bytes()].concat();
    let ticket = admin.create_audio_upload("radio", "First", "joined.mp3", &joined).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, joined.clone()).await, 200);
    let first = audio_outcome(&admin, &ticket).await;
    assert_eq!(having(&admin, &joined).await, std::slice::from_ref(&first));
    let stored = stored_recording(&admin, &first).await;
    assert_ne!(stored, joined);
    assert!(having(&admin, &stored).await.contains(&first), "by the file that is stored, too");

    let ticket = admin.create_audio_upload("radio", "Second", "joined.mp3", &joined).await.expect(201);
    let link = format!("/uploads/{}/link", ticket["id"].as_str().unwrap());
    admin.post(&link, json!({ "kind": "audio", "id": first })).await.expect(200);
    let second = audio_outcome(&admin, &ticket).await;
    assert_eq!(having(&admin, &joined).await, [second.clone(), first.clone()]);
    assert_eq!(stored_recording(&admin, &second).await, stored);

    admin.delete(&format!("/audio/{first}")).await.expect(204);
    assert_eq!(having(&admin, &joined).await, std::slice::from_ref(&second), "what is in the trash is not offered");
    let replacement = sound::fixture("constant.mp3");
    admin.replace_file("audio", &second, ("other.mp3", "audio/mpeg"), replacement).await;
    assert!(having(&admin, &joined).await.is_empty());
    assert!(!having(&admin, &stored).await.contains(&second));
}
