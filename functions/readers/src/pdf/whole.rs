//! Checks that a PDF is complete. Our parser also finds pages in incomplete files, but pdf.js, which students use,
//! cannot open such files.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::dict::keys::{KIDS, PAGES, TYPE};
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, ObjectIdentifier};
use memchr::memmem;

/// Returns true if the file has a trailer and a complete page tree.
pub(super) fn is_complete(pdf: &Pdf) -> bool {
    let bytes: &[u8] = pdf.data().as_ref();
    let has_trailer = [b"trailer".as_slice(), b"/XRef"].iter().any(|mark| memmem::find(bytes, mark).is_some());
    has_trailer && count_pages(pdf).is_some_and(|pages| pages > 0)
}

/// Returns the number of pages in the tree, or `None` if something is missing or a node is its own ancestor. The
/// declared count is ignored, because pdf.js counts the pages itself. A page may occur twice.
fn count_pages(pdf: &Pdf) -> Option<usize> {
    let root: Dict<'_> = pdf.xref().get(pdf.xref().root_id())?;
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let (mut pages, mut nodes) = (0, vec![root.get::<Dict<'_>>(PAGES)?]);
    while let Some(node) = nodes.pop() {
        for kid in node.get::<Array<'_>>(KIDS)?.raw_iter() {
            let (id, kid) = match kid {
                MaybeRef::Ref(id) => (Some(id.into()), pdf.xref().get::<Dict<'_>>(id.into())?),
                MaybeRef::NotRef(object) => (None, object.into_dict()?),
            };
            let is_page = kid.get::<Name<'_>>(TYPE).is_some_and(|name| name.as_str() == "Page");
            if is_page || !kid.contains_key(KIDS) {
                pages += 1;
            } else if id.is_none_or(|id| seen.insert(id)) {
                nodes.push(kid);
            } else {
                return None;
            }
        }
    }
    Some(pages)
}
