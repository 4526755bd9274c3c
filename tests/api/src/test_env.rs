//! The running server and its users.

use std::collections::BTreeMap;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};
use std::time::Duration;

use inspect::Extractor;
use local::{LocalOptions, LocalServer};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use store::objects::list::list_files;
use store::students::{self, ChosenUsername, NewStudent};
use store::{AppClient, Store, Timestamp, users};
use tokio::runtime::Handle;

use crate::api_client::{Answer, ApiClient};
use crate::deployed::Deployed;

/// Maximum time for a condition to become true before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A local server on free ports with its own folder, or a deployed stack if the environment names one.
pub struct TestEnv {
    /// Base URL of the page, without a trailing slash.
    pub base: String,
    /// Data folder of the local server. Empty for a deployed stack.
    pub data: PathBuf,
    pub(crate) deployed: Option<Deployed>,
    /// Store with direct access to the data, and the runtime that it belongs to.
    pub(crate) store: Store,
    pub(crate) runtime: Handle,
    people: AtomicU32,
}

/// First password of an invited account.
pub const INVITATION_PASSWORD: &str = "only for the first time";

/// Password of every account that the tests sign up.
pub const PASSWORD: &str = "correct horse battery";

impl TestEnv {
    /// Returns the server of the calling source file. Starts it on first use.
    ///
    /// # Panics
    /// If a server failed to start before.
    #[track_caller]
    pub fn shared() -> &'static TestEnv {
        static WORLDS: Mutex<BTreeMap<&str, &TestEnv>> = Mutex::new(BTreeMap::new());
        let file = Location::caller().file();
        WORLDS.lock().unwrap().entry(file).or_insert_with(|| TestEnv::with(|options| options))
    }

    /// Starts a server with another reader of uploaded files.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn with_extractor(inspector: Extractor) -> &'static TestEnv {
        TestEnv::with(move |options| LocalOptions { extractor: inspector, ..options })
    }

    /// Starts a local server with rate limits, as in production.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn rate_limited() -> &'static TestEnv {
        TestEnv::start(|options| LocalOptions { rate_limits: true, ..options }, None)
    }

    /// Starts a server with other options.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn with(change: impl FnOnce(LocalOptions) -> LocalOptions + Send + 'static) -> &'static TestEnv {
        TestEnv::start(change, Deployed::from_env())
    }

    fn start(
        change: impl FnOnce(LocalOptions) -> LocalOptions + Send + 'static,
        deployed: Option<Deployed>,
    ) -> &'static TestEnv {
        let (tell, told) = mpsc::channel();
        let data = tempfile::tempdir().unwrap().keep();
        use_signing_key(&data);
        let folder = data.clone();
        let settings = deployed.as_ref().map(Deployed::settings);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            let _already = rustls::crypto::ring::default_provider().install_default();
            runtime.block_on(async {
                let handle = Handle::current();
                let _running = match settings {
                    Some(settings) => {
                        tell.send((String::new(), Store::connect(&settings), handle)).unwrap();
                        None
                    }
                    None => {
                        let running = LocalServer::start(change(options(folder))).await.unwrap();
                        tell.send((running.base_url().to_owned(), running.store().clone(), handle)).unwrap();
                        Some(running)
                    }
                };
                std::future::pending::<()>().await;
            });
        });
        let (local, store, runtime) = told.recv_timeout(PATIENCE).unwrap();
        let base = deployed.as_ref().map_or(local, Deployed::page);
        Box::leak(Box::new(TestEnv { base, data, deployed, store, runtime, people: AtomicU32::new(0) }))
    }

    /// Makes a name unique on a stack that other runs use too.
    fn own(&self, name: &str) -> String {
        format!("{name}{}", self.deployed.as_ref().map_or_else(String::new, Deployed::run_id))
    }

    /// Invites an administrator with the password [`INVITATION_PASSWORD`] and returns the address.
    pub async fn invite_admin(&self, name: &str) -> String {
        self.invite_admin_as(name, None).await
    }

    /// Invites an administrator with a display name in the pool.
    pub async fn invite_admin_as(&self, name: &str, display_name: Option<&'static str>) -> String {
        self.invite(name, display_name, Some("admins")).await
    }

    /// Invites a user who is not an administrator.
    pub async fn invite_student(&self, name: &str) -> String {
        self.invite(name, None, None).await
    }

    async fn invite(&self, name: &str, display_name: Option<&'static str>, group: Option<&'static str>) -> String {
        let email = format!("{}@noteninja.test", self.own(name));
        let address = email.clone();
        self.with_store(async move |store| {
            users::invite(&store, &address, INVITATION_PASSWORD, display_name).await.unwrap();
            if let Some(group) = group {
                users::add_to_group(&store, &address, group).await.unwrap();
            }
        })
        .await;
        email
    }

    /// Creates an account that signed up eight days ago, so that its confirmation period is over. Returns username and
    /// address.
    pub async fn expired_unconfirmed_user(&self, name: &str) -> (String, String) {
        let username = self.own(name);
        let email = format!("{username}@students.test");
        let address = email.clone();
        let sign_up = async move |store: Store| users::sign_up(&store, &address, PASSWORD).await.unwrap();
        let uid = self.with_store(sign_up).await;
        let chosen = ChosenUsername { key: username.parse().unwrap(), display: username.clone() };
        let (name, username_of) = ("Last week".to_owned(), Some(chosen));
        let student = NewStudent { uid, email: email.clone(), name, username: username_of, is_unconfirmed: true };
        let last_week = Timestamp::from_epoch_secs(Timestamp::now().epoch_secs() - 8 * 86_400).unwrap();
        let create = async move |store: Store| students::create(&store, &student, last_week).await.map(drop).unwrap();
        self.with_store(create).await;
        (username, email)
    }

    /// Returns true for a deployed stack, whose files cannot be read directly.
    #[must_use]
    pub fn is_deployed(&self) -> bool {
        self.deployed.is_some()
    }

    /// Returns the secret of the initial second factor of an administrator of a deployed stack.
    pub(crate) fn factor_of(&self, email: &str) -> Option<&str> {
        self.deployed.as_ref()?.factor_of(email)
    }

    /// Returns the id of the user pool and its app client for account operations.
    #[must_use]
    pub fn accounts_client(&self) -> (&str, &AppClient) {
        let settings = self.store.settings();
        (&settings.user_pool_id, &settings.user_pool_accounts_client)
    }

    /// Calls the user pool directly, without credentials except those in the body.
    pub async fn call_cognito(&self, action: &str, body: Value) -> Answer {
        let pool = self.store.settings().endpoints.cognito.clone().unwrap();
        let target = format!("AWSCognitoIdentityProviderService.{action}");
        let request = reqwest::Client::new()
            .post(pool)
            .header("content-type", "application/x-amz-json-1.1")
            .header("x-amz-target", target)
            .body(body.to_string());
        Answer::read(action.to_owned(), request).await
    }

    /// Returns the URL of a route and the headers that a proxy adds to its requests.
    #[must_use]
    pub fn route(&self, path: &str) -> (String, HeaderMap) {
        match &self.deployed {
            Some(deployed) => (format!("{}/api{path}", deployed.gateway()), deployed.cloudfront_headers()),
            None => (format!("{}/api{path}", self.base), HeaderMap::new()),
        }
    }

    /// Requests a file of the site, like the page.
    pub fn site(&self, client: &reqwest::Client, path: &str) -> reqwest::RequestBuilder {
        match &self.deployed {
            Some(deployed) => deployed.site(client, path),
            None => client.get(format!("{}{path}", self.base)),
        }
    }

    /// Loads a public image by its URL, without signing in.
    pub async fn picture(&self, address: &str) -> reqwest::Response {
        self.try_picture(address).await.unwrap()
    }

    async fn try_picture(&self, address: &str) -> reqwest::Result<reqwest::Response> {
        assert!(address.starts_with("/pictures/"), "{address}");
        self.site(&reqwest::Client::new(), address).send().await
    }

    /// Waits until a public image is available or, for `shown = false`, gone.
    pub async fn wait_for_picture(&self, shown: bool, address: &str) {
        // If the image is deleted while it is being sent, the response breaks off. In this case, try again.
        let is_so = async || (self.try_picture(address).await.ok()?.status().is_success() == shown).then_some(());
        self.wait_until(&format!("the picture {address} to be {}", if shown { "shown" } else { "gone" }), is_so).await;
    }

    /// Runs `work` with direct access to the data, on the runtime of the server, because connections belong to the
    /// runtime that opened them.
    pub async fn with_store<T, F>(&self, work: impl FnOnce(Store) -> F) -> T
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        self.runtime.spawn(work(self.store.clone())).await.unwrap()
    }

    /// Returns the number of files whose keys start with `prefix`.
    pub async fn count_files(&self, prefix: &str) -> usize {
        let files = self.with_store(async move |store| list_files(&store).await.unwrap()).await;
        files.iter().filter(|file| file.key.starts_with(prefix)).count()
    }

    /// Returns a visitor without an account.
    pub fn anonymous_client(&'static self) -> ApiClient {
        ApiClient::new(self)
    }

    /// Signs in an existing account again, as in another browser.
    pub async fn second_session(&'static self, email: &str, password: &str) -> ApiClient {
        let mut browser = self.anonymous_client();
        browser.sign_in(email, password).await;
        browser
    }

    /// Returns a unique name. Tests of one binary share the server.
    pub fn unique_name(&self, stem: &str) -> String {
        self.own(&format!("{stem}{}", self.people.fetch_add(1, Ordering::Relaxed)))
    }

    /// Returns a new student who has signed up, confirmed the address and signed in.
    pub async fn sign_up_student(&'static self, stem: &str) -> ApiClient {
        let username = self.unique_name(stem);
        let mut person = ApiClient::new(self);
        let email = format!("{username}@students.test").to_lowercase();
        let sign_up = json!({ "username": username, "email": email, "password": PASSWORD });
        person.post("/auth/sign-up", sign_up).await.expect(202);
        let code = self.code_for(&email).await;
        person.post("/auth/confirm", json!({ "email": email, "code": code, "password": PASSWORD })).await.expect(204);
        person.sign_in(&email, PASSWORD).await;
        person
    }

    /// Returns one of the two configured administrators, signed in.
    pub async fn sign_in_admin(&'static self) -> ApiClient {
        let mut person = ApiClient::new(self);
        let account = &local::sample_admins()[0];
        person.sign_in(&account.email, &account.password).await;
        person
    }

    /// Returns all mails to `email`, oldest first.
    pub async fn mails(&self, email: &str) -> Vec<Value> {
        let outbox: Vec<Value> = match &self.deployed {
            Some(deployed) => deployed.mails().await,
            None => {
                let url = format!("{}/_local/outbox", self.base);
                let asked = reqwest::Client::new().get(url).header("accept", "application/json");
                asked.send().await.unwrap().json().await.unwrap()
            }
        };
        // Addresses are stored in lower case.
        let mut mails: Vec<_> = outbox.into_iter().filter(|mail| mail["to"] == email.to_lowercase().as_str()).collect();
        mails.sort_by_key(|mail| mail["at"].as_str().unwrap_or_default().to_owned());
        mails
    }

    /// Returns the newest code mailed to `email`.
    pub async fn code_for(&self, email: &str) -> String {
        let mails = self.mails(email).await;
        let newest = mails.last().unwrap_or_else(|| panic!("no mail for {email}"));
        newest["code"].as_str().unwrap().to_owned()
    }

    /// Repeats `condition` until it returns a value. Fails after a generous timeout.
    pub async fn wait_until<T>(&self, what: &str, condition: impl AsyncFnMut() -> Option<T>) -> T {
        self.wait_within(PATIENCE, what, condition).await
    }

    /// Waits until a file is deleted. Its signed URL works until then, whatever happens to the item.
    pub async fn wait_until_gone(&self, what: &str, address: &str) {
        let gone = async || (reqwest::get(address).await.unwrap().status() == StatusCode::NOT_FOUND).then_some(());
        self.wait_until(&format!("the file of {what} to go for good"), gone).await;
    }

    /// [`TestEnv::wait_until`] with another timeout, for slow operations.
    pub async fn wait_within<T>(
        &self,
        patience: Duration,
        what: &str,
        mut condition: impl AsyncFnMut() -> Option<T>,
    ) -> T {
        let deadline = std::time::Instant::now() + patience;
        loop {
            if let Some(found) = condition().await {
                return found;
            }
            assert!(std::time::Instant::now() < deadline, "gave up waiting: {what}");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }
}

/// Returns options of a local server in this folder that reads uploaded files on threads of this program.
pub fn options(folder: impl Into<PathBuf>) -> LocalOptions {
    LocalOptions::for_tests(folder, readers::in_process_extractor())
}

/// Fixes the token signing key, so that tests can sign tokens. The local user pool reads it from the environment, so
/// all servers of a program share it.
fn use_signing_key(data: &Path) {
    static FIRST: OnceLock<PathBuf> = OnceLock::new();
    let path = local::signing_key_path(data);
    let first = FIRST.get_or_init(|| {
        local::ensure_signing_key(&path).unwrap();
        #[expect(unsafe_code, reason = "nothing else in a test program reads or writes these two variables")]
        // SAFETY: called once, under the lock of `shared`, before any cloud that reads the variables exists.
        unsafe {
            std::env::set_var("COGNITOX_JWT_PRIVATE_KEY_PATH", &path);
            std::env::set_var("COGNITOX_JWT_KEY_ID", "local");
        }
        path.clone()
    });
    if *first != path {
        std::fs::create_dir_all(data).unwrap();
        std::fs::copy(first, &path).unwrap();
    }
}
