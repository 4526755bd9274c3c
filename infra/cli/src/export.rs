//! `note-ninja export`: writes a course into a folder.
//!
//! The names of the files follow from the course, so a second run finds what the first one wrote. `course.json` is
//! written last: a folder that contains it is complete.

mod collect;
mod fetch;
mod folder;

use self::collect::{Collected, collect};
use self::folder::Folder;
use crate::args::ExportOptions;
use crate::client::Client;
use crate::course::tables::tables;
use crate::course::wire;
use crate::failure::{Exit, Failure};
use crate::report;
use crate::wire::{CurrentKey, Scope};

/// Runs the command and returns its exit code.
pub(crate) fn run(options: &ExportOptions) -> Result<Exit, Failure> {
    let client = Client::connect(&options.connection)?;
    let current: CurrentKey = client.first("/admin/current-key")?;
    current.require(Scope::Export)?;
    report::print_error(&current.to_string());
    let code = options.course;
    let path = format!("/admin/courses/{code}");
    let Some(course) = client.find::<wire::ManagedCourse>(&path)? else {
        let detail = format!("There is no course {code}. It may have been merged into another one.");
        return Err(Failure::Refused { status: 404, code: "not_found".into(), detail });
    };
    if let Some(target) = &course.merging_into {
        let detail = format!("{code} is being merged into {target}. Export {target} afterwards.");
        return Err(Failure::Refused { status: 409, code: "conflict".into(), detail });
    }
    let folder = Folder::open(&options.to, code)?;
    let Collected { file, wanted, mut rows } = collect(&client, code, course, &folder)?;
    let (fetched, failure) = fetch::all(&client, &folder, &wanted, options.parallel);
    rows.extend(fetched);
    // A refused transcript can never be exported, so the export is complete without it.
    if failure.is_none() && matches!(report::exit(&rows), Exit::Done | Exit::Refused) {
        for (name, table) in tables(&file) {
            folder.write(name, table.as_bytes())?;
        }
        folder.complete(&file.to_json()?)?;
    } else {
        report::print_error("The export is not complete, so course.json was not written. Run the same command again.");
    }
    rows.sort_by(|one, other| one.file.cmp(&other.file));
    report::print(&report::table(&rows));
    for name in folder.others(&file)? {
        report::print_error(&format!("{name} is not part of the course now. It was left as it is."));
    }
    let exit = report::exit(&rows);
    Ok(failure.map_or(exit, |failure| {
        report::print_error(&failure.to_string());
        exit.max(failure.exit_code())
    }))
}
