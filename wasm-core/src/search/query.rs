//! Parses a query into the terms of an index that it matches.

use std::ops::Range;

use super::weights::{REPEATS_MAX, SPLIT_MIN_CHARS, TWO_TYPOS_MIN_CHARS, TYPO_MIN_CHARS, WORDS_MAX, idf};
use crate::catalogue::Index;
use crate::catalogue::dictionary::{Dictionary, FuzzyPrefix};
use crate::catalogue::packed_array::PackedInts;
use crate::limits::QUERY_MAX_CHARS;
use crate::text::{is_unspaced, query_tokens};

/// A parsed query.
#[derive(Debug)]
pub(super) struct Query {
    /// Words in the order in which they were typed.
    pub(super) words: Vec<Word>,
    /// Whole text read as a code or a prefix of one, if it looks like one.
    pub(super) code: Option<Code>,
}

/// The whole text read as a code: `cs246` for 'CS 246'.
#[derive(Debug)]
pub(super) struct Code {
    /// Letters and digits, folded, without separators.
    pub(super) text: String,
    /// Matching terms of `codes`.
    pub(super) codes: Matches,
    /// Term of `subjects` that it equals, if it consists of letters only.
    pub(super) subject: Option<u32>,
}

/// One word with its matching terms in each field.
#[derive(Debug)]
pub(super) struct Word {
    /// Folded word.
    pub(super) text: String,
    /// Whether the word is a numeral from 1 to 10, in digits or in Roman numerals.
    pub(super) is_numeral: bool,
    /// Matches in titles.
    pub(super) titles: Matches,
    /// Matches in subjects.
    pub(super) subjects: Matches,
    /// Matches in numbers.
    pub(super) numbers: Matches,
    /// Matches in whole codes.
    pub(super) codes: Matches,
    /// Rarity of the word; see [`idf`].
    pub(super) rarity: u32,
}

/// Terms of one dictionary that a word matches.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// Term that equals the word.
    exact: Option<u32>,
    /// Term of the same number in the other numeral system: `ii` for `2`.
    other_numeral: Option<u32>,
    /// Terms with the word as a prefix, including the word itself.
    prefix: Range<u32>,
    /// Terms with a prefix that the word may be a typo of, ascending.
    corrected: Vec<Range<u32>>,
}

/// The quality of a match, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MatchQuality {
    /// The term equals the word.
    Exact,
    /// The term is the same number in the other numeral system.
    OtherNumeral,
    /// The word is a prefix of the term.
    Prefix,
    /// The word is a typo of the term or of a prefix of it.
    TypoCorrected,
}

impl Matches {
    fn find(dictionary: &Dictionary<'_>, word: &str) -> Self {
        let word = word.as_bytes();
        let prefix = dictionary.with_prefix(word);
        let exact = Some(prefix.start).filter(|first| !prefix.is_empty() && dictionary.term(*first) == word);
        Self { exact, other_numeral: None, prefix, corrected: Vec::new() }
    }

    /// Returns the quality of the match, if the term matches the word.
    pub(super) fn quality(&self, term: u32) -> Option<MatchQuality> {
        if self.exact == Some(term) {
            Some(MatchQuality::Exact)
        } else if self.other_numeral == Some(term) {
            Some(MatchQuality::OtherNumeral)
        } else if self.prefix.contains(&term) {
            Some(MatchQuality::Prefix)
        } else if self.corrected.iter().any(|terms| terms.contains(&term)) {
            Some(MatchQuality::TypoCorrected)
        } else {
            None
        }
    }

    /// Returns the courses of the terms with the word as a prefix.
    pub(super) fn as_typed<'file>(&self, dictionary: &Dictionary<'file>) -> PackedInts<'file> {
        dictionary.courses(&self.prefix)
    }

    /// Returns all matching terms.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<u32>> {
        let other_numeral = self.other_numeral.map(|term| term..term + 1);
        std::iter::once(&self.prefix).chain(&self.corrected).cloned().chain(other_numeral)
    }

    fn postings(&self, dictionary: &Dictionary<'_>) -> usize {
        self.ranges().map(|terms| dictionary.courses(&terms).len() as usize).sum()
    }
}

impl Word {
    fn parse(index: &Index<'_>, text: String) -> Self {
        let looks_like_code = text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.contains(|character: char| character.is_ascii_digit());
        let codes = if looks_like_code { Matches::find(&index.codes, &text) } else { Matches::default() };
        let mut titles = Matches::find(&index.titles, &text);
        let other_numeral = other_numeral(&text);
        titles.other_numeral = other_numeral.and_then(|numeral| index.titles.find(numeral.as_bytes()));
        let mut word = Self {
            is_numeral: other_numeral.is_some(),
            titles,
            subjects: Matches::find(&index.subjects, &text),
            numbers: Matches::find(&index.numbers, &text),
            codes,
            rarity: 0,
            text,
        };
        word.rarity = idf(index.len() as usize, word.postings(index));
        word
    }

    fn allow_typos(&mut self, index: &Index<'_>, typos: u8) {
        let letters = self.text.bytes().filter(u8::is_ascii_alphabetic).count();
        let least = if typos == 1 { TYPO_MIN_CHARS } else { TWO_TYPOS_MIN_CHARS };
        if !self.text.is_ascii() || self.text.len() < least {
            return;
        }
        self.codes.corrected = corrected_codes(index, &self.text);
        if letters >= least {
            self.titles.corrected = terms_of(index.titles.fuzzy_prefixes(self.text.as_bytes(), typos));
            // Two typos need a long word, and few subjects are that long.
            if typos == 1 {
                self.subjects.corrected = terms_of(index.subjects.fuzzy_prefixes(self.text.as_bytes(), 1));
            }
        }
        self.rarity = idf(index.len() as usize, self.postings(index));
    }

    /// Whether the word is one or two letters of a script without spaces.
    fn is_unspaced(&self) -> bool {
        self.text.starts_with(is_unspaced)
    }

    /// Whether no course matches the word.
    fn is_unknown(&self, index: &Index<'_>) -> bool {
        self.postings(index) == 0
    }

    /// Returns the matches in each field with its dictionary.
    pub(super) fn fields<'a, 'file>(&'a self, index: &'a Index<'file>) -> [(&'a Matches, &'a Dictionary<'file>); 4] {
        [
            (&self.titles, &index.titles),
            (&self.subjects, &index.subjects),
            (&self.numbers, &index.numbers),
            (&self.codes, &index.codes),
        ]
    }

    /// Returns the length of all posting lists: an upper bound of the number of matching courses.
    pub(super) fn postings(&self, index: &Index<'_>) -> usize {
        self.fields(index).into_iter().map(|(matches, dictionary)| matches.postings(dictionary)).sum()
    }
}

impl Query {
    /// Parses a query as typed, without typo correction.
    pub(super) fn read(index: &Index<'_>, text: &str) -> Self {
        let typed: String = text.chars().take(QUERY_MAX_CHARS).collect();
        let mut tokens = query_tokens(&typed);
        tokens.truncate(WORDS_MAX);
        let code = Code::read(index, &tokens);
        Self { words: words(index, tokens), code }
    }

    /// Returns the query with unknown words split in two, and with adjacent words joined that form a known word.
    /// Returns `None` if nothing changed. If `loosely` is set, the parts of a split word may be prefixes, and each word
    /// may have a typo.
    pub(super) fn with_splits_and_joins(&self, index: &Index<'_>, loosely: bool) -> Option<Self> {
        let mut texts: Vec<String> = Vec::with_capacity(self.words.len() + 1);
        let mut is_changed = false;
        let mut typed = self.words.iter().peekable();
        while let Some(word) = typed.next() {
            if let Some(next) = typed.peek() {
                let joined = [word.text.as_str(), &next.text].concat();
                let known = index.titles.with_prefix(joined.as_bytes());
                // If the joined text is only a prefix of a known word, join only if one of the two words is unknown:
                // 'in' and 'form' are words by themselves.
                if !word.is_unspaced()
                    && !next.is_unspaced()
                    && !known.is_empty()
                    && (index.titles.term(known.start) == joined.as_bytes()
                        || word.is_unknown(index)
                        || next.is_unknown(index))
                {
                    texts.push(joined);
                    typed.next();
                    is_changed = true;
                    continue;
                }
            }
            // Do not split a pair of letters of a script without spaces.
            match (word.is_unknown(index) && !word.is_unspaced()).then(|| split(index, &word.text, loosely)).flatten() {
                Some((first, second)) => {
                    texts.extend([first.to_owned(), second.to_owned()]);
                    is_changed = true;
                }
                None => texts.push(word.text.clone()),
            }
        }
        texts.truncate(WORDS_MAX);
        // The query as a code was already tried at an earlier level.
        let mut regrouped = is_changed.then(|| Self { words: words(index, texts), code: None })?;
        if loosely {
            regrouped.allow_typos(index, 1);
        }
        Some(regrouped)
    }

    /// Adds the terms of which long words may be typos.
    pub(super) fn allow_typos(&mut self, index: &Index<'_>, typos: u8) {
        for word in &mut self.words {
            word.allow_typos(index, typos);
        }
        if let Some(code) = &mut self.code {
            code.codes.corrected = corrected_codes(index, &code.text);
        }
    }
}

fn words(index: &Index<'_>, texts: Vec<String>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::with_capacity(texts.len());
    for text in texts {
        if words.iter().filter(|word| word.text == text).count() < REPEATS_MAX {
            words.push(Word::parse(index, text));
        }
    }
    words
}

/// Splits a text that may be two words typed without a space: into two exact words if possible, with the first word as
/// long as possible. If `loosely` is set, one or both may be prefixes.
fn split<'a>(index: &Index<'_>, word: &'a str, loosely: bool) -> Option<(&'a str, &'a str)> {
    // Returns 2 for a word, 1 for a prefix of one.
    let worth = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if text.len() < SPLIT_MIN_CHARS && !is_number {
            return 0;
        }
        let terms =
            [&index.titles, &index.subjects, &index.numbers].map(|terms| (terms, terms.with_prefix(text.as_bytes())));
        let known = terms.iter().filter(|(_, range)| !range.is_empty());
        known.map(|(terms, range)| if terms.term_length(range.start) == text.len() { 2 } else { 1 }).max().unwrap_or(0)
    };
    let (mut best, mut best_worth) = (None, if loosely { 0 } else { 5 });
    for place in (SPLIT_MIN_CHARS..word.len()).rev() {
        let Some((first, second)) = word.split_at_checked(place) else { continue };
        // The first word counts more, because the second may still be incomplete.
        let (first_worth, second_worth) = (worth(first), worth(second));
        let both = if first_worth == 0 || second_worth == 0 { 0 } else { 2 * first_worth + second_worth };
        if both > best_worth {
            (best, best_worth) = (Some((first, second)), both);
        }
    }
    best
}

fn terms_of(found: Vec<FuzzyPrefix>) -> Vec<Range<u32>> {
    found.into_iter().map(|found| found.terms).collect()
}

impl Code {
    /// Reads letters and optional digits, with any separators, as a code. Letters without digits must be one word.
    fn read(index: &Index<'_>, tokens: &[String]) -> Option<Self> {
        let text = tokens.concat();
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits_follow = text.as_bytes().get(letters).is_some_and(u8::is_ascii_digit);
        let is_alone = tokens.len() == 1 && letters == text.len();
        if letters == 0 || !(digits_follow || is_alone) {
            return None;
        }
        let codes = Matches::find(&index.codes, &text);
        let subject = index.subjects.find(text.as_bytes());
        Some(Self { text, codes, subject })
    }
}

/// Returns codes whose subject is one edit away from the typed one, and whose number has the typed prefix. A wrong
/// digit means another course, so it is not corrected.
fn corrected_codes(index: &Index<'_>, typed: &str) -> Vec<Range<u32>> {
    let letters = typed.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters == 0 || letters == typed.len() || typed.len() < TYPO_MIN_CHARS || !typed.is_ascii() {
        return Vec::new();
    }
    let (subject, number) = typed.split_at(letters);
    let fuzzy = index.subjects.fuzzy_prefixes(subject.as_bytes(), 1);
    // The shortest term of a range is the first, so only it can equal the prefix.
    let whole = fuzzy.iter().filter(|found| index.subjects.term_length(found.terms.start) == found.length);
    let one_letter_longer =
        index.subjects.with_prefix(subject.as_bytes()).filter(|term| index.subjects.term_length(*term) == letters + 1);
    let mut found: Vec<Range<u32>> = Vec::new();
    for term in whole.map(|found| found.terms.start).chain(one_letter_longer) {
        let codes = index.codes.with_prefix(&[index.subjects.term(term), number.as_bytes()].concat());
        if !codes.is_empty() && !found.contains(&codes) {
            found.push(codes);
        }
    }
    found
}

/// Returns the same number in Roman or Arabic numerals: some universities write 'Calculus 2', others 'Calculus II'.
fn other_numeral(word: &str) -> Option<&'static str> {
    const NUMERALS: [(&str, &str); 10] = [
        ("1", "i"),
        ("2", "ii"),
        ("3", "iii"),
        ("4", "iv"),
        ("5", "v"),
        ("6", "vi"),
        ("7", "vii"),
        ("8", "viii"),
        ("9", "ix"),
        ("10", "x"),
    ];
    NUMERALS.iter().find_map(|(digits, roman)| match word {
        _ if word == *digits => Some(*roman),
        _ if word == *roman => Some(*digits),
        _ => None,
    })
}
