//! Study cards that come back when they are about to be forgotten.
//!
//! What a student does is a [`Fact`]: an answer, an undo, a card set aside. Facts are only ever added, and what is known of
//! a card is the fold of its facts in order of time, so devices that were apart end at the same whatever arrives first.
//! The memory model is FSRS-6, by the crate `fsrs`; the steps of the first minutes are those of its reference.

pub mod batch;
mod bytes;
pub mod day;
#[cfg(feature = "study")]
mod exam;
mod fact;
#[cfg(feature = "study")]
mod log;
#[cfg(feature = "study")]
mod overview;
#[cfg(feature = "study")]
mod plan;
#[cfg(feature = "study")]
mod schedule;
pub mod snapshot;

#[cfg(feature = "study")]
pub use exam::{Exam, ExamDay, ExamPlan, Material, Piece};
pub use fact::{CardKey, DEVICE_MAX, Fact, Rating, ShortKey, What};
#[cfg(feature = "study")]
pub use log::Log;
#[cfg(feature = "study")]
pub use overview::{CourseMemory, Overview};
#[cfg(feature = "study")]
pub use plan::{Counts, Settings, Today};
#[cfg(feature = "study")]
pub use schedule::{Phase, Scheduler, State};
