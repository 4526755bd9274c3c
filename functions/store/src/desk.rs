//! Records that administrators work with: the audit log, reports, course requests and rate limits.

pub mod audit;
pub mod reports;
pub mod requests;
pub mod throttle;
