//! The program `note-ninja` with a real server.

#![expect(clippy::unwrap_used, reason = "a failed step of a journey is a failed test")]

use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use journeys::access_keys::create_key;
use journeys::sound::wav;
use journeys::{ApiClient, TestEnv, pdf};
use serde_json::{Value, json};
use tokio::process::Command;

/// Returns the command that uploads a folder.
fn upload(env: &TestEnv, client: &ApiClient, folder: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_note-ninja"));
    command.arg("upload").arg(folder).args(options).kill_on_drop(true);
    command.env("NOTE_NINJA_SERVER", &env.base).env("NOTE_NINJA_KEY", client.token.as_deref().unwrap());
    command.stdin(Stdio::null());
    command
}

fn table(output: &Output) -> String {
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!printed.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    printed
}

/// Returns the line of the table about a file.
fn line<'a>(table: &'a str, file: &str) -> &'a str {
    table.lines().find(|line| line.contains(file)).unwrap_or_else(|| panic!("{file}: {table}"))
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Studies", "description": "" })).await.expect(200);
    code
}

async fn notes(admin: &ApiClient, code: &str) -> Vec<Value> {
    let page = admin.get(&format!("/courses/{code}/notes")).await.expect(200);
    page["notes"]["items"].as_array().unwrap().clone()
}

/// Returns the uploads to a course or shelf, whatever their state.
async fn uploads_of(admin: &ApiClient, place: &str) -> Vec<Value> {
    let page = admin.get("/uploads").await.expect(200);
    page["items"].as_array().unwrap().iter().filter(|upload| upload["place"] == place).cloned().collect()
}

#[tokio::test]
async fn s6_cli_1_s6_cli_2_a_folder_is_shown_by_a_dry_run_published_and_skipped_the_second_time() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (code, folder) = (course(&admin, "cliup").await, tempfile::tempdir().unwrap());
    let (_, client) = create_key(env, &admin, "Folder").await;
    let write = |name: &str, bytes: &[u8]| write(folder.path(), &format!("{code}/{name}"), bytes);
    write("Lectures/Week 3/observers-part_2.pdf", &pdf::with_pages(1, &format!("{code} 1")));
    write("mapped.pdf", &pdf::with_pages(1, &format!("{code} 2")));
    write("copy.pdf", &pdf::with_pages(1, &format!("{code} 2")));
    write("broken.pdf", b"no PDF");
    write("notes.txt", b"text");
    let map = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(map.path(), format!("file;chapter;title\n{code}/mapped.pdf;7;From the table\n")).unwrap();
    let options = ["--map", map.path().to_str().unwrap()];

    let dry = upload(env, &client, folder.path(), &[&options[..], &["--dry-run"]].concat()).output().await.unwrap();
    let shown = table(&dry);
    assert!(dry.status.success() && line(&shown, "observers").starts_with("new"), "{shown}");
    assert!(line(&shown, "observers").contains("Chapter 3"), "{shown}");
    let mapped = |shown: &str, state: &str| {
        let copy = line(shown, "copy.pdf");
        assert!(copy.starts_with("skipped") && copy.contains("the same file as"), "{shown}");
        let line = shown.lines().find(|line| line.contains("mapped.pdf") && !line.contains("copy.pdf")).unwrap();
        assert!(line.starts_with(state) && line.contains("Chapter 7"), "{shown}");
    };
    mapped(&shown, "new");
    assert!(notes(&admin, &code).await.is_empty() && uploads_of(&admin, &code).await.is_empty());

    let first = upload(env, &client, folder.path(), &options).output().await.unwrap();
    let shown = table(&first);
    assert_eq!(first.status.code(), Some(1), "{shown}");
    assert!(line(&shown, "observers").starts_with("published"), "{shown}");
    assert!(line(&shown, "broken").starts_with("refused") && line(&shown, "broken").contains("not a PDF"), "{shown}");
    assert!(line(&shown, "notes.txt").starts_with("skipped"), "{shown}");
    mapped(&shown, "published");
    let published = notes(&admin, &code).await;
    assert_eq!(published.len(), 2, "{published:?}");
    let of = |chapter: u32| published.iter().find(|note| note["chapter"] == chapter).unwrap();
    assert_eq!((&of(3)["title"], &of(3)["noteType"]), (&json!("observers part 2"), &json!("Lecture")));
    assert_eq!(of(7)["title"], "From the table");

    let again = upload(env, &client, folder.path(), &options).output().await.unwrap();
    assert!(line(&table(&again), "observers").starts_with("there already"), "{}", table(&again));
    assert!(line(&table(&again), "broken").starts_with("refused"), "{}", table(&again));
    assert_eq!(notes(&admin, &code).await.len(), 2);

    // A deleted note stays deleted, until the administrator asks for it again.
    admin.delete(&format!("/notes/{}", of(3)["id"].as_str().unwrap())).await.expect(204);
    let third = upload(env, &client, folder.path(), &options).output().await.unwrap();
    assert!(line(&table(&third), "observers").starts_with("deleted"), "{}", table(&third));
    let fourth = upload(env, &client, folder.path(), &[&options[..], &["--again"]].concat()).output().await.unwrap();
    assert!(line(&table(&fourth), "observers").starts_with("published"), "{}", table(&fourth));
    assert_eq!(notes(&admin, &code).await.len(), 2);
}

#[tokio::test]
async fn s6_cli_4_an_upload_that_is_killed_again_and_again_publishes_each_file_once() {
    const NOTES: usize = 12;
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (code, folder) = (course(&admin, "clikill").await, tempfile::tempdir().unwrap());
    let (_, client) = create_key(env, &admin, "Killed").await;
    for number in 0..NOTES {
        let bytes = pdf::with_pages(1, &format!("{code} {number}"));
        write(folder.path(), &format!("{code}/note {number:02}.pdf"), &bytes);
    }
    // Large enough for four parts.
    write(folder.path(), &format!("{code}/radio/long.wav"), &wav(140));

    for kills in 1..=4 {
        let mut running =
            upload(env, &client, folder.path(), &["--parallel", "2"]).stdout(Stdio::null()).spawn().unwrap();
        // Each run gets a little further than the one before.
        env.wait_until("the next uploads", async || {
            let begun = uploads_of(&admin, &code).await.len() >= 3 * kills;
            (begun || running.try_wait().unwrap().is_some()).then_some(())
        })
        .await;
        running.kill().await.unwrap();
    }
    let last = tokio::time::timeout(Duration::from_secs(180), upload(env, &client, folder.path(), &[]).output());
    let last = last.await.unwrap().unwrap();
    assert!(last.status.success(), "{}{}", table(&last), String::from_utf8_lossy(&last.stderr));

    let mut titles: Vec<String> =
        notes(&admin, &code).await.iter().map(|note| note["title"].as_str().unwrap().to_owned()).collect();
    titles.sort();
    assert_eq!(titles, (0..NOTES).map(|number| format!("note {number:02}")).collect::<Vec<_>>());
    let recordings = admin.get(&format!("/courses/{code}/audio")).await.expect(200);
    assert_eq!(recordings["items"].as_array().map(Vec::len), Some(1), "{recordings}");
    let uploads = uploads_of(&admin, &code).await;
    assert!(uploads.len() == NOTES && uploads.iter().all(|upload| upload["status"] == "ready"), "{uploads:?}");
}

#[tokio::test]
async fn s6_cli_9_a_file_with_a_decomposed_name_is_found_by_the_table_and_there_already_under_the_composed_name() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (code, folder) = (course(&admin, "clinfd").await, tempfile::tempdir().unwrap());
    let (id, client) = create_key(env, &admin, "Decomposed").await;
    let (decomposed, composed) = ("The\u{301}orie/Week 3/E\u{301}.pdf", "Th\u{e9}orie/Week 3/\u{c9}.pdf");
    let bytes = pdf::with_pages(1, &code);
    write(folder.path(), &format!("{code}/{decomposed}"), &bytes);
    let map = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(map.path(), format!("file;type\n{code}/{composed};Summary\n")).unwrap();
    let options = ["--map", map.path().to_str().unwrap()];
    let first = upload(env, &client, folder.path(), &options).output().await.unwrap();
    assert!(line(&table(&first), composed).starts_with("published"), "{}", table(&first));
    assert!(String::from_utf8_lossy(&first.stderr).contains(&id), "{first:?}");
    let published = notes(&admin, &code).await;
    let about = |field: &str| published[0][field].clone();
    assert_eq!(
        (about("title"), about("fileName"), about("noteType"), about("chapter")),
        (json!("\u{c9}"), json!("\u{c9}.pdf"), json!("Summary"), json!(3))
    );

    let other = tempfile::tempdir().unwrap();
    write(other.path(), &format!("{code}/{composed}"), &bytes);
    let again = upload(env, &client, other.path(), &[]).output().await.unwrap();
    assert!(line(&table(&again), composed).starts_with("there already"), "{}", table(&again));
    assert_eq!(notes(&admin, &code).await.len(), 1);
}

#[tokio::test]
async fn s6_cli_3_a_revoked_key_ends_the_program_with_its_own_exit_code() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let (id, client) = create_key(env, &admin, "Revoked").await;
    admin.delete(&format!("/admin/keys/{id}")).await.expect(204);
    let folder = tempfile::tempdir().unwrap();
    let refused = upload(env, &client, folder.path(), &[]).output().await.unwrap();
    let printed = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(3) && printed.contains("revoked"), "{printed}");
}
