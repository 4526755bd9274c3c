//! Counts and the values they should have.

use std::collections::HashMap;

use model::ids::UserId;
use model::keys::{self, Key};
use wasm_core::album::AlbumId;

use super::CounterDrift;
use crate::library::audio::AudioNote;
use crate::library::courses::Course;
use crate::library::shelves::Shelf;
use crate::mine::likes::LikeTarget;
use crate::study::chapters::Chapter;
use crate::study::personal_cards::{self, PersonalCardTotals};

/// A stored count and its correct value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Count {
    pub(super) record: Key,
    pub(super) name: &'static str,
    pub(super) stored: u64,
    pub(super) actual: u64,
    /// True for likes: those of deleted accounts still count, so a higher stored value is correct.
    may_be_more: bool,
}

impl Count {
    pub(super) fn is_wrong(&self) -> bool {
        if self.may_be_more { self.stored < self.actual } else { self.stored != self.actual }
    }

    pub(super) fn as_drift(&self) -> CounterDrift {
        CounterDrift {
            record: self.record.to_string(),
            count: self.name.to_owned(),
            says: self.stored,
            is: self.actual,
        }
    }

    fn exact(record: Key, name: &'static str, says: u64, is: u64) -> Self {
        Self { record, name, stored: says, actual: is, may_be_more: false }
    }

    pub(super) fn notes(course: &Course, notes: u64) -> Self {
        Self::exact(keys::course::primary(&course.code), "note_count", u64::from(course.note_count), notes)
    }

    pub(super) fn album(album: AlbumId, says: u32, notes: u64) -> Self {
        Self::exact(keys::album::primary(album), "notes", u64::from(says), notes)
    }

    pub(super) fn cards(chapter: &Chapter, cards: u64) -> Self {
        let record = keys::chapter::primary(&chapter.course, chapter.id);
        Self::exact(record, "card_count", u64::from(chapter.card_count), cards)
    }

    pub(super) fn personal_cards(
        owner: &UserId,
        says: PersonalCardTotals,
        cards: u64,
        picture_bytes: u64,
    ) -> [Self; 2] {
        let record = || keys::student::primary(owner);
        [
            Self::exact(record(), personal_cards::COUNT_ATTRIBUTE, u64::from(says.cards), cards),
            Self::exact(record(), personal_cards::PICTURE_BYTES_ATTRIBUTE, says.picture_bytes, picture_bytes),
        ]
    }

    pub(super) fn shelf(shelf: &Shelf, audio: &[AudioNote]) -> [Self; 3] {
        let record = || keys::shelf::primary(shelf.id);
        let secs = audio.iter().filter_map(|audio| audio.file.media.duration_secs).map(u64::from).sum();
        let unknown = audio.iter().filter(|audio| audio.file.media.duration_secs.is_none()).count();
        [
            Self::exact(record(), "episodes", u64::from(shelf.episodes), as_u64(audio.len())),
            Self::exact(record(), "total_secs", shelf.total_secs, secs),
            Self::exact(record(), "unknown", u64::from(shelf.unknown), as_u64(unknown)),
        ]
    }

    pub(super) fn likes(record: Key, says: u32, found: u64) -> Self {
        Self { record, name: "likes", stored: u64::from(says), actual: found, may_be_more: true }
    }
}

/// Number of likes found per item.
#[derive(Debug, Default)]
pub(super) struct Likes(HashMap<LikeTarget, u64>);

impl Likes {
    pub(super) fn add(&mut self, target: LikeTarget) {
        *self.0.entry(target).or_default() += 1;
    }

    pub(super) fn of(&self, target: &LikeTarget) -> u64 {
        self.0.get(target).copied().unwrap_or(0)
    }
}

pub(super) fn as_u64(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
