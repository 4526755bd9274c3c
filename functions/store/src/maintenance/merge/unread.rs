//! Tells each student once which of their data a merge moved.
//!
//! The owners of a course's data cannot be listed, so the next visit of a student compares new merges with the
//! student's data. The profile item holds the result until the student has read it on any device.

use aws::client::Store;
use aws::table;
use model::error::Result;
use model::ids::UserId;
use model::keys;
use wasm_core::course::CourseCode;

use super::student_parts;
use crate::library::merges::{self, CourseMerge, StudentDataKind, UnreadMerge};
use crate::mine::exams::Exam;
use crate::mine::likes;
use crate::mine::saved_notes::SavedNote;
use crate::people::course_follows;
use crate::people::students::{self, Me, MergeNews};
use crate::study::personal_cards::{self, PersonalCardCount};

/// Moves the follows of merged courses to their targets. Merges that finished since the last visit become unread if
/// they moved data of the student. If an error prevents this comparison, the follows do not move either, and the next
/// visit repeats both. Idempotent. Cost: 1 read per MB of merges, and as [`course_follows::replace_merged`]. If merges
/// have finished since: 1 write and 4 reads, and for each merge into a course with personal cards 1 read per MB of
/// these.
pub async fn apply_finished_merges(store: &Store, me: Me) -> Result<Me> {
    let all = merges::list_all(store).await?;
    // Compare before the follows move: afterwards nothing shows that the student followed both courses.
    let merge_news = match find_news(store, &me, &all).await {
        Ok(merge_news) => merge_news,
        Err(error) => {
            // Signing in must not depend on a notice.
            tracing::warn!(error = &error as &dyn std::error::Error, "merges were not compared with a student's data");
            return Ok(me);
        }
    };
    let course_codes = course_follows::replace_merged(store, &me.student.uid, me.course_codes, &all).await?;
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
    let earlier = merges::targets(known);
    let held = Held::read(store, me).await?;
    let mut found = Vec::new();
    for merge in new {
        let into = targets.get(&merge.from).copied().unwrap_or(merge.into);
        // Data that the student has not requested since an earlier merge still has the code from before that merge.
        let mut codes = vec![merge.from];
        codes.extend(earlier.iter().filter(|(_, target)| **target == merge.from).map(|(code, _)| *code));
        let mut moved = Vec::new();
        for part in student_parts() {
            if held.has(store, owner, part, &codes, &into).await? {
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
    async fn read(store: &Store, me: &Me) -> Result<Self> {
        let owner = &me.student.uid;
        let likes = likes::list(store, owner).await?;
        let courses: Vec<PersonalCardCount> =
            table::query_all_entities(store, &keys::personal_card::course_counts(owner)).await?;
        let exams: Vec<Exam> = table::query_all_entities(store, &keys::exam::all(owner)).await?;
        let notes: Vec<SavedNote> = table::query_all_entities(store, &keys::saved::all(owner)).await?;
        Ok(Self {
            liked: [likes.courses, likes.former_courses].concat(),
            followed: me.course_codes.clone(),
            with_cards: courses.iter().filter(|of| of.cards > 0).map(|of| of.course).collect(),
            exams,
            // A saved note keeps the code that its course had when it was saved.
            saved: notes.iter().filter_map(|note| note.course_code).collect(),
        })
    }

    /// Returns true if a merge of the course with these codes moves this kind of data. Likes, cards and exams may have
    /// moved already.
    async fn has(
        &self,
        store: &Store,
        owner: &UserId,
        part: StudentDataKind,
        codes: &[CourseCode],
        into: &CourseCode,
    ) -> Result<bool> {
        let has_any = |held: &[CourseCode]| held.iter().any(|code| codes.contains(code));
        Ok(match part {
            StudentDataKind::Likes => has_any(&self.liked),
            StudentDataKind::Follows => has_any(&self.followed),
            StudentDataKind::PersonalCards if has_any(&self.with_cards) => true,
            StudentDataKind::PersonalCards if self.with_cards.contains(into) => {
                personal_cards::has_moved(store, owner, codes, into).await?
            }
            StudentDataKind::PersonalCards => false,
            StudentDataKind::Exams => self.exams.iter().any(|exam| codes.iter().any(|code| exam.belonged_to(code))),
            StudentDataKind::SavedNotes => has_any(&self.saved),
        })
    }
}
