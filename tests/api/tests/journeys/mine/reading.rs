//! Resume positions in notes on several devices.

use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::Timestamp;

fn position(ahead_ms: u64, device: &str, page: u32) -> Value {
    json!({
        "counter": Timestamp::now().epoch_millis() + ahead_ms, "device": device, "page": page, "abovePermille": 350,
        "pages": 9, "isFinished": false, "isRestart": false,
    })
}

async fn tell(person: &ApiClient, note: &str, position: &Value) -> Value {
    let body = json!({ "items": [{ "noteId": note, "position": position }] });
    let mut answer = person.put("/me/reading", body).await.expect(200);
    answer["items"].take()
}

#[tokio::test]
async fn a_note_opens_at_the_latest_position_of_any_device() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (student, other) = (env.sign_up_student("Reads").await, env.sign_up_student("Else").await);
    let course = env.unique_name("READ3");
    admin.put(&format!("/courses/{course}"), json!({ "title": "Reading", "description": "" })).await.expect(200);
    let note = admin.publish(&course, "Observers", 9).await;
    let reading = format!("/notes/{note}/reading");
    assert_eq!(student.get(&reading).await.expect(200)["position"], Value::Null);

    let (older, newer) = (position(0, "phone", 8), position(1000, "desk", 4));
    let counting = json!([{ "noteId": note, "position": newer }]);
    assert_eq!(tell(&student, &note, &newer).await, counting);
    assert_eq!(tell(&student, &note, &older).await, counting, "the phone learns what counts");
    assert_eq!(student.get(&reading).await.expect(200)["position"], newer);
    let begun = student.get("/me/reading").await.expect(200);
    let first = &begun["items"][0];
    assert_eq!((&first["title"], &first["course"], &first["position"]), (&json!("Observers"), &json!(course), &newer));
    assert_eq!(other.get(&reading).await.expect(200)["position"], Value::Null);
    assert_eq!(other.get("/me/reading").await.expect(200)["items"], json!([]));

    let mut finished = position(2000, "desk", 9);
    finished["isFinished"] = json!(true);
    tell(&student, &note, &finished).await;
    assert_eq!(student.get("/me/reading").await.expect(200)["items"], json!([]));
}

#[tokio::test]
async fn implausible_positions_in_notes_are_rejected() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Errs").await;
    let item = json!({ "noteId": ulid::Ulid::generate().to_string(), "position": position(0, "desk", 1) });
    let many = json!({ "items": vec![item.clone(); 51] });
    assert_eq!(student.put("/me/reading", many).await.body["fields"][0]["code"], "too_many");
    let nameless = json!({ "items": [{ "noteId": "01JD8Z5V7R8XQ4N2T6W0YB3C9E", "position": position(0, "", 1) }] });
    assert_eq!(student.put("/me/reading", nameless).await.problem(422), "validation");
    let (now, ahead) = (position(0, "desk", 1), position(2 * 86_400_000, "desk", 1));
    for (note, position, field) in [(&item["noteId"], &ahead, "counter"), (&json!("not an id"), &now, "noteId")] {
        let body = json!({ "items": [item, { "noteId": note, "position": position }] });
        let refused = student.put("/me/reading", body).await;
        assert_eq!(
            (refused.status.as_u16(), refused.first_invalid_field()),
            (422, (field, "invalid")),
            "{}",
            refused.body
        );
    }
    let wrong = [
        ("pages", json!(2001)),
        ("pages", json!(0)),
        ("page", json!(0)),
        ("page", json!(10)),
        ("abovePermille", json!(1001)),
    ];
    for (field, value) in wrong {
        let mut place = item.clone();
        place["position"][field] = value;
        let refused = student.put("/me/reading", json!({ "items": [place] })).await;
        // With a page count of 0, no page number is valid.
        let expected = if place["position"]["pages"] == 0 { "page" } else { field };
        assert_eq!(refused.first_invalid_field(), (expected, "invalid"), "{}", refused.body);
    }
}
