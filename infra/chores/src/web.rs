//! The web app's build.

use std::path::PathBuf;

use anyhow::Result;

use crate::fingerprint::Fingerprint;
use crate::machine::tools;
use crate::run::{self, OutputMode};
use crate::{bundle_budgets, meaning, root, wasm};

/// Returns the folder of the built web app.
pub fn dist() -> PathBuf {
    root().join("web/dist")
}

/// Builds the web app unless nothing has changed, and prints its sizes.
pub fn ensure_built() -> Result<()> {
    wasm::ensure()?;
    let inputs = [
        "web/src",
        "web/public",
        "web/plugins",
        "web/index.html",
        "web/package-lock.json",
        "web/vite.config.ts",
        "web/tsconfig.json",
        "infra/chores/src/web.rs",
    ];
    let stamp = Fingerprint::of("web", &inputs)?;
    if stamp.is_up_to_date(&dist().join("index.html")) {
        return meaning::publish(&dist());
    }
    run::step("building the web app", || {
        run::run(
            tools::npx().args(["--no-install", "vite", "build"]).current_dir(root().join("web")),
            OutputMode::Failures,
        )
    })?;
    bundle_budgets::report(&dist())?;
    stamp.record()?;
    meaning::publish(&dist())
}
