//! The search: terms, then pages, then how near their words are.

use serde::Serialize;

use super::near::{Occurrence, Words, codes_as_words, has_phrase, nearness, occurrences};
use super::query::{EXACT, Query};
use super::rank::{Candidate, Table};
use super::reader::InsideFile;
use super::snippet::{self, Snippet};

/// Pages that are looked into for how near the words are, and how many when phrases have to be found. Of those that have the
/// phrases, as many as without are enough.
const LOOKED_INTO: usize = 150;
const LOOKED_INTO_FOR_PHRASES: usize = 2_000;
/// Most bytes of pages that one query reads, and what each of its words there counts as: for a phrase of frequent words this is
/// what bounds its time.
const READ_MAX_BYTES: usize = 400_000;
const BYTES_OF_WORD: usize = 2;
/// Most words that are looked for with typos because nothing has them.
const CORRECTED_MAX: usize = 4;
/// Most words, the rarest, that may be mistyped when no page has all words as typed.
const MISTYPED_MAX: usize = 2;
/// A page that has what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct InsideHit {
    /// The number of its file among those that were searched, from 0.
    pub file: usize,
    /// Id of the note.
    pub note: String,
    /// Title of the note.
    pub title: String,
    /// Number of the page, from 1.
    pub page: u32,
    /// Only its order has a meaning.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub score: i32,
    /// Whether the page or the title has all words.
    pub has_all: bool,
    /// A part of the page.
    pub snippet: String,
    /// What matched in it: starts and ends in UTF-16 units, ascending, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub ranges: Vec<(u32, u32)>,
    /// What to mark on the page: the most words of the snippet that matched and follow each other, as they are written there.
    pub mark: String,
}

/// The best pages for a query in these files, at most `limit`, and at most `of_note` of one note, best first.
#[must_use]
pub fn search(files: &[&InsideFile], text: &str, limit: usize, of_note: usize) -> Vec<InsideHit> {
    let query = Query::read(text);
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
    for (candidate, occurrences, at) in found {
        let file = files[candidate.page.file];
        let Some(page) = file.page(candidate.page.page) else { continue };
        let note = (candidate.page.file, page.note);
        match of_notes.iter_mut().find(|(other, _)| *other == note) {
            Some((_, count)) if *count >= of_note => continue,
            Some((_, count)) => *count += 1,
            None => of_notes.push((note, 1)),
        }
        let Snippet { text, ranges, run } = snippet::of(file, page, &occurrences, at);
        hits.push(InsideHit {
            file: candidate.page.file,
            note: file.id(page.note).to_owned(),
            title: file.title(page.note).to_owned(),
            page: page.number,
            score: i32::try_from(candidate.score).unwrap_or(i32::MAX),
            has_all: candidate.words == all,
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

/// Of the best pages those that have all phrases, at most so many: where the words are, and where they are nearest.
fn looked_into(
    files: &[&InsideFile],
    query: &Query,
    table: &Table<'_, '_>,
    best: Vec<Candidate>,
    enough: usize,
) -> Vec<(Candidate, Vec<Occurrence>, u32)> {
    let in_phrases = query.phrases.iter().cloned().flatten().fold(0, |words, word| words | 1 << word);
    let mut codes_of_files: Vec<Option<Vec<Words>>> = vec![None; files.len()];
    let mut bytes_left = READ_MAX_BYTES;
    let mut found = Vec::new();
    for candidate in best.into_iter().filter(|candidate| candidate.words & in_phrases == in_phrases) {
        let number = candidate.page.file;
        let file = files[number];
        let Some(page) = file.page(candidate.page.page) else { continue };
        let Some(left) = bytes_left.checked_sub(file.bytes_on(page)) else { break };
        let codes = codes_of_files[number].get_or_insert_with(|| codes_as_words(file, &table.of_terms[number]));
        let occurrences = occurrences(file, page, codes);
        let words: u32 = occurrences.iter().map(|one| one.words.count_ones()).sum();
        bytes_left = left.saturating_sub(words as usize * BYTES_OF_WORD);
        if !query.phrases.iter().all(|phrase| has_phrase(&occurrences, phrase.clone())) {
            continue;
        }
        let (nearness, at) = nearness(&occurrences, &table.rarities);
        found.push((Candidate { score: candidate.score + nearness, ..candidate }, occurrences, at));
        if found.len() == enough {
            break;
        }
    }
    found
}

/// What the words mean: as typed, put together with their neighbours, or, where nothing has them, with typos.
fn meant<'a, 'file>(files: &'a [&'file InsideFile], query: &Query) -> Table<'a, 'file> {
    let mut table = Table::new(files, query);
    for (word, typed) in query.words.iter().enumerate() {
        table.add(word, typed.as_typed(files));
    }
    for (word, pair) in query.words.windows(2).enumerate() {
        let joined = format!("{}{}", pair[0].term, pair[1].term);
        let meaning = |file: &&InsideFile| {
            let term = file.dictionary().find(joined.as_bytes());
            term.map(|term| (term..term + 1, EXACT)).into_iter().collect::<Vec<_>>()
        };
        let meanings: Vec<_> = files.iter().map(meaning).collect();
        table.add(word, meanings.clone());
        table.add(word + 1, meanings);
    }
    let nowhere: Vec<usize> = (0..query.words.len()).filter(|word| table.is_nowhere(*word)).collect();
    for word in nowhere.into_iter().take(CORRECTED_MAX) {
        for typos in [1, 2] {
            if table.is_nowhere(word) {
                let meanings = query.words[word].with_typos(files, typos, &mut table.steps_left);
                table.add(word, meanings);
            }
        }
    }
    table.weigh();
    table
}

/// Lets the rarest words have a typo; whether that added anything.
fn may_be_mistyped(table: &mut Table<'_, '_>, query: &Query, files: &[&InsideFile]) -> bool {
    let mut rarest: Vec<usize> = (0..query.words.len()).collect();
    rarest.retain(|word| !table.is_nowhere(*word));
    rarest.sort_by_key(|word| std::cmp::Reverse(table.rarities[*word]));
    let mut is_any = false;
    for word in rarest.into_iter().take(MISTYPED_MAX) {
        let meanings = query.words[word].with_typos(files, 1, &mut table.steps_left);
        is_any |= meanings.iter().any(|of_file| !of_file.is_empty());
        table.add(word, meanings);
    }
    table.weigh();
    is_any
}
