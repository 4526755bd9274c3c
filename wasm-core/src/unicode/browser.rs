//! Unicode normalisation and lower-casing by the browser.

use js_sys::{JsString, RegExp};

thread_local! {
    static MARKS: RegExp = RegExp::new(r"\p{M}", "gu");
}

pub(crate) fn composed(text: &str) -> String {
    JsString::from(text).normalize("NFC").into()
}

pub(crate) fn lower_without_marks(character: char) -> String {
    let decomposed = JsString::from(character).normalize("NFKD");
    MARKS.with(|marks| decomposed.replace_by_pattern(marks, "").to_lower_case()).into()
}
