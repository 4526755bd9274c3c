//! Arbitrary bytes behind a valid checksum: the reader rejects them or searches them without a panic, and decoded
//! records round trip.
//!
//! The first byte chooses the kind of file and the rest is its body. The header is added here, because a fuzzer cannot
//! guess a checksum.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wasm_core::catalogue::{
    Catalogue, SearchItems, decode, decode_library, encode, encode_library, framed_for_fuzzing,
};
use wasm_core::recommend::Interests;

fuzz_target!(|bytes: &[u8]| {
    // Also read the bytes without an added header.
    let _ = (Catalogue::read(bytes.to_vec()), SearchItems::read(bytes.to_vec()));
    let Some((&kind, body)) = bytes.split_first() else { return };
    let file = framed_for_fuzzing(kind % 2 == 1, body);
    if kind % 2 == 1 {
        if let Ok(library) = SearchItems::read(file.clone()) {
            for typed in ["a", "cs246", "deep pointers", "probabilitee"] {
                let _ = library.search(typed, 5);
            }
        }
        if let Ok(records) = decode_library(&file) {
            assert_eq!(decode_library(&encode_library(&records)), Ok(records));
        }
        return;
    }
    if let Ok(catalogue) = Catalogue::read(file.clone()) {
        for typed in ["a", "cs246", "calculus 1", "linearalgebra", "probabilitee", "2 of"] {
            let hits = catalogue.search(typed, 5);
            let _ = (catalogue.enter_match(typed), hits.first().and_then(|hit| catalogue.explain(typed, hit.code)));
        }
        let _ = (catalogue.recommend(Interests::default(), 0, 9), catalogue.courses(1, 9));
    }
    if let Ok(records) = decode(&file) {
        assert_eq!(decode(&encode(&records)), Ok(records));
    }
});
