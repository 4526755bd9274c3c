//! Invariants of full-text indexes for arbitrary bytes. The first line is the query, the rest the body of a file behind
//! a valid checksum. The fuzz target and a test over `corpus/inside` call this.

use std::time::{Duration, Instant};

use wasm_core::full_text::{Builder, FullTextIndex, candidate_pages, framed_for_fuzzing, search};

/// Ten times the limit of one query, because coverage instrumentation and other programs slow it down.
const QUERY_MAX: Duration = Duration::from_millis(200);

/// Returns true if the body was a valid file.
pub(crate) fn check(bytes: &[u8]) -> bool {
    // Also read the bytes without an added header.
    let _ = FullTextIndex::read(bytes.to_vec());
    let (query, body) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0));
    let Ok(file) = FullTextIndex::read(framed_for_fuzzing(body.strip_prefix(b"\n").unwrap_or(body))) else {
        return false;
    };
    for typed in [String::from_utf8_lossy(query).as_ref(), "merge sort", "\"worst case\" piv", "dijsktra"] {
        let began = Instant::now();
        let hits = search(&[&file, &file], typed, 5, 2);
        let _ = candidate_pages(&file, "note-0", typed);
        assert!(began.elapsed() < QUERY_MAX, "{typed:?} took {:?}", began.elapsed());
        for hit in hits {
            let pages = candidate_pages(&file, &hit.note, typed).unwrap_or_default();
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
    assert!(FullTextIndex::read(builder.finish()).is_ok(), "what was merged is no file");
    true
}
