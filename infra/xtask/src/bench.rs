//! Measurements. Each prints what it measured and on how much.

mod search;

use anyhow::{Result, bail};

use crate::run::{self, Show};
use crate::tools;

/// Name and what it measures.
const BENCHES: [(&str, &str); 3] = [
    ("capacity", "table capacity units that what people do consumes, as the engine reports them"),
    ("core", "ranking and speed of search in the core, natively"),
    ("search", "the core's search beside JavaScript libraries, in Node and in Chromium"),
];

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which one; without a name they are listed.
    name: Option<String>,
    #[command(flatten)]
    search: search::Options,
}

/// `cargo xtask bench [NAME]`.
pub(crate) fn bench(args: &Args) -> Result<()> {
    match args.name.as_deref() {
        None => {
            for (name, what) in BENCHES {
                run::say(&format!("  {name:<8} {what}"));
            }
            Ok(())
        }
        Some("capacity") => run::run(
            // As a test, since the figures do not depend on how fast it runs.
            tools::cargo().args(["test", "-p", "store", "--features", "capacity", "--bench", "capacity"]),
            Show::Everything,
        ),
        Some("core") => {
            run::run(tools::cargo().args(["bench", "-p", "wasm-core", "--bench", "search"]), Show::Everything)
        }
        Some("search") => search::bench(&args.search),
        Some(name) => bail!("There is no measurement '{name}'. `cargo xtask bench` lists them."),
    }
}
