use crate::ids::PhotoId;
use crate::keys::key::Key;

/// Whose picture this is.
#[must_use]
pub fn primary(photo: PhotoId) -> Key {
    Key { pk: format!("PHOTO#{photo}"), sk: "SELF".into() }
}
