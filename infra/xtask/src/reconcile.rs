//! Compares files with records, in the local server or with the function `changes` of a stack.

use std::fs;

use anyhow::{Context as _, Result, bail};
use chores::root;
use chores::run::{self, OutputMode};
use serde_json::{Value, json};

use crate::deploy::Loss;
use crate::{deploy, dev};

/// Maximum number of files without a record, and of records without a file, that are repaired without a confirmation.
/// Normally there are none.
const UNASKED_MAX: usize = 10;

/// Options of `cargo xtask reconcile`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Repairs inconsistencies: removes files without a record, moves notes without a file to the trash, corrects
    /// counts.
    #[arg(long)]
    mend: bool,
    /// Includes files that were written within the last day. Use it only while no upload is running.
    #[arg(long)]
    all: bool,
    /// URL of the local server. The command starts the server if it is not running.
    #[arg(long, default_value = "http://localhost:4000", conflicts_with = "stack")]
    server: String,
    /// Name of a stack on AWS to compare, in place of the local server.
    #[arg(long)]
    stack: Option<String>,
    #[command(flatten)]
    agreed: ApprovedLosses,
}

// A doc comment here would become the help text of each command with these options.
#[derive(clap::Args)]
pub(crate) struct ApprovedLosses {
    /// Number of files without a record to remove from a stack, for non-interactive use.
    #[arg(long, value_name = "NUMBER")]
    files: Option<usize>,
    /// Number of records of a stack whose missing file is accepted as lost, for non-interactive use.
    #[arg(long, value_name = "NUMBER")]
    missing: Option<usize>,
}

/// `cargo xtask reconcile`.
pub(crate) fn reconcile(args: &Args) -> Result<()> {
    match &args.stack {
        Some(stack) if args.mend => repair(stack, args.all, &args.agreed, UNASKED_MAX),
        Some(stack) => {
            let report = compare(stack, args.all, json!({}))?;
            print_report(&report)?;
            judge(&report, false)
        }
        None => dev::reconcile(&args.server, args.mend, args.all),
    }
}

/// Repairs a stack on AWS. If the number of files without a record, or of records without a file, is above
/// `unasked_max`, it must be confirmed. If the repair finds more than that, it changes nothing.
///
/// # Errors
/// If a number is not confirmed or has grown.
pub(crate) fn repair(stack: &str, all: bool, agreed: &ApprovedLosses, unasked_max: usize) -> Result<()> {
    let found = Found::of(&compare(stack, all, json!({}))?)?;
    found.confirm(agreed, unasked_max)?;
    let report = compare(stack, all, found.repair())?;
    print_report(&report)?;
    judge(&report, true)
}

/// Numbers of a report whose repair cannot be undone.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    orphans: usize,
    missing: usize,
}

impl Found {
    fn of(report: &Value) -> Result<Self> {
        refuse_failure(report)?;
        let number = |name: &str| -> Result<usize> {
            let number = report[name].as_u64().with_context(|| format!("the report does not contain {name}"))?;
            Ok(usize::try_from(number)?)
        };
        Ok(Self { orphans: number("orphans")?, missing: number("missingFiles")? })
    }

    fn confirm(&self, agreed: &ApprovedLosses, unasked_max: usize) -> Result<()> {
        let Self { orphans, missing } = *self;
        let files = format!("{orphans} files are removed, which no record names. The buckets keep them for 30 days.");
        let records = format!(
            "{missing} records name a missing file. Notes and recordings go to the trash, and pictures are removed from their \
             records."
        );
        let losses = [
            Loss { count: orphans, sentence: &files, option: "--files", confirmed_count: agreed.files },
            Loss { count: missing, sentence: &records, option: "--missing", confirmed_count: agreed.missing },
        ];
        losses
            .iter()
            .filter(|loss| loss.confirmed_count.is_some() || loss.count > unasked_max)
            .try_for_each(Loss::confirm)
    }

    /// Returns the options of a repair that changes at most these numbers.
    fn repair(&self) -> Value {
        json!({ "mendFiles": true, "mendCounts": true, "orphansMax": self.orphans, "missingMax": self.missing })
    }
}

fn print_report(report: &Value) -> Result<()> {
    run::print_line(&serde_json::to_string_pretty(report)?);
    Ok(())
}

fn compare(stack: &str, all: bool, mut options: Value) -> Result<Value> {
    let function = deploy::output(stack, "ChangesFunctionName")?;
    if all {
        options["youngSecs"] = 0.into();
    }
    let event = json!({ "reconcile": options }).to_string();
    let file = root().join("target/xtask/reconcile.json");
    fs::create_dir_all(file.parent().unwrap_or(&file))?;
    // Pass the event in a file: versions 1 and 2 of the AWS CLI both read a file without decoding it.
    let asked = file.with_extension("event.json");
    fs::write(&asked, event)?;
    run::step("comparing files with records", || {
        let mut command = deploy::aws(["lambda", "invoke", "--function-name"]);
        command.arg(format!("{function}:live")).args(["--payload", &format!("fileb://{}", asked.display())]);
        // Wait as long as the function may run. By default, the AWS CLI gives up after a minute and invokes the
        // function again.
        run::run(command.args(["--cli-read-timeout", "910"]).arg(&file), OutputMode::Failures)
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

/// Fails if the report has inconsistencies that were not repaired.
fn judge(report: &Value, mended: bool) -> Result<()> {
    refuse_failure(report)?;
    if report["refused"] == true {
        let Found { orphans, missing } = Found::of(report)?;
        bail!(
            "Nothing was repaired: by now {orphans} files have no record and {missing} records name a missing file, which is \
             more than was confirmed. Repeat the command."
        );
    }
    let wrong = ["missingFiles", "orphans", "miscounts"].iter().any(|name| report[name] != 0);
    if wrong && !mended {
        bail!("The check found problems; see the report. Run it with --mend to repair them.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reconciliation_fails_on_unrepaired_differences_and_on_errors() {
        let clean = json!({"missingFiles": 0, "orphans": 0, "miscounts": 0});
        let wrong = json!({"missingFiles": 0, "orphans": 2, "miscounts": 0});
        assert!(judge(&clean, false).is_ok() && judge(&wrong, true).is_ok());
        assert!(judge(&wrong, false).unwrap_err().to_string().contains("--mend"));
        let failed = judge(&json!({"errorMessage": "the table is gone"}), true);
        assert!(failed.unwrap_err().to_string().contains("the table is gone"));
        let refused = json!({"missingFiles": 3, "orphans": 2, "miscounts": 0, "refused": true});
        let refused = judge(&refused, true).unwrap_err().to_string();
        assert!(refused.contains("2 files have no record and 3 records name a missing file"), "{refused}");
    }

    #[test]
    fn a_repair_is_limited_to_the_differences_that_were_found_and_confirmed() {
        let found = Found::of(&json!({"missingFiles": 3, "orphans": 2, "miscounts": 9})).unwrap();
        assert_eq!(found.repair(), json!({"mendFiles": true, "mendCounts": true, "orphansMax": 2, "missingMax": 3}));
        let confirm = |files, missing, unasked_max| {
            found.confirm(&ApprovedLosses { files: Some(files), missing: Some(missing) }, unasked_max)
        };
        assert!(confirm(2, 3, 0).is_ok());
        assert!(found.confirm(&ApprovedLosses { files: None, missing: None }, 3).is_ok());
        for (files, missing, unasked_max, expected) in
            [(1, 3, 0, "2 was expected, not 1"), (2, 4, 0, "3 was expected, not 4"), (0, 3, 3, "2 was expected, not 0")]
        {
            let refused = confirm(files, missing, unasked_max).unwrap_err().to_string();
            assert!(refused.contains(expected), "{refused}");
        }
        assert!(Found::of(&json!({"orphans": 2})).is_err());
    }
}
