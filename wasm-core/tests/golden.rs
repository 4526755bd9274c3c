//! Golden files of search results. The tests of the boundary read the same files and must give the same results.
//!
//! `UPDATE_GOLDEN=1 cargo test -p wasm-core --test golden` updates them; review the changes before committing them.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use serde::{Deserialize, Serialize};
use wasm_core::catalogue::{
    Catalogue, CatalogueDiff, CourseRecord, activity_rank, decode, decode_with_counts, diff, encode,
};
use wasm_core::course::CourseCode;

/// Number of results of each query in the file.
const ANSWERS: usize = 10;

#[derive(Serialize, Deserialize)]
struct Golden {
    courses: Vec<Course>,
    search: Vec<Search>,
    enter: Vec<Enter>,
}

#[derive(Serialize, Deserialize)]
struct Course {
    code: CourseCode,
    title: String,
    likes: u32,
    notes: u32,
    activity: f64,
}

#[derive(Serialize, Deserialize)]
struct Search {
    query: String,
    codes: Vec<CourseCode>,
}

#[derive(Serialize, Deserialize)]
struct Enter {
    query: String,
    code: Option<CourseCode>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Formats the golden file with one row per line, so that a difference shows its query.
fn written(golden: &Golden) -> String {
    fn rows<T: Serialize>(text: &mut String, name: &str, rows: &[T]) {
        let rows: Vec<String> = rows.iter().map(|row| format!("    {}", serde_json::to_string(row).unwrap())).collect();
        write!(text, "  \"{name}\": [\n{}\n  ]", rows.join(",\n")).unwrap();
    }
    let mut text = String::from("{\n");
    rows(&mut text, "courses", &golden.courses);
    text.push_str(",\n");
    rows(&mut text, "search", &golden.search);
    text.push_str(",\n");
    rows(&mut text, "enter", &golden.enter);
    text.push_str("\n}\n");
    text
}

#[test]
fn search_results_match_the_golden_files() {
    let path = folder().join("search.json");
    let before = fs::read_to_string(&path).unwrap();
    let mut golden: Golden = serde_json::from_str(&before).unwrap();
    let records: Vec<CourseRecord> = golden
        .courses
        .iter()
        .map(|course| CourseRecord {
            likes: course.likes,
            notes: course.notes,
            activity: activity_rank(course.activity),
            ..CourseRecord::new(course.code, course.title.as_str())
        })
        .collect();
    let index = Catalogue::read(encode(&records)).unwrap();
    for case in &mut golden.search {
        case.codes = index.search(&case.query, ANSWERS).into_iter().map(|hit| hit.code).collect();
    }
    for case in &mut golden.enter {
        case.code = index.enter_match(&case.query);
    }
    let (now, file) = (written(&golden), encode(&records));
    let file_path = folder().join("catalogue.bin");
    let mut newest = decode(&file).unwrap();
    // The first course by code becomes the most popular.
    (newest[0].likes, newest[0].activity) = (999, u32::MAX);
    let CatalogueDiff::Counts(counts) = diff(&file, &newest) else { panic!("only counts have moved") };
    let counts_path = folder().join("counts.bin");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &now).unwrap();
        fs::write(&file_path, &file).unwrap();
        fs::write(&counts_path, &counts).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    for (now, expected) in now.lines().zip(expected.lines()) {
        assert_eq!(now, expected);
    }
    assert_eq!(now.len(), expected.len());
    let stored = fs::read(&file_path).unwrap();
    assert_eq!(decode(&stored).unwrap(), records);
    assert_eq!(decode_with_counts(&stored, &counts).unwrap(), newest);
    assert_eq!(
        fs::read(&counts_path).unwrap(),
        counts,
        "counts are written differently: give the format a new version"
    );
    assert_eq!(stored, file, "the catalogue is written differently: give the format a new version");
}
