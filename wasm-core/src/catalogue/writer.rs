//! Writes the format described in the parent module, with everything precomputed that search needs.

use std::collections::HashMap;

use super::checksum::checksum;
use super::format::{HEADER_BYTES, MAGIC};
use super::packed_array::PackedWriter;
use super::popularity::Popularity;
use super::{CourseRecord, FORMAT_VERSION};
use crate::index_sort::{sort_indices, to_u32};
use crate::limits::CATALOGUE_DESCRIPTION_MAX_CHARS;
use crate::text::for_each_token;

/// Encodes a catalogue.
///
/// Encodes a catalogue. The order of the courses does not change the bytes, so the file's name, which is its hash,
/// changes only if a course does. Of two records with the same code, the more popular one is used. Long descriptions
/// are truncated.
#[must_use]
pub fn encode(records: &[CourseRecord]) -> Vec<u8> {
    let courses = most_popular_first(records);
    let lower: Vec<String> = courses.iter().map(|course| course.code.as_str().to_ascii_lowercase()).collect();
    let split = || courses.iter().zip(&lower).map(|(course, lower)| lower.split_at(course.code.prefix().len()));

    let titles = InvertedIndexBuilder::of(courses.len(), |each| {
        let mut buffer = String::new();
        for (number, course) in courses.iter().enumerate() {
            for_each_token(&course.title, &mut buffer, |word| each(number, word));
        }
    });
    let subjects = InvertedIndexBuilder::of(courses.len(), |each| {
        split().enumerate().for_each(|(number, (subject, _))| each(number, subject));
    });
    let numbers = InvertedIndexBuilder::of(courses.len(), |each| {
        split().enumerate().for_each(|(number, (_, of_subject))| each(number, of_subject));
    });

    let by_code = sort_indices(courses.len(), &|a, b| courses[a].code.cmp(&courses[b].code));
    let places = inverse_permutation(&by_code);
    // The codes of a subject are adjacent and in the order of the subjects, because digits sort before letters.
    let subject_of = |course: &u32| subjects.of_texts[*course as usize][0];
    let subject_starts = (0..=to_u32(subjects.terms.len()))
        .map(|subject| by_code.partition_point(|course| subject_of(course) < subject));

    let mut file = PackedWriter::default();
    // `Index::new` takes the lists in this order.
    file.texts(courses.iter().map(|course| course.title.as_str()));
    file.texts(courses.iter().map(|course| first_chars(&course.description, CATALOGUE_DESCRIPTION_MAX_CHARS)));
    file.numbers(&courses.iter().map(|course| course.likes).collect::<Vec<_>>());
    file.numbers(&courses.iter().map(|course| course.notes).collect::<Vec<_>>());
    file.numbers(&courses.iter().map(|course| course.activity).collect::<Vec<_>>());
    file.numbers(&courses.iter().map(|course| to_u32(course.title.chars().count())).collect::<Vec<_>>());
    file.lists(&titles.of_texts);
    file.numbers(&places);
    file.numbers(&subjects.of_texts.concat());
    file.numbers(&numbers.of_texts.concat());
    file.texts(titles.terms.iter().map(String::as_str));
    file.lists(&titles.posting_lists());
    file.texts(subjects.terms.iter().map(String::as_str));
    file.numbers(&subject_starts.map(to_u32).collect::<Vec<_>>());
    file.texts(numbers.terms.iter().map(String::as_str));
    file.lists(&numbers.posting_lists());
    file.texts(by_code.iter().map(|course| lower[*course as usize].as_str()));
    file.numbers(&by_code);
    with_header(MAGIC, &file.finish())
}

/// Returns the lists with a header.
pub(super) fn with_header(magic: [u8; 4], body: &[u8]) -> Vec<u8> {
    let mut file = Vec::with_capacity(HEADER_BYTES + body.len());
    file.extend_from_slice(&magic);
    file.push(FORMAT_VERSION);
    file.extend_from_slice(&checksum(body).to_le_bytes());
    file.extend_from_slice(body);
    file
}

/// Returns the courses, most popular first, with only the most popular record of each code.
fn most_popular_first(records: &[CourseRecord]) -> Vec<&CourseRecord> {
    let mut courses: Vec<&CourseRecord> = records.iter().collect();
    let by_text = |a: &CourseRecord, b: &CourseRecord| (&a.title, &a.description).cmp(&(&b.title, &b.description));
    courses.sort_by(|a, b| {
        a.code.cmp(&b.code).then_with(|| Popularity::of(a).cmp(&Popularity::of(b))).then_with(|| by_text(a, b))
    });
    courses.dedup_by_key(|course| course.code);
    courses.sort_by_key(|course| Popularity::of(course));
    courses
}

/// Returns the inverse of a permutation: the position of each number in `order`.
pub(super) fn inverse_permutation(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, number) in (0..).zip(order) {
        places[*number as usize] = place;
    }
    places
}

/// The terms of some texts, and the terms that each text contains.
pub(super) struct InvertedIndexBuilder {
    /// Unique terms in byte order.
    pub(super) terms: Vec<String>,
    /// Terms of each text in the order of the text.
    pub(super) of_texts: Vec<Vec<u32>>,
}

impl InvertedIndexBuilder {
    /// Builds a vocabulary. `for_each` calls its argument with each word of all texts, in order, and with the number of
    /// its text.
    pub(super) fn of(texts: usize, for_each: impl Fn(&mut dyn FnMut(usize, &str))) -> Self {
        let mut first_seen: HashMap<String, u32> = HashMap::new();
        let mut of_texts = vec![Vec::new(); texts];
        for_each(&mut |text, word| {
            let number = first_seen.get(word).copied().unwrap_or_else(|| {
                let number = to_u32(first_seen.len());
                first_seen.insert(word.to_owned(), number);
                number
            });
            of_texts[text].push(number);
        });
        let mut terms: Vec<(String, u32)> = first_seen.into_iter().collect();
        terms.sort_unstable();
        let mut places = vec![0; terms.len()];
        for (place, (_, number)) in (0..).zip(&terms) {
            places[*number as usize] = place;
        }
        for number in of_texts.iter_mut().flatten() {
            *number = places[*number as usize];
        }
        Self { terms: terms.into_iter().map(|(term, _)| term).collect(), of_texts }
    }

    /// Returns for each term the texts that contain it, in ascending order.
    pub(super) fn posting_lists(&self) -> Vec<Vec<u32>> {
        let mut texts: Vec<Vec<u32>> = vec![Vec::new(); self.terms.len()];
        for (text, terms) in (0..).zip(&self.of_texts) {
            for term in terms {
                let texts = &mut texts[*term as usize];
                // A text that repeats a term counts once.
                if texts.last() != Some(&text) {
                    texts.push(text);
                }
            }
        }
        texts
    }
}

pub(super) fn first_chars(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(end, _)| &text[..end])
}
