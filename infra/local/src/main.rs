//! The local server's command line.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use inspect::Extractor;
use local::{
    LocalError, LocalOptions, LocalServer, ReconcileOptions, RunningServer, SAMPLE_PASSWORD, ensure_signing_key,
    print_line, sample_admins, sample_students,
};

/// File name of the reader binary.
const READER: &str = if cfg!(windows) { "reader.exe" } else { "reader" };

/// Maximum wait for the reader binary to be compiled, which took three minutes on two cores.
const READER_WITHIN: Duration = Duration::from_secs(1200);

/// Run Note Ninja on this machine: table, files, users, API and web app in one process.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Folder with all data.
    #[arg(long, default_value = ".local", global = true)]
    dir: PathBuf,
    /// Port of the app; the engines use the next three. 0 chooses free ports.
    #[arg(long, default_value_t = 4000, global = true)]
    port: u16,
    /// Folder of the built web app.
    #[arg(long)]
    web: Option<PathBuf>,
    /// Folder with sample content for the first start.
    #[arg(long, global = true)]
    sample: Option<PathBuf>,
    /// Program that reads uploaded files. Default: `reader` beside this program.
    #[arg(long, global = true, hide = true)]
    reader: Option<PathBuf>,
    /// Disable rate limits.
    #[arg(long)]
    no_throttles: bool,
    /// Require a second factor for administrator routes, as in the cloud. Fill in sample content without this option
    /// first, because its administrator has no second factor.
    #[arg(long)]
    require_second_factor: bool,
    /// Lifetime of file URLs in seconds instead of hours, to test how a player requests new ones.
    #[arg(long, value_name = "SECONDS", hide = true)]
    address_life: Option<u32>,
    /// Start without `ingest` and `changes`. Their events wait on disk.
    #[arg(long, hide = true)]
    no_workers: bool,
    /// Count requests and their consumed capacity for measurements. `POST /_local/meter` returns the counts and resets
    /// them.
    #[arg(long, hide = true)]
    meter: bool,
    /// Print only the URL.
    #[arg(long)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Fill a server with sample content. Starts a server for this task if none is running.
    Sample {
        /// URL of the server.
        #[arg(long, default_value = "http://localhost:4000")]
        server: String,
    },
    /// Compare files with records, and counts with the items that they count. Starts a server for this task if none is
    /// running.
    Reconcile {
        /// URL of the server.
        #[arg(long, default_value = "http://localhost:4000")]
        server: String,
        /// Repair inconsistencies.
        #[arg(long)]
        mend: bool,
        /// Include files of the last day. No upload may be running.
        #[arg(long)]
        all: bool,
    },
}

fn main() -> ExitCode {
    let args = Args::parse();
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| "warn,dynoxide=error,s3s=off,cognitox=off,local=info".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let outcome = use_signing_key(&args.dir).and_then(|()| {
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|e| LocalError::Setup(format!("The server could not start: {e}")))?
            .block_on(run(args))
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            tracing::error!("{e}");
            ExitCode::FAILURE
        }
    }
}

/// Sets the key with which cognitox signs tokens. cognitox reads its path only from an environment variable.
fn use_signing_key(dir: &Path) -> Result<(), LocalError> {
    let path = local::signing_key_path(dir);
    ensure_signing_key(&path)?;
    #[expect(unsafe_code, reason = "the environment is changed before any other thread exists")]
    // SAFETY: called first thing in `main`, when this is the only thread of the process.
    unsafe {
        std::env::set_var("COGNITOX_JWT_PRIVATE_KEY_PATH", &path);
        std::env::set_var("COGNITOX_JWT_KEY_ID", "local");
    }
    Ok(())
}

async fn run(args: Args) -> Result<(), LocalError> {
    match &args.command {
        Some(Command::Sample { server }) => sample(&args, server).await,
        Some(Command::Reconcile { server, mend, all }) => {
            let default = ReconcileOptions::default();
            let young_secs = if *all { 0 } else { default.young_secs };
            let options = ReconcileOptions { mend_files: *mend, mend_counts: *mend, young_secs, ..default };
            reconcile(&args, server, options).await
        }
        None => serve(args).await,
    }
}

fn options(args: &Args) -> Result<LocalOptions, LocalError> {
    let beside = || std::env::current_exe().map(|program| program.with_file_name(READER));
    let reader = args.reader.clone().map_or_else(beside, Ok);
    let reader =
        reader.map_err(|e| LocalError::Setup(format!("The server does not know where its own program is: {e}")))?;
    Ok(LocalOptions {
        port: args.port,
        web_dist: args.web.clone(),
        sample: args.sample.clone(),
        rate_limits: !args.no_throttles,
        second_factor_required: args.require_second_factor,
        quiet: args.quiet,
        signed_url_lifetime: args.address_life.map(|secs| Duration::from_secs(secs.into())),
        runs_workers: !args.no_workers,
        measures_usage: args.meter,
        ..LocalOptions::new(&args.dir, Extractor::with_pending_program(reader, READER_WITHIN))
    })
}

async fn serve(args: Args) -> Result<(), LocalError> {
    let began = Instant::now();
    let server = LocalServer::start(options(&args)?).await?;
    let url = server.base_url();
    // Tests and `cargo xtask dev` read this line.
    print_line(&format!("ready {url} after {} ms", began.elapsed().as_millis()));
    if !args.quiet {
        print_line(&format!("\n  Note Ninja   {url}"));
        print_line(&format!("  Outbox       {url}/_local/outbox   (mail with codes)\n"));
        for (role, list) in [("administrator", sample_admins()), ("student", sample_students())] {
            for account in list {
                print_line(&format!("  {role:<14} {:<32} password {SAMPLE_PASSWORD}", account.email));
            }
        }
        print_line("\n  THIS SERVER IS FOR DEVELOPMENT ON THIS MACHINE. IT IS NOT FOR THE INTERNET:");
        print_line("  its passwords are public and anyone can read its mail. Press Ctrl-C to stop it.\n");
    }
    stopped().await;
    server.shutdown().await;
    Ok(())
}

async fn sample(args: &Args, server: &str) -> Result<(), LocalError> {
    let folder = args.sample.as_deref();
    let progress = |step: &str| print_line(&format!("  sample content: {step}"));
    if answers(server) {
        return local::seed(server, folder, progress).await;
    }
    let own = start_for(args).await?;
    let outcome = local::seed(own.base_url(), folder, progress).await;
    own.shutdown().await;
    outcome
}

async fn reconcile(args: &Args, server: &str, options: ReconcileOptions) -> Result<(), LocalError> {
    let report = if answers(server) {
        local::reconcile(server, options).await?
    } else {
        let own = start_for(args).await?;
        let report = local::reconcile(own.base_url(), options).await;
        own.shutdown().await;
        report?
    };
    let text = serde_json::to_string_pretty(&report).map_err(|e| LocalError::Setup(e.to_string()))?;
    print_line(&text);
    let mended = options.mend_files && options.mend_counts;
    if report.inconsistency_count() == 0 || mended {
        return Ok(());
    }
    Err(LocalError::Setup("The check found problems; see the report. Run it with --mend to repair them.".to_owned()))
}

/// Returns true if the port of this URL is in use.
fn answers(server: &str) -> bool {
    std::net::TcpListener::bind(server.trim_start_matches("http://")).is_err()
}

/// Starts a separate server on the same data for one task.
async fn start_for(args: &Args) -> Result<RunningServer, LocalError> {
    LocalServer::start(LocalOptions { sample: None, quiet: true, port: 0, ..options(args)? }).await
}

/// Waits for Ctrl-C or for the stop signal of a process manager.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a handler, Ctrl-C ends the process anyway.
    let _unhandled = tokio::signal::ctrl_c().await;
}
