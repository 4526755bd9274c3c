//! Versions of what was published: who edits names the one they saw.

/// The condition that a note or audio note is in the version that was read, `:version`. One from before there were
/// versions is in version 0.
pub(crate) fn same_version(version: u32) -> &'static str {
    if version == 0 { "(attribute_not_exists(version) OR version = :version)" } else { "version = :version" }
}

/// The condition that something visible is as it was read: likes and edits may come in between.
pub(crate) fn as_read(version: u32) -> String {
    format!("attribute_exists(pk) AND likes = :likes AND {}", same_version(version))
}
