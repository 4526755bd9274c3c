//! Verifies access tokens of the user pool.

use std::collections::HashMap;
use std::sync::RwLock;
use std::time::{Duration, Instant};

use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;
use store::Store;
use store::error::BoxError;
use store::users::fetch_jwks;
use tokio::sync::Mutex;

use crate::http::auth::principal::Principal;
use crate::http::auth::signature;

/// Group of administrators in the user pool. Nothing else grants administrator rights.
pub(crate) const ADMIN_GROUP: &str = "admins";
/// Tolerated difference between our clock and the clock of the issuer.
const CLOCK_SKEW_SECS: u64 = 5;
/// Minimum interval between key requests. It limits the requests that invented key ids can cause.
const KEYS_MIN_AGE: Duration = Duration::from_secs(30);

/// Reason why a token cannot be accepted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenError {
    /// The token is foreign, altered, expired or not an access token.
    #[error("the token is not valid: {0}")]
    Invalid(&'static str),
    /// The keys of the issuer are unavailable, so the token cannot be verified.
    #[error("the keys of the issuer could not be read")]
    KeysUnavailable(#[source] BoxError),
}

/// Verifies access tokens of one issuer and client, and caches the issuer's keys.
pub(crate) struct Verifier {
    store: Store,
    validation: Validation,
    client_id: String,
    jwks_url: String,
    keys: RwLock<HashMap<String, DecodingKey>>,
    /// Time of the last key request. The lock is held during a request, so there is never more than one.
    read_at: Mutex<Option<Instant>>,
}

/// Claims of an access token that the API uses.
#[derive(Deserialize)]
struct Claims {
    sub: String,
    client_id: String,
    token_use: String,
    iat: i64,
    #[serde(default, rename = "cognito:groups")]
    groups: Vec<String>,
}

impl Verifier {
    /// Creates a verifier. Requests the keys only when the first token is verified.
    pub(crate) fn new(store: Store, issuer: &str, jwks_url: &str) -> Self {
        signature::install_crypto_provider();
        // The algorithm is fixed. If it came from the token's header, a forged token could choose a weak one.
        let mut validation = Validation::new(Algorithm::RS256);
        validation.leeway = CLOCK_SKEW_SECS;
        validation.set_issuer(&[issuer]);
        validation.set_required_spec_claims(&["exp", "iss", "sub"]);
        // Access tokens of the pool have no audience; `client_id` takes its place and is checked below.
        validation.validate_aud = false;
        Verifier {
            validation,
            client_id: store.settings().user_pool_client.id.clone(),
            store,
            jwks_url: jwks_url.to_owned(),
            keys: RwLock::default(),
            read_at: Mutex::new(None),
        }
    }

    /// Verifies a token and returns its user.
    pub(crate) async fn verify(&self, token: &str) -> Result<Principal, TokenError> {
        let header = decode_header(token).map_err(|_| TokenError::Invalid("not a signed token"))?;
        if header.alg != Algorithm::RS256 {
            return Err(TokenError::Invalid("another algorithm"));
        }
        let key_id = header.kid.ok_or(TokenError::Invalid("no key id"))?;
        let key = self.key(&key_id).await?;
        let claims: Claims =
            decode(token, &key, &self.validation).map_err(|_| TokenError::Invalid("signature, issuer or time"))?.claims;
        if claims.token_use != "access" {
            return Err(TokenError::Invalid("not an access token"));
        }
        if claims.client_id != self.client_id {
            return Err(TokenError::Invalid("another client"));
        }
        let uid = claims.sub.parse().map_err(|_| TokenError::Invalid("no subject of ours"))?;
        let is_admin = claims.groups.iter().any(|group| group == ADMIN_GROUP);
        Ok(Principal { uid, is_admin, issued_at_secs: claims.iat, key: None })
    }

    async fn key(&self, key_id: &str) -> Result<DecodingKey, TokenError> {
        if let Some(key) = self.known(key_id) {
            return Ok(key);
        }
        let mut read_at = self.read_at.lock().await;
        // Another task may have fetched the keys while this one waited for the lock.
        if let Some(key) = self.known(key_id) {
            return Ok(key);
        }
        if read_at.is_none_or(|at| at.elapsed() >= KEYS_MIN_AGE) {
            let keys = self.read_keys().await.map_err(TokenError::KeysUnavailable)?;
            self.replace_keys(&keys);
            *read_at = Some(Instant::now());
        }
        self.known(key_id).ok_or(TokenError::Invalid("unknown key id"))
    }

    fn known(&self, key_id: &str) -> Option<DecodingKey> {
        self.keys.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(key_id).cloned()
    }

    fn replace_keys(&self, set: &JwkSet) {
        let is_rsa = |key: &&Jwk| matches!(key.algorithm, AlgorithmParameters::RSA(_));
        let named = |key: &Jwk| Some((key.common.key_id.clone()?, DecodingKey::from_jwk(key).ok()?));
        let keys = set.keys.iter().filter(is_rsa).filter_map(named).collect();
        *self.keys.write().unwrap_or_else(std::sync::PoisonError::into_inner) = keys;
    }

    async fn read_keys(&self) -> Result<JwkSet, BoxError> {
        let keys = fetch_jwks(&self.store, &self.jwks_url).await?;
        Ok(serde_json::from_slice(&keys)?)
    }
}

#[cfg(test)]
mod tests;
