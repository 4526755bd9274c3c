//! Helpers for all kinds of uploads: a user who sends a file, and the function that checks it.

use bytes::Bytes;
use ingest::Extractor;
use store::content::CommonMetadata;
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket, PutCondition};
use store::uploads::{self, Upload, UploadDraft, UploadTarget};
use store::{AlbumId, Sha256Hash, Store, Timestamp, UploadId, UserId};

/// A PDF with one empty page.
pub(crate) const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n";

/// The function itself, started for each file as in Lambda.
pub(crate) fn reader() -> Extractor {
    Extractor::with_program(env!("CARGO_BIN_EXE_ingest").into())
}

pub(crate) fn at(secs: i64) -> Timestamp {
    Timestamp::from_epoch_secs(1_790_000_000 + secs).unwrap()
}

pub(crate) fn admin() -> UserId {
    "admin".parse().unwrap()
}

pub(crate) fn for_album() -> UploadTarget {
    UploadTarget::AlbumNote {
        album: AlbumId::ExamReview,
        subject: "Study skills".into(),
        course: None,
        details: CommonMetadata::new("Reading the question", ""),
    }
}

/// Creates an upload for these bytes without sending them.
pub(crate) async fn create_upload(store: &Store, target: UploadTarget, file_name: &str, bytes: &[u8]) -> Upload {
    uploads::create(store, &admin(), "Note Ninja", draft(target, file_name, bytes), at(0)).await.unwrap()
}

/// Returns a validated request for an upload of these bytes.
pub(crate) fn draft(target: UploadTarget, file_name: &str, bytes: &[u8]) -> UploadDraft {
    UploadDraft {
        id: UploadId::generate(),
        target,
        file_name: file_name.into(),
        content_type: "application/octet-stream".into(),
        size_bytes: u64::try_from(bytes.len()).unwrap(),
        sha256: Sha256Hash::of(bytes),
        seen_picture: None,
        review: false,
    }
}

/// Stores the bytes of an upload and returns their key.
pub(crate) async fn put_incoming(store: &Store, upload: &Upload, bytes: &[u8]) -> ObjectKey {
    let (key, bytes) = (object::incoming_file(upload.draft.id), Bytes::copy_from_slice(bytes));
    let put = objects::put(store, Bucket::Files, &key, bytes, "application/pdf", "no-store", PutCondition::Always);
    put.await.unwrap();
    key
}
