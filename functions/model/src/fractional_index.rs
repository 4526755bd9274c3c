//! Fractional ranks of items in lists that users order. Another rank always fits between two.
//!
//! A rank is a base-36 number: six digits before the point, the others behind it. An item added at an end of the list
//! gets the next whole number, so ranks stay short there. Each rank inserted between two others is a little longer than
//! these.

use serde::{Deserialize, Serialize};
use ulid::Ulid;

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const BASE: u32 = 36;

/// Digits before the point.
const WHOLE_DIGITS: usize = 6;

/// Whole number of the first item: the middle of all whole numbers, so that there is equal room in both directions.
const FIRST_WHOLE: u64 = 1_088_391_168;
const LAST_WHOLE: u64 = 2_176_782_335;

/// Maximum length of a rank. A longer one makes the caller renew the ranks of the whole list.
const LONG_CHARS: usize = 24;

/// The rank of one item. Smaller ranks come first; ranks compare as text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FractionalIndex(String);

impl FractionalIndex {
    /// Returns a rank after `last`, or the first rank of a list. Two items added after the same item at the same time
    /// get different ranks, because the item's id is part of the rank.
    pub fn after(last: Option<&Self>, item: Ulid) -> Self {
        let whole = last.map_or(FIRST_WHOLE, |last| last.whole().saturating_add(1));
        Self::with_whole(whole, item)
    }

    /// Returns a rank before `first`.
    pub fn before(first: &Self, item: Ulid) -> Self {
        Self::with_whole(first.whole().saturating_sub(1), item)
    }

    /// Returns the shortest rank between two, or `None` if they are equal or out of order.
    pub fn between(low: &Self, high: &Self) -> Option<Self> {
        if low >= high {
            return None;
        }
        let (low, high) = (low.0.as_bytes(), high.0.as_bytes());
        let mut middle = String::new();
        // Once the new rank is below `high` in one digit, the later digits of `high` do not matter.
        let mut is_below_high = false;
        for place in 0.. {
            let from = low.get(place).map_or(0, |digit| value(*digit));
            let to = if is_below_high { BASE } else { high.get(place).map_or(0, |digit| value(*digit)) };
            if to > from + 1 {
                middle.push(digit(u32::midpoint(from, to)));
                break;
            }
            middle.push(digit(from));
            is_below_high = is_below_high || to > from;
        }
        Some(Self(middle))
    }

    /// Returns the rank for an item inserted before the one at index `place`, or `None` if there is no room.
    pub fn at(ranks: &[&Self], place: usize, item: Ulid) -> Option<Self> {
        let before = place.checked_sub(1).and_then(|place| ranks.get(place));
        match (before, ranks.get(place)) {
            (Some(before), Some(behind)) => Self::between(before, behind),
            (None, Some(behind)) => Some(Self::before(behind, item)),
            (before, None) => Some(Self::after(before.copied(), item)),
        }
    }

    /// Returns short ranks after `last` for all items of a list, in the same order.
    pub fn rebalanced(last: Option<&Self>, items: impl IntoIterator<Item = Ulid>) -> Vec<Self> {
        let mut last = last.cloned();
        let mut ranks = Vec::new();
        for item in items {
            let rank = Self::after(last.as_ref(), item);
            last = Some(rank.clone());
            ranks.push(rank);
        }
        ranks
    }

    /// Returns true if the rank is so long that all ranks of the list should be renewed.
    pub fn needs_rebalance(&self) -> bool {
        self.0.len() > LONG_CHARS
    }

    /// Returns the rank as it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn with_whole(whole: u64, item: Ulid) -> Self {
        let whole = whole.min(LAST_WHOLE);
        let mut text = String::with_capacity(WHOLE_DIGITS + 5);
        for place in (0..WHOLE_DIGITS).rev() {
            let power = u64::from(BASE).pow(u32::try_from(place).unwrap_or(0));
            text.push(digit(u32::try_from(whole / power % u64::from(BASE)).unwrap_or(0)));
        }
        // The last digits of an id are random. The rank must not end with 0, because '1' and '10' behind the point
        // would be the same number.
        let id = item.to_string().to_ascii_lowercase();
        text.push_str(id.get(id.len().saturating_sub(4)..).unwrap_or_default());
        text.push('i');
        Self(text)
    }

    fn whole(&self) -> u64 {
        self.0.bytes().take(WHOLE_DIGITS).fold(0, |whole, digit| whole * u64::from(BASE) + u64::from(value(digit)))
    }
}

fn value(digit: u8) -> u32 {
    char::from(digit).to_digit(BASE).unwrap_or(0)
}

fn digit(value: u32) -> char {
    char::from(DIGITS[usize::try_from(value.min(BASE - 1)).unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(number: u8) -> Ulid {
        Ulid::from_string(&format!("01JD3Q8Z6B00000000000000{number:02}")).unwrap()
    }

    #[test]
    fn ranks_added_at_the_ends_stay_short() {
        let first = FractionalIndex::after(None, item(1));
        assert_eq!(first.0, "i000000001i");
        let (mut last, mut front) = (first.clone(), first);
        for number in 0..600_u16 {
            let number = u8::try_from(number % 90).unwrap();
            let (behind, before) =
                (FractionalIndex::after(Some(&last), item(number)), FractionalIndex::before(&front, item(number)));
            assert!(behind > last && before < front);
            assert_eq!((behind.0.len(), before.0.len()), (11, 11));
            (last, front) = (behind, before);
        }
    }

    #[test]
    fn two_ranks_appended_after_the_same_item_are_different() {
        let last = FractionalIndex::after(None, item(1));
        assert_ne!(FractionalIndex::after(Some(&last), item(2)), FractionalIndex::after(Some(&last), item(3)));
    }

    #[test]
    fn a_rank_can_be_created_between_any_two_ranks() {
        // Halves a gap repeatedly, from the side that a fixed bit sequence selects.
        let (mut low, mut high) = (FractionalIndex::after(None, item(1)), FractionalIndex::after(None, item(2)));
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..400 {
            let middle = FractionalIndex::between(&low, &high).unwrap();
            assert!(low < middle && middle < high, "{low:?} {middle:?} {high:?}");
            assert!(!middle.0.ends_with('0'), "{middle:?}");
            if bits & 1 == 0 {
                low = middle;
            } else {
                high = middle;
            }
            bits = bits.rotate_left(1);
        }
        assert!(low.needs_rebalance());
        assert_eq!(FractionalIndex::between(&low, &low), None);
        assert_eq!(FractionalIndex::between(&high, &low), None);
    }

    #[test]
    fn a_rank_can_be_created_between_adjacent_ranks() {
        for (low, high, expected) in [
            ("i000000001i", "i000010001i", "i00000i"),
            ("a", "b", "ai"),
            ("a", "ab", "a5"),
            ("a", "a1", "a0i"),
            ("a", "a01", "a00i"),
            ("az", "b", "azi"),
            ("azz", "b", "azzi"),
        ] {
            let (low, high) = (FractionalIndex(low.into()), FractionalIndex(high.into()));
            let middle = FractionalIndex::between(&low, &high).unwrap();
            assert_eq!(middle.0, expected);
            assert!(low < middle && middle < high);
        }
    }
}
