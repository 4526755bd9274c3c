//! Courses and queries with known results, used to measure the search. The README beside this file names their sources.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Returns 100,000 lines of code, tab and title. The smaller data sets are prefixes of it.
pub(crate) fn courses() -> String {
    unpacked("courses.tsv.br")
}

/// Returns JSON: the typed queries, and the correct codes among all courses.
pub(crate) fn queries() -> String {
    unpacked("queries.json.br")
}

fn unpacked(name: &str) -> String {
    let file = File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/data").join(name)).unwrap();
    let mut text = String::new();
    brotli::Decompressor::new(file, 64 * 1024).read_to_string(&mut text).unwrap();
    text
}
