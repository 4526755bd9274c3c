//! The file format. A header is followed by the vocabulary and then by all tensors in a fixed order, so that the shape
//! alone gives the position of each.
//!
//! | part | content |
//! |---|---|
//! | magic | `NNMEAN01` |
//! | shape | seven `u32`, little-endian: bits, layers, hidden, heads, inner, positions, words |
//! | vocabulary | `words + 1` offsets as `u32`, then the pieces in byte order |
//! | tensors | words, positions, norm; for each layer: query, key, value, output, norm, up, down, norm |
//!
//! The number of a word piece is its position in the sorted vocabulary. The rows of the tensor of words have this order
//! too.

use crate::MeaningError;
use crate::matrix::{Bits, GROUP, Matrix, group_bytes};

pub(crate) const MAGIC: &[u8; 8] = b"NNMEAN01";
const HEADER_BYTES: usize = MAGIC.len() + 7 * 4;
/// Upper limit of each number in the header, so that no product overflows.
const NUMBER_MAX: usize = 1 << 20;

/// Numbers that describe a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Number of layers.
    pub layers: usize,
    /// Length of a vector; a multiple of 32.
    pub hidden: usize,
    /// Number of attention heads per layer.
    pub heads: usize,
    /// Length of the vectors between the two halves of a feed-forward network; a multiple of 32.
    pub inner: usize,
    /// Maximum number of word pieces in a text.
    pub positions: usize,
    /// Number of word pieces in the vocabulary.
    pub words: usize,
}

impl Shape {
    /// Returns true if a model can have this shape.
    pub(crate) fn is_possible(&self) -> bool {
        let numbers = [self.layers, self.hidden, self.heads, self.inner, self.positions, self.words];
        numbers.into_iter().all(|number| (1..=NUMBER_MAX).contains(&number))
            && self.hidden.is_multiple_of(GROUP)
            && self.inner.is_multiple_of(GROUP)
            && self.hidden.is_multiple_of(self.heads)
            && (self.hidden / self.heads).is_multiple_of(16)
            && self.positions >= 3
    }
}

/// A linear layer.
#[derive(Debug, Clone)]
pub(crate) struct Linear {
    pub(crate) weights: Matrix,
    pub(crate) bias: Vec<f32>,
}

/// Layer normalisation.
#[derive(Debug, Clone)]
pub(crate) struct Norm {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

/// One transformer layer.
#[derive(Debug, Clone)]
pub(crate) struct Layer {
    pub(crate) query: Linear,
    pub(crate) key: Linear,
    pub(crate) value: Linear,
    pub(crate) output: Linear,
    pub(crate) attention_norm: Norm,
    pub(crate) up: Linear,
    pub(crate) down: Linear,
    pub(crate) norm: Norm,
}

/// The parts of a file. Matrices and vocabulary are positions within its bytes, which are read in place.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub(crate) shape: Shape,
    /// Position of the vocabulary's offsets.
    pub(crate) offsets: usize,
    /// Position of the vocabulary's pieces.
    pub(crate) pieces: usize,
    pub(crate) words: Matrix,
    pub(crate) positions: Matrix,
    pub(crate) norm: Norm,
    pub(crate) layers: Vec<Layer>,
}

impl Parts {
    /// Reads the header and finds all parts.
    pub(crate) fn read(file: &[u8]) -> Result<Self, MeaningError> {
        if !file.starts_with(MAGIC) {
            return Err(MeaningError::Version);
        }
        let mut reader = Reader { file, at: MAGIC.len() };
        let mut numbers = [0; 7];
        for number in &mut numbers {
            *number = reader.number()?;
        }
        debug_assert_eq!(reader.at, HEADER_BYTES, "the header has a fixed size");
        let [bits, layers, hidden, heads, inner, positions, words] = numbers;
        let bits = Bits::of(bits).ok_or(MeaningError::Version)?;
        let shape = Shape { layers, hidden, heads, inner, positions, words };
        if !shape.is_possible() {
            return Err(MeaningError::Damaged);
        }
        let offsets = reader.at;
        let mut last = 0;
        for number in 0..=words {
            let offset = reader.number()?;
            if offset < last || (number == 0 && offset != 0) {
                return Err(MeaningError::Damaged);
            }
            last = offset;
        }
        let pieces = reader.at;
        reader.skip(last)?;
        let parts = Self {
            shape,
            offsets,
            pieces,
            words: reader.matrix(words, hidden, bits)?,
            positions: reader.matrix(positions, hidden, bits)?,
            norm: reader.norm(hidden)?,
            layers: (0..layers).map(|_| reader.layer(&shape, bits)).collect::<Result<_, _>>()?,
        };
        if reader.at == file.len() { Ok(parts) } else { Err(MeaningError::Damaged) }
    }
}

/// Reads a file from its start to its end.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn skip(&mut self, bytes: usize) -> Result<usize, MeaningError> {
        let start = self.at;
        self.at = start.checked_add(bytes).filter(|end| *end <= self.file.len()).ok_or(MeaningError::Damaged)?;
        Ok(start)
    }

    fn number(&mut self) -> Result<usize, MeaningError> {
        let start = self.skip(4)?;
        number_at(self.file, start).ok_or(MeaningError::Damaged)
    }

    fn matrix(&mut self, rows: usize, columns: usize, bits: Bits) -> Result<Matrix, MeaningError> {
        let row_bytes = columns / GROUP * group_bytes(bits);
        let start = self.skip(rows.checked_mul(row_bytes).ok_or(MeaningError::Damaged)?)?;
        Ok(Matrix { start, rows, columns, bits })
    }

    fn vector(&mut self, length: usize) -> Result<Vec<f32>, MeaningError> {
        let start = self.skip(length * 4)?;
        let bytes = self.file.get(start..self.at).unwrap_or_default();
        Ok(bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
    }

    fn norm(&mut self, length: usize) -> Result<Norm, MeaningError> {
        Ok(Norm { weights: self.vector(length)?, bias: self.vector(length)? })
    }

    fn linear(&mut self, rows: usize, columns: usize, bits: Bits) -> Result<Linear, MeaningError> {
        Ok(Linear { weights: self.matrix(rows, columns, bits)?, bias: self.vector(rows)? })
    }

    fn layer(&mut self, shape: &Shape, bits: Bits) -> Result<Layer, MeaningError> {
        let (hidden, inner) = (shape.hidden, shape.inner);
        Ok(Layer {
            query: self.linear(hidden, hidden, bits)?,
            key: self.linear(hidden, hidden, bits)?,
            value: self.linear(hidden, hidden, bits)?,
            output: self.linear(hidden, hidden, bits)?,
            attention_norm: self.norm(hidden)?,
            up: self.linear(inner, hidden, bits)?,
            down: self.linear(hidden, inner, bits)?,
            norm: self.norm(hidden)?,
        })
    }
}

/// Returns the `u32` at a position.
pub(crate) fn number_at(file: &[u8], start: usize) -> Option<usize> {
    let four = file.get(start..start.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(four.try_into().ok()?)).ok()
}
