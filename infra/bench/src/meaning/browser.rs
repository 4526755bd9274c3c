//! Search by meaning in Chromium: both modules, and the first use on a page.

use std::fs;
use std::path::Path;
use std::process::Command;

use ::meaning::{Encoder, VectorsBuilder, packed_len};
use anyhow::Result;
use chores::machine::{browser, npm};
use chores::meaning::{cosine, reference};
use chores::run::{self, OutputMode};
use chores::{root, wasm};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_core::full_text::{Builder, PageText};

use super::SOURCES;
use super::quality::QUESTION;
use super::targets::Targets;
use crate::page;

/// Number of passages of the whole answer, each on a page of its own, and pages of one note.
const RANKED: usize = 20_000;
const PAGES_OF_NOTE: usize = 100;
const TESTS: &str = "tests/browser";
const QUESTION_MAX_MS: f64 = 60.0;
const SLOWER_MAX_MS: f64 = 250.0;
const REST_MAX_MS: f64 = 80.0;
const MEMORY_MAX_MB: f64 = 60.0;
const FIRST_USE_MAX_SECS: f64 = 14.0;
/// Smallest number of different values of the progress bar.
const PROGRESS_MIN: f64 = 10.0;

/// Results of one module.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ModuleFigures {
    name: String,
    question_ms: f64,
    slower_ms: f64,
    /// Time of the whole answer without encoding the question.
    rest_ms: f64,
    memory_bytes: f64,
}

#[derive(Deserialize)]
struct FirstUse {
    seconds: f64,
    steps: f64,
    requests: f64,
}

fn results<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T> {
    Ok(serde_json::from_slice(&fs::read(folder.join(name))?)?)
}

/// Measures both modules, and compares their vectors with the reference. Passages and their vectors are repeated.
pub(super) fn modules(
    folder: &Path,
    passages: &[String],
    packed: &[u8],
    weights: Vec<u8>,
    targets: &mut Targets,
) -> Result<()> {
    npm::install_bench(SOURCES, folder)?;
    npm::install_in(TESTS)?;
    wasm::build_for_web(wasm::INSIDE, &folder.join("core"))?;
    let sizes = wasm::build_meaning(&folder.join("core"))?;
    fs::write(folder.join("minilm.bin"), &weights)?;
    let ours = ["measure.mjs", "run.mjs"].map(|name| format!("{SOURCES}/{name}"));
    for path in ours.iter().map(String::as_str).chain(["infra/bench/chromium.mjs", "infra/bench/figures.mjs"]) {
        let name = path.rsplit('/').next().unwrap_or_default();
        fs::copy(root().join(path), folder.join(name))?;
    }
    let encoder = Encoder::read(weights)?;
    write_course(folder, passages, packed, encoder.dimensions())?;
    let texts: Vec<String> = reference()?.into_iter().map(|expected| expected.text).collect();
    let vectors: Vec<Vec<f32>> = texts.iter().map(|text| encoder.encode(text)).collect();
    let worst = reference()?
        .iter()
        .zip(&vectors)
        .map(|(expected, vector)| cosine(&expected.vector, vector))
        .fold(1.0, f32::min);
    run::print_line(&format!(
        "\nThe smallest cosine of a vector with weights of 4 bits and the reference is {worst:.3} ({} texts).",
        texts.len()
    ));
    let modules: Vec<_> = wasm::MEANING
        .iter()
        .zip(sizes)
        .map(|(module, (plain, gzip))| serde_json::json!({ "name": module.name, "plain": plain, "gzip": gzip }))
        .collect();
    let inputs = serde_json::json!({ "question": QUESTION, "texts": texts, "vectors": vectors, "modules": modules });
    fs::write(folder.join("inputs.json"), inputs.to_string())?;
    let mut command = Command::new("node");
    command.arg(folder.join("run.mjs")).arg(browser::find_or_install()?).arg(root().join(TESTS));
    run::run(&mut command, OutputMode::Everything)?;
    for ModuleFigures { name, question_ms, slower_ms, rest_ms, memory_bytes } in
        results::<Vec<ModuleFigures>>(folder, "results.json")?
    {
        targets.at_most(&format!("{name}: a question of 15 words, ms"), question_ms, QUESTION_MAX_MS, 1);
        targets.at_most(&format!("{name}: on a processor 4 times slower, ms"), slower_ms, SLOWER_MAX_MS, 1);
        targets.at_most(&format!("{name}: rest of an answer over 20,000 passages, ms"), rest_ms, REST_MAX_MS, 1);
        targets.at_most(&format!("{name}: memory, MB"), memory_bytes / 1e6, MEMORY_MAX_MB, 1);
    }
    Ok(())
}

/// Writes the index and the vectors of a course whose pages have one passage each.
fn write_course(folder: &Path, passages: &[String], packed: &[u8], dimensions: usize) -> Result<()> {
    let mut words = Builder::default();
    let mut vectors = VectorsBuilder::new(dimensions, [0; 32]);
    let of_passages = passages.iter().zip(packed.chunks_exact(packed_len(dimensions)));
    let pages: Vec<(u32, (&String, &[u8]))> = (1..).zip(of_passages.cycle().take(RANKED)).collect();
    for (number, pages) in pages.chunks(PAGES_OF_NOTE).enumerate() {
        let note = format!("note {number}");
        words.add_note(&note, "", pages.iter().map(|(page, (text, _))| PageText { page: *page, text }));
        for (page, (_, packed)) in pages {
            vectors.add_page(&note, &[0; 32], *page, packed);
        }
    }
    fs::write(folder.join("index.bin"), words.finish())?;
    fs::write(folder.join("vectors.bin"), vectors.finish())?;
    Ok(())
}

/// Measures the first use on a slow network, from the press to the answer, and counts the requests of the next question.
pub(super) fn first_use(folder: &Path, targets: &mut Targets) -> Result<()> {
    run::run(&mut page::script("meaning", "first-use.mjs")?, OutputMode::Everything)?;
    let FirstUse { seconds, steps, requests } = results(folder, "first-use.json")?;
    targets.at_most("first use at 10 Mbit/s, s", seconds, FIRST_USE_MAX_SECS, 1);
    targets.at_least("its steps of progress", steps, PROGRESS_MIN, 0);
    targets.at_most("requests while typing and asking", requests, 0.0, 0);
    Ok(())
}
