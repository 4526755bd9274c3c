//! Tables for people: CSV (RFC 4180, UTF-8) that spreadsheet programs show and never run.

use super::format::CourseFile;

/// Byte order mark, by which spreadsheet programs recognise UTF-8.
const BOM: char = '\u{FEFF}';

/// Returns the tables of a course with their file names.
pub(crate) fn tables(file: &CourseFile) -> [(&'static str, String); 3] {
    let text = str::to_owned;
    let notes = file.notes.iter().map(|note| {
        let (chapter, file) = (note.chapter.to_string(), &note.file);
        let about = [String::new(), chapter, note.note_type.clone(), note.title.clone(), note.description.clone()];
        [&about[..], &[note.file_name.clone(), file.size_bytes.to_string(), note.uploaded_at.clone()]]
            .concat()
            .into_iter()
            .chain([file.path.clone()])
            .collect()
    });
    let albums = file.album_notes.iter().map(|note| {
        let about = [note.album.title(), "", "", &note.title, &note.description, &note.file_name].map(text);
        let file = [note.file.size_bytes.to_string(), note.uploaded_at.clone(), note.file.path.clone()];
        about.into_iter().chain(file).collect()
    });
    let recordings = file.recordings.iter().map(|one| {
        let about = [one.shelf.title(), &one.title, &one.description, &one.file_name].map(text);
        let (size, chapters) = (one.file.size_bytes.to_string(), one.chapters.len().to_string());
        let transcript = one.transcript.as_ref().map(|file| file.path.clone()).unwrap_or_default();
        about.into_iter().chain([size, one.uploaded_at.clone(), one.file.path.clone(), transcript, chapters]).collect()
    });
    let cards = file.chapters.iter().flat_map(|chapter| {
        chapter.cards.iter().map(|card| {
            let picture = card.picture.as_ref();
            let path = picture.map(|picture| picture.file.path.clone()).unwrap_or_default();
            let alt = picture.map(|picture| picture.alt.clone()).unwrap_or_default();
            vec![chapter.number.to_string(), chapter.title.clone(), card.front.clone(), card.back.clone(), path, alt]
        })
    });
    let notes_head = ["Album", "Chapter", "Type", "Title", "Description", "File name", "Bytes", "Uploaded", "File"];
    let recordings_head =
        ["Shelf", "Title", "Description", "File name", "Bytes", "Uploaded", "File", "Transcript", "Chapters"];
    let cards_head = ["Chapter", "Chapter title", "Front", "Back", "Picture", "Text alternative"];
    [
        ("notes.csv", csv(&notes_head, notes.chain(albums))),
        ("recordings.csv", csv(&recordings_head, recordings)),
        ("cards.csv", csv(&cards_head, cards)),
    ]
}

fn csv(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = String::from(BOM);
    for row in std::iter::once(head.iter().map(|name| (*name).to_owned()).collect()).chain(rows) {
        let cells: Vec<String> = row.iter().map(|value| cell(value)).collect();
        table.push_str(&cells.join(","));
        table.push_str("\r\n");
    }
    table
}

/// Quotes a value. Spreadsheet programs run text such as `=1+1` as a formula, so that gets an apostrophe: at the start,
/// and after a character at which programs of another locale divide cells. The web app does the same
/// (`accessibility-csv.ts`).
fn cell(value: &str) -> String {
    let is_formula = |rest: &str| rest.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let mut quoted = String::from('"');
    let mut is_start = true;
    for (at, one) in value.char_indices() {
        if is_start && is_formula(&value[at..]) {
            quoted.push('\'');
        }
        is_start = matches!(one, ';' | '|' | '\t' | '\r' | '\n');
        quoted.push(one);
        if one == '"' {
            quoted.push('"');
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_cli_6_a_cell_is_quoted_and_never_a_formula() {
        for (value, expected) in [
            ("plain, \"quoted\"", "\"plain, \"\"quoted\"\"\""),
            ("=1+1", "\"'=1+1\""),
            (" @SUM(A1)", "\"' @SUM(A1)\""),
            ("a;-1", "\"a;'-1\""),
            ("a\n＝1", "\"a\n'＝1\""),
            ("a-b=c", "\"a-b=c\""),
            ("", "\"\""),
        ] {
            assert_eq!(cell(value), expected);
        }
        assert_eq!(
            csv(&["A", "B"], [vec!["x".into(), "y".into()]].into_iter()),
            "\u{FEFF}\"A\",\"B\"\r\n\"x\",\"y\"\r\n"
        );
    }
}
