//! Deploys the stack and the page to AWS, and rolls the page back. Calls the command lines of `sam` and `aws`, which
//! have their own credentials. `site.rs` contains the decisions.

mod confirm;
mod dist;
mod edge;
mod parameters;
mod plan;
mod restore;
mod site;
mod stack;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use chores::machine::{npm, tools};
use chores::run::{self, OutputMode};
use chores::{root, web};

pub(crate) use confirm::Loss;
pub(crate) use dist::check as check_built;
use dist::files_in;
use edge::Step;
use parameters::Section;
pub(crate) use restore::{Args as RestoreArgs, restore};
use site::{Release, Upload};
use stack::Deployed;
pub(crate) use stack::{aws, output};

const TEMPLATE: &str = "template.yaml";
const SAM_MISSING: &str =
    "The AWS SAM CLI is missing; infra/OPERATIONS.md, Before the first time, says what to install";

/// Options of `cargo xtask deploy`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print the steps and the files to publish; call no service.
    #[arg(long)]
    dry_run: bool,
    /// Publish only the page and leave the stack unchanged.
    #[arg(long)]
    page_only: bool,
    /// Change a parameter of the stack and save it in infra/stacks.toml. May be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parameters::parse_assignment, conflicts_with = "page_only")]
    set: Vec<(String, String)>,
    /// Region of the stack. Saved in infra/stacks.toml.
    #[arg(long)]
    region: Option<String>,
    /// Table that the stack uses after this deployment. Required if the table changes.
    #[arg(long)]
    table: Option<String>,
    #[command(flatten)]
    stack: Stack,
}

/// Options of `cargo xtask names`.
#[derive(clap::Args)]
pub(crate) struct NamesArgs {
    #[command(flatten)]
    stack: Stack,
}

/// Options of `cargo xtask rollback`.
#[derive(clap::Args)]
pub(crate) struct RollbackArgs {
    /// Release whose page to publish again. Without it, releases are listed.
    release: Option<String>,
    #[command(flatten)]
    stack: Stack,
}

/// Selects a stack.
#[derive(clap::Args)]
struct Stack {
    /// Name of the stack.
    #[arg(long = "stack", default_value = "note-ninja")]
    name: String,
}

/// `cargo xtask deploy`.
pub(crate) fn deploy(args: &Args) -> Result<()> {
    tools::require_node()?;
    tools::require_wasm_target()?;
    let mut section = Section::load(&args.stack.name)?;
    if let Some(region) = &args.region {
        section.set_region(region);
    }
    let is_planned = !args.dry_run && !args.page_only;
    let (deployed, page) = plan::plan_then_build(
        || if is_planned { plan::plan_stack(args, &mut section) } else { Ok(None) },
        Page::build,
    )?;
    let Page { dist, uploads } = page;
    if args.dry_run {
        return explain(args, section, &uploads);
    }
    stack::use_region(section.region());
    if !args.page_only {
        deploy_stack(args, &mut section, deployed.as_ref())?;
    }
    let target = Target::of(&args.stack)?;
    let release = Release::new(now_secs()?, &source()?, &uploads);
    publish(&target, &dist, &uploads, &release)?;
    smoke_test(&target)?;
    let releases = target.releases()?;
    target.remove(&site::outdated_keys(&releases, now_secs()?))?;
    run::print_line(&format!("\nRelease {} is at {}", release.id, target.page_url));
    if let Some(before) = releases.iter().map(|known| &known.id).filter(|id| **id < release.id).max() {
        run::print_line(&format!(
            "Take the page back with `cargo xtask rollback {before} --stack {}`.",
            args.stack.name
        ));
    }
    Ok(())
}

/// The built page.
struct Page {
    dist: PathBuf,
    uploads: Vec<Upload>,
}

impl Page {
    fn build() -> Result<Self> {
        npm::install()?;
        web::ensure_built()?;
        let dist = web::dist();
        let uploads = dist::uploads(&dist)?;
        Ok(Self { dist, uploads })
    }
}

/// Builds and deploys the stack with the parameters of the section.
fn deploy_stack(args: &Args, section: &mut Section, deployed: Option<&Deployed>) -> Result<()> {
    let name = &args.stack.name;
    section.save()?;
    run::step("building the functions", || run::run(&mut sam_build(), OutputMode::Failures))?;
    let mut distribution = deployed.and_then(|stack| stack.output("DistributionId").ok());
    for step in edge::order(section, name, distribution.is_some()) {
        match step {
            Step::Main => {
                at_the_terminal(&mut sam_deploy(name), SAM_MISSING)?;
                if distribution.is_none() {
                    distribution = Some(Deployed::of(name)?.output("DistributionId")?);
                }
            }
            Step::WebAcl => {
                if let Some(arn) = edge::deploy(section, name, distribution.as_deref())? {
                    section.parameters.insert(edge::ARN.to_owned(), arn);
                    section.save()?;
                }
            }
        }
    }
    Ok(())
}

/// `cargo xtask names`.
pub(crate) fn print_names(args: &NamesArgs) -> Result<()> {
    stack::use_region(Section::load(&args.stack.name)?.region());
    stack::print_names(&args.stack.name)
}

/// `cargo xtask rollback`.
pub(crate) fn rollback(args: &RollbackArgs) -> Result<()> {
    stack::use_region(Section::load(&args.stack.name)?.region());
    let target = Target::of(&args.stack)?;
    let mut releases = target.releases()?;
    releases.sort_by(|a, b| b.id.cmp(&a.id));
    let Some(id) = &args.release else {
        run::print_line("Releases whose files are still there, newest first:");
        for release in &releases {
            run::print_line(&format!("  {}  built from {}", release.id, release.source));
        }
        return Ok(());
    };
    let Some(old) = releases.iter().find(|release| release.id == *id) else {
        bail!("There is no release '{id}'. `cargo xtask rollback` lists them.");
    };
    // The rollback becomes the newest release, so that its assets are not removed as those of a replaced one.
    let again = Release { id: format!("{:010}", now_secs()?), ..old.clone() };
    target.put_note(&again)?;
    for path in old.page_files() {
        // The copy keeps content type and cache header.
        for to in [again.rollback_key(path), path.to_owned()] {
            let (from, to) = (target.url(&old.rollback_key(path)), target.url(&to));
            run::run(&mut aws(["s3", "cp", "--only-show-errors", &from, &to]), OutputMode::Failures)?;
        }
    }
    let paths: Vec<String> = old.page_files().iter().map(|path| format!("/{path}")).collect();
    target.invalidate(&paths)?;
    smoke_test(&target)
}

/// Prints the steps of a deployment.
fn explain(args: &Args, mut section: Section, uploads: &[Upload]) -> Result<()> {
    if !args.page_only {
        section.parameters.extend(args.set.iter().cloned());
        run::print_line(
            "Parameters from infra/stacks.toml and --set; the stack keeps all others, and those that it has changed:",
        );
        for (name, value) in &section.parameters {
            run::print_line(&format!("  {name} = {value:?}"));
        }
        // A dry run does not check whether the stack exists. If it does not, the second stack is deployed once again at
        // the end.
        for step in edge::order(&section, &args.stack.name, true) {
            explain_step(step, &section, &args.stack.name);
        }
    }
    run::print_line("The page, in this order:");
    for Upload { path, content_type, cache_control } in uploads {
        run::print_line(&format!("  {path:<48} {content_type:<32} {cache_control}"));
    }
    run::print_line(&format!("CloudFront forgets: {}", site::invalidations(uploads).join(" ")));
    run::print_line("Then a smoke test; then files go that no page of the last 30 days names.");
    Ok(())
}

fn explain_step(step: Step, section: &Section, stack: &str) {
    let commands = match step {
        Step::Main => {
            run::print_line("The stack: a change set is shown and asked about before anything happens.");
            vec![sam_build(), sam_deploy(stack)]
        }
        Step::WebAcl => {
            let Some(command) = edge::planned_command(section, stack) else { return };
            run::print_line(
                "Firewall and alarms of CloudFront, if the stack is not in us-east-1; the ARN goes into WebAclArn:",
            );
            vec![command]
        }
    };
    for command in &commands {
        run::print_line(&format!("  {}", run::command_line(command)));
    }
}

fn publish(target: &Target, dist: &Path, uploads: &[Upload], release: &Release) -> Result<()> {
    run::step("publishing the page", || {
        // The record goes first: assets without a record would never be cleaned up.
        target.put_note(release)?;
        for (alike, of_kind) in site::assets_by_kind(uploads) {
            target.put_all(dist, alike, &of_kind)?;
        }
        for upload in uploads.iter().filter(|upload| upload.is_page()) {
            let from = dist.join(&upload.path);
            target.put(&from, &upload.path, upload.content_type, upload.cache_control)?;
            target.put(&from, &release.rollback_key(&upload.path), upload.content_type, upload.cache_control)?;
        }
        texts::publish_missing(target, dist)?;
        target.invalidate(&site::invalidations(uploads))
    })
}

fn smoke_test(target: &Target) -> Result<()> {
    run::step("smoke test", || {
        let script = root().join("infra/xtask/smoke.mjs");
        run::run(Command::new("node").arg(script).arg(&target.page_url), OutputMode::Everything).map_err(|e| {
            e.context("The page does not answer as it should. `cargo xtask rollback` lists what can be put back")
        })
    })
}

/// A deployed stack.
struct Target {
    bucket: String,
    distribution: String,
    page_url: String,
}

impl Target {
    fn of(stack: &Stack) -> Result<Self> {
        let deployed = Deployed::of(&stack.name)?;
        Ok(Self {
            bucket: deployed.output("SiteBucketName")?,
            distribution: deployed.output("DistributionId")?,
            page_url: deployed.output("PageUrl")?,
        })
    }

    fn url(&self, key: &str) -> String {
        format!("s3://{}/{key}", self.bucket)
    }

    fn put(&self, from: &Path, key: &str, content_type: &str, cache_control: &str) -> Result<()> {
        let mut command = aws(["s3", "cp", "--only-show-errors", "--content-type", content_type]);
        command.args(["--cache-control", cache_control]).arg(from).arg(self.url(key));
        run::run(&mut command, OutputMode::Failures)
    }

    /// Uploads many files of one kind at once. One by one, a hundred files take minutes.
    fn put_all(&self, dist: &Path, alike: &Upload, paths: &[&str]) -> Result<()> {
        let mut command = aws(["s3", "cp", "--recursive", "--only-show-errors", "--exclude", "*"]);
        for path in paths {
            command.args(["--include", path]);
        }
        command.args(["--content-type", alike.content_type, "--cache-control", alike.cache_control]);
        run::run(command.arg(dist).arg(self.url("")), OutputMode::Failures)
    }

    fn put_note(&self, release: &Release) -> Result<()> {
        let file = scratch()?.join("release.json");
        fs::write(&file, serde_json::to_vec(release)?)?;
        self.put(&file, &release.key(), "application/json", "no-store")
    }

    fn releases(&self) -> Result<Vec<Release>> {
        let folder = scratch()?.join("releases");
        // The folder may remain from an earlier run, perhaps for another stack.
        let _absent = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        let mut command =
            aws(["s3", "cp", "--recursive", "--only-show-errors", "--exclude", "*", "--include", "*.json"]);
        run::run(command.arg(self.url(site::RELEASES)).arg(&folder), OutputMode::Failures)?;
        let mut releases = Vec::new();
        for name in files_in(&folder, "")?.iter().filter(|name| !name.contains('/')) {
            let text = fs::read(folder.join(name))?;
            releases.push(serde_json::from_slice(&text).with_context(|| format!("releases/{name} cannot be read"))?);
        }
        Ok(releases)
    }

    fn remove(&self, keys: &[String]) -> Result<()> {
        for key in keys {
            run::run(&mut aws(["s3", "rm", "--only-show-errors", &self.url(key)]), OutputMode::Failures)?;
        }
        Ok(())
    }

    fn invalidate(&self, paths: &[String]) -> Result<()> {
        let begin = ["cloudfront", "create-invalidation", "--distribution-id", &self.distribution];
        let made = run::read_output(aws(begin).arg("--paths").args(paths).args([
            "--query",
            "Invalidation.Id",
            "--output",
            "text",
        ]))?;
        let wait = ["cloudfront", "wait", "invalidation-completed", "--distribution-id", &self.distribution];
        run::run(aws(wait).args(["--id", made.trim()]), OutputMode::Failures)
    }
}

fn sam_build() -> Command {
    let mut command = Command::new("sam");
    command.args(["build", "--template", TEMPLATE, "--config-file"]).arg(root().join("infra/samconfig.toml"));
    command.env("SAM_CLI_TELEMETRY", "0").current_dir(root());
    command
}

fn sam_deploy(stack: &str) -> Command {
    let mut command = Command::new("sam");
    command.args(["deploy", "--config-env", stack, "--config-file"]).arg(parameters::path());
    command.env("SAM_CLI_TELEMETRY", "0").current_dir(root());
    command
}

/// Runs an interactive program.
fn at_the_terminal(command: &mut Command, missing: &str) -> Result<()> {
    let status = command.status().with_context(|| missing.to_owned())?;
    if status.success() {
        return Ok(());
    }
    bail!("`{}` failed or was declined; nothing was published.", run::command_line(command));
}

fn scratch() -> Result<PathBuf> {
    let folder = root().join("target/xtask/deploy");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Returns the version of the source.
fn source() -> Result<String> {
    let text = run::read_output(Command::new("git").args(["describe", "--always", "--dirty"]).current_dir(root()))?;
    Ok(text.trim().to_owned())
}

fn now_secs() -> Result<u64> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH).context("the clock of this machine is before 1970")?.as_secs())
}
