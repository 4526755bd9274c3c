//! Study cards: a front and a back, in the order that an administrator gave them.
//!
//! Each card is an item of its chapter's partition. How many there are moves in the transaction that moves a card, and
//! the chapter's edition makes two changes of the order at once impossible.

mod edit;
mod image;
mod many;
mod order;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, attribute};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Put, Update};
use model::error::{Error, Noun, Result};
use model::ids::{CardId, CardImageId, ChapterId};
use model::keys;
use model::rank::Rank;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits::CARDS_MAX;

use crate::study::chapters::{self, Chapter};

pub use edit::{CardEdit, edit, remove};
pub use image::{remove_image, remove_image_file, set_image};
pub use many::{ManyCard, add_many, missing, remove_many};
pub use order::reorder;
pub use wasm_core::forms::CardDraft;

/// A study card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Id.
    pub id: CardId,
    /// Its chapter.
    pub chapter: ChapterId,
    /// The course of its chapter.
    pub course: CourseCode,
    /// What is on the front, as Markdown with formulas.
    pub title: String,
    /// What is on the back, as Markdown with formulas.
    pub content: String,
    /// The picture on the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<CardImage>,
    /// What the picture shows, for those who cannot see it; possibly empty.
    #[serde(default)]
    pub image_alt: String,
    /// Grows when its text changes.
    pub version: u32,
    pub(crate) rank: Rank,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Entity for Card {
    const ENTITY: &'static str = "study_card";
    const SCHEMA: u32 = 1;
}

/// The picture on a card. Its size is known, so that a page can keep room for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardImage {
    /// Id.
    pub id: CardImageId,
    /// Width, in pixels.
    pub width_px: u32,
    /// Height, in pixels.
    pub height_px: u32,
}

/// A chapter and its cards, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// The chapter.
    pub chapter: Chapter,
    /// Its cards.
    pub cards: Vec<Card>,
}

/// A card that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCard {
    /// Id, from the client or made by the server.
    pub id: CardId,
    /// What it says, as `forms::card_draft` gave it.
    pub draft: CardDraft,
    /// Its place, from 1; without one, or behind the last place, it comes last.
    pub order: Option<u32>,
}

impl Deck {
    fn position(&self, card: CardId) -> Option<usize> {
        self.cards.iter().position(|each| each.id == card)
    }

    fn ranks(&self) -> Vec<&Rank> {
        self.cards.iter().map(|card| &card.rank).collect()
    }
}

/// A chapter and its cards, in their order: at most `CARDS_MAX`. 2 reads at once, 100 units of the second for 200 long
/// cards.
///
/// # Errors
/// `NotFound(Chapter)`, also when it is one of another course.
pub async fn deck(store: &Store, course: &CourseCode, chapter: ChapterId) -> Result<Deck> {
    let (chapter, cards) = tokio::join!(chapters::get(store, course, chapter), all_of(store, chapter));
    Ok(Deck { chapter: chapter?, cards: cards? })
}

/// The cards of a chapter, in their order, whether or not the chapter is still there. 1 read.
pub(crate) async fn all_of(store: &Store, chapter: ChapterId) -> Result<Vec<Card>> {
    let range = keys::chapter::cards(chapter);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    let mut cards = items.into_iter().map(decode).collect::<Result<Vec<Card>>>()?;
    cards.sort_by(|one, other| (&one.rank, one.id).cmp(&(&other.rank, other.id)));
    Ok(cards)
}

/// One card, if there is one. 1 read.
pub async fn find(store: &Store, chapter: ChapterId, id: CardId) -> Result<Option<Card>> {
    table::find(store, keys::chapter::card(chapter, id)).await
}

/// One card. 1 read.
///
/// # Errors
/// `NotFound(Card)`.
pub async fn get(store: &Store, chapter: ChapterId, id: CardId) -> Result<Card> {
    find(store, chapter, id).await?.ok_or(Error::NotFound(Noun::Card))
}

/// Puts a new card into a chapter and answers the cards as they are then; putting the same one again changes nothing.
/// Cards that are added at the same time all count. Conditions: the chapter is there and has room. 4 reads, 4 writes.
///
/// # Errors
/// `NotFound(Chapter)`; `LimitReached`.
pub async fn add(
    store: &Store,
    course: &CourseCode,
    chapter: ChapterId,
    new: &NewCard,
    now: Timestamp,
) -> Result<Deck> {
    let mut retry = Retry::new();
    loop {
        let read = deck(store, course, chapter).await?;
        if read.position(new.id).is_some() {
            return Ok(read);
        }
        if read.cards.len() >= CARDS_MAX {
            let max = u32::try_from(CARDS_MAX).unwrap_or(u32::MAX);
            return Err(Error::LimitReached { limit: "CARDS_MAX", max });
        }
        let last = read.cards.len();
        let place = new.order.map_or(last, |order| usize::try_from(order.saturating_sub(1)).unwrap_or(last).min(last));
        match Rank::at(&read.ranks(), place, new.id.ulid()).filter(|rank| !rank.is_long()) {
            None => order::renew(store, &read).await?,
            Some(rank) => {
                if insert(store, &read.chapter, new, rank, now).await? {
                    return deck(store, course, chapter).await;
                }
            }
        }
        retry.wait().await?;
    }
}

/// `false` when the cards are not as they were read.
async fn insert(store: &Store, chapter: &Chapter, new: &NewCard, rank: Rank, now: Timestamp) -> Result<bool> {
    let NewCard { id, draft, .. } = new;
    let card = Card {
        id: *id,
        chapter: chapter.id,
        course: chapter.course,
        title: draft.title.clone(),
        content: draft.content.clone(),
        image: None,
        image_alt: draft.image_alt.clone(),
        version: 1,
        rank,
        created_at: now,
        updated_at: now,
    };
    let put = Put::of(&card, keys::chapter::card(chapter.id, card.id)).when(absent());
    let mut transaction = Transaction::default();
    transaction.add("card", put);
    transaction.add("chapter", next_edition(chapter).add("card_count", 1));
    Ok(transaction.run(store).await? == Outcome::Done)
}

/// Starts an update of a chapter whose cards are as they were read; it counts as one more change of them.
fn next_edition(read: &Chapter) -> Update {
    Update::of(keys::chapter::primary(&read.course, read.id))
        .add("edition", 1)
        .when(attribute("edition").is(read.edition))
}
