//! Study cards: changes by administrators, and images.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use store::cards::{self, CardEdit, ChapterCards, NewCard};
use store::keys::object;
use store::uploads::UploadTarget;
use store::{CardId, CardImageId, ChapterId, ResourceKind, Store, Timestamp, chapters};
use wasm_core::course::CourseCode;
use wasm_core::forms;

use crate::console::uploads::wire::UploadTicket;
use crate::http::audit::{self, record};
use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{Json as Body, ParsePathId as _, PathIds, PathIds3, Query};
use crate::http::problem::Problem;
use crate::library::files::redirect_to_picture;
use crate::library::pictures::{
    self,
    wire::{PictureDeclaration, RemovePictureQuery},
};
use crate::study::cards::wire::{CreateCardRequest, EditCardRequest, ReorderCardsRequest, StudyChapter, image_url};

/// Adds a study card to a chapter. Returns the changed chapter.
#[utoipa::path(
    post,
    path = "/api/courses/{code}/chapters/{chapterId}/cards",
    tag = "chapters",
    request_body = CreateCardRequest,
    responses((status = 201, description = "Created", body = StudyChapter)),
)]
pub(crate) async fn create_card(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, chapter): PathIds<CourseCode, ChapterId>,
    Body(body): Body<CreateCardRequest>,
) -> Result<(StatusCode, Json<StudyChapter>), Problem> {
    let id = parse_or_create_id(body.id.as_deref(), CardId::generate)?;
    let draft = forms::validate_card(&body.title, &body.content, body.image_alt.as_deref().unwrap_or_default())?;
    let new = NewCard { id, draft, order: body.order };
    let deck = cards::add(&store, &code, chapter, &new, Timestamp::now()).await?;
    let object = audit::card_label(&new.draft.title, &deck.chapter);
    record(&store, &caller, "create_card", id, object, None, None).await?;
    Ok((StatusCode::CREATED, Json(deck.into())))
}

/// Updates the text of a study card. Returns the changed chapter.
#[utoipa::path(
    patch,
    path = "/api/courses/{code}/chapters/{chapterId}/cards/{cardId}",
    tag = "chapters",
    request_body = EditCardRequest,
    responses((status = 200, description = "Done", body = StudyChapter)),
)]
pub(crate) async fn edit_card(
    State(store): State<Store>,
    caller: Principal,
    PathIds3(code, chapter, id): PathIds3<CourseCode, ChapterId, CardId>,
    Body(body): Body<EditCardRequest>,
) -> Result<Json<StudyChapter>, Problem> {
    let draft = forms::validate_card(&body.title, &body.content, body.image_alt.as_deref().unwrap_or_default())?;
    let (before, in_chapter) = card_in(&store, &code, chapter, id).await?;
    let edit = CardEdit { draft, version: body.version };
    let after = cards::edit(&store, chapter, id, &edit, Timestamp::now()).await?;
    let object = audit::card_label(&before.title, &in_chapter);
    record(&store, &caller, "edit_card", id, object, Some(before.title), Some(after.title)).await?;
    deck(&store, &code, chapter).await
}

/// Deletes a study card. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/courses/{code}/chapters/{chapterId}/cards/{cardId}",
    tag = "chapters",
    responses((status = 200, description = "Done", body = StudyChapter)),
)]
pub(crate) async fn delete_card(
    State(store): State<Store>,
    caller: Principal,
    PathIds3(code, chapter, id): PathIds3<CourseCode, ChapterId, CardId>,
) -> Result<Json<StudyChapter>, Problem> {
    let in_chapter = chapters::get(&store, &code, chapter).await?;
    if let Some(removed) = cards::remove(&store, &code, chapter, id).await? {
        let object = audit::card_label(&removed.title, &in_chapter);
        record(&store, &caller, "delete_card", id, object, None, None).await?;
    }
    deck(&store, &code, chapter).await
}

/// Moves a study card in its chapter: directly after another one, or to the beginning.
#[utoipa::path(
    post,
    path = "/api/courses/{code}/chapters/{chapterId}/order",
    tag = "chapters",
    request_body = ReorderCardsRequest,
    responses((status = 200, description = "Done", body = StudyChapter)),
)]
pub(crate) async fn reorder_cards(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, chapter): PathIds<CourseCode, ChapterId>,
    Body(ReorderCardsRequest { card_id, after, version }): Body<ReorderCardsRequest>,
) -> Result<Json<StudyChapter>, Problem> {
    let named = |id: &str| CardId::parse_name(id).ok_or_else(|| Problem::not_found(ResourceKind::Card));
    let (card, after) = (named(&card_id)?, after.as_deref().map(named).transpose()?);
    let deck = cards::reorder(&store, &code, chapter, card, after, version).await?;
    let title = deck.cards.iter().find(|each| each.id == card).map_or("", |each| each.title.as_str());
    let object = audit::card_label(title, &deck.chapter);
    record(&store, &caller, "reorder_cards", card, object, None, Some(place(&deck, card))).await?;
    Ok(Json(deck.into()))
}

/// Redirects to the picture of a study card. The picture id cannot be guessed, so only users who can see the card know
/// this URL.
#[utoipa::path(
    get,
    path = "/api/chapters/{chapterId}/cards/{cardId}/images/{imageId}",
    tag = "chapters",
    responses((status = 302, description = "Redirect to the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_card_image(
    State(store): State<Store>,
    PathIds3(chapter, id, image): PathIds3<ChapterId, CardId, CardImageId>,
) -> Result<Response, Problem> {
    let card = cards::find(&store, chapter, id).await?;
    if card.and_then(|card| card.image).map(|shown| shown.id) != Some(image) {
        return Err(Problem::not_found(ResourceKind::File));
    }
    redirect_to_picture(&store, &object::card_image(chapter, image), image).await
}

/// Creates the upload of a picture for a study card and returns its signed URL. The picture is shown after its check.
#[utoipa::path(
    post,
    path = "/api/courses/{code}/chapters/{chapterId}/cards/{cardId}/image",
    tag = "chapters",
    request_body = PictureDeclaration,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_card_image_upload(
    State(store): State<Store>,
    caller: Principal,
    PathIds3(code, chapter, card): PathIds3<CourseCode, ChapterId, CardId>,
    Body(body): Body<PictureDeclaration>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let (before, in_chapter) = card_in(&store, &code, chapter, card).await?;
    let draft = pictures::picture_upload_draft(
        &body,
        UploadTarget::CardImage { chapter, card },
        before.image.map(|image| image.id),
    )?;
    let is_seen = pictures::is_current(body.replaces.as_deref(), shown_image(&before).as_deref());
    pictures::reject_outdated_upload(&store, draft.id, is_seen).await?;
    let file_name = draft.file_name.clone();
    let ticket = pictures::create_upload(&store, &caller, draft).await?;
    let object = audit::card_label(&before.title, &in_chapter);
    record(&store, &caller, "create_card_image", card, object, None, Some(file_name)).await?;
    Ok(ticket)
}

/// Removes the picture of a study card.
#[utoipa::path(
    delete,
    path = "/api/courses/{code}/chapters/{chapterId}/cards/{cardId}/image",
    tag = "chapters",
    responses((status = 200, description = "Done", body = StudyChapter)),
)]
pub(crate) async fn remove_card_image(
    State(store): State<Store>,
    caller: Principal,
    PathIds3(code, chapter, card): PathIds3<CourseCode, ChapterId, CardId>,
    Query(RemovePictureQuery { replaces }): Query<RemovePictureQuery>,
) -> Result<Json<StudyChapter>, Problem> {
    let (before, in_chapter) = card_in(&store, &code, chapter, card).await?;
    let shown = shown_image(&before);
    pictures::reject_outdated_removal(replaces.as_deref(), shown.as_deref())?;
    cards::remove_image(&store, chapter, card, before.image, Timestamp::now()).await?;
    let object = audit::card_label(&before.title, &in_chapter);
    record(&store, &caller, "remove_card_image", card, object, None, None).await?;
    deck(&store, &code, chapter).await
}

fn shown_image(card: &cards::Card) -> Option<String> {
    card.image.map(|image| image_url(card.chapter, card.id, image.id))
}

/// Returns a card and its chapter. The chapter must belong to this course, or have come from it in a merge.
async fn card_in(
    store: &Store,
    code: &CourseCode,
    chapter: ChapterId,
    id: CardId,
) -> Result<(cards::Card, chapters::Chapter), Problem> {
    let card = cards::find(store, chapter, id).await?.ok_or_else(|| Problem::not_found(ResourceKind::Card))?;
    Ok((card, chapters::get(store, code, chapter).await?))
}

async fn deck(store: &Store, code: &CourseCode, chapter: ChapterId) -> Result<Json<StudyChapter>, Problem> {
    Ok(Json(cards::get_with_chapter(store, code, chapter).await?.into()))
}

/// Formats the position of a moved card for the audit log.
fn place(deck: &ChapterCards, card: CardId) -> String {
    let place = deck.cards.iter().position(|each| each.id == card).map_or(0, |place| place + 1);
    format!("place {place} of {}", deck.cards.len())
}
