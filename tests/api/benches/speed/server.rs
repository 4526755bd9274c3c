//! The two servers as processes, and the program of our own server.

use std::io::{BufRead as _, BufReader};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, fs, io};

use api::{ApiSettings, ApiState, ClientAddress, RateLimits};
use axum::Extension;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::seed::Table;

/// One of the two servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ServerKind {
    NoteNinja,
    Minimal,
}

/// A running server. Stopped when dropped.
pub(crate) struct Server {
    pub(crate) which: ServerKind,
    /// Base URL, without a trailing slash.
    pub(crate) base: String,
    child: Child,
}

impl Server {
    /// Starts our server, or the minimal one at `bare`.
    pub(crate) fn start(which: ServerKind, bare: &Path, environment: &[(&str, String)]) -> Self {
        let mut command = match which {
            ServerKind::NoteNinja => {
                let mut ours = Command::new(env::current_exe().unwrap());
                ours.arg("serve");
                ours
            }
            ServerKind::Minimal => Command::new(bare),
        };
        let environment = environment.iter().map(|(name, value)| (*name, value.as_str()));
        let mut child = command.envs(environment).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let base = format!("http://{}", line.strip_prefix("ready ").unwrap());
        Self { which, base, child }
    }

    pub(crate) fn resident_mb(&self) -> f64 {
        memory_mb(self.child.id(), "VmRSS:")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Returns a memory value of a process from Linux, in MB.
pub(crate) fn memory_mb(process: u32, line: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let found = status.lines().find_map(|text| text.strip_prefix(line)?.split_whitespace().next()?.parse::<f64>().ok());
    found.unwrap_or(f64::NAN) / 1024.0
}

/// Returns the environment of a function on these engines. Table calls go to `table` if it is given.
pub(crate) fn environment(at: &Table, table: Option<&str>) -> Vec<(&'static str, String)> {
    let settings = at.engines.store().settings();
    let endpoints = settings.endpoints.clone();
    let users = endpoints.cognito.unwrap();
    let (id, secret) = settings.static_credentials.clone().unwrap();
    vec![
        ("TABLE_NAME", settings.table.clone()),
        ("FILES_BUCKET", settings.files_bucket.clone()),
        ("SITE_BUCKET", settings.site_bucket.clone()),
        ("USER_POOL_ID", settings.user_pool_id.clone()),
        ("USER_POOL_CLIENT_ID", settings.user_pool_client.id.clone()),
        ("USER_POOL_CLIENT_SECRET", settings.user_pool_client.secret.clone()),
        ("USER_POOL_ACCOUNTS_CLIENT_ID", settings.user_pool_accounts_client.id.clone()),
        ("USER_POOL_ACCOUNTS_CLIENT_SECRET", settings.user_pool_accounts_client.secret.clone()),
        ("ADMIN_SECOND_FACTOR", "optional".to_owned()),
        ("CURSOR_KEY", STANDARD.encode(settings.cursor_key)),
        ("AWS_REGION", settings.region.clone()),
        ("AWS_ENDPOINT_URL_DYNAMODB", table.map_or_else(|| endpoints.dynamodb.unwrap(), str::to_owned)),
        ("AWS_ENDPOINT_URL_S3", endpoints.s3.unwrap()),
        ("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER", users.clone()),
        ("AWS_ACCESS_KEY_ID", id),
        ("AWS_SECRET_ACCESS_KEY", secret),
        ("APP_ORIGIN", at.engines.app_origin().to_owned()),
        // cognitox always writes this issuer, independent of its own URL.
        ("TOKEN_ISSUER", format!("https://cognito-idp.local.amazonaws.com/{}", settings.user_pool_id)),
        ("JWKS_URL", format!("{users}/.well-known/jwks.json")),
    ]
}

/// Serves the API as in Lambda, including its log, but on a port and without rate limits.
pub(crate) fn serve() {
    let log = api::logs::subscriber("info".parse().unwrap(), io::sink);
    tracing::subscriber::set_global_default(log).unwrap();
    let _already = rustls::crypto::ring::default_provider().install_default();
    let settings = ApiSettings { rate_limits: RateLimits::unlimited(), ..ApiSettings::from_env().unwrap() };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        println!("ready {}", listener.local_addr().unwrap());
        let client = Extension(ClientAddress(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        axum::serve(listener, api::router(ApiState::new(&settings)).layer(client)).await.unwrap();
    });
}
