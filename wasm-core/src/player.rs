//! The player: which recording is on, what comes next, and what the audio element must do about it.
//!
//! [`Player::step`] takes one [`Input`], a command from a person or an event from the element, and answers with
//! [`Effect`]s, which are data. It plays nothing itself, reads no clock and draws no random number.
//!
//! Each time something is loaded it gets a number, and each event carries the number of the load that it is about. An
//! event about anything but the newest load changes nothing, so it never matters how late it arrives.

mod commands;
mod effect;
mod events;
mod input;
pub mod position;
mod preload;
mod queue;
mod shuffle;
mod state;
mod step;

pub use effect::{Effect, Warning};
pub use input::{Command, Event, FailureCause, Input};
pub use preload::{PreloadDepth, PreloadItem};
pub use queue::Track;
pub use state::{Phase, Player, Repeat, Snapshot};
