//! Which parts of a hit matched, for showing.

use super::query::{Quality, Query};
use super::rank;
use crate::catalogue::Index;
use crate::course::CourseCode;
use crate::text::{word_ranges, words};

/// What matched in the title: starts and ends in UTF-16 units, rising, not overlapping.
pub(super) fn in_title(index: &Index<'_>, query: &Query, course: u32) -> Vec<(u32, u32)> {
    in_text(index, query, course, index.title(course), 0)
}

/// What matched in the subject of a thing of a library, whose words come after those of its title.
pub(super) fn in_subject(index: &Index<'_>, query: &Query, thing: u32) -> Vec<(u32, u32)> {
    in_text(index, query, thing, index.subject(thing), words(index.title(thing)).len())
}

/// What matched in a text whose first word is this one of the course's terms.
fn in_text(index: &Index<'_>, query: &Query, course: u32, text: &str, first: usize) -> Vec<(u32, u32)> {
    let mut terms = index.title_terms(course).iter().skip(first);
    word_ranges(text, |_| {
        let term = terms.next()?;
        let prefixes = query.words.iter().filter_map(|typed| match typed.titles.quality(term)? {
            Quality::Beginning => Some(typed.text.len()),
            Quality::Whole | Quality::Mended => Some(usize::MAX),
        });
        prefixes.max()
    })
}

/// What matched in the code as displayed ('CS 246'): starts and ends in UTF-16 units, rising, not overlapping.
pub(super) fn in_code(index: &Index<'_>, query: &Query, course: u32, code: CourseCode) -> Vec<(u32, u32)> {
    let (subject, all) = (code.prefix().len(), code.as_str().len());
    // Characters of the canonical code that matched, as a beginning and a part of the number.
    let (mut beginning, mut of_number) = (0, 0);
    let terms = index.code_terms(course);
    if let Some(reading) = &query.code {
        match reading.codes.quality(terms.code) {
            Some(Quality::Mended) => beginning = all,
            Some(_) => beginning = reading.text.len(),
            None => {}
        }
    }
    if beginning == 0 {
        for word in &query.words {
            // A word that the title has is marked there.
            let Some(found) = rank::find(index, word, course, 0).filter(|found| !found.is_in_title()) else { continue };
            let length = if found.quality == Quality::Mended { all } else { word.text.len() };
            if word.codes.quality(terms.code).is_some() {
                beginning = beginning.max(length);
            } else if word.subjects.quality(terms.subject).is_some() {
                beginning = beginning.max(length.min(subject));
            } else {
                of_number = of_number.max(length.min(all - subject));
            }
        }
    }
    let shown = |place: usize| u32::try_from(if place > subject { place + 1 } else { place }).unwrap_or(u32::MAX);
    let mut ranges = Vec::new();
    if beginning > 0 {
        ranges.push((0, shown(beginning.min(all))));
    }
    if of_number > 0 && beginning <= subject {
        ranges.push((shown(subject) + 1, shown(subject + of_number)));
    }
    ranges
}
