//! Size budgets of the built web app: the first page of a visitor, and code that is loaded later.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::size::{gzip_len, kilobytes};
use crate::{run, wasm};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
    css: Vec<String>,
}

/// File name prefixes of the files that are loaded to read a note.
const READER: [&str; 3] = ["reader-code-", "pdf.worker-", "engine-"];

/// One budget with its measurement.
#[derive(Debug)]
struct Line {
    name: &'static str,
    limit_kb: f64,
    bytes: usize,
}

/// Prints the sizes. Returns true if all are within their budgets.
fn print(lines: &[Line]) -> bool {
    run::print_line("    first page, signed out, and the core it may fetch (gzip; fonts as they are):");
    let mut fits = true;
    for line in lines {
        let is_over = kilobytes(line.bytes) > line.limit_kb;
        fits &= !is_over;
        let note = if is_over { "   TOO LARGE" } else { "" };
        run::print_line(&format!(
            "    {:<14} {:>7.1} kB of {:>5.0} kB{note}",
            line.name,
            kilobytes(line.bytes),
            line.limit_kb
        ));
    }
    fits
}

/// Prints the sizes.
pub(crate) fn report(dist: &Path) -> Result<()> {
    print(&measure(dist)?);
    Ok(())
}

/// Prints the sizes and fails if one exceeds its budget.
pub fn check(dist: &Path) -> Result<()> {
    if print(&measure(dist)?) {
        return Ok(());
    }
    bail!("Something is over its size budget. Load the new part lazily, or find a smaller one.");
}

fn measure(dist: &Path) -> Result<Vec<Line>> {
    let path = dist.join(".vite/manifest.json");
    let text =
        fs::read(&path).with_context(|| format!("{} is missing: `build.manifest` must be on", path.display()))?;
    let manifest: BTreeMap<String, Chunk> = serde_json::from_slice(&text)?;
    let page = fs::read(dist.join("index.html"))?;
    let html = String::from_utf8_lossy(&page);
    let (scripts, styles) = first_page(&html, &manifest);
    let mut text_bytes = gzip_len(&page)?;
    for file in &styles {
        text_bytes += gzip_len(&fs::read(dist.join(file))?)?;
    }
    let mut script_bytes = 0;
    for file in &scripts {
        script_bytes += gzip_len(&fs::read(dist.join(file))?)?;
    }
    let (mut wasm_bytes, mut player_bytes, mut study_bytes, mut inside_bytes, mut cards_bytes) = (0, 0, 0, 0, 0);
    let (mut font_bytes, mut reader_bytes, mut imports_bytes, mut fit_bytes) = (0, 0, 0, 0);
    let (mut meaning_bytes, mut gaps_bytes) = (0, 0);
    for entry in fs::read_dir(dist.join("assets"))?.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.ends_with(".wasm") && name.starts_with(wasm::PLAYER.name) {
            player_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".wasm") && name.starts_with(wasm::STUDY.name) {
            study_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".wasm") && name.starts_with(wasm::FIT.name) {
            fit_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".wasm") && name.starts_with(wasm::INSIDE.name) {
            inside_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".wasm") && name.starts_with(wasm::CARDS.name) {
            cards_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".wasm") && name.starts_with(wasm::GAPS.name) {
            gaps_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".wasm") && name.starts_with(wasm::IMPORTS.name) {
            imports_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".wasm") && name.starts_with(wasm::MEANING[0].name) {
            // Count only the larger of the two modules, because a browser loads one of them.
            meaning_bytes = meaning_bytes.max(gzip_len(&fs::read(path)?)?);
        } else if name.ends_with(".wasm") {
            wasm_bytes += gzip_len(&fs::read(path)?)?;
        } else if READER.iter().any(|start| name.starts_with(start)) {
            reader_bytes += gzip_len(&fs::read(path)?)?;
        } else if name.ends_with(".woff2") && html.contains(&name) {
            // Browsers load other fonts only for pages with such letters.
            font_bytes += fs::read(path)?.len();
        }
    }
    Ok(vec![
        // Includes all styles of the app and the frame shown before it starts.
        Line { name: "HTML and CSS", limit_kb: 36.0, bytes: text_bytes },
        Line { name: "JavaScript", limit_kb: 140.0, bytes: script_bytes },
        // Includes 3 kB for counts that override those in the catalogue file. This saves frequent downloads of that 330
        // kB file.
        Line { name: "WebAssembly", limit_kb: 80.0, bytes: wasm_bytes },
        Line { name: "fonts", limit_kb: 50.0, bytes: font_bytes },
        // Loaded on idle signed-in pages for resume positions in recordings and notes, which share one rule.
        // web/src/player/README.md explains the size.
        Line { name: "player (later)", limit_kb: 46.0, bytes: player_bytes },
        // Loaded by the study page, and later by the dashboard of students who study: the scheduler, the review state,
        // the exam plans, sessions with a time budget, the progress and the gaps that wait for another day, which must be
        // equal on every device.
        Line { name: "study (later)", limit_kb: 75.0, bytes: study_bytes },
        // Loaded by a worker once a week: the fit of the memory model.
        Line { name: "fit (later)", limit_kb: 83.0, bytes: fit_bytes },
        // Loaded for full-text search in notes. It also reads the passages that search by meaning finds.
        Line { name: "inside (later)", limit_kb: 55.0, bytes: inside_bytes },
        // Loaded for search by meaning by students who turned it on; the model is a file of its own.
        Line { name: "meaning (later)", limit_kb: 47.0, bytes: meaning_bytes },
        // Loaded to read a note: pdf.js, its worker and our additions.
        // web/src/features/README.md explains the size.
        Line { name: "reader (later)", limit_kb: 630.0, bytes: reader_bytes },
        // Loaded by pages that write, import or export cards.
        Line { name: "cards (later)", limit_kb: 60.0, bytes: cards_bytes },
        // Loaded by pages that show a card with gaps.
        Line { name: "gaps (later)", limit_kb: 24.0, bytes: gaps_bytes },
        // Loaded to import cards or courses from text. Most of it parses Anki's HTML, with the names of 2,231
        // characters.
        Line { name: "imports (later)", limit_kb: 146.0, bytes: imports_bytes },
    ])
}

/// Returns the scripts that the page names, with all their imports, and their styles. The sign-in page is among them.
fn first_page<'a>(html: &str, manifest: &'a BTreeMap<String, Chunk>) -> (BTreeSet<&'a str>, BTreeSet<&'a str>) {
    let mut waiting: Vec<&str> =
        manifest.iter().filter(|(_, chunk)| html.contains(&chunk.file)).map(|(key, _)| key.as_str()).collect();
    let (mut seen, mut scripts, mut styles) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    while let Some(key) = waiting.pop() {
        let Some(chunk) = manifest.get(key).filter(|_| seen.insert(key)) else { continue };
        if chunk.file.ends_with(".js") {
            scripts.insert(chunk.file.as_str());
        } else if chunk.file.ends_with(".css") {
            styles.insert(chunk.file.as_str());
        }
        styles.extend(chunk.css.iter().map(String::as_str));
        waiting.extend(chunk.imports.iter().map(String::as_str));
    }
    (scripts, styles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lazy_chunks_are_not_part_of_the_initial_size_and_shared_chunks_count_once() {
        let manifest: BTreeMap<String, Chunk> = serde_json::from_str(
            r#"{
                "_base": {"file": "assets/base.js", "imports": ["_react"], "css": ["assets/a.css"],
                          "dynamicImports": ["src/app/routes/account/profile.tsx"]},
                "_react": {"file": "assets/react.js"},
                "src/app/routes/account/profile.tsx": {"file": "assets/profile.js", "imports": ["_react", "_base"]}
            }"#,
        )
        .unwrap();
        let html = r#"<script type="module" src="/assets/base.js"></script>"#;
        let (scripts, styles) = first_page(html, &manifest);
        assert_eq!(scripts.into_iter().collect::<Vec<_>>(), ["assets/base.js", "assets/react.js"]);
        assert_eq!(styles.into_iter().collect::<Vec<_>>(), ["assets/a.css"]);
    }
}
