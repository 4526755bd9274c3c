//! Recordings on a shelf, published like after the check of an upload.

use store::audio::{self, AudioNote, Waveform};
use store::content::{CommonMetadata, File, RecordingMetadata};
use store::uploads::{self, Lease, UploadDraft, UploadTarget};
use store::{AudioId, Sha256Hash, ShelfId, Store, Timestamp, UploadId, UserId, keys, publish};

use crate::test_env::TestEnv;

impl TestEnv {
    /// Publishes a recording with this duration without a file, and returns its id.
    pub async fn recording(&self, shelf: ShelfId, title: &str, secs: u32) -> String {
        let (store, title) = (self.store.clone(), title.to_owned());
        // Connections belong to the runtime that opened them, and every test has its own runtime.
        let id = self.runtime.spawn(async move { publish(&store, shelf, &title, secs).await }).await.unwrap();
        id.to_string()
    }
}

async fn publish(store: &Store, shelf: ShelfId, title: &str, secs: u32) -> AudioId {
    let uploader: UserId = "uploader".parse().unwrap();
    let draft = UploadDraft {
        id: UploadId::generate(),
        target: UploadTarget::Audio {
            shelf,
            subject: "CS 246".into(),
            course: None,
            order: None,
            details: CommonMetadata::new(title, "Made by a test"),
        },
        file_name: "recording.mp3".into(),
        content_type: "audio/mpeg".into(),
        size_bytes: 4321,
        sha256: Sha256Hash::of(title.as_bytes()),
        seen_picture: None,
        review: false,
    };
    let now = Timestamp::now();
    let upload = uploads::create(store, &uploader, "Note Ninja", draft, now).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, now).await.unwrap(), Lease::Acquired(_)));
    let id = AudioId::from(upload.product);
    let note = AudioNote {
        id,
        shelf,
        order: None,
        subject: "CS 246".into(),
        course: None,
        details: CommonMetadata::new(title, "Made by a test"),
        file: File {
            key: keys::object::audio(shelf, "CS 246", id, "mp3"),
            name: upload.draft.file_name,
            size_bytes: upload.draft.size_bytes,
            sha256: upload.draft.sha256,
            uploaded_sha256: None,
            media: RecordingMetadata {
                duration_secs: Some(secs),
                artwork_key: None,
                transcript: None,
                chapters_id: None,
                listening: None,
                content_type: upload.draft.content_type,
                facts: Default::default(),
            },
        },
        version: 0,
        likes: 0,
        uploaded_at: now,
        created_at: now,
        uploader,
        uploader_name: upload.uploader_name,
    };
    audio::put_waveform(store, &Waveform { id, peaks: vec![0, 255], chapters: Vec::new(), silences: Vec::new() })
        .await
        .unwrap();
    publish::publish(store, &note, upload.draft.id, now).await.unwrap();
    id
}
