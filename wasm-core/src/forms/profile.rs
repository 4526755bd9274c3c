//! The profile: completion after sign-up and later edits.

use serde::Deserialize;

use super::{
    FieldError, FieldErrors, FileInfo, Username, required_text, validate_image_file, validate_text, validate_username,
};
use crate::limits::{FACULTIES, NAME_MAX_CHARS, PHOTO_INVALID, PHOTO_TOO_LARGE, YEAR_MAX_CHARS};

/// Shown when faculty, year or username is missing from the completion form.
pub const PROFILE_REQUIRED: &str = "Faculty, year of study, and username are required.";

/// Shown when only the name is missing from the completion form.
pub const NAME_REQUIRED: &str = "Name is required.";

/// The completion form as typed. Missing fields count as empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProfileForm {
    /// Full name.
    #[serde(deserialize_with = "super::lenient")]
    pub name: String,
    /// Public name.
    #[serde(deserialize_with = "super::lenient")]
    pub username: String,
    /// One of [`FACULTIES`].
    #[serde(deserialize_with = "super::lenient")]
    pub faculty: String,
    /// Year of study, free text.
    #[serde(deserialize_with = "super::lenient")]
    pub year: String,
}

/// A checked completion form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Full name.
    pub name: String,
    /// Public name.
    pub username: Username,
    /// One of [`FACULTIES`].
    pub faculty: String,
    /// Year of study, free text.
    pub year: String,
}

/// The edit form as typed. Missing fields do not change.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProfileEditForm {
    /// Full name; empty removes it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    #[serde(deserialize_with = "super::lenient")]
    pub name: Option<String>,
    /// Public name. An empty value changes nothing, because the URL of a profile contains the name.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    #[serde(deserialize_with = "super::lenient")]
    pub username: Option<String>,
    /// One of [`FACULTIES`]; empty removes it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    #[serde(deserialize_with = "super::lenient")]
    pub faculty: Option<String>,
    /// Year of study, free text; empty removes it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    #[serde(deserialize_with = "super::lenient")]
    pub year: Option<String>,
}

/// A checked edit. `None` keeps a field; an empty text removes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileEdit {
    /// Full name.
    pub name: Option<String>,
    /// Public name, never empty.
    pub username: Option<Username>,
    /// One of [`FACULTIES`], or empty.
    pub faculty: Option<String>,
    /// Year of study, or empty.
    pub year: Option<String>,
}

/// Checks the completion form.
///
/// Faculty, year and username share one message. A missing name is reported only if those three are present.
///
/// # Errors
/// All invalid fields.
pub fn validate_profile_completion(form: &ProfileForm) -> Result<Profile, FieldErrors> {
    let mut errors = FieldErrors::default();
    let shared = |error: FieldError| match error.code.as_str() {
        "required" => FieldError::required_error(&error.field, PROFILE_REQUIRED),
        _ => error,
    };
    let username = errors.take(validate_username(&form.username).map_err(shared));
    let faculty = errors.take(faculty(&form.faculty).and_then(|faculty| {
        if faculty.is_empty() { Err(FieldError::required_error("faculty", PROFILE_REQUIRED)) } else { Ok(faculty) }
    }));
    let year = errors.take(required_text("year", &form.year, YEAR_MAX_CHARS, PROFILE_REQUIRED));
    let three_missing = errors.0.iter().any(|error| error.code == "required");
    let name = match required_text("name", &form.name, NAME_MAX_CHARS, NAME_REQUIRED) {
        Err(error) if three_missing && error.code == "required" => None,
        result => errors.take(result),
    };
    match (name, username, faculty, year) {
        (Some(name), Some(username), Some(faculty), Some(year)) => Ok(Profile { name, username, faculty, year }),
        _ => Err(errors),
    }
}

/// Checks the edit form, in which every field is optional.
///
/// # Errors
/// All invalid fields.
pub fn validate_profile_edit(form: &ProfileEditForm) -> Result<ProfileEdit, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut edit = ProfileEdit::default();
    if let Some(typed) = &form.name {
        edit.name = errors.take(validate_text("name", typed, NAME_MAX_CHARS));
    }
    if let Some(typed) = form.username.as_deref().filter(|typed| !typed.trim().is_empty()) {
        edit.username = errors.take(validate_username(typed));
    }
    if let Some(typed) = &form.faculty {
        edit.faculty = errors.take(faculty(typed));
    }
    if let Some(typed) = &form.year {
        edit.year = errors.take(validate_text("year", typed, YEAR_MAX_CHARS));
    }
    if errors.is_empty() { Ok(edit) } else { Err(errors) }
}

/// Checks a profile photo as the browser describes it. The rules are those of all images; the messages differ.
///
/// # Errors
/// All invalid fields: `contentType`, `sizeBytes`.
pub fn validate_photo_file(name: &str, content_type: &str, size_bytes: u64) -> Result<FileInfo, FieldErrors> {
    validate_image_file(name, content_type, size_bytes).map_err(|errors| {
        let with_own_message = |error: FieldError| {
            let message = if error.code == "too_large" { PHOTO_TOO_LARGE } else { PHOTO_INVALID };
            FieldError { message: message.to_owned(), ..error }
        };
        FieldErrors(errors.0.into_iter().map(with_own_message).collect())
    })
}

/// Returns one of the faculties, or an empty text.
fn faculty(value: &str) -> Result<String, FieldError> {
    let value = value.trim();
    if value.is_empty() || FACULTIES.contains(&value) {
        Ok(value.to_owned())
    } else {
        Err(FieldError::new("faculty", "invalid", "Choose one of the faculties in the list."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete() -> ProfileForm {
        ProfileForm {
            name: "Amara K".into(),
            username: "Amara.K".into(),
            faculty: "Mathematics".into(),
            year: "2".into(),
        }
    }

    fn photo_messages(content_type: &str, size_bytes: u64) -> Vec<String> {
        let errors = validate_photo_file("me", content_type, size_bytes).err().unwrap_or_default();
        errors.0.into_iter().map(|error| error.message).collect()
    }

    #[test]
    fn s5_pe_2_photos_that_are_not_images_are_rejected() {
        for refused in ["image/svg+xml", "application/pdf", "text/html", ""] {
            assert_eq!(photo_messages(refused, 1000), ["Please select a valid image file"], "{refused}");
        }
        assert_eq!(photo_messages("image/jpeg", 0), ["Please select a valid image file"]);
        assert_eq!(photo_messages("image/png", 1000), [""; 0]);
    }

    #[test]
    fn s5_pe_3_photos_of_five_megabytes_or_more_are_rejected() {
        const LIMIT: u64 = 5 * 1024 * 1024;
        assert_eq!(photo_messages("image/jpeg", LIMIT), ["Image size must be less than 5MB"]);
        assert_eq!(photo_messages("image/jpeg", LIMIT - 1), [""; 0]);
    }

    fn messages(form: &ProfileForm) -> Vec<String> {
        let errors = validate_profile_completion(form).err().unwrap_or_default();
        errors.messages().into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn s5_cp_1_profile_completion_requires_faculty_year_and_username() {
        const THREE: &str = "Faculty, year of study, and username are required.";
        assert!(validate_profile_completion(&complete()).is_ok());
        assert_eq!(messages(&ProfileForm { faculty: String::new(), ..complete() }), [THREE]);
        assert_eq!(messages(&ProfileForm { year: "  ".into(), ..complete() }), [THREE]);
        assert_eq!(messages(&ProfileForm { username: String::new(), ..complete() }), [THREE]);
        let errors = validate_profile_completion(&ProfileForm::default()).unwrap_err();
        let fields: Vec<_> = errors.0.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["username", "faculty", "year"]);
        assert_eq!(errors.to_string(), THREE);
    }

    #[test]
    fn s5_cp_1_profile_completion_requires_a_name() {
        assert_eq!(messages(&ProfileForm { name: " ".into(), ..complete() }), ["Name is required."]);
    }

    #[test]
    fn s5_cp_2_year_is_free_text() {
        for year in ["1", "6", "Graduate", "3A", "second, part-time"] {
            let profile =
                validate_profile_completion(&ProfileForm { year: format!(" {year} "), ..complete() }).unwrap();
            assert_eq!(profile.year, year);
        }
        assert_eq!(messages(&ProfileForm { year: "x".repeat(21), ..complete() }), ["Use at most 20 characters."]);
        assert_eq!(crate::limits::YEAR_HINT, "e.g. 1, 2, 3, 4");
    }

    #[test]
    fn s5_cp_3_profile_completion_stores_the_username_as_typed_and_in_lower_case() {
        let profile = validate_profile_completion(&complete()).unwrap();
        assert_eq!((profile.username.lower.as_str(), profile.username.display.as_str()), ("amara.k", "Amara.K"));
    }

    #[test]
    fn s5_pe_1_every_field_of_a_profile_edit_is_optional() {
        assert_eq!(validate_profile_edit(&ProfileEditForm::default()), Ok(ProfileEdit::default()));
        let cleared = ProfileEditForm {
            name: Some(String::new()),
            username: Some(" ".into()),
            faculty: Some(String::new()),
            year: Some(String::new()),
        };
        let edit = validate_profile_edit(&cleared).unwrap();
        assert_eq!(edit.username, None, "an empty username leaves the old one");
        let empty = Some(String::new());
        assert_eq!((edit.name, edit.faculty, edit.year), (empty.clone(), empty.clone(), empty));
    }

    #[test]
    fn s5_pe_1_faculty_must_be_one_of_the_six() {
        for faculty in FACULTIES {
            let form = ProfileEditForm { faculty: Some((*faculty).to_owned()), ..Default::default() };
            assert_eq!(validate_profile_edit(&form).unwrap().faculty.as_deref(), Some(*faculty));
        }
        let form = ProfileEditForm { faculty: Some("Magic".into()), ..Default::default() };
        assert_eq!(validate_profile_edit(&form).unwrap_err().0[0].field, "faculty");
        assert_eq!(messages(&ProfileForm { faculty: "arts".into(), ..complete() }).len(), 1);
    }
}
