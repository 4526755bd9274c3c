//! Personal cards of students.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::Timestamp;
use store::keys::object;
use store::objects::{self, Bucket};
use ulid::Ulid;
use wasm_core::study::CardKey;

/// A PNG of 2 × 1 pixels.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGM4IQIEJwAGlwHhU6+OfQAAAABJRU5ErkJggg==";

async fn course(env: &'static TestEnv, stem: &str) -> String {
    let code = env.unique_name(stem).to_uppercase();
    let admin = env.sign_in_admin().await;
    admin.put(&format!("/courses/{code}"), json!({ "title": "Own", "description": "" })).await.expect(200);
    code
}

/// Creates a card and returns its path.
async fn write(student: &ApiClient, course: &str, title: &str) -> String {
    let path = format!("/me/cards/{course}/{}", Ulid::generate());
    student.put(&path, json!({ "title": title, "content": "Because $x^2 \\ge 0$." })).await.expect(200);
    path
}

fn declared() -> (Value, Vec<u8>) {
    let bytes = STANDARD.decode(PICTURE).unwrap();
    let declared = json!({
        "fileName": "vtable.png", "contentType": "image/png", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    (declared, bytes)
}

#[tokio::test]
async fn s3_own_1_an_own_card_can_be_written_edited_and_removed_and_is_visible_to_its_owner_only() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Writes").await, env.sign_up_student("Else").await);
    let course = course(env, "OWN10").await;
    assert_eq!(student.get("/me/cards").await.expect(200), json!({ "items": [], "cards": 0, "pictureBytes": 0 }));
    let (id, chapter) = (Ulid::generate().to_string(), Ulid::generate().to_string());
    let path = format!("/me/cards/{course}/{id}");
    let body = json!({ "title": "What is **slicing**?", "content": "Copying.", "chapterId": chapter });
    let kept = student.put(&path, body).await.expect(200);
    let card = json!({
        "id": id, "course": course, "chapterId": chapter, "title": "What is **slicing**?", "content": "Copying.",
        "version": 1,
    });
    assert_eq!(kept, json!({ "card": card, "edition": 1 }));
    assert_eq!(student.get(&format!("/me/cards/{course}")).await.expect(200), json!({ "items": [card] }));
    let overview = json!({
        "items": [{ "course": course, "cards": 1, "edition": 1 }], "cards": 1, "pictureBytes": 0,
    });
    assert_eq!(student.get("/me/cards").await.expect(200), overview);

    let edit = json!({ "title": "Why?", "content": "So.", "version": 1 });
    let edited = student.put(&path, edit.clone()).await.expect(200);
    assert_eq!((&edited["card"]["title"], &edited["edition"]), (&json!("Why?"), &json!(2)));
    assert_eq!(student.put(&path, edit.clone()).await.expect(200), edited, "the same edit again changes nothing");
    let stale = json!({ "title": "How?", "content": "So.", "version": 1 });
    assert_eq!(student.put(&path, stale).await.problem(409), "conflict");
    let unseen = format!("/me/cards/{course}/{}", Ulid::generate());
    assert_eq!(student.put(&unseen, edit).await.problem(404), "not_found");
    let empty = student.put(&path, json!({ "title": " " })).await;
    assert_eq!(empty.body["fields"].as_array().unwrap().len(), 2, "{}", empty.body);
    let nowhere = json!({ "title": "T", "content": "C" });
    let nowhere = student.put(&format!("/me/cards/NOSUCH999/{}", Ulid::generate()), nowhere).await;
    assert_eq!(nowhere.problem(404), "not_found");

    assert_eq!(other.get(&format!("/me/cards/{course}")).await.expect(200), json!({ "items": [] }));
    other.delete(&path).await.expect(200);
    assert_eq!(student.get("/me/cards").await.expect(200)["cards"], 1);
    assert_eq!(student.delete(&format!("{path}?version=1")).await.problem(409), "conflict", "edited on another device");
    assert_eq!(student.get(&format!("/me/cards/{course}")).await.expect(200)["items"][0]["title"], "Why?");
    for _ in 0..2 {
        assert_eq!(student.delete(&format!("{path}?version=2")).await.expect(200), json!({ "edition": 3 }));
    }
    assert_eq!(student.get(&format!("/me/cards/{course}")).await.expect(200), json!({ "items": [] }));
}

/// Adds an image to a card and returns the path of the image.
async fn with_picture(student: &ApiClient, course: &str, path: &str) -> String {
    let (said, bytes) = declared();
    let ticket = student.post(&format!("{path}/image"), said).await.expect(201);
    assert_eq!(student.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = student.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("personalCardImage")), "{outcome}");
    let list = student.get(&format!("/me/cards/{course}")).await.expect(200);
    let shown = &list["items"][0]["image"];
    assert_eq!((&shown["width"], &shown["height"]), (&json!(2), &json!(1)));
    shown["url"].as_str().unwrap().strip_prefix("/api").unwrap().to_owned()
}

#[tokio::test]
async fn s3_own_3_an_own_card_image_is_served_to_its_owner_only_and_removed_with_its_card() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Draws").await, env.sign_up_student("Else").await);
    let course = course(env, "OWN20").await;
    let path = write(&student, &course, "Look").await;
    assert_eq!(other.post(&format!("{path}/image"), declared().0).await.problem(404), "not_found");
    let url = with_picture(&student, &course, &path).await;
    assert!(student.get("/me/cards").await.expect(200)["pictureBytes"].as_u64().unwrap() > 0);
    let picture = student.get(&url).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, Some("image/jpeg")));
    assert_eq!(picture.header("cache-control"), Some("no-store"), "no browser keeps it for whoever comes next");
    assert_eq!(other.get(&url).await.problem(404), "not_found");
    assert_eq!(env.anonymous_client().get(&url).await.problem(401), "unauthenticated");

    let lies_there = async |url: &str| {
        let image = url.rsplit('/').next().unwrap().parse().unwrap();
        let key = object::personal_card_image(&student.uid().parse().unwrap(), image);
        env.with_store(async move |store| objects::head(&store, Bucket::Files, &key).await.unwrap()).await
    };
    assert!(lies_there(&url).await.is_some());
    assert_eq!(other.delete(&format!("{path}/image")).await.problem(404), "not_found");
    let bare = student.delete(&format!("{path}/image")).await.expect(200);
    assert_eq!((&bare["card"]["title"], bare["card"].get("image")), (&json!("Look"), None), "{bare}");
    env.wait_until("the picture to go", async || lies_there(&url).await.is_none().then_some(())).await;

    let url = with_picture(&student, &course, &path).await;
    student.delete(&path).await.expect(200);
    assert_eq!(student.get(&url).await.problem(404), "not_found");
    env.wait_until("the picture to go", async || lies_there(&url).await.is_none().then_some(())).await;
    let empty = json!({ "items": [], "cards": 0, "pictureBytes": 0 });
    assert_eq!(student.get("/me/cards").await.expect(200), empty);
}

#[tokio::test]
async fn s3_own_3_an_own_card_image_can_be_replaced_by_one_of_the_same_size() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Again").await;
    let course = course(env, "OWN25").await;
    let path = write(&student, &course, "Look").await;
    let first = with_picture(&student, &course, &path).await;
    let bytes = student.get("/me/cards").await.expect(200)["pictureBytes"].clone();
    let second = with_picture(&student, &course, &path).await;
    assert_ne!(first, second);
    assert_eq!(student.get(&second).await.status.as_u16(), 200);
    assert_eq!(student.get("/me/cards").await.expect(200)["pictureBytes"], bytes);
}

#[tokio::test]
async fn s3_own_1_an_import_containing_an_id_twice_is_rejected_completely() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Twice").await);
    let course = course(env, "OWN26").await;
    let chapter = json!({ "number": 1, "title": "All" });
    let chapter = admin.post(&format!("/courses/{course}/chapters"), chapter).await.expect(201);
    let chapter = format!("/courses/{course}/chapters/{}", chapter["id"].as_str().unwrap());
    let id = Ulid::generate().to_string();
    let card = |title: &str| json!({ "id": id, "title": title, "content": "Back" });
    let import = json!({ "cards": [card("One"), card("Other")] });
    let own = student.post(&format!("/me/cards/{course}/import"), import.clone()).await;
    let of_chapter = admin.post(&format!("{chapter}/cards/import"), import).await;
    for refused in [own, of_chapter] {
        assert_eq!(
            (refused.status.as_u16(), refused.first_invalid_field()),
            (422, ("cards", "duplicate")),
            "{}",
            refused.body
        );
    }
    assert_eq!(student.get("/me/cards").await.expect(200)["cards"], 0);
    assert_eq!(admin.get(&chapter).await.expect(200)["cards"], json!([]));
}

/// Returns title and path of all cards of a course, sorted by title.
async fn listed(student: &ApiClient, course: &str) -> Vec<(String, String)> {
    let list = student.get(&format!("/me/cards/{course}")).await.expect(200);
    let one = |card: &Value| {
        let [title, id] = ["title", "id"].map(|name| card[name].as_str().unwrap().to_owned());
        (title, format!("/me/cards/{course}/{id}"))
    };
    let mut cards: Vec<_> = list["items"].as_array().unwrap().iter().map(one).collect();
    cards.sort();
    cards
}

#[tokio::test]
async fn s3_own_2_two_cards_with_the_same_id_both_survive_the_merge_of_their_courses() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Collides").await);
    let (from, into) = (course(env, "OWN50").await, course(env, "OWN60").await);
    let id = Ulid::generate();
    let (old, new) = (format!("/me/cards/{from}/{id}"), format!("/me/cards/{into}/{id}"));
    student.put(&old, json!({ "title": "Moved", "content": "C" })).await.expect(200);
    student.put(&new, json!({ "title": "There", "content": "C" })).await.expect(200);
    let other = write(&student, &from, "Moved as well").await;
    let (picture, there) = (with_picture(&student, &from, &old).await, with_picture(&student, &into, &new).await);
    admin.merge(&from, &into).await;

    let overview = student.get("/me/cards").await.expect(200);
    assert_eq!((&overview["items"][0]["course"], &overview["items"][0]["cards"]), (&json!(into), &json!(3)));
    let cards = listed(&student, &into).await;
    let titles: Vec<_> = cards.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["Moved", "Moved as well", "There"]);
    assert_eq!(cards[1].1, other.replace(&from, &into), "a card keeps its id where it can");
    assert_eq!(cards[2].1, new);
    for picture in [picture, there] {
        assert_eq!(student.get(&picture).await.status.as_u16(), 200, "{picture}");
    }

    // Offline requests use the old path and must reach the moved card.
    student.put(&old, json!({ "title": "Edited", "content": "C" })).await.expect(200);
    let titles: Vec<_> = listed(&student, &into).await.into_iter().map(|(title, _)| title).collect();
    assert_eq!(titles, ["Edited", "Moved as well", "There"]);
    for _ in 0..2 {
        student.delete(&old).await.expect(200);
        assert_eq!(listed(&student, &into).await.len(), 2);
    }
    student.delete(&other).await.expect(200);
    assert_eq!(listed(&student, &into).await, [("There".to_owned(), new)]);
}

#[tokio::test]
async fn s3_own_2_a_card_written_offline_for_a_merged_course_does_not_replace_another_card() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Late").await);
    let (from, into) = (course(env, "OWN70").await, course(env, "OWN80").await);
    let id = Ulid::generate();
    student.put(&format!("/me/cards/{into}/{id}"), json!({ "title": "There", "content": "C" })).await.expect(200);
    admin.merge(&from, &into).await;
    for title in ["Late", "Late and edited"] {
        let late = json!({ "title": title, "content": "C" });
        student.put(&format!("/me/cards/{from}/{id}"), late).await.expect(200);
        let titles: Vec<_> = listed(&student, &into).await.into_iter().map(|(title, _)| title).collect();
        assert_eq!(titles, [title, "There"]);
    }
}

#[tokio::test]
async fn s3_own_2_own_cards_survive_their_chapter_and_move_with_a_course_merge() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Stays").await);
    let (from, into) = (course(env, "OWN30").await, course(env, "OWN40").await);
    let chapter = json!({ "number": 1, "title": "Inheritance" });
    let chapter = admin.post(&format!("/courses/{from}/chapters"), chapter).await.expect(201)["id"].clone();
    let path = format!("/me/cards/{from}/{}", Ulid::generate());
    student.put(&path, json!({ "title": "T", "content": "C", "chapterId": chapter })).await.expect(200);
    admin.delete(&format!("/courses/{from}/chapters/{}", chapter.as_str().unwrap())).await.expect(204);
    let list = student.get(&format!("/me/cards/{from}")).await.expect(200);
    assert_eq!(list["items"][0]["chapterId"], chapter, "it says where it was, and nothing else is lost");

    admin.merge(&from, &into).await;
    let overview = student.get("/me/cards").await.expect(200);
    assert_eq!(overview["items"].as_array().unwrap().len(), 1);
    assert_eq!(overview["items"][0]["course"], into);
    let list = student.get(&format!("/me/cards/{into}")).await.expect(200);
    assert_eq!(list["items"][0]["title"], "T");
}

/// Creates this number of cards to import.
fn import(count: usize) -> Vec<Value> {
    let card = |number| {
        let title = format!("Front {number:02}");
        json!({ "id": Ulid::generate().to_string(), "title": title, "content": "Back" })
    };
    (0..count).map(card).collect()
}

#[tokio::test]
async fn s4_own_4_many_own_cards_are_removed_in_one_request_and_only_by_their_owner() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Undoes").await, env.sign_up_student("Else").await);
    let course = course(env, "OWN90").await;
    write(&student, &course, "Stays").await;
    let mut ids = vec![json!(Ulid::generate().to_string())];
    for _ in 0..2 {
        let cards = import(50);
        ids.extend(cards.iter().map(|card| card["id"].clone()));
        student.post(&format!("/me/cards/{course}/import"), json!({ "cards": cards })).await.expect(204);
    }
    let remove = format!("/me/cards/{course}/remove");
    let imported = json!({ "ids": ids });
    assert_eq!(other.post(&remove, imported.clone()).await.expect(200), json!({ "removed": 0 }));
    let many: Vec<String> = (0..201).map(|_| Ulid::generate().to_string()).collect();
    let refused = student.post(&remove, json!({ "ids": many })).await;
    assert_eq!(
        (refused.status.as_u16(), refused.first_invalid_field()),
        (422, ("ids", "too_many")),
        "{}",
        refused.body
    );
    assert_eq!(student.get("/me/cards").await.expect(200)["cards"], 101);
    for removed in [100, 0] {
        assert_eq!(student.post(&remove, imported.clone()).await.expect(200), json!({ "removed": removed }));
        let left = listed(&student, &course).await;
        assert_eq!(left.iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>(), ["Stays"]);
        assert_eq!(student.get("/me/cards").await.expect(200)["cards"], 1);
    }
}

#[tokio::test]
async fn s4_own_4_an_import_repeated_after_a_course_merge_duplicates_no_card() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Resumes").await);
    let (from, into) = (course(env, "OWN92").await, course(env, "OWN94").await);
    let mut cards = import(3);
    student.post(&format!("/me/cards/{from}/import"), json!({ "cards": cards[..2] })).await.expect(204);
    admin.merge(&from, &into).await;
    for code in [&from, &into] {
        student.post(&format!("/me/cards/{code}/import"), json!({ "cards": cards })).await.expect(204);
    }
    assert_eq!(student.get("/me/cards").await.expect(200)["cards"], 3);
    let there = listed(&student, &into).await;
    let titles: Vec<_> = there.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["Front 00", "Front 01", "Front 02"]);

    cards.truncate(2);
    let ids: Vec<Value> = cards.iter().map(|card| card["id"].clone()).collect();
    let removed = student.post(&format!("/me/cards/{from}/remove"), json!({ "ids": ids })).await.expect(200);
    assert_eq!(removed, json!({ "removed": 2 }), "by the code that the page still has");
    assert_eq!(listed(&student, &into).await.len(), 1);
}

#[tokio::test]
async fn s3_gap_1_a_card_with_gaps_needs_no_back_and_its_gaps_are_checked_and_reviewed_one_by_one() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Gaps").await;
    let course = course(env, "OWN12").await;
    let id = Ulid::generate();
    let path = format!("/me/cards/{course}/{id}");
    let body = json!({ "title": "{{c1::Ottawa::city}} is the {{c2::capital}}", "content": "" });
    let kept = student.put(&path, body).await.expect(200);
    assert_eq!((&kept["card"]["content"], &kept["card"]["version"]), (&json!(""), &json!(1)));
    for title in ["{{c1::Ottawa", "{{c1::}}", "{{c51::x}}", "{{c1::all of {{c2::this}}}}", "No gap"] {
        let refused = student.put(&path, json!({ "title": title, "content": "", "version": 1 })).await;
        let field = if title == "No gap" { ("content", "required") } else { ("title", "invalid") };
        assert_eq!((refused.status.as_u16(), refused.first_invalid_field()), (422, field), "{title}");
    }
    let gap = CardKey(u128::from(id)).gap(2).unwrap().to_string();
    let event = json!({
        "sequence": 1, "cardId": gap, "whenMs": Timestamp::now().epoch_millis(), "zoneMinutes": 0, "action": "good",
        "tookMs": 4000,
    });
    student.post("/me/study/log", json!({ "device": 5, "events": [event] })).await.expect(204);
    let log = student.get("/me/study/log").await.expect(200);
    let bytes = STANDARD.decode(log["items"][0]["events"].as_str().unwrap()).unwrap();
    let events = wasm_core::study::batch::decode(&bytes).unwrap();
    assert_eq!(events[0].card.note_and_gap(), (CardKey(u128::from(id)), Some(2)));
}
