//! Published content in the console.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::content::{CommonMetadata, KindMetadata};
use store::content_index::{self, AccessibilityState, Filter, storage};
use store::content_item::{self, ContentItem};
use store::edit::{self, ContentChange, ContentEdit};
use store::uploads::{self, UploadDraft, UploadTarget};
use store::{ItemKind, Store, Timestamp, UploadId, audit, trash};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, FieldError, FieldErrors, NOTE_CONTENT_TYPE, NoteForm};

use crate::console::content::wire::{
    ContentDetail, ContentEntry, ContentQuery, EditContentRequest, RebuildContentResult, ReplaceFileRequest, Storage,
};
use crate::console::uploads::resolve_subject;
use crate::console::uploads::wire::UploadTicket;
use crate::http::audit::{item_label, record};
use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{ContentParam, CursorParam, Json as Body, Query};
use crate::http::fields::{INVALID_HASH_MESSAGE, filter_text, non_empty, ok_or_record};
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
    Query(ContentQuery { kind, place, text, accessibility }): Query<ContentQuery>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<ContentEntry>>, Problem> {
    let kind = non_empty(kind).map(|kind| kind.parse::<ItemKind>()).transpose();
    let kind = kind.map_err(|_| Problem::field("kind", "invalid", "A kind is note, audio or albumNote."))?;
    // A course code may have any spelling; a shelf or an album must have its exact name.
    let place = non_empty(place);
    let place = place.map(|place| CourseCode::parse(&place).map_or(place, |code| code.as_str().to_owned()));
    let text = filter_text(text)?;
    let accessibility =
        non_empty(accessibility).map(|state| AccessibilityState::parse(&state).ok_or(state)).transpose();
    let accessibility = accessibility
        .map_err(|_| Problem::field("accessibility", "invalid", "The accessibility is problems, none or unknown."))?;
    let filter = Filter { kind, place, text, accessibility };
    let page = content_index::list(&store, &filter, cursor.as_ref(), PAGE_ITEMS).await?;
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
    ContentParam(kind, id): ContentParam,
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
    ContentParam(kind, id): ContentParam,
    Body(body): Body<EditContentRequest>,
) -> Result<Json<ContentDetail>, Problem> {
    let edit = checked(&store, kind, body).await?;
    let changed = edit::edit(&store, kind, id, &edit).await?;
    let (before, after) = logged(&changed);
    let object = item_label(&changed.before.entry());
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
    ContentParam(kind, id): ContentParam,
    Body(body): Body<ReplaceFileRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let thing = content_item::get(&store, kind, id).await?;
    let (entry, instead_of) = (thing.entry(), thing.file_key().clone());
    let object = item_label(&entry);
    let target =
        UploadTarget::Replacement { content: kind, replaces: id, place: entry.place, title: entry.title, instead_of };
    let draft = replacement(&body, kind, target)?;
    let is_seen = body.version.is_none_or(|version| version == thing.version());
    pictures::reject_outdated_upload(&store, draft.id, is_seen).await?;
    let me = my_profile(&store, &caller).await?;
    let now = Timestamp::now();
    let upload = uploads::create(&store, &caller.uid, me.student.public_name(), draft, now).await?;
    let ticket = uploads::create_ticket(&store, &upload, now).await?;
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
    let (storage, trash) = tokio::try_join!(storage::get(&store), trash::usage(&store))?;
    Ok(Json(Storage::of(&storage, trash)))
}

/// Rebuilds the content index from the published items and recounts the storage that they use. Idempotent.
#[utoipa::path(
    post,
    path = "/api/admin/content/rebuild",
    tag = "administration",
    responses((status = 200, description = "Done", body = RebuildContentResult)),
)]
pub(crate) async fn rebuild_content(
    State(store): State<Store>,
    caller: Principal,
) -> Result<Json<RebuildContentResult>, Problem> {
    let rebuilt = content_index::backfill(&store).await?;
    let after = format!("{} written, {} removed", rebuilt.written, rebuilt.removed);
    record(&store, &caller, "rebuild_content", "content", "All content", None, Some(after)).await?;
    Ok(Json(rebuilt.into()))
}

/// Validates an edit with the rules of uploads. Reports all invalid fields. Fields that this kind does not have are
/// ignored.
async fn checked(store: &Store, kind: ItemKind, body: EditContentRequest) -> Result<ContentEdit, Problem> {
    let is_note = kind == ItemKind::Note;
    let (note_type, chapter) = if is_note { (body.note_type, body.chapter) } else { (None, None) };
    let (gives_type, gives_chapter) = (note_type.is_some(), chapter.is_some());
    let form = NoteForm {
        title: body.title,
        description: body.description.unwrap_or_default(),
        note_type: note_type.unwrap_or_default(),
        chapter: chapter.map(f64::from),
    };
    let mut errors = FieldErrors::default();
    let draft = ok_or_record(&mut errors, forms::validate_note_draft(&form));
    let subject = body.subject.filter(|_| !is_note).map(|subject| forms::validate_subject(&subject)).transpose();
    let subject = ok_or_record(&mut errors, subject);
    let shelf = body.shelf.filter(|_| kind == ItemKind::Audio).map(|shelf| forms::parse_shelf(&shelf)).transpose();
    let shelf = ok_or_record(&mut errors, shelf);
    let version = body.version.ok_or_else(|| FieldError::new("version", "required", "Send the version that you saw."));
    let version = ok_or_record(&mut errors, version);
    let (Some(draft), Some(subject), Some(shelf), Some(version)) = (draft, subject, shelf, version) else {
        return Err(errors.into());
    };
    let subject = match subject {
        Some(text) => Some(resolve_subject(store, text).await?),
        None => None,
    };
    let particulars = KindMetadata {
        note_type: gives_type.then_some(draft.note_type),
        chapter: gives_chapter.then_some(draft.chapter),
        subject,
        shelf,
    };
    Ok(ContentEdit { details: CommonMetadata::new(draft.title, draft.description), particulars, version })
}

fn replacement(body: &ReplaceFileRequest, kind: ItemKind, target: UploadTarget) -> Result<UploadDraft, Problem> {
    let id = parse_or_create_id(body.id.as_deref(), UploadId::generate)?;
    let mut errors = FieldErrors::default();
    let (name, given, size) = (&body.file_name, &body.content_type, body.size_bytes);
    let file = match kind {
        ItemKind::Note | ItemKind::AlbumNote => forms::validate_note_file(name, given, size)
            .map(|file| (file.name, NOTE_CONTENT_TYPE.to_owned(), file.size_bytes)),
        ItemKind::Audio => {
            forms::validate_audio_file(name, given, size).map(|file| (file.name, file.content_type, file.size_bytes))
        }
    };
    let file = ok_or_record(&mut errors, file);
    let sha256 = body.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", INVALID_HASH_MESSAGE));
    let sha256 = ok_or_record(&mut errors, sha256);
    let (Some((file_name, content_type, size_bytes)), Some(sha256)) = (file, sha256) else {
        return Err(errors.into());
    };
    Ok(UploadDraft { id, target, file_name, content_type, size_bytes, sha256, seen_picture: None, review: false })
}

/// Formats an edit for the log: both titles, and the other fields that changed.
fn logged(changed: &ContentChange) -> (String, String) {
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
    if description.is_empty() { "no description".to_owned() } else { audit::shorten(description) }
}
