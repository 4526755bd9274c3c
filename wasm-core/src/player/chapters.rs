//! Chapters of the current track.

use super::effect::Effect;
use super::state::{Player, StepEffects, TrackSession};
use crate::limits::PREVIOUS_RESTART_SECS;

/// Maximum distance between two reported positions that counts as playback and not as a seek, in seconds. A hidden page
/// reports once a second, a busy phone less often, and the playback rate is at most 3.
const PLAYED_MAX_SECS: f64 = 15.0;

/// Time before its start from which a chapter counts as begun, in seconds: after a seek to the start, browsers report a
/// slightly earlier position.
const EARLY_SECS: f64 = 0.05;

impl Player {
    /// Sets the starts of the current track's chapters. Those that are invalid or not ascending are left out.
    pub(super) fn set_chapters(&mut self, track_id: &str, starts_secs: Vec<f64>) {
        let Some(listen) = self.session.as_mut().filter(|listen| listen.track.id == track_id) else { return };
        let mut next_min_secs = 0.0;
        listen.chapter_starts = starts_secs;
        listen.chapter_starts.retain(|start| {
            let is_kept = start.is_finite() && *start >= next_min_secs;
            if is_kept {
                next_min_secs = *start;
            }
            is_kept
        });
    }

    /// Returns the index of the current chapter; `None` before the first one.
    #[must_use]
    pub fn chapter_index(&self) -> Option<usize> {
        let listen = self.session.as_ref()?;
        listen.chapter_at(listen.position_secs)
    }

    /// Seeks to the next chapter, if there is one.
    pub(super) fn next_chapter(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &self.session else { return };
        let next = listen.chapter_at(listen.position_secs).map_or(0, |index| index + 1);
        if let Some(start) = listen.chapter_starts.get(next).copied() {
            self.seek(start, turn);
        }
    }

    /// Restarts a chapter that has played for a while, otherwise seeks to the previous one.
    pub(super) fn previous_chapter(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &self.session else { return };
        let Some(index) = listen.chapter_at(listen.position_secs) else { return };
        let start_of = |index: usize| listen.chapter_starts.get(index).copied().unwrap_or_default();
        let is_begun = listen.position_secs - start_of(index) > PREVIOUS_RESTART_SECS;
        let start = start_of(if is_begun { index } else { index.saturating_sub(1) });
        self.seek(start, turn);
    }
}

impl TrackSession {
    fn chapter_at(&self, position_secs: f64) -> Option<usize> {
        self.chapter_starts.partition_point(|start| *start <= position_secs + EARLY_SECS).checked_sub(1)
    }

    /// Reports the end of a chapter if playback, not a seek, has passed it since the position `before_secs`.
    pub(super) fn end_chapter(&self, before_secs: f64, turn: &mut StepEffects) {
        let played_secs = self.position_secs - before_secs;
        let Some(before) = self.chapter_at(before_secs).filter(|_| played_secs <= PLAYED_MAX_SECS) else { return };
        if self.chapter_at(self.position_secs).is_some_and(|now| now > before) {
            turn.push(Effect::ChapterEnded);
        }
    }
}
