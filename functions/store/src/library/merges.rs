//! Courses that were merged into others: their codes lead there for ever.

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

/// The most merges in a row that a code is followed through. Codes that went cannot be made again, so there is no circle.
pub(crate) const STEPS_MAX: usize = 16;

/// That a course was merged into another one, and what moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseMerge {
    /// The code that goes.
    pub from: CourseCode,
    /// The course that everything moves to.
    pub into: CourseCode,
    /// The title of the course that goes.
    pub title: String,
    /// Notes that have moved.
    #[serde(default)]
    pub notes: u32,
    /// Recordings and notes of albums that were about the one and are about the other.
    #[serde(default)]
    pub links: u32,
    /// Chapters that have moved with their cards, or had none and are gone.
    #[serde(default)]
    pub chapters: u32,
    /// Requests that have moved.
    #[serde(default)]
    pub requests: u32,
    /// When it began.
    pub begun_at: Timestamp,
    /// When everything had moved; `None` while something is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<Timestamp>,
}

impl Entity for CourseMerge {
    const ENTITY: &'static str = "course_merge";
    const SCHEMA: u32 = 1;
}

/// Which course this one was merged into, or is being so. 1 read.
pub async fn find(store: &Store, from: &CourseCode) -> Result<Option<CourseMerge>> {
    table::find(store, keys::course::merge(from)).await
}

/// One page of all merges, by the code that went. 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<CourseMerge>> {
    table::page(store, &keys::course::merges(), Order::Ascending, Consistency::Strong, cursor, limit).await
}

/// Merges of these courses, those that there are. 1 read each, one request for each 100.
pub(crate) async fn of(store: &Store, codes: &[CourseCode]) -> Result<HashMap<CourseCode, CourseCode>> {
    let keys = codes.iter().map(keys::course::merge).collect();
    let found: Vec<CourseMerge> = table::find_many(store, keys).await?;
    Ok(found.into_iter().map(|merge| (merge.from, merge.into)).collect())
}

/// All merges. 1 read for each MB.
pub(crate) async fn all(store: &Store) -> Result<Vec<CourseMerge>> {
    table::all_of(store, &keys::course::merges()).await
}

/// Where the codes of all finished merges lead. 1 read for each MB.
pub(crate) async fn finished(store: &Store) -> Result<HashMap<CourseCode, CourseCode>> {
    let all = all(store).await?;
    let direct: HashMap<_, _> =
        all.iter().filter(|merge| merge.finished_at.is_some()).map(|merge| (merge.from, merge.into)).collect();
    let end = |from: &CourseCode| {
        let mut code = *from;
        for _ in 0..STEPS_MAX {
            let Some(into) = direct.get(&code) else { break };
            code = *into;
        }
        code
    };
    Ok(direct.keys().map(|from| (*from, end(from))).collect())
}

/// Where a code leads: to itself, unless the course was merged. 1 read, and 1 for each merge on the way.
pub(crate) async fn resolve(store: &Store, code: &CourseCode) -> Result<CourseCode> {
    Ok(later_codes(store, code).await?.last().copied().unwrap_or(*code))
}

/// Returns the courses into which a course was merged, one after the other; none when it was not. Cost: as [`resolve`].
pub(crate) async fn later_codes(store: &Store, code: &CourseCode) -> Result<Vec<CourseCode>> {
    let (mut codes, mut code) = (Vec::new(), *code);
    for _ in 0..STEPS_MAX {
        let Some(merge) = find(store, &code).await? else { break };
        code = merge.into;
        codes.push(code);
    }
    Ok(codes)
}

/// Returns where the code of a course leads that is gone because its merge is finished. Cost: as [`resolve`].
pub(crate) async fn gone_into(store: &Store, code: &CourseCode) -> Result<Option<CourseCode>> {
    match find(store, code).await? {
        Some(merge) if merge.finished_at.is_some() => resolve(store, &merge.into).await.map(Some),
        _ => Ok(None),
    }
}
