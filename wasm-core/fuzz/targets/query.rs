//! Arbitrary bytes as a query: no panic, highlights inside the text, deterministic results, and a smaller limit returns
//! a prefix of them.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use wasm_core::catalogue::Catalogue;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let file = include_bytes!("../../tests/golden/catalogue.bin");
    Catalogue::read(file.to_vec()).expect("the golden catalogue is one")
});

fuzz_target!(|bytes: &[u8]| {
    let typed = String::from_utf8_lossy(bytes);
    let hits = CATALOGUE.search(&typed, 10);
    for hit in &hits {
        let length = u32::try_from(hit.title.encode_utf16().count()).unwrap_or(u32::MAX);
        let mut last = 0;
        for (start, end) in &hit.title_ranges {
            assert!(last <= *start && start < end && *end <= length, "{typed:?} {hit:?}");
            last = *end;
        }
    }
    assert!(hits.is_sorted_by(|one, next| one.score >= next.score), "{typed:?}");
    assert!(hits.starts_with(&CATALOGUE.search(&typed, 3)), "{typed:?}");
    if let Some(hit) = hits.first() {
        let explained = CATALOGUE.explain(&typed, hit.code).map(|explanation| explanation.score);
        assert_eq!(explained, Some(hit.score), "{typed:?}");
    }
    let _ = CATALOGUE.enter_match(&typed);
});
