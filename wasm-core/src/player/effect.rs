//! Effects: the actions that the page has to perform for the player.

use serde::Serialize;

use super::preload::Preload;

/// One effect. The page runs effects in order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Effect {
    /// Set a new source on the element, which stops the previous one.
    Load {
        /// Number of the load, which its events carry from now on.
        load: u32,
        /// Id of the track.
        track_id: String,
        /// Start position in seconds.
        start_secs: f64,
        /// Playback rate.
        rate: f64,
        /// Whether the known URL has failed, so that a new one must be requested.
        needs_new_address: bool,
    },
    /// Remove the source from the element.
    Unload,
    /// Play. It is sent together with `Load`, because phones allow playback to start only while they handle a tap or
    /// the end of a track.
    Play {
        /// Number of the load to play.
        load: u32,
    },
    /// Pause.
    Pause {
        /// Number of the load to pause.
        load: u32,
    },
    /// Seek. Before the load is ready this replaces its start position.
    Seek {
        /// Number of the load.
        load: u32,
        /// Position in seconds.
        position_secs: f64,
    },
    /// Set the playback rate of this load and later ones.
    SetRate {
        /// Playback rate; 1 is normal speed.
        rate: f64,
    },
    /// Playback has passed the end of a chapter. The end of the track is the end of its last chapter and has no effect of
    /// its own.
    ChapterEnded,
    /// Preload these tracks and cancel all other preloads.
    Preload(Preload),
    /// Send `Event::RetryDue` with this load after a delay.
    RetryAfter {
        /// Number of the load.
        load: u32,
        /// Delay in milliseconds.
        delay_ms: u32,
    },
    /// Store the resume position of a track.
    Report {
        /// Id of the track.
        track_id: String,
        /// Position in seconds.
        position_secs: f64,
        /// Duration of the track in seconds, if known.
        duration_secs: Option<f64>,
        /// Whether the track was played to its end.
        is_finished: bool,
        /// Whether the user went back to the start, so that a small position is intended.
        is_restart: bool,
        /// Whether playback continues, so that another report will follow.
        is_passing: bool,
    },
    /// Record a slow operation.
    Warn {
        /// Kind of slow operation.
        warning: Warning,
        /// Id of the track.
        track_id: String,
        /// Duration in milliseconds.
        took_ms: f64,
    },
    /// Show for `SKIP_NOTICE_MS` that a track cannot be played.
    SkipNotice {
        /// Id of the track.
        track_id: String,
        /// Message for the user.
        message: String,
    },
    /// Write an error to the log.
    Log {
        /// Description of the error.
        message: String,
    },
}

/// A slow operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Warning {
    /// Loading took more than `SLOW_LOAD_MS`.
    SlowLoad,
    /// Starting playback took more than `SLOW_PLAY_MS`.
    SlowStart,
}
