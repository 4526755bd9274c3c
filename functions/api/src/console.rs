//! Routes of the console: uploads, content, course requests, reports, students, the trash and the activity log.

pub mod access_keys;
pub mod administration;
pub mod content;
pub mod managed_courses;
pub mod notices;
pub mod reports;
pub mod requested_courses;
pub mod requests;
pub mod students;
pub mod uploads;
