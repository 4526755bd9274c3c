//! Exams of students on several devices.

use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};

fn in_days(days: u64) -> String {
    let at = store::Timestamp::now().plus_secs(days * 24 * 60 * 60).to_string();
    at.split('T').next().unwrap().to_owned()
}

/// Returns an exam without its ids.
fn without_id(mut exam: Value) -> Value {
    exam.as_object_mut().unwrap().remove("id").unwrap();
    for waiting in exam.get_mut("setAside").and_then(Value::as_array_mut).into_iter().flatten() {
        waiting.as_object_mut().unwrap().remove("id").unwrap();
    }
    exam
}

/// Returns the exams of a student without their ids.
async fn exams_of(student: &ApiClient) -> Value {
    let mut answer = student.get("/me/exams").await.expect(200);
    answer["items"].as_array_mut().unwrap().drain(..).map(without_id).collect()
}

#[tokio::test]
async fn s3_exam_1_an_exam_can_be_set_moved_and_removed_and_is_visible_to_its_owner_only() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (student, other) = (env.sign_up_student("Examinee").await, env.sign_up_student("Else").await);
    let course = env.unique_name("EXAM3");
    admin.put(&format!("/courses/{course}"), json!({ "title": "Exams", "description": "" })).await.expect(200);
    let path = format!("/me/exams/{}", course.to_lowercase());
    let full = json!({ "date": in_days(12), "time": "13:30", "title": " Midterm ", "retentionPercent": 95 });
    for _ in 0..2 {
        student.put(&path, full.clone()).await.expect(200);
    }
    let expected = json!([{
        "course": course, "date": in_days(12), "time": "13:30", "title": "Midterm", "retentionPercent": 95,
    }]);
    assert_eq!(exams_of(&student).await, expected);
    assert_eq!(exams_of(&other).await, json!([]));

    student.put(&path, json!({ "date": in_days(20), "retentionPercent": 90 })).await.expect(200);
    let moved = json!([{ "course": course, "date": in_days(20), "retentionPercent": 90 }]);
    assert_eq!(exams_of(&student).await, moved);
    // Another device still has the first version of the exam.
    let mut edit = json!({ "date": in_days(12), "time": "13:30", "title": "Midterm", "retentionPercent": 80 });
    edit["before"] = full.clone();
    edit["before"]["title"] = json!("Midterm");
    let kept = student.put(&path, edit).await.expect(200);
    assert_eq!(without_id(kept), json!({ "course": course, "date": in_days(20), "retentionPercent": 80 }));
    for _ in 0..2 {
        student.delete(&path).await.expect(204);
    }
    assert_eq!(exams_of(&student).await, json!([]));
}

#[tokio::test]
async fn s3_exam_2_both_exams_are_kept_when_two_courses_with_exams_are_merged() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Chooses").await);
    let (from, into) = (env.unique_name("EXAM6"), env.unique_name("EXAM7"));
    for course in [&from, &into] {
        admin.put(&format!("/courses/{course}"), json!({ "title": "Exams", "description": "" })).await.expect(200);
    }
    let old = json!({ "date": in_days(12), "time": "13:30", "title": "Midterm", "retentionPercent": 95 });
    student.put(&format!("/me/exams/{from}"), old.clone()).await.expect(200);
    let there = json!({ "date": in_days(20), "retentionPercent": 90 });
    student.put(&format!("/me/exams/{into}"), there).await.expect(200);
    admin.merge(&from, &into).await;
    let mut set_aside = old.clone();
    set_aside["course"] = json!(from);
    let both = json!([{ "course": into, "date": in_days(20), "retentionPercent": 90, "setAside": [set_aside] }]);
    for _ in 0..2 {
        assert_eq!(exams_of(&student).await, both);
    }
    // A device that does not know the exam that was set aside edits the other one.
    let kept = json!({ "date": in_days(20), "retentionPercent": 90 });
    student.put(&format!("/me/exams/{into}"), kept).await.expect(200);
    assert_eq!(exams_of(&student).await, both);
    let mut choice = old.clone();
    choice["dropsSetAside"] = json!([from]);
    for _ in 0..2 {
        student.put(&format!("/me/exams/{into}"), choice.clone()).await.expect(200);
    }
    let mut chosen = old;
    chosen["course"] = json!(into);
    assert_eq!(exams_of(&student).await, json!([chosen]));
}

#[tokio::test]
async fn s3_exam_2_late_changes_with_the_code_of_a_merged_course_keep_the_exam_of_the_target() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Late").await);
    let (from, into) = (env.unique_name("EXAM8"), env.unique_name("EXAM9"));
    for course in [&from, &into] {
        admin.put(&format!("/courses/{course}"), json!({ "title": "Exams", "description": "" })).await.expect(200);
    }
    let old = json!({ "date": in_days(12), "retentionPercent": 90 });
    let (from_path, into_path) = (format!("/me/exams/{from}"), format!("/me/exams/{into}"));
    student.put(&from_path, old.clone()).await.expect(200);
    student.put(&into_path, json!({ "date": in_days(20), "retentionPercent": 90 })).await.expect(200);
    admin.merge(&from, &into).await;

    let late = json!({ "date": in_days(13), "retentionPercent": 90, "before": old });
    let set_aside = json!([{ "course": from, "date": in_days(13), "retentionPercent": 90 }]);
    let both = json!({ "course": into, "date": in_days(20), "retentionPercent": 90, "setAside": set_aside });
    assert_eq!(without_id(student.put(&from_path, late).await.expect(200)), both);
    assert_eq!(exams_of(&student).await, json!([both]));
    for _ in 0..2 {
        student.delete(&from_path).await.expect(204);
    }
    let own = json!([{ "course": into, "date": in_days(20), "retentionPercent": 90 }]);
    assert_eq!(exams_of(&student).await, own);
}

#[tokio::test]
async fn s3_exam_2_a_set_aside_exam_is_kept_when_the_exam_of_the_target_course_is_removed() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Removes").await);
    let (from, into) = (env.unique_name("EXAM10"), env.unique_name("EXAM11"));
    for (course, days) in [(&from, 12), (&into, 20)] {
        admin.put(&format!("/courses/{course}"), json!({ "title": "Exams", "description": "" })).await.expect(200);
        let exam = json!({ "date": in_days(days), "retentionPercent": 90 });
        student.put(&format!("/me/exams/{course}"), exam).await.expect(200);
    }
    admin.merge(&from, &into).await;
    let listed = student.get("/me/exams").await.expect(200);
    assert_eq!(listed["items"][0]["setAside"][0]["date"], json!(in_days(12)), "{listed}");
    // Repeated, as if the first response was lost.
    for _ in 0..2 {
        student.delete(&format!("/me/exams/{into}")).await.expect(204);
    }
    let left = json!([{ "course": into, "date": in_days(12), "retentionPercent": 90 }]);
    for _ in 0..2 {
        assert_eq!(exams_of(&student).await, left);
    }
    student.delete(&format!("/me/exams/{into}")).await.expect(204);
    assert_eq!(exams_of(&student).await, json!([]));
}

#[tokio::test]
async fn s3_exam_2_repeating_a_removal_by_id_does_not_remove_the_exam_that_became_active() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Repeats").await);
    let (from, into) = (env.unique_name("EXAM12"), env.unique_name("EXAM13"));
    for (course, days) in [(&from, 12), (&into, 20)] {
        admin.put(&format!("/courses/{course}"), json!({ "title": "Exams", "description": "" })).await.expect(200);
        let exam = json!({ "date": in_days(days), "retentionPercent": 90 });
        student.put(&format!("/me/exams/{course}"), exam).await.expect(200);
    }
    // The device saw the exam before the merge.
    let seen = student.get("/me/exams").await.expect(200);
    let own = seen["items"].as_array().unwrap().iter().find(|exam| exam["course"] == json!(into)).unwrap();
    let removal = format!("/me/exams/{into}?id={}", own["id"].as_str().unwrap());
    admin.merge(&from, &into).await;
    let left = json!([{ "course": into, "date": in_days(12), "retentionPercent": 90 }]);
    for _ in 0..2 {
        student.delete(&removal).await.expect(204);
        assert_eq!(exams_of(&student).await, left);
    }
}

#[tokio::test]
async fn invalid_exams_are_rejected_with_field_errors_and_not_stored() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let student = env.sign_up_student("Errs").await;
    let course = env.unique_name("EXAM4");
    admin.put(&format!("/courses/{course}"), json!({ "title": "Exams", "description": "" })).await.expect(200);
    let path = format!("/me/exams/{course}");
    let wrong = [
        ("date", json!("2026-02-30")),
        ("date", json!(in_days(400))),
        ("date", json!("")),
        ("time", json!("25:00")),
        ("title", json!("x".repeat(81))),
        ("retentionPercent", json!(69)),
        ("retentionPercent", json!(98)),
    ];
    for (field, value) in wrong {
        let mut body = json!({ "date": in_days(3), "retentionPercent": 90 });
        body[field] = value;
        let mut answer = student.put(&path, body).await;
        let fields: Value = answer.body["fields"].take();
        assert_eq!(answer.problem(422), "validation", "{field}");
        let named: Vec<_> = fields.as_array().unwrap().iter().map(|each| each["field"].as_str().unwrap()).collect();
        assert_eq!(named, [field]);
    }
    assert_eq!(exams_of(&student).await, json!([]), "nothing of them is kept");
    let good = json!({ "date": in_days(3), "retentionPercent": 90 });
    assert_eq!(student.put("/me/exams/NONE999", good.clone()).await.problem(404), "not_found");
    // An exam whose request was sent after its date is stored.
    student.put(&path, json!({ "date": "2026-01-15", "retentionPercent": 90 })).await.expect(200);
}

#[tokio::test]
async fn the_list_of_reading_positions_contains_finished_and_unfinished_notes() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let student = env.sign_up_student("Places").await;
    let course = env.unique_name("EXAM5");
    admin.put(&format!("/courses/{course}"), json!({ "title": "Exams", "description": "" })).await.expect(200);
    let place = |counter: u64, is_finished: bool| {
        json!({
            "counter": counter, "device": "b7Kq2mXw", "page": 2, "abovePermille": 0, "pages": 2,
            "isFinished": is_finished, "isRestart": false,
        })
    };
    let mut expected = Vec::new();
    for (title, is_finished) in [("Week 1", true), ("Week 2", false)] {
        let note = admin.publish(&course, title, 2).await;
        let item = json!({ "noteId": note, "position": place(1, is_finished) });
        student.put("/me/reading", json!({ "items": [item] })).await.expect(200);
        expected.insert(0, item);
    }
    expected.sort_by_key(|item| std::cmp::Reverse(item["noteId"].as_str().map(str::to_owned)));
    assert_eq!(student.get("/me/reading/positions").await.expect(200)["items"], json!(expected));
}
