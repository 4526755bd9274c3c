//! Selection of the tracks to preload.

use serde::Serialize;

use super::queue::Queue;
use crate::limits::{PRELOAD_AFTER_PLAY, PRELOAD_FULL, PRELOAD_ON_LIST};

/// Ids of the tracks to preload, next one first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Preload {
    /// Tracks with their audio data.
    pub full: Vec<String>,
    /// Tracks with their duration and format only.
    pub metadata: Vec<String>,
}

/// Returns the first tracks of a new list, so that they start quickly.
pub(super) fn on_list(queue: &Queue) -> impl Iterator<Item = String> {
    queue.tracks().iter().take(PRELOAD_ON_LIST).map(|track| track.id.clone())
}

/// Returns the tracks after the current one, wrapping around. The first of them is preloaded with its audio data,
/// unless data saving is on.
pub(super) fn after_play(queue: &Queue, saves_data: bool) -> Preload {
    let others = queue.len() - usize::from(queue.current().is_some());
    let mut next = (1..=others.min(PRELOAD_AFTER_PLAY))
        .filter_map(|steps| queue.after(steps))
        .map(|index| queue.tracks()[index].id.clone());
    let full = next.by_ref().take(if saves_data { 0 } else { PRELOAD_FULL }).collect();
    Preload { full, metadata: next.collect() }
}
