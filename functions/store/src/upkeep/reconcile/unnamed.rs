//! Gives older pictures a public name, so that they can be read like all others.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::objects;
use aws::write::Update;
use model::error::Result;
use model::facts::PdfFacts;
use model::keys::Key;
use model::keys::object::{self, ObjectKey};

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::Content as _;
use crate::library::courses::Course;
use crate::library::open_pictures::{self, OpenPicture};

/// A picture whose record has no public name for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unnamed {
    record: Key,
    /// Input of the name: a picture, or the PDF of two previews.
    kept: ObjectKey,
    is_pdf: bool,
    /// Attribute for the name, written on condition that another attribute is unchanged.
    attribute: &'static str,
    same: (&'static str, String),
}

impl Unnamed {
    pub(super) fn of_pdf(record: &Key, pdf: &ObjectKey, facts: &PdfFacts) -> Option<Self> {
        facts.preview.as_ref().filter(|preview| preview.open.is_none()).map(|_| Self {
            record: record.clone(),
            kept: pdf.clone(),
            is_pdf: true,
            attribute: "facts.preview.open",
            same: ("file_key", pdf.to_string()),
        })
    }

    /// Returns the artwork of a recording if it has no public name. Records without metadata have no attribute for the
    /// name.
    pub(super) fn of_audio(audio: &AudioNote) -> Option<Self> {
        let inside = &audio.file.inside;
        let kept = inside.artwork_key.clone()?;
        let has_place = inside.facts.open_artwork.is_none() && inside.facts.codec.is_some();
        let same = ("artwork_key", kept.to_string());
        let record = audio.key();
        has_place.then_some(Self { record, kept, is_pdf: false, attribute: "facts.open_artwork", same })
    }

    pub(super) fn of_album_note(note: &AlbumNote) -> Option<Self> {
        let picture = note.picture.filter(|_| note.open_picture.is_none())?;
        let (kept, same) = (object::album_picture(picture), ("picture", picture.to_string()));
        Some(Self { record: note.key(), kept, is_pdf: false, attribute: "open_picture", same })
    }

    pub(super) fn of_course(record: &Key, course: &Course) -> Option<Self> {
        let picture = course.picture.filter(|_| course.open_picture.is_none())?;
        let (kept, same) = (object::course_picture(&course.code, picture), ("picture", picture.to_string()));
        Some(Self { record: record.clone(), kept, is_pdf: false, attribute: "open_picture", same })
    }

    /// Stores the public name and creates the copies; the stream handler deletes the copies of hidden items again.
    /// Returns false if the picture is missing or was changed. Cost: 1 to 2 requests, 1 write.
    pub(super) async fn name(&self, store: &Store) -> Result<bool> {
        let name = objects::open_name(store, &self.kept);
        let pictures = if self.is_pdf {
            open_pictures::of_first_page(&self.kept, &name)
        } else {
            vec![OpenPicture::jpeg(self.kept.clone(), &name)]
        };
        for picture in &pictures {
            if !open_pictures::show_picture(store, picture).await? {
                open_pictures::hide_pictures(store, &pictures).await?;
                return Ok(false);
            }
        }
        let (unchanged, value) = &self.same;
        let update = Update::of(self.record.clone()).set(self.attribute, name);
        update.when(exists().and(attribute(*unchanged).is(value))).apply(store).await
    }
}
