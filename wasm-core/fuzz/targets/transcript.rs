//! Arbitrary bytes as the file of a transcript or of chapters: no panic, a reason for each refusal, and sorted lines without control
//! characters.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wasm_core::limits::{AUDIO_CHAPTERS_MAX, TRANSCRIPT_LINE_MAX_CHARS, TRANSCRIPT_MAX_LINES};
use wasm_core::transcript::chapters::parse_chapters;
use wasm_core::transcript::parse;
use wasm_core::transcript::passages::passages;

fuzz_target!(|bytes: &[u8]| {
    match parse(bytes) {
        Ok(transcript) => {
            let lines = &transcript.lines;
            assert!((1..=TRANSCRIPT_MAX_LINES).contains(&lines.len()));
            assert!(lines.is_sorted_by_key(|line| line.0) && lines.iter().all(|line| line.0 <= line.1));
            assert!(transcript.timed || lines.iter().all(|line| line.1 == 0));
            assert!(lines.iter().all(|line| !line.2.is_empty() && !line.2.contains(char::is_control)));
            assert!(lines.iter().all(|line| line.2.chars().count() <= TRANSCRIPT_LINE_MAX_CHARS));
            let passages = passages(&transcript);
            assert!((1..=lines.len()).contains(&passages.len()) && passages.is_sorted_by_key(|passage| passage.number));
        }
        Err(refusal) => assert!(refusal.line != Some(0) && refusal.reason.ends_with('.')),
    }
    match parse_chapters(bytes, 3_600_000) {
        Ok(chapters) => {
            assert!((2..=AUDIO_CHAPTERS_MAX).contains(&chapters.len()));
            assert!(chapters.is_sorted_by(|one, other| one.start_ms < other.start_ms));
            assert!(chapters.iter().all(|chapter| !chapter.title.is_empty() && chapter.start_ms < 3_600_000));
        }
        Err(refusal) => assert!(refusal.line != Some(0) && refusal.reason.ends_with('.')),
    }
});
