//! Has files read where they can do no harm, and knows what is answered about them. Every file is hostile.
//!
//! What reads PDFs, recordings and pictures is in `readers`, which is long in compiling. Here is what starts such a
//! reader in a process of its own, with bounded memory and time, and understands it: [`Extractor`].

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
pub use reason::Reason;
