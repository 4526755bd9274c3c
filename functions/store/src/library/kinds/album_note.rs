//! [`Content`] for album notes.

use aws::client::Store;
use aws::expression::{Condition, attribute};
use aws::objects::{self, Bucket};
use aws::transaction::Transaction;
use model::error::{Error, Result};
use model::ids::ProductId;
use model::keys::object::{self, ObjectKey};
use model::keys::{self, Key, Range};
use model::kind::ItemKind;

use crate::library::albums::{self, AlbumNote};
use crate::library::content::{AnyFile, Content, FileMetadata, KindMetadata, PdfFileMetadata, Subject};
use crate::library::public_pictures::{self, PublicPicture};

impl Content for AlbumNote {
    type Metadata = PdfFileMetadata;

    const KIND: ItemKind = ItemKind::AlbumNote;
    const TRASHED: &'static str = "trashed_album_note";
    const TRASHED_AS: &'static str = "note";

    fields!();

    fn kind_metadata(&self) -> KindMetadata {
        let subject = Subject { text: self.subject.clone(), course: self.course };
        KindMetadata { subject: Some(subject), ..KindMetadata::default() }
    }

    fn set_kind_metadata(&mut self, KindMetadata { subject, .. }: &KindMetadata) {
        if let Some(subject) = subject {
            self.subject.clone_from(&subject.text);
            self.course = subject.course;
        }
    }

    fn part(&self) -> String {
        self.subject.clone()
    }

    fn new_file_key(&self, product: ProductId, _extension: &'static str) -> ObjectKey {
        object::album_note(self.album, product.into())
    }

    async fn file_with_metadata(&self, _store: &Store) -> Result<AnyFile> {
        Ok(AnyFile::Pdf(self.file.clone()))
    }

    fn place(&self) -> &str {
        self.album.as_str()
    }

    fn key(&self) -> Key {
        keys::album::note(self.album, self.id)
    }

    fn index_key(&self) -> Key {
        keys::album::index_key(self.id)
    }

    fn by_id(id: ProductId) -> Range {
        keys::album::by_id(id.into())
    }

    fn key_in(place: &str, id: ProductId) -> Result<Key> {
        let album = place.parse().map_err(|_| Error::broken(format!("there is no album '{place}'")))?;
        Ok(keys::album::note(album, id.into()))
    }

    fn trash_key(id: ProductId) -> Key {
        keys::trash::album_note(id.into())
    }

    fn count_in(&self, transaction: &mut Transaction) {
        transaction.add("place", albums::count_update(self.album, 1));
    }

    fn count_out(&self, transaction: &mut Transaction) {
        transaction.add("place", albums::count_update(self.album, -1));
    }

    fn unchanged_condition(&self) -> Option<Condition> {
        Some(attribute("picture").eq_option(self.picture))
    }

    /// Includes the picture that the uploader added.
    fn public_pictures(&self) -> Vec<PublicPicture> {
        PdfFileMetadata::public_pictures(&self.file).into_iter().chain(self.added_picture()).collect()
    }

    fn object_keys(&self) -> Vec<ObjectKey> {
        PdfFileMetadata::object_keys(&self.file).into_iter().chain(self.picture.map(object::album_picture)).collect()
    }

    async fn remove_files(&self, store: &Store) -> Result<()> {
        PdfFileMetadata::remove(store, &self.file).await?;
        public_pictures::unpublish_pictures(store, &self.public_pictures()).await?;
        match self.picture {
            Some(picture) => objects::delete(store, Bucket::Files, &object::album_picture(picture)).await,
            None => Ok(()),
        }
    }
}
