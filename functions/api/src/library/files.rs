//! Redirects to stored files.

use std::fmt::Display;

use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::{CACHE_CONTROL, LOCATION};
use store::keys::object::ObjectKey;
use store::objects::{self, PresignedGet};
use store::public_pictures::PublicPicture;
use store::{Store, Timestamp};

use crate::http::problem::Problem;
use crate::library::wire::metadata::public_url;

/// Cache lifetime of a redirect. It is shorter than the lifetime of the signed URL.
const REDIRECT_CACHE: &str = "private, max-age=300";

/// Redirects to the signed URL of a file.
pub(crate) fn redirect_to_file(signed: PresignedGet) -> Response {
    (StatusCode::FOUND, [(LOCATION, signed.url), (CACHE_CONTROL, REDIRECT_CACHE.to_owned())]).into_response()
}

/// Redirects to the public URL of an image. A signed URL would stay valid after the image is hidden or deleted.
pub(crate) fn redirect_to_public(picture: &PublicPicture) -> Response {
    (StatusCode::FOUND, [(LOCATION, public_url(&picture.public_copy)), (CACHE_CONTROL, REDIRECT_CACHE.to_owned())])
        .into_response()
}

/// Redirects to the signed URL of an image created by `ingest`. `id` is the file name that a browser suggests when the
/// user saves the image.
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
        let store = Store::connect(&crate::tests::unreachable_settings().store);
        let pdf = object::parse_managed_key("notes/CS246/1/01JD8Z5V7R8XQ4N2T6W0YB3C9E.pdf").unwrap();
        let key = object::preview(&pdf, PreviewSize::Small);
        let answer = redirect_to_picture(&store, &key, "a").await.unwrap();
        let address = answer.headers()[LOCATION].to_str().unwrap();
        assert_eq!(answer.status(), StatusCode::FOUND);
        assert!(address.contains(key.as_str()) && address.contains("X-Amz-Signature="), "{address}");
    }
}
