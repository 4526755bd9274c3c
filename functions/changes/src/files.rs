//! Files whose records are gone.

use store::notes::Note;
use store::objects::{self, Bucket};
use store::{Result, Store, notes, trash};

/// Removes the file of a note that left the trash, unless the note is visible again or back in the trash: the same
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
    objects::delete(store, Bucket::Files, &note.file_key).await?;
    if let Some(preview) = &note.preview_key {
        objects::delete(store, Bucket::Files, preview).await?;
    }
    tracing::info!(note = %note.id, "removed the file of a deleted note");
    Ok(())
}
