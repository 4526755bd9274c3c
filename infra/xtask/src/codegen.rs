//! Generated files that are committed: limits, API document and API types from Rust, the API's list of pages from the
//! web app.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use chores::compile::Programs;
use chores::machine::{npm, tools};
use chores::run::OutputMode;
use chores::{compile, root, run};
use wasm_core::limits;

const LIMITS: &str = "web/src/core/generated/limits.ts";
const DOCUMENT: &str = "functions/api/openapi.json";
const TYPES: &str = "web/src/api/schema.ts";
const ROUTES: &str = "functions/api/src/pages.rs";

/// Table of the pages of the web app.
const PAGES: &str = "web/src/lib/urls/pages.ts";

/// `cargo xtask codegen`. With `check`, changes nothing and fails if a file is stale.
pub(crate) fn codegen(check: bool) -> Result<()> {
    tools::require_node()?;
    npm::install()?;
    let mut build = compile::cargo("build");
    run::step("compiling the API", || run::run(build.args(["--example", "openapi"]), OutputMode::Everything))?;
    generate(&compile::debug_folder()?, check)
}

/// Fails if a committed file differs from its generated content.
pub(crate) fn check(programs: &Programs) -> Result<()> {
    generate(&programs.folder, true)
}

fn generate(programs: &Path, check: bool) -> Result<()> {
    let document =
        run::step("API document", || run::read_output(&mut Command::new(programs.join("examples/openapi"))))?;
    let types = run::step("API types", || types_of(&document))?;
    let pages = fs::read_to_string(root().join(PAGES)).with_context(|| format!("{PAGES} cannot be read"))?;
    let mut stale = Vec::new();
    let files = [(LIMITS, limits_ts()?), (DOCUMENT, document), (TYPES, types), (ROUTES, routes_rs(&pages))];
    for (path, text) in files {
        let full = root().join(path);
        let text = format!("{}\n", text.trim_end());
        if fs::read_to_string(&full).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            stale.push(path);
            continue;
        }
        if let Some(folder) = full.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&full, text).with_context(|| format!("{path} cannot be written"))?;
        run::print_line(&format!("    wrote {path}"));
    }
    if stale.is_empty() {
        return Ok(());
    }
    bail!("Generated files are stale: {}. Run `cargo xtask codegen` and commit them.", stale.join(", "));
}

fn types_of(document: &str) -> Result<String> {
    let scratch: PathBuf = root().join("target/xtask/openapi.json");
    if let Some(folder) = scratch.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&scratch, document)?;
    run::read_output(
        tools::npx().args(["--no-install", "openapi-typescript"]).arg(&scratch).current_dir(root().join("web")),
    )
}

/// Generates the constants of `wasm-core` as TypeScript.
fn limits_ts() -> Result<String> {
    let mut out = String::from("// Generated from wasm-core/src/limits.rs by `cargo xtask codegen`. Do not edit.\n");
    for limit in limits::all() {
        let doc = limit.doc.trim();
        write!(out, "\n/** {doc} In {}. */\nexport const {} = {};\n", limit.unit, limit.name, limit.value)?;
    }
    for (name, doc, values) in limits::LISTS {
        write!(out, "\n/** {doc} */\nexport const {name} = {} as const;\n", list(values)?)?;
    }
    let texts = [
        ("NOTE_TYPE_DEFAULT", "The kind of a note that names none.", limits::NOTE_TYPE_DEFAULT),
        ("YEAR_HINT", "The hint beside the year of study.", limits::YEAR_HINT),
        ("PHOTO_INVALID", "Said of a file that is to be a photo of a person and is no picture.", limits::PHOTO_INVALID),
        ("PHOTO_TOO_LARGE", "Said of a photo of a person that is too large.", limits::PHOTO_TOO_LARGE),
        ("UNKNOWN_ARTIST", "Shown where a recording names no artist.", limits::UNKNOWN_ARTIST),
        ("UNKNOWN_DATE", "Shown where a date is missing.", limits::UNKNOWN_DATE),
        ("UNKNOWN_SUBJECT", "Shown where a saved note names no course.", limits::UNKNOWN_SUBJECT),
        ("UNTITLED_NOTE", "The title of a saved note that has none.", limits::UNTITLED_NOTE),
        ("ANONYMOUS", "The name on a course request that gives none.", limits::ANONYMOUS),
    ];
    for (name, doc, value) in texts {
        write!(out, "\n/** {doc} */\nexport const {name} = {};\n", serde_json::to_string(value)?)?;
    }
    out.push_str(
        "\n/** Courses that exist from the start; the dashboard shows the first four until a student likes one. */\n",
    );
    out.push_str("export const BUILT_IN_COURSES = [\n");
    for course in limits::BUILT_IN_COURSES {
        writeln!(
            out,
            "  {{ code: {}, title: {}, description: {} }},",
            serde_json::to_string(course.code)?,
            serde_json::to_string(course.title)?,
            serde_json::to_string(course.description)?,
        )?;
    }
    out.push_str("] as const;\n");
    Ok(out)
}

/// Generates the route patterns of all pages as Rust.
fn routes_rs(pages: &str) -> String {
    let patterns = pages.split("pattern: \"").skip(1).filter_map(|rest| rest.split_once('"'));
    let sorted: BTreeSet<&str> = patterns.map(|(pattern, _)| pattern).collect();
    let mut out = format!("//! Generated from {PAGES} by `cargo xtask codegen`. Do not edit.\n\n");
    out.push_str("/// Route patterns of all pages.\npub(crate) const PAGE_ROUTES: &[&str] = &[\n");
    for address in sorted {
        out.push_str(&format!("    \"{address}\",\n"));
    }
    out.push_str("];\n");
    out
}

fn list(values: &[&str]) -> Result<String> {
    let quoted = values.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    let line = format!("[{}]", quoted.join(", "));
    // Breaks the line like the formatter.
    Ok(if line.len() <= 80 { line } else { format!("[\n  {},\n]", quoted.join(",\n  ")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_exported_to_typescript_with_its_value() {
        let text = limits_ts().unwrap();
        for limit in limits::all() {
            let line = format!("export const {} = {};", limit.name, limit.value);
            assert!(text.contains(&line), "{line} is missing");
        }
        assert!(text.contains("export const FACULTIES = [\"Arts\""), "{text}");
    }

    #[test]
    fn page_routes_are_exported_sorted_by_path() {
        let text =
            routes_rs("note: { pattern: \"/note/:noteId\", title: \"Note\" },\nhome: {\n  pattern: \"/\",\n},\n");
        assert!(text.ends_with("= &[\n    \"/\",\n    \"/note/:noteId\",\n];\n"), "{text}");
    }
}
