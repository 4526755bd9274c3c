//! The state of the player.

use std::collections::BTreeSet;

use super::effect::Effect;
use super::preload::PreloadItem;
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
    pub(super) preloaded: Vec<PreloadItem>,
}

/// What follows the end of a track. The 'next' button always wraps around.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// What is shown of the player. The position is not in it, because that changes several times a second.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The current track.
    pub current_audio: Option<Track>,
    /// Whether it is heard.
    pub is_playing: bool,
    /// Whether the person has to wait for it.
    pub is_loading: bool,
    /// What the player is doing.
    pub phase: Phase,
    /// The tracks in order.
    pub list: Vec<Track>,
    /// Changes whenever the tracks of the list or their order do.
    pub list_version: u32,
    /// The index of the current track; -1 if there is none or it has left the list.
    pub index: i32,
    /// What follows the end of a track.
    pub repeat: Repeat,
    /// The playback rate.
    pub rate: f64,
    /// The number of the newest load, which its events carry.
    pub load_number: u32,
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
    Loading { autoplay: bool, is_ready: bool, wait: Option<Wait> },
    Paused,
    Playing { is_waiting: bool },
    Ended,
    Failed,
}

/// Why a load has not been sent to the element yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// There is no element.
    Mount,
    /// The source has failed just now.
    Source,
}

impl Stage {
    /// Sent to the element, and not ready.
    pub(super) const fn sent(autoplay: bool) -> Self {
        Self::Loading { autoplay, is_ready: false, wait: None }
    }

    /// Ready, and asked to play.
    pub(super) const STARTING: Self = Self::Loading { autoplay: true, is_ready: true, wait: None };

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
            preloaded: Vec::new(),
        }
    }
}

impl Player {
    /// An empty player.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is shown.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            current_audio: self.current().cloned(),
            is_playing: self.phase() == Phase::Playing,
            is_loading: self.is_loading(),
            phase: self.phase(),
            list: self.list().to_vec(),
            list_version: self.list_version(),
            index: self.index(),
            repeat: self.repeat(),
            rate: self.rate(),
            load_number: self.load_number(),
        }
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
