//! Changes to the catalogue.

use std::collections::{BTreeMap, BTreeSet};

use store::courses::Course;
use store::stream::ListChange;
use wasm_core::catalogue::{CourseRecord, SearchCollection, activity_rank};
use wasm_core::course::CourseCode;

use super::lists::{List, Records, key_of};

pub(super) type Courses = BTreeMap<CourseCode, CourseRecord>;

/// Changes to the catalogue: the newest state of each changed course, with `None` for a removed one, and the ordered
/// changes of the library and of course notes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CatalogueDelta {
    courses: BTreeMap<CourseCode, Option<CourseRecord>>,
    library: Vec<Step>,
    notes: Vec<Step>,
    moved: BTreeSet<String>,
}

/// One change of a list other than the courses.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    One(ListChange),
    /// All items of this collection were removed.
    Emptied(SearchCollection),
}

impl CatalogueDelta {
    /// Sets the new state of a course.
    pub fn set(&mut self, course: &Course) {
        self.courses.insert(course.code, Some(record_of(course)));
    }

    /// Removes a course together with its notes.
    pub fn remove(&mut self, code: CourseCode) {
        self.courses.insert(code, None);
        self.notes.push(Step::Emptied(SearchCollection::Course(code)));
    }

    /// Records a change of one item in the library or in the notes of a course.
    pub fn record_list_change(&mut self, listing: ListChange) {
        let steps = if listing.place().is_for_members() { &mut self.notes } else { &mut self.library };
        steps.push(Step::One(listing));
    }

    /// Records lists whose content has visibly changed.
    pub fn add_changed_lists(&mut self, lists: BTreeSet<String>) {
        self.moved.extend(lists);
    }

    pub(super) fn changed_lists(&self) -> impl Iterator<Item = String> {
        self.moved.iter().cloned()
    }

    pub(super) fn has_changed_lists(&self) -> bool {
        !self.moved.is_empty()
    }

    pub(super) fn has_courses(&self) -> bool {
        !self.courses.is_empty()
    }

    pub(super) fn changes_list(&self, list: List) -> bool {
        !self.steps(list).is_empty()
    }

    fn steps(&self, list: List) -> &[Step] {
        match list {
            List::Library => &self.library,
            List::Notes => &self.notes,
        }
    }

    pub(super) fn apply(&self, records: &mut Courses) {
        for (code, record) in &self.courses {
            match record {
                Some(record) => records.insert(*code, record.clone()),
                None => records.remove(code),
            };
        }
    }

    pub(super) fn apply_to(&self, list: List, records: &mut Records) {
        for step in self.steps(list) {
            match step {
                Step::One(ListChange::Set(record)) => {
                    records.insert(key_of(record), record.clone());
                }
                // A moved item has two items in the table, and the stream may report the new one before the removal of
                // the old one. So remove a record only if it is still in the old place.
                Step::One(ListChange::Removed { place, id }) => {
                    let key = (place.kind(), id.clone());
                    if records.get(&key).is_some_and(|record| record.place == *place) {
                        records.remove(&key);
                    }
                }
                Step::Emptied(place) => records.retain(|_, record| record.place != *place),
            }
        }
    }
}

pub(super) fn record_of(course: &Course) -> CourseRecord {
    CourseRecord {
        code: course.code,
        title: course.title.clone(),
        // The encoder shortens long descriptions.
        description: course.description.clone(),
        likes: course.likes,
        notes: course.note_count,
        activity: activity_rank(course.activity_steps()),
    }
}

#[cfg(test)]
mod tests {
    use store::Timestamp;

    use super::*;

    fn course(code: &str, likes: u32) -> Course {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let code = CourseCode::parse(code).unwrap();
        Course { likes, activity: 1 << likes, activity_era: 1, ..Course::new(code, code.as_str(), now) }
    }

    #[test]
    fn the_last_of_several_edits_of_a_course_is_published() {
        let mut records = BTreeMap::from([(CourseCode::parse("STAT230").unwrap(), record_of(&course("STAT230", 0)))]);
        let mut edits = CatalogueDelta::default();
        edits.set(&course("CS246", 1));
        edits.set(&course("CS246", 2));
        edits.set(&course("MATH137", 1));
        edits.remove(CourseCode::parse("MATH137").unwrap());
        edits.remove(CourseCode::parse("STAT230").unwrap());
        edits.apply(&mut records);
        let left: Vec<_> =
            records.values().map(|record| (record.code.as_str(), record.likes, record.activity)).collect();
        // The era contributes 32 half-lives and the share 2, at 16 steps each, above the first step.
        assert_eq!(left, [("CS246", 2, activity_rank(545.0))]);
    }
}
