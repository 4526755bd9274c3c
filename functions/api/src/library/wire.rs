//! Wire types that notes, albums and recordings share.

pub mod metadata;
pub mod published;
