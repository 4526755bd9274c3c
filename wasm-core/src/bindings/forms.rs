//! The rules of the forms: each function answers with every failing field, or with none.

use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, from_js, to_js};
use crate::forms::{self, FieldErrors};

fn failing<T, E: Into<FieldErrors>>(result: Result<T, E>) -> Answer {
    to_js(&result.err().map_or_else(FieldErrors::default, Into::into))
}

/// The form that was passed; what is no object has no fields.
fn read<T: DeserializeOwned + Default>(form: JsValue) -> T {
    from_js(form).unwrap_or_default()
}

/// What is wrong with a sign-in form.
#[wasm_bindgen(js_name = validateSignIn, unchecked_return_type = "FieldError[]")]
pub fn validate_sign_in(#[wasm_bindgen(unchecked_param_type = "SignInForm")] form: JsValue) -> Answer {
    failing(forms::sign_in(&read(form)))
}

/// What is wrong with a sign-up form.
#[wasm_bindgen(js_name = validateSignUp, unchecked_return_type = "FieldError[]")]
pub fn validate_sign_up(#[wasm_bindgen(unchecked_param_type = "SignUpForm")] form: JsValue) -> Answer {
    failing(forms::sign_up(&read(form)))
}

/// What is wrong with an e-mail address.
#[wasm_bindgen(js_name = validateEmail, unchecked_return_type = "FieldError[]")]
pub fn validate_email(email: &str) -> Answer {
    failing(forms::email(email))
}

/// What is wrong with a new password.
#[wasm_bindgen(js_name = validatePasswordNew, unchecked_return_type = "FieldError[]")]
pub fn validate_password_new(password: &str) -> Answer {
    failing(forms::password_new(password))
}

/// What is wrong with a code that was sent by e-mail.
#[wasm_bindgen(js_name = validateConfirmCode, unchecked_return_type = "FieldError[]")]
pub fn validate_confirm_code(code: &str) -> Answer {
    failing(forms::confirm_code(code))
}

/// What is wrong with a username.
#[wasm_bindgen(js_name = validateUsername, unchecked_return_type = "FieldError[]")]
pub fn validate_username(username: &str) -> Answer {
    failing(forms::username(username))
}

/// What is wrong with the form that completes a profile.
#[wasm_bindgen(js_name = validateProfileCompletion, unchecked_return_type = "FieldError[]")]
pub fn validate_profile_completion(#[wasm_bindgen(unchecked_param_type = "ProfileForm")] form: JsValue) -> Answer {
    failing(forms::profile_completion(&read(form)))
}

/// What is wrong with the form that edits a profile.
#[wasm_bindgen(js_name = validateProfileEdit, unchecked_return_type = "FieldError[]")]
pub fn validate_profile_edit(#[wasm_bindgen(unchecked_param_type = "ProfileEditForm")] form: JsValue) -> Answer {
    failing(forms::profile_edit(&read(form)))
}

/// What is wrong with what was typed about a note.
#[wasm_bindgen(js_name = validateNoteDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_note_draft(#[wasm_bindgen(unchecked_param_type = "NoteForm")] form: JsValue) -> Answer {
    failing(forms::note_draft(&read(form)))
}

/// What is wrong with a file that is to be a note.
#[wasm_bindgen(js_name = validateNoteFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_note_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::note_file(name, content_type, size_bytes as u64))
}

/// What is wrong with what was typed about an audio note.
#[wasm_bindgen(js_name = validateAudioDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_audio_draft(#[wasm_bindgen(unchecked_param_type = "AudioForm")] form: JsValue) -> Answer {
    failing(forms::audio_draft(&read(form)))
}

/// What is wrong with a file that is to be an audio note.
#[wasm_bindgen(js_name = validateAudioFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_audio_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::audio_file(name, content_type, size_bytes as u64))
}

/// What is wrong with what was typed about an album note.
#[wasm_bindgen(js_name = validateAlbumDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_album_draft(album: &str, subject: &str, title: &str, description: &str) -> Answer {
    failing(forms::album_draft(album, subject, title, description))
}

/// What is wrong with a file that is to be an album note.
#[wasm_bindgen(js_name = validateAlbumFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_album_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::album_file(name, content_type, size_bytes as u64))
}

/// What is wrong with a picture.
#[wasm_bindgen(js_name = validateImageFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_image_file(name: &str, content_type: &str, size_bytes: f64) -> Answer {
    failing(forms::image_file(name, content_type, size_bytes as u64))
}

/// What is wrong with a course.
#[wasm_bindgen(js_name = validateCourse, unchecked_return_type = "FieldError[]")]
pub fn validate_course(#[wasm_bindgen(unchecked_param_type = "CourseForm")] form: JsValue) -> Answer {
    failing(forms::course(&read(form)))
}

/// What is wrong with a request for a course.
#[wasm_bindgen(js_name = validateCourseRequest, unchecked_return_type = "FieldError[]")]
pub fn validate_course_request(#[wasm_bindgen(unchecked_param_type = "RequestForm")] form: JsValue) -> Answer {
    failing(forms::course_request(&read(form)))
}

/// What is wrong with the name of a playlist.
#[wasm_bindgen(js_name = validatePlaylistName, unchecked_return_type = "FieldError[]")]
pub fn validate_playlist_name(name: &str) -> Answer {
    failing(forms::playlist_name(name))
}
