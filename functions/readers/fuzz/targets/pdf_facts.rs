//! Arbitrary bytes as a PDF: the reader rejects them, or the number of pages is valid for a note.

#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use readers::pdf::facts;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(facts) = facts(Bytes::copy_from_slice(bytes)) {
        assert!((1..=2000).contains(&facts.pages), "{facts:?}");
        for said in [facts.title, facts.author].into_iter().flatten() {
            assert!(!said.trim().is_empty() && !said.contains(char::is_control), "{said:?}");
        }
    }
});
