//! Removes exams.

use std::collections::BTreeMap;

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::Result;
use model::ids::UserId;
use model::keys;
use wasm_core::course::CourseCode;

use super::{Exam, move_from};

/// The exam of a course that is removed.
#[derive(Debug, Clone, Copy)]
enum Which {
    /// The current exam.
    Counts,
    /// The set-aside exam with this index.
    Waits(usize),
}

/// Removes the exam of a course or, after a merge of that course, the exam that came from it. Idempotent. If the caller
/// passes the id of the exam that it has seen, no other exam is removed, not even one that replaced it. Exams set aside
/// in the removed one return to their own course code, and the next [`super::list`] moves them here. Cost: 1 write.
/// With an id, without an exam, or with set-aside exams: 2 reads and 1 write more; 1 read and 2 writes more for each
/// returned exam; for a merged course 3 reads per merge and 4 writes for each exam that moves.
pub async fn remove(store: &Store, owner: &UserId, course: &CourseCode, seen: Option<&str>) -> Result<()> {
    let has_only_one = exists().and(attribute("set_aside").is_absent());
    let own = Delete::of(keys::exam::primary(owner, course)).when(has_only_one);
    if seen.is_none() && own.apply(store).await? {
        return Ok(());
    }
    let into = move_from(store, owner, course).await?;
    let key = keys::exam::primary(owner, &into);
    let mut retry = Retry::new();
    loop {
        let Some(current) = table::find::<Exam>(store, key.clone()).await? else { return Ok(()) };
        let Some(which) = current.which(course, seen) else { return Ok(()) };
        let is_done = match (which, current.without(which)) {
            (Which::Counts, _) if into == *course => remove_own(store, owner, &current).await?,
            (_, Some(left)) => Put::of(&left, key.clone()).when(current.is_unchanged()).apply(store).await?,
            (_, None) => Delete::of(key.clone()).when(current.is_unchanged()).apply(store).await?,
        };
        if is_done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Removes the exam of a course, and returns the exams set aside in it to their own courses. If such a course has a new
/// exam, they are set aside in that one. Returns false if an exam has changed since it was read.
async fn remove_own(store: &Store, owner: &UserId, exam: &Exam) -> Result<bool> {
    let mut freed: BTreeMap<CourseCode, Exam> = BTreeMap::new();
    // If two exams come from one course, the later one is current, because the student set it last.
    for waiting in exam.set_aside.iter().rev().cloned() {
        let waiting = waiting.into_exam(exam.changed_at);
        let all = match freed.remove(&waiting.course) {
            Some(later) => later.setting_aside(waiting),
            None => waiting,
        };
        freed.insert(all.course, all);
    }
    let mut transaction = Transaction::default();
    transaction.add("old", Delete::of(keys::exam::primary(owner, &exam.course)).when(exam.is_unchanged()));
    for (course, waiting) in freed {
        let key = keys::exam::primary(owner, &course);
        // The student may have set a new exam with the old code, which has not moved yet.
        let there = table::find::<Exam>(store, key.clone()).await?;
        let as_read = there.as_ref().map_or_else(absent, Exam::is_unchanged);
        let all = match there {
            Some(there) => there.setting_aside(waiting),
            None => waiting,
        };
        // The remaining exam must cancel the days of all earlier calendar files.
        let calendar_until = all.calendar_until.clone().max(exam.calendar_until.clone());
        transaction.add("new", Put::of(&Exam { calendar_until, ..all }, key).when(as_read));
    }
    Ok(transaction.run(store).await? == Outcome::Done)
}

impl Exam {
    /// Selects the exam to remove: the one with this id or, without an id, the one of this course.
    fn which(&self, course: &CourseCode, seen: Option<&str>) -> Option<Which> {
        if let Some(id) = seen {
            let waits = self.set_aside.iter().position(|each| each.id() == id).map(Which::Waits);
            return if self.id() == id { Some(Which::Counts) } else { waits };
        }
        if self.course == *course {
            return Some(Which::Counts);
        }
        let waits = self.set_aside.iter().position(|each| each.came_from(course)).map(Which::Waits);
        waits.or_else(|| self.former_courses.contains(course).then_some(Which::Counts))
    }

    /// Returns the exam without the selected one, or `None` if none remains. If the current exam is removed, the first
    /// set-aside exam takes its place.
    fn without(&self, which: Which) -> Option<Self> {
        let mut left = self.clone();
        if let Which::Waits(index) = which {
            left.set_aside.remove(index);
            return Some(left);
        }
        if left.set_aside.is_empty() {
            return None;
        }
        let next = left.set_aside.remove(0).into_exam(left.changed_at).moved(left.course);
        Some(Exam { calendar_until: left.calendar_until, set_aside: left.set_aside, ..next })
    }
}
