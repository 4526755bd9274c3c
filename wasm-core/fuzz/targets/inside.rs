//! Arbitrary bytes behind a valid checksum as a full-text index: the reader rejects them, or searches and merges them
//! quickly and without a panic.

#![no_main]

#[path = "../checks/inside.rs"]
mod inside;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = inside::check(bytes);
});
