//! Benchmark of publishing as the catalogue grows: a full rebuild, then one course and one recording. `cargo xtask
//! bench publish` compiles it with the settings of the Lambda programs.

#![expect(clippy::print_stdout, reason = "the measurements are the point")]
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot set itself up should stop there")]

#[path = "../../store/tests/test_backends/mod.rs"]
mod test_backends;

use std::fs;
use std::time::Instant;

use background::changes::catalogue::{self, CatalogueDelta};
use store::courses::Course;
use store::keys::object;
use store::objects::{self, Bucket};
use store::stream::ListChange;
use store::{Store, Timestamp};
use wasm_core::catalogue::{CatalogueManifest, SearchCollection, SearchItem};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

/// Numbers of courses and library items.
const SIZES: [(u32, u32); 4] = [(1_000, 1_000), (100_000, 10_000), (100_000, 100_000), (100_000, 1_000_000)];
const MANIFEST_MAX_BYTES: u64 = 64 * 1024;

/// Returns a title of generated words. The titles use as many different words as real titles.
fn title(number: u32) -> String {
    let word = |seed: u32| {
        let mut rest = seed.wrapping_mul(2_654_435_761) % 9_845;
        let mut word = String::new();
        for syllable in ["ba", "ri", "to", "men", "sal", "ex", "qu", "ling", "phy", "no"] {
            if rest == 0 && word.len() > 4 {
                break;
            }
            word.push_str(if rest.is_multiple_of(3) { syllable } else { &syllable[..1] });
            rest /= 3;
        }
        word
    };
    format!("{} {} and {} {number}", word(number), word(number.rotate_left(7)), word(number / 16))
}

fn course(number: u32, likes: u32) -> Course {
    let code = CourseCode::parse(&format!("MAT{number}")).unwrap();
    Course { likes, ..Course::new(code, title(number), Timestamp::from_epoch_secs(1_790_000_000).unwrap()) }
}

fn recording(number: u32, likes: u32) -> ListChange {
    let (place, id) = (SearchCollection::Shelf(ShelfId::DeepDive), format!("01J{number:023}"));
    ListChange::Set(SearchItem {
        place,
        id,
        title: title(number),
        subject: format!("MAT {}", number % 999),
        size: 600,
        likes,
    })
}

async fn timed(store: &Store, edits: CatalogueDelta) -> u128 {
    let began = Instant::now();
    catalogue::publish(store, edits, Timestamp::from_epoch_secs(1_790_000_100).unwrap()).await.unwrap();
    began.elapsed().as_millis()
}

async fn sizes(store: &Store) -> [u64; 2] {
    let manifest = objects::get(store, Bucket::Site, &object::catalogue_manifest(), MANIFEST_MAX_BYTES).await.unwrap();
    let manifest: CatalogueManifest = serde_json::from_slice(&manifest).unwrap();
    let hashes = [manifest.sha256.clone(), manifest.library.unwrap().sha256];
    let mut bytes = [0; 2];
    for (bytes, hash) in bytes.iter_mut().zip(hashes) {
        let key = object::catalogue(&hash.parse().unwrap());
        *bytes = objects::get(store, Bucket::Site, &key, u64::MAX).await.unwrap().len() as u64;
    }
    bytes
}

/// Returns the peak memory of this process in MB, or 0 if the system does not report it.
fn peak_mb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        // `cargo test` runs benchmarks too. Skip this one, which takes long.
        return;
    }
    println!(
        "   courses      things   all ms   a course ms   a recording ms   stored kB: courses   library   most memory MB so far"
    );
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for (courses, things) in SIZES {
            let engines = test_backends::start().await;
            let store = &engines.store;
            let mut all = CatalogueDelta::default();
            (0..courses).for_each(|number| all.set(&course(number, 0)));
            (0..things).for_each(|number| all.record_list_change(recording(number, 0)));
            let all = timed(store, all).await;
            let (mut one_course, mut one_recording) = (CatalogueDelta::default(), CatalogueDelta::default());
            one_course.set(&course(7, 1));
            one_recording.record_list_change(recording(7, 1));
            let (one_course, one_recording) = (timed(store, one_course).await, timed(store, one_recording).await);
            let [in_courses, in_library] = sizes(store).await.map(|bytes| bytes / 1000);
            println!(
                "{courses:>10}  {things:>10}  {all:>7}   {one_course:>11}   {one_recording:>14}   {in_courses:>18}   {in_library:>7}   {:>14}",
                peak_mb()
            );
        }
    });
}
