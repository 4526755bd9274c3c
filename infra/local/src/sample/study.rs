//! Sample chapters and their study cards.

use std::path::{Path, PathBuf};

use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::json;

use super::{Filler, sample_id};
use crate::LocalError;

/// One chapter in `infra/sample/cards.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SampleChapter {
    course_code: String,
    number: u32,
    pub(super) title: String,
    #[serde(default)]
    description: String,
    cards: Vec<SampleCard>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SampleCard {
    title: String,
    content: String,
    #[serde(default)]
    image_alt: String,
    /// Image file beside `cards.json`.
    image: Option<PathBuf>,
}

impl Filler {
    /// Creates a chapter with its cards. Skips a chapter whose number is already taken.
    pub(super) async fn chapter(&self, token: &str, folder: &Path, chapter: &SampleChapter) -> Result<(), LocalError> {
        let SampleChapter { course_code, number, title, description, cards } = chapter;
        let id = sample_id(u64::from(*number), &format!("{course_code}\n{number}"));
        let chapters = format!("/api/courses/{course_code}/chapters");
        let body = json!({"id": id, "number": number, "title": title, "description": description});
        let (status, answer, _) = self.try_send(self.as_user(Method::POST, &chapters, token).json(&body)).await?;
        if status == StatusCode::CONFLICT {
            return Ok(());
        }
        if !status.is_success() {
            return Err(LocalError::Setup(format!("Sample content: the chapter '{title}' was refused: {answer}")));
        }
        for (place, card) in cards.iter().enumerate() {
            let card_id = sample_id(place as u64, &format!("{id}\n{}", card.title));
            let path = format!("{chapters}/{id}/cards");
            let body = json!({
                "id": card_id,
                "title": card.title,
                "content": card.content,
                "imageAlt": card.image_alt,
            });
            self.send(self.as_user(Method::POST, &path, token).json(&body)).await?;
            if let Some(image) = &card.image {
                let upload = sample_id(place as u64, &format!("{card_id}\n{}", image.display()));
                let body = json!({"id": upload, "contentType": "image/png"});
                self.upload(token, &format!("{path}/{card_id}/image"), &folder.join(image), body).await?;
            }
        }
        Ok(())
    }
}
