//! Changes on the site after an import.

use journeys::TestEnv;
use journeys::access_keys::create_key_for;
use serde_json::json;

use super::example::{note, own_file, picture, recording, upload};
use super::{change, course_json, export, folder, run};

#[tokio::test]
async fn s6_cli_7_changes_on_the_site_are_shown_and_replaced() {
    let env = TestEnv::shared();
    if env.is_deployed() {
        return;
    }
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("clich").to_uppercase();
    let other = format!("{code}X");
    let about = json!({ "title": "Studies", "description": "" });
    admin.put(&format!("/courses/{code}"), about).await.expect(200);
    let chapters = format!("/courses/{code}/chapters");
    let chapter = json!({ "number": 1, "title": "Patterns", "description": "" });
    let id = admin.post(&chapters, chapter).await.expect(201)["id"].as_str().unwrap().to_owned();
    let cards = format!("{chapters}/{id}/cards");
    let deck = admin.post(&cards, json!({ "title": "Front", "content": "Back" })).await.expect(201);
    let card = deck["cards"][0]["id"].as_str().unwrap();
    let jpeg = || json!({ "fileName": "p.jpg", "contentType": "image/jpeg" });
    upload(&admin, &format!("{cards}/{card}/image"), jpeg(), picture(96)).await;
    admin.post(&cards, json!({ "title": "Plain", "content": "Text" })).await.expect(201);
    let (_keep, folder) = folder();
    export(env, &code, &folder).await;
    change(&folder, |course| course["course"]["code"] = json!(other));
    let path = folder.to_str().unwrap();
    let (_, key) = create_key_for(env, &admin, "Import", "import").await;
    let (exit, printed) = run(env, &key, &["import", path]).await;
    assert_eq!(exit, Some(0), "{printed}");

    // The front and the picture of a card, and a picture that only the site has.
    let chapters = admin.get(&format!("/courses/{other}/chapters")).await.expect(200);
    let deck_path = format!("/courses/{other}/chapters/{}", chapters["items"][0]["id"].as_str().unwrap());
    let deck = admin.get(&deck_path).await.expect(200);
    for (number, alt, width) in [(0, "A <circle>", 120), (1, "Only here", 130)] {
        let card = &deck["cards"][number];
        let card_path = format!("{deck_path}/cards/{}", card["id"].as_str().unwrap());
        let (front, back) = if number == 0 { ("Edited", &card["content"]) } else { ("Plain", &json!("Edited")) };
        upload(&admin, &format!("{card_path}/image"), jpeg(), picture(width)).await;
        let now = &admin.get(&deck_path).await.expect(200)["cards"][number];
        let edit = json!({ "title": front, "content": back, "imageAlt": alt, "version": now["version"] });
        admin.patch(&card_path, edit).await.expect(200);
    }
    for options in [&["import", path][..], &["import", path, "--replace", "--dry-run"]] {
        let (exit, printed) = run(env, &key, options).await;
        let differs = printed.lines().filter(|line| line.starts_with("differs")).count();
        assert!(exit == Some(1) && differs == 3, "{printed}");
        assert!(printed.contains("Another picture.") && printed.contains("Other values: front"), "{printed}");
        assert!(!printed.contains("published"), "{printed}");
    }
    let (exit, printed) = run(env, &key, &["import", path, "--replace"]).await;
    assert!(exit == Some(0) && printed.contains("3 updated"), "{printed}");
    let deck = admin.get(&deck_path).await.expect(200);
    assert_eq!(deck["cards"].as_array().map(Vec::len), Some(2), "{deck}");
    assert!(deck["cards"][0]["title"] == "Front" && deck["cards"][1]["content"] == "Text", "{deck}");
    assert_eq!(deck["cards"][1]["image"]["alt"], "Only here");
    let (exit, printed) = run(env, &key, &["import", path]).await;
    assert!(exit == Some(0) && printed.contains("Nothing was changed"), "{printed}");
}

#[tokio::test]
async fn s6_cli_7_nothing_is_sent_to_a_visible_course_that_is_hidden_in_the_export() {
    let env = TestEnv::shared();
    if env.is_deployed() {
        return;
    }
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("clivis").to_uppercase();
    let other = format!("{code}X");
    let about = json!({ "title": "Studies", "description": "" });
    admin.put(&format!("/courses/{code}"), about.clone()).await.expect(200);
    note(&admin, &code, (1, "Lecture", "A"), "one").await;
    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    let (_keep, folder) = folder();
    export(env, &code, &folder).await;
    change(&folder, |course| course["course"]["code"] = json!(other));
    // An earlier run was killed before it hid the course.
    admin.put(&format!("/courses/{other}"), about).await.expect(200);
    let path = folder.to_str().unwrap();
    let (_, key) = create_key_for(env, &admin, "Import", "import").await;
    let notes = format!("/courses/{other}/notes");
    let count = async || admin.get(&notes).await.expect(200)["notes"]["items"].as_array().map(Vec::len);
    let (exit, printed) = run(env, &key, &["import", path]).await;
    assert!(exit == Some(1) && printed.contains("Nothing was sent"), "{printed}");
    assert_eq!(count().await, Some(0));
    let (exit, printed) = run(env, &key, &["import", path, "--replace"]).await;
    assert_eq!(exit, Some(0), "{printed}");
    assert_eq!(count().await, Some(1));
    assert_eq!(admin.get(&format!("/admin/courses/{other}")).await.expect(200)["hidden"], true);
}

#[tokio::test]
async fn s6_cli_7_chapters_that_only_the_site_has_and_copies_of_a_note_are_listed() {
    let env = TestEnv::shared();
    if env.is_deployed() {
        return;
    }
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("clicopy").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    note(&admin, &code, (1, "Lecture", "A"), "one").await;
    let id = recording(&admin, &code, ("radio", "Recap"), ("b.m4a", own_file("chapters.m4a", &code))).await;
    let chapters = admin.get(&format!("/audio/{id}/waveform")).await.expect(200)["chapters"].clone();
    assert_ne!(chapters, json!([]));
    let (_keep, folder) = folder();
    export(env, &code, &folder).await;
    let note = course_json(&folder)["notes"][0].clone();
    let copy = note["file"]["path"].as_str().unwrap().replace("A.pdf", "B.pdf");
    std::fs::copy(folder.join(note["file"]["path"].as_str().unwrap()), folder.join(&copy)).unwrap();
    change(&folder, |course| {
        course["recordings"][0]["chapters"] = json!([]);
        let mut second = note.clone();
        second["title"] = json!("B");
        second["file"]["path"] = json!(copy);
        course["notes"].as_array_mut().unwrap().push(second);
    });
    let (_, key) = create_key_for(env, &admin, "Import", "import").await;
    let (exit, printed) = run(env, &key, &["import", folder.to_str().unwrap(), "--replace"]).await;
    assert!(exit == Some(1) && printed.contains("Remove them on its page"), "{printed}");
    assert!(printed.contains("It is the same file as"), "{printed}");
    assert_eq!(admin.get(&format!("/audio/{id}/waveform")).await.expect(200)["chapters"], chapters);
}
