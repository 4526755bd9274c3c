//! The API document, and checks that responses conform to it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::Value;

pub static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(api::openapi()).unwrap());

struct Operation {
    method: String,
    /// Path segments. Those in braces match anything.
    path: Vec<String>,
    statuses: BTreeSet<u16>,
}

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let mut operations = Vec::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.split('/').map(str::to_owned).collect(),
                statuses: operation["responses"]
                    .as_object()
                    .unwrap()
                    .keys()
                    .map(|code| code.parse().unwrap())
                    .collect(),
            });
        }
    }
    // Literal segments take precedence over parameters.
    operations.sort_by_key(|operation| operation.path.iter().filter(|part| part.starts_with('{')).count());
    operations
});

/// Checks that the document lists the status of a response for its operation. Ignores requests that are not an
/// operation.
///
/// # Panics
/// If it is not listed.
#[track_caller]
pub fn expect_documented(method: &str, path: &str, status: u16, body: &Value) {
    let parts: Vec<&str> = path.split('?').next().unwrap_or_default().split('/').collect();
    let fits = |operation: &&Operation| {
        operation.method == method
            && operation.path.len() == parts.len()
            && operation.path.iter().zip(&parts).all(|(known, part)| known.starts_with('{') || known == part)
    };
    let Some(operation) = OPERATIONS.iter().find(fits) else { return };
    assert!(
        operation.statuses.contains(&status),
        "{method} {path} answered {status}, and the document names {:?}: {body}",
        operation.statuses
    );
}
