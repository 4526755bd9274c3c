//! Spaced repetition of study cards.
//!
//! A student's action is a [`ReviewEvent`]: an answer, an undo or a suspended card. Review events are only ever
//! appended, and the state of a card is the fold of its events in order of time. Therefore devices that were offline
//! reach the same state in any order of arrival. The memory model is FSRS-6 from the crate `fsrs`, with its default
//! parameters or those of the student; the learning steps of the first minutes are those of its reference
//! implementation.

#[cfg(feature = "study")]
mod answer_times;
pub mod batch;
mod bytes;
pub mod day;
mod event;
#[cfg(feature = "study")]
mod exam;
#[cfg(feature = "study")]
mod fit;
mod model;
#[cfg(feature = "study")]
mod overview;
#[cfg(feature = "study")]
mod pace;
#[cfg(feature = "study")]
mod plan;
#[cfg(feature = "study")]
mod progress;
#[cfg(feature = "study")]
mod review_log;
#[cfg(feature = "study")]
mod schedule;
#[cfg(feature = "study")]
mod siblings;
pub mod snapshot;
#[cfg(feature = "study")]
mod timed;

pub use event::{Action, CardKey, DEVICE_MAX, Rating, ReviewEvent, ShortKey};
#[cfg(feature = "study")]
pub use exam::{Exam, ExamDay, ExamMaterial, ExamPlan, MaterialItem};
#[cfg(feature = "study")]
pub use fit::Fit;
pub use model::{PARAMETERS, Parameters};
#[cfg(feature = "study")]
pub use overview::{CourseMemory, Overview};
#[cfg(feature = "study")]
pub use pace::Pace;
#[cfg(feature = "study")]
pub use plan::{RemainingCards, Settings, TodaysWork};
#[cfg(feature = "study")]
pub use progress::{Price, Progress, StudiedDay};
#[cfg(feature = "study")]
pub use review_log::ReviewLog;
#[cfg(feature = "study")]
pub use schedule::{Phase, Scheduler, State};
#[cfg(feature = "study")]
pub use timed::{TimedPlan, TimedSession};
