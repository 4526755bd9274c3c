//! Renditions, loudness and silences of recordings.

use std::process::Command;

use anyhow::Result;
use chores::machine::apt;
use chores::machine::python::Packages;
use chores::run::{self, OutputMode};
use chores::{compile, root};

const PYTHON: Packages = Packages {
    name: "bench-listening-python",
    requirements: "infra/bench/listening/requirements.txt",
    step: "installing what compares renditions",
};

/// Debian packages of the programs that encode and measure.
const DEBIAN: [&str; 2] = ["ffmpeg", "lame"];

/// `cargo xtask bench listening`: fails if loudness or silences differ from those of ffmpeg.
pub(crate) fn bench() -> Result<()> {
    apt::install_missing(&DEBIAN)?;
    let python = PYTHON.python()?;
    let reader = run::step("compiling what reads recordings", compile::build_reader)?;
    let mut measure = Command::new(python);
    measure.arg(root().join("infra/bench/listening/measure.py")).arg(reader).arg(root().join("infra/sample/audio"));
    run::run(&mut measure, OutputMode::Everything)
}
