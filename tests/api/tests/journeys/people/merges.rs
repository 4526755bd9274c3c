//! Course merges that students have not read about.

use journeys::TestEnv;
use serde_json::{Value, json};

#[tokio::test]
async fn s4_merge_1_a_merge_that_moved_data_of_a_student_is_reported_until_it_is_marked_as_read() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (student, other) = (env.sign_up_student("Moved").await, env.sign_up_student("Unmoved").await);
    let (from, into) = (env.unique_name("TOLD1"), env.unique_name("TOLD2"));
    for course in [&from, &into] {
        admin.put(&format!("/courses/{course}"), json!({ "title": "Merged", "description": "" })).await.expect(200);
    }
    let date = store::Timestamp::now().plus_secs(12 * 24 * 60 * 60).day();
    let exam = json!({ "date": date, "retentionPercent": 90 });
    student.put(&format!("/me/exams/{from}"), exam.clone()).await.expect(200);
    student.put(&format!("/me/courses/{from}"), json!({})).await.expect(200);
    other.put(&format!("/me/exams/{into}"), exam).await.expect(200);
    assert_eq!(student.get("/me").await.expect(200)["unreadMerges"], Value::Null);
    admin.merge(&from, &into).await;

    // The exam moves before the profile is read.
    let exams = student.get("/me/exams").await.expect(200);
    assert_eq!(exams["items"][0]["course"], json!(into), "{exams}");
    let told = json!([{ "courseCode": from, "into": into, "moved": ["follows", "exams"] }]);
    for _ in 0..2 {
        assert_eq!(student.get("/me").await.expect(200)["unreadMerges"], told);
        assert_eq!(student.get("/me/start").await.expect(200)["me"]["unreadMerges"], told);
    }
    assert_eq!(student.patch("/me/profile", json!({ "year": "3" })).await.expect(200)["unreadMerges"], told);
    assert_eq!(other.get("/me").await.expect(200)["unreadMerges"], Value::Null);

    let read = format!("/me/merges/{}", from.to_lowercase());
    other.delete(&read).await.expect(204);
    assert_eq!(student.get("/me").await.expect(200)["unreadMerges"], told);
    for _ in 0..2 {
        student.delete(&read).await.expect(204);
        assert_eq!(student.get("/me").await.expect(200)["unreadMerges"], Value::Null);
        assert_eq!(student.get("/me/start").await.expect(200)["me"]["unreadMerges"], Value::Null);
    }
}
