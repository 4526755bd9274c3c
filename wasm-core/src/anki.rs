//! Anki formats: conversion of its HTML to Markdown (`html`), cloze deletions (`cloze`) and the deck writer.
//!
//! A deck is a zip file with the images and an SQLite database in the old schema, which every Anki version opens. The
//! caller converts the Markdown of the fields to HTML.

mod archive;
pub mod cloze;
mod database;
pub mod html;
mod side;

use serde::Deserialize;

use self::archive::Archive;
use self::database::{Database, Value};
pub use self::side::Side;

/// Ids of the note types of exported cards, without and with gaps. They must not change, so that Anki recognises the
/// types in later imports.
const MODEL: i64 = 1_764_028_800_021;
const CLOZE_MODEL: i64 = 1_764_028_800_022;

/// Smallest deck id. A deck's id is this number plus the hash of its name.
const DECKS: i64 = 1_764_100_000_000;

/// Separator between the fields of a note.
const FIELD: char = '\u{1F}';

/// A note in Anki's sense: a card in an exported deck.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AnkiNote {
    /// Stable id of the card. Importing a deck again updates the cards with the same id.
    pub guid: String,
    /// Front side as HTML.
    pub front: String,
    /// Back side as HTML. For a card with gaps, the text below the answer.
    pub back: String,
    /// Numbers of the gaps on the front, from 1; empty for a card without gaps.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gaps: Vec<u32>,
}

/// An image that cards refer to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// File name as in `<img src>`.
    pub name: String,
    /// File content.
    pub bytes: Vec<u8>,
}

/// Returns an Anki package with the cards in the given order. Note and card ids count up from `now_ms`, the time of the
/// export.
#[must_use]
pub fn build_package(name: &str, notes: &[AnkiNote], files: &[File], now_ms: u64) -> Vec<u8> {
    let mut archive = Archive::default();
    archive.add("collection.anki2", &collection(name, notes, now_ms));
    let list: Vec<String> =
        files.iter().enumerate().map(|(number, file)| format!("\"{number}\":{}", json(&file.name))).collect();
    archive.add("media", format!("{{{}}}", list.join(",")).as_bytes());
    for (number, file) in files.iter().enumerate() {
        archive.add(&number.to_string(), &file.bytes);
    }
    archive.finish()
}

/// Returns the SQLite database. Its schema is the one that genanki writes; Anki creates the indexes when it imports.
fn collection(name: &str, notes: &[AnkiNote], now_ms: u64) -> Vec<u8> {
    let now_ms = i64::try_from(now_ms).unwrap_or(0);
    let now = now_ms / 1000;
    let deck = DECKS + i64::from(hash(name));
    let mut database = Database::default();
    let integer = Value::Integer;
    let col = vec![
        Value::Null,
        integer(now),
        integer(now_ms),
        integer(now_ms),
        integer(11),
        integer(0),
        integer(0),
        integer(0),
        Value::Text(CONF.to_owned()),
        Value::Text(models(deck, now, notes.iter().any(|note| !note.gaps.is_empty()))),
        Value::Text(decks(name, deck, now)),
        Value::Text(DCONF.to_owned()),
        Value::Text("{}".to_owned()),
    ];
    database.table("col", COL, [(1, col)]);
    let ids = || (0..).map(|place: i64| now_ms + place);
    let written = ids().zip(notes).map(|(id, note)| {
        let row = vec![
            Value::Null,
            Value::Text(note.guid.clone()),
            integer(if note.gaps.is_empty() { MODEL } else { CLOZE_MODEL }),
            integer(now),
            integer(-1),
            Value::Text(String::new()),
            Value::Text(format!("{}{FIELD}{}", plain(&note.front), plain(&note.back))),
            // Anki computes both during the import.
            integer(0),
            integer(0),
            integer(0),
            Value::Text(String::new()),
        ];
        (id, row)
    });
    database.table("notes", NOTES, written);
    // The card of a gap has the number of the gap, from 0.
    let templates = ids().zip(notes).enumerate().flat_map(|(place, (note, AnkiNote { gaps, .. }))| {
        let templates = if gaps.is_empty() { vec![0] } else { gaps.iter().map(|gap| i64::from(*gap) - 1).collect() };
        templates.into_iter().map(move |template| (place, note, template))
    });
    let cards = ids().zip(templates).map(|(id, (place, note, template))| {
        let due = integer(i64::try_from(place).unwrap_or(0));
        let mut row = vec![Value::Null, integer(note), integer(deck), integer(template), integer(now), integer(-1)];
        row.extend([integer(0), integer(0), due]);
        row.extend((0..8).map(|_| integer(0)));
        row.push(Value::Text(String::new()));
        (id, row)
    });
    database.table("cards", CARDS, cards);
    database.table("revlog", REVLOG, []);
    database.table("graves", GRAVES, []);
    database.finish()
}

/// Replaces field separators with spaces.
fn plain(html: &str) -> String {
    html.replace(FIELD, " ")
}

fn models(deck: i64, now: i64, has_gaps: bool) -> String {
    let field = |name: &str, ord: u32| {
        format!(
            "{{\"name\":\"{name}\",\"ord\":{ord},\"font\":\"Arial\",\"media\":[],\"rtl\":false,\"size\":20,\"sticky\":false}}"
        )
    };
    let model = |id: i64, name: &str, kind: u32, [one, other]: [&str; 2], [front, back]: [&str; 2], card: &str| {
        format!(
            "\"{id}\":{{\"id\":\"{id}\",\"name\":\"{name}\",\"type\":{kind},\"mod\":{now},\"usn\":-1,\"sortf\":0,\
             \"did\":{deck},\"flds\":[{},{}],\"tmpls\":[{{\"name\":\"{card}\",\"ord\":0,\"qfmt\":{},\"afmt\":{},\
             \"bafmt\":\"\",\"bqfmt\":\"\",\"bfont\":\"\",\"bsize\":0,\"did\":null}}],\"req\":[[0,\"all\",[0]]],\"tags\":[],\
             \"vers\":[],\"css\":{},\"latexPre\":\"\",\"latexPost\":\"\",\"latexsvg\":false}}",
            field(one, 0),
            field(other, 1),
            json(front),
            json(back),
            json(CSS),
        )
    };
    let sides = ["{{Front}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}"];
    let basic = model(MODEL, "Note Ninja", 0, ["Front", "Back"], sides, "Card 1");
    if !has_gaps {
        return format!("{{{basic}}}");
    }
    let sides = ["{{cloze:Text}}", "{{cloze:Text}}<br>\n{{Back Extra}}"];
    let cloze = model(CLOZE_MODEL, "Note Ninja Cloze", 1, ["Text", "Back Extra"], sides, "Cloze");
    format!("{{{basic},{cloze}}}")
}

fn decks(name: &str, deck: i64, now: i64) -> String {
    let one = |id: i64, name: &str| {
        format!(
            "\"{id}\":{{\"id\":{id},\"name\":{},\"conf\":1,\"desc\":\"\",\"dyn\":0,\"collapsed\":false,\"mod\":{now},\
             \"usn\":-1,\"extendNew\":0,\"extendRev\":50,\"lrnToday\":[0,0],\"newToday\":[0,0],\"revToday\":[0,0],\
             \"timeToday\":[0,0]}}",
            json(name)
        )
    };
    format!("{{{},{}}}", one(1, "Default"), one(deck, name))
}

/// Returns the 32-bit FNV-1a hash.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns the text as a JSON string.
fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => out.extend(['\\', sign]),
            sign if u32::from(sign) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(sign))),
            sign => out.push(sign),
        }
    }
    out.push('"');
    out
}

const CSS: &str = ".card { font-family: sans-serif; font-size: 20px; text-align: center; }\n\
                   .card img { max-width: 100%; } ul, ol, pre, table { display: inline-block; text-align: left; }\n\
                   .cloze { font-weight: bold; }";

const CONF: &str = r#"{"activeDecks":[1],"addToCur":true,"collapseTime":1200,"curDeck":1,"dueCounts":true,"estTimes":true,"newBury":true,"newSpread":0,"nextPos":1,"sortBackwards":false,"sortType":"noteFld","timeLim":0}"#;

const DCONF: &str = r#"{"1":{"id":1,"name":"Default","autoplay":true,"maxTaken":60,"mod":0,"replayq":true,"timer":0,"usn":0,"lapse":{"delays":[10],"leechAction":0,"leechFails":8,"minInt":1,"mult":0},"new":{"bury":true,"delays":[1,10],"initialFactor":2500,"ints":[1,4,7],"order":1,"perDay":20,"separate":true},"rev":{"bury":true,"ease4":1.3,"fuzz":0.05,"ivlFct":1,"maxIvl":36500,"minSpace":1,"perDay":100}}}"#;

const COL: &str = "CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, \
    scm integer not null, ver integer not null, dty integer not null, usn integer not null, ls integer not null, \
    conf text not null, models text not null, decks text not null, dconf text not null, tags text not null)";

const NOTES: &str = "CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, \
    mod integer not null, usn integer not null, tags text not null, flds text not null, sfld integer not null, \
    csum integer not null, flags integer not null, data text not null)";

const CARDS: &str = "CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, \
    ord integer not null, mod integer not null, usn integer not null, type integer not null, queue integer not null, \
    due integer not null, ivl integer not null, factor integer not null, reps integer not null, \
    lapses integer not null, left integer not null, odue integer not null, odid integer not null, \
    flags integer not null, data text not null)";

const REVLOG: &str = "CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, \
    ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null, \
    time integer not null, type integer not null)";

const GRAVES: &str = "CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null)";
