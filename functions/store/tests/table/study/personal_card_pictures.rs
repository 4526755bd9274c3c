//! Pictures of personal cards: their uploads, and the removal of files that no card uses.

use std::sync::Arc;

use bytes::Bytes;
use store::cards::CardImage;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::personal_cards::{self, NewImage, PersonalCardTotals, SetImageOutcome};
use store::uploads::{self, Lease, UploadDraft, UploadStatus, UploadTarget};
use store::{CardId, Endpoints, Settings, Store, UploadId, UserId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use wasm_core::course::CourseCode;

use crate::library::merging::merged;
use crate::study::personal_cards::{card, picture};
use crate::support::{at, course, student, uid, upload_draft};
use crate::test_backends;

/// Creates the upload of a picture whose check has begun.
async fn being_checked(store: &Store, owner: &UserId, course: &CourseCode, card: CardId) -> UploadId {
    let target = UploadTarget::PersonalCardImage { course: *course, card };
    let draft = UploadDraft { target, ..upload_draft(course, "Picture") };
    let upload = uploads::create(store, owner, "Amara", draft, at(0)).await.unwrap();
    assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
    upload.draft.id
}

/// Sets the picture of a card as the check of its upload does.
pub(crate) async fn set_image(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    card: CardId,
    image: NewImage,
) -> SetImageOutcome {
    let upload = being_checked(store, owner, course, card).await;
    personal_cards::set_image(store, owner, course, card, image, (upload, None), at(2)).await.unwrap()
}

async fn put_file(store: &Store, owner: &UserId, image: CardImage) {
    let (key, bytes) = (object::personal_card_image(owner, image.id), Bytes::from_static(b"picture"));
    objects::put(store, Bucket::Files, &key, bytes, "image/jpeg", "no-store", PutCondition::Always).await.unwrap();
}

async fn has_file(store: &Store, owner: &UserId, image: CardImage) -> bool {
    objects::head(store, Bucket::Files, &object::personal_card_image(owner, image.id)).await.unwrap().is_some()
}

/// Delays the requests that delete files, until the test releases one.
#[derive(Clone, Default)]
struct Held {
    arrived: Arc<Notify>,
    released: Arc<Notify>,
}

impl Held {
    /// Returns a store with the same engines, whose requests to delete files are delayed.
    async fn behind(&self, store: &Store) -> Store {
        let settings = store.settings().clone();
        let s3 = settings.endpoints.s3.clone().unwrap();
        let target = s3.strip_prefix("http://").unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let held = self.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&target).await.unwrap();
                tokio::spawn(held.clone().pass_on(client, server));
            }
        });
        Store::connect(&Settings {
            endpoints: Endpoints { s3: Some(address), ..settings.endpoints.clone() },
            ..settings
        })
    }

    async fn pass_on(self, client: TcpStream, server: TcpStream) {
        let (mut asks, mut hears) = client.into_split();
        let (mut answers, mut is_told) = server.into_split();
        tokio::spawn(async move { tokio::io::copy(&mut answers, &mut hears).await });
        let mut piece = vec![0; 65_536];
        while let Ok(length) = asks.read(&mut piece).await {
            if piece[..length].starts_with(b"DELETE ") {
                self.arrived.notify_one();
                self.released.notified().await;
            }
            if length == 0 || is_told.write_all(&piece[..length]).await.is_err() {
                return;
            }
        }
    }
}

#[tokio::test]
async fn s3_own_3_a_check_repeated_during_image_removal_does_not_restore_the_image() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    student(store, "a", None).await;
    let (cs, me) = (course(store, "CS246").await, uid("a"));
    let (new, shown) = (card(&cs, "Look"), picture(7));
    personal_cards::create(store, &me, new.clone(), at(1)).await.unwrap();
    let upload = being_checked(store, &me, &cs, new.id).await;
    let check = async || {
        put_file(store, &me, shown.image).await;
        personal_cards::set_image(store, &me, &cs, new.id, shown, (upload, None), at(2)).await.unwrap()
    };
    for _ in 0..2 {
        assert_eq!(check().await, SetImageOutcome::Done);
        let card = personal_cards::get(store, &me, &cs, new.id).await.unwrap();
        assert_eq!((card.image, has_file(store, &me, shown.image).await), (Some(shown.image), true));
    }
    let before = personal_cards::get(store, &me, &cs, new.id).await.unwrap();
    personal_cards::remove_image(store, &me, &cs, new.id, None, at(3)).await.unwrap();

    // The event of the upload is delivered again, after the first check has found that no card shows the picture.
    let held = Held::default();
    let behind = held.behind(store).await;
    let repeated = async {
        held.arrived.notified().await;
        assert_eq!(check().await, SetImageOutcome::Done, "it was decided before");
        held.released.notify_one();
    };
    let (removed, ()) = tokio::join!(personal_cards::remove_image_file_unless_shown(&behind, &before), repeated);
    removed.unwrap();
    let card = personal_cards::get(store, &me, &cs, new.id).await.unwrap();
    assert_eq!((card.image, has_file(store, &me, shown.image).await), (None, false));
    assert_eq!(personal_cards::totals(store, &me).await.unwrap(), PersonalCardTotals { cards: 1, picture_bytes: 0 });
}

#[tokio::test]
async fn s3_own_3_an_upload_is_ready_once_its_image_is_set_unless_it_was_cancelled() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    student(store, "a", None).await;
    let (cs, me) = (course(store, "CS246").await, uid("a"));
    let new = card(&cs, "Look");
    personal_cards::create(store, &me, new.clone(), at(1)).await.unwrap();
    let [ready, withdrawn, refused] = [
        being_checked(store, &me, &cs, new.id).await,
        being_checked(store, &me, &cs, new.id).await,
        being_checked(store, &me, &cs, new.id).await,
    ];
    uploads::delete(store, &me, withdrawn).await.unwrap();
    uploads::fail(store, refused, "It is damaged.", false, at(2)).await.unwrap();
    let set = async |upload, image| {
        personal_cards::set_image(store, &me, &cs, new.id, image, (upload, None), at(3)).await.unwrap()
    };
    let shown = picture(7);
    assert_eq!(set(ready, shown).await, SetImageOutcome::Done);
    assert_eq!(uploads::get(store, &me, ready).await.unwrap().status, UploadStatus::Ready);
    for upload in [withdrawn, refused] {
        assert_eq!(set(upload, picture(8)).await, SetImageOutcome::UploadCancelled);
    }
    assert_eq!(personal_cards::get(store, &me, &cs, new.id).await.unwrap().image, Some(shown.image));
    assert_eq!(personal_cards::totals(store, &me).await.unwrap().picture_bytes, 7);
}

#[tokio::test]
async fn s3_own_2_a_card_image_survives_two_merges_and_is_removed_with_the_card() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    student(store, "a", None).await;
    let [first, second, third] =
        [course(store, "CS246").await, course(store, "CS247").await, course(store, "CS100").await];
    let (me, new, shown) = (uid("a"), card(&first, "Look"), picture(7));
    personal_cards::create(store, &me, new.clone(), at(1)).await.unwrap();
    put_file(store, &me, shown.image).await;
    set_image(store, &me, &first, new.id, shown).await;
    let mut left = Vec::new();
    for (from, into) in [(&first, &second), (&second, &third)] {
        left.push(personal_cards::get(store, &me, from, new.id).await.unwrap());
        merged(store, from, into).await;
        let (moved, removed) = tokio::join!(personal_cards::list_courses(store, &me), async {
            personal_cards::remove_image_file_unless_shown(store, &left[0]).await
        });
        assert!(moved.is_ok() && removed.is_ok(), "{moved:?} {removed:?}");
        for before in &left {
            personal_cards::remove_image_file_unless_shown(store, before).await.unwrap();
        }
        assert!(has_file(store, &me, shown.image).await);
    }
    let last = personal_cards::get(store, &me, &third, new.id).await.unwrap();
    personal_cards::remove(store, &me, &first, new.id, None).await.unwrap();
    personal_cards::remove_image_file_unless_shown(store, &last).await.unwrap();
    assert!(!has_file(store, &me, shown.image).await);
}
