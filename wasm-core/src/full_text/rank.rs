//! Ranks pages by BM25 over their words and the titles of their notes, to select those that are worth reading.
//!
//! All arithmetic uses integers, so every machine orders pages alike.

use super::proximity::QueryWordSet;
use super::query::{EXACT_WEIGHT, Query, TermMatch};
use super::reader::FullTextIndex;
use crate::search::weights::idf;

/// Maximum number of bytes of postings that one query reads. Looking up a term counts as `TERM_COST_BYTES`. Real
/// queries stay far below the maximum.
pub(super) const POSTINGS_MAX_BYTES: usize = 2_000_000;
pub(super) const TERM_COST_BYTES: usize = 8;
/// Maximum number of steps that one query takes through the dictionaries of all files for typos.
const STEPS_MAX: usize = 40_000;
/// The two parts of the BM25 `k1`, in thousandths of a quarter: a constant, and one proportional to the length of a
/// page.
const K1_FIXED: u64 = 1_920;
const K1_LENGTH: u64 = 2_880;
/// Weights of a word, in thousandths of its rarity: the maximum for a word on a page, the weight of a word in the title
/// only, and the addition for a word in both.
const ON_PAGE: i64 = 1_000;
const IN_TITLE_ONLY: i64 = 600;
const IN_TITLE_TOO: i64 = 250;
/// Factor of `ON_PAGE` for a page that contains only words similar to the typed one, in thousandths.
const RESEMBLING: i64 = 400;
/// Two penalties for each missing word: in thousandths of its rarity, and in thousandths of the mean rarity of the
/// words. They make a page with all words rank above one that repeats a single word.
const MISSING: i64 = 800;
const NOT_ALL: i64 = 500;
/// At least one in this number of query words must match.
const WORDS_PER_MATCH: usize = 2;

/// A page: its file and its number in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PageId {
    pub(super) file: usize,
    pub(super) page: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) score: i64,
    pub(super) page: PageId,
    /// One bit for each word on the page.
    pub(super) words: u16,
}

/// The occurrences of the words of a query in some files.
pub(super) struct Bm25Scorer<'a, 'file> {
    files: &'a [&'file FullTextIndex],
    /// Matching terms by word and file.
    meanings: Vec<Vec<Vec<TermMatch>>>,
    /// Query words by file and term, after all terms are added.
    pub(super) of_terms: Vec<Vec<QueryWordSet>>,
    /// For each word: weighted number of occurrences on all pages of all files.
    counts: Vec<Vec<u16>>,
    /// For all pages of all files: one bit for each word of which the page has a best match, not only a similar word.
    meant: Vec<u16>,
    /// Rarity by word.
    pub(super) rarities: Vec<u32>,
    /// By file: index of its first page in `counts`.
    starts: Vec<usize>,
    pages: usize,
    bytes_left: usize,
    /// Steps that remain for the correction of typos.
    pub(super) steps_left: usize,
}

impl<'a, 'file> Bm25Scorer<'a, 'file> {
    pub(super) fn new(files: &'a [&'file FullTextIndex], query: &Query) -> Self {
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
            of_terms: Vec::new(),
            counts: vec![vec![0; pages]; words],
            meant: vec![0; pages],
            rarities: vec![1; words],
            starts,
            pages,
            bytes_left: POSTINGS_MAX_BYTES,
            steps_left: STEPS_MAX,
        }
    }

    /// Adds matching terms of a word, for each file.
    pub(super) fn add(&mut self, word: usize, of_files: Vec<Vec<TermMatch>>) {
        let known = self.meanings[word].iter().flatten();
        let best = known.chain(of_files.iter().flatten()).map(|(_, worth)| *worth).max().unwrap_or_default();
        for (file, meanings) in of_files.into_iter().enumerate() {
            self.add_of_file(word, file, meanings, best);
        }
    }

    fn add_of_file(&mut self, word: usize, file: usize, meanings: Vec<TermMatch>, best: u32) {
        let (reader, start) = (self.files[file], self.starts[file]);
        for (terms, worth) in meanings {
            let is_meant = u16::from(worth == best) << word;
            let mut read = terms.start..terms.start;
            for term in terms {
                let bytes = reader.postings_bytes(&(term..term + 1));
                let Some(left) = self.bytes_left.checked_sub(bytes + TERM_COST_BYTES) else { break };
                self.bytes_left = left;
                read.end = term + 1;
                let (counts, meant) = (&mut self.counts[word][start..], &mut self.meant[start..]);
                reader.for_each_posting(term, |page, count| {
                    let page = page as usize;
                    if let (Some(known), Some(meant)) = (counts.get_mut(page), meant.get_mut(page)) {
                        *known = known.saturating_add(u16::try_from(count.min(1_000) * worth).unwrap_or(u16::MAX));
                        *meant |= is_meant;
                    }
                });
            }
            if !read.is_empty() {
                self.meanings[word][file].push((read, worth));
            }
        }
    }

    /// Whether no page contains the word.
    pub(super) fn is_absent(&self, word: usize) -> bool {
        self.counts[word].iter().all(|count| *count == 0)
    }

    /// Computes the rarity of each word and the query words of each term, after all terms are added.
    pub(super) fn compute_weights(&mut self) {
        self.of_terms = (0..).zip(self.files).map(|(number, file)| self.words_of_terms(number, file)).collect();
        for (rarity_of, counts) in self.rarities.iter_mut().zip(&self.counts) {
            let having = counts.iter().filter(|count| **count > 0).count();
            *rarity_of = if having == 0 { idf(self.pages, 1) } else { idf(self.pages, having) };
        }
    }

    /// Returns the best pages, best first. Equal ones keep their order.
    pub(super) fn best(&self, limit: usize) -> Vec<Candidate> {
        let mut found = Vec::new();
        let words = self.counts.len();
        let all: i64 = self.rarities.iter().copied().map(i64::from).sum();
        let not_all = NOT_ALL * all / i64::try_from(words.max(1)).unwrap_or(1);
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
                let mut missing = 0;
                let norm = norm(entry.words, file.mean_words);
                for (word, counts) in self.counts.iter().enumerate() {
                    let is_in_title = in_title >> word & 1 == 1;
                    let rarity = i64::from(self.rarities[word]);
                    let worth = bm25(counts[place], norm);
                    let is_meant = self.meant[place] >> word & 1 == 1;
                    let worth = if is_meant { worth } else { worth * RESEMBLING / 1_000 };
                    score += rarity
                        * match (counts[place] > 0, is_in_title) {
                            (true, false) => worth,
                            (true, true) => worth + IN_TITLE_TOO,
                            (false, true) => IN_TITLE_ONLY,
                            (false, false) => {
                                missing += not_all;
                                -MISSING
                            }
                        };
                    there |= u16::from(counts[place] > 0 || is_in_title) << word;
                }
                if there.count_ones() as usize * WORDS_PER_MATCH >= words {
                    found.push(Candidate { score: score - missing, page: PageId { file: number, page }, words: there });
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

    fn words_of_terms(&self, number: usize, file: &FullTextIndex) -> Vec<QueryWordSet> {
        let mut of_terms = vec![QueryWordSet::default(); file.dictionary().len() as usize];
        for (word, meanings) in self.meanings.iter().enumerate() {
            let best = meanings.iter().flatten().map(|(_, worth)| *worth).max();
            for (terms, worth) in &meanings[number] {
                let meant = u16::from(Some(*worth) == best) << word;
                for of_term in of_terms.get_mut(terms.start as usize..terms.end as usize).unwrap_or_default() {
                    of_term.words |= 1 << word;
                    of_term.meant |= meant;
                }
            }
        }
        of_terms
    }

    /// Returns for each note of a file one bit for each word in its title.
    fn titles(&self, number: usize, file: &FullTextIndex) -> Vec<u16> {
        let words = |term: &u32| self.of_terms[number].get(*term as usize).map_or(0, |of_term| of_term.words);
        file.titles().map(|(_, terms)| terms.iter().fold(0, |bits, term| bits | words(term))).collect()
    }
}

/// Returns the length normalisation of a page, in thousandths of a quarter.
fn norm(words: u32, mean_words: u32) -> u64 {
    let mean = u64::from(mean_words.max(1));
    ((K1_FIXED * mean + K1_LENGTH * u64::from(words)) / mean).max(1)
}

/// Returns the BM25 weight in thousandths for a count in quarters.
fn bm25(count: u16, norm: u64) -> i64 {
    let count = u64::from(count) * 1_000;
    i64::try_from(ON_PAGE.unsigned_abs() * count / (count + norm)).unwrap_or(ON_PAGE)
}

const _: () = assert!(EXACT_WEIGHT == 4, "the constants of BM25 are in quarters");
