//! `cargo xtask restore`: restores the table to an earlier time, step by step. Each step can be repeated, so running
//! the command again continues an interrupted restore.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use chores::run::{self, OutputMode};
use serde_json::{Value, json};

use super::confirm::Loss;
use super::parameters::{self, Section, TABLE};
use super::stack::{Deployed, aws, use_region};
use crate::reconcile::{self, ApprovedLosses};

/// Options of `cargo xtask restore`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Time to restore, in UTC, such as 2026-11-21T04:00:00Z.
    #[arg(long, value_parser = second, required_unless_present = "open")]
    to: Option<String>,
    /// Name of the restored table that the stack will use. Without it, the command only prints the name.
    #[arg(long)]
    table: Option<String>,
    /// Number of accounts to delete again, for non-interactive use.
    #[arg(long, value_name = "NUMBER")]
    accounts: Option<usize>,
    #[command(flatten)]
    agreed: ApprovedLosses,
    /// Only allow writes again after an interrupted restore.
    #[arg(long, conflicts_with_all = ["to", "table", "accounts", "files", "missing"])]
    open: bool,
    /// Name of the stack.
    #[arg(long, default_value = "note-ninja")]
    stack: String,
}

/// Functions that write, each with the parameter for its maximum concurrency.
const WRITERS: [(&str, Option<&str>); 5] = [
    ("ApiFunction", Some("ApiConcurrency")),
    ("IngestFunction", Some("IngestConcurrency")),
    ("PrepareFunction", Some("PrepareConcurrency")),
    ("ChangesFunction", None),
    ("InsideFunction", None),
];
/// Functions that handle the table's stream. They start first, so that they repair before users write.
const FOLLOWERS: [&str; 2] = ["ChangesFunction", "InsideFunction"];

const POLL: Duration = Duration::from_secs(2);
/// Time limit for deleting accounts. `changes` deletes one within seconds, so this is enough for thousands.
const DELETED_WITHIN: Duration = Duration::from_mins(10);
const TABLE_POLLS: u32 = 300;
const UPDATE_POLLS: u32 = 1800;

/// Deleting more accounts than this number, or than the percentage below, needs a confirmation. Few users delete their
/// accounts within days, so a larger number suggests the wrong user pool, or one that has lost accounts.
const UNASKED_ACCOUNTS_MAX: usize = 10;
const UNASKED_ACCOUNTS_MAX_PERCENT: usize = 5;

/// Runs all steps.
///
/// # Errors
/// If a step fails. Writes stay stopped until the command succeeds, or is called with `--open`.
pub(crate) fn restore(args: &Args) -> Result<()> {
    use_region(Section::load(&args.stack)?.region());
    let deployed = Deployed::of(&args.stack)?;
    let stack = Stack { resources: deployed.resources()?, deployed };
    let Some(second) = &args.to else {
        return stack.start(&WRITERS.map(|(function, _)| function));
    };
    let table = restored_name(&args.stack, second);
    let damaged = parameters::table_of(&stack.deployed.parameters, stack.id("Table")?);
    parameters::reject_other_table(damaged, &table, args.table.as_deref())?;
    stack.steps(args, second, &table).map_err(|error| {
        error.context(
            "The restore broke off, and the stack refuses all requests. Repeat the command to go on; `cargo xtask restore \
             --open` opens the stack as it is",
        )
    })
}

struct Stack {
    deployed: Deployed,
    resources: BTreeMap<String, String>,
}

impl Stack {
    fn steps(&self, args: &Args, second: &str, table: &str) -> Result<()> {
        let own = self.id("Table")?;
        let damaged = parameters::table_of(&self.deployed.parameters, own);
        run::step("stopping writes", || self.stop())?;
        if table != damaged {
            run::step(&format!("restoring {damaged} as {table}"), || restore_table(damaged, table, second))?;
        }
        run::step("setting up the restored table", || set_up(table))?;
        let (gone, all) = run::step("looking for accounts that were deleted since", || self.deleted_accounts(table))?;
        let sentence = format!("{} of {all} accounts are deleted again.", gone.len());
        if needs_question(gone.len(), all) {
            let sentence = format!("{sentence} They are not in the user pool any more.");
            Loss { count: gone.len(), sentence: &sentence, option: "--accounts", confirmed_count: args.accounts }
                .confirm()?;
        } else {
            run::print_line(&format!("    {sentence}"));
        }
        for account in &gone {
            put(table, &account.tombstone(second))?;
        }
        run::step("moving the stack to the restored table", || self.switch(&args.stack, table))?;
        run::step("rebuilding the catalogue", || {
            let manifest = format!("s3://{}/catalogue/manifest.json", self.deployed.output("SiteBucketName")?);
            run::run(&mut aws(["s3", "rm", "--only-show-errors", &manifest]), OutputMode::Failures)
        })?;
        self.start(&FOLLOWERS)?;
        run::step("deleting these accounts", || self.wait_until_deleted(table))?;
        // Require a confirmation for any number of differences, because they come from the time that the restore
        // undoes.
        run::print_line(&format!("    Files without a record may still be named by {damaged}."));
        reconcile::repair(&args.stack, false, &args.agreed, 0)?;
        self.start(&WRITERS.map(|(function, _)| function))?;
        run::print_line(&format!(
            "\nThe stack works on {table}; {damaged} stays as it was. infra/stacks.toml keeps the parameter."
        ));
        Ok(())
    }

    fn id(&self, resource: &str) -> Result<&str> {
        self.resources.get(resource).map(String::as_str).with_context(|| format!("The stack has no {resource}."))
    }

    /// Stops all functions that write. Requests of browsers are rejected.
    fn stop(&self) -> Result<()> {
        for (function, _) in WRITERS {
            let mut command = aws(["lambda", "put-function-concurrency", "--function-name", self.id(function)?]);
            run::run(command.args(["--reserved-concurrent-executions", "0"]), OutputMode::Failures)?;
        }
        Ok(())
    }

    /// Restores the concurrency of functions to the parameters of the stack.
    fn start(&self, functions: &[&str]) -> Result<()> {
        run::step(&format!("starting {}", functions.join(", ")), || {
            for (function, bound) in WRITERS.iter().filter(|(function, _)| functions.contains(function)) {
                let value = bound.and_then(|bound| self.deployed.parameters.get(bound)).map_or("0", String::as_str);
                let name = self.id(function)?;
                let mut command = if value == "0" {
                    aws(["lambda", "delete-function-concurrency", "--function-name", name])
                } else {
                    let mut command = aws(["lambda", "put-function-concurrency", "--function-name", name]);
                    command.args(["--reserved-concurrent-executions", value]);
                    command
                };
                run::run(&mut command, OutputMode::Failures)?;
            }
            Ok(())
        })
    }

    /// Returns the accounts that are in the restored table but not in the user pool, and the number of all accounts in
    /// the table.
    fn deleted_accounts(&self, table: &str) -> Result<(Vec<Account>, usize)> {
        let query = ["--query", "Users[].Attributes[?Name=='sub'].Value[]", "--output", "json"];
        let mut ask = aws(["cognito-idp", "list-users", "--user-pool-id", self.id("UserPool")?]);
        let users: BTreeSet<String> = serde_json::from_str(&run::read_output(ask.args(query))?)?;
        let mut ask =
            aws(["dynamodb", "scan", "--table-name", table, "--consistent-read", "--filter-expression", "sk = :me"]);
        ask.args(["--expression-attribute-values", r#"{":me":{"S":"ME"}}"#, "--projection-expression", "pk, email"]);
        let profiles: Value = serde_json::from_str(&run::read_output(ask.args(["--output", "json"]))?)?;
        deleted(&users, &profiles)
    }

    fn wait_until_deleted(&self, table: &str) -> Result<()> {
        let began = Instant::now();
        while !self.deleted_accounts(table)?.0.is_empty() {
            if began.elapsed() > DELETED_WITHIN {
                bail!("`changes` has not deleted all accounts yet; see its log.");
            }
            thread::sleep(POLL);
        }
        Ok(())
    }

    /// Deploys the current release again, with the restored table. No function is built, so the checked-out commit does
    /// not matter.
    fn switch(&self, name: &str, table: &str) -> Result<()> {
        let mut ask = aws(["dynamodb", "describe-table", "--table-name", table]);
        let arn = run::read_output(ask.args(["--query", "Table.LatestStreamArn", "--output", "text"]))?;
        let arn = arn.trim();
        if self.deployed.parameters.get(TABLE).is_none_or(|now| now != arn) {
            let mut update = aws(["cloudformation", "update-stack", "--stack-name", name, "--use-previous-template"]);
            update.args(["--capabilities", "CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND", "--parameters"]);
            update.args(switched(&self.deployed.parameters, arn));
            run::run(&mut update, OutputMode::Failures)?;
            wait_for_update(name)?;
        }
        let mut section = Section::load(name)?;
        section.parameters.insert(TABLE.to_owned(), arn.to_owned());
        section.save()
    }
}

/// Waits for CloudFormation, which waits for CodeDeploy. `aws cloudformation wait` would poll only twice a minute.
fn wait_for_update(stack: &str) -> Result<()> {
    for _ in 0..UPDATE_POLLS {
        let mut ask = aws(["cloudformation", "describe-stacks", "--stack-name", stack]);
        let status = run::read_output(ask.args(["--query", "Stacks[0].StackStatus", "--output", "text"]))?;
        match status.trim() {
            "UPDATE_COMPLETE" => return Ok(()),
            failed if failed.contains("ROLLBACK") || failed.ends_with("FAILED") => {
                bail!("CloudFormation could not move the stack ({failed}); its events say why.")
            }
            _ => thread::sleep(POLL),
        }
    }
    bail!("CloudFormation has not finished within an hour.")
}

/// Returns the parameters of `update-stack`: the new stream, and all others unchanged.
fn switched(deployed: &parameters::Parameters, arn: &str) -> Vec<String> {
    let others = deployed.keys().filter(|name| *name != TABLE);
    others
        .map(|name| format!("ParameterKey={name},UsePreviousValue=true"))
        .chain([format!("ParameterKey={TABLE},ParameterValue={arn}")])
        .collect()
}

/// Returns the table name, which contains the time. An existing table with this name therefore belongs to this restore.
fn restored_name(stack: &str, second: &str) -> String {
    format!("{stack}-{}", second.replace(['-', ':'], ""))
}

fn restore_table(from: &str, to: &str, second: &str) -> Result<()> {
    if run::read_output(&mut aws(["dynamodb", "describe-table", "--table-name", to])).is_err() {
        let mut command = aws(["dynamodb", "restore-table-to-point-in-time", "--source-table-name", from]);
        command.args(["--target-table-name", to, "--restore-date-time", second]);
        run::run(&mut command, OutputMode::Failures)?;
    }
    // One wait of the AWS CLI lasts 8 minutes; a large table takes longer.
    for _ in 0..TABLE_POLLS {
        let mut ask = aws(["dynamodb", "describe-table", "--table-name", to]);
        if run::read_output(ask.args(["--query", "Table.TableStatus", "--output", "text"]))?.trim() == "ACTIVE" {
            return Ok(());
        }
        thread::sleep(POLL * 10);
    }
    bail!("The table {to} is not ready after {} minutes.", (POLL * 10 * TABLE_POLLS).as_secs() / 60)
}

/// Configures what a backup does not contain: stream, expiry and point-in-time recovery.
fn set_up(table: &str) -> Result<()> {
    let mut ask = aws(["dynamodb", "describe-table", "--table-name", table]);
    let found = run::read_output(ask.args(["--query", "Table.LatestStreamArn", "--output", "text"]))?;
    // A table has only one stream: AWS rejects a second call.
    if !found.starts_with("arn:") {
        let mut stream = aws(["dynamodb", "update-table", "--table-name", table, "--deletion-protection-enabled"]);
        let images = "StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES";
        run::run(stream.args(["--stream-specification", images]), OutputMode::Failures)?;
        run::run(&mut aws(["dynamodb", "wait", "table-exists", "--table-name", table]), OutputMode::Failures)?;
    }
    let mut ask = aws(["dynamodb", "describe-time-to-live", "--table-name", table]);
    let status = run::read_output(ask.args(["--query", "TimeToLiveDescription.TimeToLiveStatus", "--output", "text"]))?;
    if !status.trim().starts_with("ENABL") {
        let mut expiry = aws(["dynamodb", "update-time-to-live", "--table-name", table]);
        let attribute = "Enabled=true,AttributeName=expires_at";
        run::run(expiry.args(["--time-to-live-specification", attribute]), OutputMode::Failures)?;
    }
    let mut backups = aws(["dynamodb", "update-continuous-backups", "--table-name", table]);
    let specification = "PointInTimeRecoveryEnabled=true";
    run::run(backups.args(["--point-in-time-recovery-specification", specification]), OutputMode::Failures)
}

/// An account that its owner deleted after the restored time.
#[derive(Debug, PartialEq, Eq)]
struct Account {
    uid: String,
    email: String,
}

impl Account {
    /// Returns the item that makes `changes` delete everything that belongs to the account
    /// (functions/store/src/people/account/leave.rs).
    fn tombstone(&self, second: &str) -> Value {
        // The table removes the item at once if this time is in the past. `changes` then deletes the account a second
        // time, which does no harm.
        json!({
            "pk": {"S": format!("USER#{}", self.uid)},
            "sk": {"S": "LEFT"},
            "entity": {"S": "left_account"},
            "schema": {"N": "1"},
            "uid": {"S": self.uid},
            "email": {"S": self.email},
            "left_at": {"S": second.replace('Z', ".000Z")},
            "expires_at": {"N": in_an_hour().to_string()},
        })
    }
}

fn in_an_hour() -> u64 {
    super::now_secs().unwrap_or(0) + 3600
}

fn deleted(users: &BTreeSet<String>, profiles: &Value) -> Result<(Vec<Account>, usize)> {
    let items = profiles["Items"].as_array().context("the profiles of the restored table cannot be read")?;
    let accounts: Vec<Account> = items
        .iter()
        .filter_map(|item| {
            let uid = item["pk"]["S"].as_str()?.strip_prefix("USER#")?.to_owned();
            let email = item["email"]["S"].as_str().unwrap_or_default().to_owned();
            (!users.contains(&uid)).then_some(Account { uid, email })
        })
        .collect();
    // A stack has at least the account of its administrator.
    if !accounts.is_empty() && accounts.len() == items.len() {
        bail!(
            "None of the {} accounts of the restored table is in the user pool. Is it the pool of this table?",
            items.len()
        );
    }
    Ok((accounts, items.len()))
}

/// Returns true if deleting this many of all accounts needs a confirmation.
fn needs_question(accounts: usize, all: usize) -> bool {
    accounts > UNASKED_ACCOUNTS_MAX || accounts * 100 > all * UNASKED_ACCOUNTS_MAX_PERCENT
}

fn put(table: &str, item: &Value) -> Result<()> {
    run::run(
        &mut aws(["dynamodb", "put-item", "--table-name", table, "--item", &item.to_string()]),
        OutputMode::Failures,
    )
}

/// Parses a time in UTC, in the format that DynamoDB accepts.
fn second(text: &str) -> Result<String, String> {
    let fits = |(letter, wanted): (char, char)| if wanted == '0' { letter.is_ascii_digit() } else { letter == wanted };
    let pattern = "0000-00-00T00:00:00Z";
    if text.len() == pattern.len() && text.chars().zip(pattern.chars()).all(fits) {
        return Ok(text.to_owned());
    }
    Err("write the second in UTC, like 2026-11-21T04:00:00Z".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restored_accounts_that_are_missing_from_the_user_pool_are_deleted() {
        let profiles = json!({"Items": [
            {"pk": {"S": "USER#ana"}, "email": {"S": "ana@example.edu"}},
            {"pk": {"S": "USER#ben"}, "email": {"S": "ben@example.edu"}},
        ]});
        let users = BTreeSet::from(["ana".to_owned()]);
        let (found, all) = deleted(&users, &profiles).unwrap();
        assert_eq!((&found, all), (&vec![Account { uid: "ben".into(), email: "ben@example.edu".into() }], 2));
        let item = found.first().unwrap().tombstone("2026-11-21T04:00:00Z");
        assert_eq!((&item["sk"]["S"], &item["left_at"]["S"]), (&json!("LEFT"), &json!("2026-11-21T04:00:00.000Z")));
        assert!(deleted(&BTreeSet::new(), &profiles).is_err(), "another pool must not delete everyone");
    }

    #[test]
    fn deleting_many_accounts_requires_confirmation() {
        for (accounts, all, asks) in [
            (0, 0, false),
            (0, 3, false),
            (1, 19, true),
            (1, 20, false),
            (10, 199, true),
            (10, 200, false),
            (10, 100_000, false),
            (11, 100_000, true),
        ] {
            assert_eq!(needs_question(accounts, all), asks, "{accounts} of {all}");
        }
    }

    #[test]
    fn switching_to_a_restored_table_keeps_every_other_parameter() {
        let deployed =
            BTreeMap::from([(TABLE.to_owned(), String::new()), ("KeyGeneration".to_owned(), "3".to_owned())]);
        assert_eq!(
            switched(&deployed, "arn:x"),
            [
                "ParameterKey=KeyGeneration,UsePreviousValue=true",
                "ParameterKey=RestoredTableStreamArn,ParameterValue=arn:x"
            ]
        );
    }

    #[test]
    fn a_restored_table_is_named_after_its_restore_time() {
        assert_eq!(restored_name("note-ninja", "2026-11-21T04:00:00Z"), "note-ninja-20261121T040000Z");
    }

    #[test]
    fn restore_time_must_be_in_utc_with_seconds() {
        assert!(second("2026-11-21T04:00:00Z").is_ok());
        for wrong in ["2026-11-21", "2026-11-21T04:00:00+01:00", "2026-11-21 04:00:00Z"] {
            assert!(second(wrong).is_err(), "{wrong}");
        }
    }
}
