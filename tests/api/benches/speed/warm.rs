//! Throughput and latency of routes, compared with the minimal server.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::calls::RecordingProxy;
use crate::load::{self, LoadLimit, LoadResult, RequestTemplate};
use crate::seed::{Student, Table};
use crate::server::{Server, ServerKind, environment};

const CONNECTIONS: [usize; 2] = [1, 32];
/// Number of requests per round on a route that writes. Each changes something: no two requests of a student have the
/// same target.
const WRITES: usize = 300;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Path of the minimal server.
    #[arg(long)]
    bare: PathBuf,
    /// Path of the load generator.
    #[arg(long)]
    oha: PathBuf,
    /// Number of rounds per server and route.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Duration in seconds of one round on a route that only reads.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Duration of the saturation test in minutes.
    #[arg(long, default_value_t = 0)]
    minutes: u64,
    /// Passed by Cargo to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

struct Route {
    name: &'static str,
    is_read: bool,
    ask: fn(ServerKind, &Table, &Student) -> RequestTemplate,
}

const ROUTES: [Route; 6] = [
    Route { name: "course notes", is_read: true, ask: course_notes },
    Route { name: "listening", is_read: true, ask: listening },
    Route { name: "new notes", is_read: true, ask: new_notes },
    Route { name: "like", is_read: false, ask: like },
    Route { name: "save", is_read: false, ask: save },
    Route { name: "refresh", is_read: true, ask: refresh },
];

pub(crate) async fn run(options: Options, table: Table) {
    compare_calls(&options, &table).await;
    let environment = environment(&table, None);
    let servers =
        [ServerKind::NoteNinja, ServerKind::Minimal].map(|which| Server::start(which, &options.bare, &environment));
    println!(
        "\n  {:<14} {:>5} | {:>8} {:>8} {:>8} | {:>8} {:>8} {:>8} | {:>5}",
        "route", "conns", "ours/s", "med. ms", "99 % ms", "bare/s", "med. ms", "99 % ms", "ratio"
    );
    for route in &ROUTES {
        for (turn, connections) in CONNECTIONS.into_iter().enumerate() {
            // Use students who have written nothing on this route yet, as long as there are any.
            let first = turn * 2 * (options.rounds + 1);
            compare(&options, &table, &servers, route, (connections, first)).await;
        }
    }
    if options.minutes > 0 {
        saturate(&options, &table, &servers[0]).await;
    }
}

/// Checks that both servers make the same table calls; otherwise a comparison is meaningless.
async fn compare_calls(options: &Options, table: &Table) {
    let engine = table.engines.store().settings().endpoints.dynamodb.clone().unwrap();
    let (witness, address) = RecordingProxy::of(&engine).await;
    let environment = environment(table, Some(&address));
    let servers =
        [ServerKind::NoteNinja, ServerKind::Minimal].map(|which| Server::start(which, &options.bare, &environment));
    println!("  calls of one request:");
    for route in &ROUTES {
        let mut calls = Vec::new();
        for (number, server) in servers.iter().enumerate() {
            let student = table.sign_in(number).await;
            let ask = (route.ask)(server.which, table, &student);
            let once = RequestTemplate { paths: ask.paths[..1].to_vec(), ..ask };
            let measured = load::send(&options.oha, &server.base, &once, 1, LoadLimit::Requests(1)).await;
            wanted(route, server, &measured);
            calls.push(witness.take());
        }
        println!("    {:<14} {}", route.name, calls[0].join(", "));
        assert_eq!(calls[0], calls[1], "{}: the bare server calls otherwise", route.name);
    }
}

async fn compare(
    options: &Options,
    table: &Table,
    servers: &[Server; 2],
    route: &Route,
    (connections, first_student): (usize, usize),
) {
    // The first round is a warm-up and is not counted.
    let mut turns: [Vec<LoadResult>; 2] = [Vec::new(), Vec::new()];
    let students = table.seeded.students.len();
    let mut next = first_student;
    for round in 0..=options.rounds {
        for (server, turns) in servers.iter().zip(&mut turns) {
            let student = table.sign_in(next % students).await;
            next += 1;
            let mut ask = (route.ask)(server.which, table, &student);
            let measured = if route.is_read {
                let amount = LoadLimit::Seconds(options.seconds);
                load::send(&options.oha, &server.base, &ask, connections, amount).await
            } else {
                ask.paths.truncate(WRITES);
                load::send_each(&server.base, &ask, connections).await
            };
            wanted(route, server, &measured);
            if round > 0 {
                turns.push(measured);
            }
        }
    }
    let of = |turns: &[LoadResult], value: fn(&LoadResult) -> f64| middle(turns.iter().map(value).collect());
    let [ours, bare] = &turns;
    let rate = |turns: &[LoadResult]| of(turns, |turn| turn.per_second);
    println!(
        "  {:<14} {connections:>5} | {:>8.0} {:>8.2} {:>8.2} | {:>8.0} {:>8.2} {:>8.2} | {:>5.2}",
        route.name,
        rate(ours),
        of(ours, |turn| turn.median_ms),
        of(ours, |turn| turn.p99_ms),
        rate(bare),
        of(bare, |turn| turn.median_ms),
        of(bare, |turn| turn.p99_ms),
        rate(ours) / rate(bare),
    );
}

/// Fails if a request failed, because the measurement would be misleading.
fn wanted(route: &Route, server: &Server, measured: &LoadResult) {
    let good = measured.statuses.keys().all(|status| status.starts_with('2'));
    assert!(
        good && measured.errors.is_empty(),
        "{} of {:?}: {:?} {:?}",
        route.name,
        server.which,
        measured.statuses,
        measured.errors
    );
}

/// Sends as many requests as possible for minutes. Prints the responses and whether memory grows.
async fn saturate(options: &Options, table: &Table, server: &Server) {
    println!("\n  {} minutes at saturation, 32 connections reading and 4 liking, most of them again", options.minutes);
    let began = Instant::now();
    let mut totals = std::collections::BTreeMap::<String, u64>::new();
    let mut minute = 0;
    while began.elapsed() < Duration::from_secs(options.minutes * 60) {
        // Access tokens are valid for 15 minutes.
        let student = table.sign_in(minute % table.seeded.students.len()).await;
        let mut reads = course_notes(server.which, table, &student);
        for more in [listening, new_notes] {
            reads.paths.extend(more(server.which, table, &student).paths);
        }
        let writes = like(server.which, table, &student);
        let turn = LoadLimit::Seconds(60);
        let (reads, writes) = tokio::join!(
            load::send(&options.oha, &server.base, &reads, 32, turn),
            load::send(&options.oha, &server.base, &writes, 4, turn),
        );
        minute += 1;
        for measured in [&reads, &writes] {
            for (what, count) in measured.statuses.iter().chain(&measured.errors) {
                *totals.entry(what.clone()).or_default() += count;
            }
        }
        println!(
            "    minute {minute:>2}: {:>6.0} reads/s, {:>5.0} writes/s, {:>6.1} MB",
            reads.per_second,
            writes.per_second,
            server.resident_mb()
        );
    }
    println!("    answers: {totals:?}");
}

fn course_notes(which: ServerKind, table: &Table, student: &Student) -> RequestTemplate {
    let course = &table.seeded.courses[0];
    let path = match which {
        ServerKind::NoteNinja => format!("/api/courses/{course}/notes"),
        ServerKind::Minimal => format!("/courses/{course}/notes"),
    };
    asked(which, student, "GET", vec![path])
}

/// Additional request of the dashboard: recordings to resume.
fn listening(which: ServerKind, _table: &Table, student: &Student) -> RequestTemplate {
    let path = match which {
        ServerKind::NoteNinja => "/api/me/listening".to_owned(),
        ServerKind::Minimal => format!("/listening/{}", student.uid),
    };
    asked(which, student, "GET", vec![path])
}

/// Additional request of the dashboard: new notes in followed courses.
fn new_notes(which: ServerKind, _table: &Table, student: &Student) -> RequestTemplate {
    let path = match which {
        ServerKind::NoteNinja => "/api/me/new-notes".to_owned(),
        ServerKind::Minimal => format!("/new-notes/{}", student.uid),
    };
    asked(which, student, "GET", vec![path])
}

fn like(which: ServerKind, table: &Table, student: &Student) -> RequestTemplate {
    let path = |code: &String| match which {
        ServerKind::NoteNinja => format!("/api/likes/courses/{code}"),
        ServerKind::Minimal => format!("/likes/{}/{code}", student.uid),
    };
    asked(which, student, "PUT", table.seeded.courses.iter().map(path).collect())
}

fn save(which: ServerKind, table: &Table, student: &Student) -> RequestTemplate {
    let path = |note: &String| match which {
        ServerKind::NoteNinja => format!("/api/me/notes/{note}"),
        ServerKind::Minimal => format!("/notes/{}/{note}", student.uid),
    };
    asked(which, student, "PUT", table.seeded.notes.iter().map(path).collect())
}

fn refresh(which: ServerKind, table: &Table, student: &Student) -> RequestTemplate {
    let ask = |path: &str| asked(which, student, "POST", vec![path.to_owned()]);
    match which {
        ServerKind::NoteNinja => RequestTemplate {
            headers: vec![
                format!("cookie: {}", student.cookie),
                format!("origin: {}", table.engines.app_origin()),
                "x-note-ninja: 1".to_owned(),
            ],
            ..ask("/api/auth/refresh")
        },
        ServerKind::Minimal => {
            let token = student.cookie.rsplit_once('~').unwrap().1;
            RequestTemplate {
                body: Some(json!({ "refreshToken": token, "uid": student.uid }).to_string()),
                ..ask("/refresh")
            }
        }
    }
}

fn asked(which: ServerKind, student: &Student, method: &'static str, paths: Vec<String>) -> RequestTemplate {
    let headers = match which {
        ServerKind::NoteNinja => vec![format!("authorization: Bearer {}", student.token)],
        ServerKind::Minimal => Vec::new(),
    };
    RequestTemplate { method, paths, headers, body: None }
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
