//! What the player knows.

use std::collections::BTreeSet;

use super::effect::Effect;
use super::preload::PreloadItem;
use super::queue::{Queue, Track};
use super::shuffle::ShuffleBag;
use crate::limits::RATE_DEFAULT;

/// The player of one page. See the module for what it does.
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
    /// Tracks that could not be played since something could, or since a person last chose.
    pub(super) failed: BTreeSet<String>,
    /// What was asked to be prepared last.
    pub(super) preloaded: Vec<PreloadItem>,
}

/// What follows the end of a track. A press on 'next' wraps in any case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Repeat {
    /// The next track, and nothing after the last.
    Off,
    /// The next track, and after the last the first.
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
    /// The current track is not there yet, or was asked to play and is not heard yet.
    Loading,
    /// It could play at once.
    Paused,
    /// It is heard, or waits for data in the middle.
    Playing,
    /// It was played to its end, and nothing followed.
    Ended,
    /// It cannot be played, and nothing followed.
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
    /// Another number after each change of which tracks are in the list or of their order.
    pub list_version: u32,
    /// Where the current track is in the list; -1 when there is none, or when it is not in the list any more.
    pub index: i32,
    /// What follows the end of a track.
    pub repeat: Repeat,
    /// The speed.
    pub rate: f64,
    /// The number that events about the current track carry.
    pub load_number: u32,
}

/// One track being listened to.
#[derive(Debug, Clone)]
pub(super) struct Listen {
    pub(super) track: Track,
    pub(super) stage: Stage,
    pub(super) position_secs: f64,
    pub(super) duration_secs: Option<f64>,
    /// Where it was last sent to; what was heard since then was really played.
    pub(super) from_secs: f64,
    /// Whether the person went back to the beginning.
    pub(super) is_restart: bool,
    /// Whether the position has changed since it was reported.
    pub(super) is_unreported: bool,
    /// When the position was reported, or playing began.
    pub(super) reported_ms: f64,
    /// When it was loaded, until it is ready.
    pub(super) load_asked_ms: Option<f64>,
    /// When it was asked to play, until it is heard.
    pub(super) play_asked_ms: Option<f64>,
    /// How often there was no element.
    pub(super) mount_tries: u32,
    /// New addresses asked for since it last recovered.
    pub(super) reloads: u32,
}

/// [`Phase`] with what belongs to it.
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

    /// Asked to play what is ready.
    pub(super) const STARTING: Self = Self::Loading { autoplay: true, is_ready: true, wait: None };

    /// Whether the person wants to hear it.
    pub(super) fn wants_sound(self) -> bool {
        matches!(self, Self::Loading { autoplay: true, .. } | Self::Playing { .. })
    }
}

/// One step under way.
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
    /// A player with nothing in it.
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

    /// Whether the person has to wait for the current track, at its beginning or in the middle.
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

    /// Another number after each change of which tracks are in the list or of their order.
    #[must_use]
    pub fn list_version(&self) -> u32 {
        self.queue.version()
    }

    /// Where the current track is in the list; -1 when there is none, or when it is not in the list any more.
    #[must_use]
    pub fn index(&self) -> i32 {
        self.queue.current().and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
    }

    /// What follows the end of a track.
    #[must_use]
    pub fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// The speed.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The number that events about the current track carry.
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

    /// Where the current track is, in seconds; 0 without one.
    #[must_use]
    pub fn position_secs(&self) -> f64 {
        self.listen.as_ref().map_or(0.0, |listen| listen.position_secs)
    }

    /// How long the current track is, in seconds, where it is known.
    #[must_use]
    pub fn duration_secs(&self) -> Option<f64> {
        self.listen.as_ref().and_then(|listen| listen.duration_secs)
    }
}
