use wasm_core::course::CourseCode;

use crate::keys::key::{COURSE_SHARDS, Key, Range, gsi1, table};

/// One course.
#[must_use]
pub fn primary(code: &CourseCode) -> Key {
    Key { pk: format!("COURSE#{}", code.as_str()), sk: "SELF".into() }
}

/// The course and its notes, newest first. Read it backwards: `SELF` sorts after `NOTE#`.
#[must_use]
pub fn with_notes(code: &CourseCode) -> Range {
    table(format!("COURSE#{}", code.as_str()), "")
}

/// Index entry that lists a course in its shard.
#[must_use]
pub fn index_key(code: &CourseCode) -> Key {
    Key { pk: shard_name(shard_of(code)), sk: code.as_str().to_owned() }
}

/// The courses of one shard, by code.
#[must_use]
pub fn shard(shard: u8) -> Range {
    gsi1(shard_name(shard), "")
}

/// Marker of a hidden course. Administrators list hidden courses by it.
#[must_use]
pub fn hidden_marker(code: &CourseCode) -> Key {
    Key { pk: "HIDDENCOURSES".into(), sk: code.as_str().to_owned() }
}

/// All hidden courses, by code.
#[must_use]
pub fn all_hidden() -> Range {
    table("HIDDENCOURSES".into(), "")
}

/// The merge of a course, by the code of the merged course.
#[must_use]
pub fn merge(code: &CourseCode) -> Key {
    Key { pk: "COURSEMERGES".into(), sk: code.as_str().to_owned() }
}

/// All course merges, by the code of the merged course.
#[must_use]
pub fn merges() -> Range {
    table("COURSEMERGES".into(), "")
}

fn shard_name(shard: u8) -> String {
    format!("COURSES#{shard:02}")
}

// FNV-1a: the shard of a course must never change with a library or compiler version.
fn shard_of(code: &CourseCode) -> u8 {
    let hash =
        code.as_str().bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    u8::try_from(hash % u32::from(COURSE_SHARDS)).unwrap_or(0)
}
