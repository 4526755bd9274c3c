//! The arithmetic, written once for all vector instructions. Each function runs within `dispatch!`, so all are inlined
//! into code that is compiled for the instructions of the level.

use fearless_simd::prelude::*;

use crate::file::{Linear, Norm};
use crate::matrix::{GROUP, unpack};

/// Numbers of rows of weights, and of tokens, that are multiplied together.
const ROWS: usize = 4;
const TOKENS: usize = 2;
/// Guards against division by zero in layer normalisation, as in the original.
const NORM_EPSILON: f32 = 1e-12;

/// Computes `output = input × weightsᵀ + bias` for all tokens. The number of rows must be a multiple of four.
#[inline(always)]
pub(crate) fn linear<S: Simd>(simd: S, file: &[u8], layer: &Linear, input: &[f32], output: &mut [f32]) {
    let (columns, rows) = (layer.weights.columns, layer.weights.rows);
    // Rows are unpacked once for all tokens.
    let mut weights = vec![0.0; ROWS * columns];
    for first in (0..rows).step_by(ROWS) {
        unpack(layer.weights.rows(file, first, ROWS), layer.weights.bits, &mut weights);
        let bias = &layer.bias[first..first + ROWS];
        let mut inputs = input.chunks_exact(TOKENS * columns);
        let mut outputs = output.chunks_exact_mut(TOKENS * rows);
        for (input, output) in inputs.by_ref().zip(outputs.by_ref()) {
            let sums = products::<S, TOKENS>(simd, &weights, input, columns);
            for (sums, output) in sums.iter().zip(output.chunks_exact_mut(rows)) {
                for ((sum, bias), number) in sums.iter().zip(bias).zip(&mut output[first..first + ROWS]) {
                    *number = sum + bias;
                }
            }
        }
        if !inputs.remainder().is_empty() {
            let [sums] = products::<S, 1>(simd, &weights, inputs.remainder(), columns);
            for ((sum, bias), number) in sums.iter().zip(bias).zip(&mut outputs.into_remainder()[first..first + ROWS]) {
                *number = sum + bias;
            }
        }
    }
}

/// Returns the dot products of each token with each of the four rows.
#[inline(always)]
fn products<S: Simd, const N: usize>(simd: S, weights: &[f32], input: &[f32], columns: usize) -> [[f32; ROWS]; N] {
    let mut sums = [[S::f32s::splat(simd, 0.0); ROWS]; N];
    let width = S::f32s::LEN;
    for at in (0..columns).step_by(width) {
        let mut of_rows = [S::f32s::splat(simd, 0.0); ROWS];
        for (row, values) in of_rows.iter_mut().enumerate() {
            let start = row * columns + at;
            *values = S::f32s::from_slice(simd, &weights[start..start + width]);
        }
        for (token, sums) in sums.iter_mut().enumerate() {
            let start = token * columns + at;
            let values = S::f32s::from_slice(simd, &input[start..start + width]);
            for (sum, row) in sums.iter_mut().zip(of_rows) {
                *sum = values.mul_add(row, *sum);
            }
        }
    }
    let mut results = [[0.0; ROWS]; N];
    for (results, sums) in results.iter_mut().zip(sums) {
        for (result, sum) in results.iter_mut().zip(sums) {
            *result = sum.reduce_sum();
        }
    }
    results
}

/// Returns the dot product of two slices whose length is a multiple of 16.
#[inline(always)]
pub(crate) fn dot<S: Simd>(simd: S, one: &[f32], other: &[f32]) -> f32 {
    let width = S::f32s::LEN;
    let mut sum = S::f32s::splat(simd, 0.0);
    for (one, other) in one.chunks_exact(width).zip(other.chunks_exact(width)) {
        sum = S::f32s::from_slice(simd, one).mul_add(S::f32s::from_slice(simd, other), sum);
    }
    sum.reduce_sum()
}

/// Computes self-attention of all heads for all tokens.
#[inline(always)]
pub(crate) fn attention<S: Simd>(simd: S, heads: usize, hidden: usize, qkv: [&[f32]; 3], output: &mut [f32]) {
    let [queries, keys, values] = qkv;
    let size = hidden / heads;
    #[expect(clippy::cast_precision_loss, reason = "a head has a few dozen numbers")]
    let scale = 1.0 / (size as f32).sqrt();
    let mut weights = vec![0.0; queries.len() / hidden];
    output.fill(0.0);
    for head in (0..hidden).step_by(size) {
        for (query, output) in queries.chunks_exact(hidden).zip(output.chunks_exact_mut(hidden)) {
            let (query, output) = (&query[head..head + size], &mut output[head..head + size]);
            for (weight, key) in weights.iter_mut().zip(keys.chunks_exact(hidden)) {
                *weight = scale * dot(simd, query, &key[head..head + size]);
            }
            softmax(&mut weights);
            for (weight, value) in weights.iter().zip(values.chunks_exact(hidden)) {
                for (number, value) in output.iter_mut().zip(&value[head..head + size]) {
                    *number += weight * value;
                }
            }
        }
    }
}

/// Replaces numbers by their softmax: positive numbers with the sum 1.
#[inline(always)]
fn softmax(numbers: &mut [f32]) {
    let largest = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for number in &mut *numbers {
        *number = exponential(*number - largest);
    }
    let sum: f32 = numbers.iter().sum();
    for number in numbers {
        *number /= sum;
    }
}

/// Adds the input to the output and normalises each token of the output.
#[inline(always)]
pub(crate) fn add_and_normalise(norm: &Norm, input: &[f32], output: &mut [f32]) {
    for (number, added) in output.iter_mut().zip(input) {
        *number += added;
    }
    normalise(norm, output);
}

/// Applies layer normalisation to each token.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "a vector has a few hundred numbers")]
pub(crate) fn normalise(norm: &Norm, tokens: &mut [f32]) {
    let length = norm.weights.len() as f32;
    for token in tokens.chunks_exact_mut(norm.weights.len()) {
        let mean = token.iter().sum::<f32>() / length;
        let variance = token.iter().map(|number| (number - mean) * (number - mean)).sum::<f32>() / length;
        let scale = 1.0 / (variance + NORM_EPSILON).sqrt();
        for ((number, weight), bias) in token.iter_mut().zip(&norm.weights).zip(&norm.bias) {
            *number = (*number - mean) * scale * weight + bias;
        }
    }
}

/// Applies the activation GELU. The error function is the approximation 7.1.26 of Abramowitz and Stegun, whose error is
/// at most 1.5e-7.
#[inline(always)]
pub(crate) fn gelu(numbers: &mut [f32]) {
    let (groups, _) = numbers.as_chunks_mut::<GROUP>();
    for number in groups.iter_mut().flatten() {
        let scaled = number.abs() * std::f32::consts::FRAC_1_SQRT_2;
        let t = 1.0 / (1.0 + 0.327_591_1 * scaled);
        let series = t * (0.254_829_6 + t * (-0.284_496_74 + t * (1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4))));
        let erf = (1.0 - series * exponential(-scaled * scaled)).copysign(*number);
        *number *= 0.5 * (1.0 + erf);
    }
}

/// Returns e to the power of a number with a relative error of about 1e-7. Unlike the standard function, the compiler
/// can compute it for several numbers at once.
#[inline(always)]
fn exponential(number: f32) -> f32 {
    /// Adding this number rounds to an integer, which is then in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    const MANTISSA_BITS: u32 = 23;
    let number = number.clamp(-87.0, 88.0);
    let shifted = number * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    // The logarithm of 2 in two parts, so that the product is exact.
    let rest = number - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let series = ((((1.987_569_1e-4 * rest + 1.398_2e-3) * rest + 8.333_452e-3) * rest + 4.166_579_6e-2) * rest
        + 0.166_666_66)
        * rest
        + 0.5;
    let power = series * rest * rest + rest + 1.0;
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << MANTISSA_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_agrees_with_the_standard_library() {
        for step in -860_i16..870 {
            let number = f32::from(step) / 10.0;
            let (ours, exact) = (exponential(number), number.exp());
            assert!((ours - exact).abs() <= 1e-6 * exact, "{number}: {ours}, {exact}");
        }
        assert!(exponential(f32::NEG_INFINITY) < 1e-37);
    }

    #[test]
    fn gelu_agrees_with_known_values() {
        // Computed with 50 digits.
        let known =
            [(-3.0, -0.004_049_694), (-1.0, -0.158_655_25), (0.0, 0.0), (0.5, 0.345_731_23), (2.0, 1.954_499_7)];
        let mut numbers = [0.0; GROUP];
        for ((number, _), place) in known.iter().zip(&mut numbers) {
            *place = *number;
        }
        gelu(&mut numbers);
        for ((number, expected), ours) in known.iter().zip(numbers) {
            assert!((ours - expected).abs() < 1e-6, "{number}: {ours}");
        }
    }
}
