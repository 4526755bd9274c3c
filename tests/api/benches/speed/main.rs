//! Speed of the API compared with a minimal server that makes the same calls: `cargo xtask bench api` and `cargo xtask
//! bench cold`.
//!
//! The minimal server is `functions/store/examples/bare.rs`. Both are separate programs, compiled with the release
//! profile, and run in turns on the same embedded engines. Only their ratio is meaningful.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the command line: what fails must show")]

mod calls;
mod cold;
mod lambda;
mod load;
mod seed;
mod server;
mod warm;

use clap::{Parser, Subcommand};
use seed::SeedData;

#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
    /// Passed by Cargo to every benchmark.
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum What {
    /// Throughput and latency of routes, warm.
    Api(warm::Options),
    /// Time from the start of the process to the first response, as a function.
    Cold(cold::Options),
    /// Fills a table and prints its folder.
    #[command(hide = true)]
    Seed,
    /// Serves the API on a port, as the measured process.
    #[command(hide = true)]
    Serve,
}

fn main() {
    match Args::parse().what {
        What::Seed => seed::run(),
        What::Serve => server::serve(),
        What::Api(options) => SeedData::seed_in_process().measure_on_engines(|table| warm::run(options, table)),
        What::Cold(options) => SeedData::seed_in_process().measure_on_engines(|table| cold::run(options, table)),
    }
}
