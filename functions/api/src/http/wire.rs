//! What travels over HTTP: our own types, apart from what is stored, each field with an example for the API document.
//!
//! What people type defaults to empty when it is missing, so that the rules in `wasm_core::forms` name every missing
//! field in one answer. What programs fill in has no default: the parser refuses a body without it.

pub mod page;
pub mod problem;
