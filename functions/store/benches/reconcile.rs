//! Time and memory of a reconciliation: `cargo xtask bench reconcile`, with `-- 20000` for another number of files.
//!
//! Engines and function share this process, so the memory is measured as the increase during the run.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the command line")]

#[expect(dead_code, reason = "shared with the tests, which need more of it")]
#[path = "../tests/table/support.rs"]
mod support;
#[path = "../tests/test_backends/mod.rs"]
mod test_backends;

use std::time::Instant;

use bytes::Bytes;
use store::objects::{self, Bucket, PutCondition};
use store::reconcile::{self, ReconcileOptions};
use store::{Store, Timestamp};

use crate::support::{course, note};

/// Default number of notes with files.
const NOTES: usize = 2_000;

/// Number of notes per course.
const IN_ONE_COURSE: usize = 40;

#[tokio::main]
async fn main() {
    let asked = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let count: usize = asked.unwrap_or(NOTES);
    let engines = test_backends::start().await;
    let store = &engines.store;
    let began = Instant::now();
    // Create the notes one after another: concurrent publications conflict on the totals.
    for number in 0..count.div_ceil(IN_ONE_COURSE) {
        fill(store, number, IN_ONE_COURSE.min(count - number * IN_ONE_COURSE)).await;
    }
    println!("{count} notes with their files, made in {} s", began.elapsed().as_secs());

    let before = resident_bytes("VmRSS:");
    let began = Instant::now();
    let report = reconcile::run(store, &[], ReconcileOptions::default(), Timestamp::now()).await.unwrap();
    let (took, most) = (began.elapsed(), resident_bytes("VmHWM:"));
    println!(
        "{} files looked at, {} of them named, {} wrong",
        report.files,
        report.named_files,
        report.inconsistency_count()
    );
    println!("{} ms, {} MB more than before", took.as_millis(), most.saturating_sub(before) >> 20);
}

/// Creates a course with this number of notes and their files.
async fn fill(store: &Store, number: usize, notes: usize) {
    let code = course(store, &format!("BIG{}", 1000 + number)).await;
    for index in 0..notes {
        let note = note(store, &code, &format!("Lecture {index}")).await;
        let file = Bytes::from_static(b"a file");
        let put = objects::put(
            store,
            Bucket::Files,
            &note.file.key,
            file,
            "application/pdf",
            "no-store",
            PutCondition::Always,
        );
        put.await.unwrap();
    }
}

/// Returns a memory value of this process from `/proc/self/status`, in bytes.
fn resident_bytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}
