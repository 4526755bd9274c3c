use crate::ids::PhotoId;
use crate::keys::key::Key;

/// The owner of a photo.
#[must_use]
pub fn primary(photo: PhotoId) -> Key {
    Key { pk: format!("PHOTO#{photo}"), sk: "SELF".into() }
}
