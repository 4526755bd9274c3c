//! Lists in pages. A cursor is the last key read, sealed, and bound to the list it was made for.

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
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// Where the next page begins; `None` on the last page.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// The same page with every item changed.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next: self.next }
    }
}

/// A place in a list that only we can read. Opaque, URL-safe text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// The text that a client sends back.
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

    /// Takes any text a client sent; whether it is a cursor shows when it is used.
    fn from_str(text: &str) -> Result<Self> {
        if text.len() > 2048 { Err(Error::InvalidCursor) } else { Ok(Self(text.to_owned())) }
    }
}

/// Seals and opens cursors.
pub struct CursorSeal {
    key: LessSafeKey,
    random: SystemRandom,
}

impl CursorSeal {
    /// Seals with this key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        // 32 bytes are always a key of this cipher.
        #[expect(clippy::expect_used, reason = "the length is in the type")]
        let key = UnboundKey::new(&AES_256_GCM, key).expect("32 bytes are an AES-256 key");
        Self { key: LessSafeKey::new(key), random: SystemRandom::new() }
    }

    /// Seals `place` so that only a read of `partition` can open it.
    ///
    /// # Errors
    /// None beside those of every call.
    pub fn seal(&self, partition: &str, place: &impl Serialize) -> Result<Cursor> {
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

    /// Opens a cursor that was sealed for `partition`.
    ///
    /// # Errors
    /// `InvalidCursor`: it was sealed for another list, with another key, or by nobody.
    pub fn open<T: DeserializeOwned>(&self, partition: &str, cursor: &Cursor) -> Result<T> {
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
    fn a_cursor_opens_only_for_its_own_partition_and_key() {
        let seal = CursorSeal::new(&[1; 32]);
        let cursor = seal.seal("USER#a", &("x", 1)).unwrap();
        assert_eq!(seal.open::<(String, u32)>("USER#a", &cursor).unwrap(), ("x".into(), 1));
        assert!(matches!(seal.open::<(String, u32)>("USER#b", &cursor), Err(Error::InvalidCursor)));
        assert!(CursorSeal::new(&[2; 32]).open::<(String, u32)>("USER#a", &cursor).is_err());
        for text in ["", "AAAA", "not base64!", &cursor.as_str()[1..]] {
            assert!(seal.open::<(String, u32)>("USER#a", &Cursor(text.into())).is_err(), "{text}");
        }
    }

    #[test]
    fn a_cursor_does_not_reveal_the_key() {
        let cursor = CursorSeal::new(&[1; 32]).seal("USER#a", &"USER#secret").unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(cursor.as_str()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("secret"));
    }
}
