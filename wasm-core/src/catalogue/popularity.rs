//! The popularity order of courses.

use std::cmp::Reverse;

use super::CourseRecord;
use crate::course::CourseCode;
use crate::limits::BUILT_IN_COURSES;

/// The sort key of courses, most popular first: recent activity, then likes, then the order of the built-in courses,
/// then notes, then code. Only courses with the same code are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Popularity {
    activity: Reverse<u32>,
    likes: Reverse<u32>,
    built_in: usize,
    notes: Reverse<u32>,
    code: CourseCode,
}

impl Popularity {
    pub(super) fn of(record: &CourseRecord) -> Self {
        Self {
            activity: Reverse(record.activity),
            likes: Reverse(record.likes),
            built_in: built_in_rank(record.code),
            notes: Reverse(record.notes),
            code: record.code,
        }
    }
}

fn built_in_rank(code: CourseCode) -> usize {
    BUILT_IN_COURSES.iter().position(|course| course.code == code.as_str()).unwrap_or(BUILT_IN_COURSES.len())
}
