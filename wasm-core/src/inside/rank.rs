//! Which pages are worth looking into, by BM25 over their words and the titles of their notes.
//!
//! All in integers, so that every machine orders alike.

use super::query::{EXACT, Meaning, Query};
use super::reader::InsideFile;
use crate::search::weights::rarity;

/// Most bytes of postings that one query reads. What people type over real notes stays far below.
pub(super) const POSTINGS_MAX_BYTES: usize = 4_000_000;
/// Thousandths; the `k1` of BM25 in quarters, and the parts of it that do not and do depend on the length of a page.
const K1_FIXED: u64 = 1_920;
const K1_LENGTH: u64 = 2_880;
/// What a word is worth in thousandths of its rarity: at most on a page, if only the title has it, and if the title has it too.
const ON_PAGE: i64 = 1_000;
const IN_TITLE_ONLY: i64 = 600;
const IN_TITLE_TOO: i64 = 250;
/// What a missing word costs.
const MISSING: i64 = 800;
/// Of so many words at least one must be there.
const WORDS_PER_MATCH: usize = 2;

/// A page, by its file and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PageId {
    pub(super) file: usize,
    pub(super) page: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) score: i64,
    pub(super) page: PageId,
    /// One bit for each word that is there.
    pub(super) words: u16,
}

/// How the words of a query occur in some files.
pub(super) struct Table<'a, 'file> {
    files: &'a [&'file InsideFile],
    /// By word and file: what it means there.
    pub(super) meanings: Vec<Vec<Vec<Meaning>>>,
    /// By word: for all pages of all files how often it is there, times what that is worth.
    counts: Vec<Vec<u16>>,
    /// By word: how rare it is.
    pub(super) rarities: Vec<u32>,
    /// By file: the place of its first page in `counts`.
    starts: Vec<usize>,
    pages: usize,
    bytes_left: usize,
}

impl<'a, 'file> Table<'a, 'file> {
    pub(super) fn new(files: &'a [&'file InsideFile], query: &Query) -> Self {
        let mut pages = 0;
        let mut starts = Vec::with_capacity(files.len());
        for file in files {
            starts.push(pages);
            pages += file.pages();
        }
        let words = query.words.len();
        Self {
            files,
            meanings: vec![vec![Vec::new(); files.len()]; words],
            counts: vec![vec![0; pages]; words],
            rarities: vec![1; words],
            starts,
            pages,
            bytes_left: POSTINGS_MAX_BYTES,
        }
    }

    /// A word means these terms of a file too.
    pub(super) fn add(&mut self, word: usize, file: usize, meanings: Vec<Meaning>) {
        let (reader, start) = (self.files[file], self.starts[file]);
        for (terms, worth) in &meanings {
            for term in terms.clone() {
                let bytes = reader.postings_bytes(&(term..term + 1));
                let Some(left) = self.bytes_left.checked_sub(bytes + 1) else { break };
                self.bytes_left = left;
                let counts = &mut self.counts[word][start..];
                reader.for_each_posting(term, |page, count| {
                    if let Some(known) = counts.get_mut(page as usize) {
                        *known = known.saturating_add(u16::try_from(count.min(1_000) * worth).unwrap_or(u16::MAX));
                    }
                });
            }
        }
        self.meanings[word][file].extend(meanings);
    }

    /// Whether a word is nowhere.
    pub(super) fn is_nowhere(&self, word: usize) -> bool {
        self.counts[word].iter().all(|count| *count == 0)
    }

    /// Says how rare each word is, once all is added.
    pub(super) fn weigh(&mut self) {
        for (rarity_of, counts) in self.rarities.iter_mut().zip(&self.counts) {
            let having = counts.iter().filter(|count| **count > 0).count();
            *rarity_of = if having == 0 { rarity(self.pages, 1) } else { rarity(self.pages, having) };
        }
    }

    /// The best pages, at most so many, best first. Equal ones keep their order.
    pub(super) fn best(&self, limit: usize) -> Vec<Candidate> {
        let mut found = Vec::new();
        let words = self.counts.len();
        for (number, file) in self.files.iter().enumerate() {
            let titles = self.titles(number, file);
            let start = self.starts[number];
            for (page, entry) in (0..).zip(file.all_pages()) {
                let place = start + page as usize;
                if self.counts.iter().all(|counts| counts[place] == 0) {
                    continue;
                }
                let in_title = titles.get(entry.note as usize).copied().unwrap_or_default();
                let (mut score, mut there) = (0, 0_u16);
                for (word, counts) in self.counts.iter().enumerate() {
                    let is_in_title = in_title >> word & 1 == 1;
                    let rarity = i64::from(self.rarities[word]);
                    let worth = bm25(counts[place], entry.words, file.mean_words);
                    score += rarity
                        * match (counts[place] > 0, is_in_title) {
                            (true, false) => worth,
                            (true, true) => worth + IN_TITLE_TOO,
                            (false, true) => IN_TITLE_ONLY,
                            (false, false) => -MISSING,
                        };
                    there |= u16::from(counts[place] > 0 || is_in_title) << word;
                }
                if there.count_ones() as usize * WORDS_PER_MATCH >= words {
                    found.push(Candidate { score, page: PageId { file: number, page }, words: there });
                }
            }
        }
        let order = |one: &Candidate, other: &Candidate| (other.score, one.page).cmp(&(one.score, other.page));
        if found.len() > limit {
            found.select_nth_unstable_by(limit, order);
            found.truncate(limit);
        }
        found.sort_unstable_by(order);
        found
    }

    /// For each note of a file one bit for each word that its title has.
    fn titles(&self, number: usize, file: &InsideFile) -> Vec<u16> {
        let has = |term: u32| {
            let means = |meanings: &Vec<Meaning>| meanings.iter().any(|(terms, _)| terms.contains(&term));
            (0..).zip(&self.meanings).fold(0, |bits, (word, files)| bits | u16::from(means(&files[number])) << word)
        };
        file.titles().map(|(_, terms)| terms.iter().fold(0, |bits, term| bits | has(*term))).collect()
    }
}

/// In thousandths, for a count in quarters.
fn bm25(count: u16, words: u32, mean_words: u32) -> i64 {
    let count = u64::from(count) * 1_000;
    let mean = u64::from(mean_words.max(1));
    let norm = (K1_FIXED * mean + K1_LENGTH * u64::from(words)) / mean;
    let worth = ON_PAGE.unsigned_abs() * count / (count + norm.max(1));
    i64::try_from(worth).unwrap_or(ON_PAGE)
}

const _: () = assert!(EXACT == 4, "the constants of BM25 are in quarters");
