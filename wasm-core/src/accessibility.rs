//! Accessibility report of a PDF: the checks that it fails, and those that a person must decide.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Version of the checks. A report of an older version does not contain the results of newer checks.
pub const CHECKS_VERSION: u8 = 2;

/// Passes all checks to a macro, in the order of a report: each with its comment, its variant and its name in stored
/// reports. [`Check`] and its wire type are made of this list.
///
/// The rules are those of veraPDF's profile `PDFUA-1.xml`, clause and test number, where the profile decides the property
/// without a person.
#[macro_export]
macro_rules! with_accessibility_checks {
    ($callback:ident) => {
        $callback! {
            /// The file declares to be tagged and has a structure tree: rules 6.2-1 and 7.1-11.
            Tagged = "tagged",
            /// The file has a title. Rule 7.1-9 requires it in the XMP metadata; the information dictionary is accepted too,
            /// because readers show that title as well.
            Title = "title",
            /// Readers show the title instead of the file name: rule 7.1-10.
            TitleShown = "shown",
            /// The catalogue names the language of the text: rules 7.2-29 and 7.2-34.
            Language = "lang",
            /// All pages with images have text. A scan has none. Pages with drawings only are undecided. The profile has no
            /// rule for this.
            TextLayer = "text",
            /// The fonts map their glyphs to characters: rule 7.21.7-1.
            ReadableText = "chars",
            /// All text belongs to the structure tree or is an artifact, so that the reading order is certain. Rule 7.1-3
            /// requires this of images and paths too, which this check ignores.
            Order = "order",
            /// Headings are tagged. The profile has no rule for this.
            Headings = "headings",
            /// The levels of headings begin at 1 and skip none: rule 7.4.2-1.
            HeadingLevels = "levels",
            /// Figures and formulas have alternative texts: rules 7.3-1 and 7.7-1. Those outside the structure tree are
            /// undecided, because they may be decoration.
            AlternativeTexts = "alt",
            /// Text has the contrast that success criterion 1.4.3 of WCAG 2.2 requires. The profile has no rule for this.
            Contrast = "contrast",
            /// Form fields have a description: rule 7.18.1-3.
            FormFields = "fields",
        }
    };
}

macro_rules! define_check {
    ($($(#[$comment:meta])* $check:ident = $name:literal,)*) => {
        /// A property that makes a PDF usable with assistive technology.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Check {
            $($(#[$comment])* $check,)*
        }

        impl Check {
            /// All checks, in the order of a report.
            pub const ALL: &[Self] = &[$(Self::$check),*];

            /// Returns the name in stored reports.
            fn name(self) -> &'static str {
                match self {
                    $(Self::$check => $name,)*
                }
            }
        }
    };
}

with_accessibility_checks!(define_check);

/// Result of a check that was not passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The file does not have the property.
    Problem,
    /// The file does not tell. A person must look.
    Undecided,
}

impl Outcome {
    fn mark(self) -> char {
        match self {
            Self::Problem => '!',
            Self::Undecided => '?',
        }
    }
}

/// A check that was not passed. Notes contain their report, so it is stored in a short form: `contrast!12 3–4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// Result of the check.
    pub outcome: Outcome,
    /// Number of affected pages, figures, letters or fields; 0 if the finding concerns the whole file.
    pub count: u32,
    /// Affected pages, such as `2–4, 7`.
    pub pages: Option<String>,
}

impl From<Finding> for String {
    fn from(Finding { check, outcome, count, pages }: Finding) -> Self {
        let pages = pages.map(|pages| format!(" {pages}")).unwrap_or_default();
        format!("{}{}{count}{pages}", check.name(), outcome.mark())
    }
}

/// The text is not a stored finding.
#[derive(Debug, Error)]
#[error("this is not a finding of an accessibility report")]
pub struct InvalidFinding;

impl TryFrom<String> for Finding {
    type Error = InvalidFinding;

    fn try_from(text: String) -> Result<Self, InvalidFinding> {
        let parse = || {
            let (name, rest) = text.split_at_checked(text.find(['!', '?'])?)?;
            let check = Check::ALL.iter().copied().find(|check| check.name() == name)?;
            let (mark, rest) = rest.split_at_checked(1)?;
            let outcome = if mark == "!" { Outcome::Problem } else { Outcome::Undecided };
            let (count, pages) = rest.split_once(' ').map_or((rest, None), |(count, pages)| (count, Some(pages)));
            Some(Self { check, outcome, count: count.parse().ok()?, pages: pages.map(str::to_owned) })
        };
        parse().ok_or(InvalidFinding)
    }
}

/// Result of all checks of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessibilityReport {
    /// [`CHECKS_VERSION`] at the time of the check.
    pub version: u8,
    /// The checks that were not passed, in the order of [`Check`].
    pub findings: Vec<Finding>,
}

impl AccessibilityReport {
    /// Returns true if the file lacks at least one property. Undecided checks do not count.
    #[must_use]
    pub fn has_problems(&self) -> bool {
        self.findings.iter().any(|finding| finding.outcome == Outcome::Problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failed_checks_are_problems() {
        let report = |outcome| AccessibilityReport {
            version: CHECKS_VERSION,
            findings: vec![Finding { check: Check::Contrast, outcome, count: 3, pages: None }],
        };
        assert!(report(Outcome::Problem).has_problems());
        assert!(!report(Outcome::Undecided).has_problems());
        assert!(!AccessibilityReport::default().has_problems());
    }

    #[test]
    fn findings_are_stored_as_short_texts() {
        for check in Check::ALL.iter().copied() {
            for (outcome, count, pages) in [(Outcome::Problem, 0, None), (Outcome::Undecided, 12, Some("2–4, 7"))] {
                let finding = Finding { check, outcome, count, pages: pages.map(str::to_owned) };
                assert_eq!(Finding::try_from(String::from(finding.clone())).unwrap(), finding);
            }
        }
        let finding = Finding { check: Check::Order, outcome: Outcome::Problem, count: 2, pages: Some("1–2".into()) };
        assert_eq!(serde_json::to_string(&finding).unwrap(), r#""order!2 1–2""#);
        for other in ["", "order", "order!", "order!x", "else!1", "!1"] {
            assert!(Finding::try_from(other.to_owned()).is_err(), "{other}");
        }
    }
}
