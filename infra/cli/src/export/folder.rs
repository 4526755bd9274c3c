//! The folder of an export. Every file is written under a temporary name and then renamed, so that no name ever has half
//! a file.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use wasm_core::course::CourseCode;

use crate::course::format::{CourseFile, ExportedFile, FILE_NAME};
use crate::course::tables::tables;
use crate::failure::Failure;
use crate::folder as listing;
use crate::hashing;

/// Start of temporary names. `note-ninja upload` skips hidden files.
const TEMPORARY: &str = ".note-ninja-";

/// The folder.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Makes the folder if it is missing.
    ///
    /// # Errors
    /// `Usage` if it cannot be made, or contains the export of another course.
    pub(super) fn open(root: &Path, code: CourseCode) -> Result<Self, Failure> {
        #[derive(Deserialize)]
        struct Earlier {
            course: EarlierCourse,
        }
        #[derive(Deserialize)]
        struct EarlierCourse {
            code: CourseCode,
        }
        let unusable = |reason: String| Failure::Usage(format!("{} cannot be used: {reason}.", root.display()));
        fs::create_dir_all(root).map_err(|error| unusable(error.to_string()))?;
        match fs::read(root.join(FILE_NAME)) {
            Ok(bytes) => match serde_json::from_slice::<Earlier>(&bytes) {
                Ok(earlier) if earlier.course.code == code => {}
                Ok(earlier) => return Err(unusable(format!("it contains the course {}", earlier.course.code))),
                Err(_) => return Err(unusable(format!("its {FILE_NAME} is not an exported course"))),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unusable(error.to_string())),
        }
        Ok(Self { root: root.to_owned() })
    }

    /// Returns true if the file is there with this content.
    pub(super) fn has(&self, file: &ExportedFile) -> bool {
        let path = self.root.join(&file.path);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|about| about.is_file() && about.len() == file.size_bytes);
        is_file && hashing::hash(&path, file.size_bytes, false).is_ok_and(|hashes| hashes.whole == file.sha256)
    }

    /// Writes a small file. Returns true if it was not there with this content.
    pub(super) fn write(&self, path: &str, bytes: &[u8]) -> Result<bool, Failure> {
        let there = self.root.join(path);
        if fs::symlink_metadata(&there).is_ok_and(|about| about.is_file())
            && fs::read(&there).is_ok_and(|is| is == bytes)
        {
            return Ok(false);
        }
        let mut temporary = self.begin(path)?;
        temporary.write(bytes)?;
        temporary.finish()?;
        Ok(true)
    }

    /// Begins a file, whose content replaces an earlier one only when it is complete.
    pub(super) fn begin(&self, path: &str) -> Result<Temporary, Failure> {
        let target = self.root.join(path);
        let folder = target.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).map_err(|error| unwritable(path, &error))?;
        // Two files in one folder have different names.
        let own = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let short: String = hashing::of_bytes(own.as_bytes()).chars().take(16).collect();
        let temporary = folder.join(format!("{TEMPORARY}{short}"));
        let file = File::create(&temporary).map_err(|error| unwritable(path, &error))?;
        Ok(Temporary { path: path.to_owned(), temporary, target, file })
    }

    /// Returns the files in the folder that do not belong to the course.
    pub(super) fn others(&self, file: &CourseFile) -> Result<Vec<String>, Failure> {
        let all = listing::list(&self.root).map_err(|error| unwritable("The folder", &error))?;
        let tables = tables(file).map(|(name, _)| name);
        let own: HashSet<&str> = file.files().map(|file| file.path.as_str()).chain(tables).chain([FILE_NAME]).collect();
        Ok(all.files.into_iter().map(|found| found.name).filter(|name| !own.contains(name.as_str())).collect())
    }
}

/// A file that is being written.
pub(super) struct Temporary {
    path: String,
    temporary: PathBuf,
    target: PathBuf,
    file: File,
}

impl Temporary {
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| unwritable(&self.path, &error))
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let done = self.file.sync_all().and_then(|()| fs::rename(&self.temporary, &self.target));
        done.map_err(|error| unwritable(&self.path, &error))
    }

    /// Removes the file.
    pub(super) fn discard(self) {
        // A temporary file that stays is replaced by the next run.
        let _ = fs::remove_file(&self.temporary);
    }
}

fn unwritable(path: &str, error: &io::Error) -> Failure {
    Failure::Unreadable(format!("{path} cannot be written: {error}."))
}
