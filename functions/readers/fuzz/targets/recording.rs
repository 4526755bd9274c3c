//! Arbitrary bytes as a recording of any format: the reader rejects them, or the result has a duration and a waveform.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::LazyLock;

use inspect::audio::{CHAPTERS_MAX, PEAK_COUNT};
use libfuzzer_sys::fuzz_target;
use readers::audio::read;

/// File in memory (tmpfs) that holds the current input, because recordings are read from files.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| PathBuf::from(format!("/dev/shm/fuzzed-{}", process::id())));

fuzz_target!(|bytes: &[u8]| {
    fs::write(&*FILE, bytes).expect("memory is there");
    if let Ok(found) = read(&FILE) {
        assert!(found.duration_secs > 0.0 && found.duration_secs.is_finite(), "{} s", found.duration_secs);
        assert_eq!(found.peaks.len(), PEAK_COUNT);
        assert!(found.chapters.len() <= CHAPTERS_MAX);
        assert!(found.sample_rate > 0);
    }
});
