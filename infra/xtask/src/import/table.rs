//! Reads the file and checks every line with the rules that the server uses.

use std::collections::HashMap;

use anyhow::{Result, bail};
use serde::Serialize;
use wasm_core::forms::{self, CourseForm};

/// A line that may be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Row {
    /// Where it stands in the file, from 1.
    #[serde(skip)]
    pub(crate) line: u64,
    pub(crate) course_code: String,
    pub(crate) title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
}

impl Row {
    /// How much it adds to a request.
    pub(crate) fn json_bytes(&self) -> usize {
        serde_json::to_vec(self).map_or(0, |json| json.len() + 1)
    }
}

/// A line that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BadLine {
    /// Where it stands in the file, from 1.
    pub(crate) line: u64,
    /// A sentence.
    pub(crate) reason: String,
}

/// Where the columns are.
struct Columns {
    code: usize,
    title: usize,
    description: Option<usize>,
}

/// Good rows and bad lines of a file.
pub(crate) fn read(bytes: &[u8], separator: u8) -> Result<(Vec<Row>, Vec<BadLine>)> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        // Tab-separated files do not quote; a quotation mark there is part of a title.
        .quoting(separator != b'\t')
        .from_reader(bytes);
    let columns = columns(&reader.byte_headers()?.iter().map(String::from_utf8_lossy).collect::<Vec<_>>())?;
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    let mut seen: HashMap<String, u64> = HashMap::new();
    let mut record = csv::ByteRecord::new();
    loop {
        let line = reader.position().line();
        match reader.read_byte_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(e) => {
                bad.push(BadLine { line, reason: format!("This line cannot be read: {e}.") });
                continue;
            }
        }
        let line = record.position().map_or(line, |start| start.line() + empty_lines(bytes, start.byte()));
        if record.iter().all(|field| field.iter().all(u8::is_ascii_whitespace)) {
            continue;
        }
        match row(&record, &columns, line) {
            Ok(row) => match seen.insert(row.course_code.clone(), line) {
                None => rows.push(row),
                Some(first) => bad.push(BadLine {
                    line,
                    reason: format!("{} is on line {first} already; the first one counts.", row.course_code),
                }),
            },
            Err(reason) => bad.push(BadLine { line, reason }),
        }
    }
    Ok((rows, bad))
}

/// A record begins where the one before it ended, so empty lines in between count as part of it.
fn empty_lines(bytes: &[u8], start: u64) -> u64 {
    let rest = usize::try_from(start).ok().and_then(|start| bytes.get(start..)).unwrap_or_default();
    let breaks = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    breaks.map(|byte| u64::from(*byte == b'\n')).sum()
}

fn columns(names: &[impl AsRef<str>]) -> Result<Columns> {
    let find =
        |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_ref().trim().to_lowercase().as_str()));
    match (find(&["code", "coursecode", "course code", "course_code"]), find(&["title"])) {
        (Some(code), Some(title)) => Ok(Columns { code, title, description: find(&["description"]) }),
        _ => bail!(
            "The first line must name the columns: code, title and, if there is one, description. It is: {}",
            names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" | ")
        ),
    }
}

fn row(record: &csv::ByteRecord, columns: &Columns, line: u64) -> Result<Row, String> {
    let field = |at: Option<usize>| {
        let bytes = at.and_then(|at| record.get(at)).unwrap_or_default();
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| "This line is not text in UTF-8.".to_owned())
    };
    let form = CourseForm {
        course_code: field(Some(columns.code))?,
        title: field(Some(columns.title))?,
        description: field(columns.description)?,
    };
    let course = forms::course(&form).map_err(|errors| {
        let shown = form.course_code.trim();
        let prefix = if shown.is_empty() { String::new() } else { format!("{shown}: ") };
        format!("{prefix}{errors}")
    })?;
    Ok(Row {
        line,
        course_code: course.code.as_str().to_owned(),
        title: course.title,
        description: (!course.description.is_empty()).then_some(course.description),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bad_line_has_its_number_and_a_reason_and_the_rest_is_kept() {
        let text = "code,title,description\n\
                    cs 246,Object-Oriented Software Development,\"Classes, RAII\"\n\
                    ,No code here,\n\
                    MATH137,,\n\
                    \n\
                    CS-246,The same again,\n\
                    PHYS121,Mechanics\n";
        let (rows, bad) = read(text.as_bytes(), b',').unwrap();
        let codes: Vec<_> = rows.iter().map(|row| (row.line, row.course_code.as_str())).collect();
        assert_eq!(codes, [(2, "CS246"), (7, "PHYS121")]);
        assert_eq!(rows[0].description.as_deref(), Some("Classes, RAII"));
        let lines: Vec<_> = bad.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [3, 4, 6]);
        assert!(bad[0].reason.contains("required"), "{}", bad[0].reason);
        assert!(bad[1].reason.starts_with("MATH137: "), "{}", bad[1].reason);
        assert!(bad[2].reason.contains("line 2"), "{}", bad[2].reason);
    }

    #[test]
    fn tabs_keep_quotation_marks_and_other_columns_are_left_out() {
        let text = "\u{FEFF}Code\tTitle\tSchool\nCS246\tThe \"best\" course\twaterloo\n";
        let (rows, bad) = read(text.as_bytes(), b'\t').unwrap();
        assert!(bad.is_empty(), "{bad:?}");
        assert_eq!(rows[0].title, "The \"best\" course");
        assert_eq!(rows[0].description, None);
    }

    #[test]
    fn a_line_that_is_not_utf_8_is_one_bad_line() {
        let mut text = b"code,title\nCS246,ok\nCS245,".to_vec();
        text.extend([0xFF, b'\n']);
        let (rows, bad) = read(&text, b',').unwrap();
        assert_eq!((rows.len(), bad.len()), (1, 1));
        assert_eq!(bad[0].line, 3);
    }

    #[test]
    fn a_file_without_the_columns_says_which_it_needs() {
        let error = read(b"name,number\na,b\n", b',').unwrap_err().to_string();
        assert!(error.contains("code, title") && error.contains("name | number"), "{error}");
    }
}
