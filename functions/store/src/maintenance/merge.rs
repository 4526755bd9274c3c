//! Merges one course into another: all content moves, then the code permanently leads to the target.
//!
//! A merge runs in steps, so that no request takes long. Each item moves in its own transaction, which also counts it
//! in the merge record. An interrupted merge continues with the next step. From the start, students who open the merged
//! course are sent to the target. Data in the students' own partitions moves on their next visit ([`StudentDataKind`]).

mod movers;
mod progress;
mod unread;

use std::collections::BTreeSet;
use std::time::Instant;

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Delete, Put, Update};
use model::error::{Conflict, Error, Result};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits::{CHAPTER_MAX, COURSE_MERGE_BATCH_MAX};

use self::progress::count_moved_item;
use super::entities::{self, MergeEffect};
use crate::desk::requests;
use crate::library::courses::{self, Course};
use crate::library::merges::{self, CourseMerge, StudentDataKind};
use crate::mine::activity;
use crate::study::chapters::{self, Chapter, ChapterMergePlan};

pub use unread::apply_finished_merges;

/// The content that a merge would move, or still has to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Course to merge.
    pub from: Course,
    /// Target of the merge.
    pub into: Course,
    /// Number of recordings of the course, counted up to one more than a course page shows.
    pub recordings: u32,
    /// Chapters of the course and the result for each.
    pub chapters: Vec<(Chapter, ChapterMergePlan)>,
    /// Number of requesters of the course.
    pub requests: u32,
    /// Data that moves on each student's next visit.
    pub moved_later: Vec<StudentDataKind>,
}

/// Returns the content that a merge would move. Cost: 5 reads.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(SameCourse)`; `LimitReached` when the target has no free chapter number.
pub async fn preview(store: &Store, from: &CourseCode, into: &CourseCode) -> Result<Preview> {
    if from == into {
        return Err(Error::Conflict(Conflict::SameCourse));
    }
    let (from, into) = (courses::get(store, from).await?, courses::get(store, into).await?);
    let moving = chapters::list(store, &from.code).await?;
    let there = chapters::list(store, &into.code).await?;
    let plans = chapters::plan_chapters(&moving, &there);
    let plans = plans.ok_or(Error::LimitReached { limit: "CHAPTER_MAX", max: CHAPTER_MAX })?;
    let recordings = movers::count_recordings(store, &from.code).await?;
    let requested = requests::find_requested_course(store, &from.code).await?;
    Ok(Preview {
        recordings,
        chapters: moving.into_iter().zip(plans).collect(),
        requests: requested.map_or(0, |requested| requested.requesters),
        moved_later: student_parts().into_iter().collect(),
        from,
        into,
    })
}

/// Returns the data of students that moves on their next visit.
fn student_parts() -> BTreeSet<StudentDataKind> {
    let parts = entities::all().filter_map(|entity| match entity.on_merge {
        MergeEffect::MoveLater(part) => Some(part),
        MergeEffect::Move | MergeEffect::Stay => None,
    });
    parts.collect()
}

/// Starts or continues a merge: moves up to `COURSE_MERGE_BATCH_MAX` items, and finishes when none are left. Call it
/// until the result is finished. Idempotent. Conditions: both courses exist; neither is part of another unfinished
/// merge; each item is unchanged since it was read. Cost: up to 15 reads, and 1 to 4 reads and 10 to 16 writes per
/// item.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(SameCourse)`; `Conflict(CourseMerged)` when the course was merged into another target,
/// or the target is being merged; `Conflict(MergeUnfinished)` while another course is being merged into this one;
/// `LimitReached` when the target has no free chapter number.
pub async fn run_step(store: &Store, from: &CourseCode, into: &CourseCode, now: Timestamp) -> Result<CourseMerge> {
    let started = Instant::now();
    let merge = begin(store, from, into, now).await?;
    if merge.finished_at.is_some() {
        return Ok(merge);
    }
    let mut left = COURSE_MERGE_BATCH_MAX;
    move_chapters(store, &merge, &mut left).await?;
    movers::move_notes(store, &merge, &mut left).await?;
    movers::move_recordings(store, &merge, &mut left).await?;
    movers::move_album_notes(store, &merge, &mut left).await?;
    if left > 0 {
        let counted = |transaction: &mut Transaction| count_moved_item(transaction, from, "requests");
        left -= requests::move_to_course(store, from, into, left, counted).await?;
    }
    if left > 0 {
        finish(store, &merge, || now.plus(started.elapsed())).await?;
    }
    let merge = merges::find(store, from).await?;
    merge.ok_or_else(|| Error::broken("the record of a merge is gone"))
}

/// Returns the merge record, created if necessary.
async fn begin(store: &Store, from: &CourseCode, into: &CourseCode, now: Timestamp) -> Result<CourseMerge> {
    if from == into {
        return Err(Error::Conflict(Conflict::SameCourse));
    }
    if let Some(merge) = merges::find(store, from).await? {
        return if merge.into == *into { Ok(merge) } else { Err(Error::Conflict(Conflict::CourseMerged)) };
    }
    let course = courses::get(store, from).await?;
    courses::get(store, into).await?;
    let all = merges::list_all(store).await?;
    if all.iter().any(|merge| merge.into == *from && merge.finished_at.is_none()) {
        return Err(Error::Conflict(Conflict::MergeUnfinished));
    }
    let merge = CourseMerge {
        from: *from,
        into: *into,
        title: course.title,
        notes: 0,
        links: 0,
        chapters: 0,
        requests: 0,
        begun_at: now,
        finished_at: None,
    };
    let mut transaction = Transaction::default();
    let course = Update::of(keys::course::primary(from)).set("merging_into", into);
    transaction.add("from", course.when(exists()).when(courses::is_not_merging()));
    let is_there = exists().and(courses::is_not_merging());
    transaction.add("into", Check::of(keys::course::primary(into), is_there));
    transaction.add("merge", Put::of(&merge, keys::course::merge(from)).when(absent()));
    match transaction.run(store).await? {
        Outcome::Done => Ok(merge),
        outcome if outcome.refused("into") => Err(Error::Conflict(Conflict::CourseMerged)),
        // Another request started a merge at the same moment.
        Outcome::Refused(_) => match merges::find(store, from).await? {
            Some(merge) if merge.into == *into => Ok(merge),
            _ => Err(Error::Conflict(Conflict::CourseMerged)),
        },
    }
}

async fn move_chapters(store: &Store, merge: &CourseMerge, left: &mut u32) -> Result<()> {
    for chapter in chapters::list(store, &merge.from).await? {
        if *left == 0 {
            return Ok(());
        }
        let counted = |transaction: &mut Transaction| count_moved_item(transaction, &merge.from, "chapters");
        chapters::move_to(store, &merge.from, &merge.into, chapter.id, counted).await?;
        *left -= 1;
    }
    Ok(())
}

/// Deletes the merged course unless new content was added. Its likes are added to the target, and its code leads there
/// permanently. Calls `now` for each attempt: a visit only looks for merges that finished after the newest one that it
/// knows, so the finish time must not lie before a merge that finished in the meantime.
async fn finish(store: &Store, merge: &CourseMerge, now: impl Fn() -> Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(from) = courses::find(store, &merge.from).await? else { return Ok(()) };
        let into = courses::get(store, &merge.into).await?;
        let mut transaction = Transaction::default();
        let same = exists()
            .and(attribute("note_count").is(0))
            .and(attribute("likes").is(from.likes))
            .and(attribute("activity").eq_or_absent(from.activity));
        transaction.add("from", Delete::of(keys::course::primary(&merge.from)).when(same));
        transaction.add("hidden", Delete::of(keys::course::hidden_marker(&merge.from)));
        transaction.add("into", taken_over(&from, &into));
        let record = Update::of(keys::course::merge(&merge.from)).set("finished_at", now());
        transaction.add("merge", record.when(exists().and(attribute("finished_at").is_absent())));
        if transaction.run(store).await? == Outcome::Done || has_notes(store, &merge.from).await? {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Returns the update that adds the likes, activity and newest note time of the merged course to the target.
fn taken_over(from: &Course, into: &Course) -> Update {
    let mut update = Update::of(keys::course::primary(&into.code)).add("likes", from.likes).when(exists());
    if from.newest_note_at > into.newest_note_at {
        update = update.set_or_remove("newest_note_at", from.newest_note_at);
    }
    // Sums of different eras cannot be added; an older sum is nearly worthless.
    if from.activity > 0 && from.activity_era == into.activity_era {
        update = update.add("activity", from.activity).when(activity::is_in_era(into.activity_era));
    }
    update
}

/// Returns true if a note was added after everything had moved, so that another step is needed.
async fn has_notes(store: &Store, from: &CourseCode) -> Result<bool> {
    let range = keys::note::of_course(from);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(1), None).await?;
    Ok(!slice.items.is_empty())
}
