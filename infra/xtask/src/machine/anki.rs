//! Anki's own library and genanki: tests read what these write, and have them read what we write.

use std::path::PathBuf;

use anyhow::Result;

use crate::machine::python::Packages;

const PACKAGES: Packages = Packages {
    name: "anki",
    requirements: "functions/readers/tests/anki/requirements.txt",
    step: "installing Anki's library for the deck tests",
};

/// Fetches them, unless they are there.
pub(crate) fn install() -> Result<()> {
    PACKAGES.python().map(drop)
}

/// Their Python, once they are there.
pub(crate) fn python() -> PathBuf {
    PACKAGES.path()
}
