//! Brings the stack and the page to AWS, and an earlier page back. Thin over the command lines of `sam` and `aws`, which
//! bring their own credentials; what is decided is decided in `site.rs`.

mod firewall;
mod site;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::run::{self, Show};
use crate::{npm, root, tools, web};
use firewall::Section;
use site::{Release, Upload};

const CONFIG: &str = "infra/samconfig.toml";
const SAM_MISSING: &str =
    "The AWS SAM CLI is missing; infra/OPERATIONS.md, Before the first time, says what to install";

/// Options of `cargo xtask deploy`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Say what would be done and which files would be published; call nobody.
    #[arg(long)]
    dry_run: bool,
    /// Publish the page only; leave the stack as it is.
    #[arg(long)]
    page_only: bool,
    #[command(flatten)]
    stack: Stack,
}

/// Options of `cargo xtask rollback`.
#[derive(clap::Args)]
pub(crate) struct RollbackArgs {
    /// The release whose page should be published again; without it, releases are listed.
    release: Option<String>,
    #[command(flatten)]
    stack: Stack,
}

/// Which stack is meant.
#[derive(clap::Args)]
struct Stack {
    /// Name of the stack.
    #[arg(long = "stack", default_value = "note-ninja")]
    name: String,
    /// Section of infra/samconfig.toml.
    #[arg(long, default_value = "default")]
    config_env: String,
}

/// `cargo xtask deploy`.
pub(crate) fn deploy(args: &Args) -> Result<()> {
    tools::need_node()?;
    tools::need_wasm_target()?;
    npm::install()?;
    web::ensure_built()?;
    let dist = web::dist();
    let page = fs::read_to_string(dist.join("index.html")).context("web/dist/index.html cannot be read")?;
    let uploads = site::uploads(&files_in(&dist, "")?, &page)?;
    if args.dry_run {
        return explain(args, &uploads);
    }
    if !args.page_only {
        run::step("building the functions", || run::run(&mut sam_build(), Show::Failures))?;
        let parameters = firewall::deploy(&Section::of(&args.stack)?, &args.stack)?;
        at_the_terminal(sam_deploy(&args.stack).args(parameters), SAM_MISSING)?;
    }
    let target = Target::of(&args.stack)?;
    let release = Release::new(now_secs()?, &source()?, &uploads);
    publish(&target, &dist, &uploads, &release)?;
    smoke_test(&target)?;
    let releases = target.releases()?;
    target.remove(&site::outdated(&releases, now_secs()?))?;
    run::say(&format!("\nRelease {} is at {}", release.id, target.page_url));
    if let Some(before) = releases.iter().map(|known| &known.id).filter(|id| **id < release.id).max() {
        run::say(&format!("Take the page back with `cargo xtask rollback {before} --stack {}`.", args.stack.name));
    }
    Ok(())
}

/// `cargo xtask rollback`.
pub(crate) fn rollback(args: &RollbackArgs) -> Result<()> {
    let target = Target::of(&args.stack)?;
    let mut releases = target.releases()?;
    releases.sort_by(|a, b| b.id.cmp(&a.id));
    let Some(id) = &args.release else {
        run::say("Releases whose files are still there, newest first:");
        for release in &releases {
            run::say(&format!("  {}  built from {}", release.id, release.source));
        }
        return Ok(());
    };
    let Some(old) = releases.iter().find(|release| release.id == *id) else {
        bail!("There is no release '{id}'. `cargo xtask rollback` lists them.");
    };
    // It becomes the newest, so that its assets are not cleared away as those of a replaced one.
    let again = Release { id: format!("{:010}", now_secs()?), ..old.clone() };
    target.put_note(&again)?;
    for path in old.page_files() {
        // Type and cache header are copied along.
        for to in [again.copy_of(path), path.to_owned()] {
            let (from, to) = (target.url(&old.copy_of(path)), target.url(&to));
            run::run(&mut aws(["s3", "cp", "--only-show-errors", &from, &to]), Show::Failures)?;
        }
    }
    let paths: Vec<String> = old.page_files().iter().map(|path| format!("/{path}")).collect();
    target.invalidate(&paths)?;
    smoke_test(&target)
}

/// What a deployment would do.
fn explain(args: &Args, uploads: &[Upload]) -> Result<()> {
    if !args.page_only {
        if let Some(command) = firewall::would_call(&Section::of(&args.stack)?, &args.stack) {
            run::say("The firewall, if the stack is not in us-east-1; its ARN goes into WebAclArn:");
            run::say(&format!("  {}", run::shown(&command)));
        }
        run::say("The stack: a change set is shown and asked about before anything happens.");
        for command in [sam_build(), sam_deploy(&args.stack)] {
            run::say(&format!("  {}", run::shown(&command)));
        }
    }
    run::say("The page, in this order:");
    for Upload { path, content_type, cache_control } in uploads {
        run::say(&format!("  {path:<48} {content_type:<32} {cache_control}"));
    }
    run::say(&format!("CloudFront forgets: {}", site::invalidations(uploads).join(" ")));
    run::say("Then a smoke test; then files go that no page of the last 30 days names.");
    Ok(())
}

fn publish(target: &Target, dist: &Path, uploads: &[Upload], release: &Release) -> Result<()> {
    run::step("publishing the page", || {
        // The note first: what is published without one would never be cleared away.
        target.put_note(release)?;
        for (alike, of_kind) in site::assets_by_kind(uploads) {
            target.put_all(dist, alike, &of_kind)?;
        }
        for upload in uploads.iter().filter(|upload| upload.is_page()) {
            let from = dist.join(&upload.path);
            target.put(&from, &upload.path, upload.content_type, upload.cache_control)?;
            target.put(&from, &release.copy_of(&upload.path), upload.content_type, upload.cache_control)?;
        }
        target.invalidate(&site::invalidations(uploads))
    })
}

fn smoke_test(target: &Target) -> Result<()> {
    run::step("smoke test", || {
        let script = root().join("infra/xtask/smoke.mjs");
        run::run(Command::new("node").arg(script).arg(&target.page_url), Show::Everything).map_err(|e| {
            e.context("The stack answers, but not as it should. `cargo xtask rollback` lists what can be put back")
        })
    })
}

/// Where the stack is.
struct Target {
    bucket: String,
    distribution: String,
    page_url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Output {
    output_key: String,
    output_value: String,
}

/// What a deployed stack says of itself.
struct Outputs<'a> {
    stack: &'a str,
    outputs: Vec<Output>,
}

impl<'a> Outputs<'a> {
    fn of(stack: &'a str) -> Result<Self> {
        let query = ["--query", "Stacks[0].Outputs", "--output", "json"];
        let text = run::read(aws(["cloudformation", "describe-stacks", "--stack-name", stack]).args(query))?;
        let outputs = serde_json::from_str(&text).context("the outputs of the stack cannot be read")?;
        Ok(Self { stack, outputs })
    }

    fn find(&self, name: &str) -> Result<String> {
        let found = self.outputs.iter().find(|output| output.output_key == name);
        found.map(|output| output.output_value.clone()).with_context(|| {
            format!("The stack {} has no output {name}. Was it deployed from this template?", self.stack)
        })
    }
}

/// One output of a deployed stack.
pub(crate) fn output(stack: &str, name: &str) -> Result<String> {
    Outputs::of(stack)?.find(name)
}

impl Target {
    fn of(stack: &Stack) -> Result<Self> {
        let outputs = Outputs::of(&stack.name)?;
        Ok(Self {
            bucket: outputs.find("SiteBucketName")?,
            distribution: outputs.find("DistributionId")?,
            page_url: outputs.find("PageUrl")?,
        })
    }

    fn url(&self, key: &str) -> String {
        format!("s3://{}/{key}", self.bucket)
    }

    fn put(&self, from: &Path, key: &str, content_type: &str, cache_control: &str) -> Result<()> {
        let mut command = aws(["s3", "cp", "--only-show-errors", "--content-type", content_type]);
        command.args(["--cache-control", cache_control]).arg(from).arg(self.url(key));
        run::run(&mut command, Show::Failures)
    }

    /// Many files of one kind at once: one by one a hundred of them take minutes.
    fn put_all(&self, dist: &Path, alike: &Upload, paths: &[&str]) -> Result<()> {
        let mut command = aws(["s3", "cp", "--recursive", "--only-show-errors", "--exclude", "*"]);
        for path in paths {
            command.args(["--include", path]);
        }
        command.args(["--content-type", alike.content_type, "--cache-control", alike.cache_control]);
        run::run(command.arg(dist).arg(self.url("")), Show::Failures)
    }

    fn put_note(&self, release: &Release) -> Result<()> {
        let file = scratch()?.join("release.json");
        fs::write(&file, serde_json::to_vec(release)?)?;
        self.put(&file, &release.key(), "application/json", "no-store")
    }

    fn releases(&self) -> Result<Vec<Release>> {
        let folder = scratch()?.join("releases");
        // Of an earlier run, perhaps of another stack.
        let _absent = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        let mut command =
            aws(["s3", "cp", "--recursive", "--only-show-errors", "--exclude", "*", "--include", "*.json"]);
        run::run(command.arg(self.url(site::RELEASES)).arg(&folder), Show::Failures)?;
        let mut releases = Vec::new();
        for name in files_in(&folder, "")?.iter().filter(|name| !name.contains('/')) {
            let text = fs::read(folder.join(name))?;
            releases.push(serde_json::from_slice(&text).with_context(|| format!("releases/{name} cannot be read"))?);
        }
        Ok(releases)
    }

    fn remove(&self, keys: &[String]) -> Result<()> {
        for key in keys {
            run::run(&mut aws(["s3", "rm", "--only-show-errors", &self.url(key)]), Show::Failures)?;
        }
        Ok(())
    }

    fn invalidate(&self, paths: &[String]) -> Result<()> {
        let begin = ["cloudfront", "create-invalidation", "--distribution-id", &self.distribution];
        let made =
            run::read(aws(begin).arg("--paths").args(paths).args(["--query", "Invalidation.Id", "--output", "text"]))?;
        let wait = ["cloudfront", "wait", "invalidation-completed", "--distribution-id", &self.distribution];
        run::run(aws(wait).args(["--id", made.trim()]), Show::Failures)
    }
}

fn sam_build() -> Command {
    let mut command = Command::new("sam");
    command.args(["build", "--template", "template.yaml"]).env("SAM_CLI_TELEMETRY", "0").current_dir(root());
    command
}

fn sam_deploy(stack: &Stack) -> Command {
    let config = root().join(CONFIG);
    let mut command = Command::new("sam");
    command.args(["deploy", "--stack-name", &stack.name, "--config-env", &stack.config_env, "--config-file"]);
    command.arg(config).env("SAM_CLI_TELEMETRY", "0").current_dir(root());
    command
}

pub(crate) fn aws<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new("aws");
    command.args(arguments).env("AWS_PAGER", "");
    command
}

/// Runs a program that asks questions.
fn at_the_terminal(command: &mut Command, missing: &str) -> Result<()> {
    let status = command.status().with_context(|| missing.to_owned())?;
    if status.success() {
        return Ok(());
    }
    bail!("`{}` failed or was declined; nothing was published.", run::shown(command));
}

/// Files below a folder, with `/` between names, sorted.
fn files_in(folder: &Path, prefix: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files_in(&entry.path(), &format!("{name}/"))?);
        } else {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

fn scratch() -> Result<PathBuf> {
    let folder = root().join("target/xtask/deploy");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// What the web app was built from.
fn source() -> Result<String> {
    let text = run::read(Command::new("git").args(["describe", "--always", "--dirty"]).current_dir(root()))?;
    Ok(text.trim().to_owned())
}

fn now_secs() -> Result<u64> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH).context("the clock of this machine is before 1970")?.as_secs())
}
