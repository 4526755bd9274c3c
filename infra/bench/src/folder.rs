//! Uploading a large folder from the command line, beside the command line of AWS.

use std::process::Command;

use anyhow::Result;
use chores::machine::python::Packages;
use chores::machine::tools;
use chores::run::{self, OutputMode};
use chores::{compile, root};

const PYTHON: Packages = Packages {
    name: "bench-folder-python",
    requirements: "infra/bench/folder/requirements.txt",
    step: "installing the command line of AWS",
};

/// `cargo xtask bench folder`: fails if a file is lost or published twice, or if the upload has less than 80 % of the
/// speed of `aws s3 cp`. `options` may contain the number of files, their bytes in all and a seed.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    tools::require_node()?;
    let python = PYTHON.python()?;
    let server = compile::server()?;
    compile::build_reader()?;
    let mut measure = Command::new("node");
    measure.current_dir(root()).arg(root().join("infra/bench/folder/measure.mjs")).arg(server);
    measure.arg(compile::command_line()?).arg(python).arg(root().join("target/xtask/bench-folder")).args(options);
    run::run(&mut measure, OutputMode::Everything)
}
