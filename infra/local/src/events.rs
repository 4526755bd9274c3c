//! Object-created events. They are written to disk before an upload is answered, and delivered to `ingest` at least
//! once.
//!
//! Each event is one small file with exactly the JSON that Lambda would receive. The file is deleted when the handler
//! succeeds, so a crash causes another delivery and never a lost event.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use aws_lambda_events::event::s3::S3Event;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use store::keys::object;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::{Notify, Semaphore};
use tokio::time::Instant;

use crate::LocalError;
use crate::state::write_atomically;

/// Prefix of uploads.
pub(crate) const UPLOADS: &str = "incoming/";
/// Prefix of requests to prepare a recording for listening.
pub(crate) const PREPARING: &str = "preparing/";
/// Prefixes of objects that create events, as in the bucket of the real stack. Other objects create none.
pub(crate) const PREFIXES: [&str; 2] = [UPLOADS, PREPARING];
/// Number of failed deliveries after which an event or a stream record is moved aside, as into a dead-letter queue.
pub(crate) const MAX_ATTEMPTS: u32 = 12;
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Maximum number of concurrent deliveries.
const PARALLEL: usize = 4;
/// Maximum number of recordings that are prepared for listening at the same time. Uploads must not wait for them.
const PREPARED_AT_ONCE: usize = 1;
/// File name prefix of the events that prepare recordings. It makes them sort after all others.
const LATER: &str = "later-";

/// Calls a function with an event. `Err` contains the reason of a failure.
pub(crate) type Handler<E, A> = Arc<dyn Fn(E) -> Pin<Box<dyn Future<Output = Result<A, String>> + Send>> + Send + Sync>;

/// Calls `ingest`.
pub(crate) type EventHandler = Handler<S3Event, ()>;

/// Journal of events that have not been handled yet.
#[derive(Clone)]
pub(crate) struct EventQueue {
    folder: PathBuf,
    wake: Arc<Notify>,
}

impl EventQueue {
    pub(crate) fn open(folder: PathBuf) -> Result<EventQueue, LocalError> {
        let failed = folder.join("failed");
        fs::create_dir_all(&failed).map_err(|e| LocalError::file("create", &failed, &e))?;
        Ok(EventQueue { folder, wake: Arc::new(Notify::new()) })
    }

    /// Writes one event to disk. Once this returns, the event will be delivered even if the process crashes.
    pub(crate) fn append(&self, object: &CreatedObject<'_>) -> std::io::Result<()> {
        let id = ulid::Ulid::generate();
        let text = object.event(&id.to_string()).to_string();
        let later = if object::listening_job_of(object.key).is_some() { LATER } else { "" };
        write_atomically(&self.folder.join(format!("{later}{id}.json")), text.as_bytes())?;
        self.wake.notify_one();
        Ok(())
    }

    fn list(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "json"))
            .collect();
        files.sort();
        files
    }

    /// Delivers events until the server stops.
    pub(crate) async fn run(self, deliver: EventHandler) {
        let (slots, later_slots) = (Arc::new(Semaphore::new(PARALLEL)), Arc::new(Semaphore::new(PREPARED_AT_ONCE)));
        let mut tries: HashMap<PathBuf, (u32, Instant)> = HashMap::new();
        let (done, mut reports) = tokio::sync::mpsc::unbounded_channel::<(PathBuf, Result<(), String>)>();
        let mut under_way: HashMap<PathBuf, ()> = HashMap::new();
        loop {
            let now = Instant::now();
            let mut next = now + Duration::from_secs(5);
            for path in self.list() {
                if under_way.contains_key(&path) {
                    continue;
                }
                match tries.get(&path) {
                    Some((_, at)) if *at > now => {
                        next = next.min(*at);
                        continue;
                    }
                    _ => {}
                }
                let is_later =
                    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(LATER.as_bytes()));
                let slots = if is_later { &later_slots } else { &slots };
                let Ok(slot) = Arc::clone(slots).try_acquire_owned() else { continue };
                under_way.insert(path.clone(), ());
                let (deliver, done) = (Arc::clone(&deliver), done.clone());
                tokio::spawn(async move {
                    let outcome = deliver_file(&path, &deliver).await;
                    drop(slot);
                    // Sending fails only when the loop has ended, and then nothing needs the report.
                    let _gone = done.send((path, outcome));
                });
            }
            tokio::select! {
                () = self.wake.notified() => {}
                () = tokio::time::sleep_until(next) => {}
                Some((path, outcome)) = reports.recv() => {
                    under_way.remove(&path);
                    self.settle(&path, outcome, &mut tries);
                }
            }
        }
    }

    fn settle(&self, path: &Path, outcome: Result<(), String>, tries: &mut HashMap<PathBuf, (u32, Instant)>) {
        let Err(reason) = outcome else {
            tries.remove(path);
            if let Err(e) = fs::remove_file(path) {
                tracing::warn!(path = %path.display(), "handled event could not be removed, it will come again: {e}");
            }
            return;
        };
        let attempts = tries.get(path).map_or(0, |(n, _)| *n) + 1;
        if attempts >= MAX_ATTEMPTS {
            tries.remove(path);
            let aside = self.folder.join("failed").join(path.file_name().unwrap_or_default());
            tracing::error!("ingest failed {attempts} times, the event is now {}: {reason}", aside.display());
            if let Err(e) = fs::rename(path, &aside) {
                tracing::error!("the event could not be set aside: {e}");
            }
            return;
        }
        let pause = pause_after(attempts);
        tracing::warn!(attempts, "ingest failed, trying again in {pause:?}: {reason}");
        tries.insert(path.to_owned(), (attempts, Instant::now() + pause));
    }
}

/// Returns the delay before the next attempt. It doubles with every failure.
pub(crate) fn pause_after(attempts: u32) -> Duration {
    FIRST_PAUSE.saturating_mul(1 << attempts.saturating_sub(1).min(10)).min(LONGEST_PAUSE)
}

async fn deliver_file(path: &Path, deliver: &EventHandler) -> Result<(), String> {
    let text = fs::read(path).map_err(|e| e.to_string())?;
    let event: S3Event = serde_json::from_slice(&text).map_err(|e| format!("not an S3 event: {e}"))?;
    deliver(event).await
}

/// A created object, as its event describes it.
#[derive(Debug)]
pub(crate) struct CreatedObject<'a> {
    pub(crate) bucket: &'a str,
    pub(crate) key: &'a str,
    pub(crate) size_bytes: u64,
    pub(crate) etag: &'a str,
    /// Operation: `Put`, `CompleteMultipartUpload` or `Copy`.
    pub(crate) event_name: &'a str,
}

impl CreatedObject<'_> {
    /// Builds an S3 notification, version 2.1. The key is form-encoded.
    fn event(&self, id: &str) -> serde_json::Value {
        let now = OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default();
        json!({"Records": [{
            "eventVersion": "2.1",
            "eventSource": "aws:s3",
            "awsRegion": crate::REGION,
            "eventTime": now,
            "eventName": format!("ObjectCreated:{}", self.event_name),
            "userIdentity": {"principalId": "AWS:LOCAL"},
            "requestParameters": {"sourceIPAddress": "127.0.0.1"},
            "responseElements": {"x-amz-request-id": id, "x-amz-id-2": id},
            "s3": {
                "s3SchemaVersion": "1.0",
                "configurationId": "uploads",
                "bucket": {
                    "name": self.bucket,
                    "ownerIdentity": {"principalId": "LOCAL"},
                    "arn": format!("arn:aws:s3:::{}", self.bucket),
                },
                "object": {
                    "key": form_encoded(self.key),
                    "size": self.size_bytes,
                    "eTag": self.etag.trim_matches('"'),
                    "sequencer": id,
                },
            },
        }]})
    }
}

/// Encodes a key as S3 does in events: percent-encoded, with `+` for a space.
fn form_encoded(key: &str) -> String {
    const ESCAPED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'*').remove(b'/').remove(b' ');
    utf8_percent_encode(key, ESCAPED).to_string().replace(' ', "+")
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    const OBJECT: CreatedObject<'_> =
        CreatedObject { bucket: "files", key: "incoming/a b+c.pdf", size_bytes: 7, etag: "\"abc\"", event_name: "Put" };

    #[test]
    fn local_upload_events_deserialise_as_lambda_s3_events() {
        let event: S3Event = serde_json::from_value(OBJECT.event("01")).unwrap();
        let record = &event.records[0];
        assert_eq!(record.event_name.as_deref(), Some("ObjectCreated:Put"));
        assert_eq!(record.s3.object.key.as_deref(), Some("incoming/a+b%2Bc.pdf"));
        assert_eq!(record.s3.object.e_tag.as_deref(), Some("abc"));
        assert_eq!(record.s3.bucket.name.as_deref(), Some("files"));
    }

    #[tokio::test]
    async fn an_event_is_redelivered_until_it_succeeds_even_after_a_restart() {
        let dir = tempfile::tempdir().unwrap();
        let events = EventQueue::open(dir.path().to_owned()).unwrap();
        events.append(&OBJECT).unwrap();
        drop(events);

        // A new process finds the event, fails twice and then succeeds.
        let events = EventQueue::open(dir.path().to_owned()).unwrap();
        assert_eq!(events.list().len(), 1);
        let calls = Arc::new(Mutex::new(0));
        let finished = Arc::new(Notify::new());
        let (counter, bell) = (Arc::clone(&calls), Arc::clone(&finished));
        let deliver: EventHandler = Arc::new(move |_event| {
            let mut calls = counter.lock().unwrap();
            *calls += 1;
            let outcome = if *calls < 3 { Err("not yet".to_owned()) } else { Ok(()) };
            if outcome.is_ok() {
                bell.notify_one();
            }
            Box::pin(async move { outcome })
        });
        let worker = tokio::spawn(events.clone().run(deliver));
        tokio::time::timeout(Duration::from_secs(20), finished.notified()).await.unwrap();
        assert_eq!(*calls.lock().unwrap(), 3);
        crate::testing::until(|| events.list().is_empty()).await;
        worker.abort();
    }

    #[test]
    fn an_event_that_fails_repeatedly_is_moved_aside() {
        let dir = tempfile::tempdir().unwrap();
        let events = EventQueue::open(dir.path().to_owned()).unwrap();
        events.append(&OBJECT).unwrap();
        let path = events.list().remove(0);
        let mut tries = HashMap::new();
        for _ in 1..MAX_ATTEMPTS {
            events.settle(&path, Err("not now".to_owned()), &mut tries);
        }
        assert_eq!(events.list().len(), 1);
        events.settle(&path, Err("not now".to_owned()), &mut tries);
        assert_eq!(events.list().len(), 0);
        let letter = fs::read(dir.path().join("failed").join(path.file_name().unwrap())).unwrap();
        assert!(serde_json::from_slice::<S3Event>(&letter).is_ok());
    }

    #[test]
    fn retry_delays_double_up_to_a_maximum() {
        assert_eq!(pause_after(1), Duration::from_millis(250));
        assert_eq!(pause_after(3), Duration::from_secs(1));
        assert_eq!(pause_after(30), LONGEST_PAUSE);
    }
}
