//! Files whose records are gone.

use store::albums::AlbumNote;
use store::audio::AudioNote;
use store::notes::Note;
use store::{Result, Store, albums, audio, notes, objects, trash};

/// Removes the file of a note, and what was made of it, that left the trash, unless the note is visible again or back in the trash: the same
/// record tells of a note that was restored and of one whose 30 days are over.
///
/// # Errors
/// Whatever the store could not do.
pub(crate) async fn remove_unless_used(store: &Store, note: &Note) -> Result<()> {
    let used = notes::find_in_course(store, &note.course, note.id).await?.is_some()
        || trash::find(store, note.id).await?.is_some();
    if used {
        return Ok(());
    }
    objects::delete_pdf(store, &note.file_key).await?;
    tracing::info!(note = %note.id, "removed the file of a deleted note");
    Ok(())
}

/// Removes recording, picture and waveform of an audio note that left the trash, unless it is visible again or back in
/// the trash.
///
/// # Errors
/// Whatever the store could not do.
pub(crate) async fn remove_audio_unless_used(store: &Store, note: &AudioNote) -> Result<()> {
    let used = audio::find_on_shelf(store, note.shelf, note.id).await?.is_some()
        || trash::audio::find(store, note.id).await?.is_some();
    if used {
        return Ok(());
    }
    audio::remove_files(store, note).await?;
    tracing::info!(audio = %note.id, "removed the files of a deleted audio note");
    Ok(())
}

/// Removes PDF and picture of an album note that left the trash, unless it is visible again or back in the trash.
///
/// # Errors
/// Whatever the store could not do.
pub(crate) async fn remove_album_note_unless_used(store: &Store, note: &AlbumNote) -> Result<()> {
    let used = albums::find_in_album(store, note.album, note.id).await?.is_some()
        || trash::album::find(store, note.id).await?.is_some();
    if used {
        return Ok(());
    }
    albums::remove_files(store, note).await?;
    tracing::info!(note = %note.id, "removed the files of a deleted album note");
    Ok(())
}
