//! Which guides to show a student, and why.

use serde::Serialize;

use crate::catalogue::{Catalogue, CourseRecord};
use crate::course::CourseCode;
use crate::order::{as_u32, sorted};

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

/// Some of the guides to show, most popular first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Guides {
    /// Why they are shown.
    pub kind: RecommendationKind,
    /// How many there are in all.
    pub total: u32,
    /// Those that were asked for.
    pub courses: Vec<CourseRecord>,
}

impl Catalogue {
    /// The followed courses that exist, if there are any; otherwise all courses. Of these at most `limit`, after `offset`
    /// that were shown before.
    #[must_use]
    pub fn guides(&self, followed: &[CourseCode], offset: u32, limit: u32) -> Guides {
        let index = self.index();
        // A course's number is its place in the order of popularity.
        let numbers: Vec<u32> = followed.iter().filter_map(|code| index.course(*code)).collect();
        let mut order = sorted(numbers.len(), &|a, b| numbers[a].cmp(&numbers[b]));
        order.dedup_by_key(|place| numbers[*place as usize]);
        let (kind, total) = match order.len() {
            0 => (RecommendationKind::Popular, index.len()),
            _ => (RecommendationKind::Recommended, as_u32(order.len())),
        };
        let shown = offset.min(total)..offset.saturating_add(limit).min(total);
        let courses = shown.filter_map(|place| match kind {
            RecommendationKind::Recommended => index.record(numbers[order[place as usize] as usize]),
            RecommendationKind::Popular => index.record(place),
        });
        Guides { kind, total, courses: courses.collect() }
    }

    /// Some of all courses, most popular first. While nobody has liked or opened anything the built-in ones lead, in
    /// their order.
    #[must_use]
    pub fn courses(&self, offset: u32, limit: u32) -> Vec<CourseRecord> {
        let index = self.index();
        (offset.min(index.len())..offset.saturating_add(limit).min(index.len()))
            .filter_map(|course| index.record(course))
            .collect()
    }

    /// The course with this code.
    #[must_use]
    pub fn course(&self, code: CourseCode) -> Option<CourseRecord> {
        let index = self.index();
        index.record(index.course(code)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::encode;
    use crate::limits::{BUILT_IN_COURSES, DASHBOARD_GUIDES};

    fn code(text: &str) -> CourseCode {
        CourseCode::parse(text).unwrap()
    }

    fn record(text: &str, likes: u32, activity: u32) -> CourseRecord {
        CourseRecord { likes, activity, ..CourseRecord::new(code(text), "A title") }
    }

    fn records() -> Vec<CourseRecord> {
        vec![record("ZOO9", 0, 0), record("ART1", 3, 0), record("CS246", 3, 0), record("BIO2", 1, 7)]
    }

    fn catalogue(records: &[CourseRecord]) -> Catalogue {
        Catalogue::read(encode(records)).unwrap()
    }

    fn codes(courses: &[CourseRecord]) -> Vec<&str> {
        courses.iter().map(|course| course.code.as_str()).collect()
    }

    #[test]
    fn s4_rec_1_only_followed_courses_when_at_least_one_exists() {
        let guides = catalogue(&records()).guides(&["ZOO9", "ART1", "NONE1", "ART1"].map(code), 0, 9);
        assert_eq!((guides.kind, guides.total), (RecommendationKind::Recommended, 2));
        assert_eq!(codes(&guides.courses), ["ART1", "ZOO9"]);
    }

    #[test]
    fn s4_rec_1_all_courses_when_none_is_followed_or_none_exists() {
        for followed in [vec![], vec![code("NONE1")]] {
            let guides = catalogue(&records()).guides(&followed, 0, 9);
            assert_eq!((guides.kind, guides.total), (RecommendationKind::Popular, 4));
            assert_eq!(codes(&guides.courses), ["BIO2", "CS246", "ART1", "ZOO9"]);
        }
    }

    #[test]
    fn guides_come_page_by_page() {
        let catalogue = catalogue(&records());
        let page = |followed: &[CourseCode], offset, limit| {
            let guides = catalogue.guides(followed, offset, limit);
            codes(&guides.courses).join(" ")
        };
        assert_eq!(page(&[], 1, 2), "CS246 ART1");
        assert_eq!(page(&[], 3, u32::MAX), "ZOO9");
        assert_eq!(page(&[], 9, 2), "");
        assert_eq!(page(&[code("ZOO9"), code("ART1")], 1, 5), "ZOO9");
    }

    #[test]
    fn popularity_does_not_depend_on_the_order_of_the_catalogue() {
        let mut backwards = records();
        backwards.reverse();
        for records in [records(), backwards] {
            assert_eq!(codes(&catalogue(&records).courses(0, 3)), ["BIO2", "CS246", "ART1"]);
        }
    }

    #[test]
    fn without_any_data_the_built_in_courses_lead_in_their_order() {
        let mut records: Vec<_> = BUILT_IN_COURSES.iter().rev().map(|course| record(course.code, 0, 0)).collect();
        records.push(record("AAA1", 0, 0));
        let top = catalogue(&records).courses(0, as_u32(DASHBOARD_GUIDES));
        assert_eq!(codes(&top), ["CS246", "MATH137", "STAT230", "MATH135"]);
        assert!(catalogue(&[]).courses(0, 4).is_empty());
    }

    #[test]
    fn travels_as_the_page_reads_it() {
        let guides = catalogue(&[record("CS246", 0, 0)]).guides(&[], 0, 0);
        assert_eq!(serde_json::to_string(&guides).unwrap(), r#"{"kind":"popular","total":1,"courses":[]}"#);
    }
}
