pub(crate) mod audit;
pub(crate) mod notices;
pub(crate) mod rate_limits;
pub(crate) mod reports;
pub(crate) mod requests;
pub(crate) mod uploads;
