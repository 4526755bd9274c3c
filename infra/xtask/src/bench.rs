//! Measurements. Each prints what it measured and on how much.

use anyhow::{Result, bail};

use crate::run::{self, Show};
use crate::tools;

/// Name, what it measures, the arguments for cargo.
const BENCHES: [(&str, &str, [&str; 5]); 1] =
    [("core", "ranking and speed of search in the core, natively", ["bench", "-p", "wasm-core", "--bench", "search"])];

/// `cargo xtask bench [NAME]`.
pub(crate) fn bench(name: Option<&str>) -> Result<()> {
    let Some(name) = name else {
        for (name, what, _) in BENCHES {
            run::say(&format!("  {name:<8} {what}"));
        }
        return Ok(());
    };
    let Some((_, _, arguments)) = BENCHES.iter().find(|(known, ..)| *known == name) else {
        bail!("There is no measurement '{name}'. `cargo xtask bench` lists them.");
    };
    run::run(tools::cargo().args(arguments), Show::Everything)
}
