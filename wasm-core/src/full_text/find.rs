//! The search: finds terms, then pages, then the distance between the words on them.

use serde::Serialize;

use super::proximity::{
    Nearness, Occurrence, QueryWordSet, contains_phrase, occurrences, proximity_score, words_by_code,
};
use super::query::{EXACT_WEIGHT, Query};
use super::question::{Form, form};
use super::rank::{Bm25Scorer, Candidate};
use super::reader::FullTextIndex;
use super::snippet::{self, Snippet};

/// Maximum number of pages in which words are located, for queries without and with phrases. With phrases, the search
/// stops earlier if `LOOKED_INTO` pages contain them.
const LOOKED_INTO: usize = 150;
const LOOKED_INTO_FOR_PHRASES: usize = 2_000;
/// Maximum number of page bytes that one query reads. Each located word counts as `BYTES_OF_WORD` more, which bounds
/// the time for a phrase of frequent words.
const READ_MAX_BYTES: usize = 400_000;
const BYTES_OF_WORD: usize = 2;
/// Maximum number of unknown words that are corrected.
const CORRECTED_MAX: usize = 4;
/// Maximum number of words that may have a typo if no page has all words as typed. The rarest words are tried.
const MISTYPED_MAX: usize = 2;
/// A page that matches a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct InsideHit {
    /// Index of the searched file, from 0.
    pub file: usize,
    /// Id of the note or recording.
    pub note: String,
    /// Title of the note or recording.
    pub title: String,
    /// Page number, from 1. In a transcript, the start time in seconds plus 1; 0 if it has no times.
    pub page: u32,
    /// Score. Only the order of scores has a meaning.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub score: i32,
    /// Whether the page or the title contains all words.
    pub has_all: bool,
    /// Whether the page stays before pages found by meaning: it has all words, close together if the query begins like
    /// a question, and the query does not end with a question mark. A page in which the words of a question are far
    /// apart seldom answers it.
    pub stays_first: bool,
    /// Excerpt of the page.
    pub snippet: String,
    /// Matches in the excerpt: starts and ends in UTF-16 units, ascending, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub ranges: Vec<(u32, u32)>,
    /// Text to highlight on the page: the longest run of matching words in the excerpt, as written there.
    pub mark: String,
}

/// Returns the best pages for a query in these files, best first: at most `limit`, and at most `of_note` of one note.
#[must_use]
pub fn search(files: &[&FullTextIndex], text: &str, limit: usize, of_note: usize) -> Vec<InsideHit> {
    let query = Query::parse(text);
    if query.words.is_empty() || limit == 0 {
        return Vec::new();
    }
    let mut table = meant(files, &query);
    let enough = LOOKED_INTO.max(limit);
    let candidates = if query.phrases.is_empty() { enough } else { LOOKED_INTO_FOR_PHRASES };
    let mut best = table.best(candidates);
    let all = u16::MAX >> (16 - query.words.len());
    if query.phrases.is_empty()
        && best.iter().all(|candidate| candidate.words != all)
        && may_be_mistyped(&mut table, &query, files)
    {
        best = table.best(candidates);
    }
    let mut found = looked_into(files, &query, &table, best, enough);
    found.sort_by(|(one, ..), (other, ..)| (other.score, one.page).cmp(&(one.score, other.page)));
    let mut of_notes: Vec<((usize, u32), usize)> = Vec::new();
    let mut hits = Vec::new();
    let form = form(text);
    for (candidate, occurrences, Nearness { at, is_close, .. }) in found {
        let file = files[candidate.page.file];
        let Some(page) = file.page(candidate.page.page) else { continue };
        let note = (candidate.page.file, page.note);
        match of_notes.iter_mut().find(|(other, _)| *other == note) {
            Some((_, count)) if *count >= of_note => continue,
            Some((_, count)) => *count += 1,
            None => of_notes.push((note, 1)),
        }
        let Snippet { text, ranges, run } = snippet::snippet_at(file, page, &occurrences, at);
        hits.push(InsideHit {
            file: candidate.page.file,
            note: file.id(page.note).to_owned(),
            title: file.title(page.note).to_owned(),
            page: page.number,
            score: i32::try_from(candidate.score).unwrap_or(i32::MAX),
            has_all: candidate.words == all,
            stays_first: candidate.words == all
                && match form {
                    Form::Words => true,
                    Form::LikeQuestion => is_close,
                    Form::Question => false,
                },
            snippet: text,
            ranges,
            mark: run,
        });
        if hits.len() == limit {
            break;
        }
    }
    hits
}

/// Selects the best pages that contain all phrases, up to a limit. In each page, locates the words and the position
/// where they are closest together.
fn looked_into(
    files: &[&FullTextIndex],
    query: &Query,
    table: &Bm25Scorer<'_, '_>,
    best: Vec<Candidate>,
    enough: usize,
) -> Vec<(Candidate, Vec<Occurrence>, Nearness)> {
    let in_phrases = query.phrases.iter().cloned().flatten().fold(0, |words, word| words | 1 << word);
    let mut codes_of_files: Vec<Option<Vec<QueryWordSet>>> = vec![None; files.len()];
    let mut bytes_left = READ_MAX_BYTES;
    let mut found = Vec::new();
    for candidate in best.into_iter().filter(|candidate| candidate.words & in_phrases == in_phrases) {
        let number = candidate.page.file;
        let file = files[number];
        let Some(page) = file.page(candidate.page.page) else { continue };
        let Some(left) = bytes_left.checked_sub(file.bytes_on(page)) else { break };
        let codes = codes_of_files[number].get_or_insert_with(|| words_by_code(file, &table.of_terms[number]));
        let occurrences = occurrences(file, page, codes);
        let words: u32 = occurrences.iter().map(|one| one.words.count_ones()).sum();
        bytes_left = left.saturating_sub(words as usize * BYTES_OF_WORD);
        if !query.phrases.iter().all(|phrase| contains_phrase(&occurrences, phrase.clone())) {
            continue;
        }
        let nearness = proximity_score(&occurrences, &table.rarities);
        found.push((Candidate { score: candidate.score + nearness.score, ..candidate }, occurrences, nearness));
        if found.len() == enough {
            break;
        }
    }
    found
}

/// Collects the terms that match the words: as typed, joined with the next word, or corrected if no file contains the
/// word.
fn meant<'a, 'file>(files: &'a [&'file FullTextIndex], query: &Query) -> Bm25Scorer<'a, 'file> {
    let mut table = Bm25Scorer::new(files, query);
    for (word, typed) in query.words.iter().enumerate() {
        table.add(word, typed.exact_and_prefix(files));
    }
    for (word, pair) in query.words.windows(2).enumerate() {
        let joined = format!("{}{}", pair[0].term, pair[1].term);
        let meaning = |file: &&FullTextIndex| {
            let term = file.dictionary().find(joined.as_bytes());
            term.map(|term| (term..term + 1, EXACT_WEIGHT)).into_iter().collect::<Vec<_>>()
        };
        let meanings: Vec<_> = files.iter().map(meaning).collect();
        table.add(word, meanings.clone());
        table.add(word + 1, meanings);
    }
    let nowhere: Vec<usize> = (0..query.words.len()).filter(|word| table.is_absent(*word)).collect();
    for word in nowhere.into_iter().take(CORRECTED_MAX) {
        for typos in [1, 2] {
            if table.is_absent(word) {
                let meanings = query.words[word].fuzzy(files, typos, &mut table.steps_left);
                table.add(word, meanings);
            }
        }
    }
    table.compute_weights();
    table
}

/// Adds terms within one typo of the rarest words. Returns true if there are any.
fn may_be_mistyped(table: &mut Bm25Scorer<'_, '_>, query: &Query, files: &[&FullTextIndex]) -> bool {
    let mut rarest: Vec<usize> = (0..query.words.len()).collect();
    rarest.retain(|word| !table.is_absent(*word));
    rarest.sort_by_key(|word| std::cmp::Reverse(table.rarities[*word]));
    let mut is_any = false;
    for word in rarest.into_iter().take(MISTYPED_MAX) {
        let meanings = query.words[word].fuzzy(files, 1, &mut table.steps_left);
        is_any |= meanings.iter().any(|of_file| !of_file.is_empty());
        table.add(word, meanings);
    }
    table.compute_weights();
    is_any
}
