//! Personal cards of the caller.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use store::expected_picture::SeenPicture;
use store::personal_cards::{self, PersonalCardEdit};
use store::uploads::UploadTarget;
use store::{CardId, CardImageId, ChapterId, ResourceKind, Store, Timestamp};
use wasm_core::course::CourseCode;
use wasm_core::forms;
use wasm_core::limits::OWN_CARD_PICTURES_MAX_BYTES;

use crate::console::uploads::wire::UploadTicket;
use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, ParsePathId as _, PathId, PathIds, PathIds3, Query};
use crate::http::problem::{Problem, ProblemCode};
use crate::http::wire::page::Page;
use crate::library::courses::viewer;
use crate::library::pictures::{
    self,
    wire::{PictureDeclaration, RemovePictureQuery},
};
use crate::state::ApiState;
use crate::study::personal_cards::wire::{
    CardSource, PersonalCard, PersonalCardCounts, PutPersonalCardRequest, RemovePersonalCardQuery, RemovedPersonalCard,
    SavedPersonalCard,
};

/// Maximum number of cards per page. A page has fewer if long cards exceed the 1 MB of one query.
const PAGE_CARDS: u32 = 500;

/// Lists the courses in which the caller has personal cards, with the total number of cards.
#[utoipa::path(
    get,
    path = "/api/me/cards",
    tag = "own-cards",
    responses((status = 200, description = "Done", body = PersonalCardCounts)),
)]
pub(crate) async fn list_personal_card_counts(
    State(store): State<Store>,
    caller: Principal,
) -> Result<Json<PersonalCardCounts>, Problem> {
    let courses = personal_cards::list_courses(&store, &caller.uid).await?;
    // A caller without cards may have no profile yet, so do not read it.
    let totals = if courses.is_empty() {
        personal_cards::PersonalCardTotals::default()
    } else {
        personal_cards::totals(&store, &caller.uid).await?
    };
    Ok(Json(PersonalCardCounts::of(courses, totals)))
}

/// Lists the caller's personal cards in a course, oldest first, even if the course no longer exists. A page has at most
/// 500.
#[utoipa::path(
    get,
    path = "/api/me/cards/{code}",
    tag = "own-cards",
    responses((status = 200, description = "Done", body = Page<PersonalCard>)),
)]
pub(crate) async fn list_personal_cards(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<PersonalCard>>, Problem> {
    Ok(Json(personal_cards::list_for_course(&store, &caller.uid, &code, cursor.as_ref(), PAGE_CARDS).await?.into()))
}

/// Creates a personal card, or updates its text. The picture does not change.
#[utoipa::path(
    put,
    path = "/api/me/cards/{code}/{cardId}",
    tag = "own-cards",
    request_body = PutPersonalCardRequest,
    params(("cardId" = String, Path, description = "ULID chosen by the client", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")),
    responses((status = 200, description = "Done", body = SavedPersonalCard), (status = 409)),
)]
pub(crate) async fn put_personal_card(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, id): PathIds<CourseCode, CardId>,
    Body(body): Body<PutPersonalCardRequest>,
) -> Result<Json<SavedPersonalCard>, Problem> {
    let draft = forms::validate_card(&body.title, &body.content, body.image_alt.as_deref().unwrap_or_default())?;
    let named = |id: &str| ChapterId::parse_name(id).ok_or_else(|| Problem::not_found(ResourceKind::Chapter));
    let chapter = body.chapter_id.as_deref().map(named).transpose()?;
    let source = body.source.map(CardSource::into_store).transpose();
    let source = source.map_err(|(field, why)| Problem::field(field, "invalid", why))?;
    let said = PersonalCardEdit { draft, chapter, source, version: body.version };
    let viewer = viewer(Some(&caller));
    Ok(Json(personal_cards::put(&store, &caller.uid, viewer, &code, id, said, Timestamp::now()).await?.into()))
}

/// Deletes a personal card with its picture, unless it has another version than the caller saw. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/me/cards/{code}/{cardId}",
    tag = "own-cards",
    responses((status = 200, description = "Done", body = RemovedPersonalCard), (status = 409)),
)]
pub(crate) async fn remove_personal_card(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, id): PathIds<CourseCode, CardId>,
    Query(RemovePersonalCardQuery { version }): Query<RemovePersonalCardQuery>,
) -> Result<Json<RemovedPersonalCard>, Problem> {
    let edition = personal_cards::remove(&store, &caller.uid, &code, id, version).await?;
    Ok(Json(RemovedPersonalCard { edition }))
}

/// Creates the upload of a picture for a personal card and returns its signed URL. The picture is shown after its
/// check.
#[utoipa::path(
    post,
    path = "/api/me/cards/{code}/{cardId}/image",
    tag = "own-cards",
    request_body = PictureDeclaration,
    responses((status = 201, description = "Created", body = UploadTicket), (status = 409)),
)]
pub(crate) async fn create_personal_card_image_upload(
    State(state): State<ApiState>,
    caller: Principal,
    PathIds(code, id): PathIds<CourseCode, CardId>,
    Body(body): Body<PictureDeclaration>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let store = state.store();
    let card = personal_cards::find_following_merges(store, &caller.uid, &code, id).await?;
    let card = card.ok_or_else(|| Problem::not_found(ResourceKind::Card))?;
    state.check_rate_limit(&state.rate_limits().personal_card_picture, &caller.uid).await?;
    if !personal_cards::has_room(store, &caller.uid).await? {
        return Err(no_room_left());
    }
    let image = card.image.map(|image| image.id);
    let draft = pictures::picture_upload_draft(
        &body,
        UploadTarget::PersonalCardImage { course: card.course, card: card.id },
        image,
    )?;
    let seen = body.replaces.as_deref().map(image_id_in);
    let is_seen = pictures::is_current(seen, image.map(|image| image.to_string()).as_deref());
    pictures::reject_outdated_upload(store, draft.id, is_seen).await?;
    pictures::create_upload(store, &caller, draft).await
}

/// Returns the image id in the URL of an image. Only the id is compared, because a merge changes the course in the URL.
fn image_id_in(url: &str) -> &str {
    url.rsplit('/').next().unwrap_or_default()
}

fn no_room_left() -> Problem {
    let max = OWN_CARD_PICTURES_MAX_BYTES / 1024 / 1024;
    let detail = format!("The pictures on your cards have reached the limit of {max} MB. Remove one first.");
    Problem::new(ProblemCode::LimitReached, detail)
}

/// Removes the picture of a personal card. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/me/cards/{code}/{cardId}/image",
    tag = "own-cards",
    responses((status = 200, description = "Done", body = SavedPersonalCard), (status = 409)),
)]
pub(crate) async fn remove_personal_card_image(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, id): PathIds<CourseCode, CardId>,
    Query(RemovePictureQuery { replaces }): Query<RemovePictureQuery>,
) -> Result<Json<SavedPersonalCard>, Problem> {
    let seen = replaces.as_deref().map(|url| SeenPicture::new(Some(image_id_in(url))));
    Ok(Json(
        personal_cards::remove_image(&store, &caller.uid, &code, id, seen.as_ref(), Timestamp::now()).await?.into(),
    ))
}

/// Returns the picture of a personal card as a file. A redirect to a URL of the file would also work for other users.
#[utoipa::path(
    get,
    path = "/api/me/cards/{code}/{cardId}/images/{imageId}",
    tag = "own-cards",
    responses((status = 200, description = "Done", body = String, content_type = "image/jpeg")),
)]
pub(crate) async fn get_personal_card_image(
    State(store): State<Store>,
    caller: Principal,
    PathIds3(code, id, image): PathIds3<CourseCode, CardId, CardImageId>,
) -> Result<Response, Problem> {
    let bytes = personal_cards::read_image_file(&store, &caller.uid, &code, id, image).await?;
    Ok(([(CONTENT_TYPE, "image/jpeg")], bytes).into_response())
}

#[cfg(test)]
mod tests {
    use super::no_room_left;

    #[test]
    fn personal_card_error_states_the_remaining_image_storage() {
        let said = format!("{:?}", no_room_left());
        assert!(said.contains("the limit of 50 MB"), "{said}");
    }
}
