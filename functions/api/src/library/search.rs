//! Search routes for signed-in users.

pub mod wire;

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use store::full_text::{self, NoteCollection};
use store::keys::object;
use store::objects;
use store::{Sha256Hash, Store, Timestamp};
use wasm_core::limits::INSIDE_PLACES_MAX;

use crate::http::extract::{PathId, Query};
use crate::http::problem::Problem;
use crate::library::search::wire::{
    FullTextIndex, FullTextIndexes, FullTextIndexesQuery, PassageVectors, SignedFileUrl,
};

/// Returns the signed URL of the file with the titles of all course notes. The catalogue's manifest names the current
/// file; a replaced file stays readable for one day. No request to a service.
#[utoipa::path(
    get,
    path = "/api/library/notes/{sha256}",
    tag = "courses",
    params((
        "sha256" = String,
        Path,
        description = "SHA-256 of the file, from the manifest of the catalogue",
        example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )),
    responses((status = 200, description = "Done", body = SignedFileUrl)),
)]
pub(crate) async fn get_note_index(
    State(store): State<Store>,
    PathId(sha256): PathId<Sha256Hash>,
) -> Result<Json<SignedFileUrl>, Problem> {
    let (key, now) = (object::notes_list(&sha256), Timestamp::now());
    let signed = objects::presign_get(&store, &key, "notes.bin", "application/octet-stream", now).await?;
    Ok(Json(signed.into()))
}

/// Returns the signed URLs of the full-text indexes of these collections, and of the vectors of their passages. Those
/// without an index are left out.
/// Cost: 1 read each.
#[utoipa::path(
    get,
    path = "/api/library/inside",
    tag = "courses",
    responses((status = 200, description = "Done", body = FullTextIndexes)),
)]
pub(crate) async fn list_full_text_indexes(
    State(store): State<Store>,
    Query(FullTextIndexesQuery { places }): Query<FullTextIndexesQuery>,
) -> Result<Json<FullTextIndexes>, Problem> {
    let names: Vec<&str> = places.split(',').filter(|name| !name.is_empty()).collect();
    if names.len() > INSIDE_PLACES_MAX {
        let message = format!("Name at most {INSIDE_PLACES_MAX} collections at a time.");
        return Err(Problem::field("places", "too_many", message));
    }
    // Names that are not valid belong to no collection and are ignored.
    let collections: BTreeSet<NoteCollection> = names.iter().filter_map(|name| name.parse().ok()).collect();
    let collections: Vec<NoteCollection> = collections.into_iter().collect();
    let (mut items, now) = (Vec::new(), Timestamp::now());
    for index in full_text::find_many(&store, &collections).await? {
        let key = object::full_text_index(index.place, &index.sha256);
        let signed = objects::presign_get(&store, &key, "inside.bin", "application/octet-stream", now).await?;
        let vectors = match index.current_vectors() {
            Some(vectors) => {
                let key = object::full_text_index(index.place, &vectors.sha256);
                let signed = objects::presign_get(&store, &key, "vectors.bin", "application/octet-stream", now).await?;
                Some(PassageVectors::new(vectors, signed))
            }
            None => None,
        };
        items.push(FullTextIndex::new(&index, signed, vectors));
    }
    Ok(Json(FullTextIndexes { items }))
}
