//! Downloads from a server that breaks off.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use wasm_core::course::CourseCode;

use super::*;
use crate::export::folder::Folder;

/// Bytes of the file.
const SIZE: usize = 320 * 1024;
/// Bytes that an interrupted answer contains, more than [`PROGRESS_BYTES`].
const SOME: usize = SIZE / 4;
/// Time after which a download ends if nothing arrives.
const SILENCE: Duration = Duration::from_secs(1);

/// The server's answer to one request for the file.
#[derive(Clone, Copy)]
enum Answer {
    /// Sends the requested bytes.
    Rest,
    /// Sends the whole file and ignores the range.
    Whole,
    /// Breaks the connection after [`SOME`] bytes.
    Broken,
    /// Sends nothing any more after [`SOME`] bytes.
    Silent,
    /// Sends a part that begins elsewhere.
    OtherPart,
    /// Refuses the signature of the URL.
    Expired,
}

/// Names and contents.
type Files = Vec<(String, Vec<u8>)>;

struct Server {
    origin: String,
    content: Vec<u8>,
    answers: Mutex<VecDeque<Answer>>,
    /// First byte that each request has asked for.
    starts: Mutex<Vec<usize>>,
}

impl Server {
    fn start(answers: &[Answer]) -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Arc::new(Self {
            origin: format!("http://{}", listener.local_addr().unwrap()),
            content: (0..SIZE).map(|at| u8::try_from(at % 251).unwrap()).collect(),
            answers: Mutex::new(answers.iter().copied().collect()),
            starts: Mutex::default(),
        });
        let own = Arc::clone(&server);
        thread::spawn(move || {
            for connection in listener.incoming() {
                let own = Arc::clone(&own);
                thread::spawn(move || own.serve(connection.unwrap()));
            }
        });
        server
    }

    fn serve(&self, mut connection: TcpStream) {
        let mut reader = BufReader::new(connection.try_clone().unwrap());
        let (mut head, mut body_bytes, mut start) = (String::new(), 0, 0);
        while reader.read_line(&mut head).unwrap() > 2 {
            let line = head.lines().last().unwrap().to_lowercase();
            if let Some(length) = line.strip_prefix("content-length: ") {
                body_bytes = length.parse().unwrap();
            } else if let Some(range) = line.strip_prefix("range: bytes=") {
                start = range.trim_end_matches('-').parse().unwrap();
            }
        }
        reader.take(body_bytes).read_to_end(&mut Vec::new()).unwrap();
        if head.starts_with("POST") {
            let items = json!({ "items": [self.signed_json()] }).to_string();
            let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", items.len());
            connection.write_all(head.as_bytes()).unwrap();
            return connection.write_all(items.as_bytes()).unwrap();
        }
        self.starts.lock().unwrap().push(start);
        let answer = self.answers.lock().unwrap().pop_front().unwrap_or(Answer::Rest);
        let from = if matches!(answer, Answer::Whole) { 0 } else { start };
        let body = &self.content[from..];
        let named = if matches!(answer, Answer::OtherPart) { from + 1 } else { from };
        let status = match (answer, from) {
            (Answer::Expired, _) => "403 Forbidden".to_owned(),
            (_, 0) => "200 OK".to_owned(),
            _ => format!("206 Partial Content\r\ncontent-range: bytes {named}-{}/{SIZE}", SIZE - 1),
        };
        let body: &[u8] = if matches!(answer, Answer::Expired) { &[] } else { body };
        let head = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
        connection.write_all(head.as_bytes()).unwrap();
        match answer {
            Answer::Broken => connection.write_all(&body[..SOME.min(body.len())]).unwrap(),
            Answer::Silent => {
                connection.write_all(&body[..SOME.min(body.len())]).unwrap();
                // Until the client closes the connection.
                let _ = connection.read(&mut [0]);
            }
            // The client may have closed the connection.
            _ => drop(connection.write_all(body)),
        }
    }

    fn signed_json(&self) -> serde_json::Value {
        let sha256 = crate::hashing::of_bytes(&self.content);
        json!({ "id": "one", "url": format!("{}/file", self.origin), "sizeBytes": SIZE, "sha256": sha256 })
    }

    /// Fetches the file into the folder. Returns its result and the files in the folder.
    fn export(&self, folder: &TempDir) -> (Result<FileResult, Failure>, Files) {
        let client = Client::new(self.origin.clone(), "nnk_key".to_owned(), SILENCE);
        let signed: SignedFile = serde_json::from_value(self.signed_json()).unwrap();
        let file =
            ExportedFile { path: "a.pdf".to_owned(), size_bytes: signed.size_bytes, sha256: signed.sha256.clone() };
        let one = Wanted { file, signed, signing: "/notes/addresses", place: String::new(), part: String::new() };
        let own = Folder::open(folder.path(), CourseCode::parse("CS246").unwrap()).unwrap();
        let result = fetch(&client, &own, &one, &Progress::new(1, "received"));
        let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap());
        let files = entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
        let files = files.filter(|(name, _)| name != ".note-ninja-export").collect();
        (result, files)
    }

    fn starts(&self) -> Vec<usize> {
        self.starts.lock().unwrap().clone()
    }
}

#[track_caller]
fn check(answers: &[Answer], starts: &[usize]) {
    let server = Server::start(answers);
    let (result, files) = server.export(&tempfile::tempdir().unwrap());
    assert_eq!(result, Ok(FileResult::Saved));
    assert!(files == [("a.pdf".to_owned(), server.content.clone())], "another content");
    assert_eq!(server.starts(), starts);
}

#[test]
fn s6_cli_11_a_download_continues_after_a_broken_and_after_a_silent_connection() {
    check(&[Answer::Broken, Answer::Silent], &[0, SOME, 2 * SOME]);
}

#[test]
fn s6_cli_11_a_download_begins_again_if_the_store_ignores_ranges_and_never_mixes_parts() {
    check(&[Answer::Broken, Answer::Whole], &[0, SOME]);
    check(&[Answer::Broken, Answer::OtherPart], &[0, SOME, SOME]);
}

#[test]
fn s6_cli_11_an_expired_url_is_replaced_without_losing_what_has_arrived() {
    check(&[Answer::Broken, Answer::Expired], &[0, SOME, SOME]);
}

#[test]
fn s6_cli_11_a_run_after_a_failed_one_continues_the_file_unless_it_has_changed() {
    let server = Server::start(&[Answer::Expired, Answer::Broken]);
    server.answers.lock().unwrap().extend([Answer::Expired; ATTEMPTS as usize]);
    let folder = tempfile::tempdir().unwrap();
    let (failed, files) = server.export(&folder);
    assert!(matches!(failed, Err(Failure::NotSent(_))), "{failed:?}");
    assert!(matches!(&files[..], [(name, some)] if name != "a.pdf" && some.len() == SOME));
    server.answers.lock().unwrap().clear();
    let (result, files) = server.export(&folder);
    assert!(result == Ok(FileResult::Saved) && files == [("a.pdf".to_owned(), server.content.clone())]);
    assert_eq!(server.starts().last(), Some(&SOME));

    // The temporary file contains bytes of another version.
    fs::remove_file(folder.path().join("a.pdf")).unwrap();
    fs::write(folder.path().join(temporary_name()), vec![0; SOME]).unwrap();
    let (result, files) = server.export(&folder);
    assert!(result == Ok(FileResult::Saved) && files == [("a.pdf".to_owned(), server.content.clone())]);
    assert_eq!(server.starts()[server.starts().len() - 2..], [SOME, 0]);
}

fn temporary_name() -> String {
    format!(".note-ninja-{}", &crate::hashing::of_bytes(b"a.pdf")[..16])
}
