//! Export of all data stored about a user, for download by that user.
//!
//! Nearly all of it is in one partition, which is read completely. `entities.rs` lists all entities, and each entity
//! returns its exported fields.

use aws::client::Store;
use aws::codec::{self, ENTITY_ATTRIBUTE, decode};
use aws::table::{self, Consistency, Order};
use model::error::{Error, Result};
use model::ids::UserId;
use model::keys::{self, Range};
use model::page::{Cursor, Page};
use serde_json::Value;

use super::entities::{self, ExportFunctions, PersonalEntity, REPORTS};
use crate::desk::reports::ExportedReport;
use crate::library::audio;
use crate::people::students;
use crate::personal::{ExportContext, ReferencedIds, ReferencedNames, UserData};

pub use super::entities::Section;

const PAGE_ITEMS: u32 = 200;
/// Number of bytes per page, far below the maximum of a response. The last item, at most a long playlist, may exceed
/// it.
const PAGE_BYTES: usize = 1024 * 1024;

/// One exported record.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedRecord {
    /// Section of the file that contains it.
    pub kind: Section,
    /// Exported fields.
    pub data: Value,
}

/// Returns the names of the sections that are lists, even if empty.
pub fn list_names() -> impl Iterator<Item = &'static str> {
    entities::all().filter_map(|entity| match entity.exported?.section {
        Section::List(name) => Some(name),
        Section::Single(_) => None,
    })
}

/// Returns one page of the data stored about a user, without reports, which [`reports_page`] returns. Cost: 1 to 2
/// reads, 1 per playlist and per request, and the reads of the recordings and students whose names the page contains.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page(store: &Store, owner: &UserId, cursor: Option<&Cursor>) -> Result<Page<ExportedRecord>> {
    let range = keys::account::everything(owner);
    let start = cursor.map(|cursor| table::decode_cursor(store, &range, cursor)).transpose()?;
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(PAGE_ITEMS), start).await?;
    let entities: Vec<PersonalEntity> = entities::all().collect();
    let (mut decoded, mut mentions) = (Vec::new(), ReferencedIds::default());
    for item in slice.items {
        let name = item.get(ENTITY_ATTRIBUTE).and_then(|value| value.as_s().ok()).map_or("", String::as_str);
        let Some(entity) = entities.iter().find(|entity| entity.name == name) else {
            return Err(Error::broken(format!("items of the entity '{name}' are not listed in entities.rs")));
        };
        let Some(ExportFunctions { section, decode, .. }) = &entity.exported else { continue };
        let place = codec::key_attributes(codec::key_of(&item)?);
        let item = decode(item)?;
        item.collect_references(&mut mentions);
        decoded.push((place, *section, item));
    }
    let source = ExportContext { store, owner, names: names(store, &mentions).await? };
    let (mut items, mut bytes, mut last) = (Vec::new(), 0, slice.last_key);
    for (place, kind, item) in decoded {
        if let Some(data) = item.export_view(&source).await? {
            bytes += data.to_string().len();
            items.push(ExportedRecord { kind, data });
        }
        if bytes >= PAGE_BYTES {
            last = Some(place);
            break;
        }
    }
    let next = last.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
    Ok(Page { items, next })
}

/// Returns one page of a user's reports, newest first. They are stored with the reported items. Cost: 1 index read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn reports_page(store: &Store, owner: &UserId, cursor: Option<&Cursor>) -> Result<Page<ExportedRecord>> {
    let range: Range = keys::report::of_reporter(owner);
    let start = cursor.map(|cursor| table::decode_cursor(store, &range, cursor)).transpose()?;
    let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(PAGE_ITEMS), start).await?;
    let next = slice.last_key.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
    let source = ExportContext { store, owner, names: ReferencedNames::default() };
    let mut items = Vec::with_capacity(slice.items.len());
    for item in slice.items {
        let data = decode::<ExportedReport>(item)?.export_view(&source).await?;
        items.extend(data.map(|data| ExportedRecord { kind: REPORTS, data }));
    }
    Ok(Page { items, next })
}

async fn names(store: &Store, mentions: &ReferencedIds) -> Result<ReferencedNames> {
    let students = students::find_many(store, &mentions.students).await?;
    let students = students.into_iter().map(|(uid, student)| (uid, student.public_name().to_owned()));
    let recordings = audio::get_many(store, &mentions.recordings).await?;
    let recordings = recordings.into_iter().map(|audio| (audio.id, audio.details.title));
    Ok(ReferencedNames { students: students.collect(), recordings: recordings.collect() })
}
