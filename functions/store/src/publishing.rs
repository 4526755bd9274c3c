//! Transactions that span several records: publishing, editing, replacing files and the trash.

pub mod content_item;
pub mod edit;
pub mod link;
pub mod publish;
pub mod replace;
pub mod trash;
