//! Which pages of one note may have words, for whoever then looks into these pages alone.

use super::query::Query;
use super::rank::POSTINGS_MAX_BYTES;
use super::reader::InsideFile;

/// Numbers of the pages of a note on which these words may stand one behind the other, also as parts of longer words, in
/// ascending order. Nothing where that is not known: the note is not in the file, nothing of `text` is a word, or its words
/// are on too much to count.
#[must_use]
pub fn pages_with(file: &InsideFile, note: &str, text: &str) -> Option<Vec<u32>> {
    let pages = file.pages_of(note)?;
    let words: Vec<String> = Query::read(text).words.into_iter().map(|word| word.term).collect();
    if words.is_empty() {
        return None;
    }
    // A word that was broken at the end of a line is one term, which may be typed as two words.
    let pairs: Vec<String> = words.windows(2).map(<[String]>::concat).collect();
    let mut bytes_left = POSTINGS_MAX_BYTES;
    let mut there = vec![0_u16; pages.len()];
    for term in 0..file.dictionary().len() {
        let written = file.term(term);
        let singly = (0..).zip(&words).filter(|(_, word)| written.contains(word.as_str()));
        let mut bits = singly.fold(0, |bits, (word, _)| bits | 1_u16 << word);
        for (word, _) in (0..).zip(&pairs).filter(|(_, pair)| written.contains(pair.as_str())) {
            bits |= 0b11 << word;
        }
        if bits == 0 {
            continue;
        }
        bytes_left = bytes_left.checked_sub(file.postings_bytes(&(term..term + 1)) + 1)?;
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
