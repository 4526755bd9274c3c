//! A sorted list of terms, each with the courses that have it.

use std::ops::Range;

use super::packed::{Numbers, Texts};

/// Terms in byte order. A term's number is its place in that order, so all terms with one beginning are one range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dictionary<'file> {
    terms: Texts<'file>,
    /// The courses of all terms, one term after the other.
    courses: Numbers<'file>,
    /// Where each term's courses are in `courses`; nothing where each term has one.
    bounds: Option<Numbers<'file>>,
}

/// A range of terms that share a beginning which is one typing mistake away from a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mended {
    /// The terms.
    pub(crate) terms: Range<u32>,
    /// Bytes of the beginning they share.
    pub(crate) shared: usize,
}

impl<'file> Dictionary<'file> {
    pub(crate) fn new(terms: Texts<'file>, courses: Numbers<'file>, bounds: Option<Numbers<'file>>) -> Self {
        Self { terms, courses, bounds }
    }

    /// Whether there is a list of courses for each term.
    pub(crate) fn is_consistent(&self) -> bool {
        self.bounds.map_or(self.courses.len(), |bounds| bounds.len().saturating_sub(1)) == self.len()
    }

    /// How many terms there are.
    pub(crate) fn len(&self) -> u32 {
        self.terms.len()
    }

    /// A term by its number.
    #[inline]
    pub(crate) fn term(&self, term: u32) -> &'file [u8] {
        self.terms.bytes(term)
    }

    /// The length of a term in bytes.
    pub(crate) fn term_length(&self, term: u32) -> usize {
        self.terms.length(term)
    }

    /// The courses that have any of the terms, in no particular order. A course with several of them comes several times.
    pub(crate) fn courses(&self, terms: &Range<u32>) -> Numbers<'file> {
        if terms.is_empty() {
            return Numbers::default();
        }
        match self.bounds {
            Some(bounds) => self.courses.slice(&(bounds.get(terms.start)..bounds.get(terms.end))),
            None => self.courses.slice(terms),
        }
    }

    /// The number of exactly this term.
    pub(crate) fn find(&self, word: &[u8]) -> Option<u32> {
        let first = self.first_from(0..self.len(), |term| term < word);
        (first < self.len() && self.term(first) == word).then_some(first)
    }

    /// The terms that begin with the word.
    pub(crate) fn beginning_with(&self, word: &[u8]) -> Range<u32> {
        let start = self.first_from(0..self.len(), |term| term < word);
        let end = self.first_from(start..self.len(), |term| term.starts_with(word));
        start..end
    }

    /// The terms whose beginning is at most so many insertions, deletions, substitutions or swaps of neighbours away
    /// from the word, and also those that begin with the word itself.
    ///
    /// Walks the sorted terms as if they were a tree, so its cost grows with the length of the word and not with the
    /// number of terms. Works on bytes and is meant for words in ASCII.
    pub(crate) fn mended(&self, word: &[u8], slips: u8) -> Vec<Mended> {
        let mut found = Vec::new();
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
        while let Some(&byte) = self.term(start).get(depth).filter(|_| start < terms.end) {
            let branch = self.narrow(start..terms.end, depth, byte);
            // At least one further, also where terms of a damaged file are in no order.
            start = branch.end.max(start + 1);
            // One was forgotten, or another was typed in its place.
            self.walk(branch.clone(), depth + 1, rest, fewer, found);
            if byte != next {
                self.walk(branch, depth + 1, after, fewer, found);
            }
        }
    }

    /// Of terms that share their first `depth` bytes, those with `byte` next.
    fn narrow(&self, terms: Range<u32>, depth: usize, byte: u8) -> Range<u32> {
        let at = |term: &[u8]| term.get(depth).copied();
        let start = self.first_from(terms.clone(), |term| at(term) < Some(byte));
        let end = self.first_from(start..terms.end, |term| at(term) == Some(byte));
        start..end
    }

    /// The first term of the range for which `before` does not hold; it must hold for none after that.
    fn first_from(&self, terms: Range<u32>, before: impl Fn(&[u8]) -> bool) -> u32 {
        let (mut low, mut high) = (terms.start, terms.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(self.term(middle)) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::catalogue::{Catalogue, CourseRecord, encode};
    use crate::course::CourseCode;

    /// A catalogue with these titles, in this order of popularity.
    fn catalogue(titles: &[&str]) -> Catalogue {
        let records: Vec<CourseRecord> = (0..)
            .zip(titles)
            .map(|(number, title)| CourseRecord::new(CourseCode::parse(&format!("AA{number:03}")).unwrap(), *title))
            .collect();
        Catalogue::read(encode(&records)).unwrap()
    }

    #[test]
    fn terms_are_sorted_and_keep_their_courses() {
        let catalogue = catalogue(&["Beta beta", "Alpha Beta"]);
        let titles = catalogue.index().titles;
        assert_eq!((titles.len(), titles.term(0), titles.term(1)), (2, b"alpha".as_slice(), b"beta".as_slice()));
        let courses = |terms| titles.courses(&terms).iter().collect::<Vec<_>>();
        assert_eq!(courses(1..2), [0, 1]);
        assert_eq!(courses(0..2), [1, 0, 1]);
        assert_eq!(courses(1..1), [0; 0]);
        assert_eq!(courses(1..9), [0; 0]);
    }

    #[test]
    fn the_courses_of_a_subject_are_those_of_its_codes() {
        let records: Vec<CourseRecord> = ["CSE1", "CS2", "CS10", "ART5", "CSX1"]
            .map(|code| CourseRecord::new(CourseCode::parse(code).unwrap(), "Title"))
            .into();
        let catalogue = Catalogue::read(encode(&records)).unwrap();
        let index = catalogue.index();
        let codes = |terms| {
            let courses = index.subjects.courses(&terms);
            courses.iter().filter_map(|course| index.code(course)).map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(codes(index.subjects.beginning_with(b"cs")), ["CS10", "CS2", "CSE1", "CSX1"]);
        let cs = index.subjects.find(b"cs").unwrap();
        assert_eq!(codes(cs..cs + 1), ["CS10", "CS2"]);
    }

    #[test]
    fn beginnings_are_ranges() {
        let catalogue = catalogue(&["art", "arts", "artistic", "as", "b"]);
        let titles = catalogue.index().titles;
        assert_eq!(titles.beginning_with(b"art"), 0..3);
        assert_eq!([0, 1, 2].map(|term| titles.term(term)), [b"art".as_slice(), b"artistic", b"arts"]);
        assert_eq!(titles.beginning_with(b"b"), 4..5);
        assert!(titles.beginning_with(b"c").is_empty());
        assert_eq!(titles.beginning_with(b""), 0..5);
        assert_eq!((titles.find(b"arts"), titles.find(b"ar")), (Some(2), None));
    }

    #[test]
    fn a_mended_beginning_is_as_long_as_what_it_leads_to() {
        let catalogue = catalogue(&["hist", "math"]);
        for typed in ["hisb", "hsit", "hit", "xhist", "histx"] {
            let found = catalogue.index().titles.mended(typed.as_bytes(), 1);
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
            let catalogue = catalogue(&terms);
            let titles = catalogue.index().titles;
            let found: BTreeSet<&str> = titles
                .mended(word.as_bytes(), 1)
                .into_iter()
                .flat_map(|mended| mended.terms)
                .filter_map(|term| str::from_utf8(titles.term(term)).ok())
                .collect();
            let expected: BTreeSet<&str> = terms.iter().copied().filter(|term| is_mended_slowly(&word, term)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
