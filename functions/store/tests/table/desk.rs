pub(crate) mod audit;
pub(crate) mod reports;
pub(crate) mod requests;
pub(crate) mod throttles;
pub(crate) mod uploads;
