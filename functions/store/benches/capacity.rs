//! Table capacity units per user action, as the engine reports them for each request.
//!
//! Each row makes the calls of the API for one action, on a table of plausible size: a course with 40 notes; a student
//! with 90 saved notes, 32 likes, 12 unfinished recordings and 8 followed courses. The last row adds up a month of a
//! student with the frequencies of the column `a visit` on [`VISITS`] days. infra/COSTS.md derives prices from it.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the command line")]

#[expect(dead_code, reason = "shared with the tests, which need more of it")]
#[path = "../tests/table/support.rs"]
mod support;

use dynoxide::Database;
use store::capacity::{Consumed, Meter};
use store::course_or_album_note;
use store::likes::LikeTarget;
use store::playlists::{self, NewPlaylist, Visibility};
use store::rate_limit::{self, RateLimit};
use store::students::{self, Student};
use store::{
    AudioId, PlaylistId, ShelfId, Store, audio, chapters, course_follows, courses, downloads, likes, merge, new_notes,
    positions, saved_notes, schema,
};
use wasm_core::course::CourseCode;
use wasm_core::limits::{PAGE_MAX_ITEMS, REPORT_EVERY_MS};
use wasm_core::player::position::Position;

use crate::support::{at, audio as recording, code, course, note, settings, student};

/// Days per month on which a student visits, about every weekday.
const VISITS: f64 = 20.0;
/// Page loads and token refreshes per visit: the page is opened and reloaded once, and an access token is valid for 15
/// minutes.
const LOADS: f64 = 2.0;
const REFRESHES: f64 = 4.0;
/// Listening time per visit: half an hour, reported every `REPORT_EVERY_MS` by the player.
const LISTENED_MS: u32 = 30 * 60 * 1000;

/// Page size of the API's lists.
const PAGE: u32 = 100;
const _: () = assert!(PAGE_MAX_ITEMS == 100);

struct World {
    store: Store,
    meter: Meter,
    me: Student,
    course: CourseCode,
    playlist: PlaylistId,
    recordings: Vec<AudioId>,
}

impl World {
    async fn make() -> Self {
        let engine = Database::memory().unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let settings = settings(&format!("http://{}", listener.local_addr().unwrap()));
        tokio::spawn(dynoxide::server::serve_on(listener, engine));
        let meter = Meter::default();
        let store = Store::connect_metered(&settings, meter.clone());
        schema::create_table_if_absent(&store).await.unwrap();
        let me = student(&store, "amara", Some("amara")).await;
        let mut first = None;
        for number in 0..8 {
            let code = course(&store, &format!("CS{}", 246 + number)).await;
            course_follows::follow(&store, &me.uid, &code, at(0)).await.unwrap();
            let notes = if number == 0 { 40 } else { 20 };
            for index in 0..notes {
                let note = note(&store, &code, &format!("Lecture {index} of {code}")).await;
                if index % 2 == 0 {
                    saved_notes::save(&store, &me, note.id, at(3)).await.unwrap();
                }
                if index < 3 {
                    likes::like(&store, &me.uid, &LikeTarget::Note(note.id), at(3)).await.unwrap();
                }
            }
            likes::like(&store, &me.uid, &LikeTarget::Course(code), at(3)).await.unwrap();
            first.get_or_insert(code);
        }
        let mut recordings = Vec::new();
        for number in 0..100 {
            recordings.push(recording(&store, ShelfId::DeepDive, &format!("Episode {number}")).await);
        }
        let begun = recordings.iter().take(12).map(|note| (note.id, position(30_000, at(3).epoch_millis())));
        positions::record(&store, &me.uid, begun.collect(), at(3)).await.unwrap();
        let new = NewPlaylist { id: PlaylistId::generate(), name: "Finals".into(), visibility: Visibility::Public };
        let made = playlists::create(&store, &me.uid, &new, &recordings, at(3)).await.unwrap();
        let _of_making_it = meter.take();
        let recordings = recordings.iter().map(|note| note.id).collect();
        Self { store, meter, me, course: first.unwrap(), playlist: made.playlist.id, recordings }
    }

    /// Makes the requests of every page load: profile, follows, likes, positions, and My Notes unless the cached copy
    /// is current.
    async fn load(&self, has_notes: bool) {
        let (store, uid) = (&self.store, &self.me.uid);
        let me = students::find_me(store, uid).await.unwrap().unwrap();
        merge::apply_finished_merges(store, me).await.unwrap();
        likes::list_after_merges(store, uid).await.unwrap();
        positions::list(store, uid, None, PAGE).await.unwrap();
        if !has_notes {
            saved_notes::list(store, uid, None, PAGE).await.unwrap();
        }
    }
}

fn position(position_ms: u32, counter: u64) -> Position {
    let device = "laptop".into();
    Position { counter, device, position_ms, duration_ms: Some(6_000_000), is_finished: false, is_restart: false }
}

/// Printed table with the totals of a month.
#[derive(Default)]
struct Table {
    calls: f64,
    reads: f64,
    writes: f64,
}

impl Table {
    /// Prints one row: an action, its API calls, its frequency per visit and its consumed capacity.
    fn line(&mut self, what: &str, calls: f64, in_a_visit: f64, Consumed { requests, reads, writes }: Consumed) {
        println!("  {what:<44} {calls:>6} {requests:>9} {reads:>8.1} {writes:>8.1} {in_a_visit:>8}");
        let in_a_month = in_a_visit * VISITS;
        self.calls += in_a_month * calls;
        self.reads += in_a_month * reads;
        self.writes += in_a_month * writes;
    }
}

#[tokio::main]
async fn main() {
    let world = World::make().await;
    let World { store, meter, me, course, .. } = &world;
    println!("  {:<44} {:>6} {:>9} {:>8} {:>8} {:>8}", "", "calls", "requests", "read", "write", "a visit");
    let mut table = Table::default();

    let session = RateLimit { name: "session", max: u32::MAX, window_secs: 60 };
    rate_limit::record_hit(store, &session, "somebody", at(3)).await.unwrap();
    students::find_me(store, &me.uid).await.unwrap();
    table.line("renewing the access token", 1.0, REFRESHES, meter.take());

    // A visit saves a note, so one of its two loads finds My Notes changed.
    world.load(false).await;
    table.line("any page, loaded anew, My Notes changed", 1.0, LOADS / 2.0, meter.take());
    world.load(true).await;
    table.line("any page, loaded anew", 1.0, LOADS / 2.0, meter.take());

    positions::list_unfinished_recordings(store, &me.uid).await.unwrap();
    new_notes::list(store, &me.uid, at(4)).await.unwrap();
    table.line("opening the dashboard", 2.0, 1.0, meter.take());

    table.line("opening browse, searching", 0.0, 5.0, meter.take());

    courses::page_with_notes(store, course, None, PAGE).await.unwrap();
    chapters::list(store, course).await.unwrap();
    table.line("opening a course (40 notes)", 2.0, 3.0, meter.take());

    likes::unlike(store, &me.uid, &LikeTarget::Course(*course)).await.unwrap();
    table.line("taking the like of a course back", 1.0, 0.0, meter.take());
    likes::like(store, &me.uid, &LikeTarget::Course(*course), at(5)).await.unwrap();
    table.line("liking a course", 1.0, 0.0, meter.take());

    let fresh = note(store, course, "The newest lecture").await;
    let _of_publishing = meter.take();
    likes::like(store, &me.uid, &LikeTarget::Note(fresh.id), at(5)).await.unwrap();
    table.line("liking a note", 1.0, 1.0, meter.take());

    saved_notes::save(store, me, fresh.id, at(5)).await.unwrap();
    table.line("saving a note", 1.0, 1.0, meter.take());

    course_or_album_note::get(store, fresh.id).await.unwrap();
    table.line("a picture of a first page", 1.0, 20.0, meter.take());
    rate_limit::record_hit(store, &session, "somebody", at(5)).await.unwrap();
    course_or_album_note::get(store, fresh.id).await.unwrap();
    table.line("opening a PDF", 1.0, 2.0, meter.take());
    downloads::record(store, &me.uid, fresh.id, at(5)).await.unwrap();
    table.line("recording a download", 1.0, 2.0, meter.take());

    audio::find_by_ids(store, &world.recordings[..5]).await.unwrap();
    table.line("addresses of five recordings", 1.0, 1.0, meter.take());
    let position = position(60_000, at(5).epoch_millis());
    positions::record(store, &me.uid, vec![(world.recordings[0], position)], at(5)).await.unwrap();
    let told = f64::from(LISTENED_MS / REPORT_EVERY_MS);
    table.line("saying where one is in a recording", 1.0, told, meter.take());

    playlists::page(store, &me.uid, world.playlist, None).await.unwrap();
    table.line("opening a playlist of 100", 1.0, 0.25, meter.take());

    students::find_by_any_username(store, &"amara".parse().unwrap(), at(5)).await.unwrap();
    let kept = saved_notes::list_all(store, &me.uid).await.unwrap();
    courses::find_many(store, &[*course, code("CS247"), code("CS248"), code("CS249")]).await.unwrap();
    playlists::list_public(store, &me.uid, None, PAGE).await.unwrap();
    table.line(&format!("opening a public profile of {} notes", kept.len()), 3.0, 0.25, meter.take());

    let Table { calls, reads, writes } = table;
    println!("  {:<44} {calls:>6.0} {:>9} {reads:>8.0} {writes:>8.0}", format!("a month of {VISITS} visits"), "");
}
