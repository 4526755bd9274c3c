//! Writer of SQLite databases without indexes, whose rows are added in the order of their ids.
//!
//! The format is <https://www.sqlite.org/fileformat2.html>. Each table is a B-tree of pages: the leaves hold rows, and
//! interior pages hold the greatest id of each page below.

const PAGE_BYTES: usize = 4096;

/// Size of the file header, which precedes the tree of the first page.
const HEAD_BYTES: usize = 100;

/// Largest row that fits completely into a leaf.
const LOCAL_MAX_BYTES: usize = PAGE_BYTES - 35;

/// Minimum number of bytes of a larger row that are stored in the leaf.
const LOCAL_MIN_BYTES: usize = (PAGE_BYTES - 12) * 32 / 255 - 23;

/// Number of bytes of a larger row that are stored in each overflow page.
const FURTHER_BYTES: usize = PAGE_BYTES - 4;

/// Maximum number of children of an interior page: each takes 2 bytes for its offset and up to 13 for its page number
/// and id.
const BELOW_MAX: usize = 270;

/// Header sizes of leaves and of interior pages.
const LEAF_HEAD_BYTES: usize = 8;
const ABOVE_HEAD_BYTES: usize = 12;

/// The value of a column.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// Also used for the id column, because SQLite stores the id separately.
    Null,
    Integer(i64),
    Text(String),
}

/// A database while it is written.
#[derive(Debug)]
pub(super) struct Database {
    pages: Vec<Vec<u8>>,
    /// Schema entry of each table, stored as a row on the first page.
    schema: Vec<Vec<Value>>,
}

impl Default for Database {
    fn default() -> Self {
        // Placeholder for the first page, which is written last.
        Self { pages: vec![Vec::new()], schema: Vec::new() }
    }
}

impl Database {
    /// Writes a table. `sql` is its `CREATE TABLE` statement; the rows are in the order of their ids.
    pub(super) fn table(&mut self, name: &str, sql: &str, rows: impl IntoIterator<Item = (i64, Vec<Value>)>) {
        let root = self.tree(rows);
        let text = |text: &str| Value::Text(text.to_owned());
        self.schema.push(vec![text("table"), text(name), text(name), Value::Integer(i64::from(root)), text(sql)]);
    }

    /// Returns the complete file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let schema = std::mem::take(&mut self.schema);
        let mut leaf = Leaf::new(HEAD_BYTES);
        for (id, row) in (1..).zip(schema) {
            let cell = self.cell(id, &record(&row));
            leaf.add(&cell);
        }
        let mut first = leaf.page();
        let pages = number(self.pages.len());
        let mut head = b"SQLite format 3\0".to_vec();
        head.extend(u16::try_from(PAGE_BYTES).unwrap_or(0).to_be_bytes());
        // Format versions, no reserved bytes per page, and three fixed numbers.
        head.extend([1, 1, 0, 64, 32, 32]);
        // Change counter 1; number of pages; no free pages; schema version 1 in format 4; no hints.
        for value in [1, pages, 0, 0, 1, 4, 0, 0] {
            head.extend(value.to_be_bytes());
        }
        // Text encoding UTF-8; no user version or application id.
        for value in [1_u32, 0, 0, 0] {
            head.extend(value.to_be_bytes());
        }
        head.extend([0; 20]);
        // The number of pages above is valid for change counter 1, and the file was written by this SQLite version.
        for value in [1_u32, 3_045_000] {
            head.extend(value.to_be_bytes());
        }
        if let Some(place) = first.get_mut(..HEAD_BYTES) {
            place.copy_from_slice(&head);
        }
        if let Some(page) = self.pages.first_mut() {
            *page = first;
        }
        self.pages.concat()
    }

    /// Writes rows and returns the number of their root page.
    fn tree(&mut self, rows: impl IntoIterator<Item = (i64, Vec<Value>)>) -> u32 {
        let mut level: Vec<(u32, i64)> = Vec::new();
        let (mut leaf, mut last) = (Leaf::new(0), 0);
        for (id, row) in rows {
            let cell = self.cell(id, &record(&row));
            if !leaf.has_room(cell.len()) {
                level.push((self.push(std::mem::replace(&mut leaf, Leaf::new(0)).page()), last));
            }
            leaf.add(&cell);
            last = id;
        }
        level.push((self.push(leaf.page()), last));
        while level.len() > 1 {
            // The groups have equal sizes, because an interior page with a single child is invalid.
            let size = level.len().div_ceil(level.len().div_ceil(BELOW_MAX));
            level = level.chunks(size).map(|below| self.above(below)).collect();
        }
        level.first().map_or(0, |(root, _)| *root)
    }

    /// Writes an interior page above these pages. Returns its number and the greatest id below it.
    fn above(&mut self, below: &[(u32, i64)]) -> (u32, i64) {
        let Some(((last, greatest), others)) = below.split_last() else { return (0, 0) };
        let mut page =
            Leaf { kind: 5, head_at: 0, head_bytes: ABOVE_HEAD_BYTES, right: Some(*last), cells: Vec::new() };
        for (number, id) in others {
            let mut cell = number.to_be_bytes().to_vec();
            varint(&mut cell, id.cast_unsigned());
            page.add(&cell);
        }
        (self.push(page.page()), *greatest)
    }

    /// Returns the leaf cell of a row. A row that is too large continues on overflow pages.
    fn cell(&mut self, id: i64, record: &[u8]) -> Vec<u8> {
        let mut cell = Vec::new();
        varint(&mut cell, u64::try_from(record.len()).unwrap_or(0));
        varint(&mut cell, id.cast_unsigned());
        if record.len() <= LOCAL_MAX_BYTES {
            cell.extend(record);
            return cell;
        }
        let fitting = LOCAL_MIN_BYTES + (record.len() - LOCAL_MIN_BYTES) % FURTHER_BYTES;
        let (local, rest) = record.split_at(if fitting <= LOCAL_MAX_BYTES { fitting } else { LOCAL_MIN_BYTES });
        cell.extend(local);
        cell.extend(number(self.pages.len() + 1).to_be_bytes());
        let mut parts = rest.chunks(FURTHER_BYTES).peekable();
        while let Some(part) = parts.next() {
            let next = if parts.peek().is_some() { number(self.pages.len() + 2) } else { 0 };
            let mut page = next.to_be_bytes().to_vec();
            page.extend(part);
            page.resize(PAGE_BYTES, 0);
            self.push(page);
        }
        cell
    }

    fn push(&mut self, page: Vec<u8>) -> u32 {
        self.pages.push(page);
        number(self.pages.len())
    }
}

/// A page of a B-tree while its cells are added.
struct Leaf {
    kind: u8,
    head_at: usize,
    head_bytes: usize,
    /// Child page with the greatest ids; interior pages only.
    right: Option<u32>,
    cells: Vec<Vec<u8>>,
}

impl Leaf {
    fn new(head_at: usize) -> Self {
        Self { kind: 13, head_at, head_bytes: LEAF_HEAD_BYTES, right: None, cells: Vec::new() }
    }

    fn has_room(&self, bytes: usize) -> bool {
        let taken: usize = self.cells.iter().map(|cell| cell.len() + 2).sum();
        self.head_at + self.head_bytes + taken + bytes + 2 <= PAGE_BYTES
    }

    fn add(&mut self, cell: &[u8]) {
        self.cells.push(cell.to_vec());
    }

    /// Returns the page. Offsets grow from the front in the order of ids, and cells grow from the end.
    fn page(self) -> Vec<u8> {
        let content: usize = self.cells.iter().map(Vec::len).sum();
        let begin = PAGE_BYTES - content;
        let mut page = vec![0; self.head_at];
        page.push(self.kind);
        for value in [0, self.cells.len(), begin] {
            page.extend(u16::try_from(value).unwrap_or(0).to_be_bytes());
        }
        page.push(0);
        page.extend(self.right.into_iter().flat_map(u32::to_be_bytes));
        let mut place = PAGE_BYTES;
        for cell in &self.cells {
            place -= cell.len();
            page.extend(u16::try_from(place).unwrap_or(0).to_be_bytes());
        }
        page.resize(begin, 0);
        page.extend(self.cells.iter().rev().flatten());
        page
    }
}

/// Encodes a row: the type of each column, then the values.
fn record(row: &[Value]) -> Vec<u8> {
    let (mut types, mut body): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    for value in row {
        match value {
            Value::Null => varint(&mut types, 0),
            Value::Integer(integer) => {
                let (kind, bytes) = match *integer {
                    -0x80..=0x7F => (1, 1),
                    -0x8000..=0x7FFF => (2, 2),
                    -0x8000_0000..=0x7FFF_FFFF => (4, 4),
                    _ => (6, 8),
                };
                varint(&mut types, kind);
                body.extend(integer.to_be_bytes().iter().skip(8 - bytes));
            }
            Value::Text(text) => {
                varint(&mut types, u64::try_from(text.len()).unwrap_or(0) * 2 + 13);
                body.extend(text.as_bytes());
            }
        }
    }
    // The header length includes itself. Below 128 it takes one byte, and no table here has more columns.
    let mut record = Vec::new();
    let head = types.len() + 1;
    varint(&mut record, u64::try_from(if head < 128 { head } else { head + 1 }).unwrap_or(0));
    record.extend(types);
    record.extend(body);
    record
}

/// Writes a varint: 7 bits per byte, most significant first; a ninth byte holds 8 bits.
fn varint(out: &mut Vec<u8>, value: u64) {
    if value >> 56 != 0 {
        for place in (0..8).rev() {
            out.push(byte(value >> (8 + place * 7)) | 0x80);
        }
        out.push(value.to_be_bytes()[7]);
        return;
    }
    let bits = 64 - value.leading_zeros();
    for place in (0..bits.div_ceil(7).max(1)).rev() {
        out.push(byte(value >> (place * 7)) | if place > 0 { 0x80 } else { 0 });
    }
}

fn byte(value: u64) -> u8 {
    value.to_be_bytes()[7] & 0x7F
}

fn number(pages: usize) -> u32 {
    u32::try_from(pages).unwrap_or(u32::MAX)
}
