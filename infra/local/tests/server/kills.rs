//! Kills the program at random moments during uploads. Afterwards no note lacks its file, and files without a note are
//! found and removed. `NOTE_NINJA_KILL_UPLOADS` sets the number of files; `cargo xtask bench kills` sends 100.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::program::{NOTES, Server};

/// Default number of files.
const UPLOADS: usize = 6;
/// Number of concurrent uploads.
const AT_ONCE: usize = 4;
/// Initial maximum lifetime of a server before it is killed. A busy machine may need longer to make progress.
const LONGEST_LIFE: Duration = Duration::from_millis(900);
/// One of this many uploaders gives up when the server is killed.
const LEAVES: usize = 3;

/// An uploaded file that should become a note.
#[derive(Clone)]
struct Sent {
    number: usize,
    id: String,
    bytes: Vec<u8>,
}

impl Sent {
    fn new(number: usize, sample: &[u8]) -> Self {
        // Makes each file unique: PDF readers ignore data after the end of the file.
        let bytes = [sample, format!("\n% {number}\n").as_bytes()].concat();
        Self { number, id: ulid::Ulid::generate().to_string(), bytes }
    }

    fn sha256(&self) -> String {
        Sha256::digest(&self.bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Creates the upload, sends the file and waits for the result, like the page. Returns `None` if the server was
    /// killed.
    async fn send(&self, server: &Server, token: &str) -> Option<String> {
        let body = json!({
            "id": self.id, "courseCode": "CS246", "title": format!("Killed {}", self.number),
            "fileName": "killed.pdf", "contentType": "application/pdf",
            "sizeBytes": self.bytes.len(), "sha256": self.sha256(),
        });
        let announced =
            server.request(Method::POST, "/api/uploads").bearer_auth(token).json(&body).send().await.ok()?;
        let status = announced.status();
        if status.is_success() {
            let upload: Value = announced.json().await.ok()?;
            let mut put = server.http.put(upload["url"].as_str()?).body(self.bytes.clone());
            for (name, value) in upload["headers"].as_object()? {
                put = put.header(name, value.as_str()?);
            }
            if !put.send().await.ok()?.status().is_success() {
                return None;
            }
        } else if status != StatusCode::CONFLICT {
            // 409 means that the file arrived before the server was killed and is being checked or decided. Any other
            // error must come from the killed server.
            assert!(status.is_server_error(), "{status}: {}", announced.text().await.unwrap_or_default());
            return None;
        }
        loop {
            let path = format!("/api/uploads/{}", self.id);
            let upload: Value =
                server.request(Method::GET, &path).bearer_auth(token).send().await.ok()?.json().await.ok()?;
            match upload["status"].as_str()? {
                decided @ ("ready" | "failed") => return Some(decided.to_owned()),
                _ => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }
}

fn random(below: u128) -> u128 {
    ulid::Ulid::generate().random() % below.max(1)
}

/// Waits until every event has been handled.
async fn until_handled(dir: &Path) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let waiting = || {
        let entries = std::fs::read_dir(dir.join("events")).unwrap().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "json")).count()
    };
    while waiting() > 0 {
        assert!(Instant::now() < deadline, "{} events were never handled", waiting());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn reconcile(server: &Server, mend: bool) -> Value {
    let body = json!({"mendFiles": mend, "mendCounts": mend, "youngSecs": 0});
    server.json(server.request(Method::POST, "/_local/reconcile").json(&body)).await
}

/// Returns the hashes of all visible notes. The file of each must be readable.
async fn readable_notes(server: &Server, token: &str) -> HashSet<String> {
    let mut hashes = HashSet::new();
    let mut next = String::from("/api/courses/CS246/notes?limit=100");
    loop {
        let page = server.json(server.request(Method::GET, &next).bearer_auth(token)).await;
        for note in page["notes"]["items"].as_array().unwrap() {
            let path = format!("/api/notes/{}/file", note["id"].as_str().unwrap());
            let file = server.request(Method::GET, &path).bearer_auth(token).send().await.unwrap();
            assert_eq!(file.status(), StatusCode::OK, "the file of {note}");
            let bytes = file.bytes().await.unwrap();
            let is_new = hashes.insert(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect());
            assert!(is_new, "one upload became two notes: {note}");
        }
        match page["notes"]["nextCursor"].as_str() {
            Some(cursor) => next = format!("/api/courses/CS246/notes?limit=100&cursor={cursor}"),
            None => return hashes,
        }
    }
}

#[tokio::test]
async fn s7_fs_2_random_kills_during_uploads_leave_no_note_without_file_and_orphaned_files_are_repaired() {
    let uploads = std::env::var("NOTE_NINJA_KILL_UPLOADS").ok().and_then(|n| n.parse().ok()).unwrap_or(UPLOADS);
    let sample = std::fs::read(std::fs::read_dir(NOTES).unwrap().next().unwrap().unwrap().path()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path(), &[]);
    let token = server.admin().await;
    server.json(server.request(Method::POST, "/api/setup-guides").bearer_auth(&token).json(&json!({}))).await;
    server.kill();

    let mut waiting: Vec<Sent> = (0..uploads).map(|number| Sent::new(number, &sample)).collect();
    let all = waiting.clone();
    let (mut ready, mut left, mut kills, mut longest) = (HashSet::new(), 0, 0, LONGEST_LIFE);
    // Each round sends some files to a server with a short life. When it is killed, some uploaders give up and the
    // others start again.
    while !waiting.is_empty() {
        let server = Server::start(dir.path(), &[]);
        let now: Vec<Sent> = waiting.iter().take(AT_ONCE).cloned().collect();
        let life = Duration::from_millis(u64::try_from(random(longest.as_millis())).unwrap());
        let sending = async {
            let mut done = Vec::new();
            let (sent, server, token) = (&now, &server, token.as_str());
            let each = |n: usize| async move { sent.get(n)?.send(server, token).await.map(|status| (n, status)) };
            let outcomes: [_; AT_ONCE] = tokio::join!(each(0), each(1), each(2), each(3)).into();
            done.extend(outcomes.into_iter().flatten());
            done
        };
        // The random moment is the purpose of the test, so there is no condition to wait for.
        let done = tokio::time::timeout(life, sending).await.unwrap_or_default();
        server.kill();
        kills += 1;
        if done.is_empty() {
            longest = longest.mul_f64(1.5);
        }
        for (n, status) in &done {
            assert_eq!(status, "ready", "a good file was refused");
            ready.insert(now[*n].sha256());
        }
        let before = waiting.len();
        let goes = |sent: &Sent| now.iter().any(|it| it.id == sent.id) && sent.number.is_multiple_of(LEAVES);
        waiting.retain(|sent| !ready.contains(&sent.sha256()) && !goes(sent));
        left += before - waiting.len() - done.len();
    }

    let server = Server::start(dir.path(), &[]);
    until_handled(dir.path()).await;
    let found = reconcile(&server, false).await;
    assert_eq!(found["missingFiles"], 0, "a note without its file: {found}");
    assert_eq!(found["miscounts"], 0, "{found}");
    let mended = reconcile(&server, true).await;
    let after = reconcile(&server, false).await;
    assert_eq!((&after["orphans"], &after["missingFiles"], &after["miscounts"]), (&json!(0), &json!(0), &json!(0)));
    let notes = readable_notes(&server, &token).await;
    let sent: HashSet<String> = all.iter().map(Sent::sha256).collect();
    let others: Vec<_> = notes.difference(&sent).collect();
    assert!(others.is_empty(), "notes with files that nobody sent: {others:?}, {found}, {mended}");
    let lost: Vec<_> = ready.difference(&notes).collect();
    assert!(lost.is_empty(), "somebody was told that notes are ready which are not there: {lost:?}, {found}, {mended}");
    let line = format!(
        "{uploads} uploads, {kills} kills, {left} left by their senders: {} notes, {} orphans found, {} mended",
        notes.len(),
        found["orphans"],
        mended["mended"]
    );
    writeln!(std::io::stdout(), "{line}").unwrap();
}
