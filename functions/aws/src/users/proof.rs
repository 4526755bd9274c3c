//! The password once more, before what matters; and the short session at the pool that it opens for what the pool does only
//! with a token of the account itself.

use super::session::{answer_factor, revoke, sign_in_at};
use super::{SignIn, Tokens, UsersError, UsersResult, accounts_client};
use crate::client::Store;

/// What somebody proves with once more that an account is theirs. Never logged.
///
/// Errors of a proof: `WrongPassword` also for an unknown account, `FactorRequired` when the account has a second factor and
/// no code came, `WrongFactor`, `TooMany`.
pub struct Proof {
    /// The account's password.
    pub password: String,
    /// The code that its app shows; asked for only where it has a second factor.
    pub app_code: Option<String>,
}

/// Asks whether a proof holds.
///
/// # Errors
/// Those of a [`Proof`].
pub async fn prove(store: &Store, email: &str, proof: &Proof) -> UsersResult<()> {
    OwnSession::begin(store, email, proof).await?.end(store).await;
    Ok(())
}

/// A session of the client for accounts. Its token may change the account at the pool, so it is used here and goes nowhere:
/// the API does not take it, and it ends with the call that began it.
pub(super) struct OwnSession(Tokens);

impl OwnSession {
    /// Begins one. Counts as a sign-in where wrong passwords are counted.
    pub(super) async fn begin(store: &Store, email: &str, proof: &Proof) -> UsersResult<Self> {
        let client = accounts_client(store);
        let challenge = match sign_in_at(store, client, email, &proof.password).await {
            Ok(SignIn::SignedIn(tokens)) => return Ok(OwnSession(tokens)),
            Ok(SignIn::SecondFactor { challenge }) => challenge,
            // A password that somebody else has set for once.
            Ok(SignIn::NewPassword { .. }) | Err(UsersError::WrongCredentials) => {
                return Err(UsersError::WrongPassword);
            }
            Err(error) => return Err(error),
        };
        let code = proof.app_code.as_deref().ok_or(UsersError::FactorRequired)?;
        match answer_factor(store, client, &challenge, code).await {
            Ok(tokens) => Ok(OwnSession(tokens)),
            Err(UsersError::FactorMismatch | UsersError::ChallengeExpired) => Err(UsersError::WrongFactor),
            Err(error) => Err(error),
        }
    }

    pub(super) fn token(&self) -> &str {
        &self.0.access
    }

    /// Ends it. Should the pool not answer, it ends by itself within the hour, and nobody has seen its token.
    pub(super) async fn end(self, store: &Store) {
        if let Some(refresh) = &self.0.refresh
            && let Err(error) = revoke(store, accounts_client(store), refresh).await
        {
            tracing::warn!(%error, "a session of the client for accounts was not ended");
        }
    }
}
