//! Creates, withdraws and moves requests for a course.

use aws::client::Store;
use aws::codec::{decode, has_entity};
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Delete, Put, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::UserId;
use model::keys;
use wasm_core::course::CourseCode;

use super::{ANONYMOUS, Asked, CourseRequest, CourseRequestState, RequestedCourse, find_requested_course};
use crate::library::courses::{self, Viewer};

/// Files a request. Filing the same request again changes nothing. A named student's second request for the course
/// replaces the name and the reason of the first and is not counted again. The state is *added* when the course exists;
/// a hidden course counts as missing. Conditions: the id is free; the student has no request for the course; the count
/// and the course are unchanged since they were read. Cost: 2 to 3 reads, 4 to 6 writes, 2 index writes.
///
/// # Errors
/// `Conflict(IdInUse)` when the id belongs to another request.
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

/// Withdraws a student's request. Idempotent. A course without requesters and without a decision is deleted.
/// Conditions: the request exists; the count is unchanged since it was read. Cost: 2 reads, 6 writes, 2 index writes.
pub async fn withdraw(store: &Store, owner: &UserId, course: &CourseCode) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(asked) = table::find::<Asked>(store, keys::requested_course::student_request(owner, course)).await?
        else {
            return Ok(());
        };
        let mut transaction = Transaction::default();
        transaction.add("asked", Delete::of(keys::requested_course::student_request(owner, course)).when(exists()));
        let request = Delete::of(keys::request::primary(course, asked.request));
        transaction.add("request", request);
        if let Some(seen) = find_requested_course(store, course).await? {
            count_less(&mut transaction, &seen);
        }
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Removes the name of a student whose account is deleted from all requests. The requests stay and still count. Cost: 1
/// read; 2 writes and 1 index write per request.
pub async fn anonymise(store: &Store, owner: &UserId) -> Result<()> {
    let mine = keys::requested_course::student_requests(owner);
    for item in table::query_all(store, &mine, Order::Ascending, Consistency::Strong).await? {
        let asked: Asked = decode(item)?;
        let request = keys::request::primary(&asked.course_code, asked.request);
        Update::of(request).set("requester_name", ANONYMOUS).remove("requester").when(exists()).apply(store).await?;
        Delete::of(keys::requested_course::student_request(owner, &asked.course_code)).apply(store).await?;
    }
    Ok(())
}

/// Returns the requester's earlier request for the course, or `None` for an anonymous request.
async fn asked_before(store: &Store, request: &CourseRequest) -> Result<Option<Asked>> {
    match &request.requester {
        Some(owner) => table::find(store, keys::requested_course::student_request(owner, &request.course_code)).await,
        None => Ok(None),
    }
}

/// Updates the student's earlier request with the new name and reason. An empty reason keeps the old one.
async fn say_again(store: &Store, request: &CourseRequest, asked: &Asked) -> Result<CourseRequest> {
    let key = keys::request::primary(&request.course_code, asked.request);
    let before: CourseRequest = table::find(store, key.clone()).await?.ok_or(Error::NotFound(ResourceKind::Request))?;
    let reason = if request.reason.is_empty() { &before.reason } else { &request.reason };
    let after = CourseRequest {
        course_name: request.course_name.clone(),
        reason: reason.clone(),
        requester_name: request.requester_name.clone(),
        ..before.clone()
    };
    if after != before {
        Put::of(&after, key).with_index_key(keys::request::index_key(after.id)).apply(store).await?;
    }
    Ok(after)
}

async fn same_or_in_use(store: &Store, request: &CourseRequest) -> Result<CourseRequest> {
    let key = keys::request::primary(&request.course_code, request.id);
    let present: CourseRequest = table::find(store, key).await?.ok_or(Error::Conflict(Conflict::VersionMismatch))?;
    let same = CourseRequest { requested_at: present.requested_at, ..request.clone() } == present;
    if same { Ok(present) } else { Err(Error::Conflict(Conflict::IdInUse)) }
}

async fn file(store: &Store, request: &CourseRequest) -> Result<Outcome> {
    let course = &request.course_code;
    let (seen, present) =
        tokio::join!(find_requested_course(store, course), courses::get_visible(store, course, Viewer::Student));
    let seen = seen?;
    let is_there = match present {
        Ok(_) => true,
        Err(Error::NotFound(_)) => false,
        Err(error) => return Err(error),
    };
    let mut transaction = Transaction::default();
    let put = Put::of(request, keys::request::primary(course, request.id))
        .with_index_key(keys::request::index_key(request.id))
        .when(absent());
    transaction.add("request", put);
    if let Some(owner) = &request.requester {
        let asked = Asked { course_code: *course, request: request.id, asked_at: request.requested_at };
        let put = Put::of(&asked, keys::requested_course::student_request(owner, course)).when(absent());
        transaction.add("asked", put);
    }
    let requested = one_more(seen.as_ref(), request, is_there);
    put_if_unchanged(&mut transaction, &requested, seen.as_ref());
    // Creating the course marks the earlier requests as added, but would miss this one. The write is therefore refused
    // if the course exists.
    if requested.state != CourseRequestState::Added {
        let leads_elsewhere = attribute("merging_into").is_present();
        let unknown = absent().or(attribute("hidden").is_present()).or(leads_elsewhere);
        transaction.add("course", Check::of(keys::course::primary(course), unknown));
    }
    transaction.run(store).await
}

fn one_more(seen: Option<&RequestedCourse>, request: &CourseRequest, is_there: bool) -> RequestedCourse {
    let new = || RequestedCourse {
        course_code: request.course_code,
        course_name: request.course_name.clone(),
        requesters: 0,
        state: CourseRequestState::Open,
        answer: String::new(),
        first_asked_at: request.requested_at,
        last_asked_at: request.requested_at,
        version: 0,
    };
    let seen = seen.cloned().unwrap_or_else(new);
    RequestedCourse {
        requesters: seen.requesters + 1,
        state: if is_there { CourseRequestState::Added } else { seen.state },
        last_asked_at: request.requested_at,
        version: seen.version + 1,
        ..seen
    }
}

/// Moves up to `max` requests of a merged course to the target course, where each student counts once. `moved` adds
/// further writes to each transaction. Returns the number of moved requests; fewer than `max` means that none are left.
/// Can be repeated. Cost: 1 read; 2 to 4 reads, 10 to 12 writes and 3 index writes per request.
pub(crate) async fn move_to_course(
    store: &Store,
    from: &CourseCode,
    into: &CourseCode,
    max: u32,
    moved: impl Fn(&mut Transaction),
) -> Result<u32> {
    let range = keys::requested_course::with_requests(from);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(max), None).await?;
    let requests = slice.items.into_iter().filter(has_entity::<CourseRequest>).map(decode);
    let requests = requests.collect::<Result<Vec<CourseRequest>>>()?;
    let mut count = 0;
    for request in requests {
        let mut retry = Retry::new();
        while move_one(store, &request, into, &moved).await? != Outcome::Done {
            retry.wait().await?;
        }
        count += 1;
    }
    if count < max {
        // Without requesters, the state and the reply have no readers.
        let nobody = attribute("requesters").is(0);
        Delete::of(keys::requested_course::primary(from)).when(absent().or(nobody)).apply(store).await?;
    }
    Ok(count)
}

async fn move_one(
    store: &Store,
    request: &CourseRequest,
    into: &CourseCode,
    moved: &impl Fn(&mut Transaction),
) -> Result<Outcome> {
    let from = &request.course_code;
    let (old, new) = tokio::join!(find_requested_course(store, from), find_requested_course(store, into));
    let (old, new) = (old?, new?);
    let mut transaction = Transaction::default();
    transaction.add("request", Delete::of(keys::request::primary(from, request.id)).when(exists()));
    if let Some(seen) = &old {
        count_less(&mut transaction, seen);
    }
    moved(&mut transaction);
    let has_asked = match &request.requester {
        Some(owner) => {
            table::find::<Asked>(store, keys::requested_course::student_request(owner, into)).await?.is_some()
        }
        None => false,
    };
    if let Some(owner) = &request.requester {
        transaction.add("asked", Delete::of(keys::requested_course::student_request(owner, from)));
    }
    if !has_asked {
        let request = CourseRequest { course_code: *into, ..request.clone() };
        if let Some(owner) = &request.requester {
            let asked = Asked { course_code: *into, request: request.id, asked_at: request.requested_at };
            transaction.add(
                "asked there",
                Put::of(&asked, keys::requested_course::student_request(owner, into)).when(absent()),
            );
        }
        let requested = one_more(new.as_ref(), &request, true);
        // A moved request must not make the target look more recently requested.
        let last_asked_at =
            new.as_ref().map_or(requested.last_asked_at, |new| new.last_asked_at.max(requested.last_asked_at));
        write_as(&mut transaction, "demand there", &RequestedCourse { last_asked_at, ..requested }, new.as_ref());
        let put = Put::of(&request, keys::request::primary(into, request.id));
        transaction.add("request there", put.with_index_key(keys::request::index_key(request.id)));
    }
    if transaction.run(store).await? == Outcome::Done {
        return Ok(Outcome::Done);
    }
    // The request was withdrawn, or a concurrent run has moved it: nothing is left to do.
    let left = table::find::<CourseRequest>(store, keys::request::primary(from, request.id)).await?;
    Ok(if left.is_some() { Outcome::Refused(vec!["request"]) } else { Outcome::Done })
}

fn count_less(transaction: &mut Transaction, seen: &RequestedCourse) {
    let after =
        RequestedCourse { requesters: seen.requesters.saturating_sub(1), version: seen.version + 1, ..seen.clone() };
    if after.requesters > 0 || after.state != CourseRequestState::Open {
        put_if_unchanged(transaction, &after, Some(seen));
    } else {
        let same = attribute("version").is(seen.version);
        transaction.add("demand", Delete::of(keys::requested_course::primary(&seen.course_code)).when(same));
    }
}

/// Writes a requested course on condition that it is unchanged since it was read.
pub(super) fn put_if_unchanged(
    transaction: &mut Transaction,
    requested: &RequestedCourse,
    seen: Option<&RequestedCourse>,
) {
    write_as(transaction, "demand", requested, seen);
}

fn write_as(
    transaction: &mut Transaction,
    name: &'static str,
    requested: &RequestedCourse,
    seen: Option<&RequestedCourse>,
) {
    let listed =
        keys::requested_course::index_key(requested.state.as_str(), requested.requesters, &requested.course_code);
    let same = match seen {
        None => absent(),
        Some(seen) => attribute("version").is(seen.version),
    };
    transaction.add(
        name,
        Put::of(requested, keys::requested_course::primary(&requested.course_code)).with_index_key(listed).when(same),
    );
}
