//! The files of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundFile {
    pub(crate) path: PathBuf,
    /// Path within the folder, with `/` between the parts.
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
    let own = entry.file_name().to_string_lossy().into_owned();
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

#[cfg(test)]
mod tests {
    use super::*;

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
