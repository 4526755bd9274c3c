//! Wire types. They are separate from stored types, and each field has an example for the API document.
//!
//! Fields from forms default to empty, so that the rules in `wasm_core::forms` report all missing fields in one
//! response. Fields filled by programs have no default: the parser rejects a body without them.

pub mod page;
pub mod problem;
