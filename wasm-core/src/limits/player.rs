//! Playing recordings, and positions in recordings and notes.

use super::Limit;

limits! {
    PLAYER:
    /// A recording that takes longer than this to load is slow.
    SLOW_LOAD_MS: u32 = 2000, "milliseconds";
    /// A press on play that takes longer than this to be heard is slow.
    SLOW_PLAY_MS: u32 = 500, "milliseconds";
    /// Pause between two looks for the audio element.
    PLAYER_RETRY_MS: u32 = 50, "milliseconds";
    /// Looks for the audio element before giving up.
    PLAYER_RETRIES: u32 = 5, "tries";
    /// Recordings prepared after one begins to play.
    PRELOAD_AFTER_PLAY: usize = 3, "recordings";
    /// Recordings prepared when a list is set.
    PRELOAD_ON_LIST: usize = 5, "recordings";
    /// Recordings of those that are prepared with their data, not only their metadata.
    PRELOAD_FULL: usize = 1, "recordings";
    /// 'Previous' restarts a recording that was heard for longer than this.
    PREVIOUS_RESTART_SECS: f64 = 5.0, "seconds";
    /// One jump back.
    JUMP_BACK_SECS: f64 = 15.0, "seconds";
    /// One jump forward.
    JUMP_FORWARD_SECS: f64 = 30.0, "seconds";
    /// Slowest speed of playing.
    RATE_MIN: f64 = 0.5, "times normal speed";
    /// Fastest speed of playing.
    RATE_MAX: f64 = 3.0, "times normal speed";
    /// Speed of playing at first.
    RATE_DEFAULT: f64 = 1.0, "times normal speed";
    /// How often the position is kept on the device while playing.
    REPORT_EVERY_MS: u32 = 5000, "milliseconds";
    /// How often the server is told of the position while playing; of a pause, a jump and an end it is told at once.
    POSITION_SENT_EVERY_MS: u32 = 120_000, "milliseconds";
    /// How long it is said that a recording cannot be played.
    SKIP_NOTICE_MS: u32 = 2000, "milliseconds";
    /// New addresses asked for in a row before a recording counts as not playable.
    RELOADS_MAX: u32 = 3, "tries";
    /// Pause before another new address is asked for; the first is asked for at once.
    RELOAD_DELAY_MS: u32 = 1000, "milliseconds";
    /// A recording that was heard for this long after a failure has recovered from it.
    RECOVERED_AFTER_SECS: f64 = 5.0, "seconds";
    /// A position before this is the beginning: nothing to go on from.
    RESUME_MIN_MS: u32 = 5000, "milliseconds";
    /// A recording with no more than this left, and no more than a twentieth of it, is finished.
    FINISHED_LEFT_MAX_MS: u32 = 10_000, "milliseconds";
    /// Less of the first page than this is the beginning: nothing to go on from.
    READING_BEGUN_MIN_PERMILLE: u16 = 250, "thousandths of a page";
    /// A position may be stamped at most this far ahead of the server's clock.
    POSITION_AHEAD_MAX_MS: u32 = 86_400_000, "milliseconds";
    /// Volume at first, of 0 to 1.
    VOLUME_DEFAULT: f64 = 1.0, "of 1";
}
