//! Checks the values of an untrusted `course.json` with the rules of the forms.

use std::collections::HashSet;
use std::path::{Component, Path};

use wasm_core::forms::{
    self, AudioForm, CourseForm, FieldErrors, NOTE_CONTENT_TYPE, NoteForm, validate_album_note_draft,
    validate_audio_draft, validate_audio_file, validate_card, validate_chapter, validate_image_file,
    validate_note_draft, validate_note_file,
};
use wasm_core::limits::{AUDIO_CHAPTERS_MAX, CARDS_MAX, TRANSCRIPT_MAX_BYTES};
use wasm_core::text::fold;

use super::format::{Card, CourseFile, ExportedFile};

/// Content type of all pictures.
pub(crate) const PICTURE_CONTENT_TYPE: &str = "image/jpeg";

/// Returns the first reason why a course cannot be used, with the name of the field.
pub(super) fn check(file: &CourseFile) -> Result<(), String> {
    let CourseFile { course, chapters, notes, recordings, album_notes, .. } = file;
    let mut paths = Paths::default();
    let (title, description) = (course.title.clone(), course.description.clone());
    let form = CourseForm { course_code: course.code.to_string(), title, description };
    named("course", forms::validate_course(&form))?;
    paths.picture("course", course.picture.as_ref())?;
    let mut numbers = HashSet::new();
    for (at, chapter) in chapters.iter().enumerate() {
        let field = format!("chapters[{at}]");
        named(&field, validate_chapter(chapter.number, &chapter.title, &chapter.description))?;
        if !numbers.insert(chapter.number) {
            return Err(format!("{field}.number: Two chapters have the number {}.", chapter.number));
        }
        if chapter.cards.len() > CARDS_MAX {
            return Err(format!("{field}.cards: A chapter can have at most {CARDS_MAX} cards."));
        }
        for (at, card) in chapter.cards.iter().enumerate() {
            check_card(&format!("{field}.cards[{at}]"), card, &mut paths)?;
        }
    }
    for (at, note) in notes.iter().enumerate() {
        let field = format!("notes[{at}]");
        let (title, description, note_type) = (note.title.clone(), note.description.clone(), note.note_type.clone());
        let form = NoteForm { title, description, note_type, chapter: Some(f64::from(note.chapter)) };
        named(&field, validate_note_draft(&form))?;
        named(&field, validate_note_file(&note.file_name, NOTE_CONTENT_TYPE, note.file.size_bytes))?;
        paths.check(&format!("{field}.file"), &note.file)?;
    }
    for (at, one) in recordings.iter().enumerate() {
        let field = format!("recordings[{at}]");
        let (shelf, subject) = (one.shelf.to_string(), course.code.display());
        let form = AudioForm { shelf, title: one.title.clone(), subject, description: one.description.clone() };
        named(&field, validate_audio_draft(&form))?;
        named(&field, validate_audio_file(&one.file_name, &one.content_type, one.file.size_bytes))?;
        paths.check(&format!("{field}.file"), &one.file)?;
        paths.picture(&field, one.picture.as_ref())?;
        if let Some(transcript) = &one.transcript {
            paths.check(&format!("{field}.transcript"), transcript)?;
            if transcript.size_bytes > TRANSCRIPT_MAX_BYTES as u64 {
                return Err(format!("{field}.transcript.sizeBytes: A transcript is too large."));
            }
        }
        let is_rising = one.chapters.windows(2).all(|pair| pair[0].start_ms < pair[1].start_ms);
        if one.chapters.len() == 1 || one.chapters.len() > AUDIO_CHAPTERS_MAX || !is_rising {
            let max = AUDIO_CHAPTERS_MAX;
            return Err(format!("{field}.chapters: A recording has none or 2 to {max} chapters, sorted by time."));
        }
    }
    for (at, note) in album_notes.iter().enumerate() {
        let field = format!("albumNotes[{at}]");
        let subject = course.code.display();
        named(&field, validate_album_note_draft(note.album.as_str(), &subject, &note.title, &note.description))?;
        named(&field, validate_note_file(&note.file_name, NOTE_CONTENT_TYPE, note.file.size_bytes))?;
        paths.check(&format!("{field}.file"), &note.file)?;
        paths.picture(&field, note.picture.as_ref())?;
    }
    Ok(())
}

fn check_card(field: &str, card: &Card, paths: &mut Paths) -> Result<(), String> {
    let alt = card.picture.as_ref().map_or("", |picture| picture.alt.as_str());
    named(field, validate_card(&card.front, &card.back, alt))?;
    paths.picture(field, card.picture.as_ref().map(|picture| &picture.file))
}

/// Adds the place of the value to the reasons of a form.
fn named<T>(field: &str, checked: Result<T, FieldErrors>) -> Result<(), String> {
    let Err(errors) = checked else { return Ok(()) };
    let reasons: Vec<String> =
        errors.0.iter().map(|error| format!("{field}.{}: {}", error.field, error.message)).collect();
    Err(reasons.join(" "))
}

/// Paths that are in use, as systems that ignore case compare them.
#[derive(Default)]
struct Paths(HashSet<String>);

impl Paths {
    fn check(&mut self, field: &str, file: &ExportedFile) -> Result<(), String> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if !is_safe_path(&file.path) {
            return Err(format!("{field}.path: '{}' is not a path within the folder.", excerpt(&file.path)));
        }
        if file.sha256.len() != 64 || !file.sha256.bytes().all(is_hex) {
            return Err(format!("{field}.sha256: A SHA-256 has 64 digits from 0 to f."));
        }
        if self.0.insert(fold(&file.path)) {
            Ok(())
        } else {
            Err(format!("{field}.path: Two files have the path '{}'.", excerpt(&file.path)))
        }
    }

    fn picture(&mut self, field: &str, file: Option<&ExportedFile>) -> Result<(), String> {
        let Some(file) = file else { return Ok(()) };
        let field = format!("{field}.picture");
        self.check(&field, file)?;
        named(&field, validate_image_file("picture.jpg", PICTURE_CONTENT_TYPE, file.size_bytes))
    }
}

/// Returns the start of an untrusted text for a message.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().filter(|one| !one.is_control()).take(60).collect()
}

/// Returns true for a path that stays within the folder on every system.
fn is_safe_path(path: &str) -> bool {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    let has_odd_letter = path.contains(['\\', ':']) || path.chars().any(char::is_control);
    !path.is_empty()
        && path.len() <= 1000
        && !has_odd_letter
        && Path::new(path).components().all(is_plain)
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}
