//! The score of a course for a query as one number; greater is better.
//!
//! The number is packed from fields, most significant first:
//!
//! | field | bits | better |
//! |---|---|---|
//! | kind | 2 | the exact code, then a prefix of a code, then words |
//! | missing words | 4 | fewer |
//! | corrected words | 4 | fewer |
//! | prefixes | 4 | fewer |
//! | order | 2 | the subject first or adjacent words; at the start of the title; the whole title |
//! | weight | 14 | exact matches of rare words |
//! | shortness | 10 | shorter title |

use super::MatchPolicy;
use super::query::{MatchQuality, Query, Word};
use super::weights::{CORRECTED, EXACT_FACTOR, NUMERAL_PREFIX_PENALTY, OTHER_NUMERAL_PENALTY, PREFIX, WORDS_PER_MATCH};
use crate::catalogue::Index;

/// The kind of match; a greater number is better.
mod kind {
    pub(super) const WORDS: u64 = 0;
    pub(super) const CODE_PREFIX: u64 = 1;
    pub(super) const EXACT_CODE: u64 = 2;
}

const COUNT_MAX: u64 = 15;
const WEIGHT_MAX: u64 = (1 << 14) - 1;
const TITLE_CHARS_MAX: u64 = (1 << 10) - 1;

/// The fields of a score before they are packed.
#[derive(Debug, Clone, Copy, Default)]
struct Score {
    kind: u64,
    missing: u64,
    corrected: u64,
    prefixes: u64,
    weight: u64,
    order: u64,
    title_chars: u64,
}

/// A field of a score: its name, its packed value (greater is better) and its width in bits.
pub(super) type Field = (&'static str, u64, u32);

impl Score {
    /// Returns the fields, most significant first.
    fn fields(self) -> [Field; 7] {
        [
            ("kind", self.kind, 2),
            ("missing", COUNT_MAX - self.missing.min(COUNT_MAX), 4),
            ("corrected", COUNT_MAX - self.corrected.min(COUNT_MAX), 4),
            ("prefixes", COUNT_MAX - self.prefixes.min(COUNT_MAX), 4),
            ("order", self.order, 2),
            ("weight", self.weight.min(WEIGHT_MAX), 14),
            ("shortness", TITLE_CHARS_MAX - self.title_chars.min(TITLE_CHARS_MAX), 10),
        ]
    }

    fn pack(self) -> u64 {
        pack(self.fields())
    }
}

/// Packs the fields into a score.
pub(super) fn pack(fields: [Field; 7]) -> u64 {
    fields.into_iter().fold(0, |packed, (_, value, bits)| packed << bits | value)
}

/// Number of bits below the fields of missing and corrected words.
const BITS_AFTER_CORRECTED: u32 = 4 + 14 + 2 + 10;

/// Whether the course matches all words as typed: none is missing, none was corrected.
pub(super) fn is_as_typed(score: u64) -> bool {
    let none = COUNT_MAX << 4 | COUNT_MAX;
    (score >> BITS_AFTER_CORRECTED) & none == none
}

/// The match of a word in a course.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordMatch {
    pub(super) quality: MatchQuality,
    /// Index in the title, if the match is there.
    place: Option<usize>,
    /// Position as one bit: a word of the title, the subject, the number or the code.
    bit: u64,
    /// Length of the matched term in bytes.
    term_bytes: usize,
}

impl WordMatch {
    pub(super) fn is_in_title(self) -> bool {
        self.place.is_some()
    }
}

/// Returns the score of the course, or `None` if it does not match.
pub(super) fn score(index: &Index<'_>, query: &Query, course: u32, tolerance: MatchPolicy) -> Option<u64> {
    terms(index, query, course, tolerance).map(Score::pack)
}

/// Returns the fields of the course's score, or `None` if it does not match.
pub(super) fn fields(index: &Index<'_>, query: &Query, course: u32, tolerance: MatchPolicy) -> Option<[Field; 7]> {
    terms(index, query, course, tolerance).map(Score::fields)
}

fn terms(index: &Index<'_>, query: &Query, course: u32, tolerance: MatchPolicy) -> Option<Score> {
    code_score(index, query, course).or_else(|| words_score(index, query, course, tolerance))
}

/// Scores the query read as a code. Titles do not matter here: codes with the same prefix are ordered by popularity and
/// code.
fn code_score(index: &Index<'_>, query: &Query, course: u32) -> Option<Score> {
    let code = query.code.as_ref()?;
    let terms = index.code_terms(course);
    let score = Score { kind: kind::CODE_PREFIX, ..Score::default() };
    match code.codes.quality(terms.code)? {
        MatchQuality::Exact | MatchQuality::OtherNumeral => Some(Score { kind: kind::EXACT_CODE, ..score }),
        // 'art' matches the whole subject ART better than a prefix of ARTS.
        MatchQuality::Prefix => Some(Score { prefixes: u64::from(code.subject != Some(terms.subject)), ..score }),
        MatchQuality::TypoCorrected => Some(Score { kind: kind::WORDS, corrected: 1, ..score }),
    }
}

fn words_score(index: &Index<'_>, query: &Query, course: u32, tolerance: MatchPolicy) -> Option<Score> {
    let mut score = Score { kind: kind::WORDS, title_chars: u64::from(index.title_chars(course)), ..Score::default() };
    let mut order = Order::default();
    let (mut taken, mut is_unfinished) = (0, false);
    for word in &query.words {
        let Some((found, is_taken)) = find_apart(index, word, course, taken) else {
            if tolerance != MatchPolicy::SomeWords {
                return None;
            }
            score.missing += 1;
            order.interrupt();
            continue;
        };
        order.note(word, found, index.code_terms(course).subject);
        is_unfinished = false;
        let worth = match found.quality {
            MatchQuality::Exact => EXACT_FACTOR,
            MatchQuality::OtherNumeral => {
                score.prefixes += OTHER_NUMERAL_PENALTY;
                EXACT_FACTOR
            }
            // '2' is a prefix of the numbers of a fifth of all courses, and 'i' of 'ii'. 'tech 2' therefore means part
            // two of a technical course rather than any 200-level course with 'tech' in its title.
            MatchQuality::Prefix if word.is_numeral => {
                score.prefixes += NUMERAL_PREFIX_PENALTY;
                PREFIX
            }
            MatchQuality::Prefix => {
                is_unfinished = true;
                score.prefixes += 1;
                PREFIX
            }
            MatchQuality::TypoCorrected => {
                score.corrected += 1;
                // Count it as a prefix only if the term is at least two letters longer: one more letter may be the typo
                // itself.
                score.prefixes += u64::from(found.term_bytes > word.text.len() + 1);
                CORRECTED
            }
        };
        // Two query words that match only the same word of the title count once. So 'korea korea' prefers courses whose
        // subject is KOREA too, and a mistyped subject does not count as a prefix of a title word that was also typed
        // in full.
        if is_taken {
            is_unfinished = false;
            score.prefixes += 1;
            continue;
        }
        taken |= found.bit;
        score.weight += u64::from(word.rarity * worth);
    }
    let words = query.words.len() as u64;
    if (words - score.missing) * (WORDS_PER_MATCH as u64) < words {
        return None;
    }
    if score.missing > 0 {
        // If words are missing, compare the weight of the others and not the quality of their matches.
        (score.corrected, score.prefixes) = (0, 0);
    }
    // The last of several words may be unfinished at no cost if the words are a course as it is shown: its subject and
    // words of its title, or its title.
    let only_last = is_unfinished && score.prefixes == 1 && words > 1;
    let all_whole = score.corrected == 0 && (score.prefixes == 0 || only_last);
    score.order = order.score(index.title_terms(course).len() as usize, all_whole);
    if only_last && (order.is_subject_first || score.order == 3) {
        score.prefixes = 0;
    }
    Some(score)
}

/// Returns the best match of a word in a course, preferably at a position that no other word uses. The flag is true if
/// another word uses the position.
fn find_apart(index: &Index<'_>, word: &Word, course: u32, taken: u64) -> Option<(WordMatch, bool)> {
    let best = find(index, word, course, 0)?;
    if taken & best.bit == 0 {
        return Some((best, false));
    }
    Some(find(index, word, course, taken).map_or((best, true), |apart| (apart, false)))
}

/// Returns the bit of a position. The last positions of very long titles share a bit.
fn place_bit(place: usize) -> u64 {
    1 << place.min(60)
}
/// Bits above the bits of the title.
const SUBJECT_BIT: u64 = 1 << 61;
const NUMBER_BIT: u64 = 1 << 62;
const CODE_BIT: u64 = 1 << 63;

/// Returns the best match of a word in a course outside the positions in `taken`.
pub(super) fn find(index: &Index<'_>, word: &Word, course: u32, taken: u64) -> Option<WordMatch> {
    let mut best: Option<WordMatch> = None;
    for (place, term) in index.title_terms(course).iter().enumerate() {
        if taken & place_bit(place) != 0 {
            continue;
        }
        let Some(quality) = word.titles.quality(term) else { continue };
        if best.is_none_or(|best| quality < best.quality) {
            let term_bytes = index.titles.term_length(term);
            best = Some(WordMatch { quality, place: Some(place), bit: place_bit(place), term_bytes });
            if quality == MatchQuality::Exact {
                return best;
            }
        }
    }
    let terms = index.code_terms(course);
    let in_code = [
        (&word.subjects, terms.subject, &index.subjects, SUBJECT_BIT),
        (&word.numbers, terms.number, &index.numbers, NUMBER_BIT),
        (&word.codes, terms.code, &index.codes, CODE_BIT),
    ];
    for (matches, term, dictionary, bit) in in_code {
        if taken & bit != 0 {
            continue;
        }
        let Some(quality) = matches.quality(term) else { continue };
        let found = WordMatch { quality, place: None, bit, term_bytes: dictionary.term_length(term) };
        // The shorter of two corrected terms is the better match: a mistyped subject is more likely than a long title
        // word with a similar prefix.
        let is_nearer = |best: WordMatch| {
            quality < best.quality || quality == MatchQuality::TypoCorrected && found.term_bytes < best.term_bytes
        };
        if best.is_none_or(is_nearer) {
            best = Some(found);
        }
    }
    best
}

/// The order of the words in the title, compared with the typed order.
#[derive(Debug, Default)]
struct Order {
    first: Option<usize>,
    last: Option<usize>,
    words: usize,
    is_broken: bool,
    /// Whether the first word is the subject, and no word is missing.
    is_subject_first: bool,
}

impl Order {
    fn note(&mut self, word: &Word, found: WordMatch, subject: u32) {
        self.is_subject_first |= self.words == 0 && word.subjects.quality(subject) == Some(MatchQuality::Exact);
        let follows = match (self.last, found.place) {
            (Some(last), Some(place)) => place == last + 1,
            (None, Some(_)) => self.words == 0,
            (_, None) => false,
        };
        self.is_broken |= !follows;
        self.first = self.first.or(found.place);
        self.last = found.place;
        self.words += 1;
    }

    fn interrupt(&mut self) {
        (self.is_broken, self.is_subject_first) = (true, false);
        self.words += 1;
    }

    /// Returns 3 if the words are the whole title, 2 if the title starts with them, 1 if they are adjacent or the first
    /// is the subject, otherwise 0.
    fn score(&self, title_words: usize, all_whole: bool) -> u64 {
        match (self.is_broken, self.first) {
            (false, Some(0)) if all_whole && self.words == title_words => 3,
            (false, Some(0)) => 2,
            (false, Some(_)) => 1,
            _ => u64::from(self.is_subject_first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_of_a_search_score_matters_only_if_all_preceding_fields_are_equal() {
        let worst = Score { missing: 15, corrected: 15, prefixes: 15, title_chars: 5000, ..Score::default() };
        let better = [
            Score { title_chars: 0, ..worst },
            Score { weight: 1, ..worst },
            Score { order: 1, ..worst },
            Score { prefixes: 14, ..worst },
            Score { corrected: 14, ..worst },
            Score { missing: 14, ..worst },
            Score { kind: kind::CODE_PREFIX, ..worst },
            Score { kind: kind::EXACT_CODE, ..worst },
        ];
        assert!(better.map(Score::pack).is_sorted_by(|a, b| a < b));
        assert!(worst.pack() < better[0].pack());
        let best = Score { kind: 3, weight: u64::MAX, order: 3, ..Score::default() };
        assert_eq!(best.pack(), (1 << 40) - 1);
        let almost = Score { missing: 1, ..best };
        let poor = Score { kind: 3, title_chars: 5000, corrected: 15, prefixes: 15, ..Score::default() };
        assert!(poor.pack() > almost.pack(), "a missing word outweighs everything after it");
        assert!(is_as_typed(best.pack()) && is_as_typed(Score::default().pack()));
        assert!(!is_as_typed(almost.pack()) && !is_as_typed(Score { corrected: 1, ..best }.pack()));
    }
}
