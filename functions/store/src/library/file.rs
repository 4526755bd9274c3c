//! What is known of the file of something that was published.

use serde::{Deserialize, Serialize};

use crate::base::facts::{AudioFacts, PdfFacts};
use crate::base::ids::Sha256Hash;
use crate::keys::object::ObjectKey;

/// All that is known of the file of a note or audio note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Where it lies.
    pub key: ObjectKey,
    /// Its name as it was on the uploader's disk.
    pub name: String,
    /// Its size, in bytes.
    pub size_bytes: u64,
    /// Its SHA-256.
    pub sha256: Sha256Hash,
    /// What is in it.
    pub inside: Inside,
}

/// What is in a file, as its check found it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inside {
    /// A PDF.
    Pdf {
        /// Number of pages.
        pages: u32,
        /// What else is known of it.
        #[serde(default)]
        facts: PdfFacts,
    },
    /// A recording.
    Recording {
        /// Media type.
        content_type: String,
        /// How long it is, in whole seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_secs: Option<u32>,
        /// The picture that was in the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        artwork_key: Option<ObjectKey>,
        /// What else is known of it.
        #[serde(default)]
        facts: AudioFacts,
        /// The peaks of its waveform.
        #[serde(with = "crate::aws::codec::bytes")]
        peaks: Vec<u8>,
    },
}

impl File {
    /// The picture that was in it.
    #[must_use]
    pub fn artwork_key(&self) -> Option<&ObjectKey> {
        match &self.inside {
            Inside::Recording { artwork_key, .. } => artwork_key.as_ref(),
            Inside::Pdf { .. } => None,
        }
    }
}
