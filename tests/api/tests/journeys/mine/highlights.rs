//! Highlights of students on several devices.

use journeys::TestEnv;
use serde_json::{Value, json};

fn mark(quote: &str, colour: &str, remark: &str) -> Value {
    json!({
        "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "page": 2, "quote": quote,
        "prefix": "before ", "suffix": " behind", "colour": colour, "remark": remark,
    })
}

/// Returns a change of one field, based on the version that a device had.
fn changed(before: &Value, field: &str, value: &str) -> Value {
    let mut edit = before.clone();
    edit[field] = json!(value);
    edit["before"] = before.clone();
    edit
}

#[tokio::test]
async fn highlights_are_visible_to_the_owners_other_devices_only() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (student, other) = (env.sign_up_student("Marks").await, env.sign_up_student("Else").await);
    let course = env.unique_name("MARK3");
    admin.put(&format!("/courses/{course}"), json!({ "title": "Marking", "description": "" })).await.expect(200);
    let note = admin.publish(&course, "Observers", 3).await;
    let of_note = format!("/me/highlights/{note}");
    let (one, two) = (ulid::Ulid::generate(), ulid::Ulid::generate());
    for _ in 0..2 {
        student.put(&format!("{of_note}/{one}"), mark("A subject notifies", "yellow", "")).await.expect(200);
    }
    student.put(&format!("{of_note}/{two}"), mark("its observers", "pink", "Who?")).await.expect(200);
    student.put(&format!("{of_note}/{one}"), mark("A subject notifies", "blue", "Compare")).await.expect(200);

    let mine = student.get(&of_note).await.expect(200);
    let mut found: Vec<_> = mine["items"].as_array().unwrap().iter().map(|item| item["mark"].clone()).collect();
    found.sort_by_key(|mark| mark["colour"].as_str().map(str::to_owned));
    assert_eq!(found, [mark("A subject notifies", "blue", "Compare"), mark("its observers", "pink", "Who?")]);
    let first = &student.get("/me/highlights").await.expect(200)["items"][0];
    assert_eq!((&first["title"], &first["course"]), (&json!("Observers"), &json!(course)));
    assert_eq!(other.get(&of_note).await.expect(200)["items"], json!([]));
    assert_eq!(other.get("/me/highlights").await.expect(200)["items"], json!([]));

    // Highlights of a deleted note stay, but no new one can be added.
    admin.delete(&format!("/notes/{note}")).await.expect(204);
    let edit = changed(&mark("its observers", "pink", "Who?"), "remark", "All of them");
    student.put(&format!("{of_note}/{two}"), edit).await.expect(200);
    let three = format!("{of_note}/{}", ulid::Ulid::generate());
    assert_eq!(student.put(&three, mark("nobody", "green", "")).await.problem(404), "not_found");
    for _ in 0..2 {
        student.delete(&format!("{of_note}/{one}")).await.expect(204);
    }
    let left = student.get("/me/highlights").await.expect(200);
    assert_eq!(left["items"].as_array().unwrap().len(), 1);
    assert_eq!(left["items"][0]["mark"]["remark"], "All of them");
}

#[tokio::test]
async fn highlight_changes_from_two_devices_are_merged() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let student = env.sign_up_student("Marks").await;
    let course = env.unique_name("MARK3");
    admin.put(&format!("/courses/{course}"), json!({ "title": "Marking", "description": "" })).await.expect(200);
    let note = admin.publish(&course, "Observers", 3).await;
    let path = format!("/me/highlights/{note}/{}", ulid::Ulid::generate());
    let old = mark("A subject notifies", "yellow", "Old");
    student.put(&path, old.clone()).await.expect(200);

    student.put(&path, changed(&old, "colour", "green")).await.expect(200);
    let rewritten = student.put(&path, changed(&old, "remark", "Rewritten")).await.expect(200);
    assert_eq!(rewritten["highlight"]["mark"], mark("A subject notifies", "green", "Rewritten"));
    assert_eq!(rewritten["hasBothRemarks"], false);
    let both = student.put(&path, changed(&old, "remark", "Old word")).await.expect(200);
    assert_eq!(both["highlight"]["mark"], mark("A subject notifies", "green", "Rewritten\n\nOld word"));
    assert_eq!(both["hasBothRemarks"], true);

    student.delete(&path).await.expect(204);
    assert_eq!(student.put(&path, changed(&old, "colour", "blue")).await.problem(404), "not_found");
    student.put(&path, changed(&old, "remark", "Written since")).await.expect(200);
}

#[tokio::test]
async fn invalid_highlights_are_rejected_with_field_errors() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Errs").await;
    let path = format!("/me/highlights/{}/{}", ulid::Ulid::generate(), ulid::Ulid::generate());
    let wrong = [
        ("quote", json!("x".repeat(1001))),
        ("quote", json!(" ")),
        ("prefix", json!("x".repeat(65))),
        ("suffix", json!("x".repeat(65))),
        ("remark", json!("x".repeat(2001))),
        ("page", json!(0)),
        ("sha256", json!("short")),
    ];
    for (field, value) in wrong {
        let mut body = mark("A subject", "yellow", "");
        body[field] = value;
        assert_eq!(student.put(&path, body).await.body["fields"][0]["field"], field);
    }
    let long = changed(&mark("A subject", "yellow", &"x".repeat(4003)), "remark", "Short");
    assert_eq!(student.put(&path, long).await.body["fields"][0]["field"], "before.remark");
    let mut purple = mark("A subject", "yellow", "");
    purple["colour"] = json!("purple");
    assert_eq!(student.put(&path, purple).await.problem(422), "validation");
    assert_eq!(student.put("/me/highlights/x/y", mark("A subject", "yellow", "")).await.problem(404), "not_found");
}

#[tokio::test]
async fn highlights_contain_the_target_course_after_a_merge() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Marks").await);
    let (from, into) = (env.unique_name("MARKOLD").to_uppercase(), env.unique_name("MARKNEW").to_uppercase());
    for course in [&from, &into] {
        admin.put(&format!("/courses/{course}"), json!({ "title": "Marking", "description": "" })).await.expect(200);
    }
    let note = admin.publish(&from, "Observers", 3).await;
    let of_note = format!("/me/highlights/{note}");
    let path = format!("{of_note}/{}", ulid::Ulid::generate());
    student.put(&path, mark("A subject notifies", "yellow", "")).await.expect(200);
    admin.merge(&from, &into).await;
    for list in ["/me/highlights", &of_note] {
        assert_eq!(student.get(list).await.expect(200)["items"][0]["course"], json!(into), "{list}");
    }
}
