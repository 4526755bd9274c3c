//! All parameters of the ranking.

/// Maximum number of words in a query; the rest is ignored.
pub(super) const WORDS_MAX: usize = 12;

/// Minimum length, in letters, of a word that may have a typo (for a code, in characters). Nearly every shorter word is
/// one edit away from another.
pub(super) const TYPO_MIN_CHARS: usize = 4;

/// Minimum length, in letters, of a word that may have two typos.
pub(super) const TWO_TYPOS_MIN_CHARS: usize = 8;

/// Minimum length, in characters, of the parts of a split word; a number may be shorter.
pub(super) const SPLIT_MIN_CHARS: usize = 3;

/// Minimum number of stored results at which they are sorted and cut. Sorting after each new result would cost more.
pub(super) const SORT_THRESHOLD: usize = 64;

/// Maximum number of candidates that are ranked without intersecting them with the courses of another word.
pub(super) const UNFILTERED_MAX_COURSES: usize = 256;
/// Maximum number of postings of another word that an intersection may read per candidate.
pub(super) const POSTINGS_PER_COURSE: usize = 8;

/// Maximum number of comparisons of a word with a course, in each group: 12 words in 10,000 courses. If more courses
/// match, the most popular are ranked. Real queries never reach it; it bounds the time of contrived ones.
pub(super) const RANKED_WORDS_MAX: usize = 120_000;

/// Maximum number of times that a repeated word counts.
pub(super) const REPEATS_MAX: usize = 2;

/// When words may be missing, at least one in this number of words must match.
pub(super) const WORDS_PER_MATCH: usize = 2;

/// Factor of a word's rarity if it matched exactly, as a prefix, or with a typo.
pub(super) const EXACT_FACTOR: u32 = 4;
/// See [`EXACT_FACTOR`].
pub(super) const PREFIX: u32 = 3;
/// See [`EXACT_FACTOR`].
pub(super) const CORRECTED: u32 = 2;

/// Penalty for a number in the other numeral system, in unfinished words. For 'topic 2', it prefers 'Topics 2' to
/// 'Topic II'.
pub(super) const OTHER_NUMERAL_PENALTY: u64 = 2;
/// Penalty for a numeral that is only the beginning of a word or number, in unfinished words. It is greater than that
/// of one unfinished word and a number in the other numeral system together.
pub(super) const NUMERAL_PREFIX_PENALTY: u64 = 4;

/// Number by which the rarity grows when the number of courses with a word is halved.
const RARITY_STEPS: u32 = 8;

/// Returns the rarity of a word that `having` of `all` courses contain (its inverse document frequency): from 1,
/// growing with the logarithm of `all / having`. It uses integers, because the last digit of a logarithm differs
/// between machines.
pub(crate) fn idf(all: usize, having: usize) -> u32 {
    let ratio = (all.max(1) as u64 * u64::from(RARITY_STEPS)) / having.clamp(1, all.max(1)) as u64;
    let halvings = ratio.ilog2();
    // Between two powers of two, the logarithm is interpolated linearly.
    let within = ((ratio * u64::from(RARITY_STEPS)) >> halvings) - u64::from(RARITY_STEPS);
    let steps = (halvings - RARITY_STEPS.ilog2()) * RARITY_STEPS;
    1 + steps + u32::try_from(within).unwrap_or(RARITY_STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarity_is_greater_for_words_in_fewer_courses() {
        let all = 54_423;
        let rarities: Vec<_> = [1, 2, 3, 10, 100, 5_000, 30_000, all].map(|having| idf(all, having)).into();
        assert!(rarities.is_sorted_by(|a, b| a > b), "{rarities:?}");
        assert_eq!(idf(all, all), 1);
        assert_eq!(idf(8, 1), 1 + 3 * RARITY_STEPS);
    }

    #[test]
    fn counts_that_are_out_of_range_are_clamped() {
        assert_eq!(idf(0, 0), 1);
        assert_eq!(idf(5, 0), idf(5, 1));
        assert_eq!(idf(5, 9), 1);
    }
}
