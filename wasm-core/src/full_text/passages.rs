//! Passages: the parts of a page that search by meaning compares with a question.

use std::ops::Range;

use super::reader::{FullTextIndex, PageEntry, TokenCode};

/// Number of words in a passage: about 120 word pieces of English.
pub const PASSAGE_WORDS: usize = 90;
/// Number of words that a passage shares with the previous one, so that a sentence at the border is complete in one of
/// them.
pub const PASSAGE_OVERLAP_WORDS: usize = 20;

/// Returns the passages of a text as byte ranges, in order. Words are separated by white space. The last passage of a
/// long text begins earlier, so that it has as many words as the others.
#[must_use]
pub fn passages(text: &str) -> Vec<Range<usize>> {
    let words: Vec<Range<usize>> = text
        .split_whitespace()
        .map(|word| {
            let start = word.as_ptr().addr() - text.as_ptr().addr();
            start..start + word.len()
        })
        .collect();
    let passage = |from: usize| {
        let within = words.get(from..words.len().min(from + PASSAGE_WORDS))?;
        Some(within.first()?.start..within.last()?.end)
    };
    let last = words.len().saturating_sub(PASSAGE_WORDS);
    let starts = (0..last).step_by(PASSAGE_WORDS - PASSAGE_OVERLAP_WORDS).chain([last]);
    starts.filter_map(passage).collect()
}

impl FullTextIndex {
    /// Calls `each` with the id of the note, the page number and the text of every page, in order.
    pub fn for_each_page(&self, mut each: impl FnMut(&str, u32, &str)) {
        let mut text = String::new();
        for page in self.all_pages() {
            self.read_page(page, &mut text);
            each(self.id(page.note), page.number, &text);
        }
    }

    /// Returns a passage of a page, numbered from 0, with the title of its note. Returns `None` if the file does not
    /// contain it.
    #[must_use]
    pub fn passage(&self, note: &str, page: u32, number: usize) -> Option<(&str, String)> {
        let pages = self.pages_of(note)?;
        let page = pages.filter_map(|place| self.page(place)).find(|one| one.number == page)?;
        let mut text = String::new();
        self.read_page(page, &mut text);
        let range = passages(&text).into_iter().nth(number)?;
        Some((self.title(page.note), text[range].to_owned()))
    }

    /// Replaces `text` by the text of a page. Line ends are spaces.
    fn read_page(&self, page: &PageEntry, text: &mut String) {
        text.clear();
        let mut was_word = false;
        for code in self.stream(page) {
            let is_word = !matches!(code, TokenCode::Separator(..));
            if is_word && was_word {
                text.push(' ');
            }
            self.write(code, text);
            was_word = is_word;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::full_text::{Builder, PageText};

    #[test]
    fn passage_of_an_index_is_the_text_of_its_page() {
        let mut builder = Builder::default();
        let long = (0..200).map(|number| format!("word{number}")).collect::<Vec<_>>().join(" ");
        let pages = [(2, "Don't (ever)\npre-set 'it'."), (3, &long)].map(|(page, text)| PageText { page, text });
        builder.add_note("n1", "Locks", pages);
        let file = FullTextIndex::read(builder.finish()).unwrap();
        assert_eq!(file.passage("n1", 2, 0), Some(("Locks", "Don't (ever) pre-set 'it'.".to_owned())));
        let (_, second) = file.passage("n1", 3, 1).unwrap();
        assert!(second.starts_with("word70 ") && second.ends_with(" word159"), "{second}");
        for (note, page, number) in [("n1", 2, 1), ("n1", 4, 0), ("n2", 2, 0)] {
            assert_eq!(file.passage(note, page, number), None);
        }
        let mut seen = Vec::new();
        file.for_each_page(|note, page, text| seen.push((note.to_owned(), page, passages(text).len())));
        assert_eq!(seen, [("n1".to_owned(), 2, 1), ("n1".to_owned(), 3, 3)]);
    }

    #[test]
    fn passages_cover_every_word_and_overlap_at_their_borders() {
        let words: Vec<String> = (0..250).map(|number| format!("wörd{number}")).collect();
        let text = format!("  {}\n", words.join(" \n"));
        let found: Vec<Vec<&str>> =
            passages(&text).into_iter().map(|range| text[range].split_whitespace().collect()).collect();
        assert_eq!(found.len(), 4);
        assert!(found.iter().all(|passage| passage.len() == PASSAGE_WORDS));
        let mut next = 0;
        for passage in &found {
            let start = words.iter().position(|word| word == passage[0]).unwrap();
            assert!(start == 0 || start + PASSAGE_OVERLAP_WORDS <= next, "{start} after {next}");
            next = start + passage.len();
        }
        assert_eq!(next, words.len());
    }

    #[test]
    fn short_text_is_one_passage_and_empty_text_is_none() {
        assert_eq!(passages(" two words "), vec![1..10]);
        assert_eq!(passages(" \n"), Vec::<Range<usize>>::new());
    }
}
