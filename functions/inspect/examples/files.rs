//! Reads every PDF of a folder as `ingest` does and prints what came of them: `cargo xtask bench files -- DIR`.
//!
//! With a second folder it also keeps the pictures there, to be looked at.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it prints")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use inspect::inspector::{Death, run_if_asked};
use inspect::{Inspector, Reason};

fn main() -> ExitCode {
    if let Some(code) = run_if_asked() {
        return code;
    }
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(folder) = arguments.next() else {
        eprintln!("Name a folder of PDFs, and perhaps one for their pictures.");
        return ExitCode::FAILURE;
    };
    match measure(&folder, arguments.next().as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What became of one file.
struct Row {
    name: String,
    bytes: u64,
    pages: u32,
    outcome: String,
    took: Duration,
    peak_bytes: u64,
}

fn measure(folder: &Path, pictures: Option<&Path>) -> io::Result<()> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.is_file());
    files.sort();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut rows = Vec::new();
    for file in &files {
        let row = runtime.block_on(row(file, pictures))?;
        eprintln!("{:>9} ms {:>5} MB  {:<50} {}", row.took.as_millis(), row.peak_bytes >> 20, row.name, row.outcome);
        rows.push(row);
    }
    print(&mut rows);
    Ok(())
}

async fn row(file: &Path, pictures: Option<&Path>) -> io::Result<Row> {
    let (send, costs) = mpsc::channel();
    let inspector = Inspector::of_this_program()?.telling(send);
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let began = Instant::now();
    let (pages, outcome) = match inspector.pdf(file).await {
        Err(reason) => (0, format!("refused: {}", reason.text())),
        Ok(facts) => {
            let preview = inspector.preview(file).await;
            let text = inspector.text(file).await;
            if let (Some(pictures), Ok(Ok(drawn))) = (pictures, &preview) {
                fs::write(pictures.join(format!("{name}.webp")), &drawn.large)?;
                fs::write(pictures.join(format!("{name}-small.webp")), &drawn.small)?;
            }
            if let (Some(pictures), Ok(Ok(text))) = (pictures, &text) {
                fs::write(pictures.join(format!("{name}.json.br")), &text.packed)?;
                fs::write(pictures.join(format!("{name}.title")), format!("{:?}\n{:?}", facts, text.headline))?;
            }
            let written = match &text {
                Ok(Ok(text)) if text.has_text => "text".to_owned(),
                Ok(Ok(_)) => "no text".to_owned(),
                missing => format!("text missing ({})", why(missing)),
            };
            let seen = match &preview {
                Ok(Ok(_)) => "ready".to_owned(),
                missing => format!("no preview ({})", why(missing)),
            };
            (facts.pages, format!("{seen}, {written}"))
        }
    };
    let took = began.elapsed();
    drop(inspector);
    let peak_bytes = costs.iter().map(|cost| cost.peak_bytes).max().unwrap_or(0);
    Ok(Row { name, bytes: fs::metadata(file)?.len(), pages, outcome, took, peak_bytes })
}

fn why<T>(missing: &Result<Result<T, Reason>, Death>) -> String {
    match missing {
        Ok(Ok(_)) => String::new(),
        Ok(Err(reason)) => format!("{reason:?}"),
        Err(death) => format!("{death:?}"),
    }
}

fn print(rows: &mut [Row]) {
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows.iter() {
        *outcomes.entry(&row.outcome).or_default() += 1;
    }
    println!("\n| outcome | files |\n|---|---|");
    for (outcome, count) in outcomes {
        println!("| {outcome} | {count} |");
    }
    let pages: u32 = rows.iter().map(|row| row.pages).sum();
    let bytes: u64 = rows.iter().map(|row| row.bytes).sum();
    println!("\n{} files, {pages} pages, {} MB", rows.len(), bytes >> 20);
    println!("\n| | median | 95 % | worst |\n|---|---|---|---|");
    rows.sort_by_key(|row| row.took);
    let of = |share: usize| rows.get((rows.len() * share / 100).min(rows.len().saturating_sub(1)));
    let took = |share| of(share).map_or(0, |row| row.took.as_millis());
    println!("| time a file, ms | {} | {} | {} |", took(50), took(95), took(100));
    rows.sort_by_key(|row| row.peak_bytes);
    let of = |share: usize| rows.get((rows.len() * share / 100).min(rows.len().saturating_sub(1)));
    let peak = |share| of(share).map_or(0, |row| row.peak_bytes >> 20);
    println!("| most memory of a reader, MB | {} | {} | {} |", peak(50), peak(95), peak(100));
}
