//! Imports of many study cards and their undo. The cards come from a text that the page has parsed, or from an Anki
//! deck that `ingest` has parsed.

use std::collections::{HashMap, HashSet};

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::cards::{self, CardDraft, CardImage, ImportedCard};
use store::keys::object::{self, ObjectKey};
use store::personal_cards::{self, NewImage, NewPersonalCard};
use store::{CardId, CardImageId, ChapterId, Error, ResourceKind, Store, Timestamp, UploadId, chapters, courses};
use wasm_core::course::CourseCode;
use wasm_core::forms;
use wasm_core::limits::{CARD_BATCH_MAX, CARD_REMOVAL_MAX, OWN_CARD_PICTURES_MAX_BYTES};

use crate::http::audit::{self, record, record_import};
use crate::http::auth::principal::Principal;
use crate::http::extract::{Json as Body, ParsePathId as _, PathId, PathIds};
use crate::http::problem::{Problem, ProblemCode};
use crate::library::courses::viewer;
use crate::state::ApiState;
use crate::study::cards::wire::{
    CardsRemoved, Chapter, ImportCard, ImportCardsRequest, ImportPicture, RemoveCardsRequest,
};
use crate::study::decks::{self, PictureCopy};
use crate::study::personal_cards::wire::ImportPersonalCardsRequest;

/// Adds several study cards to the end of a chapter, all or none. Returns the changed chapter. Cards that already exist
/// do not change, so the request can be repeated.
#[utoipa::path(
    post,
    path = "/api/courses/{code}/chapters/{chapterId}/cards/import",
    tag = "chapters",
    request_body = ImportCardsRequest,
    responses((status = 200, description = "Done", body = Chapter)),
)]
pub(crate) async fn import_cards(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, chapter): PathIds<CourseCode, ChapterId>,
    Body(body): Body<ImportCardsRequest>,
) -> Result<Json<Chapter>, Problem> {
    let given = read(&body.cards)?;
    let pictures = Pictures::of(&store, &caller, body.deck.as_deref(), &given).await?;
    let ids: Vec<CardId> = given.iter().map(|card| card.id).collect();
    let images = match &pictures {
        Some(pictures) => {
            let (missing, _) = cards::find_missing_ids(&store, &code, chapter, &ids).await?;
            pictures.new_images(&store, |id| missing.contains(&id)).await?
        }
        None => HashMap::new(),
    };
    let image_of = |id: CardId| images.get(&id).map(|new| new.image);
    let cards: Vec<ImportedCard> = given
        .iter()
        .map(|card| ImportedCard { id: card.id, draft: card.draft.clone(), image: image_of(card.id) })
        .collect();
    let now = Timestamp::now();
    let made = cards::add_many(&store, &code, chapter, &cards, now).await?;
    // A repeated request adds no cards and must not count them again.
    let added = made.cards.iter().filter(|card| card.created_at == now && ids.contains(&card.id)).count();
    if let Some(pictures) = pictures {
        let shown = made.cards.iter().filter_map(|card| Some((card.id, object::card_image(chapter, card.image?.id))));
        pictures.copy_to(&store, shown.collect()).await?;
    }
    let counts = [("cards", u32::try_from(added).unwrap_or(u32::MAX))];
    record_import(&store, &caller, "import_cards", chapter, audit::chapter_label(&made.chapter), counts).await?;
    Ok(Json(made.chapter.into()))
}

/// Creates several personal cards in a course, all or none. Cards that already exist do not change, so the request can
/// be repeated.
#[utoipa::path(
    post,
    path = "/api/me/cards/{code}/import",
    tag = "own-cards",
    request_body = ImportPersonalCardsRequest,
    responses((status = 204, description = "Done"), (status = 409)),
)]
pub(crate) async fn import_personal_cards(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(body): Body<ImportPersonalCardsRequest>,
) -> Result<StatusCode, Problem> {
    let (store, owner) = (state.store(), &caller.uid);
    state.check_rate_limit(&state.rate_limits().personal_card_import, owner).await?;
    let given = read(&body.cards)?;
    let named = |id: &str| ChapterId::parse_name(id).ok_or_else(|| Problem::not_found(ResourceKind::Chapter));
    let chapter = body.chapter_id.as_deref().map(named).transpose()?;
    let course = courses::get_visible(store, &code, viewer(Some(&caller))).await?.code;
    let pictures = Pictures::of(store, &caller, body.deck.as_deref(), &given).await?;
    // If the course is the target of a merge, cards of an earlier request may still be in the merged course.
    let candidates = personal_cards::candidate_courses(store, owner, &course).await?;
    let ids: Vec<CardId> = given.iter().map(|card| card.id).collect();
    let images = match &pictures {
        Some(pictures) => {
            let there = personal_cards::find_many(store, owner, &candidates, &ids).await?;
            let there: HashSet<CardId> = there.into_iter().map(|card| card.id).collect();
            pictures.new_images(store, |id| !there.contains(&id)).await?
        }
        None => HashMap::new(),
    };
    let new = |card: &Given<'_>| {
        let image = images.get(&card.id).copied();
        let former_course = (code != course).then_some(code);
        NewPersonalCard { id: card.id, course, former_course, chapter, draft: card.draft.clone(), source: None, image }
    };
    let cards: Vec<NewPersonalCard> = given.iter().map(new).collect();
    let made = personal_cards::create_many(store, owner, &cards, Timestamp::now()).await;
    made.map_err(|error| match error {
        Error::LimitReached { limit: "OWN_CARD_PICTURES_MAX_BYTES", .. } => no_room_for_pictures(),
        error => error.into(),
    })?;
    if let Some(pictures) = pictures {
        // Read the image ids from the cards: a concurrent identical request may have created the cards with other ids.
        let made = personal_cards::find_many(store, owner, &candidates, &ids).await?;
        let shown = made.iter().filter_map(|card| Some((card.id, object::personal_card_image(owner, card.image?.id))));
        pictures.copy_to(store, shown.collect()).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Removes several study cards of a chapter with their pictures. Returns the number of removed cards. Cards that no
/// longer exist are skipped, so the request can be repeated.
#[utoipa::path(
    post,
    path = "/api/courses/{code}/chapters/{chapterId}/cards/remove",
    tag = "chapters",
    request_body = RemoveCardsRequest,
    responses((status = 200, description = "Done", body = CardsRemoved)),
)]
pub(crate) async fn remove_cards(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, chapter): PathIds<CourseCode, ChapterId>,
    Body(RemoveCardsRequest { ids }): Body<RemoveCardsRequest>,
) -> Result<Json<CardsRemoved>, Problem> {
    let ids = to_remove(&ids)?;
    // Resolve the code, because the course may have been merged since the page was loaded.
    let code = courses::get_visible(&store, &code, viewer(Some(&caller))).await?.code;
    let chapter = chapters::get(&store, &code, chapter).await?;
    let mut removed = 0;
    let outcome = cards::remove_many(&store, &code, chapter.id, &ids, &mut removed).await;
    // Log the removed cards even if an error stopped the removal of the others.
    if removed > 0 {
        let object = audit::chapter_label(&chapter);
        let cards = if removed == 1 { "1 card".to_owned() } else { format!("{removed} cards") };
        record(&store, &caller, "remove_cards", chapter.id, object, Some(cards), None).await?;
    }
    outcome?;
    Ok(Json(CardsRemoved::of(removed)))
}

/// Removes several personal cards from a course with their pictures. Returns the number of removed cards. Cards that no
/// longer exist are skipped, so the request can be repeated.
#[utoipa::path(
    post,
    path = "/api/me/cards/{code}/remove",
    tag = "own-cards",
    request_body = RemoveCardsRequest,
    responses((status = 200, description = "Done", body = CardsRemoved)),
)]
pub(crate) async fn remove_personal_cards(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(RemoveCardsRequest { ids }): Body<RemoveCardsRequest>,
) -> Result<Json<CardsRemoved>, Problem> {
    state.check_rate_limit(&state.rate_limits().personal_card_import, &caller.uid).await?;
    let ids = to_remove(&ids)?;
    let removed = personal_cards::remove_many(state.store(), &caller.uid, &code, &ids).await?;
    Ok(Json(CardsRemoved::of(removed)))
}

fn to_remove(ids: &[String]) -> Result<Vec<CardId>, Problem> {
    if ids.len() > CARD_REMOVAL_MAX {
        return Err(Problem::field("ids", "too_many", format!("Send at most {CARD_REMOVAL_MAX} ids at a time.")));
    }
    let one = |id: &String| {
        let id = id.parse::<CardId>();
        id.map_err(|_| Problem::field("ids", "invalid", "An id is a ULID: 26 letters and digits."))
    };
    ids.iter().map(one).collect()
}

fn no_room_for_pictures() -> Problem {
    let max = OWN_CARD_PICTURES_MAX_BYTES / 1024 / 1024;
    let detail = format!(
        "The pictures on your cards can have {max} MB in total, and these would exceed it. Import the cards without \
         pictures, or remove some first."
    );
    Problem::new(ProblemCode::LimitReached, detail)
}

/// A validated card of a request.
struct Given<'a> {
    id: CardId,
    draft: CardDraft,
    picture: Option<&'a ImportPicture>,
}

fn read(cards: &[ImportCard]) -> Result<Vec<Given<'_>>, Problem> {
    if cards.len() > CARD_BATCH_MAX {
        return Err(Problem::field("cards", "too_many", format!("Send at most {CARD_BATCH_MAX} cards at a time.")));
    }
    let given: Vec<Given<'_>> = cards.iter().map(Given::of).collect::<Result<_, _>>()?;
    let mut ids = HashSet::new();
    match given.iter().find(|card| !ids.insert(card.id)) {
        Some(card) => {
            let message = format!("Two of these cards have the id {}. Give each card an id of its own.", card.id);
            Err(Problem::field("cards", "duplicate", message))
        }
        None => Ok(given),
    }
}

impl<'a> Given<'a> {
    fn of(card: &'a ImportCard) -> Result<Self, Problem> {
        let id = card.id.parse();
        let id = id.map_err(|_| Problem::field("id", "invalid", "An id is a ULID: 26 letters and digits."))?;
        Ok(Given { id, draft: forms::validate_card(&card.title, &card.content, "")?, picture: card.picture.as_ref() })
    }
}

/// Pictures of a deck that imported cards use.
struct Pictures<'a> {
    deck: UploadId,
    by_card: Vec<(CardId, &'a ImportPicture)>,
}

impl<'a> Pictures<'a> {
    /// Returns the pictures that a request names, or `None` if it names none.
    async fn of(
        store: &Store,
        caller: &Principal,
        deck: Option<&str>,
        given: &[Given<'a>],
    ) -> Result<Option<Self>, Problem> {
        let by_card: Vec<_> = given.iter().filter_map(|card| Some((card.id, card.picture?))).collect();
        if by_card.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { deck: decks::require_deck(store, caller, deck).await?, by_card }))
    }

    fn file(&self, picture: &ImportPicture) -> ObjectKey {
        object::deck_picture(self.deck, picture.number, picture.width, picture.height)
    }

    /// Returns a new image for each new card with a picture. Cost: 1 request each.
    async fn new_images(
        &self,
        store: &Store,
        is_new: impl Fn(CardId) -> bool,
    ) -> Result<HashMap<CardId, NewImage>, Problem> {
        let new: Vec<_> = self.by_card.iter().filter(|(card, _)| is_new(*card)).collect();
        let sizes =
            decks::read_picture_sizes(store, new.iter().map(|(_, picture)| self.file(picture)).collect()).await?;
        let image = |picture: &ImportPicture| CardImage {
            id: CardImageId::generate(),
            width_px: picture.width,
            height_px: picture.height,
        };
        let images = new.into_iter().zip(sizes);
        Ok(images.map(|((card, picture), bytes)| (*card, NewImage { image: image(picture), bytes })).collect())
    }

    /// Copies the pictures to the image files of the cards. `shown` has the key of each card's image. Files that exist
    /// are skipped.
    async fn copy_to(&self, store: &Store, mut shown: HashMap<CardId, ObjectKey>) -> Result<(), Problem> {
        let copies = self
            .by_card
            .iter()
            .filter_map(|(card, picture)| Some(PictureCopy { from: self.file(picture), to: shown.remove(card)? }));
        decks::copy_missing_pictures(store, copies.collect()).await
    }
}

#[cfg(test)]
mod tests {
    use super::no_room_for_pictures;

    #[test]
    fn deck_import_error_states_the_remaining_image_storage() {
        let said = format!("{:?}", no_room_for_pictures());
        assert!(said.contains("your cards can have 50 MB in total"), "{said}");
    }
}
