//! Playback of recordings, and resume positions in recordings and notes.

use super::Limit;

limits! {
    PLAYER:
    /// Load time above which a recording counts as slow.
    SLOW_LOAD_MS: u32 = 2000, "milliseconds";
    /// Time from pressing play to hearing sound above which the start counts as slow.
    SLOW_PLAY_MS: u32 = 500, "milliseconds";
    /// Interval between attempts to find the audio element.
    PLAYER_RETRY_MS: u32 = 50, "milliseconds";
    /// Maximum number of attempts to find the audio element.
    PLAYER_RETRIES: u32 = 5, "tries";
    /// Number of recordings that are preloaded when one begins to play.
    PRELOAD_AFTER_PLAY: usize = 3, "recordings";
    /// Number of recordings that are preloaded when a list is set.
    PRELOAD_ON_LIST: usize = 5, "recordings";
    /// Number of these recordings that are preloaded with their audio data, not only their metadata.
    PRELOAD_FULL: usize = 1, "recordings";
    /// Playback time after which 'Previous' restarts the recording.
    PREVIOUS_RESTART_SECS: f64 = 5.0, "seconds";
    /// Distance of a jump back.
    JUMP_BACK_SECS: f64 = 15.0, "seconds";
    /// Distance of a jump forward.
    JUMP_FORWARD_SECS: f64 = 30.0, "seconds";
    /// Minimum playback rate.
    RATE_MIN: f64 = 0.5, "times normal speed";
    /// Maximum playback rate.
    RATE_MAX: f64 = 3.0, "times normal speed";
    /// Initial playback rate.
    RATE_DEFAULT: f64 = 1.0, "times normal speed";
    /// Interval at which the position is stored on the device during playback.
    REPORT_EVERY_MS: u32 = 5000, "milliseconds";
    /// Interval at which the position is sent to the server during playback. After a pause, a seek or the end it is
    /// sent at once.
    POSITION_SENT_EVERY_MS: u32 = 120_000, "milliseconds";
    /// Display time of the notice that a recording cannot be played.
    SKIP_NOTICE_MS: u32 = 2000, "milliseconds";
    /// Maximum number of new URLs requested in a row before a recording counts as unplayable.
    RELOADS_MAX: u32 = 3, "tries";
    /// Delay before each further request for a new URL. The first request has no delay.
    RELOAD_DELAY_MS: u32 = 1000, "milliseconds";
    /// Playback time after a failure that counts as recovery.
    RECOVERED_AFTER_SECS: f64 = 5.0, "seconds";
    /// Position below which a recording starts at its beginning.
    RESUME_MIN_MS: u32 = 5000, "milliseconds";
    /// Remaining time below which a recording is finished, if it is also at most a twentieth of the duration.
    FINISHED_LEFT_MAX_MS: u32 = 10_000, "milliseconds";
    /// Part of the first page below which a note opens at its beginning.
    READING_BEGUN_MIN_PERMILLE: u16 = 250, "thousandths of a page";
    /// Maximum lead of a position's timestamp over the server's clock.
    POSITION_AHEAD_MAX_MS: u32 = 86_400_000, "milliseconds";
    /// Initial volume, from 0 to 1.
    VOLUME_DEFAULT: f64 = 1.0, "of 1";
}
