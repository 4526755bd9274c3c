//! Starts and stops the local server.

use std::fs::{self, File, TryLockError};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderValue, StatusCode};
use store::{AppClient, Endpoints, Settings, Store};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::events::EventQueue;
use crate::files::{FILES_BUCKET, Files, SITE_BUCKET};
use crate::headers::security_headers;
use crate::mail_capture::{CapturedMail, Mail};
use crate::meter::{UsageRecorder, UsageSource};
use crate::sample::FirstRunSeed;
use crate::site::Site;
use crate::state::{DATA_VERSION, DataPaths, State, write_json};
use crate::stream::StreamConsumer;
use crate::table::{TABLE, Table};
use crate::users::{Client, Users};
use crate::{LocalError, LocalOptions, REGION, connections, functions, maintenance, ranges};

/// Sender of the mails that the API sends.
const MAIL_FROM: &str = "Note Ninja <no-reply@noteninja.test>";

pub struct LocalServer;

/// A running local server. Dropping it stops the server; [`RunningServer::shutdown`] first waits for running requests.
pub struct RunningServer {
    app_origin: String,
    files_origin: String,
    store: Store,
    outbox: CapturedMail,
    stop: watch::Sender<bool>,
    servers: Vec<JoinHandle<()>>,
    workers: Vec<JoinHandle<()>>,
    /// Lock that is held while this server may write to the folder.
    _lock: File,
}

impl LocalServer {
    /// Starts the engines, the functions and the web server.
    ///
    /// # Errors
    /// If a port or the folder is in use, the folder is not writable, the disk is full, or the data is damaged.
    pub async fn start(options: LocalOptions) -> Result<RunningServer, LocalError> {
        // An error means that a provider is installed already, which is the same one.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let layout = DataPaths { root: options.dir.clone() };
        fs::create_dir_all(&layout.root).map_err(|e| LocalError::file("create", &layout.root, &e))?;
        let lock = lock(&layout.lock())?;
        let ports = Ports::bind(options.port).await?;

        let known = State::read(&layout)?;
        let table = Table::open(&layout)?;
        let users = Users::open(&layout)?;
        let state = match known {
            Some(state) => state,
            None => first_state(&layout, &users).await?,
        };
        for admin in &options.admins {
            users.ensure_admin(&state.user_pool_id, &admin.email, &admin.password).await?;
        }
        users.save().await?;

        let events = EventQueue::open(layout.events())?;
        let files = Files::open(&layout.files(), events.clone())?;
        if let Some(dist) = &options.web_dist {
            files.publish_model(dist)?;
        }
        let app_origin = format!("http://localhost:{}", ports.app_port);
        let outbox = CapturedMail::open(layout.captured_mails(), app_origin.clone(), options.quiet)?;
        let settings = settings(&state, &ports, &options)?;
        let files_origin = settings.endpoints.s3.clone().unwrap_or_default();
        let meter = options.measures_usage.then(UsageRecorder::default);
        let store = connect(&settings, meter.as_ref(), UsageSource::Workers).await?;
        let for_api = connect(&settings, meter.as_ref(), UsageSource::Api).await?;
        let api = functions::api_router(&settings, &for_api, &app_origin, &options)?;

        let (stop, stopped) = watch::channel(false);
        let site = Site {
            headers: security_headers(&files_origin)?,
            app_origin: app_origin.clone(),
            port: ports.app_port,
            files: files.clone(),
            outbox: outbox.clone(),
            store: store.clone(),
            api,
            web_dist: options.web_dist.clone(),
        };
        let site = counted(meter.as_ref(), site.router(), UsageRecorder::count_app_requests);
        let mut servers: Vec<JoinHandle<()>> =
            ports.app.into_iter().map(|listener| spawn(listener, site.clone(), &options, &stopped)).collect();
        let file_service = files_router(&files, &state, &app_origin)?;
        let file_service = counted(meter.as_ref(), file_service, UsageRecorder::count_file_requests);
        servers.push(spawn(ports.files, file_service, &options, &stopped));
        let pool = users.router(outbox.clone(), &state.user_pool_accounts_client_id);
        let pool = pool.merge(outbox.clone().mail_service());
        servers.push(spawn(ports.users, pool, &options, &stopped));
        servers.push(spawn_table(ports.table, &table, stopped));
        if !table.exists() {
            let made = store::schema::create_table_if_absent(&store).await;
            made.map_err(|e| LocalError::Setup(format!("The local table could not be made: {e}")))?;
        }

        let sweep = tokio::spawn(StreamConsumer::sweep(table.clone(), options.sweep_interval));
        let mut workers = vec![sweep, tokio::spawn(maintenance::run(files.clone()))];
        if options.runs_workers {
            workers.push(tokio::spawn(events.clone().run(functions::ingest_handler(&store, &options.extractor))));
            for &function in &background::STREAM_FUNCTIONS {
                let others = background::STREAM_FUNCTIONS.iter().filter(|other| other.name != function.name);
                let follower = StreamConsumer {
                    name: function.name,
                    table: table.clone(),
                    path: layout.stream(function.name),
                    failed: layout.events().join("failed"),
                    others: others.map(|other| layout.stream(other.name)).collect(),
                    window: options.batch_window,
                };
                workers.push(tokio::spawn(follower.run(functions::stream_handler(function, &store))));
                workers.push(tokio::spawn(functions::catch_up(function, store.clone())));
            }
        }
        let is_reading = options.extractor.is_ready();
        if !is_reading {
            workers.push(tokio::spawn(functions::log_extractor_status(options.extractor.clone())));
        }
        let mut running =
            RunningServer { app_origin, files_origin, store, outbox, stop, servers, workers, _lock: lock };
        if let Some(folder) = options.sample.filter(|_| !state.sample_done) {
            let first =
                FirstRunSeed { server: running.app_origin.clone(), folder, quiet: options.quiet, layout, state };
            first.seed_accounts().await?;
            if is_reading {
                first.upload_files().await?;
            } else {
                running.workers.push(tokio::spawn(first.upload_files_when_ready(options.extractor)));
            }
        }
        Ok(running)
    }
}

impl RunningServer {
    /// Returns `http://localhost:PORT`, the origin of the app and the API.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.app_origin
    }

    /// Returns the origin that the API accepts, the same as [`Self::base_url`].
    #[must_use]
    pub fn app_origin(&self) -> &str {
        &self.app_origin
    }

    /// Returns the origin of stored files.
    #[must_use]
    pub fn files_origin(&self) -> &str {
        &self.files_origin
    }

    /// Returns a store on these engines.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the mails to one address, newest first.
    #[must_use]
    pub fn mails_to(&self, email: &str) -> Vec<Mail> {
        self.outbox.list_mails(Some(email))
    }

    /// Waits for running requests, then stops.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        let servers = std::mem::take(&mut self.servers);
        let all = async {
            for server in servers {
                // A server that panicked has stopped too.
                let _ended = server.await;
            }
        };
        // A client may keep its connection open forever. The data on disk is consistent at any time.
        let _late = tokio::time::timeout(std::time::Duration::from_secs(2), all).await;
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        for task in self.servers.iter().chain(&self.workers) {
            task.abort();
        }
    }
}

/// Locks the folder against a second process. The operating system releases the lock when this process ends.
fn lock(path: &Path) -> Result<File, LocalError> {
    let file = File::create(path).map_err(|e| LocalError::file("write", path, &e))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LocalError::DirBusy(path.parent().unwrap_or(path).display().to_string())),
        Err(TryLockError::Error(e)) => Err(LocalError::file("write", path, &e)),
    }
}

async fn first_state(layout: &DataPaths, users: &Users) -> Result<State, LocalError> {
    let user_pool_id = users.create_pool().await?;
    let (user_pool_client_id, user_pool_client_secret) = users.create_client(&user_pool_id, Client::Api).await?;
    let (user_pool_accounts_client_id, user_pool_accounts_client_secret) =
        users.create_client(&user_pool_id, Client::Accounts).await?;
    let random = |bytes: &mut [u8]| {
        use rsa::rand_core::{OsRng, RngCore as _};
        OsRng.try_fill_bytes(bytes).map_err(|e| LocalError::Setup(format!("No random numbers are available: {e}")))
    };
    let (mut cursor, mut secret) = ([0; 32], [0; 30]);
    random(&mut cursor)?;
    random(&mut secret)?;
    let state = State {
        data_version: DATA_VERSION,
        user_pool_id,
        user_pool_client_id,
        user_pool_client_secret,
        user_pool_accounts_client_id,
        user_pool_accounts_client_secret,
        cursor_key: STANDARD.encode(cursor),
        access_key: "LOCALNOTENINJA".to_owned(),
        secret_key: STANDARD.encode(secret),
        sample_done: false,
    };
    write_json(&layout.state(), &state)?;
    Ok(state)
}

fn settings(state: &State, ports: &Ports, options: &LocalOptions) -> Result<Settings, LocalError> {
    let at = |listener: &TcpListener| listener.local_addr().ok().map(|addr| format!("http://{addr}"));
    Ok(Settings {
        table: TABLE.to_owned(),
        files_bucket: FILES_BUCKET.to_owned(),
        site_bucket: SITE_BUCKET.to_owned(),
        user_pool_id: state.user_pool_id.clone(),
        user_pool_client: AppClient {
            id: state.user_pool_client_id.clone(),
            secret: state.user_pool_client_secret.clone(),
        },
        user_pool_accounts_client: AppClient {
            id: state.user_pool_accounts_client_id.clone(),
            secret: state.user_pool_accounts_client_secret.clone(),
        },
        cursor_key: state.cursor_key()?,
        signed_url_lifetime_secs: options
            .signed_url_lifetime
            .map(|life| u32::try_from(life.as_secs()).unwrap_or(u32::MAX).max(1)),
        files_cdn: None,
        mail_from: Some(MAIL_FROM.to_owned()),
        region: REGION.to_owned(),
        endpoints: Endpoints {
            dynamodb: at(&ports.table),
            s3: at(&ports.files),
            cognito: at(&ports.users),
            // One port serves the user pool and the mail service, because their paths differ.
            ses: at(&ports.users),
        },
        static_credentials: Some((state.access_key.clone(), state.secret_key.clone())),
    })
}

/// Connects a store to these engines, through the meter if there is one.
async fn connect(settings: &Settings, meter: Option<&UsageRecorder>, asker: UsageSource) -> Result<Store, LocalError> {
    let (Some(meter), Some(table)) = (meter, &settings.endpoints.dynamodb) else { return Ok(Store::connect(settings)) };
    let dynamodb = Some(meter.proxy_table(asker, table).await?);
    let endpoints = Endpoints { dynamodb, ..settings.endpoints.clone() };
    Ok(Store::connect(&Settings { endpoints, ..settings.clone() }))
}

fn counted(
    meter: Option<&UsageRecorder>,
    router: Router,
    around: impl FnOnce(&UsageRecorder, Router) -> Router,
) -> Router {
    match meter {
        Some(meter) => around(meter, router),
        None => router,
    }
}

fn files_router(files: &Files, state: &State, app_origin: &str) -> Result<Router, LocalError> {
    let allowed = HeaderValue::from_str(app_origin).map_err(|e| LocalError::Setup(e.to_string()))?;
    let service = axum::error_handling::HandleError::new(
        files.service(&state.access_key, &state.secret_key),
        async |e: s3s::HttpError| (StatusCode::INTERNAL_SERVER_ERROR, format!("{e:?}")),
    );
    let files = Router::new().fallback_service(service).layer(from_fn(ranges::drop_invalid_range));
    Ok(files.layer(from_fn_with_state(allowed, crate::cors::cors)))
}

fn spawn(
    listener: TcpListener,
    router: Router,
    options: &LocalOptions,
    stopped: &watch::Receiver<bool>,
) -> JoinHandle<()> {
    tokio::spawn(connections::serve(listener, router, options.request_timeout, stopped.clone()))
}

fn spawn_table(listener: TcpListener, table: &Table, mut stopped: watch::Receiver<bool>) -> JoinHandle<()> {
    let db = table.db.clone();
    tokio::spawn(async move {
        let told = async move { connections::wait_for_stop(&mut stopped).await };
        if let Err(e) = dynoxide::server::serve_with_shutdown(listener, db, told).await {
            tracing::error!("the local table stopped: {e}");
        }
    })
}

/// Listeners of the app, table, files and users.
struct Ports {
    app_port: u16,
    /// Listeners on IPv4 and, if available, IPv6: `localhost` may resolve to either.
    app: Vec<TcpListener>,
    table: TcpListener,
    files: TcpListener,
    users: TcpListener,
}

/// Number of attempts to find a port that is free on both IPv4 and IPv6.
const DRAWS: usize = 20;

impl Ports {
    async fn bind(port: u16) -> Result<Ports, LocalError> {
        let mut draws = if port == 0 { DRAWS } else { 1 };
        loop {
            match Self::try_bind(port).await {
                Err(_) if draws > 1 => draws -= 1,
                outcome => return outcome,
            }
        }
    }

    async fn try_bind(port: u16) -> Result<Ports, LocalError> {
        let next = |offset: u16| if port == 0 { 0 } else { port.saturating_add(offset) };
        let v4 = listen(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
        let app_port = v4.local_addr().map_err(|_| LocalError::PortBusy(port))?.port();
        let mut app = vec![v4];
        match TcpListener::bind(SocketAddr::from((Ipv6Addr::LOCALHOST, app_port))).await {
            Ok(v6) => app.push(v6),
            Err(e) if e.kind() == std::io::ErrorKind::AddrInUse => return Err(LocalError::PortBusy(app_port)),
            // IPv6 is not available.
            Err(_) => {}
        }
        let engine = async |offset| listen(SocketAddr::from((Ipv4Addr::LOCALHOST, next(offset)))).await;
        Ok(Ports { app_port, app, table: engine(1).await?, files: engine(2).await?, users: engine(3).await? })
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, LocalError> {
    TcpListener::bind(address).await.map_err(|e| match e.kind() {
        std::io::ErrorKind::AddrInUse => LocalError::PortBusy(address.port()),
        _ => LocalError::Setup(format!("Port {} cannot be used: {e}. Choose another one with --port.", address.port())),
    })
}
