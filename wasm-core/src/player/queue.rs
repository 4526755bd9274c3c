//! The list of tracks and the current one, without playback state.

use std::collections::BTreeSet;

use serde::Deserialize;

/// One recording in the queue.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Track {
    /// Id of the audio note, unique within a list.
    pub id: String,
    /// Title.
    pub title: String,
    /// Duration in seconds, if known.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub duration_secs: Option<f64>,
    /// Start position in seconds: the resume position, otherwise 0.
    pub start_secs: f64,
}

/// Tracks in playback order, with unique ids.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    tracks: Vec<Track>,
    /// Index of the current track in `tracks`.
    current: Option<usize>,
    /// Version, which changes whenever the tracks or their order change.
    version: u32,
}

impl Queue {
    pub(super) fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    pub(super) fn version(&self) -> u32 {
        self.version
    }

    pub(super) fn len(&self) -> usize {
        self.tracks.len()
    }

    pub(super) fn current(&self) -> Option<usize> {
        self.current
    }

    pub(super) fn find(&self, id: &str) -> Option<usize> {
        self.tracks.iter().position(|track| track.id == id)
    }

    /// Makes a track the current one.
    pub(super) fn select(&mut self, index: usize) -> Option<&Track> {
        let track = self.tracks.get(index)?;
        self.current = Some(index);
        Some(track)
    }

    pub(super) fn unselect(&mut self) {
        self.current = None;
    }

    /// Returns the index `steps` after the current one, wrapping around. Without a current track, counts from before
    /// the first.
    pub(super) fn after(&self, steps: usize) -> Option<usize> {
        let index = self.current.map_or(0, |index| index + 1) + steps.checked_sub(1)?;
        index.checked_rem(self.len())
    }

    /// Returns the index before the current one, wrapping around. Without a current track, returns the last.
    pub(super) fn before(&self) -> Option<usize> {
        let last = self.len().checked_sub(1)?;
        Some(self.current.and_then(|index| index.checked_sub(1)).unwrap_or(last))
    }

    /// Returns the index `steps` after the current one, or `None` past the last.
    pub(super) fn after_without_wrapping(&self, steps: usize) -> Option<usize> {
        let index = self.current.map_or(0, |index| index + 1) + steps.checked_sub(1)?;
        (index < self.len()).then_some(index)
    }

    /// Stores the resume position of a track.
    pub(super) fn set_start(&mut self, id: &str, start_secs: f64) {
        if let Some(index) = self.find(id) {
            self.tracks[index].start_secs = start_secs;
        }
    }

    /// Replaces all tracks. The track `current_id` remains the current one if it is among them.
    pub(super) fn set(&mut self, tracks: Vec<Track>, current_id: Option<&str>) {
        let mut ids = BTreeSet::new();
        self.tracks = tracks;
        self.tracks.retain(|track| ids.insert(track.id.clone()));
        self.current = current_id.and_then(|id| self.find(id));
        self.version = self.version.wrapping_add(1);
    }

    /// Inserts a track after the current one and returns its index. The current track does not move.
    pub(super) fn insert_next(&mut self, track: Track) -> usize {
        if let Some(index) = self.current.filter(|index| self.tracks[*index].id == track.id) {
            return index;
        }
        if let Some(index) = self.find(&track.id) {
            self.remove(index);
        }
        let index = self.current.map_or(0, |index| index + 1);
        self.tracks.insert(index, track);
        self.version = self.version.wrapping_add(1);
        index
    }

    /// Inserts tracks before the one at `index`, or at the end if the index is out of range. The current track stays
    /// the same.
    pub(super) fn insert(&mut self, index: usize, tracks: Vec<Track>) {
        let mut place = index.min(self.len());
        for track in tracks {
            match self.find(&track.id) {
                found if found.is_some() && found == self.current => continue,
                Some(index) => {
                    self.remove(index);
                    place -= usize::from(index < place);
                }
                None => {}
            }
            self.tracks.insert(place, track);
            self.current = self.current.map(|current| current + usize::from(place <= current));
            place += 1;
        }
        self.version = self.version.wrapping_add(1);
    }

    /// Removes a track. If it is the current one, no track is current afterwards.
    pub(super) fn remove(&mut self, index: usize) {
        if index >= self.len() {
            return;
        }
        self.tracks.remove(index);
        let others = self.current.filter(|current| *current != index);
        self.current = others.map(|current| current - usize::from(current > index));
        self.version = self.version.wrapping_add(1);
    }

    /// Moves a track. The current track stays the same.
    pub(super) fn move_track(&mut self, from: usize, to: usize) {
        if from >= self.len() || to >= self.len() {
            return;
        }
        let track = self.tracks.remove(from);
        self.tracks.insert(to, track);
        self.current = self.current.map(|current| match current {
            current if current == from => to,
            current if from < current && current <= to => current - 1,
            current if to <= current && current < from => current + 1,
            current => current,
        });
        self.version = self.version.wrapping_add(1);
    }

    /// Removes all tracks but the current one.
    pub(super) fn clear(&mut self) {
        let current = self.current.map(|index| self.tracks.swap_remove(index));
        self.current = current.as_ref().map(|_| 0);
        self.tracks = Vec::from_iter(current);
        self.version = self.version.wrapping_add(1);
    }
}
