//! The rules of the forms: each function answers with every failing field, or with none.

use tsify::{Ts, Tsify};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::forms::{
    self, AudioForm, CourseForm, FieldError, FieldErrors, NoteForm, ProfileEditForm, ProfileForm, RequestForm,
    SignInForm, SignUpForm,
};

type Failing = Result<Vec<Ts<FieldError>>, JsError>;

fn failing<T, E: Into<FieldErrors>>(result: Result<T, E>) -> Failing {
    let errors = result.err().map_or_else(FieldErrors::default, Into::into);
    errors.0.iter().map(|error| Ok(error.into_ts()?)).collect()
}

/// What is wrong with a sign-in form.
#[wasm_bindgen(js_name = validateSignIn)]
pub fn validate_sign_in(form: &Ts<SignInForm>) -> Failing {
    failing(forms::sign_in(&form.to_rust()?))
}

/// What is wrong with a sign-up form.
#[wasm_bindgen(js_name = validateSignUp)]
pub fn validate_sign_up(form: &Ts<SignUpForm>) -> Failing {
    failing(forms::sign_up(&form.to_rust()?))
}

/// What is wrong with an e-mail address.
#[wasm_bindgen(js_name = validateEmail)]
pub fn validate_email(email: &str) -> Failing {
    failing(forms::email(email))
}

/// What is wrong with a new password.
#[wasm_bindgen(js_name = validatePasswordNew)]
pub fn validate_password_new(password: &str) -> Failing {
    failing(forms::password_new(password))
}

/// What is wrong with a code that was sent by e-mail.
#[wasm_bindgen(js_name = validateConfirmCode)]
pub fn validate_confirm_code(code: &str) -> Failing {
    failing(forms::confirm_code(code))
}

/// What is wrong with a username.
#[wasm_bindgen(js_name = validateUsername)]
pub fn validate_username(username: &str) -> Failing {
    failing(forms::username(username))
}

/// What is wrong with the form that completes a profile.
#[wasm_bindgen(js_name = validateProfileCompletion)]
pub fn validate_profile_completion(form: &Ts<ProfileForm>) -> Failing {
    failing(forms::profile_completion(&form.to_rust()?))
}

/// What is wrong with the form that edits a profile.
#[wasm_bindgen(js_name = validateProfileEdit)]
pub fn validate_profile_edit(form: &Ts<ProfileEditForm>) -> Failing {
    failing(forms::profile_edit(&form.to_rust()?))
}

/// What is wrong with what was typed about a note.
#[wasm_bindgen(js_name = validateNoteDraft)]
pub fn validate_note_draft(form: &Ts<NoteForm>) -> Failing {
    failing(forms::note_draft(&form.to_rust()?))
}

/// What is wrong with a file that is to be a note.
#[wasm_bindgen(js_name = validateNoteFile)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_note_file(name: &str, content_type: &str, size_bytes: f64) -> Failing {
    failing(forms::note_file(name, content_type, size_bytes as u64))
}

/// What is wrong with what was typed about an audio note.
#[wasm_bindgen(js_name = validateAudioDraft)]
pub fn validate_audio_draft(form: &Ts<AudioForm>) -> Failing {
    failing(forms::audio_draft(&form.to_rust()?))
}

/// What is wrong with a file that is to be an audio note.
#[wasm_bindgen(js_name = validateAudioFile)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_audio_file(name: &str, content_type: &str, size_bytes: f64) -> Failing {
    failing(forms::audio_file(name, content_type, size_bytes as u64))
}

/// What is wrong with what was typed about an album note.
#[wasm_bindgen(js_name = validateAlbumDraft)]
pub fn validate_album_draft(album: &str, subject: &str, title: &str, description: &str) -> Failing {
    failing(forms::album_draft(album, subject, title, description))
}

/// What is wrong with a file that is to be an album note.
#[wasm_bindgen(js_name = validateAlbumFile)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_album_file(name: &str, content_type: &str, size_bytes: f64) -> Failing {
    failing(forms::album_file(name, content_type, size_bytes as u64))
}

/// What is wrong with a picture.
#[wasm_bindgen(js_name = validateImageFile)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "file sizes are whole numbers below 2^53")]
pub fn validate_image_file(name: &str, content_type: &str, size_bytes: f64) -> Failing {
    failing(forms::image_file(name, content_type, size_bytes as u64))
}

/// What is wrong with a course.
#[wasm_bindgen(js_name = validateCourse)]
pub fn validate_course(form: &Ts<CourseForm>) -> Failing {
    failing(forms::course(&form.to_rust()?))
}

/// What is wrong with a request for a course.
#[wasm_bindgen(js_name = validateCourseRequest)]
pub fn validate_course_request(form: &Ts<RequestForm>) -> Failing {
    failing(forms::course_request(&form.to_rust()?))
}

/// What is wrong with the name of a playlist.
#[wasm_bindgen(js_name = validatePlaylistName)]
pub fn validate_playlist_name(name: &str) -> Failing {
    failing(forms::playlist_name(name))
}
