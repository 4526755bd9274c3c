//! Benchmarks of the search on real courses, compared with a plain scan of the same bytes: `cargo xtask bench core`.
//! Percentiles, other libraries and the browser are in `cargo xtask bench search`.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot set itself up should stop there")]

#[expect(dead_code, reason = "here nobody asks whether the answers are right")]
mod data;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use memchr::memmem;
use wasm_core::catalogue::{Catalogue, CourseRecord, encode};
use wasm_core::course::CourseCode;
use wasm_core::limits::SEARCH_MAX_ITEMS;
use wasm_core::text::fold;

/// Queries with the feature that they exercise.
const TYPED: [(&str, &str); 9] = [
    ("a code", "cs246"),
    ("a prefix of a code", "cs2"),
    ("one letter", "i"),
    ("a word", "psychology"),
    ("prefixes", "intro psych"),
    ("one typo", "pyschology"),
    ("two typos", "pyshcologgy"),
    ("a missing word", "psychology qqqq"),
    // The slowest known query: twelve long words, each with a typo.
    (
        "the worst known",
        "aevcoacy ieterdic iefomrat resoulti peogarmm mecroibo techinqu methmeat lenugage peinicpl aeplciat introudction",
    ),
];

fn main() {
    let courses = data::courses();
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for count in [10_000, 100_000] {
        let records: Vec<CourseRecord> = courses
            .lines()
            .take(count)
            .filter_map(|line| line.split_once('\t'))
            .filter_map(|(code, title)| Some(CourseRecord::new(CourseCode::parse(code).ok()?, title)))
            .collect();
        files(&mut criterion, count, &records);
        queries(&mut criterion, count, &records);
    }
    criterion.final_summary();
}

fn files(criterion: &mut Criterion, count: usize, records: &[CourseRecord]) {
    let file = encode(records);
    let mut group = criterion.benchmark_group(format!("{count} courses, the file"));
    group.throughput(Throughput::Bytes(file.len() as u64)).sample_size(10);
    group.bench_function("write", |bencher| bencher.iter(|| encode(black_box(records))));
    group.bench_function("read", |bencher| bencher.iter(|| Catalogue::read(black_box(&file).clone()).unwrap()));
    group.finish();
}

fn queries(criterion: &mut Criterion, count: usize, records: &[CourseRecord]) {
    let titles: Vec<String> = records.iter().map(|record| fold(&record.title)).collect();
    let all = titles.join("\n");
    let catalogue = Catalogue::read(encode(records)).unwrap();
    let mut group = criterion.benchmark_group(format!("{count} courses, a query"));
    group.bench_function("plain scan, one pass of memmem over all titles", |bencher| {
        let finder = memmem::Finder::new("psychology");
        bencher.iter(|| finder.find_iter(black_box(all.as_bytes())).count());
    });
    group.bench_function("plain scan, each title asked whether it contains the word", |bencher| {
        bencher.iter(|| titles.iter().filter(|title| title.contains(black_box("psychology"))).count());
    });
    for (what, typed) in TYPED {
        group.bench_function(what, |bencher| bencher.iter(|| catalogue.search(black_box(typed), SEARCH_MAX_ITEMS)));
    }
    group.finish();
}
