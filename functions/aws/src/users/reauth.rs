//! Reauthentication before risky actions, and the short session that it opens for pool operations that need a token of
//! the account itself.

use super::session::{initiate_auth_with, respond_second_factor_with, revoke_token_with};
use super::{SignIn, Tokens, UsersError, UsersResult, accounts_client};
use crate::client::Store;

/// Password and code for reauthentication. Never logged.
///
/// Errors: `WrongPassword` also for an unknown account, `ReauthCodeRequired` if the account has a second factor and the
/// code is missing, `ReauthCodeMismatch`, `RateLimited`.
pub struct Reauth {
    /// The account's password.
    pub password: String,
    /// Code of the authenticator app, for accounts with a second factor.
    pub app_code: Option<String>,
}

/// Verifies the password and, if the account has a second factor, the code.
///
/// # Errors
/// Those of a [`Reauth`].
pub async fn reauthenticate(store: &Store, email: &str, proof: &Reauth) -> UsersResult<()> {
    ReauthSession::begin(store, email, proof).await?.end(store).await;
    Ok(())
}

/// Session of the app client for account operations. Its token may change the account in the pool, so it never leaves
/// this crate. The API rejects it, and it ends with the call that started it.
pub(super) struct ReauthSession(Tokens);

impl ReauthSession {
    /// Starts a session. Wrong passwords count as failed sign-ins.
    pub(super) async fn begin(store: &Store, email: &str, proof: &Reauth) -> UsersResult<Self> {
        let client = accounts_client(store);
        let challenge = match initiate_auth_with(store, client, email, &proof.password).await {
            Ok(SignIn::SignedIn(tokens)) => return Ok(ReauthSession(tokens)),
            Ok(SignIn::SecondFactor { challenge }) => challenge,
            // The next step `NewPassword` means that the password is a temporary one that an administrator set, which
            // must not count.
            Ok(SignIn::NewPassword { .. }) | Err(UsersError::WrongCredentials) => {
                return Err(UsersError::WrongPassword);
            }
            Err(error) => return Err(error),
        };
        let code = proof.app_code.as_deref().ok_or(UsersError::ReauthCodeRequired)?;
        match respond_second_factor_with(store, client, &challenge, code).await {
            Ok(tokens) => Ok(ReauthSession(tokens)),
            Err(UsersError::AppCodeMismatch | UsersError::ChallengeExpired) => Err(UsersError::ReauthCodeMismatch),
            Err(error) => Err(error),
        }
    }

    pub(super) fn token(&self) -> &str {
        &self.0.access
    }

    /// Ends the session. If the pool does not respond, the session expires within the hour, and its token has never
    /// left the server.
    pub(super) async fn end(self, store: &Store) {
        if let Some(refresh) = &self.0.refresh
            && let Err(error) = revoke_token_with(store, accounts_client(store), refresh).await
        {
            tracing::warn!(%error, "a session of the client for accounts was not ended");
        }
    }
}
