//! The user pool: cognitox with its data file, behind the Cognito protocol on a loopback port.

mod clients;
mod extensions;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use cognitox::action::{group, user, user_pool};
use cognitox::config::StorageConfig;
use cognitox::storage::Storage;
use cognitox::types::{ConfirmationCode, PasswordResetCode, UserPoolId};
use http::header::{CONTENT_TYPE, ORIGIN};
use http::{Method, StatusCode};
use rsa::RsaPrivateKey;
use rsa::pkcs1::EncodeRsaPrivateKey as _;
use rsa::pkcs8::LineEnding;
use rsa::rand_core::RngCore as _;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::LocalError;
use crate::mail_capture::{CapturedMail, MailKind};
use crate::state::{DataPaths, write_atomically};
use extensions::CognitoExtensions;

pub(crate) use clients::Client;

/// Name of the administrators' group.
pub(crate) const ADMINS: &str = "admins";
/// Maximum size of a request body. The API's requests are smaller.
const BODY_MAX_BYTES: usize = 1024 * 1024;

/// The user pool. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Users {
    storage: Storage,
    own: CognitoExtensions,
    saver: Arc<Saver>,
}

/// Writes the state to disk. Requests that wait at the same time share one write.
struct Saver {
    asked: AtomicU64,
    saved: Mutex<u64>,
}

fn failed(what: &str, e: &dyn std::fmt::Debug) -> LocalError {
    LocalError::Setup(format!("The local user pool could not be {what}: {e:?}"))
}

impl Users {
    pub(crate) fn open(layout: &DataPaths) -> Result<Users, LocalError> {
        let config = StorageConfig::persistent(layout.users());
        // Outside the async runtime, cognitox does not start its own loop that saves twice a second. That loop uses the
        // same temporary file as our code, so that both together could leave an incomplete state behind.
        let storage = std::thread::spawn(move || Storage::with_config(config))
            .join()
            .map_err(|e| failed("opened", &e))?
            .map_err(|e| failed("opened (start again with --reset if it is damaged)", &e))?;
        let saver = Saver { asked: AtomicU64::new(0), saved: Mutex::new(0) };
        Ok(Users { storage, own: CognitoExtensions::open(layout.cognito_extensions())?, saver: Arc::new(saver) })
    }

    /// Creates the pool and the administrators' group. Returns the pool id.
    pub(crate) async fn create_pool(&self) -> Result<String, LocalError> {
        let pool = user_pool::create_user_pool::handler(
            &self.storage,
            json!({
                "PoolName": "note-ninja",
                "AliasAttributes": ["email"],
                "AutoVerifiedAttributes": ["email"],
                // No password policy: cognitox enforces none, and its data file cannot store one with unset fields. The
                // API checks passwords itself, by the rule that the page shows.
            }),
        )
        .await
        .map_err(|e| failed("made", &e))?;
        let pool_id = text(&pool, &["UserPool", "Id"])?;
        group::create_group::handler(&self.storage, json!({"UserPoolId": pool_id, "GroupName": ADMINS}))
            .await
            .map_err(|e| failed("made", &e))?;
        self.save().await?;
        Ok(pool_id)
    }

    /// Creates an administrator with a permanent password unless the account exists, and adds it to the group.
    pub(crate) async fn ensure_admin(&self, pool_id: &str, email: &str, password: &str) -> Result<(), LocalError> {
        let pool = UserPoolId::new(pool_id).map_err(|e| failed("read", &e))?;
        if self.storage.get_user_by_username(&pool, email).await.is_none() {
            user::admin_create_user::handler(
                &self.storage,
                json!({
                    "UserPoolId": pool_id,
                    "Username": email,
                    "TemporaryPassword": password,
                    "MessageAction": "SUPPRESS",
                    "UserAttributes": [
                        {"Name": "email", "Value": email},
                        {"Name": "email_verified", "Value": "true"},
                    ],
                }),
            )
            .await
            .map_err(|e| failed("filled", &e))?;
            user::admin_set_user_password::handler(
                &self.storage,
                json!({"UserPoolId": pool_id, "Username": email, "Password": password, "Permanent": true}),
            )
            .await
            .map_err(|e| failed("filled", &e))?;
        }
        group::admin_add_user_to_group::handler(
            &self.storage,
            json!({"UserPoolId": pool_id, "Username": email, "GroupName": ADMINS}),
        )
        .await
        .map_err(|e| failed("filled", &e))?;
        Ok(())
    }

    /// Writes all state to disk before it returns.
    pub(crate) async fn save(&self) -> Result<(), LocalError> {
        let ticket = self.saver.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut saved = self.saver.saved.lock().await;
        if *saved >= ticket {
            return Ok(());
        }
        let covered = self.saver.asked.load(Ordering::SeqCst);
        self.storage.flush_persistence().await.map_err(|e| failed("saved", &e))?;
        *saved = covered;
        Ok(())
    }

    /// Returns the service with API calls and signing keys, without the other features of cognitox. Only tokens of
    /// `accounts_client` may call the pool. In the cloud, the function `tokens` removes the scope for this from all
    /// other tokens, but cognitox runs no triggers.
    pub(crate) fn router(&self, outbox: CapturedMail, accounts_client: &str) -> Router {
        let state = (self.clone(), outbox, Arc::from(accounts_client));
        cognitox::api::create_router(self.storage.clone()).layer(from_fn_with_state(state, answer))
    }

    /// Captures the mail that a successful call would send. Replaces its code with six digits as in Cognito; cognitox
    /// creates longer ones.
    async fn post(&self, call: &Call, outbox: &CapturedMail) -> Result<(), LocalError> {
        let kind = match call.action.as_str() {
            "SignUp" | "ResendConfirmationCode" => MailKind::Confirm,
            "ForgotPassword" | "AdminResetUserPassword" => MailKind::Reset,
            "AdminCreateUser" if call.body["MessageAction"] != "SUPPRESS" => MailKind::Invitation,
            _ => return Ok(()),
        };
        let Some(name) = call.body["Username"].as_str() else { return Ok(()) };
        let Some(user) = self.find(&call.body, name).await else { return Ok(()) };
        let secret = match kind {
            MailKind::Confirm => match self.storage.get_confirmation_code(&user.id).await {
                Some(code) => {
                    let code = ConfirmationCode { code: six_digits()?, ..code };
                    self.storage.save_confirmation_code(code.clone()).await;
                    Some(code.code)
                }
                None => None,
            },
            MailKind::Reset => match self.storage.get_password_reset_code(&user.id).await {
                Some(code) => {
                    let code = PasswordResetCode { code: six_digits()?, ..code };
                    self.storage.save_password_reset_code(code.clone()).await;
                    Some(code.code)
                }
                None => None,
            },
            MailKind::Invitation => call.body["TemporaryPassword"].as_str().map(str::to_owned),
            // Mails of these kinds are captured where they are created.
            MailKind::Address | MailKind::Text => None,
        };
        match (user.email, secret) {
            (Some(email), Some(secret)) => outbox.send(&email, kind, &secret),
            _ => Ok(()),
        }
    }

    /// Replaces a `sub` in `Username` by the account's name and returns true if it did. Cognito accepts both, but
    /// cognitox only the name.
    async fn name_by_sub(&self, body: &mut Value) -> bool {
        let Ok(id) = serde_json::from_value(body["Username"].clone()) else { return false };
        let Some(user) = self.storage.get_user(&id).await else { return false };
        body["Username"] = user.username.into();
        true
    }

    async fn find(&self, body: &Value, name: &str) -> Option<cognitox::types::User> {
        let pool = match (body["UserPoolId"].as_str(), body["ClientId"].as_str()) {
            (Some(id), _) => UserPoolId::new(id).ok()?,
            (None, Some(id)) => {
                let id = serde_json::from_value(json!(id)).ok()?;
                self.storage.get_user_pool_client(&id).await?.user_pool_id
            }
            (None, None) => return None,
        };
        self.storage.get_user_by_username(&pool, name).await
    }
}

/// Creates a code in the format of Cognito.
fn six_digits() -> Result<String, LocalError> {
    Ok(format!("{:06}", u32::from_le_bytes(random_bytes()?) % 1_000_000))
}

fn random_bytes<const N: usize>() -> Result<[u8; N], LocalError> {
    let mut bytes = [0; N];
    rsa::rand_core::OsRng
        .try_fill_bytes(&mut bytes)
        .map_err(|e| LocalError::Setup(format!("No random numbers are available: {e}")))?;
    Ok(bytes)
}

struct Call {
    action: String,
    body: Value,
}

impl Call {
    /// Returns false for reads, which need not be written to disk.
    fn changes_something(&self) -> bool {
        !["Get", "List", "Describe", "AdminGet", "AdminList"].iter().any(|p| self.action.starts_with(p))
            || self.action == "GetTokensFromRefreshToken"
    }
}

async fn answer(
    State((users, outbox, accounts_client)): State<(Users, CapturedMail, Arc<str>)>,
    request: Request,
    next: Next,
) -> Response {
    // Only our API calls this port, never a page.
    if request.headers().contains_key(ORIGIN) {
        return (StatusCode::FORBIDDEN, "Browsers may not call the user pool.").into_response();
    }
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/.well-known/jwks.json") => return next.run(request).await,
        (&Method::POST, "/") => {}
        _ => return StatusCode::NOT_FOUND.into_response(),
    }
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, BODY_MAX_BYTES).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let action = parts.headers.get("x-amz-target").and_then(|v| v.to_str().ok()).unwrap_or_default();
    let mut call = Call {
        action: action.rsplit('.').next().unwrap_or_default().to_owned(),
        body: serde_json::from_slice(&bytes).unwrap_or_default(),
    };
    if call.token_lacks_scope(&accounts_client) {
        return own_reply(Err(("NotAuthorizedException", "Access Token does not have required scopes")));
    }
    let bytes = if users.name_by_sub(&mut call.body).await { call.body.to_string().into() } else { bytes };
    let own = match users.extended_reply(&call, &outbox).await {
        Ok(own) => own,
        Err(e) => return failure(&e),
    };
    let reply = match own {
        Some(reply) => own_reply(reply),
        None => {
            let reply = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            if call.action == "AdminInitiateAuth" { with_challenge(&users, &call, reply).await } else { reply }
        }
    };
    if !call.changes_something() {
        return reply;
    }
    let posted = if reply.status().is_success() { users.post(&call, &outbox).await } else { Ok(()) };
    // Rejected calls are saved too, because they may count failed attempts.
    match posted.and(users.save().await) {
        Ok(()) => reply,
        Err(e) => failure(&e),
    }
}

/// Replaces the tokens in a sign-in response by a challenge if the account has a second factor.
async fn with_challenge(users: &Users, call: &Call, reply: Response) -> Response {
    let (parts, body) = reply.into_parts();
    let Ok(bytes) = to_bytes(body, BODY_MAX_BYTES).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    match users.challenge(call, &value).await {
        Some(challenge) => own_reply(Ok(challenge)),
        None => Response::from_parts(parts, Body::from(bytes)),
    }
}

/// Builds a response in the format of Cognito.
fn own_reply(reply: extensions::Reply) -> Response {
    let (status, body) = match reply {
        Ok(body) => (StatusCode::OK, body),
        Err((name, text)) => (StatusCode::BAD_REQUEST, json!({"__type": name, "message": text})),
    };
    (status, [(CONTENT_TYPE, "application/x-amz-json-1.1")], body.to_string()).into_response()
}

fn failure(error: &LocalError) -> Response {
    tracing::error!("{error}");
    (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
}

fn text(value: &Value, path: &[&str]) -> Result<String, LocalError> {
    let found = path.iter().try_fold(value, |value, name| value.get(name));
    found.and_then(Value::as_str).map(str::to_owned).ok_or_else(|| failed("read", &path))
}

/// Creates the token signing key at `path` unless it exists. A new key at each start would sign out all users.
///
/// # Errors
/// If the file cannot be written or the system provides no random numbers.
pub fn ensure_signing_key(path: &Path) -> Result<(), LocalError> {
    /// Key size of Cognito.
    const BITS: usize = 2048;
    if path.exists() {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|e| LocalError::file("create", folder, &e))?;
    }
    let key = RsaPrivateKey::new(&mut rsa::rand_core::OsRng, BITS)
        .map_err(|e| LocalError::Setup(format!("No signing key could be made: {e}")))?;
    let pem = key
        .to_pkcs1_pem(LineEnding::LF)
        .map_err(|e| LocalError::Setup(format!("No signing key could be made: {e}")))?;
    write_atomically(path, pem.as_bytes()).map_err(|e| LocalError::file("write", path, &e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn accounts_survive_a_restart() {
        let dir = tempfile::tempdir().unwrap();
        let layout = DataPaths { root: dir.path().to_owned() };
        let users = Users::open(&layout).unwrap();
        let pool_id = users.create_pool().await.unwrap();
        users.ensure_admin(&pool_id, "admin@noteninja.test", "study-hard-tonight").await.unwrap();
        users.save().await.unwrap();
        drop(users);

        let users = Users::open(&layout).unwrap();
        let body = json!({"UserPoolId": pool_id});
        let admin = users.find(&body, "admin@noteninja.test").await.unwrap();
        assert_eq!(admin.email.as_deref(), Some("admin@noteninja.test"));
        let groups = users.storage.get_groups_for_user(&admin.id).await;
        assert_eq!(serde_json::to_value(groups).unwrap(), json!([ADMINS]));
    }

    #[test]
    fn generated_codes_have_six_digits() {
        for _ in 0..100 {
            let code = six_digits().unwrap();
            assert!(code.len() == 6 && code.bytes().all(|b| b.is_ascii_digit()), "{code}");
        }
    }

    #[test]
    fn read_only_calls_to_the_user_pool_write_nothing_to_disk() {
        let changes = |action: &str| Call { action: action.into(), body: Value::Null }.changes_something();
        assert!(changes("InitiateAuth") && changes("SignUp") && changes("GetTokensFromRefreshToken"));
        assert!(!changes("AdminGetUser") && !changes("ListUsers"));
    }
}
