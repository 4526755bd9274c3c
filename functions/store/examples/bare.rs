//! A bare server as a baseline for benchmarks. It makes the same calls to the table and the user pool and writes the
//! same log line per request, but does no authentication, validation or formatting. A response is the number of items
//! read.
//!
//! `cargo xtask bench api` starts it on a port, `cargo xtask bench cold` as a function. It must make the same calls as
//! the API; the first benchmark compares them.

#![expect(clippy::unwrap_used, reason = "a program for measuring: what fails must show")]

use std::collections::HashMap;
use std::env;
use std::time::Instant;

use aws_config::environment::credentials::EnvironmentVariableCredentialsProvider;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_cognitoidentityprovider::types::AuthFlowType;
use aws_sdk_dynamodb::config::SharedCredentialsProvider;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes, Put, TransactWriteItem, Update};
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use axum::extract::{MatchedPath, Path, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde::Deserialize;
use store::ids::SessionSecret;
use store::keys::{self, Index, Key, Range};
use store::{NoteId, Settings, UserId};
use wasm_core::course::CourseCode;
use wasm_core::limits::{LISTENING_MAX_ITEMS, NEW_NOTES_COURSES_MAX, NEW_NOTES_MAX_ITEMS, PAGE_MAX_ITEMS};

type Item = HashMap<String, AttributeValue>;

#[derive(Clone)]
struct Bare {
    table: aws_sdk_dynamodb::Client,
    users: aws_sdk_cognitoidentityprovider::Client,
    settings: Settings,
}

#[tokio::main]
async fn main() {
    let log = tracing_subscriber::fmt().json().with_target(false).without_time().with_writer(std::io::sink).finish();
    tracing::subscriber::set_global_default(log).unwrap();
    let router = Router::new()
        .route("/hello", get(async || "hello"))
        .route("/courses/{code}", get(one_course))
        .route("/courses/{code}/notes", get(course_notes))
        .route("/listening/{uid}", get(listening))
        .route("/new-notes/{uid}", get(new_notes))
        .route("/likes/{uid}/{code}", put(like_course))
        .route("/notes/{uid}/{note}", put(save_note))
        .route("/refresh", post(refresh))
        .route("/sign-in", post(sign_in))
        .layer(middleware::from_fn(logged))
        .with_state(Bare::connect());
    if env::var_os("AWS_LAMBDA_RUNTIME_API").is_some() {
        lambda_http::run(router).await.unwrap();
    } else {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let mut out = std::io::stdout();
        std::io::Write::write_all(&mut out, format!("ready {}\n", listener.local_addr().unwrap()).as_bytes()).unwrap();
        axum::serve(listener, router).await.unwrap();
    }
}

/// Writes the same log line as the API.
async fn logged(path: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let method = request.method().to_string();
    let route = path.map_or_else(String::new, |path| path.as_str().to_owned());
    let began = Instant::now();
    let response = next.run(request).await;
    let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::info!(method, route, trace_id = "none", status = response.status().as_u16(), duration_ms, "answered");
    response
}

impl Bare {
    /// Connects clients with the same configuration as the store.
    fn connect() -> Self {
        let settings = Settings::from_env().unwrap();
        let http =
            aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
        let shared = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(settings.region.clone()))
            .http_client(http)
            .credentials_provider(SharedCredentialsProvider::new(EnvironmentVariableCredentialsProvider::new()))
            .build();
        let mut table = aws_sdk_dynamodb::config::Builder::from(&shared);
        table.set_endpoint_url(settings.endpoints.dynamodb.clone());
        let mut users = aws_sdk_cognitoidentityprovider::config::Builder::from(&shared);
        users.set_endpoint_url(settings.endpoints.cognito.clone());
        Self {
            table: aws_sdk_dynamodb::Client::from_conf(table.build()),
            users: aws_sdk_cognitoidentityprovider::Client::from_conf(users.build()),
            settings,
        }
    }

    fn query(&self, range: &Range, limit: usize) -> QueryFluentBuilder {
        let (pk, sk) = match range.index {
            Index::Table => (keys::PK, keys::SK),
            Index::Gsi1 => (keys::GSI1_PK, keys::GSI1_SK),
        };
        let request = self
            .table
            .query()
            .table_name(&self.settings.table)
            .set_index_name((range.index == Index::Gsi1).then(|| keys::GSI1.to_owned()))
            .expression_attribute_names("#pk", pk)
            .expression_attribute_values(":pk", text(&range.pk))
            .scan_index_forward(false)
            .limit(i32::try_from(limit).unwrap());
        if range.sk_prefix.is_empty() {
            return request.key_condition_expression("#pk = :pk");
        }
        request
            .key_condition_expression("#pk = :pk AND begins_with(#sk, :sk)")
            .expression_attribute_names("#sk", sk)
            .expression_attribute_values(":sk", text(&range.sk_prefix))
    }

    async fn items(&self, range: &Range, limit: usize) -> Vec<Item> {
        self.query(range, limit).send().await.unwrap().items.unwrap_or_default()
    }

    async fn batch(&self, wanted: Vec<Key>) -> usize {
        if wanted.is_empty() {
            return 0;
        }
        let wanted = wanted.into_iter().map(attributes).collect();
        let wanted = KeysAndAttributes::builder().set_keys(Some(wanted)).consistent_read(true).build().unwrap();
        let answer = self.table.batch_get_item().request_items(&self.settings.table, wanted).send().await.unwrap();
        answer.responses.unwrap_or_default().into_values().map(|items| items.len()).sum()
    }

    async fn get(&self, key: Key) -> Option<Item> {
        let request = self.table.get_item().table_name(&self.settings.table).set_key(Some(attributes(key)));
        request.consistent_read(true).send().await.unwrap().item
    }

    fn put(&self, key: Key) -> TransactWriteItem {
        let put = Put::builder()
            .table_name(&self.settings.table)
            .set_item(Some(attributes(key)))
            .condition_expression("attribute_not_exists(pk)");
        TransactWriteItem::builder().put(put.build().unwrap()).build()
    }

    fn add(&self, key: Key, expression: &str) -> TransactWriteItem {
        let update = Update::builder()
            .table_name(&self.settings.table)
            .set_key(Some(attributes(key)))
            .update_expression(expression)
            .expression_attribute_values(":one", AttributeValue::N("1".into()));
        TransactWriteItem::builder().update(update.build().unwrap()).build()
    }

    /// Ignores a failed condition: the response counts either way.
    async fn write(&self, first: TransactWriteItem, second: TransactWriteItem) -> bool {
        self.table.transact_write_items().transact_items(first).transact_items(second).send().await.is_ok()
    }

    async fn put_alone(&self, key: Key) {
        let request = self.table.put_item().table_name(&self.settings.table);
        request.set_item(Some(attributes(key))).send().await.unwrap();
    }

    async fn remove(&self, key: Key) {
        let request = self.table.delete_item().table_name(&self.settings.table);
        request.set_key(Some(attributes(key))).send().await.unwrap();
    }

    /// Makes the same update as a rate limit, under a key of this server.
    async fn count(&self, what: &str) {
        let key = Key { pk: format!("BARE#{what}"), sk: "SELF".into() };
        self.update(key, "ADD hits :one").await;
    }

    async fn update(&self, key: Key, expression: &str) {
        let request = self.table.update_item().table_name(&self.settings.table).set_key(Some(attributes(key)));
        let request = request.update_expression(expression);
        request.expression_attribute_values(":one", AttributeValue::N("1".into())).send().await.unwrap();
    }
}

async fn one_course(State(bare): State<Bare>, Path(code): Path<String>) -> String {
    bare.get(keys::course::primary(&course(&code))).await.unwrap().len().to_string()
}

async fn course_notes(State(bare): State<Bare>, Path(code): Path<String>) -> String {
    let items = bare.items(&keys::course::with_notes(&course(&code)), PAGE_MAX_ITEMS + 1).await;
    items.len().to_string()
}

async fn listening(State(bare): State<Bare>, Path(uid): Path<String>) -> String {
    let heard = bare.items(&keys::audio_position::unfinished(&owner(&uid)), LISTENING_MAX_ITEMS * 2).await;
    let wanted = heard.iter().map(|item| {
        let (shelf, audio) = (word(item, "shelf"), word(item, "audio"));
        keys::audio::primary(shelf.parse().unwrap(), audio.parse().unwrap())
    });
    bare.batch(wanted.collect()).await.to_string()
}

async fn new_notes(State(bare): State<Bare>, Path(uid): Path<String>) -> String {
    let followed = bare.items(&keys::follow::all(&owner(&uid)), PAGE_MAX_ITEMS).await;
    let codes: Vec<_> = followed.iter().map(|item| course(word(item, "course"))).collect();
    bare.batch(codes.iter().map(keys::course::primary).collect()).await;
    let reads: Vec<_> = codes
        .into_iter()
        .take(NEW_NOTES_COURSES_MAX)
        .map(|code| {
            let bare = bare.clone();
            tokio::spawn(async move { bare.items(&keys::note::of_course(&code), NEW_NOTES_MAX_ITEMS).await.len() })
        })
        .collect();
    let mut found = 0;
    for read in reads {
        found += read.await.unwrap();
    }
    found.to_string()
}

async fn like_course(State(bare): State<Bare>, Path((uid, code)): Path<(String, String)>) -> String {
    let (owner, course) = (owner(&uid), course(&code));
    let like = bare.put(keys::like::course(&owner, &course));
    bare.write(like, bare.add(keys::course::primary(&course), "ADD likes :one, activity :one")).await;
    bare.get(keys::course::primary(&course)).await.map_or(0, |item| item.len()).to_string()
}

async fn save_note(State(bare): State<Bare>, Path((uid, id)): Path<(String, String)>) -> String {
    let (owner, id): (UserId, NoteId) = (owner(&uid), id.parse().unwrap());
    let me = bare.items(&keys::student::profile_and_follows(&owner), PAGE_MAX_ITEMS).await.len();
    if bare.get(keys::saved::primary(&owner, id)).await.is_some() {
        return me.to_string();
    }
    let note = bare.items(&keys::album::course_or_album_note_by_id(id), 1).await;
    let course = course(word(&note[0], "course"));
    if bare.get(keys::course::primary(&course)).await.is_none() {
        return me.to_string();
    }
    let saved = bare.put(keys::saved::primary(&owner, id));
    bare.write(saved, bare.add(keys::student::primary(&owner), "ADD saved_count :one")).await;
    bare.update(keys::course::primary(&course), "ADD activity :one").await;
    me.to_string()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Refresh {
    refresh_token: String,
    uid: String,
}

async fn refresh(State(bare): State<Bare>, Json(body): Json<Refresh>) -> String {
    bare.count("session").await;
    let client = &bare.settings.user_pool_client;
    let request = bare.users.get_tokens_from_refresh_token().client_id(&client.id).refresh_token(body.refresh_token);
    request.client_secret(&client.secret).send().await.unwrap();
    let owner = owner(&body.uid);
    // Check the token, then the session, then read the profile.
    bare.items(&keys::student::profile_and_follows(&owner), PAGE_MAX_ITEMS).await;
    let session = bare.get(keys::session::primary(&owner, &SessionSecret::generate().id())).await;
    let me = bare.items(&keys::student::profile_and_follows(&owner), PAGE_MAX_ITEMS).await;
    (me.len() + usize::from(session.is_some())).to_string()
}

#[derive(Deserialize)]
struct SignIn {
    email: String,
    password: String,
    uid: String,
}

async fn sign_in(State(bare): State<Bare>, Json(body): Json<SignIn>) -> String {
    bare.count("auth").await;
    bare.count("account").await;
    // Count a password attempt, and delete the count after success.
    let guesses = Key { pk: "BARE#guess".into(), sk: body.uid.clone() };
    bare.put_alone(guesses.clone()).await;
    let request = bare
        .users
        .admin_initiate_auth()
        .user_pool_id(&bare.settings.user_pool_id)
        .client_id(&bare.settings.user_pool_client.id)
        .auth_flow(AuthFlowType::AdminUserPasswordAuth)
        .auth_parameters("SECRET_HASH", bare.settings.user_pool_client.secret_hash(&body.email))
        .auth_parameters("USERNAME", body.email)
        .auth_parameters("PASSWORD", body.password);
    request.send().await.unwrap();
    bare.remove(guesses).await;
    // Read the confirmation marker, the profile and the sessions, then add a session.
    let owner = owner(&body.uid);
    bare.get(keys::unconfirmed::primary(&owner)).await;
    let me = bare.items(&keys::student::profile_and_follows(&owner), PAGE_MAX_ITEMS).await;
    let sessions = bare.items(&keys::session::all(&owner), PAGE_MAX_ITEMS).await;
    bare.put_alone(Key { pk: format!("BARE#session#{}", body.uid), sk: "SELF".into() }).await;
    (me.len() + sessions.len()).to_string()
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

fn attributes(Key { pk, sk }: Key) -> Item {
    let text = AttributeValue::S;
    HashMap::from([(keys::PK.to_owned(), text(pk)), (keys::SK.to_owned(), text(sk))])
}

fn word<'a>(item: &'a Item, name: &str) -> &'a str {
    item[name].as_s().unwrap()
}

fn course(code: &str) -> CourseCode {
    CourseCode::parse(code).unwrap()
}

fn owner(uid: &str) -> UserId {
    uid.parse().unwrap()
}
