//! Creates and removes pictures of playlists, profiles, album notes and study cards.

pub mod wire;

use std::fmt::Display;

use axum::Json;
use http::StatusCode;
use store::expected_picture::SeenPicture;
use store::uploads::{self, UploadDraft, UploadTarget};
use store::{Conflict, Error, Store, Timestamp, UploadId};
use wasm_core::forms::{self, FieldError, FieldErrors};

use crate::console::uploads::wire::UploadTicket;
use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::fields::{INVALID_HASH_MESSAGE, ok_or_record};
use crate::http::problem::Problem;
use crate::library::pictures::wire::PictureDeclaration;
use crate::people::me::my_profile;

/// Returns the draft of a picture upload for an item whose current picture is `shown`, or all invalid fields. The
/// messages for profile photos differ.
pub(crate) fn picture_upload_draft(
    said: &PictureDeclaration,
    target: UploadTarget,
    shown: Option<impl Display>,
) -> Result<UploadDraft, Problem> {
    let id = parse_or_create_id(said.id.as_deref(), UploadId::generate)?;
    let mut errors = FieldErrors::default();
    let check = if matches!(target, UploadTarget::ProfilePhoto) {
        forms::validate_photo_file
    } else {
        forms::validate_image_file
    };
    let file = ok_or_record(&mut errors, check(&said.file_name, &said.content_type, said.size_bytes));
    let sha256 = said.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", INVALID_HASH_MESSAGE));
    let sha256 = ok_or_record(&mut errors, sha256);
    let (Some(file), Some(sha256)) = (file, sha256) else { return Err(errors.into()) };
    Ok(UploadDraft {
        id,
        target,
        file_name: file.name,
        content_type: file.content_type,
        size_bytes: file.size_bytes,
        sha256,
        seen_picture: said.replaces.is_some().then(|| SeenPicture::new(shown)),
        review: false,
    })
}

/// Returns true if `seen`, the picture URL that the caller knows, is the current URL `shown`. An empty `seen` means
/// that there was no picture. Without `seen`, the caller accepts any picture.
pub(crate) fn is_current(seen: Option<&str>, shown: Option<&str>) -> bool {
    seen.is_none_or(|seen| seen == shown.unwrap_or_default())
}

/// Refuses a new upload that is based on an outdated file or picture. A repeated request is accepted, because the newer
/// file may be the one that it uploaded. Cost: 1 read if the file or picture is newer.
pub(crate) async fn reject_outdated_upload(store: &Store, upload: UploadId, is_seen: bool) -> Result<(), Problem> {
    if is_seen || uploads::find(store, upload).await?.is_some() {
        return Ok(());
    }
    Err(Error::Conflict(Conflict::VersionMismatch).into())
}

/// Refuses to remove a picture other than the one that the caller knows.
pub(crate) fn reject_outdated_removal(seen: Option<&str>, shown: Option<&str>) -> Result<(), Problem> {
    if shown.is_none() || is_current(seen, shown) {
        Ok(())
    } else {
        Err(Error::Conflict(Conflict::VersionMismatch).into())
    }
}

/// Creates an upload and returns the URLs for sending it.
pub(crate) async fn create_upload(
    store: &Store,
    caller: &Principal,
    draft: UploadDraft,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let me = my_profile(store, caller).await?;
    let now = Timestamp::now();
    let names = (me.student.public_name(), caller.key_name());
    let upload = uploads::create_with_key(store, &caller.uid, names, draft, now).await?;
    let ticket = uploads::create_ticket(store, &upload, now).await?;
    Ok((StatusCode::CREATED, Json(ticket.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_compared_with_the_current_one_only_if_the_request_names_it() {
        for (seen, shown) in [(None, None), (None, Some("/b")), (Some(""), None), (Some("/b"), Some("/b"))] {
            assert!(is_current(seen, shown), "{seen:?} {shown:?}");
        }
        for (seen, shown) in [("", Some("/b")), ("/a", Some("/b")), ("/a", None)] {
            assert!(!is_current(Some(seen), shown), "{seen:?} {shown:?}");
        }
    }
}
