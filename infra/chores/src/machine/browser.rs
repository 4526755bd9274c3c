//! Finds or installs Chrome or Chromium for the browser tests.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::machine::{apt, npm, tools};
use crate::root;
use crate::run::{self, OutputMode};

/// Environment variable with the path of a browser.
pub const VARIABLE: &str = "NOTE_NINJA_CHROME";

/// Executable names. The first is Chromium without a user interface: the same engine with less processor time.
const NAMES: [&str; 6] =
    ["chromium-headless-shell", "google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];

/// Debian packages. The first available one is installed.
const PACKAGES: [&str; 2] = ["chromium-headless-shell", "chromium"];

const USUAL_PLACES: [&str; 6] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "/snap/bin/chromium",
    "/usr/lib/chromium/chromium",
];

/// Returns the path of the browser. Installs a missing browser.
pub fn find_or_install() -> Result<PathBuf> {
    if let Some(path) = find()? {
        return Ok(path);
    }
    run::print_error("No Chrome or Chromium is installed here; installing one for the browser tests.");
    npm::install_in("tests/browser")?;
    let installed = run::run(
        tools::npx()
            .args(["--no-install", "playwright", "install", "--with-deps", "chromium"])
            .current_dir(root().join("tests/browser")),
        OutputMode::Failures,
    );
    if let (Ok(()), Some(path)) = (installed, find()?) {
        return Ok(path);
    }
    run::print_error("Playwright's own Chromium is not available here; trying the system's package.");
    install_package()
        .map_err(|e| e.context(format!("Install Chrome or Chromium yourself and set {VARIABLE} to its path.")))?;
    match find()? {
        Some(path) => Ok(path),
        None => bail!("No browser could be installed. Install Chrome or Chromium and set {VARIABLE} to its path."),
    }
}

fn install_package() -> Result<()> {
    apt::update()?;
    let mut outcome = Ok(());
    for name in PACKAGES {
        outcome = apt::install(&[name]);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

fn find() -> Result<Option<PathBuf>> {
    if let Some(path) = env::var_os(VARIABLE).map(PathBuf::from) {
        if path.is_file() {
            return Ok(Some(path));
        }
        bail!(
            "{VARIABLE} is {}, which is not a file. Set it to the path of Chrome or Chromium, or unset it.",
            path.display()
        );
    }
    let usual = || USUAL_PLACES.iter().map(PathBuf::from).find(|path| path.is_file());
    Ok(tools::on_path(&NAMES).or_else(usual).or_else(of_playwright))
}

/// Returns the newest Chromium that Playwright has downloaded.
fn of_playwright() -> Option<PathBuf> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(PathBuf::from)?;
    let caches = [
        env::var_os("PLAYWRIGHT_BROWSERS_PATH").map(PathBuf::from),
        Some(home.join(".cache/ms-playwright")),
        Some(home.join("Library/Caches/ms-playwright")),
        Some(home.join("AppData/Local/ms-playwright")),
    ];
    let mut found: Vec<PathBuf> = caches
        .into_iter()
        .flatten()
        .filter_map(|cache| std::fs::read_dir(cache).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("chromium")))
        .filter_map(|path| program_in(&path))
        .collect();
    found.sort();
    found.pop()
}

fn program_in(folder: &Path) -> Option<PathBuf> {
    [
        "chrome-headless-shell-linux64/chrome-headless-shell",
        "chrome-linux/headless_shell",
        "chrome-linux/chrome",
        "chrome-linux64/chrome",
        "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
        "chrome-win/chrome.exe",
        "chrome-win64/chrome.exe",
    ]
    .iter()
    .map(|inner| folder.join(inner))
    .find(|path| path.is_file())
}
