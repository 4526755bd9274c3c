//! Cognito features that cognitox lacks: a new address takes effect only after its code is entered, and sign-in with
//! codes of an authenticator app. Calls for these features are handled here; all others go to cognitox.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cognitox::jwt::verify_access_token;
use cognitox::types::{User, UserPoolId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use super::{Call, Users, random_bytes, six_digits};
use crate::LocalError;
use crate::mail_capture::{CapturedMail, MailKind};
use crate::state::{read_json, write_json};

/// Name of the TOTP factor in Cognito and cognitox.
const FACTOR: &str = "SOFTWARE_TOKEN_MFA";
/// Lifetime of a sign-in that waits for its code.
const CHALLENGE_LIFE: Duration = Duration::from_secs(180);
/// Lifetime of a mailed code in seconds.
const CODE_LIFE_SECS: i64 = 86_400;

/// User state that cognitox does not store. Cheap to clone.
#[derive(Clone)]
pub(super) struct CognitoExtensions {
    path: PathBuf,
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    kept: Kept,
    /// Sign-ins that wait for a code, by session. A restart ends them.
    waiting: HashMap<String, Waiting>,
}

/// State that survives a restart. Keys are account ids.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Kept {
    addresses: HashMap<String, PendingAddress>,
    /// Secrets that no code has confirmed yet.
    offered: HashMap<String, String>,
    factors: HashMap<String, Factor>,
}

#[derive(Clone, Serialize, Deserialize)]
struct PendingAddress {
    email: String,
    code: String,
    expires_at: i64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Factor {
    secret: String,
    /// The newest 30-second step whose code was used. No code is accepted twice.
    used: u64,
}

/// A sign-in with a correct password that waits for its code.
struct Waiting {
    account: String,
    reply: Value,
    since: Instant,
}

/// Result of a call: a response, or the name and message of an exception.
pub(super) type Reply = Result<Value, (&'static str, &'static str)>;

const NOT_AUTHORIZED: (&str, &str) = ("NotAuthorizedException", "Access Token has expired");
const MISMATCH: (&str, &str) = ("CodeMismatchException", "Invalid code received for user");

impl CognitoExtensions {
    /// Reads the state from the file, if it exists.
    pub(super) fn open(path: PathBuf) -> Result<CognitoExtensions, LocalError> {
        let kept = read_json(&path)?.unwrap_or_default();
        Ok(CognitoExtensions { path, inner: Arc::new(Mutex::new(Inner { kept, waiting: HashMap::new() })) })
    }

    /// Changes the persistent state. It is on disk when this returns.
    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> Result<T, LocalError> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = change(&mut inner.kept);
        write_json(&self.path, &inner.kept)?;
        Ok(changed)
    }

    fn kept(&self) -> Kept {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).kept.clone()
    }

    /// Returns true if the code is correct and unused, and marks it as used.
    fn takes_code(&self, account: &str, code: &str) -> Result<bool, LocalError> {
        self.change(|kept| {
            let Some(factor) = kept.factors.get_mut(account) else { return false };
            match step_of(&factor.secret, code).filter(|step| *step > factor.used) {
                Some(step) => {
                    factor.used = step;
                    true
                }
                None => false,
            }
        })
    }
}

impl Users {
    /// Handles a call that cognitox answers differently from Cognito. Returns `None` for all other calls.
    pub(super) async fn extended_reply(&self, call: &Call, outbox: &CapturedMail) -> Result<Option<Reply>, LocalError> {
        let body = &call.body;
        Ok(Some(match call.action.as_str() {
            "UpdateUserAttributes" => match attribute(body, "email") {
                Some(email) => self.ask_for_address(body, email, outbox).await?,
                None => return Ok(None),
            },
            "VerifyUserAttribute" if body["AttributeName"] == "email" => self.take_address(body).await?,
            "AssociateSoftwareToken" => self.offer_factor(body).await?,
            "VerifySoftwareToken" => self.prove_factor(body).await?,
            "AdminRespondToAuthChallenge" if body["ChallengeName"] == FACTOR => self.finish_sign_in(body).await?,
            "ListUsers" => Ok(self.everybody(body).await),
            _ => return Ok(None),
        }))
    }

    /// Lists all accounts on one page with their `sub`. cognitox lists only the first accounts, and without `sub`.
    async fn everybody(&self, body: &Value) -> Value {
        let Ok(pool) = UserPoolId::new(body["UserPoolId"].as_str().unwrap_or_default()) else {
            return json!({"Users": []});
        };
        let one = |user: User| {
            let id = user.id.to_string();
            json!({"Username": user.username, "Attributes": [{"Name": "sub", "Value": id}]})
        };
        json!({"Users": self.storage.list_users(&pool).await.into_iter().map(one).collect::<Vec<_>>()})
    }

    /// Returns the challenge after a correct password if the account has a second factor.
    pub(super) async fn challenge(&self, call: &Call, reply: &Value) -> Option<Value> {
        if call.action != "AdminInitiateAuth" || !reply["AuthenticationResult"].is_object() {
            return None;
        }
        let name = call.body["AuthParameters"]["USERNAME"].as_str()?;
        let user = self.find(&call.body, name).await?;
        if !self.storage.list_user_auth_factors(&user.id).await.iter().any(|factor| factor == FACTOR) {
            return None;
        }
        let session = hex::encode(random_bytes::<24>().ok()?);
        let mut inner = self.own.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.waiting.retain(|_, waiting| waiting.since.elapsed() < CHALLENGE_LIFE);
        let waiting = Waiting { account: user.id.to_string(), reply: reply.clone(), since: Instant::now() };
        inner.waiting.insert(session.clone(), waiting);
        Some(json!({
            "ChallengeName": FACTOR,
            "ChallengeParameters": {"USER_ID_FOR_SRP": user.username},
            "Session": session,
        }))
    }

    async fn ask_for_address(&self, body: &Value, email: &str, outbox: &CapturedMail) -> Result<Reply, LocalError> {
        let Some(user) = self.of_token(body).await else { return Ok(Err(NOT_AUTHORIZED)) };
        if self.storage.get_user_by_username(&user.user_pool_id, email).await.is_some() {
            return Ok(Err(("AliasExistsException", "An account with the email already exists.")));
        }
        let code = six_digits()?;
        let expires_at = now_secs() + CODE_LIFE_SECS;
        let pending = PendingAddress { email: email.to_owned(), code: code.clone(), expires_at };
        self.own.change(|kept| kept.addresses.insert(user.id.to_string(), pending))?;
        outbox.send(email, MailKind::Address, &code)?;
        Ok(Ok(json!({"CodeDeliveryDetailsList": [{"AttributeName": "email", "DeliveryMedium": "EMAIL"}]})))
    }

    async fn take_address(&self, body: &Value) -> Result<Reply, LocalError> {
        let Some(user) = self.of_token(body).await else { return Ok(Err(NOT_AUTHORIZED)) };
        let account = user.id.to_string();
        let Some(pending) = self.own.kept().addresses.remove(&account) else { return Ok(Err(MISMATCH)) };
        if body["Code"] != pending.code.as_str() {
            return Ok(Err(MISMATCH));
        }
        if pending.expires_at < now_secs() {
            return Ok(Err(("ExpiredCodeException", "Invalid code provided, please request a code again.")));
        }
        if self.storage.get_user_by_username(&user.user_pool_id, &pending.email).await.is_some() {
            return Ok(Err(("AliasExistsException", "An account with the email already exists.")));
        }
        self.rename(user, &pending.email).await;
        self.own.change(|kept| kept.addresses.remove(&account))?;
        Ok(Ok(json!({})))
    }

    /// Changes the address of an account. cognitox finds accounts by the name from their sign-up, which is the address,
    /// so the account is stored again under the new name.
    async fn rename(&self, user: User, email: &str) {
        let factors = self.storage.list_user_auth_factors(&user.id).await;
        let mut renamed = user.clone();
        renamed.username = email.to_owned();
        renamed.email = Some(email.to_owned());
        for attribute in &mut renamed.attributes {
            if attribute.name == "email" {
                attribute.value = Some(email.to_owned());
            }
        }
        self.storage.delete_user(&user.id).await;
        self.storage.create_user(renamed).await;
        for factor in factors {
            self.storage.add_user_auth_factor(&user.id, &factor).await;
        }
    }

    async fn offer_factor(&self, body: &Value) -> Result<Reply, LocalError> {
        let Some(user) = self.of_token(body).await else { return Ok(Err(NOT_AUTHORIZED)) };
        let secret = Secret::from(random_bytes::<20>()?).to_base32();
        self.own.change(|kept| kept.offered.insert(user.id.to_string(), secret.clone()))?;
        Ok(Ok(json!({"SecretCode": secret})))
    }

    async fn prove_factor(&self, body: &Value) -> Result<Reply, LocalError> {
        let Some(user) = self.of_token(body).await else { return Ok(Err(NOT_AUTHORIZED)) };
        let account = user.id.to_string();
        let code = body["UserCode"].as_str().unwrap_or_default();
        let proved = self.own.change(|kept| {
            let secret = kept.offered.get(&account)?.clone();
            let used = step_of(&secret, code)?;
            kept.offered.remove(&account);
            kept.factors.insert(account, Factor { secret, used });
            Some(())
        })?;
        Ok(match proved {
            Some(()) => Ok(json!({"Status": "SUCCESS"})),
            None => Err(("EnableSoftwareTokenMFAException", "Code mismatch")),
        })
    }

    async fn finish_sign_in(&self, body: &Value) -> Result<Reply, LocalError> {
        let session = body["Session"].as_str().unwrap_or_default();
        let code = body["ChallengeResponses"]["SOFTWARE_TOKEN_MFA_CODE"].as_str().unwrap_or_default();
        let account = {
            let inner = self.own.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting = inner.waiting.get(session).filter(|waiting| waiting.since.elapsed() < CHALLENGE_LIFE);
            waiting.map(|waiting| waiting.account.clone())
        };
        let name = body["ChallengeResponses"]["USERNAME"].as_str().unwrap_or_default();
        let named = self.find(body, name).await.map(|user| user.id.to_string());
        // A session is valid only with a name of its own account.
        let Some(account) = account.filter(|account| named.as_ref() == Some(account)) else {
            return Ok(Err(("NotAuthorizedException", "Invalid session for the user, session is expired.")));
        };
        if !self.own.takes_code(&account, code)? {
            return Ok(Err(MISMATCH));
        }
        let mut inner = self.own.inner.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(inner.waiting.remove(session).map_or(Err(NOT_AUTHORIZED), |waiting| Ok(waiting.reply)))
    }

    /// Returns the user of the access token in the call.
    async fn of_token(&self, body: &Value) -> Option<User> {
        let token = verify_access_token(body["AccessToken"].as_str()?).ok()?;
        let id = serde_json::from_value(json!(token.claims.sub)).ok()?;
        self.storage.get_user(&id).await
    }
}

fn attribute<'a>(body: &'a Value, name: &str) -> Option<&'a str> {
    body["UserAttributes"].as_array()?.iter().find(|each| each["Name"] == name)?["Value"].as_str()
}

/// Returns the 30-second step of a code, with a tolerance of one step, or `None` for a wrong code.
fn step_of(secret: &str, code: &str) -> Option<u64> {
    let secret = Secret::try_from_base32(secret).ok()?;
    Builder::new().with_secret(secret).build().ok()?.check_current(code)
}

fn now_secs() -> i64 {
    time::OffsetDateTime::now_utc().unix_timestamp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Secret from the test vectors of RFC 6238.
    #[test]
    fn totp_codes_match_the_standard() {
        let secret = Secret::from(b"12345678901234567890".to_vec());
        let totp = Builder::new().with_secret(secret).build().unwrap();
        assert_eq!(totp.generate(59).to_string(), "287082");
        assert!(step_of("not base32!", "287082").is_none());
    }
}
