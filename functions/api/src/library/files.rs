//! Answers that lead to a stored file.

use std::fmt::Display;

use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::{CACHE_CONTROL, LOCATION};
use store::keys::object::ObjectKey;
use store::objects::{self, PresignedGet};
use store::public_pictures::PublicPicture;
use store::{Store, Timestamp};

use crate::http::problem::Problem;
use crate::library::wire::metadata::open_url;

/// Cache lifetime of a redirect. It is shorter than the lifetime of the signed URL.
const REDIRECT_CACHE: &str = "private, max-age=300";

/// Leads to a file under its signed address.
pub(crate) fn redirect_to_file(signed: PresignedGet) -> Response {
    (StatusCode::FOUND, [(LOCATION, signed.url), (CACHE_CONTROL, REDIRECT_CACHE.to_owned())]).into_response()
}

/// Leads to where everybody may read a picture, so that nobody gets an address of it that outlives what it shows.
pub(crate) fn redirect_to_public(picture: &PublicPicture) -> Response {
    (StatusCode::FOUND, [(LOCATION, open_url(&picture.open)), (CACHE_CONTROL, REDIRECT_CACHE.to_owned())])
        .into_response()
}

/// Leads to a picture that `ingest` has made; `id` names the file for whoever keeps it.
pub(crate) async fn redirect_to_picture(store: &Store, key: &ObjectKey, id: impl Display) -> Result<Response, Problem> {
    let signed = objects::presign_get(store, key, &format!("{id}.jpg"), "image/jpeg", Timestamp::now()).await?;
    Ok(redirect_to_file(signed))
}

#[cfg(test)]
mod tests {
    use store::keys::object::{self, PreviewSize};

    use super::*;

    #[tokio::test]
    async fn a_private_image_has_a_signed_url() {
        let store = Store::connect(&crate::tests::nowhere_settings().store);
        let pdf = object::parse_managed_key("notes/CS246/1/01JD8Z5V7R8XQ4N2T6W0YB3C9E.pdf").unwrap();
        let key = object::preview(&pdf, PreviewSize::Small);
        let answer = redirect_to_picture(&store, &key, "a").await.unwrap();
        let address = answer.headers()[LOCATION].to_str().unwrap();
        assert_eq!(answer.status(), StatusCode::FOUND);
        assert!(address.contains(key.as_str()) && address.contains("X-Amz-Signature="), "{address}");
    }
}
