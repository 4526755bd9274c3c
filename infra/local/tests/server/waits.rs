//! The program while the reader binary is still being compiled, as on the first `cargo xtask dev`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use local::SAMPLE_PASSWORD;
use reqwest::Method;
use serde_json::json;

use crate::program::{NOTES, Server};

/// Path of the reader binary beside the server.
fn reader() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_local")).with_file_name("reader")
}

#[tokio::test]
async fn without_a_reader_binary_sign_in_works_and_uploads_wait_until_it_is_compiled() {
    let dir = tempfile::tempdir().unwrap();
    let (sample, late) = (dir.path().join("sample"), dir.path().join("reader"));
    fs::create_dir(&sample).unwrap();
    let file = fs::read_dir(NOTES).unwrap().next().unwrap().unwrap().path();
    let note = json!({"courseCode": "CS246", "title": "Of the sample", "file": file});
    fs::write(sample.join("notes.json"), json!([note]).to_string()).unwrap();

    let more = [Path::new("--reader"), &late, Path::new("--sample"), &sample].map(|part| part.to_str().unwrap());
    let log = dir.path().join("log");
    let server = Server::logging_to(File::create(&log).unwrap().into(), &dir.path().join("data"), &more);
    server.token("amara@noteninja.test", SAMPLE_PASSWORD).await;
    let admin = server.admin().await;
    let (id, _, put) = server.upload(&admin).await;
    server.json(put).await;
    let began = Instant::now();
    loop {
        let upload = server.json(server.request(Method::GET, &format!("/api/uploads/{id}")).bearer_auth(&admin)).await;
        match upload["status"].as_str() {
            Some("checking") => break,
            status => assert_eq!(status, Some("waiting"), "{upload}"),
        }
        assert!(began.elapsed() < Duration::from_secs(20), "the check never began");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    // Renamed in one step, like cargo does.
    let unfinished = dir.path().join("unfinished");
    fs::copy(reader(), &unfinished).unwrap();
    fs::rename(unfinished, &late).unwrap();
    server.until_ready(&admin, &id).await;
    let said = fs::read_to_string(log).unwrap();
    assert!(said.contains("the file reader is not ready yet"), "{said}");
    assert!(!said.contains("ingest failed"), "it did not wait: {said}");
    let began = Instant::now();
    loop {
        let asked = server.request(Method::GET, "/api/courses/CS246/notes").bearer_auth(&admin);
        let notes = server.json(asked).await;
        let titles: Vec<_> = notes["notes"]["items"].as_array().unwrap().iter().map(|note| &note["title"]).collect();
        if titles.contains(&&json!("Of the sample")) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "the sample note never came: {titles:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.kill();
}
