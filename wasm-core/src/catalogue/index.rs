//! Named access to the lists of a catalogue file.

use super::CourseRecord;
use super::dictionary::Dictionary;
use super::format::LIST_COUNT;
use super::packed_array::{PackedInts, StringTable};
use crate::course::CourseCode;

/// The index of courses and terms. It borrows the file, and creating one costs nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Index<'file> {
    display: Display<'file>,
    /// Length of each title in characters.
    title_chars: PackedInts<'file>,
    /// Words of all titles in order, as terms of `titles`.
    title_terms: PackedInts<'file>,
    /// Bounds of each course's words in `title_terms`.
    title_bounds: PackedInts<'file>,
    /// Term of each course in `codes`, `subjects` and `numbers`.
    course_codes: PackedInts<'file>,
    course_subjects: PackedInts<'file>,
    course_numbers: PackedInts<'file>,
    /// Folded words of titles.
    pub(crate) titles: Dictionary<'file>,
    /// Subjects: `cs`.
    pub(crate) subjects: Dictionary<'file>,
    /// Numbers: `246`, `145e`.
    pub(crate) numbers: Dictionary<'file>,
    /// Whole codes: `cs246`.
    pub(crate) codes: Dictionary<'file>,
}

/// The displayed fields of courses.
#[derive(Debug, Clone, Copy)]
struct Display<'file> {
    titles: StringTable<'file>,
    descriptions: StringTable<'file>,
    likes: PackedInts<'file>,
    notes: PackedInts<'file>,
    activity: PackedInts<'file>,
}

/// A course's code as terms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CodeTerms {
    /// Term of `subjects`.
    pub(crate) subject: u32,
    /// Term of `numbers`.
    pub(crate) number: u32,
    /// Term of `codes`.
    pub(crate) code: u32,
}

impl<'file> Index<'file> {
    /// Creates an index from the lists in the order of the file.
    pub(crate) fn new(lists: [PackedInts<'file>; LIST_COUNT]) -> Self {
        let [
            titles,
            title_bounds,
            descriptions,
            description_bounds,
            likes,
            notes,
            activity,
            title_chars,
            title_terms,
            title_term_bounds,
            course_codes,
            course_subjects,
            course_numbers,
            words,
            word_bounds,
            word_courses,
            word_course_bounds,
            subjects,
            subject_bounds,
            subject_code_bounds,
            numbers,
            number_bounds,
            number_courses,
            number_course_bounds,
            codes,
            code_bounds,
            code_courses,
        ] = lists;
        let display = Display {
            titles: StringTable::new(titles, title_bounds),
            descriptions: StringTable::new(descriptions, description_bounds),
            likes,
            notes,
            activity,
        };
        Self {
            display,
            title_chars,
            title_terms,
            title_bounds: title_term_bounds,
            course_codes,
            course_subjects,
            course_numbers,
            titles: Dictionary::new(StringTable::new(words, word_bounds), word_courses, Some(word_course_bounds)),
            // The codes of a subject are adjacent, so their courses are the subject's posting list.
            subjects: Dictionary::new(
                StringTable::new(subjects, subject_bounds),
                code_courses,
                Some(subject_code_bounds),
            ),
            numbers: Dictionary::new(
                StringTable::new(numbers, number_bounds),
                number_courses,
                Some(number_course_bounds),
            ),
            codes: Dictionary::new(StringTable::new(codes, code_bounds), code_courses, None),
        }
    }

    /// Whether all lists agree on the number of courses and terms.
    pub(crate) fn is_consistent(&self) -> bool {
        let courses = self.len();
        // Every course has a non-empty code, so the file cannot claim more courses than it has bytes for.
        let by_course = [
            self.display.titles.len(),
            self.display.descriptions.len(),
            self.display.likes.len(),
            self.display.notes.len(),
            self.display.activity.len(),
            self.title_chars.len(),
            self.title_bounds.len().saturating_sub(1),
            self.course_codes.len(),
            self.course_subjects.len(),
            self.course_numbers.len(),
        ];
        let dictionaries = [self.titles, self.subjects, self.numbers, self.codes];
        by_course.iter().all(|len| *len == courses)
            && dictionaries.iter().all(Dictionary::is_consistent)
            && (courses == 0 || self.codes.term(courses - 1) != b"")
    }

    /// Returns the number of courses.
    pub(crate) fn len(&self) -> u32 {
        self.codes.len()
    }

    /// Returns the index of the course with this code.
    pub(crate) fn course(&self, code: CourseCode) -> Option<u32> {
        let term = self.codes.find(code.as_str().to_ascii_lowercase().as_bytes())?;
        self.codes.courses(&(term..term + 1)).iter().next()
    }

    /// Returns the courses in the order of their codes.
    pub(crate) fn courses_by_code(&self) -> PackedInts<'file> {
        self.codes.courses(&(0..self.len()))
    }

    pub(crate) fn code(&self, course: u32) -> Option<CourseCode> {
        CourseCode::parse(str::from_utf8(self.codes.term(self.course_codes.get(course))).ok()?).ok()
    }

    pub(crate) fn title(&self, course: u32) -> &'file str {
        self.display.titles.text(course)
    }

    /// Returns the whole record of a course.
    pub(crate) fn record(&self, course: u32) -> Option<CourseRecord> {
        Some(CourseRecord {
            code: self.code(course)?,
            title: self.title(course).to_owned(),
            description: self.display.descriptions.text(course).to_owned(),
            likes: self.display.likes.get(course),
            notes: self.display.notes.get(course),
            activity: self.display.activity.get(course),
        })
    }

    /// In a library: returns the kind and id of an item.
    pub(crate) fn key(&self, item: u32) -> &'file str {
        str::from_utf8(self.codes.term(self.course_codes.get(item))).unwrap_or_default()
    }

    /// In a library: returns the subject of an item.
    pub(crate) fn subject(&self, item: u32) -> &'file str {
        self.display.descriptions.text(item)
    }

    /// In a library: returns the place number, the size and the likes of an item.
    pub(crate) fn library_fields(&self, item: u32) -> (u32, u32, u32) {
        (self.display.activity.get(item), self.display.notes.get(item), self.display.likes.get(item))
    }

    /// Returns the words of a course's title, in order.
    pub(crate) fn title_terms(&self, course: u32) -> PackedInts<'file> {
        self.title_terms.slice(&self.title_bounds.range_at(course))
    }

    pub(crate) fn code_terms(&self, course: u32) -> CodeTerms {
        CodeTerms {
            subject: self.course_subjects.get(course),
            number: self.course_numbers.get(course),
            code: self.course_codes.get(course),
        }
    }

    pub(crate) fn title_chars(&self, course: u32) -> u32 {
        self.title_chars.get(course)
    }
}
