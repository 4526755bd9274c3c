//! Imports courses from a file: checks each line, sends the valid ones in batches and reports the others.

mod client;

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use chores::run;

use client::{Client, Report};
use wasm_core::forms::{self, CourseRow, InvalidRow};

/// Number of concurrent batches.
const PARALLEL: usize = 4;
/// Interval of progress messages.
const PROGRESS_EVERY: Duration = Duration::from_millis(500);

/// Options of `cargo xtask import-courses`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File in .csv or .tsv format. The first line names the columns: code, title and optionally description.
    file: PathBuf,
    /// URL of the server.
    #[arg(long, default_value = "http://localhost:4000")]
    server: String,
    /// E-mail address of an administrator.
    #[arg(long, default_value = "admin@noteninja.test")]
    email: String,
    /// Password of the administrator. Default: the password of the local sample account.
    #[arg(long, env = "NOTE_NINJA_PASSWORD", default_value = "study-hard-tonight", hide_env_values = true)]
    password: String,
    /// Current code of the administrator's authenticator app, for accounts with a second factor. If it is missing, the
    /// command prompts for it.
    #[arg(long)]
    code: Option<String>,
    /// Replaces the titles and descriptions of existing courses. Without it, they are listed and stay as they are.
    #[arg(long)]
    replace: bool,
}

/// Result of a whole import.
#[derive(Default)]
struct Totals {
    created: u64,
    updated: u64,
    unchanged: u64,
    sent: usize,
    bad: Vec<InvalidRow>,
    /// Lines of existing courses whose text differs and was not replaced.
    different: Vec<InvalidRow>,
    /// First error that stopped a batch. The other batches continue.
    broken: Option<String>,
}

/// `cargo xtask import-courses FILE`.
pub(crate) fn import(args: &Args) -> Result<()> {
    let began = Instant::now();
    let bytes = fs::read(&args.file).with_context(|| format!("{} cannot be read", args.file.display()))?;
    let table = forms::parse_course_table(&bytes).map_err(anyhow::Error::msg)?;
    let (all, forms::CourseTable { batches, bad }) = (table.rows(), table);
    let code = || args.code.clone().map_or_else(ask_for_code, Ok);
    let client = Client::sign_in(&args.server, &args.email, &args.password, code)?;
    let totals = Arc::new(Mutex::new(Totals { bad, ..Totals::default() }));
    send_all(batches, &Arc::new(client), &totals, all, args.replace);

    let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
    totals.bad.sort_by_key(|bad| bad.line);
    totals.different.sort_by_key(|different| different.line);
    for bad in totals.bad.iter().chain(&totals.different) {
        run::print_error(&format!("line {}: {}", bad.line, bad.reason));
    }
    run::print_line(&format!(
        "{} created, {} updated, {} unchanged, {} refused, {} different, in {}",
        totals.created,
        totals.updated,
        totals.unchanged,
        totals.bad.len(),
        totals.different.len(),
        run::elapsed_text(began)
    ));
    if let Some(reason) = &totals.broken {
        bail!(
            "Some lines were not imported: {reason} Run the same command again; what is there already is left as it is."
        );
    }
    if !totals.different.is_empty() {
        run::print_line("Courses with another title or description were not changed. Add --replace to change them.");
    }
    if totals.created + totals.updated + totals.unchanged == 0 {
        bail!("Nothing was imported. The lines above say why.");
    }
    Ok(())
}

/// Asks at the terminal.
fn ask_for_code() -> Result<String> {
    if !io::stdin().is_terminal() {
        bail!("This account has a second factor. Give the code that its app shows now with --code.");
    }
    run::print_line("Code from your app:");
    let mut line = String::new();
    io::stdin().read_line(&mut line).context("The code could not be read")?;
    Ok(line.trim().to_owned())
}

fn send_all(
    batches: Vec<Vec<CourseRow>>,
    client: &Arc<Client>,
    totals: &Arc<Mutex<Totals>>,
    all: usize,
    replace: bool,
) {
    let queue = Arc::new(Mutex::new(batches.into_iter()));
    let (done, finished) = mpsc::channel::<()>();
    let workers: Vec<_> = (0..PARALLEL)
        .map(|_| {
            let (queue, client, totals, done) =
                (Arc::clone(&queue), Arc::clone(client), Arc::clone(totals), done.clone());
            thread::spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(batch) = next else { break };
                    let outcome = import_batch(&client, &batch, replace);
                    note(&mut totals.lock().unwrap_or_else(PoisonError::into_inner), &batch, outcome);
                }
                drop(done);
            })
        })
        .collect();
    drop(done);
    // No message is ever sent: the channel closes when the last worker ends.
    while finished.recv_timeout(PROGRESS_EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
        let sent = totals.lock().unwrap_or_else(PoisonError::into_inner).sent;
        run::print_line(&format!("  {sent} of {all} courses"));
    }
    for worker in workers {
        if worker.join().is_err() {
            totals.lock().unwrap_or_else(PoisonError::into_inner).broken = Some("a worker broke off.".into());
        }
    }
}

/// Sends a batch. With `replace`, sends it again to replace the different texts that the first response lists.
fn import_batch(client: &Client, batch: &[CourseRow], replace: bool) -> Result<Report> {
    let report = client.import(batch, &[])?;
    if !replace || report.different.is_empty() {
        return Ok(report);
    }
    let again = client.import(batch, &report.different)?;
    Ok(Report { created: report.created, unchanged: report.unchanged, ..again })
}

fn note(totals: &mut Totals, batch: &[CourseRow], outcome: Result<Report>) {
    totals.sent += batch.len();
    match outcome {
        Ok(report) => {
            totals.created += report.created;
            totals.updated += report.updated;
            totals.unchanged += report.unchanged;
            for rejected in report.rejected {
                let line = batch.get(rejected.index).map_or(0, |row| row.line);
                let reason = format!("{}: {}", rejected.course_code, rejected.message);
                totals.bad.push(InvalidRow { line, last: line, reason });
            }
            for course in report.different {
                let line = batch.get(course.index).map_or(0, |row| row.line);
                let reason = format!("{} has another text, with the title {:?}", course.course_code, course.title);
                totals.different.push(InvalidRow { line, last: line, reason });
            }
        }
        Err(e) => {
            totals.broken.get_or_insert(format!("{e:#}"));
        }
    }
}
