//! The files of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wasm_core::text::to_nfc;

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundFile {
    /// Path as the system returned it, composed or decomposed.
    pub(crate) path: PathBuf,
    /// Path within the folder, in NFC and with `/` between the parts.
    pub(crate) name: String,
    pub(crate) size_bytes: u64,
}

/// The files of a folder and of the folders in it, ordered by their names.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) files: Vec<FoundFile>,
    /// Files and folders that cannot be read, with the reason.
    pub(crate) unreadable: Vec<(String, String)>,
}

/// Lists a folder. Hidden files and folders, and links to folders, are left out.
///
/// # Errors
/// The folder itself cannot be read.
pub(crate) fn list(folder: &Path) -> io::Result<Listing> {
    let mut listing = Listing::default();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((path, name)) = folders.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => entries.for_each(|entry| add(&mut listing, &mut folders, &name, entry)),
            Err(error) if name.is_empty() => return Err(error),
            Err(error) => listing.unreadable.push((name, error.to_string())),
        }
    }
    listing.files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(listing)
}

fn add(listing: &mut Listing, folders: &mut Vec<(PathBuf, String)>, parent: &str, entry: io::Result<fs::DirEntry>) {
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => return listing.unreadable.push((parent.to_owned(), error.to_string())),
    };
    let own = to_nfc(&entry.file_name().to_string_lossy()).into_owned();
    if own.starts_with('.') {
        return;
    }
    let name = if parent.is_empty() { own } else { format!("{parent}/{own}") };
    match entry.file_type() {
        Ok(kind) if kind.is_dir() => folders.push((entry.path(), name)),
        // Follows links to files.
        Ok(_) => match fs::metadata(entry.path()) {
            Ok(about) if about.is_file() => {
                listing.files.push(FoundFile { path: entry.path(), name, size_bytes: about.len() });
            }
            Ok(_) => {}
            Err(error) => listing.unreadable.push((name, error.to_string())),
        },
        Err(error) => listing.unreadable.push((name, error.to_string())),
    }
}

/// Returns the path of a file by its path within a folder. A file on disk whose name is equal in NFC is the same file:
/// macOS and archives from it decompose names. Cost: 1 listing of a folder per part that is not found as it is.
pub(crate) fn resolve(folder: &Path, name: &str) -> PathBuf {
    let exact = folder.join(name);
    if name.is_ascii() || exact.symlink_metadata().is_ok() {
        return exact;
    }
    let mut found = folder.to_owned();
    for part in name.split('/') {
        let next = found.join(part);
        let is_there = part.is_ascii() || next.symlink_metadata().is_ok();
        found = if is_there { next } else { equal_in_nfc(&found, part).unwrap_or(next) };
    }
    found
}

fn equal_in_nfc(folder: &Path, name: &str) -> Option<PathBuf> {
    let name = to_nfc(name);
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.find(|other| to_nfc(other) == name).map(|other| folder.join(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_cli_9_a_decomposed_name_on_disk_is_listed_and_found_composed() {
        let folder = tempfile::tempdir().unwrap();
        let decomposed = folder.path().join("The\u{301}orie/E\u{301}.pdf");
        fs::create_dir_all(decomposed.parent().unwrap()).unwrap();
        fs::write(&decomposed, "one").unwrap();
        let composed = "Th\u{e9}orie/\u{c9}.pdf";
        let listing = list(folder.path()).unwrap();
        assert_eq!(listing.files[0].name, composed);
        assert_eq!(fs::read(&listing.files[0].path).unwrap(), b"one");
        assert_eq!(fs::read(resolve(folder.path(), composed)).unwrap(), b"one");
        // A new file beside it gets the folder that is there.
        let new = resolve(folder.path(), "Th\u{e9}orie/\u{e8}.pdf");
        assert_eq!(new, folder.path().join("The\u{301}orie/\u{e8}.pdf"));
    }

    #[test]
    fn s6_cli_1_a_folder_is_listed_with_its_subfolders_and_without_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["CS246/Week 2/b.pdf", "CS246/a.pdf", ".git/c.pdf", "CS246/.DS_Store", "z.pdf"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        let listing = list(folder.path()).unwrap();
        let names: Vec<&str> = listing.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["CS246/Week 2/b.pdf", "CS246/a.pdf", "z.pdf"]);
        assert_eq!(listing.files[2].size_bytes, 5);
        assert!(list(&folder.path().join("missing")).is_err());
    }
}
