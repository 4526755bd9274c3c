//! The program itself: its exit codes and messages without a server. `upload.rs` runs it against one.

#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

use std::path::Path;
use std::process::Command;

/// Runs the program. Returns its exit code, and what it printed to the standard error.
fn run(folder: &Path, key: &str, options: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_note-ninja"));
    command.arg("upload").arg(folder).args(options).env_remove("NOTE_NINJA_SERVER").env("NOTE_NINJA_KEY", key);
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const KEY: &str = "nnk_01JD8Z5V7R8XQ4N2T6W0YB3C9E_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

#[test]
fn s6_cli_3_each_failure_has_its_exit_code_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pdf"), "%PDF-1.4").unwrap();
    let map = folder.path().join("map.csv");
    std::fs::write(&map, "file,name\na.pdf,A\n").unwrap();
    let here = ["--server", "http://127.0.0.1:9"];
    let table = ["--map", map.to_str().unwrap()];
    let nowhere = folder.path().join("missing");
    for (place, key, options, code, message) in [
        (folder.path(), "", here.as_slice(), 3, "Make one in the console"),
        (folder.path(), "secret", &here, 3, "Keys begin with 'nnk_'"),
        (folder.path(), KEY, &here, 4, "does not answer"),
        (folder.path(), KEY, &["--server", "http://notes.example.org"], 2, "begins with https://"),
        (folder.path(), KEY, &["--key-file", "missing"], 2, "cannot be read"),
        (folder.path(), KEY, &table, 2, "no column 'name'"),
        (folder.path(), KEY, &["--course", "?"], 2, "course code"),
        (&nowhere, KEY, &here, 2, "cannot be read"),
    ] {
        let (exit, printed) = run(place, key, options);
        assert!(exit == Some(code) && printed.contains(message), "{options:?}: {exit:?} {printed}");
        assert!(!printed.contains(KEY), "{printed}");
    }
}

#[test]
fn s6_cli_3_a_table_that_names_a_missing_file_is_refused_before_anything_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.csv");
    std::fs::write(&map, "file,title\na.pdf,A\n").unwrap();
    let options = ["--map", map.to_str().unwrap(), "--server", "http://127.0.0.1:9"];
    let (exit, printed) = run(folder.path(), KEY, &options);
    assert!(exit == Some(2) && printed.contains("Line 2 of the table: there is no file a.pdf"), "{printed}");
}
