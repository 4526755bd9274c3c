//! Moving courses between two real servers.

#![expect(clippy::unwrap_used, reason = "a failed step of a journey is a failed test")]

mod changes;
mod example;
mod visibility;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;

use journeys::access_keys::create_key_for;
use journeys::api_client::sha256;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use self::example::{course, note, own_file, recording};

/// Returns the second site.
fn other_site() -> &'static TestEnv {
    static OTHER: OnceLock<&TestEnv> = OnceLock::new();
    OTHER.get_or_init(|| TestEnv::with(|options| options))
}

fn note_ninja(env: &TestEnv, client: &ApiClient, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_note-ninja"));
    command.args(arguments).kill_on_drop(true).stdin(Stdio::null());
    command.env("NOTE_NINJA_SERVER", &env.base).env("NOTE_NINJA_KEY", client.token.as_deref().unwrap());
    command
}

/// Runs the program. Returns its exit code and all of its output.
async fn run(env: &TestEnv, client: &ApiClient, arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = note_ninja(env, client, arguments).output().await.unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

async fn export(env: &'static TestEnv, code: &str, folder: &Path) -> String {
    let admin = env.sign_in_admin().await;
    let (_, key) = create_key_for(env, &admin, "Export", "export").await;
    let (exit, printed) = run(env, &key, &["export", code, "--to", folder.to_str().unwrap()]).await;
    assert_eq!(exit, Some(0), "{printed}");
    printed
}

/// Returns the files of a folder by path.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn course_json(folder: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join("course.json")).unwrap()).unwrap()
}

fn change(folder: &Path, change: impl FnOnce(&mut Value)) {
    let mut course = course_json(folder);
    change(&mut course);
    std::fs::write(folder.join("course.json"), course.to_string()).unwrap();
}

/// Removes times, and the hashes and sizes of pictures, which each site encodes again.
fn remove_varying(value: &mut Value) {
    let is_picture = value["path"].as_str().is_some_and(|path| path.ends_with(".jpg"));
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|name, _| name != "uploadedAt" && !(is_picture && (name == "sha256" || name == "sizeBytes")));
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_varying),
        Value::Object(fields) => fields.values_mut().for_each(remove_varying),
        _ => {}
    }
}

/// Returns an export without times and, in the tables, without the column of times. Of pictures, it has the size.
fn without_times(folder: &Path) -> BTreeMap<PathBuf, String> {
    let is_time = |text: &str| (22..30).contains(&text.len()) && text.starts_with("\"20") && text.ends_with("Z\"");
    files(folder)
        .into_iter()
        .map(|(path, bytes)| {
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("csv") => {}
                Some("jpg") => {
                    let picture = image::load_from_memory(&bytes).unwrap();
                    return (path, format!("{} x {}", picture.width(), picture.height()));
                }
                Some("json") => {
                    let mut course: Value = serde_json::from_slice(&bytes).unwrap();
                    remove_varying(&mut course);
                    return (path, course.to_string());
                }
                _ => return (path, sha256(&bytes)),
            }
            let text = String::from_utf8(bytes).unwrap();
            let cells = text.split_inclusive([',', ' ', '\n']);
            (path, cells.filter(|cell| !is_time(cell.trim_end_matches([',', ' ', '\r', '\n']))).collect())
        })
        .collect()
}

/// Compares two exports file by file.
fn assert_same(one: &BTreeMap<PathBuf, String>, other: &BTreeMap<PathBuf, String>) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (path, content) in one {
        assert_eq!(content, &other[path], "{}", path.display());
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export");
    (folder, path)
}

#[tokio::test]
async fn s6_cli_6_s6_cli_7_an_exported_and_imported_course_is_the_same_but_for_times() {
    let (env, other) = (TestEnv::shared(), other_site());
    // The program cannot reach the emulated CDN, whose name only this process resolves.
    if env.is_deployed() {
        return;
    }
    let (admin, other_admin) = (env.sign_in_admin().await, other.sign_in_admin().await);
    let code = course(&admin, "climove").await;
    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    let ((_keep, first), (_too, second)) = (folder(), folder());
    export(env, &code, &first).await;
    let exported = files(&first);
    let printed = export(env, &code, &first).await;
    assert_eq!(files(&first), exported, "{printed}");
    assert!(!printed.contains("saved"), "{printed}");

    let paths: Vec<&str> = exported.keys().map(|path| path.to_str().unwrap()).collect();
    let lectures = format!("{code}/Chapter 1/Lecture");
    for path in [
        format!("{lectures}/Objects.pdf"),
        format!("{lectures}/objects (2).pdf"),
        format!("{code}/Chapter 7/Other/Untitled.pdf"),
        format!("{code}/Note Ninja Radio/Recap.m4a"),
        format!("{code}/Note Ninja Radio/Recap.txt"),
        "Albums/Night Owl/In the night.jpg".to_owned(),
    ] {
        assert!(paths.contains(&path.as_str()), "{path}: {paths:?}");
    }
    // Nothing names a person.
    let about = String::from_utf8(exported[Path::new("course.json")].clone()).unwrap();
    // The values of the first site.
    let course = course_json(&first);
    let card = &course["chapters"][0]["cards"][0];
    assert!(course["course"]["hidden"] == true && card["picture"]["alt"] == "A <circle>", "{course}");
    let one = &course["recordings"][0];
    assert_eq!(one["chapters"], json!([{ "startMs": 0, "title": "R&D <1>" }, { "startMs": 1000, "title": "Hello" }]));
    let transcript = String::from_utf8(exported[Path::new(one["transcript"]["path"].as_str().unwrap())].clone());
    assert!(transcript.unwrap().contains("R&amp;D &lt;1&gt;"), "{one}");
    let notes = admin.get(&format!("/courses/{code}/notes")).await.expect(200);
    let uploader = notes["notes"]["items"][0]["uploaderName"].as_str().unwrap();
    for word in [admin.uid(), "uploader", "likes", uploader] {
        assert!(!about.contains(word), "{word}: {about}");
    }
    let cards = String::from_utf8(exported[Path::new("cards.csv")].clone()).unwrap();
    assert!(cards.contains("\"'=1+1\",\"'@SUM(A1)\""), "{cards}");

    let (_, key) = create_key_for(other, &other_admin, "Import", "import").await;
    let import = async |options: &[&str]| {
        let arguments = [&["import", first.to_str().unwrap()], options].concat();
        run(other, &key, &arguments).await
    };
    let (exit, printed) = import(&["--dry-run"]).await;
    assert!(exit == Some(0) && printed.contains("new"), "{printed}");
    assert_eq!(other_admin.get(&format!("/admin/courses/{code}")).await.status, 404);
    let (exit, printed) = import(&[]).await;
    assert_eq!(exit, Some(0), "{printed}");
    export(other, &code, &second).await;
    assert_same(&without_times(&second), &without_times(&first));

    for options in [&[][..], &["--dry-run"], &["--replace"]] {
        let (exit, printed) = import(options).await;
        assert!(exit == Some(0) && printed.contains("Nothing was changed"), "{options:?} {printed}");
    }
    let (_also, third) = folder();
    export(other, &code, &third).await;
    assert_eq!(files(&third), files(&second));
}

#[tokio::test]
async fn s6_cli_7_what_differs_is_kept_and_shown_until_it_is_replaced() {
    let env = TestEnv::shared();
    if env.is_deployed() {
        return;
    }
    let admin = env.sign_in_admin().await;
    let code = TestEnv::shared().unique_name("clidiff").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    let id = note(&admin, &code, (2, "Summary", "Observers"), "only").await;
    let chapter = json!({ "number": 2, "title": "Patterns", "description": "" });
    let chapter = admin.post(&format!("/courses/{code}/chapters"), chapter).await.expect(201);
    let cards = format!("/courses/{code}/chapters/{}/cards", chapter["id"].as_str().unwrap());
    let deck = admin.post(&cards, json!({ "title": "Front", "content": "Back" })).await.expect(201);
    let (_keep, folder) = folder();
    export(env, &code, &folder).await;
    let exported = course_json(&folder);

    let detail = admin.get(&format!("/admin/content/note/{id}")).await.expect(200);
    let edit = json!({ "title": "Edited", "description": "", "version": detail["version"] });
    admin.patch(&format!("/admin/content/note/{id}"), edit).await.expect(200);
    let card = &deck["cards"][0];
    let edit = json!({ "title": "Front", "content": "Edited", "version": card["version"] });
    admin.patch(&format!("{cards}/{}", card["id"].as_str().unwrap()), edit).await.expect(200);
    let own = json!({ "title": "Only here", "content": "Stays" });
    admin.post(&cards, own).await.expect(201);
    let course = admin.get(&format!("/admin/courses/{code}")).await.expect(200);
    let edit = json!({ "title": "Edited", "description": "", "version": course["version"] });
    admin.patch(&format!("/admin/courses/{code}"), edit).await.expect(200);

    let (_, key) = create_key_for(env, &admin, "Import", "import").await;
    let path = folder.to_str().unwrap();
    // A file with other content is not taken for the exported one.
    let file = folder.join(exported["notes"][0]["file"]["path"].as_str().unwrap());
    let size = usize::try_from(exported["notes"][0]["file"]["sizeBytes"].as_u64().unwrap()).unwrap();
    std::fs::write(&file, vec![b'x'; size]).unwrap();
    let damaged = run(env, &key, &["import", path]).await;
    assert!(damaged.0 == Some(5) && damaged.1.contains("has changed since the export"), "{}", damaged.1);
    std::fs::write(&file, pdf::with_pages(1, &format!("{code} only"))).unwrap();

    for options in [&["import", path][..], &["import", path, "--replace", "--dry-run"]] {
        let (exit, printed) = run(env, &key, options).await;
        let differs = printed.lines().filter(|line| line.starts_with("differs")).count();
        assert!(exit == Some(1) && differs == 3, "{printed}");
        assert!(
            printed.contains("Other values: title, description.") || printed.contains("description, title"),
            "{printed}"
        );
    }
    assert_eq!(admin.get(&format!("/admin/content/note/{id}")).await.expect(200)["title"], "Edited");
    let (exit, printed) = run(env, &key, &["import", path, "--replace"]).await;
    assert!(exit == Some(0) && printed.contains("3 updated"), "{printed}");
    // The card that only the site has stays.
    let deck = admin.get(cards.trim_end_matches("/cards")).await.expect(200);
    assert_eq!(deck["cards"].as_array().map(Vec::len), Some(2), "{deck}");
    export(env, &code, &folder).await;
    let mut now = course_json(&folder);
    now["chapters"][0]["cards"].as_array_mut().unwrap().truncate(1);
    assert_eq!(now, exported);
}

#[tokio::test]
async fn s6_cli_7_a_recording_of_another_course_is_refused_and_not_changed() {
    let env = TestEnv::shared();
    if env.is_deployed() {
        return;
    }
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("cliowner").to_uppercase();
    let other = format!("{code}X");
    for code in [&code, &other] {
        admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    }
    let id = recording(&admin, &code, ("radio", "Recap"), ("b.m4a", own_file("mp4.m4a", &code))).await;
    let transcript = format!("/audio/{id}/transcript");
    admin.put_raw(&transcript, "application/octet-stream", b"Before".to_vec()).await.expect(200);
    let (_keep, folder) = folder();
    export(env, &code, &folder).await;
    admin.put_raw(&transcript, "application/octet-stream", b"After".to_vec()).await.expect(200);
    let before = admin.get(&format!("/audio/{id}")).await.expect(200);

    change(&folder, |course| course["course"]["code"] = json!(other));
    let (_, key) = create_key_for(env, &admin, "Import", "import").await;
    let (exit, printed) = run(env, &key, &["import", folder.to_str().unwrap(), "--replace"]).await;
    assert!(exit == Some(1) && printed.contains("is there with the subject"), "{printed}");
    assert_eq!(admin.get(&format!("/audio/{id}")).await.expect(200), before);
}

#[tokio::test]
async fn s6_cli_7_an_export_and_an_import_that_are_killed_continue() {
    let (env, other) = (TestEnv::shared(), other_site());
    if env.is_deployed() {
        return;
    }
    let (admin, other_admin) = (env.sign_in_admin().await, other.sign_in_admin().await);
    let code = course(&admin, "clikill").await;
    let ((_keep, whole), (_too, killed), (_also, again)) = (folder(), folder(), folder());
    export(env, &code, &whole).await;

    let (_, key) = create_key_for(env, &admin, "Export", "export").await;
    let arguments = ["export", &code, "--to", killed.to_str().unwrap(), "--parallel", "1"];
    for reached in 1..=4 {
        let mut running =
            note_ninja(env, &key, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        env.wait_until("more files", async || {
            let count = if killed.exists() { files(&killed).len() } else { 0 };
            (count >= 3 * reached || running.try_wait().unwrap().is_some()).then_some(())
        })
        .await;
        running.kill().await.unwrap();
    }
    export(env, &code, &killed).await;
    assert_eq!(files(&killed), files(&whole));

    let (_, key) = create_key_for(other, &other_admin, "Import", "import").await;
    let arguments = ["import", whole.to_str().unwrap()];
    for reached in 1..=5 {
        let mut running =
            note_ninja(other, &key, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        other
            .wait_until("more uploads", async || {
                let page = other_admin.get("/admin/activity").await.expect(200);
                let all = page["items"].as_array().unwrap();
                let own = all.iter().filter(|entry| entry["key"] == "Import").count();
                (own >= 4 * reached || running.try_wait().unwrap().is_some()).then_some(())
            })
            .await;
        running.kill().await.unwrap();
    }
    // Only what a recording takes from its file can differ, if the program was killed before it was replaced.
    let (exit, printed) = run(other, &key, &arguments).await;
    let mut differing = printed.lines().filter(|line| line.starts_with("differs"));
    assert!(matches!(exit, Some(0 | 1)), "{printed}");
    assert!(differing.all(|line| line.contains("chapters of") || line.contains(".jpg")), "{printed}");
    assert!(!printed.contains("refused") && !printed.contains("not finished"), "{printed}");
    let (exit, printed) = run(other, &key, &[&arguments[..], &["--replace"]].concat()).await;
    assert_eq!(exit, Some(0), "{printed}");
    export(other, &code, &again).await;
    assert_same(&without_times(&again), &without_times(&whole));
}

#[tokio::test]
async fn s6_cli_6_s6_cli_8_wrong_keys_courses_and_folders_are_refused_with_the_reason() {
    let env = TestEnv::shared();
    if env.is_deployed() {
        return;
    }
    let admin = env.sign_in_admin().await;
    let code = TestEnv::shared().unique_name("cliwrong").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    note(&admin, &code, (1, "Lecture", "A"), "one").await;
    let (_keep, folder) = folder();
    let path = folder.to_str().unwrap();
    export(env, &code, &folder).await;

    let key = async |scope: &str| create_key_for(env, &admin, scope, scope).await.1;
    let (uploading, exporting, importing) = (key("upload").await, key("export").await, key("import").await);
    for (key, arguments, code, message) in [
        (&uploading, &["export", &code, "--to", path][..], 3, "can only upload files"),
        (&uploading, &["import", path], 3, "can only upload files"),
        (&exporting, &["import", path], 3, "can only export courses"),
        (&exporting, &["upload", path], 3, "can only export courses"),
        (&importing, &["export", "ZZ999", "--to", path], 1, "There is no course ZZ999"),
        (&importing, &["export", "CS 246", "--to", path], 1, "There is no course CS246"),
        (&importing, &["import", "missing"], 2, "cannot be read"),
    ] {
        let (exit, printed) = run(env, key, arguments).await;
        assert!(exit == Some(code) && printed.contains(message), "{arguments:?}: {exit:?} {printed}");
    }

    // A key for importing may also export. A folder is kept for one course.
    let other = format!("{code}X");
    admin.put(&format!("/courses/{other}"), json!({ "title": "Other", "description": "" })).await.expect(200);
    let (exit, printed) = run(env, &importing, &["export", &other, "--to", path]).await;
    assert!(exit == Some(2) && printed.contains(&format!("contains the course {code}")), "{printed}");

    // The target has merged the course into another one.
    admin.merge(&code, &other).await;
    let (exit, printed) = run(env, &importing, &["import", path]).await;
    assert!(exit == Some(1) && printed.contains(&format!("Write {other} as the code")), "{printed}");
    let (exit, printed) = run(env, &importing, &["export", &code, "--to", path]).await;
    assert!(exit == Some(1) && printed.contains("may have been merged"), "{printed}");

    // Hostile folders.
    let outside = tempfile::NamedTempFile::new().unwrap();
    let leads_out = format!("../../..{}", outside.path().display());
    change(&folder, |course| course["notes"][0]["file"]["path"] = json!(leads_out));
    let (exit, printed) = run(env, &importing, &["import", path]).await;
    assert!(exit == Some(2) && printed.contains("notes[0].file.path"), "{printed}");
    change(&folder, |course| {
        course["course"]["code"] = json!(other);
        course["notes"][0]["file"]["path"] = json!("changed.pdf");
    });
    std::fs::write(folder.join("changed.pdf"), pdf::with_pages(1, "another")).unwrap();
    let (exit, printed) = run(env, &importing, &["import", path]).await;
    assert!(exit == Some(5) && printed.contains("unreadable"), "{printed}");
    change(&folder, |course| course["version"] = json!(9));
    let (exit, printed) = run(env, &importing, &["import", path]).await;
    assert!(exit == Some(2) && printed.contains("Update note-ninja"), "{printed}");
}
