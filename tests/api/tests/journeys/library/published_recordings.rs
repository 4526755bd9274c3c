//! Changes of published recordings: their place on the shelf and their picture.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::sound::{self, fixture};
use journeys::{ApiClient, TestEnv};
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::ShelfId;

/// No other test depends on the order of this shelf.
const SHELF: &str = "radio";

/// A PNG of one pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// Returns the titles of the shelf that begin with `prefix`, in the order of the shelf.
async fn order(person: &ApiClient, prefix: &str) -> Vec<String> {
    let page = person.get(&format!("/shelves/{SHELF}")).await.expect(200);
    let items = page["audio"]["items"].as_array().unwrap().clone();
    let titles = items.iter().map(|audio| audio["title"].as_str().unwrap().to_owned());
    titles.filter(|title| title.starts_with(prefix)).collect()
}

#[tokio::test]
async fn a_recording_can_be_moved_after_another_one_or_to_the_start_of_its_shelf() {
    let env = TestEnv::shared();
    let (admin, visitor, student) =
        (env.sign_in_admin().await, env.anonymous_client(), env.sign_up_student("Listener").await);
    let shelf: ShelfId = SHELF.parse().unwrap();
    let mut ids = Vec::new();
    for title in ["Part 3", "Part 2", "Part 1"] {
        ids.push(env.recording(shelf, title, 60).await);
    }
    let [third, _, first] = ids.as_slice() else { panic!("{ids:?}") };
    assert_eq!(order(&visitor, "Part ").await, ["Part 1", "Part 2", "Part 3"], "newest first");

    let place = format!("/audio/{first}/place");
    assert_eq!(student.put(&place, json!({})).await.problem(403), "forbidden");
    let moved = admin.put(&place, json!({ "after": third })).await.expect(200);
    assert_eq!(moved["id"], json!(first));
    assert_eq!(order(&visitor, "Part ").await, ["Part 2", "Part 3", "Part 1"]);
    admin.put(&format!("/audio/{third}/place"), json!({})).await.expect(200);
    assert_eq!(order(&visitor, "Part ").await, ["Part 3", "Part 2", "Part 1"]);
    admin.put(&place, json!({ "after": third })).await.expect(200);
    assert_eq!(order(&visitor, "Part ").await, ["Part 3", "Part 1", "Part 2"]);

    let unknown = json!({ "after": "01JD8Z5V7R8XQ4N2T6W0YB3C9E" });
    assert_eq!(admin.put(&place, unknown).await.problem(404), "not_found");
    assert_eq!(admin.put(&place, json!({ "after": "second" })).await.problem(422), "validation");

    // The recording keeps its position while it is in the trash.
    admin.delete(&format!("/audio/{first}")).await.expect(204);
    assert_eq!(order(&visitor, "Part ").await, ["Part 3", "Part 2"]);
    admin.post(&format!("/audio/{first}/restore"), json!({})).await.expect(200);
    assert_eq!(order(&visitor, "Part ").await, ["Part 3", "Part 1", "Part 2"]);
}

#[tokio::test]
async fn the_artwork_of_a_published_recording_can_be_replaced() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let id = admin.publish_audio(SHELF, "Another picture", "mp4.m4a", fixture("mp4.m4a")).await;
    let artwork = async || -> Value { visitor.get(&format!("/audio/{id}")).await.expect(200)["artworkUrl"].clone() };
    let before = env
        .wait_until("the recording by its id", async || {
            (visitor.get(&format!("/audio/{id}")).await.status == 200).then_some(artwork().await)
        })
        .await;
    assert!(before.is_string(), "{before}");

    let png = STANDARD.decode(PICTURE).unwrap();
    let declared = json!({
        "fileName": "cover.png", "contentType": "image/png", "sizeBytes": png.len(), "sha256": sha256(&png),
    });
    let address = format!("/audio/{id}/picture");
    let ticket = admin.post(&address, declared.clone()).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, png).await, StatusCode::OK);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("audioPicture")), "{outcome}");
    let after = artwork().await;
    assert_ne!(before, after);
    let picture = env.picture(after.as_str().unwrap()).await;
    assert_eq!(picture.headers()["content-type"], "image/jpeg");
    let bytes = picture.bytes().await.unwrap();
    env.wait_for_picture(false, before.as_str().unwrap()).await;

    // Replacing the file with one that has no picture keeps the current picture.
    admin.replace_file("audio", &id, ("five.wav", "audio/wav"), sound::wav(5)).await;
    let kept = artwork().await;
    assert_eq!(env.picture(kept.as_str().unwrap()).await.bytes().await.unwrap(), bytes);

    let student = env.sign_up_student("Listener").await;
    assert_eq!(student.post(&address, declared.clone()).await.problem(403), "forbidden");
    let unknown = admin.post("/audio/01JD8Z5V7R8XQ4N2T6W0YB3C9E/picture", declared).await;
    assert_eq!(unknown.problem(404), "not_found");
}
