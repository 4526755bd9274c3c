//! What a person can ask for, and what an audio element can say.

use super::queue::Track;
use super::state::Repeat;

/// One input of the player.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A person wants something.
    Command {
        /// A clock that never goes backwards, in milliseconds.
        now_ms: f64,
        /// What is wanted.
        command: Command,
    },
    /// Something happened to the element.
    Event {
        /// The same clock as that of commands, in milliseconds.
        now_ms: f64,
        /// The number of the load that it is about.
        load: u32,
        /// What happened.
        event: Event,
    },
}

/// What a person, or the page for them, can ask for. An index outside the list asks for nothing.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Play this track. If it is not in the list, it is put behind the current one first.
    PlayTrack {
        /// The track.
        track: Track,
    },
    /// Play the track at this index; if it is the current one, go on with it.
    PlayAt {
        /// Where it is in the list, from 0.
        index: usize,
    },
    /// Go on with the current track, or begin with the first.
    Resume,
    /// Pause. Also what the page sends when the system paused the element or refused to let it play.
    Pause,
    /// Pause if playing or about to, else resume.
    Toggle,
    /// Play the next track, and after the last the first.
    Next,
    /// Restart a track that was heard for a while; else play the one before, and before the first the last.
    Previous,
    /// Go to a position in seconds, brought into the track where it is outside.
    Seek {
        /// The position in seconds.
        position_secs: f64,
    },
    /// Go back by `JUMP_BACK_SECS`.
    JumpBack,
    /// Go forward by `JUMP_FORWARD_SECS`.
    JumpForward,
    /// Play one other track by chance, none twice until all were heard.
    Shuffle {
        /// Where chance comes from: a new random number each time.
        seed: u32,
    },
    /// Choose what follows the end of a track.
    SetRepeat {
        /// The choice.
        repeat: Repeat,
    },
    /// Choose the speed, brought into `RATE_MIN` to `RATE_MAX`.
    SetRate {
        /// 1 is normal speed.
        rate: f64,
    },
    /// Say whether data is to be saved; then nothing beyond metadata is prepared.
    SetDataSaving {
        /// Whether it is.
        is_on: bool,
    },
    /// Say where a track was left, perhaps on another device. The current track goes on where it is.
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
    /// Put a track right behind the current one, also if it is elsewhere in the list.
    PlayNext {
        /// The track.
        track: Track,
    },
    /// Put tracks at the end, also those that are elsewhere in the list, but not the current one.
    Append {
        /// The tracks.
        tracks: Vec<Track>,
    },
    /// Put tracks in front of the one at an index, and behind the last where there is none: also those that are elsewhere
    /// in the list, but not the current one. Puts back what was taken out.
    Insert {
        /// Where the first of them will be.
        index: usize,
        /// The tracks.
        tracks: Vec<Track>,
    },
    /// Take a track out of the list. In place of the current one comes the one behind it.
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
    /// Take all but the current track out of the list.
    Clear,
    /// Stop and forget the current track. The list stays.
    Reset,
    /// The page is about to be hidden: report the position now.
    Hide,
}

/// What can happen to the audio element.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// There is no element that the load could go to.
    NotMounted,
    /// There is an element now.
    Mounted,
    /// The time that `Effect::RetryAfter` asked for is over.
    RetryDue,
    /// Enough has arrived to play, and the element is at the position where it was told to start.
    Ready {
        /// How long the track is, in seconds, where the element knows.
        duration_secs: Option<f64>,
    },
    /// Sound is heard: at first, or again after waiting.
    Playing,
    /// Playing has to wait for data.
    Waiting,
    /// The position has changed.
    Progress {
        /// The position in seconds.
        position_secs: f64,
        /// How long the track is, in seconds, where the element knows.
        duration_secs: Option<f64>,
    },
    /// The track was played to its end.
    Ended,
    /// The track cannot be played any further.
    Failed {
        /// Why.
        cause: FailureCause,
    },
}

/// Why a track cannot be played any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCause {
    /// Its address died or the network failed: worth another try with a new address.
    Source,
    /// It cannot be decoded, whatever its address.
    Media,
}
