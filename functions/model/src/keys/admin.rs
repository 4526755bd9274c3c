//! Keys of uploads, requests, reports, notices of copyright, access keys, the audit log and rate limits.

/// Keys with which programs act for administrators.
pub mod access_key;
/// The audit log.
pub mod audit;
/// Notices of copyright.
pub mod notice;
/// Rate limits.
pub mod rate_limit;
/// Reports from students.
pub mod report;
/// Course requests.
pub mod request;
/// Requested courses with their number of requesters.
pub mod requested_course;
/// Uploads.
pub mod upload;
