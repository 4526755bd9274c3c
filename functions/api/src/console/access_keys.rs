//! Keys with which programs act for an administrator.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::access_keys::{self, AccessKey};
use store::{AccessKeyId, ResourceKind, Store, Timestamp};
use wasm_core::forms::{FieldErrors, required_text};
use wasm_core::limits::{ACCESS_KEY_DAYS_MAX, NAME_MAX_CHARS};

use crate::console::access_keys::wire::{AccessKeys, CreateAccessKeyRequest, CurrentAccessKey, NewAccessKey};
use crate::console::administration::{names, wire::StudentsById};
use crate::http::audit::record;
use crate::http::auth::principal::Principal;
use crate::http::client::ClientAddress;
use crate::http::extract::{Json as Body, PathId};
use crate::http::fields::ok_or_record;
use crate::http::problem::Problem;
use crate::people::account::reauthenticate;
use crate::state::ApiState;

/// Lists the keys of all administrators, newest first. Expired keys stay in the list for 30 days.
#[utoipa::path(
    get,
    path = "/api/admin/keys",
    tag = "administration",
    responses((status = 200, description = "Done", body = AccessKeys)),
)]
pub(crate) async fn list_access_keys(State(store): State<Store>) -> Result<Json<AccessKeys>, Problem> {
    let keys = access_keys::list(&store).await?;
    let names = names(&store, keys.iter().map(|key| &key.owner)).await?;
    let now = Timestamp::now();
    Ok(Json(AccessKeys { items: keys.into_iter().map(|key| shown(key, &names, now)).collect() }))
}

/// Creates a key. Requires the administrator's password. The response contains the whole key, which is never shown again.
#[utoipa::path(
    post,
    path = "/api/admin/keys",
    tag = "administration",
    request_body = CreateAccessKeyRequest,
    responses((status = 201, description = "Created", body = NewAccessKey)),
)]
pub(crate) async fn create_access_key(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<CreateAccessKeyRequest>,
) -> Result<(StatusCode, Json<NewAccessKey>), Problem> {
    let mut errors = FieldErrors::default();
    let name = required_text("name", &body.name, NAME_MAX_CHARS, "Name is required.");
    let name = ok_or_record(&mut errors, name);
    let Some(name) = name else { return Err(errors.into()) };
    if body.days == 0 || body.days > ACCESS_KEY_DAYS_MAX {
        let message = format!("A key is valid for 1 to {ACCESS_KEY_DAYS_MAX} days.");
        return Err(Problem::field("days", "invalid", message));
    }
    reauthenticate(&state, &caller, client, &body.password).await?;
    let (store, now) = (state.store(), Timestamp::now());
    let (key, text) = access_keys::create(store, &caller.uid, (name, body.scope.into()), body.days, now).await?;
    let until = Some(format!("{}, until {}", key.scope.as_str(), key.valid_until));
    record(store, &caller, "create_access_key", key.id, key.name.clone(), None, until).await?;
    let names = names(store, std::iter::once(&key.owner)).await?;
    Ok((StatusCode::CREATED, Json(NewAccessKey { key: shown(key, &names, now), text: text.to_string() })))
}

/// Revokes a key of any administrator. The next request with it is refused.
#[utoipa::path(
    delete,
    path = "/api/admin/keys/{id}",
    tag = "administration",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn revoke_access_key(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AccessKeyId>,
) -> Result<StatusCode, Problem> {
    let key = access_keys::revoke(&store, id).await?;
    record(&store, &caller, "revoke_access_key", id, key.name, None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the key with which the request was made. Responds with 404 to a session.
#[utoipa::path(
    get,
    path = "/api/admin/current-key",
    tag = "administration",
    responses((status = 200, description = "Done", body = CurrentAccessKey), (status = 404)),
)]
pub(crate) async fn get_current_access_key(caller: Principal) -> Result<Json<CurrentAccessKey>, Problem> {
    let key = caller.key.ok_or_else(|| Problem::not_found(ResourceKind::AccessKey))?;
    Ok(Json(CurrentAccessKey {
        id: key.id.to_string(),
        name: key.name,
        owner_id: key.owner.to_string(),
        scope: key.scope.into(),
        valid_until: key.valid_until.to_string(),
    }))
}

fn shown(key: AccessKey, names: &StudentsById, now: Timestamp) -> wire::AccessKey {
    wire::AccessKey {
        expired: key.has_expired(now),
        id: key.id.to_string(),
        scope: key.scope.into(),
        owner: names.of(&key.owner),
        created_at: key.created_at.to_string(),
        valid_until: key.valid_until.to_string(),
        used_at: key.used_at.map(|used| used.to_string()),
        name: key.name,
    }
}
