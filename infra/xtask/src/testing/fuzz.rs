//! Fuzzing: schemathesis generates requests from the API document and sends them to a local server; libFuzzer feeds
//! random bytes to parsers of the core.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use chores::machine::python::Packages;
use chores::run::{self, OutputMode};
use chores::{compile, root};
use clap::ValueEnum;
use serde_json::{Value, json};

/// Duration in the test command in seconds.
pub(crate) const IN_TESTS_SECS: u32 = 60;
/// Default seed, so that every run generates the same requests.
pub(crate) const SEED: u32 = 1;
/// Maximum time with one token in seconds. A token expires after 15 minutes.
const ROUND_MAX_SECS: u32 = 600;
/// Timeout of one request.
const PATIENCE: Duration = Duration::from_secs(60);
const PASSWORD: &str = "study-hard-tonight";
const STUDENT: &str = "fuzz@students.test";
const ADMINISTRATOR: &str = "admin@noteninja.test";

/// Checks for each response: no server error, and only documented statuses, content types and bodies.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance,ignored_auth";
/// Compiler options that measure coverage.
const COVERAGE: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Clink-dead-code",
    "-Ccodegen-units=1",
    "--cfg=fuzzing",
];
/// Operations that would end the session of the requests.
const ENDS_THE_SESSION: [&str; 4] = ["sign_out", "sign_out_everywhere", "end_session", "end_other_sessions"];

const PACKAGES: Packages =
    Packages { name: "fuzz", requirements: "tests/fuzz/requirements.txt", step: "installing the API fuzzer" };

/// Options of `cargo xtask fuzz`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// API or parser to fuzz.
    target: Target,
    /// Duration in seconds. For the API, one third each as a visitor, a student and an administrator.
    #[arg(long, default_value_t = IN_TESTS_SECS)]
    seconds: u32,
    /// Seed for the generated input.
    #[arg(long, default_value_t = SEED)]
    seed: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Every route of the API document.
    Api,
    /// The parser of study cards in text.
    Cards,
    /// The conversion of Anki's HTML to Markdown, and the writer of decks.
    Deck,
    /// The reader and search of full-text indexes.
    Inside,
    /// The parser of course search queries.
    Query,
    /// The reader of catalogues and lists of notes.
    Reader,
    /// The parser of transcripts.
    Transcript,
    /// The word extraction from the glyphs of a PDF.
    Words,
}

/// `cargo xtask fuzz`.
pub(crate) fn fuzz(args: &Args) -> Result<()> {
    match args.target {
        Target::Api => {
            let server = run::step("compiling the local server", compile::server)?;
            api(&server, args.seconds, args.seed, OutputMode::Everything)
        }
        Target::Cards => bytes("wasm-core/fuzz", "cards", args),
        Target::Deck => bytes("wasm-core/fuzz", "deck", args),
        Target::Inside => bytes("wasm-core/fuzz", "inside", args),
        Target::Query => bytes("wasm-core/fuzz", "query", args),
        Target::Reader => bytes("wasm-core/fuzz", "reader", args),
        Target::Transcript => bytes("wasm-core/fuzz", "transcript", args),
        Target::Words => bytes("functions/readers/fuzz", "pdf_words", args),
    }
}

/// Runs a libFuzzer target of a folder, whose README lists the requirements. The stable toolchain is enough, because
/// LLVM contains the passes that measure coverage.
fn bytes(folder: &str, target: &str, args: &Args) -> Result<()> {
    const TRIPLE: &str = "x86_64-unknown-linux-gnu";
    let folder = root().join(folder);
    // Uses the same library versions as the product.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).context("Cargo.lock cannot be copied")?;
    let mut build = Command::new("cargo");
    build.current_dir(&folder).args(["build", "--release", "--target", TRIPLE, "--bin", target]);
    build.env("RUSTFLAGS", COVERAGE.join(" ")).env_remove("CARGO_TARGET_DIR");
    run::step("compiling the fuzz targets", || run::run(&mut build, OutputMode::Failures))?;
    let found = folder.join("target/corpus").join(target);
    fs::create_dir_all(&found).with_context(|| format!("{} cannot be made", found.display()))?;
    let mut command = Command::new(folder.join("target").join(TRIPLE).join("release").join(target));
    command.current_dir(&folder).arg(format!("-max_total_time={}", args.seconds)).arg(format!("-seed={}", args.seed));
    command.args(["-max_len=20000", "-print_final_stats=1"]).arg(&found).arg(folder.join("corpus").join(target));
    run::run(&mut command, OutputMode::Everything)
}

/// Downloads the tools unless they are there.
pub(crate) fn install() -> Result<()> {
    PACKAGES.python().map(drop)
}

/// Sends requests to `program`, a local server, for `seconds` seconds.
///
/// # Errors
/// If a response does not match the API document, or the stored data is inconsistent afterwards.
pub(crate) fn api(program: &Path, seconds: u32, seed: u32, show: OutputMode) -> Result<()> {
    let python = PACKAGES.python()?;
    let folder = root().join("target/xtask/fuzz-run");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let server = Server::start(program, &folder.join("data"))?;
    server.sign_up()?;
    let mut left = seconds;
    for round in 0.. {
        let now = left.min(ROUND_MAX_SECS * 3);
        let people = [("nobody", None), ("a student", Some(STUDENT)), ("an administrator", Some(ADMINISTRATOR))];
        for (who, email) in people {
            let token = email.map(|email| server.sign_in(email)).transpose()?;
            if email == Some(ADMINISTRATOR) {
                server.post("/api/setup-guides", token.as_deref(), &json!({}))?;
            }
            let mut command = Command::new(&python);
            command.current_dir(&folder).args(["-m", "schemathesis.cli", "run", "--checks", CHECKS]);
            command.arg(root().join("functions/api/openapi.json")).args(["--url", &server.base]);
            command.args(["--max-time", &(now / 3).max(1).to_string(), "--seed", &(seed + round).to_string()]);
            // First the edge cases of every field, some 3,000 requests, then random ones. There are few examples per
            // operation, and the run is repeated: otherwise the first operations would take all the time.
            command.args(["--phases", "coverage,fuzzing,stateful", "--max-examples", "5"]);
            command.args(["--continue-on-failure", "--max-failures", "10", "--warnings", "off"]);
            command.args(["--suppress-health-check", "all", "--request-timeout", "30"]);
            command.args(["-H", &format!("origin: {}", server.base), "-H", "x-note-ninja: 1"]);
            // Pass the token in the configuration and not as a header, so that schemathesis can omit it in tests
            // without authentication.
            let token = token.unwrap_or_default();
            let config = if token.is_empty() {
                String::new()
            } else {
                format!("[auth.openapi.accessToken]\nbearer = \"{token}\"\n")
            };
            fs::write(folder.join("schemathesis.toml"), config).context("schemathesis.toml cannot be written")?;
            if !token.is_empty() {
                command.args(ENDS_THE_SESSION.iter().flat_map(|operation| ["--exclude-operation-id", operation]));
            }
            run::step(&format!("requests of {who}"), || run::run(&mut command, show))?;
        }
        left -= now;
        if left == 0 {
            break;
        }
    }
    server.fits_together()
}

/// A local server with its own data. Stopped when dropped.
struct Server {
    process: Child,
    base: String,
    agent: ureq::Agent,
}

impl Server {
    fn start(program: &Path, data: &Path) -> Result<Self> {
        let mut process = Command::new(program)
            .args(["--port", "0", "--quiet", "--no-throttles", "--dir"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .context("The local server could not be started")?;
        let mut line = String::new();
        if let Some(said) = process.stdout.take() {
            BufReader::new(said).read_line(&mut line)?;
        }
        let base = line.split(' ').nth(1).unwrap_or_default().to_owned();
        let agent = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build();
        let server = Server { process, base, agent: agent.into() };
        if server.base.is_empty() {
            bail!("The local server did not start; the reason is above.");
        }
        Ok(server)
    }

    fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value> {
        let mut request = self.agent.post(format!("{}{path}", self.base));
        request = request.header("origin", &self.base).header("x-note-ninja", "1");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send_json(body).with_context(|| format!("{path} does not answer"))?;
        let text = answer.body_mut().read_to_string()?;
        if !answer.status().is_success() {
            bail!("{path} answered {}: {text}", answer.status());
        }
        Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// Creates the student like the page does.
    fn sign_up(&self) -> Result<()> {
        let account = json!({"username": "fuzz", "email": STUDENT, "password": PASSWORD});
        self.post("/api/auth/sign-up", None, &account)?;
        let mails = self.agent.get(format!("{}/_local/outbox?to={STUDENT}", self.base));
        let mut mails = mails.header("accept", "application/json").call().context("the outbox does not answer")?;
        let mails: Value = mails.body_mut().read_json()?;
        let confirmation = json!({"email": STUDENT, "code": mails[0]["code"], "password": PASSWORD});
        self.post("/api/auth/confirm", None, &confirmation).map(drop)
    }

    fn sign_in(&self, email: &str) -> Result<String> {
        let answer = self.post("/api/auth/sign-in", None, &json!({"email": email, "password": PASSWORD}))?;
        let token = answer["session"]["accessToken"].as_str().map(str::to_owned);
        token.with_context(|| format!("{email} could not sign in: {}", answer["next"]))
    }

    /// Fails if counts differ from the counted items or files are missing.
    fn fits_together(&self) -> Result<()> {
        let body = json!({"mendFiles": false, "mendCounts": false, "youngSecs": 0});
        let found = self.post("/_local/reconcile", None, &body)?;
        if found["miscounts"] == 0 && found["missingFiles"] == 0 {
            return Ok(());
        }
        bail!("The stored data is inconsistent after the requests: {found}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _dead = self.process.kill();
        let _reaped = self.process.wait();
    }
}
