//! [`Content`] for recordings.

use aws::client::Store;
use aws::expression::{Condition, attribute};
use aws::transaction::Transaction;
use aws::write::{Delete, Put};
use aws::{objects, table};
use model::error::{Error, Result};
use model::ids::ProductId;
use model::keys::object::{self, ObjectKey};
use model::keys::{self, Key, Range};
use model::kind::ItemKind;

use crate::library::audio::{AudioNote, Waveform};
use crate::library::content::{
    AnyFile, Content, FileMetadata, KindMetadata, RecordingFile, RecordingMetadata, Subject,
};
use crate::library::public_pictures::{self, PublicPicture};
use crate::library::{course_audio, shelf_order, shelves};

impl Content for AudioNote {
    type Metadata = RecordingMetadata;

    const KIND: ItemKind = ItemKind::Audio;
    const TRASHED: &'static str = "trashed_audio";
    const TRASHED_AS: &'static str = "audio";

    fields!();

    fn kind_metadata(&self) -> KindMetadata {
        let subject = Subject { text: self.subject.clone(), course: self.course };
        KindMetadata { subject: Some(subject), shelf: Some(self.shelf), ..KindMetadata::default() }
    }

    /// The object key does not change: it contains the shelf and the subject at the time of the upload.
    fn set_kind_metadata(&mut self, KindMetadata { subject, shelf, .. }: &KindMetadata) {
        if let Some(subject) = subject {
            self.subject.clone_from(&subject.text);
            self.course = subject.course;
        }
        if let Some(shelf) = shelf.filter(|shelf| *shelf != self.shelf) {
            self.shelf = shelf;
            self.order = None;
        }
    }

    fn part(&self) -> String {
        self.subject.clone()
    }

    fn new_file_key(&self, product: ProductId, extension: &'static str) -> ObjectKey {
        object::audio(self.shelf, &self.subject, product.into(), extension)
    }

    fn new_artwork_key(&self, product: ProductId) -> Option<ObjectKey> {
        Some(object::audio_artwork(self.shelf, &self.subject, product.into()))
    }

    async fn file_with_metadata(&self, store: &Store) -> Result<AnyFile> {
        let waveform: Option<Waveform> = table::find(store, keys::audio::waveform(self.id)).await?;
        let (peaks, chapters, silences) =
            waveform.map(|waveform| (waveform.peaks, waveform.chapters, waveform.silences)).unwrap_or_default();
        Ok(AnyFile::Recording(RecordingFile { file: self.file.clone(), peaks, chapters, silences }))
    }

    fn place(&self) -> &str {
        self.shelf.as_str()
    }

    fn key(&self) -> Key {
        keys::audio::primary(self.shelf, self.id)
    }

    fn index_key(&self) -> Key {
        keys::audio::index_key(self.id)
    }

    fn by_id(id: ProductId) -> Range {
        keys::audio::by_id(id.into())
    }

    fn key_in(place: &str, id: ProductId) -> Result<Key> {
        let shelf = place.parse().map_err(|_| Error::broken(format!("there is no shelf '{place}'")))?;
        Ok(keys::audio::primary(shelf, id.into()))
    }

    fn trash_key(id: ProductId) -> Key {
        keys::trash::audio(id.into())
    }

    fn count_in(&self, transaction: &mut Transaction) {
        transaction.add("place", shelves::count_update(self, 1));
        shelf_order::add_place(transaction, self);
        course_audio::link_to_course(transaction, self);
    }

    fn count_out(&self, transaction: &mut Transaction) {
        transaction.add("place", shelves::count_update(self, -1));
        shelf_order::remove_place(transaction, self);
        course_audio::unlink_from_course(transaction, self);
    }

    /// If the course is unchanged, its pointer is overwritten and not also deleted, because a transaction may name an
    /// item only once.
    fn count_moved(&self, before: &Self, transaction: &mut Transaction) {
        transaction.add("place", shelves::count_update(before, -1));
        transaction.add("place", shelves::count_update(self, 1));
        shelf_order::remove_place(transaction, before);
        shelf_order::add_place(transaction, self);
        if before.course != self.course {
            course_audio::unlink_from_course(transaction, before);
        }
        course_audio::link_to_course(transaction, self);
    }

    async fn copy_picture(&mut self, store: &Store, before: &Self, product: ProductId) -> Result<()> {
        let kept = object::audio_artwork(self.shelf, &self.subject, product.into());
        let inside = &mut self.file.media;
        let Some(shown) = before.file.media.artwork_key.as_ref().filter(|_| inside.artwork_key.is_none()) else {
            return Ok(());
        };
        // In a repeated check, the recording already shows the copy.
        if *shown != kept {
            objects::copy(store, shown, &kept, "image/jpeg").await?;
        }
        let name = objects::public_name(store, &kept);
        public_pictures::publish_picture(store, &PublicPicture::from_jpeg(kept.clone(), &name)).await?;
        inside.artwork_key = Some(kept);
        inside.facts.open_artwork = Some(name);
        Ok(())
    }

    /// Also writes the waveform and updates the total duration of the shelf.
    fn replace(&self, before: &Self, file: &AnyFile, transaction: &mut Transaction) {
        if let AnyFile::Recording(RecordingFile { peaks, chapters, silences, .. }) = file {
            let waveform =
                Waveform { id: self.id, peaks: peaks.clone(), chapters: chapters.clone(), silences: silences.clone() };
            transaction.add("waveform", Put::of(&waveform, keys::audio::waveform(self.id)));
        }
        if before.file.media.duration_secs != self.file.media.duration_secs {
            transaction.add("place", shelves::duration_update(before, self));
        }
    }

    /// Moves the pointer to the new course.
    fn on_edit(&self, before: &Self, transaction: &mut Transaction) {
        if before.course != self.course {
            course_audio::unlink_from_course(transaction, before);
            course_audio::link_to_course(transaction, self);
        }
    }

    fn unchanged_condition(&self) -> Option<Condition> {
        // The picture, the transcript, the chapters, what was prepared for listening, the position on the shelf, and the
        // course after a merge change without a new version.
        let picture = attribute("artwork_key").eq_option(self.file.media.artwork_key.as_ref());
        let transcript = attribute("transcript").eq_option(self.file.media.transcript);
        let place = attribute("order").eq_option(self.order);
        let chapters = attribute("chapters_id").eq_option(self.file.media.chapters_id);
        let listening = attribute("listening").eq_option(self.file.media.listening.as_ref());
        Some(
            picture
                .and(transcript)
                .and(chapters)
                .and(listening)
                .and(place)
                .and(attribute("course").eq_option(self.course.as_ref())),
        )
    }

    async fn remove_files(&self, store: &Store) -> Result<()> {
        RecordingMetadata::remove(store, &self.file).await?;
        Delete::of(keys::audio::waveform(self.id)).apply(store).await.map(drop)
    }
}
