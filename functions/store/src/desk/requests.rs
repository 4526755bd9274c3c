//! Requests for courses that the catalogue does not have.
//!
//! Requests for one course are merged. A student requests a course once, and one item per course counts the requesters
//! and holds its state. A request without a name always counts, because it cannot be matched to a student.

mod decide;
mod file;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::limits;

pub use decide::{Decision, decide, mark_added};
pub(crate) use file::move_to_course;
pub use file::{anonymise, create, withdraw};

use aws::client::Store;
use aws::codec::{Entity, decode, has_entity};
use aws::table::{self, Consistency, Order};
use model::error::{Error, ResourceKind, Result};
use model::ids::{RequestId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;

use crate::personal::{ExportContext, UserData};

/// Name of an anonymous requester.
pub const ANONYMOUS: &str = limits::ANONYMOUS;

/// One request for a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseRequest {
    /// Request id.
    pub id: RequestId,
    /// Code of the requested course.
    pub course_code: CourseCode,
    /// Course name as the requester wrote it.
    pub course_name: String,
    /// Reason for the request, possibly empty.
    pub reason: String,
    /// User who sent the request; `None` when anonymous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requester: Option<UserId>,
    /// Display name of the requester, or [`ANONYMOUS`].
    pub requester_name: String,
    /// Server time of the request.
    pub requested_at: Timestamp,
}

impl Entity for CourseRequest {
    const ENTITY: &'static str = "course_request";
}

/// The state of a requested course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CourseRequestState {
    /// Not decided yet.
    Open,
    /// The course will be added.
    Planned,
    /// The course exists. Set automatically when the course is created.
    Added,
    /// The course will not be added.
    Declined,
}

impl CourseRequestState {
    /// Returns the state as it is stored and sent.
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

/// A requested course with its number of requesters and its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedCourse {
    /// Code of the requested course.
    pub course_code: CourseCode,
    /// Course name as the first requester wrote it.
    pub course_name: String,
    /// Number of requesters: each named student counts once, and so does every anonymous request.
    pub requesters: u32,
    /// State of the requested course.
    pub state: CourseRequestState,
    /// Reply of the administrators, possibly empty.
    pub answer: String,
    /// Time of the first request.
    pub first_asked_at: Timestamp,
    /// Time of the last request.
    pub last_asked_at: Timestamp,
    /// Number of writes so far.
    pub version: u32,
}

impl Entity for RequestedCourse {
    const ENTITY: &'static str = "course_demand";
}

/// Pointer from a student to the request for one course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    course_code: CourseCode,
    request: RequestId,
    asked_at: Timestamp,
}

impl Entity for Asked {
    const ENTITY: &'static str = "asked_course";
}

impl UserData for Asked {
    async fn export_view(self, source: &ExportContext<'_>) -> Result<Option<Value>> {
        let key = keys::request::primary(&self.course_code, self.request);
        let request: Option<CourseRequest> = table::find(source.store, key).await?;
        let (name, reason) = request.map(|request| (request.course_name, request.reason)).unwrap_or_default();
        Ok(Some(json!({ "course": self.course_code, "name": name, "reason": reason, "askedAt": self.asked_at })))
    }

    async fn clear(store: &Store, owner: &UserId) -> Result<()> {
        anonymise(store, owner).await
    }
}

/// One of a student's own requests with its current state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyRequest {
    /// The requested course.
    pub requested: RequestedCourse,
    /// Time of the student's request.
    pub asked_at: Timestamp,
}

/// A requested course and one page of its requests, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedCoursePage {
    /// The requested course.
    pub requested: RequestedCourse,
    /// One page of the requests.
    pub requests: Page<CourseRequest>,
}

/// Returns one page of all requests, newest first. Cost: 1 index read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<CourseRequest>> {
    table::page(store, &keys::request::all(), Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// Returns one page of the requested courses in a state, most requested first. Cost: 1 index read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_requested_courses(
    store: &Store,
    state: CourseRequestState,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<RequestedCourse>> {
    let range = keys::requested_course::in_state(state.as_str());
    table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// Returns the requested course, or `None` if it has no requests. Cost: 1 read.
pub async fn find_requested_course(store: &Store, course: &CourseCode) -> Result<Option<RequestedCourse>> {
    table::find(store, keys::requested_course::primary(course)).await
}

/// Returns true if the student has requested the course by name. Cost: 1 read.
pub async fn has_requested(store: &Store, owner: &UserId, course: &CourseCode) -> Result<bool> {
    Ok(table::find::<Asked>(store, keys::requested_course::student_request(owner, course)).await?.is_some())
}

/// Returns a requested course and one page of its requests, newest first. The first page is one query; later pages read
/// the course separately. Cost: 1 read; 2 for later pages.
///
/// # Errors
/// `NotFound(Request)`, `InvalidCursor`.
pub async fn page_for_course(
    store: &Store,
    course: &CourseCode,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<RequestedCoursePage> {
    let range = keys::requested_course::with_requests(course);
    let Some(cursor) = cursor else {
        let slice =
            table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit + 1), None).await?;
        let mut items = slice.items.into_iter();
        let first = items.next().filter(has_entity::<RequestedCourse>).ok_or(Error::NotFound(ResourceKind::Request))?;
        let next = slice.last_key.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
        let requests = items.map(decode).collect::<Result<_>>()?;
        return Ok(RequestedCoursePage { requested: decode(first)?, requests: Page { items: requests, next } });
    };
    let (requested, requests) = tokio::join!(
        find_requested_course(store, course),
        table::page(store, &range, Order::Descending, Consistency::Eventual, Some(cursor), limit),
    );
    Ok(RequestedCoursePage {
        requested: requested?.ok_or(Error::NotFound(ResourceKind::Request))?,
        requests: requests?,
    })
}

/// Returns one page of a student's own requests with their states, by course code. Cost: 1 read, and 1 per item.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_by_student(
    store: &Store,
    owner: &UserId,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<MyRequest>> {
    let range = keys::requested_course::student_requests(owner);
    let asked: Page<Asked> = table::page(store, &range, Order::Ascending, Consistency::Strong, cursor, limit).await?;
    let wanted = asked.items.iter().map(|asked| keys::requested_course::primary(&asked.course_code)).collect();
    let found: Vec<RequestedCourse> = table::find_many(store, wanted).await?;
    let mine = |asked: Asked| {
        let requested = found.iter().find(|requested| requested.course_code == asked.course_code)?.clone();
        Some(MyRequest { requested, asked_at: asked.asked_at })
    };
    Ok(Page { items: asked.items.into_iter().filter_map(mine).collect(), next: asked.next })
}
