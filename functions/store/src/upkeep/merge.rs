//! Merging one course into another: everything in it moves, then its code leads to the other one for ever.
//!
//! A merge is carried out in steps, so that no request takes long. Each thing moves in a transaction of its own, which counts
//! it in the record of the merge: an interrupted merge is gone on with by asking for the next step. From the beginning on
//! students who open the one are led to the other. What students have of the course in their own partitions moves when they
//! are there ([`StudentPart`]).

mod tally;
mod things;

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

use self::tally::count;
use crate::desk::requests;
use crate::library::courses::{self, Course};
use crate::library::merges::{self, CourseMerge};
use crate::mine::activity;
use crate::study::chapters::{self, Chapter, Fate};

/// Everything that belongs to a course. A merge moves each in this order.
const PARTS: [Part; 9] = [
    Part::Chapters,
    Part::Notes,
    Part::Recordings,
    Part::AlbumNotes,
    Part::Requests,
    Part::WithStudent(StudentPart::Likes),
    Part::WithStudent(StudentPart::Follows),
    Part::WithStudent(StudentPart::OwnCards),
    Part::WithStudent(StudentPart::Exams),
];

#[derive(Debug, Clone, Copy)]
enum Part {
    Chapters,
    Notes,
    Recordings,
    AlbumNotes,
    Requests,
    /// Nobody can list the students who have it, so it moves when its student is there.
    WithStudent(StudentPart),
}

/// What students have of a course, each in their own partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudentPart {
    /// [`crate::mine::likes::settle`] moves them. Their count moves with the course.
    Likes,
    /// [`crate::people::follows::settle`] moves them.
    Follows,
    /// [`crate::study::own_cards::overview`] moves them.
    OwnCards,
    /// [`crate::mine::exams::list`] moves them.
    Exams,
}

/// What a merge would move, or what is left to move of one that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The course that goes.
    pub from: Course,
    /// The course that everything moves to.
    pub into: Course,
    /// How many recordings are about the one, at most one more than is shown with a course.
    pub recordings: u32,
    /// Its chapters, and what becomes of each.
    pub chapters: Vec<(Chapter, Fate)>,
    /// How many asked for it.
    pub requests: u32,
    /// What moves when its student is there.
    pub later: Vec<StudentPart>,
}

/// What merging one course into another would move. 5 reads.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(SameCourse)`; `LimitReached` when the other one has no number left for a chapter.
pub async fn preview(store: &Store, from: &CourseCode, into: &CourseCode) -> Result<Preview> {
    if from == into {
        return Err(Error::Conflict(Conflict::SameCourse));
    }
    let (from, into) = (courses::get(store, from).await?, courses::get(store, into).await?);
    let moving = chapters::list(store, &from.code).await?;
    let there = chapters::list(store, &into.code).await?;
    let fates = chapters::fates(&moving, &there);
    let fates = fates.ok_or(Error::LimitReached { limit: "CHAPTER_MAX", max: CHAPTER_MAX })?;
    let recordings = things::count_recordings(store, &from.code).await?;
    let demand = requests::find_demand(store, &from.code).await?;
    Ok(Preview {
        recordings,
        chapters: moving.into_iter().zip(fates).collect(),
        requests: demand.map_or(0, |demand| demand.requesters),
        later: PARTS.into_iter().filter_map(Part::later).collect(),
        from,
        into,
    })
}

/// Begins to merge one course into another, or goes on with it: moves up to `COURSE_MERGE_BATCH_MAX` things, and finishes
/// when nothing is left. To be called until the answer is finished; once more changes nothing. Conditions: both courses are
/// there, neither is in another merge that is not finished, each thing is as it was read. Up to 15 reads, and 1 to 4 reads
/// and 10 to 16 writes a thing.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(SameCourse)`; `Conflict(CourseMerged)` when the one was merged into yet another, or the
/// other is being merged; `Conflict(MergeUnfinished)` while something is merged into the one; `LimitReached` when the other
/// has no number left for a chapter.
pub async fn step(store: &Store, from: &CourseCode, into: &CourseCode, now: Timestamp) -> Result<CourseMerge> {
    let merge = begin(store, from, into, now).await?;
    if merge.finished_at.is_some() {
        return Ok(merge);
    }
    let mut left = COURSE_MERGE_BATCH_MAX;
    for part in PARTS {
        match part {
            Part::Chapters => move_chapters(store, &merge, &mut left).await?,
            Part::Notes => things::move_notes(store, &merge, &mut left).await?,
            Part::Recordings => things::move_recordings(store, &merge, &mut left).await?,
            Part::AlbumNotes => things::move_album_notes(store, &merge, &mut left).await?,
            Part::Requests if left > 0 => {
                let counted = |transaction: &mut Transaction| count(transaction, from, "requests");
                left -= requests::move_all(store, from, into, left, counted).await?;
            }
            Part::Requests | Part::WithStudent(_) => {}
        }
    }
    if left > 0 {
        finish(store, &merge, now).await?;
    }
    let merge = merges::find(store, from).await?;
    merge.ok_or_else(|| Error::broken("the record of a merge is gone"))
}

impl Part {
    fn later(self) -> Option<StudentPart> {
        match self {
            Self::WithStudent(part) => Some(part),
            Self::Chapters | Self::Notes | Self::Recordings | Self::AlbumNotes | Self::Requests => None,
        }
    }
}

/// The merge, which begins now unless it did before.
async fn begin(store: &Store, from: &CourseCode, into: &CourseCode, now: Timestamp) -> Result<CourseMerge> {
    if from == into {
        return Err(Error::Conflict(Conflict::SameCourse));
    }
    if let Some(merge) = merges::find(store, from).await? {
        return if merge.into == *into { Ok(merge) } else { Err(Error::Conflict(Conflict::CourseMerged)) };
    }
    let course = courses::get(store, from).await?;
    courses::get(store, into).await?;
    let all = merges::all(store).await?;
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
        // Somebody else began at the same moment.
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
        let counted = |transaction: &mut Transaction| count(transaction, &merge.from, "chapters");
        chapters::move_to(store, &merge.from, &merge.into, chapter.id, counted).await?;
        *left -= 1;
    }
    Ok(())
}

/// Removes the course, if nothing came into it meanwhile: its likes go to the other one, and its code leads there for ever.
async fn finish(store: &Store, merge: &CourseMerge, now: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(from) = courses::find(store, &merge.from).await? else { return Ok(()) };
        let into = courses::get(store, &merge.into).await?;
        let mut transaction = Transaction::default();
        let same = exists()
            .and(attribute("note_count").is_or_absent(0))
            .and(attribute("likes").is_or_absent(from.likes))
            .and(attribute("activity").is_or_absent(from.activity));
        transaction.add("from", Delete::of(keys::course::primary(&merge.from)).when(same));
        transaction.add("hidden", Delete::of(keys::course::hidden(&merge.from)));
        transaction.add("into", taken_over(&from, &into));
        let record = Update::of(keys::course::merge(&merge.from)).set("finished_at", now);
        transaction.add("merge", record.when(exists().and(attribute("finished_at").is_absent())));
        if transaction.run(store).await? == Outcome::Done || has_notes(store, &merge.from).await? {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// What the other course takes over of the one that goes, besides what is in it.
fn taken_over(from: &Course, into: &Course) -> Update {
    let mut update = Update::of(keys::course::primary(&into.code)).add("likes", from.likes).when(exists());
    if from.newest_note_at > into.newest_note_at {
        update = update.set_or_remove("newest_note_at", from.newest_note_at);
    }
    // Sums of different eras do not add up; an old one is worth next to nothing.
    if from.activity > 0 && from.activity_era == into.activity_era {
        update = update.add("activity", from.activity).when(activity::is_in_era(into.activity_era));
    }
    update
}

/// Whether a note came into the course after all had moved: then there is another step.
async fn has_notes(store: &Store, from: &CourseCode) -> Result<bool> {
    let range = keys::note::of_course(from);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(1), None).await?;
    Ok(!slice.items.is_empty())
}
