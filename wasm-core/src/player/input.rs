//! Inputs: commands of the user and events of the audio element.

use super::queue::Track;
use super::state::Repeat;

/// One input of the player.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A command of the user.
    Command {
        /// A monotonic clock, in milliseconds.
        now_ms: f64,
        /// The command.
        command: Command,
    },
    /// An event of the element.
    Event {
        /// The same clock as for commands, in milliseconds.
        now_ms: f64,
        /// The number of its load.
        load: u32,
        /// The event.
        event: Event,
    },
}

/// A command of the user, or of the page on their behalf. Indexes out of range are ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Play this track. If it is not in the list, it is inserted after the current one.
    PlayTrack {
        /// The track.
        track: Track,
    },
    /// Play the track at this index; resume it if it is the current one.
    PlayAt {
        /// The index in the list, from 0.
        index: usize,
    },
    /// Resume the current track, or play the first one.
    Resume,
    /// Pause. The page also sends this when the system paused the element or refused to play it.
    Pause,
    /// Pause if playing or about to, otherwise resume.
    Toggle,
    /// Play the next track, or the first after the last.
    Next,
    /// Restart a track that has played for a while; otherwise play the previous one, or the last before the first.
    Previous,
    /// Seek to a position, clamped to the track.
    Seek {
        /// The position in seconds.
        position_secs: f64,
    },
    /// Go back by `JUMP_BACK_SECS`.
    JumpBack,
    /// Go forward by `JUMP_FORWARD_SECS`.
    JumpForward,
    /// Play another random track, no track twice until all were played.
    Shuffle {
        /// A new random number each time.
        seed: u32,
    },
    /// Choose what follows the end of a track.
    SetRepeat {
        /// The choice.
        repeat: Repeat,
    },
    /// Set the playback rate, clamped to `RATE_MIN` to `RATE_MAX`.
    SetRate {
        /// 1 is normal speed.
        rate: f64,
    },
    /// Set whether the user saves data; then only metadata is preloaded.
    SetDataSaving {
        /// Whether it is.
        is_on: bool,
    },
    /// Set where a track was left, perhaps on another device. The current track is not affected.
    SetStart {
        /// The track.
        track_id: String,
        /// Where to start it, in seconds.
        start_secs: f64,
    },
    /// Replace the list. The current track plays on; its index is -1 if it is not in the new list.
    SetList {
        /// The tracks. Of several with one id only the first counts.
        tracks: Vec<Track>,
    },
    /// Take up a list of before, paused at one of its tracks, unless there is a current track. Nothing is preloaded: it may
    /// never be played.
    TakeUp {
        /// The tracks. Of several with one id only the first counts.
        tracks: Vec<Track>,
        /// The track to be at.
        index: usize,
    },
    /// Insert a track right after the current one, or move it there.
    PlayNext {
        /// The track.
        track: Track,
    },
    /// Append tracks; those that are in the list are moved, except the current one.
    Append {
        /// The tracks.
        tracks: Vec<Track>,
    },
    /// Insert tracks before the one at an index, or append them if there is none; those that are in the list are moved,
    /// except the current one. Undoes a removal.
    Insert {
        /// Where the first of them will be.
        index: usize,
        /// The tracks.
        tracks: Vec<Track>,
    },
    /// Remove a track from the list. The current one is replaced by the one after it.
    Remove {
        /// Where it is in the list.
        index: usize,
    },
    /// Move a track within the list.
    Move {
        /// Where it is.
        from: usize,
        /// Where it will be.
        to: usize,
    },
    /// Remove all tracks but the current one.
    Clear,
    /// Unload the current track. The list stays.
    Reset,
    /// Report the position now, because the page is about to be hidden.
    Hide,
}

/// An event of the audio element.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// There is no element to load into.
    NotMounted,
    /// The delay of `Effect::RetryAfter` is over.
    RetryDue,
    /// Enough is loaded to play from the start position.
    Ready {
        /// The duration of the track in seconds, if the element knows it.
        duration_secs: Option<f64>,
    },
    /// Playback started, or resumed after buffering.
    Playing,
    /// Playback is buffering.
    Waiting,
    /// The position has changed.
    Progress {
        /// The position in seconds.
        position_secs: f64,
        /// The duration of the track in seconds, if the element knows it.
        duration_secs: Option<f64>,
    },
    /// The track ended.
    Ended,
    /// The track failed.
    Failed {
        /// Why.
        cause: FailureCause,
    },
}

/// Why a track failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCause {
    /// Its address expired or the network failed: worth a retry with a new address.
    Source,
    /// It cannot be decoded, whatever its address.
    Media,
}
