//! Says whether nothing is missing of a file. Our parser finds pages in fragments, which pdf.js, with which students read,
//! does not open.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::dict::keys::{COUNT, KIDS, PAGES, TYPE};
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, ObjectIdentifier};
use memchr::memmem;

/// Whether the file has a trailer, and a tree of pages in which all that is named is there.
pub(super) fn is_whole(pdf: &Pdf) -> bool {
    let bytes: &[u8] = pdf.data().as_ref();
    let has_trailer = [b"trailer".as_slice(), b"/XRef"].iter().any(|mark| memmem::find(bytes, mark).is_some());
    has_trailer && count_pages(pdf) == Some(pdf.pages().len())
}

/// The number of pages in the tree, which must be the one that it says; `None` if something is missing or there twice.
fn count_pages(pdf: &Pdf) -> Option<usize> {
    let root: Dict<'_> = pdf.xref().get(pdf.xref().root_id())?;
    let tree: Dict<'_> = root.get(PAGES)?;
    let said: usize = tree.get::<i32>(COUNT)?.try_into().ok()?;
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let (mut pages, mut nodes) = (0, vec![tree]);
    while let Some(node) = nodes.pop() {
        for kid in node.get::<Array<'_>>(KIDS)?.raw_iter() {
            let kid = match kid {
                MaybeRef::Ref(id) if !seen.insert(id.into()) => return None,
                MaybeRef::Ref(id) => pdf.xref().get::<Dict<'_>>(id.into())?,
                MaybeRef::NotRef(object) => object.into_dict()?,
            };
            let is_page = kid.get::<Name<'_>>(TYPE).is_some_and(|name| name.as_str() == "Page");
            if !is_page && kid.contains_key(KIDS) {
                nodes.push(kid);
            } else {
                pages += 1;
            }
        }
    }
    (pages == said).then_some(pages)
}
