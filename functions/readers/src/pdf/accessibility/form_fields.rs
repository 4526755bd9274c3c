//! Form fields of a PDF.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, ObjectIdentifier, String as PdfString};

use super::super::blocks::TreeFacts;

/// Maximum number of references to fields and widgets that are followed.
const FIELDS_MAX: usize = 20_000;

/// Flag of an annotation that is not shown.
const HIDDEN: i32 = 2;

/// Counts the visible fields that have neither a description (`TU`) nor an alternative text in the structure tree.
pub(super) fn without_description<'a>(pdf: &'a Pdf, root: &Dict<'a>, tree: &TreeFacts) -> usize {
    let Some(form) = root.get::<Dict<'_>>(b"AcroForm".as_slice()) else { return 0 };
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let mut open: Vec<(Option<ObjectIdentifier>, Dict<'_>)> = Vec::new();
    let mut left = FIELDS_MAX;
    push(pdf, &form, b"Fields", &mut open, &mut left);
    let mut missing = 0;
    while let Some((id, field)) = open.pop() {
        if id.is_some_and(|id| !seen.insert(id)) {
            continue;
        }
        let mut kids = Vec::new();
        push(pdf, &field, b"Kids", &mut kids, &mut left);
        // Kids with a name are fields. Others are the widgets of this field.
        if kids.iter().any(|(_, kid)| kid.contains_key(b"T".as_slice())) {
            open.append(&mut kids);
            continue;
        }
        let widgets = if kids.is_empty() { vec![(id, field.clone())] } else { kids };
        let is_described = has_description(&field)
            || widgets.iter().all(|(id, widget)| {
                is_hidden(widget) || has_description(widget) || id.is_some_and(|id| tree.described.contains(&id))
            });
        missing += usize::from(!is_described);
    }
    missing
}

/// Appends the dictionaries of an array. Reads at most `left` entries and reduces `left` by their number.
fn push<'a>(
    pdf: &'a Pdf,
    dict: &Dict<'a>,
    key: &[u8],
    into: &mut Vec<(Option<ObjectIdentifier>, Dict<'a>)>,
    left: &mut usize,
) {
    let Some(array) = dict.get::<Array<'a>>(key) else { return };
    for item in array.raw_iter().take(*left) {
        *left -= 1;
        match item {
            MaybeRef::Ref(id) => {
                let id = ObjectIdentifier::from(id);
                into.extend(pdf.xref().get::<Dict<'a>>(id).map(|dict| (Some(id), dict)));
            }
            MaybeRef::NotRef(object) => into.extend(object.into_dict().map(|dict| (None, dict))),
        }
    }
}

fn has_description(field: &Dict<'_>) -> bool {
    field.get::<PdfString<'_>>(b"TU".as_slice()).is_some_and(|text| !text.as_bytes().is_empty())
}

fn is_hidden(widget: &Dict<'_>) -> bool {
    widget.get::<i32>(b"F".as_slice()).is_some_and(|flags| flags & HIDDEN != 0)
}
