//! Uploading a note: declared, sent to the object store, checked there, then visible.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::keys::object;
use store::uploads::{self, UploadDraft};
use store::{Store, Timestamp, UploadId, objects};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, FieldError, FieldErrors, NOTE_CONTENT_TYPE, NoteForm};

use crate::auth::caller::Caller;
use crate::extract::{At, Json as Body, Name};
use crate::problem::Problem;
use crate::routes::me::my_profile;
use crate::routes::{given_or_new, record};
use crate::wire::page::{PAGE_ITEMS, Page, PageQuery};
use crate::wire::uploads::{CreateUploadRequest, Upload, UploadTicket};

/// Declares a PDF and answers where to send it.
#[utoipa::path(
    post,
    path = "/api/uploads",
    tag = "uploads",
    request_body = CreateUploadRequest,
    responses((status = 201, description = "Made", body = UploadTicket)),
)]
pub(crate) async fn create_upload(
    State(store): State<Store>,
    caller: Caller,
    Body(body): Body<CreateUploadRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let draft = UploadDraft::try_from(body)?;
    let me = my_profile(&store, &caller).await?;
    let now = Timestamp::now();
    let upload = uploads::create(&store, &caller.uid, me.student.shown_name(), draft, now).await?;
    let UploadDraft { id, content_type, size_bytes, sha256, title, .. } = upload.draft;
    let signed = objects::presign_put(&store, &object::incoming(id), &content_type, size_bytes, &sha256, now).await?;
    record(&store, &caller, "create_upload", id, None, Some(title)).await?;
    Ok((StatusCode::CREATED, Json(UploadTicket::new(id, signed))))
}

/// The caller's uploads, newest first.
#[utoipa::path(
    get,
    path = "/api/uploads",
    tag = "uploads",
    params(PageQuery),
    responses((status = 200, description = "Done", body = Page<Upload>)),
)]
pub(crate) async fn list_uploads(
    State(store): State<Store>,
    caller: Caller,
    At(cursor): At,
) -> Result<Json<Page<Upload>>, Problem> {
    let page = uploads::list(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// How far an upload is.
#[utoipa::path(
    get,
    path = "/api/uploads/{id}",
    tag = "uploads",
    params(("id" = String, Path, description = "The id of an upload", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")),
    responses((status = 200, description = "Done", body = Upload)),
)]
pub(crate) async fn get_upload(
    State(store): State<Store>,
    caller: Caller,
    Name(id): Name<UploadId>,
) -> Result<Json<Upload>, Problem> {
    let upload = uploads::get(&store, &caller.uid, id).await?;
    Ok(Json(upload.into()))
}

/// Gives an upload up; what arrived of it is removed.
#[utoipa::path(
    delete,
    path = "/api/uploads/{id}",
    tag = "uploads",
    params(("id" = String, Path, description = "The id of an upload", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")),
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn cancel_upload(
    State(store): State<Store>,
    caller: Caller,
    Name(id): Name<UploadId>,
) -> Result<StatusCode, Problem> {
    uploads::delete(&store, &caller.uid, id).await?;
    record(&store, &caller, "cancel_upload", id, None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

const NOT_A_HASH: &str = "Send the SHA-256 of the file as 64 hexadecimal digits.";

/// The same rules as in the browser, all failing fields at once.
impl TryFrom<CreateUploadRequest> for UploadDraft {
    type Error = Problem;

    fn try_from(body: CreateUploadRequest) -> Result<Self, Problem> {
        let id = given_or_new(body.id.as_deref(), UploadId::generate)?;
        let mut errors = FieldErrors::default();
        let code = CourseCode::parse(&body.course_code);
        let code = code.map_err(|error| FieldError::new("courseCode", "invalid", error.to_string()));
        let code = keep(&mut errors, code);
        let form = NoteForm {
            title: body.title,
            description: body.description.unwrap_or_default(),
            note_type: body.note_type.unwrap_or_default(),
            chapter: body.chapter.map(f64::from),
        };
        let note = keep(&mut errors, forms::note_draft(&form));
        let file = keep(&mut errors, forms::note_file(&body.file_name, &body.content_type, body.size_bytes));
        let sha256 = body.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", NOT_A_HASH));
        let sha256 = keep(&mut errors, sha256);
        let (Some(course), Some(note), Some(file), Some(sha256)) = (code, note, file, sha256) else {
            return Err(errors.into());
        };
        Ok(UploadDraft {
            id,
            course,
            chapter: note.chapter,
            title: note.title,
            description: note.description,
            note_type: note.note_type,
            file_name: file.name,
            content_type: NOTE_CONTENT_TYPE.to_owned(),
            size_bytes: file.size_bytes,
            sha256,
        })
    }
}

fn keep<T>(errors: &mut FieldErrors, result: Result<T, impl Into<FieldErrors>>) -> Option<T> {
    result.map_err(|error| errors.0.extend(error.into().0)).ok()
}
