//! Attribute names and the types that every key consists of.

use std::fmt::{self, Display};

use crate::ids::UserId;

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

/// Declares the kinds, each with the start of its sort keys. A kind without `#` has one item.
macro_rules! personal_kinds {
    ($($kind:ident = $prefix:literal,)*) => {
        /// Kind of an item in the partition of one person, in the order of the exported file. Every key in that
        /// partition is made from its kind, and `store` matches all kinds to find their entities.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum PersonalKind { $($kind,)* }

        impl PersonalKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            const fn prefix(self) -> &'static str {
                match self { $(Self::$kind => $prefix,)* }
            }
        }
    };
}

personal_kinds! {
    Profile = "ME",
    PendingAddress = "ADDRESS",
    StudySettings = "STUDYSETTINGS",
    FollowedCourse = "ME#FOLLOW#",
    FollowedStudent = "STUDENT#",
    SavedNote = "SAVED#",
    Download = "DOWNLOAD#",
    Like = "LIKE#",
    Listening = "HEARD#",
    Reading = "READING#",
    Highlight = "HIGHLIGHT#",
    Bookmark = "BOOKMARK#",
    StudyBatch = "STUDYLOG#",
    PersonalCard = "OWNCARD#",
    Exam = "EXAM#",
    PlaylistName = "PLAYLISTNAME#",
    CourseRequest = "ASKED#",
    Session = "SESSION#",
    PersonalCardsOfCourse = "OWNCARDS#",
    UnconfirmedAccount = "UNCONFIRMED",
    LeftAccount = "LEFT",
    BlockedAccount = "LEFT#BLOCKED",
}

impl PersonalKind {
    /// Returns the key of one item. `rest` is empty for a kind with one item.
    pub(super) fn key(self, owner: &UserId, rest: impl Display) -> Key {
        Key { pk: partition(owner), sk: format!("{}{rest}", self.prefix()) }
    }

    /// Returns the range of the items whose keys continue with `rest`.
    pub(super) fn range(self, owner: &UserId, rest: impl Display) -> Range {
        table(partition(owner), &format!("{}{rest}", self.prefix()))
    }
}

/// Returns the range of all items of one person.
pub(super) fn everything(owner: &UserId) -> Range {
    table(partition(owner), "")
}

fn partition(owner: &UserId) -> String {
    format!("USER#{owner}")
}
