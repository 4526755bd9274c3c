//! The encoder: from a text to its vector.

use fearless_simd::{Level, Simd, dispatch};

use crate::MeaningError;
use crate::file::{Layer, Parts};
use crate::kernels::{add_and_normalise, attention, gelu, linear, normalise};
use crate::tokenizer::Vocabulary;

/// A loaded model. Its file stays as it is, and its weights are converted while they are used.
pub struct Encoder {
    file: Vec<u8>,
    parts: Parts,
    /// Numbers of the pieces at the start and the end of every text.
    ends: [usize; 2],
    level: Level,
}

impl Encoder {
    /// Reads a file that [`write`](crate::write) created. Takes the time to read its header.
    ///
    /// # Errors
    /// If the file is of another version or damaged.
    pub fn read(file: Vec<u8>) -> Result<Self, MeaningError> {
        let parts = Parts::read(&file)?;
        let mut encoder = Self { file, parts, ends: [0; 2], level: Level::new() };
        let vocabulary = encoder.vocabulary();
        let found = |piece| vocabulary.find(piece).ok_or(MeaningError::Damaged);
        encoder.ends = [found("[CLS]")?, found("[SEP]")?];
        Ok(encoder)
    }

    /// Returns the length of a vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.parts.shape.hidden
    }

    /// Returns the word pieces of a text, with those that mark its start and end. A long text is cut.
    #[must_use]
    pub fn pieces(&self, text: &str) -> Vec<String> {
        let vocabulary = self.vocabulary();
        let piece = |number| String::from_utf8_lossy(vocabulary.piece(number)).into_owned();
        self.numbers(text).into_iter().map(piece).collect()
    }

    /// Returns the vector of a text, with the length 1. The scalar product of two vectors is the similarity of their
    /// texts, from -1 to 1.
    ///
    /// The time grows with the number of word pieces. Pieces beyond the model's maximum are ignored.
    #[must_use]
    pub fn encode(&self, text: &str) -> Vec<f32> {
        let numbers = self.numbers(text);
        dispatch!(self.level, simd => self.forward(simd, &numbers))
    }

    fn vocabulary(&self) -> Vocabulary<'_> {
        let Parts { offsets, pieces, shape, .. } = &self.parts;
        Vocabulary { file: &self.file, offsets: *offsets, pieces: *pieces, words: shape.words }
    }

    fn numbers(&self, text: &str) -> Vec<usize> {
        let [start, end] = self.ends;
        let within = self.vocabulary().pieces_of(text, self.parts.shape.positions - self.ends.len());
        std::iter::once(start).chain(within).chain([end]).collect()
    }

    #[inline(always)]
    fn forward<S: Simd>(&self, simd: S, numbers: &[usize]) -> Vec<f32> {
        let hidden = self.parts.shape.hidden;
        let mut tokens = Vec::with_capacity(numbers.len() * hidden);
        for (position, number) in numbers.iter().enumerate() {
            let word = self.parts.words.row(&self.file, *number);
            tokens.extend(word.iter().zip(self.parts.positions.row(&self.file, position)).map(|(one, two)| one + two));
        }
        normalise(&self.parts.norm, &mut tokens);
        let mut scratch = Scratch::new(tokens.len(), numbers.len() * self.parts.shape.inner);
        for layer in &self.parts.layers {
            self.apply(simd, layer, &mut tokens, &mut scratch);
        }
        mean_of_length_one(&tokens, hidden)
    }

    #[inline(always)]
    fn apply<S: Simd>(&self, simd: S, layer: &Layer, tokens: &mut [f32], scratch: &mut Scratch) {
        let (file, shape) = (self.file.as_slice(), &self.parts.shape);
        let Scratch { queries, keys, values, context, inner } = scratch;
        // One call site per function: each is compiled once, as a large loop.
        for (linear_layer, output) in [(&layer.query, &mut *queries), (&layer.key, &mut *keys), (&layer.value, values)]
        {
            linear(simd, file, linear_layer, tokens, output);
        }
        attention(simd, shape.heads, shape.hidden, [queries, keys, values], context);
        linear(simd, file, &layer.output, context, queries);
        add_and_normalise(&layer.attention_norm, queries, tokens);
        linear(simd, file, &layer.up, tokens, inner);
        gelu(inner);
        linear(simd, file, &layer.down, inner, queries);
        add_and_normalise(&layer.norm, queries, tokens);
    }
}

/// Memory for the results between the steps of a layer.
struct Scratch {
    queries: Vec<f32>,
    keys: Vec<f32>,
    values: Vec<f32>,
    context: Vec<f32>,
    inner: Vec<f32>,
}

impl Scratch {
    fn new(hidden: usize, inner: usize) -> Self {
        let zeros = || vec![0.0; hidden];
        Self { queries: zeros(), keys: zeros(), values: zeros(), context: zeros(), inner: vec![0.0; inner] }
    }
}

/// Returns the mean of all tokens, scaled to the length 1.
fn mean_of_length_one(tokens: &[f32], hidden: usize) -> Vec<f32> {
    let mut sum = vec![0.0; hidden];
    for token in tokens.chunks_exact(hidden) {
        for (total, number) in sum.iter_mut().zip(token) {
            *total += number;
        }
    }
    let length = sum.iter().map(|number: &f32| number * number).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    for number in &mut sum {
        *number /= length;
    }
    sum
}
