//! The activity list of the console: its filter, the names of objects, and imports.

use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use ulid::Ulid;

/// Creates a course and a chapter in it. Returns the code, and the path and the id of the chapter.
async fn chapter(admin: &ApiClient, stem: &str) -> (String, String, String) {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    let body = json!({ "number": 4, "title": "Inheritance" });
    let made = admin.post(&format!("/courses/{code}/chapters"), body).await.expect(201);
    let id = made["id"].as_str().unwrap().to_owned();
    (code.clone(), format!("/courses/{code}/chapters/{id}"), id)
}

/// Returns the entries that meet a filter on all pages, newest first.
async fn entries(admin: &ApiClient, filter: &str) -> Vec<Value> {
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = admin.get(&format!("/admin/activity?{filter}{cursor}")).await.expect(200);
        found.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return found,
        }
    }
}

fn actions(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["action"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn s6_adm_9_activity_log_is_filtered_by_administrator_kind_and_text() {
    let admin = TestEnv::shared().sign_in_admin().await;
    let (code, _, _) = chapter(&admin, "actfil").await;
    let words = code.to_lowercase();
    let all = entries(&admin, &format!("text={words}")).await;
    assert_eq!(actions(&all), ["create_chapter", "put_course"]);
    assert!(all.iter().all(|entry| entry["byId"] == admin.uid()), "{all:?}");
    assert_eq!(actions(&entries(&admin, &format!("text={words}&kind=course")).await), ["put_course"]);
    assert_eq!(actions(&entries(&admin, &format!("text={words}%20studies")).await), ["put_course"]);
    let by = |id: &str| format!("text={words}&by={id}");
    assert_eq!(actions(&entries(&admin, &by(admin.uid())).await), ["create_chapter", "put_course"]);
    assert!(entries(&admin, &by("nobody")).await.is_empty());
    assert!(entries(&admin, &format!("text={words}&month=2020-01")).await.is_empty());
    assert!(entries(&admin, &format!("text={words}%20%40%20home")).await.is_empty(), "an address is only text here");

    for (bad, field) in [(format!("text={}", "x".repeat(101)), "text"), ("by=%20a%2Fb".to_owned(), "by")] {
        let refused = admin.get(&format!("/admin/activity?{bad}")).await;
        assert_eq!((refused.status.as_u16(), refused.body["fields"][0]["field"].as_str()), (422, Some(field)), "{bad}");
    }
    assert_eq!(admin.get("/admin/activity?kind=gossip").await.problem(422), "validation");
}

#[tokio::test]
async fn s6_adm_9_activity_log_entries_keep_the_name_that_an_item_had_at_the_time_of_the_action() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Asker").await);
    let (code, path, id) = chapter(&admin, "actobj").await;
    let card = json!({ "title": "What is slicing?", "content": "A copy." });
    admin.post(&format!("{path}/cards"), card).await.expect(201);
    let edit = json!({ "number": 4, "title": "Dispatch", "version": 1 });
    admin.patch(&path, edit).await.expect(200);
    admin.delete(&path).await.expect(204);
    let wanted = env.unique_name("actreq").to_uppercase();
    let request = json!({ "courseCode": wanted, "courseName": "Wanted studies", "reason": "", "anonymous": false });
    student.post("/requests", request).await.expect(201);
    let decision = json!({ "state": "planned", "answer": "" });
    admin.put(&format!("/requested-courses/{wanted}"), decision).await.expect(200);

    let log = entries(&admin, &format!("text={code}")).await;
    let named: Vec<_> = log.iter().map(|entry| (entry["action"].as_str().unwrap(), entry["object"].clone())).collect();
    let expected = [
        ("delete_chapter", json!(format!("{code}, chapter 4 ‘Dispatch’"))),
        ("edit_chapter", json!(format!("{code}, chapter 4 ‘Inheritance’"))),
        ("create_card", json!(format!("What is slicing? ({code}, chapter 4)"))),
        ("create_chapter", json!(format!("{code}, chapter 4 ‘Inheritance’"))),
        ("put_course", json!(format!("{code}: Studies"))),
    ];
    assert_eq!(named, expected);
    assert_eq!(log[0]["target"], id.as_str());
    let decided = entries(&admin, &format!("text={wanted}&kind=request")).await;
    assert_eq!(decided[0]["object"], format!("{wanted}: Wanted studies"));
}

#[tokio::test]
async fn s6_import_1_s6_adm_9_an_import_of_several_requests_is_one_log_entry_with_the_number_of_cards_the_course_and_the_chapter()
 {
    let admin = TestEnv::shared().sign_in_admin().await;
    let (code, path, id) = chapter(&admin, "actimp").await;
    let import = format!("{path}/cards/import");
    let batch = |cards: usize| {
        let card = |number: usize| json!({ "id": Ulid::generate().to_string(), "title": number.to_string(), "content": "Back" });
        json!({ "cards": (0..cards).map(card).collect::<Vec<_>>() })
    };
    let first = batch(50);
    for cards in [first.clone(), batch(50), first, batch(1)] {
        admin.post(&import, cards).await.expect(200);
    }
    let log = entries(&admin, &format!("text={code}&kind=card")).await;
    assert_eq!(actions(&log), ["import_cards", "create_chapter"], "{log:?}");
    let entry = &log[0];
    assert_eq!(
        (&entry["target"], &entry["after"]),
        (&json!(id), &json!("101 cards")),
        "a repeated request counts once"
    );
    assert_eq!(entry["object"], format!("{code}, chapter 4 ‘Inheritance’"));
}
