//! A fault and its result.

use std::fmt;
use std::fs;

use anyhow::{Context as _, Result};
use chores::root;
use serde::{Deserialize, Serialize};

/// File with the known equivalent faults, which change no behaviour, and the reason for each.
pub(super) const EQUIVALENT_FILE: &str = "infra/mutants/equivalent.toml";

/// A fault as described by cargo-mutants or Stryker.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Fault {
    /// Path from the root of the workspace.
    pub(super) file: String,
    /// Location and description, such as
    /// `functions/store/src/uploads.rs:88:18: replace && with || in UploadDraft::is_multipart`.
    pub(super) name: String,
    pub(super) span: Span,
    /// Text that replaces the span. Empty for a deletion.
    pub(super) replacement: String,
    /// Enclosing function. `None` for the value of a constant.
    pub(super) function: Option<Function>,
    #[serde(default)]
    pub(super) genre: String,
    /// Body of the enclosing function, which the output of cargo-mutants does not contain.
    #[serde(default)]
    pub(super) body: Span,
    /// Number that activates the fault.
    #[serde(default)]
    pub(super) number: usize,
    /// Smallest distance of tests that have not been run with the fault.
    #[serde(default)]
    pub(super) next_distance: u8,
    #[serde(default)]
    pub(super) verdict: Verdict,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Function {
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Span {
    pub(super) start: Place,
    pub(super) end: Place,
}

/// Line and column, both from 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Verdict {
    #[default]
    Pending,
    /// Detected by the test with this name.
    Caught(String),
    /// All tests that reach it pass, or no test reaches it.
    Survived { reached: bool },
    /// No behaviour changes, for this reason.
    Equivalent(String),
}

impl Fault {
    /// Returns the description without the location.
    pub(super) fn description(&self) -> &str {
        self.name.splitn(2, ": ").last().unwrap_or(&self.name)
    }

    pub(super) fn is_caught(&self) -> bool {
        matches!(self.verdict, Verdict::Caught(_))
    }

    /// Returns the line of code with the fault.
    pub(super) fn code(&self) -> Result<String> {
        let text = fs::read_to_string(root().join(&self.file)).with_context(|| format!("{} is gone", self.file))?;
        Ok(text.lines().nth(self.span.start.line.saturating_sub(1)).unwrap_or_default().trim().to_owned())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.verdict {
            Verdict::Pending => write!(f, "open        {name}"),
            Verdict::Caught(test) => write!(f, "caught      {name}\n            by {test}"),
            Verdict::Survived { reached: true } => write!(f, "survived    {name}"),
            Verdict::Survived { reached: false } => write!(f, "survived    {name}\n            no test reaches it"),
            Verdict::Equivalent(reason) => write!(f, "equivalent  {name}\n            {reason}"),
        }
    }
}

/// Known equivalent faults.
#[derive(Deserialize)]
pub(super) struct KnownEquivalents {
    #[serde(default)]
    fault: Vec<KnownFault>,
}

#[derive(Deserialize)]
struct KnownFault {
    file: String,
    what: String,
    /// Line of code, because a function may have two faults of the same kind.
    code: String,
    reason: String,
}

impl KnownEquivalents {
    pub(super) fn read() -> Result<Self> {
        let text = fs::read_to_string(root().join(EQUIVALENT_FILE))
            .with_context(|| format!("{EQUIVALENT_FILE} cannot be read"))?;
        toml::from_str(&text).with_context(|| format!("{EQUIVALENT_FILE} is not as it should be"))
    }

    /// Marks faults that no test detected as equivalent if they are known, with the reason.
    pub(super) fn apply_reasons(&self, faults: &mut [Fault]) -> Result<()> {
        let is_unnoticed = |fault: &&mut Fault| matches!(fault.verdict, Verdict::Pending | Verdict::Survived { .. });
        for fault in faults.iter_mut().filter(is_unnoticed) {
            let code = fault.code()?;
            let is_it = |known: &&KnownFault| {
                known.file == fault.file && known.what == fault.description() && known.code == code
            };
            if let Some(known) = self.fault.iter().find(is_it) {
                fault.verdict = Verdict::Equivalent(known.reason.clone());
            }
        }
        Ok(())
    }
}
