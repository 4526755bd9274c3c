//! Published content in the console.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::content::{CommonMetadata, KindMetadata};
use store::content_index::{self, Filter, storage};
use store::content_item::{self, ContentItem};
use store::edit::{self, Changed, Edit};
use store::uploads::{self, Target, UploadDraft};
use store::{Kind, Store, Timestamp, UploadId, audit, trash};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, FieldError, FieldErrors, NOTE_CONTENT_TYPE, NoteForm};

use crate::console::content::wire::{
    ContentDetail, ContentEntry, ContentQuery, EditContentRequest, RebuiltContent, ReplaceFileRequest, Storage,
};
use crate::console::uploads::subject_of;
use crate::console::uploads::wire::UploadTicket;
use crate::http::audit::{item, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, Published, Query};
use crate::http::fields::{NOT_A_HASH, filter_text, given, keep};
use crate::http::given_id::given_or_new;
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::library::pictures;
use crate::people::me::my_profile;

/// Lists all published items, newest first.
#[utoipa::path(
    get,
    path = "/api/admin/content",
    tag = "administration",
    responses((status = 200, description = "Done", body = Page<ContentEntry>)),
)]
pub(crate) async fn list_content(
    State(store): State<Store>,
    Query(ContentQuery { kind, place, text }): Query<ContentQuery>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<ContentEntry>>, Problem> {
    let kind = given(kind).map(|kind| kind.parse::<Kind>()).transpose();
    let kind = kind.map_err(|_| Problem::field("kind", "invalid", "A kind is note, audio or albumNote."))?;
    // A course code may have any spelling; a shelf or an album must have its exact name.
    let place = given(place);
    let place = place.map(|place| CourseCode::parse(&place).map_or(place, |code| code.as_str().to_owned()));
    let text = filter_text(text)?;
    let page = content_index::list(&store, &Filter { kind, place, text }, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Returns one item with its editable fields.
#[utoipa::path(
    get,
    path = "/api/admin/content/{kind}/{id}",
    tag = "administration",
    responses((status = 200, description = "Done", body = ContentDetail)),
)]
pub(crate) async fn get_content(
    State(store): State<Store>,
    Published(kind, id): Published,
) -> Result<Json<ContentDetail>, Problem> {
    let thing = content_item::get(&store, kind, id).await?;
    Ok(Json(ContentDetail::from(&thing)))
}

/// Edits the title, the description and the fields of the item's kind. My Notes shows the change.
#[utoipa::path(
    patch,
    path = "/api/admin/content/{kind}/{id}",
    tag = "administration",
    request_body = EditContentRequest,
    responses((status = 200, description = "Done", body = ContentDetail)),
)]
pub(crate) async fn edit_content(
    State(store): State<Store>,
    caller: Principal,
    Published(kind, id): Published,
    Body(body): Body<EditContentRequest>,
) -> Result<Json<ContentDetail>, Problem> {
    let edit = checked(&store, kind, body).await?;
    let changed = edit::edit(&store, kind, id, &edit).await?;
    let (before, after) = logged(&changed);
    let object = item(&changed.before.entry());
    record(&store, &caller, "edit_content", id, object, Some(before), Some(after)).await?;
    Ok(Json(ContentDetail::from(&changed.after)))
}

/// Creates an upload that replaces the file of an item. The previous file goes to the trash once the new one is
/// checked.
#[utoipa::path(
    post,
    path = "/api/admin/content/{kind}/{id}/file",
    tag = "administration",
    request_body = ReplaceFileRequest,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn replace_file(
    State(store): State<Store>,
    caller: Principal,
    Published(kind, id): Published,
    Body(body): Body<ReplaceFileRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let thing = content_item::get(&store, kind, id).await?;
    let (entry, instead_of) = (thing.entry(), thing.file_key().clone());
    let object = item(&entry);
    let target =
        Target::Replacement { content: kind, replaces: id, place: entry.place, title: entry.title, instead_of };
    let draft = replacement(&body, kind, target)?;
    let is_seen = body.version.is_none_or(|version| version == thing.version());
    pictures::refuse_unseen(&store, draft.id, is_seen).await?;
    let me = my_profile(&store, &caller).await?;
    let now = Timestamp::now();
    let upload = uploads::create(&store, &caller.uid, me.student.shown_name(), draft, now).await?;
    let ticket = uploads::ticket(&store, &upload, now).await?;
    let after = upload.draft.file_name;
    record(&store, &caller, "replace_file", id, object, Some(entry.file_name), Some(after)).await?;
    Ok((StatusCode::CREATED, Json(ticket.into())))
}

/// Returns the number and size of items per kind, and of the trash.
#[utoipa::path(
    get,
    path = "/api/admin/storage",
    tag = "administration",
    responses((status = 200, description = "Done", body = Storage)),
)]
pub(crate) async fn get_storage(State(store): State<Store>) -> Result<Json<Storage>, Problem> {
    let (storage, trash) = tokio::try_join!(storage::get(&store), trash::used(&store))?;
    Ok(Json(Storage::of(&storage, trash)))
}

/// Rebuilds the content index from the published items and recounts the storage that they use. Idempotent.
#[utoipa::path(
    post,
    path = "/api/admin/content/rebuild",
    tag = "administration",
    responses((status = 200, description = "Done", body = RebuiltContent)),
)]
pub(crate) async fn rebuild_content(
    State(store): State<Store>,
    caller: Principal,
) -> Result<Json<RebuiltContent>, Problem> {
    let rebuilt = content_index::backfill(&store).await?;
    let after = format!("{} written, {} removed", rebuilt.written, rebuilt.removed);
    record(&store, &caller, "rebuild_content", "content", "All content", None, Some(after)).await?;
    Ok(Json(rebuilt.into()))
}

/// Validates an edit with the rules of uploads. Reports all invalid fields. Fields that this kind does not have are
/// ignored.
async fn checked(store: &Store, kind: Kind, body: EditContentRequest) -> Result<Edit, Problem> {
    let is_note = kind == Kind::Note;
    let (note_type, chapter) = if is_note { (body.note_type, body.chapter) } else { (None, None) };
    let (gives_type, gives_chapter) = (note_type.is_some(), chapter.is_some());
    let form = NoteForm {
        title: body.title,
        description: body.description.unwrap_or_default(),
        note_type: note_type.unwrap_or_default(),
        chapter: chapter.map(f64::from),
    };
    let mut errors = FieldErrors::default();
    let draft = keep(&mut errors, forms::note_draft(&form));
    let subject = body.subject.filter(|_| !is_note).map(|subject| forms::subject(&subject)).transpose();
    let subject = keep(&mut errors, subject);
    let shelf = body.shelf.filter(|_| kind == Kind::Audio).map(|shelf| forms::shelf(&shelf)).transpose();
    let shelf = keep(&mut errors, shelf);
    let version = body.version.ok_or_else(|| FieldError::new("version", "required", "Send the version that you saw."));
    let version = keep(&mut errors, version);
    let (Some(draft), Some(subject), Some(shelf), Some(version)) = (draft, subject, shelf, version) else {
        return Err(errors.into());
    };
    let subject = match subject {
        Some(text) => Some(subject_of(store, text).await?),
        None => None,
    };
    let particulars = KindMetadata {
        note_type: gives_type.then_some(draft.note_type),
        chapter: gives_chapter.then_some(draft.chapter),
        subject,
        shelf,
    };
    Ok(Edit { details: CommonMetadata::new(draft.title, draft.description), particulars, version })
}

fn replacement(body: &ReplaceFileRequest, kind: Kind, target: Target) -> Result<UploadDraft, Problem> {
    let id = given_or_new(body.id.as_deref(), UploadId::generate)?;
    let mut errors = FieldErrors::default();
    let (name, given, size) = (&body.file_name, &body.content_type, body.size_bytes);
    let file = match kind {
        Kind::Note | Kind::AlbumNote => {
            forms::note_file(name, given, size).map(|file| (file.name, NOTE_CONTENT_TYPE.to_owned(), file.size_bytes))
        }
        Kind::Audio => forms::audio_file(name, given, size).map(|file| (file.name, file.content_type, file.size_bytes)),
    };
    let file = keep(&mut errors, file);
    let sha256 = body.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", NOT_A_HASH));
    let sha256 = keep(&mut errors, sha256);
    let (Some((file_name, content_type, size_bytes)), Some(sha256)) = (file, sha256) else {
        return Err(errors.into());
    };
    Ok(UploadDraft { id, target, file_name, content_type, size_bytes, sha256, seen_picture: None })
}

/// Formats an edit for the log: both titles, and the other fields that changed.
fn logged(changed: &Changed) -> (String, String) {
    let (before, after) = (&changed.before, &changed.after);
    let text = |thing: &ContentItem| {
        let mut parts = vec![thing.details().title.clone()];
        if before.details().description != after.details().description {
            parts.push(logged_description(&thing.details().description));
        }
        let KindMetadata { note_type, chapter, subject, shelf } = thing.particulars();
        if before.particulars().note_type != after.particulars().note_type {
            parts.extend(note_type);
        }
        if before.particulars().chapter != after.particulars().chapter {
            parts.extend(chapter.map(|number| format!("Chapter {number}")));
        }
        if before.particulars().subject != after.particulars().subject {
            parts.extend(subject.map(|subject| subject.text));
        }
        if before.particulars().shelf != after.particulars().shelf {
            parts.extend(shelf.map(|shelf| shelf.title().to_owned()));
        }
        parts.join(" — ")
    };
    (text(before), text(after))
}

fn logged_description(description: &str) -> String {
    if description.is_empty() { "no description".to_owned() } else { audit::shortened(description) }
}
