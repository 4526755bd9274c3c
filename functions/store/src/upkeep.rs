//! What follows the table and keeps it in order.

pub mod export;
pub mod merge;
pub mod pictures;
pub mod purge;
pub mod reconcile;
pub mod stream;
