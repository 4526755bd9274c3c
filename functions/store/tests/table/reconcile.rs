//! Reconciliation: files without records, records without files, and wrong counts.

mod agreed;
mod files;

use dynoxide::Database;
use serde_json::json;
use store::audio::{self, AudioNote};
use store::cards::{self, CardImage, NewCard};
use store::content::find_in;
use store::keys::object::{self, ObjectKey, PreviewSize};
use store::likes::{self, LikeTarget};
use store::metadata::{PdfMetadata, Preview};
use store::notes::{self, Note};
use store::objects::{self, Bucket};
use store::personal_cards::{self, NewImage, NewPersonalCard, PersonalCardTotals};
use store::reconcile::{self, MissingFile, ReconcileOptions, Report, Severity};
use store::students::{self, photo};
use store::trash::{self, DeletePermission};
use store::{
    AlbumId, CardId, CardImageId, ChapterId, CoverId, NoteId, PhotoId, PictureId, PublicName, ShelfId, Store,
    Timestamp, UserId, albums, chapters, courses, playlists, shelves, uploads,
};
use wasm_core::forms::{CardDraft, ChapterDraft};

use crate::mine::playlists::playlist;
use crate::study::personal_card_pictures::set_image;
use crate::support::{album_note, at, audio as audio_note, code, course, note, note_with, student, uid, upload_draft};
use crate::test_backends::{self, TestBackends};

use files::{is_there, open_copy, put, put_shown};

/// Reports without repairs, for files of any age.
const LOOK: ReconcileOptions =
    ReconcileOptions { mend_files: false, mend_counts: false, young_secs: 0, orphans_max: None, missing_max: None };
const MEND: ReconcileOptions = ReconcileOptions { mend_files: true, mend_counts: true, ..LOOK };

async fn run(store: &Store, options: ReconcileOptions) -> Report {
    let users: Vec<UserId> = vec![uid("ana"), uid("ben")];
    // Run one second later, so that files written in this second are old enough.
    reconcile::run(store, &users, options, Timestamp::now().plus_secs(1)).await.unwrap()
}

/// One item of every kind that has files, with all its files.
struct Everything {
    engines: TestBackends,
    engine: Database,
    note: notes::Note,
    audio: audio::AudioNote,
    album: albums::AlbumNote,
    picture: PictureId,
    photo: ObjectKey,
    cover: ObjectKey,
    card_image: ObjectKey,
    own_picture: ObjectKey,
    chapter: ChapterId,
}

async fn everything() -> Everything {
    let engine = Database::memory().unwrap();
    let engines = test_backends::start_with_database(engine.clone()).await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    student(store, "ana", Some("ana")).await;
    student(store, "ben", None).await;

    let id = PictureId::generate();
    put_shown(store, &object::course_picture(&cs, id)).await;
    courses::set_picture(store, &cs, id, None, at(1)).await.unwrap();

    let note = note(store, &cs, "Pointers").await;
    put(store, &note.file.key).await;
    let audio = audio_note(store, ShelfId::DeepDive, "Pointers aloud").await;
    put(store, &audio.file.key).await;
    let album = album_note(store, AlbumId::Cram, "The night before").await;
    put(store, &album.file.key).await;
    let picture = PictureId::generate();
    put_shown(store, &object::album_picture(picture)).await;
    albums::set_picture(store, AlbumId::Cram, album.id, picture, None).await.unwrap();

    let id = PhotoId::generate();
    let photo = object::profile_image(&uid("ben"), id);
    put(store, &photo).await;
    photo::set(store, &uid("ben"), id, None, at(3)).await.unwrap();
    let (list, id) = (playlist(store, "ana", "Evenings").await, CoverId::generate());
    let cover = object::playlist_cover(list.id, id);
    put(store, &cover).await;
    playlists::set_cover(store, &uid("ana"), list.id, id, None, at(3)).await.unwrap();

    let chapter = ChapterId::generate();
    let draft = ChapterDraft { number: 4, title: "Inheritance".into(), description: String::new() };
    chapters::create(store, &cs, chapter, &draft, at(0)).await.unwrap();
    let (card, id) = (CardId::generate(), CardImageId::generate());
    let draft = CardDraft { title: "Front".into(), content: "Back".into(), image_alt: String::new() };
    cards::add(store, &cs, chapter, &NewCard { id: card, draft, order: None }, at(1)).await.unwrap();
    let card_image = object::card_image(chapter, id);
    put(store, &card_image).await;
    cards::set_image(store, chapter, card, CardImage { id, width_px: 4, height_px: 3 }, None, at(2)).await.unwrap();

    let (own, id) = (CardId::generate(), CardImageId::generate());
    let draft = CardDraft { title: "Mine".into(), content: "Back".into(), image_alt: String::new() };
    let new = NewPersonalCard {
        id: own,
        course: cs,
        former_course: None,
        chapter: Some(chapter),
        draft,
        source: None,
        image: None,
    };
    personal_cards::create(store, &uid("ana"), new, at(1)).await.unwrap();
    let own_picture = object::personal_card_image(&uid("ana"), id);
    put(store, &own_picture).await;
    let image = NewImage { image: CardImage { id, width_px: 4, height_px: 3 }, bytes: 4 };
    set_image(store, &uid("ana"), &cs, own, image).await;

    for (who, what) in [
        ("ana", LikeTarget::Course(cs)),
        ("ben", LikeTarget::Course(cs)),
        ("ana", LikeTarget::Note(note.id)),
        ("ana", LikeTarget::Note(album.id)),
        ("ben", LikeTarget::Audio(audio.id)),
        // No such account exists, as after its deletion: the like still counts but cannot be found.
        ("cem", LikeTarget::Note(note.id)),
    ] {
        likes::like(store, &uid(who), &what, at(4)).await.unwrap();
    }
    Everything { engine, note, audio, album, picture, photo, cover, card_image, own_picture, chapter, engines }
}

impl Everything {
    fn store(&self) -> &Store {
        &self.engines.store
    }

    /// Sets an attribute to a value that the store would never write.
    fn set(&self, pk: &str, sk: &str, name: &str, value: i64) {
        let request = json!({
            "TableName": "note-ninja",
            "Key": {"pk": {"S": pk}, "sk": {"S": sk}},
            "UpdateExpression": "SET #name = :value",
            "ExpressionAttributeNames": {"#name": name},
            "ExpressionAttributeValues": {":value": {"N": value.to_string()}},
        });
        self.engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    }
}

#[tokio::test]
async fn h20_reconciling_an_empty_stack_finds_no_differences() {
    let engines = test_backends::start().await;
    let report = run(&engines.store, MEND).await;
    assert_eq!((report.inconsistency_count(), report.files, report.mended), (0, 0, 0), "{report:?}");
}

#[tokio::test]
async fn h20_reconciling_data_written_by_the_store_finds_no_differences() {
    let all = everything().await;
    let store = all.store();
    let deleted = note(store, &code("CS246"), "Gone").await;
    put(store, &deleted.file.key).await;
    trash::trash_item::<Note>(store, deleted.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    // An upload whose file has arrived and has not been checked.
    let upload = upload_draft(&code("CS246"), "On its way");
    uploads::create(store, &uid("admin"), "Admin", upload.clone(), at(5)).await.unwrap();
    put(store, &object::incoming_file(upload.id)).await;

    let report = run(store, LOOK).await;
    assert_eq!(report.inconsistency_count(), 0, "{report:?}");
    assert_eq!((report.files, report.named_files), (13, 13));
    let now = Timestamp::now().plus_secs(1);
    assert_eq!(
        reconcile::run(store, &[], LOOK, now).await.unwrap().inconsistency_count(),
        0,
        "pictures stay when nobody is listed"
    );
    assert_eq!(run(store, MEND).await.inconsistency_count(), 0);
    assert_eq!(find_in::<Note>(store, all.note.course.as_str(), all.note.id.into()).await.unwrap().unwrap().likes, 2);
}

#[tokio::test]
async fn s7_fs_2_h20_orphaned_files_are_removed_after_a_day() {
    let all = everything().await;
    let store = all.store();
    let orphans = [
        object::course_note(&code("CS246"), 3, NoteId::generate()),
        // A file of an unknown course.
        object::course_note(&code("MATH137"), 1, NoteId::generate()),
        object::album_picture(PictureId::generate()),
        object::course_picture(&code("CS246"), PictureId::generate()),
        object::profile_image(&uid("ben"), PhotoId::generate()),
        object::card_image(all.chapter, CardImageId::generate()),
        object::personal_card_image(&uid("ana"), CardImageId::generate()),
        object::incoming_file(store::UploadId::generate()),
    ];
    for key in &orphans {
        put(store, key).await;
    }
    let young = run(store, ReconcileOptions::default()).await;
    assert_eq!((young.orphans, young.inconsistency_count()), (0, 0), "a check may still be about to name them");

    let found = run(store, LOOK).await;
    let mut expected: Vec<String> = orphans.iter().map(ToString::to_string).collect();
    expected.sort();
    assert_eq!((&found.orphaned, found.orphans, found.mended), (&expected, orphans.len(), 0));
    assert!(is_there(store, &orphans[0]).await, "looking removes nothing");

    assert_eq!(run(store, MEND).await.mended, orphans.len());
    for key in &orphans {
        assert!(!is_there(store, key).await, "{key}");
    }
    assert!(is_there(store, &all.note.file.key).await && is_there(store, &all.photo).await);
    assert_eq!(run(store, LOOK).await.inconsistency_count(), 0);
}

#[tokio::test]
async fn s7_fs_2_h20_reconciliation_keeps_previews_and_text_of_existing_pdfs_and_reports_missing_ones() {
    let all = everything().await;
    let store = all.store();
    let cs = code("CS246");
    let open: PublicName = "0123456789abcdef0123456789abcdef".parse().unwrap();
    let copies = PreviewSize::ALL.map(|size| object::public_preview(&open, size));
    let preview = Preview { width_px: 720, height_px: 932, thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI".into(), open };
    let facts = PdfMetadata { preview: Some(preview), has_text: Some(true), ..PdfMetadata::default() };
    let drawn = note_with(store, &cs, "Drawn", facts).await;
    put(store, &drawn.file.key).await;
    for key in object::derived_keys(&drawn.file.key).iter().chain(&copies) {
        put(store, key).await;
    }
    assert_eq!(run(store, LOOK).await.inconsistency_count(), 0);

    let small = object::preview(&drawn.file.key, PreviewSize::Small);
    objects::delete(store, Bucket::Files, &small).await.unwrap();
    let report = run(store, MEND).await;
    assert_eq!((report.missing.len(), &report.missing[0].file), (1, &small.to_string()));
    assert_eq!(report.missing[0].severity, Severity::Beside);
    let after = find_in::<Note>(store, cs.as_str(), drawn.id.into()).await.unwrap().unwrap();
    assert_eq!(
        (after.file.media.facts.preview, after.file.media.facts.has_text),
        (None, Some(true)),
        "a drawing stands in for it"
    );
    // The stream handler deletes the copies.
    for copy in &copies {
        objects::delete(store, Bucket::Files, copy).await.unwrap();
    }
    assert_eq!(run(store, LOOK).await.inconsistency_count(), 0);
}

#[tokio::test]
async fn s7_fs_2_h20_reconciliation_trashes_items_without_files_and_clears_missing_images() {
    let all = everything().await;
    let store = all.store();
    let picture = object::album_picture(all.picture);
    let copy = open_copy(store, &picture);
    let gone = [
        &all.note.file.key,
        &all.audio.file.key,
        &picture,
        &copy,
        &all.photo,
        &all.cover,
        &all.card_image,
        &all.own_picture,
    ];
    for key in gone {
        objects::delete(store, Bucket::Files, key).await.unwrap();
    }
    let report = run(store, LOOK).await;
    let severity = |key: &ObjectKey| {
        let found = report.missing.iter().find(|missing: &&MissingFile| missing.file == key.to_string());
        found.map(|missing| missing.severity)
    };
    assert_eq!(report.missing_files, gone.len());
    assert_eq!(severity(&all.note.file.key), Some(Severity::Visible));
    assert_eq!(severity(&all.audio.file.key), Some(Severity::Visible));
    for key in &gone[2..] {
        assert_eq!(severity(key), Some(Severity::Beside), "{key}");
    }

    // One of the missing files is a public copy whose picture is missing too, so it cannot be created again.
    assert_eq!(run(store, MEND).await.mended, gone.len() - 1);
    assert!(trash::find::<Note>(store, all.note.id).await.unwrap().is_some());
    assert!(trash::find::<AudioNote>(store, all.audio.id).await.unwrap().is_some());
    let course = courses::get(store, &code("CS246")).await.unwrap();
    assert_eq!((course.note_count, shelves::get(store, ShelfId::DeepDive).await.unwrap().episodes), (0, 0));
    let album = albums::find_in_album(store, AlbumId::Cram, all.album.id).await.unwrap().unwrap();
    assert_eq!(album.picture, None);
    assert_eq!(students::get(store, &uid("ben")).await.unwrap().photo, None);
    assert_eq!(playlists::list_owned(store, &uid("ana")).await.unwrap()[0].cover, None);
    assert_eq!(cards::get_with_chapter(store, &code("CS246"), all.chapter).await.unwrap().cards[0].image, None);

    assert_eq!(
        personal_cards::totals(store, &uid("ana")).await.unwrap(),
        PersonalCardTotals { cards: 1, picture_bytes: 0 }
    );

    // Trashed items are hidden from users: they are listed but not counted as wrong.
    let after = run(store, LOOK).await;
    assert_eq!((after.inconsistency_count(), after.missing.len()), (0, 2), "{after:?}");
    assert!(after.missing.iter().all(|missing| missing.severity == Severity::InTrash));
    // The file was restored from the bucket's versions, so the note can be restored.
    put(store, &all.note.file.key).await;
    trash::restore::<Note>(store, all.note.id).await.unwrap();
    assert_eq!(run(store, LOOK).await.inconsistency_count(), 0);
}

#[tokio::test]
async fn h8_h20_reconciliation_restores_missing_public_image_copies_and_removes_those_of_hidden_items() {
    let all = everything().await;
    let store = all.store();
    let cs = code("CS246");
    let [of_album, of_course] = [
        object::album_picture(all.picture),
        object::course_picture(&cs, courses::get(store, &cs).await.unwrap().picture.unwrap()),
    ]
    .map(|kept| open_copy(store, &kept));
    objects::delete(store, Bucket::Files, &of_album).await.unwrap();
    courses::set_hidden(store, &cs, true, at(6)).await.unwrap();

    let report = run(store, MEND).await;
    assert_eq!((report.missing.len(), &report.missing[0].file), (1, &of_album.to_string()));
    assert_eq!((report.missing[0].severity, &report.orphaned), (Severity::Beside, &vec![of_course.to_string()]));
    assert_eq!(report.mended, 2);
    assert!(is_there(store, &of_album).await && !is_there(store, &of_course).await);
    assert_eq!(run(store, LOOK).await.inconsistency_count(), 0);
}

#[tokio::test]
async fn h3_reconciliation_corrects_wrong_counts() {
    let all = everything().await;
    let store = all.store();
    let chapter = format!("CHAPTER#{}", all.chapter);
    let wrong: [(&str, String, &str, i64); 9] = [
        ("COURSE#CS246", "SELF".into(), "note_count", 7),
        ("COURSE#CS246", "SELF".into(), "likes", 1),
        ("COURSE#CS246", format!("NOTE#{}", all.note.id), "likes", 0),
        ("SHELF#deep-dive", "SELF".into(), "total_secs", 0),
        ("SHELF#deep-dive", format!("AUDIO#{}", all.audio.id), "likes", 0),
        ("ALBUM#cram", "SELF".into(), "notes", 0),
        ("CHAPTERS#CS246", chapter, "card_count", 2),
        ("USER#ana", "ME".into(), "own_card_count", 5),
        ("USER#ana", "ME".into(), "own_card_picture_bytes", 0),
    ];
    for (pk, sk, name, value) in &wrong {
        all.set(pk, sk, name, *value);
    }
    let report = run(store, LOOK).await;
    let found: Vec<(&str, &str, u64, u64)> =
        report.miscounted.iter().map(|it| (it.record.as_str(), it.count.as_str(), it.says, it.is)).collect();
    assert_eq!(found.len(), wrong.len(), "{found:?}");
    assert!(found.contains(&("COURSE#CS246 | SELF", "note_count", 7, 1)), "{found:?}");
    assert!(found.contains(&("COURSE#CS246 | SELF", "likes", 1, 2)), "{found:?}");
    assert!(found.contains(&("SHELF#deep-dive | SELF", "total_secs", 0, 60)), "{found:?}");

    assert_eq!(run(store, MEND).await.mended, wrong.len());
    let course = courses::get(store, &code("CS246")).await.unwrap();
    assert_eq!((course.note_count, course.likes), (1, 2));
    assert_eq!(shelves::get(store, ShelfId::DeepDive).await.unwrap().total_secs, 60);
    assert_eq!(albums::get(store, AlbumId::Cram).await.unwrap().notes, 1);
    let audio = find_in::<AudioNote>(store, ShelfId::DeepDive.as_str(), all.audio.id.into()).await.unwrap().unwrap();
    // The like of the deleted account cannot be found, so the count becomes the number of likes found.
    let note = find_in::<Note>(store, code("CS246").as_str(), all.note.id.into()).await.unwrap().unwrap();
    assert_eq!((audio.likes, note.likes), (1, 1));
    assert_eq!(run(store, LOOK).await.inconsistency_count(), 0);
}
