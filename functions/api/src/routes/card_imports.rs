//! Many study cards at once: from a text that the page has read, or from a deck of Anki that `ingest` has read.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::cards::{self, CardImage, ManyCard};
use store::keys::object;
use store::throttle::{self, ThrottleRule};
use store::uploads::{self, Target, UploadDraft, UploadStatus};
use store::{CardImageId, ChapterId, Error, Noun, Store, Timestamp, UploadId, objects};
use wasm_core::course::CourseCode;
use wasm_core::forms;
use wasm_core::limits::{CARD_BATCH_MAX, DECKS_A_DAY};

use crate::auth::caller::Caller;
use crate::extract::{Json as Body, Name, Names};
use crate::problem::Problem;
use crate::routes::uploads::NOT_A_HASH;
use crate::routes::{given_or_new, pictures, record};
use crate::wire::library::FileAddress;
use crate::wire::study::{Chapter, CreateDeckRequest, ImportCard, ImportCardsRequest};
use crate::wire::uploads::UploadTicket;

/// Reading a deck takes a machine for minutes.
const DECKS: ThrottleRule = ThrottleRule { name: "decks", max: DECKS_A_DAY, window_secs: 86_400 };

const DECK_GONE: &str = "The pictures of this deck are kept for a day. Choose the file again.";

/// Puts many study cards behind those of a chapter, all or none, and answers the chapter as it is then. Those that are
/// there already stay as they are, so the same request can be sent again.
#[utoipa::path(
    post,
    path = "/api/courses/{code}/chapters/{chapterId}/cards/import",
    tag = "chapters",
    request_body = ImportCardsRequest,
    params(
        ("code" = String, Path, description = "A course code in any spelling", example = "CS246"),
        ("chapterId" = String, Path, description = "The id of a chapter", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E"),
    ),
    responses((status = 200, description = "Done", body = Chapter)),
)]
pub(crate) async fn import_cards(
    State(store): State<Store>,
    caller: Caller,
    Names(code, chapter): Names<CourseCode, ChapterId>,
    Body(body): Body<ImportCardsRequest>,
) -> Result<Json<Chapter>, Problem> {
    if body.cards.len() > CARD_BATCH_MAX {
        return Err(Problem::field("cards", "too_many", format!("Send at most {CARD_BATCH_MAX} cards at once.")));
    }
    let mut cards = body.cards.iter().map(many_card).collect::<Result<Vec<_>, _>>()?;
    if body.cards.iter().any(|card| card.picture.is_some()) {
        let deck = deck_of(&store, &caller, body.deck.as_deref()).await?;
        take_pictures(&store, &code, chapter, deck, &body.cards, &mut cards).await?;
    }
    let deck = cards::add_many(&store, &code, chapter, &cards, Timestamp::now()).await?;
    record(&store, &caller, "import_cards", chapter, None, Some(format!("{} cards", cards.len()))).await?;
    Ok(Json(deck.chapter.into()))
}

fn many_card(card: &ImportCard) -> Result<ManyCard, Problem> {
    let id = card.id.parse().map_err(|_| Problem::field("id", "invalid", "An id is a ULID: 26 letters and digits."))?;
    let draft = forms::card_draft(&card.title, &card.content, "")?;
    Ok(ManyCard { id, draft, image: None })
}

/// The deck of this person, read and ready.
async fn deck_of(store: &Store, caller: &Caller, deck: Option<&str>) -> Result<UploadId, Problem> {
    let named = deck.and_then(|id| id.parse().ok()).ok_or_else(|| Problem::not_found(Noun::Upload))?;
    let upload = uploads::get(store, &caller.uid, named).await?;
    if upload.status == UploadStatus::Ready && upload.draft.target == Target::Deck {
        Ok(named)
    } else {
        Err(Problem::not_found(Noun::Upload))
    }
}

/// Copies the pictures of those cards that are not there yet: the files first, then the records that show them. What is
/// left over when this breaks off is found at night.
async fn take_pictures(
    store: &Store,
    code: &CourseCode,
    chapter: ChapterId,
    deck: UploadId,
    given: &[ImportCard],
    cards: &mut [ManyCard],
) -> Result<(), Problem> {
    let ids: Vec<_> = cards.iter().map(|card| card.id).collect();
    let (missing, _) = cards::missing(store, code, chapter, &ids).await?;
    for (given, card) in given.iter().zip(cards) {
        let Some(picture) = given.picture.as_ref().filter(|_| missing.contains(&card.id)) else { continue };
        let image = CardImage { id: CardImageId::generate(), width_px: picture.width, height_px: picture.height };
        let from = object::deck_picture(deck, picture.number, picture.width, picture.height);
        match objects::copy(store, &from, &object::card_image(chapter, image.id), "image/jpeg").await {
            Ok(()) => card.image = Some(image),
            Err(Error::NotFound(_)) => return Err(Problem::field("deck", "invalid", DECK_GONE)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Declares a file of study cards that Anki wrote and answers where to send it. Once it has been read, its cards can be
/// looked at for a day. At most three a day a person.
#[utoipa::path(
    post,
    path = "/api/decks",
    tag = "chapters",
    request_body = CreateDeckRequest,
    responses((status = 201, description = "Made", body = UploadTicket)),
)]
pub(crate) async fn create_deck(
    State(store): State<Store>,
    caller: Caller,
    Body(body): Body<CreateDeckRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let id = given_or_new(body.id.as_deref(), UploadId::generate)?;
    let file = forms::deck_file(&body.file_name, body.size_bytes)?;
    let sha256 = body.sha256.parse().map_err(|_| Problem::field("sha256", "invalid", NOT_A_HASH))?;
    // Asking for another address for the same file costs nothing.
    if uploads::find(&store, id).await?.is_none() {
        throttle::hit(&store, &DECKS, &caller.uid.to_string(), Timestamp::now()).await?;
    }
    let draft = UploadDraft {
        id,
        target: Target::Deck,
        file_name: file.name,
        content_type: file.content_type,
        size_bytes: file.size_bytes,
        sha256,
    };
    let file_name = draft.file_name.clone();
    let ticket = pictures::announce(&store, &caller, draft).await?;
    record(&store, &caller, "create_deck", id, None, Some(file_name)).await?;
    Ok(ticket)
}

/// Where the cards of a deck are that one has sent: JSON with the cards, and with what is left out.
#[utoipa::path(
    get,
    path = "/api/decks/{id}",
    tag = "chapters",
    params(("id" = String, Path, description = "The id of an upload", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")),
    responses((status = 200, description = "Done", body = FileAddress)),
)]
pub(crate) async fn get_deck(
    State(store): State<Store>,
    caller: Caller,
    Name(id): Name<UploadId>,
) -> Result<Json<FileAddress>, Problem> {
    let deck = deck_of(&store, &caller, Some(&id.to_string())).await?;
    let key = object::deck(deck);
    Ok(Json(objects::presign_get(&store, &key, "cards.json", "application/json", Timestamp::now()).await?.into()))
}
