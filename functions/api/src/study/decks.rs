//! Anki decks: uploaded, parsed by `ingest`, and previewed by the uploader before any card is created.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket};
use store::uploads::{self, UploadDraft, UploadStatus, UploadTarget};
use store::{Error, ResourceKind, Store, Timestamp, UploadId, rate_limit};
use tokio::task::JoinSet;
use wasm_core::forms;

use crate::console::uploads::wire::UploadTicket;
use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{Json as Body, PathId};
use crate::http::fields::INVALID_HASH_MESSAGE;
use crate::http::problem::Problem;
use crate::library::pictures;
use crate::library::search::wire::SignedFileUrl;
use crate::state::ApiState;
use crate::study::cards::wire::CreateDeckRequest;

const DECK_GONE: &str = "The pictures of a deck are kept for a day. Choose the file again.";

/// Number of concurrent picture requests.
const AT_ONCE: usize = 10;

/// Creates the upload of an Anki deck and returns its signed URL. After the file has been checked, its cards can be
/// previewed for one day. At most three decks a day.
#[utoipa::path(
    post,
    path = "/api/decks",
    tag = "own-cards",
    request_body = CreateDeckRequest,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_deck_upload(
    State(state): State<ApiState>,
    caller: Principal,
    Body(body): Body<CreateDeckRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let store = state.store();
    let id = parse_or_create_id(body.id.as_deref(), UploadId::generate)?;
    let file = forms::validate_deck_file(&body.file_name, body.size_bytes)?;
    let sha256 = body.sha256.parse().map_err(|_| Problem::field("sha256", "invalid", INVALID_HASH_MESSAGE))?;
    // A repeated request for the same file is not counted, so a broken connection does not use up the daily limit.
    if uploads::find(store, id).await?.is_none() {
        let counted =
            rate_limit::record_hit(store, &state.rate_limits().deck, &caller.uid.to_string(), Timestamp::now()).await;
        counted.map_err(|error| match error {
            Error::RateLimited { retry_after_secs } => Problem::deck_limit_reached(retry_after_secs),
            other => other.into(),
        })?;
    }
    let draft = UploadDraft {
        id,
        target: UploadTarget::Deck,
        file_name: file.name,
        content_type: file.content_type,
        size_bytes: file.size_bytes,
        sha256,
        seen_picture: None,
        review: false,
    };
    pictures::create_upload(store, &caller, draft).await
}

/// Returns the signed URL of the cards of a deck that the caller uploaded. The JSON file holds the cards and the
/// skipped entries.
#[utoipa::path(
    get,
    path = "/api/decks/{id}",
    tag = "own-cards",
    responses((status = 200, description = "Done", body = SignedFileUrl)),
)]
pub(crate) async fn get_deck(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
) -> Result<Json<SignedFileUrl>, Problem> {
    let deck = ready(&store, &caller, id).await?;
    let key = object::deck_cards(deck);
    Ok(Json(objects::presign_get(&store, &key, "cards.json", "application/json", Timestamp::now()).await?.into()))
}

/// Returns the deck that a request names. Fails unless it belongs to the caller and is ready.
pub(crate) async fn require_deck(store: &Store, caller: &Principal, deck: Option<&str>) -> Result<UploadId, Problem> {
    let named = deck.and_then(|id| id.parse().ok()).ok_or_else(|| Problem::not_found(ResourceKind::Upload))?;
    ready(store, caller, named).await
}

async fn ready(store: &Store, caller: &Principal, id: UploadId) -> Result<UploadId, Problem> {
    let upload = uploads::get(store, &caller.uid, id).await?;
    let is_ready = upload.status == UploadStatus::Ready && upload.draft.target == UploadTarget::Deck;
    if is_ready { Ok(id) } else { Err(Problem::not_found(ResourceKind::Upload)) }
}

/// A copy of a deck picture to the image of a card.
pub(crate) struct PictureCopy {
    pub(crate) from: ObjectKey,
    pub(crate) to: ObjectKey,
}

/// Returns the sizes in bytes of pictures of a deck, in the same order. Cost: 1 request each.
///
/// # Errors
/// `not_found` if a picture does not exist.
pub(crate) async fn read_picture_sizes(store: &Store, pictures: Vec<ObjectKey>) -> Result<Vec<u64>, Problem> {
    let size = |key: ObjectKey| {
        let store = store.clone();
        async move {
            let head = objects::head(&store, Bucket::Files, &key).await?;
            head.map(|head| head.size_bytes).ok_or(Error::NotFound(ResourceKind::File))
        }
    };
    at_once(pictures.into_iter().map(size)).await
}

/// Copies the pictures whose targets do not exist. Call it after the cards were created, so that a rejected request
/// writes no files. After an interruption, the same request completes the copies. Cost: 1 to 2 requests each.
pub(crate) async fn copy_missing_pictures(store: &Store, pictures: Vec<PictureCopy>) -> Result<(), Problem> {
    let copy = |PictureCopy { from, to }| {
        let store = store.clone();
        async move {
            match objects::head(&store, Bucket::Files, &to).await? {
                Some(_) => Ok(()),
                None => objects::copy(&store, &from, &to, "image/jpeg").await,
            }
        }
    };
    at_once(pictures.into_iter().map(copy)).await.map(drop)
}

/// Runs requests about deck pictures concurrently and returns their results in order.
async fn at_once<T: Send + 'static>(
    requests: impl IntoIterator<Item = impl Future<Output = store::Result<T>> + Send + 'static>,
) -> Result<Vec<T>, Problem> {
    let mut waiting = requests.into_iter().enumerate();
    let (mut running, mut answers) = (JoinSet::new(), Vec::new());
    loop {
        while running.len() < AT_ONCE
            && let Some((place, request)) = waiting.next()
        {
            running.spawn(async move { (place, request.await) });
        }
        let Some(done) = running.join_next().await else { break };
        match done.map_err(|error| Error::Unavailable(error.into()))? {
            (place, Ok(answer)) => answers.push((place, answer)),
            (_, Err(Error::NotFound(_))) => return Err(Problem::field("deck", "invalid", DECK_GONE)),
            (_, Err(error)) => return Err(error.into()),
        }
    }
    answers.sort_by_key(|(place, _)| *place);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}
