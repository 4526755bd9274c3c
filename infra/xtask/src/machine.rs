//! Requirements of a machine, and their installation.

pub(crate) mod anki;
pub(crate) mod apt;
pub(crate) mod browser;
pub(crate) mod npm;
pub(crate) mod python;
pub(crate) mod tools;
pub(crate) mod webdriver;
