//! Asks whether files and records are true to each other: the local server, or the function `changes` of a stack.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::run::{self, Show};
use crate::{deploy, dev, root};

/// Options of `cargo xtask reconcile`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Put right what is wrong: remove files that no record names, move notes without a file to the trash, correct counts.
    #[arg(long)]
    mend: bool,
    /// Also look at files that were written within the last day. Nobody may be uploading then.
    #[arg(long)]
    all: bool,
    /// The local server; it is started for this when it does not run.
    #[arg(long, default_value = "http://localhost:4000", conflicts_with = "stack")]
    server: String,
    /// Name of a stack on AWS instead.
    #[arg(long)]
    stack: Option<String>,
}

/// `cargo xtask reconcile`.
pub(crate) fn reconcile(args: &Args) -> Result<()> {
    match &args.stack {
        Some(stack) => on_aws(stack, args.mend, args.all),
        None => dev::reconcile(&args.server, args.mend, args.all),
    }
}

/// Counts the files of a stack on AWS that no record names. [`mend`] removes them.
pub(crate) fn orphans(stack: &str) -> Result<usize> {
    let report = compare(stack, false, false)?;
    refuse_failure(&report)?;
    let count = report["orphans"].as_u64().context("the report does not say how many files have no record")?;
    Ok(usize::try_from(count)?)
}

/// Repairs a stack on AWS.
pub(crate) fn mend(stack: &str) -> Result<()> {
    on_aws(stack, true, false)
}

fn on_aws(stack: &str, mend: bool, all: bool) -> Result<()> {
    let report = compare(stack, mend, all)?;
    run::say(&serde_json::to_string_pretty(&report)?);
    judge(&report, mend)
}

fn compare(stack: &str, mend: bool, all: bool) -> Result<Value> {
    let function = deploy::output(stack, "ChangesFunctionName")?;
    let mut options = serde_json::json!({"mendFiles": mend, "mendCounts": mend});
    if all {
        options["youngSecs"] = 0.into();
    }
    let event = serde_json::json!({ "reconcile": options }).to_string();
    let file = root().join("target/xtask/reconcile.json");
    fs::create_dir_all(file.parent().unwrap_or(&file))?;
    // From a file the event is taken as it is, by both versions of the command.
    let asked = file.with_extension("event.json");
    fs::write(&asked, event)?;
    run::step("comparing files with records", || {
        let mut command = deploy::aws(["lambda", "invoke", "--function-name"]);
        command.arg(format!("{function}:live")).args(["--payload", &format!("fileb://{}", asked.display())]);
        // As long as the function may take; the command itself gives up after a minute, and then asks again.
        run::run(command.args(["--cli-read-timeout", "910"]).arg(&file), Show::Failures)
    })?;
    let text = fs::read_to_string(&file).context("the answer of the function cannot be read")?;
    serde_json::from_str(&text).context("the answer of the function is no report")
}

fn refuse_failure(report: &Value) -> Result<()> {
    if let Some(reason) = report["errorMessage"].as_str() {
        bail!("The function could not compare files and records: {reason}");
    }
    Ok(())
}

/// An error when something is wrong and stays so.
fn judge(report: &Value, mended: bool) -> Result<()> {
    refuse_failure(report)?;
    let wrong = ["missingFiles", "orphans", "miscounts"].iter().any(|name| report[name] != 0);
    if wrong && !mended {
        bail!("The check found problems; see the report. Run it with --mend to repair them.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_report_is_judged_by_what_is_wrong_and_stays_wrong() {
        let clean = json!({"missingFiles": 0, "orphans": 0, "miscounts": 0});
        let wrong = json!({"missingFiles": 0, "orphans": 2, "miscounts": 0});
        assert!(judge(&clean, false).is_ok() && judge(&wrong, true).is_ok());
        assert!(judge(&wrong, false).unwrap_err().to_string().contains("--mend"));
        let failed = judge(&json!({"errorMessage": "the table is gone"}), true);
        assert!(failed.unwrap_err().to_string().contains("the table is gone"));
    }
}
