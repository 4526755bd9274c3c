//! Table capacity units that what people do consumes, as the engine reports them for each request.
//!
//! Each line makes the calls that the API makes for it, on a table of a plausible size: a course with 40 notes, a student
//! with 100 saved notes, 30 likes, 12 recordings begun and 8 followed courses.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the command line")]

#[expect(dead_code, reason = "shared with the tests, which need more of it")]
#[path = "../tests/table/support.rs"]
mod support;

use dynoxide::Database;
use store::capacity::{Consumed, Meter};
use store::likes::LikeTarget;
use store::playlists::{self, NewPlaylist, Visibility};
use store::students::{self, Student};
use store::{
    PlaylistId, ShelfId, Store, chapters, courses, downloads, follows, likes, new_notes, positions, saved, schema,
};
use wasm_core::course::CourseCode;
use wasm_core::limits::PAGE_MAX_ITEMS;
use wasm_core::player::position::Position;

use crate::support::{at, audio, code, course, note, settings, student};

/// Items of one page of the API's lists.
const PAGE: u32 = 100;
const _: () = assert!(PAGE_MAX_ITEMS == 100);

struct World {
    store: Store,
    meter: Meter,
    me: Student,
    course: CourseCode,
    playlist: PlaylistId,
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
            follows::follow(&store, &me.uid, &code, at(0)).await.unwrap();
            let notes = if number == 0 { 40 } else { 20 };
            for index in 0..notes {
                let note = note(&store, &code, &format!("Lecture {index} of {code}")).await;
                if index % 2 == 0 {
                    saved::save(&store, &me, note.id, at(3)).await.unwrap();
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
            recordings.push(audio(&store, ShelfId::DeepDive, &format!("Episode {number}")).await);
        }
        let begun = recordings.iter().take(12).map(|note| {
            let position = Position {
                counter: at(3).epoch_millis(),
                device: "laptop".into(),
                position_ms: 30_000,
                duration_ms: Some(60_000),
                is_finished: false,
                is_restart: false,
            };
            (note.id, position)
        });
        positions::record(&store, &me.uid, begun.collect(), at(3)).await.unwrap();
        let new = NewPlaylist { id: PlaylistId::generate(), name: "Finals".into(), visibility: Visibility::Public };
        let made = playlists::create(&store, &me.uid, &new, &recordings, at(3)).await.unwrap();
        let _of_making_it = meter.take();
        Self { store, meter, me, course: first.unwrap(), playlist: made.playlist.id }
    }

    /// What every page asks that is loaded anew: who is there, what they like, what they keep, where they stopped.
    async fn load(&self) {
        let (store, uid) = (&self.store, &self.me.uid);
        students::find_me(store, uid).await.unwrap();
        likes::list(store, uid).await.unwrap();
        saved::list(store, uid, None, PAGE).await.unwrap();
        positions::list(store, uid, None, PAGE).await.unwrap();
    }
}

fn print(what: &str, Consumed { requests, reads, writes }: Consumed) {
    println!("  {what:<44} {requests:>8} {reads:>8.1} {writes:>8.1}");
}

#[tokio::main]
async fn main() {
    let world = World::make().await;
    let World { store, meter, me, course, .. } = &world;
    println!("  {:<44} {:>8} {:>8} {:>8}", "", "requests", "read", "write");

    world.load().await;
    print("any page, loaded anew", meter.take());

    positions::listening(store, &me.uid).await.unwrap();
    new_notes::list(store, &me.uid, at(4)).await.unwrap();
    print("opening the dashboard", meter.take());

    print("opening browse", meter.take());

    courses::page_with_notes(store, course, None, PAGE).await.unwrap();
    chapters::list(store, course).await.unwrap();
    print("opening a course (40 notes)", meter.take());

    likes::unlike(store, &me.uid, &LikeTarget::Course(*course)).await.unwrap();
    print("taking the like of a course back", meter.take());
    likes::like(store, &me.uid, &LikeTarget::Course(*course), at(5)).await.unwrap();
    print("liking a course", meter.take());

    let fresh = note(store, course, "The newest lecture").await;
    let _of_publishing = meter.take();
    likes::like(store, &me.uid, &LikeTarget::Note(fresh.id), at(5)).await.unwrap();
    print("liking a note", meter.take());

    saved::save(store, me, fresh.id, at(5)).await.unwrap();
    print("saving a note", meter.take());

    downloads::record(store, &me.uid, fresh.id, at(5)).await.unwrap();
    print("recording a download", meter.take());

    playlists::page(store, &me.uid, world.playlist, None).await.unwrap();
    print("opening a playlist of 100", meter.take());

    students::find_by_any_username(store, &"amara".parse().unwrap(), at(5)).await.unwrap();
    print("opening a public profile: the person", meter.take());
    let kept = saved::list_all(store, &me.uid).await.unwrap();
    courses::find_many(store, &[*course, code("CS247"), code("CS248"), code("CS249")]).await.unwrap();
    print(&format!("opening a public profile: courses of {} notes", kept.len()), meter.take());
    playlists::list_public(store, &me.uid, None, PAGE).await.unwrap();
    print("opening a public profile: playlists", meter.take());
}
