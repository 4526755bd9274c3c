//! Search over the catalogue, without a server.
//!
//! The sorted dictionaries of a catalogue file are its index. `query` finds the terms that match each typed word,
//! `rank` scores a course, and `weights` holds every number that affects the ranking. All arithmetic uses integers, so
//! the browser and the server order results alike.

mod best_match;
mod candidates;
mod explain;
mod highlight;
mod library;
mod query;
mod rank;
pub(crate) mod weights;

use std::cmp::Reverse;

use serde::Serialize;

pub use explain::{ExplainedWord, Explanation, Term};
pub use library::{LibraryHit, LibraryHits};

use crate::catalogue::{Catalogue, Index};
use crate::course::CourseCode;
use crate::index_sort::sort_indices;
use candidates::Candidates;
use query::Query;
use weights::{RANKED_WORDS_MAX, SORT_THRESHOLD};

/// One search result: a course that matches a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Hit<'a> {
    /// Course code.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub code: CourseCode,
    /// Title.
    pub title: &'a str,
    /// Score. Only the order of scores has a meaning.
    pub score: u64,
    /// Whether the course matches all words as typed: none is missing and none was corrected.
    pub is_as_typed: bool,
    /// Matches in the displayed code (`CS 246`): starts and ends in UTF-16 units, ascending, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub code_ranges: Vec<(u32, u32)>,
    /// Matches in the title: starts and ends in UTF-16 units, ascending, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub title_ranges: Vec<(u32, u32)>,
}

/// Tolerance of the matching. Each level is tried only if the previous one finds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchPolicy {
    /// Every word must match, exactly or as a prefix.
    AsTyped,
    /// Every word must match after unknown words were split or joined: 'linearalgebra', 'data base'.
    Regrouped,
    /// Every word must match, and long enough words may have one typo.
    OneTypo,
    /// Unknown words may also be split into a word and a prefix, and each part may have a typo.
    RegroupedLoosely,
    /// Every word must match, and long words may have two typos.
    TwoTypos,
    /// Some of the words may be missing.
    SomeWords,
}

/// The best matches and the interpretation of the query.
struct Answers {
    query: Query,
    tolerance: MatchPolicy,
    /// The best courses of each group with their scores, best first.
    groups: Vec<Vec<(u64, u32)>>,
    /// Number of ranked courses.
    ranked: u32,
}

impl Catalogue {
    /// Returns the best hits for a query, best first, at most `limit`.
    #[must_use]
    pub fn search(&self, text: &str, limit: usize) -> Vec<Hit<'_>> {
        let index = &self.index();
        let Some(Answers { query, groups, .. }) = index.answers(text, limit, &[0]) else { return Vec::new() };
        groups.into_iter().flatten().filter_map(|(score, course)| index.hit(&query, score, course)).collect()
    }
}

impl<'file> Index<'file> {
    /// Returns the best courses of each group, at most `limit` each. A group is a range of course numbers; `starts`
    /// holds the first number of each.
    fn answers(&self, text: &str, limit: usize, starts: &[u32]) -> Option<Answers> {
        if limit == 0 {
            return None;
        }
        let mut query = Query::read(self, text);
        for tolerance in [
            MatchPolicy::AsTyped,
            MatchPolicy::Regrouped,
            MatchPolicy::OneTypo,
            MatchPolicy::RegroupedLoosely,
            MatchPolicy::TwoTypos,
            MatchPolicy::SomeWords,
        ] {
            let mut regrouped = None;
            match tolerance {
                MatchPolicy::AsTyped | MatchPolicy::SomeWords => {}
                MatchPolicy::OneTypo => query.allow_typos(self, 1),
                MatchPolicy::TwoTypos => query.allow_typos(self, 2),
                MatchPolicy::Regrouped | MatchPolicy::RegroupedLoosely => {
                    regrouped = query.with_splits_and_joins(self, tolerance == MatchPolicy::RegroupedLoosely);
                    if regrouped.is_none() {
                        continue;
                    }
                }
            }
            let (groups, ranked) = self.ranked(regrouped.as_ref().unwrap_or(&query), tolerance, limit, starts);
            if groups.iter().any(|group| !group.is_empty()) {
                return Some(Answers { query: regrouped.unwrap_or(query), tolerance, groups, ranked });
            }
        }
        None
    }

    /// Returns the best courses of each group with their scores, best first, and the number of ranked courses. Equal
    /// scores keep the order of the courses, which is by popularity and then by code, so the order is total.
    fn ranked(
        &self,
        query: &Query,
        tolerance: MatchPolicy,
        limit: usize,
        starts: &[u32],
    ) -> (Vec<Vec<(u64, u32)>>, u32) {
        let mut ranked = 0;
        let mut best = Best::new(limit);
        // Matching codes rank above everything else, so stop if they fill the list. Otherwise a query of a single
        // letter would rank a third of all courses.
        if let Some(code) = &query.code {
            for course in code.codes.as_typed(&self.codes).iter() {
                ranked += 1;
                best.offer(rank::score(self, query, course, tolerance), course);
            }
            if best.is_full() {
                return (vec![best.ranked()], ranked);
            }
        }
        let enough = RANKED_WORDS_MAX / query.words.len().max(1);
        let mut groups: Vec<(Best, usize)> = starts.iter().map(|_| (Best::new(limit), enough)).collect();
        let candidates = match tolerance {
            MatchPolicy::SomeWords => Candidates::with_most_words(query, self, limit, starts),
            _ => Candidates::with_all_words(query, self),
        };
        candidates.for_each(|course| {
            let group = starts.iter().rposition(|start| *start <= course).unwrap_or(0);
            if let Some((best, left)) = groups.get_mut(group).filter(|(_, left)| *left > 0) {
                *left -= 1;
                ranked += 1;
                best.offer(rank::score(self, query, course, tolerance), course);
            }
        });
        (groups.into_iter().map(|(best, _)| best.ranked()).collect(), ranked)
    }

    fn hit(&self, query: &Query, score: u64, course: u32) -> Option<Hit<'file>> {
        let code = self.code(course)?;
        Some(Hit {
            code,
            title: self.title(course),
            score,
            is_as_typed: rank::is_as_typed(score),
            code_ranges: highlight::in_code(self, query, course, code),
            title_ranges: highlight::in_title(self, query, course),
        })
    }
}

/// The best courses so far, with a few others that are discarded whenever the list is full.
struct Best {
    limit: usize,
    found: Vec<(u64, u32)>,
    /// Number of candidates at which all but the best are discarded.
    enough: usize,
    /// Lowest score that remained after the last cut. Candidates below it need not be stored.
    floor: (u64, Reverse<u32>),
}

impl Best {
    fn new(limit: usize) -> Self {
        let enough = limit.saturating_mul(2).max(SORT_THRESHOLD);
        Self { limit, found: Vec::new(), enough, floor: (0, Reverse(u32::MAX)) }
    }

    fn is_full(&self) -> bool {
        self.found.len() >= self.limit
    }

    fn offer(&mut self, score: Option<u64>, course: u32) {
        let Some(score) = score.filter(|score| (*score, Reverse(course)) > self.floor) else { return };
        self.found.push((score, course));
        if self.found.len() == self.enough {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let key = |place: usize| (Reverse(self.found[place].0), self.found[place].1);
        let order = sort_indices(self.found.len(), &|a, b| key(a).cmp(&key(b)));
        self.found = order.into_iter().take(self.limit).map(|place| self.found[place as usize]).collect();
        if let Some((score, course)) = self.found.get(self.limit - 1) {
            self.floor = (*score, Reverse(*course));
        }
    }

    fn ranked(mut self) -> Vec<(u64, u32)> {
        self.cut();
        self.found
    }
}
