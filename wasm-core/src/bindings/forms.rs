//! The rules of the forms: each function answers with every failing field, or with none.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::to_js;
use crate::forms::{
    self, AudioForm, CourseForm, FieldErrors, NoteForm, ProfileEditForm, ProfileForm, RequestForm, SignInForm,
    SignUpForm,
};

fn failing<T, E: Into<FieldErrors>>(result: Result<T, E>) -> JsValue {
    to_js(&result.err().map_or_else(FieldErrors::default, Into::into))
}

/// A field of a form, if it is there. Read by name: code that can take in any form would be a sixth of the core.
fn field(form: &JsValue, name: &str) -> JsValue {
    Reflect::get(form, &name.into()).unwrap_or_default()
}

fn given(form: &JsValue, name: &str) -> Option<String> {
    field(form, name).as_string()
}

fn text(form: &JsValue, name: &str) -> String {
    given(form, name).unwrap_or_default()
}

/// What is wrong with a sign-in form.
#[wasm_bindgen(js_name = validateSignIn, unchecked_return_type = "FieldError[]")]
pub fn validate_sign_in(#[wasm_bindgen(unchecked_param_type = "SignInForm")] form: &JsValue) -> JsValue {
    let form = SignInForm { email: text(form, "email"), password: text(form, "password") };
    failing(forms::sign_in(&form))
}

/// What is wrong with a sign-up form.
#[wasm_bindgen(js_name = validateSignUp, unchecked_return_type = "FieldError[]")]
pub fn validate_sign_up(#[wasm_bindgen(unchecked_param_type = "SignUpForm")] form: &JsValue) -> JsValue {
    let form =
        SignUpForm { username: text(form, "username"), email: text(form, "email"), password: text(form, "password") };
    failing(forms::sign_up(&form))
}

/// What is wrong with an e-mail address.
#[wasm_bindgen(js_name = validateEmail, unchecked_return_type = "FieldError[]")]
pub fn validate_email(email: &str) -> JsValue {
    failing(forms::email(email))
}

/// What is wrong with a new password.
#[wasm_bindgen(js_name = validatePasswordNew, unchecked_return_type = "FieldError[]")]
pub fn validate_password_new(password: &str) -> JsValue {
    failing(forms::password_new(password))
}

/// What is wrong with a code that was sent by e-mail.
#[wasm_bindgen(js_name = validateConfirmCode, unchecked_return_type = "FieldError[]")]
pub fn validate_confirm_code(code: &str) -> JsValue {
    failing(forms::confirm_code(code))
}

/// What is wrong with a username.
#[wasm_bindgen(js_name = validateUsername, unchecked_return_type = "FieldError[]")]
pub fn validate_username(username: &str) -> JsValue {
    failing(forms::username(username))
}

/// What is wrong with the form that completes a profile.
#[wasm_bindgen(js_name = validateProfileCompletion, unchecked_return_type = "FieldError[]")]
pub fn validate_profile_completion(#[wasm_bindgen(unchecked_param_type = "ProfileForm")] form: &JsValue) -> JsValue {
    let form = ProfileForm {
        name: text(form, "name"),
        username: text(form, "username"),
        faculty: text(form, "faculty"),
        year: text(form, "year"),
    };
    failing(forms::profile_completion(&form))
}

/// What is wrong with the form that edits a profile.
#[wasm_bindgen(js_name = validateProfileEdit, unchecked_return_type = "FieldError[]")]
pub fn validate_profile_edit(#[wasm_bindgen(unchecked_param_type = "ProfileEditForm")] form: &JsValue) -> JsValue {
    let form = ProfileEditForm {
        name: given(form, "name"),
        username: given(form, "username"),
        faculty: given(form, "faculty"),
        year: given(form, "year"),
    };
    failing(forms::profile_edit(&form))
}

/// What is wrong with what was typed about a note.
#[wasm_bindgen(js_name = validateNoteDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_note_draft(#[wasm_bindgen(unchecked_param_type = "NoteForm")] form: &JsValue) -> JsValue {
    let form = NoteForm {
        title: text(form, "title"),
        description: text(form, "description"),
        note_type: text(form, "noteType"),
        chapter: field(form, "chapter").as_f64(),
    };
    failing(forms::note_draft(&form))
}

/// What is wrong with a file that is to be a note.
#[wasm_bindgen(js_name = validateNoteFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_note_file(name: &str, content_type: &str, size_bytes: f64) -> JsValue {
    failing(forms::note_file(name, content_type, size_bytes as u64))
}

/// What is wrong with what was typed about an audio note.
#[wasm_bindgen(js_name = validateAudioDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_audio_draft(#[wasm_bindgen(unchecked_param_type = "AudioForm")] form: &JsValue) -> JsValue {
    let form = AudioForm {
        shelf: text(form, "shelf"),
        title: text(form, "title"),
        subject: text(form, "subject"),
        description: text(form, "description"),
    };
    failing(forms::audio_draft(&form))
}

/// What is wrong with a file that is to be an audio note.
#[wasm_bindgen(js_name = validateAudioFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_audio_file(name: &str, content_type: &str, size_bytes: f64) -> JsValue {
    failing(forms::audio_file(name, content_type, size_bytes as u64))
}

/// What is wrong with what was typed about an album note.
#[wasm_bindgen(js_name = validateAlbumDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_album_draft(album: &str, subject: &str, title: &str, description: &str) -> JsValue {
    failing(forms::album_draft(album, subject, title, description))
}

/// What is wrong with a file that is to be an album note.
#[wasm_bindgen(js_name = validateAlbumFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_album_file(name: &str, content_type: &str, size_bytes: f64) -> JsValue {
    failing(forms::album_file(name, content_type, size_bytes as u64))
}

/// What is wrong with a picture.
#[wasm_bindgen(js_name = validateImageFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_image_file(name: &str, content_type: &str, size_bytes: f64) -> JsValue {
    failing(forms::image_file(name, content_type, size_bytes as u64))
}

/// What is wrong with a course.
#[wasm_bindgen(js_name = validateCourse, unchecked_return_type = "FieldError[]")]
pub fn validate_course(#[wasm_bindgen(unchecked_param_type = "CourseForm")] form: &JsValue) -> JsValue {
    let form = CourseForm {
        course_code: text(form, "courseCode"),
        title: text(form, "title"),
        description: text(form, "description"),
    };
    failing(forms::course(&form))
}

/// What is wrong with a request for a course.
#[wasm_bindgen(js_name = validateCourseRequest, unchecked_return_type = "FieldError[]")]
pub fn validate_course_request(#[wasm_bindgen(unchecked_param_type = "RequestForm")] form: &JsValue) -> JsValue {
    let form = RequestForm {
        course_code: text(form, "courseCode"),
        course_name: text(form, "courseName"),
        reason: text(form, "reason"),
    };
    failing(forms::course_request(&form))
}

/// What is wrong with the name of a playlist.
#[wasm_bindgen(js_name = validatePlaylistName, unchecked_return_type = "FieldError[]")]
pub fn validate_playlist_name(name: &str) -> JsValue {
    failing(forms::playlist_name(name))
}
