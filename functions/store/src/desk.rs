//! Records that administrators work with: the audit log, reports, course requests and rate limits.

pub mod audit;
pub mod rate_limit;
pub mod reports;
pub mod requests;
