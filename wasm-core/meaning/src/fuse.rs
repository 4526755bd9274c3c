//! One list from two rankings: pages found by words and pages found by meaning.

/// A page found by words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordsHit {
    /// Number of the page.
    pub page: u32,
    /// Whether the page has all words of the question.
    pub has_all: bool,
}

/// Returns the pages of both rankings, best first, without duplicates: pages with all words of the question, which stay
/// where they were; pages found by meaning; then pages with some of the words, which are often the words of any question.
#[must_use]
pub fn fuse(words: &[WordsHit], meaning: &[u32]) -> Vec<u32> {
    let with = |has_all: bool| words.iter().filter(move |hit| hit.has_all == has_all).map(|hit| hit.page);
    let mut fused = Vec::new();
    for page in with(true).chain(meaning.iter().copied()).chain(with(false)) {
        if !fused.contains(&page) {
            fused.push(page);
        }
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
    fn pages_with_all_words_stay_first_and_pages_with_some_follow_those_found_by_meaning() {
        assert_eq!(fuse(&hits([(3, false), (1, true), (2, true), (5, false)]), &[4, 2, 5]), [1, 2, 4, 5, 3]);
    }

    #[test]
    fn either_ranking_may_be_empty() {
        assert_eq!(fuse(&hits([(1, false), (2, true)]), &[]), [2, 1]);
        assert_eq!(fuse(&[], &[5, 5, 6]), [5, 6]);
    }
}
