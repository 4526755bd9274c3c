//! The metadata of a PDF or audio file.

use aws::client::Store;
use aws::objects::{self, Bucket};
use model::error::Result;
use model::keys::object;
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

    async fn remove(store: &Store, file: &File<Self>) -> Result<()> {
        public_pictures::unpublish_pictures(store, &Self::public_pictures(file)).await?;
        objects::delete(store, Bucket::Files, &file.key).await?;
        // A concurrent check may have stored it a moment ago, so the metadata does not tell whether there is one.
        objects::delete(store, Bucket::Files, &object::rendition(&file.key)).await?;
        if let Some(transcript) = file.media.transcript {
            objects::delete(store, Bucket::Files, &object::transcript(transcript)).await?;
        }
        match &file.media.artwork_key {
            Some(artwork) => objects::delete(store, Bucket::Files, artwork).await,
            None => Ok(()),
        }
    }
}
