use crate::ids::{ProductId, UploadId, UserId};
use crate::keys::key::{Key, Range, gsi1};

/// One upload.
#[must_use]
pub fn primary(upload: UploadId) -> Key {
    Key { pk: format!("UPLOAD#{upload}"), sk: "SELF".into() }
}

/// Index entry that lists an upload under its uploader. It sorts by the time when the server created the product id.
#[must_use]
pub fn index_key(uploader: &UserId, product: ProductId) -> Key {
    Key { pk: format!("UPLOADER#{uploader}"), sk: product.to_string() }
}

/// The uploads of one user.
#[must_use]
pub fn of_uploader(uploader: &UserId) -> Range {
    gsi1(format!("UPLOADER#{uploader}"), "")
}
