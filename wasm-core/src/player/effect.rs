//! What the player wants to be done.

use super::preload::PreloadItem;

/// One thing to do, in the order in which they are given.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Give the element a new source; what it played before stops.
    Load {
        /// The number that events about it carry from now on.
        load: u32,
        /// The track.
        track_id: String,
        /// Where to start, in seconds.
        start_secs: f64,
        /// The speed.
        rate: f64,
        /// Whether the address known so far has failed, so that a new one must be asked for.
        needs_new_address: bool,
    },
    /// Take the source from the element.
    Unload,
    /// Play. It comes together with `Load`, because a phone lets sound begin only while it handles a press or an end.
    Play {
        /// The load that plays.
        load: u32,
    },
    /// Pause.
    Pause {
        /// The load that pauses.
        load: u32,
    },
    /// Go to a position; one that comes before the load is ready replaces its start.
    Seek {
        /// The load that it is in.
        load: u32,
        /// The position in seconds.
        position_secs: f64,
    },
    /// Play at this speed, now and in later loads.
    SetRate {
        /// 1 is normal speed.
        rate: f64,
    },
    /// Have these prepared, and no others.
    Preload {
        /// What, the soonest first.
        items: Vec<PreloadItem>,
    },
    /// Send `Event::RetryDue` with this load after a while.
    RetryAfter {
        /// The load.
        load: u32,
        /// After how many milliseconds.
        delay_ms: u32,
    },
    /// Keep where the person is in a track.
    Report {
        /// The track.
        track_id: String,
        /// The position in seconds.
        position_secs: f64,
        /// How long the track is, in seconds, where it is known.
        duration_secs: Option<f64>,
        /// Whether it was played to its end.
        is_finished: bool,
        /// Whether the person went back to its beginning, so that a small position is meant.
        is_restart: bool,
    },
    /// Count something that took too long.
    Warn {
        /// What took too long.
        warning: Warning,
        /// The track.
        track_id: String,
        /// How long it took, in milliseconds.
        took_ms: f64,
    },
    /// Say for `SKIP_NOTICE_MS` that a track cannot be played.
    SkipNotice {
        /// The track.
        track_id: String,
        /// A sentence for the person who listens.
        message: String,
    },
    /// Write an error to the log.
    Log {
        /// What went wrong.
        message: String,
    },
}

/// What took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// From the load to being ready, more than `SLOW_LOAD_MS`.
    SlowLoad,
    /// From asking to play to being heard, more than `SLOW_PLAY_MS`.
    SlowStart,
}
