//! Course recommendations for a student.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::catalogue::{Catalogue, CourseRecord};
use crate::course::CourseCode;
use crate::index_sort::{sort_indices, to_u32};

/// One page of the recommended courses, in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Guides {
    /// Number of courses that the student follows. They come first: 'Recommended for You'.
    pub followed: u32,
    /// Number of all courses. The ones after the followed courses are the 'Popular Study Guides'.
    pub total: u32,
    /// The requested page.
    pub courses: Vec<Recommendation>,
}

/// A recommended course with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Recommendation {
    /// Course. Its fields are serialised beside `reason`.
    #[cfg_attr(target_arch = "wasm32", serde(flatten))]
    pub course: CourseRecord,
    /// Reason for the recommendation.
    pub reason: Reason,
}

// Implemented by hand: the derived code of a flattened struct would serialise a map, which is slower and becomes a
// `Map` in JavaScript.
impl Serialize for Recommendation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CourseRecord { code, title, description, likes, notes, activity } = &self.course;
        let mut fields = serializer.serialize_struct("Guide", 7)?;
        fields.serialize_field("code", code)?;
        fields.serialize_field("title", title)?;
        fields.serialize_field("description", description)?;
        fields.serialize_field("likes", likes)?;
        fields.serialize_field("notes", notes)?;
        fields.serialize_field("activity", activity)?;
        fields.serialize_field("reason", &self.reason)?;
        fields.end()
    }
}

/// Reason for recommending a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Reason {
    /// Kind of reason.
    pub kind: ReasonKind,
    /// Number of saved notes of the course, or of recordings about it that the student listened to; otherwise 0.
    pub items: u32,
}

/// Kind of reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ReasonKind {
    /// The student follows the course.
    Followed,
    /// The student saved notes of the course.
    Saved,
    /// The student listened to recordings about the course.
    Listened,
    /// The course is popular.
    Popular,
}

/// The student's interests, as known on this device.
#[derive(Debug, Clone, Copy, Default)]
pub struct Interests<'a> {
    /// Courses that the student follows.
    pub followed: &'a [CourseCode],
    /// Course of each saved note.
    pub saved: &'a [CourseCode],
    /// Course of each recording that the student listened to.
    pub listened: &'a [CourseCode],
}

/// Weight of a saved note. It counts more than a recording, because a student who saves a note intends to return to it.
const SAVED: u32 = 2;
/// Weight of a recording that was listened to.
const LISTENED: u32 = 1;

/// A student's interest in a course.
#[derive(Debug, Clone, Copy, Default)]
struct Interest {
    /// Popularity rank of the course, from 0.
    place: u32,
    is_followed: bool,
    saved: u32,
    listened: u32,
}

impl Interest {
    fn weight(self) -> u32 {
        self.saved.saturating_mul(SAVED).saturating_add(self.listened.saturating_mul(LISTENED))
    }

    fn reason(self) -> Reason {
        if self.is_followed {
            Reason { kind: ReasonKind::Followed, items: 0 }
        } else if self.saved * SAVED >= self.listened * LISTENED {
            Reason { kind: ReasonKind::Saved, items: self.saved }
        } else {
            Reason { kind: ReasonKind::Listened, items: self.listened }
        }
    }
}

impl Catalogue {
    /// Returns at most `limit` courses, from `offset`: followed courses first, then all others. Within both parts,
    /// courses with the most saved notes and played recordings come first, then the most popular.
    #[must_use]
    pub fn recommend(&self, interests: Interests<'_>, offset: u32, limit: u32) -> Guides {
        let total = self.index().len();
        let courses = self.interests(interests);
        let followed = to_u32(courses.iter().filter(|course| course.is_followed).count());
        let key = |at: usize| {
            let course = courses[at];
            (!course.is_followed, std::cmp::Reverse(course.weight()), course.place)
        };
        let order = sort_indices(courses.len(), &|a, b| key(a).cmp(&key(b)));
        let shown = offset.min(total)..offset.saturating_add(limit).min(total);
        let guide = |at: u32| {
            let (place, reason) = match order.get(at as usize) {
                Some(interest) => (courses[*interest as usize].place, courses[*interest as usize].reason()),
                None => (popular(&courses, at), Reason { kind: ReasonKind::Popular, items: 0 }),
            };
            Some(Recommendation { course: self.record(self.course_at_rank(place))?, reason })
        };
        Guides { followed, total, courses: shown.filter_map(guide).collect() }
    }

    /// Returns the courses that interest the student, most popular first.
    fn interests(&self, interests: Interests<'_>) -> Vec<Interest> {
        let index = self.index();
        let Interests { followed, saved, listened } = interests;
        let one = |codes: &[CourseCode], interest: Interest| {
            let courses = codes.iter().filter_map(|code| index.course(*code));
            courses.map(|course| Interest { place: self.rank_of(course), ..interest }).collect::<Vec<_>>()
        };
        let all = [
            one(followed, Interest { is_followed: true, ..Interest::default() }),
            one(saved, Interest { saved: 1, ..Interest::default() }),
            one(listened, Interest { listened: 1, ..Interest::default() }),
        ]
        .concat();
        let mut merged: Vec<Interest> = Vec::new();
        for place in sort_indices(all.len(), &|a, b| all[a].place.cmp(&all[b].place)) {
            let next = all[place as usize];
            match merged.last_mut().filter(|last| last.place == next.place) {
                Some(last) => {
                    last.is_followed |= next.is_followed;
                    last.saved += next.saved;
                    last.listened += next.listened;
                }
                None => merged.push(next),
            }
        }
        merged
    }

    /// Returns one page of all courses, most popular first. Without likes and activity, the built-in courses come first
    /// in their order.
    #[must_use]
    pub fn courses(&self, offset: u32, limit: u32) -> Vec<CourseRecord> {
        let total = self.len();
        (offset.min(total)..offset.saturating_add(limit).min(total))
            .filter_map(|place| self.record(self.course_at_rank(place)))
            .collect()
    }

    /// Returns the course with this code.
    #[must_use]
    pub fn course(&self, code: CourseCode) -> Option<CourseRecord> {
        self.record(self.index().course(code)?)
    }
}

/// Returns the popularity rank of the course at position `at` of a combined list: the courses in `first`, then all
/// others by popularity. `first` is sorted by rank, and `at` is after its courses.
fn popular(first: &[Interest], at: u32) -> u32 {
    first.iter().fold(at - to_u32(first.len()), |place, passed| place + u32::from(passed.place <= place))
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

    fn following(followed: &[CourseCode]) -> Interests<'_> {
        Interests { followed, ..Interests::default() }
    }

    /// Returns the courses with their reasons: `CS246 followed 0`.
    fn told(guides: &Guides) -> Vec<String> {
        let kind = |guide: &Recommendation| serde_json::to_string(&guide.reason.kind).unwrap().replace('"', "");
        let told = guides.courses.iter().map(|g| format!("{} {} {}", g.course.code, kind(g), g.reason.items));
        told.collect()
    }

    #[test]
    fn s4_rec_1_followed_courses_come_before_all_others() {
        let guides = catalogue(&records()).recommend(following(&["ZOO9", "ART1", "NONE1", "ART1"].map(code)), 0, 9);
        assert_eq!((guides.followed, guides.total), (2, 4));
        assert_eq!(told(&guides), ["ART1 followed 0", "ZOO9 followed 0", "BIO2 popular 0", "CS246 popular 0"]);
    }

    #[test]
    fn s4_rec_1_without_followed_courses_or_if_they_no_longer_exist_all_courses_are_recommended() {
        for followed in [vec![], vec![code("NONE1")]] {
            let guides = catalogue(&records()).recommend(following(&followed), 0, 9);
            assert_eq!((guides.followed, guides.total), (0, 4));
            assert_eq!(told(&guides), ["BIO2 popular 0", "CS246 popular 0", "ART1 popular 0", "ZOO9 popular 0"]);
        }
    }

    #[test]
    fn saved_and_played_courses_are_recommended_first_with_their_reasons() {
        let catalogue = catalogue(&records());
        let [zoo, art, cs, none] = ["ZOO9", "ART1", "CS246", "NONE1"].map(code);
        let interests = Interests { followed: &[none], saved: &[zoo, none, zoo], listened: &[art, zoo, art] };
        let guides = catalogue.recommend(interests, 0, 9);
        assert_eq!((guides.followed, guides.total), (0, 4));
        assert_eq!(told(&guides), ["ZOO9 saved 2", "ART1 listened 2", "BIO2 popular 0", "CS246 popular 0"]);
        // Followed courses are ordered the same way.
        let guides = catalogue.recommend(Interests { followed: &[art, cs, zoo], ..interests }, 0, 9);
        assert_eq!(told(&guides), ["ZOO9 followed 0", "ART1 followed 0", "CS246 followed 0", "BIO2 popular 0"]);
        let guides = catalogue.recommend(Interests { followed: &[cs], ..interests }, 0, 9);
        assert_eq!(told(&guides), ["CS246 followed 0", "ZOO9 saved 2", "ART1 listened 2", "BIO2 popular 0"]);
        // A saved note counts more than one recording and less than three.
        let of = |listened: &[CourseCode]| {
            let interests = Interests { saved: &[zoo], listened, ..Interests::default() };
            told(&catalogue.recommend(interests, 0, 1)).join("")
        };
        assert_eq!([of(&[art]), of(&[art; 3])], ["ZOO9 saved 1", "ART1 listened 3"]);
    }

    #[test]
    fn recommended_courses_are_paged() {
        let catalogue = catalogue(&records());
        let page = |followed: &[CourseCode], offset, limit| {
            let guides = catalogue.recommend(following(followed), offset, limit);
            guides.courses.iter().map(|guide| guide.course.code.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(page(&[], 1, 2), "CS246 ART1");
        assert_eq!(page(&[], 3, u32::MAX), "ZOO9");
        assert_eq!(page(&[], 9, 2), "");
        assert_eq!(page(&[code("ZOO9"), code("ART1")], 1, 2), "ZOO9 BIO2");
    }

    proptest::proptest! {
        #[test]
        fn recommendation_pages_contain_every_course_once(
            saved in proptest::collection::vec(0..7_usize, 0..6),
            followed in proptest::collection::vec(0..7_usize, 0..3),
            size in 1..5_u32,
        ) {
            let names = ["ZOO9", "ART1", "CS246", "BIO2", "ART1", "NONE1", "ZOO9"];
            let [saved, followed] = [saved, followed]
                .map(|list| list.into_iter().map(|name| code(names[name])).collect::<Vec<CourseCode>>());
            let catalogue = catalogue(&records());
            let interests = Interests { saved: &saved, followed: &followed, ..Interests::default() };
            let all = catalogue.recommend(interests, 0, u32::MAX).courses;
            let paged: Vec<Recommendation> =
                (0..4).flat_map(|page| catalogue.recommend(interests, page * size, size).courses).collect();
            proptest::prop_assert!(all.starts_with(&paged) || paged == all);
            let mut codes: Vec<&str> = all.iter().map(|guide| guide.course.code.as_str()).collect();
            codes.sort_unstable();
            proptest::prop_assert_eq!(codes, ["ART1", "BIO2", "CS246", "ZOO9"]);
        }
    }

    #[test]
    fn s2_dash_3_popularity_ranking_does_not_depend_on_the_order_of_the_catalogue() {
        let mut backwards = records();
        backwards.reverse();
        for records in [records(), backwards] {
            assert_eq!(codes(&catalogue(&records).courses(0, 3)), ["BIO2", "CS246", "ART1"]);
        }
    }

    #[test]
    fn s2_dash_3_built_in_courses_come_first_in_their_order_if_there_is_no_activity() {
        let mut records: Vec<_> = BUILT_IN_COURSES.iter().rev().map(|course| record(course.code, 0, 0)).collect();
        records.push(record("AAA1", 0, 0));
        let top = catalogue(&records).courses(0, to_u32(DASHBOARD_GUIDES));
        assert_eq!(codes(&top), ["CS246", "MATH137", "STAT230", "MATH135"]);
        assert!(catalogue(&[]).courses(0, 4).is_empty());
    }

    #[test]
    fn recommended_courses_serialise_to_the_documented_json() {
        let guides = catalogue(&[record("CS246", 0, 0)]).recommend(Interests::default(), 0, 0);
        assert_eq!(serde_json::to_string(&guides).unwrap(), r#"{"followed":0,"total":1,"courses":[]}"#);
    }
}
