//! Where an item stands in a list that people order: a text, such that there is always room for another one between two.
//!
//! It is read as a number: six digits before the point, the others behind it, all to base 36. Whoever puts something
//! at an end takes the next whole number, so that ranks stay short there; in the middle each new rank is a little longer.

use serde::{Deserialize, Serialize};
use ulid::Ulid;

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const BASE: u32 = 36;

/// Digits before the point.
const WHOLE_DIGITS: usize = 6;

/// Half of all whole numbers lie before the first item, half behind it.
const FIRST_WHOLE: u64 = 1_088_391_168;
const LAST_WHOLE: u64 = 2_176_782_335;

/// Ranks longer than this are written anew.
const LONG_CHARS: usize = 24;

/// The rank of one item. Smaller ranks come first; the order of texts is the order of ranks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rank(String);

impl Rank {
    /// A rank behind `last`, or the first of all. Two items that are added behind the same one at the same time get
    /// different ranks, because each brings its own id.
    pub fn after(last: Option<&Self>, item: Ulid) -> Self {
        let whole = last.map_or(FIRST_WHOLE, |last| last.whole().saturating_add(1));
        Self::with_whole(whole, item)
    }

    /// A rank before `first`.
    pub fn before(first: &Self, item: Ulid) -> Self {
        Self::with_whole(first.whole().saturating_sub(1), item)
    }

    /// The shortest rank between two; `None` where there is none because they are equal or out of order.
    pub fn between(low: &Self, high: &Self) -> Option<Self> {
        if low >= high {
            return None;
        }
        let (low, high) = (low.0.as_bytes(), high.0.as_bytes());
        let mut middle = String::new();
        // What `high` says no longer matters once the new rank is below it for good.
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

    /// The rank of what is put before the item at `place` of a list with these ranks; `None` where there is no room.
    pub fn at(ranks: &[&Self], place: usize, item: Ulid) -> Option<Self> {
        let before = place.checked_sub(1).and_then(|place| ranks.get(place));
        match (before, ranks.get(place)) {
            (Some(before), Some(behind)) => Self::between(before, behind),
            (None, Some(behind)) => Some(Self::before(behind, item)),
            (before, None) => Some(Self::after(before.copied(), item)),
        }
    }

    /// Short ranks for all items of a list, behind its last one, in the same order.
    pub fn renewed(last: Option<&Self>, items: impl IntoIterator<Item = Ulid>) -> Vec<Self> {
        let mut last = last.cloned();
        let mut ranks = Vec::new();
        for item in items {
            let rank = Self::after(last.as_ref(), item);
            last = Some(rank.clone());
            ranks.push(rank);
        }
        ranks
    }

    /// Whether it has become so long that all ranks of the list should be written anew.
    pub fn is_long(&self) -> bool {
        self.0.len() > LONG_CHARS
    }

    /// The text that is stored.
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
        // The last digits of an id are chance. A digit that is not 0 ends the rank, or '1' and '10' would be one number.
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
        let first = Rank::after(None, item(1));
        assert_eq!(first.0, "i000000001i");
        let (mut last, mut front) = (first.clone(), first);
        for number in 0..600_u16 {
            let number = u8::try_from(number % 90).unwrap();
            let (behind, before) = (Rank::after(Some(&last), item(number)), Rank::before(&front, item(number)));
            assert!(behind > last && before < front);
            assert_eq!((behind.0.len(), before.0.len()), (11, 11));
            (last, front) = (behind, before);
        }
    }

    #[test]
    fn two_ranks_appended_after_the_same_item_differ() {
        let last = Rank::after(None, item(1));
        assert_ne!(Rank::after(Some(&last), item(2)), Rank::after(Some(&last), item(3)));
    }

    #[test]
    fn there_is_always_a_rank_between_two() {
        // A walk that halves a gap again and again, from either side as a fixed sequence of bits says.
        let (mut low, mut high) = (Rank::after(None, item(1)), Rank::after(None, item(2)));
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..400 {
            let middle = Rank::between(&low, &high).unwrap();
            assert!(low < middle && middle < high, "{low:?} {middle:?} {high:?}");
            assert!(!middle.0.ends_with('0'), "{middle:?}");
            if bits & 1 == 0 {
                low = middle;
            } else {
                high = middle;
            }
            bits = bits.rotate_left(1);
        }
        assert!(low.is_long());
        assert_eq!(Rank::between(&low, &low), None);
        assert_eq!(Rank::between(&high, &low), None);
    }

    #[test]
    fn a_rank_is_found_between_neighbouring_ranks() {
        for (low, high, expected) in [
            ("i000000001i", "i000010001i", "i00000i"),
            ("a", "b", "ai"),
            ("a", "ab", "a5"),
            ("a", "a1", "a0i"),
            ("a", "a01", "a00i"),
            ("az", "b", "azi"),
            ("azz", "b", "azzi"),
        ] {
            let (low, high) = (Rank(low.into()), Rank(high.into()));
            let middle = Rank::between(&low, &high).unwrap();
            assert_eq!(middle.0, expected);
            assert!(low < middle && middle < high);
        }
    }
}
