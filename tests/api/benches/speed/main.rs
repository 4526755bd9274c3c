//! How fast the API is beside a bare server that makes the same calls: `cargo xtask bench api` and `cargo xtask bench cold`.
//!
//! The bare server is `functions/store/examples/bare.rs`. Both are programs of their own, compiled with the profile of the
//! release, on the same embedded engines, in turns within one run: only their ratio means something.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the command line: what fails must show")]

mod calls;
mod cold;
mod lambda;
mod load;
mod seed;
mod server;
mod warm;

use clap::{Parser, Subcommand};
use seed::Seeded;

#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
    /// Cargo says so to every benchmark.
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum What {
    /// Throughput and latency of routes, warm.
    Api(warm::Options),
    /// From the start of the process to the first answer, as a function.
    Cold(cold::Options),
    /// Fills a table and says where it is.
    #[command(hide = true)]
    Seed,
    /// The API on a port, as the process that is measured.
    #[command(hide = true)]
    Serve,
}

fn main() {
    match Args::parse().what {
        What::Seed => seed::run(),
        What::Serve => server::serve(),
        What::Api(options) => Seeded::make().on_engines(|table| warm::run(options, table)),
        What::Cold(options) => Seeded::make().on_engines(|table| cold::run(options, table)),
    }
}
