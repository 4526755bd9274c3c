//! A sorted list of terms, each with its posting list: the courses that contain it.

use std::ops::Range;

use super::packed_array::{PackedInts, StringTable};

/// Terms in byte order. The number of a term is its index in that order, so all terms with a common prefix form one
/// range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dictionary<'file> {
    terms: StringTable<'file>,
    /// The posting lists of all terms, concatenated.
    courses: PackedInts<'file>,
    /// Bounds of each term's posting list in `courses`; `None` if each term has exactly one course.
    bounds: Option<PackedInts<'file>>,
}

/// Number of comparisons of stored prefixes that count as one step of a walk.
const COMPARED_IN_A_STEP: usize = 64;

/// A range of terms with a common prefix, which is a few edits away from a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FuzzyPrefix {
    pub(crate) terms: Range<u32>,
    /// Length of the shared prefix in bytes.
    pub(crate) length: usize,
}

/// The results of a walk and its remaining budget.
struct Found<'a> {
    prefixes: Vec<FuzzyPrefix>,
    steps_left: &'a mut usize,
}

impl Found<'_> {
    /// Subtracts steps from the budget. Returns false if the budget is used up.
    fn may_step(&mut self, steps: usize) -> bool {
        let left = self.steps_left.checked_sub(steps);
        *self.steps_left = left.unwrap_or(0);
        left.is_some()
    }

    /// Adds a range of terms. Different edits can lead to the same terms; the longest prefix is kept, because it is the
    /// most precise.
    fn add(&mut self, terms: Range<u32>, length: usize) {
        if !self.may_step(self.prefixes.len() / COMPARED_IN_A_STEP) {
            return;
        }
        match self.prefixes.iter_mut().find(|other| other.terms == terms) {
            Some(other) => other.length = other.length.max(length),
            None => self.prefixes.push(FuzzyPrefix { terms, length }),
        }
    }
}

impl<'file> Dictionary<'file> {
    pub(crate) fn new(
        terms: StringTable<'file>,
        courses: PackedInts<'file>,
        bounds: Option<PackedInts<'file>>,
    ) -> Self {
        Self { terms, courses, bounds }
    }

    /// Whether each term has a posting list.
    pub(crate) fn is_consistent(&self) -> bool {
        self.bounds.map_or(self.courses.len(), |bounds| bounds.len().saturating_sub(1)) == self.len()
    }

    /// Returns the number of terms.
    pub(crate) fn len(&self) -> u32 {
        self.terms.len()
    }

    /// Returns a term by its number.
    #[inline]
    pub(crate) fn term(&self, term: u32) -> &'file [u8] {
        self.terms.bytes(term)
    }

    /// Returns the length of a term in bytes.
    pub(crate) fn term_length(&self, term: u32) -> usize {
        self.terms.len_at(term)
    }

    /// Returns the courses that contain any of the terms, unordered. A course with several of them occurs several
    /// times.
    pub(crate) fn courses(&self, terms: &Range<u32>) -> PackedInts<'file> {
        if terms.is_empty() {
            return PackedInts::default();
        }
        match self.bounds {
            Some(bounds) => self.courses.slice(&(bounds.get(terms.start)..bounds.get(terms.end))),
            None => self.courses.slice(terms),
        }
    }

    /// Returns the number of this exact term.
    pub(crate) fn find(&self, word: &[u8]) -> Option<u32> {
        let first = self.first_from(0..self.len(), |term| term < word);
        (first < self.len() && self.term(first) == word).then_some(first)
    }

    /// Returns the terms with this prefix.
    pub(crate) fn with_prefix(&self, word: &[u8]) -> Range<u32> {
        let start = self.first_from(0..self.len(), |term| term < word);
        let end = self.first_from(start..self.len(), |term| term.starts_with(word));
        start..end
    }

    /// Returns the terms with a prefix that is at most `edits` insertions, deletions, substitutions or swaps of
    /// neighbouring letters away from the word. This includes terms with the word itself as a prefix.
    ///
    /// Walks the sorted terms as a trie, so its cost grows with the length of the word and not with the number of
    /// terms. It compares bytes and is intended for ASCII words.
    pub(crate) fn fuzzy_prefixes(&self, word: &[u8], edits: u8) -> Vec<FuzzyPrefix> {
        let mut steps_left = usize::MAX;
        self.fuzzy_prefixes_after(0, word, edits, &mut steps_left)
    }

    /// Works like [`Self::fuzzy_prefixes`], but allows no edit in the first `exact` bytes, so that only a fraction of
    /// the terms is walked. Takes at most `steps_left` steps, subtracts them, and returns the terms found until then.
    pub(crate) fn fuzzy_prefixes_after(
        &self,
        exact: usize,
        word: &[u8],
        edits: u8,
        steps_left: &mut usize,
    ) -> Vec<FuzzyPrefix> {
        let mut found = Found { prefixes: Vec::new(), steps_left };
        let (start, rest) = word.split_at(exact.min(word.len()));
        self.walk(self.with_prefix(start), start.len(), rest, edits, &mut found);
        found.prefixes
    }

    /// Visits `terms`, which share their first `depth` bytes; `rest` is the remaining part of the word.
    fn walk(&self, terms: Range<u32>, depth: usize, rest: &[u8], edits: u8, found: &mut Found<'_>) {
        if terms.is_empty() || !found.may_step(1) {
            return;
        }
        let Some((&next, after)) = rest.split_first() else {
            found.add(terms, depth);
            return;
        };
        self.walk(self.narrow(terms.clone(), depth, next), depth + 1, after, edits, found);
        let Some(fewer) = edits.checked_sub(1) else { return };
        // Deletion: the word has one character too many.
        self.walk(terms.clone(), depth, after, fewer, found);
        // Transposition: two neighbours are swapped.
        if let Some((&second, last)) = after.split_first().filter(|(second, _)| **second != next) {
            let swapped = self.narrow(self.narrow(terms.clone(), depth, second), depth + 1, next);
            self.walk(swapped, depth + 2, last, fewer, found);
        }
        let mut start = self.first_from(terms.clone(), |term| term.len() <= depth);
        while let Some(&byte) = self.term(start).get(depth).filter(|_| start < terms.end) {
            if !found.may_step(1) {
                return;
            }
            let branch = self.narrow(start..terms.end, depth, byte);
            // Advance by at least one term, even if the terms of a damaged file are not sorted.
            start = branch.end.max(start + 1);
            // Insertion: the word lacks a character. Substitution: it has another one in its place.
            self.walk(branch.clone(), depth + 1, rest, fewer, found);
            if byte != next {
                self.walk(branch, depth + 1, after, fewer, found);
            }
        }
    }

    /// Returns the terms with `byte` at `depth`, out of terms that share their first `depth` bytes.
    fn narrow(&self, terms: Range<u32>, depth: usize, byte: u8) -> Range<u32> {
        let at = |term: &[u8]| term.get(depth).copied();
        let start = self.first_from(terms.clone(), |term| at(term) < Some(byte));
        let end = self.first_from(start..terms.end, |term| at(term) == Some(byte));
        start..end
    }

    /// Returns the first term of the range for which `before` is false, by binary search. `before` must be false for
    /// all terms after it.
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

    /// Returns a catalogue with these titles in this order of popularity.
    fn catalogue(titles: &[&str]) -> Catalogue {
        let records: Vec<CourseRecord> = (0..)
            .zip(titles)
            .map(|(number, title)| CourseRecord::new(CourseCode::parse(&format!("AA{number:03}")).unwrap(), *title))
            .collect();
        Catalogue::read(encode(&records)).unwrap()
    }

    #[test]
    fn terms_are_sorted_and_map_to_their_courses() {
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
    fn subject_terms_map_to_the_courses_with_that_subject() {
        let records: Vec<CourseRecord> = ["CSE1", "CS2", "CS10", "ART5", "CSX1"]
            .map(|code| CourseRecord::new(CourseCode::parse(code).unwrap(), "Title"))
            .into();
        let catalogue = Catalogue::read(encode(&records)).unwrap();
        let index = catalogue.index();
        let codes = |terms| {
            let courses = index.subjects.courses(&terms);
            courses.iter().filter_map(|course| index.code(course)).map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(codes(index.subjects.with_prefix(b"cs")), ["CS10", "CS2", "CSE1", "CSX1"]);
        let cs = index.subjects.find(b"cs").unwrap();
        assert_eq!(codes(cs..cs + 1), ["CS10", "CS2"]);
    }

    #[test]
    fn terms_with_a_common_prefix_are_one_contiguous_range() {
        let catalogue = catalogue(&["art", "arts", "artistic", "as", "b"]);
        let titles = catalogue.index().titles;
        assert_eq!(titles.with_prefix(b"art"), 0..3);
        assert_eq!([0, 1, 2].map(|term| titles.term(term)), [b"art".as_slice(), b"artistic", b"arts"]);
        assert_eq!(titles.with_prefix(b"b"), 4..5);
        assert!(titles.with_prefix(b"c").is_empty());
        assert_eq!(titles.with_prefix(b""), 0..5);
        assert_eq!((titles.find(b"arts"), titles.find(b"ar")), (Some(2), None));
    }

    #[test]
    fn the_length_of_a_fuzzy_match_is_that_of_the_matched_prefix_of_the_term() {
        let catalogue = catalogue(&["hist", "math"]);
        for typed in ["hisb", "hsit", "hit", "xhist", "histx"] {
            let found = catalogue.index().titles.fuzzy_prefixes(typed.as_bytes(), 1);
            assert_eq!(found, [FuzzyPrefix { terms: 0..1, length: 4 }], "{typed}");
        }
    }

    /// Whether at most one edit turns `word` into a prefix of `term`. Tries every edit.
    fn is_fuzzy_prefix_slowly(word: &str, term: &str) -> bool {
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
        fn fuzzy_prefix_matches_equal_those_found_by_brute_force(
            terms in prop::collection::btree_set("[a-d]{1,7}", 1..40),
            word in "[a-e]{1,6}",
        ) {
            let terms: Vec<&str> = terms.iter().map(String::as_str).collect();
            let catalogue = catalogue(&terms);
            let titles = catalogue.index().titles;
            let found: BTreeSet<&str> = titles
                .fuzzy_prefixes(word.as_bytes(), 1)
                .into_iter()
                .flat_map(|found| found.terms)
                .filter_map(|term| str::from_utf8(titles.term(term)).ok())
                .collect();
            let expected: BTreeSet<&str> = terms.iter().copied().filter(|term| is_fuzzy_prefix_slowly(&word, term)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
