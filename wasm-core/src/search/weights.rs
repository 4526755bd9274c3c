//! Every number that the ranking depends on.

/// Words of a query that are looked at; a longer query is answered by its beginning.
pub(super) const WORDS_MAX: usize = 12;

/// A word needs this many letters (a code this many characters) before a typing mistake in it is looked past: in
/// shorter ones nearly everything is one mistake away from something else.
pub(super) const SLIP_MIN_CHARS: usize = 4;

/// A word needs this many letters before two typing mistakes in it are looked past.
pub(super) const TWO_SLIPS_MIN_CHARS: usize = 8;

/// Fewest characters of each word when one typed without a space is split; a number may be shorter.
pub(super) const SPLIT_MIN_CHARS: usize = 3;

/// Answers are sorted when at least so many were found, since sorting after each would cost more.
pub(super) const ENOUGH_MIN: usize = 64;

/// So few courses are ranked at once, without first leaving out those that lack another word.
pub(super) const FEW_COURSES: usize = 256;
/// How many courses of another word may be looked through for each that may be left out.
pub(super) const POSTINGS_PER_COURSE: usize = 8;

/// A search looks for so many words in courses of a group at most: 12 words in 10,000 courses. Where more courses have all
/// of them, the most popular are ranked. It is never reached by what people type over the courses of real universities,
/// and bounds the time of what somebody thinks out.
pub(super) const RANKED_WORDS_MAX: usize = 120_000;

/// A word that is typed more often counts so many times.
pub(super) const REPEATS_MAX: usize = 2;

/// When words may be missing, at least one in this many must be there.
pub(super) const WORDS_PER_MATCH: usize = 2;

/// What a word's rarity is worth when the course has the whole word, only begins with it, or has it after mending.
pub(super) const WHOLE: u32 = 4;
/// See [`WHOLE`].
pub(super) const BEGINNING: u32 = 3;
/// See [`WHOLE`].
pub(super) const MENDED: u32 = 2;

/// Steps of rarity for each halving of the number of courses that have a word.
const RARITY_STEPS: u32 = 8;

/// How telling a word is that `having` of `all` courses have: from 1, growing with the logarithm of `all / having`.
/// In whole numbers, because a logarithm's last digit differs between machines.
pub(super) fn rarity(all: usize, having: usize) -> u32 {
    let ratio = (all.max(1) as u64 * u64::from(RARITY_STEPS)) / having.clamp(1, all.max(1)) as u64;
    let halvings = ratio.ilog2();
    // Between two powers of two the logarithm is taken to be straight.
    let within = ((ratio * u64::from(RARITY_STEPS)) >> halvings) - u64::from(RARITY_STEPS);
    let steps = (halvings - RARITY_STEPS.ilog2()) * RARITY_STEPS;
    1 + steps + u32::try_from(within).unwrap_or(RARITY_STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarer_words_tell_more() {
        let all = 54_423;
        let rarities: Vec<_> = [1, 2, 3, 10, 100, 5_000, 30_000, all].map(|having| rarity(all, having)).into();
        assert!(rarities.is_sorted_by(|a, b| a > b), "{rarities:?}");
        assert_eq!(rarity(all, all), 1);
        assert_eq!(rarity(8, 1), 1 + 3 * RARITY_STEPS);
    }

    #[test]
    fn odd_counts_are_harmless() {
        assert_eq!(rarity(0, 0), 1);
        assert_eq!(rarity(5, 0), rarity(5, 1));
        assert_eq!(rarity(5, 9), 1);
    }
}
