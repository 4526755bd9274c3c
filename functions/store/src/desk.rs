//! What administrators have on their desk.

pub mod audit;
pub mod reports;
pub mod requests;
pub mod throttle;
