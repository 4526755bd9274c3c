//! Which guides to show a student, and why.

use std::cmp::Reverse;

use serde::Serialize;

use crate::catalogue::CourseRecord;
use crate::course::CourseCode;
use crate::limits::BUILT_IN_COURSES;
use crate::order::sorted;

/// Why these guides are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum RecommendationKind {
    /// They are courses the student follows: 'Recommended for You'.
    Recommended,
    /// They are all guides: 'Popular Study Guides'.
    Popular,
}

/// The guides to show, most popular first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Recommendation {
    /// Why they are shown.
    pub kind: RecommendationKind,
    /// Their course codes.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
    pub codes: Vec<CourseCode>,
}

/// The followed courses that exist, if there are any; otherwise all courses.
#[must_use]
pub fn pick(records: &[CourseRecord], followed: &[CourseCode]) -> Recommendation {
    let matches: Vec<_> = records.iter().filter(|record| followed.contains(&record.code)).collect();
    if matches.is_empty() {
        Recommendation { kind: RecommendationKind::Popular, codes: by_popularity(&records.iter().collect::<Vec<_>>()) }
    } else {
        Recommendation { kind: RecommendationKind::Recommended, codes: by_popularity(&matches) }
    }
}

/// The `count` most popular courses. While nobody has liked or opened anything these are the built-in ones, in their order.
#[must_use]
pub fn top(records: &[CourseRecord], count: usize) -> Vec<CourseCode> {
    let mut codes = by_popularity(&records.iter().collect::<Vec<_>>());
    codes.truncate(count);
    codes
}

fn by_popularity(records: &[&CourseRecord]) -> Vec<CourseCode> {
    let keys: Vec<_> = records.iter().map(|record| Popularity::of(record)).collect();
    let order = sorted(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    order.into_iter().map(|place| keys[place as usize].code).collect()
}

/// What courses are ordered by, most popular first: recent activity, then likes, then the order of the built-in courses,
/// then notes, then code. Two are equal only when they have the same code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Popularity {
    activity: Reverse<u32>,
    likes: Reverse<u32>,
    built_in: usize,
    notes: Reverse<u32>,
    pub(crate) code: CourseCode,
}

impl Popularity {
    pub(crate) fn of(record: &CourseRecord) -> Self {
        Self {
            activity: Reverse(record.activity),
            likes: Reverse(record.likes),
            built_in: built_in_rank(record.code),
            notes: Reverse(record.notes),
            code: record.code,
        }
    }
}

fn built_in_rank(code: CourseCode) -> usize {
    BUILT_IN_COURSES.iter().position(|course| course.code == code.as_str()).unwrap_or(BUILT_IN_COURSES.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> CourseCode {
        CourseCode::parse(text).unwrap()
    }

    fn record(text: &str, likes: u32, activity: u32) -> CourseRecord {
        CourseRecord { likes, activity, ..CourseRecord::new(code(text), "A title") }
    }

    fn records() -> Vec<CourseRecord> {
        vec![record("ZOO9", 0, 0), record("ART1", 3, 0), record("CS246", 3, 0), record("BIO2", 1, 7)]
    }

    #[test]
    fn s4_rec_1_only_followed_courses_when_at_least_one_exists() {
        let picked = pick(&records(), &[code("ZOO9"), code("ART1"), code("NONE1")]);
        assert_eq!(picked.kind, RecommendationKind::Recommended);
        assert_eq!(picked.codes, [code("ART1"), code("ZOO9")]);
    }

    #[test]
    fn s4_rec_1_all_courses_when_none_is_followed_or_none_exists() {
        for followed in [vec![], vec![code("NONE1")]] {
            let picked = pick(&records(), &followed);
            assert_eq!(picked.kind, RecommendationKind::Popular);
            assert_eq!(picked.codes, [code("BIO2"), code("CS246"), code("ART1"), code("ZOO9")]);
        }
    }

    #[test]
    fn popularity_does_not_depend_on_the_order_of_the_catalogue() {
        let mut backwards = records();
        backwards.reverse();
        assert_eq!(top(&records(), 3), top(&backwards, 3));
        assert_eq!(top(&records(), 3), [code("BIO2"), code("CS246"), code("ART1")]);
    }

    #[test]
    fn without_any_data_the_built_in_courses_lead_in_their_order() {
        let mut records: Vec<_> = BUILT_IN_COURSES.iter().rev().map(|course| record(course.code, 0, 0)).collect();
        records.push(record("AAA1", 0, 0));
        let expected = ["CS246", "MATH137", "STAT230", "MATH135"].map(code);
        assert_eq!(top(&records, crate::limits::DASHBOARD_GUIDES), expected);
        assert!(top(&[], 4).is_empty());
    }

    #[test]
    fn travels_as_the_page_reads_it() {
        let json = serde_json::to_string(&pick(&[record("CS246", 0, 0)], &[])).unwrap();
        assert_eq!(json, r#"{"kind":"popular","codes":["CS246"]}"#);
    }
}
