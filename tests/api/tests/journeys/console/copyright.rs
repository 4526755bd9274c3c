//! Notices of copyright: the public form, the decision of an administrator, and what follows.

mod closing;

use std::time::{Duration, Instant};

use journeys::api_client::sha256;
use journeys::{Answer, ApiClient, TestEnv, pdf, sound};
use local::SAMPLE_PASSWORD;
use serde_json::{Value, json};
use store::{Timestamp, notices};

/// Time within which all copies must be hidden, counted from the press.
const HIDDEN_WITHIN: Duration = Duration::from_secs(60);

async fn course(admin: &ApiClient, stem: &str) -> String {
    let code = TestEnv::shared().unique_name(stem).to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Claimed", "description": "" })).await.expect(200);
    code
}

fn notice(email: &str, pages: &Value) -> Value {
    json!({
        "name": "Olga Author", "postalAddress": "1 Main Street\nWaterloo", "email": email, "work": "My book, chapter 3",
        "pages": pages, "isInGoodFaith": true, "isAccurate": true, "signature": "Olga Author",
    })
}

/// Returns the path with which the mailed link confirms a notice, and its body.
async fn mailed_confirmation(env: &TestEnv, email: &str) -> (String, Value) {
    let mails = env.mails(email).await;
    let link = mails.last().unwrap()["link"].as_str().unwrap().to_owned();
    let (_, query) = link.split_once("/copyright/confirm?id=").unwrap_or_else(|| panic!("not a link: {link}"));
    let (id, code) = query.split_once("&code=").unwrap();
    (format!("/copyright-notices/{id}/confirm"), json!({ "code": code }))
}

async fn listed(admin: &ApiClient, closed: bool, email: &str) -> Option<Value> {
    let list = admin.get(&format!("/admin/copyright-notices?closed={closed}")).await.expect(200);
    list["items"].as_array().unwrap().iter().find(|item| item["email"] == email).cloned()
}

/// Sends and confirms a notice about these pages. Returns its path in the console.
async fn confirmed(env: &'static TestEnv, admin: &ApiClient, pages: &Value) -> (String, String) {
    let email = format!("{}@authors.test", env.unique_name("owner"));
    let sender = env.anonymous_client();
    sender.post("/copyright-notices", notice(&email, pages)).await.expect(202);
    let (path, body) = mailed_confirmation(env, &email).await;
    sender.post(&path, body).await.expect(204);
    let shown = env.wait_until("the notice in the console", async || listed(admin, false, &email).await).await;
    (format!("/admin/copyright-notices/{}", shown["id"].as_str().unwrap()), email)
}

async fn hide(admin: &ApiClient, notice: &str) -> Answer {
    admin.post(&format!("{notice}/hide"), json!({ "password": SAMPLE_PASSWORD })).await
}

async fn publish_in_album(admin: &ApiClient, bytes: Vec<u8>) -> String {
    let declaration = json!({
        "subject": "Claims", "title": "In an album", "description": "", "fileName": "a.pdf",
        "contentType": "application/pdf", "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
    });
    let ticket = admin.post("/albums/nightOwl/uploads", declaration).await.expect(201);
    assert_eq!(admin.upload_bytes(&ticket, bytes).await, 200);
    admin.wait_for_upload(ticket["id"].as_str().unwrap()).await["noteId"].as_str().unwrap().to_owned()
}

/// Waits until the id of an item is found, which takes some milliseconds after it was published.
async fn wait_for(env: &TestEnv, person: &ApiClient, path: &str, status: u16) {
    env.wait_until(&format!("{path} to answer {status}"), async || {
        (person.get(path).await.status == status).then_some(())
    })
    .await;
}

#[tokio::test]
async fn s7_copyright_1_every_error_of_a_notice_names_its_field_and_hidden_items_count_as_missing() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = course(&admin, "form").await;
    let id = admin.publish(&code, "Claimed", 1).await;
    wait_for(env, &visitor, &format!("/notes/{id}"), 200).await;
    let empty = visitor.post("/copyright-notices", json!({})).await;
    let fields: Vec<&str> =
        empty.body["fields"].as_array().unwrap().iter().map(|field| field["field"].as_str().unwrap()).collect();
    let all = ["name", "postalAddress", "email", "work", "pages", "isInGoodFaith", "isAccurate", "signature"];
    assert_eq!((empty.status.as_u16(), fields), (422, all.to_vec()));

    let sent = async |pages: Value| visitor.post("/copyright-notices", notice("form@authors.test", &pages)).await;
    assert_eq!(sent(json!([" "])).await.first_invalid_field(), ("pages", "required"));
    let page = format!("{}/download/{id}", env.base);
    assert_eq!(sent(json!(vec![page.clone(); 21])).await.first_invalid_field(), ("pages", "too_many"));
    let missing = sent(json!([page, format!("/note/{}", ulid::Ulid::generate())])).await;
    assert_eq!(missing.first_invalid_field(), ("pages", "not_found"));
    assert!(missing.body["detail"].as_str().unwrap().starts_with("Address 2 "), "{}", missing.body);
    for elsewhere in ["https://elsewhere.test/note/01JD8Z5V7R8XQ4N2T6W0YB3C9E", "/browse", "nonsense"] {
        assert_eq!(sent(json!([elsewhere])).await.first_invalid_field(), ("pages", "not_found"), "{elsewhere}");
    }
    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    let hidden = sent(json!(["/browse", format!("/note/{id}")])).await;
    let hidden_alone = sent(json!([format!("/note/{id}")])).await;
    let missing_alone = sent(json!([format!("/note/{}", ulid::Ulid::generate())])).await;
    assert_eq!(hidden.first_invalid_field(), ("pages", "not_found"));
    assert_eq!(hidden_alone.body["fields"], missing_alone.body["fields"]);
    assert!(env.mails("form@authors.test").await.is_empty(), "a rejected notice causes no mail");
}

#[tokio::test]
async fn s7_copyright_2_a_notice_reaches_administrators_after_its_sender_opened_the_mailed_link() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = course(&admin, "confirm").await;
    let id = admin.publish(&code, "Claimed", 1).await;
    wait_for(env, &visitor, &format!("/notes/{id}"), 200).await;
    let email = format!("{}@authors.test", env.unique_name("sender"));
    let page = json!([format!("{}/note/{id}?page=3", env.base)]);

    let by_program = json!({ "website": "https://spam.test" });
    let mut filled = notice(&email, &page);
    filled.as_object_mut().unwrap().extend(by_program.as_object().unwrap().clone());
    visitor.post("/copyright-notices", filled).await.expect(202);
    assert!(env.mails(&email).await.is_empty(), "a program gets the same response, and nothing is sent");

    let created = visitor.post("/copyright-notices", notice(&email, &page)).await.expect(202);
    assert_eq!(created["email"], email.as_str());
    assert!(listed(&admin, false, &email).await.is_none());
    let mails = env.mails(&email).await;
    let text = mails[0]["text"].as_str().unwrap();
    assert!(mails.len() == 1 && !text.contains("Olga") && !text.contains("chapter 3"), "{text}");

    let (path, body) = mailed_confirmation(env, &email).await;
    let notice_id = path.split('/').nth(2).unwrap().to_owned();
    for wrong in ["zz", &"0".repeat(64)] {
        assert_eq!(visitor.post(&path, json!({ "code": wrong })).await.problem(404), "not_found", "{wrong}");
    }
    // Administrators cannot decide about a notice that is not confirmed.
    let console = format!("/admin/copyright-notices/{notice_id}");
    assert_eq!(hide(&admin, &console).await.problem(404), "not_found");
    assert_eq!(admin.get(&format!("{console}/copies")).await.problem(404), "not_found");
    visitor.post(&path, body.clone()).await.expect(204);
    visitor.post(&path, body).await.expect(204);
    let shown = env.wait_until("the notice in the console", async || listed(&admin, false, &email).await).await;
    assert_eq!((&shown["state"], &shown["items"][0]["id"]), (&json!("open"), &json!(id)));
    assert_eq!(
        (&shown["work"], &shown["postalAddress"]),
        (&json!("My book, chapter 3"), &json!("1 Main Street\nWaterloo"))
    );
}

#[tokio::test]
async fn s7_copyright_2_a_notice_cannot_be_confirmed_after_48_hours() {
    let env = TestEnv::shared();
    let found = env
        .with_store(async |store| {
            let draft = notices::NoticeDraft {
                name: "Olga".into(),
                postal_address: "1 Main Street".into(),
                email: "late@authors.test".into(),
                work: "A book".into(),
                signature: "Olga".into(),
            };
            let sent = Timestamp::now();
            let (notice, code) = notices::create(&store, draft, &[], "https://notes.example.org", sent).await.unwrap();
            let late = sent.plus_secs(48 * 3600 + 1);
            notices::confirm(&store, notice.id, &code, late).await.unwrap_err().to_string()
        })
        .await;
    assert_eq!(found, "notice of copyright not found");
}

#[tokio::test]
async fn s7_copyright_3_of_500_notices_from_one_network_10_are_accepted_and_the_others_cause_no_mail() {
    let env = TestEnv::rate_limited();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    admin.put("/courses/CS900", json!({ "title": "Claimed", "description": "" })).await.expect(200);
    let id = admin.publish("CS900", "Claimed", 1).await;
    wait_for(env, &visitor, &format!("/notes/{id}"), 200).await;
    let mut statuses = Vec::new();
    for number in 0..500 {
        let email = format!("flood{}@authors.test", number % 8);
        let answer = visitor.post("/copyright-notices", notice(&email, &json!([format!("/note/{id}")]))).await;
        statuses.push(answer.status.as_u16());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 202).count(), 10);
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 490);
    let mut mails = 0;
    for number in 0..8 {
        mails += env.mails(&format!("flood{number}@authors.test")).await.len();
    }
    assert_eq!(mails, 10);

    // From other networks, one address gets 5 mails a day.
    let mut statuses = Vec::new();
    for network in 2..9 {
        let elsewhere = env.anonymous_client().from_address([127, 0, 9, network]);
        let sent = elsewhere.post("/copyright-notices", notice("one@authors.test", &json!([format!("/note/{id}")])));
        statuses.push(sent.await.status.as_u16());
    }
    assert_eq!(statuses, [202, 202, 202, 202, 202, 429, 429]);
    assert_eq!(env.mails("one@authors.test").await.len(), 5);
}

#[tokio::test]
async fn s7_copyright_4_one_press_hides_two_copies_and_an_album_note_everywhere_within_60_seconds() {
    let env = TestEnv::shared();
    let (admin, student) = (env.sign_in_admin().await, env.sign_up_student("Saver").await);
    let (one, two) = (course(&admin, "copy").await, course(&admin, "copy").await);
    let bytes = pdf::with_pages(1, &env.unique_name("A claimed file "));
    let first = admin.publish_file(&one, 1, "First copy", bytes.clone()).await;
    let second = admin.publish_file(&two, 1, "Second copy", bytes.clone()).await;
    let third = publish_in_album(&admin, bytes.clone()).await;
    let other = admin.publish(&one, "Another file", 1).await;
    let pages = [&first, &second, &third, &other].map(|id| format!("/notes/{id}"));
    for page in &pages {
        wait_for(env, &student, page, 200).await;
    }
    student.put(&format!("/me/notes/{second}"), json!({})).await.expect(201);
    let (notice, _) = confirmed(env, &admin, &json!([format!("/note/{first}")])).await;

    let copies = admin.get(&format!("{notice}/copies")).await.expect(200);
    let mut ids: Vec<&str> =
        copies["items"].as_array().unwrap().iter().map(|copy| copy["id"].as_str().unwrap()).collect();
    let mut expected = [first.as_str(), &second, &third];
    ids.sort_unstable();
    expected.sort_unstable();
    assert_eq!(ids, expected);

    assert_eq!(
        admin.post(&format!("{notice}/hide"), json!({ "password": "wrong password" })).await.problem(422),
        "validation"
    );
    student.get(&pages[0]).await.expect(200);
    assert_eq!(student.post(&format!("{notice}/hide"), json!({ "password": "x" })).await.problem(403), "forbidden");

    let pressed = Instant::now();
    let hidden = hide(&admin, &notice).await.expect(200);
    assert_eq!((&hidden["state"], hidden["copies"].as_array().unwrap().len()), (&json!("hidden"), 3));
    for page in &pages[..3] {
        wait_for(env, &student, page, 404).await;
        wait_for(env, &env.anonymous_client(), &format!("{page}/file"), 404).await;
    }
    // Devices remove their offline copies of notes without an address.
    let addresses = student.post("/notes/addresses", json!({ "ids": [second] })).await.expect(200);
    assert_eq!(addresses, json!({ "items": [], "missing": [second] }));
    // The student who saved the note can no longer read it, unlike any other note in the trash.
    let updates = student.get("/me/note-updates").await.expect(200);
    assert_eq!(updates["items"], json!([{ "noteId": second }]), "{updates}");
    assert_eq!(student.get(&format!("/notes/{second}/reading")).await.problem(404), "not_found");
    for code in [&one, &two] {
        env.wait_within(HIDDEN_WITHIN, "the published lists without the copies", async || {
            let notes = student.get(&format!("/courses/{code}/notes")).await.expect(200).to_string();
            (!notes.contains(&first) && !notes.contains(&second)).then_some(())
        })
        .await;
    }
    assert!(pressed.elapsed() < HIDDEN_WITHIN, "hidden after {:?}", pressed.elapsed());
    student.get(&pages[3]).await.expect(200);

    // The trash has the copies, but they cannot be restored there.
    for (path, id) in [("notes", &first), ("notes", &second), ("album-notes", &third)] {
        let restored = admin.post(&format!("/{path}/{id}/restore"), json!({})).await;
        assert_eq!(restored.problem(409), "conflict", "{id}");
    }
    let log = admin.get("/admin/activity").await.expect(200).to_string();
    assert!(log.contains("hide_copies") && log.contains("3 copies hidden") && log.contains("withhold_item"), "{log}");
    let mails = env.mails(&local::sample_admins()[0].email).await;
    let told = mails
        .iter()
        .filter_map(|mail| mail["text"].as_str())
        .find(|text| text.contains(&format!("First copy ({one})")));
    assert!(told.is_some_and(|text| text.contains("In an album (Night Owl)")), "{mails:?}");
    assert_eq!(hide(&admin, &notice).await.problem(409), "conflict", "a second press changes nothing");
}

#[tokio::test]
async fn s7_copyright_5_a_hidden_file_is_refused_at_the_next_upload_until_the_notice_is_dismissed() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "again").await;
    let bytes = pdf::with_pages(1, &env.unique_name("A refused file "));
    let id = admin.publish_file(&code, 1, "Claimed", bytes.clone()).await;
    let other = admin.publish(&code, "With another file", 2).await;
    wait_for(env, &admin, &format!("/notes/{id}"), 200).await;
    wait_for(env, &admin, &format!("/notes/{other}"), 200).await;
    let (notice, email) = confirmed(env, &admin, &json!([format!("/note/{id}")])).await;
    hide(&admin, &notice).await.expect(200);

    let upload = async || {
        let ticket = admin.create_upload(&code, "Once more", "again.pdf", &bytes).await.expect(201);
        assert_eq!(admin.upload_bytes(&ticket, bytes.clone()).await, 200);
        admin.wait_for_upload(ticket["id"].as_str().unwrap()).await
    };
    let refused = upload().await;
    assert_eq!(refused["status"], "failed");
    assert!(refused["reason"].as_str().unwrap().contains("because of a notice of copyright"), "{refused}");
    let replaced = admin.replace_file("note", &other, ("x.pdf", "application/pdf"), bytes.clone()).await;
    assert_eq!(replaced["status"], "failed", "{replaced}");

    let close = format!("{notice}/dismiss");
    assert_eq!(
        admin.post(&close, json!({ "reason": " ", "password": SAMPLE_PASSWORD })).await.problem(422),
        "validation"
    );
    let dismiss = json!({ "state": "hidden", "reason": "The sender has withdrawn it.", "password": SAMPLE_PASSWORD });
    // A page that was loaded before the press.
    let stale = json!({ "state": "open", "reason": "No work named", "password": SAMPLE_PASSWORD });
    assert_eq!(admin.post(&close, stale).await.problem(409), "conflict");
    admin.get(&format!("/notes/{id}")).await.problem(404);
    let closed = admin.post(&format!("{notice}/dismiss"), dismiss.clone()).await.expect(200);
    assert_eq!((&closed["state"], &closed["reason"]), (&json!("dismissed"), &dismiss["reason"]));
    assert_eq!(closed["copies"][0]["result"], "restored");
    wait_for(env, &env.anonymous_client(), &format!("/notes/{id}"), 200).await;
    assert_eq!(upload().await["status"], "ready");
    assert_eq!(admin.post(&format!("{notice}/dismiss"), dismiss).await.problem(409), "conflict");
    env.wait_until("the notice among the closed ones", async || listed(&admin, true, &email).await).await;
    assert!(admin.get("/admin/activity").await.expect(200).to_string().contains("dismiss_notice"));
}

#[tokio::test]
async fn s7_copyright_3_networks_that_use_up_the_limit_for_all_do_not_lock_out_other_networks() {
    let env = TestEnv::rate_limited();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    admin.put("/courses/CS901", json!({ "title": "Claimed", "description": "" })).await.expect(200);
    let id = admin.publish("CS901", "Claimed", 1).await;
    wait_for(env, &visitor, &format!("/notes/{id}"), 200).await;
    let sent = async |network: u8, number: u8| {
        let elsewhere = env.anonymous_client().from_address([127, 0, 10, network]);
        let email = format!("n{network}x{number}@authors.test");
        let sent = elsewhere.post("/copyright-notices", notice(&email, &json!([format!("/note/{id}")])));
        sent.await.status.as_u16()
    };
    let mut refused = 0;
    for network in 1..=13 {
        for number in 0..10 {
            refused += u32::from(sent(network, number).await == 429);
        }
    }
    assert!(refused >= 17, "of 117 further notices at most 100 are accepted, and {refused} were refused");
    assert_eq!(sent(200, 0).await, 202, "the first notice of another network");
}

#[tokio::test]
async fn s7_copyright_4_two_presses_at_the_same_time_leave_the_copies_hidden() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "twohides").await;
    let id = admin.publish(&code, "Hidden twice", 1).await;
    wait_for(env, &admin, &format!("/notes/{id}"), 200).await;
    let (notice, _) = confirmed(env, &admin, &json!([format!("/note/{id}")])).await;
    let (one, other) = tokio::join!(hide(&admin, &notice), hide(&admin, &notice));
    let statuses = [one.status.as_u16(), other.status.as_u16()];
    assert!(statuses.contains(&200) && statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    admin.get(&format!("/notes/{id}")).await.problem(404);
    admin.post(&format!("/notes/{id}/restore"), json!({})).await.problem(409);
}

#[tokio::test]
async fn s7_copyright_6_a_copy_stays_hidden_while_another_notice_names_its_file() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let bytes = sound::wav(2);
    let id = admin.publish_audio("chill-review", "Claimed twice", "twice.wav", bytes).await;
    wait_for(env, &admin, &format!("/audio/{id}"), 200).await;
    let (first, _) = confirmed(env, &admin, &json!([format!("/audio/{id}?t=3")])).await;
    let (second, _) = confirmed(env, &admin, &json!([format!("/audio/{id}")])).await;
    hide(&admin, &first).await.expect(200);
    let hidden = hide(&admin, &second).await.expect(200);
    assert_eq!(hidden["copies"][0]["id"], json!(id), "the copy that the first notice has hidden");
    wait_for(env, &admin, &format!("/audio/{id}"), 404).await;
    let dismiss = json!({ "state": "hidden", "reason": "Withdrawn", "password": SAMPLE_PASSWORD });
    let closed = admin.post(&format!("{first}/dismiss"), dismiss.clone()).await.expect(200);
    assert_eq!(closed["copies"][0]["result"], "withheld");
    admin.post(&format!("/audio/{id}/restore"), json!({})).await.problem(409);
    admin.post(&format!("{second}/dismiss"), dismiss).await.expect(200);
    wait_for(env, &admin, &format!("/audio/{id}"), 200).await;
}

#[tokio::test]
async fn s7_copyright_7_copies_are_restored_after_the_term_of_a_counter_notice_unless_they_are_held() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let code = course(&admin, "counter").await;
    let id = admin.publish(&code, "Countered", 1).await;
    wait_for(env, &admin, &format!("/notes/{id}"), 200).await;
    let (notice, email) = confirmed(env, &admin, &json!([format!("/note/{id}")])).await;
    let counter = json!({
        "name": "Ben Writer", "postalAddress": "2 Side Street, 519 555 0100", "statement": "I wrote it.",
        "consents": true, "signature": "Ben Writer",
    });
    let path = format!("{notice}/counter");
    assert_eq!(admin.post(&path, counter.clone()).await.problem(409), "conflict", "nothing is hidden yet");
    hide(&admin, &notice).await.expect(200);
    assert_eq!(admin.post(&path, json!({ "name": "Ben" })).await.first_invalid_field().0, "postalAddress");
    let hold = format!("{notice}/hold");
    let held = json!({ "held": true, "reason": "Case 26-1234" });
    assert_eq!(admin.put(&hold, held.clone()).await.problem(409), "conflict", "there is no counter notice yet");
    let countered = admin.post(&path, counter.clone()).await.expect(200);
    assert_eq!(countered["state"], "countered");
    assert_eq!(admin.post(&path, counter).await.problem(409), "conflict");
    let mails = env.mails(&email).await;
    let text = mails.last().unwrap()["text"].as_str().unwrap();
    let until: Timestamp = countered["counter"]["restoreAt"].as_str().unwrap().parse().unwrap();
    assert!(text.contains("I wrote it.") && text.contains(&until.day()), "{text}");

    let nightly = async |at: Timestamp| {
        env.with_store(async move |store| notices::run_nightly(&store, at).await.unwrap()).await;
        admin.get(&format!("/notes/{id}")).await.status.as_u16()
    };
    assert_eq!(nightly(until.minus_secs(1)).await, 404);
    assert_eq!(admin.put(&hold, held).await.expect(200)["state"], "held");
    env.wait_until("the hold in the list", async || {
        listed(&admin, false, &email).await.filter(|notice| notice["state"] == "held")
    })
    .await;
    assert_eq!(nightly(until.plus_secs(86_400)).await, 404, "held copies stay hidden");
    let release = json!({ "held": false, "reason": "The court refused" });
    assert_eq!(admin.put(&hold, release).await.expect(200)["state"], "countered");
    env.wait_until("the end of the hold in the list", async || {
        listed(&admin, false, &email).await.filter(|notice| notice["state"] == "countered")
    })
    .await;
    nightly(until.plus_secs(86_400)).await;
    wait_for(env, &env.anonymous_client(), &format!("/notes/{id}"), 200).await;
    let closed = env.wait_until("the closed notice", async || listed(&admin, true, &email).await).await;
    assert_eq!(closed["state"], "restored");
    let month = until.plus_secs(86_400).month();
    let log = admin.get(&format!("/admin/activity?month={month}")).await.expect(200).to_string();
    assert!(log.contains("restore_copies"), "{log}");
}
