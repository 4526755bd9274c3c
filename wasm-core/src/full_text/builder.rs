//! Writer of full-text indexes.

use std::collections::HashMap;

use super::PageText;
use super::format::{Shape, framed, put_section, put_text, write_number};
use super::token_codec::CodeLengths;
use super::tokenizer::{Segment, for_each_segment, normalize_term};
use crate::index_sort::to_u32;

/// Weight of a word in a heading, in occurrences.
const HEADING_WORTH: u32 = 3;

/// Collects notes and writes them into one index. The same notes in the same order give the same bytes.
#[derive(Debug, Default)]
pub struct Builder {
    pub(super) notes: Vec<Note>,
    pub(super) terms: Interner,
    /// Words in their written form.
    surfaces: Interner,
    separators: Interner,
    /// The items that get codes: written words and separators. Until the codes are known, streams contain indexes of
    /// this list.
    pub(super) tokens: Vec<InternedToken>,
    /// Indexes in `tokens` of each entry of `surfaces` and of `separators`.
    of_surface: Vec<u32>,
    of_separator: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Note {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) pages: Vec<Page>,
}

#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) number: u32,
    pub(super) words: u32,
    /// Indexes in `Builder::tokens`.
    pub(super) stream: Vec<u32>,
    /// Terms with their number of occurrences.
    pub(super) terms: Vec<(u32, u32)>,
}

/// A unique token: a word as written, or a separator.
#[derive(Debug)]
pub(super) struct InternedToken {
    /// Term of a word; `None` for a separator.
    term: Option<u32>,
    /// Index in `surfaces` or `separators`.
    place: u32,
    count: u32,
}

/// Assigns consecutive numbers to unique strings.
#[derive(Debug, Default)]
pub(super) struct Interner {
    numbers: HashMap<String, u32>,
    texts: Vec<String>,
}

impl Interner {
    /// Returns the number of this text, and true if it is new.
    pub(super) fn intern(&mut self, text: &str) -> (u32, bool) {
        if let Some(number) = self.numbers.get(text) {
            return (*number, false);
        }
        let number = to_u32(self.texts.len());
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        (number, true)
    }
}

impl Builder {
    /// Adds a note with its pages in order. Pages without words are left out.
    pub fn add_note<'a>(&mut self, id: &str, title: &str, pages: impl IntoIterator<Item = PageText<'a>>) {
        let mut note = Note { id: id.to_owned(), title: title.to_owned(), pages: Vec::new() };
        for PageText { page: number, text } in pages {
            let mut page = Page { number, ..Page::default() };
            let mut terms: HashMap<u32, u32> = HashMap::new();
            for_each_segment(text, |piece| match piece {
                Segment::Word(surface, is_heading) => {
                    let thing = self.word(surface, None);
                    page.words += 1;
                    page.stream.push(thing);
                    if let Some(term) = self.tokens[thing as usize].term {
                        *terms.entry(term).or_default() += if is_heading { HEADING_WORTH } else { 1 };
                    }
                }
                Segment::Separator(between) => {
                    let thing = self.separator(&between);
                    page.stream.push(thing);
                }
            });
            page.terms = terms.into_iter().collect();
            if page.words > 0 {
                note.pages.push(page);
            }
        }
        self.push(note);
    }

    pub(super) fn push(&mut self, note: Note) {
        for thing in note.pages.iter().flat_map(|page| &page.stream) {
            self.tokens[*thing as usize].count += 1;
        }
        self.notes.push(note);
    }

    /// Returns the coded item of a word in this written form.
    pub(super) fn word(&mut self, surface: &str, term: Option<&str>) -> u32 {
        let (place, is_new) = self.surfaces.intern(surface);
        if is_new {
            let term = term.map_or_else(|| normalize_term(surface), str::to_owned);
            let term = self.terms.intern(&term).0;
            self.of_surface.push(to_u32(self.tokens.len()));
            self.tokens.push(InternedToken { term: Some(term), place, count: 0 });
        }
        self.of_surface[place as usize]
    }

    /// Returns the coded item of a separator.
    pub(super) fn separator(&mut self, between: &str) -> u32 {
        let (place, is_new) = self.separators.intern(between);
        if is_new {
            self.of_separator.push(to_u32(self.tokens.len()));
            self.tokens.push(InternedToken { term: None, place, count: 0 });
        }
        self.of_separator[place as usize]
    }

    /// Writes all notes that were added.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        for title in self.notes.iter().map(|note| note.title.clone()).collect::<Vec<_>>() {
            // The search finds words of titles only if they are terms.
            for_each_segment(&title, |piece| {
                if let Segment::Word(word, _) = piece {
                    self.terms.intern(&normalize_term(word));
                }
            });
        }
        let sorted_terms = self.sorted_terms();
        let (lengths, length_of) = self.lengths();
        let mut written = self.write_terms(&sorted_terms, &length_of);
        let mut separators = Vec::new();
        write_number(&mut separators, to_u32(self.separators.texts.len()));
        for (text, thing) in self.separators.texts.iter().zip(&self.of_separator) {
            separators.push(length_of[*thing as usize] << 4);
            put_text(&mut separators, text.as_bytes());
            written.order.push(*thing);
        }
        let mut codes = codes_in(&written.order, &length_of, lengths);
        written.same.iter().for_each(|(other, first)| codes[*other as usize] = codes[*first as usize]);

        let (mut notes, mut pages, mut streams) = (Vec::new(), Vec::new(), Vec::new());
        write_number(&mut notes, to_u32(self.notes.len()));
        for note in &self.notes {
            put_text(&mut notes, note.id.as_bytes());
            put_text(&mut notes, note.title.as_bytes());
            write_number(&mut notes, to_u32(note.pages.len()));
            let mut before = 0;
            for page in &note.pages {
                write_number(&mut pages, page.number.saturating_sub(before));
                before = page.number;
                write_number(&mut pages, page.words);
                let start = streams.len();
                page.stream.iter().for_each(|thing| lengths.put(&mut streams, codes[*thing as usize]));
                write_number(&mut pages, to_u32(streams.len() - start));
            }
        }
        let mut body = vec![lengths.ones, lengths.twos];
        for section in [&notes, &pages, &written.terms, &separators, &written.postings, &streams] {
            put_section(&mut body, section);
        }
        framed(&body)
    }

    /// Returns the numbers of the terms in byte order.
    fn sorted_terms(&self) -> Vec<u32> {
        let mut sorted: Vec<u32> = (0..to_u32(self.terms.texts.len())).collect();
        sorted.sort_unstable_by_key(|term| &self.terms.texts[*term as usize]);
        sorted
    }

    /// Returns how many codes have each length, and the length of the code of each item.
    fn lengths(&self) -> (CodeLengths, Vec<u8>) {
        let mut by_count: Vec<u32> = (0..to_u32(self.tokens.len())).collect();
        // The text breaks ties, so that the result does not depend on the order of the notes.
        by_count.sort_unstable_by_key(|thing| {
            let thing = &self.tokens[*thing as usize];
            let texts = if thing.term.is_some() { &self.surfaces } else { &self.separators };
            (std::cmp::Reverse(thing.count), thing.term.is_none(), &texts.texts[thing.place as usize])
        });
        let counts: Vec<u32> = by_count.iter().map(|thing| self.tokens[*thing as usize].count).collect();
        let lengths = CodeLengths::shortest_for(&counts);
        let mut length_of = vec![1; self.tokens.len()];
        for (rank, thing) in (0..).zip(by_count) {
            length_of[thing as usize] = lengths.length(rank);
        }
        (lengths, length_of)
    }

    /// Writes the sections of terms and postings, and collects the words in the order of their terms.
    fn write_terms(&self, sorted_terms: &[u32], length_of: &[u8]) -> Written {
        let mut words: Vec<Vec<u32>> = vec![Vec::new(); self.terms.texts.len()];
        for (place, thing) in self.of_surface.iter().enumerate() {
            if let Some(term) = self.tokens[*thing as usize].term {
                words[term as usize].push(to_u32(place));
            }
        }
        let postings = self.postings();
        let mut written = Written::default();
        write_number(&mut written.terms, to_u32(sorted_terms.len()));
        let mut before: &[u8] = &[];
        for term in sorted_terms {
            let text = self.terms.texts[*term as usize].as_bytes();
            let shared = text.iter().zip(before).take_while(|(one, other)| one == other).count();
            // The number fits into a byte, because terms are shorter than 256 bytes.
            written.terms.push(to_u32(shared).to_le_bytes()[0]);
            put_text(&mut written.terms, &text[shared..]);
            before = text;
            let start = written.postings.len();
            put_postings(&mut written.postings, &postings[*term as usize]);
            write_number(&mut written.terms, to_u32(written.postings.len() - start));
            let words = &mut words[*term as usize];
            words.sort_unstable_by_key(|place| &self.surfaces.texts[*place as usize]);
            // The count is one byte, and no language has more spellings of one word. Further spellings get the code of
            // the first.
            let others = words.split_off(words.len().min(255));
            written.same.extend(
                others
                    .iter()
                    .map(|other| (*other, words[0]))
                    .map(|(other, first)| (self.of_surface[other as usize], self.of_surface[first as usize])),
            );
            written.terms.push(to_u32(words.len()).to_le_bytes()[0]);
            for place in words.iter() {
                let surface = &self.surfaces.texts[*place as usize];
                let thing = self.of_surface[*place as usize];
                let shape = Shape::of(surface, &self.terms.texts[*term as usize]);
                written.terms.push(length_of[thing as usize] << 4 | shape as u8);
                if shape == Shape::Irregular {
                    put_text(&mut written.terms, surface.as_bytes());
                }
                written.order.push(thing);
            }
        }
        written
    }

    /// Returns the pages of each term, ascending, with the number of occurrences.
    fn postings(&self) -> Vec<Vec<(u32, u32)>> {
        let mut postings: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.terms.texts.len()];
        for (number, page) in (0..).zip(self.notes.iter().flat_map(|note| &note.pages)) {
            for (term, count) in &page.terms {
                postings[*term as usize].push((number, *count));
            }
        }
        postings
    }
}

#[derive(Debug, Default)]
struct Written {
    terms: Vec<u8>,
    postings: Vec<u8>,
    /// Coded items in the order of the file.
    order: Vec<u32>,
    /// Items that are written with the code of another item.
    same: Vec<(u32, u32)>,
}

fn put_postings(bytes: &mut Vec<u8>, postings: &[(u32, u32)]) {
    let mut next = 0;
    for (page, count) in postings {
        let is_often = *count > 1;
        write_number(bytes, (page - next) << 1 | u32::from(is_often));
        if is_often {
            write_number(bytes, *count);
        }
        next = page + 1;
    }
}

/// Returns the code of each item: codes of one length are in the order of the file. Items that are not written have
/// code 0.
fn codes_in(order: &[u32], length_of: &[u8], lengths: CodeLengths) -> Vec<u32> {
    let (one_end, two_end) = lengths.code_limits();
    let mut next = [0, one_end, two_end];
    let mut codes = vec![0; length_of.len()];
    for thing in order {
        let next = &mut next[usize::from(length_of[*thing as usize]) - 1];
        codes[*thing as usize] = *next;
        *next += 1;
    }
    codes
}
