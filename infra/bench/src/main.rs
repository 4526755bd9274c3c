//! Benchmarks. Each prints its measurements and the size of its input.

mod commands;
mod files;
mod folder;
mod full_text;
mod keep;
mod lighthouse;
mod listening;
mod meaning;
mod month;
mod page;
mod reader;
mod search;
mod speed;
mod start;
mod study;
mod text;
mod words;

use std::process::ExitCode;

use anyhow::{Result, bail};
use chores::machine::tools;
use chores::run::{self, OutputMode};
use chores::save;
use clap::Parser;

/// Name and description.
const BENCHES: &[(&str, &str)] = &[
    ("api", "throughput and latency of routes beside a bare server that makes the same calls"),
    ("capacity", "table capacity units that what people do consumes, as the engine reports them"),
    ("chores", "from an empty clone to the first page, checking a line; with `-- --test` the test command, too"),
    ("cold", "from the start of the function `api` to its first answer, beside a bare function"),
    ("core", "ranking and speed of search in the core, natively"),
    ("files", "what becomes of uploaded PDFs, or of those of a folder after `--`, and what reading them takes"),
    (
        "folder",
        "uploading 300 PDFs of 2 GB from the command line beside `aws s3 cp`, and after ten kills; numbers of files, bytes and \
         a seed after `--`",
    ),
    ("hard-files", "what checking a PDF of 1,000 pages and 98 MB takes, and one of 701 bytes that asks for 2 GB"),
    ("inside", "searching inside of notes beside JavaScript libraries, and what making an index takes"),
    ("keep", "keeping a course of 180 MB on a device, broken off five times, and whether each file is what it was"),
    ("kills", "what is left of 100 uploads to a local server that is killed again and again"),
    (
        "lighthouse",
        "what Lighthouse says of the pages that visitors see; below 95 for speed (85 a profile) or 100 for the rest fails",
    ),
    (
        "listening",
        "size, quality and speed of renditions of recordings; loudness and silences beside ffmpeg; differences from it fail",
    ),
    ("meaning", "finding answers by meaning beside BM25, and the time and size of the sentence encoder"),
    ("month", "what a month of students asks for and costs: students and visits of each that are played, after `--`"),
    ("publish", "what publishing the catalogue takes as it grows, up to a million recordings"),
    ("reader", "when pages of files of 1,000 pages are drawn on a slow line, in what memory; how often after `--`"),
    ("reconcile", "what comparing files with records takes; how many of each after `--`"),
    (
        "start",
        "when pages show their frame and their data on a slow line, beside a bound; after `--` how often, and the folder of \
         another build to compare with",
    ),
    (
        "study",
        "what sessions with a time budget leave at an exam beside other orders; what Today and the next card take with \
         20,000 cards and 200,000 answers, in Chromium; what a memory model of one's own gains 200 simulated students",
    ),
    (
        "text",
        "reading order, headings and running heads of PDFs with known structure, beside pdf.js, poppler and PyMuPDF4LLM; \
         `tuning` or `held` files after `--`",
    ),
    (
        "words",
        "words that are read from PDFs beside those of poppler and pdf.js; of Debian's packages, or of folders after `--`",
    ),
    ("search", "the core's search beside JavaScript libraries, in Node and in Chromium"),
];

/// Run a benchmark.
#[derive(Parser)]
#[command(bin_name = "cargo xtask bench")]
struct Args {
    /// Name of the benchmark. Without a name, all are listed.
    name: Option<String>,
    /// Save the output in `infra/measurements`, the source of the tables in the documents.
    #[arg(long, requires = "name")]
    save: bool,
    #[command(flatten)]
    search: search::Options,
    /// Arguments of the benchmark after `--`, such as `--minutes 10`, a folder or a number of runs.
    #[arg(last = true)]
    more: Vec<String>,
}

fn main() -> ExitCode {
    run::exit_code(bench(&Args::parse()))
}

fn bench(args: &Args) -> Result<()> {
    match args.name.as_deref() {
        None => {
            for (name, what) in BENCHES {
                run::print_line(&format!("  {name:<10}  {what}"));
            }
            Ok(())
        }
        Some(name) if args.save => save::save("bench", name),
        Some("capacity") => run::run(
            // Runs in the test profile, because the figures do not depend on speed.
            tools::cargo().args(["test", "--workspace", "--features", "store/capacity", "--bench", "capacity"]),
            OutputMode::Everything,
        ),
        Some("api") => speed::api(&args.more),
        Some("chores") => commands::bench(&args.more),
        Some("cold") => speed::cold(&args.more),
        Some("core") => {
            run::run(tools::cargo().args(["bench", "--workspace", "--bench", "search"]), OutputMode::Everything)
        }
        Some("files") => files::bench(&args.more),
        Some("folder") => folder::bench(&args.more),
        Some("hard-files") => files::bench_hard(),
        Some("keep") => keep::bench(),
        Some("kills") => run::run(
            tools::cargo()
                .args(["test", "--workspace", "--test", "server", "--", "kills::", "--nocapture"])
                .env("NOTE_NINJA_KILL_UPLOADS", "100"),
            OutputMode::Everything,
        ),
        Some("lighthouse") => lighthouse::bench(),
        Some("study") => study::bench(),
        Some("inside") => full_text::bench(&args.more),
        Some("meaning") => meaning::bench(),
        Some("listening") => listening::bench(),
        Some("month") => month::bench(&args.more),
        Some("reader") => reader::bench(&args.more),
        Some("publish") => {
            run::run(tools::cargo().args(["bench", "--workspace", "--bench", "publish"]), OutputMode::Everything)
        }
        Some("reconcile") => run::run(
            tools::cargo().args("bench --workspace --bench reconcile --".split(' ')).args(&args.more),
            OutputMode::Everything,
        ),
        Some("search") => search::bench(&args.search),
        Some("start") => start::bench(&args.more),
        Some("text") => text::bench(&args.more),
        Some("words") => words::bench(&args.more),
        Some(name) => bail!("There is no measurement '{name}'. `cargo xtask bench` lists them."),
    }
}
