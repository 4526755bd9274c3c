//! Reads untrusted files in sandboxed processes and parses their results.
//!
//! The code that reads PDFs, recordings and images is in the crate `readers`, which takes long to compile. This crate
//! starts it as a separate process with limited memory and time ([`Extractor`]), and parses its response.

#![deny(missing_docs)]

pub mod audio;
mod blob;
pub mod deck;
pub mod extractor;
pub mod image;
pub mod pdf;
pub mod protocol;
mod reason;

pub use extractor::Extractor;
pub use reason::FileRejection;
