//! What is built once from a catalogue and then asked many times.

use std::ops::Range;
use std::slice::from_ref;

use super::dictionary::{Builder, Dictionary};
use crate::catalogue::CourseRecord;
use crate::course::CourseCode;
use crate::order::{as_u32, sorted};
use crate::recommend::Popularity;
use crate::text::for_each_token;

/// A searchable catalogue. It owns its courses, most popular first.
#[derive(Debug)]
pub struct Index {
    /// Most popular first, one a code. A course's number is its place here.
    records: Vec<CourseRecord>,
    /// Folded words of titles.
    pub(super) titles: Dictionary,
    /// Subjects: `cs`.
    pub(super) subjects: Dictionary,
    /// Numbers: `246`, `145e`.
    pub(super) numbers: Dictionary,
    /// Whole codes: `cs246`.
    pub(super) codes: Dictionary,
    /// The words of all titles in their order, as terms of `titles`.
    title_terms: Vec<u32>,
    /// Where each course's words end in `title_terms`.
    title_ends: Vec<u32>,
    /// Each course's code, as terms of the dictionaries above.
    code_terms: Vec<CodeTerms>,
    /// The length of each title in characters.
    title_chars: Vec<u32>,
}

/// A course's code as terms.
#[derive(Debug, Clone, Copy)]
pub(super) struct CodeTerms {
    /// Term of `subjects`.
    pub(super) subject: u32,
    /// Term of `numbers`.
    pub(super) number: u32,
    /// Term of `codes`.
    pub(super) code: u32,
}

impl Index {
    /// Builds the index of some courses. Of two records with one code one is kept, the same one in whatever order they come.
    #[must_use]
    pub fn build(records: &[CourseRecord]) -> Self {
        Self::new(records.to_vec())
    }

    /// Builds the index and takes the courses over.
    #[must_use]
    pub fn new(records: Vec<CourseRecord>) -> Self {
        let records = most_popular_first(records);
        let (codes, code_places) = codes_of(&records);
        let (mut titles, mut subjects, mut numbers) = (Builder::default(), Builder::default(), Builder::default());
        let mut title_terms = Vec::with_capacity(records.len() * 5);
        let mut title_ends = Vec::with_capacity(records.len());
        let mut code_terms = Vec::with_capacity(records.len());
        let mut title_chars = Vec::with_capacity(records.len());
        let mut buffer = String::new();
        for (record, code_place) in records.iter().zip(code_places) {
            for_each_token(&record.title, &mut buffer, |token| title_terms.push(titles.add(token)));
            title_ends.push(as_u32(title_terms.len()));
            title_chars.push(as_u32(record.title.chars().count()));
            let code = record.code.as_str().to_ascii_lowercase();
            let (subject, number) = code.split_at(record.code.prefix().len());
            code_terms.push(CodeTerms {
                subject: subjects.add(subject),
                number: numbers.add(number),
                code: code_place,
            });
        }

        let (mut titles, title_translation) = titles.finish();
        let (mut subjects, subject_translation) = subjects.finish();
        let (mut numbers, number_translation) = numbers.finish();
        for term in &mut title_terms {
            *term = title_translation[*term as usize];
        }
        for terms in &mut code_terms {
            terms.subject = subject_translation[terms.subject as usize];
            terms.number = number_translation[terms.number as usize];
        }
        titles.post(records.len(), &|course| &title_terms[course_range(&title_ends, course)]);
        subjects.post(records.len(), &|course| from_ref(&code_terms[course].subject));
        numbers.post(records.len(), &|course| from_ref(&code_terms[course].number));
        Self { records, titles, subjects, numbers, codes, title_terms, title_ends, code_terms, title_chars }
    }

    /// The courses, most popular first.
    #[must_use]
    pub fn records(&self) -> &[CourseRecord] {
        &self.records
    }

    /// The course with this code.
    #[must_use]
    pub fn course(&self, code: CourseCode) -> Option<&CourseRecord> {
        let term = self.codes.find(&code.as_str().to_ascii_lowercase())?;
        let course = self.codes.courses(&(term..term + 1)).first()?;
        self.records.get(*course as usize)
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn record(&self, course: u32) -> &CourseRecord {
        &self.records[course as usize]
    }

    /// The words of a course's title, in their order.
    pub(super) fn title_terms(&self, course: u32) -> &[u32] {
        &self.title_terms[course_range(&self.title_ends, course as usize)]
    }

    pub(super) fn code_terms(&self, course: u32) -> CodeTerms {
        self.code_terms[course as usize]
    }

    pub(super) fn title_chars(&self, course: u32) -> u32 {
        self.title_chars[course as usize]
    }
}

/// Where a course's words are among those of all.
fn course_range(ends: &[u32], course: usize) -> Range<usize> {
    let start = if course == 0 { 0 } else { ends[course - 1] as usize };
    start..ends[course] as usize
}

/// All codes, and where each course's is among them.
fn codes_of(records: &[CourseRecord]) -> (Dictionary, Vec<u32>) {
    // Lower case has the order of upper case: digits come before letters in both.
    let order = sorted(records.len(), &|a, b| records[a].code.cmp(&records[b].code));
    let mut text = String::with_capacity(records.len() * 8);
    let mut ends = Vec::with_capacity(records.len());
    let mut places = vec![0; records.len()];
    for (place, course) in (0..).zip(&order) {
        text.push_str(records[*course as usize].code.as_str());
        ends.push(as_u32(text.len()));
        places[*course as usize] = place;
    }
    text.make_ascii_lowercase();
    (Dictionary::of_sorted(text, ends, order), places)
}

/// The courses in their order, one a code: of several the most popular.
fn most_popular_first(records: Vec<CourseRecord>) -> Vec<CourseRecord> {
    let keys: Vec<Popularity> = records.iter().map(Popularity::of).collect();
    let by_text = |a: &CourseRecord, b: &CourseRecord| (&a.title, &a.description).cmp(&(&b.title, &b.description));
    let mut by_code = sorted(records.len(), &|a, b| {
        let by_key = keys[a].code.cmp(&keys[b].code).then_with(|| keys[a].cmp(&keys[b]));
        by_key.then_with(|| by_text(&records[a], &records[b]))
    });
    by_code.dedup_by_key(|place| keys[*place as usize].code);
    let key = |number: usize| &keys[by_code[number] as usize];
    let order = sorted(by_code.len(), &|a, b| key(a).cmp(key(b)));
    let mut records: Vec<Option<CourseRecord>> = records.into_iter().map(Some).collect();
    order.into_iter().filter_map(|number| records[by_code[number as usize] as usize].take()).collect()
}
