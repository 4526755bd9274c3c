//! The titles in a document's outline and their levels.

use std::collections::{HashMap, HashSet};

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, ObjectIdentifier, String as PdfString};

use super::super::metadata::decode_text_string;

/// Maximum number of entries that are read.
const ENTRIES_MAX: usize = 20_000;

/// Maximum depth of entries.
const DEPTH_MAX: u8 = 6;

/// Levels of the titles in the outline, from 1, by the result of `comparable`.
#[derive(Debug, Default)]
pub(in crate::pdf) struct Outline {
    levels: HashMap<String, u8>,
}

impl Outline {
    /// Reads the outline. The result is empty if there is none.
    pub(in crate::pdf) fn read(pdf: &Pdf) -> Self {
        let mut levels = HashMap::new();
        let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
        let first = root.and_then(|root| root.get::<Dict<'_>>(b"Outlines".as_slice())?.get(b"First".as_slice()));
        let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
        let mut open: Vec<(Dict<'_>, u8)> = first.into_iter().map(|entry| (entry, 1)).collect();
        while let Some((entry, level)) = open.pop() {
            let is_new = entry.obj_id().is_none_or(|id| seen.insert(id));
            if !is_new || levels.len() >= ENTRIES_MAX || seen.len() >= ENTRIES_MAX {
                continue;
            }
            if let Some(title) = entry.get::<PdfString<'_>>(b"Title".as_slice()) {
                levels.entry(comparable(&decode_text_string(title.as_bytes()))).or_insert(level);
            }
            open.extend(entry.get::<Dict<'_>>(b"Next".as_slice()).map(|next| (next, level)));
            if level < DEPTH_MAX {
                open.extend(entry.get::<Dict<'_>>(b"First".as_slice()).map(|kid| (kid, level + 1)));
            }
        }
        levels.remove("");
        Self { levels }
    }

    /// Returns the level of a heading with this text, if the outline contains it.
    pub(super) fn level(&self, text: &str) -> Option<u8> {
        if self.levels.is_empty() {
            return None;
        }
        let text = comparable(text);
        self.levels.get(&text).or_else(|| self.levels.get(text.trim_start_matches(char::is_numeric))).copied()
    }

    #[cfg(test)]
    pub(super) fn of(titles: &[(&str, u8)]) -> Self {
        Self { levels: titles.iter().map(|(title, level)| (comparable(title), *level)).collect() }
    }
}

/// Returns the letters and digits in lower case, because headings and outline entries differ in spaces and punctuation.
fn comparable(text: &str) -> String {
    let text: String = text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match text.trim_start_matches(char::is_numeric) {
        "" => text,
        words => words.to_owned(),
    }
}
