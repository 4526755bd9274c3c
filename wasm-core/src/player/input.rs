//! Inputs: commands of the user and events of the audio element.

use super::queue::Track;
use super::state::Repeat;

/// One input of the player.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A command of the user.
    Command {
        /// Time of a monotonic clock, in milliseconds.
        now_ms: f64,
        /// Command.
        command: Command,
    },
    /// An event of the audio element.
    Event {
        /// Time of the same clock as for commands, in milliseconds.
        now_ms: f64,
        /// Number of the load.
        load: u32,
        /// Event.
        event: Event,
    },
}

/// A command of the user, or of the page on the user's behalf. Indexes out of range are ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Play this track. If it is not in the list, it is inserted after the current one.
    PlayTrack {
        /// Track to play.
        track: Track,
    },
    /// Play the track at this index; resume it if it is the current one.
    PlayAt {
        /// Index in the list, from 0.
        index: usize,
    },
    /// Resume the current track, or play the first one.
    Resume,
    /// Pause. The page also sends this when the system paused the element or refused to play it.
    Pause,
    /// Pause if playing or about to play, otherwise resume.
    Toggle,
    /// Play the next track; after the last one, play the first.
    Next,
    /// Restart a track that has played for a while, otherwise play the previous one. Before the first track, play the
    /// last.
    Previous,
    /// Seek to a position, clamped to the track.
    Seek {
        /// Position in seconds.
        position_secs: f64,
    },
    /// Go back by `JUMP_BACK_SECS`.
    JumpBack,
    /// Go forward by `JUMP_FORWARD_SECS`.
    JumpForward,
    /// Set the starts of a track's chapters. Ignored if it is not the current track.
    SetChapters {
        /// Id of the track.
        track_id: String,
        /// Starts in seconds, ascending.
        starts_secs: Vec<f64>,
    },
    /// Seek to the start of the next chapter. Ignored in the last one.
    NextChapter,
    /// Seek to the start of a chapter that has played for a while, otherwise to the previous chapter.
    PreviousChapter,
    /// Play another random track. No track plays twice until all have played.
    Shuffle {
        /// New random number for each command.
        seed: u32,
    },
    /// Set the repeat mode.
    SetRepeat {
        /// Repeat mode.
        repeat: Repeat,
    },
    /// Set the playback rate, clamped to `RATE_MIN` to `RATE_MAX`.
    SetRate {
        /// Playback rate; 1 is normal speed.
        rate: f64,
    },
    /// Turn data saving on or off. While it is on, only metadata is preloaded.
    SetDataSaving {
        /// Whether data saving is on.
        is_on: bool,
    },
    /// Set the resume position of a track, possibly from another device. Does not affect the current track.
    SetStart {
        /// Id of the track.
        track_id: String,
        /// Resume position in seconds.
        start_secs: f64,
    },
    /// Replace the list. The current track continues to play; its index is -1 if it is not in the new list.
    SetList {
        /// Tracks. Of several with the same id only the first counts.
        tracks: Vec<Track>,
    },
    /// Restore an earlier list, paused at one of its tracks, unless there is a current track. Nothing is preloaded,
    /// because the list may never be played.
    TakeUp {
        /// Tracks. Of several with the same id only the first counts.
        tracks: Vec<Track>,
        /// Index of the track to select.
        index: usize,
    },
    /// Insert a track right after the current one, or move it there.
    PlayNext {
        /// Track to play next.
        track: Track,
    },
    /// Append tracks. Tracks that are already in the list are moved, except the current one.
    Append {
        /// Tracks to append.
        tracks: Vec<Track>,
    },
    /// Insert tracks before the one at an index, or append them if the index is out of range. Tracks that are already
    /// in the list are moved, except the current one. This undoes a removal.
    Insert {
        /// Index of the first inserted track.
        index: usize,
        /// Tracks to insert.
        tracks: Vec<Track>,
    },
    /// Remove a track from the list. If it is the current one, the next track replaces it.
    Remove {
        /// Index in the list.
        index: usize,
    },
    /// Move a track within the list.
    Move {
        /// Current index.
        from: usize,
        /// New index.
        to: usize,
    },
    /// Remove all tracks but the current one.
    Clear,
    /// Unload the current track. The list stays.
    Reset,
    /// Report the position now, because the page is about to be hidden.
    PageHidden,
}

/// An event of the audio element.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// There is no audio element to load into.
    NotMounted,
    /// The delay of `Effect::RetryAfter` is over.
    RetryDue,
    /// Enough is loaded to play from the start position.
    Ready {
        /// Duration of the track in seconds, if the element knows it.
        duration_secs: Option<f64>,
    },
    /// Playback started, or resumed after buffering.
    Playing,
    /// Playback is buffering.
    Waiting,
    /// The position has changed.
    Progress {
        /// Position in seconds.
        position_secs: f64,
        /// Duration of the track in seconds, if the element knows it.
        duration_secs: Option<f64>,
    },
    /// The track ended.
    Ended,
    /// The track failed.
    Failed {
        /// Cause of the failure.
        cause: FailureCause,
    },
}

/// Cause of a track's failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCause {
    /// The URL expired or the network failed. A retry with a new URL may succeed.
    Source,
    /// The track cannot be decoded, so a retry is useless.
    Media,
}
