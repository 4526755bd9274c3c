//! Spaced repetition of study cards.
//!
//! A student's action is a [`Fact`]: an answer, an undo or a suspended card. Facts are only ever appended, and the
//! state of a card is the fold of its facts in order of time. Therefore devices that were offline reach the same state
//! in any order of arrival. The memory model is FSRS-6 from the crate `fsrs`; the learning steps of the first minutes
//! are those of its reference implementation.

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
