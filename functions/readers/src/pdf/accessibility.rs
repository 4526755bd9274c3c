//! Accessibility report of a PDF. [`wasm_core::accessibility::Check`] names the rule of each check.

pub(super) mod contrast;
mod form_fields;
mod title;

use hayro_syntax::Pdf;
use hayro_syntax::object::Dict;
use inspect::pdf::page_ranges;
use wasm_core::accessibility::{AccessibilityReport, CHECKS_VERSION, Check, Finding, Outcome};

use self::contrast::Contrast;
use super::blocks::{Model, TreeFacts};

/// Length of the subtags of a language tag, in characters (BCP 47).
const SUBTAG_CHARS: std::ops::RangeInclusive<usize> = 1..=8;

/// Properties of the pages of a file, collected while their text is read.
#[derive(Debug, Default)]
pub(super) struct PageFacts {
    /// Pages that contain only images.
    pub(super) scanned: Vec<u32>,
    /// Pages whose glyphs have unknown characters.
    pub(super) unreadable: Vec<u32>,
    /// Pages that contain only drawings. The drawings may show text.
    pub(super) drawn: Vec<u32>,
    /// Pages with text that neither belongs to the structure tree nor is an artifact.
    pub(super) untagged: Vec<u32>,
    /// Number of images.
    pub(super) images: usize,
    /// Number of images and drawings that neither belong to the structure tree nor are artifacts.
    pub(super) plain_figures: usize,
    /// Pages with letters of too little contrast.
    pub(super) faint: Vec<u32>,
    /// Number of letters with too little contrast.
    pub(super) faint_letters: u32,
    /// Pages with letters whose contrast is unknown.
    pub(super) unknown_contrast: Vec<u32>,
}

impl PageFacts {
    /// Adds the contrast of a page.
    pub(super) fn add_contrast(&mut self, page: u32, contrast: &Contrast) {
        if contrast.faint > 0 {
            self.faint.push(page);
            self.faint_letters = self.faint_letters.saturating_add(contrast.faint);
        }
        if contrast.unknown > 0 {
            self.unknown_contrast.push(page);
        }
    }

    /// Returns these pages and all scanned, drawn and unreadable pages, in ascending order.
    fn and_textless(&self, pages: &[u32]) -> Vec<u32> {
        let mut all = [pages, &self.scanned, &self.drawn, &self.unreadable].concat();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Checks a file. A property that cannot be determined from the file is undecided, never passed.
pub(super) fn report(
    pdf: &Pdf,
    tree: &TreeFacts,
    language: Option<&str>,
    pages: &PageFacts,
    model: &Model,
) -> AccessibilityReport {
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
    let flag = |dict: &[u8], key: &[u8]| root.get::<Dict<'_>>(dict).and_then(|dict| dict.get::<bool>(key));
    let is_tagged = tree.has_content && flag(b"MarkInfo", b"Marked") == Some(true);
    let mut findings = Vec::new();
    let mut add = |is_found: bool, check: Check, outcome: Outcome, count: usize, on: &[u32]| {
        if is_found {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            findings.push(Finding { check, outcome, count, pages: page_ranges(on) });
        }
    };
    add(!is_tagged, Check::Tagged, Outcome::Problem, 0, &[]);
    add(!title::has_title(pdf, &root), Check::Title, Outcome::Problem, 0, &[]);
    let shows_title = flag(b"ViewerPreferences", b"DisplayDocTitle") == Some(true);
    add(!shows_title, Check::TitleShown, Outcome::Problem, 0, &[]);
    add(!language.is_some_and(is_language_tag), Check::Language, Outcome::Problem, 0, &[]);
    let (scanned, unreadable) = (&pages.scanned, &pages.unreadable);
    if scanned.is_empty() {
        add(!pages.drawn.is_empty(), Check::TextLayer, Outcome::Undecided, pages.drawn.len(), &pages.drawn);
    } else {
        add(true, Check::TextLayer, Outcome::Problem, scanned.len(), scanned);
    }
    add(!unreadable.is_empty(), Check::ReadableText, Outcome::Problem, unreadable.len(), unreadable);
    if is_tagged && !pages.untagged.is_empty() {
        add(true, Check::Order, Outcome::Problem, pages.untagged.len(), &pages.untagged);
    } else {
        // Undecided: an untagged page may have the right order by chance, and the order of text in an image is unknown.
        let unknown = pages.and_textless(&pages.untagged);
        add(!unknown.is_empty(), Check::Order, Outcome::Undecided, unknown.len(), &unknown);
    }
    // Without tagged headings, it is a problem only if the text of a tagged file has headings. A short file may need
    // none, and in an untagged file they are guessed.
    let has_headings = is_tagged && model.has_headings(&tree.titles);
    let headings = if has_headings { Outcome::Problem } else { Outcome::Undecided };
    let lacks_headings = tree.headings == 0;
    add(lacks_headings, Check::Headings, headings, 0, &[]);
    let levels = if tree.skips_level { Outcome::Problem } else { Outcome::Undecided };
    add(tree.skips_level || lacks_headings, Check::HeadingLevels, levels, 0, &[]);
    if is_tagged && tree.figures_without_text > 0 {
        add(true, Check::AlternativeTexts, Outcome::Problem, tree.figures_without_text, &[]);
    } else {
        // Undecided, because the figures may be decoration.
        let figures = model.untagged_figures();
        let figures = if is_tagged { figures.min(pages.plain_figures) } else { figures.max(pages.images) };
        add(figures > 0, Check::AlternativeTexts, Outcome::Undecided, figures, &[]);
    }
    let letters = usize::try_from(pages.faint_letters).unwrap_or(usize::MAX);
    if letters > 0 {
        add(true, Check::Contrast, Outcome::Problem, letters, &pages.faint);
    } else {
        let unknown = pages.and_textless(&pages.unknown_contrast);
        add(!unknown.is_empty(), Check::Contrast, Outcome::Undecided, unknown.len(), &unknown);
    }
    let fields = form_fields::without_description(pdf, &root, tree);
    add(fields > 0, Check::FormFields, Outcome::Problem, fields, &[]);
    AccessibilityReport { version: CHECKS_VERSION, findings }
}

/// Returns true for a language tag such as `de-CH`. The first subtag has only letters.
fn is_language_tag(text: &str) -> bool {
    let is_subtag =
        |part: &str| SUBTAG_CHARS.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let first = text.split('-').next().unwrap_or_default();
    text.split('-').all(is_subtag) && first.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_tags_have_the_form_of_bcp_47() {
        assert!(["en", "de-CH", "x-klingon", "zh-Hant-TW"].into_iter().all(is_language_tag));
        assert!(!["", "en_GB", "12", "english language", "en-", "englishes"].into_iter().any(is_language_tag));
    }
}
