//! Review events: actions of a student on a card, with their time.

use std::fmt;
use std::str::FromStr;

use crate::limits::CARD_GAPS_MAX;

/// Largest number of a device: JavaScript's `Number.MAX_SAFE_INTEGER`.
pub const DEVICE_MAX: u64 = (1 << 53) - 1;

/// Letters of a ULID; each encodes 5 bits.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const KEY_CHARS: usize = 26;

/// The id of a study card: the 128-bit number of its ULID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardKey(pub u128);

/// First of the bits of a card id that hold the number of a gap. Until the year 2109, they are zero in every ULID.
const GAP_BIT: u32 = 122;

impl CardKey {
    /// Returns the id under which the gaps with this number are studied, or `None` if the number is not one of a gap.
    #[must_use]
    pub fn gap(self, number: u32) -> Option<Self> {
        (1..=CARD_GAPS_MAX).contains(&number).then(|| Self(self.0 ^ (u128::from(number) << GAP_BIT)))
    }

    /// Returns the id of the stored card and the number of the gap; `None` for a card without gaps.
    #[must_use]
    pub fn note_and_gap(self) -> (Self, Option<u32>) {
        let number = u32::try_from(self.0 >> GAP_BIT).ok().filter(|number| *number > 0);
        (Self(self.0 & ((1 << GAP_BIT) - 1)), number)
    }
}

impl FromStr for CardKey {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text.len() != KEY_CHARS || text.as_bytes()[0] > b'7' {
            return Err(());
        }
        text.bytes()
            .try_fold(0u128, |number, letter| {
                let bits = LETTERS.iter().position(|each| *each == letter.to_ascii_uppercase())?;
                Some((number << 5) | bits as u128)
            })
            .map(CardKey)
            .ok_or(())
    }
}

impl fmt::Display for CardKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |place: usize| char::from(LETTERS[(self.0 >> (5 * (KEY_CHARS - 1 - place))) as usize & 31]);
        (0..KEY_CHARS).try_for_each(|place| write!(f, "{}", letter(place)))
    }
}

/// A 56-bit hash of the id of a stored card, which is the size that a snapshot has room for, with the number of a gap in
/// the bits above it. The cards of one student collide in one of three hundred million cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortKey(pub(super) u64);

/// Number of bits of the hash.
const HASH_BITS: u32 = 56;

impl CardKey {
    /// Returns the short form of the id.
    #[must_use]
    pub fn short_key(self) -> ShortKey {
        let (Self(note), gap) = self.note_and_gap();
        let [low, high] = [note & u128::from(u64::MAX), note >> 64].map(|half| u64::try_from(half).unwrap_or(0));
        let hash = mix_bits(low ^ high.rotate_left(32)) >> (u64::BITS - HASH_BITS);
        ShortKey(hash | u64::from(gap.unwrap_or(0)) << HASH_BITS)
    }
}

#[cfg(feature = "study")]
impl ShortKey {
    /// Returns the key of the gap with this number of a stored card; `note` is the hash of its id, and gap 0 is the card
    /// itself. Returns `None` for a hash that is too large.
    pub(super) fn of_gap(note: u64, gap: u8) -> Option<Self> {
        (note >> HASH_BITS == 0).then_some(Self(note | u64::from(gap) << HASH_BITS))
    }

    /// Returns the hash of the id of the stored card, and the number of the gap, or 0.
    pub(super) fn hash_and_gap(self) -> (u64, u8) {
        let [.., gap] = self.0.to_le_bytes();
        (self.0 & ((1 << HASH_BITS) - 1), gap)
    }

    /// Returns the key of the stored card if this is one of its gaps.
    pub(super) fn note(self) -> Option<Self> {
        let (hash, gap) = self.hash_and_gap();
        (gap > 0).then_some(Self(hash))
    }
}

/// Returns well-spread bits of a number: the finisher of SplitMix64.
pub(super) fn mix_bits(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// A rating of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// The card was forgotten.
    Again,
    /// The card was remembered with effort.
    Hard,
    /// The card was remembered.
    Good,
    /// The card was remembered at once.
    Easy,
}

impl Rating {
    /// All ratings in display order.
    pub const ALL: [Self; 4] = [Self::Again, Self::Hard, Self::Good, Self::Easy];

    /// Returns the number of the rating, from 1 to 4, as in the FSRS reference.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Again => 1,
            Self::Hard => 2,
            Self::Good => 3,
            Self::Easy => 4,
        }
    }

    /// Returns the rating with this number, from 1 to 4.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|rating| rating.number() == number)
    }
}

/// The action of a review event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The card was answered.
    Review {
        /// Rating of the answer.
        rating: Rating,
        /// Duration of the answer in milliseconds.
        took_ms: u32,
    },
    /// Another review event of the same card is undone. It may arrive later than this one.
    Undo {
        /// Device of that review event.
        device: u64,
        /// Sequence number of that review event within the device.
        sequence: u32,
    },
    /// The card is suspended.
    Suspend,
    /// The card is no longer suspended.
    Unsuspend,
    /// The card is postponed until the next day.
    Bury,
}

/// One review event. The device and the sequence number are its id: an event that arrives twice counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReviewEvent {
    /// Random number up to [`DEVICE_MAX`] that a page generates for itself. It is unique to the page.
    pub device: u64,
    /// Sequence number, which grows with each review event of the device.
    pub sequence: u32,
    /// Id of the card.
    pub card: CardKey,
    /// Time on the clock of the device (Unix milliseconds).
    pub when_ms: u64,
    /// Offset of the local time from UTC, in minutes.
    pub zone_minutes: i16,
    /// Action.
    pub action: Action,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_gap_1_the_gaps_of_a_card_have_ids_of_their_own_that_name_the_card() {
        let card: CardKey = "01KBA8ZQ4M0000000000000001".parse().unwrap();
        let gaps: Vec<CardKey> = (1..=CARD_GAPS_MAX).filter_map(|number| card.gap(number)).collect();
        assert_eq!(gaps.len(), 50);
        assert_eq!(card.short_key().note(), None);
        for (number, gap) in (1..).zip(gaps) {
            assert_eq!(gap.note_and_gap(), (card, Some(number)));
            assert_ne!(gap.short_key(), card.short_key());
            assert_eq!(gap.short_key().note(), Some(card.short_key()));
            let (hash, gap_number) = gap.short_key().hash_and_gap();
            assert_eq!(u32::from(gap_number), number);
            assert_eq!(ShortKey::of_gap(hash, gap_number), Some(gap.short_key()));
            assert_eq!(gap.to_string().parse(), Ok(gap));
        }
        assert_eq!((card.gap(0), card.gap(CARD_GAPS_MAX + 1)), (None, None));
        assert_eq!(card.note_and_gap(), (card, None));
    }

    #[test]
    fn card_key_is_serialised_as_its_ulid() {
        for text in ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"] {
            let key: CardKey = text.parse().unwrap();
            assert_eq!(key.to_string(), text);
        }
        assert_eq!("01arz3ndektsv4rrffq69g5fav".parse(), "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse::<CardKey>());
        for text in ["", "01ARZ3NDEKTSV4RRFFQ69G5FA", "81ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAU", "é"]
        {
            assert_eq!(text.parse::<CardKey>(), Err(()), "{text}");
        }
    }
}
