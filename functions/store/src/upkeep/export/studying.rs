//! Export of study data.

use model::error::Result;
use model::ids::{CardId, ChapterId};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::study::{Fact, Rating, What};

use crate::study::log::Batch;
use crate::study::own_cards::OwnCard;

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
pub(super) struct StudyWanted {
    new_a_day: u32,
    reviews_a_day: u32,
    retention_percent: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
pub(super) struct ExamSet {
    course: CourseCode,
    date: String,
    time: Option<String>,
    #[serde(default)]
    title: String,
    retention_percent: u8,
    changed_at: Timestamp,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    set_aside: Vec<SetAside>,
}

/// The exam of a merged course.
#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct SetAside {
    course: CourseCode,
    date: String,
    time: Option<String>,
    #[serde(default)]
    title: String,
    retention_percent: u8,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnCardWritten {
    card_id: CardId,
    course: CourseCode,
    #[serde(skip_serializing_if = "Option::is_none")]
    chapter_id: Option<ChapterId>,
    front: String,
    back: String,
    /// Path of the image for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    picture_shows: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl OwnCardWritten {
    pub(super) fn of(card: OwnCard) -> Self {
        let picture = card.image.map(|image| format!("/api/me/cards/{}/{}/images/{}", card.course, card.id, image.id));
        Self {
            card_id: card.id,
            course: card.course,
            chapter_id: card.chapter,
            front: card.title,
            back: card.content,
            picture,
            picture_shows: card.image_alt,
            created_at: card.created_at,
            updated_at: card.updated_at,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StudiedTogether {
    facts: Vec<Studied>,
    received_at: Timestamp,
}

impl StudiedTogether {
    pub(super) fn of(batch: &Batch) -> Result<Self> {
        let facts = batch.read()?.iter().map(Studied::from).collect();
        Ok(Self { facts, received_at: batch.received_at })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Studied {
    card_id: String,
    act: &'static str,
    at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    took_ms: Option<u32>,
}

impl From<&Fact> for Studied {
    fn from(fact: &Fact) -> Self {
        let (act, took_ms) = match fact.what {
            What::Review { rating, took_ms } => (answer(rating), Some(took_ms)),
            What::Undo { .. } => ("undo", None),
            What::Suspend => ("suspend", None),
            What::Unsuspend => ("unsuspend", None),
            What::Bury => ("bury", None),
        };
        let secs = i64::try_from(fact.when_ms / 1000).ok();
        let at = secs.and_then(|secs| Timestamp::from_epoch_secs(secs).ok());
        Studied { card_id: fact.card.to_string(), act, at, took_ms }
    }
}

fn answer(rating: Rating) -> &'static str {
    match rating {
        Rating::Again => "again",
        Rating::Hard => "hard",
        Rating::Good => "good",
        Rating::Easy => "easy",
    }
}
