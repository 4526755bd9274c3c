//! Which tracks are preloaded.

use super::queue::Queue;
use crate::limits::{PRELOAD_AFTER_PLAY, PRELOAD_FULL, PRELOAD_ON_LIST};

/// How much of a track is preloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreloadDepth {
    /// Duration and format.
    Metadata,
    /// Its audio data.
    Full,
}

/// One track to preload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreloadItem {
    /// The track.
    pub track_id: String,
    /// How much of it.
    pub depth: PreloadDepth,
}

/// After a list was set: its first tracks, so that they start quickly.
pub(super) fn on_list(queue: &Queue) -> Vec<PreloadItem> {
    let first = queue.tracks().iter().take(PRELOAD_ON_LIST);
    first.map(|track| PreloadItem { track_id: track.id.clone(), depth: PreloadDepth::Metadata }).collect()
}

/// While a track plays: the next ones, wrapping around, without the track itself. The first of them is preloaded with its
/// audio data, unless the user saves data.
pub(super) fn after_play(queue: &Queue, saves_data: bool) -> Vec<PreloadItem> {
    let others = queue.len() - usize::from(queue.current().is_some());
    let next = (1..=others.min(PRELOAD_AFTER_PLAY)).filter_map(|steps| queue.after(steps).map(|index| (steps, index)));
    next.map(|(steps, index)| PreloadItem {
        track_id: queue.tracks()[index].id.clone(),
        depth: if steps <= PRELOAD_FULL && !saves_data { PreloadDepth::Full } else { PreloadDepth::Metadata },
    })
    .collect()
}
