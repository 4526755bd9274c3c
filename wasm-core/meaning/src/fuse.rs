//! One list from two rankings: pages found by words and pages found by meaning.

use wasm_core::text::fold;

/// A page found by words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordsHit<'a> {
    /// Number of the page.
    pub page: u32,
    /// Whether the page has all words of the text.
    pub has_all: bool,
    /// Longest run of these words on the page.
    pub run: &'a str,
}

/// Returns the pages of both rankings, best first, without duplicates: pages with all words of the text, which stay where
/// they were; pages found by meaning; then pages with some of the words, which are often the words of any question.
///
/// If the text is phrased as a question, only pages with all its words in a row stay before those found by meaning: a
/// page that has the words of a sentence in several places is seldom the one that answers it.
#[must_use]
pub fn fuse(text: &str, words: &[WordsHit<'_>], meaning: &[u32]) -> Vec<u32> {
    let with = |has_all: bool| words.iter().filter(move |hit| hit.has_all == has_all).map(|hit| hit.page);
    let (is_question, count) = (is_phrased_as_question(text), word_count(text));
    let known = words.iter().filter(|hit| hit.has_all && (!is_question || word_count(hit.run) >= count));
    let mut fused = Vec::new();
    for page in known.map(|hit| hit.page).chain(meaning.iter().copied()).chain(with(true)).chain(with(false)) {
        if !fused.contains(&page) {
            fused.push(page);
        }
    }
    fused
}

fn word_count(text: &str) -> usize {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).count()
}

/// First words of questions, and first words that need one of the second words after them.
const QUESTION_WORDS: [&str; 7] = ["how", "what", "why", "when", "where", "which", "who"];
const AUXILIARIES: [&str; 12] =
    ["is", "are", "am", "do", "does", "did", "can", "could", "should", "may", "must", "will"];
const SUBJECTS: [&str; 12] = ["i", "it", "there", "you", "we", "they", "the", "a", "an", "my", "this", "that"];

/// Returns true if a text has the form of an English question.
fn is_phrased_as_question(text: &str) -> bool {
    let folded = fold(text);
    let mut words =
        folded.split(|letter: char| !(letter.is_alphanumeric() || letter == '\'')).filter(|word| !word.is_empty());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    // Words within quotation marks are searched as they are.
    let is_literal = text.contains('"');
    !is_literal
        && (text.trim_end().ends_with('?')
            || QUESTION_WORDS.contains(&first.split('\'').next().unwrap_or_default())
            || (AUXILIARIES.contains(&first) && SUBJECTS.contains(&second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits<const N: usize>(pages: [(u32, bool); N]) -> [WordsHit<'static>; N] {
        pages.map(|(page, has_all)| WordsHit { page, has_all, run: "two threads" })
    }

    #[test]
    fn pages_with_all_words_stay_first_and_pages_with_some_follow_those_found_by_meaning() {
        let words = hits([(3, false), (1, true), (2, true), (5, false)]);
        assert_eq!(fuse("stop two threads", &words, &[4, 2, 5]), [1, 2, 4, 5, 3]);
        assert_eq!(fuse("how do I stop two threads", &words, &[4, 2, 5]), [4, 2, 5, 1, 3]);
        // A sentence of the page that has the form of a question.
        let words = [WordsHit { page: 1, has_all: true, run: "how two threads" }];
        assert_eq!(fuse("how two threads", &words, &[4]), [1, 4]);
    }

    #[test]
    fn form_of_a_question_is_recognised() {
        for text in ["how do I stop", "What's a mutex", "is there a proof", "Can I sort it", "two threads at once?"] {
            assert!(is_phrased_as_question(text), "{text}");
        }
        for text in ["is not empty", "can open", "mutex deadlock", "howitzer range", "", "\"what it means\" in C"] {
            assert!(!is_phrased_as_question(text), "{text}");
        }
    }

    #[test]
    fn either_ranking_may_be_empty() {
        assert_eq!(fuse("a b", &hits([(1, false), (2, true)]), &[]), [2, 1]);
        assert_eq!(fuse("a b", &[], &[5, 5, 6]), [5, 6]);
    }
}
