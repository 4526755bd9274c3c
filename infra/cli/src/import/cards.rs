//! Chapters and their cards.

use serde_json::json;
use ureq::http::Method;

use super::{Import, Place, differing};
use crate::course::format::{Card, Chapter};
use crate::course::wire;
use crate::failure::Failure;
use crate::report::FileResult;
use crate::upload::states::derived_id;

impl Import<'_> {
    /// Makes or completes a chapter and its cards. Cards that only the site has stay.
    ///
    /// # Errors
    /// A failure after which nothing else can succeed.
    pub(super) fn chapter(&mut self, chapter: &Chapter) -> Result<(), Failure> {
        let (code, part) = (self.code.to_string(), format!("Chapter {}", chapter.number));
        let done = self.chapter_and_cards(chapter);
        self.or_row(&Place { file: "chapter", place: &code, part: &part }, done)
    }

    fn chapter_and_cards(&mut self, chapter: &Chapter) -> Result<(), Failure> {
        let (code, part) = (self.code.to_string(), format!("Chapter {}", chapter.number));
        let found = self.find_chapter(chapter.number)?;
        let result = match &found {
            None => self.new_chapter(chapter),
            Some(there) => self.existing_chapter(there, chapter),
        };
        let is_refused = result.is_err();
        self.row(&Place { file: "chapter", place: &code, part: &part }, result)?;
        if is_refused {
            return Ok(());
        }
        // In a dry run, a new chapter does not exist.
        let chapter_id = match found {
            Some(there) => Some(there.id),
            None if self.options.dry_run => None,
            None => self.find_chapter(chapter.number)?.map(|there| there.id),
        };
        let mut there = match &chapter_id {
            Some(id) => self.client.get::<wire::StudyChapter>(&self.path(id))?.cards,
            None => Vec::new(),
        };
        for (number, card) in (1..).zip(&chapter.cards) {
            self.card(chapter, chapter_id.as_deref(), number, card, &mut there)?;
        }
        Ok(())
    }

    fn path(&self, chapter_id: &str) -> String {
        format!("/courses/{}/chapters/{chapter_id}", self.code)
    }

    fn find_chapter(&self, number: u32) -> Result<Option<wire::Chapter>, Failure> {
        if !self.exists {
            return Ok(None);
        }
        let there: wire::Chapters = self.client.get(&format!("/courses/{}/chapters", self.code))?;
        Ok(there.items.into_iter().find(|one| one.number == number))
    }

    fn new_chapter(&self, chapter: &Chapter) -> Result<FileResult, Failure> {
        if self.options.dry_run {
            return Ok(FileResult::New);
        }
        let Chapter { number, title, description, .. } = chapter;
        let body = json!({ "number": number, "title": title, "description": description });
        self.change(&Method::POST, &format!("/courses/{}/chapters", self.code), &body)?;
        Ok(FileResult::Published)
    }

    fn existing_chapter(&self, there: &wire::Chapter, chapter: &Chapter) -> Result<FileResult, Failure> {
        let Chapter { number, title, description, .. } = chapter;
        let fields = [("title", there.title == *title), ("description", there.description == *description)];
        self.existing(&differing(&fields), || {
            let body = json!({
                "number": number, "title": title, "description": description, "version": there.version,
            });
            self.change(&Method::PATCH, &self.path(&there.id), &body)
        })
    }

    /// Makes or completes a card. `there` are the cards of the chapter that no earlier card of the export is.
    fn card(
        &mut self,
        chapter: &Chapter,
        chapter_id: Option<&str>,
        number: u32,
        card: &Card,
        there: &mut Vec<wire::Card>,
    ) -> Result<(), Failure> {
        let name = format!("card {number}");
        let (code, part) = (self.code.to_string(), format!("Chapter {}", chapter.number));
        let place = Place { file: &name, place: &code, part: &part };
        let is_same = |one: &wire::Card| one.title == card.front && one.content == card.back;
        let same = there.iter().position(is_same);
        // A card with the same front and another back is the same card with another text, unless it is another card of
        // the export.
        let is_other =
            |one: &wire::Card| chapter.cards.iter().any(|other| one.title == other.front && one.content == other.back);
        let alike = || there.iter().position(|one| one.title == card.front && !is_other(one));
        // The chapter is part of the id, so a card can be made again after its chapter was deleted.
        let id = chapter_id.map(|chapter_id| {
            derived_id(&["note-ninja import card", chapter_id, &number.to_string(), &card.front, &card.back])
        });
        // An earlier run has made this card, and an administrator has changed its front.
        let by_id = || there.iter().position(|one| id.as_ref().is_some_and(|id| one.id.eq_ignore_ascii_case(id)));
        let found = same.or_else(alike).or_else(by_id).map(|at| there.remove(at));
        let shown_alt = found.as_ref().and_then(|one| Some(one.image.as_ref()?.alt.clone()));
        // A picture that only the site has keeps its text alternative.
        let exported_alt = card.picture.as_ref().map(|picture| picture.alt.clone());
        let alt = exported_alt.or_else(|| shown_alt.clone()).unwrap_or_default();
        let current = found.as_ref().and_then(|one| one.image.as_ref()).map(|image| image.url.clone());
        let (card_id, result) = match (&found, chapter_id) {
            (Some(one), Some(chapter_id)) => {
                let is_same_alt = shown_alt.is_none_or(|shown| shown == alt);
                let fields = [
                    ("front", one.title == card.front),
                    ("back", one.content == card.back),
                    ("text alternative", is_same_alt),
                ];
                let result = self.existing(&differing(&fields), || {
                    let body = json!({
                        "title": card.front, "content": card.back, "imageAlt": alt, "version": one.version,
                    });
                    self.change(&Method::PATCH, &format!("{}/cards/{}", self.path(chapter_id), one.id), &body)
                });
                (Some(one.id.clone()), result)
            }
            (None, Some(chapter_id)) if !self.options.dry_run => {
                let body = json!({ "id": id, "title": card.front, "content": card.back, "imageAlt": alt });
                let made = self.change(&Method::POST, &format!("{}/cards", self.path(chapter_id)), &body);
                (id, made.map(|()| FileResult::Published))
            }
            _ => (None, Ok(FileResult::New)),
        };
        let is_refused = result.is_err();
        self.row(&place, result)?;
        let Some(picture) = card.picture.as_ref().filter(|_| !is_refused) else { return Ok(()) };
        let result = match (card_id, chapter_id) {
            (Some(card_id), Some(chapter_id)) => {
                let path = format!("{}/cards/{card_id}/image", self.path(chapter_id));
                self.picture(&path, current.as_deref(), &picture.file, self.options.replace)
            }
            _ => Ok(FileResult::New),
        };
        self.row(&Place { file: &picture.file.path, ..place }, result)
    }
}
