//! Checks that one student among many is found with one query.
//!
//! With 100,000 profiles the responses and requests are the same, but filling the engine takes half a minute.

use std::sync::{Arc, Mutex};

use dynoxide::{Database, ImportOptions};
use serde_json::json;
use store::{UsernamePrefix, students};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{connect, serve, student};

/// Number of profiles whose usernames share a prefix.
const MANY: usize = 20_000;

/// All bytes sent to the table through the proxy.
#[derive(Clone, Default)]
struct Sent(Arc<Mutex<Vec<u8>>>);

impl Sent {
    fn requests(&self, operation: &str) -> usize {
        let wanted = format!("DynamoDB_20120810.{operation}\r\n");
        self.0.lock().unwrap().windows(wanted.len()).filter(|part| *part == wanted.as_bytes()).count()
    }
}

/// Starts a proxy that records the bytes sent to `target`.
async fn listen_in(target: String, sent: Sent) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(&target).await.unwrap();
            let (mut asks, mut hears) = client.into_split();
            let (mut answers, mut is_told) = server.into_split();
            let sent = sent.clone();
            tokio::spawn(async move { tokio::io::copy(&mut answers, &mut hears).await });
            tokio::spawn(async move {
                let mut piece = vec![0; 65_536];
                while let Ok(length) = asks.read(&mut piece).await {
                    if length == 0 || is_told.write_all(&piece[..length]).await.is_err() {
                        return;
                    }
                    sent.0.lock().unwrap().extend_from_slice(&piece[..length]);
                }
            });
        }
    });
    address
}

/// Stores profiles in that partition of the index which one search reads.
fn seed(engine: &Database) {
    let profile = |number: usize| {
        let (uid, name) = (format!("many-{number}"), format!("ninja{number:06}"));
        json!({
            "pk": { "S": format!("USER#{uid}") }, "sk": { "S": "ME" },
            "gsi1pk": { "S": "USERNAMES#ni" }, "gsi1sk": { "S": name },
            "entity": { "S": "student" }, "schema": { "N": "1" },
            "uid": { "S": uid }, "email": { "S": format!("{name}@noteninja.test") }, "name": { "S": "One of many" },
            "username": { "S": name }, "display_username": { "S": name }, "shows_courses": { "BOOL": true },
            "followers": { "N": "0" }, "following": { "N": "0" }, "saved_count": { "N": "0" }, "saved_edition": { "N": "0" },
            "created_at": { "S": "2026-09-21T14:13:20.000Z" }, "updated_at": { "S": "2026-09-21T14:13:20.000Z" },
        })
    };
    for start in (0..MANY).step_by(10_000) {
        let items = (start..start + 10_000).map(|number| serde_json::from_value(profile(number)).unwrap()).collect();
        engine.import_items("note-ninja", items, ImportOptions::default()).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s5_se_2_finding_one_student_among_many_needs_one_query() {
    let engine = Database::memory().unwrap();
    let (direct, sent) = (serve(&engine).await, Sent::default());
    let store = connect(&format!("http://{}", listen_in(direct, sent.clone()).await));
    store::schema::create_table_if_absent(&store).await.unwrap();
    seed(&engine);
    student(&store, "wanted", Some("Ninja012345x")).await;

    let before = sent.requests("Query");
    let prefix: UsernamePrefix = "NINJA012345X".parse().unwrap();
    let found = students::search(&store, &prefix, 20).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].display_username.as_deref(), Some("Ninja012345x"));
    let few = students::search(&store, &"ninja01234".parse().unwrap(), 20).await.unwrap();
    assert_eq!(few.len(), 11, "the ten whose names go on with a digit, and the one we look for");
    let many = students::search(&store, &"ni".parse().unwrap(), 20).await.unwrap();
    assert_eq!(many.len(), 20, "never more than asked for");
    assert_eq!(sent.requests("Query") - before, 3, "each search is one request");
    assert_eq!(sent.requests("Scan"), 0);
}
