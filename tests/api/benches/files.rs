//! Results and costs of processing real PDFs that an administrator uploads: `cargo xtask bench files -- DIR`.
//!
//! Each file goes through all steps alone: creating the upload, sending the file, delivering its event, reading it in
//! separate processes and publishing it. With a second folder, the images of first pages and the suggestions for the
//! form are saved there for inspection.

#![expect(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, reason = "a measurement, not a server")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use inspect::Extractor;
use inspect::extractor::ResourceUsage;
use journeys::api_client::ApiClient;
use journeys::test_env::TestEnv;
use serde_json::{Value, json};
use store::keys::object::{self, PreviewSize};
use store::notes::Note;
use store::objects::{self, Bucket};

const COURSE: &str = "FILES101";

/// Maximum size of a first-page image in bytes.
const PICTURE_MAX_BYTES: u64 = 20_000_000;

fn main() -> ExitCode {
    if let Some(code) = readers::run_if_requested() {
        return code;
    }
    // Ignore the option that Cargo passes to every benchmark.
    let mut folders = std::env::args_os().skip(1).filter(|argument| argument != "--bench").map(PathBuf::from);
    let Some(folder) = folders.next() else {
        eprintln!("Name a folder of PDFs after `--`, and perhaps one for their pictures.");
        return ExitCode::FAILURE;
    };
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut rows = runtime.block_on(measure(&files, folders.next().as_deref()));
    print(&mut rows);
    ExitCode::SUCCESS
}

/// Result of one file.
struct Row {
    bytes: usize,
    pages: u32,
    outcome: String,
    took: Duration,
    peak_bytes: u64,
}

async fn measure(files: &[PathBuf], pictures: Option<&Path>) -> Vec<Row> {
    let (tell, costs) = mpsc::channel();
    let env = TestEnv::with_extractor(Extractor::self_exec().unwrap().with_metrics(tell));
    let course = json!({ "title": "Files of many programs", "description": "Made by a measurement" });
    env.sign_in_admin().await.put(&format!("/courses/{COURSE}"), course).await.expect(200);
    let mut rows = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        // Sign in for each file, because a session expires before many files are processed.
        let admin = env.sign_in_admin().await;
        let row = upload(env, &admin, &name, fs::read(file).unwrap(), &costs, pictures).await;
        let (ms, mb) = (row.took.as_millis(), row.peak_bytes >> 20);
        eprintln!("{ms:>9} ms {mb:>5} MB {:>5} pages  {name:<50} {}", row.pages, row.outcome);
        rows.push(row);
    }
    rows
}

async fn upload(
    env: &'static TestEnv,
    admin: &ApiClient,
    name: &str,
    file: Vec<u8>,
    costs: &mpsc::Receiver<ResourceUsage>,
    pictures: Option<&Path>,
) -> Row {
    let bytes = file.len();
    let began = Instant::now();
    let ticket = admin.create_upload(COURSE, name, "measured.pdf", &file).await.expect(201);
    assert!(admin.upload_bytes(&ticket, file).await.is_success(), "{name} could not be sent");
    let upload = admin.wait_for_upload(ticket["id"].as_str().unwrap()).await;
    let took = began.elapsed();
    let peak_bytes = costs.try_iter().map(|cost| cost.peak_bytes).max().unwrap_or(0);
    let (pages, outcome) = match upload["status"].as_str() {
        Some("ready") => {
            let id = upload["noteId"].as_str().unwrap().parse().unwrap();
            let note = env.with_store(async move |store| store::notes::get(&store, id).await.unwrap()).await;
            if let Some(pictures) = pictures {
                keep(env, &note, &upload, &pictures.join(name)).await;
            }
            (note.file.media.pages, ready(&note))
        }
        _ => (0, format!("refused: {}", upload["reason"].as_str().unwrap())),
    };
    Row { bytes, pages, outcome, took, peak_bytes }
}

fn ready(note: &Note) -> String {
    let facts = &note.file.media.facts;
    let preview =
        facts.preview_missing.as_deref().map_or("ready".to_owned(), |why| format!("ready, no preview: {why}"));
    let text = match (facts.has_text, facts.text_missing.as_deref()) {
        (Some(true), _) => String::new(),
        (_, Some(why)) => format!(", no text: {why}"),
        _ => ", no text: a scan or a drawing".to_owned(),
    };
    preview + &text
}

/// Saves the images of the first page, and the upload with the suggestions for the form.
async fn keep(env: &'static TestEnv, note: &Note, upload: &Value, path: &Path) {
    for (size, ending) in [(PreviewSize::Small, "small.webp"), (PreviewSize::Large, "large.webp")] {
        let key = object::preview(&note.file.key, size);
        let picture = async move |store| objects::get(&store, Bucket::Files, &key, PICTURE_MAX_BYTES).await;
        if let Ok(picture) = env.with_store(picture).await {
            fs::write(path.with_added_extension(ending), picture).unwrap();
        }
    }
    fs::write(path.with_added_extension("json"), format!("{upload:#}")).unwrap();
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
    let bytes: usize = rows.iter().map(|row| row.bytes).sum();
    println!("\n{} files, {pages} pages, {} MB", rows.len(), bytes >> 20);
    println!("\n| | median | 95 % | worst |\n|---|---|---|---|");
    rows.sort_by_key(|row| row.took);
    let count = rows.len();
    let at = |share: usize| (count * share / 100).min(count.saturating_sub(1));
    let took = |share| rows.get(at(share)).map_or(0, |row| row.took.as_millis());
    println!("| from announced to decided, ms | {} | {} | {} |", took(50), took(95), took(100));
    rows.sort_by_key(|row| row.peak_bytes);
    let peak = |share| rows.get(at(share)).map_or(0, |row| row.peak_bytes >> 20);
    println!("| most memory of a reader, MB | {} | {} | {} |", peak(50), peak(95), peak(100));
}
