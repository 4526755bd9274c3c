//! Sample content on the first start: people before the server is ready, files as soon as somebody can read them.

use std::path::PathBuf;

use inspect::Inspector;

use super::Filler;
use crate::LocalError;
use crate::state::{Layout, State, write_json};

/// A server that is new.
pub(crate) struct FirstStart {
    /// Where it answers.
    pub(crate) server: String,
    /// Folder of sample content.
    pub(crate) folder: PathBuf,
    /// Print nothing.
    pub(crate) quiet: bool,
    pub(crate) layout: Layout,
    pub(crate) state: State,
}

impl FirstStart {
    /// Courses, and the accounts that people sign in with.
    pub(crate) async fn people(&self) -> Result<(), LocalError> {
        Filler::of(&self.server).people(&|step| self.tell(step)).await
    }

    /// Files and what belongs to them; from then on the sample content is there.
    pub(crate) async fn files(mut self) -> Result<(), LocalError> {
        Filler::of(&self.server).files(&self.folder, &|step| self.tell(step)).await?;
        self.state.sample_done = true;
        write_json(&self.layout.state(), &self.state)
    }

    /// The same once files can be read.
    pub(crate) async fn files_later(self, inspector: Inspector) {
        let outcome = match inspector.until_there().await {
            Ok(()) => self.files().await,
            Err(missing) => Err(LocalError::Setup(missing.reason().to_string())),
        };
        if let Err(error) = outcome {
            tracing::error!("The sample content is not complete; the next start tries again. {error}");
        }
    }

    fn tell(&self, step: &str) {
        if !self.quiet {
            crate::say(&format!("  sample content: {step}"));
        }
    }
}
