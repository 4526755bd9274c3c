//! The running local cloud and the people who use it.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use local::{Local, LocalOptions, RunningLocal};
use serde_json::{Value, json};
use store::students::{self, ChosenUsername, NewStudent};
use store::{Store, Timestamp, users};
use tokio::runtime::Handle;

use crate::person::Person;

/// How long a condition may take to become true before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A local cloud on free ports over a folder of its own.
pub struct World {
    /// Where page and API answer, without a slash at the end.
    pub base: String,
    /// The folder the cloud keeps its data in.
    pub data: PathBuf,
    /// What the cloud itself reads and writes with, and where it runs.
    pub(crate) store: Store,
    pub(crate) runtime: Handle,
    people: AtomicU32,
}

/// An administrator who was invited and has not signed in yet: address and first password.
pub const INVITED: (&str, &str) = ("invited@noteninja.test", "only for the first time");

/// Somebody who signed up eight days ago and never confirmed: username and address.
pub const FORGETFUL: (&str, &str) = ("forgetful-one", "forgetful-one@students.test");

/// Somebody who signed up eight days ago and confirmed: username and address.
pub const DILIGENT: (&str, &str) = ("diligent-one", "diligent-one@students.test");
/// The password of both.
pub const PASSWORD_OF_LAST_WEEK: &str = "the password of last week";

/// The password of everybody the tests sign up.
pub const PASSWORD: &str = "correct horse battery";

impl World {
    /// The one cloud of this test binary, started on first use.
    pub fn shared() -> &'static World {
        static WORLD: OnceLock<World> = OnceLock::new();
        WORLD.get_or_init(World::start)
    }

    fn start() -> World {
        let (tell, told) = mpsc::channel();
        let data = tempfile::tempdir().unwrap().keep();
        use_signing_key(&data);
        let folder = data.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            let _already = rustls::crypto::ring::default_provider().install_default();
            runtime.block_on(async {
                let running = Local::start(LocalOptions::for_tests(folder)).await.unwrap();
                let (email, password) = INVITED;
                users::invite(running.store(), email, password).await.unwrap();
                users::add_to_group(running.store(), email, "admins").await.unwrap();
                sign_up_last_week(&running, DILIGENT, true).await;
                sign_up_last_week(&running, FORGETFUL, false).await;
                let store = running.store().clone();
                tell.send((running.base_url().to_owned(), store, Handle::current())).unwrap();
                std::future::pending::<()>().await;
            });
        });
        let (base, store, runtime) = told.recv_timeout(PATIENCE).unwrap();
        World { base, data, store, runtime, people: AtomicU32::new(0) }
    }

    /// Does something behind the API's back, where the cloud runs: connections belong to the runtime that opened them.
    pub async fn behind_the_scenes<T, F>(&self, work: impl FnOnce(Store) -> F) -> T
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        self.runtime.spawn(work(self.store.clone())).await.unwrap()
    }

    /// Somebody without an account.
    pub fn visitor(&'static self) -> Person {
        Person::new(self)
    }

    /// A fresh name, different for every call: tests of one binary share the cloud.
    pub fn fresh(&self, stem: &str) -> String {
        format!("{stem}{}", self.people.fetch_add(1, Ordering::Relaxed))
    }

    /// A new student who has signed up, confirmed the address and signed in.
    pub async fn student(&'static self, stem: &str) -> Person {
        let username = self.fresh(stem);
        let mut person = Person::new(self);
        let email = format!("{username}@students.test").to_lowercase();
        let sign_up = json!({ "username": username, "email": email, "password": PASSWORD });
        person.post("/auth/sign-up", sign_up).await.expect(202);
        let code = self.code_for(&email).await;
        person.post("/auth/confirm", json!({ "email": email, "code": code })).await.expect(204);
        person.sign_in(&email, PASSWORD).await;
        person
    }

    /// One of the two configured administrators, signed in.
    pub async fn admin(&'static self) -> Person {
        let mut person = Person::new(self);
        let account = &local::sample_admins()[0];
        person.sign_in(&account.email, &account.password).await;
        person
    }

    /// Every mail to `email`, oldest first.
    pub async fn mails(&self, email: &str) -> Vec<Value> {
        let outbox: Vec<Value> = reqwest::Client::new()
            .get(format!("{}/_local/outbox", self.base))
            .header("accept", "application/json")
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        // Addresses are kept in lower case, however they were typed.
        let mut mails: Vec<_> = outbox.into_iter().filter(|mail| mail["to"] == email.to_lowercase().as_str()).collect();
        mails.sort_by_key(|mail| mail["at"].as_str().unwrap_or_default().to_owned());
        mails
    }

    /// The newest code mailed to `email`.
    pub async fn code_for(&self, email: &str) -> String {
        let mails = self.mails(email).await;
        let newest = mails.last().unwrap_or_else(|| panic!("no mail for {email}"));
        newest["code"].as_str().unwrap().to_owned()
    }

    /// Asks again until `condition` gives an answer; fails when it takes unreasonably long.
    pub async fn eventually<T>(&self, what: &str, condition: impl AsyncFnMut() -> Option<T>) -> T {
        self.within(PATIENCE, what, condition).await
    }

    /// [`World::eventually`] with another patience, for what is a lot of work.
    pub async fn within<T>(&self, patience: Duration, what: &str, mut condition: impl AsyncFnMut() -> Option<T>) -> T {
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

/// An account of last week, so that its days for confirming are over.
async fn sign_up_last_week(cloud: &RunningLocal, (username, email): (&str, &str), confirms: bool) {
    let store = cloud.store();
    let uid = users::sign_up(store, email, PASSWORD_OF_LAST_WEEK).await.unwrap();
    if confirms {
        let mails = cloud.outbox(email);
        users::confirm(store, email, &mails.last().unwrap().code).await.unwrap();
    }
    let chosen = ChosenUsername { key: username.parse().unwrap(), display: username.to_owned() };
    let username = Some(chosen);
    let student = NewStudent { uid, email: email.into(), name: "Last week".into(), username, is_unconfirmed: true };
    let last_week = Timestamp::from_epoch_secs(Timestamp::now().epoch_secs() - 8 * 86_400).unwrap();
    students::create(store, &student, last_week).await.unwrap();
}

/// Fixes the key that signs tokens, so that tests can sign some of their own. The local user pool takes it from the
/// environment only.
fn use_signing_key(data: &std::path::Path) {
    let path = local::signing_key_path(data);
    local::ensure_signing_key(&path).unwrap();
    #[expect(unsafe_code, reason = "nothing else in a test binary reads or writes these two variables")]
    // SAFETY: called once, under the lock of `shared`, before the cloud that reads the variables exists.
    unsafe {
        std::env::set_var("COGNITOX_JWT_PRIVATE_KEY_PATH", &path);
        std::env::set_var("COGNITOX_JWT_KEY_ID", "local");
    }
}
