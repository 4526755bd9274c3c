//! The arguments of the command line.

use std::path::PathBuf;

use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

/// Number of files or parts that are sent at the same time.
const PARALLEL: usize = 4;

/// Administers Note Ninja from a shell.
#[derive(clap::Parser)]
#[command(version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Uploads the PDFs and recordings of a folder.
    ///
    /// Course, chapter, type and shelf come from the names of folders and files, for example `CS246/Chapter 3/a.pdf`.
    /// What the server has already is skipped, so the same command continues after an interruption.
    ///
    /// Exit codes: 0 everything is there, 1 some files were refused, 2 wrong arguments, 3 the key was refused, 4 the
    /// server could not be reached or has not finished, 5 some files could not be read.
    Upload(UploadOptions),
    /// Writes a course into a folder: its files, cards, transcripts and texts.
    ///
    /// `course.json` in the folder describes everything, and `note-ninja import` reads it on another site. Tables
    /// (.csv) show the same to people. The same command continues after an interruption. Needs a key for exporting or
    /// importing courses.
    ///
    /// Exit codes: 0 everything is there, 1 there is no such course or something was refused, 2 wrong arguments, 3 the
    /// key was refused, 4 the server could not be reached, 5 a file could not be written.
    Export(ExportOptions),
    /// Makes or completes the course of an exported folder on this site.
    ///
    /// What is there already stays. What differs is shown and stays, unless --replace is given. Nothing is deleted.
    /// Needs a key for importing courses.
    ///
    /// Exit codes: 0 everything is there, 1 something was refused, or differs and was kept, 2 wrong arguments or an
    /// unusable folder, 3 the key was refused, 4 the server could not be reached or has not finished, 5 some files
    /// could not be read.
    Import(ImportOptions),
}

// Not a documentation comment, because that would replace the help of each command.
// The server and the key.
#[derive(clap::Args)]
pub(crate) struct Connection {
    /// URL of the server.
    #[arg(long, env = "NOTE_NINJA_SERVER", default_value = "http://localhost:4000")]
    pub(crate) server: String,
    /// File with the key. Without it, the key is read from the variable NOTE_NINJA_KEY.
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct ExportOptions {
    /// Code of the course, for example CS246.
    #[arg(value_parser = parse_course)]
    pub(crate) course: CourseCode,
    /// Folder to write. It is made if it is missing, and may contain an earlier export of the same course.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) to: PathBuf,
    /// Number of files that are fetched at the same time.
    #[arg(long, value_name = "COUNT", default_value_t = PARALLEL, value_parser = parse_parallel)]
    pub(crate) parallel: usize,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

#[derive(clap::Args)]
pub(crate) struct ImportOptions {
    /// Folder that `note-ninja export` has written.
    pub(crate) folder: PathBuf,
    /// Shows what would happen and changes nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Changes existing titles, texts, cards, transcripts and pictures that differ.
    #[arg(long)]
    pub(crate) replace: bool,
    /// Also sends files that were refused before, or deleted after they were sent.
    #[arg(long)]
    pub(crate) again: bool,
    /// Number of files or parts that are sent at the same time. With 1, lists on the site have the order of the export.
    #[arg(long, value_name = "COUNT", default_value_t = PARALLEL, value_parser = parse_parallel)]
    pub(crate) parallel: usize,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

#[derive(clap::Args)]
pub(crate) struct UploadOptions {
    /// Folder with the files.
    pub(crate) folder: PathBuf,
    /// Shows what would happen and sends nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Table in .csv or .tsv format. The first line names the columns: file and any of course, chapter, title, type,
    /// description, shelf, subject. `file` is the path within the folder. Empty cells and unlisted files follow the
    /// names of the folders.
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Course of the whole folder, unless a folder in it is named after another one.
    #[arg(long, value_name = "CODE", value_parser = parse_course)]
    pub(crate) course: Option<CourseCode>,
    /// Shelf of recordings whose folders name none: deep-dive, quick-recap, chill-review or radio.
    #[arg(long, value_parser = parse_shelf)]
    pub(crate) shelf: Option<ShelfId>,
    /// Also uploads files that were refused before, or deleted after their upload.
    #[arg(long)]
    pub(crate) again: bool,
    /// Number of files or parts that are sent at the same time.
    #[arg(long, value_name = "COUNT", default_value_t = PARALLEL, value_parser = parse_parallel)]
    pub(crate) parallel: usize,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

fn parse_course(text: &str) -> Result<CourseCode, String> {
    CourseCode::parse(text).map_err(|error| error.to_string())
}

fn parse_shelf(text: &str) -> Result<ShelfId, String> {
    text.parse().map_err(|_| "Use deep-dive, quick-recap, chill-review or radio.".to_owned())
}

fn parse_parallel(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=32).contains(count));
    count.ok_or_else(|| "Use a number from 1 to 32.".to_owned())
}
