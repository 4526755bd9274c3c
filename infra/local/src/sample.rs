//! Sample content, created like real content: over the API, with real codes, real uploads and the real `ingest`.
//!
//! Every step can be repeated: existing content stays unchanged.

mod first;
mod study;

use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use ulid::Ulid;

use crate::LocalError;
use crate::accounts::{Account, sample_admins, sample_students};
use crate::mail_capture::Mail;
use study::SampleChapter;

pub(crate) use first::FirstRunSeed;

/// Timeout for `ingest` to process one file.
const READY_WITHIN: Duration = Duration::from_secs(60);
/// Unix milliseconds before any real upload, so that new notes sort above the sample notes.
const SAMPLE_TIME_MS: u64 = 1_767_225_600_000;
/// Number of courses that the sample students follow.
const FOLLOWED: usize = 3;

/// One entry of `infra/sample/notes.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SampleNote {
    course_code: String,
    title: String,
    #[serde(default)]
    description: String,
    note_type: Option<String>,
    chapter: Option<Value>,
    /// PDF file beside `notes.json`.
    file: PathBuf,
}

/// One entry of `infra/sample/audio.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SampleAudio {
    shelf: String,
    subject: String,
    title: String,
    #[serde(default)]
    description: String,
    /// Audio file beside `audio.json`.
    file: PathBuf,
    /// Transcript beside `audio.json`.
    transcript: Option<PathBuf>,
    /// WebVTT file with chapters beside `audio.json`. It is added with the transcript.
    chapters: Option<PathBuf>,
}

/// One entry of `infra/sample/albums.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SampleAlbumNote {
    album: String,
    subject: String,
    title: String,
    #[serde(default)]
    description: String,
    /// PDF file beside `albums.json`.
    file: PathBuf,
    /// PNG file beside `albums.json`.
    picture: Option<PathBuf>,
}

/// Fills a running local server with sample content.
///
/// # Errors
/// A sentence with the failed step and the server's response.
pub async fn seed(base_url: &str, folder: Option<&Path>, progress: impl Fn(&str) + Sync) -> Result<(), LocalError> {
    let filler = Filler::of(base_url);
    filler.people(&progress).await?;
    match folder {
        Some(folder) => filler.files(folder, &progress).await,
        None => Ok(()),
    }
}

/// Callback for progress messages.
type Progress<'a> = &'a (dyn Fn(&str) + Sync);

/// Reads a list of sample content. A missing file gives an empty list.
fn list<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LocalError> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text = std::fs::read(path).map_err(|e| LocalError::file("read", path, &e))?;
    serde_json::from_slice(&text)
        .map_err(|e| LocalError::Setup(format!("{} is not a list of sample content: {e}", path.display())))
}

struct Filler {
    http: Client,
    base_url: String,
}

impl Filler {
    fn of(base_url: &str) -> Filler {
        Filler { http: Client::new(), base_url: base_url.trim_end_matches('/').to_owned() }
    }

    /// Creates courses and students.
    async fn people(&self, progress: Progress<'_>) -> Result<(), LocalError> {
        let Some(token) = self.admin().await? else { return Ok(()) };
        progress("courses");
        let guides = self.send(self.as_user(Method::POST, "/api/setup-guides", &token).json(&json!({}))).await?;
        let codes: Vec<String> = ["created", "unchanged"]
            .iter()
            .flat_map(|name| guides[name].as_array().cloned().unwrap_or_default())
            .filter_map(|code| code.as_str().map(str::to_owned))
            .collect();
        for student in sample_students() {
            progress(&student.email);
            self.student(&student, &codes).await?;
        }
        Ok(())
    }

    /// Uploads notes and album notes, creates chapters with their cards, and uploads recordings.
    async fn files(&self, folder: &Path, progress: Progress<'_>) -> Result<(), LocalError> {
        let Some(token) = self.admin().await? else { return Ok(()) };
        let notes: Vec<SampleNote> = list(&folder.join("notes.json"))?;
        for (number, note) in notes.iter().enumerate() {
            progress(&format!("note {} of {}: {}", number + 1, notes.len(), note.title));
            self.note(&token, folder, number as u64, note).await?;
        }
        let album_notes: Vec<SampleAlbumNote> = list(&folder.join("albums.json"))?;
        for (number, note) in album_notes.iter().enumerate() {
            progress(&format!("album note {} of {}: {}", number + 1, album_notes.len(), note.title));
            self.album_note(&token, folder, number as u64, note).await?;
        }
        let chapters: Vec<SampleChapter> = list(&folder.join("cards.json"))?;
        for (number, chapter) in chapters.iter().enumerate() {
            progress(&format!("chapter {} of {}: {}", number + 1, chapters.len(), chapter.title));
            self.chapter(&token, folder, chapter).await?;
        }
        let recordings: Vec<SampleAudio> = list(&folder.join("audio.json"))?;
        for (number, audio) in recordings.iter().enumerate() {
            progress(&format!("recording {} of {}: {}", number + 1, recordings.len(), audio.title));
            self.audio(&token, folder, number as u64, audio).await?;
        }
        Ok(())
    }

    async fn admin(&self) -> Result<Option<String>, LocalError> {
        match sample_admins().first() {
            Some(admin) => self.sign_in(admin).await.map(Some),
            None => Ok(None),
        }
    }

    fn ours(&self, method: Method, path: &str) -> RequestBuilder {
        self.http
            .request(method, format!("{}{path}", self.base_url))
            .header("x-note-ninja", "1")
            .header("origin", &self.base_url)
    }

    fn as_user(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.ours(method, path).bearer_auth(token)
    }

    /// Sends a request that must succeed. An empty response body becomes `null`.
    async fn send(&self, request: RequestBuilder) -> Result<Value, LocalError> {
        let (status, body, what) = self.try_send(request).await?;
        if status.is_success() {
            return Ok(body);
        }
        Err(LocalError::Setup(format!("Sample content: {what} was answered with {status}: {body}")))
    }

    async fn try_send(&self, request: RequestBuilder) -> Result<(StatusCode, Value, String), LocalError> {
        let failed = |e: reqwest::Error| LocalError::Setup(format!("Sample content: the server did not answer: {e}"));
        let request = request.build().map_err(failed)?;
        let what = format!("{} {}", request.method(), request.url().path());
        let answer = self.http.execute(request).await.map_err(failed)?;
        let status = answer.status();
        let text = answer.text().await.map_err(failed)?;
        Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null), what))
    }

    async fn sign_in(&self, who: &Account) -> Result<String, LocalError> {
        let body = json!({"email": who.email, "password": who.password});
        let answer = self.send(self.ours(Method::POST, "/api/auth/sign-in").json(&body)).await?;
        answer["session"]["accessToken"].as_str().map(str::to_owned).ok_or_else(|| {
            LocalError::Setup(format!("Sample content: {} could not sign in: {}", who.email, answer["next"]))
        })
    }

    async fn student(&self, who: &Account, codes: &[String]) -> Result<(), LocalError> {
        let token = match self.sign_in(who).await {
            Ok(token) => token,
            // The account does not exist yet.
            Err(_) => {
                self.sign_up(who).await?;
                self.sign_in(who).await?
            }
        };
        let profile = json!({
            "name": who.name,
            "username": who.username,
            "faculty": wasm_core::limits::FACULTIES[0],
            "year": wasm_core::limits::YEAR_SUGGESTIONS[0],
        });
        self.send(self.as_user(Method::PUT, "/api/me/profile", &token).json(&profile)).await?;
        for code in codes.iter().take(FOLLOWED) {
            self.send(self.as_user(Method::PUT, &format!("/api/me/courses/{code}"), &token)).await?;
        }
        Ok(())
    }

    async fn sign_up(&self, who: &Account) -> Result<(), LocalError> {
        let body = json!({"username": who.username, "email": who.email, "password": who.password});
        self.send(self.ours(Method::POST, "/api/auth/sign-up").json(&body)).await?;
        let code = self.newest_code(&who.email).await?;
        let body = json!({"email": who.email, "code": code, "password": who.password});
        self.send(self.ours(Method::POST, "/api/auth/confirm").json(&body)).await?;
        Ok(())
    }

    async fn newest_code(&self, email: &str) -> Result<Option<String>, LocalError> {
        let request = self.http.get(format!("{}/_local/outbox", self.base_url)).query(&[("to", email)]);
        let answer = self.send(request.header("accept", "application/json")).await?;
        let mails: Vec<Mail> = serde_json::from_value(answer).unwrap_or_default();
        Ok(mails.into_iter().next().map(|mail| mail.code))
    }

    async fn note(&self, token: &str, folder: &Path, number: u64, note: &SampleNote) -> Result<(), LocalError> {
        let id = sample_id(number, &format!("{}\n{}\n{}", note.course_code, note.title, note.file.display()));
        let body = json!({
            "id": id,
            "courseCode": note.course_code,
            "title": note.title,
            "description": note.description,
            "noteType": note.note_type,
            "chapter": note.chapter,
            "contentType": "application/pdf",
        });
        self.upload(token, "/api/uploads", &folder.join(&note.file), body).await
    }

    async fn album_note(
        &self,
        token: &str,
        folder: &Path,
        number: u64,
        note: &SampleAlbumNote,
    ) -> Result<(), LocalError> {
        let content = format!("{}\n{}\n{}", note.album, note.title, note.file.display());
        let id = sample_id(number, &content);
        let body = json!({
            "id": id,
            "subject": note.subject,
            "title": note.title,
            "description": note.description,
            "contentType": "application/pdf",
        });
        self.upload(token, &format!("/api/albums/{}/uploads", note.album), &folder.join(&note.file), body).await?;
        let Some(picture) = &note.picture else { return Ok(()) };
        let upload = self.send(self.as_user(Method::GET, &format!("/api/uploads/{id}"), token)).await?;
        let note_id = upload["noteId"].as_str().unwrap_or_default();
        let route = format!("/api/albums/{}/notes/{note_id}/picture", note.album);
        let body = json!({
            "id": sample_id(number, &format!("{content}\n{}", picture.display())),
            "contentType": "image/png",
        });
        self.upload(token, &route, &folder.join(picture), body).await
    }

    async fn audio(&self, token: &str, folder: &Path, number: u64, audio: &SampleAudio) -> Result<(), LocalError> {
        let id = sample_id(number, &format!("{}\n{}\n{}", audio.shelf, audio.title, audio.file.display()));
        let body = json!({
            "id": id,
            "shelf": audio.shelf,
            "subject": audio.subject,
            "title": audio.title,
            "description": audio.description,
            // The API derives the type from the file name.
            "contentType": "",
        });
        self.upload(token, "/api/audio-uploads", &folder.join(&audio.file), body).await?;
        match &audio.transcript {
            Some(transcript) => self.texts(token, &id, folder, transcript, audio.chapters.as_deref()).await,
            None => Ok(()),
        }
    }

    /// Adds chapters and a transcript to an uploaded recording that has no transcript.
    async fn texts(
        &self,
        token: &str,
        upload: &str,
        folder: &Path,
        transcript: &Path,
        chapters: Option<&Path>,
    ) -> Result<(), LocalError> {
        let upload = self.send(self.as_user(Method::GET, &format!("/api/uploads/{upload}"), token)).await?;
        let Some(id) = upload["audioId"].as_str() else { return Ok(()) };
        // Repeat the request, because the index contains a new recording only after some milliseconds.
        let deadline = tokio::time::Instant::now() + READY_WITHIN;
        loop {
            let request = self.as_user(Method::GET, &format!("/api/audio/{id}"), token);
            let (status, audio, _) = self.try_send(request).await?;
            if audio["transcriptId"].is_string() {
                return Ok(());
            }
            if status.is_success() {
                break;
            }
            if tokio::time::Instant::now() > deadline {
                return Err(LocalError::Setup(format!("Sample content: the recording {id} did not become visible.")));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        // Send the transcript last, because the next start takes it as the sign that nothing is missing.
        let chapters = chapters.map(|path| ("chapters", path));
        for (what, path) in chapters.into_iter().chain([("transcript", transcript)]) {
            let path = folder.join(path);
            let file = std::fs::read(&path).map_err(|e| LocalError::file("read", &path, &e))?;
            let request = self.as_user(Method::PUT, &format!("/api/audio/{id}/{what}"), token);
            self.send(request.header("content-type", "application/octet-stream").body(file)).await?;
        }
        Ok(())
    }

    /// Creates an upload with the metadata in `body`, sends the file and waits until it is visible.
    async fn upload(&self, token: &str, route: &str, path: &Path, body: Value) -> Result<(), LocalError> {
        let bytes = std::fs::read(path).map_err(|e| LocalError::file("read", path, &e))?;
        let digest = Sha256::digest(&bytes);
        let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut body = without_nulls(body);
        body["fileName"] = path.file_name().map(|name| name.to_string_lossy()).into();
        body["sizeBytes"] = bytes.len().into();
        body["sha256"] = hash.into();
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        let (id, title) = (text("id"), text("title"));
        if self.status(token, &id).await?.as_deref() == Some("ready") {
            return Ok(());
        }
        let (status, upload, _) = self.try_send(self.as_user(Method::POST, route, token).json(&body)).await?;
        if status == StatusCode::CONFLICT {
            return Ok(());
        }
        let Some(url) = upload["url"].as_str().filter(|_| status.is_success()) else {
            return Err(LocalError::Setup(format!("Sample content: the upload of '{title}' was refused: {upload}")));
        };
        let mut put = self.http.put(url).body(bytes);
        for (name, value) in upload["headers"].as_object().into_iter().flatten() {
            put = put.header(name, value.as_str().unwrap_or_default());
        }
        self.send(put).await?;
        self.wait_until_ready(token, &id, &title).await
    }

    /// Returns the status of an upload, or `None` if the server does not know it.
    async fn status(&self, token: &str, id: &str) -> Result<Option<String>, LocalError> {
        let request = self.as_user(Method::GET, &format!("/api/uploads/{id}"), token);
        let (status, upload, _) = self.try_send(request).await?;
        Ok(upload["status"].as_str().filter(|_| status.is_success()).map(str::to_owned))
    }

    async fn wait_until_ready(&self, token: &str, id: &str, title: &str) -> Result<(), LocalError> {
        let deadline = tokio::time::Instant::now() + READY_WITHIN;
        while tokio::time::Instant::now() < deadline {
            match self.status(token, id).await?.as_deref() {
                Some("ready") => return Ok(()),
                Some("failed") => break,
                _ => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        Err(LocalError::Setup(format!("Sample content: '{title}' was uploaded but did not become visible.")))
    }
}

/// Returns a deterministic id for the content. Ids sort in the order of the list.
fn sample_id(number: u64, content: &str) -> String {
    let digest = Sha256::digest(content);
    let random = digest.iter().take(10).fold(0_u128, |sum, byte| sum << 8 | u128::from(*byte));
    Ulid::from_parts(SAMPLE_TIME_MS + number * 60_000, random).to_string()
}

fn without_nulls(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.retain(|_, field| !field.is_null());
    }
    value
}
