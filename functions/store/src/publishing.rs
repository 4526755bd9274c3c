//! What moves several nouns in one transaction: publishing, editing, another file, the trash.

pub mod edit;
pub mod link;
pub mod publish;
pub mod replace;
pub mod thing;
pub mod trash;
