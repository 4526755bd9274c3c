//! Replacing files and restoring the previous ones.

use store::audio;
use store::content::{AnyFile, PdfFileMetadata, RecordingFile, RecordingMetadata};
use store::content_index::storage::StorageUsage;
use store::content_item::{self, ContentItem, ContentRef};
use store::keys::object::ObjectKey;
use store::metadata::ListeningMetadata;
use store::notes::{self, Note};
use store::replace::{self, ReplaceOutcome, ReplacementUpload};
use store::trash::{self, DeletePermission, TrashedEntry};
use store::uploads::{self, Lease, UploadDraft, UploadTarget};
use store::{
    Error, ItemKind, ProductId, ResourceKind, Sha256Hash, ShelfId, Store, UploadId, UserId, listening, shelves,
};

use super::content::{id_of, used};
use super::merging::merged;
use crate::support::{at, audio as audio_note, course, empty_store, note, uid};

/// Creates the upload of a replacement file and claims its check.
async fn arriving(store: &Store, kind: ItemKind, id: ProductId) -> uploads::Upload {
    let thing = content_item::get(store, kind, id).await.unwrap();
    let (place, instead_of) = (thing.entry().place, thing.file_key().clone());
    let draft = UploadDraft {
        id: UploadId::generate(),
        target: UploadTarget::Replacement { content: kind, replaces: id, place, title: "A title".into(), instead_of },
        file_name: "second.pdf".into(),
        content_type: "application/pdf".into(),
        size_bytes: 2000,
        sha256: Sha256Hash::of(b"second"),
        seen_picture: None,
        review: false,
    };
    let upload = uploads::create(store, &uid("admin"), "Note Ninja", draft, at(10)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(11)).await.unwrap(), Lease::Acquired(_)));
    upload
}

fn arrival<'a>(upload: &uploads::Upload, instead_of: &'a ObjectKey, by: &'a UserId) -> ReplacementUpload<'a> {
    ReplacementUpload { upload: upload.draft.id, product: upload.product, instead_of, by, now: at(12) }
}

/// Returns a PDF for an item.
pub(crate) fn pdf(thing: &ContentItem, upload: &uploads::Upload, pages: u32) -> AnyFile {
    let inside = PdfFileMetadata { pages, facts: Default::default() };
    AnyFile::Pdf(upload.draft.to_file(thing.new_file_key(upload.product, "pdf"), inside))
}

pub(crate) async fn replace(
    store: &Store,
    kind: ItemKind,
    id: ProductId,
    file: impl Fn(&ContentItem, &uploads::Upload) -> AnyFile,
) -> AnyFile {
    let upload = arriving(store, kind, id).await;
    let thing = content_item::get(store, kind, id).await.unwrap();
    let file = file(&thing, &upload);
    let by = uid("admin");
    let arrival = arrival(&upload, thing.file_key(), &by);
    let place = thing.entry().place;
    let of = ContentRef { kind, place: &place, id };
    assert!(matches!(replace::replace(store, of, &file, arrival).await.unwrap(), ReplaceOutcome::Replaced(_)));
    assert_eq!(
        replace::replace(store, of, &file, arrival).await.unwrap(),
        ReplaceOutcome::AlreadyReplaced,
        "it happens once"
    );
    file
}

#[tokio::test]
async fn s6_adm_7_the_previous_version_of_a_replaced_file_can_be_restored() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let before = note(&store, &cs, "Pointers").await;
    let id = id_of(&before);
    let file = replace(&store, ItemKind::Note, id, |thing, upload| pdf(thing, upload, 9)).await;
    let after = notes::get(&store, before.id).await.unwrap();
    assert_eq!((after.id, after.uploaded_at, after.likes), (before.id, before.uploaded_at, before.likes));
    assert_eq!((after.file.media.pages, after.file.size_bytes, after.version), (9, 2000, 1));
    assert_eq!((&after.file.key, after.file.name.as_str()), (file.key(), "second.pdf"));
    assert_ne!(after.file.key, before.file.key);
    assert_eq!(used(&store, ItemKind::Note).await, (1, 2000));

    let kept = trash::list(&store, None, 10).await.unwrap().items;
    let [TrashedEntry::File(kept)] = kept.as_slice() else { panic!("{kept:?}") };
    assert_eq!((kept.file.key(), kept.of, kept.file.size_bytes()), (&before.file.key, id, 1234));
    assert_eq!(kept.expires_at, at(12).plus_secs(30 * 86_400).epoch_secs());

    let (thing, files) = replace::restore(&store, kept.id, &uid("admin"), at(20)).await.unwrap();
    assert_eq!((thing.file_key(), files.before.key()), (&before.file.key, file.key()));
    let back = notes::get(&store, before.id).await.unwrap();
    assert_eq!((back.file.media.pages, back.file.size_bytes, back.version), (3, 1234, 2));
    assert_eq!(used(&store, ItemKind::Note).await, (1, 1234));
    assert!(matches!(
        replace::restore(&store, kept.id, &uid("admin"), at(21)).await,
        Err(Error::NotFound(ResourceKind::File))
    ));
    assert_eq!(trash::usage(&store).await.unwrap(), StorageUsage { items: 1, bytes: 2000 });
}

#[tokio::test]
async fn s6_adm_7_replacing_a_recording_updates_duration_waveform_and_shelf() {
    let store = empty_store().await;
    let heard = audio_note(&store, ShelfId::DeepDive, "Pointers, slowly").await;
    audio_note(&store, ShelfId::DeepDive, "Another").await;
    let id = ProductId::from(heard.id.ulid());
    let recording = |secs, peaks: &'static [u8]| {
        move |thing: &ContentItem, upload: &uploads::Upload| {
            let inside = RecordingMetadata {
                content_type: "audio/mpeg".into(),
                duration_secs: secs,
                artwork_key: None,
                transcript: None,
                chapters_id: None,
                listening: None,
                facts: Default::default(),
            };
            let file = upload.draft.to_file(thing.new_file_key(upload.product, "mp3"), inside);
            AnyFile::Recording(RecordingFile {
                file,
                peaks: peaks.to_vec(),
                chapters: Vec::new(),
                silences: Vec::new(),
            })
        }
    };
    replace(&store, ItemKind::Audio, id, recording(Some(90), &[7, 8])).await;
    let after = audio::get(&store, heard.id).await.unwrap();
    assert_eq!(
        (after.file.media.duration_secs, after.file.size_bytes, after.uploaded_at),
        (Some(90), 2000, heard.uploaded_at)
    );
    assert_eq!(audio::get_waveform(&store, heard.id).await.unwrap().peaks, [7, 8]);
    // The preparation of the previous file ends later.
    let previous = ListeningMetadata { loudness_centilufs: Some(-2000), rendition: None };
    assert!(!listening::store_result(&store, &heard, &previous, &[(1000, 2500)]).await.unwrap());
    assert_eq!(audio::get(&store, heard.id).await.unwrap().file.media.listening, None);
    assert!(audio::get_waveform(&store, heard.id).await.unwrap().silences.is_empty());
    let shelf = shelves::get(&store, ShelfId::DeepDive).await.unwrap();
    assert_eq!((shelf.episodes, shelf.total_secs, shelf.unknown), (2, 150, 0));

    replace(&store, ItemKind::Audio, id, recording(None, &[])).await;
    let shelf = shelves::get(&store, ShelfId::DeepDive).await.unwrap();
    assert_eq!((shelf.episodes, shelf.total_secs, shelf.unknown), (2, 60, 1));

    let trashed = trash::list(&store, None, 10).await.unwrap().items;
    let Some(TrashedEntry::File(first)) = trashed.last() else { panic!("{trashed:?}") };
    replace::restore(&store, first.id, &uid("admin"), at(20)).await.unwrap();
    assert_eq!(audio::get_waveform(&store, heard.id).await.unwrap().peaks, [0, 255], "as it was published");
    let shelf = shelves::get(&store, ShelfId::DeepDive).await.unwrap();
    assert_eq!((shelf.episodes, shelf.total_secs, shelf.unknown), (2, 120, 0));
}

#[tokio::test]
async fn s6_adm_7_the_second_of_two_concurrent_file_replacements_fails() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let id = id_of(&note(&store, &cs, "Pointers").await);
    let (first, second) = (arriving(&store, ItemKind::Note, id).await, arriving(&store, ItemKind::Note, id).await);
    let original = content_item::get(&store, ItemKind::Note, id).await.unwrap();
    let by = uid("admin");
    let of = ContentRef { kind: ItemKind::Note, place: "CS246", id };
    let theirs = pdf(&original, &first, 1);
    let replaced = replace::replace(&store, of, &theirs, arrival(&first, original.file_key(), &by)).await.unwrap();
    assert!(matches!(replaced, ReplaceOutcome::Replaced(_)));

    let mine = pdf(&original, &second, 2);
    let replaced = replace::replace(&store, of, &mine, arrival(&second, original.file_key(), &by)).await.unwrap();
    assert_eq!(replaced, ReplaceOutcome::Superseded);
    assert_eq!(
        content_item::get(&store, ItemKind::Note, id).await.unwrap().file_key(),
        theirs.key(),
        "the first file stays"
    );

    // A check that runs twice must not mistake its own published file for an overtaken one.
    let third = arriving(&store, ItemKind::Note, id).await;
    let newest = pdf(&original, &third, 3);
    replace::replace(&store, of, &newest, arrival(&third, theirs.key(), &by)).await.unwrap();
    let again = replace::replace(&store, of, &theirs, arrival(&first, original.file_key(), &by)).await.unwrap();
    assert_eq!(again, ReplaceOutcome::AlreadyReplaced);
}

#[tokio::test]
async fn s6_adm_7_the_file_of_a_trashed_item_cannot_be_replaced() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let published = note(&store, &cs, "Pointers").await;
    let id = id_of(&published);
    let upload = arriving(&store, ItemKind::Note, id).await;
    let thing = content_item::get(&store, ItemKind::Note, id).await.unwrap();
    trash::trash_item::<Note>(&store, published.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    let by = uid("admin");
    let arrival = arrival(&upload, thing.file_key(), &by);
    let file = pdf(&thing, &upload, 1);
    let refused =
        replace::replace(&store, ContentRef { kind: ItemKind::Note, place: "CS246", id }, &file, arrival).await;
    assert!(matches!(refused, Err(Error::NotFound(ResourceKind::Note))), "{refused:?}");
    assert_eq!(trash::restore::<Note>(&store, published.id).await.unwrap().file.key, published.file.key);
}

#[tokio::test]
async fn s6_adm_22_the_file_of_a_note_in_a_merged_course_can_be_replaced_and_restored() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let id = id_of(&note(&store, &from, "Pointers").await);
    let original = content_item::get(&store, ItemKind::Note, id).await.unwrap();
    // One file is replaced before the merge, the next one is under way during it.
    let second = replace(&store, ItemKind::Note, id, |thing, upload| pdf(thing, upload, 2)).await;
    let upload = arriving(&store, ItemKind::Note, id).await;
    merged(&store, &from, &into).await;

    let by = uid("admin");
    let third = pdf(&original, &upload, 3);
    let of = ContentRef { kind: ItemKind::Note, place: "CS246", id };
    let replaced = replace::replace(&store, of, &third, arrival(&upload, second.key(), &by)).await.unwrap();
    assert!(matches!(replaced, ReplaceOutcome::Replaced(_)));
    let current = content_item::get(&store, ItemKind::Note, id).await.unwrap();
    assert_eq!((current.file_key(), current.entry().place.as_str()), (third.key(), "CS247"));

    let trashed = trash::list(&store, None, 10).await.unwrap().items;
    let places: Vec<_> =
        trashed.iter().map(|item| if let TrashedEntry::File(file) = item { &*file.place } else { "" }).collect();
    assert_eq!(places, ["CS247", "CS246"], "the newest first");
    let Some(TrashedEntry::File(oldest)) = trashed.last() else { panic!("{trashed:?}") };
    let (restored, _) = replace::restore(&store, oldest.id, &by, at(60)).await.unwrap();
    assert_eq!((restored.file_key(), restored.entry().place.as_str()), (original.file_key(), "CS247"));
}
