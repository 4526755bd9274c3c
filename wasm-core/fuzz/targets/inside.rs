//! Any bytes behind a valid checksum, as the words of notes: the reader refuses them, or searches and merges them without a panic.
//! The first line is the query, the rest the body of the file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wasm_core::inside::{Builder, InsideFile, framed_for_fuzzing, pages_with, search};

fuzz_target!(|bytes: &[u8]| {
    // Also without an added header.
    let _ = InsideFile::read(bytes.to_vec());
    let (query, body) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0));
    let Ok(file) = InsideFile::read(framed_for_fuzzing(body.strip_prefix(b"\n").unwrap_or(body))) else { return };
    for typed in [String::from_utf8_lossy(query).as_ref(), "merge sort", "\"worst case\" piv", "dijsktra"] {
        for hit in search(&[&file, &file], typed, 5, 2) {
            let pages = pages_with(&file, &hit.note, typed).unwrap_or_default();
            assert!(pages.is_sorted(), "{typed:?} {pages:?}");
            let length = u32::try_from(hit.snippet.encode_utf16().count()).unwrap_or(u32::MAX);
            let mut last = 0;
            for (start, end) in &hit.ranges {
                assert!(last <= *start && start <= end && *end <= length, "{typed:?} {hit:?}");
                last = *end;
            }
        }
    }
    let mut builder = Builder::default();
    builder.add_file("note", "Title", &file);
    InsideFile::read(builder.finish()).expect("what was merged is a file");
});
