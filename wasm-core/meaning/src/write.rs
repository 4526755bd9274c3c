//! Writes the file of the encoder from the tensors of a published model.

use crate::file::{MAGIC, Shape};
use crate::matrix::{Bits, pack};

/// A published BERT model.
pub struct Model<'a> {
    /// Numbers of layers, heads and so on.
    pub shape: Shape,
    /// The word pieces in the order of the rows of the tensor of words.
    pub vocabulary: &'a [String],
    /// Returns the numbers of a tensor by its name in the published file, row by row.
    pub tensor: &'a dyn Fn(&str) -> Option<Vec<f32>>,
}

/// A model cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The encoder supports no model of this shape.
    #[error("The encoder supports no model of this shape, or the vocabulary has another length.")]
    Shape,
    /// A tensor is missing or has another size.
    #[error("The tensor {0} is missing or has another size than the shape of the model says.")]
    Tensor(String),
}

/// Returns the file of a model with weights of this size.
///
/// # Errors
/// If the model has no possible shape, or a tensor is missing.
pub fn write(model: &Model<'_>, bits: Bits) -> Result<Vec<u8>, WriteError> {
    let Shape { layers, hidden, heads, inner, positions, words } = model.shape;
    if !model.shape.is_possible() || model.vocabulary.len() != words {
        return Err(WriteError::Shape);
    }
    let mut file = MAGIC.to_vec();
    for number in [bits.number(), layers, hidden, heads, inner, positions, words] {
        file.extend(four_bytes(number)?);
    }
    let mut sorted: Vec<usize> = (0..words).collect();
    sorted.sort_by_key(|number| model.vocabulary[*number].as_bytes());
    let mut offset = 0;
    file.extend(four_bytes(offset)?);
    for number in &sorted {
        offset += model.vocabulary[*number].len();
        file.extend(four_bytes(offset)?);
    }
    file.extend(sorted.iter().flat_map(|number| model.vocabulary[*number].bytes()));

    let mut writer = Writer { model, bits, file };
    let of_words = writer.tensor("embeddings.word_embeddings.weight", words * hidden)?;
    for number in sorted {
        pack(&of_words[number * hidden..(number + 1) * hidden], bits, &mut writer.file);
    }
    writer.positions(positions, hidden)?;
    writer.norm("embeddings.LayerNorm", hidden)?;
    for layer in 0..layers {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        writer.linear(&name("attention.self.query"), hidden, hidden)?;
        writer.linear(&name("attention.self.key"), hidden, hidden)?;
        writer.linear(&name("attention.self.value"), hidden, hidden)?;
        writer.linear(&name("attention.output.dense"), hidden, hidden)?;
        writer.norm(&name("attention.output.LayerNorm"), hidden)?;
        writer.linear(&name("intermediate.dense"), inner, hidden)?;
        writer.linear(&name("output.dense"), hidden, inner)?;
        writer.norm(&name("output.LayerNorm"), hidden)?;
    }
    Ok(writer.file)
}

fn four_bytes(number: usize) -> Result<[u8; 4], WriteError> {
    u32::try_from(number).map(u32::to_le_bytes).map_err(|_| WriteError::Shape)
}

struct Writer<'a> {
    model: &'a Model<'a>,
    bits: Bits,
    file: Vec<u8>,
}

impl Writer<'_> {
    fn tensor(&self, name: &str, length: usize) -> Result<Vec<f32>, WriteError> {
        let numbers = (self.model.tensor)(name).filter(|numbers| numbers.len() == length);
        numbers.ok_or_else(|| WriteError::Tensor(name.to_owned()))
    }

    /// Writes the tensor of positions, cut to the length of the longest text. Every text has the first token type, so
    /// its vector is added here.
    fn positions(&mut self, positions: usize, hidden: usize) -> Result<(), WriteError> {
        const NAME: &str = "embeddings.position_embeddings.weight";
        const TYPES: &str = "embeddings.token_type_embeddings.weight";
        let of_positions = (self.model.tensor)(NAME).filter(|numbers| numbers.len() >= positions * hidden);
        let of_types = (self.model.tensor)(TYPES).filter(|numbers| numbers.len() >= hidden);
        let of_positions = of_positions.ok_or_else(|| WriteError::Tensor(NAME.to_owned()))?;
        let of_types = of_types.ok_or_else(|| WriteError::Tensor(TYPES.to_owned()))?;
        for row in of_positions.chunks_exact(hidden).take(positions) {
            let row: Vec<f32> = row.iter().zip(&of_types).map(|(one, other)| one + other).collect();
            pack(&row, self.bits, &mut self.file);
        }
        Ok(())
    }

    fn linear(&mut self, name: &str, rows: usize, columns: usize) -> Result<(), WriteError> {
        pack(&self.tensor(&format!("{name}.weight"), rows * columns)?, self.bits, &mut self.file);
        self.vector(&format!("{name}.bias"), rows)
    }

    fn norm(&mut self, name: &str, length: usize) -> Result<(), WriteError> {
        self.vector(&format!("{name}.weight"), length)?;
        self.vector(&format!("{name}.bias"), length)
    }

    fn vector(&mut self, name: &str, length: usize) -> Result<(), WriteError> {
        let numbers = self.tensor(name, length)?;
        self.file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        Ok(())
    }
}
