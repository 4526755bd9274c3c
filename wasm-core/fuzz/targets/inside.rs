//! Any bytes behind a valid checksum, as the words of notes: the reader refuses them, or searches and merges them without a panic
//! and without taking long.

#![no_main]

#[path = "../checks/inside.rs"]
mod inside;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = inside::check(bytes);
});
