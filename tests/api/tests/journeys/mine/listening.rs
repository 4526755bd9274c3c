//! Resume positions in recordings on several devices, and playback metrics of pages.

use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::{ShelfId, Timestamp};

fn position(ahead_ms: u64, device: &str, position_ms: u32) -> Value {
    json!({
        "counter": Timestamp::now().epoch_millis() + ahead_ms, "device": device, "positionMs": position_ms,
        "durationMs": 60_000, "isFinished": false, "isRestart": false,
    })
}

async fn tell(person: &ApiClient, audio: &str, position: &Value) -> Value {
    let body = json!({ "items": [{ "audioId": audio, "position": position }] });
    let mut answer = person.put("/me/positions", body).await.expect(200);
    answer["items"].take()
}

#[tokio::test]
async fn h39_the_newest_position_of_any_device_is_kept() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Two").await, env.sign_up_student("Else").await);
    let audio = env.recording(ShelfId::DeepDive, "Pointers", 60).await;
    let (older, newer) = (position(0, "phone", 40_000), position(1000, "desk", 10_000));
    let counting = json!([{ "audioId": audio, "position": newer }]);
    assert_eq!(tell(&student, &audio, &newer).await, counting);
    assert_eq!(tell(&student, &audio, &older).await, counting, "the phone learns what counts");
    assert_eq!(student.get("/me/positions").await.expect(200)["items"], counting);
    let alone = format!("/me/positions/{audio}");
    assert_eq!(student.get(&alone).await.expect(200), json!({ "position": newer }));
    assert_eq!(other.get(&alone).await.expect(200), json!({}));
    assert_eq!(other.get("/me/positions").await.expect(200)["items"], json!([]));
    assert_eq!(tell(&student, &ulid::Ulid::generate().to_string(), &newer).await, json!([]));
}

#[tokio::test]
async fn implausible_positions_are_rejected() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Wrong").await;
    let audio = env.recording(ShelfId::DeepDive, "Pointers", 60).await;
    let item = json!({ "audioId": audio, "position": position(0, "desk", 1) });
    let many = json!({ "items": vec![item.clone(); 51] });
    assert_eq!(student.put("/me/positions", many).await.body["fields"][0]["code"], "too_many");
    for device in [String::new(), "x".repeat(65)] {
        let body = json!({ "items": [{ "audioId": audio, "position": position(0, &device, 1) }] });
        assert_eq!(student.put("/me/positions", body).await.problem(422), "validation");
    }
    let (now, ahead) = (position(0, "desk", 1), position(2 * 86_400_000, "desk", 50_000));
    for (audio, position, field) in [(&*audio, &ahead, "counter"), ("not an id", &now, "audioId")] {
        let body = json!({ "items": [item, { "audioId": audio, "position": position }] });
        let refused = student.put("/me/positions", body).await;
        assert_eq!(
            (refused.status.as_u16(), refused.first_invalid_field()),
            (422, (field, "invalid")),
            "{}",
            refused.body
        );
    }
    let backwards = json!({ "items": [{ "audioId": audio, "position": { "counter": 1, "positionMs": -1 } }] });
    assert_eq!(student.put("/me/positions", backwards).await.problem(422), "validation");
    assert_eq!(student.get("/me/positions").await.expect(200)["items"], json!([]));
}

#[tokio::test]
async fn continue_listening_lists_unfinished_recordings_with_the_last_played_first() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Goes").await;
    let mut recordings = Vec::new();
    for (title, shelf) in [("First", ShelfId::DeepDive), ("Second", ShelfId::Radio), ("Opened", ShelfId::Radio)] {
        recordings.push(env.recording(shelf, title, 60).await);
    }
    tell(&student, &recordings[0], &position(0, "desk", 20_000)).await;
    tell(&student, &recordings[1], &position(0, "desk", 30_000)).await;
    tell(&student, &recordings[2], &position(0, "desk", 0)).await;
    let titles = async || {
        let listening = student.get("/me/listening").await.expect(200);
        let items = listening["items"].as_array().unwrap();
        items.iter().map(|item| item["audio"]["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles().await, ["Second", "First"]);
    let mut finished = position(1000, "desk", 60_000);
    finished["isFinished"] = json!(true);
    tell(&student, &recordings[1], &finished).await;
    assert_eq!(titles().await, ["First"]);
}

#[tokio::test]
async fn h32_performance_metrics_are_accepted_without_authentication() {
    let env = TestEnv::shared();
    let visitor = env.anonymous_client();
    let send = async |metrics: Value| visitor.post("/beacon", json!({ "metrics": metrics })).await;
    let odd = json!([
        { "name": "slow_load", "valueMs": 2450.5 },
        { "name": "slow_start", "valueMs": -7 },
        { "name": "of_my_own_making", "valueMs": 1 },
    ]);
    send(odd).await.expect(204);
    send(json!([])).await.expect(204);
    let one = json!({ "name": "slow_load", "valueMs": 1 });
    assert_eq!(send(json!(vec![one.clone(); 21])).await.body["fields"][0]["code"], "too_many");
    let view = json!({ "route": "/browse", "name": "view", "value": 1 });
    let both = async |metrics: usize, pages: usize| {
        let body = json!({ "metrics": vec![one.clone(); metrics], "pages": vec![view.clone(); pages] });
        visitor.post("/beacon", body).await.status.as_u16()
    };
    assert_eq!((both(9, 11).await, both(10, 11).await), (204, 422), "together at most 20");
    assert_eq!(send(json!([{ "name": "slow_load", "valueMs": "long" }])).await.problem(422), "validation");
}
