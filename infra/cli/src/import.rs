//! `note-ninja import`: makes or completes an exported course on another site.
//!
//! Nothing is stored on this computer. Ids are derived from the content, and everything is compared with what is there,
//! so a second run continues or changes nothing.

mod alike;
mod cards;
mod course;
mod files;
mod pictures;

use std::path::PathBuf;

use wasm_core::course::CourseCode;

use crate::args::ImportOptions;
use crate::client::Client;
use crate::course::format::CourseFile;
use crate::course::reading;
use crate::failure::{Exit, Failure};
use crate::report::{self, FileResult, Row};
use crate::wire::{CurrentKey, Scope};

/// Runs the command and returns its exit code.
pub(crate) fn run(options: &ImportOptions) -> Result<Exit, Failure> {
    let client = Client::connect(&options.connection)?;
    let folder = options.folder.canonicalize();
    let folder =
        folder.map_err(|error| Failure::Usage(format!("{} cannot be read: {error}.", options.folder.display())))?;
    let file = reading::read(&folder)?;
    let current: CurrentKey = client.first("/admin/current-key")?;
    current.require(Scope::Import)?;
    report::print_error(&current.to_string());
    let code = file.course.code;
    let mut import = Import {
        client: &client,
        owner: &current.owner_id,
        folder,
        options,
        code,
        exists: true,
        is_withheld: false,
        rows: Vec::new(),
    };
    let done = import.all(&file);
    report::print(&report::table(&import.rows));
    let exit = report::exit(&import.rows);
    if import.rows.iter().all(|row| row.result == FileResult::Present) && done.is_ok() {
        report::print_error("Everything is there already. Nothing was changed.");
    } else if import.rows.iter().any(|row| matches!(row.result, FileResult::Different(_))) {
        report::print_error(match (options.replace, options.dry_run) {
            (false, _) => "What differs was kept. --replace changes it to the exported values.",
            (true, true) => "Without --dry-run, --replace changes what differs to the exported values.",
            (true, false) => "What still differs was kept. Its reason says what to do.",
        });
    }
    if import.is_withheld && !options.dry_run {
        report::print_error(&format!(
            "Students cannot see {code} yet, because not everything is in it. Import it again, with --replace if \
             something differs, or show the course in the console."
        ));
    }
    match done {
        Ok(()) => Ok(exit),
        Err(failure) => {
            report::print_error(&failure.to_string());
            Ok(exit.max(failure.exit_code()))
        }
    }
}

/// A run of the command.
struct Import<'a> {
    client: &'a Client,
    /// User id of the administrator.
    owner: &'a str,
    /// Canonical path of the folder.
    folder: PathBuf,
    options: &'a ImportOptions,
    code: CourseCode,
    /// False in a dry run for a course that does not exist.
    exists: bool,
    /// True while the course is hidden only until everything is in it.
    is_withheld: bool,
    rows: Vec<Row>,
}

/// Place of a row in the table.
struct Place<'a> {
    file: &'a str,
    place: &'a str,
    part: &'a str,
}

impl Import<'_> {
    fn all(&mut self, file: &CourseFile) -> Result<(), Failure> {
        self.course(&file.course)?;
        self.files(file)?;
        for chapter in &file.chapters {
            self.chapter(chapter)?;
        }
        self.show_course()
    }

    /// Adds a row for the failure of one item, so that the import continues with the next one. Returns a failure after
    /// which no item can succeed.
    fn or_row(&mut self, place: &Place<'_>, done: Result<(), Failure>) -> Result<(), Failure> {
        match done {
            Err(failure) if !failure.is_final() => self.row(place, Err(failure)),
            done => done,
        }
    }

    /// Adds a row. Returns a failure after which nothing else can succeed.
    fn row(&mut self, place: &Place<'_>, result: Result<FileResult, Failure>) -> Result<(), Failure> {
        let (result, failure) = match result {
            Ok(result) => (result, None),
            Err(failure) => (FileResult::from(&failure), Some(failure).filter(Failure::is_final)),
        };
        let &Place { file, place, part } = place;
        self.rows.push(Row { file: file.to_owned(), place: place.to_owned(), part: part.to_owned(), result });
        failure.map_or(Ok(()), Err)
    }

    /// Decides about something that exists. `differing` names the fields with other values, and `replace` changes them.
    fn existing(
        &self,
        differing: &[&str],
        replace: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<FileResult, Failure> {
        if differing.is_empty() {
            return Ok(FileResult::Present);
        }
        if !self.options.replace || self.options.dry_run {
            return Ok(FileResult::Different(format!("Other values: {}.", differing.join(", "))));
        }
        replace()?;
        Ok(FileResult::Updated)
    }
}

/// Returns the names of the fields whose values are not equal.
fn differing<'a>(fields: &[(&'a str, bool)]) -> Vec<&'a str> {
    fields.iter().filter(|(_, is_equal)| !is_equal).map(|(name, _)| *name).collect()
}
