//! Quality of the ranking over real courses and queries with known results.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]
#![expect(clippy::print_stderr, reason = "the measurements are the point")]

#[path = "../benches/data/mod.rs"]
mod data;

use std::collections::BTreeMap;

use wasm_core::catalogue::{Catalogue, CourseRecord, encode};
use wasm_core::course::CourseCode;

/// Minimum accepted mean reciprocal rank for each number of courses.
const FLOORS: [(&str, usize, f64); 3] = [("1k", 1_000, 0.995), ("10k", 10_000, 0.99), ("100k", 100_000, 0.985)];

/// Number of results that count.
const ANSWERS: usize = 10;

fn courses(rows: &str, count: usize) -> Vec<CourseRecord> {
    rows.lines()
        .take(count)
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(code, title)| Some(CourseRecord::new(CourseCode::parse(code).ok()?, title)))
        .collect()
}

/// Returns the reciprocal of the rank of the first correct result, or 0.
fn reciprocal_rank(index: &Catalogue, query: &str, expected: &[serde_json::Value]) -> f64 {
    let hits = index.search(query, ANSWERS);
    let place = hits.iter().position(|hit| expected.iter().any(|code| code == hit.code.as_str()));
    place.map_or(0.0, |place| 1.0 / f64::from(u32::try_from(place + 1).unwrap()))
}

#[test]
fn the_mean_reciprocal_rank_of_the_search_is_above_its_minimum() {
    let rows = data::courses();
    let file: serde_json::Value = serde_json::from_str(&data::queries()).unwrap();
    let queries = file["queries"].as_array().unwrap();
    for (size, count, floor) in FLOORS {
        let index = Catalogue::read(encode(&courses(&rows, count))).unwrap();
        let mut classes: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let mut missed = Vec::new();
        for query in queries {
            let (class, typed) = (query["cls"].as_str().unwrap(), query["q"].as_str().unwrap());
            let expected = query["expected"].as_array().unwrap();
            let score = reciprocal_rank(&index, typed, expected);
            classes.entry(class).or_default().push(score);
            if score < 1.0 {
                missed.push(format!("{class} {typed:?} {score:.2} wanted {}", query["target"]));
            }
        }
        let mean = |scores: &[f64]| scores.iter().sum::<f64>() / f64::from(u32::try_from(scores.len()).unwrap());
        let all: Vec<f64> = classes.values().flatten().copied().collect();
        eprintln!("{size}: {:.4}", mean(&all));
        for (class, scores) in &classes {
            eprintln!("  {class:<14} {:.4} of {}", mean(scores), scores.len());
        }
        for line in &missed {
            eprintln!("  not first: {line}");
        }
        assert!(mean(&all) >= floor, "{size}: {:.4} is below {floor}", mean(&all));
    }
}
