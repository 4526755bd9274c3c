//! Courses and queries with known answers, which search is measured on. README.md beside this file says where they are from.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// 100,000 lines of code, tab and title. The smaller sizes are the first so many.
pub(crate) fn courses() -> String {
    unpacked("courses.tsv.br")
}

/// As JSON: what is typed, and the codes that are right among all courses.
pub(crate) fn queries() -> String {
    unpacked("queries.json.br")
}

fn unpacked(name: &str) -> String {
    let file = File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/data").join(name)).unwrap();
    let mut text = String::new();
    brotli::Decompressor::new(file, 64 * 1024).read_to_string(&mut text).unwrap();
    text
}
