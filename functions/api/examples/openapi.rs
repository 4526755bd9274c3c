//! Writes the API document to the standard output: `cargo xtask codegen` reads it from there.

use std::io::{Write as _, stdout};

fn main() -> std::io::Result<()> {
    let document = api::openapi().to_pretty_json().map_err(std::io::Error::other)?;
    writeln!(stdout(), "{document}")
}
