//! Album notes, from an upload by an administrator to the readers of the album.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::{ApiClient, TestEnv, pdf};
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::AlbumId;

/// Tests share one server and there are three albums, so each test that counts notes has its own album.
const LISTED: &str = "cram";
const TRASHED: &str = "examReview";
const OTHERS: &str = "nightOwl";

/// A PNG of one pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

async fn album(person: &ApiClient, name: &str) -> Value {
    person.get(&format!("/albums/{name}")).await.expect(200)
}

fn titles(page: &Value) -> Vec<&str> {
    page["notes"]["items"].as_array().unwrap().iter().map(|note| note["title"].as_str().unwrap()).collect()
}

/// Reads an album note by id. The index finds a new note some milliseconds after its album does.
async fn by_id(env: &TestEnv, person: &ApiClient, id: &str) -> Value {
    env.wait_until("an album note by its id", async || {
        let answer = person.get(&format!("/notes/{id}")).await;
        (answer.status == 200).then_some(answer.body)
    })
    .await
}

/// Uploads a PDF of two pages and returns the note's id.
async fn publish(admin: &ApiClient, name: &str, subject: &str, title: &str) -> String {
    let bytes = pdf::with_pages(2, title);
    let declaration = json!({
        "subject": subject, "title": title, "description": "Slowly", "fileName": "C:\\fakepath\\evening.pdf",
        "contentType": "application/pdf", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
        // The server ignores these fields.
        "likes": 50, "uploaderName": "Somebody else", "uploadDate": "2001-01-01T00:00:00Z", "album": "attic",
    });
    let ticket = admin.post(&format!("/albums/{name}/uploads"), declaration).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await, StatusCode::OK);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("albumNote")), "{outcome}");
    outcome["noteId"].as_str().unwrap().to_owned()
}

/// Uploads a cover and returns the result.
async fn send_picture(admin: &ApiClient, name: &str, note: &str, content_type: &str, bytes: Vec<u8>) -> Value {
    let declared = json!({
        "fileName": "owl.png", "contentType": content_type, "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    let ticket = admin.post(&format!("/albums/{name}/notes/{note}/picture"), declared).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await, StatusCode::OK);
    admin.wait_for_upload(ticket["id"].as_str().unwrap()).await
}

#[tokio::test]
async fn s2_album_3_s3_album_1_s7_rd_7_s7_wr_7_a5_a18_an_album_lists_its_notes_and_visitors_can_open_them() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    admin.post("/setup-guides", json!({})).await.expect(200);
    let id = publish(&admin, LISTED, "cs-246", "  One\u{0} evening ").await;
    publish(&admin, LISTED, "Week 3", "Later").await;

    let visitor = env.anonymous_client();
    let page = album(&visitor, LISTED).await;
    assert_eq!(titles(&page), ["Later", "One evening"], "newest first");
    assert_eq!(page["album"], json!({ "id": LISTED, "title": "Cram Mode", "noteCount": 2 }));
    let note = &page["notes"]["items"][1];
    for (field, expected) in [
        ("id", json!(id)),
        ("album", json!(LISTED)),
        ("subject", json!("CS 246")),
        ("courseCode", json!("CS246")),
        ("description", json!("Slowly")),
        ("fileName", json!("evening.pdf")),
        ("fileUrl", json!(format!("/api/notes/{id}/file"))),
        ("pages", json!(2)),
        ("likes", json!(0)),
        ("canDelete", json!(false)),
    ] {
        assert_eq!(note[field], expected, "{field}");
    }
    assert_eq!(note["uploaderName"], admin.me["name"]);
    assert!(note["uploadDate"].as_str().unwrap() > "2026", "{note}");
    assert!(page["notes"]["items"][0]["courseCode"].is_null(), "a subject that is no course of ours");
    for secret in ["@", "album-notes/", "sha256", admin.uid()] {
        assert!(!page.to_string().contains(secret), "{secret} is in {page}");
    }

    // A link to the note contains its kind, and its PDF opens without signing in.
    let linked = by_id(env, &visitor, &id).await;
    assert_eq!((&linked["kind"], &linked["title"]), (&json!("album"), &json!("One evening")));
    assert!(!linked.to_string().contains(admin.uid()), "{linked}");
    let file = visitor.get(&format!("/notes/{id}/file")).await;
    assert_eq!(file.status, 302);
    let sent = reqwest::get(file.header("location").unwrap()).await.unwrap();
    assert_eq!(sent.headers()["content-type"], "application/pdf");
    assert!(sent.bytes().await.unwrap().starts_with(b"%PDF-"));
    assert_eq!(visitor.get("/albums/attic").await.problem(404), "not_found");
}

#[tokio::test]
async fn h7_the_image_of_an_album_note_is_reencoded() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let id = publish(&admin, OTHERS, "Study skills", "With a picture").await;
    let address = format!("/albums/{OTHERS}/notes/{id}/picture");
    assert_eq!(visitor.get(&address).await.problem(404), "not_found");
    let png = STANDARD.decode(PICTURE).unwrap();
    let outcome = send_picture(&admin, OTHERS, &id, "image/png", png).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("albumPicture")), "{outcome}");
    let note = by_id(env, &visitor, &id).await;
    let image = note["imageUrl"].as_str().unwrap();
    let edited = admin.get(&format!("/admin/content/albumNote/{id}")).await.expect(200);
    assert_eq!(edited["imageUrl"], note["imageUrl"]);
    assert_eq!(visitor.get(&address).await.header("location"), Some(image));
    let picture = env.picture(image).await;
    assert_eq!(picture.headers()["content-type"], "image/jpeg");
    assert!(picture.bytes().await.unwrap().starts_with(&[0xff, 0xd8, 0xff]));

    let lies = send_picture(&admin, OTHERS, &id, "image/png", b"<svg/>".to_vec()).await;
    assert_eq!(lies["reason"], "This file is not a picture we can read. Choose a JPEG, PNG, WebP or GIF.");
    let declared =
        json!({ "fileName": "a.svg", "contentType": "image/svg+xml", "sizeBytes": 9, "sha256": sha256(b"x") });
    assert_eq!(admin.post(&address, declared.clone()).await.problem(422), "validation");
    let elsewhere = admin.post(&format!("/albums/{LISTED}/notes/{id}/picture"), declared).await;
    assert_eq!(elsewhere.problem(404), "not_found");
}

#[tokio::test]
async fn s5_al_1_s7_fs_1_an_invalid_album_note_is_rejected_with_a_reason() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let address = format!("/albums/{OTHERS}/uploads");
    let no_file = json!({ "fileName": "", "contentType": "", "sizeBytes": 0, "sha256": "" });
    let nothing = admin.post(&address, no_file).await;
    assert_eq!(nothing.body["fields"].as_array().unwrap().len(), 4, "{}", nothing.body);
    let detail = nothing.body["detail"].as_str().unwrap();
    assert!(detail.starts_with("PDF, subject, and title are required."), "{detail}");
    assert_eq!(nothing.problem(422), "validation");
    let declaration = |content_type: &str| {
        json!({
            "subject": "Any", "title": "Any", "fileName": "a.pdf", "contentType": content_type, "sizeBytes": 1,
            "sha256": sha256(b"x"),
        })
    };
    let picture = admin.post(&address, declaration("image/png")).await;
    assert_eq!(picture.body["detail"], "Choose a PDF file.");
    assert_eq!(admin.post("/albums/attic/uploads", declaration("application/pdf")).await.problem(404), "not_found");
    assert_eq!(student.post(&address, declaration("application/pdf")).await.problem(403), "forbidden");
}

#[tokio::test]
async fn s6_adm_3_s7_wr_9_a37_the_uploader_and_administrators_can_delete_an_album_note_and_it_can_be_restored() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let (owner, stranger) = (env.sign_up_student("Owner").await, env.sign_up_student("Stranger").await);
    let id = publish(&admin, TRASHED, "Study skills", "Of an administrator").await;
    let own = env.album_note(AlbumId::ExamReview, "Of a former administrator", owner.uid()).await;
    for (note, of_owner) in [(&id, false), (&own, true)] {
        for (person, may) in [(&visitor, false), (&stranger, false), (&owner, of_owner), (&admin, true)] {
            assert_eq!(by_id(env, person, note).await["canDelete"], may, "{note}");
            let page = album(person, TRASHED).await;
            let listed = page["notes"]["items"].as_array().unwrap().iter().find(|listed| listed["id"] == **note);
            assert_eq!(listed.unwrap()["canDelete"], may, "{note}");
        }
        assert_eq!(stranger.delete(&format!("/album-notes/{note}")).await.problem(403), "forbidden");
        assert_eq!(visitor.delete(&format!("/album-notes/{note}")).await.problem(401), "unauthenticated");
    }
    assert_eq!(album(&visitor, TRASHED).await["album"]["noteCount"], 2);
    owner.delete(&format!("/album-notes/{own}")).await.expect(204);
    admin.delete(&format!("/album-notes/{id}")).await.expect(204);
    let empty = album(&visitor, TRASHED).await;
    assert_eq!((titles(&empty).len(), &empty["album"]["noteCount"]), (0, &json!(0)));
    env.wait_until("the note is not found any more", async || {
        (visitor.get(&format!("/notes/{id}")).await.status == 404).then_some(())
    })
    .await;
    assert_eq!(visitor.get(&format!("/notes/{id}/file")).await.problem(404), "not_found");
    assert_eq!(owner.post(&format!("/album-notes/{own}/restore"), json!({})).await.problem(403), "forbidden");
    let back = admin.post(&format!("/album-notes/{id}/restore"), json!({})).await.expect(200);
    assert_eq!(back["title"], "Of an administrator");
    assert_eq!(titles(&album(&visitor, TRASHED).await), ["Of an administrator"]);
    assert_eq!(admin.post(&format!("/album-notes/{id}/restore"), json!({})).await.problem(409), "conflict");
}

#[tokio::test]
async fn s3_my_1_an_album_note_is_saved_to_my_notes_with_its_subject() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Keeper").await);
    let id = env.album_note(AlbumId::NightOwl, "Two in the morning", admin.uid()).await;
    by_id(env, &student, &id).await;
    let saved = student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    for (field, expected) in [
        ("originalNoteId", json!(id)),
        ("album", json!(OTHERS)),
        ("subject", json!("Study skills")),
        ("title", json!("Two in the morning")),
        ("type", json!("Saved Note")),
        ("fileUrl", json!(format!("/api/notes/{id}/file"))),
    ] {
        assert_eq!(saved[field], expected, "{field}");
    }
    assert!(saved["courseCode"].is_null() && saved["chapter"].is_null(), "{saved}");
    let mine = student.get("/me/notes").await.expect(200);
    assert_eq!(mine["items"][0], saved);
    student.delete(&format!("/me/notes/{id}")).await.expect(204);
}
