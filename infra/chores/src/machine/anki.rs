//! Anki's own library and genanki. Tests read decks that these two write, and let them read ours.

use std::path::PathBuf;

use anyhow::Result;

use crate::machine::python::Packages;

const PACKAGES: Packages = Packages {
    name: "anki",
    requirements: "functions/readers/tests/anki/requirements.txt",
    step: "installing Anki's library for the deck tests",
};

/// Installs both unless they are installed.
pub fn install() -> Result<()> {
    PACKAGES.python().map(drop)
}

/// Returns the path of the Python interpreter that has both packages after the installation.
pub fn python() -> PathBuf {
    PACKAGES.path()
}
