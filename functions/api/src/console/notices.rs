//! Notices of copyright: the public form, and what administrators decide.

mod mails;
mod pages;
pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::notices::{self, Decision, NewCounterNotice, Notice, NoticeDraft};
use store::{NoticeId, Store, Timestamp, mail};
use wasm_core::forms::{FieldError, FieldErrors, required_text, validate_email, validate_lines};
use wasm_core::limits::{DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS, POSTAL_ADDRESS_MAX_CHARS, REASON_MAX_CHARS};

use crate::console::notices::wire::{
    CloseNoticeRequest, ConfirmNoticeRequest, CopyrightNotice, CounterNoticeRequest, CreateNoticeRequest,
    HideCopiesRequest, HoldNoticeRequest, NoticeCopies, NoticeCreated, NoticeForm, NoticesQuery,
};
use crate::http::auth::principal::Principal;
use crate::http::client::ClientAddress;
use crate::http::extract::{CursorParam, Json as Body, PathId, Query};
use crate::http::fields::ok_or_record;
use crate::http::problem::{Problem, ProblemCode};
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::people::account::reauthenticate;
use crate::state::ApiState;

/// Maximum length of the code in the mailed link. Ours have 64 characters.
const CODE_MAX_CHARS: usize = 100;

/// Message of a site that sends no mail.
const NO_MAIL: &str = "This form is switched off here. Send your notice to the address on the page Contact.";

/// Says whether the form for notices of copyright can be used on this site.
#[utoipa::path(
    get,
    path = "/api/copyright-notices/form",
    tag = "copyright",
    responses((status = 200, description = "Done", body = NoticeForm)),
)]
pub(crate) async fn get_notice_form(State(store): State<Store>) -> Json<NoticeForm> {
    Json(NoticeForm { open: mail::can_send(&store) })
}

/// Sends a notice of copyright. Administrators see it after the sender has confirmed the e-mail address with the mailed
/// link. Responds in the same way to programs that fill in the hidden field, and stores nothing.
#[utoipa::path(
    post,
    path = "/api/copyright-notices",
    tag = "copyright",
    request_body = CreateNoticeRequest,
    responses((status = 202, description = "Accepted", body = NoticeCreated), (status = 409)),
)]
pub(crate) async fn create_notice(
    State(state): State<ApiState>,
    client: ClientAddress,
    Body(body): Body<CreateNoticeRequest>,
) -> Result<(StatusCode, Json<NoticeCreated>), Problem> {
    let (store, limits) = (state.store(), state.rate_limits());
    if !mail::can_send(store) {
        return Err(Problem::new(ProblemCode::Conflict, NO_MAIL));
    }
    let draft = validated(&body)?;
    state.check_rate_limit(&limits.notice, client).await?;
    let items = pages::named_items(&state, &body.pages).await?;
    let created = Json(NoticeCreated { email: draft.email.clone() });
    if !body.website.is_empty() {
        return Ok((StatusCode::ACCEPTED, created));
    }
    // The limits for one sender are checked before the limits for all, so that one sender cannot use those up.
    state.check_rate_limit(&limits.notice_mail, &mailbox(&draft.email)).await?;
    // The first notice of each network has a limit of its own, so that a few networks cannot lock out all others.
    let is_first = state.check_rate_limit(&limits.first_notice, client.site()).await.is_ok();
    let for_all = if is_first { &limits.all_first_notices } else { &limits.all_notices };
    state.check_rate_limit(for_all, "everybody").await?;
    let (notice, code) = notices::create(store, draft, &items, state.app_origin(), Timestamp::now()).await?;
    mails::ask_to_confirm(&state, &notice, &code).await?;
    Ok((StatusCode::ACCEPTED, created))
}

/// Confirms the e-mail address of the sender of a notice. Idempotent.
#[utoipa::path(
    post,
    path = "/api/copyright-notices/{id}/confirm",
    tag = "copyright",
    request_body = ConfirmNoticeRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn confirm_notice(
    State(state): State<ApiState>,
    client: ClientAddress,
    PathId(id): PathId<NoticeId>,
    Body(ConfirmNoticeRequest { code }): Body<ConfirmNoticeRequest>,
) -> Result<StatusCode, Problem> {
    state.check_rate_limit(&state.rate_limits().auth, client).await?;
    let code = required_text("code", &code, CODE_MAX_CHARS, "Open the link in the mail again.")?;
    notices::confirm(state.store(), id, &code, Timestamp::now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the confirmed notices, newest first.
#[utoipa::path(
    get,
    path = "/api/admin/copyright-notices",
    tag = "copyright",
    responses((status = 200, description = "Done", body = Page<CopyrightNotice>)),
)]
pub(crate) async fn list_notices(
    State(store): State<Store>,
    Query(NoticesQuery { closed }): Query<NoticesQuery>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<CopyrightNotice>>, Problem> {
    Ok(Json(Page::from(notices::list(&store, closed, cursor.as_ref(), PAGE_ITEMS).await?)))
}

/// Lists the published items that have one of the files of a notice: the named items and all other copies. Also lists the
/// named items whose file has been replaced since.
#[utoipa::path(
    get,
    path = "/api/admin/copyright-notices/{id}/copies",
    tag = "copyright",
    responses((status = 200, description = "Done", body = NoticeCopies)),
)]
pub(crate) async fn list_notice_copies(
    State(store): State<Store>,
    PathId(id): PathId<NoticeId>,
) -> Result<Json<NoticeCopies>, Problem> {
    let notice = notices::get(&store, id).await?;
    let copies = notices::list_copies(&store, &notice).await?;
    let replaced = notices::list_replaced(&store, &notice).await?;
    let into_wire = |items: Vec<notices::NoticeItem>| items.into_iter().map(Into::into).collect();
    Ok(Json(NoticeCopies { items: into_wire(copies), replaced: into_wire(replaced) }))
}

/// Hides all copies of the files of a notice and refuses these files at the next upload. A further call completes an
/// interrupted one. Requires the administrator's password.
#[utoipa::path(
    post,
    path = "/api/admin/copyright-notices/{id}/hide",
    tag = "copyright",
    request_body = HideCopiesRequest,
    responses((status = 200, description = "Done", body = CopyrightNotice), (status = 409)),
)]
pub(crate) async fn hide_notice_copies(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    PathId(id): PathId<NoticeId>,
    Body(HideCopiesRequest { replaced, password }): Body<HideCopiesRequest>,
) -> Result<Json<CopyrightNotice>, Problem> {
    reauthenticate(&state, &caller, client, &password).await?;
    // On the heap: the nested future is too deep for the compiler to lay out in one piece.
    let notice = Box::pin(notices::hide(state.store(), id, replaced, decision(&caller))).await?;
    announce(state.store(), id).await;
    Ok(Json(notice.into()))
}

/// Closes a notice with a reason, and restores the copies that are hidden because of it. Responds with 409 if the notice is
/// not in the state that the administrator has seen. Requires the administrator's password.
#[utoipa::path(
    post,
    path = "/api/admin/copyright-notices/{id}/dismiss",
    tag = "copyright",
    request_body = CloseNoticeRequest,
    responses((status = 200, description = "Done", body = CopyrightNotice), (status = 409)),
)]
pub(crate) async fn dismiss_notice(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    PathId(id): PathId<NoticeId>,
    Body(CloseNoticeRequest { state: seen, reason, password }): Body<CloseNoticeRequest>,
) -> Result<Json<CopyrightNotice>, Problem> {
    let reason = required_text("reason", &reason, REASON_MAX_CHARS, "Say why you are dismissing it.")?;
    reauthenticate(&state, &caller, client, &password).await?;
    // On the heap: the nested future is too deep for the compiler to lay out in one piece.
    let notice = Box::pin(notices::dismiss(state.store(), id, seen.into(), &reason, decision(&caller))).await?;
    announce(state.store(), id).await;
    Ok(Json(notice.into()))
}

/// Closes a notice with a reason, and leaves the files removed. Possible when no counter notice came in time, or when
/// the term of a counter notice is over and the copies are held. Requires the administrator's password.
#[utoipa::path(
    post,
    path = "/api/admin/copyright-notices/{id}/close",
    tag = "copyright",
    request_body = CloseNoticeRequest,
    responses((status = 200, description = "Done", body = CopyrightNotice), (status = 409)),
)]
pub(crate) async fn close_notice(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    PathId(id): PathId<NoticeId>,
    Body(CloseNoticeRequest { state: seen, reason, password }): Body<CloseNoticeRequest>,
) -> Result<Json<CopyrightNotice>, Problem> {
    let reason = required_text("reason", &reason, REASON_MAX_CHARS, "Say why the files stay removed.")?;
    reauthenticate(&state, &caller, client, &password).await?;
    let notice = notices::close(state.store(), id, seen.into(), &reason, decision(&caller)).await?;
    announce(state.store(), id).await;
    Ok(Json(notice.into()))
}

/// Adds the counter notice of an uploader. The copies are restored after 12 days from Monday to Friday, unless they are
/// held. The sender of the notice gets a mail.
#[utoipa::path(
    post,
    path = "/api/admin/copyright-notices/{id}/counter",
    tag = "copyright",
    request_body = CounterNoticeRequest,
    responses((status = 200, description = "Done", body = CopyrightNotice), (status = 409)),
)]
pub(crate) async fn counter_notice(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(id): PathId<NoticeId>,
    Body(body): Body<CounterNoticeRequest>,
) -> Result<Json<CopyrightNotice>, Problem> {
    let draft = validated_counter(&body)?;
    let notice = notices::counter(state.store(), id, draft, decision(&caller)).await?;
    announce(state.store(), id).await;
    Ok(Json(notice.into()))
}

/// Holds the copies of a notice with a counter notice because its sender has gone to court, or ends the hold.
#[utoipa::path(
    put,
    path = "/api/admin/copyright-notices/{id}/hold",
    tag = "copyright",
    request_body = HoldNoticeRequest,
    responses((status = 200, description = "Done", body = CopyrightNotice), (status = 409)),
)]
pub(crate) async fn hold_notice(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(id): PathId<NoticeId>,
    Body(HoldNoticeRequest { held, reason }): Body<HoldNoticeRequest>,
) -> Result<Json<CopyrightNotice>, Problem> {
    let reason = required_text("reason", &reason, REASON_MAX_CHARS, "Say why, for example the number of the case.")?;
    let notice = notices::set_held(state.store(), id, held, &reason, decision(&caller)).await?;
    announce(state.store(), id).await;
    Ok(Json(notice.into()))
}

fn decision(caller: &Principal) -> Decision<'_> {
    Decision { by: &caller.uid, now: Timestamp::now() }
}

/// Announces a stored decision. After a failure, the nightly run announces it.
async fn announce(store: &Store, id: NoticeId) {
    if let Err(error) = notices::announce(store, id, Timestamp::now()).await {
        tracing::warn!(notice = %id, %error, "a decision about a notice could not be announced");
    }
}

/// Returns an address without the part behind a plus, with which one mailbox can have many addresses.
fn mailbox(email: &str) -> String {
    let Some((local, domain)) = email.rsplit_once('@') else { return email.to_owned() };
    format!("{}@{domain}", local.split('+').next().unwrap_or(local))
}

fn validated(body: &CreateNoticeRequest) -> Result<NoticeDraft, Problem> {
    let mut errors = FieldErrors::default();
    let name = ok_or_record(&mut errors, required_text("name", &body.name, NAME_MAX_CHARS, "Enter your name."));
    let postal_address = ok_or_record(&mut errors, required_address(&body.postal_address));
    let email = ok_or_record(&mut errors, validate_email(&body.email));
    let work = ok_or_record(&mut errors, required_lines("work", &body.work, "Describe the work that is yours."));
    if body.pages.iter().all(|page| page.trim().is_empty()) {
        let message = "Enter the address of at least one page.";
        errors.0.push(FieldError::new("pages", "required", message));
    }
    let (good_faith, accurate) = (body.is_in_good_faith, body.is_accurate);
    for (field, is_stated) in [("isInGoodFaith", good_faith), ("isAccurate", accurate)] {
        if !is_stated {
            errors.0.push(FieldError::new(field, "required", "The law requires this statement."));
        }
    }
    let signature = ok_or_record(&mut errors, signed(&body.signature));
    match (name, postal_address, email, work, signature) {
        (Some(name), Some(postal_address), Some(email), Some(work), Some(signature)) if errors.is_empty() => {
            Ok(NoticeDraft { name, postal_address, email, work, signature })
        }
        _ => Err(errors.into()),
    }
}

fn validated_counter(body: &CounterNoticeRequest) -> Result<NewCounterNotice, Problem> {
    let mut errors = FieldErrors::default();
    let name = ok_or_record(&mut errors, required_text("name", &body.name, NAME_MAX_CHARS, "Enter your name."));
    let postal_address = ok_or_record(&mut errors, required_address(&body.postal_address));
    let reason = "Say why the files were hidden by mistake.";
    let statement = ok_or_record(&mut errors, required_lines("statement", &body.statement, reason));
    if !body.consents {
        errors.0.push(FieldError::new("consents", "required", "The law requires this statement."));
    }
    let signature = ok_or_record(&mut errors, signed(&body.signature));
    match (name, postal_address, statement, signature) {
        (Some(name), Some(postal_address), Some(statement), Some(signature)) if errors.is_empty() => {
            Ok(NewCounterNotice { name, postal_address, statement, signature })
        }
        _ => Err(errors.into()),
    }
}

fn required_address(text: &str) -> Result<String, FieldError> {
    let text = validate_lines("postalAddress", text, POSTAL_ADDRESS_MAX_CHARS)?;
    if text.is_empty() {
        return Err(FieldError::new("postalAddress", "required", "Enter your postal address."));
    }
    Ok(text)
}

fn required_lines(field: &str, text: &str, message: &str) -> Result<String, FieldError> {
    let text = validate_lines(field, text, DESCRIPTION_MAX_CHARS)?;
    if text.is_empty() { Err(FieldError::new(field, "required", message)) } else { Ok(text) }
}

fn signed(text: &str) -> Result<String, FieldError> {
    required_text("signature", text, NAME_MAX_CHARS, "Sign with your full name.")
}

impl From<Notice> for CopyrightNotice {
    fn from(notice: Notice) -> Self {
        let closable_at = notice.closable_at().map(|at| at.to_string());
        let rejected_mails = notice.rejected_mails().into_iter().map(str::to_owned).collect();
        let NoticeDraft { name, postal_address, email, work, signature } = notice.draft;
        CopyrightNotice {
            id: notice.id.to_string(),
            state: notice.state.into(),
            name,
            postal_address,
            email,
            work,
            signature,
            items: notice.items.into_iter().map(Into::into).collect(),
            copies: notice.copies.into_iter().map(Into::into).collect(),
            received_at: notice.received_at.to_string(),
            decided_at: notice.decided_at.map(|at| at.to_string()),
            closable_at,
            rejected_mails,
            reason: notice.reason,
            counter: notice.counter.map(Into::into),
        }
    }
}
