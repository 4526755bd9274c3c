//! Resume positions in notes.

use serde::{Deserialize, Serialize};

use crate::limits::{NOTE_PDF_MAX_PAGES, READING_BEGUN_MIN_PERMILLE};
use crate::position::{HlcStamped, hlc_after};

/// The resume position of one user in one note, as recorded by one device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(deny_unknown_fields))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReadingPosition {
    /// Logical clock: larger than every counter that this device had seen for the note.
    pub counter: u64,
    /// Random id of the device, which breaks ties between equal counters.
    pub device: String,
    /// Page at the upper edge of the view, from 1.
    pub page: u32,
    /// Part of that page above the edge, in thousandths.
    pub above_permille: u16,
    /// Number of pages of the note.
    pub pages: u32,
    /// Whether the user has seen the end.
    pub is_finished: bool,
    /// Whether the user went back to the start, so that the position at the start is intended.
    pub is_restart: bool,
}

/// The visible part of a note, before it becomes a position with a counter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScrollReport {
    /// Page at the upper edge of the view, from 1.
    pub page: u32,
    /// Part of that page above the edge, from 0 to 1.
    pub above: f64,
    /// Number of pages of the note.
    pub pages: u32,
    /// Whether the end is visible.
    pub is_finished: bool,
    /// Whether the user was further into the note before.
    pub is_restart: bool,
}

impl ReadingPosition {
    /// Creates a position of this device that is newer than `seen`, the newest position known to the device.
    #[must_use]
    pub fn record(seen: Option<&Self>, device: &str, shown: ScrollReport, now_ms: u64) -> Self {
        let pages = shown.pages.max(1);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
        let above_permille = (shown.above * 1000.0) as u16;
        Self {
            counter: hlc_after(seen, now_ms),
            device: device.to_owned(),
            page: shown.page.clamp(1, pages),
            above_permille: above_permille.min(1000),
            pages,
            is_finished: shown.is_finished,
            is_restart: shown.is_restart,
        }
    }

    /// Returns the page at which to open the note, and the part of it above the upper edge of the view, in thousandths.
    /// A finished or barely begun note opens at its start. A note that has become shorter opens at its last page.
    #[must_use]
    pub fn start(&self, pages: u32) -> (u32, u16) {
        if self.is_finished || self.is_at_start() {
            (1, 0)
        } else if self.page > pages {
            (pages.max(1), 0)
        } else {
            (self.page, self.above_permille)
        }
    }

    fn is_at_start(&self) -> bool {
        self.page == 1 && self.above_permille < READING_BEGUN_MIN_PERMILLE
    }
}

impl HlcStamped for ReadingPosition {
    fn counter(&self) -> u64 {
        self.counter
    }

    fn device(&self) -> &str {
        &self.device
    }

    fn records_only_opening(&self) -> bool {
        !self.is_finished && !self.is_restart && self.is_at_start()
    }

    fn is_finished(&self) -> bool {
        self.is_finished
    }

    fn tie_breaker(&self) -> impl Ord {
        (self.is_finished, self.is_restart, self.page, self.above_permille, self.pages)
    }

    fn is_within_item(&self) -> bool {
        (1..=self.pages).contains(&self.page) && self.pages <= NOTE_PDF_MAX_PAGES && self.above_permille <= 1000
    }
}
