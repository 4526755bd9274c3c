//! Reads a course from the server: everything but the notes and recordings themselves. Small files are written at once.

use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::limits::{ADDRESSES_MAX, PROFILE_IMAGE_MAX_BYTES, TRANSCRIPT_MAX_BYTES};
use wasm_core::shelf::ShelfId;
use wasm_core::transcript::Transcript;

use super::fetch::{Wanted, sign};
use super::folder::Folder;
use crate::client::Client;
use crate::course::captions::transcript_file;
use crate::course::format::{
    AlbumNote, Card, CardPicture, Chapter, Course, CourseFile, ExportedFile, FORMAT, Note, Recording, VERSION,
};
use crate::course::names::{Names, extension, safe_name};
use crate::course::wire::{self, Page, SignedFile};
use crate::failure::Failure;
use crate::hashing;
use crate::report::{FileResult, Row};

/// Paths of the requests that sign the URLs of files.
const SIGN_NOTES: &str = "/notes/addresses";
const SIGN_RECORDINGS: &str = "/audio/addresses";

/// Largest transcript as the server stores it: its JSON is longer than the text that was uploaded.
const STORED_TRANSCRIPT_MAX_BYTES: u64 = 4 * TRANSCRIPT_MAX_BYTES as u64;

/// A course without its notes and recordings.
pub(super) struct Collected {
    pub(super) file: CourseFile,
    /// Notes and recordings to fetch.
    pub(super) wanted: Vec<Wanted>,
    /// Small files that were written.
    pub(super) rows: Vec<Row>,
}

/// Reads the course. Cost: 1 request per 100 notes, per 20 files, per chapter and per picture; all pages of the shelves
/// and albums.
pub(super) fn collect(
    client: &Client,
    code: CourseCode,
    course: wire::ManagedCourse,
    folder: &Folder,
) -> Result<Collected, Failure> {
    // Codes such as COM1 are names that Windows reserves. `note-ninja upload` reads `_COM1` as the course COM1.
    let root = safe_name(code.as_str());
    let (names, wanted, rows) = (Names::default(), Vec::new(), Vec::new());
    let mut collector = Collector { client, folder, code, root, names, wanted, rows };
    let place = code.to_string();
    let picture = match &course.image_url {
        Some(url) => {
            let path = format!("{}/Course picture.jpg", collector.root);
            collector.picture(&path, url, &place, "Picture")?
        }
        None => None,
    };
    let (title, description, hidden) = (course.title, course.description, course.hidden);
    let chapters = collector.chapters()?;
    let notes = collector.notes()?;
    let recordings = collector.recordings()?;
    let album_notes = collector.album_notes()?;
    let course = Course { code, title, description, hidden, picture };
    let (format, version) = (FORMAT.to_owned(), VERSION);
    let file = CourseFile { format, version, course, chapters, notes, recordings, album_notes };
    Ok(Collected { file, wanted: collector.wanted, rows: collector.rows })
}

struct Collector<'a> {
    client: &'a Client,
    folder: &'a Folder,
    code: CourseCode,
    /// Name of the folder with the files of the course.
    root: String,
    names: Names,
    wanted: Vec<Wanted>,
    rows: Vec<Row>,
}

impl Collector<'_> {
    /// Reads all pages of a list.
    fn pages<T, P: DeserializeOwned>(&self, path: &str, page_of: impl Fn(P) -> Page<T>) -> Result<Vec<T>, Failure> {
        let (mut items, mut cursor) = (Vec::new(), None);
        loop {
            let page = match &cursor {
                None => self.client.get(path)?,
                Some(cursor) => self.client.get(&format!("{path}?cursor={cursor}"))?,
            };
            let page = page_of(page);
            items.extend(page.items);
            match page.next_cursor {
                Some(next) => cursor = Some(next),
                None => return Ok(items),
            }
        }
    }

    /// Returns the items that still exist, with the URLs of their files. `about` returns the id and the title of an item.
    fn signed<T>(
        &mut self,
        signing: &str,
        items: Vec<T>,
        place: &str,
        about: impl Fn(&T) -> (&str, &str),
    ) -> Result<Vec<(T, SignedFile)>, Failure> {
        let ids: Vec<String> = items.iter().map(|item| about(item).0.to_owned()).collect();
        let mut signed = Vec::new();
        for some in ids.chunks(ADDRESSES_MAX) {
            signed.extend(sign(self.client, signing, some)?);
        }
        let mut found = Vec::new();
        for item in items {
            match signed.iter().find(|file| file.id.eq_ignore_ascii_case(about(&item).0)) {
                Some(file) => found.push((item, file.clone())),
                None => self.vanished(about(&item).1, place, &self.code.display()),
            }
        }
        Ok(found)
    }

    /// Adds the row of something that was listed and is not there any more.
    fn vanished(&mut self, name: &str, place: &str, part: &str) {
        let result = FileResult::Unfinished("It was deleted during the export. Run the command again.".to_owned());
        self.rows.push(Row { file: name.to_owned(), place: place.to_owned(), part: part.to_owned(), result });
    }

    /// Plans a file to fetch.
    fn want(
        &mut self,
        path: String,
        signed: SignedFile,
        signing: &'static str,
        place: &str,
        part: &str,
    ) -> ExportedFile {
        let file = ExportedFile { path, size_bytes: signed.size_bytes, sha256: signed.sha256.clone() };
        let (place, part) = (place.to_owned(), part.to_owned());
        self.wanted.push(Wanted { file: file.clone(), signed, signing, place, part });
        file
    }

    /// Writes a small file.
    fn small(&mut self, path: &str, bytes: &[u8], place: &str, part: &str) -> Result<ExportedFile, Failure> {
        let is_new = self.folder.write(path, bytes)?;
        self.rows.push(written(path, place, part, is_new));
        Ok(ExportedFile { path: path.to_owned(), size_bytes: bytes.len() as u64, sha256: hashing::of_bytes(bytes) })
    }

    /// Writes a picture. Tries for some seconds, because pictures appear a moment after their course becomes visible.
    fn picture(&mut self, path: &str, url: &str, place: &str, part: &str) -> Result<Option<ExportedFile>, Failure> {
        for pause_ms in [0, 500, 1_000, 2_000] {
            thread::sleep(Duration::from_millis(pause_ms));
            if let Some(bytes) = self.client.fetch_small(url, PROFILE_IMAGE_MAX_BYTES)? {
                return self.small(path, &bytes, place, part).map(Some);
            }
        }
        let reason = "The server does not have this picture. Run the command again.";
        let result = FileResult::Unfinished(reason.to_owned());
        self.rows.push(Row { file: path.to_owned(), place: place.to_owned(), part: part.to_owned(), result });
        Ok(None)
    }

    fn chapters(&mut self) -> Result<Vec<Chapter>, Failure> {
        let code = self.code;
        let listed: wire::Chapters = self.client.get(&format!("/courses/{code}/chapters"))?;
        let mut chapters = Vec::new();
        for chapter in listed.items {
            let path = format!("/courses/{code}/chapters/{}", chapter.id);
            let Some(deck) = self.client.find::<wire::StudyChapter>(&path)? else {
                self.vanished("chapter", code.as_str(), &format!("Chapter {}", chapter.number));
                continue;
            };
            let mut cards = Vec::new();
            for (number, card) in (1..).zip(deck.cards) {
                let picture = match card.image {
                    Some(image) => {
                        let path = format!("{}/Cards/Chapter {}/Card {number:03}.jpg", self.root, chapter.number);
                        let part = format!("Chapter {}", chapter.number);
                        let file = self.picture(&path, &image.url, code.as_str(), &part)?;
                        file.map(|file| CardPicture { alt: image.alt, file })
                    }
                    None => None,
                };
                cards.push(Card { front: card.title, back: card.content, picture });
            }
            let wire::Chapter { number, title, description, .. } = chapter;
            chapters.push(Chapter { number, title, description, cards });
        }
        chapters.sort_by_key(|chapter| chapter.number);
        Ok(chapters)
    }

    fn notes(&mut self) -> Result<Vec<Note>, Failure> {
        let code = self.code;
        let listed = self.pages(&format!("/courses/{code}/notes"), |page: wire::CourseNotes| page.notes)?;
        let mut found = self.signed(SIGN_NOTES, listed, code.as_str(), |note: &wire::Note| (&note.id, &note.title))?;
        found.sort_by_cached_key(|(note, file)| {
            (note.chapter, note.note_type.clone(), note.title.clone(), note.file_name.clone(), file.sha256.clone())
        });
        let mut notes = Vec::new();
        for (note, signed) in found {
            let folder = format!("{}/Chapter {}/{}", self.root, note.chapter, safe_name(&note.note_type));
            let path = format!("{}.pdf", self.names.path(&folder, &note.title));
            let file = self.want(path, signed, SIGN_NOTES, code.as_str(), &format!("Chapter {}", note.chapter));
            let wire::Note { title, description, file_name, upload_date: uploaded_at, chapter, note_type, .. } = note;
            notes.push(Note { chapter, note_type, title, description, file_name, file, uploaded_at });
        }
        Ok(notes)
    }

    fn recordings(&mut self) -> Result<Vec<Recording>, Failure> {
        let mut found = Vec::new();
        for shelf in ShelfId::ALL {
            let mut listed = self.pages(&format!("/shelves/{shelf}"), |page: wire::ShelfPage| page.audio)?;
            listed.retain(|one: &wire::Recording| one.course_code == Some(self.code));
            found.extend(self.signed(SIGN_RECORDINGS, listed, shelf.as_str(), |one| (&one.id, &one.title))?);
        }
        found.sort_by_cached_key(|(one, file)| {
            (one.shelf, one.title.clone(), one.file_name.clone(), file.sha256.clone())
        });
        let mut recordings = Vec::new();
        for (one, signed) in found {
            let (shelf, part) = (one.shelf, self.code.display());
            let stem = self.names.path(&format!("{}/{}", self.root, shelf.title()), &one.title);
            let place = shelf.as_str();
            let path = format!("{stem}.{}", extension(&one.file_name, "audio"));
            let file = self.want(path, signed, SIGN_RECORDINGS, place, &part);
            let picture = match &one.artwork_url {
                Some(url) => self.picture(&format!("{stem}.jpg"), url, place, &part)?,
                None => None,
            };
            let transcript = if one.transcript_id.is_some() { self.transcript(&one.id, &stem, place)? } else { None };
            let Some(waveform) = self.client.find::<wire::Waveform>(&format!("/audio/{}/waveform", one.id))? else {
                self.vanished(&file.path, place, &part);
                continue;
            };
            let wire::Recording { title, description, file_name, content_type, upload_date: uploaded_at, .. } = one;
            let about = Recording {
                shelf,
                title,
                description,
                file_name,
                content_type,
                file,
                picture,
                transcript,
                chapters: waveform.chapters,
                uploaded_at,
            };
            recordings.push(about);
        }
        Ok(recordings)
    }

    fn transcript(&mut self, id: &str, stem: &str, place: &str) -> Result<Option<ExportedFile>, Failure> {
        let part = self.code.display();
        let signed = self.client.find::<wire::SignedUrl>(&format!("/audio/{id}/transcript"))?;
        let stored = match signed {
            Some(signed) => self.client.fetch_small(&signed.url, STORED_TRANSCRIPT_MAX_BYTES)?,
            None => None,
        };
        let result = match stored {
            None => FileResult::Unfinished("The transcript was changed. Run the command again.".to_owned()),
            Some(bytes) => match serde_json::from_slice::<Transcript>(&bytes).map(|stored| transcript_file(&stored)) {
                Ok(Some((extension, text))) => {
                    return self.small(&format!("{stem}.{extension}"), text.as_bytes(), place, &part).map(Some);
                }
                Ok(None) => {
                    let reason = "This transcript cannot be written as a text file, so it is not in the export.";
                    FileResult::Refused(reason.to_owned())
                }
                Err(error) => FileResult::Unfinished(format!("The transcript cannot be read: {error}.")),
            },
        };
        self.rows.push(Row { file: format!("{stem}.vtt"), place: place.to_owned(), part, result });
        Ok(None)
    }

    fn album_notes(&mut self) -> Result<Vec<AlbumNote>, Failure> {
        let mut found = Vec::new();
        for album in AlbumId::ALL {
            let mut listed = self.pages(&format!("/albums/{album}"), |page: wire::AlbumPage| page.notes)?;
            listed.retain(|note: &wire::AlbumNote| note.course_code == Some(self.code));
            found.extend(self.signed(SIGN_NOTES, listed, album.as_str(), |note| (&note.id, &note.title))?);
        }
        found.sort_by_cached_key(|(note, file)| {
            (note.album, note.title.clone(), note.file_name.clone(), file.sha256.clone())
        });
        let mut notes = Vec::new();
        for (note, signed) in found {
            let (album, part) = (note.album, self.code.display());
            // Outside of the folder of the course, where `note-ninja upload` would take it for a note of the course.
            let stem = self.names.path(&format!("Albums/{}", album.title()), &note.title);
            let file = self.want(format!("{stem}.pdf"), signed, SIGN_NOTES, album.as_str(), &part);
            let picture = match &note.image_url {
                Some(url) => self.picture(&format!("{stem}.jpg"), url, album.as_str(), &part)?,
                None => None,
            };
            let wire::AlbumNote { title, description, file_name, upload_date: uploaded_at, .. } = note;
            notes.push(AlbumNote { album, title, description, file_name, file, picture, uploaded_at });
        }
        Ok(notes)
    }
}

/// Returns the row of a small file that was written, or was there with the same content.
fn written(path: &str, place: &str, part: &str, is_new: bool) -> Row {
    let result = if is_new { FileResult::Saved } else { FileResult::Present };
    Row { file: path.to_owned(), place: place.to_owned(), part: part.to_owned(), result }
}
