//! Requirements of a machine, and their installation.

pub mod anki;
pub mod apt;
pub mod browser;
pub mod npm;
pub mod python;
pub mod tools;
pub mod webdriver;
