//! Known items: searches for words of a page, which must find this page first with and without pages found by meaning.

use std::collections::HashMap;

use ::meaning::Encoder;
use anyhow::Result;
use chores::run;
use serde::Deserialize;
use wasm_core::full_text::{FullTextIndex, InsideHit};

use super::course::Encoded;
use super::targets::Targets;
use super::{BY_MEANING, BY_WORDS, OF_NOTE, QUESTION_MIN_WORDS, hits, mrr, near, one_list};
use crate::full_text::{Course, index_of, queries};

/// Step between the passages of the FAQs that are searched.
const EVERY: usize = 10;
/// Number of words of a passage by which it is searched.
const WORDS: usize = 5;
const MRR_MIN: f64 = 0.995;

/// Queries of `cargo xtask bench inside`.
#[derive(Deserialize)]
struct Queries {
    seeds: Vec<Vec<Asked>>,
}

#[derive(Deserialize)]
struct Asked {
    q: String,
    /// Number of its page among all pages of the courses.
    page: usize,
}

type Ranks = Vec<Option<usize>>;

/// Prints the MRR of known items: of the courses, of the course with vectors, and of the passages of the FAQs, which
/// are given with their index and packed vectors.
pub(super) fn measure(
    courses: &[Course],
    encoded: &Encoded,
    (passages, index, packed): (&[String], &FullTextIndex, &[u8]),
    encoder: &Encoder,
    targets: &mut Targets,
) -> Result<()> {
    let queries: Queries = serde_json::from_slice(&queries()?)?;
    let asked: Vec<Asked> = queries.seeds.into_iter().flatten().collect();
    let pages = Pages::of(courses);
    let (words, worst) = in_courses(courses, &asked, &pages)?;
    run::print_line("\n| known items | number | MRR@10 by words | in one list |\n|---|---|---|---|");
    print_row("`bench inside`, at worst: each query finds ten other pages by meaning", &words, &worst);
    targets.at_least("known items of `bench inside`, at worst, MRR@10", mrr(&worst), MRR_MIN, 3);
    let (words, both) = in_course(&asked, &pages, encoded, encoder);
    print_row("`bench inside`, course with vectors", &words, &both);
    targets.at_least("known items of the course with vectors, MRR@10", mrr(&both), MRR_MIN, 3);
    let near = |text: &str| near(encoder, packed, text);
    for (name, is_row) in [("words of FAQs that follow each other", true), ("words of FAQs with gaps", false)] {
        let (words, both) = in_passages(passages, index, &near, is_row);
        print_row(name, &words, &both);
        targets.at_least(&format!("{name}, MRR@10 beside words alone"), mrr(&both), mrr(&words), 3);
    }
    Ok(())
}

fn print_row(name: &str, words: &Ranks, both: &Ranks) {
    run::print_line(&format!("| {name} | {} | {:.3} | {:.3} |", words.len(), mrr(words), mrr(both)));
}

/// The pages of all courses in the order in which queries number them.
struct Pages<'a> {
    /// Number of a page by course, note and page.
    numbers: HashMap<(usize, &'a str, u32), usize>,
    /// Course of each page.
    courses: Vec<usize>,
}

impl<'a> Pages<'a> {
    fn of(courses: &'a [Course]) -> Self {
        let mut pages = Self { numbers: HashMap::new(), courses: Vec::new() };
        for (number, course) in courses.iter().enumerate() {
            for (note, page) in course.notes.iter().flat_map(|note| note.pages.iter().map(move |page| (note, page))) {
                pages.numbers.insert((number, note.id.as_str(), page.page), pages.courses.len());
                pages.courses.push(number);
            }
        }
        pages
    }

    fn number(&self, course: usize, note: &str, page: u32) -> Option<usize> {
        self.numbers.get(&(course, note, page)).copied()
    }
}

fn rank(found: &[usize], page: usize) -> Option<usize> {
    found.iter().position(|each| *each == page)
}

/// Searches all courses at once, by words, and at worst in one list: whatever the vectors are, no more than ten other
/// pages come before the page.
fn in_courses(courses: &[Course], asked: &[Asked], pages: &Pages<'_>) -> Result<(Ranks, Ranks)> {
    let files: Vec<FullTextIndex> = courses.iter().map(index_of).collect::<Result<_>>()?;
    let files: Vec<&FullTextIndex> = files.iter().collect();
    // Numbers of pages that do not exist.
    let others: Vec<usize> = (pages.courses.len()..).take(BY_MEANING).collect();
    let ranks = asked.iter().map(|Asked { q, page }| {
        let found = hits(&files, q, OF_NOTE);
        let numbered: Vec<(usize, &InsideHit)> =
            found.iter().filter_map(|hit| Some((pages.number(hit.file, &hit.note, hit.page)?, hit))).collect();
        let words: Vec<usize> = numbered.iter().map(|(page, _)| *page).collect();
        (rank(&words, *page), rank(&one_list(q, &numbered, || others.clone()), *page))
    });
    Ok(ranks.unzip())
}

/// Searches the course with vectors for the items of its pages.
fn in_course(asked: &[Asked], pages: &Pages<'_>, encoded: &Encoded, encoder: &Encoder) -> (Ranks, Ranks) {
    let Encoded { number, index, vectors } = encoded;
    let of_course = asked.iter().filter(|asked| pages.courses.get(asked.page) == Some(number));
    let ranks = of_course.map(|Asked { q, page }| {
        let found = hits(&[index], q, OF_NOTE);
        let numbered: Vec<(usize, &InsideHit)> =
            found.iter().filter_map(|hit| Some((pages.number(*number, &hit.note, hit.page)?, hit))).collect();
        let words: Vec<usize> = numbered.iter().map(|(page, _)| *page).collect();
        let near = || {
            let passages = near(encoder, vectors.packed(), q).into_iter();
            let places = passages.filter_map(|passage| vectors.passage(passage));
            places.filter_map(|at| pages.number(*number, at.note, at.page)).collect()
        };
        (rank(&words, *page), rank(&one_list(q, &numbered, near), *page))
    });
    ranks.unzip()
}

/// Searches the passages of the FAQs. With `is_row`, for words that follow each other; otherwise words with
/// punctuation marks are left out between them.
fn in_passages(
    passages: &[String],
    index: &FullTextIndex,
    near: &dyn Fn(&str) -> Vec<usize>,
    is_row: bool,
) -> (Ranks, Ranks) {
    let is_plain = |word: &&str| word.chars().all(char::is_alphanumeric);
    let items = passages.iter().enumerate().step_by(EVERY).filter_map(|(number, text)| {
        let words: Vec<&str> = text.split_whitespace().filter(|word| is_row || is_plain(word)).collect();
        let later = words.get(WORDS..)?;
        let query = later.windows(WORDS).find(|some| some.iter().all(is_plain))?.join(" ");
        Some((number, query))
    });
    let ranks = items.map(|(number, query)| {
        let found = hits(&[index], &query, BY_WORDS);
        let numbered: Vec<(usize, &InsideHit)> = found.iter().map(|hit| (hit.page as usize, hit)).collect();
        let words: Vec<usize> = numbered.iter().map(|(page, _)| *page).collect();
        (rank(&words, number), rank(&one_list(&query, &numbered, || near(&query)), number))
    });
    ranks.unzip()
}

const _: () = assert!(WORDS >= QUESTION_MIN_WORDS, "these items are searched by meaning, too");
