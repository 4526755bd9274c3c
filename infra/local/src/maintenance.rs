//! Maintenance: applies the lifecycle rules of the real bucket (`LifecycleConfiguration` in template.yaml) and serves
//! the reconcile route.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use http::StatusCode;
use store::Store;
use store::reconcile::{ReconcileOptions, Report};

use crate::LocalError;
use crate::events::{PREPARING, UPLOADS};
use crate::files::{FILES_BUCKET, Files};

/// Maximum age of undecided uploads and of incomplete multipart uploads.
const KEPT: Duration = Duration::from_secs(86_400);

/// Prefix of decks read from files, each in its own folder.
const DECKS: &str = "decks/";

/// Interval for applying the rules. The real bucket applies them once a day.
const EVERY: Duration = Duration::from_secs(3600);

/// Route of the reconcile report. It requires JSON, so a page of another site needs a preflight to call it.
const ROUTE: &str = "/_local/reconcile";

/// Applies the rules at start and then periodically until the server stops.
pub(crate) async fn run(files: Files) {
    loop {
        let (here, now) = (files.clone(), SystemTime::now());
        match tokio::task::spawn_blocking(move || expire(&here, now)).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "removed what was sent more than a day ago and never decided"),
            Err(e) => tracing::warn!("what was never decided could not be removed: {e}"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Removes files that are older than the rules allow. Returns their number.
fn expire(files: &Files, now: SystemTime) -> usize {
    let incoming = files.root.join(FILES_BUCKET).join(UPLOADS);
    let mut removed = 0;
    for name in old_files(&incoming, now) {
        removed += usize::from(fs::remove_file(incoming.join(&name)).is_ok());
        files.delete_side_files(FILES_BUCKET, &format!("{UPLOADS}{name}"));
    }
    for area in [DECKS, PREPARING] {
        for inner in fs::read_dir(files.root.join(FILES_BUCKET).join(area)).into_iter().flatten().flatten() {
            for name in old_files(&inner.path(), now) {
                removed += usize::from(fs::remove_file(inner.path().join(&name)).is_ok());
                files.delete_side_files(FILES_BUCKET, &format!("{area}{}/{name}", inner.file_name().to_string_lossy()));
            }
        }
    }
    for name in old_files(&files.root, now) {
        // All files of a multipart upload have its id in their name.
        if name.starts_with(".upload") || name.contains(".upload-") {
            removed += usize::from(fs::remove_file(files.root.join(&name)).is_ok());
        }
    }
    removed
}

/// Returns the names of the files in a folder that are older than the rules allow.
fn old_files(folder: &Path, now: SystemTime) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_old = |entry: &fs::DirEntry| {
        let written = entry.metadata().ok().filter(fs::Metadata::is_file).and_then(|file| file.modified().ok());
        written.and_then(|at| now.duration_since(at).ok()).is_some_and(|age| age > KEPT)
    };
    entries.flatten().filter(is_old).filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

pub(crate) fn routes(store: Store) -> Router {
    Router::new().route(ROUTE, post(asked)).with_state(store)
}

async fn asked(State(store): State<Store>, Json(options): Json<ReconcileOptions>) -> Response {
    match background::changes::reconcile::run(&store, options).await {
        Ok(report) => Json(report).into_response(),
        Err(e) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{e}: {e:?}")).into_response(),
    }
}

/// Requests a reconcile report from a running server.
///
/// # Errors
/// If the server does not respond or the check fails.
pub async fn reconcile(server: &str, options: ReconcileOptions) -> Result<Report, LocalError> {
    let answer = reqwest::Client::new().post(format!("{server}{ROUTE}")).json(&options).send().await;
    let answer = answer.map_err(|e| LocalError::Setup(format!("The server at {server} does not answer: {e}")))?;
    let status = answer.status();
    let text = answer.text().await.unwrap_or_default();
    if !status.is_success() {
        return Err(LocalError::Setup(format!("Files and records could not be compared ({status}): {text}")));
    }
    serde_json::from_str(&text).map_err(|e| LocalError::Setup(format!("The report cannot be read: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::EventQueue;

    #[test]
    fn s7_fs_2_only_uploads_without_a_result_are_removed_after_a_day() {
        let dir = tempfile::tempdir().unwrap();
        let files =
            Files::open(&dir.path().join("files"), EventQueue::open(dir.path().join("events")).unwrap()).unwrap();
        let sent = files.root.join(FILES_BUCKET).join("incoming/01SENT");
        let note = files.root.join(FILES_BUCKET).join("notes/CS246/1/note.pdf");
        let part = files.root.join(".upload_id-5e1f.part-1");
        let facts = files.root.join(".bucket-a.object-b.metadata.json");
        for path in [&sent, &note, &part, &facts] {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, b"%PDF").unwrap();
        }
        let hours = |hours: u64| SystemTime::now() + Duration::from_secs(hours * 3600);
        assert_eq!(expire(&files, hours(23)), 0);
        assert!(sent.exists() && part.exists());
        assert_eq!(expire(&files, hours(25)), 2);
        assert!(!sent.exists() && !part.exists());
        assert!(note.exists() && facts.exists());
    }

    #[test]
    fn partial_request_bodies_left_by_a_killed_server_are_removed_on_the_next_start() {
        let dir = tempfile::tempdir().unwrap();
        let open =
            || Files::open(&dir.path().join("files"), EventQueue::open(dir.path().join("events")).unwrap()).unwrap();
        let files = open();
        let [facts, internal, body] = files.paths(crate::files::STAGING_FOLDER, "01BODY");
        let kept = files.paths(FILES_BUCKET, "notes/CS246/1/note.pdf")[0].clone();
        for path in [&facts, &internal, &body, &kept] {
            fs::write(path, b"{}").unwrap();
        }
        drop(files);
        open();
        assert!(!facts.exists() && !internal.exists() && !body.exists());
        assert!(kept.exists());
    }
}
