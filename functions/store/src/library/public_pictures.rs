//! Public copies of pictures: of courses, recordings and first pages of notes.
//!
//! The original is stored beside the file it belongs to. While the item is visible, a publicly readable copy exists
//! under an unguessable name. Hiding or deleting the item deletes only the copy, so that the picture can be restored.

use aws::client::Store;
use aws::objects::{self, Bucket};
use model::error::{Error, Result};
use model::ids::PublicName;
use model::keys::object::{self, ObjectKey, PreviewSize};
use model::metadata::{AudioMetadata, PdfMetadata};

const JPEG: &str = "image/jpeg";
const WEBP: &str = "image/webp";

/// A picture that is public while its item is visible.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicPicture {
    /// Object key of the original.
    pub original: ObjectKey,
    /// Object key of the public copy.
    pub public_copy: ObjectKey,
    content_type: &'static str,
}

impl PublicPicture {
    /// Returns a picture whose original is a JPEG made by the server.
    #[must_use]
    pub fn from_jpeg(kept: ObjectKey, name: &PublicName) -> Self {
        Self { original: kept, public_copy: object::public_picture(name), content_type: JPEG }
    }
}

/// Returns the preview pictures of a PDF. Empty if it has none.
#[must_use]
pub fn of_pdf(pdf: &ObjectKey, facts: &PdfMetadata) -> Vec<PublicPicture> {
    let Some(preview) = &facts.preview else { return Vec::new() };
    let of_size = |size| PublicPicture {
        original: object::preview(pdf, size),
        public_copy: object::public_preview(&preview.open, size),
        content_type: WEBP,
    };
    PreviewSize::ALL.map(of_size).into()
}

/// Returns the picture that was embedded in a recording.
#[must_use]
pub fn of_recording(artwork: Option<&ObjectKey>, facts: &AudioMetadata) -> Option<PublicPicture> {
    Some(PublicPicture::from_jpeg(artwork?.clone(), facts.open_artwork.as_ref()?))
}

/// Creates the public copy. Returns false if the original is missing, which reconciliation reports. Idempotent. Cost: 1
/// request.
pub async fn publish_picture(store: &Store, picture: &PublicPicture) -> Result<bool> {
    match objects::copy_to_public(store, &picture.original, &picture.public_copy, picture.content_type).await {
        Ok(()) => Ok(true),
        Err(Error::NotFound(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Deletes the public copy. Idempotent. Cost: 1 request.
pub async fn unpublish_picture(store: &Store, picture: &PublicPicture) -> Result<()> {
    objects::delete(store, Bucket::Files, &picture.public_copy).await
}

/// Deletes an unused picture and its public copy. Idempotent. Cost: 2 requests.
pub async fn delete_jpeg_and_copy(store: &Store, kept: &ObjectKey) -> Result<()> {
    unpublish_picture(store, &PublicPicture::from_jpeg(kept.clone(), &objects::public_name(store, kept))).await?;
    objects::delete(store, Bucket::Files, kept).await
}

/// Deletes the public copies of several pictures.
pub async fn unpublish_pictures(store: &Store, pictures: &[PublicPicture]) -> Result<()> {
    for picture in pictures {
        unpublish_picture(store, picture).await?;
    }
    Ok(())
}
