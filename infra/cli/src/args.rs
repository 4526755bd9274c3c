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
    /// URL of the server.
    #[arg(long, env = "NOTE_NINJA_SERVER", default_value = "http://localhost:4000")]
    pub(crate) server: String,
    /// File with the key. Without it, the key is read from the variable NOTE_NINJA_KEY.
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
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
