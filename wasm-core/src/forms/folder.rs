//! Reads the course, chapter, type and shelf of a file from its name and its folders.
//!
//! The command line and the upload form of the page read folders with the same rules.

use crate::course::CourseCode;
use crate::limits::{CHAPTER_MAX, NOTE_TYPES};
use crate::shelf::ShelfId;

/// Words that name a chapter if a number follows: `Week 3`, `lecture_03`.
const CHAPTER_WORDS: [&str; 12] =
    ["chapter", "chap", "week", "wk", "unit", "module", "lecture", "lec", "part", "section", "topic", "lesson"];

/// Names a chapter too, but only inside the folder of a course, because `CH 110` is a course in chemistry.
const SHORT_CHAPTER_WORD: &str = "ch";

/// File extensions that are not part of a title.
const EXTENSIONS: [&str; 9] = ["pdf", "mp3", "m4a", "aac", "ogg", "oga", "opus", "wav", "flac"];

/// Properties of a file that its path names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FilePlace {
    /// Course.
    pub course: Option<CourseCode>,
    /// Chapter, from 1.
    pub chapter: Option<u32>,
    /// One of [`NOTE_TYPES`].
    pub note_type: Option<&'static str>,
    /// Shelf of a recording.
    pub shelf: Option<ShelfId>,
}

/// Returns the parts of a path that have the form of a course code, outermost first. Many are not course codes: `Fall
/// 2026`, `Quiz 3`.
#[must_use]
pub fn possible_courses(path: &str) -> Vec<CourseCode> {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    folders.split('/').chain([stem(name)]).filter_map(course_of).collect()
}

/// Reads the place of a file from its path within a folder, with `/` between the parts. Inner folders take precedence
/// over outer ones, and the file name is used only for properties that no folder names. `course` is the course of the
/// whole folder, if it is given, and `is_course` tells which of the [`possible_courses`] exist.
#[must_use]
pub fn file_place(path: &str, course: Option<CourseCode>, is_course: impl Fn(&CourseCode) -> bool) -> FilePlace {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut place = FilePlace { course, ..FilePlace::default() };
    for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
        if let Some(shelf) = shelf_of(folder) {
            place.shelf = Some(shelf);
        } else if let Some(note_type) = note_type_of(folder) {
            place.note_type = Some(note_type);
        } else if let Some(chapter) = chapter_of(folder, place.course.is_some()) {
            place.chapter = Some(chapter);
        } else if let Some(code) = course_of(folder).filter(&is_course) {
            // A chapter that an outer folder names belongs to the outer course.
            place = FilePlace { course: Some(code), chapter: None, ..place };
        } else if place.course.is_some() && place.chapter.is_none() {
            place.chapter = leading_number(folder);
        }
    }
    let stem = stem(name);
    place.course = place.course.or_else(|| course_of(stem).filter(&is_course));
    place.chapter = place.chapter.or_else(|| chapter_of(stem, place.course.is_some()));
    place
}

/// Makes a title from a file name: `lecture-17_iterators.pdf` becomes `lecture 17 iterators`.
#[must_use]
pub fn title_from_file_name(name: &str) -> String {
    words(stem(name)).collect::<Vec<_>>().join(" ")
}

fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, extension)) if EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)) => stem,
        _ => name,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_')).filter(|word| !word.is_empty())
}

/// Returns the course that a name is or begins with: `CS 246`, `cs246 - Objects`, `CS246_observers`.
fn course_of(name: &str) -> Option<CourseCode> {
    let mut words = words(name);
    let first = words.next()?;
    let is_code = |text: &str| CourseCode::parse(text).ok().filter(|_| chapter_in(&[text], false).is_none());
    is_code(first).or_else(|| {
        let second = words.next()?;
        let is_prefix = first.bytes().all(|byte| byte.is_ascii_alphabetic());
        let starts_with_digit = second.starts_with(|c: char| c.is_ascii_digit());
        let is_chapter = chapter_in(&[first, second], false).is_some();
        (is_prefix && starts_with_digit && !is_chapter).then(|| is_code(&format!("{first}{second}"))).flatten()
    })
}

/// Returns the chapter that a name mentions: `Week 3`, `Chapter 3: Observers`, `cs246_ch03_observers`.
fn chapter_of(name: &str, has_course: bool) -> Option<u32> {
    let words: Vec<&str> = words(name).collect();
    (0..words.len()).find_map(|at| chapter_in(&words[at..], has_course))
}

/// Returns the chapter if the words begin with it.
fn chapter_in(words: &[&str], has_course: bool) -> Option<u32> {
    let first = words.first()?.to_ascii_lowercase();
    let (letters, number) = first.split_at(first.find(|c: char| !c.is_alphabetic()).unwrap_or(first.len()));
    let is_word = CHAPTER_WORDS.contains(&letters) || (has_course && letters == SHORT_CHAPTER_WORD);
    if !is_word {
        return None;
    }
    leading_number(if number.is_empty() { words.get(1)? } else { number })
}

/// Returns the number at the start of a name, if it can be a chapter: `03 Observers`, `3. Observers`.
fn leading_number(name: &str) -> Option<u32> {
    let digits = name.find(|c: char| !c.is_ascii_digit()).map_or(name, |end| &name[..end]);
    let rest = &name[digits.len()..];
    // `2026` is a year and `3rd` is a word.
    if rest.starts_with(char::is_alphabetic) {
        return None;
    }
    digits.parse().ok().filter(|number| (1..=CHAPTER_MAX).contains(number))
}

fn shelf_of(folder: &str) -> Option<ShelfId> {
    let name = words(folder).collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let is_title = |shelf: &ShelfId| folder.trim().eq_ignore_ascii_case(shelf.title());
    ShelfId::ALL.into_iter().find(|shelf| shelf.as_str() == name || is_title(shelf))
}

/// Returns the type that a folder is named after, also in the plural: `Lectures`.
fn note_type_of(folder: &str) -> Option<&'static str> {
    let name = words(folder).collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let is_plural = |kind: &str| {
        let stem = kind.strip_suffix('y').map_or_else(|| kind.to_owned(), |stem| format!("{stem}ie"));
        name == format!("{stem}s")
    };
    NOTE_TYPES.iter().copied().find(|kind| {
        let kind = kind.to_ascii_lowercase();
        name == kind || is_plural(&kind)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a path if only three courses exist.
    fn place(path: &str) -> FilePlace {
        file_place(path, None, |code| ["CS246", "CS135", "CH110"].contains(&code.as_str()))
    }

    fn read(path: &str) -> (String, Option<u32>) {
        let place = place(path);
        (place.course.map(|course| course.to_string()).unwrap_or_default(), place.chapter)
    }

    #[test]
    fn s6_cli_1_course_and_chapter_are_read_from_folders() {
        for (path, course, chapter) in [
            ("CS246/Chapter 3/observers.pdf", "CS246", Some(3)),
            ("cs 246/ch03/observers.pdf", "CS246", Some(3)),
            ("Fall 2026/CS246 - Objects/Week 3: Observers/a.pdf", "CS246", Some(3)),
            ("CS-246/03 Observers/a.pdf", "CS246", Some(3)),
            ("CS_246/3/a.pdf", "CS246", Some(3)),
            ("CS246/Lectures/week12/a.pdf", "CS246", Some(12)),
            ("CH 110/ch2/a.pdf", "CH110", Some(2)),
            ("CS246/2026/a.pdf", "CS246", None),
            ("CS246/3rd try/a.pdf", "CS246", None),
            ("CS246/Week 3/CS 135/a.pdf", "CS135", None),
            ("CS246/Quiz 3/a.pdf", "CS246", None),
            ("CS999/a.pdf", "", None),
            ("notes/a.pdf", "", None),
        ] {
            assert_eq!(read(path), (course.to_owned(), chapter), "{path}");
        }
    }

    #[test]
    fn s6_cli_1_a_file_name_says_what_no_folder_says() {
        for (path, course, chapter) in [
            ("CS246_ch3_observers.pdf", "CS246", Some(3)),
            ("CS 246 - Chapter 3 - Observers.pdf", "CS246", Some(3)),
            ("CS246/CS135 week 4.pdf", "CS246", Some(4)),
            ("CS246/Week 2/week 4.pdf", "CS246", Some(2)),
            ("Week 3.pdf", "", Some(3)),
            ("week3.pdf", "", Some(3)),
            ("CS246/03 observers.pdf", "CS246", None),
            ("CS246/chapter 1000.pdf", "CS246", None),
            ("CS246/chapter.pdf", "CS246", None),
        ] {
            assert_eq!(read(path), (course.to_owned(), chapter), "{path}");
        }
        let codes: Vec<_> = possible_courses("Fall 2026/CS246/CS135_a.pdf").iter().map(ToString::to_string).collect();
        assert_eq!(codes, ["FALL2026", "CS246", "CS135"]);
        let known = file_place("Week 3/a.pdf", CourseCode::parse("CS246").ok(), |_| false);
        assert_eq!((known.course.map(|code| code.to_string()), known.chapter), (Some("CS246".into()), Some(3)));
    }

    #[test]
    fn s6_cli_1_folders_can_be_named_after_shelves_and_types() {
        for (folder, shelf) in [
            ("deep-dive", ShelfId::DeepDive),
            ("Deep Dive", ShelfId::DeepDive),
            ("quick_recap", ShelfId::QuickRecap),
            ("Note Ninja Radio", ShelfId::Radio),
        ] {
            assert_eq!(place(&format!("CS246/{folder}/a.mp3")).shelf, Some(shelf), "{folder}");
        }
        for (folder, note_type) in [
            ("Lectures", "Lecture"),
            ("summaries", "Summary"),
            ("Formula sheets", "Formula sheet"),
            ("formula_sheet", "Formula sheet"),
            ("FINAL", "Final"),
        ] {
            assert_eq!(place(&format!("CS246/{folder}/a.pdf")).note_type, Some(note_type), "{folder}");
        }
        assert_eq!(place("CS246/Lectures/a.pdf").chapter, None);
    }

    #[test]
    fn s6_cli_9_composed_and_decomposed_paths_have_the_same_place() {
        for (path, course, chapter) in [
            ("G\u{e9}nie/CS246 Syst\u{e8}mes/Week 3 \u{c9}t\u{e9}/\u{e9}.pdf", "CS246", Some(3)),
            ("CS246/03 \u{c9}tat/\u{e9}.pdf", "CS246", Some(3)),
            ("CS246/3\u{e8}me essai/a.pdf", "CS246", None),
            ("CS246_Chapter 4 \u{c5}.pdf", "CS246", Some(4)),
        ] {
            let decomposed: String = unicode_normalization::UnicodeNormalization::nfd(path).collect();
            assert_ne!(path, decomposed);
            assert_eq!(read(path), (course.to_owned(), chapter), "{path}");
            assert_eq!(read(&decomposed), read(path), "{path}");
            let title = |path: &str| crate::unicode::to_nfc(&title_from_file_name(path)).into_owned();
            assert_eq!(title(&decomposed), title(path));
        }
    }

    #[test]
    fn s6_cli_1_the_title_of_a_file_is_its_name_in_words() {
        for (name, title) in [
            ("cs246-lecture-17_iterators.PDF", "cs246 lecture 17 iterators"),
            ("03 - Pointers, slowly.m4a", "03 Pointers, slowly"),
            ("v1.2 notes.pdf", "v1.2 notes"),
            ("readme.txt", "readme.txt"),
        ] {
            assert_eq!(title_from_file_name(name), title);
        }
    }

    proptest! {
        #[test]
        fn any_path_can_be_read(path in "\\PC{0,60}") {
            let place = file_place(&path, None, |_| true);
            prop_assert!(place.chapter.is_none_or(|chapter| (1..=CHAPTER_MAX).contains(&chapter)));
            prop_assert!(title_from_file_name(&path).len() <= path.len());
        }
    }
}
