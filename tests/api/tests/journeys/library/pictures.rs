//! Public images. They load by URL without an API call, while the item that they show is itself visible.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::json;

const ALBUM: &str = "cram";
const SHELVES: [&str; 4] = ["deep-dive", "quick-recap", "chill-review", "radio"];
/// A PNG of one pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/// Maximum lifetime of a shared cache copy in seconds. Together with the delay of the stream it stays below a minute.
const HELD_MAX_SECS: u32 = 50;

async fn made(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    let course = json!({ "courseCode": code, "title": format!("About {code}"), "description": "" });
    admin.post("/admin/courses", course).await.expect(201);
    code
}

/// Creates an upload, sends its file and returns the result.
async fn send(admin: &ApiClient, path: &str, mut declared: serde_json::Value, bytes: Vec<u8>) -> serde_json::Value {
    declared["sizeBytes"] = bytes.len().into();
    declared["sha256"] = sha256(&bytes).into();
    let ticket = admin.post(path, declared).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    outcome
}

async fn send_picture(admin: &ApiClient, path: &str) {
    let declared = json!({ "fileName": "owl.png", "contentType": "image/png" });
    send(admin, path, declared, STANDARD.decode(PICTURE).unwrap()).await;
}

/// Returns both URLs of the first-page image of a note.
async fn previews(person: &ApiClient, note: &str) -> [String; 2] {
    let preview = person.get(&format!("/notes/{note}")).await.expect(200)["facts"]["preview"].clone();
    ["smallUrl", "largeUrl"].map(|size| preview[size].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn s7_fs_3_h8_images_of_visible_items_load_without_a_signature_and_no_other_files_do() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = made(&admin, "open").await;
    let note = admin.publish(&code, "In the open", 1).await;
    let [small, large] = previews(&visitor, &note).await;
    for address in [&small, &large] {
        let picture = env.picture(address).await;
        assert_eq!(
            (picture.status().as_u16(), &picture.headers()["content-type"]),
            (200, &"image/webp".parse().unwrap())
        );
        let cache = picture.headers()["cache-control"].to_str().unwrap();
        let shared = cache.split(", ").find_map(|part| part.strip_prefix("s-maxage=")).unwrap();
        assert!(shared.parse::<u32>().unwrap() <= HELD_MAX_SECS, "{cache}");
    }
    assert_eq!(previews(&visitor, &note).await, [small.clone(), large], "addresses stay");

    let (name, rest) = small.strip_prefix("/pictures/").unwrap().split_at(32);
    assert_eq!(rest, "-small.webp");
    let guess = if name.starts_with('0') { name.replacen('0', "1", 1) } else { format!("0{}", &name[1..]) };
    for path in [
        format!("/pictures/{guess}-small.webp"),
        format!("/pictures/{name}.webp"),
        format!("/pictures/{note}-small.webp"),
        format!("/pictures/..%2Fnotes%2F{code}%2F1%2F{note}.pdf"),
        format!("/pictures/..%2Fnotes%2F{code}%2F1%2F{note}-small.webp"),
        "/pictures/".to_owned(),
    ] {
        let answer = env.site(&reqwest::Client::new(), &path).send().await.unwrap();
        let is_file =
            answer.headers().get("content-type").is_some_and(|kind| !kind.to_str().unwrap().contains("text/"));
        assert!(!(answer.status().is_success() && is_file), "{path} is {}", answer.status());
    }
    // The bucket itself serves nothing without a signature.
    let file = visitor.get(&format!("/notes/{note}/file")).await.header("location").unwrap().to_owned();
    let (bucket, _) = file.split_once("/notes/").unwrap();
    if !env.is_deployed() {
        for key in [small.as_str(), &format!("/notes/{code}/1/{note}-small.webp")] {
            assert_eq!(reqwest::get(format!("{bucket}{key}")).await.unwrap().status().as_u16(), 403, "{key}");
        }
    }
}

#[tokio::test]
async fn s7_fs_3_h8_images_of_deleted_or_hidden_items_do_not_load_until_they_are_restored() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = made(&admin, "shut").await;
    let note = admin.publish(&code, "Here and gone", 1).await;
    send_picture(&admin, &format!("/admin/courses/{code}/picture")).await;
    let of_course = visitor.get(&format!("/courses/{code}")).await.expect(200)["imageUrl"].as_str().unwrap().to_owned();
    let [small, large] = previews(&visitor, &note).await;

    // Move the note to the trash and restore it.
    admin.delete(&format!("/notes/{note}")).await.expect(204);
    env.wait_for_picture(false, &small).await;
    env.wait_for_picture(false, &large).await;
    env.wait_for_picture(true, &of_course).await;
    admin.post(&format!("/notes/{note}/restore"), json!({})).await.expect(200);
    env.wait_for_picture(true, &previews(&visitor, &note).await[0]).await;

    // Hide its course and show it again.
    let visibility = format!("/admin/courses/{code}/visibility");
    admin.put(&visibility, json!({ "hidden": true })).await.expect(200);
    env.wait_for_picture(false, &of_course).await;
    env.wait_for_picture(false, &small).await;
    let hidden = admin.publish(&code, "Of a hidden course", 1).await;
    let kept = admin.get(&format!("/admin/courses/{code}")).await.expect(200)["imageUrl"].clone();
    assert!(kept.as_str().unwrap().starts_with("/api/courses/"), "administrators see it in the console: {kept}");
    admin.put(&visibility, json!({ "hidden": false })).await.expect(200);
    env.wait_for_picture(true, &of_course).await;
    env.wait_for_picture(true, &small).await;
    env.wait_for_picture(true, &previews(&visitor, &hidden).await[0]).await;

    // Merge the course into another one.
    let into = made(&admin, "shutinto").await;
    admin.merge(&code, &into).await;
    env.wait_for_picture(false, &of_course).await;
    env.wait_for_picture(true, &small).await;

    // Replace the file: the image of the old first page is removed.
    let other = pdf::with_pages(2, "Another file");
    let outcome = admin.replace_file("note", &note, ("other.pdf", "application/pdf"), other).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    env.wait_for_picture(false, &small).await;
    env.wait_for_picture(true, &previews(&visitor, &note).await[0]).await;
}

#[tokio::test]
async fn s7_fs_3_h8_images_of_recordings_and_album_notes_are_trashed_and_restored_with_them() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let mut things = Vec::new();
    for shelf in SHELVES {
        let id = admin.publish_audio(shelf, "Seen and heard", "mp4.m4a", fixture("mp4.m4a")).await;
        things.push((format!("/audio/{id}"), format!("/audio/{id}"), vec!["/artworkUrl"]));
    }
    let declared = json!({
        "subject": "Any", "title": "An evening", "description": "", "fileName": "evening.pdf",
        "contentType": "application/pdf",
    });
    let note = send(&admin, &format!("/albums/{ALBUM}/uploads"), declared, pdf::with_pages(1, "An evening")).await;
    let note = note["noteId"].as_str().unwrap().to_owned();
    send_picture(&admin, &format!("/albums/{ALBUM}/notes/{note}/picture")).await;
    let both = vec!["/imageUrl", "/facts/preview/smallUrl"];
    things.push((format!("/notes/{note}"), format!("/album-notes/{note}"), both));

    for (path, managed, fields) in things {
        let mut pictures = Vec::new();
        for field in fields {
            let known = async || visitor.get(&path).await.body.pointer(field)?.as_str().map(str::to_owned);
            pictures.push(env.wait_until("the index to have it", known).await);
        }
        for picture in &pictures {
            assert_eq!(env.picture(picture).await.status().as_u16(), 200, "{picture}");
        }
        admin.delete(&managed).await.expect(204);
        for picture in &pictures {
            env.wait_for_picture(false, picture).await;
        }
        admin.post(&format!("{managed}/restore"), json!({})).await.expect(200);
        for picture in &pictures {
            env.wait_for_picture(true, picture).await;
        }
    }
}
