//! Search of notes by title with one list file, for signed-in users only.

use background::changes::catalogue::decompress;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use wasm_core::catalogue::{Library, decode_library};

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    code
}

async fn manifest(client: &reqwest::Client) -> Option<Value> {
    TestEnv::shared().site(client, "/catalogue/manifest.json").send().await.unwrap().json().await.ok()
}

/// Returns the URL of the newest list of notes, if there is one.
async fn address(client: &reqwest::Client, member: &ApiClient) -> Option<String> {
    let sha256 = manifest(client).await?["notes"].as_str()?.to_owned();
    let answer = member.get(&format!("/library/notes/{sha256}")).await.expect(200);
    Some(answer["url"].as_str().unwrap().to_owned())
}

/// Downloads the newest list of notes, like the page.
async fn notes(client: &reqwest::Client, member: &ApiClient) -> Option<Vec<u8>> {
    let answer = client.get(address(client, member).await?).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-encoding"], "br", "browsers unpack it by this header");
    assert_eq!(answer.headers()["content-type"], "application/octet-stream");
    Some(decompress(&answer.bytes().await.unwrap()).unwrap())
}

/// Waits until the list contains the note with this title, or no longer contains it.
async fn comes_to_be(client: &reqwest::Client, member: &ApiClient, id: &str, title: Option<&str>) {
    let is_so = async || {
        let records = decode_library(&notes(client, member).await?).unwrap();
        let found = records.iter().find(|record| record.id == id).map(|record| record.title.as_str());
        (found == title).then_some(())
    };
    TestEnv::shared().wait_until(&format!("the note to be {title:?}"), is_so).await;
}

#[tokio::test]
async fn s2_find_1_a_student_finds_a_note_by_its_title_in_the_members_only_search_list() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Seeker").await);
    let client = reqwest::Client::new();
    let code = course(&admin, "found").await;
    let id = admin.publish(&code, "The rule of five", 2).await;
    comes_to_be(&client, &student, &id, Some("The rule of five")).await;

    let library = Library::read(notes(&client, &student).await.unwrap()).unwrap();
    let hits = library.search(&format!("fivee rule {code}"), 5);
    let (first, likes) = (&hits.notes[0], hits.notes[0].likes);
    assert_eq!((first.id, first.place.as_ref(), first.size, likes), (id.as_str(), code.as_str(), 2, 0));

    // Edits, likes, deletion and restoring are visible in the list.
    let edit = json!({ "title": "The rule of zero", "description": "Made by a test", "version": 0 });
    admin.patch(&format!("/admin/content/note/{id}"), edit).await.expect(200);
    comes_to_be(&client, &student, &id, Some("The rule of zero")).await;
    admin.delete(&format!("/notes/{id}")).await.expect(204);
    comes_to_be(&client, &student, &id, None).await;
    admin.post(&format!("/notes/{id}/restore"), json!({})).await.expect(200);
    comes_to_be(&client, &student, &id, Some("The rule of zero")).await;
}

#[tokio::test]
async fn s2_find_2_the_note_list_is_for_members_only_and_no_public_file_contains_note_titles() {
    let env = TestEnv::shared();
    let (admin, student, visitor) =
        (env.sign_in_admin().await, env.sign_up_student("Member").await, env.anonymous_client());
    let client = reqwest::Client::new();
    let code = course(&admin, "hush").await;
    let title = format!("Unheard of in {code}");
    let id = admin.publish(&code, &title, 1).await;
    comes_to_be(&client, &student, &id, Some(&title)).await;

    let manifest = manifest(&client).await.unwrap();
    let sha256 = manifest["notes"].as_str().unwrap();
    assert_eq!(visitor.get(&format!("/library/notes/{sha256}")).await.problem(401), "unauthenticated");
    for wrong in ["notes", "..%2Fmanifest.json", &sha256[1..]] {
        assert_eq!(student.get(&format!("/library/notes/{wrong}")).await.problem(404), "not_found", "{wrong}");
    }
    // The URL is the same for all users within the hour. Without its signature it is rejected.
    let url = address(&client, &student).await.unwrap();
    let unsigned = url.split_once('?').unwrap().0;
    assert!(!client.get(unsigned).send().await.unwrap().status().is_success());

    let names = [manifest["file"].as_str(), manifest["library"]["file"].as_str()];
    for name in names.into_iter().flatten() {
        let answer = env.site(&client, &format!("/catalogue/{name}")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let file = decompress(&answer.bytes().await.unwrap()).unwrap();
        assert!(!String::from_utf8_lossy(&file).contains("Unheard"), "{name}");
    }
    let missing = format!("/catalogue/notes-{sha256}.bin");
    for path in [missing, format!("/catalogue/{sha256}.bin"), format!("/library/notes-{sha256}.bin")] {
        let answer = env.site(&client, &path).send().await.unwrap();
        let body = answer.bytes().await.unwrap();
        assert!(decompress(&body).is_err(), "{path} is public");
    }
}
