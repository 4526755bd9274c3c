//! Courses in the console: creating, editing, hiding and merging.

use background::changes::catalogue::decompress;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::{ApiClient, TestEnv};
use serde_json::json;
use store::courses;
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket};
use wasm_core::catalogue;
use wasm_core::course::CourseCode;

async fn made(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    let course = json!({ "courseCode": code, "title": format!("About {code}"), "description": "" });
    admin.post("/admin/courses", course).await.expect(201);
    code
}

/// Waits until the published catalogue contains a course, or no longer contains it.
async fn in_catalogue(code: &str, wanted: bool) {
    let env = TestEnv::shared();
    let client = reqwest::Client::new();
    env.wait_until(&format!("{code} is in the catalogue: {wanted}"), async || {
        let manifest = env.site(&client, "/catalogue/manifest.json").send().await.ok()?;
        let manifest: catalogue::CatalogueManifest = manifest.json().await.ok()?;
        let file = env.site(&client, &format!("/catalogue/{}", manifest.file)).send().await.ok()?;
        let bytes = decompress(&file.bytes().await.ok()?).ok()?;
        let courses = catalogue::decode(&bytes).ok()?;
        (courses.iter().any(|course| course.code.as_str() == code) == wanted).then_some(())
    })
    .await;
}

#[tokio::test]
async fn s6_adm_21_a_course_is_created_once_and_editing_requires_the_version_that_was_read() {
    let admin = TestEnv::shared().sign_in_admin().await;
    let code = made(&admin, "mkcrs").await;
    let again = admin.post("/admin/courses", json!({ "courseCode": code.to_lowercase(), "title": "Other" })).await;
    assert_eq!((again.status.as_u16(), again.first_invalid_field()), (409, ("courseCode", "taken")));
    let empty = admin.post("/admin/courses", json!({})).await;
    assert_eq!((empty.status.as_u16(), empty.first_invalid_field()), (422, ("courseCode", "required")));

    let path = format!("/admin/courses/{code}");
    let version = admin.get(&path).await.expect(200)["version"].clone();
    let edit = json!({ "title": "Better", "description": "New", "version": version });
    assert_eq!(admin.patch(&path, edit.clone()).await.expect(200)["title"], "Better");
    assert_eq!(admin.patch(&path, edit).await.problem(409), "conflict");
    let without = admin.patch(&path, json!({ "title": "Best" })).await;
    assert_eq!((without.status.as_u16(), without.first_invalid_field()), (422, ("version", "required")));
    let log = admin.get("/admin/activity").await.expect(200);
    let log = log["items"].as_array().unwrap();
    for action in ["create_course", "edit_course"] {
        assert!(log.iter().any(|entry| entry["action"] == action && entry["target"] == code.as_str()), "{action}");
    }
}

#[tokio::test]
async fn s6_cli_10_a_course_that_is_created_hidden_is_never_seen_until_it_is_shown() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = env.unique_name("mkhid").to_uppercase();
    let body = json!({ "courseCode": code, "title": "Later", "hidden": true });
    let made = admin.post("/admin/courses", body).await.expect(201);
    assert_eq!((&made["hidden"], &made["neverShown"]), (&json!(true), &json!(true)));
    let course = format!("/courses/{code}");
    assert_eq!(visitor.get(&course).await.problem(404), "not_found");
    let shown = admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": false })).await.expect(200);
    assert_eq!((&shown["hidden"], shown.get("neverShown")), (&json!(false), None));
    assert_eq!(visitor.get(&course).await.expect(200)["title"], "Later");
}

#[tokio::test]
async fn s6_adm_21_a_hidden_course_and_its_notes_are_not_found_by_students_until_it_is_shown_again() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Seeker").await);
    let code = made(&admin, "hide").await;
    let note = admin.publish(&code, "Pointers", 1).await;
    in_catalogue(&code, true).await;
    let visibility = format!("/admin/courses/{code}/visibility");
    assert_eq!(admin.put(&visibility, json!({})).await.first_invalid_field(), ("hidden", "required"));
    assert_eq!(admin.put(&visibility, json!({ "hidden": true })).await.expect(200)["hidden"], true);

    in_catalogue(&code, false).await;
    let course = format!("/courses/{code}");
    for person in [&student, &env.anonymous_client()] {
        assert_eq!(person.get(&course).await.problem(404), "not_found");
        assert_eq!(person.get(&format!("/notes/{note}")).await.problem(404), "not_found");
        assert_eq!(person.get(&format!("/notes/{note}/file")).await.problem(404), "not_found");
        assert_eq!(person.get(&format!("/notes/{note}/preview/small")).await.problem(404), "not_found");
    }
    assert_eq!(student.get(&format!("/notes/{note}/reading")).await.problem(404), "not_found");
    assert_eq!(admin.get(&format!("/notes/{note}/reading")).await.expect(200)["title"], "Pointers");
    for path in [format!("{course}/notes"), format!("{course}/notes?chapter=1"), format!("{course}/chapters")] {
        assert_eq!(student.get(&path).await.problem(404), "not_found", "{path}");
        admin.get(&path).await.expect(200);
    }
    for path in [format!("/likes{course}"), format!("/me{course}"), format!("/me/notes/{note}")] {
        assert_eq!(student.put(&path, json!({})).await.problem(404), "not_found", "{path}");
    }
    assert_eq!(student.get(&format!("/requested-courses/{code}")).await.expect(200)["available"], false);
    assert_eq!(admin.get(&course).await.expect(200)["hidden"], true);
    let hidden = admin.get("/admin/hidden-courses").await.expect(200);
    assert!(hidden["items"].as_array().unwrap().iter().any(|it| it["courseCode"] == code.as_str()), "{hidden}");

    admin.put(&visibility, json!({ "hidden": false })).await.expect(200);
    assert!(student.get(&course).await.expect(200).get("hidden").is_none());
    student.get(&format!("/notes/{note}")).await.expect(200);
    in_catalogue(&code, true).await;
}

/// A PNG of 2 × 1 pixels.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGM4IQIEJwAGlwHhU6+OfQAAAABJRU5ErkJggg==";

/// Uploads the image of a course and returns its public URL.
async fn pictured(admin: &ApiClient, code: &str) -> String {
    let bytes = STANDARD.decode(PICTURE).unwrap();
    let declared = json!({
        "fileName": "desk.png", "contentType": "image/png", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    let ticket = admin.post(&format!("/admin/courses/{code}/picture"), declared).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await.as_u16(), 200);
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("coursePicture")), "{outcome}");
    let managed = admin.get(&format!("/admin/courses/{code}")).await.expect(200);
    managed["imageUrl"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn s3_guide_1_s7_wr_10_a_course_image_can_be_added_and_removed() {
    let env = TestEnv::shared();
    let (admin, student, visitor) =
        (env.sign_in_admin().await, env.sign_up_student("Viewer").await, env.anonymous_client());
    let (code, into) = (made(&admin, "pict").await, made(&admin, "pictinto").await);
    let course = format!("/courses/{code}");
    assert!(student.get(&course).await.expect(200).get("imageUrl").is_none(), "a drawn cover");
    let picture = format!("/admin/courses/{code}/picture");
    assert_eq!(student.delete(&picture).await.problem(403), "forbidden");

    let first = pictured(&admin, &code).await;
    assert_eq!(visitor.get(&course).await.expect(200)["imageUrl"], first);
    let kept = kept_of(env, &code).await;
    let by_id = |kept: &ObjectKey| format!("{course}/pictures/{}", kept.as_str().split(['/', '.']).nth(2).unwrap());
    assert_eq!(visitor.get(&by_id(&kept)).await.header("location"), Some(first.as_str()));
    let shown = env.picture(&first).await;
    assert_eq!((shown.status().as_u16(), &shown.headers()["content-type"]), (200, &"image/jpeg".parse().unwrap()));
    let guessed = format!("/courses/{code}/pictures/{}", ulid::Ulid::generate());
    assert_eq!(visitor.get(&guessed).await.problem(404), "not_found");

    let second = pictured(&admin, &code).await;
    assert_eq!(visitor.get(&by_id(&kept)).await.problem(404), "not_found");
    env.wait_for_picture(false, &first).await;
    goes(env, kept).await;

    let bare = admin.delete(&picture).await.expect(200);
    assert!(bare.get("imageUrl").is_none(), "{bare}");
    env.wait_for_picture(false, &second).await;

    let third = pictured(&admin, &code).await;
    let last = kept_of(env, &code).await;
    admin.merge(&code, &into).await;
    env.wait_for_picture(false, &third).await;
    goes(env, last).await;
}

/// Returns the key of a course's image.
async fn kept_of(env: &'static TestEnv, code: &str) -> ObjectKey {
    let code = CourseCode::parse(code).unwrap();
    let find = async move |store| courses::find(&store, &code).await.unwrap().unwrap().picture.unwrap();
    object::course_picture(&code, env.with_store(find).await)
}

/// Waits until the object is deleted.
async fn goes(env: &'static TestEnv, kept: ObjectKey) {
    let gone = async || {
        let kept = kept.clone();
        let head = async move |store| objects::head(&store, Bucket::Files, &kept).await.unwrap();
        env.with_store(head).await.is_none().then_some(())
    };
    env.wait_until("the kept picture of a course to go", gone).await;
}

#[tokio::test]
async fn s6_adm_22_a_merged_course_redirects_to_the_target_with_notes_cards_and_followers() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Mover").await);
    let (from, into) = (made(&admin, "mgfrom").await, made(&admin, "mginto").await);
    let note = admin.publish(&from, "Pointers", 1).await;
    let chapters = format!("/courses/{from}/chapters");
    let chapter = admin.post(&chapters, json!({ "number": 2, "title": "Basics" })).await.expect(201);
    let chapter = chapter["id"].as_str().unwrap();
    let card = json!({ "title": "Front", "content": "Back" });
    let deck = admin.post(&format!("{chapters}/{chapter}/cards"), card).await.expect(201);
    student.put(&format!("/me/courses/{from}"), json!({})).await.expect(200);
    student.put(&format!("/likes/courses/{from}"), json!({})).await.expect(200);

    let merge = format!("/admin/courses/{from}/merge/{into}");
    let preview = admin.get(&merge).await.expect(200);
    assert_eq!((preview["from"]["noteCount"].as_u64(), preview["chapters"][0]["cards"].as_u64()), (Some(1), Some(1)));
    assert_eq!(preview["later"], json!(["likes", "follows", "personalCards", "exams", "savedNotes"]));
    let done = admin.merge(&from, &into).await;
    assert_eq!((done["notes"].as_u64(), done["chapters"].as_u64()), (Some(1), Some(1)));
    assert_eq!(admin.post(&merge, json!({})).await.expect(200), done, "once more changes nothing");
    let merges = admin.get("/admin/merges").await.expect(200);
    assert!(merges["items"].as_array().unwrap().contains(&done), "{merges}");

    assert_eq!(student.get(&format!("/courses/{from}")).await.expect(200)["courseCode"], into.as_str());
    let page = student.get(&format!("/courses/{from}/notes")).await.expect(200);
    assert_eq!((&page["course"]["courseCode"], &page["notes"]["items"][0]["id"]), (&json!(into), &json!(note)));
    let study = student.get(&format!("/courses/{from}/chapters/{chapter}")).await.expect(200);
    assert_eq!((&study["chapter"]["course"], &study["cards"][0]["id"]), (&json!(into), &deck["cards"][0]["id"]));
    assert_eq!(student.get(&format!("/notes/{note}/file")).await.status.as_u16(), 302);
    let followed = student.get("/me").await.expect(200)["courseCodes"].clone();
    assert_eq!(followed, json!([into]));
    assert_eq!(student.get("/me/likes").await.expect(200)["courses"], json!([into]));
    assert_eq!(student.get(&format!("/courses/{into}")).await.expect(200)["likes"], 1);
    in_catalogue(&from, false).await;

    // The stream reported that the chapter left the old course. Its cards must stay.
    let study = student.get(&format!("/courses/{into}/chapters/{chapter}")).await.expect(200);
    assert_eq!(study["cards"].as_array().unwrap().len(), 1);
    let again = admin.post("/admin/courses", json!({ "courseCode": from, "title": "Again" })).await;
    assert_eq!((again.status.as_u16(), again.first_invalid_field()), (409, ("courseCode", "merged")));
    let rows = json!({ "courses": [{ "courseCode": "?", "title": "Bad" }, { "courseCode": from, "title": "Again" }] });
    let report = admin.post("/courses/import", rows).await.expect(200);
    assert_eq!((&report["rejected"][1]["index"], &report["rejected"][1]["courseCode"]), (&json!(1), &json!(from)));
    let log = admin.get("/admin/activity").await.expect(200);
    let entries = log["items"].as_array().unwrap();
    assert!(entries.iter().any(|it| it["action"] == "merge_course" && it["target"] == from.as_str()), "{log}");
}

#[tokio::test]
async fn s6_adm_22_a_student_who_followed_liked_and_requested_both_courses_of_a_merge_is_counted_once() {
    let env = TestEnv::shared();
    let (admin, student, other) =
        (env.sign_in_admin().await, env.sign_up_student("Both").await, env.sign_up_student("First").await);
    let (from, into) = (made(&admin, "bothfrom").await, made(&admin, "bothinto").await);
    for code in [&from, &into] {
        let request = json!({ "courseCode": code, "courseName": "Wanted", "reason": "" });
        student.post("/requests", request).await.expect(201);
        student.put(&format!("/me/courses/{code}"), json!({})).await.expect(200);
        student.put(&format!("/likes/courses/{code}"), json!({})).await.expect(200);
    }
    other.put(&format!("/me/courses/{from}"), json!({})).await.expect(200);
    other.put(&format!("/likes/courses/{from}"), json!({})).await.expect(200);
    admin.merge(&from, &into).await;

    assert_eq!(student.get("/me").await.expect(200)["courseCodes"], json!([into]));
    assert_eq!(student.get("/me/likes").await.expect(200)["courses"], json!([into]));
    assert_eq!(student.get(&format!("/courses/{into}")).await.expect(200)["likes"], 2);
    let requests = student.get("/me/requests").await.expect(200);
    assert_eq!((requests["items"].as_array().unwrap().len(), &requests["items"][0]["courseCode"]), (1, &json!(into)));
    let requested = student.get(&format!("/requested-courses/{into}")).await.expect(200);
    assert_eq!((&requested["requesters"], &requested["mine"]), (&json!(1), &json!(true)));

    // Devices that know only the old code repeat their requests. The student also followed the target, so unfollowing
    // the old code does not remove that follow. The other student followed only the old course, and the merge has not
    // moved their follow and like yet.
    for (person, followed, likes) in [(&student, json!([into]), 1), (&other, json!([]), 0)] {
        for _ in 0..2 {
            let left = person.delete(&format!("/me/courses/{from}")).await.expect(200);
            assert_eq!(left["courseCodes"], followed);
            let unliked = person.delete(&format!("/likes/courses/{from}")).await.expect(200);
            assert_eq!(unliked, json!({ "liked": false, "count": likes }));
        }
        assert_eq!(person.get("/me").await.expect(200)["courseCodes"], followed);
    }
    assert_eq!(student.get(&format!("/courses/{into}")).await.expect(200)["likes"], 0);
}
