//! Reads an exported folder, which is untrusted.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::checks::{check, excerpt};
use super::format::{CourseFile, FILE_NAME, FORMAT, VERSION};
use crate::failure::Failure;
use crate::folder::resolve;

/// Largest `course.json` that is read.
const FILE_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Reads the `course.json` of a folder. The file is untrusted: all values are checked, and no file is opened.
///
/// # Errors
/// `Usage` with the reason and the field.
pub(crate) fn read(folder: &Path) -> Result<CourseFile, Failure> {
    let unusable =
        |reason: String| Failure::Usage(format!("{} cannot be used. {reason}", folder.join(FILE_NAME).display()));
    let path = locate(folder, FILE_NAME)
        .map_err(|failure| unusable(format!("{failure} Give the folder that 'note-ninja export' has written.")))?;
    let unreadable = |error: io::Error| unusable(format!("It cannot be read: {error}."));
    let mut bytes = Vec::new();
    let file = File::open(&path).map_err(unreadable)?;
    file.take(FILE_MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > FILE_MAX_BYTES {
        return Err(unusable(format!("It can have at most {} MB.", FILE_MAX_BYTES / 1024 / 1024)));
    }
    parse(&bytes).map_err(unusable)
}

fn parse(bytes: &[u8]) -> Result<CourseFile, String> {
    /// The fields that every version has.
    #[derive(Deserialize)]
    struct Head {
        format: String,
        version: u32,
    }
    let head: Head =
        serde_json::from_slice(bytes).map_err(|error| format!("It is not an exported course: {error}."))?;
    if head.format != FORMAT {
        return Err(format!("It is not an exported course: its format is '{}'.", excerpt(&head.format)));
    }
    if head.version > VERSION {
        return Err(format!(
            "A newer note-ninja has written it: its format has the version {}, and this program reads up to {VERSION}. \
             Update note-ninja.",
            head.version
        ));
    }
    let file: CourseFile = serde_json::from_slice(bytes).map_err(|error| {
        let hint = if error.to_string().contains("unknown field") {
            " A newer note-ninja may have written it; update note-ninja."
        } else {
            ""
        };
        format!("{error}.{hint}")
    })?;
    check(&file)?;
    Ok(file)
}

/// Returns where a file of an export is. `folder` must be canonical. Links that lead out of the folder are refused.
pub(crate) fn locate(folder: &Path, path: &str) -> Result<PathBuf, Failure> {
    let found = resolve(folder, path).canonicalize();
    let found = found.map_err(|error| Failure::Unreadable(format!("It cannot be read: {error}.")))?;
    if found.starts_with(folder) && found.is_file() {
        Ok(found)
    } else {
        Err(Failure::Unreadable("It is not a file in the folder. Links that lead elsewhere are not followed.".into()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::{Value, json};

    use super::*;

    fn example() -> Value {
        let file = |path: &str| json!({ "path": path, "sizeBytes": 5, "sha256": "0f".repeat(32) });
        json!({
            "format": FORMAT, "version": VERSION,
            "course": { "code": "CS246", "title": "Objects", "description": "", "hidden": false },
            "chapters": [{
                "number": 2, "title": "Patterns", "description": "",
                "cards": [{ "front": "$x$", "back": "y", "picture": { "alt": "", "file": file("CS246/Cards/a.jpg") } }],
            }],
            "notes": [{
                "chapter": 2, "type": "Lecture", "title": "A", "description": "", "fileName": "a.pdf",
                "file": file("CS246/a.pdf"), "uploadedAt": "2026-11-21T10:00:00Z",
            }],
            "recordings": [{
                "shelf": "radio", "title": "B", "description": "", "fileName": "b.mp3", "contentType": "audio/mpeg",
                "file": file("CS246/b.mp3"), "chapters": [], "uploadedAt": "2026-11-21T10:00:00Z",
            }],
            "albumNotes": [],
        })
    }

    fn refusal(change: impl FnOnce(&mut Value)) -> String {
        let mut value = example();
        change(&mut value);
        parse(value.to_string().as_bytes()).unwrap_err()
    }

    #[test]
    fn s6_cli_8_a_course_file_is_read_back_as_it_was_written() {
        let file = parse(example().to_string().as_bytes()).unwrap();
        assert_eq!(parse(&file.to_json().unwrap()).unwrap(), file);
        assert_eq!(file.files().count(), 3);
    }

    #[test]
    fn s6_cli_8_newer_formats_and_unknown_fields_are_refused_with_what_to_do() {
        let newer = refusal(|value| {
            value["version"] = json!(2);
            value["tags"] = json!([]);
        });
        assert!(newer.contains("version 2") && newer.contains("Update note-ninja"), "{newer}");
        let unknown = refusal(|value| value["notes"][0]["tags"] = json!([]));
        assert!(unknown.contains("unknown field `tags`") && unknown.contains("newer note-ninja"), "{unknown}");
        assert!(refusal(|value| value["format"] = json!("other")).contains("not an exported course"));
        assert!(parse(b"[]").is_err() && parse(b"{").is_err());
    }

    #[test]
    fn s6_cli_8_wrong_values_are_refused_with_their_field() {
        for path in ["../a.pdf", "/etc/passwd", "a/../../b", "C:\\a", "C:a", "a\\..\\b", "", "a//b", "./a", "a\0"] {
            let reason = refusal(|value| value["notes"][0]["file"]["path"] = json!(path));
            assert!(reason.contains("notes[0].file.path"), "{path}: {reason}");
        }
        for (pointer, wrong, field) in [
            ("/course/title", json!(""), "course.title"),
            ("/chapters/0/number", json!(1000), "chapters[0].number"),
            ("/chapters/0/cards/0/front", json!(" "), "chapters[0].cards[0].title"),
            ("/notes/0/type", json!("Joke"), "notes[0].noteType"),
            ("/notes/0/title", json!("x".repeat(201)), "notes[0].title"),
            ("/notes/0/file/sizeBytes", json!(1_u64 << 40), "notes[0].sizeBytes"),
            ("/notes/0/file/sha256", json!("0F".repeat(32)), "notes[0].file.sha256"),
            ("/recordings/0/chapters", json!([{ "startMs": 0, "title": "One" }]), "recordings[0].chapters"),
            ("/recordings/0/file/path", json!("cs246/A.PDF"), "recordings[0].file.path"),
            ("/recordings/0/shelf", json!("attic"), "attic"),
            ("/course/code", json!("?"), "course code"),
        ] {
            let reason = refusal(|value| *value.pointer_mut(pointer).unwrap() = wrong);
            assert!(reason.contains(field), "{pointer}: {reason}");
        }
        let twice = refusal(|value| {
            let chapter = value["chapters"][0].clone();
            value["chapters"] = json!([{ "number": 2, "title": "A", "description": "", "cards": [] }, chapter]);
        });
        assert!(twice.contains("chapters[1].number"), "{twice}");
    }

    #[cfg(unix)]
    #[test]
    fn s6_cli_8_a_link_that_leads_out_of_the_folder_is_not_followed() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::NamedTempFile::new().unwrap());
        let folder = folder.path().canonicalize().unwrap();
        fs::write(folder.join("in.pdf"), "a").unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.join("out.pdf")).unwrap();
        assert!(locate(&folder, "in.pdf").is_ok());
        assert!(matches!(locate(&folder, "out.pdf"), Err(Failure::Unreadable(_))));
        assert!(matches!(locate(&folder, "missing.pdf"), Err(Failure::Unreadable(_))));
        std::os::unix::fs::symlink("/dev/zero", folder.join(FILE_NAME)).unwrap();
        assert!(matches!(read(&folder), Err(Failure::Usage(reason)) if reason.contains("Links")));
    }
}
