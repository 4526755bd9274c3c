//! Reports of notes, recordings and study cards, and the administrators' decisions.

use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::ShelfId;

async fn published(admin: &ApiClient, stem: &str) -> (String, String) {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Reported", "description": "" })).await.expect(200);
    let id = admin.publish(&code, "Pointers", 1).await;
    (code, id)
}

/// Returns the open case of an item, if there is one.
async fn open_case(admin: &ApiClient, id: &str) -> Option<Value> {
    let queue = admin.get("/reports").await.expect(200);
    queue["items"].as_array().unwrap().iter().find(|item| item["id"] == id).cloned()
}

#[tokio::test]
async fn s2_report_2_all_reports_of_a_note_form_one_case_and_a_dismissal_closes_it() {
    let env = TestEnv::shared();
    let (admin, first, second) =
        (env.sign_in_admin().await, env.sign_up_student("Reporter").await, env.sign_up_student("Other").await);
    let (code, id) = published(&admin, "dismiss").await;
    let report = json!({ "kind": "note", "id": id, "reason": "wrong", "text": "  Page 3 \n\n\n is wrong " });
    assert_eq!(first.post("/reports", report.clone()).await.expect(201)["reportedBefore"], false);
    assert_eq!(first.post("/reports", report.clone()).await.expect(201)["reportedBefore"], true);
    second.post("/reports", json!({ "kind": "note", "id": id, "reason": "copyright" })).await.expect(201);

    let case = open_case(&admin, &id).await.unwrap();
    assert_eq!((&case["title"], &case["place"], &case["reports"]), (&json!("Pointers"), &json!(code), &json!(2)));
    let said = admin.get(&format!("/reports/note/{id}")).await.expect(200);
    let reasons: Vec<_> = said["items"].as_array().unwrap().iter().map(|report| report["reason"].clone()).collect();
    assert_eq!(reasons, ["copyright", "wrong"]);
    assert_eq!(said["items"][1]["text"], "Page 3\n\nis wrong");

    admin.post(&format!("/reports/note/{id}/dismiss"), json!({})).await.expect(204);
    assert!(open_case(&admin, &id).await.is_none());
    let log = admin.get("/admin/activity").await.expect(200);
    let dismissed = |entry: &&Value| entry["action"] == "dismiss_reports" && entry["target"] == id;
    assert_eq!(log["items"].as_array().unwrap().iter().filter(dismissed).count(), 1);
    assert_eq!(admin.post(&format!("/reports/note/{id}/dismiss"), json!({})).await.problem(404), "not_found");
    first.get(&format!("/notes/{id}")).await.expect(200);
    // After the decision, the item can be reported again.
    assert_eq!(first.post("/reports", report).await.expect(201)["reportedBefore"], false);
    assert_eq!(open_case(&admin, &id).await.unwrap()["reports"], 1);
}

#[tokio::test]
async fn s2_report_2_a_note_taken_down_can_be_restored_from_the_trash() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Owner").await);
    let (_, id) = published(&admin, "takedown").await;
    let take_down = format!("/reports/note/{id}/take-down");
    assert_eq!(admin.post(&take_down, json!({ "reason": "It is mine." })).await.problem(404), "not_found");
    student.post("/reports", json!({ "kind": "note", "id": id, "reason": "copyright" })).await.expect(201);
    assert_eq!(admin.post(&take_down, json!({ "reason": "  " })).await.problem(422), "validation");
    admin.post(&take_down, json!({ "reason": "The author asked for it." })).await.expect(204);
    assert!(open_case(&admin, &id).await.is_none());
    env.wait_until("the note is gone", async || {
        (student.get(&format!("/notes/{id}")).await.status == 404).then_some(())
    })
    .await;
    let log = admin.get("/admin/activity").await.expect(200).to_string();
    assert!(log.contains("take_down") && log.contains("The author asked for it."), "{log}");
    admin.post(&format!("/notes/{id}/restore"), json!({})).await.expect(200);
    student.get(&format!("/notes/{id}")).await.expect(200);
}

#[tokio::test]
async fn s2_report_2_a_recording_can_be_reported_and_taken_down() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Listener").await);
    let id = env.recording(ShelfId::ChillReview, "Too loud", 60).await;
    student.post("/reports", json!({ "kind": "audio", "id": id, "reason": "broken" })).await.expect(201);
    let case = open_case(&admin, &id).await.unwrap();
    assert_eq!((&case["kind"], &case["place"]), (&json!("audio"), &json!("chill-review")));
    admin.post(&format!("/reports/audio/{id}/take-down"), json!({ "reason": "Noise" })).await.expect(204);
    assert!(open_case(&admin, &id).await.is_none());
    admin.post(&format!("/audio/{id}/restore"), json!({})).await.expect(200);
}

#[tokio::test]
async fn s2_report_3_a_report_of_a_card_leads_to_its_chapter_and_can_be_dismissed_after_the_correction() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Learner").await);
    let code = env.unique_name("card").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Cards", "description": "" })).await.expect(200);
    let chapters = format!("/courses/{code}/chapters");
    let chapter = json!({ "number": 1, "title": "Sets", "description": "" });
    let chapter = admin.post(&chapters, chapter).await.expect(201)["id"].as_str().unwrap().to_owned();
    let cards = format!("{chapters}/{chapter}/cards");
    let made = admin.post(&cards, json!({ "title": "What is 1 + 1?", "content": "3" })).await.expect(201);
    let id = made["cards"][0]["id"].as_str().unwrap().to_owned();

    let report = json!({ "kind": "card", "id": id, "chapter": chapter, "reason": "wrong", "text": "It is 2." });
    assert_eq!(student.post("/reports", report.clone()).await.expect(201)["reportedBefore"], false);
    let case = open_case(&admin, &id).await.unwrap();
    let shown = [&case["kind"], &case["title"], &case["place"], &case["chapter"]];
    assert_eq!(shown, [&json!("card"), &json!("What is 1 + 1?"), &json!(code), &json!(chapter)]);
    assert_eq!(admin.get(&format!("/reports/card/{id}")).await.expect(200)["items"][0]["text"], "It is 2.");

    // Study cards have no trash.
    let down = admin.post(&format!("/reports/card/{id}/take-down"), json!({ "reason": "Wrong" })).await;
    let refusal = &down.body["fields"][0]["message"];
    assert_eq!(refusal, "Edit or delete the card in its chapter, then dismiss its reports.");
    admin.post(&format!("/reports/card/{id}/dismiss"), json!({})).await.expect(204);
    assert!(open_case(&admin, &id).await.is_none());

    // Only items that the student can see can be reported.
    let elsewhere =
        json!({ "kind": "card", "id": id, "chapter": ulid::Ulid::generate().to_string(), "reason": "wrong" });
    assert_eq!(student.post("/reports", elsewhere).await.problem(404), "not_found");
    assert_eq!(
        student.post("/reports", json!({ "kind": "card", "id": id, "reason": "wrong" })).await.problem(404),
        "not_found"
    );
    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    assert_eq!(student.post("/reports", report).await.problem(404), "not_found");
}

#[tokio::test]
async fn s2_report_1_a_report_without_reason_or_for_a_missing_item_is_rejected() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Vague").await);
    let (_, id) = published(&admin, "vague").await;
    let send = async |report: Value| student.post("/reports", report).await;
    let none = send(json!({ "kind": "note", "id": id })).await;
    assert_eq!(none.body["fields"][0]["message"], "Choose what is wrong with it.");
    let silent = send(json!({ "kind": "note", "id": id, "reason": "other", "text": " " })).await;
    assert_eq!(silent.body["fields"][0]["field"], "text");
    let nowhere = json!({ "kind": "note", "id": ulid::Ulid::generate().to_string(), "reason": "wrong" });
    assert_eq!(send(nowhere).await.problem(404), "not_found");
    assert_eq!(send(json!({ "kind": "audio", "id": id, "reason": "wrong" })).await.problem(404), "not_found");
    assert_eq!(send(json!({ "kind": "note", "id": "../x", "reason": "wrong" })).await.problem(404), "not_found");
    assert_eq!(env.anonymous_client().post("/reports", json!({})).await.problem(401), "unauthenticated");
    assert_eq!(student.get("/reports").await.problem(403), "forbidden");
    assert!(open_case(&admin, &id).await.is_none());
}
