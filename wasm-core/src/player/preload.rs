//! Which tracks are preloaded.

use serde::Serialize;

use super::queue::Queue;
use crate::limits::{PRELOAD_AFTER_PLAY, PRELOAD_FULL, PRELOAD_ON_LIST};

/// The tracks to preload, by id, the next one first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Preload {
    /// With their audio data.
    pub full: Vec<String>,
    /// With their duration and format only.
    pub metadata: Vec<String>,
}

/// After a list was set: its first tracks, so that they start quickly.
pub(super) fn on_list(queue: &Queue) -> impl Iterator<Item = String> {
    queue.tracks().iter().take(PRELOAD_ON_LIST).map(|track| track.id.clone())
}

/// While a track plays: the next ones, wrapping around, without the track itself. The first of them is preloaded with its
/// audio data, unless the user saves data.
pub(super) fn after_play(queue: &Queue, saves_data: bool) -> Preload {
    let others = queue.len() - usize::from(queue.current().is_some());
    let mut next = (1..=others.min(PRELOAD_AFTER_PLAY))
        .filter_map(|steps| queue.after(steps))
        .map(|index| queue.tracks()[index].id.clone());
    let full = next.by_ref().take(if saves_data { 0 } else { PRELOAD_FULL }).collect();
    Preload { full, metadata: next.collect() }
}
