//! Ids that are validated when they enter, so none of them can break a key.

mod hash;

use std::str::FromStr;

use derive_more::{Display, From};
use ring::digest::{SHA256, digest};
use ring::hmac;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ulid::Ulid;
use wasm_core::course::CourseCode;

use crate::timestamp::Timestamp;

pub use hash::Sha256Hasher;

/// 128 bits: unguessable.
const OPEN_NAME_BYTES: usize = 16;

/// Largest difference between the clock of a client that orders items and ours, in milliseconds: one day.
const ORDER_MAX_MS: u64 = 86_400_000;

/// Error for a text that is not a valid id of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a valid {0}")]
pub struct IdError(pub(crate) &'static str);

macro_rules! ulid_id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, From)]
        pub struct $name(Ulid);

        impl $name {
            /// Creates an id. Later ids sort after earlier ones.
            #[must_use]
            pub fn generate() -> Self {
                Self(Ulid::generate())
            }

            /// Returns the ULID.
            #[must_use]
            pub fn ulid(self) -> Ulid {
                self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                Ulid::from_string(text).map(Self).map_err(|_| IdError($what))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

ulid_id!(
    /// A note, visible or in the trash.
    NoteId, "note id"
);
ulid_id!(
    /// The item that an upload creates. The note, audio note or image gets the same ULID.
    ProductId, "product id"
);
impl ProductId {
    /// Creates an id that sorts like `order`, which a client chose, among the ids of other items. An `order` whose time
    /// is more than a day from `now` is ignored.
    #[must_use]
    pub fn with_sort_position(order: Self, now: Timestamp) -> Self {
        let new = Self::generate();
        if order.0.timestamp_ms().abs_diff(now.epoch_millis()) > ORDER_MAX_MS {
            return new;
        }
        let random = (order.0.random() >> 64 << 64) | (new.0.random() & u128::from(u64::MAX));
        Self(Ulid::from_parts(order.0.timestamp_ms(), random))
    }
}
ulid_id!(
    /// An upload. The client may choose this id, so it must not order or address anything else.
    UploadId, "upload id"
);
ulid_id!(
    /// A course request.
    RequestId, "request id"
);
ulid_id!(
    /// An entry of the audit log.
    AuditId, "audit id"
);
impl AuditId {
    /// Returns the audit id for the decision on an upload at this time. It is the same for every writer and sorts among
    /// all other entries by time.
    #[must_use]
    pub fn of_decision(upload: UploadId, at: Timestamp) -> Self {
        Self::of_subject(upload.0, at)
    }

    /// Returns the audit id for an action on this subject at this time, like [`AuditId::of_decision`].
    #[must_use]
    pub fn of_subject(subject: Ulid, at: Timestamp) -> Self {
        Self(Ulid::from_parts(at.epoch_millis(), subject.random()))
    }
}
ulid_id!(
    /// A recording, visible or in the trash.
    AudioId, "audio id"
);
impl AudioId {
    /// Returns a random id in the middle half between two, or between one and the smallest; `None` if there is no room.
    /// Random, because the id of a recording in the trash must stay free.
    #[must_use]
    pub fn between(above: Self, below: Option<Self>) -> Option<Self> {
        let (above, below) = (u128::from(above.0), below.map_or(0, |below| u128::from(below.0)));
        let gap = above.checked_sub(below).filter(|gap| *gap >= 2)?;
        let random = Self::generate().0.random() << 48 ^ Self::generate().0.random();
        Some(Self(Ulid::from(below + (gap / 4).max(1) + random % (gap / 2))))
    }
}
ulid_id!(
    /// A playlist.
    PlaylistId, "playlist id"
);
ulid_id!(
    /// A playlist cover. Unguessable: knowing the id grants access to the image.
    CoverId, "cover id"
);
ulid_id!(
    /// A chapter of a course.
    ChapterId, "chapter id"
);
ulid_id!(
    /// A study card.
    CardId, "card id"
);
ulid_id!(
    /// An image on a study card. Unguessable: knowing the id grants access to the image.
    CardImageId, "picture id"
);

ulid_id!(
    /// A highlight in a note. Created by the client; ids sort by creation time.
    HighlightId, "highlight id"
);

ulid_id!(
    /// A bookmark in a recording. Created by the client; ids sort by creation time.
    BookmarkId, "bookmark id"
);

ulid_id!(
    /// An image that we derived from an uploaded one.
    PictureId, "picture id"
);

ulid_id!(
    /// A transcript of a recording. Each change creates another id.
    TranscriptId, "transcript id"
);

ulid_id!(
    /// The chapters that an administrator gave a recording. Each change creates another id.
    ChaptersId, "chapters id"
);

ulid_id!(
    /// Secret in the session cookie. Unguessable, and stored only in the cookie.
    SessionSecret, "session"
);
impl SessionSecret {
    /// Returns the session id that may be shown and stored. The secret cannot be derived from it.
    #[must_use]
    pub fn id(self) -> SessionId {
        SessionId(Sha256Hash::of(self.to_string().as_bytes()).0)
    }
}

ulid_id!(
    /// A notice of copyright.
    NoticeId, "notice id"
);

ulid_id!(
    /// A key with which a program acts for an administrator. Not secret.
    AccessKeyId, "key id"
);

ulid_id!(
    /// A student's profile photo. Unguessable: knowing the id grants access to the image.
    PhotoId, "photo id"
);

impl CardId {
    /// Returns the id for this card of a merged course when another card already has its id. The result is
    /// deterministic, so the old URL still finds the card. It keeps the card's timestamp.
    #[must_use]
    pub fn after_merge_from(self, course: &CourseCode) -> Self {
        let digest = digest(&SHA256, format!("{course}#{self}").as_bytes());
        let random = digest.as_ref().iter().take(10).fold(0, |bits, byte| (bits << 8) | u128::from(*byte));
        Self(Ulid::from_parts(self.0.timestamp_ms(), random))
    }
}

/// The created item has the upload's product id.
macro_rules! made_of_product {
    ($($name:ident),*) => {$(
        impl From<ProductId> for $name {
            fn from(product: ProductId) -> Self {
                Self(product.0)
            }
        }

        impl From<$name> for ProductId {
            fn from(made: $name) -> Self {
                Self(made.0)
            }
        }
    )*};
}

made_of_product!(NoteId, AudioId, PictureId, PhotoId, CoverId, CardImageId);

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
        pub struct $name(String);

        impl $name {
            /// Returns the id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

text_id!(
    /// A user: the `sub` claim of the user pool.
    UserId
);
text_id!(
    /// A lower-case username, used for lookups.
    UsernameKey
);
text_id!(
    /// Lower-case prefix of a username, at least two characters.
    UsernamePrefix
);
text_id!(
    /// A session: SHA-256 of its secret, as 64 lower-case hexadecimal digits.
    SessionId
);
text_id!(
    /// Unguessable name of a public image: 32 lower-case hexadecimal digits.
    PublicName
);
text_id!(
    /// SHA-256 of a file: 64 lower-case hexadecimal digits.
    Sha256Hash
);

impl FromStr for UserId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let fits = !text.is_empty() && text.len() <= 64 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if fits { Ok(Self(text.to_owned())) } else { Err(IdError("user id")) }
    }
}

fn username_text(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let fits = lower.len() <= 120 && lower.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'));
    fits.then_some(lower)
}

impl FromStr for UsernameKey {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        username_text(text).filter(|lower| !lower.is_empty()).map(Self).ok_or(IdError("username"))
    }
}

impl UsernameKey {
    /// Returns the first two characters. Usernames with the same two share a partition.
    #[must_use]
    pub fn bucket(&self) -> String {
        self.0.chars().take(2).collect()
    }
}

impl FromStr for UsernamePrefix {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        username_text(text).filter(|lower| lower.chars().count() >= 2).map(Self).ok_or(IdError("username prefix"))
    }
}

impl UsernamePrefix {
    /// Returns the first two characters. Usernames with the same two share a partition.
    #[must_use]
    pub fn bucket(&self) -> String {
        self.0.chars().take(2).collect()
    }
}

fn hash_text(text: &str) -> Option<String> {
    let fits = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| text.to_ascii_lowercase())
}

impl FromStr for Sha256Hash {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        hash_text(text).map(Self).ok_or(IdError("SHA-256 in hexadecimal"))
    }
}

impl PublicName {
    /// Derives the public name of an object from its storage key `kept`. Deterministic. Without `key`, 128 bits of the
    /// name cannot be predicted.
    #[must_use]
    pub fn of(key: &hmac::Key, kept: &str) -> Self {
        let tag = hmac::sign(key, format!("open {kept}").as_bytes());
        Self(hex::encode(tag.as_ref().split_at(OPEN_NAME_BYTES).0))
    }
}

impl FromStr for PublicName {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let fits =
            text.len() == 2 * OPEN_NAME_BYTES && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'));
        if fits { Ok(Self(text.to_owned())) } else { Err(IdError("name of a picture")) }
    }
}

impl FromStr for SessionId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        hash_text(text).map(Self).ok_or(IdError("session id"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_key_separators_is_not_a_valid_id() {
        for text in ["", "a#b", "a b", "../x", "ü"] {
            assert!(text.parse::<UserId>().is_err(), "{text}");
        }
        for text in ["", "a#b", "a b", "a/b", "\u{0}ab"] {
            assert!(text.parse::<UsernameKey>().is_err(), "{text}");
        }
        assert!("01J".parse::<NoteId>().is_err());
        assert!("a".parse::<UsernamePrefix>().is_err());
    }

    #[test]
    fn h8_public_file_names_are_128_bits_derived_only_from_secret_key_and_location() {
        let key = |byte| hmac::Key::new(hmac::HMAC_SHA256, &[byte; 32]);
        let name = PublicName::of(&key(1), "notes/CS246/1/a.pdf");
        assert_eq!(name, PublicName::of(&key(1), "notes/CS246/1/a.pdf"));
        assert_ne!(name, PublicName::of(&key(1), "notes/CS246/1/b.pdf"));
        assert_ne!(name, PublicName::of(&key(2), "notes/CS246/1/a.pdf"));
        assert_eq!((name.as_str().len(), name.as_str().parse()), (32, Ok(name.clone())));
        for text in
            ["", "../incoming/x", &name.as_str()[1..], &name.as_str().replace(|c: char| c.is_ascii_digit(), "A")]
        {
            assert!(text.parse::<PublicName>().is_err(), "{text}");
        }
    }

    #[test]
    fn username_keys_are_lower_case() {
        let key: UsernameKey = " Amara.K ".parse().unwrap();
        assert_eq!((key.as_str(), key.bucket().as_str()), ("amara.k", "am"));
    }
}
