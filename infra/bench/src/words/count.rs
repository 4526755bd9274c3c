//! Counts words and compares their frequencies in two texts.

use std::collections::HashMap;

use wasm_core::text::tokens;

/// Minimum recall and precision. Files with less are listed.
const GOOD_SHARE: f64 = 0.995;

/// Maximum number of listed example words per difference.
const EXAMPLES: usize = 6;

/// Number of occurrences of each word in a text.
pub(super) struct Words(HashMap<String, usize>);

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut words = HashMap::new();
        for word in tokens(text) {
            *words.entry(word).or_default() += 1;
        }
        Self(words)
    }

    fn count(&self, word: &str) -> usize {
        self.0.get(word).copied().unwrap_or(0)
    }

    pub(super) fn sum(&self) -> usize {
        self.0.values().sum()
    }

    /// Combines two texts; `choose` selects the count of each word from both counts.
    pub(super) fn combined(&self, other: &Self, choose: fn(usize, usize) -> usize) -> Self {
        let words = self.0.keys().chain(other.0.keys());
        Self(words.map(|word| (word.clone(), choose(self.count(word), other.count(word)))).collect())
    }

    fn common(&self, other: &Self) -> usize {
        self.combined(other, usize::min).sum()
    }

    /// Lists the words that occur more often in this text than in the other, those with the greatest difference first.
    pub(super) fn missing_in(&self, other: &Self) -> String {
        let mut missing: Vec<(&String, usize)> = self
            .0
            .iter()
            .map(|(word, times)| (word, times.saturating_sub(other.count(word))))
            .filter(|(_, times)| *times > 0)
            .collect();
        missing.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
        let examples = missing.iter().take(EXAMPLES).map(|(word, times)| format!("{word}·{times}"));
        examples.collect::<Vec<_>>().join(" ")
    }
}

/// Recall and precision as fractions: found of expected words, and correct of all words.
#[derive(Clone, Copy, Default)]
pub(super) struct Accuracy {
    found: (usize, usize),
    right: (usize, usize),
}

impl Accuracy {
    /// Compares a text with the words that it must contain and those that it may contain.
    pub(super) fn of(ours: &Words, must: &Words, may: &Words) -> Self {
        Self { found: (ours.common(must), must.sum()), right: (ours.common(may), ours.sum()) }
    }

    pub(super) fn add(self, other: Self) -> Self {
        let plus = |one: (usize, usize), other: (usize, usize)| (one.0 + other.0, one.1 + other.1);
        Self { found: plus(self.found, other.found), right: plus(self.right, other.right) }
    }

    pub(super) fn recall(self) -> f64 {
        share(self.found)
    }

    pub(super) fn precision(self) -> f64 {
        share(self.right)
    }

    pub(super) fn is_good(self) -> bool {
        self.recall() >= GOOD_SHARE && self.precision() >= GOOD_SHARE
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of words")]
fn share((part, all): (usize, usize)) -> f64 {
    if all == 0 { 1.0 } else { part as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_words_lower_recall_and_extra_words_lower_precision() {
        let (ours, theirs) = (Words::of("a tree, a heap"), Words::of("a tree and a heap"));
        let shares = Accuracy::of(&ours, &theirs, &theirs);
        assert_eq!((shares.found, shares.right), ((4, 5), (4, 4)));
        assert!(!shares.is_good());
        assert_eq!((theirs.missing_in(&ours).as_str(), ours.missing_in(&theirs).as_str()), ("and·1", ""));
        let either = theirs.combined(&Words::of("queue"), usize::max);
        assert_eq!(Accuracy::of(&Words::of("queue"), &Words::of(""), &either).precision().to_bits(), 1.0_f64.to_bits());
    }
}
