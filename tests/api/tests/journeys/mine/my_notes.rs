//! My Notes, followed courses and likes of a student.

use journeys::{ApiClient, TestEnv, pdf};
use serde_json::json;

async fn published(admin: &ApiClient, title: &str) -> (String, String) {
    let code = TestEnv::shared().unique_name("mine").to_uppercase();
    let body = json!({ "title": "Collected", "description": "" });
    admin.put(&format!("/courses/{code}"), body).await.expect(200);
    let id = admin.publish(&code, title, 1).await;
    (code, id)
}

#[tokio::test]
async fn s3_my_1_s3_saved_1_s7_wr_6_s7_wr_7_a_saved_note_is_a_copy_with_the_time_it_was_added() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Saver").await);
    let (code, id) = published(&admin, "Worth keeping").await;
    let saved = student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    assert_eq!(saved["type"], "Saved Note");
    assert_eq!(saved["courseCode"], code);
    assert_eq!(saved["originalNoteId"], id);
    assert_eq!(saved["title"], "Worth keeping");
    assert!(saved["addedAt"].as_str().unwrap().ends_with('Z'));
    // Only the owner can read who saved the note and when.
    assert_eq!((saved["userId"].as_str(), saved["uid"].as_str()), (Some(student.uid()), Some(student.uid())));
    assert_eq!(saved["savedBy"], student.me["name"]);
    assert_eq!(saved["username"], student.me["username"]);
    assert!(!saved.to_string().contains('@'), "{saved}");
    assert_eq!(saved["savedAt"], saved["addedAt"]);
    assert_eq!(saved["id"], id);

    let again = student.put(&format!("/me/notes/{id}"), json!({})).await.expect(200);
    assert_eq!(again["addedAt"], saved["addedAt"], "saving again changes nothing");
    let mine = student.get("/me/notes").await.expect(200);
    assert_eq!(mine["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn s3_my_1_a_saved_note_contains_the_fields_of_the_note_and_the_time_it_was_saved() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Copier").await);
    let (_, id) = published(&admin, "Copied").await;
    let note = student.get(&format!("/notes/{id}")).await.expect(200);
    let saved = student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    for field in ["course", "title", "description", "fileName", "sizeBytes", "pages", "fileUrl", "uploadDate"] {
        assert_eq!(saved[field], note[field], "{field}");
    }
    for field in ["noteType", "chapter", "previewUrl", "facts", "description"] {
        assert!(!saved[field].is_null(), "{field} of {saved}");
        assert_eq!(saved[field], note[field], "{field}");
    }
    assert!(saved["addedAt"].as_str().unwrap() >= note["uploadDate"].as_str().unwrap());
}

#[tokio::test]
async fn s7_rd_13_paging_lists_every_saved_note_once() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Collector").await);
    let mut kept = Vec::new();
    for title in ["One", "Two", "Three"] {
        let (_, id) = published(&admin, title).await;
        student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
        kept.push(id);
    }
    let page = student.get("/me/notes").await.expect(200);
    let mut found: Vec<_> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note["originalNoteId"].as_str().unwrap().to_owned())
        .collect();
    found.sort();
    kept.sort();
    assert_eq!(found, kept);
}

#[tokio::test]
async fn s7_rd_6_my_notes_are_visible_to_their_owner_only() {
    let env = TestEnv::shared();
    let (admin, student, other) =
        (env.sign_in_admin().await, env.sign_up_student("Owner").await, env.sign_up_student("Other").await);
    let (_, id) = published(&admin, "Private choice").await;
    student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    assert!(other.get("/me/notes").await.expect(200)["items"].as_array().unwrap().is_empty());
    other.delete(&format!("/me/notes/{id}")).await;
    assert_eq!(student.get("/me/notes").await.expect(200)["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn s2_my_7_removing_a_saved_note_is_idempotent() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Remover").await);
    let (_, id) = published(&admin, "Not needed").await;
    student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    student.delete(&format!("/me/notes/{id}")).await.expect(204);
    student.delete(&format!("/me/notes/{id}")).await.expect(204);
    assert!(student.get("/me/notes").await.expect(200)["items"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn s5_add_1_visitors_cannot_save_notes_and_missing_notes_cannot_be_saved() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Hopeful").await;
    let nowhere = ulid::Ulid::generate();
    assert_eq!(student.put(&format!("/me/notes/{nowhere}"), json!({})).await.problem(404), "not_found");
    assert_eq!(
        env.anonymous_client().put(&format!("/me/notes/{nowhere}"), json!({})).await.problem(401),
        "unauthenticated"
    );
}

#[tokio::test]
async fn a_saved_note_stays_readable_after_its_original_is_deleted() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Keeper").await);
    let (_, id) = published(&admin, "Was here").await;
    student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    admin.delete(&format!("/notes/{id}")).await.expect(204);
    let mine = student.get("/me/notes").await.expect(200);
    assert_eq!(mine["items"][0]["title"], "Was here");
    assert_eq!(student.get(&format!("/notes/{id}/file")).await.problem(404), "not_found");

    let lost = student.get("/me/note-updates").await.expect(200);
    assert_eq!((&lost["items"][0]["noteId"], &lost["items"][0]["note"]), (&json!(id), &json!(null)), "{lost}");
    assert!(lost["items"][0]["fileUntil"].as_str().unwrap() > mine["items"][0]["savedAt"].as_str().unwrap());
    let file = student.get(&format!("/me/notes/{id}/file")).await.expect(200);
    let answer = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &"application/pdf".parse().unwrap())
    );
    let reading = student.get(&format!("/notes/{id}/reading")).await.expect(200);
    assert_eq!((&reading["title"], &reading["fileUntil"]), (&json!("Was here"), &lost["items"][0]["fileUntil"]));
    let stranger = env.sign_up_student("Stranger").await;
    assert_eq!(stranger.get(&format!("/me/notes/{id}/file")).await.problem(404), "not_found");
    assert_eq!(stranger.get(&format!("/notes/{id}/reading")).await.problem(404), "not_found");
}

#[tokio::test]
async fn s2_my_9_a_saved_note_is_listed_as_updated_after_a_file_replacement_an_edit_and_a_merge() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Follower").await);
    let ((from, id), (into, _)) = (published(&admin, "Old title").await, published(&admin, "Another").await);
    let copy = student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    assert_eq!(student.get("/me/note-updates").await.expect(200), json!({ "items": [] }));

    let file = ("second.pdf", "application/pdf");
    admin.replace_file("note", &id, file, pdf::with_pages(4, &env.unique_name("Second edition "))).await;
    let note = student.get(&format!("/notes/{id}")).await.expect(200);
    let edit = json!({ "title": "New title", "description": "", "version": 1 });
    admin.patch(&format!("/admin/content/note/{id}"), edit).await.expect(200);
    admin.merge(&from, &into).await;

    let updates = student.get("/me/note-updates").await.expect(200);
    assert_eq!(updates["items"].as_array().unwrap().len(), 1, "{updates}");
    let (update, now) = (&updates["items"][0], &updates["items"][0]["note"]);
    assert_eq!((&update["noteId"], &now["title"], &now["pages"]), (&json!(id), &json!("New title"), &json!(4)));
    assert_eq!((&now["course"], &now["courseCode"]), (&json!(into), &json!(into)));
    assert_eq!((&now["previewUrl"], &now["facts"]), (&note["previewUrl"], &note["facts"]));
    assert_ne!(now["previewUrl"], copy["previewUrl"]);
    assert_eq!((&now["savedAt"], &now["uid"]), (&copy["savedAt"], &copy["uid"]));
}

#[tokio::test]
async fn s7_wr_4_s3_like_1_s3_like_2_liking_a_note_twice_counts_once_on_the_server() {
    let env = TestEnv::shared();
    let (admin, one, two) =
        (env.sign_in_admin().await, env.sign_up_student("One").await, env.sign_up_student("Two").await);
    let (code, id) = published(&admin, "Liked").await;
    for path in [format!("/likes/courses/{code}"), format!("/likes/notes/{id}")] {
        assert_eq!(one.put(&path, json!({})).await.expect(200), json!({ "liked": true, "count": 1 }));
        assert_eq!(one.put(&path, json!({})).await.expect(200)["count"], 1, "a retry is not a second like");
        assert_eq!(two.put(&path, json!({})).await.expect(200)["count"], 2);
        assert_eq!(one.delete(&path).await.expect(200), json!({ "liked": false, "count": 1 }));
        assert_eq!(one.delete(&path).await.expect(200)["count"], 1);
    }
    let likes = two.get("/me/likes").await.expect(200);
    assert_eq!(likes["courses"], json!([code]));
    assert_eq!(likes["notes"], json!([id]));
}

#[tokio::test]
async fn s4_rec_1_following_a_course_is_stored_and_idempotent() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Follower").await);
    let (code, _) = published(&admin, "Followed").await;
    let path = format!("/me/courses/{code}");
    assert_eq!(student.put(&path, json!({})).await.expect(200)["courseCodes"], json!([code]));
    assert_eq!(student.put(&path, json!({})).await.expect(200)["courseCodes"], json!([code]));
    assert_eq!(student.get("/me").await.expect(200)["courseCodes"], json!([code]));
    assert_eq!(student.delete(&path).await.expect(200)["courseCodes"], json!([]));
}

#[tokio::test]
async fn s7_rd_15_the_response_at_startup_contains_all_data_and_unchanged_data_is_not_sent_again() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Starter").await);
    let (code, id) = published(&admin, "Kept").await;
    student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    student.put(&format!("/likes/courses/{code}"), json!({})).await.expect(200);

    let first = student.get("/me/start").await;
    let tag = first.header("etag").unwrap().to_owned();
    let first = first.expect(200);
    assert_eq!(first["me"], student.get("/me").await.expect(200));
    assert_eq!(first["likes"], student.get("/me/likes").await.expect(200));
    assert_eq!(first["notes"], student.get("/me/notes").await.expect(200));
    assert_eq!(first["positions"], student.get("/me/positions").await.expect(200));
    let same = student.get_if_changed("/me/start", &tag).await;
    assert_eq!((same.status.as_u16(), same.header("etag")), (304, Some(tag.as_str())));

    // The expensive parts are left out if only something else has changed.
    student.delete(&format!("/likes/courses/{code}")).await.expect(200);
    let unliked = student.get_if_changed("/me/start", &tag).await;
    let second = unliked.header("etag").unwrap().to_owned();
    let unliked = unliked.expect(200);
    assert_eq!((unliked.get("notes"), &unliked["likes"]["courses"]), (None, &json!([])));
    student.delete(&format!("/me/notes/{id}")).await.expect(204);
    let removed = student.get_if_changed("/me/start", &second).await.expect(200);
    assert_eq!(removed["notes"]["items"], json!([]));
}
