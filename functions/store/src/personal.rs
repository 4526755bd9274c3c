//! The trait of exported entities of a person. `maintenance/entities.rs` lists all entities of a person.

use std::collections::HashMap;

use aws::client::Store;
use aws::codec::Entity;
use model::error::Result;
use model::ids::{AudioId, UserId};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_core::shelf::ShelfId;

/// A stored entity of a person that is exported.
pub(crate) trait UserData: Entity + DeserializeOwned + Send + 'static {
    /// Adds the ids of the students and recordings whose names the exported fields contain.
    fn collect_references(&self, _mentions: &mut ReferencedIds) {}

    /// Returns the exported fields, or `None` if there is nothing to export. Keys, hashes and ids of other users are
    /// never exported.
    fn export_view(self, source: &ExportContext<'_>) -> impl Future<Output = Result<Option<Value>>> + Send;

    /// Deletes the data of this kind that a deleted account has outside its partition. Idempotent.
    fn clear(_store: &Store, _owner: &UserId) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

/// Context of the views of one page.
pub(crate) struct ExportContext<'a> {
    pub(crate) store: &'a Store,
    pub(crate) owner: &'a UserId,
    pub(crate) names: ReferencedNames,
}

/// Students and recordings whose names a page of views contains.
#[derive(Default)]
pub(crate) struct ReferencedIds {
    pub(crate) students: Vec<UserId>,
    pub(crate) recordings: Vec<(ShelfId, AudioId)>,
}

/// Names of the mentioned students and recordings that exist.
#[derive(Default)]
pub(crate) struct ReferencedNames {
    pub(crate) students: HashMap<UserId, String>,
    pub(crate) recordings: HashMap<AudioId, String>,
}

/// Removes the fields without a value.
pub(crate) fn without_nulls(mut view: Value) -> Value {
    if let Value::Object(fields) = &mut view {
        fields.retain(|_, value| !value.is_null());
    }
    view
}
