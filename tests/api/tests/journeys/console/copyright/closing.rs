//! Files of hidden copies, and closing a notice.

use journeys::{TestEnv, pdf, sound};
use local::SAMPLE_PASSWORD;
use serde_json::json;
use store::Timestamp;

use super::{confirmed, course, hide, listed, publish_in_album, wait_for};

/// Returns a recording that no other test publishes.
fn unique_sound(env: &TestEnv) -> Vec<u8> {
    let mut bytes = sound::wav(2);
    let marker = env.unique_name("signed");
    let end = bytes.len() - marker.len();
    bytes[end..].copy_from_slice(marker.as_bytes());
    bytes
}

/// Loads a signed address.
async fn fetched(url: &str) -> (u16, Vec<u8>) {
    let answer = reqwest::get(url).await.unwrap();
    (answer.status().as_u16(), answer.bytes().await.unwrap().to_vec())
}

#[tokio::test]
async fn s7_copyright_11_an_address_that_was_signed_before_the_press_no_longer_loads_the_file_until_it_is_restored() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = course(&admin, "signed").await;
    let bytes = pdf::with_pages(1, &env.unique_name("A signed file "));
    let id = admin.publish_file(&code, 1, "Signed", bytes.clone()).await;
    let album_note = publish_in_album(&admin, pdf::with_pages(1, &env.unique_name("In an album "))).await;
    let mut pages = vec![format!("/note/{id}"), format!("/note/{album_note}")];
    let mut urls = Vec::new();
    for note in [&id, &album_note] {
        wait_for(env, &visitor, &format!("/notes/{note}"), 200).await;
        urls.push(visitor.get(&format!("/notes/{note}/file")).await.header("location").unwrap().to_owned());
    }
    for shelf in ["deep-dive", "quick-recap", "chill-review", "radio"] {
        let heard = admin.publish_audio(shelf, "Signed", "signed.wav", unique_sound(env)).await;
        wait_for(env, &admin, &format!("/audio/{heard}"), 200).await;
        let addresses = admin.post("/audio/addresses", json!({ "ids": [heard] })).await.expect(200);
        urls.push(addresses["items"][0]["url"].as_str().unwrap().to_owned());
        pages.push(format!("/audio/{heard}"));
    }
    let mut before = Vec::new();
    for url in &urls {
        let loaded = fetched(url).await;
        assert_eq!(loaded.0, 200, "{url}");
        before.push(loaded);
    }
    assert_eq!(before[0].1, bytes);
    let (notice, _) = confirmed(env, &admin, &json!(pages)).await;
    let hidden = hide(&admin, &notice).await.expect(200);
    assert_eq!(hidden["copies"].as_array().unwrap().len(), 6);
    for url in &urls {
        let (status, _) = fetched(url).await;
        assert!([403, 404].contains(&status), "{status} {url}");
    }
    let dismiss = json!({ "state": "hidden", "reason": "Withdrawn", "password": SAMPLE_PASSWORD });
    admin.post(&format!("{notice}/dismiss"), dismiss).await.expect(200);
    for (url, before) in urls.iter().zip(before) {
        assert_eq!(fetched(url).await, before, "{url}");
    }
}

#[tokio::test]
async fn s7_copyright_6_closing_a_notice_needs_the_password_of_the_administrator() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "password").await;
    // Another test must not publish the same file, because it stays withheld.
    let id = admin.publish(&code, &env.unique_name("Closed "), 1).await;
    wait_for(env, &admin, &format!("/notes/{id}"), 200).await;
    let (notice, email) = confirmed(env, &admin, &json!([format!("/note/{id}")])).await;
    for action in ["dismiss", "close"] {
        let path = format!("{notice}/{action}");
        for password in ["", "wrong password"] {
            let refused = admin.post(&path, json!({ "reason": "None", "password": password })).await;
            assert_eq!(refused.problem(422), "validation", "{action} {password}");
        }
    }
    let shown = listed(&admin, false, &email).await.unwrap();
    assert_eq!(shown["state"], "open");
    let early = json!({ "state": "hidden", "reason": "None", "password": SAMPLE_PASSWORD });
    assert_eq!(admin.post(&format!("{notice}/close"), early.clone()).await.problem(409), "conflict", "it is open");
    let hidden = hide(&admin, &notice).await.expect(200);
    assert_eq!(admin.post(&format!("{notice}/close"), early).await.problem(409), "conflict", "it is too early");
    assert!(hidden.get("closableAt").is_none(), "the uploader is told only afterwards: {hidden}");
    let told = env.wait_until("the uploader to be told", async || {
        listed(&admin, false, &email).await.filter(|notice| notice.get("closableAt").is_some())
    });
    let told = told.await;
    let (hidden_at, closable_at): (Timestamp, Timestamp) =
        (told["decidedAt"].as_str().unwrap().parse().unwrap(), told["closableAt"].as_str().unwrap().parse().unwrap());
    assert!(closable_at >= hidden_at.plus_secs(60 * 86_400) && closable_at < hidden_at.plus_secs(60 * 86_400 + 60));
    let trash = admin.get("/admin/trash").await.expect(200);
    let entry = trash["items"].as_array().unwrap().iter().find(|entry| entry["id"] == id.as_str()).unwrap().clone();
    assert_eq!(entry["withheld"], true, "{entry}");
}

#[tokio::test]
async fn s7_copyright_12_a_file_that_replaced_a_named_one_is_listed_and_hidden_on_request() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "replaced").await;
    let id = admin.publish(&code, &env.unique_name("Replaced "), 1).await;
    wait_for(env, &admin, &format!("/notes/{id}"), 200).await;
    let (notice, _) = confirmed(env, &admin, &json!([format!("/note/{id}")])).await;
    let bytes = pdf::with_pages(1, &env.unique_name("A rewritten file "));
    let replaced = admin.replace_file("note", &id, ("x.pdf", "application/pdf"), bytes).await;
    assert_eq!(replaced["status"], "ready", "{replaced}");
    let copies = admin.get(&format!("{notice}/copies")).await.expect(200);
    assert_eq!((&copies["items"], &copies["replaced"][0]["id"]), (&json!([]), &json!(id)));
    let press = json!({ "replaced": true, "password": SAMPLE_PASSWORD });
    let hidden = admin.post(&format!("{notice}/hide"), press).await.expect(200);
    assert_eq!(hidden["copies"][0]["id"], json!(id));
    wait_for(env, &admin, &format!("/notes/{id}"), 404).await;
}
