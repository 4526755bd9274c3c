//! Anki decks: upload, preview and import.

use journeys::api_client::sha256;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::cards::{CardDraft, CardImage};
use store::keys::object;
use store::objects::{self, Bucket};
use store::personal_cards::{self, NewImage, NewPersonalCard};
use store::{CardId, CardImageId, Store, Timestamp};
use tokio::task::JoinSet;
use ulid::Ulid;
use wasm_core::limits::{OWN_CARD_PICTURES_MAX_BYTES, OWN_CARDS_MAX};

/// Uploads a deck. Returns its id and the result.
async fn send(person: &ApiClient, bytes: Vec<u8>) -> (String, Value) {
    let announced = json!({ "fileName": "Numbers.apkg", "sizeBytes": bytes.len(), "sha256": sha256(&bytes) });
    let ticket = person.post("/decks", announced).await.expect(201);
    assert_eq!(person.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let id = ticket["id"].as_str().unwrap().to_owned();
    let outcome = person.wait_for_upload(&id).await;
    (id, outcome)
}

/// Downloads the preview of a deck: its cards and the skipped content.
async fn look(person: &ApiClient, id: &str) -> Value {
    let address = person.get(&format!("/decks/{id}")).await.expect(200);
    reqwest::get(address["url"].as_str().unwrap()).await.unwrap().json().await.unwrap()
}

fn batch(cards: &[Value], deck: &str) -> Value {
    let with_id = |card: &Value| {
        let mut card = card.clone();
        card["id"] = Ulid::generate().to_string().into();
        card
    };
    json!({ "deck": deck, "cards": cards.iter().map(with_id).collect::<Vec<_>>() })
}

async fn course(env: &TestEnv, admin: &ApiClient) -> String {
    let code = env.unique_name("DECK10").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Decks", "description": "" })).await.expect(200);
    code
}

#[tokio::test]
async fn s6_import_3_an_anki_deck_is_uploaded_previewed_and_imported_with_its_images() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let code = course(env, &admin).await;
    let chapter =
        admin.post(&format!("/courses/{code}/chapters"), json!({ "number": 1, "title": "All" })).await.expect(201);
    let path = format!("/courses/{code}/chapters/{}", chapter["id"].as_str().unwrap());
    let (id, outcome) = send(&admin, fixture("deck-small.apkg")).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("deck")), "{outcome}");
    student.get(&format!("/decks/{id}")).await.problem(404);
    let deck = look(&admin, &id).await;
    let cards = deck["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 8);
    assert_eq!(cards[0]["title"], "What is **number** 0?");
    assert_eq!((&cards[0]["picture"]["width"], &cards[0]["picture"]["height"]), (&json!(24), &json!(16)));
    let left: Vec<_> = deck["leftOut"].as_array().unwrap().iter().map(|left| &left["count"]).collect();
    assert_eq!(left, [1, 1, 1, 1], "{deck}");

    let import = batch(cards, &id);
    assert_eq!(student.post(&format!("{path}/cards/import"), import.clone()).await.problem(403), "forbidden");
    for _ in 0..2 {
        let chapter = admin.post(&format!("{path}/cards/import"), import.clone()).await.expect(200);
        assert_eq!(chapter["cardCount"], 8);
    }
    let shown = student.get(&path).await.expect(200);
    let image = &shown["cards"][0]["image"];
    assert_eq!((&image["width"], &image["height"]), (&json!(24), &json!(16)));
    assert!(shown["cards"][6]["image"].is_null(), "{shown}");
    let picture = student.get(image["url"].as_str().unwrap().strip_prefix("/api").unwrap()).await;
    assert_eq!(picture.status.as_u16(), 302, "it is there: {}", picture.body);

    // A missing picture, a picture of another user's deck, and cards without a deck.
    let mut wrong = batch(&cards[..1], &id);
    wrong["cards"][0]["picture"]["width"] = 25.into();
    assert_eq!(admin.post(&format!("{path}/cards/import"), wrong).await.problem(422), "validation");
    let own = format!("/me/cards/{code}/import");
    assert_eq!(student.post(&own, batch(&cards[..1], &id)).await.problem(404), "not_found");
    assert_eq!(
        student.post(&own, json!({ "cards": batch(&cards[..1], &id)["cards"] })).await.problem(404),
        "not_found"
    );
}

#[tokio::test]
async fn s4_own_4_two_thousand_deck_cards_with_images_are_imported_as_own_cards() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Collector").await;
    let code = course(env, &env.sign_in_admin().await).await;
    let (id, outcome) = send(&student, fixture("deck-present.apkg")).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    let deck = look(&student, &id).await;
    let cards = deck["cards"].as_array().unwrap();
    let path = format!("/me/cards/{code}/import");
    for cards in cards.chunks(50) {
        student.post(&path, batch(cards, &id)).await.expect(204);
    }
    let all = student.get("/me/cards").await.expect(200);
    assert_eq!((&all["cards"], &all["items"][0]["cards"]), (&json!(2005), &json!(2005)));
    assert!(all["pictureBytes"].as_u64().unwrap() > 300 * 100, "{all}");
    let (mut next, mut with_pictures, mut picture) = (String::new(), 0, None);
    loop {
        let page = student.get(&format!("/me/cards/{code}?{next}")).await.expect(200);
        let items = page["items"].as_array().unwrap();
        with_pictures += items.iter().filter(|card| !card["image"].is_null()).count();
        picture = picture.or_else(|| Some(items.first()?["image"]["url"].as_str()?.to_owned()));
        let Some(cursor) = page["nextCursor"].as_str() else { break };
        next = format!("cursor={cursor}");
    }
    // One of the cards with unsupported content also has a picture.
    assert_eq!(with_pictures, 301);
    let picture = student.get(picture.unwrap().strip_prefix("/api").unwrap()).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, Some("image/jpeg")));
}

/// Returns the number of image files of a student's personal cards.
async fn pictures_of(env: &TestEnv, student: &ApiClient) -> usize {
    env.count_files(&format!("own-cards/{}/", student.uid())).await
}

#[tokio::test]
async fn s4_own_4_a_rejected_import_leaves_no_images_and_two_identical_concurrent_imports_leave_one_copy_of_each() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Repeats").await;
    let code = course(env, &env.sign_in_admin().await).await;
    let (id, _) = send(&student, fixture("deck-present.apkg")).await;
    let deck = look(&student, &id).await;
    let pictured = deck["cards"].as_array().unwrap().iter().filter(|card| card["picture"].is_object());
    let pictured: Vec<Value> = pictured.take(100).cloned().collect();
    let path = format!("/me/cards/{code}/import");
    let import = batch(&pictured[..50], &id);

    let mut repeated = import.clone();
    repeated["cards"][1]["id"] = repeated["cards"][0]["id"].clone();
    let refused = student.post(&path, repeated).await;
    assert_eq!(
        (refused.status.as_u16(), refused.first_invalid_field()),
        (422, ("cards", "duplicate")),
        "{}",
        refused.body
    );
    assert_eq!(pictures_of(env, &student).await, 0);
    assert_eq!(student.get("/me/cards").await.expect(200)["cards"], 0);

    let mut equal = JoinSet::new();
    for _ in 0..10 {
        let (student, path, import) = (student.clone(), path.clone(), import.clone());
        equal.spawn(async move { student.post(&path, import).await.expect(204) });
    }
    equal.join_all().await;
    assert_eq!(pictures_of(env, &student).await, 50);
    assert_eq!(student.get("/me/cards").await.expect(200)["cards"], 50);

    let (owner, course) = (student.uid().parse().unwrap(), code.parse().unwrap());
    let fill = async move |store: Store| {
        let draft = CardDraft { title: "Front".into(), content: "Back".into(), image_alt: String::new() };
        let card = |_| {
            let (id, draft) = (CardId::generate(), draft.clone());
            NewPersonalCard { id, course, former_course: None, chapter: None, draft, source: None, image: None }
        };
        let cards: Vec<NewPersonalCard> = (0..OWN_CARDS_MAX - 50 - 49).map(card).collect();
        personal_cards::create_many(&store, &owner, &cards, Timestamp::now()).await.unwrap();
    };
    env.with_store(fill).await;
    for _ in 0..2 {
        assert_eq!(student.post(&path, batch(&pictured[50..], &id)).await.problem(409), "limit_reached");
    }
    assert_eq!(pictures_of(env, &student).await, 50);
}

#[tokio::test]
async fn s4_own_4_an_import_whose_pictures_exceed_50_mb_makes_no_card_and_no_file() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Full").await;
    let code = course(env, &env.sign_in_admin().await).await;
    let (owner, course) = (student.uid().parse().unwrap(), code.parse().unwrap());
    let fill = async move |store: Store| {
        let image = CardImage { id: CardImageId::generate(), width_px: 24, height_px: 16 };
        let draft = CardDraft { title: "Front".into(), content: "Back".into(), image_alt: String::new() };
        let image = Some(NewImage { image, bytes: OWN_CARD_PICTURES_MAX_BYTES - 1 });
        let card = NewPersonalCard {
            id: CardId::generate(),
            course,
            former_course: None,
            chapter: None,
            draft,
            source: None,
            image,
        };
        personal_cards::create_many(&store, &owner, &[card], Timestamp::now()).await.unwrap();
    };
    env.with_store(fill).await;
    let before = student.get("/me/cards").await.expect(200);
    assert_eq!(before["pictureBytes"], OWN_CARD_PICTURES_MAX_BYTES - 1);

    let (id, _) = send(&student, fixture("deck-small.apkg")).await;
    let deck = look(&student, &id).await;
    let import = batch(deck["cards"].as_array().unwrap(), &id);
    let path = format!("/me/cards/{code}/import");
    for _ in 0..2 {
        let refused = student.post(&path, import.clone()).await;
        assert!(refused.body["detail"].as_str().unwrap().contains("50 MB in total"), "{}", refused.body);
        assert_eq!(refused.problem(409), "limit_reached");
    }
    assert_eq!(student.get("/me/cards").await.expect(200), before);
    assert_eq!(pictures_of(env, &student).await, 0);
}

#[tokio::test]
async fn s4_own_4_an_image_that_an_interrupted_import_did_not_copy_is_copied_by_the_retry() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Interrupted").await;
    let code = course(env, &env.sign_in_admin().await).await;
    let (id, _) = send(&student, fixture("deck-small.apkg")).await;
    let deck = look(&student, &id).await;
    let import = batch(&deck["cards"].as_array().unwrap()[..1], &id);
    let path = format!("/me/cards/{code}/import");
    student.post(&path, import.clone()).await.expect(204);
    let cards = student.get(&format!("/me/cards/{code}")).await.expect(200);
    let url = cards["items"][0]["image"]["url"].as_str().unwrap().strip_prefix("/api").unwrap();
    let image = url.rsplit('/').next().unwrap().parse().unwrap();
    let key = object::personal_card_image(&student.uid().parse().unwrap(), image);
    env.with_store(async move |store| objects::delete(&store, Bucket::Files, &key).await.unwrap()).await;
    assert_eq!(student.get(url).await.problem(404), "not_found");
    student.post(&path, import).await.expect(204);
    assert_eq!(student.get(url).await.status.as_u16(), 200);
}

#[tokio::test]
async fn s4_own_4_imports_per_student_are_rate_limited() {
    let env = TestEnv::rate_limited();
    let student = env.sign_up_student("Hasty").await;
    let path = format!("/me/cards/{}/import", course(env, &env.sign_in_admin().await).await);
    let mut statuses = Vec::new();
    for _ in 0..601 {
        statuses.push(student.post(&path, json!({ "cards": [] })).await.status.as_u16());
    }
    assert_eq!((statuses[0], statuses[600]), (204, 429));
}

#[tokio::test]
async fn s6_import_4_a_file_that_is_not_a_deck_is_rejected_with_a_readable_reason() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Mistaken").await;
    let (id, outcome) = send(&student, b"front,back\n".to_vec()).await;
    assert_eq!(outcome["status"], "failed");
    assert!(outcome["reason"].as_str().unwrap().starts_with("This is not an Anki deck."), "{outcome}");
    student.get(&format!("/decks/{id}")).await.problem(404);
    let large = json!({ "fileName": "all.apkg", "sizeBytes": 100 * 1024 * 1024 + 1, "sha256": sha256(b"") });
    assert_eq!(student.post("/decks", large).await.problem(422), "validation");
}

#[tokio::test]
async fn s6_import_3_a_student_can_upload_three_decks_a_day_and_repeated_requests_do_not_count() {
    let env = TestEnv::rate_limited();
    let student = env.sign_up_student("Busy").await;
    let announce = async |id: Ulid| {
        let said = json!({ "id": id.to_string(), "fileName": "a.apkg", "sizeBytes": 5, "sha256": sha256(b"bytes") });
        student.post("/decks", said).await
    };
    let again = Ulid::generate();
    for id in [again, again, Ulid::generate(), Ulid::generate(), again] {
        announce(id).await.expect(201);
    }
    let refused = announce(Ulid::generate()).await;
    assert!(refused.header("retry-after").is_some());
    assert!(refused.body["detail"].as_str().unwrap().starts_with("You can import 3 decks a day."), "{}", refused.body);
    assert_eq!(refused.problem(429), "too_many_requests");
}
