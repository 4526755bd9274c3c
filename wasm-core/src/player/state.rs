//! The state of the player.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::effect::Effect;
use super::preload::Preload;
use super::queue::{Queue, Track};
use super::shuffle::ShuffleBag;
use crate::limits::RATE_DEFAULT;

/// The player of one page. See the module documentation.
#[derive(Debug, Clone)]
pub struct Player {
    pub(super) queue: Queue,
    /// Current track. It may have left the queue while it plays.
    pub(super) session: Option<TrackSession>,
    /// Number of the newest load.
    pub(super) load: u32,
    pub(super) repeat: Repeat,
    pub(super) rate: f64,
    pub(super) saves_data: bool,
    pub(super) bag: ShuffleBag,
    /// Tracks that failed since the last successful playback or choice of the user.
    pub(super) failed: BTreeSet<String>,
    /// The last preload request.
    pub(super) preloaded: Preload,
}

/// The repeat mode. The 'next' button always wraps around.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Repeat {
    /// Stop after the last track.
    Off,
    /// Continue with the first track after the last.
    #[default]
    All,
    /// Repeat the current track.
    One,
}

/// The phase of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Phase {
    /// There is no current track.
    Idle,
    /// The current track is loading, or about to play.
    Loading,
    /// The current track is ready to play.
    Paused,
    /// The current track plays or is buffering.
    Playing,
    /// The current track ended, and no track followed.
    Ended,
    /// The current track failed, and no track followed.
    Failed,
}

/// The playback of one track.
#[derive(Debug, Clone)]
pub(super) struct TrackSession {
    pub(super) track: Track,
    pub(super) stage: PlaybackState,
    pub(super) position_secs: f64,
    pub(super) duration_secs: Option<f64>,
    /// Starts of the chapters in seconds, ascending.
    pub(super) chapter_starts: Vec<f64>,
    /// Position at which playback last started, or to which the user last seeked. Everything from it to the current
    /// position was really played.
    pub(super) played_from_secs: f64,
    /// Whether the user went back to the start.
    pub(super) is_restart: bool,
    /// Whether the position has changed since it was reported.
    pub(super) is_unreported: bool,
    /// Time of the last report, or of the start of playback.
    pub(super) reported_ms: f64,
    /// Time of the load request; `None` once the track is ready.
    pub(super) load_requested_ms: Option<f64>,
    /// Time of the play request; `None` once the track plays.
    pub(super) play_requested_ms: Option<f64>,
    /// Number of times that the audio element was missing.
    pub(super) mount_attempts: u32,
    /// Number of new URLs requested since the last recovery.
    pub(super) reloads: u32,
}

/// The [`Phase`] with its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaybackState {
    /// `is_pending`: the load was not sent to the element yet, because there was no element or the source has just
    /// failed.
    Loading {
        autoplay: bool,
        is_ready: bool,
        is_pending: bool,
    },
    Paused,
    Playing {
        is_waiting: bool,
    },
    Ended,
    Failed,
}

impl PlaybackState {
    /// Returns the stage after a load was sent to the element.
    pub(super) const fn after_load_request(autoplay: bool) -> Self {
        Self::Loading { autoplay, is_ready: false, is_pending: false }
    }

    /// Ready, with a play request that is not confirmed yet.
    pub(super) const STARTING: Self = Self::Loading { autoplay: true, is_ready: true, is_pending: false };

    /// Whether the track plays or is about to play.
    pub(super) fn is_playing_or_starting(self) -> bool {
        matches!(self, Self::Loading { autoplay: true, .. } | Self::Playing { .. })
    }
}

/// The step in progress, with its effects so far.
#[derive(Debug)]
pub(super) struct StepEffects {
    pub(super) now_ms: f64,
    pub(super) effects: Vec<Effect>,
}

impl StepEffects {
    pub(super) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
}

impl Default for Player {
    fn default() -> Self {
        Self {
            queue: Queue::default(),
            session: None,
            load: 0,
            repeat: Repeat::default(),
            rate: RATE_DEFAULT,
            saves_data: false,
            bag: ShuffleBag::default(),
            failed: BTreeSet::new(),
            preloaded: Preload::default(),
        }
    }
}

impl Player {
    /// Creates an empty player.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the current track.
    #[must_use]
    pub fn current(&self) -> Option<&Track> {
        self.session.as_ref().map(|listen| &listen.track)
    }

    /// Whether the current track is loading or buffering.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        let stage = self.session.as_ref().map(|listen| listen.stage);
        matches!(stage, Some(PlaybackState::Loading { .. } | PlaybackState::Playing { is_waiting: true }))
    }

    /// Returns the tracks in order.
    #[must_use]
    pub fn list(&self) -> &[Track] {
        self.queue.tracks()
    }

    /// Returns the version of the list, which changes whenever the tracks or their order change.
    #[must_use]
    pub fn list_version(&self) -> u32 {
        self.queue.version()
    }

    /// Returns the index of the current track; -1 if no track is selected or it was removed from the list.
    #[must_use]
    pub fn index(&self) -> i32 {
        self.queue.current().and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
    }

    /// Returns the repeat mode.
    #[must_use]
    pub fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// Returns the playback rate.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Returns the number of the newest load, which its events carry.
    #[must_use]
    pub fn load_number(&self) -> u32 {
        self.load
    }

    /// Returns the phase of the player.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.session.as_ref().map(|listen| listen.stage) {
            None => Phase::Idle,
            Some(PlaybackState::Loading { .. }) => Phase::Loading,
            Some(PlaybackState::Paused) => Phase::Paused,
            Some(PlaybackState::Playing { .. }) => Phase::Playing,
            Some(PlaybackState::Ended) => Phase::Ended,
            Some(PlaybackState::Failed) => Phase::Failed,
        }
    }

    /// Returns the position in the current track, in seconds; 0 without one.
    #[must_use]
    pub fn position_secs(&self) -> f64 {
        self.session.as_ref().map_or(0.0, |listen| listen.position_secs)
    }

    /// Returns the duration of the current track in seconds, if known.
    #[must_use]
    pub fn duration_secs(&self) -> Option<f64> {
        self.session.as_ref().and_then(|listen| listen.duration_secs)
    }
}
