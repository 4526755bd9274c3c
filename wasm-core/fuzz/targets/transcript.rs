//! Arbitrary bytes as the file of a transcript: no panic, a reason for each refusal, and sorted lines without control
//! characters.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wasm_core::limits::{TRANSCRIPT_LINE_MAX_CHARS, TRANSCRIPT_MAX_LINES};
use wasm_core::transcript::parse;

fuzz_target!(|bytes: &[u8]| {
    match parse(bytes) {
        Ok(transcript) => {
            let lines = &transcript.lines;
            assert!((1..=TRANSCRIPT_MAX_LINES).contains(&lines.len()));
            assert!(lines.is_sorted_by_key(|line| line.0) && lines.iter().all(|line| line.0 <= line.1));
            assert!(transcript.timed || lines.iter().all(|line| line.1 == 0));
            assert!(lines.iter().all(|line| !line.2.is_empty() && !line.2.contains(char::is_control)));
            assert!(lines.iter().all(|line| line.2.chars().count() <= TRANSCRIPT_LINE_MAX_CHARS));
        }
        Err(refusal) => assert!(refusal.line != Some(0) && refusal.reason.ends_with('.')),
    }
});
