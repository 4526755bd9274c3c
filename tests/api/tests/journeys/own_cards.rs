//! Study cards that students write for themselves.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::person::sha256;
use journeys::{Person, World};
use serde_json::{Value, json};
use store::keys::object;
use store::objects::{self, Bucket};
use ulid::Ulid;

/// A PNG, two pixels wide and one high.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGM4IQIEJwAGlwHhU6+OfQAAAABJRU5ErkJggg==";

async fn course(world: &'static World, stem: &str) -> String {
    let code = world.fresh(stem).to_uppercase();
    let admin = world.admin().await;
    admin.put(&format!("/courses/{code}"), json!({ "title": "Own", "description": "" })).await.expect(200);
    code
}

/// Writes a card and answers its path.
async fn write(student: &Person, course: &str, title: &str) -> String {
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
async fn s3_own_1_a_student_writes_edits_and_removes_a_card_that_nobody_else_sees() {
    let world = World::shared();
    let (student, other) = (world.student("Writes").await, world.student("Else").await);
    let course = course(world, "OWN10").await;
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
    assert_eq!(student.put(&path, edit.clone()).await.problem(409), "conflict");
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
    for _ in 0..2 {
        assert_eq!(student.delete(&path).await.expect(200), json!({ "edition": 3 }));
    }
    assert_eq!(student.get(&format!("/me/cards/{course}")).await.expect(200), json!({ "items": [] }));
}

#[tokio::test]
async fn s3_own_3_a_picture_is_given_to_its_owner_only_and_goes_with_its_card() {
    let world = World::shared();
    let (student, other) = (world.student("Draws").await, world.student("Else").await);
    let course = course(world, "OWN20").await;
    let path = write(&student, &course, "Look").await;
    assert_eq!(other.post(&format!("{path}/image"), declared().0).await.problem(404), "not_found");
    let (said, bytes) = declared();
    let ticket = student.post(&format!("{path}/image"), said).await.expect(201);
    assert_eq!(student.put_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = student.upload_outcome(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("ownCardImage")), "{outcome}");

    let list = student.get(&format!("/me/cards/{course}")).await.expect(200);
    let shown = &list["items"][0]["image"];
    assert_eq!((&shown["width"], &shown["height"]), (&json!(2), &json!(1)));
    let url = shown["url"].as_str().unwrap().strip_prefix("/api").unwrap().to_owned();
    assert!(student.get("/me/cards").await.expect(200)["pictureBytes"].as_u64().unwrap() > 0);
    let picture = student.get(&url).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, Some("image/jpeg")));
    assert_eq!(picture.header("cache-control"), Some("no-store"), "no browser keeps it for whoever comes next");
    assert_eq!(other.get(&url).await.problem(404), "not_found");
    assert_eq!(world.visitor().get(&url).await.problem(401), "unauthenticated");

    let image = url.rsplit('/').next().unwrap().parse().unwrap();
    let key = object::own_card_image(&student.uid().parse().unwrap(), image);
    let lies_there = async || {
        let key = key.clone();
        world.behind_the_scenes(async move |store| objects::head(&store, Bucket::Files, &key).await.unwrap()).await
    };
    assert!(lies_there().await.is_some());
    student.delete(&path).await.expect(200);
    assert_eq!(student.get(&url).await.problem(404), "not_found");
    world.eventually("the picture to go", async || lies_there().await.is_none().then_some(())).await;
    let empty = json!({ "items": [], "cards": 0, "pictureBytes": 0 });
    assert_eq!(student.get("/me/cards").await.expect(200), empty);
}

#[tokio::test]
async fn s3_own_2_a_card_outlives_its_chapter_and_follows_its_merged_course() {
    let world = World::shared();
    let (admin, student) = (world.admin().await, world.student("Stays").await);
    let (from, into) = (course(world, "OWN30").await, course(world, "OWN40").await);
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
