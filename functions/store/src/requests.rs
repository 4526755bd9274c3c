//! Requests for courses that the catalogue does not have.

use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::client::Store;
use crate::codec::{Entity, encode};
use crate::error::{Conflict, Error, Result};
use crate::ids::{RequestId, UserId};
use crate::keys;
use crate::page::{Cursor, Page};
use crate::table::{self, Consistency, Order};
use crate::timestamp::Timestamp;

/// The name of a requester who gave none.
pub const ANONYMOUS: &str = "Anonymous";

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

/// Files a request; filing the same one again changes nothing. Condition: the id is free. 1 write, 1 in the index.
///
/// # Errors
/// `Conflict(IdInUse)` when the id stands for another request.
pub async fn create(store: &Store, request: &CourseRequest) -> Result<CourseRequest> {
    let key = keys::request::primary(&request.course_code, request.id);
    let item = encode(request, key.clone(), Some(keys::request::listed(request.id)))?;
    if table::put_if_absent(store, item).await? {
        return Ok(request.clone());
    }
    let present: CourseRequest = table::find(store, key).await?.ok_or(Error::Conflict(Conflict::Changed))?;
    let same = CourseRequest { requested_at: present.requested_at, ..request.clone() } == present;
    if same { Ok(present) } else { Err(Error::Conflict(Conflict::IdInUse)) }
}

/// One page of all requests, newest first. 1 read in the index.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<CourseRequest>> {
    table::page(store, &keys::request::all(), Order::Descending, Consistency::Eventual, cursor, limit).await
}
