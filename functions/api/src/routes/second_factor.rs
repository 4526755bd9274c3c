//! The second factor of an administrator: codes of an app, asked for at each sign-in.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use store::users;
use wasm_core::forms;

use crate::auth::caller::Caller;
use crate::client::ClientAddress;
use crate::extract::Json as Body;
use crate::problem::Problem;
use crate::routes::account::prove;
use crate::routes::record;
use crate::state::ApiState;
use crate::wire::account::{CodeEntry, PasswordProof, SecondFactorSetup};

/// Whose codes they are, as the app shows it.
const ISSUER: &str = "Note%20Ninja";

/// Makes a secret for the app. It counts only after a code has proved that the app has it.
#[utoipa::path(
    post,
    path = "/api/me/second-factor",
    tag = "account",
    request_body = PasswordProof,
    responses((status = 200, description = "Done", body = SecondFactorSetup)),
)]
pub(crate) async fn begin_second_factor(
    State(state): State<ApiState>,
    caller: Caller,
    client: ClientAddress,
    Body(body): Body<PasswordProof>,
) -> Result<Json<SecondFactorSetup>, Problem> {
    let email = prove(&state, &caller, client, &body.password).await?;
    let secret = users::begin_second_factor(state.store(), &caller.token).await?;
    let uri = format!(
        "otpauth://totp/{ISSUER}:{}?secret={secret}&issuer={ISSUER}",
        utf8_percent_encode(&email, NON_ALPHANUMERIC)
    );
    Ok(Json(SecondFactorSetup { secret, uri }))
}

/// Proves with a code that the app has the secret. From now on each sign-in asks for a code.
#[utoipa::path(
    put,
    path = "/api/me/second-factor",
    tag = "account",
    request_body = CodeEntry,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn finish_second_factor(
    State(state): State<ApiState>,
    caller: Caller,
    Body(body): Body<CodeEntry>,
) -> Result<StatusCode, Problem> {
    let code = forms::confirm_code(&body.code)?;
    state.slow_down(&state.throttles().account, &caller.uid).await?;
    users::finish_second_factor(state.store(), &caller.token, &code).await?;
    record(state.store(), &caller, "second_factor.on", &caller.uid, None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// No sign-in asks for a code any more; once more changes nothing.
#[utoipa::path(
    post,
    path = "/api/me/second-factor/remove",
    tag = "account",
    request_body = PasswordProof,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn remove_second_factor(
    State(state): State<ApiState>,
    caller: Caller,
    client: ClientAddress,
    Body(body): Body<PasswordProof>,
) -> Result<StatusCode, Problem> {
    prove(&state, &caller, client, &body.password).await?;
    users::remove_second_factor(state.store(), &caller.token).await?;
    record(state.store(), &caller, "second_factor.off", &caller.uid, None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
