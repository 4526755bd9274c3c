//! The parsed query, and the terms of a file that each of its words matches.

use std::ops::Range;

use super::reader::FullTextIndex;
use super::tokenizer::{Segment, for_each_segment, normalize_term};
use crate::text::is_unspaced;

/// Maximum number of words in a query; the rest is ignored.
pub(super) const WORDS_MAX: usize = 12;
/// Maximum length of a query in characters; the rest is ignored.
const QUERY_MAX_CHARS: usize = 400;
/// Shortest words, in bytes, that may have one typo and two typos.
const TYPO_MIN: [usize; 2] = [4, 8];
/// Longest word, in bytes, that may have a typo: the cost of the search grows with its length.
const TYPO_MAX: usize = 20;
/// Number of letters at the beginning of a word that must be correct, for one and two typos. Without this limit, two
/// typos would match too many terms.
const TYPO_AFTER: [usize; 2] = [0, 3];

/// Weights of a match, in quarters.
pub(super) const EXACT_WEIGHT: u32 = 4;
const PREFIX: u32 = 3;
const CORRECTED: u32 = 2;
const CORRECTED_PREFIX: u32 = 1;

/// The parsed query.
#[derive(Debug, Default)]
pub(super) struct Query {
    pub(super) words: Vec<Word>,
    /// Ranges of words within quotation marks.
    pub(super) phrases: Vec<Range<usize>>,
}

#[derive(Debug)]
pub(super) struct Word {
    pub(super) term: String,
    /// Whether the word may be incomplete, because the text ends with it.
    is_open: bool,
}

/// Terms of one file that a word matches, with their weight.
pub(super) type TermMatch = (Range<u32>, u32);

impl Query {
    pub(super) fn parse(text: &str) -> Self {
        let end = text.char_indices().nth(QUERY_MAX_CHARS).map_or(text.len(), |(end, _)| end);
        let text = text[..end].replace(['\u{201C}', '\u{201D}', '\u{201E}', '\u{AB}', '\u{BB}'], "\"");
        let mut query = Self::default();
        for (number, part) in text.split('"').enumerate() {
            let start = query.words.len();
            for run in part.split_whitespace() {
                query.add(run);
            }
            if number % 2 == 1 {
                query.add_phrase(start..query.words.len());
            }
        }
        if text.ends_with(char::is_alphanumeric)
            && let Some(last) = query.words.last_mut()
        {
            last.is_open = true;
        }
        query
    }

    /// Adds the words of a text without quotation marks. In scripts without spaces, each letter is a word and most
    /// pages contain most letters, so adjacent letters are treated as a phrase.
    fn add(&mut self, text: &str) {
        let mut letters = self.words.len()..self.words.len();
        for_each_segment(text, |piece| {
            let mut is_letter = false;
            match piece {
                Segment::Word(word, _) => {
                    let term = normalize_term(word);
                    if term.is_empty() || self.words.len() >= WORDS_MAX {
                        return;
                    }
                    self.words.push(Word { term, is_open: false });
                    is_letter = word.starts_with(|first| is_unspaced(first) && !is_ideographic(first));
                }
                Segment::Separator(between) if between.is_empty() => return,
                Segment::Separator(_) => {}
            }
            if is_letter {
                letters.end += 1;
            } else {
                self.add_phrase(letters.clone());
                letters = self.words.len()..self.words.len();
            }
        });
        self.add_phrase(letters);
    }

    fn add_phrase(&mut self, words: Range<usize>) {
        if words.len() > 1 {
            self.phrases.push(words);
        }
    }
}

/// Whether a letter is an ideograph or Kana. Of these, adjacent letters are not treated as a phrase.
fn is_ideographic(letter: char) -> bool {
    letter >= '\u{3000}'
}

impl Word {
    /// Returns for each file the terms that equal the word, or begin with it while it is being typed.
    pub(super) fn exact_and_prefix(&self, files: &[&FullTextIndex]) -> Vec<Vec<TermMatch>> {
        let exact: Vec<_> = files.iter().map(|file| file.dictionary().find(self.term.as_bytes())).collect();
        // If the word exists as typed, it is rarely meant as the beginning of a longer one.
        let of_longer = if exact.iter().any(Option::is_some) { CORRECTED_PREFIX } else { PREFIX };
        let meanings = files.iter().zip(exact).map(|(file, exact)| {
            let mut longer = if self.is_open { file.dictionary().with_prefix(self.term.as_bytes()) } else { 0..0 };
            longer.start += u32::from(exact.is_some() && self.is_open);
            let exact = exact.map(|term| (term..term + 1, EXACT_WEIGHT));
            let longer = (!longer.is_empty()).then_some((longer, of_longer));
            exact.into_iter().chain(longer).collect()
        });
        meanings.collect()
    }

    /// Returns for each file the terms within this number of typos, as far as `steps_left` allows.
    pub(super) fn fuzzy(&self, files: &[&FullTextIndex], typos: u8, steps_left: &mut usize) -> Vec<Vec<TermMatch>> {
        files.iter().map(|file| self.with_typos_in(file, typos, steps_left)).collect()
    }

    fn with_typos_in(&self, file: &FullTextIndex, typos: u8, steps_left: &mut usize) -> Vec<TermMatch> {
        let length = self.term.len();
        let place = usize::from(typos).saturating_sub(1);
        let (Some(least), Some(after)) = (TYPO_MIN.get(place), TYPO_AFTER.get(place)) else { return Vec::new() };
        if length < *least
            || length > TYPO_MAX
            || !self.term.is_ascii()
            || self.term.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Vec::new();
        }
        let dictionary = file.dictionary();
        let mut meanings = Vec::new();
        for found in dictionary.fuzzy_prefixes_after(*after, self.term.as_bytes(), typos, steps_left) {
            let whole = found.terms.start;
            if dictionary.term_length(whole) == found.length {
                meanings.push((whole..whole + 1, CORRECTED));
            }
            if self.is_open {
                meanings.push((found.terms, CORRECTED_PREFIX));
            }
        }
        meanings
    }
}
