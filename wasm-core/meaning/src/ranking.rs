//! Packed vectors of passages and the search for those nearest to a question.
//!
//! A packed vector is a scale, an `f32` in little-endian order, and one signed byte for each number.

use fearless_simd::{Level, Simd, dispatch, prelude::*};

const SCALE_BYTES: usize = 4;

/// A passage with a vector similar to that of the question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Position of the passage among all packed vectors.
    pub passage: usize,
    /// Similarity of the passage and the question, from -1 to 1.
    pub similarity: f32,
}

/// Returns the size of a packed vector in bytes: 388 for 384 dimensions.
#[must_use]
pub fn packed_len(dimensions: usize) -> usize {
    SCALE_BYTES + dimensions
}

/// Appends a vector in its packed form.
pub fn pack(vector: &[f32], packed: &mut Vec<u8>) {
    let largest = vector.iter().fold(0.0, |largest: f32, number| largest.max(number.abs()));
    let scale = (largest / 127.0).max(f32::MIN_POSITIVE);
    packed.extend(scale.to_le_bytes());
    #[expect(clippy::cast_possible_truncation, reason = "clamped to the range of the type")]
    packed.extend(vector.iter().map(|number| ((number / scale).round().clamp(-127.0, 127.0) as i8).cast_unsigned()));
}

/// Returns the passages nearest to a question, at most `limit`, nearest first. Of two with the same similarity, the
/// earlier comes first. Bytes after the last complete vector are ignored.
#[must_use]
pub fn nearest(question: &[f32], packed: &[u8], limit: usize) -> Vec<Near> {
    let mut found: Vec<Near> = dispatch!(Level::new(), simd => similarities(simd, question, packed))
        .into_iter()
        .enumerate()
        .map(|(passage, similarity)| Near { passage, similarity })
        .collect();
    let order =
        |one: &Near, other: &Near| other.similarity.total_cmp(&one.similarity).then(one.passage.cmp(&other.passage));
    if limit < found.len() {
        found.select_nth_unstable_by(limit, order);
        found.truncate(limit);
    }
    found.sort_unstable_by(order);
    found
}

#[inline(always)]
fn similarities<S: Simd>(simd: S, question: &[f32], packed: &[u8]) -> Vec<f32> {
    packed.chunks_exact(packed_len(question.len())).map(|vector| similarity(simd, question, vector)).collect()
}

#[inline(always)]
fn similarity<S: Simd>(simd: S, question: &[f32], vector: &[u8]) -> f32 {
    const STEP: usize = 16;
    let (scale, numbers) = vector.split_at(SCALE_BYTES);
    let mut sum = S::f32s::splat(simd, 0.0);
    let (steps, _) = numbers.as_chunks::<STEP>();
    let (questions, _) = question.as_chunks::<STEP>();
    for (numbers, question) in steps.iter().zip(questions) {
        let mut converted = [0.0; STEP];
        for (to, from) in converted.iter_mut().zip(numbers) {
            *to = f32::from(from.cast_signed());
        }
        let width = S::f32s::LEN;
        for (one, other) in converted.chunks_exact(width).zip(question.chunks_exact(width)) {
            sum = S::f32s::from_slice(simd, one).mul_add(S::f32s::from_slice(simd, other), sum);
        }
    }
    f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]) * sum.reduce_sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unit vector in a plane, at an angle.
    fn at(angle: f32) -> Vec<f32> {
        let mut vector = vec![0.0; 32];
        (vector[0], vector[17]) = (angle.cos(), angle.sin());
        vector
    }

    #[test]
    fn nearest_passages_come_first_and_equal_ones_in_their_order() {
        let mut packed = Vec::new();
        for angle in [1.0, 0.2, 3.0, 0.2, 0.5] {
            pack(&at(angle), &mut packed);
        }
        assert_eq!(packed.len(), 5 * packed_len(32));
        let found = nearest(&at(0.0), &packed, 3);
        assert_eq!(found.iter().map(|near| near.passage).collect::<Vec<_>>(), [1, 3, 4]);
        for (near, angle) in found.iter().zip([0.2_f32, 0.2, 0.5]) {
            assert!((near.similarity - angle.cos()).abs() < 0.005, "{near:?}");
        }
        assert_eq!(nearest(&at(0.0), &packed, 9).len(), 5);
        assert!(nearest(&at(0.0), &[], 9).is_empty());
    }
}
