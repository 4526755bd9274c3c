//! A sorted list of terms, each with the courses that have it.

use std::collections::HashMap;
use std::ops::Range;

use crate::order::{as_u32, sorted};

/// Terms in byte order. A term's number is its place in that order, so all terms with one beginning are one range.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    /// All terms, one after the other.
    text: String,
    /// Where each term ends in `text`.
    ends: Vec<u32>,
    /// The courses of all terms, one term after the other, rising within a term.
    postings: Vec<u32>,
    /// Where each term's courses end in `postings`.
    posting_ends: Vec<u32>,
}

/// A range of terms that share a beginning which is one typing mistake away from a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mended {
    /// The terms.
    pub(super) terms: Range<u32>,
    /// Bytes of the beginning they share.
    pub(super) shared: usize,
}

impl Dictionary {
    /// How many terms there are.
    pub(super) fn len(&self) -> u32 {
        as_u32(self.ends.len())
    }

    /// A term by its number.
    pub(super) fn term(&self, term: u32) -> &str {
        &self.text[range_of(&self.ends, term)]
    }

    /// The courses that have any of the terms. A course with several of them comes several times.
    pub(super) fn courses(&self, terms: &Range<u32>) -> &[u32] {
        if terms.is_empty() {
            return &[];
        }
        let first = range_of(&self.posting_ends, terms.start).start;
        let last = range_of(&self.posting_ends, terms.end - 1).end;
        &self.postings[first..last]
    }

    /// The number of exactly this term.
    pub(super) fn find(&self, word: &str) -> Option<u32> {
        let first = self.first_from(0..self.len(), |term| term < word);
        (first < self.len() && self.term(first) == word).then_some(first)
    }

    /// The terms that begin with the word.
    pub(super) fn beginning_with(&self, word: &str) -> Range<u32> {
        let start = self.first_from(0..self.len(), |term| term < word);
        let end = self.first_from(start..self.len(), |term| term.starts_with(word));
        start..end
    }

    /// The terms whose beginning is at most so many insertions, deletions, substitutions or swaps of neighbours away
    /// from the word, and also those that begin with the word itself.
    ///
    /// Walks the sorted terms as if they were a tree, so its cost grows with the length of the word and not with the
    /// number of terms. Works on bytes and is meant for words in ASCII.
    pub(super) fn mended(&self, word: &str, slips: u8) -> Vec<Mended> {
        let mut found = Vec::new();
        let word = word.as_bytes();
        self.walk(0..self.len(), 0, word, slips, &mut found);
        found
    }

    /// `terms` share their first `depth` bytes; `rest` is what remains of the word.
    fn walk(&self, terms: Range<u32>, depth: usize, rest: &[u8], slips: u8, found: &mut Vec<Mended>) {
        if terms.is_empty() {
            return;
        }
        let Some((&next, after)) = rest.split_first() else {
            // Different edits can lead to one place, and the longest beginning says most about it.
            match found.iter_mut().find(|other| other.terms == terms) {
                Some(other) => other.shared = other.shared.max(depth),
                None => found.push(Mended { terms, shared: depth }),
            }
            return;
        };
        self.walk(self.narrow(terms.clone(), depth, next), depth + 1, after, slips, found);
        let Some(fewer) = slips.checked_sub(1) else { return };
        // One character too many was typed.
        self.walk(terms.clone(), depth, after, fewer, found);
        // Two neighbours were swapped.
        if let Some((&second, last)) = after.split_first().filter(|(second, _)| **second != next) {
            let swapped = self.narrow(self.narrow(terms.clone(), depth, second), depth + 1, next);
            self.walk(swapped, depth + 2, last, fewer, found);
        }
        let mut start = self.first_from(terms.clone(), |term| term.len() <= depth);
        while start < terms.end {
            let byte = self.term(start).as_bytes()[depth];
            let branch = self.narrow(start..terms.end, depth, byte);
            start = branch.end;
            // One was forgotten, or another was typed in its place.
            self.walk(branch.clone(), depth + 1, rest, fewer, found);
            if byte != next {
                self.walk(branch, depth + 1, after, fewer, found);
            }
        }
    }

    /// Of terms that share their first `depth` bytes, those with `byte` next.
    fn narrow(&self, terms: Range<u32>, depth: usize, byte: u8) -> Range<u32> {
        let at = |term: &str| term.as_bytes().get(depth).copied();
        let start = self.first_from(terms.clone(), |term| at(term) < Some(byte));
        let end = self.first_from(start..terms.end, |term| at(term) == Some(byte));
        start..end
    }

    /// The first term of the range for which `before` does not hold; it must hold for none after that.
    fn first_from(&self, terms: Range<u32>, before: impl Fn(&str) -> bool) -> u32 {
        let (mut low, mut high) = (terms.start, terms.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(self.term(middle)) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// Collects terms course by course.
#[derive(Debug, Default)]
pub(super) struct Builder {
    numbers: HashMap<Box<str>, u32>,
    /// Every occurrence: the term by order of first sight, and the course.
    seen: Vec<(u32, u32)>,
}

impl Builder {
    /// Notes that the course has the term. Courses must come in rising order.
    /// Gives the term's provisional number, which [`Builder::finish`] translates.
    pub(super) fn add(&mut self, term: &str, course: u32) -> u32 {
        let number = match self.numbers.get(term) {
            Some(number) => *number,
            None => {
                let number = as_u32(self.numbers.len());
                self.numbers.insert(term.into(), number);
                number
            }
        };
        self.seen.push((number, course));
        number
    }

    /// The dictionary, and for every provisional number the final one.
    pub(super) fn finish(self) -> (Dictionary, Vec<u32>) {
        let terms: Vec<(Box<str>, u32)> = self.numbers.into_iter().collect();
        let order = sorted(terms.len(), &|a, b| terms[a].0.cmp(&terms[b].0));
        let mut translation = vec![0; terms.len()];
        let mut dictionary = Dictionary::default();
        for (place, term) in order.into_iter().enumerate() {
            let (term, number) = &terms[term as usize];
            translation[*number as usize] = as_u32(place);
            dictionary.text.push_str(term);
            dictionary.ends.push(as_u32(dictionary.text.len()));
        }

        // A course that has a term twice in a row of its occurrences counts once.
        let mut last_course = vec![u32::MAX; terms.len()];
        let mut once: Vec<(u32, u32)> = self.seen;
        once.retain_mut(|(number, course)| {
            *number = translation[*number as usize];
            std::mem::replace(&mut last_course[*number as usize], *course) != *course
        });
        let mut counts = vec![0_u32; terms.len()];
        for (term, _) in &once {
            counts[*term as usize] += 1;
        }
        let mut total = 0;
        dictionary.posting_ends = counts
            .iter()
            .map(|count| {
                total += count;
                total
            })
            .collect();
        dictionary.postings = vec![0; once.len()];
        let mut next: Vec<u32> = dictionary.posting_ends.iter().zip(&counts).map(|(end, count)| end - count).collect();
        for (term, course) in once {
            let place = &mut next[term as usize];
            dictionary.postings[*place as usize] = course;
            *place += 1;
        }
        (dictionary, translation)
    }
}

fn range_of(ends: &[u32], place: u32) -> Range<usize> {
    let place = place as usize;
    let start = if place == 0 { 0 } else { ends[place - 1] as usize };
    start..ends[place] as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn dictionary(terms: &[&str]) -> Dictionary {
        let mut builder = Builder::default();
        for (course, term) in terms.iter().enumerate() {
            builder.add(term, as_u32(course));
        }
        builder.finish().0
    }

    #[test]
    fn terms_are_sorted_and_keep_their_courses() {
        let mut builder = Builder::default();
        let second = builder.add("beta", 0);
        builder.add("beta", 0);
        let first = builder.add("alpha", 1);
        builder.add("beta", 1);
        let (dictionary, translation) = builder.finish();
        assert_eq!((dictionary.term(0), dictionary.term(1)), ("alpha", "beta"));
        assert_eq!((translation[first as usize], translation[second as usize]), (0, 1));
        assert_eq!(dictionary.courses(&(1..2)), [0, 1]);
        assert_eq!(dictionary.courses(&(0..2)), [1, 0, 1]);
        assert_eq!(dictionary.courses(&(1..1)), [0_u32; 0]);
    }

    #[test]
    fn beginnings_are_ranges() {
        let dictionary = dictionary(&["art", "arts", "artistic", "as", "b"]);
        let terms =
            |word: &str| -> Vec<_> { dictionary.beginning_with(word).map(|term| dictionary.term(term)).collect() };
        assert_eq!(terms("art"), ["art", "artistic", "arts"]);
        assert_eq!(terms("b"), ["b"]);
        assert_eq!(terms("c"), [""; 0]);
        assert_eq!(terms("").len(), 5);
        assert_eq!((dictionary.find("arts"), dictionary.find("ar")), (Some(2), None));
    }

    #[test]
    fn a_mended_beginning_is_as_long_as_what_it_leads_to() {
        let dictionary = dictionary(&["hist", "math"]);
        for typed in ["hisb", "hsit", "hit", "xhist", "histx"] {
            let found = dictionary.mended(typed, 1);
            assert_eq!(found, [Mended { terms: 0..1, shared: 4 }], "{typed}");
        }
    }

    /// Whether one edit or none turns `word` into some beginning of `term`: tries them all.
    fn is_mended_slowly(word: &str, term: &str) -> bool {
        let word = word.as_bytes();
        let mut variants = vec![word.to_vec()];
        for place in 0..=word.len() {
            for letter in b"abcde" {
                variants.push([&word[..place], &[*letter], &word[place..]].concat());
                if place < word.len() {
                    variants.push([&word[..place], &[*letter], &word[place + 1..]].concat());
                }
            }
            if place < word.len() {
                variants.push([&word[..place], &word[place + 1..]].concat());
            }
            if place + 1 < word.len() {
                variants.push([&word[..place], &[word[place + 1], word[place]], &word[place + 2..]].concat());
            }
        }
        variants.iter().any(|variant| term.as_bytes().starts_with(variant))
    }

    proptest! {
        #[test]
        fn mending_finds_exactly_what_trying_every_edit_finds(
            terms in prop::collection::btree_set("[a-d]{1,7}", 1..40),
            word in "[a-e]{1,6}",
        ) {
            let terms: Vec<&str> = terms.iter().map(String::as_str).collect();
            let dictionary = dictionary(&terms);
            let found: BTreeSet<&str> = dictionary
                .mended(&word, 1)
                .into_iter()
                .flat_map(|mended| mended.terms)
                .map(|term| dictionary.term(term))
                .collect();
            let expected: BTreeSet<&str> = terms.iter().copied().filter(|term| is_mended_slowly(&word, term)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
