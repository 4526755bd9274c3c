//! What the students whom somebody follows did lately.
//!
//! A profile remembers the courses that were begun and the newest public playlist, in the transactions that make them. So
//! one request for profiles finds what is new of hundreds of students, and nothing is written for those who follow.

use std::cmp::Reverse;
use std::collections::HashMap;

use aws::client::Store;
use aws::table;
use model::error::Result;
use model::ids::{PlaylistId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits::{FEED_DAYS, FEED_MAX_ITEMS};

use crate::library::courses::{self, Course};
use crate::mine::playlists::{Playlist, Visibility};
use crate::people::followers;
use crate::people::students::{self, Student};

/// One thing that a student did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Who did it.
    pub student: Student,
    /// When.
    pub at: Timestamp,
    /// What.
    pub deed: Deed,
}

/// What students do that those who follow them are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Saved a first note of a course.
    Started(Course),
    /// Made a playlist that everybody may see, or made one of theirs public.
    Shared(Playlist),
}

/// Where what was done is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Source {
    Course(CourseCode),
    Playlist(PlaylistId),
}

/// What the students whom somebody follows did in the last `FEED_DAYS`, the newest first, at most `FEED_MAX_ITEMS`: courses
/// of those who show theirs, and playlists that are public still. 1 read, 1 a followed student, and up to 1 a line.
pub async fn list(store: &Store, follower: &UserId, now: Timestamp) -> Result<Vec<Line>> {
    let since = now.minus_secs(u64::from(FEED_DAYS) * 86_400);
    let followed = followers::followed_by(store, follower).await?;
    let students = students::find_many(store, &followed).await?;
    let mut found: Vec<(Timestamp, Source, &Student)> = students.values().flat_map(deeds).collect();
    found.retain(|(at, ..)| *at >= since);
    found.sort_by_key(|(at, _, student)| (Reverse(*at), &student.uid));
    // Some may be gone by now, so there are a few more.
    found.truncate(2 * FEED_MAX_ITEMS);

    let mut sources = Sources::of(store, found.iter().map(|(_, source, _)| *source)).await?;
    let lines = found
        .into_iter()
        .filter_map(|(at, source, student)| Some(Line { deed: sources.deed(source)?, student: student.clone(), at }));
    Ok(lines.take(FEED_MAX_ITEMS).collect())
}

/// What a profile tells of its student; nothing of somebody whom nobody can visit.
fn deeds(student: &Student) -> Vec<(Timestamp, Source, &Student)> {
    if student.username.is_none() {
        return Vec::new();
    }
    let started = student.started.iter().filter(|_| student.shows_courses);
    let courses = started.map(|started| (started.since, Source::Course(started.course), student));
    let playlist = student.newest_playlist.iter();
    let playlists = playlist.map(|shown| (shown.since, Source::Playlist(shown.playlist), student));
    courses.chain(playlists).collect()
}

/// Courses and public playlists that are there.
struct Sources {
    courses: HashMap<CourseCode, Course>,
    playlists: HashMap<PlaylistId, Playlist>,
}

impl Sources {
    async fn of(store: &Store, wanted: impl Iterator<Item = Source>) -> Result<Self> {
        let (mut codes, mut lists) = (Vec::new(), Vec::new());
        for source in wanted {
            match source {
                Source::Course(code) if !codes.contains(&code) => codes.push(code),
                Source::Course(_) => {}
                Source::Playlist(id) => lists.push(keys::playlist::primary(id)),
            }
        }
        let courses = courses::find_many(store, &codes).await?;
        let playlists: Vec<Playlist> = table::find_many(store, lists).await?;
        let shown = playlists.into_iter().filter(|playlist| playlist.visibility == Visibility::Public);
        Ok(Self {
            courses: courses.into_iter().filter(Course::is_shown).map(|course| (course.code, course)).collect(),
            playlists: shown.map(|playlist| (playlist.id, playlist)).collect(),
        })
    }

    fn deed(&mut self, source: Source) -> Option<Deed> {
        match source {
            Source::Course(code) => self.courses.get(&code).cloned().map(Deed::Started),
            // One student owns it, so it is taken once.
            Source::Playlist(id) => self.playlists.remove(&id).map(Deed::Shared),
        }
    }
}
