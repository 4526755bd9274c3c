//! Writes of an administrator whose page shows an outdated state.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};
use store::ShelfId;

const SHELF: &str = "radio";
const ALBUM: &str = "nightOwl";
/// A PNG of one pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    code
}

/// Returns the body that creates the upload of a picture in place of `replaces`, and the picture.
fn declared(replaces: &str) -> (Value, Vec<u8>) {
    let bytes = STANDARD.decode(PICTURE).unwrap();
    let declared = json!({
        "fileName": "owl.png", "contentType": "image/png", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
        "replaces": replaces,
    });
    (declared, bytes)
}

/// Creates two uploads that replace the picture shown now, and sends both files. Only the first one is published.
async fn announced_by_both(person: &ApiClient, path: &str, shown: &impl AsyncFn() -> Option<String>) {
    let (declared, bytes) = declared(&shown().await.unwrap_or_default());
    let first = person.post(path, declared.clone()).await.expect(201);
    let second = person.post(path, declared).await.expect(201);
    assert_eq!(person.upload_bytes(&first, bytes.clone()).await.as_u16(), 200);
    let outcome = person.wait_for_upload(first["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "ready", "{path}: {outcome}");
    let published = shown().await;
    assert_eq!(person.upload_bytes(&second, bytes).await.as_u16(), 200);
    let outcome = person.wait_for_upload(second["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "failed", "{path}: {outcome}");
    let reason = "The picture was changed elsewhere while yours was being uploaded. Reload the page to see it. If you \
                  still want yours, upload it again.";
    assert_eq!(outcome["reason"], reason, "{path}");
    assert_eq!(shown().await, published, "{path}");
}

/// Uploads a picture that replaces the one with the URL `replaces`.
async fn send_picture(admin: &ApiClient, path: &str, replaces: &str) {
    let (declared, bytes) = declared(replaces);
    let ticket = admin.post(path, declared).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
}

/// Replaces the picture twice, and then again from a page with an outdated picture. `shown` returns the current URL.
async fn replaced_by_both(admin: &ApiClient, path: &str, shown: impl AsyncFn() -> Option<String>) -> String {
    announced_by_both(admin, path, &shown).await;
    let first = shown().await.unwrap_or_default();
    send_picture(admin, path, &first).await;
    let second = shown().await.unwrap();
    assert_ne!(first, second);
    let refused = admin.post(path, declared(&first).0).await;
    assert_eq!(refused.problem(409), "conflict", "{path}");
    assert_eq!(shown().await.as_ref(), Some(&second), "{path}");
    send_picture(admin, path, &second).await;
    assert_ne!(shown().await.as_ref(), Some(&second), "{path}");
    second
}

#[tokio::test]
async fn s6_adm_34_a_picture_that_another_administrator_changed_is_neither_replaced_nor_removed() {
    let admin = TestEnv::shared().sign_in_admin().await;
    let code = course(&admin, "pictures").await;
    let managed = format!("/admin/courses/{code}");
    let url_at = async |path: &str, pointer: &str| {
        admin.get(path).await.expect(200).pointer(pointer).map(|url| url.as_str().unwrap().to_owned())
    };

    let picture = format!("{managed}/picture");
    let earlier = replaced_by_both(&admin, &picture, async || url_at(&managed, "/imageUrl").await).await;
    assert_eq!(admin.delete(&format!("{picture}?replaces={earlier}")).await.problem(409), "conflict");
    let latest = url_at(&managed, "/imageUrl").await.unwrap();
    admin.delete(&format!("{picture}?replaces={latest}")).await.expect(200);
    // A repeated removal finds nothing to remove.
    admin.delete(&format!("{picture}?replaces={latest}")).await.expect(200);

    let chapter = json!({ "number": 1, "title": "Inheritance", "description": "" });
    let chapter = admin.post(&format!("/courses/{code}/chapters"), chapter).await.expect(201)["id"].clone();
    let chapter = format!("/courses/{code}/chapters/{}", chapter.as_str().unwrap());
    let card = json!({ "title": "Look", "content": "Two boxes" });
    let card = admin.post(&format!("{chapter}/cards"), card).await.expect(201)["cards"][0]["id"].clone();
    let image = format!("{chapter}/cards/{}/image", card.as_str().unwrap());
    let earlier = replaced_by_both(&admin, &image, async || url_at(&chapter, "/cards/0/image/url").await).await;
    assert_eq!(admin.delete(&format!("{image}?replaces={earlier}")).await.problem(409), "conflict");
    let latest = url_at(&chapter, "/cards/0/image/url").await.unwrap();
    admin.delete(&format!("{image}?replaces={latest}")).await.expect(200);

    let recording = admin.publish_audio(SHELF, "Seen by two", "mp4.m4a", fixture("mp4.m4a")).await;
    let detail = format!("/admin/content/audio/{recording}");
    replaced_by_both(&admin, &format!("/audio/{recording}/picture"), async || url_at(&detail, "/imageUrl").await).await;

    let bytes = pdf::with_pages(1, "Seen by two");
    let note = json!({
        "subject": "Any", "title": "Seen by two", "description": "", "fileName": "two.pdf",
        "contentType": "application/pdf", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    let ticket = admin.post(&format!("/albums/{ALBUM}/uploads"), note).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let note = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await["noteId"].clone();
    let note = note.as_str().unwrap();
    let detail = format!("/admin/content/albumNote/{note}");
    let picture = format!("/albums/{ALBUM}/notes/{note}/picture");
    replaced_by_both(&admin, &picture, async || url_at(&detail, "/imageUrl").await).await;
}

#[tokio::test]
async fn s7_wr_11_a_picture_that_a_student_changed_on_another_device_is_not_replaced() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Pictured").await;
    let url_at = async |path: &str, pointer: &str| {
        student.get(path).await.expect(200).pointer(pointer).map(|url| url.as_str().unwrap().to_owned())
    };
    replaced_by_both(&student, "/me/photo", async || url_at("/me", "/profileImageUrl").await).await;

    let playlist = student.post("/me/playlists", json!({ "name": "Pictured" })).await.expect(201);
    let playlist = format!("/playlists/{}", playlist["playlist"]["id"].as_str().unwrap());
    let cover = format!("{playlist}/cover");
    replaced_by_both(&student, &cover, async || url_at(&playlist, "/playlist/coverUrl").await).await;

    let admin = env.sign_in_admin().await;
    let (code, into) = (course(&admin, "ownpic").await, course(&admin, "ownpicto").await);
    let card = format!("/me/cards/{code}/{}", ulid::Ulid::generate());
    student.put(&card, json!({ "title": "Look", "content": "Two boxes" })).await.expect(200);
    let image = format!("{card}/image");
    let cards = format!("/me/cards/{code}");
    replaced_by_both(&student, &image, async || url_at(&cards, "/items/0/image/url").await).await;
    // A merge changes the URL of the picture, but not the picture.
    let seen = url_at(&cards, "/items/0/image/url").await.unwrap();
    admin.merge(&code, &into).await;
    let moved = format!("/me/cards/{into}");
    assert_ne!(url_at(&moved, "/items/0/image/url").await, Some(seen.clone()));
    send_picture(&student, &image, &seen).await;
}

#[tokio::test]
async fn s6_adm_34_a_file_that_another_administrator_replaced_is_not_replaced_again() {
    let admin = TestEnv::shared().sign_in_admin().await;
    let code = course(&admin, "twofiles").await;
    let id = admin.publish(&code, "Pointers", 1).await;
    let detail = format!("/admin/content/note/{id}");
    let seen = admin.get(&detail).await.expect(200)["version"].clone();
    let bytes = pdf::with_pages(3, "Of the second administrator");
    let body = |version: &Value| {
        json!({
            "fileName": "second.pdf", "contentType": "application/pdf", "sizeBytes": bytes.len(),
            "sha256": sha256(&bytes), "version": version,
        })
    };
    admin.replace_file("note", &id, ("first.pdf", "application/pdf"), pdf::with_pages(2, "Of the first")).await;
    let file = format!("{detail}/file");
    assert_eq!(admin.post(&file, body(&seen)).await.problem(409), "conflict");
    let latest = admin.get(&detail).await.expect(200);
    assert_eq!(latest["fileName"], "first.pdf");

    let ticket = admin.post(&file, body(&latest["version"])).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes.clone()).await.as_u16(), 200);
    assert_eq!(admin.wait_for_upload(ticket["id"].as_str().unwrap()).await["status"], "ready");
}

#[tokio::test]
async fn s6_adm_34_a_recording_that_another_administrator_moved_is_not_moved_again() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let shelf: ShelfId = SHELF.parse().unwrap();
    let one = env.recording(shelf, "Moved by two, 1", 60).await;
    let two = env.recording(shelf, "Moved by two, 2", 60).await;
    let detail = format!("/admin/content/audio/{one}");
    assert!(admin.get(&detail).await.expect(200).get("position").is_none(), "it was never moved");
    let place = format!("/audio/{one}/place");
    admin.put(&place, json!({ "from": "" })).await.expect(200);
    let position = admin.get(&detail).await.expect(200)["position"].clone();
    assert_eq!(admin.put(&place, json!({ "after": two, "from": "" })).await.problem(409), "conflict");
    assert_eq!(admin.get(&detail).await.expect(200)["position"], position);
    let below = json!({ "after": two, "from": position });
    admin.put(&place, below.clone()).await.expect(200);
    let moved = admin.get(&detail).await.expect(200)["position"].clone();
    assert_ne!(moved, position);
    // A repeated request is not refused, and moves nothing.
    admin.put(&place, below).await.expect(200);
    assert_eq!(admin.get(&detail).await.expect(200)["position"], moved);
}
