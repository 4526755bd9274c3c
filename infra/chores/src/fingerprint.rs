//! Records the inputs of a step, so that it is skipped while nothing has changed.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A step with known inputs.
pub struct Fingerprint {
    path: PathBuf,
    inputs: u64,
}

impl Fingerprint {
    /// Creates the fingerprint of a step from its name and its input files and folders, relative to the root of the
    /// workspace.
    pub fn of(name: &str, inputs: &[&str]) -> Result<Fingerprint> {
        let root = crate::root();
        let mut hasher = DefaultHasher::new();
        for input in inputs {
            digest(&root.join(input), &mut hasher)?;
        }
        Ok(Fingerprint { path: root.join("target/xtask").join(format!("{name}.stamp")), inputs: hasher.finish() })
    }

    /// Returns true if the step ran with exactly these inputs and its output exists.
    pub fn is_up_to_date(&self, output: &Path) -> bool {
        output.exists() && fs::read_to_string(&self.path).is_ok_and(|text| text == self.inputs.to_string())
    }

    /// Records that the step succeeded.
    pub fn record(&self) -> Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.path, self.inputs.to_string())
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

/// Folders that contain outputs.
const SKIPPED: [&str; 4] = ["node_modules", "dist", "target", "test-results"];

/// Hashes path, size and modification time of every file. This is fast and sufficient for files that people and git
/// write.
fn digest(path: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    let Ok(meta) = fs::metadata(path) else {
        // Hash the path of a missing input, so that creating the file changes the fingerprint.
        path.hash(hasher);
        return Ok(());
    };
    if meta.is_dir() {
        let mut entries: Vec<PathBuf> = fs::read_dir(path)?.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for entry in entries {
            if !entry.file_name().is_some_and(|name| SKIPPED.iter().any(|skipped| name == *skipped)) {
                digest(&entry, hasher)?;
            }
        }
    } else {
        (path, meta.len(), meta.modified().ok()).hash(hasher);
    }
    Ok(())
}
