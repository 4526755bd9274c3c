//! Mails about decisions, and closing a notice after its uploaders were notified.

use super::mail_service::MailService;
use super::*;

const ADMIN: &str = "admin@users.test";
const BEN: &str = "ben@users.test";

/// Publishes a file of two uploaders, and hides both copies.
async fn hide_two(store: &Store) -> NoticeId {
    let code = course(store, "CS246").await;
    let id = claim_note(store, &stored_note(store, &code, "Pointers").await).await;
    publish_by(store, "ben", "Pointers").await.unwrap();
    assert_eq!(hide(store, id).await.copies.len(), 2);
    id
}

async fn with_mail() -> (test_backends::TestBackends, Store, MailService) {
    let engines = test_backends::start().await;
    let (store, mails) = MailService::start(&engines.store).await;
    (engines, store, mails)
}

#[tokio::test]
async fn s7_copyright_10_a_mail_that_fails_is_sent_later_and_keeps_no_other_mail_from_being_sent() {
    let (_engines, store, mails) = with_mail().await;
    let store = &store;
    let id = hide_two(store).await;
    let causes = [
        "AccountSuspendedException",
        "MailFromDomainNotVerifiedException",
        "SendingPausedException",
        "AccessDeniedException",
        "MessageRejected: Email address is not verified. The following identities failed the check: notes@noteninja.test",
    ];
    for (night, cause) in (1..).zip(causes) {
        mails.answer(ADMIN, Some(cause));
        let told = notices::announce(store, id, at(100 + night)).await;
        assert!(matches!(told, Err(Error::Unavailable(_))), "{cause}: {told:?}");
        assert_eq!((mails.sent_to(ADMIN).len(), mails.sent_to(BEN).len()), (0, 1), "{cause}");
    }
    assert!(notices::get(store, id).await.unwrap().closable_at().is_none(), "an uploader is not told");
    mails.answer(ADMIN, None);
    notices::run_nightly(store, at(200)).await.unwrap();
    notices::run_nightly(store, at(300)).await.unwrap();
    assert_eq!((mails.sent_to(ADMIN).len(), mails.sent_to(BEN).len()), (1, 1));
    let text = &mails.sent_to(BEN)[0];
    for part in ["Pointers (CS246)", "within 60 days", "https://notes.example.org/admin/copyright"] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(actions(&log(store, &[at(100)]).await), ["hide_copies", "withhold_item", "withhold_item"]);
}

#[tokio::test]
async fn s7_copyright_10_mails_wait_while_the_site_sends_none() {
    let (engines, store, mails) = with_mail().await;
    let id = hide_two(&engines.store).await;
    notices::announce(&engines.store, id, at(101)).await.unwrap();
    notices::run_nightly(&engines.store, at(200)).await.unwrap();
    assert_eq!(actions(&log(&store, &[at(100)]).await), ["hide_copies", "withhold_item", "withhold_item"]);
    notices::run_nightly(&store, at(300)).await.unwrap();
    assert_eq!((mails.sent_to(ADMIN).len(), mails.sent_to(BEN).len()), (1, 1));
}

#[tokio::test]
async fn s7_copyright_10_rejected_mails_are_shown_on_the_notice_and_not_sent_again() {
    let (_engines, store, mails) = with_mail().await;
    let store = &store;
    let id = hide_two(store).await;
    mails.answer(BEN, Some("MessageRejected"));
    mails.answer("olga@authors.test", Some("BadRequestException"));
    notices::announce(store, id, at(101)).await.unwrap();
    assert_eq!(notices::get(store, id).await.unwrap().rejected_mails(), ["Name of ben"]);

    // The nightly run does not close it, because an uploader may know nothing. An administrator can.
    let due = at(101).plus_secs(60 * DAY_SECS);
    assert_eq!(notices::run_nightly(store, due).await.unwrap().closed, 0);
    assert_eq!(notices::get(store, id).await.unwrap().closable_at(), Some(due));

    counter(store, id, due).await;
    notices::announce(store, id, due).await.unwrap();
    assert_eq!(notices::get(store, id).await.unwrap().rejected_mails(), ["Name of ben", "olga@authors.test"]);
    mails.answer(BEN, None);
    notices::run_nightly(store, due).await.unwrap();
    assert!(mails.sent_to(BEN).is_empty());
}

#[tokio::test]
async fn s7_copyright_8_the_60_days_begin_when_all_uploaders_are_told() {
    let (engines, store, _mails) = with_mail().await;
    let id = hide_two(&engines.store).await;
    let by = uid("admin");
    let late = at(100).plus_secs(40 * DAY_SECS);
    let due = late.plus_secs(60 * DAY_SECS);
    let untold = notices::close(&store, id, NoticeState::Hidden, "No answer", decision(&by, due)).await;
    assert!(matches!(untold, Err(Error::Conflict(Conflict::NoticePending))), "{untold:?}");
    notices::announce(&store, id, late).await.unwrap();
    assert_eq!(notices::run_nightly(&store, due.minus_secs(1)).await.unwrap().closed, 0);
    assert_eq!(notices::run_nightly(&store, due).await.unwrap().closed, 1);
}

#[tokio::test]
async fn s7_copyright_8_a_notice_without_a_counter_notice_is_closed_after_60_days_and_loses_its_personal_data_later() {
    let (_engines, store, _mails) = with_mail().await;
    let store = &store;
    let code = course(store, "CS246").await;
    let pointers = stored_note(store, &code, "Pointers").await;
    let id = claim_note(store, &pointers).await;
    hide(store, id).await;
    notices::announce(store, id, at(100)).await.unwrap();
    let due = at(100).plus_secs(60 * DAY_SECS);
    let by = uid("admin");
    let early = notices::close(store, id, NoticeState::Hidden, "No answer", decision(&by, due.minus_secs(1))).await;
    assert!(matches!(early, Err(Error::Conflict(Conflict::NoticePending))), "{early:?}");
    assert_eq!(notices::run_nightly(store, due.minus_secs(1)).await.unwrap().closed, 0);
    assert_eq!(notices::run_nightly(store, due).await.unwrap().closed, 1);
    assert_eq!(notices::run_nightly(store, due).await.unwrap().closed, 0, "once");
    let closed = notices::get(store, id).await.unwrap();
    assert_eq!((closed.state, closed.draft.name.as_str()), (NoticeState::Removed, "Olga Author"));
    assert_eq!(notices::list(store, true, None, 10).await.unwrap().items.len(), 1);

    let old = due.plus_secs(180 * DAY_SECS);
    assert_eq!(notices::run_nightly(store, old.minus_secs(1)).await.unwrap().cleared, 0);
    assert_eq!(notices::run_nightly(store, old).await.unwrap().cleared, 1);
    let cleared = notices::get(store, id).await.unwrap();
    let text = serde_json::to_string(&cleared).unwrap();
    for personal in ["Olga", "Main Street", "authors.test", "A book", "Note Ninja"] {
        assert!(!text.contains(personal), "{personal}: {text}");
    }
    let entries = log(store, &[at(100), due]).await;
    assert_eq!(actions(&entries), ["hide_copies", "withhold_item", "close_notice"]);
    assert_eq!(entries[2].after.as_deref(), Some("No counter notice came within 60 days."));
    assert!(entries.iter().all(|entry| !serde_json::to_string(entry).unwrap().contains("Olga")));

    // The file is still refused, and the notice can still be withdrawn.
    let again = publish_again(store, "Pointers").await;
    assert!(matches!(again, Err(Error::Conflict(Conflict::FileWithheld))), "{again:?}");
    let withdrawn = dismiss(store, id, NoticeState::Removed, old).await.unwrap();
    assert_eq!((withdrawn.state, withdrawn.copies[0].result), (NoticeState::Dismissed, Some(CopyResult::Restored)));
    assert!(is_published(store, &pointers).await);
}
