//! Asking for a course, and taking that back.

use super::{ANONYMOUS, Asked, CourseRequest, Demand, DemandState, find_demand};
use crate::aws::client::Store;
use crate::aws::codec::{decode, encode, number, text};
use crate::aws::table::{self, Consistency, Order, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Noun, Result};
use crate::base::ids::UserId;
use crate::keys;
use crate::library::courses;
use wasm_core::course::CourseCode;

/// How often a write is tried again when others write the same count: each try lets at least one of them through.
const TRIES: u32 = 24;

/// Files a request; filing the same one again changes nothing. A student who asked for this course before, by name, has
/// the name and the reason of that request replaced and is not counted again. When the course is there already, its
/// state is *added*. Conditions: the id is free, the student has not asked, the count and the course are as we read them.
/// 2 to 3 reads, 4 to 6 writes and 2 in the index.
///
/// # Errors
/// `Conflict(IdInUse)` when the id stands for another request; `Conflict(Changed)` when the count kept changing under us.
pub async fn create(store: &Store, request: &CourseRequest) -> Result<CourseRequest> {
    for attempt in 0..TRIES {
        if let Some(asked) = asked_before(store, request).await? {
            return say_again(store, request, &asked).await;
        }
        match file(store, request).await? {
            Outcome::Done => return Ok(request.clone()),
            outcome if outcome.refused("request") => return same_or_in_use(store, request).await,
            Outcome::Refused(_) => tokio::time::sleep(table::jitter(attempt)).await,
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// Takes a student's request back; doing it again changes nothing. A course that nobody wants any more and nobody has
/// decided on is forgotten. Conditions: the request is there, the count is as we read it. 2 reads, 6 writes, 2 in the index.
///
/// # Errors
/// `Conflict(Changed)` when the count kept changing under us.
pub async fn withdraw(store: &Store, owner: &UserId, course: &CourseCode) -> Result<()> {
    for attempt in 0..TRIES {
        let Some(asked) = table::find::<Asked>(store, keys::demand::asked(owner, course)).await? else {
            return Ok(());
        };
        let mut transaction = Transaction::default();
        transaction.delete(
            "asked",
            table::delete(store, keys::demand::asked(owner, course))
                .condition_expression("attribute_exists(pk)")
                .build()
                .map_err(table::build_error)?,
        );
        let request = table::delete(store, keys::request::primary(course, asked.request));
        transaction.delete("request", request.build().map_err(table::build_error)?);
        if let Some(seen) = find_demand(store, course).await? {
            count_less(store, &mut transaction, &seen)?;
        }
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        tokio::time::sleep(table::jitter(attempt)).await;
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// Takes a student who is leaving off all requests: they stay and count, without the name. 1 read, 2 writes and 1 in
/// the index for each request.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn forget(store: &Store, owner: &UserId) -> Result<()> {
    let mine = keys::demand::asked_all(owner);
    for item in table::query_all(store, &mine, Order::Ascending, Consistency::Strong).await? {
        let asked: Asked = decode(item)?;
        let update = store
            .dynamodb()
            .update_item()
            .table_name(store.table())
            .set_key(Some(crate::aws::codec::key_attributes(keys::request::primary(&asked.course_code, asked.request))))
            .update_expression("SET requester_name = :anonymous REMOVE requester")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":anonymous", text(ANONYMOUS));
        table::held(update.send().await)?;
        table::delete_alone(store, keys::demand::asked(owner, &asked.course_code)).await?;
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
        table::put_alone(store, encode(&after, key, Some(keys::request::listed(after.id)))?).await?;
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
    let item = encode(request, keys::request::primary(course, request.id), Some(keys::request::listed(request.id)))?;
    let put = table::put(store, item).condition_expression("attribute_not_exists(pk)");
    transaction.put("request", put.build().map_err(table::build_error)?);
    if let Some(owner) = &request.requester {
        let asked = Asked { course_code: *course, request: request.id, asked_at: request.requested_at };
        let item = encode(&asked, keys::demand::asked(owner, course), None)?;
        let put = table::put(store, item).condition_expression("attribute_not_exists(pk)");
        transaction.put("asked", put.build().map_err(table::build_error)?);
    }
    let demand = one_more(seen.as_ref(), request, is_there);
    write(store, &mut transaction, &demand, seen.as_ref())?;
    // A course that comes into being at this moment would otherwise find nothing to mark, and be marked by nobody.
    if demand.state != DemandState::Added {
        let absent =
            table::check(store, keys::course::primary(course)).condition_expression("attribute_not_exists(pk)");
        transaction.check("course", absent.build().map_err(table::build_error)?);
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

fn count_less(store: &Store, transaction: &mut Transaction, seen: &Demand) -> Result<()> {
    let after = Demand { requesters: seen.requesters.saturating_sub(1), version: seen.version + 1, ..seen.clone() };
    if after.requesters > 0 || after.state != DemandState::Open {
        return write(store, transaction, &after, Some(seen));
    }
    let delete = table::delete(store, keys::demand::primary(&seen.course_code))
        .condition_expression("version = :version")
        .expression_attribute_values(":version", number(seen.version));
    transaction.delete("demand", delete.build().map_err(table::build_error)?);
    Ok(())
}

/// Writes a demand under its state and count, on condition that it is still what we saw.
pub(super) fn write(
    store: &Store,
    transaction: &mut Transaction,
    demand: &Demand,
    seen: Option<&Demand>,
) -> Result<()> {
    let listed = keys::demand::listed(demand.state.as_str(), demand.requesters, &demand.course_code);
    let put = table::put(store, encode(demand, keys::demand::primary(&demand.course_code), Some(listed))?);
    let put = match seen {
        None => put.condition_expression("attribute_not_exists(pk)"),
        Some(seen) => {
            put.condition_expression("version = :version").expression_attribute_values(":version", number(seen.version))
        }
    };
    transaction.put("demand", put.build().map_err(table::build_error)?);
    Ok(())
}
