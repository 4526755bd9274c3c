//! What members search in, beside what everybody does.

use axum::Json;
use axum::extract::State;
use store::keys::object;
use store::objects;
use store::{Sha256Hash, Store, Timestamp};

use crate::extract::Name;
use crate::problem::Problem;
use crate::wire::library::FileAddress;

/// Where the file with the titles of all course notes is. The catalogue's manifest names the newest; one that was replaced
/// can be read for a day more. No request.
#[utoipa::path(
    get,
    path = "/api/library/notes/{sha256}",
    tag = "courses",
    params((
        "sha256" = String,
        Path,
        description = "SHA-256 of the file, as the catalogue's manifest has it",
        example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    )),
    responses((status = 200, description = "Done", body = FileAddress)),
)]
pub(crate) async fn get_notes_list(
    State(store): State<Store>,
    Name(sha256): Name<Sha256Hash>,
) -> Result<Json<FileAddress>, Problem> {
    let (key, now) = (object::notes_list(&sha256), Timestamp::now());
    let signed = objects::presign_get(&store, &key, "notes.bin", "application/octet-stream", now).await?;
    Ok(Json(signed.into()))
}
