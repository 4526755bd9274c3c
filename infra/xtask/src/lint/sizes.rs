//! Checks that files and folders stay small enough for a reader to find something in them.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use chores::{root, run};

use crate::lint::imports;

const FOLDERS: [&str; 6] = ["wasm-core", "functions", "infra", "tests", "web/src", "web/plugins"];

const ENDINGS: [&str; 6] = [".rs", ".ts", ".tsx", ".mjs", ".css", ".py"];

/// Generated files in folders of hand-written code.
const GENERATED: [&str; 1] = ["web/src/api/schema.ts"];

/// Maximum number of source files in a folder, without its subfolders.
const FILES_MAX: usize = 25;

/// Maximum number of lines of a source file.
const LINES_MAX: usize = 450;

/// File contents by path from the root of the workspace.
type Files = BTreeMap<String, String>;

/// Fails with a list of files that are too long and of folders with too many files.
pub(crate) fn check() -> Result<()> {
    let mut files = Files::new();
    for folder in FOLDERS {
        imports::collect(&root(), folder, &ENDINGS, &mut files)?;
    }
    let wrong = wrong_in(&files);
    for line in &wrong {
        run::print_error(line);
    }
    if wrong.is_empty() {
        return Ok(());
    }
    bail!("{} files or folders are too large; divide them by subject.", wrong.len());
}

/// Returns one sentence per violation.
fn wrong_in(files: &Files) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut folders = BTreeMap::<&str, usize>::new();
    for (file, text) in files.iter().filter(|(file, _)| !GENERATED.contains(&file.as_str())) {
        let lines = text.lines().count();
        if lines > LINES_MAX {
            wrong.push(format!("{file} has {lines} lines; a file may have {LINES_MAX}"));
        }
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        *folders.entry(folder).or_default() += 1;
    }
    let crowded = folders.into_iter().filter(|(_, count)| *count > FILES_MAX);
    wrong.extend(crowded.map(|(folder, count)| format!("{folder} has {count} files; a folder may have {FILES_MAX}")));
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(count: usize) -> Files {
        (0..count).map(|number| (format!("web/src/ui/{number}.ts"), String::new())).collect()
    }

    fn file(path: &str, lines: usize) -> Files {
        Files::from([(path.to_owned(), "line\n".repeat(lines))])
    }

    #[test]
    fn a_folder_that_directly_contains_more_than_25_files_is_reported() {
        let mut files = folder(25);
        files.insert("web/src/ui/form/field.ts".into(), String::new());
        assert_eq!(wrong_in(&files), [""; 0]);
        assert_eq!(wrong_in(&folder(26)), ["web/src/ui has 26 files; a folder may have 25"]);
    }

    #[test]
    fn a_file_with_more_than_450_lines_is_reported_unless_it_is_generated() {
        assert_eq!(wrong_in(&file("infra/table.py", 450)), [""; 0]);
        assert_eq!(wrong_in(&file("infra/table.py", 451)), ["infra/table.py has 451 lines; a file may have 450"]);
        assert_eq!(wrong_in(&file(GENERATED[0], 451)), [""; 0]);
    }
}
