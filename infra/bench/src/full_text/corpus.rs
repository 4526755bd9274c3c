//! Corpus of real PDFs from Debian's documentation packages, read by the same program as uploads.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context as _, Result, anyhow, bail};
use chores::compile;
use chores::machine::apt;
use chores::run::{self, OutputMode};
use serde::{Deserialize, Serialize};

use super::packed;

/// Packages with the PDFs, in the order of the courses.
const PACKAGES: [&str; 10] = [
    "r-doc-pdf",
    "gap-doc",
    "pari-doc",
    "octave-doc",
    "gnuplot-doc",
    "asymptote-doc",
    "texlive-science-doc",
    "texlive-humanities-doc",
    "texlive-latex-recommended-doc",
    "texlive-metapost-doc",
];
const COURSES: usize = 8;
const NOTES: usize = 40;
/// Range of pages for a PDF to become a note. Longer ones are cut.
const PAGES_MIN: usize = 4;
const PAGES_MAX: usize = 120;
/// Minimum average number of bytes of text per page.
const PAGE_MIN_BYTES: usize = 600;
/// Time limit for the text of one PDF in seconds of work, as for uploads.
pub(crate) const READ_SECS: &str = "90";
/// Maximum size of a PDF's text after decompression.
const TEXT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// One course of the corpus.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Course {
    pub(crate) notes: Vec<Note>,
}

/// One PDF of the corpus.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Note {
    /// Package and path within it.
    pub(crate) id: String,
    pub(super) title: String,
    pub(crate) pages: Vec<Page>,
    /// Words hyphenated at the end of a line, joined, with their pages.
    divided: Vec<(u32, String)>,
}

impl Note {
    /// Creates a note without hyphenated words.
    pub(super) fn new(id: &str, title: &str, pages: Vec<Page>) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), pages, divided: Vec::new() }
    }
}

/// A page with its text in the format of the reader binary.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Page {
    pub(crate) page: u32,
    pub(crate) text: String,
}

/// Returns the courses, from `folder` if they are saved there.
pub(super) fn courses(folder: &Path) -> Result<Vec<Course>> {
    let kept = folder.join("corpus.json");
    if let Ok(text) = fs::read(&kept) {
        return serde_json::from_slice(&text).with_context(|| format!("{} is damaged. Delete it.", kept.display()));
    }
    // `pdftotext` shows which words are hyphenated.
    apt::install_missing(&["poppler-utils"])?;
    let reader = run::step("compiling what reads PDFs", compile::build_reader)?;
    let pdfs = run::step("fetching documentation packages", || pdfs(folder))?;
    let notes = run::step("reading their PDFs", || notes(folder, &reader, &pdfs))?;
    if notes.len() < COURSES * NOTES {
        bail!("Only {} of the packages' PDFs can be notes, and {} are wanted.", notes.len(), COURSES * NOTES);
    }
    let mut notes = notes.into_iter();
    let courses: Vec<Course> = (0..COURSES).map(|_| Course { notes: notes.by_ref().take(NOTES).collect() }).collect();
    let mut file = BufWriter::new(File::create(&kept)?);
    serde_json::to_writer(&mut file, &courses)?;
    file.flush()?;
    Ok(courses)
}

/// Returns all PDFs of the packages as pairs of id (package and path) and file path. Downloads missing packages into
/// `folder`.
pub(crate) fn pdfs(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let mut all = Vec::new();
    for package in PACKAGES {
        let target = unpacked(folder, package)?;
        let mut found = Vec::new();
        walk(&target, "pdf", &mut found)?;
        found.sort();
        all.extend(found.into_iter().filter_map(|path| {
            let within = path.strip_prefix(&target).ok()?.to_str()?;
            Some((format!("{package}/{within}"), path.clone()))
        }));
    }
    Ok(all)
}

/// Returns the folder with the files of a Debian package. Downloads it into `folder` unless it is there.
pub(crate) fn unpacked(folder: &Path, package: &str) -> Result<PathBuf> {
    let (debs, unpacked) = (folder.join("debs"), folder.join("packages"));
    fs::create_dir_all(&debs)?;
    fs::create_dir_all(&unpacked)?;
    let target = unpacked.join(package);
    if !target.exists() {
        run::run(Command::new("apt-get").current_dir(&debs).args(["download", package]), OutputMode::Failures)?;
        let is_its = |path: &PathBuf| path.file_name().is_some_and(|name| starts_with(name, &format!("{package}_")));
        let deb = listed(&debs)?.into_iter().find(is_its).context("apt-get downloaded nothing")?;
        let partly = unpacked.join("partly");
        run::run(Command::new("dpkg-deb").arg("-x").arg(deb).arg(&partly), OutputMode::Failures)?;
        fs::rename(&partly, &target)?;
    }
    Ok(target)
}

fn starts_with(name: &std::ffi::OsStr, start: &str) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(start))
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    Ok(fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?)
}

/// Collects the files with an extension below a folder. Symbolic links lead to other packages and are skipped.
pub(crate) fn walk(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) -> Result<()> {
    for path in listed(folder)? {
        let kind = fs::symlink_metadata(&path)?;
        if kind.is_dir() {
            walk(&path, extension, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|its| its == extension) {
            found.push(path);
        }
    }
    Ok(())
}

/// Reads the PDFs that can become notes until there are enough.
fn notes(folder: &Path, reader: &Path, pdfs: &[(String, PathBuf)]) -> Result<Vec<Note>> {
    let texts = folder.join("texts");
    fs::create_dir_all(&texts)?;
    let (mut notes, mut known) = (Vec::new(), HashSet::new());
    let at_once = thread::available_parallelism().map_or(1, NonZero::get);
    let mut read: Vec<Result<Vec<u8>>> = Vec::new();
    for (number, (id, path)) in pdfs.iter().enumerate() {
        if read.is_empty() {
            let next = pdfs.iter().skip(number).take(at_once);
            read = thread::scope(|scope| {
                let reading: Vec<_> = next.map(|pdf| scope.spawn(|| read_text(&texts, reader, pdf))).collect();
                let ended = |_| Err(anyhow!("A thread that read a PDF has ended early"));
                reading.into_iter().rev().map(|each| each.join().unwrap_or_else(ended)).collect()
            });
        }
        let Some(text) = read.pop() else { break };
        let Some(mut pages) = pages(&text?)? else { continue };
        pages.truncate(PAGES_MAX);
        let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
        let is_new = pages.len() >= PAGES_MIN && known.insert(pages[1].text.clone());
        if !is_new || bytes < pages.len() * PAGE_MIN_BYTES {
            continue;
        }
        let title = path.file_stem().unwrap_or_default().to_string_lossy().replace(['-', '_'], " ");
        notes.push(Note { divided: divided(path)?, ..Note::new(id, &title, pages) });
        if notes.len() == COURSES * NOTES {
            break;
        }
    }
    Ok(notes)
}

/// Returns the output of the reader for a PDF, which is kept in the folder `texts`.
fn read_text(texts: &Path, reader: &Path, (id, path): &(String, PathBuf)) -> Result<Vec<u8>> {
    let kept = texts.join(format!("{}.json", id.replace('/', "~")));
    if !kept.exists() {
        // The output is empty if the reader was killed.
        let answer = Command::new(reader).args(["--inspect", "text", READ_SECS]).arg(path).output()?;
        fs::write(&kept, answer.stdout)?;
    }
    Ok(fs::read(&kept)?)
}

/// Parses the output of the reader. Returns nothing if it rejected the file or found no text.
pub(crate) fn pages(answer: &[u8]) -> Result<Option<Vec<Page>>> {
    #[derive(Deserialize)]
    struct Answer {
        result: Result<Read, serde_json::Value>,
    }
    #[derive(Deserialize)]
    struct Read {
        has_text: bool,
        compressed_pages: String,
    }
    #[derive(Deserialize)]
    struct Text {
        pages: Vec<TextPage>,
    }
    #[derive(Deserialize)]
    struct TextPage {
        page: u32,
        blocks: Vec<Block>,
    }
    #[derive(Deserialize)]
    struct Block {
        marker: Option<String>,
        text: String,
    }
    let Ok(Answer { result: Ok(Read { has_text: true, compressed_pages }) }) = serde_json::from_slice(answer) else {
        return Ok(None);
    };
    let text = packed::unpack(&packed::decode_base64(&compressed_pages)?, TEXT_MAX_BYTES)?;
    let pages = serde_json::from_slice::<Text>(&text)?.pages.into_iter().map(|TextPage { page, blocks }| Page {
        page,
        text: blocks
            .into_iter()
            .flat_map(|block| block.marker.into_iter().chain([block.text]))
            .collect::<Vec<_>>()
            .join("\n"),
    });
    Ok(Some(pages.collect()))
}

/// Returns the words that `pdftotext` finds hyphenated at the ends of lines.
fn divided(path: &Path) -> Result<Vec<(u32, String)>> {
    let text =
        run::read_output(Command::new("pdftotext").args(["-raw", "-l", &PAGES_MAX.to_string()]).arg(path).arg("-"))?;
    let mut words = Vec::new();
    for (page, text) in (1..).zip(text.split('\u{c}')) {
        for pair in text.lines().collect::<Vec<_>>().windows(2) {
            let Some(begin) = pair[0].strip_suffix('-').or_else(|| pair[0].strip_suffix('\u{2010}')) else { continue };
            let begin = begin.rsplit(' ').next().unwrap_or_default();
            let end = pair[1].split(' ').next().unwrap_or_default().trim_end_matches(['.', ',', ';', ':', ')']);
            let is_part = |part: &str| part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_lowercase());
            if is_part(begin) && is_part(end) {
                words.push((page, format!("{begin}{end}")));
            }
        }
    }
    Ok(words)
}
