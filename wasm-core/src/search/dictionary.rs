//! A sorted list of terms, each with the courses that have it.

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
    /// Terms that are in their order already, each of one course.
    pub(super) fn of_sorted(text: String, ends: Vec<u32>, courses: Vec<u32>) -> Self {
        let posting_ends = (1..=as_u32(courses.len())).collect();
        Self { text, ends, postings: courses, posting_ends }
    }

    /// Notes which courses have which terms. `terms_of` is asked twice for each course: once to count, once to write,
    /// so that nothing is kept in between.
    pub(super) fn post<'a>(&mut self, courses: usize, terms_of: &dyn Fn(usize) -> &'a [u32]) {
        let terms = self.ends.len();
        // A course that has a term several times counts once.
        let for_each = |each: &mut dyn FnMut(usize, u32)| {
            let mut last_course = vec![u32::MAX; terms];
            for course in 0..courses {
                for term in terms_of(course).iter().map(|term| *term as usize) {
                    if std::mem::replace(&mut last_course[term], as_u32(course)) != as_u32(course) {
                        each(term, as_u32(course));
                    }
                }
            }
        };
        let mut counts = vec![0_u32; terms];
        for_each(&mut |term, _| counts[term] += 1);
        let mut total = 0;
        // Where the next course of each term goes; in the end, where its courses end.
        let mut next: Vec<u32> = Vec::with_capacity(terms);
        for count in counts {
            next.push(total);
            total += count;
        }
        let mut postings = vec![0; total as usize];
        for_each(&mut |term, course| {
            postings[next[term] as usize] = course;
            next[term] += 1;
        });
        (self.postings, self.posting_ends) = (postings, next);
    }

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

/// Collects terms. A table of its own, since the standard one costs browsers two kilobytes and an allocation a term.
#[derive(Debug, Default)]
pub(super) struct Builder {
    /// All terms by order of first sight, one after the other.
    text: String,
    /// Where each term ends in `text`.
    ends: Vec<u32>,
    /// Terms by their hashes: 0 for none, otherwise one more than the term's number. At least half are none, and the
    /// length is a power of two.
    slots: Vec<u32>,
}

impl Builder {
    /// Gives the term's provisional number, which [`Builder::finish`] translates.
    pub(super) fn add(&mut self, term: &str) -> u32 {
        if self.slots.len() < (self.ends.len() + 1) * 2 {
            self.slots = vec![0; (self.slots.len() * 2).max(SLOTS_MIN)];
            for number in 0..as_u32(self.ends.len()) {
                let slot = self.slot(self.term(number));
                self.slots[slot] = number + 1;
            }
        }
        let slot = self.slot(term);
        if self.slots[slot] == 0 {
            self.text.push_str(term);
            self.ends.push(as_u32(self.text.len()));
            self.slots[slot] = as_u32(self.ends.len());
        }
        self.slots[slot] - 1
    }

    fn term(&self, number: u32) -> &str {
        &self.text[range_of(&self.ends, number)]
    }

    /// Where the term is, or where it belongs.
    fn slot(&self, term: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(term) as usize & mask;
        while self.slots[slot] != 0 && self.term(self.slots[slot] - 1) != term {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The dictionary, still without courses, and for every provisional number the final one.
    pub(super) fn finish(self) -> (Dictionary, Vec<u32>) {
        let order =
            sorted(self.ends.len(), &|a, b| self.term(as_u32(a)).as_bytes().cmp(self.term(as_u32(b)).as_bytes()));
        let mut translation = vec![0; order.len()];
        let mut dictionary = Dictionary::default();
        for (place, number) in (0..).zip(order) {
            translation[number as usize] = place;
            dictionary.text.push_str(self.term(number));
            dictionary.ends.push(as_u32(dictionary.text.len()));
        }
        (dictionary, translation)
    }
}

const SLOTS_MIN: usize = 256;

/// FNV-1a with its bits mixed once more. It resists no attacker; whoever writes titles can do worse than make a
/// catalogue slow to open.
fn hash(term: &str) -> u32 {
    let hash = term.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash ^ (hash >> 15)
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
        for term in terms {
            builder.add(term);
        }
        builder.finish().0
    }

    #[test]
    fn terms_are_sorted_and_keep_their_courses() {
        let mut builder = Builder::default();
        let (second, first) = (builder.add("beta"), builder.add("alpha"));
        assert_eq!(builder.add("beta"), second);
        let (mut dictionary, translation) = builder.finish();
        let courses = [vec![1, 1], vec![0, 1]];
        dictionary.post(courses.len(), &|course| &courses[course]);
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
