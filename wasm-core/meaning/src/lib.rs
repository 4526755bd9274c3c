//! Sentence encoder: converts a text to a vector, so that a question and the passage that answers it have similar
//! vectors even if they share no word.
//!
//! The model is a BERT encoder such as all-MiniLM-L6-v2. This crate does no I/O: the caller passes the file with the
//! weights, which [`write`] creates from the published tensors.

#![warn(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod encoder;
mod file;
mod fuse;
mod kernels;
mod language;
mod matrix;
mod ranking;
mod tokenizer;
mod vectors;
mod write;

pub use encoder::Encoder;
pub use file::Shape;
pub use fuse::{WordsHit, fuse};
pub use language::is_english;
pub use matrix::Bits;
pub use ranking::{Near, nearest, pack, packed_len};
pub use vectors::{PassageAt, VECTORS_VERSION, Vectors, VectorsBuilder, VectorsError};
pub use write::{Model, WriteError, write};

/// The file of the encoder cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MeaningError {
    /// The file is not a file of this encoder, or of another version.
    #[error("This version cannot read the file of the sentence encoder. Remove the file and download it again.")]
    Version,
    /// The file is shorter or longer than its header says, or its header is impossible.
    #[error("The file of the sentence encoder is damaged. Remove the file and download it again.")]
    Damaged,
}
