//! Reviews and study settings of students on several devices.

use journeys::TestEnv;
use serde_json::{Value, json};
use store::Timestamp;
use wasm_core::study::Parameters;

fn batch(device: u64, actions: &[&str]) -> Value {
    let now_ms = Timestamp::now().epoch_millis();
    let events = actions.iter().zip(0u64..).map(|(action, number)| {
        let undone = (*action == "undo").then(|| json!({ "device": device, "sequence": number - 1 }));
        json!({
            "sequence": number, "cardId": "01JD8Z5V7R8XQ4N2T6W0YB3C9E", "whenMs": now_ms + number * 1000,
            "zoneMinutes": -240, "action": action, "tookMs": 4000, "undone": undone,
        })
    });
    json!({ "device": device, "events": events.collect::<Vec<_>>() })
}

#[tokio::test]
async fn review_log_is_visible_to_the_owners_other_devices_only() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Learns").await, env.sign_up_student("Else").await);
    assert_eq!(student.get("/me/study/log").await.expect(200), json!({ "items": [] }));
    let told = batch(77, &["again", "good", "undo", "easy", "bury", "suspend", "unsuspend", "hard"]);
    for _ in 0..2 {
        student.post("/me/study/log", told.clone()).await.expect(204);
    }
    let log = student.get("/me/study/log").await.expect(200);
    assert_eq!(log["items"].as_array().unwrap().len(), 1, "sent twice, kept once");
    assert!(log["items"][0]["receivedMs"].as_u64().unwrap() <= Timestamp::now().epoch_millis());
    assert_eq!(other.get("/me/study/log").await.expect(200), json!({ "items": [] }));
    assert_eq!(student.get("/me/study/log?cursor=").await.expect(200), log);
    assert_eq!(student.get("/me/study/log?cursor=made-up").await.problem(422), "validation");
}

#[tokio::test]
async fn impossible_review_events_are_rejected() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Errs").await;
    let mut wrong = batch(1, &["good"]);
    wrong["events"][0]["cardId"] = json!("not an id");
    let mut undo = batch(1, &["good"]);
    undo["events"][0]["action"] = json!("undo");
    let mut far = batch(1, &["good"]);
    far["events"][0]["zoneMinutes"] = json!(2000);
    let many = batch(1, &["good"; 31]);
    for body in [wrong, undo, far, many, batch(1, &[]), batch(1, &["guess"]), batch(1 << 60, &["good"])] {
        assert_eq!(student.post("/me/study/log", body).await.problem(422), "validation");
    }
    assert_eq!(student.get("/me/study/log").await.expect(200), json!({ "items": [] }));
}

#[tokio::test]
async fn a_student_sets_the_daily_number_of_cards() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Wants").await;
    let usual = json!({ "newADay": 20, "reviewsADay": 200, "retentionPercent": 90 });
    assert_eq!(student.get("/me/study/settings").await.expect(200), usual);
    let mine = json!({ "newADay": 0, "reviewsADay": 50, "retentionPercent": 85 });
    let mut edit = mine.clone();
    edit["before"] = usual.clone();
    assert_eq!(student.put("/me/study/settings", edit).await.expect(200), mine);
    // Another device still has the default settings.
    let late = json!({ "newADay": 20, "reviewsADay": 60, "retentionPercent": 90, "before": usual });
    let both = json!({ "newADay": 0, "reviewsADay": 60, "retentionPercent": 85 });
    assert_eq!(student.put("/me/study/settings", late).await.expect(200), both);
    student.put("/me/study/settings", mine.clone()).await.expect(200);
    assert_eq!(student.get("/me/study/settings").await.expect(200), mine);
    for (field, value) in
        [("newADay", 1000), ("reviewsADay", 10_000), ("retentionPercent", 69), ("retentionPercent", 98)]
    {
        let mut body = mine.clone();
        body[field] = json!(value);
        assert_eq!(student.put("/me/study/settings", body).await.body["fields"][0]["field"], field);
    }
    assert_eq!(student.get("/me/study/settings").await.expect(200), mine);
}

#[tokio::test]
async fn a_memory_model_is_stored_with_the_study_settings_unless_a_number_is_out_of_range() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Fits").await;
    let usual = json!({ "newADay": 20, "reviewsADay": 200, "retentionPercent": 90 });
    let model = |parameters: Value| {
        let losses = json!({ "fittedMs": 1_790_000_000_000_u64, "reviews": 900, "defaultLoss": 0.35, "ownLoss": 0.31 });
        let mut settings = usual.clone();
        settings["memory"] = losses;
        settings["memory"]["parameters"] = parameters;
        settings
    };
    let mut edit = model(json!(Parameters::default().numbers()));
    edit["before"] = usual.clone();
    let kept = student.put("/me/study/settings", edit).await.expect(200);
    assert_eq!(kept["memory"]["parameters"].as_array().map(Vec::len), Some(21));
    // Another device that has not seen the model changes a number.
    let late = json!({ "newADay": 20, "reviewsADay": 60, "retentionPercent": 90, "before": usual });
    let both = student.put("/me/study/settings", late).await.expect(200);
    assert_eq!((&both["memory"], &both["reviewsADay"]), (&kept["memory"], &json!(60)));
    for parameters in [json!([0.5]), json!(vec![1000.0; 21])] {
        let refused = student.put("/me/study/settings", model(parameters)).await;
        assert_eq!(refused.body["fields"][0]["field"], "memory");
    }
    assert_eq!(student.get("/me/study/settings").await.expect(200), both);
}

/// Builds a snapshot of everything before this time. Only pages read the part after its header.
fn snapshot(before_ms: u64, rest: &str) -> Vec<u8> {
    [&[4], before_ms.to_le_bytes().as_slice(), rest.as_bytes()].concat()
}

#[tokio::test]
async fn a_snapshot_is_stored_unless_it_covers_fewer_events_and_the_review_log_is_read_from_it_on() {
    const BYTES: &str = "application/octet-stream";
    const PATH: &str = "/me/study/snapshot";
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Sums").await, env.sign_up_student("Else").await);
    student.get(PATH).await.expect(204);
    student.put_raw(PATH, BYTES, snapshot(2, "newer")).await.expect(204);
    student.put_raw(PATH, BYTES, snapshot(1, "older")).await.expect(204);
    let kept = student.get(PATH).await.expect(200);
    assert!(kept.as_str().is_some_and(|text| text.ends_with("newer")), "{kept}");
    student.put_raw(PATH, BYTES, snapshot(3, "newest")).await.expect(204);
    assert!(student.get(PATH).await.expect(200).as_str().is_some_and(|text| text.ends_with("newest")));
    other.get(PATH).await.expect(204);

    let far = Timestamp::now().epoch_millis() + 60_000;
    for bytes in [snapshot(far, "of tomorrow"), vec![2; 40], Vec::new()] {
        assert_eq!(student.put_raw(PATH, BYTES, bytes).await.problem(422), "validation");
    }
    let other_type = student.put_raw(PATH, "application/json", b"{}".to_vec()).await.expect(415);
    assert_eq!(other_type["detail"], "Send the body with `content-type: application/octet-stream`.");
    let too_large = student.put_raw(PATH, BYTES, vec![1; 3 * 1024 * 1024]).await.expect(413);
    assert_eq!(too_large["detail"], "The request is too large. The limit is 2 MB.");

    student.post("/me/study/log", batch(5, &["good"])).await.expect(204);
    let items = |log: Value| log["items"].as_array().unwrap().len();
    let received_ms = student.get("/me/study/log").await.expect(200)["items"][0]["receivedMs"].as_u64().unwrap();
    let since = |ms: u64| format!("/me/study/log?sinceMs={ms}");
    assert_eq!(items(student.get(&since(received_ms)).await.expect(200)), 1);
    assert_eq!(items(student.get(&since(received_ms + 1)).await.expect(200)), 0);
}
