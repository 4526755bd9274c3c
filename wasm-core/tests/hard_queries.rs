//! The cost of a full-text search is bounded for any files and any query.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

use std::time::{Duration, Instant};

use wasm_core::full_text::{Builder, FullTextIndex, PageText, candidate_pages, search};

/// An index of 4,000 pages in which every word occurs about twice.
fn large() -> FullTextIndex {
    let mut builder = Builder::default();
    let mut seed = 7_u64;
    let mut word = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let rank = (seed >> 33) % 20_000;
        // Few words are frequent.
        format!("w{}", rank * rank / 20_000)
    };
    for note in 0..200 {
        let texts: Vec<String> = (0..20).map(|_| (0..300).map(|_| word()).collect::<Vec<_>>().join(" ")).collect();
        let pages = (1..).zip(&texts).map(|(page, text)| PageText { page, text });
        builder.add_note(&format!("{note}"), "Words", pages);
    }
    FullTextIndex::read(builder.finish()).unwrap()
}

/// A dictionary in which nearly every walk for typos continues to the end: `abc` followed by all 12-letter words over
/// two letters.
fn dense() -> FullTextIndex {
    let word =
        |number: usize| (0..12).map(|place| if number >> place & 1 == 1 { 'f' } else { 'e' }).collect::<String>();
    let words: Vec<String> = (0..1 << 12).map(|number| format!("abc{}", word(number))).collect();
    let texts: Vec<String> = words.chunks(400).map(|words| words.join(" ")).collect();
    let mut builder = Builder::default();
    builder.add_note("7", "Abcefghi", (1..).zip(&texts).map(|(page, text)| PageText { page, text }));
    FullTextIndex::read(builder.finish()).unwrap()
}

/// Pages that repeat one word, each longer than any page of a book.
fn monotonous() -> FullTextIndex {
    let texts: Vec<String> = [350_000, 60_000, 60_000, 60_000].map(|words| "a ".repeat(words)).into();
    let mut builder = Builder::default();
    builder.add_note("7", "A", (1..).zip(&texts).map(|(page, text)| PageText { page, text }));
    FullTextIndex::read(builder.finish()).unwrap()
}

/// Long pages that repeat fifty words, never the same word twice in a row.
fn wordy() -> FullTextIndex {
    let text: String = (0..10_000).map(|place| format!("w{} ", place * 7 % 50)).collect();
    let mut builder = Builder::default();
    builder.add_note("7", "Words", (1..=250).map(|page| PageText { page, text: &text }));
    FullTextIndex::read(builder.finish()).unwrap()
}

/// Returns the least processor time of three runs, or the elapsed time if the system does not report processor time.
fn least(work: impl Fn()) -> Duration {
    let worked = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
    };
    let once = || {
        let (began, worked_before) = (Instant::now(), worked());
        work();
        worked().zip(worked_before).map_or_else(|| began.elapsed(), |(after, before)| after - before)
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn hard_queries_stay_within_the_time_limit() {
    let (large, dense, monotonous, wordy) = (large(), dense(), monotonous(), wordy());
    let hard = [
        "w1 ".repeat(200),
        "w".to_owned(),
        "\"w1 w2\" \"w3 w4\"".to_owned(),
        "\"w0 w1 w0 w2\"".to_owned(),
        "w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w1".to_owned(),
        "abcdefghijkl ".repeat(12),
        "w1".repeat(999),
        "abcxxxxx abcyyyyy abczzzzz abcvvvvv".to_owned(),
        "abcefxxk abcefxxl abcefgxxx abcexgxxk abc".to_owned(),
        "a ".repeat(12),
        "a b c d e f g h i j k l".to_owned(),
        "ab bc ce cf cg ch ci cj ck cl ee ff".to_owned(),
        "\"a\" a".to_owned(),
        "\"a a a a a a a a a a a a\"".to_owned(),
        "\"a b\" \"a a\" \"b a\" a a a".to_owned(),
        "\"w1 w1\"".to_owned(),
        "abcefefefefxefx abcfefefefexfex abceeffeeffxeex abcffeeffeexffx".to_owned(),
        "abc ".repeat(1_000_000),
    ];
    for (name, files) in [
        ("large", vec![&large]),
        ("eight large", vec![&large; 8]),
        ("dense", vec![&dense; 16]),
        ("many dense", vec![&dense; 100]),
        ("wordy", vec![&wordy; 8]),
        ("monotonous", vec![&monotonous]),
        ("many monotonous", vec![&monotonous; 30]),
        ("all", vec![&large, &dense, &monotonous]),
    ] {
        for query in &hard {
            let took = least(|| drop(search(&files, query, 30, 10)));
            assert!(took < Duration::from_millis(20), "{query:.40} in {name}: {took:?}");
            let took = least(|| drop(candidate_pages(files[0], "7", query)));
            assert!(took < Duration::from_millis(20), "the pages with {query:.40} in {name}: {took:?}");
        }
    }
}
