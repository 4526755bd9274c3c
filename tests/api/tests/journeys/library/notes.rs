//! Course notes, from an upload by an administrator to a download by a student.

use journeys::api_client::sha256;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};
use store::AlbumId;

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    let body = json!({ "title": format!("A course for {stem}"), "description": "" });
    admin.put(&format!("/courses/{code}"), body).await.expect(200);
    code
}

fn titles(page: &Value) -> Vec<&str> {
    page["notes"]["items"].as_array().unwrap().iter().map(|note| note["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn s1_j_4_a_student_opens_a_course_downloads_a_pdf_and_saves_it() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Reader").await);
    let code = course(&admin, "jour1").await;
    let id = admin.publish(&code, "Lecture one", 3).await;

    let page = student.get(&format!("/courses/{code}/notes")).await.expect(200);
    assert_eq!(titles(&page), ["Lecture one"]);
    let note = &page["notes"]["items"][0];
    assert_eq!((note["pages"].as_u64(), note["noteType"].as_str()), (Some(3), Some("Lecture")));

    let redirect = student.get(&format!("/notes/{id}/file")).await;
    assert_eq!(redirect.status, 302);
    let file = reqwest::get(redirect.header("location").unwrap()).await.unwrap();
    assert_eq!(file.headers()["content-type"], "application/pdf");
    assert!(file.headers()["content-disposition"].to_str().unwrap().starts_with("inline"));
    assert_eq!(file.bytes().await.unwrap(), pdf::with_pages(3, "Lecture one"));
    student.post("/me/downloads", json!({ "noteId": id })).await.expect(204);

    student.put(&format!("/me/notes/{id}"), json!({})).await.expect(201);
    let mine = student.get("/me/notes").await.expect(200);
    assert_eq!(mine["items"][0]["title"], "Lecture one");
}

#[tokio::test]
async fn a_member_reads_a_note_in_byte_ranges_from_a_signed_url() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Turner").await);
    let code = course(&admin, "reading").await;
    let id = admin.publish(&code, "In parts", 3).await;
    let whole = pdf::with_pages(3, "In parts");

    let note = student.get(&format!("/notes/{id}/reading")).await.expect(200);
    assert_eq!((&note["title"], &note["course"], &note["pages"]), (&json!("In parts"), &json!(code), &json!(3)));
    assert_eq!((&note["sizeBytes"], note.get("fileUntil")), (&json!(whole.len()), None));

    assert_eq!(note.get("album"), None);
    let of_album = env.album_note(AlbumId::NightOwl, "By the owl", student.uid()).await;
    let of_album = student.get(&format!("/notes/{of_album}/reading")).await.expect(200);
    assert_eq!((&of_album["album"], of_album.get("course")), (&json!("nightOwl"), None));

    let part = reqwest::Client::new().get(note["url"].as_str().unwrap()).header("range", "bytes=5-99");
    let part = part.header("origin", env.base.as_str()).send().await.unwrap();
    assert_eq!(part.status(), 206);
    let exposed = part.headers()["access-control-expose-headers"].to_str().unwrap().to_lowercase();
    for name in ["accept-ranges", "content-range", "content-length", "etag"] {
        assert!(exposed.contains(name), "{name}: {exposed}");
    }
    assert_eq!(part.headers()["content-range"], format!("bytes 5-99/{}", whole.len()));
    assert_eq!(part.bytes().await.unwrap(), whole[5..100]);

    let nowhere = ulid::Ulid::generate().to_string();
    let asked = json!({ "ids": [id, nowhere, "nonsense"] });
    let several = student.post("/notes/addresses", asked.clone()).await.expect(200);
    assert_eq!((&several["items"][0]["sha256"], &several["missing"]), (&note["sha256"], &json!([nowhere, "nonsense"])));
    assert_eq!(note["sha256"], sha256(&whole));
    assert_eq!(env.anonymous_client().post("/notes/addresses", asked).await.problem(401), "unauthenticated");
    let many: Vec<String> = (0..21).map(|_| nowhere.clone()).collect();
    assert_eq!(student.post("/notes/addresses", json!({ "ids": many })).await.problem(422), "validation");

    assert_eq!(env.anonymous_client().get(&format!("/notes/{id}/reading")).await.problem(401), "unauthenticated");
    assert_eq!(student.get(&format!("/notes/{nowhere}/reading")).await.problem(404), "not_found");
}

#[tokio::test]
async fn s7_rd_5_course_notes_are_paged_newest_first() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "order").await;
    for title in ["first", "second", "third"] {
        admin.publish(&code, title, 1).await;
    }
    let page = admin.get(&format!("/courses/{code}/notes")).await.expect(200);
    assert_eq!(titles(&page), ["third", "second", "first"]);
    assert_eq!(page["course"]["noteCount"], 3);
}

#[tokio::test]
async fn s7_rd_11_a_chapter_returns_its_title_and_own_notes() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Chapters").await);
    let code = course(&admin, "chapters").await;
    for (chapter, title) in [(1, "one"), (2, "older two"), (3, "three"), (2, "newer two")] {
        admin.publish_note_in_chapter(&code, chapter, title, 1).await;
    }
    let notes = format!("/courses/{code}/notes");
    let page = student.get(&format!("{notes}?chapter=2")).await.expect(200);
    assert_eq!(page["chapter"], json!({ "number": 2, "title": "Chapter 2" }));
    assert_eq!(titles(&page), ["newer two", "older two"]);
    assert_eq!((page["course"]["noteCount"].as_u64(), page["notes"].get("nextCursor")), (Some(4), None));

    let whole = student.get(&notes).await.expect(200);
    assert_eq!((titles(&whole), whole.get("chapter")), (vec!["newer two", "three", "older two", "one"], None));
    assert_eq!(page["notes"]["items"], json!([whole["notes"]["items"][0], whole["notes"]["items"][2]]));

    let empty = student.get(&format!("{notes}?chapter=999")).await.expect(200);
    assert_eq!((titles(&empty).len(), empty["chapter"]["title"].as_str()), (0, Some("Chapter 999")));
    for wrong in ["", "0", "1000", "-1", "1.5", "two"] {
        let answer = student.get(&format!("{notes}?chapter={wrong}")).await;
        assert_eq!(answer.body["fields"][0]["field"], "chapter", "{wrong}: {}", answer.body);
        assert_eq!(answer.problem(422), "validation", "{wrong}");
    }
    assert_eq!(student.get("/courses/NONE999/notes?chapter=1").await.problem(404), "not_found");
}

#[tokio::test]
async fn s3_note_1_s3_pdf_1_a_note_response_has_no_email_address_or_storage_key() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Facts").await);
    let code = course(&admin, "facts").await;
    let id = admin.publish(&code, "Facts of a note", 2).await;
    let page = student.get(&format!("/courses/{code}/notes")).await.expect(200);
    let note = &page["notes"]["items"][0];
    assert_eq!(note["id"], id);
    assert_eq!(note["course"], code);
    assert_eq!((&note["title"], &note["description"]), (&json!("Facts of a note"), &json!("Made by a test")));
    assert_eq!((&note["noteType"], &note["uploaderName"]), (&json!("Lecture"), &admin.me["name"]));
    assert_eq!(note["previewUrl"], note["facts"]["preview"]["smallUrl"], "{note}");
    assert_eq!(note["chapter"], 1);
    assert_eq!(note["fileName"], "lecture.pdf");
    assert_eq!(note["fileUrl"], format!("/api/notes/{id}/file"));
    assert_eq!(note["sizeBytes"], pdf::with_pages(2, "Facts of a note").len());
    assert!(note["uploadDate"].as_str().unwrap() > "2026");
    let text = page.to_string();
    for secret in ["@", "incoming/", "notes/", "uploaderId"] {
        let found = text.replace("/api/notes/", "");
        assert!(!found.contains(secret), "{secret} in {text}");
    }
}

#[tokio::test]
async fn s2_notes_12_a_note_has_a_first_page_preview_in_two_sizes() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = course(&admin, "preview").await;
    let id = admin.publish(&code, "Something to see", 1).await;
    let preview = visitor.get(&format!("/notes/{id}")).await.expect(200)["facts"]["preview"].clone();
    assert!(!preview["thumbhash"].as_str().unwrap().is_empty());
    let mut widths = Vec::new();
    for size in ["smallUrl", "largeUrl"] {
        let address = preview[size].as_str().unwrap();
        let by_note = format!("/notes/{id}/preview/{}", size.trim_end_matches("Url"));
        assert_eq!(visitor.get(&by_note).await.header("location"), Some(address));
        let picture = env.picture(address).await;
        assert_eq!(picture.headers()["content-type"], "image/webp");
        let bytes = picture.bytes().await.unwrap();
        assert_eq!((&bytes[..4], &bytes[8..16]), (b"RIFF".as_slice(), b"WEBPVP8 ".as_slice()));
        // A lossy WebP frame contains its width after the start code.
        widths.push(u16::from_le_bytes([bytes[26], bytes[27]]));
    }
    assert_eq!(widths, [360, 1080]);
    assert_eq!(preview["widthPx"], 1080);
    visitor.get(&format!("/notes/{}/preview/small", ulid::Ulid::generate())).await.problem(404);
    visitor.get(&format!("/notes/{id}/preview/huge")).await.problem(404);
}

#[tokio::test]
async fn s6_vis_1_a_shared_note_opens_without_an_account() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "share").await;
    let id = admin.publish(&code, "Shared", 1).await;
    let visitor = env.anonymous_client();
    assert_eq!(visitor.get(&format!("/notes/{id}")).await.expect(200)["title"], "Shared");
    assert_eq!(visitor.get(&format!("/notes/{id}/file")).await.status, 302);
    assert_eq!(visitor.get(&format!("/courses/{code}")).await.expect(200)["courseCode"], code);
}

#[tokio::test]
async fn s6_vis_2_listing_course_notes_returns_401_for_visitors() {
    let env = TestEnv::shared();
    let visitor = env.anonymous_client();
    for path in ["/courses/CS246/notes", "/me", "/me/notes", "/me/likes", "/courses"] {
        assert_eq!(visitor.get(path).await.problem(401), "unauthenticated", "{path}");
    }
}

#[tokio::test]
async fn s6_adm_1_s2_notes_7_only_administrators_upload() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Sneaky").await;
    let bytes = pdf::with_pages(1, "sneaky");
    let answer = student.create_upload("CS246", "Sneaky", "sneaky.pdf", &bytes).await;
    assert_eq!(answer.problem(403), "forbidden");
}

#[tokio::test]
async fn s6_adm_2_s7_wr_9_s2_notes_8_an_administrator_deletes_and_restores_a_note() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Watcher").await);
    let code = course(&admin, "trash").await;
    let id = admin.publish(&code, "Gone soon", 1).await;
    assert_eq!(student.delete(&format!("/notes/{id}")).await.problem(403), "forbidden");

    admin.delete(&format!("/notes/{id}")).await.expect(204);
    let page = student.get(&format!("/courses/{code}/notes")).await.expect(200);
    assert_eq!((titles(&page).len(), page["course"]["noteCount"].as_u64()), (0, Some(0)));
    assert_eq!(student.get(&format!("/notes/{id}/file")).await.problem(404), "not_found");

    admin.post(&format!("/notes/{id}/restore"), json!({})).await.expect(200);
    let page = student.get(&format!("/courses/{code}/notes")).await.expect(200);
    assert_eq!((titles(&page), page["course"]["noteCount"].as_u64()), (vec!["Gone soon"], Some(1)));
    assert_eq!(student.get(&format!("/notes/{id}/file")).await.status, 302);
}

#[tokio::test]
async fn s4_up_1_a_file_that_is_not_a_pdf_is_rejected_with_a_reason_and_leaves_no_data() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "wrong").await;
    for (bytes, word) in [
        (b"PK\x03\x04 a renamed archive, not a document at all".to_vec(), "not a PDF"),
        (pdf::encrypted(), "password"),
        (fixture("damaged/fails-table-half.pdf"), "damaged"),
        (fixture("damaged/fails-linear-half.pdf"), "damaged"),
    ] {
        let ticket = admin.create_upload(&code, "Wrong file", "wrong.pdf", &bytes).await.expect(201);
        assert_eq!(admin.upload_bytes(&ticket, bytes).await, 200);
        let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
        assert_eq!(outcome["status"], "failed", "{outcome}");
        assert!(outcome["reason"].as_str().unwrap().contains(word), "{outcome}");
    }
    let page = admin.get(&format!("/courses/{code}/notes")).await.expect(200);
    assert_eq!((titles(&page).len(), page["course"]["noteCount"].as_u64()), (0, Some(0)));
}

#[tokio::test]
async fn s7_fs_1_a_signed_upload_url_accepts_only_the_announced_file() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "sign").await;
    let bytes = pdf::with_pages(1, "announced");
    let ticket = admin.create_upload(&code, "Announced", "a.pdf", &bytes).await.expect(201);
    let mut other = bytes.clone();
    let last = other.len() - 1;
    other[last] = b'X';
    assert!(!admin.upload_bytes(&ticket, other).await.is_success(), "another body");
    assert!(!admin.upload_bytes(&ticket, bytes[..bytes.len() - 5].to_vec()).await.is_success(), "another length");
    assert_eq!(
        admin.get(&format!("/uploads/{}", ticket["id"].as_str().unwrap())).await.expect(200)["status"],
        "waiting"
    );
    assert_eq!(admin.upload_bytes(&ticket, bytes).await, 200);
}

#[tokio::test]
async fn s5_pdf_1_an_invalid_upload_names_every_failing_field() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let declaration = json!({
        "courseCode": "CS246", "title": "  ", "fileName": "notes.docx", "contentType": "application/msword",
        "sizeBytes": 100 * 1024 * 1024 + 1, "sha256": "abc",
    });
    let answer = admin.post("/uploads", declaration).await;
    let named: Vec<_> =
        answer.body["fields"].as_array().unwrap().iter().map(|field| field["field"].as_str().unwrap()).collect();
    for field in ["title", "contentType", "sizeBytes", "sha256"] {
        assert!(named.contains(&field), "{field} is not in {named:?}");
    }
    assert_eq!(answer.problem(422), "validation");
}

#[tokio::test]
async fn creating_an_upload_twice_creates_one_upload() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "twice").await;
    let bytes = pdf::with_pages(1, "twice");
    let mut declaration = json!({
        "id": ulid::Ulid::generate().to_string(), "courseCode": code, "title": "Twice", "fileName": "t.pdf",
        "contentType": "application/pdf", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    let first = admin.post("/uploads", declaration.clone()).await.expect(201);
    let again = admin.post("/uploads", declaration.clone()).await;
    assert!(again.status.is_success(), "{}", again.body);
    assert_eq!(first["id"], again.body["id"]);
    declaration["title"] = json!("Something else");
    assert_eq!(admin.post("/uploads", declaration).await.problem(409), "conflict");
}
