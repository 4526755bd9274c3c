//! Files of the built web app.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use chores::web;

use super::site::{self, Upload};

/// Fails if a file of the built web app cannot be published.
pub(crate) fn check() -> Result<()> {
    uploads(&web::dist()).map(drop)
}

/// Returns the files to publish, in order.
pub(super) fn uploads(built: &Path) -> Result<Vec<Upload>> {
    let page = fs::read_to_string(built.join("index.html")).context("web/dist/index.html cannot be read")?;
    site::uploads(&files_in(built, "")?, &page)
}

/// Returns the sorted files below a folder, with `/` between names.
pub(super) fn files_in(folder: &Path, prefix: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files_in(&entry.path(), &format!("{name}/"))?);
        } else {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}
