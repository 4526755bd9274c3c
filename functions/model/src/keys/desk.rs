//! Keys of uploads, requests, reports, the log and counted tries.

/// The audit log.
pub mod audit;
/// Courses that somebody asked for.
pub mod demand;
/// What students report.
pub mod report;
/// Course requests.
pub mod request;
/// Counted tries.
pub mod throttle;
/// Uploads.
pub mod upload;
