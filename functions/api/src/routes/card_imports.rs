//! Many study cards at once.

use axum::Json;
use axum::extract::State;
use store::cards::{self, ManyCard};
use store::{ChapterId, Store, Timestamp};
use wasm_core::course::CourseCode;
use wasm_core::forms;
use wasm_core::limits::CARD_BATCH_MAX;

use crate::auth::caller::Caller;
use crate::extract::{Json as Body, Names};
use crate::problem::Problem;
use crate::routes::record;
use crate::wire::study::{Chapter, ImportCard, ImportCardsRequest};

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
    let cards = body.cards.iter().map(many_card).collect::<Result<Vec<_>, _>>()?;
    let deck = cards::add_many(&store, &code, chapter, &cards, Timestamp::now()).await?;
    record(&store, &caller, "import_cards", chapter, None, Some(format!("{} cards", cards.len()))).await?;
    Ok(Json(deck.chapter.into()))
}

fn many_card(card: &ImportCard) -> Result<ManyCard, Problem> {
    let id = card.id.parse().map_err(|_| Problem::field("id", "invalid", "An id is a ULID: 26 letters and digits."))?;
    let draft = forms::card_draft(&card.title, &card.content, "")?;
    Ok(ManyCard { id, draft, image: None })
}
