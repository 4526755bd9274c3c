//! The folder of an export. Every file is written under a temporary name and then renamed, so that no name ever has half
//! a file.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use wasm_core::course::CourseCode;
use wasm_core::text::to_nfc;

use crate::course::format::{CourseFile, ExportedFile, FILE_NAME};
use crate::course::tables::tables;
use crate::failure::Failure;
use crate::folder as listing;
use crate::hashing::{self, Digest};

/// Name of the file with the code of the course. It is written first, so that the folder can be completed later.
const MARKER: &str = ".note-ninja-export";
/// Name of the `course.json` of an earlier export while files of the folder change.
const EARLIER: &str = ".note-ninja-earlier-course.json";
/// Largest `course.json` that is read.
const EARLIER_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Start of temporary names. `note-ninja upload` skips hidden files.
const TEMPORARY: &str = ".note-ninja-";
/// Number of hexadecimal digits after it.
const TEMPORARY_DIGITS: usize = 16;

/// The folder.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Makes the folder if it is missing.
    ///
    /// # Errors
    /// `Usage` if it cannot be made, contains the export of another course, or contains anything but an export.
    pub(super) fn open(root: &Path, code: CourseCode) -> Result<Self, Failure> {
        let unusable = |reason: String| Failure::Usage(format!("{} cannot be used: {reason}.", root.display()));
        let failed = |error: io::Error| unusable(error.to_string());
        fs::create_dir_all(root).map_err(failed)?;
        let marker = read(&root.join(MARKER)).map_err(failed)?;
        let earlier = read(&root.join(FILE_NAME)).map_err(failed)?;
        let is_marked = marker.is_some();
        let marked = marker.map(|text| CourseCode::parse(String::from_utf8_lossy(&text).trim()).ok());
        let named = earlier.map(|json| serde_json::from_slice::<Earlier>(&json).ok().map(|json| json.course.code));
        for found in [marked, named].into_iter().flatten() {
            match found {
                Some(found) if found == code => {}
                Some(found) => return Err(unusable(format!("it contains the course {found}. Give another folder"))),
                None => return Err(unusable("it is not an exported course. Give another folder".to_owned())),
            }
        }
        let folder = Self { root: root.to_owned() };
        if !is_marked {
            if named.is_none() && has_files(root).map_err(failed)? {
                let reason = "it contains other files, which an export could replace. Give an empty or a new folder";
                return Err(unusable(reason.to_owned()));
            }
            folder.write(MARKER, format!("{code}\n").as_bytes())?;
        }
        Ok(folder)
    }

    /// Writes `course.json`, after all other files.
    pub(super) fn complete(&self, json: &[u8]) -> Result<(), Failure> {
        self.write(FILE_NAME, json)?;
        // The next run removes the files that cannot be removed now.
        let _ = self.remove_temporary_files();
        match fs::remove_file(self.root.join(EARLIER)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritable(EARLIER, &error)),
            _ => Ok(()),
        }
    }

    /// Renames an earlier `course.json`, because it does not describe the files any more.
    fn retire(&self) -> Result<(), Failure> {
        match fs::rename(self.root.join(FILE_NAME), self.root.join(EARLIER)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritable(FILE_NAME, &error)),
            _ => Ok(()),
        }
    }

    /// Returns true if the file is there with this content.
    pub(super) fn has(&self, file: &ExportedFile) -> bool {
        let path = listing::resolve(&self.root, &file.path);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|about| about.is_file() && about.len() == file.size_bytes);
        is_file && hashing::hash(&path, file.size_bytes, false).is_ok_and(|hashes| hashes.whole == file.sha256)
    }

    /// Writes a small file. Returns true if it was not there with this content.
    pub(super) fn write(&self, path: &str, bytes: &[u8]) -> Result<bool, Failure> {
        let there = listing::resolve(&self.root, path);
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
        let mut temporary = self.resume(path)?;
        temporary.restart()?;
        Ok(temporary)
    }

    /// Begins a file like [`Self::begin`], and keeps what an earlier attempt or run has received of it.
    pub(super) fn resume(&self, path: &str) -> Result<Temporary, Failure> {
        if path != FILE_NAME && path != MARKER {
            self.retire()?;
        }
        let target = listing::resolve(&self.root, path);
        let folder = target.parent().unwrap_or(&self.root);
        let failed = |error: io::Error| unwritable(path, &error);
        fs::create_dir_all(folder).map_err(failed)?;
        // Two files in one folder have different names.
        let own = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let short: String = hashing::of_bytes(own.as_bytes()).chars().take(TEMPORARY_DIGITS).collect();
        let temporary = folder.join(format!("{TEMPORARY}{short}"));
        let mut file = open_own(&temporary).map_err(failed)?;
        let (digest, size_bytes) = hashing::read_digest(&mut file).map_err(failed)?;
        Ok(Temporary { path: path.to_owned(), temporary, target, file, digest, size_bytes })
    }

    /// Removes what earlier runs have received of files that do not belong to the course any more.
    fn remove_temporary_files(&self) -> io::Result<()> {
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if is_temporary(&entry.file_name().to_string_lossy()) {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }

    /// Returns the files in the folder that do not belong to the course.
    pub(super) fn others(&self, file: &CourseFile) -> Result<Vec<String>, Failure> {
        let all = listing::list(&self.root).map_err(|error| unwritable("The folder", &error))?;
        let tables = tables(file).map(|(name, _)| name);
        let own = file.files().map(|file| file.path.as_str()).chain(tables).chain([FILE_NAME]);
        let own: HashSet<_> = own.map(to_nfc).collect();
        Ok(all.files.into_iter().map(|found| found.name).filter(|name| !own.contains(name.as_str())).collect())
    }
}

/// A file that is being written.
pub(super) struct Temporary {
    path: String,
    temporary: PathBuf,
    target: PathBuf,
    file: File,
    digest: Digest,
    size_bytes: u64,
}

impl Temporary {
    /// Returns the number of bytes written.
    pub(super) fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Returns true if the whole content of this file has been written.
    pub(super) fn is(&self, file: &ExportedFile) -> bool {
        self.size_bytes == file.size_bytes && self.digest.clone().hex() == file.sha256
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| unwritable(&self.path, &error))?;
        self.digest.update(bytes);
        self.size_bytes += bytes.len() as u64;
        Ok(())
    }

    /// Removes everything that was written.
    pub(super) fn restart(&mut self) -> Result<(), Failure> {
        let emptied = self.file.set_len(0).and_then(|()| self.file.rewind());
        (self.digest, self.size_bytes) = (Digest::default(), 0);
        emptied.map_err(|error| unwritable(&self.path, &error))
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let done = self.file.sync_all().and_then(|()| fs::rename(&self.temporary, &self.target));
        done.map_err(|error| unwritable(&self.path, &error))
    }

    /// Removes the file.
    pub(super) fn discard(self) {
        // A temporary file that stays is completed, replaced or removed by the next run.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// The part of an earlier `course.json` that is needed.
#[derive(Deserialize)]
struct Earlier {
    course: EarlierCourse,
}

#[derive(Deserialize)]
struct EarlierCourse {
    code: CourseCode,
}

/// Reads a file. Returns `None` if it does not exist.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_file() => {}
        Ok(_) => return Ok(Some(Vec::new())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(EARLIER_MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Opens a temporary file with its content, or creates it. A link of this name is replaced, because it could lead out of
/// the folder.
fn open_own(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        fs::remove_file(path)?;
    }
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// Returns true for the name of a temporary file.
fn is_temporary(name: &str) -> bool {
    let digits = name.strip_prefix(TEMPORARY).unwrap_or_default();
    digits.len() == TEMPORARY_DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Returns true if the folder contains anything that is not hidden. An export writes no other hidden files than its own.
fn has_files(root: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(root)? {
        if !entry?.file_name().to_string_lossy().starts_with('.') {
            return Ok(true);
        }
    }
    Ok(false)
}

fn unwritable(path: &str, error: &io::Error) -> Failure {
    Failure::Unreadable(format!("{path} cannot be written: {error}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> CourseCode {
        CourseCode::parse(text).unwrap()
    }

    fn refusal(root: &Path) -> String {
        match Folder::open(root, code("CS246")) {
            Err(Failure::Usage(reason)) => reason,
            _ => String::new(),
        }
    }

    #[test]
    fn s6_cli_6_a_folder_with_other_files_is_refused_and_an_interrupted_export_is_continued() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(".DS_Store"), "").unwrap();
        fs::write(root.path().join("notes.csv"), "mine").unwrap();
        assert!(refusal(root.path()).contains("contains other files"));
        assert_eq!(fs::read(root.path().join("notes.csv")).unwrap(), b"mine");
        fs::remove_file(root.path().join("notes.csv")).unwrap();

        let folder = Folder::open(root.path(), code("CS246")).unwrap();
        folder.write("CS246/a.pdf", b"a").unwrap();
        assert_eq!(refusal(root.path()), "");
        assert!(Folder::open(root.path(), code("CS247")).is_err());
        for other in ["[]", "{\"course\":{\"code\":\"CS247\"}}"] {
            fs::write(root.path().join(FILE_NAME), other).unwrap();
            assert!(refusal(root.path()).contains("Give another folder"));
        }
    }

    #[test]
    fn s6_cli_9_a_file_whose_name_is_decomposed_on_disk_is_not_written_twice() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::open(root.path(), code("CS246")).unwrap();
        let (composed, decomposed) = ("\u{e9}.pdf", root.path().join("e\u{301}.pdf"));
        fs::write(&decomposed, "one").unwrap();
        let file = ExportedFile { path: composed.to_owned(), size_bytes: 3, sha256: hashing::of_bytes(b"one") };
        assert!(folder.has(&file));
        assert!(!folder.write(composed, b"one").unwrap());
        assert!(folder.write(composed, b"two").unwrap());
        assert_eq!(fs::read(&decomposed).unwrap(), b"two");
        assert_eq!(listing::list(root.path()).unwrap().files.len(), 1);
    }

    #[test]
    fn s6_cli_11_an_interrupted_file_is_resumed_and_removed_once_the_export_is_complete() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::open(root.path(), code("CS246")).unwrap();
        let file = ExportedFile { path: "a.pdf".to_owned(), size_bytes: 6, sha256: hashing::of_bytes(b"onetwo") };
        folder.resume("a.pdf").unwrap().write(b"one").unwrap();
        let mut again = folder.resume("a.pdf").unwrap();
        assert!(again.size_bytes() == 3 && !again.is(&file));
        again.write(b"two").unwrap();
        assert!(again.is(&file));
        again.restart().unwrap();
        again.write(b"new").unwrap();
        again.finish().unwrap();
        assert_eq!(fs::read(root.path().join("a.pdf")).unwrap(), b"new");
        folder.resume("b.pdf").unwrap().write(b"gone").unwrap();
        folder.complete(b"{}").unwrap();
        let names: Vec<_> = fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(names.len() == 3 && names.iter().any(|name| name == MARKER), "{names:?}");
    }

    #[test]
    fn s6_cli_6_a_course_file_is_never_beside_files_that_it_does_not_describe() {
        let root = tempfile::tempdir().unwrap();
        let json = root.path().join(FILE_NAME);
        let earlier = br#"{"course":{"code":"CS246"}}"#;
        let folder = Folder::open(root.path(), code("CS246")).unwrap();
        folder.write("a.pdf", b"one").unwrap();
        folder.complete(earlier).unwrap();
        // Without a change, it stays.
        assert!(!folder.write("a.pdf", b"one").unwrap());
        assert_eq!(fs::read(&json).unwrap(), earlier);
        folder.begin("a.pdf").unwrap().discard();
        assert!(!json.exists());
        let folder = Folder::open(root.path(), code("CS246")).unwrap();
        folder.complete(earlier).unwrap();
        assert_eq!(fs::read(&json).unwrap(), earlier);
        assert!(!root.path().join(EARLIER).exists());
    }
}
