//! The metadata of a PDF or audio file.

use aws::client::Store;
use aws::objects::{self, Bucket};
use model::error::Result;
use model::keys::object::{self, ObjectKey};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_core::accessibility::AccessibilityReport;

use super::{AnyFile, File, PdfFileMetadata, RecordingMetadata};
use crate::library::public_pictures::{self, PublicPicture};

/// Metadata of a published file.
pub trait FileMetadata: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync {
    /// Returns the number of pages; `None` for a recording.
    fn pages(&self) -> Option<u32>;

    /// Returns the accessibility report; `None` for a recording.
    fn accessibility(&self) -> Option<&AccessibilityReport>;

    /// Returns the file if it has this type of metadata.
    fn file_with(file: &AnyFile) -> Option<&File<Self>>;

    /// Returns the public pictures that were embedded in the file or made from it.
    fn public_pictures(file: &File<Self>) -> Vec<PublicPicture>;

    /// Returns the keys of a file and of everything derived from it. Some of them may not exist.
    fn object_keys(file: &File<Self>) -> Vec<ObjectKey>;

    /// Deletes a file and everything derived from it. Idempotent.
    fn remove(store: &Store, file: &File<Self>) -> impl Future<Output = Result<()>> + Send;
}

impl FileMetadata for PdfFileMetadata {
    fn pages(&self) -> Option<u32> {
        Some(self.pages)
    }

    fn accessibility(&self) -> Option<&AccessibilityReport> {
        self.facts.accessibility.as_ref()
    }

    fn file_with(file: &AnyFile) -> Option<&File<Self>> {
        match file {
            AnyFile::Pdf(file) => Some(file),
            AnyFile::Recording(_) => None,
        }
    }

    fn public_pictures(file: &File<Self>) -> Vec<PublicPicture> {
        public_pictures::of_pdf(&file.key, &file.media.facts)
    }

    fn object_keys(file: &File<Self>) -> Vec<ObjectKey> {
        std::iter::once(file.key.clone()).chain(object::derived_keys(&file.key)).collect()
    }

    async fn remove(store: &Store, file: &File<Self>) -> Result<()> {
        public_pictures::unpublish_pictures(store, &Self::public_pictures(file)).await?;
        objects::delete_pdf(store, &file.key).await
    }
}

impl FileMetadata for RecordingMetadata {
    fn pages(&self) -> Option<u32> {
        None
    }

    fn accessibility(&self) -> Option<&AccessibilityReport> {
        None
    }

    fn file_with(file: &AnyFile) -> Option<&File<Self>> {
        match file {
            AnyFile::Recording(it) => Some(&it.file),
            AnyFile::Pdf(_) => None,
        }
    }

    fn public_pictures(file: &File<Self>) -> Vec<PublicPicture> {
        let Self { artwork_key, facts, .. } = &file.media;
        public_pictures::of_recording(artwork_key.as_ref(), facts).into_iter().collect()
    }

    fn object_keys(file: &File<Self>) -> Vec<ObjectKey> {
        // A concurrent check may have stored it a moment ago, so the metadata does not tell whether there is a rendition.
        let always = [file.key.clone(), object::rendition(&file.key)];
        let transcript = file.media.transcript.map(object::transcript);
        always.into_iter().chain(transcript).chain(file.media.artwork_key.clone()).collect()
    }

    async fn remove(store: &Store, file: &File<Self>) -> Result<()> {
        public_pictures::unpublish_pictures(store, &Self::public_pictures(file)).await?;
        for key in Self::object_keys(file) {
            objects::delete(store, Bucket::Files, &key).await?;
        }
        Ok(())
    }
}
