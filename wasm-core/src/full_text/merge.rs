//! Merges the notes of other indexes without reading any text again.

use super::builder::{Builder, Note, Page};
use super::reader::{FullTextIndex, TokenCode};

impl Builder {
    /// Adds the pages of a single-note index as one note with this id and title.
    pub fn add_file(&mut self, id: &str, title: &str, file: &FullTextIndex) {
        // For each code of the other file: the item of this builder, once the code has occurred.
        let mut things: Vec<Option<u32>> = vec![None; file.all_codes().len()];
        let mut terms_of_pages: Vec<Vec<(u32, u32)>> = vec![Vec::new(); file.pages()];
        for term in 0..file.dictionary().len() {
            let mut number = None;
            file.for_each_posting(term, |page, count| {
                let number = *number.get_or_insert_with(|| self.terms.intern(file.term(term)).0);
                terms_of_pages[page as usize].push((number, count));
            });
        }
        let mut note = Note { id: id.to_owned(), title: title.to_owned(), pages: Vec::new() };
        let mut text = String::new();
        for (page, terms) in file.all_pages().iter().zip(terms_of_pages) {
            let mut stream = Vec::new();
            for code in file.codes_of(page) {
                let Some(known) = things.get_mut(code as usize) else { continue };
                let thing = known.unwrap_or_else(|| {
                    text.clear();
                    let meaning = file.all_codes()[code as usize];
                    file.write(meaning, &mut text);
                    let thing = match meaning {
                        TokenCode::Separator(..) => self.separator(&text),
                        TokenCode::Word(term, _) | TokenCode::OwnText(term, ..) => {
                            self.word(&text, Some(file.term(term)))
                        }
                    };
                    *known = Some(thing);
                    thing
                });
                stream.push(thing);
            }

            note.pages.push(Page { number: page.number, words: page.words, stream, terms });
        }
        self.push(note);
    }
}
