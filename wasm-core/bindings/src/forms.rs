//! Form validation: each function returns all invalid fields.

use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::forms::{self, FieldErrors};

use super::{Answer, from_js, to_js};

fn failing<T, E: Into<FieldErrors>>(result: Result<T, E>) -> Answer {
    to_js(&result.err().map_or_else(FieldErrors::default, Into::into))
}

/// Reads the form that JavaScript passed. A value that is not an object becomes an empty form.
fn read<T: DeserializeOwned + Default>(form: JsValue) -> T {
    from_js(form).unwrap_or_default()
}

/// Returns the invalid fields of a sign-in form.
#[wasm_bindgen(js_name = validateSignIn, unchecked_return_type = "FieldError[]")]
pub fn validate_sign_in(#[wasm_bindgen(unchecked_param_type = "SignInForm")] form: JsValue) -> Answer {
    failing(forms::validate_sign_in(&read(form)))
}

/// Returns the invalid fields of a sign-up form.
#[wasm_bindgen(js_name = validateSignUp, unchecked_return_type = "FieldError[]")]
pub fn validate_sign_up(#[wasm_bindgen(unchecked_param_type = "SignUpForm")] form: JsValue) -> Answer {
    failing(forms::validate_sign_up(&read(form)))
}

/// Returns the invalid fields of an e-mail address.
#[wasm_bindgen(js_name = validateEmail, unchecked_return_type = "FieldError[]")]
pub fn validate_email(email: &str) -> Answer {
    failing(forms::validate_email(email))
}

/// Returns the invalid fields of a new password.
#[wasm_bindgen(js_name = validatePasswordNew, unchecked_return_type = "FieldError[]")]
pub fn validate_password_new(password: &str) -> Answer {
    failing(forms::validate_new_password(password))
}

/// Returns the invalid fields of a confirmation code from an e-mail.
#[wasm_bindgen(js_name = validateConfirmCode, unchecked_return_type = "FieldError[]")]
pub fn validate_confirm_code(code: &str) -> Answer {
    failing(forms::validate_confirmation_code(code))
}

/// Returns the invalid fields of the form that completes a profile.
#[wasm_bindgen(js_name = validateProfileCompletion, unchecked_return_type = "FieldError[]")]
pub fn validate_profile_completion(#[wasm_bindgen(unchecked_param_type = "ProfileForm")] form: JsValue) -> Answer {
    failing(forms::validate_profile_completion(&read(form)))
}

/// Returns the invalid fields of the form that edits a profile.
#[wasm_bindgen(js_name = validateProfileEdit, unchecked_return_type = "FieldError[]")]
pub fn validate_profile_edit(#[wasm_bindgen(unchecked_param_type = "ProfileEditForm")] form: JsValue) -> Answer {
    failing(forms::validate_profile_edit(&read(form)))
}

/// Returns the invalid fields of the metadata of a note.
#[wasm_bindgen(js_name = validateNoteDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_note_draft(#[wasm_bindgen(unchecked_param_type = "NoteForm")] form: JsValue) -> Answer {
    failing(forms::validate_note_draft(&read(form)))
}

/// Returns the invalid fields of the edited subject of a recording or an album note.
#[wasm_bindgen(js_name = validateSubject, unchecked_return_type = "FieldError[]")]
pub fn validate_subject(subject: &str) -> Answer {
    failing(forms::validate_subject(subject))
}

/// Returns the invalid fields of the PDF of a note.
#[wasm_bindgen(js_name = validateNoteFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_note_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::validate_note_file(name, content_type, size_bytes as u64))
}

/// Returns the invalid fields of the metadata of an audio note.
#[wasm_bindgen(js_name = validateAudioDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_audio_draft(#[wasm_bindgen(unchecked_param_type = "AudioForm")] form: JsValue) -> Answer {
    failing(forms::validate_audio_draft(&read(form)))
}

/// Returns the invalid fields of the file of an audio note.
#[wasm_bindgen(js_name = validateAudioFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_audio_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::validate_audio_file(name, content_type, size_bytes as u64))
}

/// Returns the invalid fields of the metadata of an album note.
#[wasm_bindgen(js_name = validateAlbumNoteDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_album_note_draft(album: &str, subject: &str, title: &str, description: &str) -> Answer {
    failing(forms::validate_album_note_draft(album, subject, title, description))
}

/// Returns the invalid fields of the file of an album note.
#[wasm_bindgen(js_name = validateAlbumNoteFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_album_note_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::validate_album_note_file(name, content_type, size_bytes as u64))
}

/// Returns the invalid fields of an image.
#[wasm_bindgen(js_name = validateImageFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_image_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::validate_image_file(name, content_type, size_bytes as u64))
}

/// Returns the invalid fields of a course.
#[wasm_bindgen(js_name = validateCourse, unchecked_return_type = "FieldError[]")]
pub fn validate_course(#[wasm_bindgen(unchecked_param_type = "CourseForm")] form: JsValue) -> Answer {
    failing(forms::validate_course(&read(form)))
}

/// Returns the invalid fields of a course request.
#[wasm_bindgen(js_name = validateCourseRequest, unchecked_return_type = "FieldError[]")]
pub fn validate_course_request(#[wasm_bindgen(unchecked_param_type = "RequestForm")] form: JsValue) -> Answer {
    failing(forms::validate_course_request(&read(form)))
}

/// Returns the invalid fields of a playlist name.
#[wasm_bindgen(js_name = validatePlaylistName, unchecked_return_type = "FieldError[]")]
pub fn validate_playlist_name(name: &str) -> Answer {
    failing(forms::validate_playlist_name(name))
}
