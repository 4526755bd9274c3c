//! Stream handling and maintenance of the table and its files.

mod entities;
pub mod export;
pub mod merge;
pub mod pictures;
pub mod purge;
pub mod reconcile;
pub mod stream;
