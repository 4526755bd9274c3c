//! Decides about each file of a folder by its name and size.

use std::collections::HashMap;

use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::forms::{
    AudioForm, FileMap, FilePlace, MappedFile, NOTE_CONTENT_TYPE, NoteForm, file_place, possible_courses,
    title_from_file_name, validate_audio_draft, validate_audio_file, validate_note_draft, validate_note_file,
};
use wasm_core::limits::MULTIPART_FROM_BYTES;
use wasm_core::shelf::ShelfId;

use crate::folder::FoundFile;

/// A file to upload.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Task {
    pub(crate) file: FoundFile,
    pub(crate) kind: Kind,
    /// Course, shelf or album.
    pub(crate) place: String,
    /// Chapter or subject, as the table shows it.
    pub(crate) part: String,
    /// Body of the request that creates the upload, without id and hash.
    pub(crate) body: Value,
    /// SHA-256 that the file must have; `None` for any.
    pub(crate) sha256: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Note,
    Recording,
    AlbumNote,
}

impl Kind {
    /// Returns the name that the API uses for the published item.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Recording => "audio",
            Self::AlbumNote => "albumNote",
        }
    }
}

impl Task {
    /// Returns the path of the request that creates the upload.
    pub(crate) fn path(&self) -> String {
        match self.kind {
            Kind::Note => "/uploads".to_owned(),
            Kind::Recording => "/audio-uploads".to_owned(),
            Kind::AlbumNote => format!("/albums/{}/uploads", self.place),
        }
    }

    /// Returns true if the server expects the file in parts.
    pub(crate) fn is_in_parts(&self) -> bool {
        self.kind == Kind::Recording && self.file.size_bytes > MULTIPART_FROM_BYTES
    }
}

/// Decision about a file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Decision {
    Upload(Box<Task>),
    /// The file cannot be uploaded.
    Refuse(String),
    /// This command does not upload such files.
    Skip(&'static str),
}

/// Values for files whose path says nothing else, and the courses that exist.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    pub(crate) course: Option<CourseCode>,
    pub(crate) shelf: Option<ShelfId>,
    /// Course of each code that was looked up on the server. A merged course has the code of its target.
    pub(crate) courses: HashMap<CourseCode, Option<CourseCode>>,
}

impl Rules {
    fn course(&self, code: &CourseCode) -> Option<CourseCode> {
        self.courses.get(code).copied().flatten()
    }
}

/// Returns the codes of folders, arguments and the table whose existence decides where a file belongs.
pub(crate) fn named_codes(file: &FoundFile, map: &FileMap, rules: &Rules) -> Vec<CourseCode> {
    let folders = file.name.rfind('/').map_or("", |end| &file.name[..=end]);
    let mapped = map.get(&file.name).map(|row| CourseCode::parse(&row.course));
    let mapped = mapped.into_iter().flatten();
    possible_courses(folders).into_iter().chain(rules.course).chain(mapped).collect()
}

/// Returns the code that the name of a file has, unless a folder or an argument names the course. Most such codes are no
/// courses, for example that of `note 12`.
pub(crate) fn own_code(file: &FoundFile, rules: &Rules) -> Option<CourseCode> {
    let place = file_place(&file.name, rules.course, |code| rules.course(code).is_some());
    if place.course.is_some() { None } else { possible_courses(own_name(file)).pop() }
}

/// Decides about a file.
pub(crate) fn decide(file: &FoundFile, map: &FileMap, rules: &Rules) -> Decision {
    let extension = file.name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default();
    let mut place = file_place(&file.name, rules.course, |code| rules.course(code).is_some());
    let empty = MappedFile::default();
    let row = map.get(&file.name).unwrap_or(&empty);
    if !row.course.is_empty() {
        match CourseCode::parse(&row.course) {
            Ok(code) => place.course = Some(code),
            Err(error) => return Decision::Refuse(error.to_string()),
        }
    }
    let decided = match extension.as_str() {
        "pdf" => note(file, place, row, rules),
        "apkg" | "colpkg" => return Decision::Skip("Import decks of cards on the page of their chapter."),
        _ if validate_audio_file(&file.name, "", file.size_bytes.max(1)).is_ok_or_too_large() => {
            recording(file, place, row, rules)
        }
        _ => return Decision::Skip("Only PDFs and recordings are uploaded."),
    };
    match decided {
        Ok(task) => Decision::Upload(Box::new(task)),
        Err(reason) => Decision::Refuse(reason),
    }
}

/// Tells files that are no recordings from recordings that are refused.
trait IsRecording {
    fn is_ok_or_too_large(&self) -> bool;
}

impl<T> IsRecording for Result<T, wasm_core::forms::FieldErrors> {
    fn is_ok_or_too_large(&self) -> bool {
        self.as_ref().err().is_none_or(|errors| errors.0.iter().all(|error| error.field == "sizeBytes"))
    }
}

fn own_name(file: &FoundFile) -> &str {
    file.name.rsplit('/').next().unwrap_or(&file.name)
}

fn title(file: &FoundFile, row: &MappedFile) -> String {
    if row.title.is_empty() { title_from_file_name(own_name(file)) } else { row.title.clone() }
}

fn note(file: &FoundFile, place: FilePlace, row: &MappedFile, rules: &Rules) -> Result<Task, String> {
    let about = validate_note_file(own_name(file), NOTE_CONTENT_TYPE, file.size_bytes).map_err(|e| e.to_string())?;
    let named = place.course.ok_or_else(|| unknown_course(&file.name))?;
    let course = rules.course(&named).ok_or_else(|| no_course(named.as_str()))?;
    let chapter = match row.chapter.as_str() {
        "" => place.chapter.map(f64::from),
        typed => Some(typed.parse().map_err(|_| format!("'{typed}' is not a chapter."))?),
    };
    let note_type = if row.note_type.is_empty() { place.note_type.unwrap_or_default() } else { &row.note_type };
    let form = NoteForm {
        title: title(file, row),
        description: row.description.clone(),
        note_type: note_type.to_owned(),
        chapter,
    };
    let draft = validate_note_draft(&form).map_err(|errors| errors.to_string())?;
    Ok(Task {
        file: file.clone(),
        kind: Kind::Note,
        place: course.to_string(),
        part: format!("Chapter {}", draft.chapter),
        body: json!({
            "courseCode": course.as_str(), "title": draft.title, "description": draft.description,
            "noteType": draft.note_type, "chapter": draft.chapter, "fileName": about.name,
            "contentType": NOTE_CONTENT_TYPE, "sizeBytes": about.size_bytes,
        }),
        sha256: None,
    })
}

fn recording(file: &FoundFile, place: FilePlace, row: &MappedFile, rules: &Rules) -> Result<Task, String> {
    let about = validate_audio_file(own_name(file), "", file.size_bytes).map_err(|errors| errors.to_string())?;
    let shelf = match row.shelf.as_str() {
        "" => place.shelf.or(rules.shelf).map(ShelfId::as_str),
        named => Some(named),
    };
    let shelf = shelf.ok_or("No folder names a shelf. Use --shelf, or a folder such as 'Deep Dive'.")?;
    let subject = match row.subject.as_str() {
        "" => place
            .course
            .map(|code| rules.course(&code).unwrap_or(code).display())
            .ok_or("No folder names the course.")?,
        typed => typed.to_owned(),
    };
    let form =
        AudioForm { shelf: shelf.to_owned(), title: title(file, row), subject, description: row.description.clone() };
    let draft = validate_audio_draft(&form).map_err(|errors| errors.to_string())?;
    Ok(Task {
        file: file.clone(),
        kind: Kind::Recording,
        place: draft.shelf.to_string(),
        part: draft.subject.clone(),
        body: json!({
            "shelf": draft.shelf.as_str(), "title": draft.title, "subject": draft.subject,
            "description": draft.description, "fileName": about.name, "contentType": about.content_type,
            "sizeBytes": about.size_bytes,
        }),
        sha256: None,
    })
}

fn unknown_course(path: &str) -> String {
    let codes: Vec<String> = possible_courses(path).iter().map(ToString::to_string).collect();
    if codes.is_empty() {
        return "No folder names the course. Use --course, or a folder such as 'CS 246'.".to_owned();
    }
    no_course(&codes.join(" or "))
}

fn no_course(codes: &str) -> String {
    format!("There is no course {codes}. Create it in the console, or correct the name.")
}

#[cfg(test)]
mod tests {
    use wasm_core::forms::parse_file_map;

    use super::*;

    fn file(name: &str, size_bytes: u64) -> FoundFile {
        FoundFile { path: name.into(), name: name.to_owned(), size_bytes }
    }

    fn rules() -> Rules {
        let code = CourseCode::parse("CS246").unwrap();
        Rules { courses: HashMap::from([(code, Some(code))]), ..Rules::default() }
    }

    fn decided(name: &str, map: &str) -> Decision {
        let map = if map.is_empty() { FileMap::new() } else { parse_file_map(map.as_bytes()).unwrap() };
        decide(&file(name, 5), &map, &rules())
    }

    fn task(decision: Decision) -> Task {
        match decision {
            Decision::Upload(task) => *task,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn s6_cli_1_a_note_is_planned_from_its_path() {
        let note = task(decided("CS 246/Lectures/Week 3/observers-part_2.pdf", ""));
        assert_eq!((note.kind, note.place.as_str(), note.part.as_str()), (Kind::Note, "CS246", "Chapter 3"));
        assert_eq!(note.body["title"], "observers part 2");
        assert_eq!(note.body["noteType"], "Lecture");
        let recording = task(decided("CS246/Deep Dive/pointers.flac", ""));
        assert_eq!((recording.place.as_str(), recording.part.as_str()), ("deep-dive", "CS 246"));
        assert_eq!(recording.body["contentType"], "audio/flac");
    }

    #[test]
    fn s6_cli_1_the_name_of_a_file_is_looked_up_only_if_no_folder_names_a_course() {
        let code = |name: &str, rules: &Rules| own_code(&file(name, 5), rules).map(|code| code.to_string());
        for name in ["CS246/note 7.pdf", "CS246/Week 2/note 7.pdf"] {
            assert_eq!(code(name, &rules()), None, "{name}");
        }
        for name in ["note 7.pdf", "Fall 2026/note 7.pdf"] {
            assert_eq!(code(name, &rules()).as_deref(), Some("NOTE7"), "{name}");
        }
        let given = Rules { course: CourseCode::parse("CS246").ok(), ..rules() };
        assert_eq!(code("note 7.pdf", &given), None);
        let named = named_codes(&file("Fall 2026/CS246/note 7.pdf", 5), &FileMap::new(), &rules());
        assert_eq!(named.iter().map(ToString::to_string).collect::<Vec<_>>(), ["FALL2026", "CS246"]);
    }

    #[test]
    fn s6_cli_2_a_table_has_priority_over_the_path() {
        let map = "file,course,chapter,title,type,shelf,subject\n\
                   a.pdf,cs 246,7,Observers,Summary,,\n\
                   b.mp3,,,,,radio,Everything\n";
        let note = task(decided("a.pdf", map));
        assert_eq!((note.place.as_str(), note.part.as_str()), ("CS246", "Chapter 7"));
        assert_eq!((&note.body["title"], &note.body["noteType"]), (&json!("Observers"), &json!("Summary")));
        let recording = task(decided("b.mp3", map));
        assert_eq!((recording.place.as_str(), recording.part.as_str()), ("radio", "Everything"));
    }

    #[test]
    fn s6_cli_3_a_file_that_cannot_be_uploaded_is_refused_with_the_reason() {
        for (name, map, wanted) in [
            ("a.pdf", "", "Use --course"),
            ("CS999/a.pdf", "", "There is no course CS999"),
            ("a.pdf", "file,course\na.pdf,CS999\n", "There is no course CS999"),
            ("a.pdf", "file,course\na.pdf,?\n", "course code"),
            ("CS246/a.mp3", "", "Use --shelf"),
            ("Deep Dive/a.mp3", "", "No folder names the course"),
            ("CS246/a.pdf", "file,chapter\nCS246/a.pdf,many\n", "not a chapter"),
            ("CS246/a.pdf", "file,type\nCS246/a.pdf,Joke\n", "one of the types"),
        ] {
            let decision = decided(name, map);
            assert!(matches!(&decision, Decision::Refuse(reason) if reason.contains(wanted)), "{name}: {decision:?}");
        }
        for (name, size, wanted) in [
            ("CS246/a.pdf", 101 << 20, "at most 100 MB"),
            ("CS246/radio/a.mp3", 501 << 20, "at most 500 MB"),
            ("CS246/a.pdf", 0, "empty"),
            ("CS246/radio/a.mp3", 0, "empty"),
        ] {
            let decision = decide(&file(name, size), &FileMap::new(), &rules());
            assert!(matches!(&decision, Decision::Refuse(reason) if reason.contains(wanted)), "{name}: {decision:?}");
        }
        for name in ["CS246/a.docx", "CS246/a", "CS246/cards.apkg"] {
            assert!(matches!(decided(name, ""), Decision::Skip(_)), "{name}");
        }
    }
}
