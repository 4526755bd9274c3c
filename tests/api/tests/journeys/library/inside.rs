//! Full-text search in notes and transcripts with one index file per collection, for signed-in users only.

use std::time::Duration;

use background::changes::catalogue::decompress;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};
use store::ShelfId;
use wasm_core::full_text::{FullTextIndex, search};

/// Maximum time until a change of a note is visible in the search.
const SOON: Duration = Duration::from_secs(10);

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "A course", "description": "" })).await.expect(200);
    code
}

/// Returns the full-text indexes of these collections.
async fn insides(member: &ApiClient, places: &str) -> Vec<Value> {
    let answer = member.get(&format!("/library/inside?places={places}")).await.expect(200);
    answer["items"].as_array().unwrap().clone()
}

/// Returns the notes and pages of a collection that contain these words, or nothing while it has no index.
async fn found(member: &ApiClient, code: &str, words: &str) -> Option<Vec<(String, u32)>> {
    let items = insides(member, code).await;
    let answer = reqwest::get(items.first()?["url"].as_str().unwrap()).await.unwrap();
    assert_eq!((answer.status().as_u16(), &answer.headers()["content-encoding"]), (200, &"br".parse().unwrap()));
    let file = FullTextIndex::read(decompress(&answer.bytes().await.unwrap()).unwrap()).unwrap();
    Some(search(&[&file], words, 9, 9).into_iter().map(|hit| (hit.note, hit.page)).collect())
}

/// Waits until exactly these pages are found.
async fn comes_to_be(member: &ApiClient, code: &str, words: &str, pages: &[(&str, u32)]) {
    let pages: Vec<(String, u32)> = pages.iter().map(|(note, page)| ((*note).to_owned(), *page)).collect();
    let is_so = async || {
        let found = found(member, code, words).await;
        (found.unwrap_or_default() == pages).then_some(())
    };
    TestEnv::shared().wait_within(SOON, &format!("{words:?} to be at {pages:?}"), is_so).await;
}

#[tokio::test]
async fn s2_find_3_text_inside_notes_is_found_and_the_text_of_removed_notes_is_removed_from_the_index() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Delver").await);
    let code = course(&admin, "inside").await;
    let texts = ["Pointers and references", "Ownership of memory", "Observers of a subject"];
    let first = admin.publish_file(&code, 1, "Lecture one", pdf::with_texts(&texts, "one")).await;
    comes_to_be(&student, &code, "\"ownership of mem", &[(&first, 2)]).await;
    let second = admin.publish_file(&code, 2, "Lecture two", pdf::with_texts(&["More on ownership"], "two")).await;
    comes_to_be(&student, &code, "more ownership", &[(&second, 1), (&first, 2)]).await;

    admin.delete(&format!("/notes/{first}")).await.expect(204);
    comes_to_be(&student, &code, "ownership", &[(&second, 1)]).await;
    admin.post(&format!("/notes/{first}/restore"), json!({})).await.expect(200);
    comes_to_be(&student, &code, "observers", &[(&first, 3)]).await;

    let file = ("second.pdf", "application/pdf");
    admin.replace_file("note", &second, file, pdf::with_texts(&["A preface", "Less of moving"], "again")).await;
    comes_to_be(&student, &code, "moving", &[(&second, 2)]).await;
    comes_to_be(&student, &code, "ownership", &[(&first, 2)]).await;

    // The search finds nothing in a hidden course.
    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    let is_gone = async || insides(&student, &code).await.is_empty().then_some(());
    env.wait_within(SOON, "the words of a hidden course to be gone", is_gone).await;
}

#[tokio::test]
async fn s2_find_4_full_text_indexes_are_for_members_only_and_each_request_returns_a_limited_number() {
    let env = TestEnv::shared();
    let (admin, student, visitor) =
        (env.sign_in_admin().await, env.sign_up_student("Insider").await, env.anonymous_client());
    let code = course(&admin, "within").await;
    admin.publish_file(&code, 1, "Secrets", pdf::with_texts(&["Members only"], "secret")).await;
    let url = env.wait_until("an index", async || {
        Some(insides(&student, &format!("{code},examReview,nothing")).await.first()?["url"].as_str()?.to_owned())
    });
    let url = url.await;
    assert_eq!(visitor.get(&format!("/library/inside?places={code}")).await.problem(401), "unauthenticated");
    let unsigned = url.split_once('?').unwrap().0;
    assert!(!reqwest::get(unsigned).await.unwrap().status().is_success());
    let many = vec![code.as_str(); 51].join(",");
    assert_eq!(
        student.get(&format!("/library/inside?places={many}")).await.first_invalid_field(),
        ("places", "too_many")
    );
}

#[tokio::test]
async fn s2_heard_1_words_of_a_transcript_are_found_with_their_second_while_the_recording_is_published() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Listener").await);
    let code = course(&admin, "heard").await;
    let id = admin.publish_audio("chill-review", "Spoken", "a.mp3", fixture("constant.mp3")).await;
    let about = async |subject: &str, version: u32| {
        let edit = json!({ "title": "Spoken", "subject": subject, "version": version });
        admin.patch(&format!("/admin/content/audio/{id}"), edit).await.expect(200);
    };
    let speak = async |vtt: &str| {
        let path = format!("/audio/{id}/transcript");
        admin.put_raw(&path, "application/octet-stream", vtt.as_bytes().to_vec()).await.expect(200);
    };
    about(&code, 0).await;
    let of_course = format!("audio_{code}");
    speak("WEBVTT\n\n00:01.500 --> 00:03.000\nQuokkas eat leaves.").await;
    comes_to_be(&student, &of_course, "quokka leaves", &[(&id, 2)]).await;
    speak("WEBVTT\n\n00:01.500 --> 00:03.000\nWombats eat roots.").await;
    comes_to_be(&student, &of_course, "wombats", &[(&id, 2)]).await;
    comes_to_be(&student, &of_course, "quokkas", &[]).await;
    let visitor = env.anonymous_client();
    assert_eq!(visitor.get(&format!("/library/inside?places={of_course}")).await.problem(401), "unauthenticated");

    admin.delete(&format!("/audio/{id}")).await.expect(204);
    comes_to_be(&student, &of_course, "wombats", &[]).await;
    admin.post(&format!("/audio/{id}/restore"), json!({})).await.expect(200);
    comes_to_be(&student, &of_course, "wombats", &[(&id, 2)]).await;

    // The recordings of a hidden course stay on their shelves, so they are found, also with a new transcript.
    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    speak("WEBVTT\n\n00:03.500 --> 00:05.000\nWombats and dingoes.").await;
    comes_to_be(&student, &of_course, "dingoes wombats", &[(&id, 4)]).await;
    about("Marsupials", 1).await;
    comes_to_be(&student, "audio_chill-review", "wombats", &[(&id, 4)]).await;
    comes_to_be(&student, &of_course, "wombats", &[]).await;
    admin.delete(&format!("/audio/{id}/transcript")).await.expect(200);
    comes_to_be(&student, "audio_chill-review", "wombats", &[]).await;
}

#[tokio::test]
async fn s2_heard_1_a_transcript_without_times_is_found_without_a_second() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Untimed").await);
    let id = env.recording(ShelfId::QuickRecap, "Untimed", 120).await;
    let path = format!("/audio/{id}/transcript");
    admin.put_raw(&path, "application/octet-stream", b"Numbats eat termites.".to_vec()).await.expect(200);
    comes_to_be(&student, "audio_quick-recap", "numbats", &[(&id, 0)]).await;
}
