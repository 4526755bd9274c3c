//! Wire types that notes, albums and recordings share.

pub mod facts;
pub mod published;
