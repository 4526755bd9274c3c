//! Bookmarks of students in recordings.

use journeys::TestEnv;
use serde_json::{Value, json};
use store::ShelfId;

fn bookmark(remark: &str) -> Value {
    json!({ "positionMs": 12_500, "remark": remark })
}

fn changed(before: &str, remark: &str) -> Value {
    json!({ "positionMs": 99_000, "remark": remark, "before": before })
}

#[tokio::test]
async fn bookmarks_are_visible_to_the_owners_other_devices_only() {
    let env = TestEnv::shared();
    let (student, other, admin) =
        (env.sign_up_student("Mark").await, env.sign_up_student("Else").await, env.sign_in_admin().await);
    let audio = env.recording(ShelfId::DeepDive, "Heaps", 60).await;
    let (one, two) = (ulid::Ulid::generate(), ulid::Ulid::generate());
    let of_recording = format!("/me/bookmarks/{audio}");
    for _ in 0..2 {
        student.put(&format!("{of_recording}/{one}"), bookmark("The proof")).await.expect(200);
    }
    student.put(&format!("{of_recording}/{two}"), bookmark("")).await.expect(200);

    let mine = student.get("/me/bookmarks").await.expect(200);
    assert_eq!(mine["items"].as_array().unwrap().len(), 2, "a repeated request creates one bookmark: {mine}");
    let made = &mine["items"].as_array().unwrap().iter().find(|item| item["id"] == one.to_string()).unwrap();
    let fields = (&made["audioId"], &made["title"], &made["positionMs"], &made["remark"]);
    assert_eq!(fields, (&json!(audio), &json!("Heaps"), &json!(12_500), &json!("The proof")));
    assert_eq!(other.get("/me/bookmarks").await.expect(200)["items"], json!([]));

    // Bookmarks of a deleted recording stay, but no new one can be added.
    admin.delete(&format!("/audio/{audio}")).await.expect(204);
    student.put(&format!("{of_recording}/{two}"), changed("", "Ask about it")).await.expect(200);
    let three = format!("{of_recording}/{}", ulid::Ulid::generate());
    assert_eq!(student.put(&three, bookmark("")).await.problem(404), "not_found");
    for _ in 0..2 {
        student.delete(&format!("{of_recording}/{one}")).await.expect(204);
    }
    let left = student.get("/me/bookmarks").await.expect(200);
    assert_eq!(left["items"].as_array().unwrap().len(), 1);
    assert_eq!(left["items"][0]["remark"], "Ask about it");
}

#[tokio::test]
async fn bookmark_remarks_from_two_devices_are_merged() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Mark").await;
    let audio = env.recording(ShelfId::DeepDive, "Heaps", 60).await;
    let path = format!("/me/bookmarks/{audio}/{}", ulid::Ulid::generate());
    student.put(&path, bookmark("Old")).await.expect(200);
    let rewritten = student.put(&path, changed("Old", "Rewritten")).await.expect(200);
    assert_eq!(rewritten["bookmark"]["remark"], "Rewritten");
    assert_eq!(rewritten["bookmark"]["positionMs"], 12_500, "a bookmark keeps its position");
    let both = student.put(&path, changed("Old", "Old word")).await.expect(200);
    assert_eq!((&both["bookmark"]["remark"], &both["hasBothRemarks"]), (&json!("Rewritten\n\nOld word"), &json!(true)));

    student.delete(&path).await.expect(204);
    assert_eq!(student.put(&path, changed("Old", "Old")).await.problem(404), "not_found");
    student.put(&path, changed("Old", "Written since")).await.expect(200);
    // Undo restores a joined remark.
    student.delete(&path).await.expect(204);
    student.put(&path, bookmark(&"x".repeat(1002))).await.expect(200);
}

#[tokio::test]
async fn invalid_bookmarks_are_rejected_with_field_errors() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Mark").await;
    let path = format!("/me/bookmarks/{}/{}", ulid::Ulid::generate(), ulid::Ulid::generate());
    for long in [changed("", &"x".repeat(501)), bookmark(&"x".repeat(1003))] {
        assert_eq!(student.put(&path, long).await.body["fields"][0]["field"], "remark");
    }
    let joined = student.put(&path, changed(&"x".repeat(1003), "Short")).await;
    assert_eq!(joined.body["fields"][0]["field"], "before");
    let negative = student.put(&path, json!({ "positionMs": -1, "remark": "" })).await;
    assert_eq!(negative.problem(422), "validation");
    assert_eq!(student.put("/me/bookmarks/x/y", bookmark("")).await.problem(404), "not_found");
}
