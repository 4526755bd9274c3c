//! Album notes of any uploader, published like after the check of an upload.

use store::albums::AlbumNote;
use store::content::{CommonMetadata, File, PdfFileMetadata};
use store::uploads::{self, Lease, UploadDraft, UploadTarget};
use store::{AlbumId, NoteId, Sha256Hash, Store, Timestamp, UploadId, UserId, keys, publish};

use crate::test_env::TestEnv;

impl TestEnv {
    /// Publishes an album note of `uploader` without a file and returns its id.
    pub async fn album_note(&self, album: AlbumId, title: &str, uploader: &str) -> String {
        let (store, title, uploader) = (self.store.clone(), title.to_owned(), uploader.parse().unwrap());
        // Connections belong to the runtime that opened them, and every test has its own runtime.
        let id = self.runtime.spawn(async move { publish(&store, album, &title, uploader).await }).await.unwrap();
        id.to_string()
    }
}

async fn publish(store: &Store, album: AlbumId, title: &str, uploader: UserId) -> NoteId {
    let draft = UploadDraft {
        id: UploadId::generate(),
        target: UploadTarget::AlbumNote {
            album,
            subject: "Study skills".into(),
            course: None,
            details: CommonMetadata::new(title, "Made by a test"),
        },
        file_name: "evening.pdf".into(),
        content_type: "application/pdf".into(),
        size_bytes: 4321,
        sha256: Sha256Hash::of(title.as_bytes()),
        seen_picture: None,
        review: false,
    };
    let now = Timestamp::now();
    let upload = uploads::create(store, &uploader, "Somebody", draft, now).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, now).await.unwrap(), Lease::Acquired(_)));
    let id = NoteId::from(upload.product);
    let note = AlbumNote {
        id,
        album,
        subject: "Study skills".into(),
        course: None,
        details: CommonMetadata::new(title, "Made by a test"),
        file: File {
            key: keys::object::album_note(album, id),
            name: upload.draft.file_name,
            size_bytes: upload.draft.size_bytes,
            sha256: upload.draft.sha256,
            uploaded_sha256: None,
            media: PdfFileMetadata { pages: 1, facts: Default::default() },
        },
        picture: None,
        open_picture: None,
        likes: 0,
        version: 0,
        uploaded_at: now,
        uploader,
        uploader_name: upload.uploader_name,
    };
    publish::publish(store, &note, upload.draft.id, now).await.unwrap();
    id
}
