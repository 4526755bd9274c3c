//! Requests for courses that the catalogue does not have.
//!
//! Requests for one course merge: a student asks for a course once, and each course has one item that counts those who
//! want it and says what becomes of it. A request without a name counts by itself, since nobody knows whose it is.

mod decide;
mod file;

use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits;

pub use decide::{course_added, decide};
pub(crate) use file::move_all;
pub use file::{create, forget, withdraw};

use aws::client::Store;
use aws::codec::{Entity, decode, is};
use aws::table::{self, Consistency, Order};
use model::error::{Error, Noun, Result};
use model::ids::{RequestId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;

/// The name of a requester who gave none.
pub const ANONYMOUS: &str = limits::ANONYMOUS;

/// A request for a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseRequest {
    /// Its id.
    pub id: RequestId,
    /// The wanted course.
    pub course_code: CourseCode,
    /// Its name, as the requester wrote it.
    pub course_name: String,
    /// Why, possibly empty.
    #[serde(default)]
    pub reason: String,
    /// Who asked; `None` when anonymous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requester: Option<UserId>,
    /// The name that is shown for the requester, or [`ANONYMOUS`].
    pub requester_name: String,
    /// When, by our clock.
    pub requested_at: Timestamp,
}

impl Entity for CourseRequest {
    const ENTITY: &'static str = "course_request";
    const SCHEMA: u32 = 1;
}

/// What becomes of a wanted course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DemandState {
    /// Nobody has decided yet.
    Open,
    /// It will come.
    Planned,
    /// It is there. Set by itself when the course comes to exist.
    Added,
    /// It will not come.
    Declined,
}

impl DemandState {
    /// The word that is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Planned => "planned",
            Self::Added => "added",
            Self::Declined => "declined",
        }
    }
}

/// How much a course is wanted, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demand {
    /// The wanted course.
    pub course_code: CourseCode,
    /// Its name, as the first requester wrote it.
    pub course_name: String,
    /// How many asked for it: students by name, each once, and every request without a name.
    pub requesters: u32,
    /// What becomes of it.
    pub state: DemandState,
    /// What administrators say to it, possibly empty.
    #[serde(default)]
    pub answer: String,
    /// When it was first asked for.
    pub first_asked_at: Timestamp,
    /// When it was last asked for.
    pub last_asked_at: Timestamp,
    /// Goes up with every write.
    pub version: u32,
}

impl Entity for Demand {
    const ENTITY: &'static str = "course_demand";
    const SCHEMA: u32 = 1;
}

/// That a student asked for a course, found by the student.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Asked {
    course_code: CourseCode,
    request: RequestId,
    asked_at: Timestamp,
}

impl Entity for Asked {
    const ENTITY: &'static str = "asked_course";
    const SCHEMA: u32 = 1;
}

/// What a student asked for, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyRequest {
    /// The wanted course.
    pub demand: Demand,
    /// When the student asked.
    pub asked_at: Timestamp,
}

/// A wanted course and one page of the requests for it, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemandPage {
    /// The wanted course.
    pub demand: Demand,
    /// Who asked, and why.
    pub requests: Page<CourseRequest>,
}

/// One page of all requests, newest first. 1 read in the index.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<CourseRequest>> {
    table::page(store, &keys::request::all(), Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// One page of the wanted courses of a state, most wanted first. 1 read in the index.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_demand(
    store: &Store,
    state: DemandState,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<Demand>> {
    let range = keys::demand::in_state(state.as_str());
    table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// How much a course is wanted, if anybody wants it. 1 read.
pub async fn find_demand(store: &Store, course: &CourseCode) -> Result<Option<Demand>> {
    table::find(store, keys::demand::primary(course)).await
}

/// Whether a student asked for a course by name. 1 read.
pub async fn has_asked(store: &Store, owner: &UserId, course: &CourseCode) -> Result<bool> {
    Ok(table::find::<Asked>(store, keys::demand::asked(owner, course)).await?.is_some())
}

/// A wanted course and one page of the requests for it, newest first, in one query. Later pages read the course beside
/// the query. 1 read, later pages 2.
///
/// # Errors
/// `NotFound(Request)`, `InvalidCursor`.
pub async fn page_of(store: &Store, course: &CourseCode, cursor: Option<&Cursor>, limit: u32) -> Result<DemandPage> {
    let range = keys::demand::page(course);
    let Some(cursor) = cursor else {
        let slice =
            table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit + 1), None).await?;
        let mut items = slice.items.into_iter();
        let first = items.next().filter(is::<Demand>).ok_or(Error::NotFound(Noun::Request))?;
        let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
        let requests = items.map(decode).collect::<Result<_>>()?;
        return Ok(DemandPage { demand: decode(first)?, requests: Page { items: requests, next } });
    };
    let (demand, requests) = tokio::join!(
        find_demand(store, course),
        table::page(store, &range, Order::Descending, Consistency::Eventual, Some(cursor), limit),
    );
    Ok(DemandPage { demand: demand?.ok_or(Error::NotFound(Noun::Request))?, requests: requests? })
}

/// One page of what a student asked for, by code, with what became of it. 1 read, and 1 for each item.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_mine(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<MyRequest>> {
    let range = keys::demand::asked_all(owner);
    let asked: Page<Asked> = table::page(store, &range, Order::Ascending, Consistency::Strong, cursor, limit).await?;
    let wanted = asked.items.iter().map(|asked| keys::demand::primary(&asked.course_code)).collect();
    let found: Vec<Demand> = table::find_many(store, wanted).await?;
    let mine = |asked: Asked| {
        let demand = found.iter().find(|demand| demand.course_code == asked.course_code)?.clone();
        Some(MyRequest { demand, asked_at: asked.asked_at })
    };
    Ok(Page { items: asked.items.into_iter().filter_map(mine).collect(), next: asked.next })
}
