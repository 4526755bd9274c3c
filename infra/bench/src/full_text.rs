//! Full-text search compared with libraries: the same pages and queries, in turns.

mod corpus;
mod packed;
mod work;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use chores::machine::{browser, npm, tools};
use chores::run::{self, OutputMode};
use chores::{root, size, wasm};
use wasm_core::full_text::{Builder, FullTextIndex, PageText};

use self::corpus::Note;
pub(super) use self::corpus::{Course, Page, READ_SECS, pages, pdfs, unpacked, walk};

pub(super) const FOLDER: &str = "target/xtask/bench-inside";
/// Committed sources of the benchmark, which are copied beside their packages.
const SOURCES: &str = "infra/bench/inside";
/// Committed known-item queries.
const QUERIES: &str = "infra/bench/inside/queries.json";
/// Sources shared with other benchmarks.
const SHARED: &str = "infra/bench";
/// Our search first, then the libraries.
const CONTENDERS: &str = "note-ninja,MiniSearch,MiniSearch from texts,FlexSearch,FlexSearch from texts,Pagefind";
/// Number of rounds per contender.
const ROUNDS: &str = "3";

/// `cargo xtask bench inside`. `options` may name contenders, separated by commas.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    tools::require_node()?;
    tools::require_wasm_target()?;
    let folder = root().join(FOLDER);
    npm::install_bench(SOURCES, &folder)?;
    for name in ["asked.mjs", "measure.mjs", "pagefind.mjs", "peers.mjs", "queries.mjs", "run.mjs"] {
        fs::copy(root().join(SOURCES).join(name), folder.join(name))?;
    }
    for name in ["chromium.mjs", "timing.mjs"] {
        fs::copy(root().join(SHARED).join(name), folder.join(name))?;
    }
    wasm::build_for_web(wasm::INSIDE, &folder.join("core"))?;
    let courses = corpus::courses(&folder)?;
    write_files(&folder, &courses)?;
    work::measure(&courses)?;
    let mut command = Command::new("node");
    command.args(["--expose-gc", "--max-old-space-size=8192"]).arg(folder.join("run.mjs"));
    command.arg(options.first().map_or(CONTENDERS, String::as_str)).arg(ROUNDS).arg(browser::find_or_install()?);
    command.arg(root().join(QUERIES));
    run::run(&mut command, OutputMode::Everything)
}

/// Returns the courses of this benchmark.
pub(super) fn courses() -> Result<Vec<Course>> {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    corpus::courses(&folder)
}

/// Returns the committed queries about the pages of [`courses`] as JSON. Generates them again if the pages have changed.
pub(super) fn queries() -> Result<Vec<u8>> {
    let (folder, committed) = (root().join(FOLDER), root().join(QUERIES));
    for name in ["asked.mjs", "queries.mjs"] {
        fs::copy(root().join(SOURCES).join(name), folder.join(name))?;
    }
    run::run(Command::new("node").arg(folder.join("asked.mjs")).arg(&committed), OutputMode::Everything)?;
    fs::read(&committed).with_context(|| format!("{QUERIES} cannot be read"))
}

/// Returns the index of a course.
pub(super) fn index_of(course: &Course) -> Result<FullTextIndex> {
    let words: Vec<_> = course.notes.iter().map(words_of).collect();
    Ok(FullTextIndex::read(merged(course.notes.iter().zip(words.iter().map(Vec::as_slice)))?)?)
}

/// Returns the words of a note, as `ingest` stores them beside its PDF.
fn words_of(note: &Note) -> Vec<u8> {
    let mut builder = Builder::default();
    builder.add_note("", "", note.pages.iter().map(|page| PageText { page: page.page, text: &page.text }));
    builder.finish()
}

/// Returns the index of a course, as `inside` merges it.
fn merged<'a>(notes: impl IntoIterator<Item = (&'a Note, &'a [u8])>) -> Result<Vec<u8>> {
    let mut builder = Builder::default();
    for (note, words) in notes {
        builder.add_file(&note.id, &note.title, &FullTextIndex::read(words.to_vec())?);
    }
    Ok(builder.finish())
}

/// Writes the index of each course and prints its size compared with the text.
fn write_files(folder: &Path, courses: &[Course]) -> Result<()> {
    let megabytes = |bytes: usize| size::kilobytes(bytes) / 1000.0;
    run::print_line(
        "\n| course | pages | text, MB | index, MB | on the way, MB | of the text |\n|---|---|---|---|---|---|",
    );
    let (mut pages_of_all, mut text_of_all, mut way_of_all) = (0, 0, 0);
    for (number, course) in (1..).zip(courses) {
        let words: Vec<_> = course.notes.iter().map(words_of).collect();
        let file = merged(course.notes.iter().zip(words.iter().map(Vec::as_slice)))?;
        let pages: usize = course.notes.iter().map(|note| note.pages.len()).sum();
        let text: usize = course.notes.iter().flat_map(|note| &note.pages).map(|page| page.text.len()).sum();
        let way = packed::pack(&file)?.len();
        run::print_line(&row(&number.to_string(), pages, text, Some(file.len()), way, megabytes));
        fs::write(folder.join(format!("course-{number}.bin")), file)?;
        pages_of_all += pages;
        text_of_all += text;
        way_of_all += way;
    }
    run::print_line(&row("all", pages_of_all, text_of_all, None, way_of_all, megabytes));
    Ok(())
}

fn row(
    name: &str,
    pages: usize,
    text: usize,
    file: Option<usize>,
    way: usize,
    megabytes: impl Fn(usize) -> f64,
) -> String {
    let file = file.map_or(String::new(), |file| format!("{:.2}", megabytes(file)));
    let share = 100.0 * megabytes(way) / megabytes(text);
    format!("| {name} | {pages} | {:.2} | {file} | {:.2} | {share:.1} % |", megabytes(text), megabytes(way))
}
