//! Making things visible: the thing, the counts of where it belongs, its upload and the register change together.

use crate::aws::client::Store;
use crate::aws::codec::encode;
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Noun, Result};
use crate::base::ids::UploadId;
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::library::albums::{self, AlbumNote};
use crate::library::audio::{self, AudioNote, Waveform};
use crate::library::course_audio;
use crate::library::notes::{self, Note};
use crate::library::shelves;
use crate::register;
use crate::uploads::{self, Published};

/// Makes a note visible: note, the course's count and the upload's status change together.
/// Conditions: no such note yet, the course exists, the upload is being checked. 12 writes and 3 in the index.
///
/// # Errors
/// `NotFound(Course)` when the course is gone, `Conflict(IdInUse)` when another note has the id.
pub async fn note(store: &Store, note: &Note, upload: UploadId) -> Result<Published> {
    let item = encode(note, keys::note::primary(&note.course, note.id), Some(keys::note::listed(note.id)))?;
    let mut transaction = Transaction::default();
    transaction.put(
        "note",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    transaction.update("course", notes::count_new_note(store, note)?);
    transaction.update("upload", uploads::ready(store, upload, Some(note.pages), note.uploaded_at)?);
    register::add(store, &mut transaction, &note.into())?;
    match transaction.run(store).await? {
        Outcome::Done => Ok(Published::Now),
        outcome if outcome.refused("upload") => uploads::published(store, upload).await,
        outcome if outcome.refused("course") => Err(Error::NotFound(Noun::Course)),
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::IdInUse)),
    }
}

/// Makes an audio note visible: the note, the counts of its shelf and the upload's status change together. Its waveform
/// is written before, so whoever sees the note finds it. Conditions: no such audio note yet, the upload is being
/// checked. 13 writes and 3 in the index; 2 writes more for one about a course.
///
/// # Errors
/// `Conflict(IdInUse)` when another audio note has the id.
pub async fn audio(store: &Store, audio: &AudioNote, peaks: Vec<u8>, upload: UploadId) -> Result<Published> {
    let waveform = Waveform { id: audio.id, peaks };
    table::put_alone(store, encode(&waveform, keys::audio::waveform(audio.id), None)?).await?;
    let mut transaction = Transaction::default();
    transaction.put("audio", audio::put(store, audio)?);
    transaction.update("shelf", shelves::count(store, audio, 1)?);
    transaction.update("upload", uploads::ready(store, upload, None, audio.created_at)?);
    register::add(store, &mut transaction, &audio.into())?;
    course_audio::point(store, &mut transaction, audio)?;
    match transaction.run(store).await? {
        Outcome::Done => Ok(Published::Now),
        outcome if outcome.refused("upload") => uploads::published(store, upload).await,
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::IdInUse)),
    }
}

/// Makes an album note visible: note, the album's count and the upload's status change together. Conditions: no such
/// note yet, the upload is being checked. 12 writes and 3 in the index.
///
/// # Errors
/// `Conflict(IdInUse)` when another note has the id.
pub async fn album_note(store: &Store, note: &AlbumNote, upload: UploadId, now: Timestamp) -> Result<Published> {
    let mut transaction = Transaction::default();
    transaction.put("note", albums::put(store, note)?);
    transaction.update("album", albums::count(store, note.album, 1)?);
    transaction.update("upload", uploads::ready(store, upload, Some(note.pages), now)?);
    register::add(store, &mut transaction, &note.into())?;
    match transaction.run(store).await? {
        Outcome::Done => Ok(Published::Now),
        outcome if outcome.refused("upload") => uploads::published(store, upload).await,
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::IdInUse)),
    }
}
