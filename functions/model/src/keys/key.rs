//! What every key is made of.

use std::fmt;

/// Attribute with the partition key.
pub const PK: &str = "pk";
/// Attribute with the sort key.
pub const SK: &str = "sk";
/// The one secondary index; it projects all attributes.
pub const GSI1: &str = "gsi1";
/// Attribute with the partition key of the index.
pub const GSI1_PK: &str = "gsi1pk";
/// Attribute with the sort key of the index.
pub const GSI1_SK: &str = "gsi1sk";
/// Attribute with the second after which the table drops the item by itself.
pub const EXPIRES_AT: &str = "expires_at";

/// Ranges over which the list of courses is spread, so that one import does not heat one partition.
pub const COURSE_SHARDS: u8 = 16;

/// The key of one item, or of its entry in the index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// Partition key.
    pub pk: String,
    /// Sort key.
    pub sk: String,
}

/// Where a range is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Index {
    /// The table itself.
    Table,
    /// The secondary index.
    Gsi1,
}

/// Items of one partition whose sort key begins in one way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Range {
    /// Table or index.
    pub index: Index,
    /// Partition key.
    pub pk: String,
    /// Beginning of the sort key; empty takes all.
    pub sk_prefix: String,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {}", self.pk, self.sk)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {} | {}*", self.index, self.pk, self.sk_prefix)
    }
}

pub(super) fn table(pk: String, sk_prefix: &str) -> Range {
    Range { index: Index::Table, pk, sk_prefix: sk_prefix.to_owned() }
}

pub(super) fn gsi1(pk: String, sk_prefix: &str) -> Range {
    Range { index: Index::Gsi1, pk, sk_prefix: sk_prefix.to_owned() }
}
