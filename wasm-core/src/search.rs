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
        let mut scored: Vec<(u64, u32)> = Vec::new();
        query.candidates(self, tolerance).for_each(|course| {
            if let Some(score) = rank::score(self, query, course, tolerance) {
                scored.push((score, course));
            }
        });
        let best_first = |a: &(u64, u32), b: &(u64, u32)| b.0.cmp(&a.0).then(a.1.cmp(&b.1));
        if scored.len() > limit {
            scored.select_nth_unstable_by(limit - 1, best_first);
            scored.truncate(limit);
        }
        scored.sort_unstable_by(best_first);
        scored
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
