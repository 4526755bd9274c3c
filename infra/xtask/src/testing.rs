//! All checks: their parts, the programs that run them, and the summary.

pub(crate) mod cloud;
pub(crate) mod flaky_tests;
pub(crate) mod fuzz;
pub(crate) mod js_tests;
pub(crate) mod parts;
pub(crate) mod rust_tests;
pub(crate) mod test_lints;
