//! Measurements. Each prints what it measured and on how much.

use anyhow::{Result, bail};

use crate::run::{self, Show};
use crate::tools;

/// Name, what it measures, the example that does it.
const BENCHES: [(&str, &str, [&str; 4]); 1] = [(
    "core",
    "building the index and answering searches, natively, over all built-in and generated courses",
    ["-p", "wasm-core", "--example", "search_bench"],
)];

/// `cargo xtask bench [NAME]`.
pub(crate) fn bench(name: Option<&str>) -> Result<()> {
    let Some(name) = name else {
        for (name, what, _) in BENCHES {
            run::say(&format!("  {name:<8} {what}"));
        }
        return Ok(());
    };
    let Some((_, _, example)) = BENCHES.iter().find(|(known, ..)| *known == name) else {
        bail!("There is no measurement '{name}'. `cargo xtask bench` lists them.");
    };
    run::run(tools::cargo().args(["run", "--release", "--quiet"]).args(example), Show::Everything)
}
