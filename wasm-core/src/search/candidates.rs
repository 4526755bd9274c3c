//! Preselection of the courses that are ranked.

use super::query::{Matches, Query, Word};
use super::weights::{POSTINGS_PER_COURSE, UNFILTERED_MAX_COURSES, WORDS_MAX, WORDS_PER_MATCH};
use crate::catalogue::Index;
use crate::catalogue::dictionary::Dictionary;
use crate::index_sort::{sort_indices, to_u32};

/// A set of courses.
#[derive(Debug)]
pub(super) struct Candidates {
    /// One bit per course.
    bits: Vec<u64>,
}

impl Candidates {
    /// Returns the courses that may match every word.
    pub(super) fn with_all_words(query: &Query, index: &Index<'_>) -> Self {
        let mut candidates = Self::new(index.len());
        // Every word must match, so the courses of the rarest word suffice. If there are many, intersect them with the
        // courses of the next word: this leaves far fewer, and setting a bit costs a tenth of ranking a course.
        let postings: Vec<usize> = query.words.iter().map(|word| word.postings(index)).collect();
        let rarest_first = sort_indices(postings.len(), &|a, b| postings[a].cmp(&postings[b]).then(a.cmp(&b)));
        let mut left = rarest_first.first().map_or(0, |rarest| postings[*rarest as usize]);
        for (place, number) in rarest_first.into_iter().enumerate() {
            let (postings, word) = (postings[number as usize], &query.words[number as usize]);
            if place == 0 {
                candidates.add_word(word, index);
            } else if left > UNFILTERED_MAX_COURSES && postings < left * POSTINGS_PER_COURSE {
                let mut others = Self::new(index.len());
                others.add_word(word, index);
                left = candidates.keep(&others);
            }
        }
        candidates.add_codes(query, index);
        candidates
    }

    /// Returns the courses that match the most words: at least `limit` in each group, if enough courses match. A
    /// missing word outweighs all following fields of a score, so no other course can be among the best.
    pub(super) fn with_most_words(query: &Query, index: &Index<'_>, limit: usize, starts: &[u32]) -> Self {
        let mut having = vec![0_u8; index.len() as usize];
        for word in &query.words {
            let mut courses = Self::new(index.len());
            courses.add_word(word, index);
            courses.for_each(|course| {
                if let Some(words) = having.get_mut(course as usize) {
                    *words += 1;
                }
            });
        }
        let mut candidates = Self::new(index.len());
        let mut end = having.len();
        for start in starts.iter().rev().map(|start| *start as usize) {
            let group = having.get(start..end).unwrap_or_default();
            let least = most_words(group, query.words.len(), limit);
            for (course, _) in (start..).zip(group).filter(|(_, words)| usize::from(**words) >= least) {
                candidates.insert(to_u32(course));
            }
            end = start;
        }
        candidates.add_codes(query, index);
        candidates
    }

    fn new(courses: u32) -> Self {
        Self { bits: vec![0; courses.div_ceil(64) as usize] }
    }

    fn add_word(&mut self, word: &Word, index: &Index<'_>) {
        for (matches, dictionary) in word.fields(index) {
            self.add(matches, dictionary);
        }
    }

    fn add_codes(&mut self, query: &Query, index: &Index<'_>) {
        if let Some(code) = &query.code {
            self.add(&code.codes, &index.codes);
        }
    }

    fn add(&mut self, matches: &Matches, dictionary: &Dictionary<'_>) {
        for terms in matches.ranges() {
            for course in dictionary.courses(&terms).iter() {
                self.insert(course);
            }
        }
    }

    fn insert(&mut self, course: u32) {
        if let Some(bits) = self.bits.get_mut((course / 64) as usize) {
            *bits |= 1 << (course % 64);
        }
    }

    /// Intersects with the other set. Returns the number of remaining courses.
    fn keep(&mut self, others: &Self) -> usize {
        let mut left = 0;
        for (bits, other) in self.bits.iter_mut().zip(&others.bits) {
            *bits &= other;
            left += bits.count_ones() as usize;
        }
        left
    }

    /// Calls `each` with every course of the set, in ascending order.
    pub(super) fn for_each(&self, mut each: impl FnMut(u32)) {
        for (place, bits) in self.bits.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                each(to_u32(place) * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}

/// Returns the greatest number `n` for which at least `limit` courses match `n` words or more. Returns the number of
/// words that a hit needs if that is greater. `having` holds the number of matching words of each course.
fn most_words(having: &[u8], words: usize, limit: usize) -> usize {
    let fewest = words.div_ceil(WORDS_PER_MATCH).max(1);
    let mut courses = [0_usize; WORDS_MAX + 1];
    for words in having {
        if let Some(courses) = courses.get_mut(usize::from(*words)) {
            *courses += 1;
        }
    }
    let mut found = 0;
    for least in (fewest..=WORDS_MAX).rev() {
        found += courses[least];
        if found >= limit {
            return least;
        }
    }
    fewest
}
