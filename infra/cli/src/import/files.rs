//! Notes, recordings and album notes, with what belongs to them.

use std::collections::VecDeque;

use serde_json::{Value, json};
use ureq::http::Method;
use wasm_core::forms::NOTE_CONTENT_TYPE;
use wasm_core::limits::TRANSCRIPT_MAX_BYTES;
use wasm_core::transcript::{self, Transcript};

use super::{Import, Place};
use crate::course::captions::chapters_file;
use crate::course::format::{CourseFile, ExportedFile, Recording};
use crate::course::reading::locate;
use crate::course::wire;
use crate::failure::Failure;
use crate::folder::FoundFile;
use crate::plan::{Kind, Task};
use crate::report::{FileResult, Row};
use crate::upload::{SendOptions, send_all};
use crate::wire::Duplicates;

/// A note or recording of the export.
struct Item<'a> {
    kind: Kind,
    /// Course, shelf or album.
    place: String,
    part: String,
    file: &'a ExportedFile,
    uploaded_at: &'a str,
    file_name: &'a str,
    content_type: &'a str,
    /// Editable values, by the names of the API.
    about: Value,
    picture: Option<&'a ExportedFile>,
    recording: Option<&'a Recording>,
}

impl Import<'_> {
    /// Sends the files that are missing, and completes all of them.
    ///
    /// # Errors
    /// A failure after which nothing else can succeed.
    pub(super) fn files(&mut self, file: &CourseFile) -> Result<(), Failure> {
        let mut items = self.items(file);
        // The lists of the site show the newest first.
        items.sort_by_key(|item| item.uploaded_at);
        let mut tasks = VecDeque::new();
        for item in &items {
            match self.task(item) {
                Ok(task) => tasks.push_back(task),
                Err(failure) => self.row(&item.row(), Err(failure))?,
            }
        }
        let SendOptions { dry_run, again, parallel } = self.send_options();
        let (rows, failure) = send_all(self.client, self.owner, SendOptions { dry_run, again, parallel }, tasks);
        for item in &items {
            let Some(row) = rows.iter().find(|row| row.file == item.file.path) else { continue };
            if failure.is_some() || !matches!(row.result, FileResult::Published | FileResult::Present) {
                self.rows.push(missing(row));
                continue;
            }
            let done = self.complete(item, row);
            self.or_row(&item.row(), done)?;
        }
        failure.map_or(Ok(()), Err)
    }

    fn send_options(&self) -> SendOptions {
        let options = self.options;
        SendOptions { dry_run: options.dry_run, again: options.again, parallel: options.parallel }
    }

    fn items<'a>(&self, file: &'a CourseFile) -> Vec<Item<'a>> {
        let subject = self.code.display();
        let notes = file.notes.iter().map(|note| Item {
            kind: Kind::Note,
            place: self.code.to_string(),
            part: format!("Chapter {}", note.chapter),
            file: &note.file,
            uploaded_at: &note.uploaded_at,
            file_name: &note.file_name,
            content_type: NOTE_CONTENT_TYPE,
            about: json!({
                "title": note.title, "description": note.description, "noteType": note.note_type,
                "chapter": note.chapter,
            }),
            picture: None,
            recording: None,
        });
        let recordings = file.recordings.iter().map(|one| Item {
            kind: Kind::Recording,
            place: one.shelf.to_string(),
            part: subject.clone(),
            file: &one.file,
            uploaded_at: &one.uploaded_at,
            file_name: &one.file_name,
            content_type: &one.content_type,
            about: json!({ "title": one.title, "description": one.description, "subject": subject }),
            picture: one.picture.as_ref(),
            recording: Some(one),
        });
        let albums = file.album_notes.iter().map(|note| Item {
            kind: Kind::AlbumNote,
            place: note.album.to_string(),
            part: subject.clone(),
            file: &note.file,
            uploaded_at: &note.uploaded_at,
            file_name: &note.file_name,
            content_type: NOTE_CONTENT_TYPE,
            about: json!({ "title": note.title, "description": note.description, "subject": subject }),
            picture: note.picture.as_ref(),
            recording: None,
        });
        notes.chain(recordings).chain(albums).collect()
    }

    fn task(&self, item: &Item<'_>) -> Result<Task, Failure> {
        let path = locate(&self.folder, &item.file.path)?;
        let mut body = item.about.clone();
        body["fileName"] = Value::from(item.file_name);
        body["contentType"] = Value::from(item.content_type);
        body["sizeBytes"] = Value::from(item.file.size_bytes);
        match item.kind {
            Kind::Note => body["courseCode"] = Value::from(self.code.as_str()),
            Kind::Recording => body["shelf"] = Value::from(item.place.as_str()),
            Kind::AlbumNote => {}
        }
        Ok(Task {
            file: FoundFile { path, name: item.file.path.clone(), size_bytes: item.file.size_bytes },
            kind: item.kind,
            place: item.place.clone(),
            part: item.part.clone(),
            body,
            sha256: Some(item.file.sha256.clone()),
        })
    }

    /// Compares a published item with the export, and adds what is missing.
    fn complete(&mut self, item: &Item<'_>, row: &Row) -> Result<(), Failure> {
        let Some(id) = self.find(item)? else {
            // In a dry run, the server may still be checking it.
            self.rows.push(row.clone());
            return Ok(());
        };
        let is_new = row.result == FileResult::Published;
        let details = self.details(item, &id);
        let details =
            if is_new && matches!(details, Ok(FileResult::Present)) { Ok(row.result.clone()) } else { details };
        let is_foreign = matches!(details, Ok(FileResult::Refused(_)) | Err(_));
        self.row(&item.row(), details)?;
        if is_foreign {
            return Ok(());
        }
        let Some(recording) = item.recording else {
            let Some(picture) = item.picture else { return Ok(()) };
            let current = self.detail(item.kind, &id)?["imageUrl"].as_str().map(str::to_owned);
            let path = format!("/albums/{}/notes/{id}/picture", item.place);
            let result = self.picture(&path, current.as_deref(), picture, self.options.replace || is_new);
            return self.row(&Place { file: &picture.path, ..item.row() }, result);
        };
        let there: wire::Recording = self.client.get(&format!("/audio/{id}"))?;
        if let Some(picture) = &recording.picture {
            // A new recording has the picture of its file.
            let (path, may_replace) = (format!("/audio/{id}/picture"), self.options.replace || is_new);
            let result = self.picture(&path, there.artwork_url.as_deref(), picture, may_replace);
            self.row(&Place { file: &picture.path, ..item.row() }, result)?;
        }
        if let Some(transcript) = &recording.transcript {
            let result = self.transcript(&id, there.transcript_id.is_some(), transcript);
            self.row(&Place { file: &transcript.path, ..item.row() }, result)?;
        }
        let result = self.audio_chapters(&id, is_new, recording);
        if recording.chapters.is_empty() && matches!(result, Ok(FileResult::Present)) {
            return Ok(());
        }
        let name = format!("chapters of {}", item.file.path);
        self.row(&Place { file: &name, ..item.row() }, result)
    }

    /// Returns the id of the published item with this file.
    fn find(&self, item: &Item<'_>) -> Result<Option<String>, Failure> {
        let found: Duplicates = self.client.get(&format!("/admin/files/{}", item.file.sha256))?;
        let is_it = |one: &crate::wire::Duplicate| one.kind == item.kind.as_str() && one.place == item.place;
        let mut found: Vec<_> = found.items.into_iter().filter(is_it).collect();
        let at = found.iter().position(|one| item.about["title"] == one.title.as_str()).unwrap_or(0);
        Ok((at < found.len()).then(|| found.swap_remove(at).id))
    }

    fn detail(&self, kind: Kind, id: &str) -> Result<Value, Failure> {
        self.client.get(&format!("/admin/content/{}/{id}", kind.as_str()))
    }

    fn details(&self, item: &Item<'_>, id: &str) -> Result<FileResult, Failure> {
        let there = self.detail(item.kind, id)?;
        let about = item.about.as_object().into_iter().flatten();
        let other: Vec<&str> =
            about.filter(|(name, value)| there[name.as_str()] != **value).map(|(name, _)| name.as_str()).collect();
        // The same file is on the shelf for another course. It and everything about it belong to that course.
        if other.contains(&"subject") {
            let subject = there["subject"].as_str().unwrap_or_default();
            return Ok(FileResult::Refused(format!(
                "This file is there with the subject {subject}. It was not changed."
            )));
        }
        self.existing(&other, || {
            let mut body = item.about.clone();
            body["version"] = there["version"].clone();
            self.change(&Method::PATCH, &format!("/admin/content/{}/{id}", item.kind.as_str()), &body)
        })
    }

    fn transcript(&self, id: &str, has_one: bool, file: &ExportedFile) -> Result<FileResult, Failure> {
        let bytes = self.read(file)?;
        let wanted = transcript::parse(&bytes);
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(refusal) => return Ok(FileResult::Refused(refusal.to_string())),
        };
        let path = format!("/audio/{id}/transcript");
        if has_one {
            let there = self.signed_file(&path, 4 * TRANSCRIPT_MAX_BYTES as u64)?;
            let there = there.and_then(|bytes| serde_json::from_slice::<Transcript>(&bytes).ok());
            let other: &[&str] = if there.as_ref() == Some(&wanted) { &[] } else { &["transcript"] };
            return self.existing(other, || self.put(&path, &bytes));
        }
        if self.options.dry_run {
            return Ok(FileResult::New);
        }
        self.put(&path, &bytes)?;
        Ok(FileResult::Published)
    }

    fn audio_chapters(&self, id: &str, is_new: bool, recording: &Recording) -> Result<FileResult, Failure> {
        let there: wire::Waveform = self.client.get(&format!("/audio/{id}/waveform"))?;
        if there.chapters == recording.chapters {
            return Ok(FileResult::Present);
        }
        if recording.chapters.is_empty() {
            let reason = "The recording has chapters here and none in the export. Remove them on its page.";
            return Ok(FileResult::Different(reason.to_owned()));
        }
        let put = || self.put(&format!("/audio/{id}/chapters"), chapters_file(&recording.chapters).as_bytes());
        // A new recording has the chapters of its file.
        if !there.chapters.is_empty() && !is_new {
            return self.existing(&["chapters"], put);
        }
        if self.options.dry_run {
            return Ok(FileResult::New);
        }
        put()?;
        Ok(FileResult::Published)
    }
}

/// Returns the row of a file that is not published. A copy of another file counts as refused, because its title is
/// missing on the site.
fn missing(row: &Row) -> Row {
    let result = match &row.result {
        FileResult::Skipped(reason) => {
            FileResult::Refused(format!("{reason} A course, shelf or album can have a file once."))
        }
        result => result.clone(),
    };
    Row { result, ..row.clone() }
}

impl Item<'_> {
    fn row(&self) -> Place<'_> {
        Place { file: &self.file.path, place: &self.place, part: &self.part }
    }
}
