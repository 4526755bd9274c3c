//! Compares the encoder with Hugging Face's implementation of BERT, for a tiny model whose weights are computed here.
//! `cargo xtask meaning` does the same for the published model.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::HashMap;
use std::iter;

use meaning::{Bits, Encoder, MeaningError, Model, Shape, WriteError, write};
use serde::Deserialize;

/// The tiny model and the expected results.
#[derive(Deserialize)]
struct Reference {
    pieces: Vec<String>,
    layers: usize,
    hidden: usize,
    heads: usize,
    inner: usize,
    positions: usize,
    texts: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    text: String,
    pieces: String,
    vector: Vec<f32>,
}

impl Reference {
    fn read() -> Self {
        serde_json::from_str(include_str!("reference/tiny.json")).unwrap()
    }

    fn shape(&self) -> Shape {
        let Self { layers, hidden, heads, inner, positions, .. } = *self;
        Shape { layers, hidden, heads, inner, positions, words: self.pieces.len() }
    }

    /// Returns the tensors, filled by a linear congruential generator in the order of `reference/make.py`.
    fn tensors(&self) -> HashMap<String, Vec<f32>> {
        let mut state: u32 = 7;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(i16::from((state >> 24).to_le_bytes()[0]) - 128) / 512.0
        };
        let mut tensors = HashMap::new();
        let mut fill = |name: String, length: usize, offset: f32| {
            tensors.insert(name, iter::repeat_with(&mut next).take(length).map(|number| offset + number).collect());
        };
        let (hidden, inner) = (self.hidden, self.inner);
        for (name, rows) in [("word", self.pieces.len()), ("position", self.positions), ("token_type", 2)] {
            fill(format!("embeddings.{name}_embeddings.weight"), rows * hidden, 0.0);
        }
        fill("embeddings.LayerNorm.weight".into(), hidden, 1.0);
        fill("embeddings.LayerNorm.bias".into(), hidden, 0.0);
        for layer in 0..self.layers {
            for (part, rows, columns) in [
                ("attention.self.query", hidden, hidden),
                ("attention.self.key", hidden, hidden),
                ("attention.self.value", hidden, hidden),
                ("attention.output.dense", hidden, hidden),
                ("attention.output.LayerNorm", hidden, 0),
                ("intermediate.dense", inner, hidden),
                ("output.dense", hidden, inner),
                ("output.LayerNorm", hidden, 0),
            ] {
                let (length, offset) = if columns == 0 { (rows, 1.0) } else { (rows * columns, 0.0) };
                fill(format!("encoder.layer.{layer}.{part}.weight"), length, offset);
                fill(format!("encoder.layer.{layer}.{part}.bias"), rows, 0.0);
            }
        }
        tensors
    }

    fn file(&self, bits: Bits) -> Vec<u8> {
        let tensors = self.tensors();
        let tensor = |name: &str| tensors.get(name).cloned();
        write(&Model { shape: self.shape(), vocabulary: &self.pieces, tensor: &tensor }, bits).unwrap()
    }
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let product = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
    product(one, other) / (product(one, one) * product(other, other)).sqrt()
}

#[test]
fn encoder_agrees_with_the_reference_implementation() {
    let reference = Reference::read();
    for (bits, least) in [(Bits::Full, 0.999_99), (Bits::Eight, 0.999), (Bits::Four, 0.97)] {
        let encoder = Encoder::read(reference.file(bits)).unwrap();
        for Expected { text, pieces, vector } in &reference.texts {
            assert_eq!(&encoder.pieces(text).join(" "), pieces);
            let ours = encoder.encode(text);
            let similarity = cosine(&ours, vector);
            assert!(similarity >= least, "{bits:?}, {text:?}: {similarity}");
            assert!((cosine(&ours, &ours) - 1.0).abs() < 1e-5);
        }
    }
}

/// Browsers may keep a file for a long time, so a change of the format needs another magic number.
#[test]
fn file_format_is_unchanged() {
    assert!(Reference::read().file(Bits::Four) == include_bytes!("reference/tiny.bin"));
}

#[test]
fn damaged_file_is_rejected() {
    let file = Reference::read().file(Bits::Four);
    let read = |file: &[u8]| Encoder::read(file.to_vec()).err();
    assert_eq!(read(&file), None);
    assert_eq!(read(b""), Some(MeaningError::Version));
    assert_eq!(read(b"NNMEAN99"), Some(MeaningError::Version));
    for length in [8, 20, 36, 60, file.len() / 2, file.len() - 1] {
        assert_eq!(read(&file[..length]), Some(MeaningError::Damaged), "{length} bytes");
    }
    assert_eq!(read(&[file.as_slice(), b"0"].concat()), Some(MeaningError::Damaged));
    // Any header: it is rejected or read, and nothing panics.
    for place in 8..36 {
        for value in [0, 1, 33, 255] {
            let mut changed = file.clone();
            changed[place] = value;
            if let Ok(encoder) = Encoder::read(changed) {
                assert_eq!(encoder.encode("the lock").len(), encoder.dimensions());
            }
        }
    }
}

#[test]
fn incomplete_model_cannot_be_written() {
    let reference = Reference::read();
    let mut tensors = reference.tensors();
    const NAME: &str = "encoder.layer.1.output.dense.bias";
    tensors.remove(NAME);
    let tensor = |name: &str| tensors.get(name).cloned();
    let model = Model { shape: reference.shape(), vocabulary: &reference.pieces, tensor: &tensor };
    assert_eq!(write(&model, Bits::Four), Err(WriteError::Tensor(NAME.into())));
    let shape = Shape { heads: 3, ..model.shape };
    assert_eq!(write(&Model { shape, ..model }, Bits::Four), Err(WriteError::Shape));
}
