//! Reads the database of a deck from memory. Opens no files and runs no code from the database.

use std::collections::HashMap;
use std::io::Read as _;

use inspect::FileRejection;
use inspect::deck::CARDS_MAX;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, Row};
use serde::Deserialize;

use super::archive::{Fields, Value};

/// Maximum size of a note, in bytes. Longer notes are skipped, because no side of a card could hold them.
const NOTE_MAX_BYTES: i64 = 256 * 1024;

/// Number of zero bytes after the database: with a manipulated database, SQLite may read slightly beyond its end.
const MARGIN_BYTES: usize = 4096;

/// Size of the header of an SQLite database, in bytes.
const HEAD_BYTES: usize = 100;

/// A note type.
#[derive(Debug, Default)]
pub(super) struct NoteType {
    pub(super) name: String,
    pub(super) is_cloze: bool,
    /// Field names, in the order of the fields of a note.
    pub(super) fields: Vec<String>,
    /// Templates by number.
    pub(super) templates: HashMap<i64, Template>,
}

/// Template that renders the sides of a card from the fields of its note.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) name: String,
    pub(super) front: String,
    pub(super) back: String,
}

/// A card with the fields of its note.
pub(super) struct Note<'a> {
    pub(super) id: i64,
    pub(super) note_type: Option<&'a NoteType>,
    pub(super) template: i64,
    pub(super) fields: Vec<&'a str>,
    /// Tags, separated by spaces.
    pub(super) tags: &'a str,
    /// Name of the deck, with `::` between its levels.
    pub(super) deck: &'a str,
}

/// Calls `take` with each card, in order of creation.
///
/// # Errors
/// The reason for rejecting the deck.
pub(super) fn for_each_card(database: &[u8], mut take: impl FnMut(Note<'_>)) -> Result<(), FileRejection> {
    let connection = open(database).map_err(|_| FileRejection::DeckDamaged)?;
    let damaged = |_: rusqlite::Error| FileRejection::DeckDamaged;
    let count: u32 = connection
        .query_row("SELECT count(*) FROM (SELECT 1 FROM cards LIMIT ?1)", [CARDS_MAX + 1], |row| row.get(0))
        .map_err(damaged)?;
    if count > CARDS_MAX {
        return Err(FileRejection::DeckTooLarge);
    }
    let kinds = kinds(&connection)?;
    let decks = decks(&connection);
    let mut statement = connection
        .prepare(
            "SELECT n.mid, c.ord, CASE WHEN length(n.flds) <= ?1 THEN n.flds ELSE substr(n.flds, 1, 4000) END, \
             substr(n.tags, 1, 1000), c.did, n.id \
             FROM cards c CROSS JOIN notes n ON n.id = c.nid ORDER BY c.id",
        )
        .map_err(damaged)?;
    let mut rows = statement.query([NOTE_MAX_BYTES]).map_err(damaged)?;
    while let Some(row) = rows.next().map_err(damaged)? {
        let (kind, template, fields) = note(row).map_err(damaged)?;
        let fields = fields.split('\u{1F}').collect();
        let tags: String = row.get(3).map_err(damaged)?;
        let deck = decks.get(&row.get(4).map_err(damaged)?).map_or("", String::as_str);
        take(Note {
            id: row.get(5).map_err(damaged)?,
            note_type: kinds.get(&kind),
            template,
            fields,
            tags: tags.trim(),
            deck,
        });
    }
    Ok(())
}

fn note(row: &Row<'_>) -> rusqlite::Result<(i64, i64, String)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

fn open(database: &[u8]) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    // Indexes of the tables of note types use this collation, which Anki defines.
    connection.create_collation("unicase", |one, other| one.to_lowercase().cmp(&other.to_lowercase()))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    // Switch the header from WAL to the journal mode, because an in-memory database cannot have a WAL file. A database
    // that was closed properly is complete without this file.
    let mut head = database.get(..HEAD_BYTES).ok_or(rusqlite::Error::InvalidQuery)?.to_vec();
    if let Some(versions) = head.get_mut(18..20) {
        versions.fill(1);
    }
    let rest = database.get(HEAD_BYTES..).unwrap_or_default();
    let margin = std::io::repeat(0).take(u64::try_from(MARGIN_BYTES).unwrap_or(0));
    let whole = head.as_slice().chain(rest).chain(margin);
    connection.deserialize_read_exact(MAIN_DB, whole, database.len() + MARGIN_BYTES, true)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(connection)
}

fn kinds(connection: &Connection) -> Result<HashMap<i64, NoteType>, FileRejection> {
    let damaged = |_: rusqlite::Error| FileRejection::DeckDamaged;
    let has_tables = connection
        .query_row("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'notetypes'", [], |row| {
            row.get::<_, u32>(0)
        })
        .map_err(damaged)?;
    if has_tables > 0 {
        return present_kinds(connection).map_err(damaged);
    }
    let models: String = connection.query_row("SELECT models FROM col", [], |row| row.get(0)).map_err(damaged)?;
    old_kinds(&models)
}

/// Returns the names of the decks. Only templates that show a deck name need them, so an unreadable list gives an empty
/// result instead of an error.
fn decks(connection: &Connection) -> HashMap<i64, String> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let tables = || -> rusqlite::Result<HashMap<i64, String>> {
        let mut statement = connection.prepare("SELECT id, name FROM decks")?;
        let rows =
            statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?.replace('\u{1F}', "::"))))?;
        rows.collect()
    };
    tables().unwrap_or_else(|_| {
        let decks = connection.query_row("SELECT decks FROM col", [], |row| row.get::<_, String>(0));
        let decks: HashMap<String, Named> =
            decks.ok().and_then(|decks| serde_json::from_str(&decks).ok()).unwrap_or_default();
        decks.into_iter().filter_map(|(id, deck)| Some((id.parse().ok()?, deck.name))).collect()
    })
}

/// Reads the note types of the current format: tables with some columns as protobuf.
fn present_kinds(connection: &Connection) -> rusqlite::Result<HashMap<i64, NoteType>> {
    let mut kinds: HashMap<i64, NoteType> = HashMap::new();
    let mut statement = connection.prepare("SELECT id, config, name FROM notetypes")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let config: Vec<u8> = row.get(1)?;
        let is_cloze = Fields(&config).any(|(field, value)| field == 1 && matches!(value, Value::Number(1)));
        kinds.insert(row.get(0)?, NoteType { is_cloze, name: row.get(2)?, ..NoteType::default() });
    }
    let mut fields: Vec<(i64, i64, String)> = Vec::new();
    let mut statement = connection.prepare("SELECT ntid, ord, name FROM fields")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        fields.push((row.get(0)?, row.get(1)?, row.get(2)?));
    }
    fields.sort();
    for (kind, _, name) in fields {
        if let Some(kind) = kinds.get_mut(&kind) {
            kind.fields.push(name);
        }
    }
    let mut statement = connection.prepare("SELECT ntid, ord, config, name FROM templates")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let config: Vec<u8> = row.get(2)?;
        let text = |wanted: u64| {
            let found = Fields(&config).find(|(field, _)| *field == wanted).and_then(|(_, value)| value.bytes());
            String::from_utf8_lossy(found.unwrap_or_default()).into_owned()
        };
        if let Some(kind) = kinds.get_mut(&row.get(0)?) {
            let template = Template { name: row.get(3)?, front: text(1), back: text(2) };
            kind.templates.insert(row.get(1)?, template);
        }
    }
    Ok(kinds)
}

#[derive(Deserialize)]
struct Model {
    #[serde(default)]
    name: String,
    #[serde(default, rename = "type")]
    kind: i64,
    #[serde(default)]
    flds: Vec<Field>,
    #[serde(default)]
    tmpls: Vec<OldTemplate>,
}

#[derive(Deserialize)]
struct Field {
    name: String,
    #[serde(default)]
    ord: i64,
}

#[derive(Deserialize)]
struct OldTemplate {
    #[serde(default)]
    name: String,
    #[serde(default)]
    ord: i64,
    qfmt: String,
    afmt: String,
}

/// Reads the note types of the old formats: one JSON text.
fn old_kinds(models: &str) -> Result<HashMap<i64, NoteType>, FileRejection> {
    let models: HashMap<String, Model> = serde_json::from_str(models).map_err(|_| FileRejection::DeckDamaged)?;
    let kind = |(id, mut model): (String, Model)| {
        model.flds.sort_by_key(|field| field.ord);
        let templates = model.tmpls.into_iter().map(|OldTemplate { name, ord, qfmt, afmt }| {
            let template = Template { name, front: qfmt, back: afmt };
            (ord, template)
        });
        let kind = NoteType {
            name: model.name,
            is_cloze: model.kind == 1,
            fields: model.flds.into_iter().map(|field| field.name).collect(),
            templates: templates.collect(),
        };
        Some((id.parse().ok()?, kind))
    };
    Ok(models.into_iter().filter_map(kind).collect())
}
