use store::downloads::{self, PLACEHOLDER_THUMBNAIL};
use store::keys::object::{self, PreviewSize};
use store::metadata::{PdfMetadata, Preview};
use store::rate_limit::{self, RateLimit};
use store::requests::{self, ANONYMOUS, CourseRequest};
use store::{AlbumId, Conflict, Error, RequestId, ResourceKind, export};

use crate::support::{album_note, at, code, course, empty_store, no_note, note, note_with, student, uid};

#[tokio::test]
async fn s7_me_1_h35_a_multi_page_export_is_complete() {
    const DAYS: usize = 205;
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    for day in (0..).take(DAYS) {
        downloads::record(&store, &uid("a"), note.id, at(day * 86_400)).await.unwrap();
    }
    let (mut kinds, mut cursor) = (Vec::new(), None);
    loop {
        let page = export::page(&store, &uid("a"), cursor.as_ref()).await.unwrap();
        kinds.extend(page.items.into_iter().map(|belonging| belonging.kind.name()));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(kinds.iter().filter(|kind| **kind == "downloads").count(), DAYS);
    assert_eq!(kinds.len(), DAYS + 1, "and the profile: {kinds:?}");
}

#[tokio::test]
async fn s3_dl_1_s7_wr_7_a_download_is_recorded_once_a_day() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    assert!(downloads::record(&store, &uid("a"), note.id, at(0)).await.unwrap());
    assert!(!downloads::record(&store, &uid("a"), note.id, at(60)).await.unwrap());
    assert!(downloads::record(&store, &uid("a"), note.id, at(86_400)).await.unwrap());
    assert!(downloads::record(&store, &uid("b"), note.id, at(0)).await.unwrap());
    let mine = downloads::list(&store, &uid("a"), None, 10).await.unwrap().items;
    assert_eq!(mine.len(), 2);
    let oldest = &mine[1];
    assert_eq!((oldest.user_id.as_str(), oldest.course_id, oldest.course_title.as_str()), ("a", note.id, "Pointers"));
    assert_eq!((oldest.course_thumbnail.as_str(), oldest.downloaded_at), (PLACEHOLDER_THUMBNAIL, at(0)));
    assert!(matches!(
        downloads::record(&store, &uid("a"), no_note(), at(0)).await,
        Err(Error::NotFound(ResourceKind::Note))
    ));
}

#[tokio::test]
async fn s3_dl_1_a_recorded_download_contains_the_preview_of_the_first_page_if_there_is_one() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let open = "0123456789abcdef0123456789abcdef".parse().unwrap();
    let preview = Preview { width_px: 720, height_px: 932, thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI".into(), open };
    let note = note_with(&store, &cs, "Drawn", PdfMetadata { preview: Some(preview), ..PdfMetadata::default() }).await;
    downloads::record(&store, &uid("a"), note.id, at(0)).await.unwrap();
    let mine = downloads::list(&store, &uid("a"), None, 10).await.unwrap().items;
    assert_eq!(mine[0].course_thumbnail, object::preview(&note.file.key, PreviewSize::Small).to_string());
}

#[tokio::test]
async fn s3_dl_1_a_download_of_an_album_note_is_recorded() {
    let store = empty_store().await;
    let midterm = album_note(&store, AlbumId::ExamReview, "Midterm 2024").await;
    assert!(downloads::record(&store, &uid("a"), midterm.id, at(0)).await.unwrap());
    let mine = downloads::list(&store, &uid("a"), None, 10).await.unwrap().items;
    assert_eq!((mine[0].course_id, mine[0].course_title.as_str()), (midterm.id, "Midterm 2024"));
}

#[tokio::test]
async fn s7_wr_7_a_repeated_request_is_stored_once_and_requests_are_listed_newest_first() {
    let store = empty_store().await;
    let request = |id: RequestId, name: &str| CourseRequest {
        id,
        course_code: code("CS246"),
        course_name: name.into(),
        reason: "Please".into(),
        requester: None,
        requester_name: ANONYMOUS.into(),
        requested_at: at(0),
    };
    let first: RequestId = "01JD3Q8Z6B0000000000000001".parse().unwrap();
    let second: RequestId = "01JD3Q8Z6C0000000000000001".parse().unwrap();
    requests::create(&store, &request(first, "Software")).await.unwrap();
    let mut again = request(first, "Software");
    again.requested_at = at(99);
    assert_eq!(requests::create(&store, &again).await.unwrap().requested_at, at(0));
    assert!(matches!(
        requests::create(&store, &request(first, "Other")).await,
        Err(Error::Conflict(Conflict::IdInUse))
    ));
    requests::create(&store, &request(second, "Software")).await.unwrap();
    let listed = requests::list(&store, None, 10).await.unwrap().items;
    assert_eq!(listed.iter().map(|request| request.id).collect::<Vec<_>>(), [second, first]);
}

#[tokio::test]
async fn rate_limits_count_per_user_and_window() {
    let store = empty_store().await;
    let rule = RateLimit { name: "sign-in", max: 2, window_secs: 60 };
    for _ in 0..2 {
        rate_limit::record_hit(&store, &rule, "192.0.2.1", at(0)).await.unwrap();
    }
    let refused = rate_limit::record_hit(&store, &rule, "192.0.2.1", at(1)).await.unwrap_err();
    assert!(matches!(refused, Error::RateLimited { retry_after_secs: 1..=60 }), "{refused:?}");
    rate_limit::record_hit(&store, &rule, "192.0.2.2", at(1)).await.unwrap();
    rate_limit::record_hit(&store, &rule, "192.0.2.1", at(61)).await.unwrap();
}
