//! Creates and removes pictures of playlists, profiles, album notes and study cards.

pub mod wire;

use std::fmt::Display;

use axum::Json;
use http::StatusCode;
use store::seen_picture::SeenPicture;
use store::uploads::{self, Target, UploadDraft};
use store::{Conflict, Error, Store, Timestamp, UploadId};
use wasm_core::forms::{self, FieldError, FieldErrors};

use crate::console::uploads::wire::UploadTicket;
use crate::http::auth::principal::Principal;
use crate::http::fields::{NOT_A_HASH, keep};
use crate::http::given_id::given_or_new;
use crate::http::problem::Problem;
use crate::library::pictures::wire::PictureDeclaration;
use crate::people::me::my_profile;

/// Returns the draft of a picture upload for an item whose current picture is `shown`, or all invalid fields. The
/// messages for profile photos differ.
pub(crate) fn draft(
    said: &PictureDeclaration,
    target: Target,
    shown: Option<impl Display>,
) -> Result<UploadDraft, Problem> {
    let id = given_or_new(said.id.as_deref(), UploadId::generate)?;
    let mut errors = FieldErrors::default();
    let check = if matches!(target, Target::ProfilePhoto) { forms::photo_file } else { forms::image_file };
    let file = keep(&mut errors, check(&said.file_name, &said.content_type, said.size_bytes));
    let sha256 = said.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", NOT_A_HASH));
    let sha256 = keep(&mut errors, sha256);
    let (Some(file), Some(sha256)) = (file, sha256) else { return Err(errors.into()) };
    Ok(UploadDraft {
        id,
        target,
        file_name: file.name,
        content_type: file.content_type,
        size_bytes: file.size_bytes,
        sha256,
        seen_picture: said.replaces.is_some().then(|| SeenPicture::new(shown)),
    })
}

/// Returns true if `seen`, the picture URL that the caller knows, is the current one. An empty `seen` means that there
/// was no picture. Without `seen`, the caller accepts any picture.
pub(crate) fn is_seen(seen: Option<&str>, shown: Option<&str>) -> bool {
    seen.is_none_or(|seen| seen == shown.unwrap_or_default())
}

/// Refuses a new upload that is based on an outdated file or picture. A repeated request gets its own result, because
/// its file may be the newer one. Cost: 1 read if the file or picture is newer.
pub(crate) async fn refuse_unseen(store: &Store, upload: UploadId, is_seen: bool) -> Result<(), Problem> {
    if is_seen || uploads::find(store, upload).await?.is_some() {
        return Ok(());
    }
    Err(Error::Conflict(Conflict::Changed).into())
}

/// Refuses to remove a picture other than the one that the caller knows.
pub(crate) fn refuse_unseen_removal(seen: Option<&str>, shown: Option<&str>) -> Result<(), Problem> {
    if shown.is_none() || is_seen(seen, shown) { Ok(()) } else { Err(Error::Conflict(Conflict::Changed).into()) }
}

/// Creates an upload and returns the URLs for sending it.
pub(crate) async fn create_upload(
    store: &Store,
    caller: &Principal,
    draft: UploadDraft,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let me = my_profile(store, caller).await?;
    let now = Timestamp::now();
    let upload = uploads::create(store, &caller.uid, me.student.shown_name(), draft, now).await?;
    let ticket = uploads::ticket(store, &upload, now).await?;
    Ok((StatusCode::CREATED, Json(ticket.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_that_the_page_showed_is_compared_only_if_the_request_names_it() {
        for (seen, shown) in [(None, None), (None, Some("/b")), (Some(""), None), (Some("/b"), Some("/b"))] {
            assert!(is_seen(seen, shown), "{seen:?} {shown:?}");
        }
        for (seen, shown) in [("", Some("/b")), ("/a", Some("/b")), ("/a", None)] {
            assert!(!is_seen(Some(seen), shown), "{seen:?} {shown:?}");
        }
    }
}
