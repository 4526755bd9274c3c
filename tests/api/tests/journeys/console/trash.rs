//! Deleted files: each kind has its own area of the bucket, and trashed items are purged after their retention period.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};
use store::albums::AlbumNote;
use store::audio::AudioNote;
use store::notes::Note;
use store::objects::{self, Bucket};
use store::trash::{self, DeletePermission};
use store::{AudioId, NoteId, Timestamp, keys};

const ALBUM: &str = "nightOwl";
/// A PNG of one pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SHELVES: [&str; 4] = ["deep-dive", "quick-recap", "chill-review", "radio"];

/// Returns the status of a signed URL, which works until its file is deleted.
async fn status(address: &str) -> u16 {
    reqwest::get(address).await.unwrap().status().as_u16()
}

/// Returns a deletion time for which the retention period of the trash is over.
fn long_ago() -> Timestamp {
    Timestamp::from_epoch_secs(Timestamp::now().epoch_secs() - 31 * 86_400).unwrap()
}

async fn redirected(person: &ApiClient, path: &str) -> String {
    person.get(path).await.header("location").unwrap().to_owned()
}

#[tokio::test]
async fn s6_adm_8_on_every_shelf_a_trashed_recording_stays_playable_and_is_removed_with_its_artwork_on_expiry() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Listener").await);
    for shelf in SHELVES {
        let id = admin.publish_audio(shelf, "Not for long", "mp4.m4a", fixture("mp4.m4a")).await;
        let address = env
            .wait_until("the address of a recording", async || {
                let answer = student.post("/audio/addresses", json!({ "ids": [id] })).await.expect(200);
                answer["items"][0]["url"].as_str().map(str::to_owned)
            })
            .await;
        let picture = redirected(&student, &format!("/audio/{id}/artwork")).await;
        assert_eq!((status(&address).await, env.picture(&picture).await.status().as_u16()), (200, 200), "{shelf}");
        let (of, by) = (id.parse::<AudioId>().unwrap(), admin.uid().parse().unwrap());
        let delete = async move |store| {
            trash::trash_item::<AudioNote>(&store, of, &by, DeletePermission::All, long_ago()).await.map(drop).unwrap();
        };
        env.with_store(delete).await;
        env.wait_until_gone(shelf, &address).await;
        env.wait_for_picture(false, &picture).await;
    }
}

#[tokio::test]
async fn s6_adm_8_course_and_album_notes_are_removed_with_their_images_when_their_trash_entry_expires() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let course = env.unique_name("gone1").to_uppercase();
    admin.put(&format!("/courses/{course}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    let of_course = admin.publish(&course, "Not for long", 2).await;
    let of_album = publish_in_album(&admin).await;
    let shown = async || visitor.get(&format!("/notes/{of_album}")).await.body["imageUrl"].as_str().map(str::to_owned);
    let image = env.wait_until("the picture of an album note", shown).await;
    let (mut addresses, mut pictures) = (Vec::new(), vec![image]);
    for note in [&of_course, &of_album] {
        addresses.push(redirected(&visitor, &format!("/notes/{note}/file")).await);
        pictures.push(redirected(&visitor, &format!("/notes/{note}/preview/small")).await);
    }
    for picture in &pictures {
        assert_eq!(env.picture(picture).await.status().as_u16(), 200, "{picture}");
    }
    for address in &addresses {
        assert_eq!(status(address).await, 200, "{address}");
    }

    let (note, album_note): (NoteId, NoteId) = (of_course.parse().unwrap(), of_album.parse().unwrap());
    let by = admin.uid().parse().unwrap();
    let delete = async move |store| {
        trash::trash_item::<Note>(&store, note, &by, DeletePermission::All, long_ago()).await.unwrap();
        trash::trash_item::<AlbumNote>(&store, album_note, &by, DeletePermission::All, long_ago()).await.unwrap();
    };
    env.with_store(delete).await;
    for address in &addresses {
        env.wait_until_gone(address, address).await;
    }
    for picture in &pictures {
        env.wait_for_picture(false, picture).await;
    }
}

#[tokio::test]
async fn h7_an_image_whose_target_was_deleted_is_rejected() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Late").await);
    let course = env.unique_name("late1").to_uppercase();
    admin.put(&format!("/courses/{course}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    let chapter = json!({ "number": 1, "title": "Inheritance" });
    let chapter = admin.post(&format!("/courses/{course}/chapters"), chapter).await.expect(201);
    let cards = format!("/courses/{course}/chapters/{}/cards", chapter["id"].as_str().unwrap());
    let deck = admin.post(&cards, json!({ "title": "Look", "content": "C" })).await.expect(201);
    let card = format!("{cards}/{}", deck["cards"][0]["id"].as_str().unwrap());
    let playlist = student.post("/me/playlists", json!({ "name": "Soon gone" })).await.expect(201);
    let playlist = format!("/playlists/{}", playlist["playlist"]["id"].as_str().unwrap());
    let album_note = publish_in_album(&admin).await;
    let note = format!("/album-notes/{album_note}");
    let in_album = format!("/albums/{ALBUM}/notes/{album_note}/picture");

    let own = format!("/me/cards/{course}/{}", ulid::Ulid::generate());
    student.put(&own, json!({ "title": "Look", "content": "C" })).await.expect(200);

    let places = [
        (&student, format!("{own}/image"), own.clone(), "The study card of this picture no longer exists."),
        (&admin, format!("{card}/image"), card, "The study card of this picture no longer exists."),
        (&student, format!("{playlist}/cover"), playlist, "The playlist of this picture no longer exists."),
        (&admin, in_album, note, "The note of this picture no longer exists."),
    ];
    for (person, picture, place, reason) in places {
        let (declared, bytes) = png();
        let ticket = person.post(&picture, declared).await.expect(201);
        let deleted = person.delete(&place).await;
        assert!(deleted.status.is_success(), "{deleted:?}");
        assert_eq!(person.upload_bytes(&ticket, bytes).await.as_u16(), 200);
        let outcome = person.wait_for_upload(ticket["id"].as_str().unwrap()).await;
        assert_eq!((&outcome["status"], &outcome["reason"]), (&json!("failed"), &json!(reason)), "{place}");
    }

    // A course is removed by merging it into another one.
    let (declared, bytes) = png();
    let ticket = admin.post(&format!("/admin/courses/{course}/picture"), declared).await.expect(201);
    let into = env.unique_name("later1").to_uppercase();
    admin.put(&format!("/courses/{into}"), json!({ "title": "The other course", "description": "" })).await.expect(200);
    admin.merge(&course, &into).await;
    assert_eq!(admin.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    let reason = json!("The course of this picture no longer exists.");
    assert_eq!((&outcome["status"], &outcome["reason"]), (&json!("failed"), &reason));
}

#[tokio::test]
async fn the_uploaded_file_under_incoming_is_removed_after_publishing() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let course = env.unique_name("sent1").to_uppercase();
    admin.put(&format!("/courses/{course}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    let pdf = pdf::with_pages(1, "Sent");
    let ticket = admin.create_upload(&course, "Sent", "sent.pdf", &pdf).await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    assert_eq!(admin.upload_bytes(&ticket, pdf).await.as_u16(), 200);
    assert_eq!(admin.wait_for_upload(id).await["status"], "ready");
    let incoming = keys::object::incoming_file(id.parse().unwrap());
    env.wait_until("what was sent to be taken away", async || {
        let key = incoming.clone();
        let head = async move |store| objects::head(&store, Bucket::Files, &key).await.unwrap();
        env.with_store(head).await.is_none().then_some(())
    })
    .await;
}

/// Returns an image and the body that creates its upload.
fn png() -> (Value, Vec<u8>) {
    let bytes = STANDARD.decode(PICTURE).unwrap();
    let declared = json!({
        "fileName": "owl.png", "contentType": "image/png", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    (declared, bytes)
}

/// Publishes an album note with a cover and returns its id.
async fn publish_in_album(admin: &ApiClient) -> String {
    let pdf = pdf::with_pages(2, "Not for long");
    let declared = json!({
        "subject": "Any", "title": "Not for long", "description": "", "fileName": "evening.pdf",
        "contentType": "application/pdf", "sizeBytes": pdf.len(), "sha256": sha256(&pdf),
    });
    let outcome = send(admin, &format!("/albums/{ALBUM}/uploads"), declared, pdf).await;
    let id = outcome["noteId"].as_str().unwrap().to_owned();
    let (declared, picture) = png();
    send(admin, &format!("/albums/{ALBUM}/notes/{id}/picture"), declared, picture).await;
    id
}

/// Creates an upload, sends the file and returns the result.
async fn send(admin: &ApiClient, path: &str, declared: Value, bytes: Vec<u8>) -> Value {
    let ticket = admin.post(path, declared).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    outcome
}
