use store::audio::AudioNote;
use store::expected_picture::SeenPicture;
use store::playlists::{self, NewPlaylist, Playlist, PlaylistEdit, Visibility};
use store::trash::{self, DeletePermission};
use store::{AudioId, Conflict, Error, PlaylistId, ResourceKind, ShelfId, Store, stream, students};
use wasm_core::limits::{PLAYLIST_ITEMS_MAX, PLAYLISTS_MAX};

use crate::mine::lists::recordings;
use crate::support::{at, audio, empty_store, fresh_with_engine, student, uid};

pub(crate) fn named(name: &str) -> NewPlaylist {
    NewPlaylist { id: PlaylistId::generate(), name: name.into(), visibility: Visibility::Public }
}

pub(crate) async fn playlist(store: &Store, owner: &str, name: &str) -> Playlist {
    if students::find(store, &uid(owner)).await.unwrap().is_none() {
        student(store, owner, None).await;
    }
    playlists::create(store, &uid(owner), &named(name), &[], at(0)).await.unwrap().playlist
}

/// Returns the recordings of a playlist in order, over all pages, as its owner sees them.
pub(crate) async fn order(store: &Store, playlist: &Playlist) -> Vec<AudioId> {
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let (_, page) = playlists::page(store, &playlist.owner, playlist.id, cursor.as_ref()).await.unwrap();
        found.extend(page.items.iter().map(|entry| entry.item.audio));
        cursor = page.next;
        if cursor.is_none() {
            return found;
        }
    }
}

/// Asserts that the count, duration and mosaic agree with the recordings.
#[track_caller]
pub(crate) fn assert_adds_up(playlist: &Playlist, items: &[AudioId]) {
    let mosaic: Vec<AudioId> = playlist.mosaic.iter().map(|tile| tile.audio).collect();
    assert_eq!(usize::try_from(playlist.audio_count).unwrap(), items.len());
    assert_eq!(playlist.total_secs, 60 * u64::try_from(items.len()).unwrap());
    assert_eq!(mosaic, items[..items.len().min(4)]);
    let mut unique = items.to_vec();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), items.len(), "something is in it twice");
}

#[tokio::test]
async fn s3_pl_1_s4_pl_1_s7_wr_8_creating_a_playlist_with_an_existing_name_returns_the_existing_one() {
    let store = empty_store().await;
    student(&store, "a", Some("Amara")).await;
    student(&store, "b", None).await;
    let notes = recordings(2);
    let first = playlists::create(&store, &uid("a"), &named("Café"), &notes[..1], at(5)).await.unwrap();
    assert!(first.created);
    assert_eq!((first.added, first.playlist.audio_count, first.playlist.created_at), (1, 1, at(5)));
    let again = playlists::create(&store, &uid("a"), &named("CAFE\u{301}"), &notes, at(9)).await.unwrap();
    assert_eq!((again.created, again.added), (false, 1), "only what is not in it comes in");
    assert_eq!((again.playlist.id, again.playlist.name.as_str()), (first.playlist.id, "Café"));
    assert_eq!(order(&store, &again.playlist).await, [notes[0].id, notes[1].id]);
    let other = playlists::create(&store, &uid("b"), &named("Café"), &[], at(9)).await.unwrap();
    assert!(other.created && other.playlist.id != first.playlist.id, "names are everybody's own");
}

#[tokio::test]
async fn h23_a_repeated_create_returns_the_same_playlist_and_an_existing_id_is_rejected() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    student(&store, "b", None).await;
    let new = named("Finals");
    let first = playlists::create(&store, &uid("a"), &new, &[], at(0)).await.unwrap();
    let again = playlists::create(&store, &uid("a"), &new, &[], at(1)).await.unwrap();
    assert_eq!(first, again);
    let refused = playlists::create(&store, &uid("b"), &new, &[], at(1)).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::IdInUse))), "{refused:?}");

    // The response was lost and another device has renamed the playlist. The repeated call must find it by id.
    let rename = PlaylistEdit { name: Some("Winter".into()), visibility: None, version: None, name_before: None };
    let renamed = playlists::edit(&store, &uid("a"), new.id, &rename, at(2)).await.unwrap();
    let notes = recordings(1);
    let repeated = playlists::create(&store, &uid("a"), &new, &notes, at(3)).await.unwrap();
    assert_eq!((repeated.created, repeated.playlist.name.as_str(), repeated.added), (true, "Winter", 1));
    assert_eq!(repeated.playlist.version, renamed.version);
    assert_eq!(playlists::list_owned(&store, &uid("a")).await.unwrap().len(), 1);
}

#[tokio::test]
async fn h10_a_student_has_at_most_a_hundred_playlists() {
    let (store, engine) = fresh_with_engine().await;
    student(&store, "a", None).await;
    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET playlist_count = :count",
        "ExpressionAttributeValues": { ":count": { "N": (PLAYLISTS_MAX - 1).to_string() } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    let last = playlist(&store, "a", "The last").await;
    let refused = playlists::create(&store, &uid("a"), &named("One more"), &[], at(0)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 100, .. })), "{refused:?}");
    assert!(!playlists::create(&store, &uid("a"), &named("the LAST"), &[], at(0)).await.unwrap().created);
    playlists::delete(&store, &uid("a"), last.id).await.unwrap();
    playlist(&store, "a", "One more").await;
}

#[tokio::test]
async fn s4_pl_1_adding_a_recording_twice_changes_nothing_and_removing_it_decrements_the_count() {
    let store = empty_store().await;
    let mine = playlist(&store, "a", "Finals").await;
    let notes = recordings(6);
    let added = playlists::add(&store, &uid("a"), mine.id, &notes, at(1)).await.unwrap();
    assert_eq!((added.added, added.playlist.audio_count), (6, 6));
    let again = playlists::add(&store, &uid("a"), mine.id, &notes[2..4], at(2)).await.unwrap();
    assert_eq!((again.added, &again.playlist), (0, &added.playlist));
    for _ in 0..2 {
        let left = playlists::remove(&store, &uid("a"), mine.id, notes[1].id).await.unwrap();
        let expected: Vec<AudioId> = [0, 2, 3, 4, 5].map(|place: usize| notes[place].id).to_vec();
        assert_eq!(order(&store, &left).await, expected);
        assert_adds_up(&left, &expected);
    }
    // A removed recording can be added again at the end.
    let back = playlists::add(&store, &uid("a"), mine.id, &notes[1..2], at(3)).await.unwrap();
    assert_eq!(order(&store, &back.playlist).await.last(), Some(&notes[1].id));
}

#[tokio::test]
async fn s7_rd_9_a_playlist_with_five_hundred_items_is_paged_and_deleted_completely() {
    let store = empty_store().await;
    let notes = recordings(PLAYLIST_ITEMS_MAX + 1);
    let (all, one_more) = notes.split_at(PLAYLIST_ITEMS_MAX);
    let mine = playlist(&store, "a", "Everything").await;
    let full = playlists::add(&store, &uid("a"), mine.id, all, at(1)).await.unwrap();
    let expected: Vec<AudioId> = all.iter().map(|note| note.id).collect();
    assert_eq!(full.added, 500);
    assert_eq!(order(&store, &mine).await, expected);
    assert_adds_up(&full.playlist, &expected);
    let refused = playlists::add(&store, &uid("a"), mine.id, one_more, at(2)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 500, .. })), "{refused:?}");
    let there = playlists::add(&store, &uid("a"), mine.id, &all[7..8], at(2)).await.unwrap();
    assert_eq!(there.added, 0, "what is in a full list is still in it");
    playlists::remove(&store, &uid("a"), mine.id, all[250].id).await.unwrap();
    playlists::add(&store, &uid("a"), mine.id, one_more, at(3)).await.unwrap();

    let other = playlist(&store, "a", "Another").await;
    let (_, page) = playlists::page(&store, &uid("a"), mine.id, None).await.unwrap();
    assert_eq!(page.items.len(), 100);
    let foreign = playlists::page(&store, &uid("a"), other.id, page.next.as_ref()).await;
    assert!(matches!(foreign, Err(Error::InvalidCursor)));

    let deleted = playlists::get_mine(&store, &uid("a"), mine.id).await.unwrap();
    playlists::delete(&store, &uid("a"), mine.id).await.unwrap();
    assert!(playlists::find(&store, mine.id).await.unwrap().is_none());
    assert!(matches!(
        playlists::delete(&store, &uid("a"), mine.id).await,
        Err(Error::NotFound(ResourceKind::Playlist))
    ));
    assert!(playlists::create(&store, &uid("a"), &named("everything"), &[], at(4)).await.unwrap().created);
    // Create the same id again before the purge: new entries must stay.
    let new = NewPlaylist { id: mine.id, name: "Reborn".into(), visibility: Visibility::Private };
    let reborn = playlists::create(&store, &uid("a"), &new, &[], at(5)).await.unwrap().playlist;
    let there = order(&store, &reborn).await;
    assert_eq!(there.len(), 500, "the old ones still lie there");
    let new = recordings(1);
    for _ in 0..2 {
        purge_without_cover(&store, &deleted).await;
    }
    assert!(order(&store, &reborn).await.is_empty());
    playlists::add(&store, &uid("a"), reborn.id, &new, at(6)).await.unwrap();
    purge_without_cover(&store, &deleted).await;
    assert_eq!(order(&store, &reborn).await, [new[0].id]);
}

async fn purge_without_cover(store: &Store, deleted: &Playlist) {
    assert_eq!(deleted.cover, None, "there are no buckets here");
    playlists::purge(store, deleted).await.unwrap();
}

#[tokio::test]
async fn h10_s6_stu_3_only_the_owner_can_change_a_playlist_and_others_get_not_found() {
    let store = empty_store().await;
    let mine = playlist(&store, "a", "Finals").await;
    student(&store, "b", None).await;
    let notes = recordings(2);
    playlists::add(&store, &uid("a"), mine.id, &notes, at(1)).await.unwrap();
    let before = playlists::find(&store, mine.id).await.unwrap();
    let (stranger, edit) =
        (uid("b"), PlaylistEdit { name: Some("Mine".into()), visibility: None, version: Some(1), name_before: None });
    let cover = "01JD3Q8Z6B0000000000000007".parse().unwrap();
    let refused = [
        playlists::get_mine(&store, &stranger, mine.id).await.err(),
        playlists::add(&store, &stranger, mine.id, &recordings(3)[2..], at(2)).await.err(),
        playlists::remove(&store, &stranger, mine.id, notes[0].id).await.err(),
        playlists::remove(&store, &stranger, mine.id, recordings(9)[8].id).await.err(),
        playlists::reorder(&store, &stranger, mine.id, notes[1].id, None, Some(1)).await.err(),
        playlists::edit(&store, &stranger, mine.id, &edit, at(2)).await.err(),
        playlists::set_cover(&store, &stranger, mine.id, cover, None, at(2)).await.err(),
        playlists::remove_cover(&store, &stranger, mine.id, None, at(2)).await.err(),
        playlists::delete(&store, &stranger, mine.id).await.err(),
    ];
    for (number, error) in refused.iter().enumerate() {
        assert!(matches!(error, Some(Error::NotFound(ResourceKind::Playlist))), "{number}: {error:?}");
    }
    assert_eq!(playlists::find(&store, mine.id).await.unwrap(), before);
    assert_eq!(order(&store, &mine).await.len(), 2);
}

#[tokio::test]
async fn s7_rd_9_private_playlists_and_missing_recordings_are_visible_to_the_owner_only() {
    let store = empty_store().await;
    let mine = playlist(&store, "a", "Finals").await;
    let mut notes = Vec::new();
    for (title, shelf) in [("One", ShelfId::DeepDive), ("Two", ShelfId::Radio), ("Three", ShelfId::QuickRecap)] {
        notes.push(audio(&store, shelf, title).await);
    }
    playlists::add(&store, &uid("a"), mine.id, &notes, at(1)).await.unwrap();
    trash::trash_item::<AudioNote>(&store, notes[1].id, &uid("admin"), DeletePermission::All, at(2)).await.unwrap();

    let seen = async |viewer: &str| {
        let (_, page) = playlists::page(&store, &uid(viewer), mine.id, None).await?;
        Ok::<_, Error>(
            page.items.into_iter().map(|entry| (entry.item.title, entry.audio.is_some())).collect::<Vec<_>>(),
        )
    };
    let gone = |title: &str, there: bool| (title.to_owned(), there);
    assert_eq!(seen("a").await.unwrap(), [gone("One", true), gone("Two", false), gone("Three", true)]);
    assert_eq!(seen("b").await.unwrap(), [gone("One", true), gone("Three", true)]);

    let private =
        PlaylistEdit { name: None, visibility: Some(Visibility::Private), version: Some(1), name_before: None };
    playlists::edit(&store, &uid("a"), mine.id, &private, at(3)).await.unwrap();
    assert!(matches!(seen("b").await, Err(Error::NotFound(ResourceKind::Playlist))));
    assert_eq!(seen("a").await.unwrap().len(), 3);

    let open = playlist(&store, "a", "Open").await;
    let listed = playlists::list_public(&store, &uid("a"), None, 100).await.unwrap().items;
    assert_eq!(listed.iter().map(|each| each.id).collect::<Vec<_>>(), [open.id]);
    let mine: Vec<_> =
        playlists::list_owned(&store, &uid("a")).await.unwrap().into_iter().map(|each| each.name).collect();
    assert_eq!(mine, ["Open", "Finals"]);
    assert!(playlists::list_owned(&store, &uid("b")).await.unwrap().is_empty());
}

#[tokio::test]
async fn h23_renaming_a_playlist_releases_the_old_name_and_an_outdated_version_is_rejected() {
    let store = empty_store().await;
    let (mine, other) = (playlist(&store, "a", "Finals").await, playlist(&store, "a", "Midterms").await);
    let rename = |name: &str, version: u32| PlaylistEdit {
        name: Some(name.into()),
        visibility: None,
        version: Some(version),
        name_before: None,
    };
    let edit = async |edit: PlaylistEdit| playlists::edit(&store, &uid("a"), mine.id, &edit, at(1)).await;
    assert!(matches!(edit(rename("midTERMS", 1)).await, Err(Error::Conflict(Conflict::PlaylistNameTaken))));
    let renamed = edit(rename("finals", 1)).await.unwrap();
    assert_eq!((renamed.name.as_str(), renamed.version), ("finals", 2), "another case is no other name");
    assert!(matches!(edit(rename("Winter", 1)).await, Err(Error::Conflict(Conflict::VersionMismatch))));
    let renamed = edit(rename("Winter", 2)).await.unwrap();
    assert_eq!(edit(rename("Winter", 3)).await.unwrap(), renamed, "nothing to change, no new version");
    // After the rename, the old name can be used again and the new name is taken.
    assert!(!playlists::create(&store, &uid("a"), &named("WINTER"), &[], at(2)).await.unwrap().created);
    assert!(playlists::create(&store, &uid("a"), &named("Finals"), &[], at(2)).await.unwrap().created);
    assert_eq!(playlists::get_mine(&store, &uid("a"), other.id).await.unwrap().name, "Midterms");
    // Adding and removing recordings does not make an edit stale.
    playlists::add(&store, &uid("a"), mine.id, &recordings(1), at(3)).await.unwrap();
    assert_eq!(edit(rename("Spring", 3)).await.unwrap().version, 4);
    // An edit made offline has no version: it applies to the current playlist and is idempotent.
    let waited = PlaylistEdit { version: None, ..rename("Summer", 0) };
    let once = edit(waited.clone()).await.unwrap();
    assert_eq!((once.name.as_str(), once.version), ("Summer", 5));
    assert_eq!(edit(waited).await.unwrap(), once);
    // Another device has renamed the playlist since.
    let outdated = |name: &str| PlaylistEdit { version: None, name_before: Some("Spring".into()), ..rename(name, 0) };
    assert!(matches!(edit(outdated("Autumn")).await, Err(Error::Conflict(Conflict::VersionMismatch))));
    assert_eq!(edit(outdated("Summer")).await.unwrap(), once, "both devices chose this name");
}

#[tokio::test]
async fn s1_j_7_a_playlist_cover_can_be_set_replaced_and_removed() {
    let store = empty_store().await;
    let mine = playlist(&store, "a", "Finals").await;
    let (one, two) = ("01JD3Q8Z6B0000000000000007".parse().unwrap(), "01JD3Q8Z6B0000000000000008".parse().unwrap());
    for cover in [one, one, two] {
        let shown = playlists::set_cover(&store, &uid("a"), mine.id, cover, None, at(1)).await.unwrap();
        assert_eq!((shown.cover, shown.version), (Some(cover), 1));
    }
    let unseen = playlists::remove_cover(&store, &uid("a"), mine.id, Some(&SeenPicture::new(Some(one))), at(2)).await;
    assert!(matches!(unseen, Err(Error::Conflict(Conflict::VersionMismatch))), "{unseen:?}");
    let seen = SeenPicture::new(Some(two));
    for _ in 0..2 {
        assert_eq!(playlists::remove_cover(&store, &uid("a"), mine.id, Some(&seen), at(2)).await.unwrap().cover, None);
    }
}

#[tokio::test]
async fn a_library_file_at_its_limit_lists_the_newest_of_equally_liked_playlists() {
    let store = empty_store().await;
    let mut made = Vec::new();
    for name in ["First", "Second", "Third"] {
        made.push(playlist(&store, "a", name).await.id.to_string());
    }
    made.sort();
    let mut listed: Vec<String> =
        stream::list_best(&store, 2).await.unwrap().into_iter().map(|record| record.id).collect();
    listed.sort();
    assert_eq!(listed, made[1..]);
    assert_eq!(stream::list_best(&store, 3).await.unwrap().len(), 3);
}
