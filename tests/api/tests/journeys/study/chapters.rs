//! Chapters and study cards, from the first chapter of a course to deletion.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use ulid::Ulid;

/// A PNG of 2 × 1 pixels.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGM4IQIEJwAGlwHhU6+OfQAAAABJRU5ErkJggg==";

/// Creates a course with a chapter. Returns the path of the chapter, the course code and the response.
async fn chapter(env: &TestEnv, admin: &ApiClient, number: u32) -> (String, String, Value) {
    let code = env.unique_name("STUD10");
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    let body = json!({ "number": number, "title": "Inheritance", "description": "What a base pointer knows." });
    let made = admin.post(&format!("/courses/{code}/chapters"), body).await.expect(201);
    (format!("/courses/{code}/chapters/{}", made["id"].as_str().unwrap()), code, made)
}

async fn add(admin: &ApiClient, path: &str, title: &str, order: Option<u32>) -> Value {
    let mut body = json!({ "title": title, "content": "Because $x^2 \\ge 0$." });
    if let Some(order) = order {
        body["order"] = order.into();
    }
    admin.post(&format!("{path}/cards"), body).await.expect(201)
}

fn titles(deck: &Value) -> Vec<&str> {
    deck["cards"].as_array().unwrap().iter().map(|card| card["title"].as_str().unwrap()).collect()
}

fn id_of(deck: &Value, title: &str) -> String {
    let cards = deck["cards"].as_array().unwrap();
    cards.iter().find(|card| card["title"] == title).unwrap()["id"].as_str().unwrap().to_owned()
}

/// Returns the body that creates the upload of the image, and the image.
fn declared() -> (Value, Vec<u8>) {
    let bytes = STANDARD.decode(PICTURE).unwrap();
    let declared = json!({
        "fileName": "vtable.png", "contentType": "image/png", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    (declared, bytes)
}

/// Uploads the image of a card.
async fn send_picture(admin: &ApiClient, card: &str) {
    let (declared, bytes) = declared();
    let ticket = admin.post(&format!("{card}/image"), declared).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("cardImage")), "{outcome}");
}

/// Returns true if the audit log contains this recent action.
async fn is_logged(admin: &ApiClient, action: &str, target: &str) -> bool {
    let log = admin.get("/admin/activity").await.expect(200);
    log["items"].as_array().unwrap().iter().any(|entry| entry["action"] == action && entry["target"] == target)
}

#[tokio::test]
async fn s3_chap_1_s7_rd_12_a_student_reads_the_chapters_of_a_course_by_number() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let (path, code, made) = chapter(env, &admin, 4).await;
    let first = json!({ "number": 2, "title": "Pointers" });
    admin.post(&format!("/courses/{code}/chapters"), first).await.expect(201);
    let list = student.get(&format!("/courses/{code}/chapters")).await.expect(200);
    let said: Vec<_> = list["items"].as_array().unwrap().iter().map(|each| (&each["number"], &each["title"])).collect();
    assert_eq!(said, [(&json!(2), &json!("Pointers")), (&json!(4), &json!("Inheritance"))]);
    let expected = json!({
        "id": made["id"], "course": code, "number": 4, "title": "Inheritance",
        "description": "What a base pointer knows.", "cardCount": 0, "version": 1,
    });
    assert_eq!(list["items"][1], expected);
    assert_eq!(student.get(&path).await.expect(200), json!({ "chapter": expected, "cards": [] }));

    let id = made["id"].as_str().unwrap();
    for nowhere in [
        format!("/courses/{code}/chapters/{}", Ulid::generate()),
        format!("/courses/{code}/chapters/4"),
        format!("/courses/CS246/chapters/{id}"),
    ] {
        assert_eq!(student.get(&nowhere).await.problem(404), "not_found", "{nowhere}");
    }
    assert_eq!(student.get("/courses/NONE999/chapters").await.problem(404), "not_found");
}

#[tokio::test]
async fn s3_chap_1_a_chapter_without_title_or_with_an_existing_number_is_rejected() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (path, code, _) = chapter(env, &admin, 4).await;
    let chapters = format!("/courses/{code}/chapters");
    let refused = admin.post(&chapters, json!({ "number": 1000, "title": " " })).await;
    let fields: Vec<_> = refused.body["fields"].as_array().unwrap().iter().map(|each| each["field"].clone()).collect();
    assert_eq!(fields, [json!("number"), json!("title")]);
    let taken = admin.post(&chapters, json!({ "number": 4, "title": "Another" })).await;
    assert_eq!(taken.body["fields"][0]["field"], "number");
    assert_eq!(taken.problem(409), "conflict");
    let id = Ulid::generate().to_string();
    for _ in 0..2 {
        let made = admin.post(&chapters, json!({ "id": id, "number": 5, "title": "Sent twice" })).await.expect(201);
        assert_eq!(made["id"], json!(id));
    }
    let edit = json!({ "number": 6, "title": "Dispatch", "version": 1 });
    let edited = admin.patch(&path, edit.clone()).await.expect(200);
    assert_eq!((&edited["number"], &edited["description"], &edited["version"]), (&json!(6), &json!(""), &json!(2)));
    assert_eq!(admin.patch(&path, edit).await.problem(409), "conflict", "somebody else's change is not overwritten");

    admin.publish_note_in_chapter(&code, 6, "A note of it", 1).await;
    let notes = admin.get(&format!("/courses/{code}/notes?chapter=6")).await.expect(200);
    assert_eq!(notes["chapter"], json!({ "number": 6, "title": "Dispatch" }), "notes are called by the same title");
}

#[tokio::test]
async fn s3_card_1_s7_rd_12_s2_route_23_cards_are_added_edited_reordered_and_removed() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let (path, code, made) = chapter(env, &admin, 4).await;
    add(&admin, &path, "Two", None).await;
    add(&admin, &path, "Three", None).await;
    add(&admin, &path, "One", Some(1)).await;
    let deck = student.get(&path).await.expect(200);
    assert_eq!(titles(&deck), ["One", "Two", "Three"]);
    assert_eq!(
        deck["cards"][1],
        json!({
            "id": id_of(&deck, "Two"), "chapterId": made["id"], "order": 2, "title": "Two",
            "content": "Because $x^2 \\ge 0$.", "version": 1,
        })
    );
    assert_eq!(deck["chapter"]["cardCount"], 3);

    let moved = json!({ "cardId": id_of(&deck, "One"), "after": id_of(&deck, "Three"), "version": 1 });
    let after = admin.post(&format!("{path}/order"), moved.clone()).await.expect(200);
    assert_eq!((titles(&after), &after["chapter"]["version"]), (vec!["Two", "Three", "One"], &json!(2)));
    let log = admin.get("/admin/activity").await.expect(200);
    let one = id_of(&deck, "One");
    let of_it = |entry: &&Value| entry["action"] == "reorder_cards" && entry["target"] == one.as_str();
    let entry = log["items"].as_array().unwrap().iter().find(of_it).unwrap();
    assert_eq!(entry["after"], "place 3 of 3");
    assert_eq!(admin.post(&format!("{path}/order"), moved).await.problem(409), "conflict");

    let two = format!("{path}/cards/{}", id_of(&deck, "Two"));
    let edit = json!({ "title": "Zwei", "content": "```\n  indented\n```", "version": 1 });
    let after = admin.patch(&two, edit.clone()).await.expect(200);
    assert_eq!((titles(&after), &after["cards"][0]["content"]), (vec!["Zwei", "Three", "One"], &edit["content"]));
    assert!(is_logged(&admin, "edit_card", &id_of(&deck, "Two")).await);
    assert_eq!(admin.patch(&two, edit).await.problem(409), "conflict");
    let empty = admin.patch(&two, json!({ "title": " ", "content": "", "version": 2 })).await;
    assert_eq!(empty.body["fields"].as_array().unwrap().len(), 2, "{}", empty.body);

    for _ in 0..2 {
        let left = admin.delete(&two).await.expect(200);
        assert_eq!((titles(&left), &left["chapter"]["cardCount"]), (vec!["Three", "One"], &json!(2)));
    }
    for (path, body) in
        [(format!("{path}/cards"), json!({ "title": "T", "content": "C" })), (format!("{path}/order"), json!({}))]
    {
        assert_eq!(student.post(&path, body).await.problem(403), "forbidden");
    }
    let elsewhere = format!("/courses/CS246/chapters/{}/cards/{}", made["id"].as_str().unwrap(), id_of(&deck, "One"));
    let edit = json!({ "title": "T", "content": "C", "version": 1 });
    assert_eq!(admin.patch(&elsewhere, edit).await.problem(404), "not_found");

    admin.delete(&path).await.expect(204);
    assert!(is_logged(&admin, "delete_chapter", made["id"].as_str().unwrap()).await);
    assert_eq!(student.get(&path).await.problem(404), "not_found");
    assert_eq!(student.get(&format!("/courses/{code}/chapters")).await.expect(200)["items"], json!([]));
}

#[tokio::test]
async fn s3_card_1_s7_fs_1_a_cards_picture_is_removed_with_the_card() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let (path, _, _) = chapter(env, &admin, 1).await;
    let deck = add(&admin, &path, "Look", None).await;
    let card = format!("{path}/cards/{}", id_of(&deck, "Look"));

    assert_eq!(student.post(&format!("{card}/image"), declared().0).await.problem(403), "forbidden");
    send_picture(&admin, &card).await;
    let edit = json!({ "title": "Look", "content": "C", "imageAlt": "Two boxes", "version": 1 });
    let shown = admin.patch(&card, edit).await.expect(200)["cards"][0]["image"].clone();
    assert_eq!((&shown["alt"], &shown["width"], &shown["height"]), (&json!("Two boxes"), &json!(2), &json!(1)));
    let url = shown["url"].as_str().unwrap().strip_prefix("/api").unwrap().to_owned();
    let address = env.anonymous_client().get(&url).await.header("location").unwrap().to_owned();
    assert!(address.contains("/study-cards/"), "{address}");
    let picture = reqwest::get(&address).await.unwrap();
    assert_eq!((picture.status().as_u16(), &picture.headers()["content-type"]), (200, &"image/jpeg".parse().unwrap()));

    let bare = admin.delete(&format!("{card}/image")).await.expect(200);
    assert!(bare["cards"][0].get("image").is_none(), "{bare}");
    assert_eq!(env.anonymous_client().get(&url).await.problem(404), "not_found");
    env.wait_until_gone("a card's picture", &address).await;

    send_picture(&admin, &card).await;
    let shown = admin.get(&path).await.expect(200)["cards"][0]["image"]["url"].as_str().unwrap().to_owned();
    let address =
        env.anonymous_client().get(shown.strip_prefix("/api").unwrap()).await.header("location").unwrap().to_owned();
    admin.delete(&path).await.expect(204);
    env.wait_until_gone("a picture of a removed chapter", &address).await;
}

#[tokio::test]
async fn s6_import_1_s6_import_2_many_cards_are_imported_in_one_request_and_each_is_validated_by_the_server() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let (path, _, made) = chapter(env, &admin, 4).await;
    let import = format!("{path}/cards/import");
    let card = |title: &str| json!({ "id": Ulid::generate().to_string(), "title": title, "content": "Back" });
    let batch = json!({ "cards": [card("One"), card("Two"), card("Three")] });
    student.post(&import, batch.clone()).await.problem(403);
    assert_eq!(admin.post(&import, batch.clone()).await.expect(200)["cardCount"], 3);
    assert_eq!(admin.post(&import, batch).await.expect(200)["cardCount"], 3, "sent again");
    assert_eq!(titles(&student.get(&path).await.expect(200)), ["One", "Two", "Three"]);
    assert!(is_logged(&admin, "import_cards", made["id"].as_str().unwrap()).await);

    for (bad, code) in [
        (json!({ "cards": [card("Four"), card(" ")] }), "validation"),
        (json!({ "cards": [card("Four"), card(&"x".repeat(501))] }), "validation"),
        (json!({ "cards": [{ "id": "four", "title": "Four", "content": "Back" }] }), "validation"),
        (json!({ "cards": (0..51).map(|number| card(&number.to_string())).collect::<Vec<_>>() }), "validation"),
    ] {
        assert_eq!(admin.post(&import, bad.clone()).await.problem(422), code, "{bad}");
    }
    assert_eq!(titles(&student.get(&path).await.expect(200)).len(), 3, "all or none");
    for number in 0..4 {
        let batch = json!({ "cards": (0..49).map(|each| card(&format!("{number} {each}"))).collect::<Vec<_>>() });
        admin.post(&import, batch).await.expect(200);
    }
    let full = json!({ "cards": [card("The last"), card("One too many")] });
    assert_eq!(admin.post(&import, full).await.problem(409), "limit_reached");
}

#[tokio::test]
async fn s6_import_5_many_cards_of_a_chapter_are_removed_in_one_request_with_one_log_entry() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let (path, code, made) = chapter(env, &admin, 4).await;
    add(&admin, &path, "There before", None).await;
    let card =
        |number: usize| json!({ "id": Ulid::generate().to_string(), "title": number.to_string(), "content": "Back" });
    let mut ids = vec![json!(Ulid::generate().to_string())];
    for _ in 0..2 {
        let batch: Vec<Value> = (0..50).map(card).collect();
        ids.extend(batch.iter().map(|card| card["id"].clone()));
        admin.post(&format!("{path}/cards/import"), json!({ "cards": batch })).await.expect(200);
    }
    let remove = format!("{path}/cards/remove");
    let imported = json!({ "ids": ids });
    assert_eq!(student.post(&remove, imported.clone()).await.problem(403), "forbidden");
    let many: Vec<String> = (0..201).map(|_| Ulid::generate().to_string()).collect();
    for (bad, why) in [(json!({ "ids": many }), "too_many"), (json!({ "ids": ["one"] }), "invalid")] {
        let refused = admin.post(&remove, bad).await;
        assert_eq!((refused.status.as_u16(), refused.first_invalid_field()), (422, ("ids", why)), "{}", refused.body);
    }
    assert_eq!(admin.post(&remove, imported.clone()).await.expect(200), json!({ "removed": 100 }));
    assert_eq!(admin.post(&remove, imported.clone()).await.expect(200), json!({ "removed": 0 }), "sent again");
    let left = student.get(&path).await.expect(200);
    assert_eq!((titles(&left), &left["chapter"]["cardCount"]), (vec!["There before"], &json!(1)));

    let log = admin.get("/admin/activity").await.expect(200);
    let entries = log["items"].as_array().unwrap().iter();
    let removals: Vec<_> =
        entries.filter(|entry| entry["action"] == "remove_cards" && entry["target"] == made["id"]).collect();
    assert_eq!(removals.len(), 1, "{removals:?}");
    let course = made["course"].as_str().unwrap();
    assert_eq!(removals[0]["object"], format!("{course}, chapter 4 ‘Inheritance’"));
    assert_eq!(removals[0]["before"], "100 cards");

    let elsewhere = format!("/courses/{code}/chapters/{}/cards/remove", Ulid::generate());
    assert_eq!(admin.post(&elsewhere, imported).await.problem(404), "not_found");
}

#[tokio::test]
async fn s6_adm_22_chapters_can_be_edited_and_deleted_by_the_old_course_code_after_a_merge() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (path, from, _) = chapter(env, &admin, 2).await;
    let into = env.unique_name("STUD11");
    admin.put(&format!("/courses/{into}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    let deck = add(&admin, &path, "Before", None).await;
    admin.merge(&from, &into).await;

    assert_eq!(titles(&add(&admin, &path, "After", None).await), ["Before", "After"]);
    let card = format!("{path}/cards/{}", id_of(&deck, "Before"));
    let edit = json!({ "title": "Edited", "content": "Back", "version": 1 });
    assert_eq!(titles(&admin.patch(&card, edit).await.expect(200)), ["Edited", "After"]);
    let body = json!({ "number": 3, "title": "New", "description": "" });
    let made = admin.post(&format!("/courses/{from}/chapters"), body).await.expect(201);
    assert_eq!(made["course"], json!(into));
    admin.delete(&path).await.expect(204);
    let left = admin.get(&format!("/courses/{into}/chapters")).await.expect(200);
    let numbers: Vec<_> = left["items"].as_array().unwrap().iter().map(|each| each["number"].clone()).collect();
    assert_eq!(numbers, [3]);
}
