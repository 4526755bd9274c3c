//! Accounts between sign-up and confirmation: their ownership, and the removal of unconfirmed ones.

use journeys::test_env::PASSWORD;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::unconfirmed::{self, UnconfirmedAccount, UnconfirmedState};
use store::{Store, UserId, users};

const OF_A_STRANGER: &str = "chosen by a stranger";

/// An event in the first week of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    /// The owner enters the newest code mailed to the address.
    Confirm,
    /// The owner changes the address.
    Move,
    /// The table deletes the marker.
    Expire,
    /// Another person signs up with the account's first address.
    Stranger,
}

const EVENTS: [Event; 4] = [Event::Confirm, Event::Move, Event::Expire, Event::Stranger];

fn orders() -> Vec<Vec<Event>> {
    let longer = |order: Vec<Event>| {
        let rest = EVENTS.into_iter().filter(|event| !order.contains(event)).collect::<Vec<_>>();
        rest.into_iter().map(|event| [order.as_slice(), &[event]].concat()).collect::<Vec<_>>()
    };
    (0..EVENTS.len()).fold(vec![Vec::new()], |orders, _| orders.into_iter().flat_map(longer).collect())
}

fn sign_up_as(username: &str, email: &str, password: &str) -> Value {
    json!({ "username": username, "email": email, "password": password })
}

/// Signs in and returns `signed_in`, `confirm_email` or a problem code.
async fn sign_in(env: &'static TestEnv, email: &str, password: &str) -> String {
    let answer = env.anonymous_client().post("/auth/sign-in", json!({ "email": email, "password": password })).await;
    let body = if answer.status.is_success() { &answer.body["next"] } else { &answer.body["code"] };
    body.as_str().unwrap().to_owned()
}

async fn confirm(env: &'static TestEnv, email: &str, password: &str) -> bool {
    let code = env.code_for(email).await;
    let body = json!({ "email": email, "code": code, "password": password });
    env.anonymous_client().post("/auth/confirm", body).await.status.is_success()
}

/// Returns the `sub` of the account with this address.
async fn account_of(env: &TestEnv, email: &str) -> Option<UserId> {
    let email = email.to_owned();
    let find = async move |store: Store| users::find_by_email(&store, &email).await.unwrap();
    env.with_store(find).await.map(|user| user.uid)
}

async fn marker_of(env: &TestEnv, uid: UserId) -> Option<UnconfirmedAccount> {
    env.with_store(async move |store| unconfirmed::find(&store, &uid).await.unwrap()).await
}

async fn purge(env: &TestEnv, marker: UnconfirmedAccount) -> bool {
    env.with_store(async move |store| unconfirmed::purge(&store, &marker).await.unwrap()).await
}

/// Plays a sequence of events on a new account, and returns a description of the first wrong result.
async fn play(env: &'static TestEnv, order: &[Event]) -> Result<(), String> {
    let (username, stranger) = (env.unique_name("owner"), env.unique_name("stranger"));
    let (first, second) = (format!("{username}@students.test"), format!("{username}.moved@students.test"));
    env.anonymous_client().post("/auth/sign-up", sign_up_as(&username, &first, PASSWORD)).await.expect(202);
    let signed_up = account_of(env, &first).await.unwrap();
    let marker = marker_of(env, signed_up).await.unwrap();
    // Session of the owner after the address is confirmed.
    let mut owner: Option<ApiClient> = None;
    let mut address = first.as_str();
    for event in order {
        match event {
            Event::Confirm => {
                let there = account_of(env, &first).await.is_some();
                if confirm(env, &first, PASSWORD).await != there {
                    return Err(format!("confirming an account that is there: {there}"));
                }
                if there {
                    owner = Some(env.second_session(&first, PASSWORD).await);
                }
            }
            Event::Move => {
                let Some(owner) = &owner else { continue };
                owner.put("/me/email", json!({ "email": second, "password": PASSWORD })).await.expect(202);
                let code = env.code_for(&second).await;
                owner.post("/me/email/confirm", json!({ "code": code, "password": PASSWORD })).await.expect(200);
                address = &second;
            }
            Event::Expire => match (&owner, account_of(env, &first).await) {
                // The marker was deleted when the address was confirmed. The stream may report this late, or twice.
                (Some(owner), _) => {
                    let uid: UserId = owner.uid().parse().unwrap();
                    if purge(env, UnconfirmedAccount { uid, stage: UnconfirmedState::Opened, ..marker.clone() }).await {
                        return Err("an account in use was purged by the marker of an opened account".into());
                    }
                }
                (None, Some(uid)) => {
                    let marker = marker_of(env, uid).await.ok_or("an account without a marker")?;
                    if !purge(env, marker).await {
                        return Err("an account that nobody confirmed stays".into());
                    }
                }
                (None, None) => {}
            },
            Event::Stranger => {
                let body = sign_up_as(&stranger, &first, OF_A_STRANGER);
                env.anonymous_client().post("/auth/sign-up", body).await.expect(202);
            }
        }
    }
    let by_stranger = sign_in(env, &first, OF_A_STRANGER).await;
    if by_stranger == "signed_in" {
        return Err("the stranger is in".into());
    }
    let Some(owner) = owner else { return Ok(()) };
    let now = env.second_session(address, PASSWORD).await;
    if now.uid() != owner.uid() || now.me["username"] != owner.me["username"] {
        return Err(format!("{} is {} now", owner.me, now.me));
    }
    let name = owner.me["username"].as_str().unwrap();
    let shown = env.anonymous_client().get(&format!("/students/{name}")).await;
    if !shown.status.is_success() {
        return Err(format!("the profile of {name} is gone: {}", shown.body));
    }
    Ok(())
}

#[tokio::test]
async fn a_confirmed_account_stays_with_its_owner_in_every_order_of_events() {
    let env = TestEnv::shared();
    let mut wrong = Vec::new();
    for order in orders() {
        if let Err(what) = play(env, &order).await {
            wrong.push(format!("{order:?}: {what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn the_password_sent_with_the_confirmation_code_replaces_the_sign_up_password() {
    let env = TestEnv::shared();
    let username = env.unique_name("victim");
    let email = format!("{username}@students.test");
    let by_stranger = sign_up_as(&env.unique_name("hijacker"), &email, OF_A_STRANGER);
    env.anonymous_client().post("/auth/sign-up", by_stranger).await.expect(202);
    assert_eq!(sign_in(env, &email, OF_A_STRANGER).await, "confirm_email");

    // Uses the code from the stranger's sign-up, which is in the victim's mailbox.
    assert!(confirm(env, &email, PASSWORD).await);
    assert_eq!(sign_in(env, &email, OF_A_STRANGER).await, "wrong_credentials");
    assert_eq!(sign_in(env, &email, PASSWORD).await, "signed_in");
}

#[tokio::test]
async fn signing_up_again_before_confirming_creates_a_new_account() {
    let env = TestEnv::shared();
    let (first, second) = (env.unique_name("first"), env.unique_name("second"));
    let email = format!("{first}@students.test");
    env.anonymous_client().post("/auth/sign-up", sign_up_as(&first, &email, OF_A_STRANGER)).await.expect(202);
    let before = account_of(env, &email).await.unwrap();
    let old_code = env.code_for(&email).await;
    env.anonymous_client().post("/auth/sign-up", sign_up_as(&second, &email, PASSWORD)).await.expect(202);
    let after = account_of(env, &email).await.unwrap();
    assert_ne!(before, after);
    assert!(marker_of(env, before).await.is_none() && marker_of(env, after.clone()).await.is_some());

    // The emulator of the deployed stack mails the same code each time.
    if !env.is_deployed() {
        let stale = json!({ "email": email, "code": old_code, "password": OF_A_STRANGER });
        assert_ne!(
            old_code,
            env.code_for(&email).await,
            "another mail has another code, but for one time in a million"
        );
        assert_eq!(env.anonymous_client().post("/auth/confirm", stale).await.problem(422), "code_mismatch");
    }
    assert_ne!(sign_in(env, &email, OF_A_STRANGER).await, "signed_in", "the first password opens nothing");
    assert!(confirm(env, &email, PASSWORD).await);
    let me = env.second_session(&email, PASSWORD).await;
    assert_eq!((me.uid(), &me.me["username"]), (after.as_str(), &json!(second)));
    assert!(marker_of(env, after).await.is_none(), "the marker goes when the address is confirmed");
    // The first username is free.
    let somebody = sign_up_as(&first, &format!("{second}@students.test"), PASSWORD);
    env.anonymous_client().post("/auth/sign-up", somebody).await.expect(202);
}

#[tokio::test]
async fn an_interrupted_confirmation_can_be_completed_with_a_new_code() {
    let env = TestEnv::shared();
    let username = env.unique_name("interrupted");
    let email = format!("{username}@students.test");
    env.anonymous_client().post("/auth/sign-up", sign_up_as(&username, &email, OF_A_STRANGER)).await.expect(202);
    let (address, code) = (email.clone(), env.code_for(&email).await);
    let first_step = async move |store: Store| users::confirm_address(&store, &address, &code).await.unwrap();
    env.with_store(first_step).await;

    let mails = env.mails(&email).await.len();
    assert_eq!(sign_in(env, &email, OF_A_STRANGER).await, "confirm_email");
    assert!(env.mails(&email).await.len() > mails, "another code is mailed");
    assert!(confirm(env, &email, PASSWORD).await);
    assert_eq!(sign_in(env, &email, OF_A_STRANGER).await, "wrong_credentials");
    assert_eq!(sign_in(env, &email, PASSWORD).await, "signed_in");
}

#[tokio::test]
async fn an_interrupted_sign_up_is_replaced_by_the_next_sign_up() {
    let env = TestEnv::shared();
    let username = env.unique_name("halfway");
    let email = format!("{username}@students.test");
    let address = email.clone();
    let first_step = async move |store: Store| drop(users::sign_up(&store, &address, PASSWORD).await.unwrap());
    env.with_store(first_step).await;
    env.anonymous_client().post("/auth/sign-up", sign_up_as(&username, &email, PASSWORD)).await.expect(202);
    assert!(confirm(env, &email, PASSWORD).await);
    let me = env.second_session(&email, PASSWORD).await;
    assert_eq!(me.me["username"], username.as_str());
}
