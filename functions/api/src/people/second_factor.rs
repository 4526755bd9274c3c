//! The second factor of an administrator: codes of an authenticator app, required at each sign-in.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use store::{students, users};
use wasm_core::forms;

use crate::http::audit::record;
use crate::http::auth::credentials::parse_reauth;
use crate::http::auth::lockout::with_lockout;
use crate::http::auth::principal::Principal;
use crate::http::client::ClientAddress;
use crate::http::extract::Json as Body;
use crate::http::problem::Problem;
use crate::people::account::account_for_reauth;
use crate::people::account::wire::{ConfirmCodeRequest, ReauthRequest, SecondFactorSetup};
use crate::state::ApiState;

/// Issuer name shown in the authenticator app.
const ISSUER: &str = "Note%20Ninja";

/// Creates a secret for an authenticator app. The second factor is enabled only after a code has proved that the app
/// has the secret.
#[utoipa::path(
    post,
    path = "/api/me/second-factor",
    tag = "account",
    request_body = ReauthRequest,
    responses((status = 200, description = "Done", body = SecondFactorSetup)),
)]
pub(crate) async fn begin_second_factor(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<ReauthRequest>,
) -> Result<Json<SecondFactorSetup>, Problem> {
    let proof = parse_reauth(&body.password, body.app_code.as_deref())?;
    let email = account_for_reauth(&state, &caller).await?.email;
    let secret =
        with_lockout(&state, &email, client, users::begin_second_factor(state.store(), &email, &proof)).await??;
    let uri = format!(
        "otpauth://totp/{ISSUER}:{}?secret={secret}&issuer={ISSUER}",
        utf8_percent_encode(&email, NON_ALPHANUMERIC)
    );
    Ok(Json(SecondFactorSetup { secret, uri }))
}

/// Enables the second factor. Requires a code of the new app and the password. Every later sign-in requires a code.
/// Administrator routes that need a second factor open at once.
#[utoipa::path(
    put,
    path = "/api/me/second-factor",
    tag = "account",
    request_body = ConfirmCodeRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn finish_second_factor(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<ConfirmCodeRequest>,
) -> Result<StatusCode, Problem> {
    let code = forms::validate_confirmation_code(&body.code)?;
    let proof = parse_reauth(&body.password, body.app_code.as_deref())?;
    let user = account_for_reauth(&state, &caller).await?;
    with_lockout(&state, &user.email, client, users::finish_second_factor(state.store(), &user, &proof, &code))
        .await??;
    students::record_second_factor(state.store(), &caller.uid, true).await?;
    record(state.store(), &caller, "second_factor.on", &caller.uid, "Own account", None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes the second factor. Idempotent. Administrator routes that require one stay closed until another is set up.
/// This allows a change of phone without help.
#[utoipa::path(
    post,
    path = "/api/me/second-factor/remove",
    tag = "account",
    request_body = ReauthRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn remove_second_factor(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<ReauthRequest>,
) -> Result<StatusCode, Problem> {
    let proof = parse_reauth(&body.password, body.app_code.as_deref())?;
    let store = state.store();
    let email = account_for_reauth(&state, &caller).await?.email;
    with_lockout(&state, &email, client, users::reauthenticate(store, &email, &proof)).await??;
    // Update the profile first. If the pool then fails, administrator routes are closed although the factor still
    // exists, and not the other way round.
    students::record_second_factor(store, &caller.uid, false).await?;
    users::remove_second_factor(store, &caller.uid).await?;
    record(state.store(), &caller, "second_factor.off", &caller.uid, "Own account", None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
