//! From the start of a function's process to its first answer, beside the bare function's.

use std::path::{Path, PathBuf};

use journeys::world::PASSWORD;
use serde_json::{Value, json};

use crate::lambda::{self, Start};
use crate::seed::Table;
use crate::server::{Which, environment};

/// Where the page is, as the function believes.
const PAGE: &str = "https://notes.example.org";
const SECRET: &str = "known to the CDN";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The bare function.
    #[arg(long)]
    bare: PathBuf,
    /// The function `api`.
    #[arg(long)]
    api: PathBuf,
    /// Starts of each that count.
    #[arg(long, default_value_t = 20)]
    starts: usize,
    /// Cargo says so to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

pub(crate) async fn run(options: Options, table: Table) {
    let student = table.sign_in(0).await;
    let course = &table.seeded.courses[0];
    let no_body = |path: &str| (path.to_owned(), None);
    let mut known = json!({ "email": student.email, "password": PASSWORD });
    let ours = ("/api/auth/sign-in".to_owned(), Some(known.clone()));
    // The bare function does not find out who signs in.
    known["uid"] = student.uid.into();
    let bare = ("/sign-in".to_owned(), Some(known));
    let firsts = [
        ("no service", "GET", no_body("/api/health"), no_body("/hello")),
        ("a table read", "GET", no_body(&format!("/api/courses/{course}")), no_body(&format!("/courses/{course}"))),
        ("a sign-in", "POST", ours, bare),
    ];
    println!(
        "\n  median of {} starts; in brackets the middle half\n  {:<14} {:<6} {:>24} {:>7} {:>16} {:>12}",
        options.starts, "first request", "", "first answer, ms", "ratio", "second, ms", "peak, MB"
    );
    for (name, method, ours, bare) in firsts {
        let functions = [(Which::Ours, options.api.as_path(), ours), (Which::Bare, options.bare.as_path(), bare)];
        let mut starts: [Vec<Start>; 2] = [Vec::new(), Vec::new()];
        // In turns, and the first of each, which finds the file in no cache, does not count.
        for round in 0..=options.starts {
            for ((_, function, (path, body)), starts) in functions.iter().zip(&mut starts) {
                let start = once(&table, function, method, path, body.as_ref()).await;
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

async fn once(table: &Table, function: &Path, method: &str, path: &str, body: Option<&Value>) -> Start {
    let mut variables = environment(table, None);
    for (name, value) in &mut variables {
        // A function refuses addresses of a laptop. Here it must take them, so they are written as nobody would.
        *value = value.replace("//127.0.0.1:", "//[::ffff:127.0.0.1]:");
        if *name == "APP_ORIGIN" {
            PAGE.clone_into(value);
        }
    }
    variables.push(("ORIGIN_SECRET", SECRET.to_owned()));
    variables.push(("AWS_LAMBDA_HTTP_IGNORE_STAGE_IN_PATH", "true".to_owned()));
    let headers = json!({
        "x-note-ninja-origin": SECRET, "x-note-ninja": "1", "origin": PAGE, "content-type": "application/json",
        "host": "notes.example.org", "x-forwarded-for": "192.0.2.1, 192.0.2.2",
    });
    let event = lambda::event(method, path, &headers, body);
    lambda::start(function, &variables, &event).await
}

/// The middle of some values.
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
