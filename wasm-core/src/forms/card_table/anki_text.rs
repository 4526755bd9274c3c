//! Anki's export "Notes in Plain Text": header lines that describe the format (`#separator:tab`), then one note per
//! row.

use std::collections::BTreeSet;

use super::columns::columns;
use super::separator::Separator;
use crate::anki::html::{convert, convert_plain, plain_as_html};
use crate::anki::{Side, cloze};
use crate::forms::csv::{Record, Records, split_line};
use crate::gaps::from_export_marks;

/// The header lines before the notes.
#[derive(Debug, Default)]
pub(super) struct HeaderLines<'a> {
    /// Number of header lines. Without any, the text does not come from Anki.
    pub(super) lines: u32,
    /// Separator of the columns.
    pub(super) separator: Option<Separator>,
    /// True if the fields are HTML, false if they are plain text, `None` if they are Markdown.
    is_html: Option<bool>,
    /// Columns that are not fields: tags, deck, note type and id.
    passed_over: Vec<usize>,
    /// Names of the columns as written.
    names: Option<&'a [u8]>,
}

/// Reads the header lines. Returns them and the text after them.
pub(super) fn parse_header(text: &[u8]) -> (HeaderLines<'_>, &[u8]) {
    let mut settings = HeaderLines::default();
    let mut rest = text;
    loop {
        let (line, after) = split_line(rest);
        let Some((key, value)) =
            std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix('#')?.split_once(':'))
        else {
            return (settings, rest);
        };
        match key.trim().to_ascii_lowercase().as_str() {
            "separator" => {
                settings.separator = Separator::from_name(if value.len() == 1 { value } else { value.trim() });
            }
            "html" => settings.is_html = Some(value.trim().eq_ignore_ascii_case("true")),
            "columns" => settings.names = line.get("#columns:".len()..),
            "tags column" | "deck column" | "notetype column" | "guid column" => {
                let number = value.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                settings.passed_over.extend(number);
            }
            "tags" | "deck" | "notetype" | "if matches" => {}
            _ => return (settings, rest),
        }
        settings.lines += 1;
        rest = after;
    }
}

impl HeaderLines<'_> {
    /// Returns the columns of front and back, if the names of the columns are known.
    pub(super) fn columns(&self, separator: Separator) -> Option<(usize, usize)> {
        columns(&Records::new(self.names?, separator.byte(), true).next()?)
    }

    /// Returns front and back of the cards of a note. Without known column names, the first field is the front and the
    /// others are the back. A note with gaps gives one card, or, if its gaps are nested or shared, a card for each of
    /// their numbers.
    pub(super) fn cards(
        &self,
        record: &Record,
        named: Option<(usize, usize)>,
    ) -> Result<Vec<(String, String)>, String> {
        record.check_quoting()?;
        let markdown = |text: &str| match self.is_html {
            Some(true) => convert(text).markdown,
            Some(false) => convert_plain(text),
            None => text.to_owned(),
        };
        if let Some((front, back)) = named {
            return Ok(vec![(markdown(&record.text(front)), markdown(&record.text(back)))]);
        }
        let fields = (0..record.fields.len()).filter(|place| !self.passed_over.contains(place));
        let fields: Vec<String> = fields.map(|place| record.text(place)).collect();
        let (front, others) = fields.split_first().ok_or("The front is missing.")?;
        let others = others.iter().map(|field| markdown(field)).filter(|field| !field.is_empty());
        let others: Vec<String> = others.collect();
        let gaps = if self.is_html.is_some() { cloze::gap_numbers(front) } else { BTreeSet::new() };
        if gaps.is_empty() {
            return Ok(vec![(markdown(front), others.join("\n\n"))]);
        }
        // The placeholder for a gap is HTML.
        let front = if self.is_html == Some(true) { front.clone() } else { plain_as_html(front) };
        let marked = cloze::with_marks(&front).map(|marked| convert(&marked).markdown);
        if let Some(front) = marked.and_then(|marked| from_export_marks(&marked)) {
            return Ok(vec![(front, others.join("\n\n"))]);
        }
        let side = |number, of| convert(&cloze::render(&front, number, of).unwrap_or_default()).markdown;
        let card = |number| {
            let back = std::iter::once(side(number, Side::Back)).chain(others.iter().cloned());
            (side(number, Side::Front), back.collect::<Vec<_>>().join("\n\n"))
        };
        Ok(gaps.into_iter().map(card).collect())
    }
}
