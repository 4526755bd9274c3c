//! Search over the catalogue, without a server.
//!
//! [`index`] turns courses into sorted dictionaries, `query` finds which of their terms a typed text can mean, `rank`
//! says how well a course answers it, and `weights` holds every number that the ranking depends on. All arithmetic is
//! in whole numbers, so the browser and the server order results alike.

mod dictionary;
mod enter;
mod highlight;
mod index;
mod query;
mod rank;
mod weights;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::Serialize;

pub use index::Index;

use crate::course::CourseCode;
use query::Query;

/// One course that answers a query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Hit {
    /// Course code.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub code: CourseCode,
    /// Title.
    pub title: String,
    /// How well it answers; only its order means anything.
    pub score: f64,
    /// What matched in the displayed code (`CS 246`): starts and ends, in UTF-16 units, rising, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub code_ranges: Vec<(u32, u32)>,
    /// What matched in the title: starts and ends, in UTF-16 units, rising, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub title_ranges: Vec<(u32, u32)>,
}

/// How freely a query is taken. Each step is tried only when the one before finds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tolerance {
    /// Every word must be there, whole or cut short.
    AsTyped,
    /// Every word must be there, and long ones may have one typing mistake.
    OneSlip,
    /// Some of the words may be missing.
    SomeWords,
}

impl Index {
    /// The best answers to what was typed, best first, at most `limit`.
    #[must_use]
    pub fn search(&self, text: &str, limit: usize) -> Vec<Hit> {
        if limit == 0 {
            return Vec::new();
        }
        let mut query = Query::read(self, text);
        for tolerance in [Tolerance::AsTyped, Tolerance::OneSlip, Tolerance::SomeWords] {
            if tolerance == Tolerance::OneSlip {
                query.allow_slips(self);
            }
            let ranked = self.ranked(&query, tolerance, limit);
            if !ranked.is_empty() {
                return ranked.into_iter().map(|(score, course)| self.hit(&query, score, course)).collect();
            }
        }
        Vec::new()
    }

    /// The best courses with their scores, best first. Equal scores keep the order of the courses, which is by
    /// popularity and then code, so the order is total.
    fn ranked(&self, query: &Query, tolerance: Tolerance, limit: usize) -> Vec<(u64, u32)> {
        // The worst of the best so far is on top.
        let mut best: BinaryHeap<Reverse<(u64, Reverse<u32>)>> = BinaryHeap::new();
        query.candidates(self, tolerance).for_each(|course| {
            let Some(score) = rank::score(self, query, course, tolerance) else { return };
            if best.len() < limit {
                best.push(Reverse((score, Reverse(course))));
            } else if let Some(mut worst) = best.peek_mut()
                && worst.0 < (score, Reverse(course))
            {
                *worst = Reverse((score, Reverse(course)));
            }
        });
        let mut ranked = Vec::with_capacity(best.len());
        while let Some(Reverse((score, Reverse(course)))) = best.pop() {
            ranked.push((score, course));
        }
        ranked.reverse();
        ranked
    }

    fn hit(&self, query: &Query, score: u64, course: u32) -> Hit {
        let record = self.record(course);
        Hit {
            code: record.code,
            title: record.title.clone(),
            score: rank::as_number(score),
            code_ranges: highlight::in_code(self, query, course),
            title_ranges: highlight::in_title(self, query, course),
        }
    }
}
