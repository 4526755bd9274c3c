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
    /// The current track. It may have left the queue while it plays.
    pub(super) listen: Option<Listen>,
    /// The number of the newest load.
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

/// What follows the end of a track. The 'next' button always wraps around.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Repeat {
    /// The next track; nothing after the last.
    Off,
    /// The next track; the first after the last.
    #[default]
    All,
    /// The same track.
    One,
}

/// What the player is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Phase {
    /// There is no current track.
    Idle,
    /// The current track is loading, or about to play.
    Loading,
    /// It is ready to play.
    Paused,
    /// It plays, or is buffering.
    Playing,
    /// It ended, and nothing followed.
    Ended,
    /// It failed, and nothing followed.
    Failed,
}

/// The playback of one track.
#[derive(Debug, Clone)]
pub(super) struct Listen {
    pub(super) track: Track,
    pub(super) stage: Stage,
    pub(super) position_secs: f64,
    pub(super) duration_secs: Option<f64>,
    /// Where playback last started or seeked to; everything after it was really played.
    pub(super) from_secs: f64,
    /// Whether the user went back to the start.
    pub(super) is_restart: bool,
    /// Whether the position has changed since it was reported.
    pub(super) is_unreported: bool,
    /// When the position was last reported, or playing began.
    pub(super) reported_ms: f64,
    /// When it was loaded; `None` once it is ready.
    pub(super) load_asked_ms: Option<f64>,
    /// When it was asked to play; `None` once it plays.
    pub(super) play_asked_ms: Option<f64>,
    /// How often the element was missing.
    pub(super) mount_tries: u32,
    /// How many new addresses were requested since it last recovered.
    pub(super) reloads: u32,
}

/// The [`Phase`] with its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// `is_pending`: not sent to the element yet, because there was none or the source has just failed.
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

impl Stage {
    /// Sent to the element, and not ready.
    pub(super) const fn sent(autoplay: bool) -> Self {
        Self::Loading { autoplay, is_ready: false, is_pending: false }
    }

    /// Ready, and asked to play.
    pub(super) const STARTING: Self = Self::Loading { autoplay: true, is_ready: true, is_pending: false };

    /// Whether it plays or is meant to.
    pub(super) fn wants_sound(self) -> bool {
        matches!(self, Self::Loading { autoplay: true, .. } | Self::Playing { .. })
    }
}

/// The step in progress.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) now_ms: f64,
    pub(super) effects: Vec<Effect>,
}

impl Turn {
    pub(super) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
}

impl Default for Player {
    fn default() -> Self {
        Self {
            queue: Queue::default(),
            listen: None,
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
    /// An empty player.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The current track.
    #[must_use]
    pub fn current(&self) -> Option<&Track> {
        self.listen.as_ref().map(|listen| &listen.track)
    }

    /// Whether the current track is loading or buffering.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        let stage = self.listen.as_ref().map(|listen| listen.stage);
        matches!(stage, Some(Stage::Loading { .. } | Stage::Playing { is_waiting: true }))
    }

    /// The tracks in order.
    #[must_use]
    pub fn list(&self) -> &[Track] {
        self.queue.tracks()
    }

    /// Changes whenever the tracks of the list or their order do.
    #[must_use]
    pub fn list_version(&self) -> u32 {
        self.queue.version()
    }

    /// The index of the current track; -1 if there is none or it has left the list.
    #[must_use]
    pub fn index(&self) -> i32 {
        self.queue.current().and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
    }

    /// What follows the end of a track.
    #[must_use]
    pub fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// The playback rate.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The number of the newest load, which its events carry.
    #[must_use]
    pub fn load_number(&self) -> u32 {
        self.load
    }

    /// What the player is doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.listen.as_ref().map(|listen| listen.stage) {
            None => Phase::Idle,
            Some(Stage::Loading { .. }) => Phase::Loading,
            Some(Stage::Paused) => Phase::Paused,
            Some(Stage::Playing { .. }) => Phase::Playing,
            Some(Stage::Ended) => Phase::Ended,
            Some(Stage::Failed) => Phase::Failed,
        }
    }

    /// The position in the current track, in seconds; 0 without one.
    #[must_use]
    pub fn position_secs(&self) -> f64 {
        self.listen.as_ref().map_or(0.0, |listen| listen.position_secs)
    }

    /// The duration of the current track in seconds, if known.
    #[must_use]
    pub fn duration_secs(&self) -> Option<f64> {
        self.listen.as_ref().and_then(|listen| listen.duration_secs)
    }
}
