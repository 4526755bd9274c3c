//! What everything else is told in: errors, ids, times, pages. No AWS.

pub mod error;
pub mod facts;
pub mod ids;
pub mod kind;
pub mod page;
pub mod rank;
pub mod timestamp;
