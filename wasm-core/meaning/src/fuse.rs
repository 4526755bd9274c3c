//! One list from two rankings: pages found by words and pages found by meaning.

use std::collections::HashMap;

/// Constant of reciprocal rank fusion, from the paper that introduced it.
const FUSION: f32 = 60.0;
/// Weight of the rank by meaning, compared with that by words.
const MEANING_WEIGHT: f32 = 2.0;

/// A page found by words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordsHit {
    /// Number of the page.
    pub page: u32,
    /// Whether the page has all words of the question.
    pub has_all: bool,
}

/// Returns the pages of both rankings, best first, without duplicates. Pages that have all words of the question come
/// first, in their order, so that what was found by words stays where it was. The others are ordered by reciprocal rank
/// fusion.
#[must_use]
pub fn fuse(words: &[WordsHit], meaning: &[u32]) -> Vec<u32> {
    let mut fused: Vec<u32> = words.iter().filter(|hit| hit.has_all).map(|hit| hit.page).collect();
    let first = fused.len();
    let mut scores: HashMap<u32, f32> = HashMap::new();
    let by_words: Vec<u32> = words.iter().map(|hit| hit.page).collect();
    for (ranking, weight) in [(by_words.as_slice(), 1.0), (meaning, MEANING_WEIGHT)] {
        let mut place = FUSION;
        for page in ranking {
            place += 1.0;
            *scores.entry(*page).or_default() += weight / place;
            if !fused.contains(page) {
                fused.push(*page);
            }
        }
    }
    let score = |page: &u32| scores.get(page).copied().unwrap_or_default();
    if let Some(others) = fused.get_mut(first..) {
        others.sort_by(|one, other| score(other).total_cmp(&score(one)));
    }
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits<const N: usize>(pages: [(u32, bool); N]) -> [WordsHit; N] {
        pages.map(|(page, has_all)| WordsHit { page, has_all })
    }

    #[test]
    fn pages_with_all_words_stay_first_in_their_order() {
        assert_eq!(fuse(&hits([(1, true), (2, true), (3, false)]), &[4, 2]), [1, 2, 4, 3]);
        assert_eq!(fuse(&hits([(1, false), (2, true)]), &[]), [2, 1]);
    }

    #[test]
    fn page_in_both_rankings_comes_before_pages_in_one() {
        assert_eq!(fuse(&hits([(1, false), (2, false)]), &[3, 2]), [2, 3, 1]);
        assert_eq!(fuse(&[], &[5, 5, 6]), [5, 6]);
    }
}
