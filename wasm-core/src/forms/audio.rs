//! Audio notes, and images for playlists.

use serde::Deserialize;

use super::content::safe_file_name_or;
use super::{FieldError, FieldErrors, required_text, validate_lines};
use crate::course::CourseCode;
use crate::limits::{
    AUDIO_MAX_BYTES, DESCRIPTION_MAX_CHARS, PROFILE_IMAGE_MAX_BYTES, SUBJECT_MAX_CHARS, TITLE_MAX_CHARS,
};
use crate::shelf::ShelfId;

/// Shown when a required field or the file of an audio note is missing.
pub const AUDIO_REQUIRED: &str = "Please fill in all required fields and select an audio file.";

const NOT_AUDIO: &str = "Choose an MP3, M4A, AAC, Ogg, Opus, WAV or FLAC file.";
const NOT_AN_IMAGE: &str = "Choose a JPEG, PNG, WebP or GIF picture.";
const EMPTY: &str = "This file is empty.";

/// Content type by file extension, for files to which the browser assigns no type.
const AUDIO_TYPES: [(&str, &str); 8] = [
    ("mp3", "audio/mpeg"),
    ("m4a", "audio/mp4"),
    ("aac", "audio/aac"),
    ("ogg", "audio/ogg"),
    ("oga", "audio/ogg"),
    ("opus", "audio/ogg"),
    ("wav", "audio/wav"),
    ("flac", "audio/flac"),
];

const IMAGE_TYPES: [&str; 4] = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/// The metadata of an audio note as typed. Missing fields count as empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AudioForm {
    /// Name of the shelf in URLs.
    #[serde(deserialize_with = "super::lenient")]
    pub shelf: String,
    /// Title.
    #[serde(deserialize_with = "super::lenient")]
    pub title: String,
    /// Course code or any other subject.
    #[serde(deserialize_with = "super::lenient")]
    pub subject: String,
    /// Description.
    #[serde(deserialize_with = "super::lenient")]
    pub description: String,
}

/// The checked metadata of an audio note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudioDraft {
    /// Shelf.
    pub shelf: ShelfId,
    /// Title.
    pub title: String,
    /// Subject as typed.
    pub subject: String,
    /// Course that the subject names, if it is a course code.
    pub course: Option<CourseCode>,
    /// Description, possibly empty.
    pub description: String,
}

/// A file to upload, as the browser describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// File name without folders.
    pub name: String,
    /// Media type for the upload. The type for downloads is detected from the content.
    pub content_type: String,
    /// Size in bytes.
    pub size_bytes: u64,
}

/// Checks the metadata of an audio note.
///
/// # Errors
/// All invalid fields.
pub fn validate_audio_draft(form: &AudioForm) -> Result<AudioDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let shelf = errors.take(parse_shelf(&form.shelf));
    let title = errors.take(required_text("title", &form.title, TITLE_MAX_CHARS, AUDIO_REQUIRED));
    let subject = errors.take(required_text("subject", &form.subject, SUBJECT_MAX_CHARS, AUDIO_REQUIRED));
    let description = errors.take(validate_lines("description", &form.description, DESCRIPTION_MAX_CHARS));
    match (shelf, title, subject, description) {
        (Some(shelf), Some(title), Some(subject), Some(description)) => {
            let course = CourseCode::parse(&subject).ok();
            Ok(AudioDraft { shelf, title, subject, course, description })
        }
        _ => Err(errors),
    }
}

/// Checks the name of a shelf.
///
/// # Errors
/// `shelf`.
pub fn parse_shelf(name: &str) -> Result<ShelfId, FieldError> {
    name.parse().map_err(|_| FieldError::new("shelf", "invalid", "Choose one of the four shelves."))
}

/// Checks a recording as the browser describes it. Its content is checked after the upload.
///
/// # Errors
/// All invalid fields: `fileName` if no file was chosen, otherwise `contentType`, `sizeBytes`.
pub fn validate_audio_file(name: &str, content_type: &str, size_bytes: u64) -> Result<FileInfo, FieldErrors> {
    if name.trim().is_empty() {
        return Err(FieldError::required_error("fileName", AUDIO_REQUIRED).into());
    }
    let mut errors = FieldErrors::default();
    let content_type = audio_type(name, content_type);
    if content_type.is_none() {
        errors.0.push(FieldError::new("contentType", "invalid", NOT_AUDIO));
    }
    if size_bytes == 0 {
        errors.0.push(FieldError::new("sizeBytes", "invalid", EMPTY));
    } else if size_bytes > AUDIO_MAX_BYTES {
        let message = format!("An audio note can be at most {} MB.", AUDIO_MAX_BYTES / (1024 * 1024));
        errors.0.push(FieldError::new("sizeBytes", "too_large", message));
    }
    match content_type {
        Some(content_type) if errors.is_empty() => {
            Ok(FileInfo { name: safe_file_name_or(name, "recording"), content_type, size_bytes })
        }
        _ => Err(errors),
    }
}

/// Returns the content type for the upload: the browser's if it is an audio type, otherwise the type of the extension.
/// Systems disagree about the types of Ogg, Opus and FLAC, and some have none.
fn audio_type(name: &str, content_type: &str) -> Option<String> {
    let media_type = media_type(content_type);
    let is_audio = media_type.strip_prefix("audio/").is_some_and(|kind| {
        !kind.is_empty()
            && kind.len() <= 60
            && kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'+'))
    });
    if is_audio {
        return Some(media_type);
    }
    if !matches!(media_type.as_str(), "" | "application/ogg" | "application/octet-stream" | "video/ogg" | "video/mp4") {
        return None;
    }
    let (_, extension) = name.rsplit_once('.')?;
    let known = AUDIO_TYPES.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known))?;
    Some(known.1.to_owned())
}

/// Checks an image as the browser describes it.
///
/// # Errors
/// All invalid fields: `contentType`, `sizeBytes`.
pub fn validate_image_file(name: &str, content_type: &str, size_bytes: u64) -> Result<FileInfo, FieldErrors> {
    let mut errors = FieldErrors::default();
    let content_type = media_type(content_type);
    if !IMAGE_TYPES.contains(&content_type.as_str()) {
        errors.0.push(FieldError::new("contentType", "invalid", NOT_AN_IMAGE));
    }
    if size_bytes == 0 {
        errors.0.push(FieldError::new("sizeBytes", "invalid", EMPTY));
    } else if size_bytes >= PROFILE_IMAGE_MAX_BYTES {
        let message = format!("A picture must be smaller than {} MB.", PROFILE_IMAGE_MAX_BYTES / (1024 * 1024));
        errors.0.push(FieldError::new("sizeBytes", "too_large", message));
    }
    if errors.is_empty() {
        Ok(FileInfo { name: safe_file_name_or(name, "picture"), content_type, size_bytes })
    } else {
        Err(errors)
    }
}

fn media_type(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(errors: &FieldErrors) -> Vec<(&str, &str)> {
        errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect()
    }

    #[test]
    fn s5_au_1_an_audio_note_needs_title_subject_and_file() {
        let errors = validate_audio_draft(&AudioForm { shelf: "radio".into(), ..Default::default() }).unwrap_err();
        assert_eq!(fields(&errors), [("title", "required"), ("subject", "required")]);
        assert_eq!(errors.to_string(), "Please fill in all required fields and select an audio file.");
        let errors = validate_audio_file("", "", 0).unwrap_err();
        assert_eq!(errors.to_string(), "Please fill in all required fields and select an audio file.");
    }

    #[test]
    fn the_subject_of_an_audio_note_may_be_a_course_code() {
        let form = |subject: &str| AudioForm {
            shelf: "deep-dive".into(),
            title: " Big O ".into(),
            subject: subject.into(),
            description: "a\n\n\nb".into(),
        };
        let draft = validate_audio_draft(&form(" cs-246")).unwrap();
        assert_eq!((draft.shelf, draft.title.as_str(), draft.subject.as_str()), (ShelfId::DeepDive, "Big O", "cs-246"));
        assert_eq!(draft.course.map(|course| course.as_str().to_owned()).as_deref(), Some("CS246"));
        assert_eq!(draft.description, "a\n\nb");
        assert_eq!(validate_audio_draft(&form("Study skills")).unwrap().course, None);
        let wrong = AudioForm { shelf: "attic".into(), subject: "x".repeat(81), ..form("") };
        assert_eq!(fields(&validate_audio_draft(&wrong).unwrap_err()), [("shelf", "invalid"), ("subject", "too_long")]);
    }

    #[test]
    fn h7_only_audio_within_the_limit_is_accepted() {
        for (name, content_type, announced) in [
            ("a.mp3", "audio/mpeg", "audio/mpeg"),
            ("a.m4a", "audio/x-m4a; codecs=mp4a", "audio/x-m4a"),
            ("a.OPUS", "", "audio/ogg"),
            ("a.ogg", "video/ogg", "audio/ogg"),
            ("a.flac", "application/octet-stream", "audio/flac"),
        ] {
            let file = validate_audio_file(name, content_type, AUDIO_MAX_BYTES).unwrap();
            assert_eq!((file.name.as_str(), file.content_type.as_str()), (name, announced));
        }
        for (name, content_type) in
            [("a.pdf", "application/pdf"), ("a.mp3", "text/html"), ("a.exe", ""), ("a", ""), ("a.mp3", "audio/a\nb")]
        {
            let errors = validate_audio_file(name, content_type, 1).unwrap_err();
            assert_eq!(fields(&errors), [("contentType", "invalid")], "{name} {content_type}");
        }
        let errors = validate_audio_file("a.mp3", "audio/mpeg", AUDIO_MAX_BYTES + 1).unwrap_err();
        assert_eq!(
            (fields(&errors), errors.to_string().as_str()),
            (vec![("sizeBytes", "too_large")], "An audio note can be at most 500 MB.",)
        );
        assert_eq!(fields(&validate_audio_file("a.mp3", "audio/mpeg", 0).unwrap_err()), [("sizeBytes", "invalid")]);
    }

    #[test]
    fn h7_only_pictures_below_the_limit_are_accepted() {
        assert!(validate_image_file("a.png", "image/png", PROFILE_IMAGE_MAX_BYTES - 1).is_ok());
        let errors = validate_image_file("a.svg", "image/svg+xml", PROFILE_IMAGE_MAX_BYTES).unwrap_err();
        assert_eq!(fields(&errors), [("contentType", "invalid"), ("sizeBytes", "too_large")]);
    }
}
