//! The register made again from what is there.

use std::collections::HashMap;

use wasm_core::album::AlbumId;
use wasm_core::shelf::ShelfId;

use crate::aws::batch::{at_once, wait_or_give_up};
use crate::aws::client::Store;
use crate::aws::codec::{encode, number};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Error, Result};
use crate::base::ids::ProductId;
use crate::base::kind::Kind;
use crate::keys::{self, COURSE_SHARDS};
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::courses::Course;
use crate::library::notes::Note;
use crate::register::entry::Entry;
use crate::register::same_file;
use crate::register::storage::{self, Storage};

/// What making the register again came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebuilt {
    /// Entries that were missing or said something else.
    pub written: u32,
    /// Entries of things that are not there.
    pub removed: u32,
    /// How much there is.
    pub storage: Storage,
}

/// Everything there is, by kind and id.
type Entries = HashMap<(Kind, ProductId), Entry>;

/// Makes the register and the counter say what is there. It is right already where everything was published since there
/// is a register, so this is for what is older. Done again it changes nothing, and people may publish and delete while it
/// runs: then it looks again. Reads all courses, every course with notes, all shelves, all albums and the register: 20
/// reads and one for each course with notes; 2 writes for each entry that was wrong.
///
/// # Errors
/// `Conflict(Changed)` when things were published and deleted all the time; safe to do again.
pub async fn rebuild(store: &Store) -> Result<Rebuilt> {
    let mut rebuilt = Rebuilt { written: 0, removed: 0, storage: Storage::default() };
    for tries in 0.. {
        wait_or_give_up(tries).await?;
        let before = storage::get(store).await?;
        let there = everything(store).await?;
        let mut registered = registered(store).await?;
        let mut wrong = Vec::new();
        for (name, entry) in &there {
            if registered.remove(name).as_ref() != Some(entry) {
                wrong.push(entry.clone());
            }
        }
        rebuilt.written += count(wrong.len());
        rebuilt.removed += count(registered.len());
        at_once(store, wrong, |store, entry| async move {
            let key = keys::content::primary(entry.kind, entry.id);
            if let Some(item) = same_file::item(&entry)? {
                table::put_alone(&store, item).await?;
            }
            table::put_alone(&store, encode(&entry, key, Some(keys::content::listed(entry.id)))?).await
        })
        .await?;
        at_once(store, registered.into_keys().collect(), |store, (kind, id)| async move {
            table::delete_alone(&store, keys::content::primary(kind, id)).await
        })
        .await?;
        // Whoever published, edited or deleted in between moved the counter, and perhaps met our writes.
        if let Some(storage) = set(store, &before, &there).await? {
            return Ok(Rebuilt { storage, ..rebuilt });
        }
    }
    Err(Error::broken("the register was never made"))
}

/// Sets the counter. Condition: nobody has moved it since `before` was read. `None` when somebody has.
async fn set(store: &Store, before: &Storage, there: &Entries) -> Result<Option<Storage>> {
    let storage = Storage::of_entries(there.values(), before.moves + 1);
    let put = table::put(store, encode(&storage, keys::content::storage(), None)?);
    let put = if before.moves == 0 {
        put.condition_expression("attribute_not_exists(pk)")
    } else {
        put.condition_expression("moves = :moves").expression_attribute_values(":moves", number(before.moves))
    };
    let mut transaction = Transaction::default();
    transaction.put("storage", put.build().map_err(table::build_error)?);
    Ok((transaction.run(store).await? == Outcome::Done).then_some(storage))
}

async fn registered(store: &Store) -> Result<Entries> {
    let mut entries = Entries::new();
    for kind in Kind::ALL {
        for entry in table::all_of::<Entry>(store, &keys::content::of_kind(kind)).await? {
            entries.insert((entry.kind, entry.id), entry);
        }
    }
    Ok(entries)
}

async fn everything(store: &Store) -> Result<Entries> {
    let mut entries = Entries::new();
    let mut put = |entry: Entry| entries.insert((entry.kind, entry.id), entry);
    for shard in 0..COURSE_SHARDS {
        let courses = table::all_of::<Course>(store, &keys::course::shard(shard)).await?;
        let with_notes = courses.into_iter().filter(|course| course.note_count > 0).map(|course| course.code).collect();
        let notes = at_once(store, with_notes, |store, code| async move {
            table::all_of::<Note>(&store, &keys::note::of_course(&code)).await
        });
        for note in notes.await?.into_iter().flatten() {
            put((&note).into());
        }
    }
    for shelf in ShelfId::ALL {
        for audio in table::all_of::<AudioNote>(store, &keys::shelf::page(shelf)).await? {
            put((&audio).into());
        }
    }
    for album in AlbumId::ALL {
        for note in table::all_of::<AlbumNote>(store, &keys::album::page(album)).await? {
            put((&note).into());
        }
    }
    Ok(entries)
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
