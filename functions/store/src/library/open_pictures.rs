//! Pictures that everybody may see: of courses, recordings and first pages of notes. Each is kept beside what it belongs to, as
//! every file is. While that is shown, a copy lies under a name that nobody can guess where everybody may read it; when it is
//! hidden or deleted only the copy goes, so nothing is lost when it comes back.

use aws::client::Store;
use aws::objects::{self, Bucket};
use model::error::{Error, Result};
use model::facts::{AudioFacts, PdfFacts};
use model::ids::OpenName;
use model::keys::object::{self, ObjectKey, PreviewSize};

const JPEG: &str = "image/jpeg";
const WEBP: &str = "image/webp";

/// A picture that everybody may see while what it belongs to is shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpenPicture {
    /// Where it is kept.
    pub kept: ObjectKey,
    /// Where its copy lies for everybody.
    pub open: ObjectKey,
    content_type: &'static str,
}

impl OpenPicture {
    /// A JPEG of our making that is kept there.
    #[must_use]
    pub fn jpeg(kept: ObjectKey, name: &OpenName) -> Self {
        Self { kept, open: object::open_picture(name), content_type: JPEG }
    }
}

/// Those of the first page of this PDF; none where it has no picture, or one from before there were copies.
#[must_use]
pub fn of_pdf(pdf: &ObjectKey, facts: &PdfFacts) -> Vec<OpenPicture> {
    let name = facts.preview.as_ref().and_then(|preview| preview.open.as_ref());
    name.map(|name| of_first_page(pdf, name)).unwrap_or_default()
}

/// Those of the first page of this PDF, under this name.
pub(crate) fn of_first_page(pdf: &ObjectKey, name: &OpenName) -> Vec<OpenPicture> {
    let of_size = |size| OpenPicture {
        kept: object::preview(pdf, size),
        open: object::open_preview(name, size),
        content_type: WEBP,
    };
    PreviewSize::ALL.map(of_size).into()
}

/// The one that was in a recording and is kept there.
#[must_use]
pub fn of_recording(artwork: Option<&ObjectKey>, facts: &AudioFacts) -> Option<OpenPicture> {
    Some(OpenPicture::jpeg(artwork?.clone(), facts.open_artwork.as_ref()?))
}

/// Lets everybody read it. `false` when it is lost, which reconciliation reports. Done again it changes nothing. 1 request.
pub async fn show_picture(store: &Store, picture: &OpenPicture) -> Result<bool> {
    match objects::copy_open(store, &picture.kept, &picture.open, picture.content_type).await {
        Ok(()) => Ok(true),
        Err(Error::NotFound(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Lets nobody read it any more. Done again it changes nothing. 1 request.
pub async fn hide_picture(store: &Store, picture: &OpenPicture) -> Result<()> {
    objects::delete(store, Bucket::Files, &picture.open).await
}

/// Removes a picture that nothing shows, with its copy. Done again it changes nothing. 2 requests.
pub async fn remove_jpeg(store: &Store, kept: &ObjectKey) -> Result<()> {
    hide_picture(store, &OpenPicture::jpeg(kept.clone(), &objects::open_name(store, kept))).await?;
    objects::delete(store, Bucket::Files, kept).await
}

/// [`hide_picture`], of all of these.
pub async fn hide_pictures(store: &Store, pictures: &[OpenPicture]) -> Result<()> {
    for picture in pictures {
        hide_picture(store, picture).await?;
    }
    Ok(())
}
