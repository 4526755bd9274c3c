//! Time from the start of a function's process to its first response, compared with the minimal function.

use std::path::{Path, PathBuf};

use journeys::test_env::PASSWORD;
use serde_json::{Value, json};

use crate::lambda::{self, Start};
use crate::seed::Table;
use crate::server::{ServerKind, environment};

/// URL of the page in the function's configuration.
const PAGE: &str = "https://notes.example.org";
const SECRET: &str = "known to the CDN";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Path of the minimal function.
    #[arg(long)]
    bare: PathBuf,
    /// Path of the function `api`.
    #[arg(long)]
    api: PathBuf,
    /// Number of measured starts of each function.
    #[arg(long, default_value_t = 20)]
    starts: usize,
    /// Passed by Cargo to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

pub(crate) async fn run(options: Options, table: Table) {
    let course = &table.seeded.courses[0];
    // First requests of a process: description, method, and the paths of our function and of the minimal one.
    let firsts = [
        ("no service", "GET", ["/api/health".to_owned(), "/hello".to_owned()]),
        ("a table read", "GET", [format!("/api/courses/{course}"), format!("/courses/{course}")]),
        ("a sign-in", "POST", ["/api/auth/sign-in".to_owned(), "/sign-in".to_owned()]),
    ];
    println!(
        "\n  median of {} starts; in brackets the middle half\n  {:<14} {:<6} {:>24} {:>7} {:>16} {:>12}",
        options.starts, "first request", "", "first answer, ms", "ratio", "second, ms", "peak, MB"
    );
    for (name, method, [ours, bare]) in firsts {
        let functions =
            [(ServerKind::NoteNinja, options.api.as_path(), ours), (ServerKind::Minimal, options.bare.as_path(), bare)];
        let mut starts: [Vec<Start>; 2] = [Vec::new(), Vec::new()];
        // Start the two functions in turns. The first round is not counted, because their files are not in the page
        // cache yet.
        for round in 0..=options.starts {
            // Use a different student and client address each time, because frequent sign-ins are rate limited.
            let body = if method == "POST" { Some(sign_in_of(&table, round).await) } else { None };
            for ((_, function, path), starts) in functions.iter().zip(&mut starts) {
                let start = once(&table, function, (method, path, body.as_ref()), round).await;
                if round > 0 {
                    starts.push(start);
                }
            }
        }
        let of_bare = Spread::of(&starts[1], |start| start.first_ms).median;
        for ((which, ..), starts) in functions.iter().zip(&starts) {
            let first = Spread::of(starts, |start| start.first_ms);
            let second = Spread::of(starts, |start| start.second_ms).median;
            let peak = Spread::of(starts, |start| start.peak_mb).median;
            let first_text = format!("{:.1} ({:.1} to {:.1})", first.median, first.low, first.high);
            let ratio = first.median / of_bare;
            println!("  {name:<14} {which:<6?} {first_text:>24} {ratio:>7.2} {second:>16.2} {peak:>12.1}");
        }
    }
}

/// Returns the body for signing in as a student. It contains the user id for the minimal function, which does not look
/// it up.
async fn sign_in_of(table: &Table, number: usize) -> Value {
    let student = table.sign_in(number % table.seeded.students.len()).await;
    json!({ "email": student.email, "password": PASSWORD, "uid": student.uid })
}

async fn once(
    table: &Table,
    function: &Path,
    (method, path, body): (&str, &str, Option<&Value>),
    client: usize,
) -> Start {
    let mut variables = environment(table, None);
    for (name, value) in &mut variables {
        // A function rejects loopback addresses. Here it must accept them, so they are written in an unusual form.
        *value = value.replace("//127.0.0.1:", "//[::ffff:127.0.0.1]:");
        if *name == "APP_ORIGIN" {
            PAGE.clone_into(value);
        }
    }
    variables.push(("ORIGIN_SECRET", SECRET.to_owned()));
    variables.push(("AWS_LAMBDA_HTTP_IGNORE_STAGE_IN_PATH", "true".to_owned()));
    let headers = json!({
        "x-note-ninja-origin": SECRET, "x-note-ninja": "1", "origin": PAGE, "content-type": "application/json",
        "host": "notes.example.org", "x-forwarded-for": format!("192.0.2.{client}, 198.51.100.1"),
    });
    let event = lambda::event(method, path, &headers, body);
    lambda::start(function, &variables, &event).await
}

/// Quartiles of some values.
struct Spread {
    low: f64,
    median: f64,
    high: f64,
}

impl Spread {
    fn of(starts: &[Start], value: fn(&Start) -> f64) -> Self {
        let mut values: Vec<f64> = starts.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        let at = |part: usize| values[(values.len() * part / 4).min(values.len() - 1)];
        Self { low: at(1), median: at(2), high: at(3) }
    }
}
