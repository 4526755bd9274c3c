use wasm_core::course::CourseCode;

use crate::ids::RequestId;
use crate::keys::key::{Key, Range, gsi1};

/// One request.
#[must_use]
pub fn primary(course: &CourseCode, request: RequestId) -> Key {
    Key { pk: format!("REQUEST#{}", course.as_str()), sk: request.to_string() }
}

/// Index entry that lists a request.
#[must_use]
pub fn index_key(request: RequestId) -> Key {
    Key { pk: "REQUESTS".into(), sk: request.to_string() }
}

/// All requests.
#[must_use]
pub fn all() -> Range {
    gsi1("REQUESTS".into(), "")
}
