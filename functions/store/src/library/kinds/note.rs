//! [`Content`] for course notes.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::transaction::Transaction;
use aws::write::Update;
use model::error::{Error, Result};
use model::ids::ProductId;
use model::keys::object::{self, ObjectKey};
use model::keys::{self, Key, Range};
use model::kind::ItemKind;
use wasm_core::course::CourseCode;

use crate::library::content::{AnyFile, Content, KindMetadata, PdfFileMetadata};
use crate::library::merges;
use crate::library::notes::Note;

impl Content for Note {
    type Metadata = PdfFileMetadata;

    const KIND: ItemKind = ItemKind::Note;
    const TRASHED: &'static str = "trashed_note";
    const TRASHED_AS: &'static str = "note";

    fields!();

    fn kind_metadata(&self) -> KindMetadata {
        let (note_type, chapter) = (Some(self.note_type.clone()), Some(self.chapter));
        KindMetadata { note_type, chapter, ..KindMetadata::default() }
    }

    /// The object key does not change: it contains the chapter at the time of the upload.
    fn set_kind_metadata(&mut self, KindMetadata { note_type, chapter, .. }: &KindMetadata) {
        if let Some(note_type) = note_type {
            self.note_type.clone_from(note_type);
        }
        if let Some(chapter) = chapter {
            self.chapter = *chapter;
        }
    }

    fn part(&self) -> String {
        format!("Chapter {}", self.chapter)
    }

    fn new_file_key(&self, product: ProductId, _extension: &'static str) -> ObjectKey {
        object::course_note(&self.course, self.chapter, product.into())
    }

    async fn file_with_metadata(&self, _store: &Store) -> Result<AnyFile> {
        Ok(AnyFile::Pdf(self.file.clone()))
    }

    fn place(&self) -> &str {
        self.course.as_str()
    }

    fn key(&self) -> Key {
        keys::note::primary(&self.course, self.id)
    }

    fn index_key(&self) -> Key {
        keys::note::index_key(self.id)
    }

    fn by_id(id: ProductId) -> Range {
        keys::note::by_id(id.into())
    }

    fn key_in(place: &str, id: ProductId) -> Result<Key> {
        let course = CourseCode::parse(place).map_err(|error| Error::Broken(error.into()))?;
        Ok(keys::note::primary(&course, id.into()))
    }

    fn trash_key(id: ProductId) -> Key {
        keys::trash::note(id.into())
    }

    fn count_in(&self, transaction: &mut Transaction) {
        transaction.add("place", Update::of(keys::course::primary(&self.course)).add("note_count", 1).when(exists()));
    }

    fn count_out(&self, transaction: &mut Transaction) {
        let counted = attribute("note_count").is_at_least(1);
        transaction.add("place", Update::of(keys::course::primary(&self.course)).add("note_count", -1).when(counted));
    }

    async fn follow_merge(&mut self, store: &Store) -> Result<bool> {
        let course = merges::resolve(store, &self.course).await?;
        Ok(std::mem::replace(&mut self.course, course) != course)
    }

    /// Also records the time of the newest note.
    fn publish(&self, transaction: &mut Transaction) {
        let update = Update::of(keys::course::primary(&self.course))
            .set("newest_note_at", self.uploaded_at)
            .add("note_count", 1)
            .when(exists());
        transaction.add("place", update);
    }
}
