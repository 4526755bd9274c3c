//! The separator between the two sides of a card, and its detection.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::columns::{columns, rows};
use crate::forms::csv::lines;

/// Number of rows that the detection examines.
const ROWS_EXAMINED: usize = 1000;

/// Separator of the sides in lines 'front :: back'.
pub(super) const COLONS: &str = " :: ";

/// Separators that a text can use, in order of preference. The comma is last, because many sentences contain one.
const CANDIDATES: [Separator; 5] =
    [Separator::Tab, Separator::Colons, Separator::Semicolon, Separator::Pipe, Separator::Comma];

/// The separator between the two sides of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Separator {
    /// A comma, as in CSV.
    Comma,
    /// A semicolon, as in CSV of locales that use a decimal comma.
    Semicolon,
    /// A tab, as in cells copied from a spreadsheet.
    Tab,
    /// A vertical bar.
    Pipe,
    /// Two colons between spaces.
    Colons,
    /// A colon. It is used only where Anki's header names it.
    Colon,
    /// A space. It is used only where Anki's header names it.
    Space,
}

/// The quality of a separator for a text. The greatest value fits best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Rows with the most frequent number of columns, per thousand, if that number is at least two.
    regular: usize,
    /// Rows with quotation marks only where CSV allows them, per thousand.
    well_quoted: usize,
    /// Rows whose brackets close in the cell in which they open, per thousand. A bar that splits `P(A|B)` is hardly a
    /// separator.
    closed: usize,
    /// True if the most frequent number of columns is two.
    is_pair: bool,
    /// True if no separator has a space only behind it, as commas and semicolons in sentences have.
    is_tight: bool,
}

impl Separator {
    pub(super) fn byte(self) -> u8 {
        match self {
            Self::Comma | Self::Colons => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
            Self::Colon => b':',
            Self::Space => b' ',
        }
    }

    /// Returns the separator that Excel (`sep=;`) or Anki (`#separator:semicolon`) names.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "tab" | "\\t" | "\t" => Self::Tab,
            "semicolon" | ";" => Self::Semicolon,
            "comma" | "," => Self::Comma,
            "pipe" | "|" => Self::Pipe,
            "colon" | ":" => Self::Colon,
            "space" | " " => Self::Space,
            _ => return None,
        })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Comma => "a comma",
            Self::Semicolon => "a semicolon",
            Self::Tab => "a tab",
            Self::Pipe => "a vertical bar",
            Self::Colons => "' :: '",
            Self::Colon => "a colon",
            Self::Space => "a space",
        }
    }

    fn fit(self, text: &[u8]) -> Option<Fit> {
        if self == Self::Colons {
            let (mut rows, mut regular) = (0, 0);
            for line in lines(text).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).take(ROWS_EXAMINED) {
                let has_one_side = line.starts_with(b":: ") || line.ends_with(b" ::");
                let has_both = line.windows(COLONS.len()).any(|part| part == COLONS.as_bytes());
                rows += 1;
                regular += usize::from(has_one_side || has_both);
            }
            let regular = regular * 1000 / rows.max(1);
            let fit = Fit { regular, well_quoted: 1000, closed: 1000, is_pair: true, is_tight: true };
            return Some(fit).filter(|fit| fit.regular > 0);
        }
        let (mut count, mut well_quoted, mut closed, mut is_tight) = (0, 0, 0, true);
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for row in rows(text, self.byte(), 1).take(ROWS_EXAMINED) {
            count += 1;
            well_quoted += usize::from(!row.has_stray_quote);
            closed += usize::from(row.fields.iter().all(|cell| is_closed(cell)));
            let is_in_sentence = |cells: &[Vec<u8>]| match cells {
                [before, after] => after.starts_with(b" ") && !before.ends_with(b" "),
                _ => false,
            };
            is_tight &= !row.fields.windows(2).any(is_in_sentence);
            *counts.entry(row.fields.len()).or_default() += 1;
        }
        let (columns, regular) =
            counts.into_iter().filter(|(columns, _)| *columns > 1).max_by_key(|(_, regular)| *regular)?;
        Some(Fit {
            regular: regular * 1000 / count,
            well_quoted: well_quoted * 1000 / count,
            closed: closed * 1000 / count,
            is_pair: columns == 2,
            is_tight,
        })
    }
}

/// Whether a cell has as many closing brackets as opening ones.
fn is_closed(cell: &[u8]) -> bool {
    let count = |signs: &[u8]| cell.iter().filter(|byte| signs.contains(byte)).count();
    count(b"([{") == count(b")]}")
}

/// Detects the separator of a text: the one between the names of its columns, otherwise the one that gives the same
/// number of columns in most rows.
pub(super) fn detect(text: &[u8]) -> Separator {
    let names_columns = |separator: &Separator| {
        *separator != Separator::Colons && rows(text, separator.byte(), 1).next().as_ref().and_then(columns).is_some()
    };
    if let Some(named) = CANDIDATES.into_iter().find(names_columns) {
        return named;
    }
    let fits = CANDIDATES.into_iter().filter_map(|separator| Some((separator.fit(text)?, separator)));
    fits.reduce(|best, other| if other.0 > best.0 { other } else { best }).map_or(Separator::Comma, |(_, found)| found)
}
