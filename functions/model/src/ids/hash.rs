//! SHA-256 hashing.

use super::Sha256Hash;

impl Sha256Hash {
    /// Returns the hash of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self::from_digest(ring::digest::digest(&ring::digest::SHA256, bytes).as_ref())
    }

    /// Creates a hasher for data that arrives in pieces.
    #[must_use]
    pub fn hasher() -> Sha256Hasher {
        Sha256Hasher(ring::digest::Context::new(&ring::digest::SHA256))
    }

    /// Returns the 32 bytes, as S3 expects them in its checksum header.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // The text was created from 32 bytes or validated when parsed.
        hex::decode(&self.0).unwrap_or_default()
    }

    /// Creates a hash from its 32 bytes.
    #[must_use]
    pub fn from_digest(digest: &[u8]) -> Self {
        Self(hex::encode(digest))
    }
}

/// An incremental hash.
#[derive(Clone)]
pub struct Sha256Hasher(ring::digest::Context);

impl Sha256Hasher {
    /// Adds the next piece.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Returns the hash of all pieces.
    #[must_use]
    pub fn finish(self) -> Sha256Hash {
        Sha256Hash::from_digest(self.0.finish().as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper_and_lower_case_hex_parse_to_the_same_hash() {
        let hash = Sha256Hash::of(b"");
        assert_eq!(hash.as_str(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hash.as_str().to_ascii_uppercase().parse::<Sha256Hash>().unwrap(), hash);
        assert_eq!(hash.to_bytes()[..2], [0xe3, 0xb0]);
    }

    #[test]
    fn hashing_in_chunks_equals_hashing_the_whole_input() {
        let mut hasher = Sha256Hash::hasher();
        hasher.update(b"ab");
        hasher.update(b"c");
        assert_eq!(hasher.finish(), Sha256Hash::of(b"abc"));
    }
}
