//! The structure tree of a tagged PDF, reduced to blocks in reading order.

use std::collections::{HashMap, HashSet};

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, String as PdfString};

use super::super::metadata::decode_text_string;
use super::block::Kind;

/// Maximum depth of elements that are read.
const DEPTH_MAX: u32 = 64;

/// Maximum number of elements and content references that are read.
const NODES_MAX: usize = 400_000;

/// Maximum number of mappings that are followed from a type that the file defines to a standard type.
const ROLES_MAX: usize = 8;

/// Maximum length of an alternative text, in characters.
const ALT_MAX_CHARS: usize = 2_000;

/// Maximum size of all alternative texts, in bytes. Many elements may refer to one text.
const ALTS_MAX_BYTES: usize = 4_000_000;

/// Maximum length of a language tag, in characters.
const LANG_MAX_CHARS: usize = 35;

/// One block of the structure tree, in reading order.
#[derive(Debug, Clone)]
pub(in crate::pdf) struct Element {
    pub(super) kind: Kind,
    /// Level of a heading or depth of a list item.
    pub(super) level: u8,
    pub(super) alt: Option<String>,
    pub(super) lang: Option<String>,
    /// Position of a table cell.
    pub(super) cell: Option<Cell>,
    /// Whether no element of the tree gives a kind, so the block is a paragraph by default.
    pub(super) is_untyped: bool,
}

/// Position of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    /// Number of the table in the file.
    pub(super) table: u32,
    /// Number of the row in the file.
    pub(super) row: u32,
}

/// Index of the element that a piece of content belongs to, and whether the content is a list label.
pub(in crate::pdf) type Owner = (u32, bool);

/// Properties of the tree for the accessibility report.
#[derive(Debug, Default)]
pub(in crate::pdf) struct TreeFacts {
    /// Whether any content belongs to an element.
    pub(in crate::pdf) has_content: bool,
    /// Number of figures and formulas without an alternative text.
    pub(in crate::pdf) figures_without_text: usize,
    /// Number of headings.
    pub(in crate::pdf) headings: usize,
    /// Whether the first heading is not of level 1, or a heading is more than one level below the one before.
    pub(in crate::pdf) skips_level: bool,
    /// Annotations in elements with an alternative text.
    pub(in crate::pdf) described: HashSet<ObjectIdentifier>,
    /// Indexes of the blocks with the title of the document (`Title`), which does not count as a heading.
    pub(in crate::pdf) titles: HashSet<u32>,
    /// Level of the last heading.
    last_level: u8,
}

impl TreeFacts {
    fn add_heading(&mut self, role: &str) {
        match role.as_bytes() {
            [b'H'] => self.headings += 1,
            [b'H', digit @ b'1'..=b'9'] => {
                let level = digit - b'0';
                self.headings += 1;
                self.skips_level |= level > self.last_level + 1;
                self.last_level = level;
            }
            _ => {}
        }
    }
}

/// The blocks of the structure tree and their content.
#[derive(Debug, Default)]
pub(in crate::pdf) struct Structure {
    pub(super) elements: Vec<Element>,
    /// Language of the file.
    pub(in crate::pdf) language: Option<String>,
    pub(in crate::pdf) facts: TreeFacts,
    owners: HashMap<(ObjectIdentifier, u32), Owner>,
    /// Owners of content inside forms (`Stm`), by the page that shows the form and the content id. `None` if several
    /// forms of the page use the same id, because the interpreter does not tell which form draws a glyph.
    form_owners: HashMap<(ObjectIdentifier, u32), Option<Owner>>,
}

impl Structure {
    /// Reads the structure tree. The result is empty if there is none.
    pub(in crate::pdf) fn read(pdf: &Pdf) -> Self {
        let Some(root) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else { return Self::default() };
        let language = text_of(&root, b"Lang", LANG_MAX_CHARS);
        let Some(tree) = root.get::<Dict<'_>>(b"StructTreeRoot".as_slice()) else {
            return Self { language, ..Self::default() };
        };
        let roles = tree.get::<Dict<'_>>(b"RoleMap".as_slice()).unwrap_or_default();
        let mut walk = Walk {
            pdf,
            roles,
            seen: HashSet::new(),
            nodes: 0,
            tables: 0,
            rows: 0,
            alt_bytes: 0,
            structure: Self::default(),
        };
        walk.kids(&tree, &mut Context::default(), 0);
        let mut structure = Self { language, ..walk.structure };
        structure.facts.has_content = !structure.is_empty();
        structure
    }

    /// Returns the element that contains marked content of a page.
    pub(in crate::pdf) fn owner(&self, page: ObjectIdentifier, content: u32) -> Option<Owner> {
        let key = (page, content);
        self.owners.get(&key).copied().or_else(|| self.form_owners.get(&key).copied().flatten())
    }

    /// Returns true if an element contains marked content of a page, even if it is unknown which one.
    pub(in crate::pdf) fn contains(&self, page: ObjectIdentifier, content: u32) -> bool {
        self.owners.contains_key(&(page, content)) || self.form_owners.contains_key(&(page, content))
    }

    /// Returns true if an element is a figure.
    pub(in crate::pdf) fn is_figure(&self, index: u32) -> bool {
        let element = usize::try_from(index).ok().and_then(|index| self.elements.get(index));
        element.is_some_and(|element| element.kind == Kind::Figure)
    }

    /// Returns true if no content belongs to an element.
    pub(in crate::pdf) fn is_empty(&self) -> bool {
        self.owners.is_empty() && self.form_owners.is_empty()
    }
}

/// Properties that an element inherits from its parents.
#[derive(Debug, Clone, Default)]
struct Context {
    page: Option<ObjectIdentifier>,
    /// Block that contains the content.
    block: Option<u32>,
    kind: Option<Kind>,
    is_label: bool,
    list_depth: u8,
    section_depth: u8,
    cell: Option<Cell>,
    lang: Option<String>,
    has_alt: bool,
}

/// A reading of the tree in progress.
struct Walk<'a> {
    pdf: &'a Pdf,
    roles: Dict<'a>,
    seen: HashSet<ObjectIdentifier>,
    nodes: usize,
    tables: u32,
    rows: u32,
    alt_bytes: usize,
    structure: Structure,
}

impl<'a> Walk<'a> {
    /// Reads the kids of an element. Afterwards, `context.block` is the block to which directly following content
    /// belongs.
    fn kids(&mut self, node: &Dict<'a>, context: &mut Context, depth: u32) {
        match node.get_raw::<Object<'a>>(b"K".as_slice()) {
            Some(MaybeRef::NotRef(Object::Array(kids))) => self.each(&kids, context, depth),
            Some(MaybeRef::Ref(id)) => match self.pdf.xref().get::<Object<'a>>(id.into()) {
                Some(Object::Array(kids)) => self.each(&kids, context, depth),
                Some(kid) => self.kid(Some(id.into()), kid, context, depth),
                None => {}
            },
            Some(MaybeRef::NotRef(kid)) => self.kid(None, kid, context, depth),
            None => {}
        }
    }

    fn each(&mut self, kids: &Array<'a>, context: &mut Context, depth: u32) {
        for kid in kids.raw_iter() {
            if self.nodes > NODES_MAX {
                return;
            }
            match kid {
                MaybeRef::Ref(id) => {
                    if let Some(kid) = self.pdf.xref().get::<Object<'a>>(id.into()) {
                        self.kid(Some(id.into()), kid, context, depth);
                    }
                }
                MaybeRef::NotRef(kid) => self.kid(None, kid, context, depth),
            }
        }
    }

    fn kid(&mut self, id: Option<ObjectIdentifier>, kid: Object<'a>, context: &mut Context, depth: u32) {
        self.nodes += 1;
        if self.nodes > NODES_MAX || depth > DEPTH_MAX {
            return;
        }
        match kid {
            Object::Number(number) => {
                if let Ok(content) = u32::try_from(number.as_i64()) {
                    self.content(content, context.page, false, context);
                }
            }
            Object::Dict(dict) => {
                if let Some(content) = dict.get::<u32>(b"MCID".as_slice()) {
                    let is_in_form = dict.contains_key(b"Stm".as_slice());
                    self.content(content, page_of(&dict).or(context.page), is_in_form, context);
                } else if let Some(object) = dict.get_ref(b"Obj".as_slice()).filter(|_| context.has_alt) {
                    self.structure.facts.described.insert(object.into());
                } else if id.is_none_or(|id| self.seen.insert(id)) {
                    self.element(&dict, context, depth);
                }
            }
            _ => {}
        }
    }

    fn content(&mut self, content: u32, page: Option<ObjectIdentifier>, is_in_form: bool, context: &mut Context) {
        let Some(page) = page else { return };
        let block = match context.block {
            Some(block) => block,
            None => self.start(context.kind.unwrap_or(Kind::Paragraph), 1, None, context),
        };
        context.block = Some(block);
        let owner = (block, context.is_label);
        if is_in_form {
            let known = self.structure.form_owners.entry((page, content)).or_insert(Some(owner));
            *known = known.filter(|known| *known == owner);
        } else {
            self.structure.owners.entry((page, content)).or_insert(owner);
        }
    }

    /// Starts a block and returns its index.
    fn start(&mut self, kind: Kind, level: u8, alt: Option<String>, context: &Context) -> u32 {
        let index = u32::try_from(self.structure.elements.len()).unwrap_or(u32::MAX);
        let lang = context.lang.clone();
        self.structure.elements.push(Element {
            kind,
            level,
            alt,
            lang,
            cell: context.cell,
            is_untyped: context.kind.is_none(),
        });
        index
    }

    fn element(&mut self, dict: &Dict<'a>, outer: &mut Context, depth: u32) {
        let role = self.role(dict);
        let mut inner = outer.clone();
        inner.page = page_of(dict).or(outer.page);
        if let Some(lang) = text_of(dict, b"Lang", LANG_MAX_CHARS) {
            inner.lang = Some(lang);
        }
        let alt = text_of(dict, b"Alt", ALT_MAX_CHARS).filter(|_| self.alt_bytes < ALTS_MAX_BYTES);
        self.alt_bytes += alt.as_ref().map_or(0, String::len);
        let has_text = alt.is_some() || text_of(dict, b"ActualText", ALT_MAX_CHARS).is_some();
        inner.has_alt |= alt.is_some();
        if matches!(role.as_str(), "Figure" | "Formula") && !has_text {
            self.structure.facts.figures_without_text += 1;
        }
        self.structure.facts.add_heading(&role);
        let is_in_block = outer.kind.is_some();
        let is_inline = is_inline(&role) || (role == "NonStruct" && has_direct_content(dict));
        if !is_in_block && !is_inline {
            inner.block = None;
        }
        let starts = match role.as_str() {
            "Document" | "DocumentFragment" | "Part" | "Art" | "Div" | "NonStruct" | "Private" | "Aside" | "Index"
            | "TOC" | "BlockQuote" => None,
            "Sect" => {
                inner.section_depth = outer.section_depth.saturating_add(1);
                None
            }
            "P" if !is_in_block => Some((Kind::Paragraph, 1)),
            "Title" => Some((Kind::Heading, 1)),
            "H" => Some((Kind::Heading, outer.section_depth.clamp(1, 6))),
            "H1" | "H2" | "H3" | "H4" | "H5" | "H6" => {
                Some((Kind::Heading, role.as_bytes().get(1).map_or(1, |digit| digit - b'0')))
            }
            "L" => {
                inner.list_depth = outer.list_depth.saturating_add(1);
                None
            }
            "LI" => Some((Kind::ListItem, outer.list_depth.max(1))),
            "TOCI" => Some((Kind::Paragraph, 1)),
            "Lbl" => {
                inner.is_label = outer.kind == Some(Kind::ListItem);
                None
            }
            "Table" if outer.cell.is_none() => {
                self.tables += 1;
                self.rows += 1;
                inner.cell = Some(Cell { table: self.tables, row: self.rows });
                inner.kind = Some(Kind::Table);
                inner.block = None;
                None
            }
            "TR" if outer.cell.is_some() => {
                self.rows += 1;
                inner.cell = outer.cell.map(|cell| Cell { row: self.rows, ..cell });
                None
            }
            "TD" | "TH" if outer.cell.is_some() => Some((Kind::Table, 1)),
            "Caption" => Some((Kind::Caption, 1)),
            "Note" | "FENote" => Some((Kind::Footnote, 1)),
            "Code" if !is_in_block => Some((Kind::Code, 1)),
            "Formula" if outer.kind != Some(Kind::Paragraph) => Some((Kind::Formula, 1)),
            "Figure" if outer.kind != Some(Kind::Heading) => Some((Kind::Figure, 1)),
            _ => None,
        };
        if let Some((kind, level)) = starts {
            if !matches!(kind, Kind::Table) {
                inner.cell = None;
            }
            inner.kind = Some(kind);
            let block = self.start(kind, level, alt.filter(|_| kind != Kind::Table), &inner);
            inner.block = Some(block);
            if role == "Title" {
                self.structure.facts.titles.insert(block);
            }
            inner.is_label = false;
            self.kids(dict, &mut inner, depth + 1);
            // Content that follows this block in the group starts a new block, so that the order is kept.
            if outer.kind.is_none() {
                outer.block = None;
            }
        } else {
            self.kids(dict, &mut inner, depth + 1);
            if outer.kind.is_none() {
                // Consecutive inline elements between blocks share one block.
                outer.block = if is_inline { inner.block } else { None };
            }
        }
    }

    /// Returns the standard type of an element.
    fn role(&self, dict: &Dict<'a>) -> String {
        let mut role = dict.get::<Name<'_>>(b"S".as_slice()).map(|name| name.as_str().to_owned()).unwrap_or_default();
        for _ in 0..ROLES_MAX {
            match self.roles.get::<Name<'_>>(role.as_bytes()) {
                Some(next) if next.as_str() != role && !is_standard(&role) => next.as_str().clone_into(&mut role),
                _ => break,
            }
        }
        role
    }
}

fn is_inline(role: &str) -> bool {
    matches!(role, "Span" | "Link" | "Quote" | "Reference" | "BibEntry" | "Em" | "Strong" | "Annot" | "Sub" | "Lbl")
}

/// Returns true if marked content is a direct kid of an element. Chromium writes each run of text as such an element
/// without a type (`NonStruct`).
fn has_direct_content(dict: &Dict<'_>) -> bool {
    let is_content = |kid: &Object<'_>| match kid {
        Object::Number(_) => true,
        Object::Dict(kid) => kid.contains_key(b"MCID".as_slice()),
        _ => false,
    };
    match dict.get::<Object<'_>>(b"K".as_slice()) {
        Some(Object::Array(kids)) => kids.iter::<Object<'_>>().next().is_some_and(|kid| is_content(&kid)),
        Some(kid) => is_content(&kid),
        None => false,
    }
}

/// Returns true for standard types that the role map of a file must not replace.
fn is_standard(role: &str) -> bool {
    matches!(role, "P" | "H" | "H1" | "H2" | "H3" | "H4" | "H5" | "H6" | "L" | "LI" | "Table" | "TR" | "TD" | "TH")
}

fn page_of(dict: &Dict<'_>) -> Option<ObjectIdentifier> {
    dict.get_ref(b"Pg".as_slice()).map(ObjectIdentifier::from)
}

fn text_of(dict: &Dict<'_>, key: &[u8], max_chars: usize) -> Option<String> {
    let text = decode_text_string(dict.get::<PdfString<'_>>(key)?.as_bytes());
    let text: String = text.chars().filter(|one| !one.is_control()).take(max_chars).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
