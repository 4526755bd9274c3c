//! Wire types of highlights.

use serde::{Deserialize, Serialize};
use store::Sha256Hash;
use store::highlights::{self, Colour, JOINED_REMARK_MAX_CHARS};
use utoipa::ToSchema;
use wasm_core::limits::{HIGHLIGHT_CONTEXT_MAX_CHARS, HIGHLIGHT_QUOTE_MAX_CHARS, HIGHLIGHT_REMARK_MAX_CHARS};

use crate::http::wire::{InvalidField, check_max_chars, check_page};

/// Colour of a highlight.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum HighlightColour {
    Yellow,
    Green,
    Blue,
    Pink,
}

/// Content of a highlight: its text as a W3C Web Annotation text quote selector, its colour and its remark.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HighlightContent {
    /// SHA-256 of the file in which the text was last found.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// Number of the page on which the text was last found, from 1.
    #[schema(example = 7)]
    pub page: u32,
    /// Highlighted text, at most 1,000 characters.
    #[schema(example = "A subject notifies its observers")]
    pub quote: String,
    /// Text before the highlight, at most 64 characters.
    #[schema(example = "the pattern: ")]
    pub prefix: String,
    /// Text after the highlight, at most 64 characters.
    #[schema(example = " when it changes.")]
    pub suffix: String,
    pub colour: HighlightColour,
    /// The student's remark, at most 2,000 characters; empty without one.
    #[schema(example = "Compare with the mediator.")]
    pub remark: String,
}
const _: () = assert!(
    HIGHLIGHT_QUOTE_MAX_CHARS == 1000 && HIGHLIGHT_CONTEXT_MAX_CHARS == 64 && HIGHLIGHT_REMARK_MAX_CHARS == 2000
);

/// Fields of a highlight as the device had them before the change.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HighlightBase {
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    #[schema(example = 7)]
    pub page: u32,
    pub colour: HighlightColour,
    #[schema(example = "")]
    pub remark: String,
}

/// A new highlight, or changed fields of an existing one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutHighlight {
    #[serde(flatten)]
    pub mark: HighlightContent,
    /// Version that the change is based on. Only fields that differ from it are changed. Absent for a new highlight.
    pub before: Option<HighlightBase>,
}

/// A highlight after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedHighlight {
    pub highlight: Highlight,
    /// Whether the remark was changed on another device as well, and has both texts.
    pub has_both_remarks: bool,
}

/// A highlight in a note.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Highlight {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub id: String,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: String,
    /// Title of the note at the time of the highlight.
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    /// Course code at that time. If the course was merged since then, the code of the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course: Option<String>,
    pub mark: HighlightContent,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub made_at: String,
}

fn file_hash(field: &'static str, sha256: &str) -> Result<Sha256Hash, InvalidField> {
    sha256.parse().map_err(|_| (field, "Name the file by its SHA-256.".to_owned()))
}

impl PutHighlight {
    /// Converts the request to a highlight and the version that it is based on.
    ///
    /// # Errors
    /// The field that is invalid, and why.
    pub(crate) fn into_store(
        self,
    ) -> Result<(highlights::HighlightContent, Option<highlights::HighlightBase>), InvalidField> {
        let PutHighlight { mark, before } = self;
        // A joined remark has the texts of two devices and may be longer. It must remain editable.
        let is_joined = before.as_ref().is_some_and(|seen| seen.remark.chars().count() > HIGHLIGHT_REMARK_MAX_CHARS);
        let remark_max = if is_joined { JOINED_REMARK_MAX_CHARS } else { HIGHLIGHT_REMARK_MAX_CHARS };
        Ok((mark.into_store(remark_max)?, before.map(HighlightBase::into_store).transpose()?))
    }
}

impl HighlightBase {
    fn into_store(self) -> Result<highlights::HighlightBase, InvalidField> {
        let HighlightBase { sha256, page, colour, remark } = self;
        check_max_chars("before.remark", &remark, JOINED_REMARK_MAX_CHARS)?;
        Ok(highlights::HighlightBase {
            sha256: file_hash("before.sha256", &sha256)?,
            page,
            colour: colour.into(),
            remark,
        })
    }
}

impl HighlightContent {
    fn into_store(self, remark_max: usize) -> Result<highlights::HighlightContent, InvalidField> {
        check_max_chars("quote", &self.quote, HIGHLIGHT_QUOTE_MAX_CHARS)?;
        check_max_chars("prefix", &self.prefix, HIGHLIGHT_CONTEXT_MAX_CHARS)?;
        check_max_chars("suffix", &self.suffix, HIGHLIGHT_CONTEXT_MAX_CHARS)?;
        check_max_chars("remark", &self.remark, remark_max)?;
        if self.quote.trim().is_empty() {
            return Err(("quote", "Highlight at least one word.".to_owned()));
        }
        check_page("page", self.page)?;
        let sha256 = file_hash("sha256", &self.sha256)?;
        let HighlightContent { page, quote, prefix, suffix, colour, remark, .. } = self;
        Ok(highlights::HighlightContent { sha256, page, quote, prefix, suffix, colour: colour.into(), remark })
    }
}

impl From<highlights::HighlightContent> for HighlightContent {
    fn from(mark: highlights::HighlightContent) -> Self {
        let highlights::HighlightContent { sha256, page, quote, prefix, suffix, colour, remark } = mark;
        HighlightContent { sha256: sha256.to_string(), page, quote, prefix, suffix, colour: colour.into(), remark }
    }
}

impl From<HighlightColour> for Colour {
    fn from(colour: HighlightColour) -> Self {
        match colour {
            HighlightColour::Yellow => Colour::Yellow,
            HighlightColour::Green => Colour::Green,
            HighlightColour::Blue => Colour::Blue,
            HighlightColour::Pink => Colour::Pink,
        }
    }
}

impl From<Colour> for HighlightColour {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Yellow => HighlightColour::Yellow,
            Colour::Green => HighlightColour::Green,
            Colour::Blue => HighlightColour::Blue,
            Colour::Pink => HighlightColour::Pink,
        }
    }
}

impl From<highlights::Highlight> for Highlight {
    fn from(highlight: highlights::Highlight) -> Self {
        Highlight {
            id: highlight.id.to_string(),
            note_id: highlight.note.to_string(),
            title: highlight.title,
            course: highlight.course.map(|course| course.to_string()),
            mark: highlight.mark.into(),
            made_at: highlight.made_at.to_string(),
        }
    }
}

impl From<highlights::SavedHighlight> for SavedHighlight {
    fn from(highlights::SavedHighlight { highlight, has_both_remarks }: highlights::SavedHighlight) -> Self {
        SavedHighlight { highlight: highlight.into(), has_both_remarks }
    }
}
