//! Measures of a whole document: size of the body text, distance of its lines, weight of its letters.

use std::collections::HashMap;

use super::line::{Line, PageLines, shared_width};

/// Default distance between baselines, in em, for documents with too few lines to measure it.
const LEADING_EM: f64 = 1.2;

/// Range of distances between lines of a paragraph, in em.
const LEADING_RANGE_EM: std::ops::Range<f64> = 0.9..2.2;

/// Maximum number of distances that are kept to find the most frequent one.
const LEADINGS_MAX: usize = 200_000;

/// Minimum weight of a bold line, relative to the average of the same letters in the document.
const BOLD: f64 = 1.22;

/// Returns true if the letters of the line are bolder than those of the document.
pub(super) fn is_bold(line: &Line) -> bool {
    line.weight > BOLD
}

/// Average area of each Latin lower-case letter, in square em.
#[derive(Debug, Default)]
pub(in crate::pdf) struct Ink {
    sums: [(f64, f64); 26],
}

impl Ink {
    /// Adds a letter (`a` to `z`) with its area.
    pub(in crate::pdf) fn add(&mut self, letter: u8, area: f64) {
        if let Some((sum, count)) = letter.checked_sub(b'a').and_then(|index| self.sums.get_mut(usize::from(index))) {
            *sum += area;
            *count += 1.0;
        }
    }

    /// Returns the area of letters, relative to the average area of the same letters in the document; 0 without
    /// letters.
    pub(in crate::pdf) fn weight(&self, letters: &[(u8, f64)]) -> f64 {
        let (mut own, mut average) = (0.0, 0.0);
        for (letter, area) in letters {
            if let Some((sum, count)) = letter.checked_sub(b'a').and_then(|index| self.sums.get(usize::from(index))) {
                own += area;
                average += sum / count.max(1.0);
            }
        }
        if average > 0.0 { own / average } else { 0.0 }
    }
}

/// Measures of a document.
#[derive(Debug)]
pub(super) struct Statistics {
    /// Font size of most characters, in points.
    pub(super) body_em: f64,
    /// Distance of the lines of a paragraph, in em.
    pub(super) leading_em: f64,
    /// Whether most of the text has a typewriter font.
    pub(super) is_monospace: bool,
}

impl Statistics {
    /// Measures a document.
    pub(super) fn of(pages: &[PageLines]) -> Self {
        let mut sizes: HashMap<u64, usize> = HashMap::new();
        let mut leadings = Vec::new();
        let (mut characters, mut monospaced) = (0, 0);
        for page in pages {
            for line in &page.lines {
                let len = line.text.len();
                *sizes.entry(quarter_points(line.em)).or_default() += len;
                characters += len;
                monospaced += if line.is_monospace { len } else { 0 };
            }
            for pair in page.lines.windows(2) {
                if let [one, next] = pair
                    && one.is_level
                    && next.is_level
                    && (one.em - next.em).abs() < one.em * 0.03
                    && shared_width(one.area, next.area) > 0.5
                {
                    let distance = (next.base - one.base) / one.em;
                    if LEADING_RANGE_EM.contains(&distance) && leadings.len() < LEADINGS_MAX {
                        leadings.push(distance);
                    }
                }
            }
        }
        let most = sizes.iter().max_by_key(|(size, count)| (**count, **size));
        #[expect(clippy::cast_precision_loss, reason = "a font size")]
        let body_em = most.map_or(10.0, |(size, _)| *size as f64 / 4.0).max(0.1);
        leadings.sort_by(f64::total_cmp);
        let leading_em = leadings.get(leadings.len() * 2 / 5).copied().unwrap_or(LEADING_EM);
        Self { body_em, leading_em, is_monospace: monospaced * 2 > characters }
    }

    /// Returns the size relative to the body text.
    pub(super) fn scale(&self, em: f64) -> f64 {
        em / self.body_em
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn quarter_points(em: f64) -> u64 {
    (em * 4.0).round() as u64
}

#[cfg(test)]
impl Statistics {
    /// Returns the measures of a document with one font size.
    pub(super) fn plain(body_em: f64) -> Self {
        Self { body_em, leading_em: LEADING_EM, is_monospace: false }
    }
}
