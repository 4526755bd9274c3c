//! A fresh table and fresh buckets for one test, accessed over HTTP as in production.

use axum::Router;
use axum::error_handling::HandleError;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use dynoxide::Database;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use store::{AppClient, Endpoints, Settings, Store, schema};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// Running engines. They stop with the runtime of the test; the folder of the buckets is deleted with this value.
pub(crate) struct TestBackends {
    /// Store connected to the engines.
    pub(crate) store: Store,
    _folder: TempDir,
}

/// Starts both engines on free ports of the loopback address.
pub(crate) async fn start() -> TestBackends {
    start_with_database(Database::memory().unwrap()).await
}

/// Starts the servers for the table and for files. The table server uses the given database, in which a test can
/// prepare items that the store does not create.
pub(crate) async fn start_with_database(engine: Database) -> TestBackends {
    let folder = tempfile::tempdir().unwrap();
    let table = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let files = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = |listener: &TcpListener| Some(format!("http://{}", listener.local_addr().unwrap()));
    let store = Store::connect(&Settings {
        table: "note-ninja".into(),
        files_bucket: "files".into(),
        site_bucket: "site".into(),
        user_pool_id: String::new(),
        user_pool_client: AppClient::default(),
        user_pool_accounts_client: AppClient::default(),
        cursor_key: [9; 32],
        signed_url_lifetime_secs: None,
        mail_from: None,
        files_cdn: None,
        region: "ca-central-1".into(),
        endpoints: Endpoints { dynamodb: address(&table), s3: address(&files), cognito: None, ses: None },
        static_credentials: Some(("id".into(), "secret".into())),
    });
    tokio::spawn(dynoxide::server::serve_on(table, engine));
    let mut service = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
    service.set_auth(SimpleAuth::from_single("id", "secret"));
    let service = HandleError::new(service.build(), async |error: s3s::HttpError| {
        (StatusCode::INTERNAL_SERVER_ERROR, format!("{error:?}"))
    });
    tokio::spawn(async move {
        axum::serve(files, Router::new().fallback_service(service).layer(from_fn(one_by_one))).await.unwrap();
    });
    schema::create_table_if_absent(&store).await.unwrap();
    schema::create_buckets_if_absent(&store).await.unwrap();
    TestBackends { store, _folder: folder }
}

/// S3 checks a condition and writes in one atomic step. This engine does so in two steps, so conditional requests must
/// run one at a time.
async fn one_by_one(request: Request, next: Next) -> Response {
    static TURN: Mutex<()> = Mutex::const_new(());
    let is_conditional = ["if-match", "if-none-match"].iter().any(|name| request.headers().contains_key(*name));
    let _turn = if is_conditional { Some(TURN.lock().await) } else { None };
    next.run(request).await
}
