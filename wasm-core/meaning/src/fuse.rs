//! One list from two rankings: pages found by words and pages found by meaning.

/// A page found by words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordsHit {
    /// Number of the page.
    pub page: u32,
    /// Whether the page has all words of the text.
    pub has_all: bool,
    /// Whether the page stays before pages found by meaning.
    pub stays_first: bool,
}

/// Returns the pages of both rankings, best first, without duplicates: pages that stay first, in their order; pages found
/// by meaning; the other pages with all words; then pages with some of the words, which are often the words of any
/// question.
#[must_use]
pub fn fuse(words: &[WordsHit], meaning: &[u32]) -> Vec<u32> {
    let that = |is: fn(&WordsHit) -> bool| words.iter().filter(move |hit| is(hit)).map(|hit| hit.page);
    let pages = that(|hit| hit.stays_first).chain(meaning.iter().copied()).chain(that(|hit| hit.has_all));
    let mut fused = Vec::new();
    for page in pages.chain(that(|_| true)) {
        if !fused.contains(&page) {
            fused.push(page);
        }
    }
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits<const N: usize>(pages: [(u32, bool, bool); N]) -> [WordsHit; N] {
        pages.map(|(page, has_all, stays_first)| WordsHit { page, has_all, stays_first })
    }

    #[test]
    fn pages_found_by_meaning_follow_those_that_stay_first_and_precede_the_others() {
        let words = hits([(3, false, false), (6, true, false), (1, true, true), (2, true, true), (5, false, false)]);
        assert_eq!(fuse(&words, &[4, 2, 5]), [1, 2, 4, 5, 6, 3]);
    }

    #[test]
    fn either_ranking_may_be_empty() {
        assert_eq!(fuse(&hits([(1, false, false), (2, true, true)]), &[]), [2, 1]);
        assert_eq!(fuse(&[], &[5, 5, 6]), [5, 6]);
    }
}
