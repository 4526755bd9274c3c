//! Effects: what the page has to do for the player.

use serde::Serialize;

use super::preload::Preload;

/// One effect. Effects are run in order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Effect {
    /// Set a new source on the element, which stops the previous one.
    Load {
        /// The number that its events carry from now on.
        load: u32,
        /// The track.
        track_id: String,
        /// Where to start, in seconds.
        start_secs: f64,
        /// The playback rate.
        rate: f64,
        /// Whether the known address has failed, so that a new one must be requested.
        needs_new_address: bool,
    },
    /// Remove the source from the element.
    Unload,
    /// Play. It comes together with `Load`, because phones let playback start only while they handle a press or the end of
    /// a track.
    Play {
        /// The load that plays.
        load: u32,
    },
    /// Pause.
    Pause {
        /// The load that pauses.
        load: u32,
    },
    /// Seek. Before the load is ready this replaces its start position.
    Seek {
        /// The load that it is in.
        load: u32,
        /// The position in seconds.
        position_secs: f64,
    },
    /// Set the playback rate of this and later loads.
    SetRate {
        /// 1 is normal speed.
        rate: f64,
    },
    /// Preload these tracks, and no others.
    Preload(Preload),
    /// Send `Event::RetryDue` with this load after a while.
    RetryAfter {
        /// The load.
        load: u32,
        /// After how many milliseconds.
        delay_ms: u32,
    },
    /// Store the resume position of a track.
    Report {
        /// The track.
        track_id: String,
        /// The position in seconds.
        position_secs: f64,
        /// The duration of the track in seconds, if known.
        duration_secs: Option<f64>,
        /// Whether it was played to its end.
        is_finished: bool,
        /// Whether the user went back to its start, so that a small position is intended.
        is_restart: bool,
        /// Whether it goes on playing, so that the next report says more than this one.
        is_passing: bool,
    },
    /// Record that something was slow.
    Warn {
        /// What was slow.
        warning: Warning,
        /// The track.
        track_id: String,
        /// How long it took, in milliseconds.
        took_ms: f64,
    },
    /// Show for `SKIP_NOTICE_MS` that a track cannot be played.
    SkipNotice {
        /// The track.
        track_id: String,
        /// A sentence to show.
        message: String,
    },
    /// Write an error to the log.
    Log {
        /// What went wrong.
        message: String,
    },
}

/// What was slow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Warning {
    /// Getting ready took more than `SLOW_LOAD_MS`.
    SlowLoad,
    /// Starting to play took more than `SLOW_PLAY_MS`.
    SlowStart,
}
