//! Keys of uploads, requests, reports, the audit log and rate limits.

/// The audit log.
pub mod audit;
/// Rate limits.
pub mod rate_limit;
/// Reports from students.
pub mod report;
/// Course requests.
pub mod request;
/// Demand for courses that students requested.
pub mod requested_course;
/// Uploads.
pub mod upload;
