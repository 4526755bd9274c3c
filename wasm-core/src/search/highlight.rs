//! Highlighting: the matching parts of a hit.

use super::query::{MatchQuality, Query};
use super::rank;
use crate::catalogue::Index;
use crate::course::CourseCode;
use crate::text::{word_ranges, words};

/// Returns the matches in the title: starts and ends in UTF-16 units, ascending, not overlapping.
pub(super) fn in_title(index: &Index<'_>, query: &Query, course: u32) -> Vec<(u32, u32)> {
    in_text(index, query, course, index.title(course), 0)
}

/// Returns the matches in the subject of a library item, whose terms follow those of its title.
pub(super) fn in_subject(index: &Index<'_>, query: &Query, item: u32) -> Vec<(u32, u32)> {
    in_text(index, query, item, index.subject(item), words(index.title(item)).len())
}

/// Returns the matches in a text whose words are the course's title terms from index `first` on.
fn in_text(index: &Index<'_>, query: &Query, course: u32, text: &str, first: usize) -> Vec<(u32, u32)> {
    let mut terms = index.title_terms(course).iter().skip(first);
    word_ranges(text, |_| {
        let term = terms.next()?;
        let prefixes = query.words.iter().filter_map(|typed| match typed.titles.quality(term)? {
            MatchQuality::Prefix => Some(typed.text.len()),
            MatchQuality::Exact | MatchQuality::OtherNumeral | MatchQuality::TypoCorrected => Some(usize::MAX),
        });
        prefixes.max()
    })
}

/// Returns the matches in the displayed code ('CS 246'): starts and ends in UTF-16 units, ascending, not overlapping.
pub(super) fn in_code(index: &Index<'_>, query: &Query, course: u32, code: CourseCode) -> Vec<(u32, u32)> {
    let (subject, all) = (code.prefix().len(), code.as_str().len());
    // Numbers of matching characters from the start of the canonical code, and from the start of its number.
    let (mut prefix, mut of_number) = (0, 0);
    let terms = index.code_terms(course);
    if let Some(reading) = &query.code {
        match reading.codes.quality(terms.code) {
            Some(MatchQuality::TypoCorrected) => prefix = all,
            Some(_) => prefix = reading.text.len(),
            None => {}
        }
    }
    if prefix == 0 {
        for word in &query.words {
            // A word that matched in the title is highlighted there.
            let Some(found) = rank::find(index, word, course, 0).filter(|found| !found.is_in_title()) else { continue };
            let length = if found.quality == MatchQuality::TypoCorrected { all } else { word.text.len() };
            if word.codes.quality(terms.code).is_some() {
                prefix = prefix.max(length);
            } else if word.subjects.quality(terms.subject).is_some() {
                prefix = prefix.max(length.min(subject));
            } else {
                of_number = of_number.max(length.min(all - subject));
            }
        }
    }
    let shown = |place: usize| u32::try_from(if place > subject { place + 1 } else { place }).unwrap_or(u32::MAX);
    let mut ranges = Vec::new();
    if prefix > 0 {
        ranges.push((0, shown(prefix.min(all))));
    }
    if of_number > 0 && prefix <= subject {
        ranges.push((shown(subject) + 1, shown(subject + of_number)));
    }
    ranges
}
