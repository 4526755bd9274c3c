//! Tells each student once what a merge moved.
//!
//! The owners of a course's data cannot be listed, so the next visit of a student compares new merges with the
//! student's data. The profile item holds the result until the student has read it on any device.

use std::collections::HashMap;

use aws::client::Store;
use aws::table;
use model::error::Result;
use model::ids::UserId;
use model::keys;
use wasm_core::course::CourseCode;

use super::student_parts;
use crate::library::merges::{self, CourseMerge, StudentPart, UnreadMerge};
use crate::mine::exams::Exam;
use crate::mine::likes;
use crate::mine::saved::SavedNote;
use crate::people::follows;
use crate::people::students::{self, Me, MergeNews};
use crate::study::own_cards::{self, OwnCourse};

/// Moves the follows of merged courses to their targets and adds the merges that finished since the last visit to the
/// unread ones, if they moved data of the student. Idempotent. Cost: 1 read per MB of merges, and as
/// [`follows::settle`]. If merges have finished since: 1 write, 4 reads, and 1 per MB of personal cards for each of
/// them into a course with such cards.
pub async fn settle(store: &Store, me: Me) -> Result<Me> {
    let all = merges::all(store).await?;
    // Before the follows move: afterwards nothing shows that the student followed both courses.
    let merge_news = find_news(store, &me, &all).await?;
    let course_codes = follows::settle(store, &me.student.uid, me.course_codes, &all).await?;
    Ok(Me { course_codes, merge_news, ..me })
}

async fn find_news(store: &Store, me: &Me, all: &[CourseMerge]) -> Result<MergeNews> {
    let since = me.merge_news.merges_checked_at.unwrap_or(me.student.created_at);
    let (new, known): (Vec<&CourseMerge>, Vec<&CourseMerge>) =
        all.iter().partition(|merge| merge.finished_at > Some(since));
    let Some(newest) = new.iter().filter_map(|merge| merge.finished_at).max() else {
        return Ok(me.merge_news.clone());
    };
    let owner = &me.student.uid;
    let targets = merges::targets(all);
    let held = Held::read(store, me, &merges::targets(known)).await?;
    let mut found = Vec::new();
    for merge in new {
        let into = targets.get(&merge.from).copied().unwrap_or(merge.into);
        let mut moved = Vec::new();
        for part in student_parts() {
            if held.has(store, owner, part, &merge.from, &into).await? {
                moved.push(part);
            }
        }
        if !moved.is_empty() {
            found.push(UnreadMerge { from: merge.from, into, moved });
        }
    }
    students::add_unread_merges(store, owner, &me.merge_news, newest, &found).await
}

/// Courses in which a student has data, by kind of data.
struct Held {
    liked: Vec<CourseCode>,
    followed: Vec<CourseCode>,
    with_cards: Vec<CourseCode>,
    exams: Vec<Exam>,
    saved: Vec<CourseCode>,
}

impl Held {
    /// Reads the data. `earlier` has the targets of the merges that the student knows.
    async fn read(store: &Store, me: &Me, earlier: &HashMap<CourseCode, CourseCode>) -> Result<Self> {
        let owner = &me.student.uid;
        let liked = likes::list(store, owner).await?.courses;
        let courses: Vec<OwnCourse> = table::all_of(store, &keys::own_card::courses(owner)).await?;
        let exams: Vec<Exam> = table::all_of(store, &keys::exam::all(owner)).await?;
        let notes: Vec<SavedNote> = table::all_of(store, &keys::saved::all(owner)).await?;
        // A saved note keeps the code that its course had when it was saved.
        let saved = notes.iter().filter_map(|note| note.course_code);
        Ok(Self {
            liked,
            followed: me.course_codes.clone(),
            with_cards: courses.iter().filter(|of| of.cards > 0).map(|of| of.course).collect(),
            exams,
            saved: saved.map(|code| earlier.get(&code).copied().unwrap_or(code)).collect(),
        })
    }

    /// Returns true if a merge moves this kind of data. Cards and exams may have moved already.
    async fn has(
        &self,
        store: &Store,
        owner: &UserId,
        part: StudentPart,
        from: &CourseCode,
        into: &CourseCode,
    ) -> Result<bool> {
        Ok(match part {
            StudentPart::Likes => self.liked.contains(from),
            StudentPart::Follows => self.followed.contains(from),
            StudentPart::OwnCards if self.with_cards.contains(from) => true,
            StudentPart::OwnCards if self.with_cards.contains(into) => {
                own_cards::has_moved(store, owner, from, into).await?
            }
            StudentPart::OwnCards => false,
            StudentPart::Exams => self.exams.iter().any(|exam| exam.was_of(from)),
            StudentPart::SavedNotes => self.saved.contains(from),
        })
    }
}
