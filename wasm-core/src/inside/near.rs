//! How near the words of a query are to each other on a page.

use super::query::WORDS_MAX;
use super::reader::{Code, InsideFile, PageEntry};

/// What it is worth, in thousandths of the rarities of all words, that they are all next to each other.
const NEARNESS: i64 = 700;
/// The same for two words that follow each other as they were typed.
const FOLLOWING: i64 = 300;

/// Where a word of the query is on a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    /// Its place among the words of the page.
    pub(super) place: u32,
    /// One bit for each word of the query that it is.
    pub(super) words: u16,
}

/// What a code is that stands for no word. A query has fewer words than bits.
const BETWEEN: u16 = 1 << 15;
const _: () = assert!(WORDS_MAX < 15);

/// For each code of a file one bit for each word of the query that it is, so that pages are read without their texts.
/// `masks` has the same for each term.
pub(super) fn codes_as_words(file: &InsideFile, masks: &[u16]) -> Vec<u16> {
    let words = |code: &Code| match code {
        Code::Word(term, _) | Code::Own(term, ..) => masks.get(*term as usize).copied().unwrap_or_default(),
        Code::Between(..) => BETWEEN,
    };
    file.all_codes().iter().map(words).collect()
}

/// Where the words are on a page, in order.
pub(super) fn occurrences(file: &InsideFile, page: &PageEntry, codes_as_words: &[u16]) -> Vec<Occurrence> {
    let mut occurrences = Vec::new();
    let mut place = 0;
    for code in file.codes_of(page) {
        let words = codes_as_words.get(code as usize).copied().unwrap_or(BETWEEN);
        if words == BETWEEN {
            continue;
        }
        if words != 0 {
            occurrences.push(Occurrence { place, words });
        }
        place += 1;
    }
    occurrences
}

/// Whether these words of the query follow each other somewhere.
pub(super) fn has_phrase(occurrences: &[Occurrence], words: std::ops::Range<usize>) -> bool {
    let is = |occurrence: &Occurrence, word: usize| occurrence.words >> word & 1 == 1;
    (0..occurrences.len()).any(|first| {
        let following = occurrences[first..].iter().zip(occurrences[first].place..);
        let run = following.zip(words.clone()).take_while(|((one, place), word)| one.place == *place && is(one, *word));
        run.count() == words.len()
    })
}

/// What it is worth how near the words are, and where they are nearest.
pub(super) fn nearness(occurrences: &[Occurrence], rarities: &[u32]) -> (i64, u32) {
    let there = occurrences.iter().fold(0, |words, one| words | one.words);
    let mut counts = [0_u32; 16];
    let (mut has, mut from, mut nearest) = (0_u16, 0, None);
    for (end, one) in occurrences.iter().enumerate() {
        for word in bits(one.words) {
            counts[word] += 1;
        }
        has |= one.words;
        while has == there && from <= end {
            let span = one.place - occurrences[from].place + 1;
            if nearest.is_none_or(|(known, _)| span < known) {
                nearest = Some((span, occurrences[from].place));
            }
            for word in bits(occurrences[from].words) {
                counts[word] -= 1;
                if counts[word] == 0 {
                    has &= !(1 << word);
                }
            }
            from += 1;
        }
    }
    let Some((span, at)) = nearest else { return (0, 0) };
    let all: i64 = bits(there).map(|word| i64::from(rarities[word])).sum();
    let words = i64::from(there.count_ones());
    let near = if words < 2 { 0 } else { all * NEARNESS * words / i64::from(span).max(words) };
    let following: u16 = occurrences
        .windows(2)
        .filter(|pair| pair[1].place == pair[0].place + 1)
        .fold(0, |known, pair| known | (pair[0].words & pair[1].words >> 1));
    let follow: i64 = bits(following).map(|word| i64::from(rarities[word].min(rarities[word + 1]))).sum();
    (near + follow * FOLLOWING, at)
}

/// The places of the bits that are set.
fn bits(words: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |word| words >> word & 1 == 1)
}
