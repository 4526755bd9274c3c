//! Many study cards at once: from a text that the page has read, or from a deck of Anki that `ingest` has read.

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::cards::{self, CardDraft, CardImage, ManyCard};
use store::keys::object::{self, ObjectKey};
use store::own_cards::{self, NewImage, NewOwnCard};
use store::{CardId, CardImageId, ChapterId, Noun, Store, Timestamp, UploadId, courses};
use wasm_core::course::CourseCode;
use wasm_core::forms;
use wasm_core::limits::{CARD_BATCH_MAX, OWN_CARD_PICTURES_MAX_BYTES};

use crate::auth::caller::Caller;
use crate::extract::{Json as Body, Name, Named as _, Names};
use crate::problem::{Problem, ProblemCode};
use crate::routes::courses::viewer;
use crate::routes::decks::{self, Copied};
use crate::routes::record;
use crate::wire::own_cards::ImportOwnCardsRequest;
use crate::wire::study::{Chapter, ImportCard, ImportCardsRequest, ImportPicture};

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
    let given = read(&body.cards)?;
    let mut cards: Vec<ManyCard> =
        given.iter().map(|given| ManyCard { id: given.id, draft: given.draft.clone(), image: None }).collect();
    if body.cards.iter().any(|card| card.picture.is_some()) {
        let deck = decks::of(&store, &caller, body.deck.as_deref()).await?;
        let ids: Vec<_> = cards.iter().map(|card| card.id).collect();
        let (missing, _) = cards::missing(&store, &code, chapter, &ids).await?;
        let mut copies = Vec::new();
        for (card, picture) in cards.iter_mut().zip(new_pictures(&given, &missing)) {
            let Some((image, from)) = picture.map(|picture| picture.taken(deck)) else { continue };
            copies.push(Copied { from, to: object::card_image(chapter, image.id) });
            card.image = Some(image);
        }
        decks::copy(&store, copies).await?;
    }
    let deck = cards::add_many(&store, &code, chapter, &cards, Timestamp::now()).await?;
    record(&store, &caller, "import_cards", chapter, None, Some(format!("{} cards", cards.len()))).await?;
    Ok(Json(deck.chapter.into()))
}

/// Makes many study cards of the caller's own in a course, all or none. Those that are there already stay as they are, so
/// the same request can be sent again.
#[utoipa::path(
    post,
    path = "/api/me/cards/{code}/import",
    tag = "own-cards",
    request_body = ImportOwnCardsRequest,
    params(("code" = String, Path, description = "A course code in any spelling", example = "CS246")),
    responses((status = 204, description = "Done"), (status = 409)),
)]
pub(crate) async fn import_own_cards(
    State(store): State<Store>,
    caller: Caller,
    Name(code): Name<CourseCode>,
    Body(body): Body<ImportOwnCardsRequest>,
) -> Result<StatusCode, Problem> {
    let given = read(&body.cards)?;
    let named = |id: &str| ChapterId::named(id).ok_or_else(|| Problem::not_found(Noun::Chapter));
    let chapter = body.chapter_id.as_deref().map(named).transpose()?;
    let course = courses::open(&store, &code, viewer(Some(&caller))).await?.code;
    let new = |given: &Given<'_>| NewOwnCard { id: given.id, course, chapter, draft: given.draft.clone(), image: None };
    let mut cards: Vec<NewOwnCard> = given.iter().map(new).collect();
    if body.cards.iter().any(|card| card.picture.is_some()) {
        let deck = decks::of(&store, &caller, body.deck.as_deref()).await?;
        let missing = own_cards::unknown(&store, &caller.uid, &cards).await?;
        let mut copies = Vec::new();
        for (card, picture) in cards.iter_mut().zip(new_pictures(&given, &missing)) {
            let Some((image, from)) = picture.map(|picture| picture.taken(deck)) else { continue };
            copies.push(Copied { from, to: object::own_card_image(&caller.uid, image.id) });
            card.image = Some(NewImage { image, bytes: 0 });
        }
        let sizes = decks::sizes(&store, &copies).await?;
        if !own_cards::has_room_for(&store, &caller.uid, sizes.iter().sum()).await? {
            return Err(no_room_for_pictures());
        }
        decks::copy(&store, copies).await?;
        for (image, bytes) in cards.iter_mut().filter_map(|card| card.image.as_mut()).zip(sizes) {
            image.bytes = bytes;
        }
    }
    own_cards::create_many(&store, &caller.uid, &cards, Timestamp::now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn no_room_for_pictures() -> Problem {
    let max = OWN_CARD_PICTURES_MAX_BYTES / 1024 / 1024;
    let detail = format!(
        "The pictures on your own cards may have {max} MB together, and these would be more. Import the cards without \
         pictures, or remove some first."
    );
    Problem::new(ProblemCode::LimitReached, detail)
}

/// A card that was sent, checked.
struct Given<'a> {
    id: CardId,
    draft: CardDraft,
    picture: Option<&'a ImportPicture>,
}

fn read(cards: &[ImportCard]) -> Result<Vec<Given<'_>>, Problem> {
    if cards.len() > CARD_BATCH_MAX {
        return Err(Problem::field("cards", "too_many", format!("Send at most {CARD_BATCH_MAX} cards at once.")));
    }
    cards.iter().map(Given::of).collect()
}

impl<'a> Given<'a> {
    fn of(card: &'a ImportCard) -> Result<Self, Problem> {
        let id = card.id.parse();
        let id = id.map_err(|_| Problem::field("id", "invalid", "An id is a ULID: 26 letters and digits."))?;
        Ok(Given { id, draft: forms::card_draft(&card.title, &card.content, "")?, picture: card.picture.as_ref() })
    }
}

/// The picture of each card that is to be made with one.
fn new_pictures<'a>(
    given: &'a [Given<'a>],
    missing: &HashSet<CardId>,
) -> impl Iterator<Item = Option<&'a ImportPicture>> {
    given.iter().map(|card| card.picture.filter(|_| missing.contains(&card.id)))
}

impl ImportPicture {
    /// It on a card, and where its file is among those of the deck.
    fn taken(&self, deck: UploadId) -> (CardImage, ObjectKey) {
        let image = CardImage { id: CardImageId::generate(), width_px: self.width, height_px: self.height };
        (image, object::deck_picture(deck, self.number, self.width, self.height))
    }
}

#[cfg(test)]
mod tests {
    use super::no_room_for_pictures;

    #[test]
    fn who_has_no_room_for_the_pictures_of_a_deck_is_told_how_much_there_is() {
        let said = format!("{:?}", no_room_for_pictures());
        assert!(said.contains("your own cards may have 50 MB together"), "{said}");
    }
}
