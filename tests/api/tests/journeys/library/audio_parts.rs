//! Large recordings, which the browser sends in parts.

use journeys::api_client::sha256;
use journeys::sound::wav;
use journeys::{ApiClient, TestEnv};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::audio::{OTHERS, address, by_id, fetch};

/// Sends some parts of a file and returns the responses.
async fn send_parts(person: &ApiClient, upload: &str, file: &[u8], part_bytes: usize, numbers: &[usize]) -> Vec<Value> {
    let part = |number: usize| &file[(number - 1) * part_bytes..(number * part_bytes).min(file.len())];
    let wanted: Vec<Value> =
        numbers.iter().map(|number| json!({ "number": number, "sha256": sha256(part(*number)) })).collect();
    let signed = person.post(&format!("/uploads/{upload}/parts"), json!({ "parts": wanted })).await.expect(200);
    let mut sent = Vec::new();
    for (number, address) in numbers.iter().zip(signed["parts"].as_array().unwrap()) {
        let mut request = reqwest::Client::new().put(address["url"].as_str().unwrap());
        for (name, value) in address["headers"].as_object().unwrap() {
            request = request.header(name, value.as_str().unwrap());
        }
        let answer = request.body(part(*number).to_vec()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "part {number}: {:?}", answer.text().await);
        sent.push(json!({ "number": number, "etag": answer.headers()["etag"].to_str().unwrap() }));
    }
    sent
}

#[tokio::test]
async fn h7_h23_a_large_recording_is_uploaded_in_parts_that_can_be_retried_individually() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let file = wav(140);
    assert!(file.len() > 50 * 1024 * 1024);
    let declaration = json!({
        "id": ulid::Ulid::generate().to_string(), "shelf": OTHERS, "subject": "Any", "title": "Long",
        "fileName": "long.wav", "contentType": "audio/wav", "sizeBytes": file.len(), "sha256": sha256(&file),
    });
    let ticket = admin.post("/audio-uploads", declaration.clone()).await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    assert!(ticket["url"].is_null() && ticket["headers"].is_null(), "{ticket}");
    let multipart = &ticket["multipart"];
    assert_eq!(multipart, &json!({ "partSizeBytes": 16 * 1024 * 1024, "parts": 4, "uploadedParts": [] }));
    let part_bytes = 16 * 1024 * 1024;

    // A URL accepts exactly its part, and other users get no URL.
    let hash = sha256(&file[..part_bytes]);
    let wanted = json!({ "parts": [{ "number": 1, "sha256": hash }] });
    let signed = admin.post(&format!("/uploads/{id}/parts"), wanted.clone()).await.expect(200);
    let mut swapped = reqwest::Client::new().put(signed["parts"][0]["url"].as_str().unwrap());
    for (name, value) in signed["parts"][0]["headers"].as_object().unwrap() {
        swapped = swapped.header(name, value.as_str().unwrap());
    }
    let answer = swapped.body(file[1..=part_bytes].to_vec()).send().await.unwrap();
    assert!(answer.status().is_client_error(), "another part was taken: {}", answer.status());
    let student = env.sign_up_student("Parts").await;
    assert_eq!(student.post(&format!("/uploads/{id}/parts"), wanted).await.problem(404), "not_found");
    let beyond = json!({ "parts": [{ "number": 5, "sha256": hash }] });
    assert_eq!(admin.post(&format!("/uploads/{id}/parts"), beyond).await.problem(422), "validation");

    // The connection fails after two parts. Creating the upload again returns the missing parts.
    let mut sent = send_parts(&admin, id, &file, part_bytes, &[2, 1]).await;
    let early = admin.post(&format!("/uploads/{id}/complete"), json!({ "parts": sent })).await;
    assert_eq!(early.problem(409), "conflict");
    let again = admin.post("/audio-uploads", declaration.clone()).await.expect(201);
    sent.sort_by_key(|part| part["number"].as_u64());
    assert_eq!(again["multipart"]["uploadedParts"], json!(sent));
    let parts = [2, 3].map(
        |number| json!({ "number": number, "sha256": sha256(&file[(number - 1) * part_bytes..number * part_bytes]) }),
    );
    let wanted = json!({ "parts": parts });
    let signed = admin.post(&format!("/uploads/{id}/parts"), wanted).await.expect(200);
    assert_eq!(signed["uploadedParts"], json!([sent[1]]), "what has arrived is not signed again");
    assert_eq!(signed["parts"].as_array().unwrap().iter().map(|part| &part["number"]).collect::<Vec<_>>(), [&json!(3)]);
    sent.extend(send_parts(&admin, id, &file, part_bytes, &[3, 4]).await);

    let complete = json!({ "parts": sent });
    admin.post(&format!("/uploads/{id}/complete"), complete.clone()).await.expect(200);
    admin.post(&format!("/uploads/{id}/complete"), complete.clone()).await.expect(200);
    let outcome = admin.wait_for_upload(id).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    let done = admin.post(&format!("/uploads/{id}/complete"), complete).await.expect(200);
    assert_eq!(done["audioId"], outcome["audioId"]);
    assert_eq!(admin.post("/audio-uploads", declaration).await.problem(409), "already_uploaded");
    let audio = by_id(env, &student, outcome["audioId"].as_str().unwrap()).await;
    assert_eq!((&audio["durationSecs"], &audio["sizeBytes"]), (&json!(140), &json!(file.len())));
    let url = address(&student, audio["id"].as_str().unwrap()).await;
    let middle = fetch(&url, Some("bytes=16777210-16777225")).await;
    assert_eq!(middle.bytes().await.unwrap(), file[16_777_210..=16_777_225], "parts meet without a seam");
}

#[tokio::test]
async fn s4_up_7_an_interrupted_upload_of_the_same_file_resumes_with_only_the_missing_parts() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let file = wav(141);
    let declaration = json!({
        "shelf": OTHERS, "subject": "Any", "title": "Resumed", "fileName": "resumed.wav", "contentType": "audio/wav",
        "sizeBytes": file.len(), "sha256": sha256(&file),
    });
    let ticket = admin.post("/audio-uploads", declaration).await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    let part_bytes = 16 * 1024 * 1024;
    let mut sent = send_parts(&admin, id, &file, part_bytes, &[1, 3]).await;
    let state = admin.get(&format!("/uploads/{id}")).await.expect(200);
    assert_eq!(state["interrupted"], false, "its sender was there a moment ago");
    assert_eq!(state["arrivedBytes"], 2 * part_bytes);

    // After a reload, the page knows only the upload id and the hash.
    let resume = async |sha256: String, size: usize| {
        admin.post(&format!("/uploads/{id}/resume"), json!({ "sha256": sha256, "sizeBytes": size })).await
    };
    assert_eq!(resume(sha256(b"another"), file.len()).await.problem(422), "validation");
    assert_eq!(resume(sha256(&file), file.len() - 1).await.problem(422), "validation");
    let student = env.sign_up_student("Resuming").await;
    let same = json!({ "sha256": sha256(&file), "sizeBytes": file.len() });
    assert_eq!(student.post(&format!("/uploads/{id}/resume"), same).await.problem(404), "not_found");
    assert_eq!(student.put(&format!("/uploads/{id}/sender"), json!({})).await.problem(404), "not_found");
    admin.put(&format!("/uploads/{id}/sender"), json!({})).await.expect(204);
    let again = resume(sha256(&file), file.len()).await.expect(200);
    assert_eq!(again["multipart"]["uploadedParts"], json!(sent));

    sent.extend(send_parts(&admin, id, &file, part_bytes, &[2, 4]).await);
    admin.post(&format!("/uploads/{id}/complete"), json!({ "parts": sent })).await.expect(200);
    let outcome = admin.wait_for_upload(id).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    assert_eq!(resume(sha256(&file), file.len()).await.problem(409), "already_uploaded");
    assert_eq!(admin.put(&format!("/uploads/{id}/sender"), json!({})).await.problem(404), "not_found");
}

#[tokio::test]
async fn a_cancelled_multipart_upload_leaves_no_data() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let declaration = json!({
        "shelf": OTHERS, "subject": "Any", "title": "Never", "fileName": "never.wav", "contentType": "audio/wav",
        "sizeBytes": 60 * 1024 * 1024, "sha256": sha256(b"never"),
    });
    let ticket = admin.post("/audio-uploads", declaration).await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    let part = vec![7; 16 * 1024 * 1024];
    let sent = send_parts(&admin, id, &part, part.len(), &[1]).await;
    let student = env.sign_up_student("Stranger").await;
    assert_eq!(student.delete(&format!("/uploads/{id}")).await.problem(404), "not_found");
    admin.delete(&format!("/uploads/{id}")).await.expect(204);
    assert_eq!(admin.get(&format!("/uploads/{id}")).await.problem(404), "not_found");
    let late = admin.post(&format!("/uploads/{id}/complete"), json!({ "parts": sent })).await;
    assert_eq!(late.problem(404), "not_found");
    // The storage service has deleted all parts of the upload from disk.
    if env.is_deployed() {
        return;
    }
    let files = env.data.join("files");
    let left: Vec<_> = std::fs::read_dir(&files)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains(".part-"))
        .filter(|name| std::fs::read(files.join(name)).is_ok_and(|bytes| bytes == part))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
