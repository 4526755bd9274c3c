//! Feed of recent actions by the students whom a student follows.
//!
//! A profile stores the recently started courses and the newest public playlist. They are written in the transaction of
//! the action. Reading the profiles is therefore enough to build the feed, and nothing is written per follower.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use aws::client::Store;
use aws::table;
use model::error::Result;
use model::ids::{PlaylistId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits::{FEED_DAYS, FEED_MAX_ITEMS};

use crate::library::courses::{self, Course};
use crate::library::merges;
use crate::mine::playlists::{Playlist, Visibility};
use crate::people::student_follows;
use crate::people::students::{self, Student};

/// One entry of the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedEntry {
    /// Student who acted.
    pub student: Student,
    /// Time of the action.
    pub at: Timestamp,
    /// The action.
    pub action: FeedAction,
}

/// An action of a student that appears in the feeds of followers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedAction {
    /// Saved the first note of a course.
    Started(Course),
    /// Created a public playlist, or made a private one public.
    Shared(Playlist),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Source {
    Course(CourseCode),
    Playlist(PlaylistId),
}

/// Returns the actions of followed students in the last `FEED_DAYS`, newest first, at most `FEED_MAX_ITEMS`. Courses
/// are included only of students who show theirs, and playlists only if they are still public. A merged course is
/// replaced with its target. Cost: 1 read, 1 per followed student, up to 1 per entry, and 1 per MB of merges.
pub async fn list(store: &Store, follower: &UserId, now: Timestamp) -> Result<Vec<FeedEntry>> {
    let since = now.minus_secs(u64::from(FEED_DAYS) * 86_400);
    let followed = student_follows::list_followed_ids(store, follower).await?;
    let students = students::find_many(store, &followed).await?;
    let mut found: Vec<(Timestamp, Source, &Student)> = students.values().flat_map(deeds).collect();
    found.retain(|(at, ..)| *at >= since);
    found.sort_by_key(|(at, _, student)| (Reverse(*at), &student.uid));
    let started = found.iter_mut().filter_map(|(_, source, _)| match source {
        Source::Course(code) => Some(code),
        Source::Playlist(_) => None,
    });
    merges::resolve_all(store, started.collect()).await?;
    // A student may have started both courses of a merge.
    let mut seen = HashSet::new();
    found.retain(|(_, source, student)| seen.insert((*source, &student.uid)));
    // Keep more than needed, because some courses and playlists may be deleted.
    found.truncate(2 * FEED_MAX_ITEMS);

    let mut sources = Sources::of(store, found.iter().map(|(_, source, _)| *source)).await?;
    let lines = found.into_iter().filter_map(|(at, source, student)| {
        Some(FeedEntry { action: sources.action(source)?, student: student.clone(), at })
    });
    Ok(lines.take(FEED_MAX_ITEMS).collect())
}

/// Returns the actions stored in a profile; none without a username, because the profile has no public page.
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

/// The visible courses and public playlists that actions refer to.
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
            courses: courses
                .into_iter()
                .filter(Course::is_visible_to_students)
                .map(|course| (course.code, course))
                .collect(),
            playlists: shown.map(|playlist| (playlist.id, playlist)).collect(),
        })
    }

    fn action(&mut self, source: Source) -> Option<FeedAction> {
        match source {
            Source::Course(code) => self.courses.get(&code).cloned().map(FeedAction::Started),
            // A playlist has one owner, so it occurs at most once and can be moved out of the map.
            Source::Playlist(id) => self.playlists.remove(&id).map(FeedAction::Shared),
        }
    }
}
