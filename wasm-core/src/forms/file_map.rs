//! Table with properties of single files that the names of their folders do not tell: CSV or TSV, one file per line.

use std::collections::BTreeMap;

use super::csv::{InvalidRow, Record, Records, split_line, without_bom, without_sep_line};
use crate::limits::IMPORT_FILE_MAX_BYTES;
use crate::unicode::to_nfc;

/// Names of the columns. Only the first is required.
const COLUMNS: [&str; 8] = ["file", "course", "chapter", "title", "type", "description", "shelf", "subject"];

/// Properties of one file in the table. An empty text means that the property is not set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MappedFile {
    /// First line of the row, from 1.
    pub line: u32,
    /// Course code in any spelling.
    pub course: String,
    /// Chapter, from 1.
    pub chapter: String,
    /// Title.
    pub title: String,
    /// Note type.
    pub note_type: String,
    /// Description.
    pub description: String,
    /// Name of a shelf in URLs.
    pub shelf: String,
    /// Subject of a recording.
    pub subject: String,
}

/// The files of a table by their path within the folder, in NFC and with `/` between the parts.
pub type FileMap = BTreeMap<String, MappedFile>;

/// Reads a table. The first line names the columns: `file` and any of the others.
///
/// # Errors
/// The lines that cannot be read, or only line 1 if the whole file is unreadable.
pub fn parse_file_map(bytes: &[u8]) -> Result<FileMap, Vec<InvalidRow>> {
    let whole = |reason: String| vec![InvalidRow { line: 1, last: 1, reason }];
    if bytes.len() > IMPORT_FILE_MAX_BYTES {
        return Err(whole(format!("The file can have at most {} MB.", IMPORT_FILE_MAX_BYTES / 1024 / 1024)));
    }
    let (bytes, named) = without_sep_line(without_bom(bytes).map_err(whole)?);
    let (first, _) = split_line(bytes);
    let of = |sign: u8| Records::new(first, sign, sign != b'\t').next().map(|row| row.fields).unwrap_or_default();
    let is_table = |sign: &u8| columns(&of(*sign)).is_ok();
    let separator = named.or_else(|| [b'\t', b';', b'|', b','].into_iter().find(is_table)).unwrap_or(b',');
    let columns = columns(&of(separator)).map_err(whole)?;
    let rows = Records::new(bytes, separator, separator != b'\t').starting_at(1 + u32::from(named.is_some()));
    let (mut files, mut bad) = (FileMap::new(), Vec::new());
    for record in rows.skip(1).filter(|record| !record.is_blank()) {
        let (line, last) = (record.line, record.last);
        match row(&record, &columns) {
            Ok((path, _)) if files.contains_key(&path) => {
                bad.push(InvalidRow { line, last, reason: format!("{path} is listed twice.") });
            }
            Ok((path, row)) => drop(files.insert(path, row)),
            Err(reason) => bad.push(InvalidRow { line, last, reason }),
        }
    }
    if bad.is_empty() { Ok(files) } else { Err(bad) }
}

/// Returns the position of each column of [`COLUMNS`].
fn columns(names: &[Vec<u8>]) -> Result<[Option<usize>; COLUMNS.len()], String> {
    let names: Vec<String> = names.iter().map(|name| String::from_utf8_lossy(name).trim().to_lowercase()).collect();
    let positions = COLUMNS.map(|column| names.iter().position(|name| name == column));
    let unknown = names.iter().find(|name| !name.is_empty() && !COLUMNS.contains(&name.as_str()));
    match (positions[0], unknown) {
        (Some(_), None) => Ok(positions),
        (Some(_), Some(name)) => Err(format!("There is no column '{name}'. The columns are: {}.", COLUMNS.join(", "))),
        (None, _) => Err(format!("The first line must name the columns: file and any of {}.", COLUMNS[1..].join(", "))),
    }
}

fn row(record: &Record, columns: &[Option<usize>; COLUMNS.len()]) -> Result<(String, MappedFile), String> {
    record.check_quoting()?;
    let [path, course, chapter, title, note_type, description, shelf, subject] =
        columns.map(|at| at.map(|at| record.text(at).trim().to_owned()).unwrap_or_default());
    let path = path.replace('\\', "/");
    let path = to_nfc(path.trim_start_matches("./")).into_owned();
    if path.is_empty() {
        return Err("The column 'file' is empty.".into());
    }
    Ok((path, MappedFile { line: record.line, course, chapter, title, note_type, description, shelf, subject }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_cli_2_a_table_gives_course_chapter_and_title_of_single_files() {
        let text = "file;title;chapter\n./a/one.pdf;One, two;3\n\"b\\two.pdf\";;\n";
        let files = parse_file_map(text.as_bytes()).unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["a/one.pdf", "b/two.pdf"]);
        let one = &files["a/one.pdf"];
        assert_eq!((one.title.as_str(), one.chapter.as_str(), one.course.as_str(), one.line), ("One, two", "3", "", 2));
        assert_eq!(files["b/two.pdf"], MappedFile { line: 3, ..MappedFile::default() });
    }

    #[test]
    fn s6_cli_9_composed_and_decomposed_names_are_the_same_file() {
        let files = parse_file_map("file,title\nTh\u{e9}orie/e\u{301}.pdf,One\n".as_bytes()).unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["Th\u{e9}orie/\u{e9}.pdf"]);
        let twice = parse_file_map("file\n\u{e9}.pdf\ne\u{301}.pdf\n".as_bytes()).unwrap_err();
        assert!(twice[0].reason.contains("listed twice"), "{twice:?}");
    }

    #[test]
    fn s6_cli_2_a_table_with_an_unusable_line_is_refused_with_the_reason() {
        for (text, line, wanted) in [
            ("path,title\na,b\n", 1, "file and any of"),
            ("file,name\na,b\n", 1, "no column 'name'"),
            ("file,title\na.pdf,b\na.pdf,c\n", 3, "listed twice"),
            ("file,title\n,b\n", 2, "is empty"),
            ("file,title\na.pdf,\"b\n", 2, "never closed"),
            ("", 1, "file and any of"),
        ] {
            let bad = parse_file_map(text.as_bytes()).unwrap_err();
            assert!(bad[0].line == line && bad[0].reason.contains(wanted), "{text:?}: {bad:?}");
        }
    }
}
