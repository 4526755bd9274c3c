//! Records that administrators work with: access keys, the audit log, reports, course requests and rate limits.

pub mod access_keys;
pub mod audit;
pub mod notices;
pub mod rate_limit;
pub mod reports;
pub mod requests;
