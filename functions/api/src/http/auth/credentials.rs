//! Mailed codes, passwords and the end of access: code shared by sign-up, sign-in and account routes, which do not
//! depend on each other.

use std::time::Duration;

use store::students;
use store::unconfirmed::{self, UnconfirmedState};
use store::users::{self, Reauth, UserStatus, UsersError};
use store::{Timestamp, UserId};
use wasm_core::forms;

use crate::http::auth::password;
use crate::http::problem::Problem;
use crate::state::ApiState;

/// E-mail address that never has an account: mail cannot be delivered to this domain (RFC 2606).
const NOBODY: &str = "nobody@nobody.invalid";

/// Mails the code with which an unconfirmed account can be confirmed. Confirmed and unknown addresses get no mail. The
/// pool is called in every case, so that the response time does not reveal whether an account exists.
pub(crate) async fn mail_code(state: &ApiState, email: &str) -> Result<(), Problem> {
    let store = state.store();
    match users::find_by_email(store, email).await? {
        // The pool has already accepted a confirmation code, so it sends only codes for a password reset.
        Some(user) if user.status != UserStatus::Unconfirmed && awaits_confirmation(state, &user.uid).await? => {
            users::send_reset_code(store, email).await?;
        }
        Some(user) if user.status != UserStatus::Unconfirmed => users::resend_code(store, NOBODY).await?,
        _ => users::resend_code(store, email).await?,
    }
    Ok(())
}

/// Returns true if sign-in is blocked until the address is confirmed and a password is set.
pub(crate) async fn awaits_confirmation(state: &ApiState, uid: &UserId) -> Result<bool, Problem> {
    let marker = unconfirmed::find(state.store(), uid).await?;
    Ok(marker.is_some_and(|marker| marker.stage == UnconfirmedState::Waiting))
}

/// Parses the password and the optional app code of a reauthentication form.
pub(crate) fn parse_reauth(password: &str, app_code: Option<&str>) -> Result<Reauth, Problem> {
    let password = forms::validate_existing_password(password)?;
    let code = app_code.filter(|code| !code.trim().is_empty()).map(forms::validate_confirmation_code).transpose();
    let app_code = code.map_err(|error| forms::FieldError { field: "appCode".into(), ..error })?;
    Ok(Reauth { password, app_code })
}

/// Checks a new password for this account. Errors name the field `newPassword`.
pub(crate) fn check_new_password(chosen: &str, email: &str, username: Option<&str>) -> Result<(), Problem> {
    let at_field = |error| forms::FieldError { field: "newPassword".into(), ..error };
    Ok(password::check(chosen, email, username).map_err(at_field)?)
}

/// Converts an error and renames its field to `newPassword`.
pub(crate) fn rename_to_new_password(error: UsersError) -> Problem {
    Problem::from(error).rename_field("password", "newPassword")
}

/// If the account belongs to an administrator, makes all access tokens issued until now invalid. Tokens of students
/// stay valid until they expire. Waits up to 1 s.
pub(crate) async fn revoke_access_tokens(state: &ApiState, person: &UserId) -> Result<(), Problem> {
    let now = Timestamp::now();
    students::sign_out(state.store(), person, now).await?;
    // Tokens have their time of issue in whole seconds. Wait for the next second, so that the token of an immediate
    // sign-in is later than this sign-out.
    let left_ms = 1000 - now.epoch_millis() % 1000;
    tokio::time::sleep(Duration::from_millis(left_ms)).await;
    Ok(())
}
