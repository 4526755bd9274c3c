use store::expected_picture::SeenPicture;
use store::keys::object;
use store::students::{self, ProfileChange, photo};
use store::{Conflict, Error, PhotoId, ResourceKind, account};

use crate::support::{at, empty_store, student, uid};

#[tokio::test]
async fn s9_c_2_a_photo_is_found_by_its_id_until_it_is_replaced() {
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    let (first, second) = (PhotoId::generate(), PhotoId::generate());
    let shown = photo::set(&store, &uid("a"), first, None, at(3)).await.unwrap();
    assert_eq!((shown.photo, shown.updated_at), (Some(first), at(3)));
    assert_eq!(students::get(&store, &uid("a")).await.unwrap(), shown);
    assert_eq!(photo::find_file(&store, first).await.unwrap(), Some(object::profile_image(&uid("a"), first)));
    // A repeated check sets the same photo again.
    assert_eq!(photo::set(&store, &uid("a"), first, None, at(4)).await.unwrap(), shown);

    photo::set(&store, &uid("a"), second, None, at(5)).await.unwrap();
    assert_eq!(photo::find_file(&store, first).await.unwrap(), None);
    assert_eq!(photo::find_file(&store, second).await.unwrap(), Some(object::profile_image(&uid("a"), second)));
    let unseen = photo::remove(&store, &uid("a"), Some(&SeenPicture::new(Some(first))), at(6)).await;
    assert!(matches!(unseen, Err(Error::Conflict(Conflict::VersionMismatch))), "{unseen:?}");
    let seen = SeenPicture::new(Some(second));
    for _ in 0..2 {
        assert_eq!(photo::remove(&store, &uid("a"), Some(&seen), at(6)).await.unwrap().photo, None);
        assert_eq!(students::get(&store, &uid("a")).await.unwrap().photo, None);
        assert_eq!(photo::find_file(&store, second).await.unwrap(), None);
    }
    photo::set(&store, &uid("a"), first, None, at(7)).await.unwrap();
    account::begin_deletion(&store, &uid("a"), "a@noteninja.test", at(8)).await.unwrap();
    assert_eq!(photo::find_file(&store, first).await.unwrap(), None, "it goes with the account");
    let nobody = photo::set(&store, &uid("nobody"), first, None, at(1)).await;
    assert!(matches!(nobody, Err(Error::NotFound(ResourceKind::Student))), "{nobody:?}");
}

#[tokio::test]
async fn s7_wr_2_saving_a_profile_keeps_photo_and_counts() {
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    student(&store, "b", Some("bea")).await;
    store::student_follows::follow(&store, &uid("b"), &uid("a"), at(1)).await.unwrap();
    let id = PhotoId::generate();
    photo::set(&store, &uid("a"), id, None, at(1)).await.unwrap();
    let hide = ProfileChange { shows_courses: Some(false), ..ProfileChange::default() };
    let year = ProfileChange { year: Some(Some("2".into())), ..ProfileChange::default() };
    let a = uid("a");
    let (one, other) = tokio::join!(students::edit(&store, &a, &hide, at(2)), students::edit(&store, &a, &year, at(3)));
    one.unwrap();
    other.unwrap();
    let saved = students::get(&store, &uid("a")).await.unwrap();
    assert_eq!((saved.photo, saved.followers, saved.shows_courses), (Some(id), 1, false));
    assert_eq!((saved.year.as_deref(), saved.name.as_str()), (Some("2"), "Name of a"));
    assert_eq!(saved.display_username.as_deref(), Some("amara"));
}

#[tokio::test]
async fn s7_wr_11_a_photo_replaces_only_the_photo_that_the_page_showed_even_if_its_check_is_repeated() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (first, second) = (PhotoId::generate(), PhotoId::generate());
    let set = async |photo, seen: Option<PhotoId>| {
        photo::set(&store, &uid("a"), photo, Some(&SeenPicture::new(seen)), at(1)).await.map(|shown| shown.photo)
    };
    for _ in 0..2 {
        assert_eq!(set(first, None).await.unwrap(), Some(first));
    }
    assert!(matches!(set(second, None).await, Err(Error::Conflict(Conflict::VersionMismatch))));
    assert_eq!(set(second, Some(first)).await.unwrap(), Some(second));
    assert!(matches!(set(first, None).await, Err(Error::Conflict(Conflict::VersionMismatch))));
}
