//! The player: the current track, the queue and the commands for the audio element.
//!
//! A state machine: [`Player::step`] takes one [`Input`], a command of the user or an event of the element, and returns
//! [`Effect`]s, which are data. It plays nothing itself, reads no clock and draws no random numbers.
//!
//! Each load has a number, and each event carries the number of its load. Events of older loads are ignored, so late
//! events do no harm.

mod chapters;
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
pub use preload::Preload;
pub use queue::Track;
pub use state::{Phase, Player, Repeat};
