//! Preselection of pages: the pages of one note that may contain some words.

use super::query::Query;
use super::rank::{POSTINGS_MAX_BYTES, TERM_COST_BYTES};
use super::reader::FullTextIndex;

/// Returns the numbers, ascending, of the pages that contain all words of `text`, possibly as parts of longer words.
/// The order of the words is not checked. Returns `None` if the note is not in the file, if `text` has no words, or if
/// the words have too many postings.
#[must_use]
pub fn candidate_pages(file: &FullTextIndex, note: &str, text: &str) -> Option<Vec<u32>> {
    let pages = file.pages_of(note)?;
    let words: Vec<String> = Query::parse(text).words.into_iter().map(|word| word.term).collect();
    if words.is_empty() {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    for (word, text) in words.iter().enumerate() {
        Part::add(&mut parts, text.clone(), 1 << word);
    }
    // A word that was broken at the end of a line is one term, but may be typed as two words.
    for (word, pair) in words.windows(2).enumerate() {
        Part::add(&mut parts, pair.concat(), 0b11 << word);
    }
    let mut bytes_left = POSTINGS_MAX_BYTES;
    let mut there = vec![0_u16; pages.len()];
    for term in 0..file.dictionary().len() {
        let written = file.term(term);
        let letters = letters_of(written);
        let its = parts.iter().filter(|part| part.letters & letters == part.letters && written.contains(&part.text));
        let bits = its.fold(0, |bits, part| bits | part.words);
        if bits == 0 {
            continue;
        }
        bytes_left = bytes_left.checked_sub(file.postings_bytes(&(term..term + 1)) + TERM_COST_BYTES)?;
        file.for_each_posting(term, |page, _| {
            let place = page.checked_sub(pages.start).and_then(|place| there.get_mut(place as usize));
            if let Some(place) = place {
                *place |= bits;
            }
        });
    }
    let all = u16::MAX >> (16 - words.len());
    let with_all = (pages.start..).zip(&there).filter(|(_, bits)| **bits == all);
    Some(with_all.filter_map(|(page, _)| file.page(page)).map(|page| page.number).collect())
}

/// A text that a term may contain.
struct Part {
    text: String,
    letters: u64,
    /// One bit for each query word that a term with this text contains.
    words: u16,
}

impl Part {
    fn add(parts: &mut Vec<Self>, text: String, words: u16) {
        match parts.iter_mut().find(|part| part.text == text) {
            Some(part) => part.words |= words,
            None => parts.push(Self { letters: letters_of(&text), text, words }),
        }
    }
}

/// Returns a set of the bytes of a word in 64 bits, so some bytes share a bit. Only the few terms that have all bits of
/// a text are compared with it.
fn letters_of(word: &str) -> u64 {
    word.bytes().fold(0, |letters, byte| letters | 1 << (byte % 64))
}
