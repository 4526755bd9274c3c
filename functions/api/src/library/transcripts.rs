//! Transcripts of audio notes.

use axum::Json;
use axum::extract::State;
use store::content_index::IndexEntry;
use store::{AudioId, Store, Timestamp, audio, transcripts};
use wasm_core::transcript;

use crate::http::audit::{item_label, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{PathId, TranscriptBody};
use crate::http::problem::Problem;
use crate::library::audio::wire::AudioNote;
use crate::library::search::wire::SignedFileUrl;

/// Returns the signed URL of the transcript of an audio note. The file is JSON: `timed`, and `lines` as arrays of start
/// and end in milliseconds and text. Without times, both are 0.
#[utoipa::path(
    get,
    path = "/api/audio/{id}/transcript",
    tag = "audio",
    responses((status = 200, description = "Done", body = SignedFileUrl)),
)]
pub(crate) async fn get_transcript(
    State(store): State<Store>,
    PathId(id): PathId<AudioId>,
) -> Result<Json<SignedFileUrl>, Problem> {
    let audio = audio::get(&store, id).await?;
    Ok(Json(transcripts::presign(&store, &audio, Timestamp::now()).await?.into()))
}

/// Reads a WebVTT, SRT or text file of up to 2 MB as the transcript of an audio note. It replaces the previous one.
#[utoipa::path(
    put,
    path = "/api/audio/{id}/transcript",
    tag = "audio",
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, description = "Done", body = AudioNote)),
)]
pub(crate) async fn put_transcript(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
    TranscriptBody(file): TranscriptBody,
) -> Result<Json<AudioNote>, Problem> {
    let transcript = transcript::parse(&file);
    let transcript = transcript.map_err(|refusal| Problem::field("transcript", "invalid", refusal.to_string()))?;
    let audio = transcripts::set(&store, id, &transcript).await?;
    record(&store, &caller, "put_transcript", id, item_label(&IndexEntry::of(&audio)), None, None).await?;
    Ok(Json(audio.into()))
}

/// Removes the transcript of an audio note.
#[utoipa::path(
    delete,
    path = "/api/audio/{id}/transcript",
    tag = "audio",
    responses((status = 200, description = "Done", body = AudioNote)),
)]
pub(crate) async fn remove_transcript(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
) -> Result<Json<AudioNote>, Problem> {
    let audio = transcripts::remove(&store, id).await?;
    record(&store, &caller, "remove_transcript", id, item_label(&IndexEntry::of(&audio)), None, None).await?;
    Ok(Json(audio.into()))
}
