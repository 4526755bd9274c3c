//! Import of course lists: CSV or TSV, one course per line, the first line naming the columns.
//!
//! Valid lines are split into batches that the API accepts; each invalid line has a reason. The command line and the
//! page both read files with this module.

use std::collections::BTreeMap;

use serde::Serialize;

use super::csv::{InvalidRow, Record, Records, json_bytes, split_line, without_bom, without_sep_line};
use super::{CourseForm, validate_course};
use crate::limits::{IMPORT_BATCH_MAX, IMPORT_BATCH_MAX_BYTES, IMPORT_FILE_MAX_BYTES};

/// Number of bytes that a row adds to a request in addition to its texts.
const ROW_BYTES: usize = 64;

/// A valid line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CourseRow {
    /// First line of the row in the file, from 1.
    pub line: u32,
    /// Canonical course code.
    pub course_code: String,
    /// Title.
    pub title: String,
    /// Description; `None` keeps the current one.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub description: Option<String>,
}

/// The result of reading a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CourseTable {
    /// Valid lines, split into requests that the API accepts.
    pub batches: Vec<Vec<CourseRow>>,
    /// Lines that cannot be imported.
    pub bad: Vec<InvalidRow>,
}

/// The positions of the columns.
struct Columns {
    code: usize,
    title: usize,
    description: Option<usize>,
}

/// Reads a file. The separator is the one that Excel names (`sep=;`), otherwise the one between the column names in the
/// first line.
///
/// # Errors
/// A message for users if the whole file is unreadable.
pub fn parse_course_table(bytes: &[u8]) -> Result<CourseTable, String> {
    if bytes.len() > IMPORT_FILE_MAX_BYTES {
        let mib = IMPORT_FILE_MAX_BYTES / 1024 / 1024;
        return Err(format!("The file can have at most {mib} MB. Split it and import the parts one by one."));
    }
    let (bytes, named) = without_sep_line(without_bom(bytes)?);
    let separator = named.unwrap_or_else(|| separator(bytes));
    let first_line = 1 + u32::from(named.is_some());
    let mut rest = Records::new(bytes, separator, separator != b'\t').starting_at(first_line);
    let columns = columns(&rest.next().map(|first| first.fields).unwrap_or_default())?;
    let mut table = CourseTable::default();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut batch_bytes = 0;
    for record in rest {
        let (line, last) = (record.line, record.last);
        if record.is_blank() {
            continue;
        }
        match row(&record, &columns) {
            Ok(row) => match seen.get(&row.course_code) {
                None => {
                    seen.insert(row.course_code.clone(), line);
                    table.put(row, &mut batch_bytes);
                }
                Some(first) => {
                    let reason = format!("{} is on line {first} already; the first one counts.", row.course_code);
                    table.bad.push(InvalidRow { line, last, reason });
                }
            },
            Err(reason) => table.bad.push(InvalidRow { line, last, reason }),
        }
    }
    Ok(table)
}

impl CourseTable {
    /// Returns the number of valid lines.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.batches.iter().map(Vec::len).sum()
    }

    fn put(&mut self, row: CourseRow, batch_bytes: &mut usize) {
        let size = row.json_bytes();
        match self.batches.last_mut() {
            Some(batch) if batch.len() < IMPORT_BATCH_MAX && *batch_bytes + size <= IMPORT_BATCH_MAX_BYTES => {
                *batch_bytes += size;
                batch.push(row);
            }
            _ => {
                *batch_bytes = size;
                self.batches.push(vec![row]);
            }
        }
    }
}

impl CourseRow {
    /// Returns the maximum size that the line adds to a request, in bytes.
    #[must_use]
    pub fn json_bytes(&self) -> usize {
        let description = self.description.as_deref().map_or(0, json_bytes);
        ROW_BYTES + json_bytes(&self.course_code) + json_bytes(&self.title) + description
    }
}

/// Returns the separator between the column names in the first line. In tab-separated files, a quotation mark is part
/// of a title.
fn separator(bytes: &[u8]) -> u8 {
    let (first, _) = split_line(bytes);
    let names_columns = |sign: &u8| {
        let names = Records::new(first, *sign, *sign != b'\t').next();
        names.is_some_and(|names| columns(&names.fields).is_ok())
    };
    [b'\t', b';', b'|', b','].into_iter().find(names_columns).unwrap_or(b',')
}

fn columns(names: &[Vec<u8>]) -> Result<Columns, String> {
    let names: Vec<String> = names.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
    let find =
        |wanted: &[&str]| names.iter().position(|name| wanted.iter().any(|wanted| name.eq_ignore_ascii_case(wanted)));
    match (find(&["code", "coursecode", "course code", "course_code"]), find(&["title"])) {
        (Some(code), Some(title)) => Ok(Columns { code, title, description: find(&["description"]) }),
        _ => Err(format!(
            "The first line must name the columns: code, title and, if there is one, description. It is: {}",
            names.join(" | ")
        )),
    }
}

fn row(record: &Record, columns: &Columns) -> Result<CourseRow, String> {
    record.check_quoting()?;
    let field = |at: Option<usize>| at.map(|at| record.text(at)).unwrap_or_default();
    let form = CourseForm {
        course_code: field(Some(columns.code)),
        title: field(Some(columns.title)),
        description: field(columns.description),
    };
    let draft = validate_course(&form).map_err(|errors| {
        let shown = form.course_code.trim();
        if shown.is_empty() { errors.to_string() } else { format!("{shown}: {errors}") }
    })?;
    Ok(CourseRow {
        line: record.line,
        course_code: draft.code.as_str().to_owned(),
        title: draft.title,
        description: Some(draft.description).filter(|text| !text.is_empty()),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> CourseTable {
        parse_course_table(text.as_bytes()).unwrap()
    }

    fn rows(table: &CourseTable) -> Vec<(u32, &str, &str)> {
        let rows = table.batches.iter().flatten();
        rows.map(|row| (row.line, row.course_code.as_str(), row.title.as_str())).collect()
    }

    #[test]
    fn every_invalid_line_is_reported_with_number_and_reason_and_valid_lines_are_kept() {
        let table = read(
            "code,title,description\n\
             cs 246,Object-Oriented Software Development,\"Classes, \"\"RAII\"\"\"\n\
             ,No code here,\n\
             MATH137,,\n\
             \n\
             CS-246,The same again,\n\
             PHYS121,Mechanics\n",
        );
        assert_eq!(rows(&table), [(2, "CS246", "Object-Oriented Software Development"), (7, "PHYS121", "Mechanics")]);
        assert_eq!(table.batches[0][0].description.as_deref(), Some("Classes, \"RAII\""));
        assert_eq!(table.batches[0][1].description, None);
        let lines: Vec<_> = table.bad.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [3, 4, 6]);
        assert!(table.bad[0].reason.contains("required"), "{}", table.bad[0].reason);
        assert!(table.bad[1].reason.starts_with("MATH137: "), "{}", table.bad[1].reason);
        assert!(table.bad[2].reason.contains("line 2"), "{}", table.bad[2].reason);
    }

    #[test]
    fn line_numbers_include_line_breaks_within_quotation_marks() {
        let table = read("code,title,description\r\nCS246,One,\"a\r\nb\"\r\nCS247,Two,\r\n?,Three,\r\n");
        assert_eq!(rows(&table), [(2, "CS246", "One"), (4, "CS247", "Two")]);
        assert_eq!(table.batches[0][0].description.as_deref(), Some("a\nb"));
        assert_eq!(table.bad[0].line, 5);
    }

    #[test]
    fn tab_separated_text_keeps_quotation_marks_and_extra_columns_are_ignored() {
        let table = read("\u{FEFF}Code\tTitle\tSchool\nCS246\tThe \"best\" course\twaterloo\nCS247\t\"Best\"\tw\n");
        assert_eq!(rows(&table), [(2, "CS246", "The \"best\" course"), (3, "CS247", "\"Best\"")]);
        assert_eq!(table.batches[0][0].description, None);
    }

    #[test]
    fn semicolons_separate_columns_if_there_are_no_commas() {
        assert_eq!(rows(&read("code;title\nCS246;One, two\n")), [(2, "CS246", "One, two")]);
        assert_eq!(rows(&read("code;title;a, b\nCS246;One, two;x\n")), [(2, "CS246", "One, two")]);
        assert_eq!(rows(&read("code|title\nCS246|One, two\n")), [(2, "CS246", "One, two")]);
    }

    #[test]
    fn quoted_cells_can_have_spaces_around_them() {
        for sign in [',', ';'] {
            let title = format!("One{sign} two");
            let table = read(&format!(
                "\"code\" {sign} \"title\" {sign} \"description\"\n\
                 \"CS246\" {sign}  \"{title}\" {sign} \"Say \"\"yes\"\"\"\n\
                 CS247 {sign} Three {sign} \n"
            ));
            assert_eq!(rows(&table), [(2, "CS246", title.as_str()), (3, "CS247", "Three")]);
            assert_eq!(table.batches[0][0].description.as_deref(), Some("Say \"yes\""));
            assert!(table.bad.is_empty(), "{:?}", table.bad);
        }
    }

    #[test]
    fn the_separator_line_of_excel_is_skipped_and_a_carriage_return_alone_ends_a_line() {
        for text in ["sep=;\r\ncode;title\r\nCS246;One\r\n", "sep=,\rcode,title\rCS246,One\r"] {
            assert_eq!(rows(&read(text)), [(3, "CS246", "One")], "{text:?}");
        }
        assert_eq!(rows(&read("code\ttitle\rCS246\tOne\r")), [(2, "CS246", "One")]);
    }

    #[test]
    fn an_unclosed_quotation_mark_is_reported_as_one_invalid_line() {
        let table = read("code,title\nCS246,ok\nCS245,\"open\nCS247,lost\n");
        assert_eq!(rows(&table), [(2, "CS246", "ok")]);
        assert_eq!(table.bad.len(), 1);
        assert!(table.bad[0].line == 3 && table.bad[0].reason.contains("never closed"), "{:?}", table.bad);
    }

    #[test]
    fn an_unusable_file_is_rejected_with_advice() {
        for (bytes, wanted) in [
            (b"name,number\na,b\n".as_slice(), "name | number"),
            (b"", "code, title"),
            (b"\xFF\xFEc\0o\0", "CSV UTF-8"),
            (b"code,title\nCS246,\xCF\xDF\xD0\xD4\xB4\xFA\xCA\xFD\n", "CSV UTF-8"),
            (&vec![b'a'; IMPORT_FILE_MAX_BYTES + 1], "Split it"),
        ] {
            let error = parse_course_table(bytes).unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn batches_stay_within_both_limits_and_omit_no_course() {
        let lines = |count: usize, description: &str| {
            let rows: String = (0..count).map(|n| format!("CS{n},Title,{description}\n")).collect();
            read(&format!("code,title,description\n{rows}"))
        };
        let sizes = |table: &CourseTable| table.batches.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(&lines(250, "")), [100, 100, 50]);

        let cut = lines(100, &"\\".repeat(2000));
        assert_eq!(cut.rows(), 100);
        for batch in cut.batches {
            assert!(serde_json::to_vec(&batch).unwrap().len() <= IMPORT_BATCH_MAX_BYTES);
        }
    }

    proptest! {
        #[test]
        fn parsing_arbitrary_bytes_never_panics_and_each_row_stays_within_its_size_limit(bytes in "(code,title,description\n)?[\\PC\n\r\t,;\"]{0,200}") {
            if let Ok(table) = parse_course_table(bytes.as_bytes()) {
                for row in table.batches.iter().flatten() {
                    prop_assert!(serde_json::to_vec(row).unwrap().len() < row.json_bytes());
                }
            }
        }
    }
}
