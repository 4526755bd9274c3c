//! Reads an exported deck with independent libraries.

use std::io::{Cursor, Read as _};

use rusqlite::{Connection, MAIN_DB};
use wasm_core::anki::AnkiNote;
use zip::ZipArchive;

/// Checks that a deck is a zip file with a valid SQLite database, and that it contains exactly these notes.
pub(crate) fn is_sound(deck: &[u8], notes: &[AnkiNote]) {
    let mut archive = ZipArchive::new(Cursor::new(deck)).expect("a zip file");
    let mut database = Vec::new();
    let mut entry = archive.by_name("collection.anki2").expect("a database");
    entry.read_to_end(&mut database).expect("as it was written");
    let mut connection = Connection::open_in_memory().expect("SQLite is there");
    let size = database.len();
    connection.deserialize_read_exact(MAIN_DB, database.as_slice(), size, true).expect("a database");
    let said: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("it is checked");
    assert_eq!(said, "ok");
    let mut statement = connection.prepare("SELECT guid, flds FROM notes ORDER BY id").expect("notes");
    let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).expect("rows");
    let plain = |html: &str| html.replace('\u{1F}', " ");
    let expected =
        notes.iter().map(|note| (note.guid.clone(), format!("{}\u{1F}{}", plain(&note.front), plain(&note.back))));
    assert!(rows.map(|row| row.expect("a row")).eq(expected), "the notes are others");
}
