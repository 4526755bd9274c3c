//! Courses: the eight built-in ones, editing, importing, and the published catalogue.

use background::changes::catalogue::decompress;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use wasm_core::catalogue;

const BUILT_IN: [&str; 8] = ["CS246", "MATH137", "STAT230", "MATH135", "PHYS121", "CHEM120", "CS245", "MATH138"];

/// Edits the latest version of a course.
async fn edited(admin: &ApiClient, code: &str, title: &str, description: &str) -> Value {
    let path = format!("/admin/courses/{code}");
    let version = admin.get(&path).await.expect(200)["version"].clone();
    admin.patch(&path, json!({ "title": title, "description": description, "version": version })).await.expect(200)
}

#[tokio::test]
async fn s3_guide_2_s2_misc_1_setup_creates_the_eight_built_in_courses_and_is_idempotent() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    admin.post("/setup-guides", json!({})).await.expect(200);
    let again = admin.post("/setup-guides", json!({})).await.expect(200);
    assert_eq!(again["created"], json!([]));
    for code in BUILT_IN {
        let course = admin.get(&format!("/courses/{code}")).await.expect(200);
        assert_eq!(course["courseCode"], code);
        assert!(!course["title"].as_str().unwrap().is_empty());
    }
    // Changes by users stay, unless the administrator requests otherwise.
    let student = env.sign_up_student("Setup").await;
    student.put("/likes/courses/CHEM120", json!({})).await.expect(200);
    let before = edited(&admin, "CHEM120", "Chemistry", "Edited").await;
    admin.post("/setup-guides", json!({})).await.expect(200);
    let kept = admin.get("/courses/CHEM120").await.expect(200);
    assert_eq!((&kept["title"], &kept["likes"]), (&before["title"], &before["likes"]));
    let forced = admin.post("/setup-guides", json!({ "force": true })).await.expect(200);
    assert!(forced["updated"].as_array().unwrap().contains(&json!("CHEM120")), "{forced}");
    let reset = admin.get("/courses/CHEM120").await.expect(200);
    assert_ne!(reset["title"], "Chemistry");
    assert_eq!(reset["likes"], before["likes"]);
    assert_eq!(env.sign_up_student("Setter").await.post("/setup-guides", json!({})).await.problem(403), "forbidden");
}

#[tokio::test]
async fn s7_wr_10_s3_guide_1_an_edit_keeps_the_likes_and_creating_the_course_again_does_not_revert_it() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Liker").await);
    let code = env.unique_name("setc").to_uppercase();
    let path = format!("/courses/{code}");
    let course = admin.put(&path, json!({ "title": "Before", "description": "old" })).await.expect(200);
    assert_eq!(course["coursePrefix"], "SETC");
    student.put(&format!("/likes{path}"), json!({})).await.expect(200);
    edited(&admin, &code, "After", "new").await;
    assert_eq!(admin.put(&path, json!({ "title": "After", "description": "new" })).await.expect(200)["likes"], 1);
    let stale = admin.put(&path, json!({ "title": "Before", "description": "old" })).await;
    assert_eq!((stale.status.as_u16(), stale.first_invalid_field()), (409, ("courseCode", "taken")));
    let course = student.get(&path).await.expect(200);
    assert_eq!((course["title"].as_str(), course["likes"].as_u64()), (Some("After"), Some(1)));
    assert_eq!(course["description"], "new");
    assert_eq!(student.put(&path, json!({ "title": "Mine", "description": "" })).await.problem(403), "forbidden");
}

#[tokio::test]
async fn a_course_is_found_under_every_spelling_of_its_code() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    admin.put("/courses/SPELL101", json!({ "title": "Spelling", "description": "" })).await.expect(200);
    for spelling in ["spell101", "SPELL%20101", "spell-101"] {
        assert_eq!(admin.get(&format!("/courses/{spelling}")).await.expect(200)["courseCode"], "SPELL101");
    }
    assert_eq!(admin.get("/courses/no+such+thing").await.problem(404), "not_found");
}

#[tokio::test]
async fn an_import_reports_each_invalid_row_and_is_idempotent() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let rows = json!({ "courses": [
        { "courseCode": "imp 201", "title": "Imported" },
        { "courseCode": "???", "title": "Nonsense" },
        { "courseCode": "IMP202", "title": " " },
    ]});
    let first = admin.post("/courses/import", rows.clone()).await.expect(200);
    assert_eq!((first["created"].as_u64(), first["rejected"].as_array().unwrap().len()), (Some(1), 2));
    assert_eq!(first["rejected"][0]["index"], 1);
    let again = admin.post("/courses/import", rows).await.expect(200);
    assert_eq!((again["created"].as_u64(), again["unchanged"].as_u64()), (Some(0), Some(1)));
}

#[tokio::test]
async fn s6_adm_23_an_import_reports_courses_edited_since_the_export_instead_of_overwriting_them() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("older").to_uppercase();
    let import = async |rows: Value| admin.post("/courses/import", json!({ "courses": rows })).await.expect(200);
    let title = async || admin.get(&format!("/courses/{code}")).await.expect(200)["title"].clone();
    import(json!([{ "courseCode": code, "title": "Old", "description": "Of the list" }])).await;
    let managed = format!("/admin/courses/{code}");
    let version = admin.get(&managed).await.expect(200)["version"].clone();
    let edit = json!({ "title": "Newer", "description": "By hand", "version": version });
    let newer = admin.patch(&managed, edit).await.expect(200)["version"].clone();

    let rows = json!([
        { "courseCode": "?", "title": "Nonsense" },
        { "courseCode": code, "title": "Listed", "version": version },
    ]);
    let report = import(rows).await;
    let different = json!([
        { "index": 1, "courseCode": code, "title": "Newer", "description": "By hand", "version": newer },
    ]);
    assert_eq!((&report["updated"], &report["different"]), (&json!(0), &different));
    let report = import(json!([{ "courseCode": code, "title": "Listed" }])).await;
    assert_eq!(report["different"][0]["version"], newer);
    assert_eq!(title().await, "Newer");

    let rows = json!([{ "courseCode": code, "title": "Listed", "version": newer }]);
    for (count, number) in [("updated", 1), ("unchanged", 1)] {
        let report = import(rows.clone()).await;
        assert_eq!((&report[count], &report["different"]), (&json!(number), &json!([])), "{count}");
    }
    assert_eq!(title().await, "Listed");
}

#[tokio::test]
async fn s7_rd_1_paging_through_courses_lists_every_course() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    admin.post("/setup-guides", json!({})).await.expect(200);
    let mut codes = Vec::new();
    let mut path = "/courses".to_owned();
    loop {
        let page = admin.get(&path).await.expect(200);
        let items = page["items"].as_array().unwrap();
        assert!(items.len() <= 100);
        codes.extend(items.iter().map(|course| course["courseCode"].as_str().unwrap().to_owned()));
        let Some(cursor) = page["nextCursor"].as_str() else { break };
        path = format!("/courses?cursor={cursor}");
    }
    for code in BUILT_IN {
        assert_eq!(codes.iter().filter(|found| *found == code).count(), 1, "{code}");
    }
    assert_eq!(admin.get("/courses?cursor=made-up").await.problem(422), "validation");
}

#[tokio::test]
async fn s2_browse_3_a_course_change_reaches_the_catalogue_searched_by_browsers() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("cata").to_uppercase();
    let body = json!({ "title": "Catalogued at once", "description": "" });
    admin.put(&format!("/courses/{code}"), body).await.expect(200);
    let client = reqwest::Client::new();
    env.wait_until("the course in the catalogue", async || {
        let manifest = env.site(&client, "/catalogue/manifest.json").send().await.unwrap();
        let manifest: Value = manifest.json().await.ok()?;
        let file = manifest["file"].as_str()?.rsplit('/').next()?.to_owned();
        let answer = env.site(&client, &format!("/catalogue/{file}")).send().await.unwrap();
        // Browsers decode the file by this header.
        assert_eq!(answer.headers()["content-encoding"], "br");
        let file = decompress(&answer.bytes().await.unwrap()).unwrap();
        let records = catalogue::decode(&file).unwrap();
        records.iter().any(|record| record.code.as_str() == code).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_body_over_64_kb_returns_413_without_being_read() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let answer = admin.put("/courses/BIG101", json!({ "title": "x".repeat(70_000), "description": "" })).await;
    assert_eq!(answer.problem(413), "payload_too_large");
}
