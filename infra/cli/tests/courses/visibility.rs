//! A course is hidden while it is imported.

use std::process::Stdio;

use journeys::access_keys::create_key_for;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};

use super::example::{course, note};
use super::{assert_same, change, course_json, export, folder, note_ninja, other_site, run, without_times};

async fn is_seen(visitor: &ApiClient, code: &str) -> bool {
    visitor.get(&format!("/courses/{code}")).await.status == 200
}

async fn is_hidden(admin: &ApiClient, code: &str) -> Value {
    admin.get(&format!("/admin/courses/{code}")).await.expect(200)["hidden"].clone()
}

#[tokio::test]
async fn s6_cli_7_s6_cli_10_a_visible_course_is_the_same_after_an_import_and_hidden_until_it_is_complete() {
    let (env, other) = (TestEnv::shared(), other_site());
    if env.is_deployed() {
        return;
    }
    let (admin, other_admin) = (env.sign_in_admin().await, other.sign_in_admin().await);
    let (visitor, code) = (other.anonymous_client(), course(&admin, "clivis").await);
    let ((_keep, first), (_too, second)) = (folder(), folder());
    export(env, &code, &first).await;
    assert_eq!(course_json(&first)["course"]["hidden"], false);
    let (_, key) = create_key_for(other, &other_admin, &code, "import").await;
    let arguments = ["import", first.to_str().unwrap()];
    let dry = [&arguments[..], &["--dry-run"]].concat();
    for reached in 1..=4 {
        let mut running =
            note_ninja(other, &key, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        other
            .wait_until("more of the course", async || {
                let page = other_admin.get("/admin/activity").await.expect(200);
                let own = page["items"].as_array().unwrap().iter().filter(|entry| entry["key"] == code).count();
                (own >= 3 * reached || running.try_wait().unwrap().is_some()).then_some(())
            })
            .await;
        running.kill().await.unwrap();
        if is_seen(&visitor, &code).await {
            let (exit, printed) = run(other, &key, &dry).await;
            assert!(exit == Some(0) && printed.contains("Nothing was changed"), "{printed}");
        }
    }
    let (exit, printed) = run(other, &key, &[&arguments[..], &["--replace"]].concat()).await;
    assert_eq!(exit, Some(0), "{printed}");
    assert!(is_seen(&visitor, &code).await, "{printed}");
    export(other, &code, &second).await;
    assert_same(&without_times(&second), &without_times(&first));
}

#[tokio::test]
async fn s6_cli_10_a_course_stays_hidden_while_something_is_missing_and_if_an_administrator_has_hidden_it() {
    let env = TestEnv::shared();
    if env.is_deployed() {
        return;
    }
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = env.unique_name("clihide").to_uppercase();
    let other = format!("{code}X");
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    note(&admin, &code, (1, "Lecture", "A"), "one").await;
    let (_keep, folder) = folder();
    export(env, &code, &folder).await;
    change(&folder, |course| course["course"]["code"] = json!(other));
    let file = folder.join(course_json(&folder)["notes"][0]["file"]["path"].as_str().unwrap());
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, vec![b'x'; bytes.len()]).unwrap();

    let (_, key) = create_key_for(env, &admin, "Import", "import").await;
    let arguments = ["import", folder.to_str().unwrap()];
    let (exit, printed) = run(env, &key, &arguments).await;
    assert!(exit == Some(5) && printed.contains("Students cannot see"), "{printed}");
    assert!(!is_seen(&visitor, &other).await);
    std::fs::write(&file, bytes).unwrap();
    let (exit, printed) = run(env, &key, &["import", folder.to_str().unwrap(), "--dry-run"]).await;
    assert!(exit == Some(0) && printed.contains("visibility"), "{printed}");
    assert!(!is_seen(&visitor, &other).await);
    let (exit, printed) = run(env, &key, &arguments).await;
    assert!(exit == Some(0) && !printed.contains("Students cannot see"), "{printed}");
    assert!(is_seen(&visitor, &other).await);

    let visibility = format!("/admin/courses/{other}/visibility");
    admin.put(&visibility, json!({ "hidden": true })).await.expect(200);
    let (exit, printed) = run(env, &key, &arguments).await;
    assert!(exit == Some(1) && printed.contains("Other values: hidden"), "{printed}");
    assert_eq!(is_hidden(&admin, &other).await, true);
    let (exit, printed) = run(env, &key, &[&arguments[..], &["--replace"]].concat()).await;
    assert_eq!(exit, Some(0), "{printed}");
    assert_eq!(is_hidden(&admin, &other).await, false);

    // Hidden in the export, then visible in a later one: an existing course keeps its values.
    let third = format!("{code}Y");
    change(&folder, |course| {
        course["course"]["code"] = json!(third);
        course["course"]["hidden"] = json!(true);
    });
    assert_eq!(run(env, &key, &arguments).await.0, Some(0));
    change(&folder, |course| course["course"]["hidden"] = json!(false));
    let (exit, printed) = run(env, &key, &arguments).await;
    assert!(exit == Some(1) && printed.contains("Other values: hidden"), "{printed}");
    assert_eq!(is_hidden(&admin, &third).await, true);
}

#[tokio::test]
async fn s6_cli_6_s6_cli_9_a_course_with_a_reserved_name_comes_back_also_from_decomposed_names() {
    let (env, other) = (TestEnv::shared(), other_site());
    if env.is_deployed() {
        return;
    }
    let (admin, other_admin) = (env.sign_in_admin().await, other.sign_in_admin().await);
    let code = "COM1";
    admin.put(&format!("/courses/{code}"), json!({ "title": "Commerce", "description": "" })).await.expect(200);
    note(&admin, code, (1, "Lecture", "\u{c9}t\u{e9}"), "summer").await;
    let ((_keep, first), (_too, second)) = (folder(), folder());
    export(env, code, &first).await;
    let path = course_json(&first)["notes"][0]["file"]["path"].as_str().unwrap().to_owned();
    assert_eq!(path, "_COM1/Chapter 1/Lecture/\u{c9}t\u{e9}.pdf");
    let exported = without_times(&first);
    std::fs::rename(first.join(&path), first.join(path.replace('\u{e9}', "e\u{301}"))).unwrap();
    let printed = export(env, code, &first).await;
    assert!(printed.contains("there already") && !printed.contains("not part of the course"), "{printed}");

    let (_, key) = create_key_for(other, &other_admin, "Import", "import").await;
    let (exit, printed) = run(other, &key, &["import", first.to_str().unwrap()]).await;
    assert_eq!(exit, Some(0), "{printed}");
    export(other, code, &second).await;
    assert_same(&without_times(&second), &exported);

    // The folders alone say the same.
    let (_, key) = create_key_for(env, &admin, "Upload", "upload").await;
    let (exit, printed) = run(env, &key, &["upload", second.to_str().unwrap(), "--dry-run"]).await;
    let shown = printed.lines().find(|line| line.contains(".pdf")).unwrap();
    assert!(exit == Some(0) && shown.starts_with("there already  COM1   Chapter 1"), "{printed}");
}
