//! Attribute names and the types that every key consists of.

use std::fmt;

/// Attribute with the partition key.
pub const PK: &str = "pk";
/// Attribute with the sort key.
pub const SK: &str = "sk";
/// Name of the only secondary index. It projects all attributes.
pub const GSI1: &str = "gsi1";
/// Attribute with the partition key of the secondary index.
pub const GSI1_PK: &str = "gsi1pk";
/// Attribute with the sort key of the secondary index.
pub const GSI1_SK: &str = "gsi1sk";
/// Time-to-live attribute in Unix seconds. The table deletes the item after this time.
pub const EXPIRES_AT: &str = "expires_at";

/// Number of partitions that share the list of courses, so that one import does not overload a single partition.
pub const COURSE_SHARDS: u8 = 16;

/// The key of one item or of its index entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// Partition key.
    pub pk: String,
    /// Sort key.
    pub sk: String,
}

/// The table or index of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Index {
    /// The table itself.
    Table,
    /// The secondary index.
    Gsi1,
}

/// All items of one partition whose sort keys share a prefix.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Range {
    /// Table or index that is queried.
    pub index: Index,
    /// Partition key.
    pub pk: String,
    /// Prefix of the sort key. An empty prefix matches all items.
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
