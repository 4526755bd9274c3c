//! Search by meaning: quality on questions of public FAQs, known items, speed and size.

mod bm25;
mod browser;
mod corpus;
mod course;
mod known;
mod quality;
mod targets;

use std::fs;

use ::meaning::{Encoder, WordsHit, fuse, nearest};
use anyhow::Result;
use chores::machine::tools;
use chores::meaning::{Published, weights};
use chores::{root, run};
use wasm_core::full_text::{FullTextIndex, InsideHit, search};

use self::corpus::Corpus;
use self::targets::Targets;

const FOLDER: &str = "target/xtask/bench-meaning";
const SOURCES: &str = "infra/bench/meaning";
/// Number of results that count.
const DEPTH: usize = 10;
/// Limits of the search in one course: pages found by words, in all and of one note; passages found by meaning, their
/// smallest similarity, and their pages.
const BY_WORDS: usize = 30;
const OF_NOTE: usize = 10;
const PASSAGES: usize = 40;
const SIMILARITY_MIN: f32 = 0.25;
const BY_MEANING: usize = 10;
/// Smallest number of words of a text that is searched by meaning.
const QUESTION_MIN_WORDS: usize = 3;

/// `cargo xtask bench meaning`.
pub(crate) fn bench() -> Result<()> {
    tools::require_node()?;
    tools::require_wasm_target()?;
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    let corpus = run::step("reading the questions and passages", || Corpus::read(&folder))?;
    let published = Published::fetch()?;
    let weights = fs::read(weights()?)?;
    let courses = crate::full_text::courses()?;
    let mut targets = Targets::default();
    let index = quality::index_of(&corpus.passages)?;
    let packed = quality::measure(&folder, &corpus, &published, &index, &mut targets)?;
    let encoder = Encoder::read(weights.clone())?;
    let encoded = course::encode(&courses, &encoder, &mut targets)?;
    known::measure(&courses, &encoded, (&corpus.passages, &index, &packed), &encoder, &mut targets)?;
    browser::modules(&folder, &corpus.passages, &packed, weights, &mut targets)?;
    browser::first_use(&folder, &mut targets)?;
    targets.print();
    // The next run measures the code as it is then.
    quality::remove_kept(&folder)
}

/// Returns the pages of the one list for a text, from those found by words and those found by meaning, nearest first.
/// Fewer than three words are searched by words only.
fn one_list(text: &str, words: &[(usize, &InsideHit)], near: impl FnOnce() -> Vec<usize>) -> Vec<usize> {
    if text.split_whitespace().count() < QUESTION_MIN_WORDS {
        return words.iter().map(|(page, _)| *page).collect();
    }
    let number = |page: usize| u32::try_from(page).unwrap_or(u32::MAX);
    let words: Vec<WordsHit> = words
        .iter()
        .map(|(page, hit)| WordsHit { page: number(*page), has_all: hit.has_all, stays_first: hit.stays_first })
        .collect();
    let mut pages: Vec<u32> = Vec::new();
    for page in near().into_iter().map(number) {
        if !pages.contains(&page) && pages.len() < BY_MEANING {
            pages.push(page);
        }
    }
    fuse(&words, &pages).into_iter().map(|page| page as usize).collect()
}

/// Returns the passages that are near to a text, nearest first.
fn near(encoder: &Encoder, packed: &[u8], text: &str) -> Vec<usize> {
    let near = nearest(&encoder.encode(text), packed, PASSAGES);
    near.into_iter().filter(|near| near.similarity >= SIMILARITY_MIN).map(|near| near.passage).collect()
}

/// Returns the pages that our full-text search finds.
fn hits(files: &[&FullTextIndex], text: &str, of_note: usize) -> Vec<InsideHit> {
    search(files, text, BY_WORDS, of_note)
}

/// Returns the mean of the reciprocal ranks. A rank from 0 counts if it is among the first ten.
#[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
fn mrr(ranks: &[Option<usize>]) -> f64 {
    let sum: f64 = ranks.iter().flatten().filter(|rank| **rank < DEPTH).map(|rank| 1.0 / (rank + 1) as f64).sum();
    sum / ranks.len().max(1) as f64
}
