//! Pictures from before everybody could read them without asking: they get a name, and from then on are like all others.

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

/// A picture whose record has no name for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unnamed {
    record: Key,
    /// What the name is made of: a picture, or the PDF of whose first page there are two.
    kept: ObjectKey,
    is_pdf: bool,
    /// Where the name goes, while another attribute is as it was read.
    attribute: &'static str,
    same: (&'static str, String),
}

impl Unnamed {
    /// Those of a first page.
    pub(super) fn of_pdf(record: &Key, pdf: &ObjectKey, facts: &PdfFacts) -> Option<Self> {
        facts.preview.as_ref().filter(|preview| preview.open.is_none()).map(|_| Self {
            record: record.clone(),
            kept: pdf.clone(),
            is_pdf: true,
            attribute: "facts.preview.open",
            same: ("file_key", pdf.to_string()),
        })
    }

    /// The one in a recording. Where nothing was written down of what is in its file, there is no place for a name.
    pub(super) fn of_audio(audio: &AudioNote) -> Option<Self> {
        let inside = &audio.file.inside;
        let kept = inside.artwork_key.clone()?;
        let has_place = inside.facts.open_artwork.is_none() && inside.facts.codec.is_some();
        let same = ("artwork_key", kept.to_string());
        let record = audio.key();
        has_place.then_some(Self { record, kept, is_pdf: false, attribute: "facts.open_artwork", same })
    }

    /// The one that was added to an album note.
    pub(super) fn of_album_note(note: &AlbumNote) -> Option<Self> {
        let picture = note.picture.filter(|_| note.open_picture.is_none())?;
        let (kept, same) = (object::album_picture(picture), ("picture", picture.to_string()));
        Some(Self { record: note.key(), kept, is_pdf: false, attribute: "open_picture", same })
    }

    /// The one of a course.
    pub(super) fn of_course(record: &Key, course: &Course) -> Option<Self> {
        let picture = course.picture.filter(|_| course.open_picture.is_none())?;
        let (kept, same) = (object::course_picture(&course.code, picture), ("picture", picture.to_string()));
        Some(Self { record: record.clone(), kept, is_pdf: false, attribute: "open_picture", same })
    }

    /// Gives it a name, with a copy under it; what is hidden loses the copy again to whoever follows the table. `false` when it
    /// is lost, or changed in between. 1 to 2 requests and 1 write.
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
