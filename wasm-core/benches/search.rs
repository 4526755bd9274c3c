//! How long the search takes: writing and reading the catalogue, and every key of a typed workload. The courses lie beside the project;
//! where they are missing it says so.

#![expect(clippy::print_stdout, reason = "the measurements are the point")]
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot set itself up should stop there")]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use wasm_core::catalogue::{Catalogue, CourseRecord, encode};
use wasm_core::course::CourseCode;
use wasm_core::limits::SEARCH_MAX_ITEMS;

fn main() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let Ok(courses) = fs::read_to_string(folder.join("courses-100k.tsv")) else {
        println!("skipped: ../shared/data is not beside the project");
        return;
    };
    let queries = fs::read_to_string(folder.join("search/queries.json")).unwrap();
    let queries: serde_json::Value = serde_json::from_str(&queries).unwrap();
    let keystrokes: Vec<&str> =
        queries["keystrokes"].as_array().unwrap().iter().filter_map(|key| key.as_str()).collect();

    for count in [1_000, 10_000, 54_423, 100_000] {
        let records: Vec<CourseRecord> = courses
            .lines()
            .skip(1)
            .take(count)
            .filter_map(|line| line.split_once('\t'))
            .filter_map(|(code, title)| Some(CourseRecord::new(CourseCode::parse(code).ok()?, title)))
            .collect();
        let write = best_of(3, || encode(black_box(&records)));
        let file = encode(&records);
        let read = best_of(5, || Catalogue::read(black_box(&file).clone()).unwrap());
        let index = Catalogue::read(file.clone()).unwrap();
        let mut times: Vec<(Duration, &str)> = keystrokes
            .iter()
            .map(|typed| (best_of(3, || index.search(black_box(typed), SEARCH_MAX_ITEMS)), *typed))
            .collect();
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
        println!(
            "{count:>7} courses: file {} kB, write {write:.1?}, read {read:.1?}; a key: median {:.1?}, 95% {:.1?}, 99% {:.1?}, worst {:.1?}",
            file.len() / 1000,
            at(50).0,
            at(95).0,
            at(99).0,
            at(100),
        );
    }
}

fn best_of<T>(times: usize, work: impl Fn() -> T) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..times).map(timed).min().unwrap_or_default()
}
