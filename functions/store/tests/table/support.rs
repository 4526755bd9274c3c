//! A fresh table, and builders for its content.

use dynoxide::Database;
use store::albums::AlbumNote;
use store::audio::AudioNote;
use store::content::{CommonMetadata, File, PdfFileMetadata, RecordingMetadata};
use store::courses::{CourseDraft, ImportRow, ReplacePolicy};
use store::metadata::PdfMetadata;
use store::notes::Note;
use store::students::{self, ChosenUsername, NewStudent, Student};
use store::uploads::{self, Lease, PublishOutcome, UploadDraft, UploadTarget};
use store::{
    AlbumId, AppClient, Endpoints, NoteId, Settings, Sha256Hash, ShelfId, Store, Timestamp, UploadId, UserId, keys,
    publish, schema,
};
use wasm_core::course::CourseCode;

/// Returns a store over an empty table. The engine stops with the runtime of the test.
pub(crate) async fn empty_store() -> Store {
    fresh_with_engine().await.0
}

/// Returns a store with its engine, for states that would take the store long to reach.
pub(crate) async fn fresh_with_engine() -> (Store, Database) {
    let engine = Database::memory().unwrap();
    let store = connect(&format!("http://{}", serve(&engine).await));
    schema::create_table_if_absent(&store).await.unwrap();
    (store, engine)
}

/// Serves an engine and returns its address.
pub(crate) async fn serve(engine: &Database) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(dynoxide::server::serve_on(listener, engine.clone()));
    address
}

/// Returns a store connected to this address.
pub(crate) fn connect(dynamodb: &str) -> Store {
    Store::connect(&settings(dynamodb))
}

pub(crate) fn settings(dynamodb: &str) -> Settings {
    Settings {
        table: "note-ninja".into(),
        files_bucket: "files".into(),
        site_bucket: "site".into(),
        user_pool_id: String::new(),
        user_pool_client: AppClient::default(),
        user_pool_accounts_client: AppClient::default(),
        cursor_key: [9; 32],
        signed_url_lifetime_secs: None,
        mail_from: None,
        files_cdn: None,
        region: "ca-central-1".into(),
        endpoints: Endpoints { dynamodb: Some(dynamodb.into()), ..Endpoints::default() },
        static_credentials: Some(("id".into(), "secret".into())),
    }
}

pub(crate) fn code(text: &str) -> CourseCode {
    CourseCode::parse(text).unwrap()
}

pub(crate) fn uid(text: &str) -> UserId {
    text.parse().unwrap()
}

/// Returns 2026-09-21T14:13:20Z plus this number of seconds.
pub(crate) fn at(secs: i64) -> Timestamp {
    Timestamp::from_epoch_secs(1_790_000_000 + secs).unwrap()
}

pub(crate) fn draft(text: &str, title: &str) -> CourseDraft {
    CourseDraft { code: code(text), title: title.into(), description: format!("About {title}") }
}

pub(crate) async fn course(store: &Store, text: &str) -> CourseCode {
    store::courses::create_or_find(store, &draft(text, "A course"), at(0)).await.unwrap();
    code(text)
}

/// Returns a row of an import.
pub(crate) fn row(draft: CourseDraft, replaces: ReplacePolicy) -> ImportRow {
    ImportRow { draft, replaces }
}

pub(crate) fn upload_draft(course: &CourseCode, title: &str) -> UploadDraft {
    UploadDraft {
        id: UploadId::generate(),
        target: UploadTarget::CourseNote {
            course: *course,
            chapter: 1,
            details: CommonMetadata::new(title, "Limits and continuity"),
            note_type: "Lecture".into(),
        },
        file_name: "limits.pdf".into(),
        content_type: "application/pdf".into(),
        size_bytes: 1234,
        sha256: Sha256Hash::of(title.as_bytes()),
        seen_picture: None,
        review: false,
    }
}

/// Creates, checks and publishes a note like an administrator and the upload check.
pub(crate) async fn note(store: &Store, course: &CourseCode, title: &str) -> Note {
    note_with(store, course, title, PdfMetadata::default()).await
}

/// Creates, checks and publishes a note with this PDF metadata.
pub(crate) async fn note_with(store: &Store, course: &CourseCode, title: &str, facts: PdfMetadata) -> Note {
    let upload = uploads::create(store, &uid("admin"), "Note Ninja", upload_draft(course, title), at(0)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
    let mut note = note_of(&upload);
    note.file.media.facts = facts;
    assert_eq!(publish::publish(store, &note, upload.draft.id, at(2)).await.unwrap(), PublishOutcome::Published);
    note
}

pub(crate) fn note_of(upload: &uploads::Upload) -> Note {
    let UploadTarget::CourseNote { course, chapter, details, note_type } = upload.draft.target.clone() else {
        panic!("not a course note: {upload:?}");
    };
    let id = upload.product.into();
    Note {
        id,
        course,
        chapter,
        details,
        file: File {
            key: keys::object::course_note(&course, chapter, id),
            name: upload.draft.file_name.clone(),
            size_bytes: upload.draft.size_bytes,
            sha256: upload.draft.sha256.clone(),
            uploaded_sha256: None,
            media: PdfFileMetadata { pages: 3, facts: Default::default() },
        },
        note_type,
        likes: 0,
        version: 0,
        uploaded_at: at(2),
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    }
}

pub(crate) fn audio_draft(shelf: ShelfId, title: &str) -> UploadDraft {
    UploadDraft {
        id: UploadId::generate(),
        target: UploadTarget::Audio {
            shelf,
            subject: "CS 246".into(),
            course: Some(code("CS246")),
            order: None,
            details: CommonMetadata::new(title, "Slowly"),
        },
        file_name: "pointers.mp3".into(),
        content_type: "audio/mpeg".into(),
        size_bytes: 4321,
        sha256: Sha256Hash::of(title.as_bytes()),
        seen_picture: None,
        review: false,
    }
}

/// Creates, checks and publishes a recording of one minute.
pub(crate) async fn audio(store: &Store, shelf: ShelfId, title: &str) -> AudioNote {
    let draft = audio_draft(shelf, title);
    let upload = uploads::create(store, &uid("admin"), "Note Ninja", draft, at(0)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
    let audio = audio_of(&upload, Some(60));
    assert_eq!(publish_audio(store, &audio, vec![0, 255], upload.draft.id).await.unwrap(), PublishOutcome::Published);
    audio
}

/// Publishes a recording with these waveform peaks.
pub(crate) async fn publish_audio(
    store: &Store,
    note: &AudioNote,
    peaks: Vec<u8>,
    upload: UploadId,
) -> store::Result<PublishOutcome> {
    store::audio::put_waveform(
        store,
        &store::audio::Waveform { id: note.id, peaks, chapters: Vec::new(), silences: Vec::new() },
    )
    .await?;
    publish::publish(store, note, upload, at(2)).await
}

pub(crate) fn audio_of(upload: &uploads::Upload, duration_secs: Option<u32>) -> AudioNote {
    let UploadTarget::Audio { shelf, details, subject, course, .. } = upload.draft.target.clone() else {
        panic!("not an audio note: {upload:?}");
    };
    let id = upload.product.into();
    let key = keys::object::audio(shelf, &subject, id, "mp3");
    AudioNote {
        id,
        shelf,
        subject,
        order: None,
        course,
        details,
        file: File {
            key,
            name: upload.draft.file_name.clone(),
            size_bytes: upload.draft.size_bytes,
            sha256: upload.draft.sha256.clone(),
            uploaded_sha256: None,
            media: RecordingMetadata {
                duration_secs,
                artwork_key: None,
                transcript: None,
                chapters_id: None,
                listening: None,
                content_type: "audio/mpeg".into(),
                facts: Default::default(),
            },
        },
        likes: 0,
        version: 0,
        uploaded_at: upload.created_at,
        created_at: at(2),
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    }
}

pub(crate) fn album_draft(album: AlbumId, title: &str) -> UploadDraft {
    UploadDraft {
        id: UploadId::generate(),
        target: UploadTarget::AlbumNote {
            album,
            subject: "CS 246".into(),
            course: Some(code("CS246")),
            details: CommonMetadata::new(title, "The night before"),
        },
        file_name: "evening.pdf".into(),
        content_type: "application/pdf".into(),
        size_bytes: 2345,
        sha256: Sha256Hash::of(title.as_bytes()),
        seen_picture: None,
        review: false,
    }
}

/// Creates, checks and publishes an album note.
pub(crate) async fn album_note(store: &Store, album: AlbumId, title: &str) -> AlbumNote {
    let draft = album_draft(album, title);
    let upload = uploads::create(store, &uid("admin"), "Note Ninja", draft, at(0)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
    let note = album_note_of(&upload);
    assert_eq!(publish::publish(store, &note, upload.draft.id, at(2)).await.unwrap(), PublishOutcome::Published);
    note
}

pub(crate) fn album_note_of(upload: &uploads::Upload) -> AlbumNote {
    let UploadTarget::AlbumNote { album, subject, course, details } = upload.draft.target.clone() else {
        panic!("not an album note: {upload:?}");
    };
    let id = upload.product.into();
    AlbumNote {
        id,
        album,
        subject,
        course,
        details,
        file: File {
            key: keys::object::album_note(album, id),
            name: upload.draft.file_name.clone(),
            size_bytes: upload.draft.size_bytes,
            sha256: upload.draft.sha256.clone(),
            uploaded_sha256: None,
            media: PdfFileMetadata { pages: 3, facts: Default::default() },
        },
        picture: None,
        open_picture: None,
        likes: 0,
        version: 0,
        uploaded_at: upload.created_at,
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    }
}

pub(crate) fn chosen_username(display: &str) -> ChosenUsername {
    ChosenUsername { key: display.parse().unwrap(), display: display.into() }
}

pub(crate) async fn student(store: &Store, id: &str, username: Option<&str>) -> Student {
    let new = NewStudent {
        uid: uid(id),
        email: format!("{id}@noteninja.test"),
        name: format!("Name of {id}"),
        username: username.map(chosen_username),
        is_unconfirmed: false,
    };
    students::create(store, &new, at(0)).await.unwrap()
}

/// Returns an id that no note has.
pub(crate) fn no_note() -> NoteId {
    "01JD3Q8Z6B0000000000000009".parse().unwrap()
}
