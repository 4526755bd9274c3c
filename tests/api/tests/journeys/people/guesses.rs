//! Guessing of passwords and codes, and requests that send mail to other people's addresses.

use std::time::{SystemTime, UNIX_EPOCH};

use journeys::test_env::PASSWORD;
use journeys::{ApiClient, TestEnv, api_client};
use local::{SAMPLE_PASSWORD, sample_admins};
use serde_json::{Value, json};

const WRONG: &str = "not the password";
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// Signs in and returns the status. A 429 must say how long to wait, and occurs only for wrong passwords.
async fn try_to_sign_in(person: &ApiClient, email: &str, password: &str) -> u16 {
    let answer = person.post("/auth/sign-in", json!({ "email": email, "password": password })).await;
    let status = answer.status.as_u16();
    if status == 429 {
        let wait: u32 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((840..=900).contains(&wait), "{wait}");
        let detail = "Too many wrong passwords. Wait 15 minutes, or reset your password by email.";
        assert_eq!(answer.body["detail"], detail);
        assert_eq!(answer.problem(429), "too_many_requests");
    }
    status
}

async fn guesses(person: &ApiClient, email: &str, how_many: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..how_many {
        statuses.push(try_to_sign_in(person, email, WRONG).await);
    }
    statuses
}

#[tokio::test]
async fn four_consecutive_wrong_passwords_lock_out_only_that_client() {
    let env = TestEnv::rate_limited();
    let (visitor, elsewhere) = (env.anonymous_client(), env.anonymous_client().from_address(ELSEWHERE));
    let admins = sample_admins();
    let (first, second) = (&admins[0].email, &admins[1].email);
    assert_eq!(guesses(&visitor, first, 3).await, [401; 3]);
    assert_eq!(try_to_sign_in(&visitor, first, SAMPLE_PASSWORD).await, 200, "it makes those before forgotten");
    assert_eq!(guesses(&visitor, first, 4).await, [401; 4]);
    assert_eq!(try_to_sign_in(&visitor, first, SAMPLE_PASSWORD).await, 429, "the fifth, though it is right");
    assert_eq!(try_to_sign_in(&elsewhere, first, SAMPLE_PASSWORD).await, 200);

    // Other accounts are not affected, and the owner of the mailbox can reset the password.
    assert_eq!(guesses(&visitor, second, 5).await, [401, 401, 401, 401, 429]);
    visitor.post("/auth/forgot", json!({ "email": second })).await.expect(202);
    let code = env.code_for(second).await;
    visitor.post("/auth/reset", json!({ "email": second, "code": code, "newPassword": PASSWORD })).await.expect(204);
    assert_eq!(try_to_sign_in(&visitor, second, PASSWORD).await, 200);
}

#[tokio::test]
async fn concurrent_wrong_passwords_reach_the_user_pool_fewer_than_five_times() {
    let env = TestEnv::rate_limited();
    let visitor = env.anonymous_client();
    let email = &sample_admins()[0].email;
    let body = json!({ "email": email, "password": WRONG });
    let tries = (0..8).map(|_| {
        let (visitor, body) = (visitor.clone(), body.clone());
        tokio::spawn(async move { visitor.post("/auth/sign-in", body).await.status.as_u16() })
    });
    let mut statuses = Vec::new();
    for answer in tries.collect::<Vec<_>>() {
        statuses.push(answer.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [401, 401, 401, 401, 429, 429, 429, 429]);
}

#[tokio::test]
async fn wrong_passwords_for_an_unknown_address_also_cause_a_lockout() {
    let visitor = TestEnv::rate_limited().anonymous_client();
    assert_eq!(guesses(&visitor, "nobody@students.test", 5).await, [401, 401, 401, 401, 429]);
}

#[tokio::test]
async fn wrong_passwords_during_reauthentication_count_towards_the_lockout() {
    let env = TestEnv::rate_limited();
    let student = env.sign_up_student("Left-open").await;
    let (email, other) = (student.email().to_owned(), "elsewhere@students.test");
    let change = async |password: &str| student.put("/me/email", json!({ "email": other, "password": password })).await;
    let leave = async |password: &str| student.post("/auth/account/delete", json!({ "password": password })).await;
    let choose = async |password: &str| {
        let body = json!({ "currentPassword": password, "newPassword": "quite another one" });
        student.post("/auth/account/password", body).await
    };
    for answer in [change(WRONG).await, leave(WRONG).await, choose(WRONG).await, leave(WRONG).await] {
        assert_eq!(answer.first_invalid_field().1, "wrong");
        assert_eq!(answer.problem(422), "validation");
    }
    for answer in [change(PASSWORD).await, leave(PASSWORD).await, choose(PASSWORD).await] {
        assert_eq!(answer.problem(429), "too_many_requests");
    }
    assert_eq!(try_to_sign_in(&env.anonymous_client(), &email, PASSWORD).await, 429);
    let elsewhere = student.from_address(ELSEWHERE);
    elsewhere.put("/me/email", json!({ "email": other, "password": PASSWORD })).await.expect(202);
}

#[tokio::test]
async fn known_and_unknown_addresses_have_the_same_hourly_limit_of_mails_and_codes() {
    let env = TestEnv::rate_limited();
    let visitor = env.anonymous_client();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 3600;
    loop {
        let hour = now();
        let mut statuses = Vec::new();
        for path in ["/auth/forgot", "/auth/reset"] {
            let known = env.sign_up_student("Known").await.email().to_owned();
            let unknown = format!("{}@students.test", env.unique_name("unknown"));
            // Signing up has already sent one mail and checked one code.
            for (email, spent) in [(known, 1), (unknown, 0)] {
                let body = json!({ "email": email, "code": "000000", "newPassword": PASSWORD });
                for _ in spent..6 {
                    statuses.push(visitor.post(path, body.clone()).await.status.as_u16());
                }
            }
        }
        // The counter restarts every hour.
        if hour == now() {
            let (mails, codes) =
                ([&[202; 4][..], &[429], &[202; 5], &[429]], [&[422; 4][..], &[429], &[422; 5], &[429]]);
            assert_eq!(statuses, [mails.concat(), codes.concat()].concat());
            break;
        }
    }
}

#[tokio::test]
async fn failed_attempts_count_for_the_actual_client_address_whatever_address_its_header_claims() {
    let env = TestEnv::rate_limited();
    let client = reqwest::Client::new();
    let mut statuses = Vec::new();
    for claimed in 1..=5 {
        let request = client
            .post(env.route("/auth/sign-in").0)
            .header("origin", &env.base)
            .header("x-note-ninja", "1")
            // The client controls this header, so it must not count as the client's address.
            .header("x-forwarded-for", format!("203.0.113.{claimed}"))
            .json(&json!({ "email": "victim@students.test", "password": WRONG }));
        statuses.push(api_client::Answer::read("a guess".to_owned(), request).await.status.as_u16());
    }
    assert_eq!(statuses, [401, 401, 401, 401, 429]);
}

#[tokio::test]
async fn sign_in_attempts_per_email_address_and_minute_are_limited_across_clients() {
    let env = TestEnv::rate_limited();
    let mut slowed = None;
    // Send more requests than two windows allow, because a window may end during the test. Each request has another
    // client address.
    for last in 1..=25 {
        let visitor = env.anonymous_client().from_address([127, 0, 1, last]);
        let body = json!({ "email": "victim@students.test", "password": WRONG });
        let answer = visitor.post("/auth/sign-in", body).await;
        if answer.status == 429 {
            slowed = Some(answer);
            break;
        }
    }
    let slowed = slowed.unwrap();
    let wait: u32 = slowed.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(slowed.body["detail"], "Too many attempts. Please wait a minute.");
    // Other accounts at the same address are not affected.
    assert_eq!(try_to_sign_in(&env.anonymous_client(), "somebody-else@students.test", PASSWORD).await, 401);
}

#[tokio::test]
async fn playlist_covers_and_profile_photos_share_one_rate_limit() {
    let env = TestEnv::rate_limited();
    let student = env.sign_up_student("Painter").await;
    let playlist = student.post("/me/playlists", json!({ "name": "Covers", "isPublic": false })).await.expect(201);
    let path = format!("/playlists/{}/cover", playlist["playlist"]["id"].as_str().unwrap());
    let picture = |letter: &str| -> Value {
        let sha256 = api_client::sha256(letter.as_bytes());
        json!({ "fileName": "a.png", "contentType": "image/png", "sizeBytes": 9, "sha256": sha256 })
    };
    student.post("/me/photo", picture("photo")).await.expect(201);
    let mut slowed = None;
    // Send more requests than two hours allow, because an hour may end during the test.
    for number in 0..61 {
        let answer = student.post(&path, picture(&number.to_string())).await;
        if answer.status == 429 {
            slowed = Some(number);
            break;
        }
        answer.expect(201);
    }
    assert!(slowed.is_some_and(|number| number >= 29), "{slowed:?}");
}
