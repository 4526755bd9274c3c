//! Find in the reader compared with pdf.js: random words of each file.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use chores::machine::tools;
use chores::{root, run};
use serde::Deserialize;
use wasm_core::full_text::{Builder, FullTextIndex, PageText, candidate_pages};

use crate::full_text::Page;

/// Prefix of the lines with the results of a file.
const MARK: &str = "find: ";

/// Note id of a file in its index.
const NOTE: &str = "note";

/// Results of one file.
#[derive(Deserialize)]
struct Found {
    name: String,
    counts: Vec<Count>,
}

/// Number of matches of one word.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Count {
    word: String,
    pdf_js: usize,
    reader: usize,
}

/// Prints how many matches the reader and pdf.js find for words of a folder's PDFs, and how many of these words the
/// index contains. `texts` has the indexed pages of each file.
///
/// # Errors
/// If pdf.js finds a word more often than the reader.
pub(super) fn measure(folder: &Path, texts: &HashMap<String, Vec<Page>>) -> Result<()> {
    let mut command = tools::npx();
    command.args(["--no-install", "vitest", "run", "find-agreement", "--reporter=dot"]);
    command.env("NOTE_NINJA_PDFS", folder.canonicalize()?).current_dir(root().join("web"));
    let mut found: Vec<Found> = Vec::new();
    let mut damaged = None;
    let is_success = run::run_for_each_line(&mut command, &mut |line| {
        if let Some((_, json)) = line.split_once(MARK) {
            match serde_json::from_str(json) {
                Ok(file) => found.push(file),
                Err(error) => damaged = Some(error),
            }
        }
    })?;
    if let Some(error) = damaged {
        return Err(error).context("What the test prints could not be read");
    }
    let all: Vec<(&Found, &Count)> =
        found.iter().flat_map(|file| file.counts.iter().map(move |count| (file, count))).collect();
    let less: Vec<_> = all.iter().filter(|(_, count)| count.reader < count.pdf_js).collect();
    let more = all.iter().filter(|(_, count)| count.reader > count.pdf_js).count();
    let files = found.iter().filter(|file| !file.counts.is_empty()).count();
    let mut unknown: Vec<String> = Vec::new();
    for file in &found {
        let index = index(texts.get(&file.name).map_or(&[], Vec::as_slice))?;
        let is_unknown = |word: &str| candidate_pages(&index, NOTE, word).is_some_and(|pages| pages.is_empty());
        unknown.extend(file.counts.iter().filter(|count| is_unknown(&count.word)).map(|count| count.word.clone()));
    }
    run::print_line(&format!(
        "\nFind: {} words of {files} files; the reader finds {} less often than pdf.js and {more} more often. For {} the \
         index names no page: {}",
        all.len(),
        less.len(),
        unknown.len(),
        unknown.join(" "),
    ));
    for (file, count) in &less {
        run::print_line(&format!("{}: {} is found {} of {} times", file.name, count.word, count.reader, count.pdf_js));
    }
    if !is_success {
        bail!("`{}` failed; run it to see the reason.", run::command_line(&command));
    }
    Ok(())
}

fn index(pages: &[Page]) -> Result<FullTextIndex> {
    let mut builder = Builder::default();
    builder.add_note(NOTE, "", pages.iter().map(|page| PageText { page: page.page, text: &page.text }));
    Ok(FullTextIndex::read(builder.finish())?)
}
