//! Quality of text extraction from PDFs, compared with poppler, pdf.js and the text that was written.

mod count;
mod find;
mod written;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use chores::machine::{apt, npm, tools};
use chores::run;
use chores::{compile, root};
use serde::Deserialize;

use self::count::{Accuracy, Words};
use super::{files, full_text};

/// Known reasons for differences between a file's words and a reference.
const REASONS: &str = "infra/bench/words/reasons.toml";

/// `cargo xtask bench words`: compares PDFs of Debian's documentation packages and PDFs written for this benchmark, or
/// those of the folders in `options`.
pub(super) fn bench(options: &[String]) -> Result<()> {
    tools::require_node()?;
    npm::install()?;
    apt::install_missing(&["poppler-utils"])?;
    let reader = run::step("compiling what reads PDFs", compile::build_reader)?;
    let folders = if options.is_empty() {
        vec![files::pdf_folder()?, written::write_files()?]
    } else {
        options.iter().map(PathBuf::from).collect()
    };
    let reasons = Reasons::read()?;
    for folder in folders {
        let (mut rows, mut without, mut texts) = (Vec::new(), Vec::new(), HashMap::new());
        for path in pdfs(&folder)? {
            let name = name_of(&path);
            let answer = Command::new(&reader).args(["--inspect", "text", full_text::READ_SECS]).arg(&path).output()?;
            let Some(pages) = full_text::pages(&answer.stdout)? else {
                without.push(format!("{name} ({} words of poppler)", poppler(&path)?.sum()));
                continue;
            };
            rows.push(compare(&path, &pages)?);
            texts.insert(name, pages);
        }
        print(&rows, &without, &reasons);
        find::measure(&folder, &texts)?;
    }
    Ok(())
}

fn pdfs(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pdf"));
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Scores of one file.
struct Row {
    name: String,
    words: usize,
    poppler: Accuracy,
    /// Recall of the words that poppler and pdf.js agree on; precision by the words that at least one finds.
    both: Accuracy,
    /// Scores against the words that were written, if they are known.
    written: Option<Accuracy>,
    differences: String,
}

impl Row {
    /// Returns true if the words match the best reference.
    fn is_good(&self) -> bool {
        self.written.unwrap_or(self.poppler).is_good()
    }
}

fn compare(path: &Path, pages: &[full_text::Page]) -> Result<Row> {
    let ours = Words::of(&pages.iter().map(|page| page.text.as_str()).collect::<Vec<_>>().join("\n"));
    let poppler = poppler(path)?;
    let script = root().join("infra/bench/words/pdfjs.mjs");
    let said = run::read_output(Command::new("node").arg(script).arg(path))?;
    let pdf_js: Option<String> = serde_json::from_str(said.trim()).context("pdf.js gave no answer")?;
    let pdf_js = Words::of(&pdf_js.unwrap_or_default());
    let agreed = poppler.combined(&pdf_js, usize::min);
    let either = poppler.combined(&pdf_js, usize::max);
    let source = path.with_extension("txt");
    let written = if source.exists() { Some(Words::of(&fs::read_to_string(source)?)) } else { None };
    let best = written.as_ref().unwrap_or(&poppler);
    Ok(Row {
        name: name_of(path),
        words: ours.sum(),
        poppler: Accuracy::of(&ours, &poppler, &poppler),
        both: Accuracy::of(&ours, &agreed, &either),
        differences: format!("−{} +{}", best.missing_in(&ours), ours.missing_in(best)),
        written: written.as_ref().map(|words| Accuracy::of(&ours, words, words)),
    })
}

fn poppler(path: &Path) -> Result<Words> {
    Ok(Words::of(&run::read_output(Command::new("pdftotext").arg(path).arg("-"))?))
}

/// Reasons by the end of file names.
#[derive(Deserialize)]
struct Reasons {
    #[serde(default)]
    file: Vec<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    name: String,
    reason: String,
}

impl Reasons {
    fn read() -> Result<Self> {
        toml::from_str(&fs::read_to_string(root().join(REASONS))?).with_context(|| format!("{REASONS} is damaged"))
    }

    /// Returns the reason for a file by the end of its name.
    fn of(&self, name: &str) -> Option<&str> {
        self.file.iter().find(|file| name.ends_with(&file.name)).map(|file| file.reason.as_str())
    }
}

/// Reason for files whose words are those that poppler and pdf.js agree on.
const PDF_JS_AGREES: &str = "pdf.js reads these words as we do";

/// Scores of a file against one reference.
type SharesOf = fn(&Row) -> Option<Accuracy>;

const REFERENCES: [(&str, SharesOf); 3] = [
    ("poppler", |row| Some(row.poppler)),
    ("poppler and pdf.js", |row| Some(row.both)),
    ("what was written", |row| row.written),
];

fn print(rows: &[Row], without: &[String], reasons: &Reasons) {
    let words: usize = rows.iter().map(|row| row.words).sum();
    run::print_line(&format!(
        "\n{} files with {words} words. No text was read of: {}.\n",
        rows.len(),
        without.join(", ")
    ));
    run::print_line("| words against | recall | precision | files below 99.5 % |\n|---|---|---|---|");
    for (name, of) in REFERENCES {
        let shares: Vec<Accuracy> = rows.iter().filter_map(of).collect();
        if shares.is_empty() {
            continue;
        }
        let below = shares.iter().filter(|shares| !shares.is_good()).count();
        let total = shares.into_iter().fold(Accuracy::default(), Accuracy::add);
        let (recall, precision) = (total.recall() * 100.0, total.precision() * 100.0);
        run::print_line(&format!("| {name} | {recall:.2} % | {precision:.2} % | {below} |"));
    }
    run::print_line("\n| file below | words | poppler | both | missing and more | reason |\n|---|---|---|---|---|---|");
    for row in rows.iter().filter(|row| !row.is_good()) {
        let shares = |of: Accuracy| format!("{:.1}, {:.1}", of.recall() * 100.0, of.precision() * 100.0);
        let (poppler, both) = (shares(row.poppler), shares(row.both));
        let derived = if row.both.is_good() { PDF_JS_AGREES } else { "?" };
        let reason = reasons.of(&row.name).unwrap_or(derived);
        let Row { name, words, differences, .. } = row;
        run::print_line(&format!("| {name} | {words} | {poppler} | {both} | {differences} | {reason} |"));
    }
}
