//! Asking for a course, and taking that back.

use cloud::aws::client::Store;
use cloud::aws::codec::decode;
use cloud::aws::expression::{absent, attribute, exists};
use cloud::aws::retry::Retry;
use cloud::aws::table::{self, Consistency, Order};
use cloud::aws::transaction::{Outcome, Transaction};
use cloud::aws::write::{Check, Delete, Put, Update};
use cloud::base::error::{Conflict, Error, Noun, Result};
use cloud::base::ids::UserId;
use cloud::keys;
use wasm_core::course::CourseCode;

use super::{ANONYMOUS, Asked, CourseRequest, Demand, DemandState, find_demand};
use crate::library::courses;

/// Files a request; filing the same one again changes nothing. A student who asked for this course before, by name, has
/// the name and the reason of that request replaced and is not counted again. When the course is there already, its
/// state is *added*. Conditions: the id is free, the student has not asked, the count and the course are as we read them.
/// 2 to 3 reads, 4 to 6 writes and 2 in the index.
///
/// # Errors
/// `Conflict(IdInUse)` when the id stands for another request; `Conflict(Changed)` when the count kept changing under us.
pub async fn create(store: &Store, request: &CourseRequest) -> Result<CourseRequest> {
    let mut retry = Retry::new();
    loop {
        if let Some(asked) = asked_before(store, request).await? {
            return say_again(store, request, &asked).await;
        }
        match file(store, request).await? {
            Outcome::Done => return Ok(request.clone()),
            outcome if outcome.refused("request") => return same_or_in_use(store, request).await,
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Takes a student's request back; doing it again changes nothing. A course that nobody wants any more and nobody has
/// decided on is forgotten. Conditions: the request is there, the count is as we read it. 2 reads, 6 writes, 2 in the index.
///
/// # Errors
/// `Conflict(Changed)` when the count kept changing under us.
pub async fn withdraw(store: &Store, owner: &UserId, course: &CourseCode) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(asked) = table::find::<Asked>(store, keys::demand::asked(owner, course)).await? else {
            return Ok(());
        };
        let mut transaction = Transaction::default();
        transaction.add("asked", Delete::of(keys::demand::asked(owner, course)).when(exists()));
        let request = Delete::of(keys::request::primary(course, asked.request));
        transaction.add("request", request);
        if let Some(seen) = find_demand(store, course).await? {
            count_less(&mut transaction, &seen);
        }
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Takes a student who is leaving off all requests: they stay and count, without the name. 1 read, 2 writes and 1 in
/// the index for each request.
pub async fn forget(store: &Store, owner: &UserId) -> Result<()> {
    let mine = keys::demand::asked_all(owner);
    for item in table::query_all(store, &mine, Order::Ascending, Consistency::Strong).await? {
        let asked: Asked = decode(item)?;
        let request = keys::request::primary(&asked.course_code, asked.request);
        Update::of(request).set("requester_name", ANONYMOUS).remove("requester").when(exists()).apply(store).await?;
        Delete::of(keys::demand::asked(owner, &asked.course_code)).apply(store).await?;
    }
    Ok(())
}

/// What the requester of this request asked for before; nothing when the request has no name.
async fn asked_before(store: &Store, request: &CourseRequest) -> Result<Option<Asked>> {
    match &request.requester {
        Some(owner) => table::find(store, keys::demand::asked(owner, &request.course_code)).await,
        None => Ok(None),
    }
}

/// The same student asks for the same course again: the newest words count. An empty reason says nothing new.
async fn say_again(store: &Store, request: &CourseRequest, asked: &Asked) -> Result<CourseRequest> {
    let key = keys::request::primary(&request.course_code, asked.request);
    let before: CourseRequest = table::find(store, key.clone()).await?.ok_or(Error::NotFound(Noun::Request))?;
    let reason = if request.reason.is_empty() { &before.reason } else { &request.reason };
    let after = CourseRequest {
        course_name: request.course_name.clone(),
        reason: reason.clone(),
        requester_name: request.requester_name.clone(),
        ..before.clone()
    };
    if after != before {
        Put::of(&after, key).listed(keys::request::listed(after.id)).write(store).await?;
    }
    Ok(after)
}

async fn same_or_in_use(store: &Store, request: &CourseRequest) -> Result<CourseRequest> {
    let key = keys::request::primary(&request.course_code, request.id);
    let present: CourseRequest = table::find(store, key).await?.ok_or(Error::Conflict(Conflict::Changed))?;
    let same = CourseRequest { requested_at: present.requested_at, ..request.clone() } == present;
    if same { Ok(present) } else { Err(Error::Conflict(Conflict::IdInUse)) }
}

async fn file(store: &Store, request: &CourseRequest) -> Result<Outcome> {
    let course = &request.course_code;
    let (seen, present) = tokio::join!(find_demand(store, course), courses::find(store, course));
    let (seen, is_there) = (seen?, present?.is_some());
    let mut transaction = Transaction::default();
    let put = Put::of(request, keys::request::primary(course, request.id))
        .listed(keys::request::listed(request.id))
        .when(absent());
    transaction.add("request", put);
    if let Some(owner) = &request.requester {
        let asked = Asked { course_code: *course, request: request.id, asked_at: request.requested_at };
        let put = Put::of(&asked, keys::demand::asked(owner, course)).when(absent());
        transaction.add("asked", put);
    }
    let demand = one_more(seen.as_ref(), request, is_there);
    write(&mut transaction, &demand, seen.as_ref());
    // A course that comes into being at this moment would otherwise find nothing to mark, and be marked by nobody.
    if demand.state != DemandState::Added {
        transaction.add("course", Check::of(keys::course::primary(course), absent()));
    }
    transaction.run(store).await
}

/// The demand with one requester more.
fn one_more(seen: Option<&Demand>, request: &CourseRequest, is_there: bool) -> Demand {
    let new = || Demand {
        course_code: request.course_code,
        course_name: request.course_name.clone(),
        requesters: 0,
        state: DemandState::Open,
        answer: String::new(),
        first_asked_at: request.requested_at,
        last_asked_at: request.requested_at,
        version: 0,
    };
    let seen = seen.cloned().unwrap_or_else(new);
    Demand {
        requesters: seen.requesters + 1,
        state: if is_there { DemandState::Added } else { seen.state },
        last_asked_at: request.requested_at,
        version: seen.version + 1,
        ..seen
    }
}

fn count_less(transaction: &mut Transaction, seen: &Demand) {
    let after = Demand { requesters: seen.requesters.saturating_sub(1), version: seen.version + 1, ..seen.clone() };
    if after.requesters > 0 || after.state != DemandState::Open {
        write(transaction, &after, Some(seen));
    } else {
        let same = attribute("version").is(seen.version);
        transaction.add("demand", Delete::of(keys::demand::primary(&seen.course_code)).when(same));
    }
}

/// Writes a demand under its state and count, on condition that it is still what we saw.
pub(super) fn write(transaction: &mut Transaction, demand: &Demand, seen: Option<&Demand>) {
    let listed = keys::demand::listed(demand.state.as_str(), demand.requesters, &demand.course_code);
    let same = match seen {
        None => absent(),
        Some(seen) => attribute("version").is(seen.version),
    };
    transaction.add("demand", Put::of(demand, keys::demand::primary(&demand.course_code)).listed(listed).when(same));
}
