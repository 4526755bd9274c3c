//! Export of all data stored about a user, for download by that user.
//!
//! All of it is in one partition, so reading that partition is complete. An item of an entity without a view is an
//! error that a test detects, not a gap in an export. Views name the exported fields; keys, hashes and ids of other
//! users are never exported.

mod kind;
mod playlist;
mod studying;

use std::collections::HashMap;

use aws::client::Store;
use aws::codec::{self, ENTITY, Item, decode};
use aws::table::{self, Consistency, Order};
use model::error::{Error, Result};
use model::ids::{AudioId, NoteId, PlaylistId, RequestId, UserId};
use model::keys::{self, Range};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_dynamo::aws_sdk_dynamodb_1::from_item;
use serde_json::Value;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::desk::requests::CourseRequest;
use crate::library::audio;
use crate::mine::saved::SavedNote;
use crate::people::students::{self, Started};
use crate::study::log::Batch;

pub use kind::Kind;

use playlist::whole_playlist;
use studying::{ExamSet, OwnCardWritten, StudiedTogether, StudyWanted};

const PAGE_ITEMS: u32 = 200;
/// Number of bytes per page, far below the maximum of a response. The last item, at most a long playlist, may exceed
/// it.
const PAGE_BYTES: usize = 1024 * 1024;

/// One exported record.
#[derive(Debug, Clone, PartialEq)]
pub struct Belonging {
    /// Section of the file that contains it.
    pub kind: Kind,
    /// Exported fields.
    pub data: Value,
}

/// Returns one page of the data stored about a user, without reports, which [`reported`] returns. Cost: 1 to 2 reads, 1
/// per playlist and per request, and the reads of the named recordings and students.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page(store: &Store, owner: &UserId, cursor: Option<&Cursor>) -> Result<Page<Belonging>> {
    let range = keys::account::everything(owner);
    let start = cursor.map(|cursor| table::open(store, &range, cursor)).transpose()?;
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(PAGE_ITEMS), start).await?;
    let names = Names::of(store, &slice.items).await?;
    let (mut items, mut bytes) = (Vec::new(), 0);
    let mut last = slice.last;
    for item in slice.items {
        let place = codec::key_attributes(codec::key_of(&item)?);
        if let Some(belonging) = view(store, owner, item, &names).await? {
            bytes += belonging.data.to_string().len();
            items.push(belonging);
        }
        if bytes >= PAGE_BYTES {
            last = Some(place);
            break;
        }
    }
    let next = last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
    Ok(Page { items, next })
}

/// Returns one page of a user's reports, newest first. They are stored with the reported items. Cost: 1 index read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn reported(store: &Store, owner: &UserId, cursor: Option<&Cursor>) -> Result<Page<Belonging>> {
    let range: Range = keys::report::of_reporter(owner);
    let start = cursor.map(|cursor| table::open(store, &range, cursor)).transpose()?;
    let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(PAGE_ITEMS), start).await?;
    let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
    let items = slice.items.into_iter().map(|item| show::<Reported>(Kind::Reports, item)).collect::<Result<_>>()?;
    Ok(Page { items, next })
}

async fn view(store: &Store, owner: &UserId, item: Item, names: &Names) -> Result<Option<Belonging>> {
    let entity = item.get(ENTITY).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default();
    Ok(Some(match entity.as_str() {
        "student" => show::<Profile>(Kind::Profile, item)?,
        "follow" => show::<FollowedCourse>(Kind::FollowedCourses, item)?,
        "download" => show::<Downloaded>(Kind::Downloads, item)?,
        "like" => show::<Liked>(Kind::Likes, item)?,
        "session" => show::<SignedIn>(Kind::Sessions, item)?,
        "pending_address" => show::<Address>(Kind::PendingEmail, item)?,
        "saved_note" => {
            let saved: SavedNote = decode(item)?;
            let course = saved.course_code;
            let (note_id, title) = (saved.original_note_id, saved.note.details().title.clone());
            told(Kind::SavedNotes, &Saved { note_id, title, course, saved_at: saved.saved_at })?
        }
        "following" => {
            let following: Following = read(item)?;
            let username = names.students.get(&following.followed).cloned();
            told(Kind::FollowedStudents, &FollowedStudent { username, since: following.since })?
        }
        "heard" => {
            let heard: Heard = read(item)?;
            let title = names.recordings.get(&heard.audio).cloned();
            let Heard { audio, position, heard_at, .. } = heard;
            told(Kind::Positions, &Stopped { audio_id: audio, title, position, heard_at })?
        }
        "read" => show::<Read>(Kind::ReadingPositions, item)?,
        "highlight" => show::<Marked>(Kind::Highlights, item)?,
        "own_card" => told(Kind::OwnCards, &OwnCardWritten::of(decode(item)?))?,
        "exam" => show::<ExamSet>(Kind::Exams, item)?,
        "study_settings" => show::<StudyWanted>(Kind::StudySettings, item)?,
        "study_batch" => {
            let batch: Batch = decode(item)?;
            told(Kind::Studying, &StudiedTogether::of(&batch)?)?
        }
        "playlist_name" => match whole_playlist(store, owner, read::<PlaylistName>(item)?.playlist).await? {
            Some(playlist) => playlist,
            None => return Ok(None),
        },
        "asked_course" => {
            let asked: Asked = read(item)?;
            let key = keys::request::primary(&asked.course_code, asked.request);
            let request: Option<CourseRequest> = table::find(store, key).await?;
            let (name, reason) = request.map(|request| (request.course_name, request.reason)).unwrap_or_default();
            told(Kind::Requests, &Requested { course: asked.course_code, name, reason, asked_at: asked.asked_at })?
        }
        // State of the account and its sessions, and counts. They add nothing to the other records.
        "unconfirmed_account" | "left_account" | "only_listed_sessions" | "own_cards_of_course" => return Ok(None),
        other => return Err(Error::broken(format!("there is no view for the export of items of entity '{other}'"))),
    }))
}

/// Display names of the students and recordings on a page.
struct Names {
    students: HashMap<UserId, String>,
    recordings: HashMap<AudioId, String>,
}

impl Names {
    async fn of(store: &Store, items: &[Item]) -> Result<Self> {
        let (mut students, mut recordings) = (Vec::new(), Vec::new());
        for item in items {
            match item.get(ENTITY).and_then(|value| value.as_s().ok()).map(String::as_str) {
                Some("following") => students.push(read::<Following>(item.clone())?.followed),
                Some("heard") => {
                    let heard: Heard = read(item.clone())?;
                    recordings.push((heard.shelf, heard.audio));
                }
                _ => {}
            }
        }
        let students = students::find_many(store, &students).await?;
        let shown = students.into_iter().map(|(uid, student)| (uid, student.shown_name().to_owned()));
        let recordings = audio::get_many(store, &recordings).await?;
        Ok(Names {
            students: shown.collect(),
            recordings: recordings.into_iter().map(|note| (note.id, note.details.title)).collect(),
        })
    }
}

/// Deserializes the fields of a view, regardless of the schema.
fn read<T: DeserializeOwned>(item: Item) -> Result<T> {
    from_item(item).map_err(|error| Error::Broken(error.into()))
}

fn show<T: DeserializeOwned + Serialize>(kind: Kind, item: Item) -> Result<Belonging> {
    told(kind, &read::<T>(item)?)
}

fn told<T: Serialize>(kind: Kind, view: &T) -> Result<Belonging> {
    let data = serde_json::to_value(view).map_err(|error| Error::Broken(error.into()))?;
    Ok(Belonging { kind, data })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Profile {
    email: String,
    name: String,
    #[serde(rename(deserialize = "display_username", serialize = "username"))]
    username: Option<String>,
    faculty: Option<String>,
    year: Option<String>,
    #[serde(default)]
    followers: u32,
    #[serde(default)]
    following: u32,
    shows_courses: Option<bool>,
    /// Recently started courses, as followers saw them.
    #[serde(default, rename(serialize = "startedCourses"))]
    started: Vec<Started>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct FollowedCourse {
    course: CourseCode,
    followed_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Downloaded {
    #[serde(rename(deserialize = "course_id", serialize = "noteId"))]
    note_id: NoteId,
    #[serde(rename(deserialize = "course_title", serialize = "title"))]
    title: String,
    downloaded_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Liked {
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<CourseCode>,
    #[serde(rename(serialize = "noteId"), skip_serializing_if = "Option::is_none")]
    note: Option<NoteId>,
    #[serde(rename(serialize = "audioId"), skip_serializing_if = "Option::is_none")]
    audio: Option<AudioId>,
    liked_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Address {
    email: String,
    mailed_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct SignedIn {
    device: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    began_at: Option<Timestamp>,
    used_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Reported {
    reason: String,
    #[serde(default)]
    text: String,
    reported_at: Timestamp,
    /// Kind and id of the reported item, from the part of the key after the time.
    #[serde(rename(deserialize = "gsi1sk", serialize = "what"), deserialize_with = "behind_the_time")]
    what: String,
}

fn behind_the_time<'de, D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<String, D::Error> {
    let place = String::deserialize(deserializer)?;
    Ok(place.split_once('#').map_or("", |(_, what)| what).to_owned())
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Saved {
    note_id: NoteId,
    title: String,
    course: Option<CourseCode>,
    saved_at: Timestamp,
}

#[derive(Deserialize)]
struct Following {
    followed: UserId,
    since: Timestamp,
}

#[derive(Serialize)]
struct FollowedStudent {
    /// `None` if the account was deleted.
    username: Option<String>,
    since: Timestamp,
}

#[derive(Deserialize)]
struct Heard {
    audio: AudioId,
    shelf: ShelfId,
    position: HeardUpTo,
    heard_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeardUpTo {
    position_ms: u32,
    duration_ms: Option<u32>,
    is_finished: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stopped {
    audio_id: AudioId,
    /// `None` if the recording was deleted.
    title: Option<String>,
    #[serde(flatten)]
    position: HeardUpTo,
    heard_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Read {
    #[serde(rename(serialize = "noteId"))]
    note: NoteId,
    position: ReadUpTo,
    read_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadUpTo {
    page: u32,
    pages: u32,
    is_finished: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Marked {
    #[serde(rename(serialize = "noteId"))]
    note: NoteId,
    title: String,
    course: Option<CourseCode>,
    page: u32,
    quote: String,
    colour: String,
    #[serde(default)]
    remark: String,
    made_at: Timestamp,
    changed_at: Timestamp,
}

#[derive(Deserialize)]
struct PlaylistName {
    playlist: PlaylistId,
}

#[derive(Deserialize)]
struct Asked {
    course_code: CourseCode,
    request: RequestId,
    asked_at: Timestamp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Requested {
    course: CourseCode,
    name: String,
    reason: String,
    asked_at: Timestamp,
}
