//! The distance between the words of a query on a page.

use super::query::WORDS_MAX;
use super::reader::{FullTextIndex, PageEntry, TokenCode};

/// Weight of all words being next to each other, in thousandths of the sum of their rarities.
const NEARNESS: i64 = 700;
/// Weight of two words that follow each other as typed, in the same unit.
const FOLLOWING: i64 = 300;
/// Weight of all words following each other as typed, in the same unit.
const WHOLE: i64 = 250;
/// Factor of these weights for words that only resemble the typed ones, in thousandths.
const RESEMBLING: i64 = 100;

/// Number of words, for each query word, within which the words are close together.
const CLOSE: i64 = 2;

/// An occurrence of a query word on a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    /// Index among the words of the page.
    pub(super) place: u32,
    /// One bit for each query word that it may be.
    pub(super) words: u16,
    /// One bit for each of these words that has no closer match.
    pub(super) best_words: u16,
}

/// The query words of a term or code: [`Occurrence::words`] and [`Occurrence::meant`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct QueryWordSet {
    pub(super) words: u16,
    pub(super) meant: u16,
}

/// Maximum number of located words per page. A page of a book has some hundreds of words.
const NOTED_MAX: u32 = 10_000;
/// Marks the code of a separator. A query has fewer words than bits.
const BETWEEN: u16 = 1 << 15;
const _: () = assert!(WORDS_MAX < 15);

/// Returns the query words of each code of a file, so that pages are read without their texts. `of_terms` holds the
/// query words of each term.
pub(super) fn words_by_code(file: &FullTextIndex, of_terms: &[QueryWordSet]) -> Vec<QueryWordSet> {
    let words = |code: &TokenCode| match code {
        TokenCode::Word(term, _) | TokenCode::OwnText(term, ..) => {
            of_terms.get(*term as usize).copied().unwrap_or_default()
        }
        TokenCode::Separator(..) => QueryWordSet { words: BETWEEN, meant: 0 },
    };
    file.all_codes().iter().map(words).collect()
}

/// Returns the occurrences of the words on a page, in order, up to a limit.
pub(super) fn occurrences(file: &FullTextIndex, page: &PageEntry, codes_as_words: &[QueryWordSet]) -> Vec<Occurrence> {
    let mut occurrences = Vec::new();
    let (mut place, mut left_to_note) = (0, NOTED_MAX);
    for code in file.codes_of(page) {
        let Some(QueryWordSet { words, meant }) = codes_as_words.get(code as usize).copied() else { continue };
        if words == BETWEEN {
            continue;
        }
        if words != 0 {
            occurrences.push(Occurrence { place, words, best_words: meant });
            let Some(left) = left_to_note.checked_sub(words.count_ones()) else { break };
            left_to_note = left;
        }
        place += 1;
    }
    occurrences
}

/// Whether these words of the query follow each other anywhere on the page.
pub(super) fn contains_phrase(occurrences: &[Occurrence], words: std::ops::Range<usize>) -> bool {
    let is = |occurrence: &Occurrence, word: usize| occurrence.words >> word & 1 == 1;
    (0..occurrences.len()).any(|first| {
        let following = occurrences[first..].iter().zip(occurrences[first].place..);
        let run = following.zip(words.clone()).take_while(|((one, place), word)| one.place == *place && is(one, *word));
        run.count() == words.len()
    })
}

/// The distance between the words on a page.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Nearness {
    pub(super) score: i64,
    /// Index of the word where they are closest.
    pub(super) at: u32,
    /// Whether the words are within [`CLOSE`] times their number of words.
    pub(super) is_close: bool,
}

/// Returns the distance between the words. Exact matches are preferred, unless similar words are much closer together.
pub(super) fn proximity_score(occurrences: &[Occurrence], rarities: &[u32]) -> Nearness {
    let meant = nearness_of(occurrences, |one| one.best_words, rarities);
    let similar = nearness_of(occurrences, |one| one.words, rarities);
    let resembling = Nearness { score: similar.score * RESEMBLING / 1_000, ..similar };
    if meant.score >= resembling.score && meant.score > 0 { meant } else { resembling }
}

fn nearness_of(occurrences: &[Occurrence], words: impl Fn(&Occurrence) -> u16, rarities: &[u32]) -> Nearness {
    let there = occurrences.iter().fold(0, |known, one| known | words(one));
    let mut counts = [0_u32; 16];
    let (mut has, mut from, mut nearest) = (0_u16, 0, None);
    for (end, one) in occurrences.iter().enumerate() {
        for word in bits(words(one)) {
            counts[word] += 1;
        }
        has |= words(one);
        while has == there && from <= end {
            let span = one.place - occurrences[from].place + 1;
            if nearest.is_none_or(|(known, _)| span < known) {
                nearest = Some((span, occurrences[from].place));
            }
            for word in bits(words(&occurrences[from])) {
                counts[word] -= 1;
                if counts[word] == 0 {
                    has &= !(1 << word);
                }
            }
            from += 1;
        }
    }
    let Some((span, at)) = nearest else { return Nearness::default() };
    let all: i64 = bits(there).map(|word| i64::from(rarities[word])).sum();
    let count = i64::from(there.count_ones());
    let near = if count < 2 { 0 } else { all * NEARNESS * count / i64::from(span).max(count) };
    let score = near + follows(occurrences, words, rarities);
    Nearness { score, at, is_close: i64::from(span) <= CLOSE * count }
}

/// Returns the weight of the words that follow each other as typed, and of all of them doing so.
fn follows(occurrences: &[Occurrence], words: impl Fn(&Occurrence) -> u16, rarities: &[u32]) -> i64 {
    let mut pairs = 0;
    // One bit for each word that ends a run which began with the first word, at the previous place.
    let (mut runs, mut is_whole) = (0, false);
    for pair in occurrences.windows(2) {
        let is_next = pair[1].place == pair[0].place + 1;
        let following = if is_next { words(&pair[0]) << 1 & words(&pair[1]) } else { 0 };
        pairs |= following;
        runs = (runs | words(&pair[0]) & 1) << 1 & following;
        is_whole |= rarities.len() > 1 && runs >> (rarities.len() - 1) & 1 == 1;
    }
    let of_pairs: i64 = bits(pairs).map(|word| i64::from(rarities[word].min(rarities[word - 1]))).sum();
    let all: i64 = rarities.iter().copied().map(i64::from).sum();
    of_pairs * FOLLOWING + if is_whole { all * WHOLE } else { 0 }
}

/// Returns the indexes of the set bits.
fn bits(mut words: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = words.trailing_zeros() as usize;
        words &= words.wrapping_sub(1);
        (lowest < 16).then_some(lowest)
    })
}
