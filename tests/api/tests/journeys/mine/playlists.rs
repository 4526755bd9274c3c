//! Playlists, from the first recording to deletion.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::ShelfId;

/// A PNG of one pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async fn playlist(person: &ApiClient, name: &str) -> (String, Value) {
    let made = person.post("/me/playlists", json!({ "name": name })).await.expect(201);
    (made["playlist"]["id"].as_str().unwrap().to_owned(), made["playlist"].clone())
}

fn titles(page: &Value) -> Vec<&str> {
    page["items"]["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn s1_j_7_s3_pl_1_s7_rd_9_s7_wr_9_s7_fs_2_a_playlist_can_be_filled_reordered_given_a_cover_and_deleted() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Listener").await;
    let mut recordings = Vec::new();
    for (title, shelf, secs) in
        [("One", ShelfId::DeepDive, 100), ("Two", ShelfId::QuickRecap, 20), ("Three", ShelfId::Radio, 3)]
    {
        recordings.push(env.recording(shelf, title, secs).await);
    }
    let body = json!({ "name": " Finals  week ", "audioIds": recordings[..2] });
    let made = student.post("/me/playlists", body).await.expect(201);
    assert_eq!((&made["created"], &made["added"]), (&json!(true), &json!(2)));
    let list = &made["playlist"];
    let id = list["id"].as_str().unwrap();
    assert_eq!(list["name"], "Finals week");
    assert_eq!((&list["visibility"], &list["isMine"]), (&json!("public"), &json!(true)));
    assert_eq!(list["ownerUsername"], student.me["username"]);
    assert!(list["createdAt"].as_str().unwrap() > "2026", "{list}");

    let added = student.put(&format!("/playlists/{id}/items/{}", recordings[2]), json!({})).await.expect(200);
    assert_eq!((&added["added"], &added["playlist"]["audioCount"]), (&json!(true), &json!(3)));
    assert_eq!(added["playlist"]["totalSecs"], 123);
    let moved = json!({ "audioId": recordings[2], "version": 1 });
    let moved = student.post(&format!("/playlists/{id}/order"), moved).await.expect(200);
    assert_eq!(moved["version"], 2);
    let page = student.get(&format!("/playlists/{id}")).await.expect(200);
    assert_eq!(titles(&page), ["Three", "One", "Two"]);
    assert_eq!(page["playlist"]["mosaic"][0], json!({ "audioId": recordings[2], "subject": "CS 246" }));
    assert_eq!(page["items"]["items"][0]["audio"]["shelf"], "radio");

    let first = cover(&student, id).await;
    let address = env.anonymous_client().get(&first).await.header("location").unwrap().to_owned();
    let picture = reqwest::get(&address).await.unwrap();
    assert_eq!((picture.status().as_u16(), &picture.headers()["content-type"]), (200, &"image/jpeg".parse().unwrap()));
    let guessed = format!("/covers/{id}/{}", ulid::Ulid::generate());
    assert_eq!(student.get(&guessed).await.problem(404), "not_found");
    let (_, other) = playlist(&student, "Another").await;
    let elsewhere = first.replace(id, other["id"].as_str().unwrap());
    assert_eq!(env.anonymous_client().get(&elsewhere).await.problem(404), "not_found");
    let bare = student.delete(&format!("/playlists/{id}/cover")).await.expect(200);
    assert!(bare.get("coverUrl").is_none(), "{bare}");
    assert_eq!(student.get(&first).await.problem(404), "not_found");
    env.wait_until_gone("a cover", &address).await;

    let last = cover(&student, id).await;
    let address = env.anonymous_client().get(&last).await.header("location").unwrap().to_owned();
    student.delete(&format!("/playlists/{id}")).await.expect(204);
    env.wait_until_gone("the cover of a deleted playlist", &address).await;
    assert_eq!(student.get(&format!("/playlists/{id}")).await.problem(404), "not_found");
    let mine = student.get("/me/playlists").await.expect(200);
    assert_eq!(mine["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn h10_the_cover_of_a_playlist_gets_a_new_url_when_it_becomes_private() {
    let env = TestEnv::shared();
    let owner = env.sign_up_student("Hider").await;
    let (id, _) = playlist(&owner, "Seen for a while").await;
    let before = cover(&owner, &id).await;
    let file = env.anonymous_client().get(&before).await.header("location").unwrap().to_owned();

    let private = json!({ "visibility": "private", "version": 1 });
    let hidden = owner.patch(&format!("/playlists/{id}"), private).await.expect(200);
    let after = hidden["coverUrl"].as_str().unwrap().strip_prefix("/api").unwrap();
    assert_ne!(before, after);
    assert_eq!(env.anonymous_client().get(&before).await.problem(404), "not_found");
    env.wait_until_gone("a cover that everybody saw", &file).await;
    let picture = reqwest::get(owner.get(after).await.header("location").unwrap()).await.unwrap();
    assert_eq!((picture.status().as_u16(), &picture.headers()["content-type"]), (200, &"image/jpeg".parse().unwrap()));

    // Renaming a private playlist does not change its cover URL.
    let renamed = json!({ "name": "Never seen", "version": 2 });
    let renamed = owner.patch(&format!("/playlists/{id}"), renamed).await.expect(200);
    assert_eq!(renamed["coverUrl"].as_str().unwrap().strip_prefix("/api"), Some(after));
    let shown = json!({ "visibility": "public", "version": 3 });
    let shown = owner.patch(&format!("/playlists/{id}"), shown).await.expect(200);
    assert_eq!(shown["coverUrl"].as_str().unwrap().strip_prefix("/api"), Some(after));
}

#[tokio::test]
async fn s4_pl_1_refused_edits_leave_no_copies_of_the_cover() {
    let env = TestEnv::shared();
    let owner = env.sign_up_student("Refused").await;
    let (id, _) = playlist(&owner, "Shown").await;
    playlist(&owner, "Taken").await;
    cover(&owner, &id).await;
    let folder = format!("playlistCovers/{id}/");
    let covers = async || env.count_files(&folder).await;
    assert_eq!(covers().await, 1);

    for body in [
        json!({ "name": "Taken", "visibility": "private", "version": 1 }),
        json!({ "name": "taken", "visibility": "private", "version": 1 }),
        json!({ "name": "TAKEN", "visibility": "private", "version": 1 }),
        json!({ "name": "Taken", "visibility": "private" }),
        json!({ "name": "TAKEN", "visibility": "private" }),
    ] {
        let refused = owner.patch(&format!("/playlists/{id}"), body).await;
        assert_eq!(refused.body["fields"][0]["code"], "taken", "{}", refused.body);
        assert_eq!(refused.problem(409), "conflict");
    }
    assert_eq!(covers().await, 1);
}

/// Uploads a cover and returns its path below `/api`.
async fn cover(owner: &ApiClient, id: &str) -> String {
    let bytes = STANDARD.decode(PICTURE).unwrap();
    let declared = json!({
        "fileName": "desk.png", "contentType": "image/png", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    let ticket = owner.post(&format!("/playlists/{id}/cover"), declared).await.expect(201);
    assert_eq!(owner.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = owner.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("playlistCover")), "{outcome}");
    let page = owner.get(&format!("/playlists/{id}")).await.expect(200);
    let url = page["playlist"]["coverUrl"].as_str().unwrap().to_owned();
    url.strip_prefix("/api").unwrap().to_owned()
}

#[tokio::test]
async fn s4_pl_1_s7_wr_7_h23_creating_a_playlist_with_an_existing_name_in_any_spelling_returns_the_existing_one() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Namer").await;
    let recording = env.recording(ShelfId::DeepDive, "Once", 60).await;
    let (id, _) = playlist(&student, "Café").await;
    for added in [1, 0] {
        let body = json!({ "name": "CAFE\u{301} ", "audioIds": [recording], "visibility": "private" });
        let again = student.post("/me/playlists", body).await.expect(200);
        assert_eq!((&again["created"], &again["added"]), (&json!(false), &json!(added)));
        assert_eq!((again["playlist"]["id"].as_str(), &again["playlist"]["name"]), (Some(&*id), &json!("Café")));
        assert_eq!(again["playlist"]["visibility"], "public", "what is there keeps who may see it");
    }
    let added = student.put(&format!("/playlists/{id}/items/{recording}"), json!({})).await.expect(200);
    assert_eq!((&added["added"], &added["playlist"]["audioCount"]), (&json!(false), &json!(1)));
    let wanted = ulid::Ulid::generate().to_string();
    for _ in 0..2 {
        let made = student.post("/me/playlists", json!({ "id": wanted, "name": "Sent twice" })).await.expect(201);
        assert_eq!((made["playlist"]["id"].as_str(), &made["created"]), (Some(&*wanted), &json!(true)));
    }
}

#[tokio::test]
async fn s5_pl_1_s7_fs_1_a_playlist_without_name_or_with_missing_recordings_is_rejected() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Hasty").await;
    for name in ["", "  ", "\u{200B}"] {
        let answer = student.post("/me/playlists", json!({ "name": name })).await;
        assert_eq!(answer.body["fields"][0]["message"], "Playlist name cannot be empty.");
        assert_eq!(answer.problem(422), "validation");
    }
    let long = json!({ "name": "x".repeat(81) });
    assert_eq!(student.post("/me/playlists", long).await.body["fields"][0]["code"], "too_long");
    let nowhere = ulid::Ulid::generate().to_string();
    let body = json!({ "name": "Nothing there", "audioIds": [nowhere] });
    assert_eq!(student.post("/me/playlists", body).await.problem(404), "not_found");
    assert!(student.get("/me/playlists").await.expect(200)["items"].as_array().unwrap().is_empty());
    let (id, _) = playlist(&student, "Empty").await;
    assert_eq!(student.put(&format!("/playlists/{id}/items/{nowhere}"), json!({})).await.problem(404), "not_found");
    let there = env.recording(ShelfId::Radio, "There", 60).await;
    let body = json!({ "name": "Half there", "audioIds": [nowhere, there, "not an id"] });
    assert_eq!(student.post("/me/playlists", body).await.expect(201)["added"], 1);
    let picture = json!({ "fileName": "a.pdf", "contentType": "application/pdf", "sizeBytes": 0, "sha256": "x" });
    let refused = student.post(&format!("/playlists/{id}/cover"), picture).await;
    assert_eq!(refused.body["fields"].as_array().unwrap().len(), 3, "{}", refused.body);
}

#[tokio::test]
async fn s6_stu_3_h10_s2_pl_5_others_can_read_but_not_edit_a_public_playlist_and_get_404_for_a_private_one() {
    let env = TestEnv::shared();
    let (owner, other) = (env.sign_up_student("Owner").await, env.sign_up_student("Other").await);
    let recording = env.recording(ShelfId::DeepDive, "Mine", 60).await;
    let (id, _) = playlist(&owner, "Mine alone").await;
    owner.put(&format!("/playlists/{id}/items/{recording}"), json!({})).await.expect(200);
    let seen = other.get(&format!("/playlists/{id}")).await.expect(200);
    assert_eq!((&seen["playlist"]["isMine"], titles(&seen)), (&json!(false), vec!["Mine"]));
    assert!(!seen.to_string().contains('@') && !seen.to_string().contains(owner.uid()), "{seen}");

    let item = format!("/playlists/{id}/items/{recording}");
    let picture = json!({ "fileName": "a.png", "contentType": "image/png", "sizeBytes": 9, "sha256": "0".repeat(64) });
    let refused = [
        other.put(&item, json!({})).await,
        other.delete(&item).await,
        other.patch(&format!("/playlists/{id}"), json!({ "name": "Yours", "version": 1 })).await,
        other.post(&format!("/playlists/{id}/order"), json!({ "audioId": recording, "version": 1 })).await,
        other.post(&format!("/playlists/{id}/cover"), picture).await,
        other.delete(&format!("/playlists/{id}/cover")).await,
        other.delete(&format!("/playlists/{id}")).await,
    ];
    for answer in refused {
        assert_eq!(answer.body["detail"], "Playlist not found.");
        assert_eq!(answer.problem(404), "not_found");
    }
    owner.patch(&format!("/playlists/{id}"), json!({ "visibility": "private", "version": 1 })).await.expect(200);
    let hidden = other.get(&format!("/playlists/{id}")).await;
    assert_eq!(hidden.body["detail"], "Playlist not found.");
    assert_eq!(hidden.problem(404), "not_found");
    assert_eq!(titles(&owner.get(&format!("/playlists/{id}")).await.expect(200)), ["Mine"]);

    let (open, _) = playlist(&owner, "For all").await;
    let address = format!("/students/{}/playlists", owner.me["username"].as_str().unwrap());
    for (person, is_mine) in [(&env.anonymous_client(), false), (&other, false), (&owner, true)] {
        let listed = person.get(&address).await.expect(200);
        let listed = listed["items"].as_array().unwrap();
        assert_eq!(listed.len(), 1, "{listed:?}");
        assert_eq!((listed[0]["id"].as_str(), &listed[0]["isMine"]), (Some(&*open), &json!(is_mine)));
    }
    assert_eq!(env.anonymous_client().get("/students/nobody-at-all/playlists").await.problem(404), "not_found");
}

#[tokio::test]
async fn s7_wr_8_h23_an_edit_of_an_old_playlist_version_returns_409() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Editor").await;
    let (id, _) = playlist(&student, "First").await;
    playlist(&student, "Second").await;
    let edit = async |body: Value| student.patch(&format!("/playlists/{id}"), body).await;
    let taken = edit(json!({ "name": "SECOND", "version": 1 })).await;
    assert_eq!(taken.body["fields"][0]["code"], "taken");
    assert_eq!(taken.problem(409), "conflict");
    assert_eq!(edit(json!({ "name": " ", "version": 1 })).await.problem(422), "validation");
    let renamed = edit(json!({ "name": "Third", "version": 1 })).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["version"]), (&json!("Third"), &json!(2)));
    let stale = edit(json!({ "visibility": "private", "version": 1 })).await;
    assert!(stale.body["fields"].as_array().unwrap().is_empty(), "{}", stale.body);
    assert_eq!(stale.problem(409), "conflict");
}

#[tokio::test]
async fn s7_rd_9_s2_pl_4_a_missing_recording_is_listed_for_the_playlist_owner_only_and_can_be_removed() {
    let env = TestEnv::shared();
    let (owner, other, admin) =
        (env.sign_up_student("Keeper").await, env.sign_up_student("Guest").await, env.sign_in_admin().await);
    let (gone, there) =
        (env.recording(ShelfId::DeepDive, "Gone", 60).await, env.recording(ShelfId::Radio, "There", 60).await);
    let body = json!({ "name": "Both", "audioIds": [gone, there] });
    let made = owner.post("/me/playlists", body).await.expect(201);
    let id = made["playlist"]["id"].as_str().unwrap();
    admin.delete(&format!("/audio/{gone}")).await.expect(204);
    let mine = owner.get(&format!("/playlists/{id}")).await.expect(200);
    assert_eq!(titles(&mine), ["Gone", "There"]);
    assert!(mine["items"]["items"][0].get("audio").is_none(), "{mine}");
    assert_eq!(titles(&other.get(&format!("/playlists/{id}")).await.expect(200)), ["There"]);
    for _ in 0..2 {
        let left = owner.delete(&format!("/playlists/{id}/items/{gone}")).await.expect(200);
        assert_eq!(left["playlist"]["audioCount"], 1);
    }
    assert_eq!(titles(&owner.get(&format!("/playlists/{id}")).await.expect(200)), ["There"]);
}
