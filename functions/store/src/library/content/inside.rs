//! What can be in a file: a PDF or a recording.

use aws::client::Store;
use aws::objects::{self, Bucket};
use model::error::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{AnyFile, File, Pdf, Recording};
use crate::library::open_pictures::{self, OpenPicture};

/// What can be in the file of something that is published.
pub trait Inside: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync {
    /// Number of pages, for what has pages.
    fn pages(&self) -> Option<u32>;

    /// The file, if this is what is in it.
    fn file_in(file: &AnyFile) -> Option<&File<Self>>;

    /// Pictures in it, or made of it, that everybody may see.
    fn open_pictures(file: &File<Self>) -> Vec<OpenPicture>;

    /// Removes a file, and what was made of it. Done again it changes nothing.
    fn remove(store: &Store, file: &File<Self>) -> impl Future<Output = Result<()>> + Send;
}

impl Inside for Pdf {
    fn pages(&self) -> Option<u32> {
        Some(self.pages)
    }

    fn file_in(file: &AnyFile) -> Option<&File<Self>> {
        match file {
            AnyFile::Pdf(file) => Some(file),
            AnyFile::Recording(_) => None,
        }
    }

    fn open_pictures(file: &File<Self>) -> Vec<OpenPicture> {
        open_pictures::of_pdf(&file.key, &file.inside.facts)
    }

    async fn remove(store: &Store, file: &File<Self>) -> Result<()> {
        open_pictures::hide_pictures(store, &Self::open_pictures(file)).await?;
        objects::delete_pdf(store, &file.key).await
    }
}

impl Inside for Recording {
    fn pages(&self) -> Option<u32> {
        None
    }

    fn file_in(file: &AnyFile) -> Option<&File<Self>> {
        match file {
            AnyFile::Recording(it) => Some(&it.file),
            AnyFile::Pdf(_) => None,
        }
    }

    fn open_pictures(file: &File<Self>) -> Vec<OpenPicture> {
        let Self { artwork_key, facts, .. } = &file.inside;
        open_pictures::of_recording(artwork_key.as_ref(), facts).into_iter().collect()
    }

    async fn remove(store: &Store, file: &File<Self>) -> Result<()> {
        open_pictures::hide_pictures(store, &Self::open_pictures(file)).await?;
        objects::delete(store, Bucket::Files, &file.key).await?;
        match &file.inside.artwork_key {
            Some(artwork) => objects::delete(store, Bucket::Files, artwork).await,
            None => Ok(()),
        }
    }
}
