//! An exported course: the format of its folder.

pub(crate) mod captions;
mod checks;
pub(crate) mod format;
pub(crate) mod names;
pub(crate) mod reading;
pub(crate) mod tables;
pub(crate) mod wire;
