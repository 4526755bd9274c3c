//! Divides the text of a page into passages that the encoder can read.

use std::ops::Range;

/// Number of words in a passage: about 120 word pieces of English.
pub const PASSAGE_WORDS: usize = 90;
/// Number of words that a passage shares with the one before it, so that a sentence at the border is whole in one.
pub const PASSAGE_OVERLAP_WORDS: usize = 20;

/// Returns the passages of a text as byte ranges, in order. Words are separated by white space. The last passage of a
/// long text has as many words as the others, so that no passage is only a few words.
#[must_use]
pub fn passages(text: &str) -> Vec<Range<usize>> {
    let words: Vec<Range<usize>> = text
        .split_whitespace()
        .map(|word| {
            let start = word.as_ptr().addr() - text.as_ptr().addr();
            start..start + word.len()
        })
        .collect();
    let passage = |from: usize| {
        let within = words.get(from..words.len().min(from + PASSAGE_WORDS))?;
        Some(within.first()?.start..within.last()?.end)
    };
    let last = words.len().saturating_sub(PASSAGE_WORDS);
    let starts = (0..last).step_by(PASSAGE_WORDS - PASSAGE_OVERLAP_WORDS).chain([last]);
    starts.filter_map(passage).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_cover_every_word_and_overlap_at_their_borders() {
        let words: Vec<String> = (0..250).map(|number| format!("wörd{number}")).collect();
        let text = format!("  {}\n", words.join(" \n"));
        let found: Vec<Vec<&str>> =
            passages(&text).into_iter().map(|range| text[range].split_whitespace().collect()).collect();
        assert_eq!(found.len(), 4);
        assert!(found.iter().all(|passage| passage.len() == PASSAGE_WORDS));
        let mut next = 0;
        for passage in &found {
            let start = words.iter().position(|word| word == passage[0]).unwrap();
            assert!(start == 0 || start + PASSAGE_OVERLAP_WORDS <= next, "{start} after {next}");
            next = start + passage.len();
        }
        assert_eq!(next, words.len());
    }

    #[test]
    fn short_text_is_one_passage_and_empty_text_is_none() {
        assert_eq!(passages(" two words "), vec![1..10]);
        assert_eq!(passages(" \n"), Vec::<Range<usize>>::new());
    }
}
