//! `note-ninja upload`: decides about each file, sends what is missing, and waits for the checks of the server.
//!
//! Nothing is stored on this computer. The id of an upload is derived from its owner, place and content, so a second run
//! finds what the first one sent.

mod checks;
pub(crate) mod states;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use ureq::http::Method;
use wasm_core::course::CourseCode;
use wasm_core::forms::{FileMap, parse_file_map};

use self::checks::Checks;
use self::states::{State, UploadIds};
use crate::args::UploadOptions;
use crate::client::Client;
use crate::failure::{Exit, Failure};
use crate::folder::{self, FoundFile};
use crate::hashing::{self, Hashes};
use crate::plan::{self, Decision, Rules, Task};
use crate::report::{self, FileResult, Progress, Row};
use crate::sending::{Sending, Slots};
use crate::wire::{CurrentKey, Scope, Ticket};

/// Interval of heartbeats of running transfers, which the server expects.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(20);

/// Message for a file that is not the one of the export.
pub(crate) const CHANGED_FILE: &str = "It has changed since the export: its SHA-256 is not that in course.json.";

/// Runs the command and returns its exit code.
pub(crate) fn run(options: &UploadOptions) -> Result<Exit, Failure> {
    let client = Client::connect(&options.connection)?;
    let map = read_map(options)?;
    let listing = folder::list(&options.folder)
        .map_err(|error| Failure::Usage(format!("{} cannot be read: {error}", options.folder.display())))?;
    if let Some((missing, row)) = map.iter().find(|(path, _)| !listing.files.iter().any(|file| file.name == **path)) {
        return Err(Failure::Usage(format!("Line {} of the table: there is no file {missing}.", row.line)));
    }
    let current: CurrentKey = client.first("/admin/current-key")?;
    current.require(Scope::Upload)?;
    report::print_error(&current.to_string());
    let mut rules = Rules { course: options.course, shelf: options.shelf, ..Rules::default() };
    find_courses(&client, &listing.files, &map, &mut rules)?;
    let mut rows: Vec<Row> = listing.unreadable.iter().map(|(name, error)| unreadable_row(name, error)).collect();
    let mut tasks = VecDeque::new();
    for file in &listing.files {
        let result = match plan::decide(file, &map, &rules) {
            Decision::Upload(task) => {
                tasks.push_back(*task);
                continue;
            }
            Decision::Refuse(reason) => FileResult::Refused(reason),
            Decision::Skip(reason) => FileResult::Skipped(reason.to_owned()),
        };
        rows.push(Row { file: file.name.clone(), place: String::new(), part: String::new(), result });
    }
    // Of identical files, a file that the table names wins, then the first by path.
    let order = |task: &Task| (!map.contains_key(&task.file.name), task.file.name.clone());
    tasks.make_contiguous().sort_by_key(order);
    let UploadOptions { dry_run, again, parallel, .. } = *options;
    let (sent, failure) = send_all(&client, &current.owner_id, SendOptions { dry_run, again, parallel }, tasks);
    rows.extend(sent);
    rows.sort_by(|one, other| one.file.cmp(&other.file));
    report::print(&report::table(&rows));
    let exit = report::exit(&rows);
    Ok(failure.map_or(exit, |failure| {
        report::print_error(&failure.to_string());
        exit.max(failure.exit_code())
    }))
}

/// How files are sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SendOptions {
    /// Sends nothing.
    pub(crate) dry_run: bool,
    /// Also sends files that were refused before, or deleted after their upload.
    pub(crate) again: bool,
    /// Number of files or parts that are sent at the same time.
    pub(crate) parallel: usize,
}

/// Sends the files that are not published. Returns a row for each, and the failure that ended the run early.
pub(crate) fn send_all(
    client: &Client,
    owner: &str,
    options: SendOptions,
    tasks: VecDeque<Task>,
) -> (Vec<Row>, Option<Failure>) {
    let run = Run::new(client, owner, options, tasks);
    let rows = run.all();
    let failure = run.shared().failure.take();
    (rows, failure)
}

fn unreadable_row(name: &str, error: &str) -> Row {
    let result = FileResult::Unreadable(format!("It cannot be read: {error}."));
    Row { file: name.to_owned(), place: String::new(), part: String::new(), result }
}

fn read_map(options: &UploadOptions) -> Result<FileMap, Failure> {
    let Some(path) = &options.map else { return Ok(FileMap::new()) };
    let bytes =
        fs::read(path).map_err(|error| Failure::Usage(format!("{} cannot be read: {error}", path.display())))?;
    parse_file_map(&bytes).map_err(|bad| {
        let lines: Vec<String> = bad.iter().map(|row| format!("Line {}: {}", row.line, row.reason)).collect();
        Failure::Usage(format!("{} cannot be used.\n{}", path.display(), lines.join("\n")))
    })
}

/// Asks the server which of the names that look like course codes are courses. Cost: 1 request per code, one after
/// another.
fn find_courses(client: &Client, files: &[FoundFile], map: &FileMap, rules: &mut Rules) -> Result<(), Failure> {
    for file in files {
        for code in plan::named_codes(file, map, rules) {
            find_course(client, rules, code)?;
        }
        if let Some(code) = plan::own_code(file, rules) {
            find_course(client, rules, code)?;
        }
    }
    Ok(())
}

fn find_course(client: &Client, rules: &mut Rules, code: CourseCode) -> Result<(), Failure> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Course {
        course_code: CourseCode,
    }
    if let Entry::Vacant(unknown) = rules.courses.entry(code) {
        let found = client.find::<Course>(&format!("/courses/{code}"))?;
        unknown.insert(found.map(|course| course.course_code));
    }
    Ok(())
}

/// A file to upload, with its hashes if they are known.
struct Item {
    task: Task,
    hashes: Option<Hashes>,
}

/// State that the workers share.
#[derive(Default)]
struct Shared {
    items: VecDeque<Item>,
    rows: Vec<Row>,
    /// Ids of the uploads that are being sent.
    sending: Vec<String>,
    /// Failure that ends the run.
    failure: Option<Failure>,
}

/// A run of the command.
struct Run<'a> {
    client: &'a Client,
    ids: UploadIds<'a>,
    options: SendOptions,
    slots: Slots,
    checks: Checks,
    progress: Progress,
    /// The files in order, until [`Run::all`] takes them.
    tasks: Mutex<VecDeque<Task>>,
    shared: Mutex<Shared>,
    /// True once all files have their result.
    is_over: Mutex<bool>,
    ended: Condvar,
    has_failed: AtomicBool,
}

impl<'a> Run<'a> {
    fn new(client: &'a Client, owner: &'a str, options: SendOptions, tasks: VecDeque<Task>) -> Self {
        Self {
            client,
            ids: UploadIds { client, owner, again: options.again },
            options,
            slots: Slots::new(options.parallel),
            checks: Checks::default(),
            progress: Progress::new(tasks.len(), "sent"),
            tasks: Mutex::new(tasks),
            shared: Mutex::default(),
            is_over: Mutex::new(false),
            ended: Condvar::new(),
            has_failed: AtomicBool::new(false),
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Processes all files and returns their rows.
    fn all(&self) -> Vec<Row> {
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        let items = self.without_copies(tasks.into());
        self.shared().items = items;
        thread::scope(|scope| {
            // Half of the workers prepare files while the others send theirs. A single one keeps the order of the files.
            let count = if self.options.parallel == 1 { 1 } else { self.options.parallel * 2 };
            let workers: Vec<_> = (0..count).map(|_| scope.spawn(|| self.work())).collect();
            let checker = scope.spawn(|| self.checks.wait(self.client, &|task, result| self.done(task, result)));
            scope.spawn(|| self.send_heartbeats());
            scope.spawn(|| self.progress.show(|pause| self.sleep(pause)));
            let mut is_broken = false;
            for worker in workers {
                is_broken |= worker.join().is_err();
            }
            self.checks.close();
            is_broken |= checker.join().is_err();
            if is_broken {
                self.fail(Failure::Unreachable("note-ninja failed unexpectedly. Run the command again.".into()));
            }
            *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.ended.notify_all();
        });
        if !self.options.dry_run {
            report::print_error(&self.progress.summary());
        }
        std::mem::take(&mut self.shared().rows)
    }

    /// Skips files with the content and place of an earlier one. Only files of the same size are hashed for it.
    fn without_copies(&self, tasks: Vec<Task>) -> VecDeque<Item> {
        let mut counts: HashMap<(String, u64), usize> = HashMap::new();
        for task in &tasks {
            *counts.entry((task.place.clone(), task.file.size_bytes)).or_default() += 1;
        }
        let is_alike = |task: &Task| counts.get(&(task.place.clone(), task.file.size_bytes)).is_some_and(|n| *n > 1);
        let (alike, next) = (tasks.iter().map(is_alike).collect::<Vec<_>>(), AtomicUsize::new(0));
        let hashed: Vec<Mutex<Option<Result<Hashes, Failure>>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
        thread::scope(|scope| {
            for _ in 0..self.options.parallel {
                scope.spawn(|| {
                    while let at = next.fetch_add(1, Ordering::Relaxed)
                        && at < tasks.len()
                    {
                        let hashes = alike[at].then(|| hashes_of(&tasks[at]));
                        *hashed[at].lock().unwrap_or_else(PoisonError::into_inner) = hashes;
                    }
                });
            }
        });
        let mut first_paths: HashMap<String, String> = HashMap::new();
        let mut items = VecDeque::new();
        for (task, hashes) in tasks.into_iter().zip(hashed) {
            let hashes = match hashes.into_inner().unwrap_or_else(PoisonError::into_inner).transpose() {
                Ok(hashes) => hashes,
                Err(failure) => {
                    self.done(&task, Err(failure));
                    continue;
                }
            };
            let id = hashes.as_ref().map(|hashes| self.ids.nth(&task, &hashes.whole, 0));
            if let Some(first) = id.as_ref().and_then(|id| first_paths.get(id)) {
                self.done(&task, Ok(FileResult::Skipped(format!("It is the same file as {first}."))));
                continue;
            }
            first_paths.extend(id.map(|id| (id, task.file.name.clone())));
            items.push_back(Item { task, hashes });
        }
        items
    }

    /// Sleeps and returns true if the run is over.
    fn sleep(&self, pause: Duration) -> bool {
        let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let (is_over, _) =
            self.ended.wait_timeout_while(is_over, pause, |over| !*over).unwrap_or_else(PoisonError::into_inner);
        *is_over
    }

    fn send_heartbeats(&self) {
        while !self.sleep(HEARTBEAT_EVERY) {
            let sending = self.shared().sending.clone();
            for id in sending {
                // A missing heartbeat only shows the upload as interrupted in the console.
                let _ = self.client.send::<Value>(&Method::PUT, &format!("/uploads/{id}/sender"), &json!({}));
            }
        }
    }

    fn fail(&self, failure: Failure) {
        self.has_failed.store(true, Ordering::Relaxed);
        self.checks.stop();
        self.shared().failure.get_or_insert(failure);
    }

    fn done(&self, task: &Task, result: Result<FileResult, Failure>) {
        let result = result.unwrap_or_else(|failure| {
            let result = FileResult::from(&failure);
            if failure.is_final() {
                self.fail(failure);
            }
            result
        });
        self.progress.add_file();
        let (file, place, part) = (task.file.name.clone(), task.place.clone(), task.part.clone());
        self.shared().rows.push(Row { file, place, part, result });
    }

    fn work(&self) {
        loop {
            let Some(Item { task, hashes }) = self.shared().items.pop_front() else { return };
            if self.has_failed.load(Ordering::Relaxed) {
                self.done(&task, Ok(FileResult::Unfinished("It was not sent.".into())));
                continue;
            }
            match self.process(&task, hashes) {
                Ok(None) => {}
                Ok(Some(result)) => self.done(&task, Ok(result)),
                Err(failure) => self.done(&task, Err(failure)),
            }
        }
    }

    /// Processes one file. Returns `None` if its check is running, which ends elsewhere.
    fn process(&self, task: &Task, hashes: Option<Hashes>) -> Result<Option<FileResult>, Failure> {
        let hashes = hashes.map_or_else(|| hashes_of(task), Ok)?;
        if self.ids.is_published(task, &hashes.whole)? {
            return Ok(Some(FileResult::Present));
        }
        let (id, state) = self.ids.state(task, &hashes.whole)?;
        match state {
            State::New | State::Waiting if self.options.dry_run => return Ok(Some(FileResult::New)),
            State::Checking if self.options.dry_run => return Ok(Some(FileResult::Present)),
            State::Deleted => return Ok(Some(FileResult::Deleted)),
            State::Refused(reason) => return Ok(Some(FileResult::Refused(reason))),
            State::Checking => {}
            State::New | State::Waiting => {
                self.shared().sending.push(id.clone());
                let sent = self.send(task, &id, &hashes);
                self.shared().sending.retain(|sending| *sending != id);
                sent?;
            }
        }
        self.checks.add(id, task.clone());
        Ok(None)
    }

    fn send(&self, task: &Task, id: &str, hashes: &Hashes) -> Result<(), Failure> {
        let create = || self.ids.create(task, id, &hashes.whole);
        let ticket: Ticket = match create() {
            Err(failure) if is_there(&failure) => return Ok(()),
            ticket => ticket?,
        };
        let on_sent = |bytes| self.progress.add_bytes(bytes);
        let sending =
            Sending { client: self.client, slots: &self.slots, id: id.to_owned(), task, hashes, on_sent: &on_sent };
        match sending.send(ticket, &create) {
            Err(failure) if is_there(&failure) => Ok(()),
            sent => sent,
        }
    }
}

fn hashes_of(task: &Task) -> Result<Hashes, Failure> {
    let hashes = hashing::hash(&task.file.path, task.file.size_bytes, task.is_in_parts())
        .map_err(|error| Failure::Unreadable(format!("It cannot be read: {error}.")))?;
    match &task.sha256 {
        Some(expected) if *expected != hashes.whole => Err(Failure::Unreadable(CHANGED_FILE.to_owned())),
        _ => Ok(hashes),
    }
}

/// Returns true if the file has arrived, for example because the answer to an earlier attempt was lost.
fn is_there(failure: &Failure) -> bool {
    matches!(failure, Failure::Refused { code, .. } if code == "already_uploaded")
}
