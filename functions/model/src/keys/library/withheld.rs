use crate::ids::Sha256Hash;
use crate::keys::key::Key;

/// The notices of copyright because of which files with this hash are withheld.
#[must_use]
pub fn primary(sha256: &Sha256Hash) -> Key {
    Key { pk: format!("WITHHELD#{sha256}"), sk: "SELF".into() }
}
