//! The test command: all checks in parts.

use std::env;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use chores::compile::Programs;
use chores::fingerprint::Fingerprint;
use chores::machine::{anki, browser, npm, tools, webdriver};
use chores::run::{self, OutputMode, run};
use chores::{bundle_budgets, compile, root, wasm, web};
use clap::ValueEnum;

use crate::lint::{deny, language};
use crate::testing::{cloud, fuzz, js_tests, rust_tests};
use crate::timings::{Outcome, Timings};
use crate::{codegen, deploy, lint};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only this part. May be given several times.
    #[arg(long)]
    only: Vec<Part>,
    /// In the parts `rust`, `web`, `browser` and `webdriver`, run only tests whose names contain this text.
    #[arg(long, requires = "only")]
    name: Option<String>,
    /// Also run parts that have passed before and whose files have not changed since.
    #[arg(long)]
    all: bool,
    /// Write cargo's timing report, crate by crate, to `target/cargo-timings`.
    #[arg(long)]
    timings: bool,
    /// In the part `deployed`, remove one permission at a time and expect a journey to fail. Takes an hour.
    #[arg(long)]
    mutate_roles: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Format of the Rust code.
    Fmt,
    /// Compilation without warnings of the compiler or of Clippy.
    Clippy,
    /// Style, import rules, types of the web app, wording of comments and documents.
    Lint,
    /// Generated files are up to date.
    Drift,
    /// Production template: translated, linted, compared with the code.
    Cloud,
    /// The core in a real WebAssembly engine.
    Wasm,
    /// Unit tests of the web app, its build and its size budgets.
    Web,
    /// Unit and integration tests of all crates, and journeys over HTTP.
    Rust,
    /// Journeys over HTTP through the stack of the template, deployed to an emulator.
    Deployed,
    /// Requests generated from the API document for one minute.
    Fuzz,
    /// Tasks of users in a real browser.
    Browser,
    /// One journey in Firefox and in WebKit.
    Webdriver,
}

const ALL: [Part; 12] = [
    Part::Fmt,
    Part::Clippy,
    Part::Lint,
    Part::Drift,
    Part::Cloud,
    Part::Wasm,
    Part::Web,
    Part::Rust,
    Part::Deployed,
    Part::Fuzz,
    Part::Browser,
    Part::Webdriver,
];

/// Inputs of all parts: the compiler settings and the runner.
const READ_BY_ALL: [&str; 6] =
    ["Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml", "infra/chores", "infra/xtask"];

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns the files and folders that affect the result, besides [`READ_BY_ALL`].
    fn reads(self) -> &'static [&'static str] {
        match self {
            Part::Fmt => {
                &["rustfmt.toml", "wasm-core", "functions", "infra/local", "infra/bench", "infra/mutants", "tests/api"]
            }
            // Cargo detects changes itself.
            Part::Clippy => &[],
            Part::Lint => &[
                "web",
                "tests",
                "wasm-core",
                "functions",
                "infra",
                "Cargo.lock",
                "deny.toml",
                "README.md",
                "ARCHITECTURE.md",
                "CONTRIBUTING.md",
                "SECURITY.md",
                "CHANGELOG.md",
            ],
            Part::Drift => &["web/src", "web/package-lock.json", "wasm-core", "functions"],
            Part::Cloud => &["template.yaml", "tests/cloud", "functions", "wasm-core", "infra", "web/src"],
            Part::Wasm => &["wasm-core", "web/package-lock.json"],
            Part::Web => {
                &["web", "wasm-core", "infra/security-headers.json", "functions/api/openapi.json", "functions/api/src"]
            }
            Part::Rust => &["wasm-core", "functions", "infra", "tests", "web", "template.yaml"],
            Part::Deployed => &["template.yaml", "tests/cloud", "tests/api", "functions", "wasm-core", "infra"],
            Part::Fuzz => &["functions", "wasm-core", "infra/local", "tests/fuzz"],
            Part::Browser | Part::Webdriver => &["web", "wasm-core", "functions", "infra", "tests/browser"],
        }
    }

    /// Returns the fingerprint of the inputs, or `None` for a part that must always run.
    fn stamp(self) -> Result<Option<Fingerprint>> {
        if self.reads().is_empty() {
            return Ok(None);
        }
        let inputs: Vec<&str> = READ_BY_ALL.iter().chain(self.reads()).copied().collect();
        Fingerprint::of(&format!("passed-{}", self.name()), &inputs).map(Some)
    }
}

/// `cargo xtask test`.
pub(crate) fn test(args: &Args) -> Result<()> {
    let began = Instant::now();
    // A part that was named must run. A CI service must not rely on earlier runs.
    let is_skipping = !args.all && args.only.is_empty() && env::var_os("CI").is_none();
    let mut tests = Tests { args, timings: Timings::default(), programs: None, packages: None };
    let mut chosen = Vec::new();
    for part in ALL.into_iter().filter(|part| args.only.is_empty() || args.only.contains(part)) {
        let stamp = part.stamp()?;
        if is_skipping && stamp.as_ref().is_some_and(|stamp| stamp.is_up_to_date(&root())) {
            tests.timings.finish_part(part.name(), Outcome::Unchanged, Duration::ZERO);
        } else {
            chosen.push((part, stamp));
        }
    }
    tests.fetch(&chosen.iter().map(|(part, _)| *part).collect::<Vec<_>>())?;
    for (part, stamp) in chosen {
        run::print_line(&format!("\n== {}", part.name()));
        let started = Instant::now();
        let outcome = tests.check(part);
        match &outcome {
            Ok(()) if args.name.is_none() => stamp.map_or(Ok(()), |stamp| stamp.record())?,
            Ok(()) => {}
            Err(e) => {
                run::print_error(&format!("{e:#}"));
                tests.timings.record_failure(part.name(), &format!("{e:#}"));
            }
        }
        let outcome = if outcome.is_ok() { Outcome::Passed } else { Outcome::Failed };
        tests.timings.finish_part(part.name(), outcome, started.elapsed());
    }
    run::print_line(&format!("\n{}", tests.timings.table(began.elapsed())));
    match tests.timings.failed() {
        0 => Ok(()),
        failed => bail!("{failed} parts failed; `cargo xtask test --only NAME` repeats one."),
    }
}

struct Tests<'a> {
    args: &'a Args,
    timings: Timings,
    programs: Option<Programs>,
    /// Background installation of packages.
    packages: Option<JoinHandle<Result<()>>>,
}

impl Tests<'_> {
    /// Downloads the packages that the parts need, in parallel to compiling, which needs only the processor.
    fn fetch(&mut self, parts: &[Part]) -> Result<()> {
        let needs = |wanted: &[Part]| parts.iter().any(|part| wanted.contains(part));
        let node = needs(&[Part::Lint, Part::Drift, Part::Wasm, Part::Web, Part::Browser, Part::Webdriver]);
        let (python, chrome) = (needs(&[Part::Cloud, Part::Deployed]), needs(&[Part::Browser]));
        let libraries = needs(&[Part::Lint]);
        let requests = needs(&[Part::Fuzz]);
        let decks = needs(&[Part::Rust]);
        let others = needs(&[Part::Webdriver]);
        if node {
            tools::require_node()?;
            tools::require_wasm_target()?;
        }
        self.packages = Some(thread::spawn(move || {
            if node {
                npm::install()?;
            }
            if chrome || others {
                npm::install_in("tests/browser")?;
            }
            if chrome {
                browser::find_or_install()?;
            }
            if others {
                webdriver::find_or_install()?;
            }
            if python {
                cloud::install()?;
            }
            if libraries {
                deny::install()?;
                language::install()?;
            }
            if requests {
                fuzz::install()?;
            }
            if decks {
                anki::install()?;
            }
            Ok(())
        }));
        Ok(())
    }

    fn check(&mut self, part: Part) -> Result<()> {
        if let Some(packages) = self.packages.take_if(|_| !matches!(part, Part::Fmt | Part::Clippy)) {
            self.timings
                .time_build(|| packages.join().map_err(|_| anyhow!("Fetching packages stopped unexpectedly."))?)?;
        }
        match part {
            Part::Fmt => lint::format(),
            Part::Clippy => self.programs().and_then(|_| compile::check_shared_libraries()),
            Part::Lint => {
                self.timings.time_build(wasm::ensure)?;
                lint::web_style()?;
                language::check(false)?;
                deny::check()
            }
            Part::Drift => self.programs().and_then(|programs| codegen::check(&programs)),
            Part::Cloud => cloud::check(),
            Part::Wasm => self.core_in_node(),
            Part::Web => self.web(),
            Part::Rust => {
                let programs = self.programs()?;
                rust_tests::run(&programs.tests, self.args.name.as_deref(), &mut self.timings)
            }
            Part::Deployed => self.programs().and_then(|programs| cloud::deployed(&programs, self.args.mutate_roles)),
            Part::Fuzz => {
                let server = self.programs()?.build_server();
                fuzz::api(&server, fuzz::IN_TESTS_SECS, fuzz::SEED, run::OutputMode::Failures)
            }
            Part::Browser => self.in_browser(),
            Part::Webdriver => self.in_other_browsers(),
        }
    }

    /// Returns all programs and tests. The first part that needs them compiles them.
    fn programs(&mut self) -> Result<Programs> {
        if self.programs.is_none() {
            let timings = self.args.timings;
            let built = self
                .timings
                .time_build(|| run::step("compiling programs and their tests", || Programs::build(timings)))?;
            self.programs = Some(built);
        }
        self.programs.clone().ok_or_else(|| anyhow!("nothing was compiled"))
    }

    /// Runs the tests of the WebAssembly boundary in Node, without a browser.
    fn core_in_node(&mut self) -> Result<()> {
        let core = self.timings.time_build(wasm::build_for_node)?;
        let folder = root().join("wasm-core/tests/boundary");
        let mut tests: Vec<_> = std::fs::read_dir(&folder)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        tests.retain(|path: &std::path::PathBuf| path.to_string_lossy().ends_with(".test.mjs"));
        tests.sort();
        if tests.is_empty() {
            bail!("There are no tests in {}; the boundary must have some.", folder.display());
        }
        run(
            Command::new("node")
                .arg("--test")
                .args(&tests)
                .env("NOTE_NINJA_CORE", core.join("wasm_core.js"))
                .env("NOTE_NINJA_PLAYER", core.join("player_core.js"))
                .env("NOTE_NINJA_IMPORTS", core.join("imports_core.js"))
                .env("NOTE_NINJA_STUDY", core.join("study_core.js"))
                .env("NOTE_NINJA_MEANING", core.join("meaning_core.js"))
                .env("NOTE_NINJA_MEANING_PLAIN", core.join("meaning_core_plain.js")),
            OutputMode::Everything,
        )
    }

    fn web(&mut self) -> Result<()> {
        self.timings.time_build(wasm::ensure)?;
        js_tests::vitest(self.args.name.as_deref(), &mut self.timings)?;
        self.timings.time_build(web::ensure_built)?;
        deploy::check_built()?;
        bundle_budgets::check(&web::dist())
    }

    fn in_browser(&mut self) -> Result<()> {
        let server = self.programs()?.build_server();
        self.timings.time_build(web::ensure_built)?;
        let chrome = browser::find_or_install()?;
        js_tests::playwright(&server, &chrome, self.args.name.as_deref(), &mut self.timings)
    }

    fn in_other_browsers(&mut self) -> Result<()> {
        let Some(firefox) = webdriver::find_or_install()? else {
            run::print_line(
                "  WebKitGTK exists for Linux only; elsewhere, run this part in a container or leave it to CI.",
            );
            return Ok(());
        };
        let server = self.programs()?.build_server();
        self.timings.time_build(web::ensure_built)?;
        js_tests::webdriver(&server, &firefox, self.args.name.as_deref(), &mut self.timings)
    }
}
