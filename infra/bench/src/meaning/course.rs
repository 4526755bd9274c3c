//! The vectors of a whole course, computed as the server does.

use std::time::Instant;

use ::meaning::{Encoder, Vectors, VectorsBuilder, pack};
use anyhow::{Context as _, Result};
use chores::run;
use wasm_core::full_text::{FullTextIndex, passages};

use super::targets::Targets;
use crate::full_text::{Course, index_of};

/// Smallest number of pages of the course.
const PAGES_MIN: usize = 1_000;
const MINUTES_MAX: f64 = 10.0;
const BYTES_MAX: f64 = 500.0;

/// A course with its index and vectors.
pub(super) struct Encoded {
    /// Position among the courses, from 0.
    pub(super) number: usize,
    pub(super) index: FullTextIndex,
    pub(super) vectors: Vectors,
}

/// Encodes the smallest course with enough pages on one processor, and prints the time and the size.
#[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
pub(super) fn encode(courses: &[Course], encoder: &Encoder, targets: &mut Targets) -> Result<Encoded> {
    let pages = |course: &Course| course.notes.iter().map(|note| note.pages.len()).sum::<usize>();
    let large = courses.iter().enumerate().filter(|(_, course)| pages(course) >= PAGES_MIN);
    let (number, course) = large.min_by_key(|(_, course)| pages(course)).context("No course has enough pages")?;
    let index = index_of(course)?;
    let mut builder = VectorsBuilder::new(encoder.dimensions(), [0; 32]);
    let began = Instant::now();
    run::step("encoding a course on one processor", || {
        index.for_each_page(|note, page, text| {
            let mut packed = Vec::new();
            for range in passages(text) {
                pack(&encoder.encode(&text[range]), &mut packed);
            }
            builder.add_page(note, &[0; 32], page, &packed);
        });
        Ok(())
    })?;
    let minutes = began.elapsed().as_secs_f64() / 60.0;
    let count = builder.len();
    let file = builder.finish();
    let bytes = file.len() as f64 / count.max(1) as f64;
    run::print_line(&format!(
        "\nA course of {} notes and {} pages: {count} passages in {minutes:.1} minutes of one processor, {bytes:.0} bytes a \
         passage.",
        course.notes.len(),
        pages(course)
    ));
    targets.at_most("a course on one processor, minutes", minutes, MINUTES_MAX, 1);
    targets.at_most("a passage, bytes", bytes, BYTES_MAX, 0);
    Ok(Encoded { number, index, vectors: Vectors::read(file)? })
}
