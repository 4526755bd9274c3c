//! Another file for something that was published. It keeps its id, and with it likes, links and places in My Notes and
//! playlists. The file before goes to the trash for 30 days, and can come back from there.

use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use aws_sdk_dynamodb::types::{Put, Update};
use wasm_core::limits;

use crate::aws::batch::wait_or_give_up;
use crate::aws::client::Store;
use crate::aws::codec::{encode, number, text, value};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Error, Noun, Result};
use crate::base::facts::PdfFacts;
use crate::base::ids::{ProductId, Sha256Hash, UploadId, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::keys::object::ObjectKey;
use crate::library::audio::Waveform;
use crate::library::file::{File, Inside};
use crate::library::shelves;
use crate::publishing::thing::{Thing, ThingRef, find_at, noun};
use crate::publishing::trash::file::{self, TrashedFile};
use crate::publishing::version::same_version;
use crate::register::change;
use crate::uploads;
use crate::uploads::Published;

/// A thing before and after it got another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replaced {
    /// It has the file now.
    Now(Box<Swapped>),
    /// It had got it before; nothing changed.
    Before,
    /// The upload was withdrawn or failed in between; nothing changed.
    Withdrawn,
}

/// The files before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swapped {
    /// The one before, now in the trash.
    pub before: File,
    /// The one that there is now.
    pub after: File,
}

/// Which upload brought a file, and on whose behalf.
#[derive(Debug, Clone, Copy)]
pub struct Arrival<'a> {
    /// The upload.
    pub upload: UploadId,
    /// What it becomes: the name of the file before in the trash.
    pub product: ProductId,
    /// Who announced it.
    pub by: &'a UserId,
    /// When its check ended.
    pub now: Timestamp,
}

/// Gives a thing the file that was uploaded for it. Thing, counts, trash and the upload's status change together.
/// Conditions: the thing is there, the upload is being checked. 1 to 2 reads, 14 to 18 writes, 4 in the index.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)` when it is gone or in the trash; `Conflict(Changed)` when it kept changing under
/// us; `Broken` when the file is of another kind.
pub async fn replace(store: &Store, of: ThingRef<'_>, file: &File, arrival: Arrival<'_>) -> Result<Replaced> {
    let Arrival { upload, product, by, now } = arrival;
    for tries in 0.. {
        wait_or_give_up(tries).await?;
        let swap = Swap::begin(store, of, file, product, by, now).await?;
        let mut transaction = swap.transaction(store)?;
        let pages = match file.inside {
            Inside::Pdf { pages, .. } => Some(pages),
            Inside::Recording { .. } => None,
        };
        transaction.update("upload", uploads::ready(store, upload, pages, now)?);
        match transaction.run(store).await? {
            Outcome::Done => return Ok(Replaced::Now(Box::new(swap.files()))),
            outcome if outcome.refused("upload") => {
                return Ok(match uploads::published(store, upload).await? {
                    Published::Now | Published::Before => Replaced::Before,
                    Published::Withdrawn => Replaced::Withdrawn,
                });
            }
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::broken("a file was never replaced"))
}

/// Brings a replaced file back; the one that took its place goes to the trash. Conditions: it is in the trash, the thing
/// is there. 2 to 3 reads, 14 to 18 writes, 4 in the index.
///
/// # Errors
/// `NotFound(File)` when it is not in the trash; `NotFound(Note)`, `NotFound(Audio)` when the thing is gone or in the
/// trash itself; `Conflict(Changed)` when it kept changing under us.
pub async fn restore(store: &Store, trashed: ProductId, by: &UserId, now: Timestamp) -> Result<(Thing, Swapped)> {
    for tries in 0.. {
        wait_or_give_up(tries).await?;
        let old = file::find(store, trashed).await?.ok_or(Error::NotFound(Noun::File))?;
        let of = ThingRef { kind: old.kind, place: &old.place, id: old.of };
        let swap = Swap::begin(store, of, &old.file, ProductId::generate(), by, now).await?;
        let mut transaction = swap.transaction(store)?;
        transaction.delete(
            "trashed",
            table::delete(store, keys::trash::file(trashed))
                .condition_expression("attribute_exists(pk)")
                .build()
                .map_err(table::build_error)?,
        );
        match transaction.run(store).await? {
            Outcome::Done => return Ok((swap.after.clone(), swap.files())),
            outcome if outcome.refused("trashed") => return Err(Error::NotFound(Noun::File)),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::broken("a file was never restored"))
}

/// A thing that gets another file.
struct Swap {
    before: Thing,
    after: Thing,
    old: TrashedFile,
    new: File,
}

impl Swap {
    async fn begin(
        store: &Store,
        of: ThingRef<'_>,
        new: &File,
        trashed: ProductId,
        by: &UserId,
        now: Timestamp,
    ) -> Result<Self> {
        let before = find_at(store, of).await?.ok_or(Error::NotFound(noun(of.kind)))?;
        let after = with_file(before.clone(), new)?;
        let entry = before.entry();
        let old = TrashedFile {
            id: trashed,
            kind: of.kind,
            of: of.id,
            title: entry.title,
            place: entry.place,
            file: file_of(store, &before).await?,
            deleted_at: now,
            deleted_by: by.clone(),
            expires_at: now.plus_secs(u64::from(limits::TRASH_DAYS) * 86_400).epoch_secs(),
        };
        Ok(Self { before, after, old, new: new.clone() })
    }

    fn files(self) -> Swapped {
        Swapped { before: self.old.file, after: self.new }
    }

    /// The writes that make the change, on condition that the thing is as it was read.
    fn transaction(&self, store: &Store) -> Result<Transaction> {
        let mut transaction = Transaction::default();
        transaction.update("thing", self.update(store)?);
        transaction.put("trash", self.put_in_trash(store)?);
        change(store, &mut transaction, &self.before.entry(), &self.after.entry())?;
        if let (Thing::Audio(before), Thing::Audio(after)) = (&self.before, &self.after) {
            if let Inside::Recording { peaks, .. } = &self.new.inside {
                let waveform = Waveform { id: after.id, peaks: peaks.clone() };
                let item = encode(&waveform, keys::audio::waveform(after.id), None)?;
                transaction.put("waveform", table::put(store, item).build().map_err(table::build_error)?);
            }
            if before.duration_secs != after.duration_secs {
                transaction.update("shelf", shelves::recount(store, before, after)?);
            }
        }
        Ok(transaction)
    }

    fn put_in_trash(&self, store: &Store) -> Result<Put> {
        let old = &self.old;
        let item = encode(old, keys::trash::file(old.id), Some(keys::trash::file_listed(old.deleted_at, old.id)))?;
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)
    }

    fn update(&self, store: &Store) -> Result<Update> {
        let new = &self.new;
        let update = table::update(store, self.before.key())
            .condition_expression(format!(
                "attribute_exists(pk) AND file_key = :before AND {}",
                same_version(self.before.version())
            ))
            .expression_attribute_values(":before", text(self.before.file_key().as_str()))
            .expression_attribute_values(":version", number(self.before.version()))
            .expression_attribute_values(":next", number(self.after.version()))
            .expression_attribute_values(":key", text(new.key.as_str()))
            .expression_attribute_values(":name", text(new.name.as_str()))
            .expression_attribute_values(":size", number(new.size_bytes))
            .expression_attribute_values(":sha256", text(new.sha256.to_string()));
        inside(update, &new.inside)?.build().map_err(table::build_error)
    }
}

/// Adds to an update what is known of the inside of the new file.
fn inside(update: UpdateBuilder, inside: &Inside) -> Result<UpdateBuilder> {
    let set = "SET version = :next, file_key = :key, file_name = :name, size_bytes = :size, sha256 = :sha256";
    Ok(match inside {
        Inside::Pdf { pages, facts } => update
            .update_expression(format!("{set}, pages = :pages, facts = :facts"))
            .expression_attribute_values(":pages", number(pages))
            .expression_attribute_values(":facts", value(facts)?),
        Inside::Recording { content_type, duration_secs, artwork_key, facts, .. } => {
            let mut set = format!("{set}, content_type = :type, facts = :facts");
            let mut remove = Vec::new();
            let mut update = update
                .expression_attribute_values(":type", text(content_type.as_str()))
                .expression_attribute_values(":facts", value(facts)?);
            match duration_secs {
                Some(secs) => {
                    set.push_str(", duration_secs = :secs");
                    update = update.expression_attribute_values(":secs", number(secs));
                }
                None => remove.push("duration_secs"),
            }
            match artwork_key {
                Some(key) => {
                    set.push_str(", artwork_key = :artwork");
                    update = update.expression_attribute_values(":artwork", text(key.as_str()));
                }
                None => remove.push("artwork_key"),
            }
            if !remove.is_empty() {
                set = format!("{set} REMOVE {}", remove.join(", "));
            }
            update.update_expression(set)
        }
    })
}

/// The thing as it is with another file, one version further.
fn with_file(thing: Thing, new: &File) -> Result<Thing> {
    Ok(match (thing, &new.inside) {
        (Thing::Note(mut it), Inside::Pdf { pages, facts }) => {
            it.file_key = new.key.clone();
            it.file_name.clone_from(&new.name);
            it.size_bytes = new.size_bytes;
            it.sha256 = new.sha256.clone();
            it.pages = *pages;
            it.facts.clone_from(facts);
            it.version += 1;
            Thing::Note(it)
        }
        (Thing::AlbumNote(mut it), Inside::Pdf { pages, facts }) => {
            it.file_key = new.key.clone();
            it.file_name.clone_from(&new.name);
            it.size_bytes = new.size_bytes;
            it.sha256 = new.sha256.clone();
            it.pages = *pages;
            it.facts.clone_from(facts);
            it.version += 1;
            Thing::AlbumNote(it)
        }
        (Thing::Audio(mut it), Inside::Recording { content_type, duration_secs, artwork_key, facts, .. }) => {
            it.file_key = new.key.clone();
            it.file_name.clone_from(&new.name);
            it.size_bytes = new.size_bytes;
            it.sha256 = new.sha256.clone();
            it.content_type.clone_from(content_type);
            it.duration_secs = *duration_secs;
            it.artwork_key.clone_from(artwork_key);
            it.facts.clone_from(facts);
            it.version += 1;
            Thing::Audio(it)
        }
        (thing, _) => return Err(Error::broken(format!("a {} cannot have such a file", thing.entry().kind))),
    })
}

/// The file that a thing has now. 0 to 1 reads.
async fn file_of(store: &Store, thing: &Thing) -> Result<File> {
    let pdf = |key: &ObjectKey, name: &str, size_bytes, sha256: &Sha256Hash, pages, facts: &PdfFacts| File {
        key: key.clone(),
        name: name.to_owned(),
        size_bytes,
        sha256: sha256.clone(),
        inside: Inside::Pdf { pages, facts: facts.clone() },
    };
    Ok(match thing {
        Thing::Note(it) => pdf(&it.file_key, &it.file_name, it.size_bytes, &it.sha256, it.pages, &it.facts),
        Thing::AlbumNote(it) => pdf(&it.file_key, &it.file_name, it.size_bytes, &it.sha256, it.pages, &it.facts),
        Thing::Audio(it) => {
            let waveform: Option<Waveform> = table::find(store, keys::audio::waveform(it.id)).await?;
            File {
                key: it.file_key.clone(),
                name: it.file_name.clone(),
                size_bytes: it.size_bytes,
                sha256: it.sha256.clone(),
                inside: Inside::Recording {
                    content_type: it.content_type.clone(),
                    duration_secs: it.duration_secs,
                    artwork_key: it.artwork_key.clone(),
                    facts: it.facts.clone(),
                    peaks: waveform.map(|waveform| waveform.peaks).unwrap_or_default(),
                },
            }
        }
    })
}
