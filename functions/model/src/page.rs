//! Pagination. A cursor is the last key read, encrypted and bound to its list.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// Items in the order of the list.
    pub items: Vec<T>,
    /// Cursor of the next page; `None` on the last page.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// Returns the page with `change` applied to every item.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next: self.next }
    }
}

/// Position in a list, encrypted by the server. Opaque, URL-safe text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// Returns the text that a client sends back.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Cursor {
    type Err = Error;

    /// Accepts any text of at most 2,048 bytes. It is validated when it is decrypted.
    fn from_str(text: &str) -> Result<Self> {
        if text.len() > 2048 { Err(Error::InvalidCursor) } else { Ok(Self(text.to_owned())) }
    }
}

/// Encrypts and decrypts cursors.
pub struct CursorCipher {
    key: LessSafeKey,
    random: SystemRandom,
}

impl CursorCipher {
    /// Creates a cipher with this key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        #[expect(clippy::expect_used, reason = "the length is in the type")]
        let key = UnboundKey::new(&AES_256_GCM, key).expect("32 bytes are an AES-256 key");
        Self { key: LessSafeKey::new(key), random: SystemRandom::new() }
    }

    /// Encrypts `place`, bound to `partition`.
    ///
    /// # Errors
    /// Only `Broken`, which every call can return.
    pub fn encrypt(&self, partition: &str, place: &impl Serialize) -> Result<Cursor> {
        let mut sealed = serde_json::to_vec(place).map_err(|error| Error::Broken(error.into()))?;
        let mut nonce = [0_u8; NONCE_LEN];
        self.random.fill(&mut nonce).map_err(|_| Error::broken("the system has no random numbers"))?;
        self.key
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(partition), &mut sealed)
            .map_err(|_| Error::broken("a cursor could not be sealed"))?;
        let mut bytes = nonce.to_vec();
        bytes.append(&mut sealed);
        Ok(Cursor(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Decrypts a cursor that was created for `partition`.
    ///
    /// # Errors
    /// `InvalidCursor`: the cursor was created for another list or with another key, or is not a cursor.
    pub fn decrypt<T: DeserializeOwned>(&self, partition: &str, cursor: &Cursor) -> Result<T> {
        let mut bytes = URL_SAFE_NO_PAD.decode(&cursor.0).map_err(|_| Error::InvalidCursor)?;
        if bytes.len() < NONCE_LEN {
            return Err(Error::InvalidCursor);
        }
        let mut sealed = bytes.split_off(NONCE_LEN);
        let nonce = Nonce::try_assume_unique_for_key(&bytes).map_err(|_| Error::InvalidCursor)?;
        let place =
            self.key.open_in_place(nonce, Aad::from(partition), &mut sealed).map_err(|_| Error::InvalidCursor)?;
        serde_json::from_slice(place).map_err(|_| Error::InvalidCursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_valid_only_for_its_own_partition_and_secret() {
        let seal = CursorCipher::new(&[1; 32]);
        let cursor = seal.encrypt("USER#a", &("x", 1)).unwrap();
        assert_eq!(seal.decrypt::<(String, u32)>("USER#a", &cursor).unwrap(), ("x".into(), 1));
        assert!(matches!(seal.decrypt::<(String, u32)>("USER#b", &cursor), Err(Error::InvalidCursor)));
        assert!(CursorCipher::new(&[2; 32]).decrypt::<(String, u32)>("USER#a", &cursor).is_err());
        for text in ["", "AAAA", "not base64!", &cursor.as_str()[1..]] {
            assert!(seal.decrypt::<(String, u32)>("USER#a", &Cursor(text.into())).is_err(), "{text}");
        }
    }

    #[test]
    fn a_cursor_does_not_reveal_the_key() {
        let cursor = CursorCipher::new(&[1; 32]).encrypt("USER#a", &"USER#secret").unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(cursor.as_str()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("secret"));
    }
}
