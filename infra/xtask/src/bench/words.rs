//! How the words that are read from PDFs compare with those that poppler and pdf.js find.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use wasm_core::text::tokens;

use super::{files, inside};
use crate::run;
use crate::{compile, root, tools};

/// A file with a smaller share of its words is listed.
const GOOD_SHARE: f64 = 0.995;

/// Most frequent words that are listed of a difference.
const EXAMPLES: usize = 6;

/// How often each word is in a text.
type Words = HashMap<String, usize>;

/// `cargo xtask bench words`: compares PDFs of Debian's documentation packages, or those of the folders that `options` name.
pub(super) fn bench(options: &[String]) -> Result<()> {
    tools::need_node()?;
    let folders = if options.is_empty() { vec![files::chosen()?] } else { options.iter().map(PathBuf::from).collect() };
    let reader = compile::reader()?;
    let mut rows = Vec::new();
    for folder in folders {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "pdf"));
        paths.sort();
        for path in paths {
            rows.extend(compare(&reader, &path)?);
        }
    }
    print(&rows);
    Ok(())
}

/// How the words of one file compare.
struct Row {
    name: String,
    /// Number of words that poppler finds.
    words: usize,
    ours: usize,
    poppler: Shares,
    /// Recall of what poppler and pdf.js agree on; precision by what one of them finds.
    both: Shares,
    differences: String,
}

/// Numbers of words that are found and of those that should be; of those that are right and of all.
#[derive(Clone, Copy, Default)]
struct Shares {
    found: (usize, usize),
    right: (usize, usize),
}

impl Shares {
    fn recall(self) -> f64 {
        share(self.found)
    }

    fn precision(self) -> f64 {
        share(self.right)
    }

    fn is_good(self) -> bool {
        self.recall() >= GOOD_SHARE && self.precision() >= GOOD_SHARE
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of words")]
fn share((part, all): (usize, usize)) -> f64 {
    if all == 0 { 1.0 } else { part as f64 / all as f64 }
}

/// Nothing for a file that is refused or has no text.
fn compare(reader: &Path, path: &Path) -> Result<Option<Row>> {
    let answer = Command::new(reader).args(["--inspect", "text", inside::READ_SECS]).arg(path).output()?;
    let Some(pages) = inside::pages(&answer.stdout)? else { return Ok(None) };
    let ours = counted(&pages.iter().map(|page| page.text.as_str()).collect::<Vec<_>>().join("\n"));
    let poppler = counted(&run::read(Command::new("pdftotext").arg(path).arg("-"))?);
    let script = root().join("infra/xtask/bench/words/pdfjs.mjs");
    let said = run::read(Command::new("node").arg(script).arg(path))?;
    let pdf_js: Option<String> = serde_json::from_str(said.trim()).context("pdf.js gave no answer")?;
    let pdf_js = counted(&pdf_js.unwrap_or_default());
    let agreed = combined(&poppler, &pdf_js, usize::min);
    let either = combined(&poppler, &pdf_js, usize::max);
    let (all, of_poppler) = (sum(&ours), common(&ours, &poppler));
    Ok(Some(Row {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        words: sum(&poppler),
        ours: all,
        poppler: Shares { found: (of_poppler, sum(&poppler)), right: (of_poppler, all) },
        both: Shares { found: (common(&ours, &agreed), sum(&agreed)), right: (common(&ours, &either), all) },
        differences: format!("−{} +{}", missing(&poppler, &ours), missing(&ours, &poppler)),
    }))
}

fn counted(text: &str) -> Words {
    let mut words = Words::new();
    for word in tokens(text) {
        *words.entry(word).or_default() += 1;
    }
    words
}

fn sum(words: &Words) -> usize {
    words.values().sum()
}

fn combined(one: &Words, other: &Words, choose: fn(usize, usize) -> usize) -> Words {
    let count = |words: &Words, word: &String| words.get(word).copied().unwrap_or(0);
    let counts =
        one.keys().chain(other.keys()).map(|word| (word.clone(), choose(count(one, word), count(other, word))));
    counts.collect()
}

fn common(one: &Words, other: &Words) -> usize {
    sum(&combined(one, other, usize::min))
}

/// The words that are most often in one text and not in the other.
fn missing(one: &Words, other: &Words) -> String {
    let count = |word: &String| other.get(word).copied().unwrap_or(0);
    let mut missing: Vec<(&String, usize)> = one
        .iter()
        .map(|(word, times)| (word, times.saturating_sub(count(word))))
        .filter(|(_, times)| *times > 0)
        .collect();
    missing.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
    let examples = missing.iter().take(EXAMPLES).map(|(word, times)| format!("{word}·{times}"));
    examples.collect::<Vec<_>>().join(" ")
}

/// How the words of a file compare with those of one reference.
type SharesOf = fn(&Row) -> Shares;

const REFERENCES: [(&str, SharesOf); 2] = [("poppler", |row| row.poppler), ("poppler and pdf.js", |row| row.both)];

fn print(rows: &[Row]) {
    let total = |of: SharesOf| {
        rows.iter().map(of).fold(Shares::default(), |all, one| Shares {
            found: (all.found.0 + one.found.0, all.found.1 + one.found.1),
            right: (all.right.0 + one.right.0, all.right.1 + one.right.1),
        })
    };
    let words: usize = rows.iter().map(|row| row.words).sum();
    run::say(&format!(
        "{} files with {words} words\n\n| words against | recall | precision | files below 99.5 % |\n|---|---|---|---|",
        rows.len()
    ));
    for (name, of) in REFERENCES {
        let below = rows.iter().filter(|row| !of(row).is_good()).count();
        run::say(&format!(
            "| {name} | {:.2} % | {:.2} % | {below} |",
            total(of).recall() * 100.0,
            total(of).precision() * 100.0
        ));
    }
    run::say("\n| file | words | poppler | both | missing and more |\n|---|---|---|---|---|");
    for row in rows.iter().filter(|row| !row.poppler.is_good()) {
        let shares = |of: Shares| format!("{:.1}, {:.1}", of.recall() * 100.0, of.precision() * 100.0);
        let (poppler, both) = (shares(row.poppler), shares(row.both));
        run::say(&format!("| {} | {} | {poppler} | {both} | {} |", row.name, row.ours, row.differences));
    }
}
