//! A course with content of every kind.

use journeys::api_client::sha256;
use journeys::sound::fixture;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};

const HOSTILE: &str = "=HYPERLINK(\"//evil\") ../../CON: <b>&\u{2019}é";

pub(crate) async fn upload(admin: &ApiClient, path: &str, body: Value, bytes: Vec<u8>) -> Value {
    let mut body = body;
    body["sizeBytes"] = json!(bytes.len());
    body["sha256"] = json!(sha256(&bytes));
    let ticket = admin.post(path, body).await.expect(201);
    assert!(admin.upload_bytes(&ticket, bytes).await.is_success());
    let outcome = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    assert_eq!(outcome["status"], "ready", "{outcome}");
    outcome
}

/// Publishes a note and returns its id.
pub(crate) async fn note(
    admin: &ApiClient,
    code: &str,
    (chapter, kind, title): (u32, &str, &str),
    mark: &str,
) -> String {
    let body = json!({
        "courseCode": code, "title": title, "description": format!("About {mark}\nand = more"), "noteType": kind,
        "chapter": chapter, "fileName": format!("{mark}.pdf"), "contentType": "application/pdf",
    });
    let outcome = upload(admin, "/uploads", body, pdf::with_pages(1, &format!("{code} {mark}"))).await;
    outcome["noteId"].as_str().unwrap().to_owned()
}

/// Returns a square picture.
pub(crate) fn picture(edge_px: u32) -> Vec<u8> {
    let shade = |value: u32| u8::try_from(value * 255 / edge_px).unwrap();
    let picture = image::RgbImage::from_fn(edge_px, edge_px, |x, y| image::Rgb([shade(x), shade(y), 99]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Jpeg).unwrap();
    bytes.into_inner()
}

/// Returns a recording that no other course has: with a box at the end that players skip.
pub(crate) fn own_file(name: &str, code: &str) -> Vec<u8> {
    let mut file = fixture(name);
    let length = u32::try_from(8 + code.len()).unwrap().to_be_bytes();
    file.extend([&length, b"free".as_slice(), code.as_bytes()].concat());
    file
}

/// Publishes a recording and returns its id.
pub(crate) async fn recording(
    admin: &ApiClient,
    code: &str,
    (shelf, title): (&str, &str),
    file: (&str, Vec<u8>),
) -> String {
    let body = json!({
        "shelf": shelf, "subject": code, "title": title, "description": "Spoken", "fileName": file.0, "contentType": "",
    });
    upload(admin, "/audio-uploads", body, file.1).await["audioId"].as_str().unwrap().to_owned()
}

/// Makes a course with content of every kind.
pub(crate) async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    let about = json!({ "title": HOSTILE, "description": "Two\nlines, \"quoted\"" });
    admin.put(&format!("/courses/{code}"), about).await.expect(200);
    note(admin, &code, (1, "Lecture", "Objects"), "one").await;
    note(admin, &code, (1, "Lecture", "objects"), "two").await;
    note(admin, &code, (7, "Formula sheet", HOSTILE), "three").await;
    note(admin, &code, (7, "Other", "..."), "four").await;

    let image = picture(96);
    let jpeg = || json!({ "fileName": "p.jpg", "contentType": "image/jpeg" });
    for (number, title) in [(1, "Objects"), (7, HOSTILE)] {
        let chapters = format!("/courses/{code}/chapters");
        let made = admin.post(&chapters, json!({ "number": number, "title": title, "description": "d" })).await;
        let id = made.expect(201)["id"].as_str().unwrap().to_owned();
        for (front, back) in [
            ("What is $e^{i\\pi}$?", "$$-1$$\n\n- a\n    - b  \nc"),
            ("=1+1", "@SUM(A1)"),
            ("Twice", "one"),
            ("Twice", "other"),
        ] {
            let body = json!({ "title": front, "content": back, "imageAlt": "A <circle>" });
            let deck = admin.post(&format!("{chapters}/{id}/cards"), body).await.expect(201);
            if front.starts_with("What") {
                let card = deck["cards"][0]["id"].as_str().unwrap();
                upload(admin, &format!("{chapters}/{id}/cards/{card}/image"), jpeg(), image.clone()).await;
            }
        }
    }
    upload(admin, &format!("/admin/courses/{code}/picture"), jpeg(), image.clone()).await;

    let one = recording(admin, &code, ("deep-dive", HOSTILE), ("a.m4a", own_file("chapters.m4a", &code))).await;
    let vtt = "WEBVTT\n\n00:00.000 --> 00:01.000\nR&amp;D &lt;1&gt;\n\n00:01.000 --> 00:02.000\n<v Amara>Hello";
    admin.put_raw(&format!("/audio/{one}/transcript"), "application/octet-stream", vtt.into()).await.expect(200);
    admin.put_raw(&format!("/audio/{one}/chapters"), "application/octet-stream", vtt.into()).await.expect(200);
    upload(admin, &format!("/audio/{one}/picture"), jpeg(), image.clone()).await;
    let two = recording(admin, &code, ("radio", "Recap"), ("b.m4a", own_file("mp4.m4a", &code))).await;
    let text = b"First line\n= second line".to_vec();
    admin.put_raw(&format!("/audio/{two}/transcript"), "application/octet-stream", text).await.expect(200);

    let body = json!({
        "subject": code, "title": "In the night", "description": "d", "fileName": "n.pdf",
        "contentType": "application/pdf",
    });
    let outcome = upload(admin, "/albums/nightOwl/uploads", body, pdf::with_pages(2, &format!("{code} album"))).await;
    let id = outcome["noteId"].as_str().unwrap();
    upload(admin, &format!("/albums/nightOwl/notes/{id}/picture"), jpeg(), image).await;
    code
}
