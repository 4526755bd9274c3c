//! BM25, the usual ranking by words, as a baseline.

use std::collections::HashMap;

use wasm_core::text::tokens;

/// The usual constants.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// An index of passages.
pub(super) struct Bm25 {
    /// For each word, the passages that contain it and how often.
    postings: HashMap<String, Vec<(usize, f64)>>,
    /// Number of words of each passage, divided by the mean.
    lengths: Vec<f64>,
}

impl Bm25 {
    #[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
    pub(super) fn new(passages: &[String]) -> Self {
        let mut postings: HashMap<String, Vec<(usize, f64)>> = HashMap::new();
        let mut lengths = Vec::new();
        for (passage, text) in passages.iter().enumerate() {
            let words = tokens(text);
            lengths.push(words.len() as f64);
            for word in words {
                let postings = postings.entry(word).or_default();
                match postings.last_mut().filter(|(last, _)| *last == passage) {
                    Some((_, count)) => *count += 1.0,
                    None => postings.push((passage, 1.0)),
                }
            }
        }
        let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
        for length in &mut lengths {
            *length /= mean;
        }
        Self { postings, lengths }
    }

    /// Returns the best passages for a text, best first.
    #[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
    pub(super) fn find(&self, text: &str, limit: usize) -> Vec<usize> {
        let mut scores: HashMap<usize, f64> = HashMap::new();
        for postings in tokens(text).iter().filter_map(|word| self.postings.get(word)) {
            let (all, having) = (self.lengths.len() as f64, postings.len() as f64);
            let weight = ((all - having + 0.5) / (having + 0.5)).ln_1p();
            for (passage, count) in postings {
                let length = self.lengths[*passage];
                *scores.entry(*passage).or_default() +=
                    weight * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length));
            }
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.into_iter().take(limit).map(|(passage, _)| passage).collect()
    }
}
