//! Transcripts and chapters of audio notes.

use axum::Json;
use axum::extract::State;
use store::content_index::IndexEntry;
use store::{AudioId, Store, Timestamp, audio, transcripts};
use wasm_core::transcript;
use wasm_core::transcript::chapters::{AudioChapter, parse_chapters};

use crate::http::audit::{item_label, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{PathId, TranscriptBody};
use crate::http::problem::Problem;
use crate::library::audio::wire::{AudioNote, Waveform};
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

/// Reads a WebVTT or SRT file as the chapters of an audio note: one cue for each of 2 to 200 chapters. They replace the previous
/// ones, also those of the audio file.
#[utoipa::path(
    put,
    path = "/api/audio/{id}/chapters",
    tag = "audio",
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, description = "Done", body = Waveform)),
)]
pub(crate) async fn put_chapters(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
    TranscriptBody(file): TranscriptBody,
) -> Result<Json<Waveform>, Problem> {
    let audio = audio::get(&store, id).await?;
    // Recordings from before their duration was measured are not limited.
    let duration_ms = audio.file.media.duration_secs.map_or(u64::MAX, |secs| (u64::from(secs) + 1) * 1000);
    let chapters = parse_chapters(&file, duration_ms);
    let chapters = chapters.map_err(|refusal| Problem::field("chapters", "invalid", refusal.to_string()))?;
    set_chapters(&store, &caller, audio, chapters, "put_chapters").await
}

/// Removes the chapters of an audio note.
#[utoipa::path(
    delete,
    path = "/api/audio/{id}/chapters",
    tag = "audio",
    responses((status = 200, description = "Done", body = Waveform)),
)]
pub(crate) async fn remove_chapters(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
) -> Result<Json<Waveform>, Problem> {
    let audio = audio::get(&store, id).await?;
    set_chapters(&store, &caller, audio, Vec::new(), "remove_chapters").await
}

async fn set_chapters(
    store: &Store,
    caller: &Principal,
    audio: audio::AudioNote,
    chapters: Vec<AudioChapter>,
    action: &'static str,
) -> Result<Json<Waveform>, Problem> {
    let (audio, waveform) = audio::set_chapters(store, audio, chapters).await?;
    record(store, caller, action, audio.id, item_label(&IndexEntry::of(&audio)), None, None).await?;
    Ok(Json(Waveform::new(&audio, waveform)?))
}
