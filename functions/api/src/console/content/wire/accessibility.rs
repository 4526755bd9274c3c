//! Wire types of accessibility reports.

use serde::Serialize;
use utoipa::ToSchema;
use wasm_core::accessibility::{self, Check, Finding, Outcome};

/// Accessibility report of a PDF.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessibilityReport {
    /// Whether at least one finding is a problem.
    #[schema(example = true)]
    pub has_problems: bool,
    /// Checks that the file did not pass.
    pub findings: Vec<AccessibilityFinding>,
}

/// A check that a PDF did not pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessibilityFinding {
    pub check: AccessibilityCheck,
    pub outcome: AccessibilityOutcome,
    /// Number of affected pages, figures, letters or fields; 0 if the finding concerns the whole file.
    #[schema(example = 3)]
    pub count: u32,
    /// Affected pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2–4, 7")]
    pub pages: Option<String>,
}

macro_rules! define_wire_check {
    ($($(#[$comment:meta])* $check:ident = $name:literal,)*) => {
        /// Property that makes a PDF usable with assistive technology.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum AccessibilityCheck {
            $($(#[$comment])* $check,)*
        }

        impl From<Check> for AccessibilityCheck {
            fn from(check: Check) -> Self {
                match check {
                    $(Check::$check => AccessibilityCheck::$check,)*
                }
            }
        }
    };
}

wasm_core::with_accessibility_checks!(define_wire_check);

/// Result of a check that a PDF did not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessibilityOutcome {
    Problem,
    /// A person must look.
    Undecided,
}

impl From<accessibility::AccessibilityReport> for AccessibilityReport {
    fn from(report: accessibility::AccessibilityReport) -> Self {
        let has_problems = report.has_problems();
        AccessibilityReport { has_problems, findings: report.findings.into_iter().map(Into::into).collect() }
    }
}

impl From<Finding> for AccessibilityFinding {
    fn from(Finding { check, outcome, count, pages }: Finding) -> Self {
        AccessibilityFinding { check: check.into(), outcome: outcome.into(), count, pages }
    }
}

impl From<Outcome> for AccessibilityOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Problem => AccessibilityOutcome::Problem,
            Outcome::Undecided => AccessibilityOutcome::Undecided,
        }
    }
}
