//! Sample content on the first start: people before the server is ready, files once the reader binary exists.

use std::path::PathBuf;

use inspect::Extractor;

use super::Filler;
use crate::LocalError;
use crate::state::{DataPaths, State, write_json};

/// A server on its first start.
pub(crate) struct FirstRunSeed {
    pub(crate) server: String,
    /// Folder with sample content.
    pub(crate) folder: PathBuf,
    /// Whether to suppress all output.
    pub(crate) quiet: bool,
    pub(crate) layout: DataPaths,
    pub(crate) state: State,
}

impl FirstRunSeed {
    /// Creates courses and accounts.
    pub(crate) async fn seed_accounts(&self) -> Result<(), LocalError> {
        Filler::of(&self.server).people(&|step| self.tell(step)).await
    }

    /// Uploads files and creates the content that belongs to them. Then the sample content is complete.
    pub(crate) async fn upload_files(mut self) -> Result<(), LocalError> {
        Filler::of(&self.server).files(&self.folder, &|step| self.tell(step)).await?;
        self.state.sample_done = true;
        write_json(&self.layout.state(), &self.state)
    }

    /// Waits for the reader binary and then uploads the files.
    pub(crate) async fn upload_files_when_ready(self, inspector: Extractor) {
        let outcome = match inspector.wait_until_ready().await {
            Ok(()) => self.upload_files().await,
            Err(missing) => Err(LocalError::Setup(missing.io_error().to_string())),
        };
        if let Err(error) = outcome {
            tracing::error!("The sample content is not complete; the next start tries again. {error}");
        }
    }

    fn tell(&self, step: &str) {
        if !self.quiet {
            crate::print_line(&format!("  sample content: {step}"));
        }
    }
}
