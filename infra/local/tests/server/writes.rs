//! Kills the program during writes, five times. Every answered write must be there afterwards. An unanswered write may
//! have happened or not, but never partially.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::program::Server;

const KILLS: u32 = 5;
/// Number of concurrent writers.
const WRITERS: u32 = 3;
/// Number of responses after which the server is killed, while the next writes are running.
const ANSWERS: u32 = 24;

/// An expected value: its location in a response, and its allowed values.
#[derive(Clone)]
struct Written {
    place: &'static str,
    /// Exactly one value after a response. Before a response, the previous value is also allowed.
    may_be: Vec<Value>,
}

/// All writes by the path that shows them.
type Ledger = Arc<Mutex<BTreeMap<String, Written>>>;

/// Writes until the server is killed.
struct Writer {
    number: u32,
    base: String,
    http: Client,
    token: String,
    ledger: Ledger,
    answers: watch::Sender<u32>,
}

impl Writer {
    /// Sends a write and records that the path `shown` now has `value` at `place`. Returns `None` if the server was
    /// killed.
    async fn write(
        &self,
        (method, path, body): (Method, &str, Value),
        (shown, place, value): (&str, &'static str, Value),
    ) -> Option<Value> {
        let note = |change: &dyn Fn(&mut Vec<Value>)| {
            let mut ledger = self.ledger.lock().unwrap();
            let nothing = || Written { place, may_be: vec![Value::Null] };
            change(&mut ledger.entry(shown.to_owned()).or_insert_with(nothing).may_be);
        };
        note(&|may_be| may_be.push(value.clone()));
        let request = self.http.request(method, format!("{}{path}", self.base)).bearer_auth(&self.token).json(&body);
        let answer = request.send().await.ok()?;
        let status = answer.status();
        let body = answer.json().await.ok()?;
        if status.is_server_error() {
            return None;
        }
        assert!(status.is_success(), "{path} answered {status}: {body}");
        note(&|may_be| *may_be = vec![value.clone()]);
        self.answers.send_modify(|answers| *answers += 1);
        Some(body)
    }

    /// Repeats writes one after the other, each of them twice.
    async fn until_killed(self, life: u32) {
        for turn in 0.. {
            let name = format!("{}-{life}-{turn}", self.number);
            if self.course(&name, &format!("KILL{}{life}{turn:02}", self.number)).await.is_none()
                || self.playlist(&name).await.is_none()
            {
                return;
            }
        }
    }

    async fn course(&self, name: &str, code: &str) -> Option<()> {
        let path = format!("/api/courses/{code}");
        for (version, title) in [(0, format!("First {name}")), (1, format!("Second {name}"))] {
            let rows = json!({"courses": [{"courseCode": code, "title": title, "version": version}]});
            let said = (Method::POST, "/api/courses/import", rows);
            self.write(said, (&path, "/title", json!(title))).await?;
        }
        Some(())
    }

    async fn playlist(&self, name: &str) -> Option<()> {
        let id = ulid::Ulid::generate().to_string();
        let path = format!("/api/playlists/{id}");
        let made = (Method::POST, "/api/me/playlists", json!({"id": id, "name": name}));
        let body = self.write(made, (&path, "/playlist/name", json!(name))).await?;
        let again = format!("{name} again");
        let renamed = (Method::PATCH, path.as_str(), json!({"name": again, "version": body["playlist"]["version"]}));
        self.write(renamed, (&path, "/playlist/name", json!(again))).await?;
        let gone = self.http.delete(format!("{}{path}", self.base)).bearer_auth(&self.token).send();
        // Delete each playlist, or the student would reach the limit. An unanswered deletion may have happened or not.
        let mut ledger = self.ledger.lock().unwrap().remove(&path);
        if gone.await.is_ok_and(|answer| answer.status().is_success()) {
            ledger = Some(Written { place: "/playlist/name", may_be: vec![Value::Null] });
        } else if let Some(written) = &mut ledger {
            written.may_be.push(Value::Null);
        }
        self.ledger.lock().unwrap().insert(path, ledger?);
        Some(())
    }
}

/// Compares all recorded writes with the server's data.
async fn is_kept(server: &Server, token: &str, ledger: &Ledger) {
    let written = ledger.lock().unwrap().clone();
    for (path, Written { place, may_be }) in written {
        let answer = server.request(Method::GET, &path).bearer_auth(token).send().await.unwrap();
        let (status, body) = (answer.status(), answer.json::<Value>().await.unwrap());
        assert!(status.is_success() || status == 404, "{path}: {status} {body}");
        let found = if status.is_success() { body.pointer(place).cloned().unwrap() } else { Value::Null };
        assert!(may_be.contains(&found), "{path} has {found}, and what was answered was {may_be:?}");
        // From now on only the found value is allowed.
        ledger.lock().unwrap().insert(path, Written { place, may_be: vec![found] });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_acknowledged_writes_survive_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = Ledger::default();
    for life in 0..KILLS {
        let server = Server::start(dir.path(), &[]);
        let token = server.admin().await;
        is_kept(&server, &token, &ledger).await;
        let (answers, mut counted) = watch::channel(0);
        let writers: Vec<_> = (0..WRITERS)
            .map(|number| {
                let (base, http) = (server.base.clone(), server.http.clone());
                let (token, ledger, answers) = (token.clone(), Arc::clone(&ledger), answers.clone());
                tokio::spawn(Writer { number, base, http, token, ledger, answers }.until_killed(life))
            })
            .collect();
        counted.wait_for(|answers| *answers >= ANSWERS).await.unwrap();
        server.kill();
        for writer in writers {
            writer.await.unwrap();
        }
    }
    let server = Server::start(dir.path(), &[]);
    is_kept(&server, &server.admin().await, &ledger).await;
    let body = json!({"mendFiles": false, "mendCounts": false, "youngSecs": 0});
    let found = server.json(server.request(Method::POST, "/_local/reconcile").json(&body)).await;
    assert_eq!((&found["missingFiles"], &found["miscounts"]), (&json!(0), &json!(0)), "{found}");
    assert!(ledger.lock().unwrap().len() > 20, "hardly anything was written");
    server.kill();
}
