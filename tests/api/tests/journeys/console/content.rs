//! Content in the console: the content index, the trash and the audit log.

use journeys::{ApiClient, TestEnv, api_client, pdf, sound};
use serde_json::{Value, json};
use store::Timestamp;

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    code
}

fn titles(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|entry| entry["title"].as_str().unwrap()).collect()
}

/// Waits until the content index lists exactly these titles in this collection, newest first. The index follows the
/// table, and a concurrent journey rebuilds it.
async fn is_listed(admin: &ApiClient, code: &str, wanted: &[&str]) {
    TestEnv::shared()
        .wait_until(&format!("the register has {wanted:?} in {code}"), async || {
            let page = admin.get(&format!("/admin/content?place={code}")).await.expect(200);
            (titles(&page) == wanted).then_some(())
        })
        .await;
}

#[tokio::test]
async fn s6_adm_5_console_finds_a_note_by_collection_kind_and_text() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "console").await;
    let id = admin.publish(&code, "Écologie: week 3", 2).await;
    for query in
        [format!("place={code}"), format!("place={}&kind=note", code.to_lowercase()), format!("text=ecologie%20{code}")]
    {
        let page = admin.get(&format!("/admin/content?{query}")).await.expect(200);
        assert_eq!(titles(&page), ["Écologie: week 3"], "{query}");
        let entry = &page["items"][0];
        assert_eq!((entry["id"].as_str(), entry["kind"].as_str()), (Some(id.as_str()), Some("note")));
        assert_eq!((entry["place"].as_str(), entry["part"].as_str()), (Some(code.as_str()), Some("Chapter 1")));
    }
    let elsewhere = course(&admin, "other").await;
    admin.publish(&elsewhere, "Week 4", 1).await;
    for (query, found) in [
        (format!("place={code}&kind=audio"), vec![]),
        (format!("place={code}"), vec!["Écologie: week 3"]),
        (format!("place={elsewhere}&text=week"), vec!["Week 4"]),
        (format!("place={elsewhere}&text=ecologie%20week"), vec![]),
    ] {
        let page = admin.get(&format!("/admin/content?{query}")).await.expect(200);
        assert_eq!(titles(&page), found, "{query}");
    }
    admin.get("/admin/content?kind=pictures").await.problem(422);
    admin.get("/admin/content?cursor=nonsense").await.problem(422);

    let storage = admin.get("/admin/storage").await.expect(200);
    assert_eq!(storage["kinds"][0]["kind"], "note");
    assert!(
        storage["kinds"][0]["items"].as_u64().unwrap() >= 1 && storage["kinds"][0]["sizeBytes"].as_u64().unwrap() > 0
    );
    admin.post("/admin/content/rebuild", json!({})).await.expect(200);
}

#[tokio::test]
async fn s6_adm_6_an_edit_is_visible_everywhere_and_an_old_version_is_rejected() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Keeper").await);
    let code = course(&admin, "edits").await;
    let id = admin.publish(&code, "Pointers", 1).await;
    student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    let address = format!("/admin/content/note/{id}");
    let seen = admin.get(&address).await.expect(200);
    assert_eq!((seen["title"].as_str(), seen["description"].as_str()), (Some("Pointers"), Some("Made by a test")));

    let edit = json!({ "title": "  Pointers, again ", "description": "Better", "version": seen["version"] });
    let after = admin.patch(&address, edit.clone()).await.expect(200);
    assert_eq!((after["title"].as_str(), after["description"].as_str()), (Some("Pointers, again"), Some("Better")));
    assert_eq!(student.get(&format!("/notes/{id}")).await.expect(200)["title"], "Pointers, again");
    is_listed(&admin, &code, &["Pointers, again"]).await;
    let updates = student.get("/me/note-updates").await.expect(200);
    assert_eq!(updates["items"][0]["note"]["title"], "Pointers, again", "{updates}");

    assert_eq!(admin.patch(&address, edit).await.problem(409), "conflict");
    let empty = admin.patch(&address, json!({ "title": " " })).await;
    let fields: Vec<&str> =
        empty.body["fields"].as_array().unwrap().iter().map(|field| field["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["title", "version"]);
    assert_eq!(empty.problem(422), "validation");
}

#[tokio::test]
async fn s6_adm_7_a_note_keeps_id_likes_and_saved_copies_when_its_pdf_is_replaced_and_restored() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Liker").await);
    let code = course(&admin, "replace").await;
    let id = admin.publish(&code, "Pointers", 1).await;
    student.put(&format!("/likes/notes/{id}"), json!({})).await.expect(200);
    student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);

    let bad = admin.replace_file("note", &id, ("no.pdf", "application/pdf"), b"not a PDF".to_vec()).await;
    assert_eq!((bad["status"].as_str(), bad["reason"].as_str()), (Some("failed"), Some("This is not a PDF file.")));
    let bytes = pdf::with_pages(4, "The second edition");
    let outcome = admin.replace_file("note", &id, ("second.pdf", "application/pdf"), bytes.clone()).await;
    assert_eq!((outcome["status"].as_str(), outcome["noteId"].as_str()), (Some("ready"), Some(id.as_str())));

    let note = student.get(&format!("/notes/{id}")).await.expect(200);
    assert_eq!((note["pages"].as_u64(), note["likes"].as_u64()), (Some(4), Some(1)));
    assert_eq!((note["title"].as_str(), note["fileName"].as_str()), (Some("Pointers"), Some("second.pdf")));
    let redirect = student.get(&format!("/notes/{id}/file")).await;
    assert_eq!(reqwest::get(redirect.header("location").unwrap()).await.unwrap().bytes().await.unwrap(), bytes);
    assert_eq!(student.get("/me/notes").await.expect(200)["items"].as_array().unwrap().len(), 1);

    let trash = admin.get("/admin/trash").await.expect(200);
    let kept =
        trash["items"].as_array().unwrap().iter().find(|it| it["kind"] == "file" && it["place"] == code).unwrap();
    assert_eq!((kept["fileName"].as_str(), kept["title"].as_str()), (Some("lecture.pdf"), Some("Pointers")));
    let back = admin.post(&format!("/admin/trash/files/{}/restore", kept["id"].as_str().unwrap()), json!({})).await;
    assert_eq!(back.expect(200)["fileName"], "lecture.pdf");
    assert_eq!(student.get(&format!("/notes/{id}")).await.expect(200)["pages"], 1);
}

#[tokio::test]
async fn s6_adm_7_replacing_a_recording_updates_duration_and_waveform() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let title = env.unique_name("Replaced recording ");
    let id = admin.publish_audio("chill-review", &title, "one.mp3", sound::fixture("variable.mp3")).await;
    let before = admin.get(&format!("/audio/{id}/waveform")).await.expect(200);
    let outcome = admin.replace_file("audio", &id, ("five.wav", "audio/wav"), sound::wav(5)).await;
    assert_eq!((outcome["status"].as_str(), outcome["audioId"].as_str()), (Some("ready"), Some(id.as_str())));
    let audio = admin.get(&format!("/audio/{id}")).await.expect(200);
    assert_eq!((audio["durationSecs"].as_u64(), audio["fileName"].as_str()), (Some(5), Some("five.wav")));
    assert_ne!(admin.get(&format!("/audio/{id}/waveform")).await.expect(200), before);
}

#[tokio::test]
async fn s6_adm_8_the_trash_lists_who_deleted_what_and_when_it_expires() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "trash").await;
    let id = admin.publish(&code, "Pointers", 1).await;
    admin.delete(&format!("/notes/{id}")).await.expect(204);
    is_listed(&admin, &code, &[]).await;
    let later = admin.publish(&code, "References", 1).await;
    admin.delete(&format!("/notes/{later}")).await.expect(204);
    let trash = admin.get("/admin/trash").await.expect(200);
    let entries = trash["items"].as_array().unwrap();
    let place = |id: &str| entries.iter().position(|it| it["id"] == id).unwrap();
    assert!(place(&later) < place(&id), "the last deleted comes first: {trash}");
    let entry = &entries[place(&id)];
    assert_eq!((&entry["kind"], &entry["deletedBy"]), (&json!("note"), &json!(name_in_log(&admin))));
    assert_eq!((entry["title"].as_str(), entry["place"].as_str()), (Some("Pointers"), Some(code.as_str())));
    let at = |field: &str| entry[field].as_str().unwrap().parse::<Timestamp>().unwrap().epoch_secs();
    assert_eq!(at("expiresAt") - at("deletedAt"), 30 * 86_400);
    admin.post(&format!("/notes/{id}/restore"), json!({})).await.expect(200);
    is_listed(&admin, &code, &["Pointers"]).await;
}

#[tokio::test]
async fn s6_adm_12_h36_trashing_several_items_in_one_request_needs_the_password() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Sweeper").await);
    let code = course(&admin, "bulk").await;
    let (first, second) = (admin.publish(&code, "First", 1).await, admin.publish(&code, "Second", 1).await);
    let password = local::sample_admins()[0].password.clone();
    let thing = |id: &str| json!({ "kind": "note", "id": id });
    let sweep = |password: &str| json!({ "password": password, "things": [thing(&first), thing(&second)] });
    let wrong = admin.post("/admin/trash", sweep("not this one")).await;
    assert_eq!((wrong.status.as_u16(), wrong.body["fields"][0]["field"].as_str()), (422, Some("password")));
    assert_eq!(admin.post("/admin/trash", sweep("")).await.problem(422), "validation");
    let many = json!({ "password": password, "things": vec![thing(&first); 51] });
    assert_eq!(admin.post("/admin/trash", many).await.body["fields"][0]["field"], "things");
    assert_eq!(student.post("/admin/trash", sweep(&password)).await.problem(403), "forbidden");
    // Without reauthentication nothing is deleted.
    is_listed(&admin, &code, &["Second", "First"]).await;

    let gone = thing("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    let all = json!({ "password": password, "things": [gone, thing(&first), thing(&second)] });
    let outcome = admin.post("/admin/trash", all).await.expect(200);
    assert_eq!((&outcome["done"], &outcome["failed"]), (&json!([thing(&first), thing(&second)]), &json!([gone])));
    is_listed(&admin, &code, &[]).await;
    for id in [&first, &second] {
        admin.post(&format!("/notes/{id}/restore"), json!({})).await.expect(200);
    }
}

/// Returns the name of an administrator without a username in the activity list.
fn name_in_log(admin: &ApiClient) -> &str {
    admin.email().split('@').next().unwrap()
}

#[tokio::test]
async fn s6_adm_6_editing_validates_the_same_fields_as_uploading_does() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "asked").await;
    let id = admin.publish(&code, "Pointers", 1).await;
    let path = format!("/admin/content/note/{id}");
    let before = admin.get(&path).await.expect(200);
    assert_eq!((before["noteType"].as_str(), before["chapter"].as_u64()), (Some("Lecture"), Some(1)), "{before}");
    let wrong = json!({ "title": "Pointers", "noteType": "Gossip", "chapter": 0, "version": 0 });
    let fields = admin.patch(&path, wrong).await;
    let fields: Vec<_> = fields.body["fields"].as_array().unwrap().iter().map(|it| it["field"].clone()).collect();
    assert_eq!(fields, ["noteType", "chapter"]);
    let edit = json!({ "title": "Pointers", "noteType": "Midterm", "chapter": 4, "version": 0 });
    admin.patch(&path, edit).await.expect(200);
    // Fields that are not sent do not change.
    let after = admin.patch(&path, json!({ "title": "Pointers", "version": 1 })).await.expect(200);
    assert_eq!((after["noteType"].as_str(), after["chapter"].as_u64()), (Some("Midterm"), Some(4)));
    let shown = admin.get(&format!("/notes/{id}")).await.expect(200);
    assert_eq!((shown["noteType"].as_str(), shown["chapter"].as_u64()), (Some("Midterm"), Some(4)), "{shown}");
    let chapter = admin.get(&format!("/courses/{code}/notes?chapter=4")).await.expect(200);
    assert_eq!(chapter["notes"]["items"][0]["id"], id.as_str());

    let heard = admin.publish_audio("chill-review", "Slowly", "a.mp3", sound::fixture("constant.mp3")).await;
    let path = format!("/admin/content/audio/{heard}");
    let edit = |subject: &str, version: u32| json!({ "title": "Slowly", "subject": subject, "version": version });
    assert_eq!(admin.patch(&path, edit(" ", 0)).await.body["fields"][0]["field"], "subject");
    let named = admin.patch(&path, edit(&code.to_lowercase(), 0)).await.expect(200);
    assert_eq!(named["subject"].as_str().map(|it| it.replace(' ', "")), Some(code.clone()), "as the course is written");
    let other = admin.patch(&path, edit("Study skills", 1)).await.expect(200);
    assert_eq!((other["subject"].as_str(), other["noteType"].as_str()), (Some("Study skills"), None));
    let log = admin.get("/admin/activity").await.expect(200);
    let entry = log["items"].as_array().unwrap().iter().find(|it| it["target"] == heard.as_str()).unwrap();
    assert_eq!(entry["after"].as_str(), Some("Slowly — Study skills"), "{entry}");
}

#[tokio::test]
async fn s6_adm_9_h21_the_activity_log_records_actor_action_before_and_after() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "log").await;
    let id = admin.publish(&code, "Pointers", 1).await;
    let edit = json!({ "title": "Pointers, again", "description": "Made by a test", "version": 0 });
    admin.patch(&format!("/admin/content/note/{id}"), edit).await.expect(200);
    let log = admin.get("/admin/activity").await.expect(200);
    let entry = log["items"].as_array().unwrap().iter().find(|it| it["target"] == id.as_str()).unwrap();
    assert_eq!((&entry["action"], &entry["by"]), (&json!("edit_content"), &json!(name_in_log(&admin))));
    assert_eq!((entry["before"].as_str(), entry["after"].as_str()), (Some("Pointers"), Some("Pointers, again")));
    let long_ago = admin.get("/admin/activity?month=2020-01").await.expect(200);
    assert!(long_ago["items"].as_array().unwrap().is_empty());
    admin.get("/admin/activity?month=2020-13").await.problem(422);
}

#[tokio::test]
async fn s6_adm_10_every_console_route_answers_403_to_students() {
    let env = TestEnv::shared();
    let (visitor, student) = (env.anonymous_client(), env.sign_up_student("Curious").await);
    for address in ["/admin/content", "/admin/storage", "/admin/trash", "/admin/activity"] {
        student.get(address).await.problem(403);
        visitor.get(address).await.problem(401);
    }
    let edit = json!({ "title": "Mine now", "version": 0 });
    student.patch("/admin/content/note/01JD8Z5V7R8XQ4N2T6W0YB3C9E", edit).await.problem(403);
    student.post("/admin/content/rebuild", json!({})).await.problem(403);
}

#[tokio::test]
async fn s6_adm_35_accessibility_reports_are_listed_and_filtered_for_administrators_only() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Curious").await);
    let code = course(&admin, "access").await;
    let note = admin.publish(&code, "Untagged", 1).await;
    let listed = |state: &str| format!("/admin/content?place={code}&accessibility={state}");
    let page = admin.get(&listed("problems")).await.expect(200);
    assert_eq!(titles(&page), ["Untagged"]);
    let report = &page["items"][0]["accessibility"];
    assert_eq!(report["hasProblems"], true);
    assert_eq!(report["findings"][0], json!({ "check": "tagged", "outcome": "problem", "count": 0 }));
    for state in ["none", "unknown"] {
        assert!(titles(&admin.get(&listed(state)).await.expect(200)).is_empty(), "{state}");
    }
    admin.get(&listed("some")).await.problem(422);
    let detail = admin.get(&format!("/admin/content/note/{note}")).await.expect(200);
    assert_eq!(&detail["accessibility"], report);

    student.get("/admin/content?accessibility=problems").await.problem(403);
    for path in [format!("/notes/{note}"), format!("/courses/{code}/notes"), format!("/notes/{note}/reading")] {
        let seen = student.get(&path).await.expect(200).to_string();
        assert!(!seen.contains("accessibility") && !seen.contains("findings"), "{path}: {seen}");
    }
}

#[tokio::test]
async fn s6_adm_36_a_note_held_for_review_is_published_only_when_its_uploader_approves_it() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Curious").await);
    let code = course(&admin, "review").await;
    let bytes = pdf::with_pages(1, &env.unique_name("To review "));
    let declaration = json!({
        "courseCode": code, "title": "To review", "fileName": "review.pdf", "contentType": "application/pdf",
        "sizeBytes": bytes.len(), "sha256": api_client::sha256(&bytes), "review": true,
    });
    let ticket = admin.post("/uploads", declaration).await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    assert_eq!(admin.upload_bytes(&ticket, bytes).await, 200);
    let held = admin.wait_for_upload(id).await;
    assert_eq!((&held["status"], &held["accessibility"]["hasProblems"]), (&json!("review"), &json!(true)), "{held}");
    assert_eq!(student.get(&format!("/courses/{code}/notes")).await.expect(200)["notes"]["items"], json!([]));
    student.get(&format!("/uploads/{id}")).await.problem(404);
    student.post(&format!("/uploads/{id}/publish"), json!({})).await.problem(403);
    admin.post(&format!("/uploads/{id}/publish"), json!({})).await.expect(200);
    let ready = admin.wait_for_upload(id).await;
    assert_eq!((&ready["status"], ready.get("accessibility")), (&json!("ready"), None));
    admin.post(&format!("/uploads/{id}/publish"), json!({})).await.expect(200);
    let log = admin.get("/admin/activity").await.expect(200);
    let approvals = log["items"].as_array().unwrap().iter().filter(|entry| entry["action"] == "approve_upload");
    assert_eq!(approvals.filter(|entry| entry["target"] == id).count(), 1, "a repeated request is not recorded");
    assert_eq!(titles(&student.get(&format!("/courses/{code}/notes")).await.expect(200)["notes"]), ["To review"]);
}

#[tokio::test]
async fn s4_up_2_retrying_a_refused_file_needs_no_new_upload() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "again").await;
    let note = admin.publish(&code, "Pointers", 1).await;
    let bytes = pdf::with_pages(5, &env.unique_name("The fifth edition "));
    let declaration = json!({
        "fileName": "five.pdf", "contentType": "application/pdf", "sizeBytes": bytes.len(), "sha256": api_client::sha256(&bytes),
    });
    let ticket = admin.post(&format!("/admin/content/note/{note}/file"), declaration).await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    admin.post(&format!("/uploads/{id}/retry"), json!({})).await.problem(404);
    admin.delete(&format!("/notes/{note}")).await.expect(204);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await, 200);
    let refused = admin.wait_for_upload(id).await;
    assert_eq!((refused["status"].as_str(), refused["canRetry"].as_bool()), (Some("failed"), Some(true)), "{refused}");

    admin.post(&format!("/notes/{note}/restore"), json!({})).await.expect(200);
    let waiting = admin.post(&format!("/uploads/{id}/retry"), json!({})).await.expect(200);
    assert_eq!((waiting["status"].as_str(), waiting.get("reason")), (Some("waiting"), None));
    assert_eq!(admin.wait_for_upload(id).await["status"], "ready");
    assert_eq!(admin.get(&format!("/notes/{note}")).await.expect(200)["pages"], 5);
    assert_eq!(admin.post(&format!("/uploads/{id}/retry"), json!({})).await.problem(409), "already_uploaded");

    // An invalid file stays invalid, so there is no retry. A removed entry disappears from the list.
    let ticket = admin.create_upload(&code, "No PDF", "no.pdf", b"not a PDF, twice").await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    assert_eq!(admin.upload_bytes(&ticket, b"not a PDF, twice".to_vec()).await, 200);
    let refused = admin.wait_for_upload(id).await;
    assert_eq!(
        (refused["reason"].as_str(), refused["canRetry"].as_bool()),
        (Some("This is not a PDF file."), Some(false))
    );
    admin.post(&format!("/uploads/{id}/retry"), json!({})).await.problem(404);
    let log = admin.get("/admin/activity").await.expect(200);
    let of_it: Vec<_> = log["items"].as_array().unwrap().iter().filter(|entry| entry["target"] == id).collect();
    let actions: Vec<_> = of_it.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["refuse_upload", "create_upload"], "sent and refused, not uploaded: {of_it:?}");
    admin.delete(&format!("/uploads/{id}")).await.expect(204);
    admin.post(&format!("/uploads/{id}/retry"), json!({})).await.problem(404);
}

#[tokio::test]
async fn s6_adm_11_the_list_of_uploads_contains_target_and_progress() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Curious").await);
    let code = course(&admin, "far").await;
    let bytes = pdf::with_pages(1, &env.unique_name("On its way "));
    let ticket = admin.create_upload(&code, "On its way", "way.pdf", &bytes).await.expect(201);
    let id = ticket["id"].as_str().unwrap();
    let mine = admin.get("/uploads").await.expect(200);
    let upload = mine["items"].as_array().unwrap().iter().find(|upload| upload["id"] == id).unwrap();
    assert_eq!((upload["status"].as_str(), upload["canRetry"].as_bool()), (Some("waiting"), Some(false)));
    assert_eq!((upload["place"].as_str(), upload["title"].as_str()), (Some(code.as_str()), Some("On its way")));
    assert!(upload["createdAt"].as_str() <= upload["updatedAt"].as_str());
    student.get(&format!("/uploads/{id}")).await.problem(404);
    student.post(&format!("/uploads/{id}/retry"), json!({})).await.problem(403);
    admin.delete(&format!("/uploads/{id}")).await.expect(204);
    admin.get(&format!("/uploads/{id}")).await.problem(404);
}
