//! What a typed text can mean in the terms of an index.

use std::ops::Range;

use super::weights::{REPEATS_MAX, SLIP_MIN_CHARS, SPLIT_MIN_CHARS, TWO_SLIPS_MIN_CHARS, WORDS_MAX, rarity};
use crate::catalogue::Index;
use crate::catalogue::dictionary::{Dictionary, Mended};
use crate::catalogue::packed::Numbers;
use crate::limits::QUERY_MAX_CHARS;
use crate::text::tokens;

/// A query, read.
#[derive(Debug)]
pub(super) struct Query {
    /// The words, in the order in which they were typed.
    pub(super) words: Vec<Word>,
    /// The whole text read as a code or the beginning of one, where it has that shape.
    pub(super) code: Option<Code>,
}

/// The whole text read as a code: `cs246` for 'CS 246'.
#[derive(Debug)]
pub(super) struct Code {
    /// Letters and digits, folded, without what separates them.
    pub(super) text: String,
    /// Terms of `codes` it can mean.
    pub(super) codes: Matches,
    /// The term of `subjects` that it is, when it is letters alone.
    pub(super) subject: Option<u32>,
}

/// One word, and the terms it can mean in each field.
#[derive(Debug)]
pub(super) struct Word {
    /// The folded word.
    pub(super) text: String,
    /// In titles.
    pub(super) titles: Matches,
    /// In subjects.
    pub(super) subjects: Matches,
    /// In numbers.
    pub(super) numbers: Matches,
    /// In whole codes.
    pub(super) codes: Matches,
    /// How telling the word is.
    pub(super) rarity: u32,
}

/// Terms of one dictionary that a word can mean.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The word itself.
    whole: Option<u32>,
    /// The same number written the other way: `ii` for `2`.
    same: Option<u32>,
    /// Terms that begin with the word, itself included.
    beginning: Range<u32>,
    /// Terms that it can mean when one mistake in it is mended, in rising order of their beginnings.
    mended: Vec<Range<u32>>,
}

/// How a term matches a word, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Quality {
    /// The term is the word.
    Whole,
    /// The term begins with the word.
    Beginning,
    /// The term, or its beginning, is the word with one mistake mended.
    Mended,
}

impl Matches {
    fn find(dictionary: &Dictionary<'_>, word: &str) -> Self {
        let word = word.as_bytes();
        let beginning = dictionary.beginning_with(word);
        let whole = Some(beginning.start).filter(|first| !beginning.is_empty() && dictionary.term(*first) == word);
        Self { whole, same: None, beginning, mended: Vec::new() }
    }

    /// How the term matches, if it does.
    pub(super) fn quality(&self, term: u32) -> Option<Quality> {
        if self.whole == Some(term) || self.same == Some(term) {
            Some(Quality::Whole)
        } else if self.beginning.contains(&term) {
            Some(Quality::Beginning)
        } else if self.mended.iter().any(|terms| terms.contains(&term)) {
            Some(Quality::Mended)
        } else {
            None
        }
    }

    /// The courses whose terms are the word or begin with it.
    pub(super) fn as_typed<'file>(&self, dictionary: &Dictionary<'file>) -> Numbers<'file> {
        dictionary.courses(&self.beginning)
    }

    /// All terms.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<u32>> {
        let same = self.same.map(|term| term..term + 1);
        std::iter::once(&self.beginning).chain(&self.mended).cloned().chain(same)
    }

    fn postings(&self, dictionary: &Dictionary<'_>) -> usize {
        self.ranges().map(|terms| dictionary.courses(&terms).len() as usize).sum()
    }
}

impl Word {
    fn read(index: &Index<'_>, text: String) -> Self {
        let looks_like_code = text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.contains(|character: char| character.is_ascii_digit());
        let codes = if looks_like_code { Matches::find(&index.codes, &text) } else { Matches::default() };
        let mut titles = Matches::find(&index.titles, &text);
        titles.same = other_numeral(&text).and_then(|numeral| index.titles.find(numeral.as_bytes()));
        let mut word = Self {
            titles,
            subjects: Matches::find(&index.subjects, &text),
            numbers: Matches::find(&index.numbers, &text),
            codes,
            rarity: 0,
            text,
        };
        word.rarity = rarity(index.len() as usize, word.postings(index));
        word
    }

    fn allow_slips(&mut self, index: &Index<'_>, slips: u8) {
        let letters = self.text.bytes().filter(u8::is_ascii_alphabetic).count();
        let least = if slips == 1 { SLIP_MIN_CHARS } else { TWO_SLIPS_MIN_CHARS };
        if !self.text.is_ascii() || self.text.len() < least {
            return;
        }
        self.codes.mended = mended_codes(index, &self.text);
        if letters >= least {
            self.titles.mended = terms_of(index.titles.mended(self.text.as_bytes(), slips));
            // A subject is typed whole, and a longer word is none.
            if slips == 1 {
                self.subjects.mended = terms_of(index.subjects.mended(self.text.as_bytes(), 1));
            }
        }
        self.rarity = rarity(index.len() as usize, self.postings(index));
    }

    /// Whether no course has the word.
    fn is_unknown(&self, index: &Index<'_>) -> bool {
        self.postings(index) == 0
    }

    /// What it can mean in each field.
    pub(super) fn fields<'a, 'file>(&'a self, index: &'a Index<'file>) -> [(&'a Matches, &'a Dictionary<'file>); 4] {
        [
            (&self.titles, &index.titles),
            (&self.subjects, &index.subjects),
            (&self.numbers, &index.numbers),
            (&self.codes, &index.codes),
        ]
    }

    /// How many courses have the word, at most: one with several matching terms counts for each.
    pub(super) fn postings(&self, index: &Index<'_>) -> usize {
        self.fields(index).into_iter().map(|(matches, dictionary)| matches.postings(dictionary)).sum()
    }
}

impl Query {
    /// Reads a text as typed, with no tolerance for mistakes.
    pub(super) fn read(index: &Index<'_>, text: &str) -> Self {
        let typed: String = text.chars().take(QUERY_MAX_CHARS).collect();
        let mut tokens = tokens(&typed);
        tokens.truncate(WORDS_MAX);
        let code = Code::read(index, &tokens);
        Self { words: words(index, tokens), code }
    }

    /// The query with words that nothing has split in two, and neighbours joined that are a word only together.
    /// Freely: the second part of a split word may be cut short, and each word may have a mistake.
    pub(super) fn regrouped(&self, index: &Index<'_>, freely: bool) -> Option<Self> {
        let mut texts: Vec<String> = Vec::with_capacity(self.words.len() + 1);
        let mut is_changed = false;
        let mut typed = self.words.iter().peekable();
        while let Some(word) = typed.next() {
            if let Some(next) = typed.peek() {
                let joined = [word.text.as_str(), &next.text].concat();
                let known = index.titles.beginning_with(joined.as_bytes());
                // A word cut short is joined only when a part of it is unknown: 'in' and 'form' are words of their own.
                if !known.is_empty()
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
            match word.is_unknown(index).then(|| split(index, &word.text, freely)).flatten() {
                Some((first, second)) => {
                    texts.extend([first.to_owned(), second.to_owned()]);
                    is_changed = true;
                }
                None => texts.push(word.text.clone()),
            }
        }
        texts.truncate(WORDS_MAX);
        // Read as a code it was already.
        let mut regrouped = is_changed.then(|| Self { words: words(index, texts), code: None })?;
        if freely {
            regrouped.allow_slips(index, 1);
        }
        Some(regrouped)
    }

    /// Adds the terms that long words can mean when mistakes in them are mended.
    pub(super) fn allow_slips(&mut self, index: &Index<'_>, slips: u8) {
        for word in &mut self.words {
            word.allow_slips(index, slips);
        }
        if let Some(code) = &mut self.code {
            code.codes.mended = mended_codes(index, &code.text);
        }
    }
}

fn words(index: &Index<'_>, texts: Vec<String>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::with_capacity(texts.len());
    for text in texts {
        if words.iter().filter(|word| word.text == text).count() < REPEATS_MAX {
            words.push(Word::read(index, text));
        }
    }
    words
}

/// The two words that were typed without a space: whole words if there is such a way, and the first as long as can be.
/// Freely: one or both may be cut short.
fn split<'a>(index: &Index<'_>, word: &'a str, freely: bool) -> Option<(&'a str, &'a str)> {
    // 2 for a whole word, 1 for the beginning of one.
    let worth = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if text.len() < SPLIT_MIN_CHARS && !is_number {
            return 0;
        }
        let terms = [&index.titles, &index.subjects, &index.numbers]
            .map(|terms| (terms, terms.beginning_with(text.as_bytes())));
        let known = terms.iter().filter(|(_, range)| !range.is_empty());
        known.map(|(terms, range)| if terms.term_length(range.start) == text.len() { 2 } else { 1 }).max().unwrap_or(0)
    };
    let (mut best, mut best_worth) = (None, if freely { 0 } else { 5 });
    for place in (SPLIT_MIN_CHARS..word.len()).rev() {
        let Some((first, second)) = word.split_at_checked(place) else { continue };
        // A whole first word says more than a whole second one, which may still be being typed.
        let (first_worth, second_worth) = (worth(first), worth(second));
        let both = if first_worth == 0 || second_worth == 0 { 0 } else { 2 * first_worth + second_worth };
        if both > best_worth {
            (best, best_worth) = (Some((first, second)), both);
        }
    }
    best
}

fn terms_of(mended: Vec<Mended>) -> Vec<Range<u32>> {
    mended.into_iter().map(|mended| mended.terms).collect()
}

impl Code {
    /// Letters and then perhaps digits, however they are separated; letters alone only as one word, since two words
    /// of letters are words.
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

/// Codes whose subject is one mistake away from that of the typed code, and whose number begins as typed: a wrong digit
/// is another course, not a mistake.
fn mended_codes(index: &Index<'_>, typed: &str) -> Vec<Range<u32>> {
    let letters = typed.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters == 0 || letters == typed.len() || typed.len() < SLIP_MIN_CHARS || !typed.is_ascii() {
        return Vec::new();
    }
    let (subject, number) = typed.split_at(letters);
    let mended = index.subjects.mended(subject.as_bytes(), 1);
    // Only the first term of a range can be the shared beginning itself.
    let whole = mended.iter().filter(|mended| index.subjects.term_length(mended.terms.start) == mended.shared);
    let cut_by_one = index
        .subjects
        .beginning_with(subject.as_bytes())
        .filter(|term| index.subjects.term_length(*term) == letters + 1);
    let mut found: Vec<Range<u32>> = Vec::new();
    for term in whole.map(|mended| mended.terms.start).chain(cut_by_one) {
        let codes = index.codes.beginning_with(&[index.subjects.term(term), number.as_bytes()].concat());
        if !codes.is_empty() && !found.contains(&codes) {
            found.push(codes);
        }
    }
    found
}

/// The parts of a series are numbered either way: 'Calculus 2' is what another calendar calls 'Calculus II'.
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
