//! What is prepared ahead of time.

use super::queue::Queue;
use crate::limits::{PRELOAD_AFTER_PLAY, PRELOAD_FULL, PRELOAD_ON_LIST};

/// How much of a track is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreloadDepth {
    /// Its length and format.
    Metadata,
    /// Its sound.
    Full,
}

/// One track to prepare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreloadItem {
    /// The track.
    pub track_id: String,
    /// How much of it.
    pub depth: PreloadDepth,
}

/// After a list was set: its first tracks, so that pressing play on one of them is quick.
pub(super) fn on_list(queue: &Queue) -> Vec<PreloadItem> {
    let first = queue.tracks().iter().take(PRELOAD_ON_LIST);
    first.map(|track| PreloadItem { track_id: track.id.clone(), depth: PreloadDepth::Metadata }).collect()
}

/// While a track plays: the next ones, wrapping, never the track itself. The very next is prepared with its sound,
/// unless data is to be saved.
pub(super) fn after_play(queue: &Queue, saves_data: bool) -> Vec<PreloadItem> {
    let others = queue.len() - usize::from(queue.current().is_some());
    let next = (1..=others.min(PRELOAD_AFTER_PLAY)).filter_map(|steps| queue.after(steps).map(|index| (steps, index)));
    next.map(|(steps, index)| PreloadItem {
        track_id: queue.tracks()[index].id.clone(),
        depth: if steps <= PRELOAD_FULL && !saves_data { PreloadDepth::Full } else { PreloadDepth::Metadata },
    })
    .collect()
}
