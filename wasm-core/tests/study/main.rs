//! Studying: the schedule, the serialised review events, and the resulting states.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

mod batches;
mod events;
mod exam;
mod fit;
mod merging;
mod overview;
mod progress;
mod schedule;
mod siblings;
mod simulated;
mod snapshots;
mod timed;
mod today;
