//! Records of merged courses. A merged code leads to its target permanently.

use std::collections::HashMap;

use aws::client::Store;
use aws::codec::Entity;
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

/// Maximum number of merges that are followed for one code. Merged codes cannot be reused, so there are no cycles.
pub(crate) const MERGE_CHAIN_MAX: usize = 16;

/// The merge of one course into another, with the number of moved items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseMerge {
    /// Code of the merged course.
    pub from: CourseCode,
    /// Course that receives the content.
    pub into: CourseCode,
    /// Title of the merged course.
    pub title: String,
    /// Number of moved notes.
    pub notes: u32,
    /// Number of recordings and album notes that were reassigned to the target course.
    pub links: u32,
    /// Number of chapters that were moved with their cards, or deleted because they had none.
    pub chapters: u32,
    /// Number of moved requests.
    pub requests: u32,
    /// Start of the merge.
    pub begun_at: Timestamp,
    /// Time when everything had moved; `None` while the merge is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<Timestamp>,
}

/// Data of a course in the students' partitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudentDataKind {
    /// Likes, moved by [`crate::likes::list_after_merges`]. Their count moves with the course.
    Likes,
    /// Follows, moved by [`crate::merge::apply_finished_merges`].
    Follows,
    /// Personal cards, moved by [`crate::personal_cards::list_courses`].
    #[serde(rename = "own_cards")]
    PersonalCards,
    /// Exams, moved by [`crate::exams::list`].
    Exams,
    /// My Notes. [`crate::saved_notes::list_all`] replaces the course codes when it reads them.
    SavedNotes,
}

/// A finished merge that moved data of a student and about which the student has not read yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadMerge {
    /// Code of the merged course.
    pub from: CourseCode,
    /// Course that received its content.
    pub into: CourseCode,
    /// The student's data that moved.
    pub moved: Vec<StudentDataKind>,
}

impl Entity for CourseMerge {
    const ENTITY: &'static str = "course_merge";
}

/// Returns the merge of a course, finished or in progress. Cost: 1 read.
pub async fn find(store: &Store, from: &CourseCode) -> Result<Option<CourseMerge>> {
    table::find(store, keys::course::merge(from)).await
}

/// Returns one page of all merges, by the merged code. Cost: 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<CourseMerge>> {
    table::page(store, &keys::course::merges(), Order::Ascending, Consistency::Strong, cursor, limit).await
}

/// Maps those of the given codes whose course was merged to the target of that merge. Cost: 1 read each, 1 request per
/// 100.
pub(crate) async fn find_targets(store: &Store, codes: &[CourseCode]) -> Result<HashMap<CourseCode, CourseCode>> {
    let keys = codes.iter().map(keys::course::merge).collect();
    let found: Vec<CourseMerge> = table::find_many(store, keys).await?;
    Ok(found.into_iter().map(|merge| (merge.from, merge.into)).collect())
}

/// Returns all merges. Cost: 1 read per MB.
pub async fn list_all(store: &Store) -> Result<Vec<CourseMerge>> {
    table::query_all_entities(store, &keys::course::merges()).await
}

/// Maps the code of each merged course to the course it was merged into. Only finished merges count. Cost: 1 read per
/// MB.
pub(crate) async fn all_targets(store: &Store) -> Result<HashMap<CourseCode, CourseCode>> {
    Ok(targets(&list_all(store).await?))
}

/// Like [`all_targets`], for the given merges.
pub(crate) fn targets<'a>(merges: impl IntoIterator<Item = &'a CourseMerge>) -> HashMap<CourseCode, CourseCode> {
    let finished = merges.into_iter().filter(|merge| merge.finished_at.is_some());
    let direct: HashMap<_, _> = finished.map(|merge| (merge.from, merge.into)).collect();
    let end = |from: &CourseCode| {
        let mut code = *from;
        for _ in 0..MERGE_CHAIN_MAX {
            let Some(into) = direct.get(&code) else { break };
            code = *into;
        }
        code
    };
    direct.keys().map(|from| (*from, end(from))).collect()
}

/// Replaces the codes of merged courses with those of their targets. Only finished merges count. Cost: 1 read per MB of
/// merges; none without codes.
pub(crate) async fn resolve_all(store: &Store, codes: Vec<&mut CourseCode>) -> Result<()> {
    if codes.is_empty() {
        return Ok(());
    }
    let merged = all_targets(store).await?;
    for code in codes {
        if let Some(into) = merged.get(&*code) {
            *code = *into;
        }
    }
    Ok(())
}

/// Returns the last target of a code: the code itself unless its course was merged. Cost: 1 read, and 1 per merge.
pub(crate) async fn resolve(store: &Store, code: &CourseCode) -> Result<CourseCode> {
    Ok(later_codes(store, code).await?.last().copied().unwrap_or(*code))
}

/// Returns the successive targets of a merged course; empty if it was not merged. Cost: as [`resolve`].
pub(crate) async fn later_codes(store: &Store, code: &CourseCode) -> Result<Vec<CourseCode>> {
    let (mut codes, mut code) = (Vec::new(), *code);
    for _ in 0..MERGE_CHAIN_MAX {
        let Some(merge) = find(store, &code).await? else { break };
        code = merge.into;
        codes.push(code);
    }
    Ok(codes)
}

/// Returns this code and the codes of all courses that were merged into its course, directly or through other courses.
/// Cost: 1 read per MB of merges.
pub(crate) async fn with_earlier_codes(store: &Store, code: &CourseCode) -> Result<Vec<CourseCode>> {
    let merges = list_all(store).await?;
    let (mut codes, mut next) = (Vec::new(), vec![*code]);
    while let Some(into) = next.pop() {
        codes.push(into);
        next.extend(merges.iter().filter(|merge| merge.into == into).map(|merge| merge.from));
    }
    Ok(codes)
}

/// Returns the target of a course whose merge is finished. Cost: as [`resolve`].
pub(crate) async fn find_target(store: &Store, code: &CourseCode) -> Result<Option<CourseCode>> {
    match find(store, code).await? {
        Some(merge) if merge.finished_at.is_some() => resolve(store, &merge.into).await.map(Some),
        _ => Ok(None),
    }
}
