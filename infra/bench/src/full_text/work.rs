//! Cost of building an index for a large course: from all its texts, and after a change of one note.

use std::fs;

use anyhow::{Context as _, Result};
use chores::{run, size};

use super::corpus::{Course, Note, Page};
use super::{merged, packed, words_of};

const NOTES: usize = 200;
const PAGES: usize = 4_000;

/// Builds the index of one course with a fixed number of notes and pages, twice.
pub(super) fn measure(courses: &[Course]) -> Result<()> {
    let notes = large(courses);
    let pages: usize = notes.iter().map(|note| note.pages.len()).sum();
    let texts: Vec<Vec<u8>> =
        notes.iter().map(|note| Ok(packed::pack(&serde_json::to_vec(&note.pages)?)?)).collect::<Result<_>>()?;
    // Resets the peak memory of this process, so that it covers only this measurement and the memory already in use.
    fs::write("/proc/self/clear_refs", "5").context("the most memory of this process cannot be counted anew")?;
    let held = status_bytes("VmRSS:")?;
    let began = worked_secs()?;
    let mut words = Vec::new();
    for (note, text) in notes.iter().zip(&texts) {
        let pages: Vec<Page> = serde_json::from_slice(&packed::unpack(text, u64::MAX)?)?;
        words.push(words_of(&Note::new(&note.id, &note.title, pages)));
    }
    let bytes = stored(&notes, &words)?.len();
    let whole = worked_secs()? - began;
    let peak = status_bytes("VmHWM:")?.saturating_sub(held);
    let began = worked_secs()?;
    words[0] = words_of(&notes[0]);
    stored(&notes, &words)?;
    let changed = worked_secs()? - began;
    run::print_line(&format!(
        "\nOne course of {} notes and {pages} pages: {whole:.1} s of work and {} MB from its texts to {:.1} MB on the way; \
         after a change of one note {changed:.1} s.",
        notes.len(),
        peak / 1_000_000,
        size::kilobytes(bytes) / 1000.0,
    ));
    Ok(())
}

/// Returns the index as it is stored.
fn stored(notes: &[Note], words: &[Vec<u8>]) -> Result<Vec<u8>> {
    Ok(packed::pack(&merged(notes.iter().zip(words.iter().map(Vec::as_slice)))?)?)
}

/// Creates notes with a fixed number of pages each, taken from all courses.
fn large(courses: &[Course]) -> Vec<Note> {
    let pages = courses.iter().flat_map(|course| &course.notes).flat_map(|note| &note.pages);
    let mut pages = pages.take(PAGES).map(|page| page.text.clone()).peekable();
    let mut notes = Vec::new();
    while pages.peek().is_some() {
        let title = format!("Lecture {}", notes.len() + 1);
        let its = (1..).zip(pages.by_ref().take(PAGES / NOTES)).map(|(page, text)| Page { page, text }).collect();
        notes.push(Note::new(&title, &title, its));
    }
    notes
}

/// Returns the processor time of this thread in seconds.
fn worked_secs() -> Result<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e9)
}

/// Returns a memory value of this process from Linux, in bytes.
fn status_bytes(name: &str) -> Result<u64> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)).context("Linux says nothing of memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}
