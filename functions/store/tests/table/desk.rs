//! Course requests, reports, uploads and counted tries.

pub(crate) mod reports;
pub(crate) mod requests;
pub(crate) mod throttles;
pub(crate) mod uploads;
