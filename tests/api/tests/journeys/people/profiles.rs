//! Profiles of students, and follows between them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use journeys::api_client::sha256;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};

/// A PNG of one pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn declared(name: &str, content_type: &str, bytes: &[u8]) -> Value {
    json!({ "fileName": name, "contentType": content_type, "sizeBytes": bytes.len(), "sha256": sha256(bytes) })
}

/// Uploads a profile photo and returns the result.
async fn send(owner: &ApiClient, name: &str, content_type: &str, bytes: &[u8]) -> Value {
    let ticket = owner.post("/me/photo", declared(name, content_type, bytes)).await.expect(201);
    assert_eq!(owner.upload_bytes(&ticket, bytes.to_vec()).await.as_u16(), 200);
    owner.wait_for_upload(ticket["id"].as_str().unwrap()).await
}

/// Uploads a profile photo that must succeed and returns its path below `/api`.
async fn photo(owner: &ApiClient) -> String {
    let outcome = send(owner, "me.png", "image/png", &STANDARD.decode(PICTURE).unwrap()).await;
    assert_eq!((&outcome["status"], &outcome["kind"]), (&json!("ready"), &json!("profilePhoto")), "{outcome}");
    let me = owner.get("/me").await.expect(200);
    me["profileImageUrl"].as_str().unwrap().strip_prefix("/api").unwrap().to_owned()
}

fn username(person: &ApiClient) -> &str {
    person.me["username"].as_str().unwrap()
}

#[tokio::test]
async fn s1_j_8_s3_student_1_s7_wr_3_s9_c_2_a_profile_photo_is_public_until_it_is_replaced_or_removed() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Pictured").await, env.sign_up_student("Looker").await);
    let first = photo(&student).await;
    let address = env.anonymous_client().get(&first).await.header("location").unwrap().to_owned();
    let picture = reqwest::get(&address).await.unwrap();
    assert_eq!((picture.status().as_u16(), &picture.headers()["content-type"]), (200, &"image/jpeg".parse().unwrap()));
    let shown = format!("/api{first}");
    assert_eq!(student.get("/me").await.expect(200)["profileImageUrl"], shown);
    assert!(!shown.contains(student.uid()), "the address of a picture names nobody");
    let name = username(&student);
    let profile = env.anonymous_client().get(&format!("/students/{name}")).await.expect(200);
    assert_eq!(profile["profileImageUrl"], shown);
    let found = other.get(&format!("/students?prefix={name}")).await.expect(200);
    assert_eq!(found["items"][0]["profileImageUrl"], shown);
    let made = student.post("/me/playlists", json!({ "name": "With a face" })).await.expect(201);
    assert_eq!(made["playlist"]["ownerImageUrl"], shown);

    let second = photo(&student).await;
    assert_ne!(first, second);
    assert_eq!(other.get(&first).await.problem(404), "not_found");
    env.wait_until_gone("a replaced photo", &address).await;
    assert_eq!(other.get(&second).await.status, 302);
    for _ in 0..2 {
        assert!(student.delete("/me/photo").await.expect(200).get("profileImageUrl").is_none());
    }
    assert!(student.get("/me").await.expect(200).get("profileImageUrl").is_none());
    assert_eq!(other.get(&second).await.problem(404), "not_found");
    let guessed = format!("/photos/{}", ulid::Ulid::generate());
    assert_eq!(other.get(&guessed).await.problem(404), "not_found");
}

#[tokio::test]
async fn s5_pe_2_s5_pe_3_s7_fs_1_a_profile_photo_that_is_too_large_or_not_an_image_is_rejected() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Refused").await;
    let refused = async |content_type: &str, size: u64| {
        let body =
            json!({ "fileName": "me", "contentType": content_type, "sizeBytes": size, "sha256": "0".repeat(64) });
        student.post("/me/photo", body).await
    };
    for content_type in ["image/svg+xml", "application/pdf", ""] {
        let answer = refused(content_type, 9).await;
        assert_eq!(answer.body["fields"][0]["message"], "Please select a valid image file", "{content_type}");
        assert_eq!(answer.problem(422), "validation");
    }
    let answer = refused("image/jpeg", 5 * 1024 * 1024).await;
    assert_eq!(answer.body["fields"][0]["message"], "Image size must be less than 5MB");
    assert_eq!(answer.problem(422), "validation");
    assert_eq!(refused("image/jpeg", 5 * 1024 * 1024 - 1).await.status, 201);

    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let outcome = send(&student, "me.png", "image/png", svg).await;
    assert_eq!(outcome["status"], "failed", "{outcome}");
    assert!(outcome["reason"].as_str().unwrap().contains("not a picture"), "{outcome}");
    assert!(student.get("/me").await.expect(200).get("profileImageUrl").is_none());
}

#[tokio::test]
async fn s6_stu_2_h4_a_student_can_edit_only_known_fields_of_their_own_profile() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Honest").await, env.sign_up_student("Nosy").await);
    let before = student.get("/me").await.expect(200);
    let forged = json!({
        "year": "3", "uid": other.uid(), "email": "somebody@else.test", "isAdmin": true, "followers": 12,
        "stats": { "followers": 12 }, "createdAt": "2001-01-01T00:00:00Z", "profileImageUrl": "https://evil.test/x",
    });
    let after = student.patch("/me/profile", forged).await.expect(200);
    assert_eq!(after["year"], "3");
    for kept in ["uid", "email", "isAdmin", "createdAt", "profileImageUrl", "username"] {
        assert_eq!(after.get(kept), before.get(kept), "{kept}");
    }
    let profile = other.get(&format!("/students/{}", username(&student))).await.expect(200);
    assert_eq!((&profile["followers"], &profile["following"]), (&json!(0), &json!(0)));
    // A photo always belongs to its uploader: no route names another student.
    photo(&other).await;
    assert!(student.get("/me").await.expect(200).get("profileImageUrl").is_none());
    let visitor = env.anonymous_client();
    assert_eq!(visitor.delete("/me/photo").await.status, 401);
    let declared = declared("me.png", "image/png", &STANDARD.decode(PICTURE).unwrap());
    assert_eq!(visitor.post("/me/photo", declared).await.status, 401);
}

#[tokio::test]
async fn s7_rd_2_h6_a_profile_is_complete_for_its_owner_and_public_fields_only_for_others() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Whole").await, env.sign_up_student("Public").await);
    student.patch("/me/profile", json!({ "faculty": "Arts", "year": "2", "name": "Whole Name" })).await.expect(200);
    let me = student.get("/me").await.expect(200);
    assert_eq!((&me["faculty"], &me["year"], &me["name"]), (&json!("Arts"), &json!("2"), &json!("Whole Name")));
    assert_eq!((me["email"].as_str(), me["uid"].as_str()), (Some(student.email()), Some(student.uid())));
    for person in [&other, &env.anonymous_client()] {
        let profile = person.get(&format!("/students/{}", username(&student))).await.expect(200);
        let mut fields: Vec<_> = profile.as_object().unwrap().keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["displayUsername", "followers", "following", "isFollowed", "showsCourses", "username"]);
    }
}

#[tokio::test]
async fn s7_rd_3_students_are_found_by_username_prefix_in_any_case_and_by_former_username() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Renamed").await, env.sign_up_student("Seeker").await);
    let old = student.me["displayUsername"].as_str().unwrap().to_owned();
    let new = format!("{old}-New");
    student.patch("/me/profile", json!({ "username": new })).await.expect(200);
    for asked in [new.to_lowercase(), new.to_uppercase(), old.to_uppercase()] {
        let profile = other.get(&format!("/students/{asked}")).await.expect(200);
        assert_eq!((&profile["username"], &profile["displayUsername"]), (&json!(new.to_lowercase()), &json!(new)));
    }
    for list in ["courses", "playlists"] {
        other.get(&format!("/students/{old}/{list}")).await.expect(200);
    }
    // Once another student claims the old name, its URL leads to that student.
    other.patch("/me/profile", json!({ "username": old })).await.expect(200);
    let profile = student.get(&format!("/students/{old}")).await.expect(200);
    assert_eq!(profile["username"], old.to_lowercase());
    let taken = student.patch("/me/profile", json!({ "username": old.to_uppercase() })).await;
    assert_eq!(taken.body["detail"], "Username is already taken.");
    assert_eq!(taken.problem(409), "username_taken");

    let found = other.get(&format!("/students?prefix={}", new.to_uppercase())).await.expect(200);
    assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(other.get("/students?prefix=p").await.problem(422), "validation");
}

#[tokio::test]
async fn s3_student_1_s7_wr_2_s7_wr_3_saving_a_profile_keeps_absent_fields_and_returns_the_time_of_the_change() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Merged").await;
    let chosen = format!("{}-Saved", student.me["displayUsername"].as_str().unwrap());
    let whole = json!({ "name": "Amara K", "username": chosen, "faculty": "Science", "year": "2" });
    let saved = student.put("/me/profile", whole).await.expect(200);
    assert_eq!((&saved["username"], &saved["displayUsername"]), (&json!(chosen.to_lowercase()), &json!(chosen)));
    assert_eq!((saved["uid"].as_str(), &saved["name"]), (Some(student.uid()), &json!("Amara K")));
    student.patch("/me/profile", json!({ "showsCourses": false })).await.expect(200);
    let me = student.patch("/me/profile", json!({ "name": "Amara Kone" })).await.expect(200);
    assert_eq!((&me["name"], &me["faculty"], &me["year"]), (&json!("Amara Kone"), &json!("Science"), &json!("2")));
    assert_eq!((&me["showsCourses"], me["email"].as_str()), (&json!(false), Some(student.email())));
    assert_eq!(me, student.get("/me").await.expect(200));
    assert_eq!(me["createdAt"], student.me["createdAt"]);
    let (then, now) = (saved["updatedAt"].as_str().unwrap(), me["updatedAt"].as_str().unwrap());
    assert!(me["createdAt"].as_str().unwrap() < then && then < now, "{then} and {now}");
    // Two devices that save at the same time do not overwrite each other.
    for year in ["3", "4", "5"] {
        let (name, faculty) = (format!("Amara {year}"), if year == "4" { "Arts" } else { "Health" });
        let (one, other, third) = tokio::join!(
            student.patch("/me/profile", json!({ "name": name })),
            student.patch("/me/profile", json!({ "year": year })),
            student.patch("/me/profile", json!({ "faculty": faculty })),
        );
        let _saved = (one.expect(200), other.expect(200), third.expect(200));
        let me = student.get("/me").await.expect(200);
        assert_eq!((&me["name"], &me["year"], &me["faculty"]), (&json!(name), &json!(year), &json!(faculty)));
    }
    let stale = json!({ "name": "Ben", "before": { "name": "Amara K" } });
    assert_eq!(student.patch("/me/profile", stale).await.problem(409), "conflict");
    let emptied = student.patch("/me/profile", json!({ "faculty": "" })).await.expect(200);
    assert_eq!((emptied.get("faculty"), &emptied["year"]), (None, &json!("5")));
}

#[tokio::test]
async fn s9_c_13_a_follow_is_counted_on_both_profiles_and_listed_for_members() {
    let env = TestEnv::shared();
    let (fan, star) = (env.sign_up_student("Fan").await, env.sign_up_student("Star").await);
    let (fan_name, star_name) = (username(&fan), username(&star));
    let follow = format!("/me/students/{star_name}");
    for _ in 0..2 {
        let answer = fan.put(&follow, json!({})).await.expect(200);
        assert_eq!(answer, json!({ "isFollowed": true, "followers": 1 }));
    }
    for (viewer, is_followed) in [(&fan, true), (&star, false)] {
        assert_eq!(viewer.get(&format!("/students/{star_name}")).await.expect(200)["isFollowed"], is_followed);
    }
    assert_eq!(fan.get(&format!("/students/{fan_name}")).await.expect(200)["following"], 1);

    let followers = fan.get(&format!("/students/{star_name}/followers")).await.expect(200);
    assert_eq!(followers["items"][0]["username"], fan_name);
    let following = star.get(&format!("/students/{fan_name}/following")).await.expect(200);
    assert_eq!(following["items"][0]["username"], star_name);
    assert!(!following.to_string().contains('@'), "{following}");
    assert_eq!(env.anonymous_client().get(&format!("/students/{star_name}/followers")).await.status, 401);

    assert_eq!(fan.put(&format!("/me/students/{fan_name}"), json!({})).await.problem(409), "conflict");
    assert_eq!(fan.put("/me/students/nobody-has-this-name", json!({})).await.problem(404), "not_found");
    for _ in 0..2 {
        let answer = fan.delete(&follow).await.expect(200);
        assert_eq!(answer, json!({ "isFollowed": false, "followers": 0 }));
    }
}

#[tokio::test]
async fn s9_c_13_activity_feed_contains_new_courses_and_public_playlists_of_followed_students() {
    let env = TestEnv::shared();
    let (fan, star) = (env.sign_up_student("Watcher").await, env.sign_up_student("Watched").await);
    let admin = env.sign_in_admin().await;
    let code = env.unique_name("feed").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Feeds", "description": "" })).await.expect(200);
    let notes = [admin.publish(&code, "One", 1).await, admin.publish(&code, "Two", 1).await];
    let lines = async || {
        let feed = fan.get("/me/feed").await.expect(200);
        let line = |line: &Value| format!("{} {}", line["action"].as_str().unwrap(), line["title"].as_str().unwrap());
        feed["items"].as_array().unwrap().iter().map(line).collect::<Vec<_>>()
    };
    star.put(&format!("/me/notes/{}", notes[0]), json!({})).await;
    let list = star.post("/me/playlists", json!({ "name": "Open", "visibility": "public" })).await.expect(201);
    star.post("/me/playlists", json!({ "name": "Closed", "visibility": "private" })).await.expect(201);
    assert!(lines().await.is_empty(), "nobody is followed yet");

    fan.put(&format!("/me/students/{}", username(&star)), json!({})).await.expect(200);
    assert_eq!(lines().await, ["sharedPlaylist Open", "startedCourse Feeds"]);
    star.put(&format!("/me/notes/{}", notes[1]), json!({})).await;
    assert_eq!(lines().await.len(), 2, "a course starts once");

    let feed = fan.get("/me/feed").await.expect(200);
    assert_eq!(feed["items"][0]["student"]["username"], username(&star));
    assert!(!feed.to_string().contains('@'), "{feed}");

    let list = format!("/playlists/{}", list["playlist"]["id"].as_str().unwrap());
    let version = star.get(&list).await.expect(200)["playlist"]["version"].clone();
    star.patch(&list, json!({ "visibility": "private", "version": version })).await.expect(200);
    star.patch("/me/profile", json!({ "showsCourses": false })).await.expect(200);
    assert!(lines().await.is_empty(), "what is private is private at once");

    let version = star.get(&list).await.expect(200)["playlist"]["version"].clone();
    star.patch(&list, json!({ "visibility": "public", "version": version })).await.expect(200);
    assert_eq!(lines().await, ["sharedPlaylist Open"], "made public is new again");
    fan.delete(&format!("/me/students/{}", username(&star))).await.expect(200);
    assert!(lines().await.is_empty());
    assert_eq!(env.anonymous_client().get("/me/feed").await.status, 401);
}

#[tokio::test]
async fn s2_pub_1_s2_pub_2_s9_c_13_a_public_profile_lists_courses_of_saved_notes_unless_private() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Keeper").await, env.sign_up_student("Guest").await);
    let admin = env.sign_in_admin().await;
    let (older, code) = (env.unique_name("older").to_uppercase(), env.unique_name("prof").to_uppercase());
    let mut notes = Vec::new();
    for (course, title) in [(&older, "One"), (&code, "One"), (&code, "Two")] {
        admin.put(&format!("/courses/{course}"), json!({ "title": "Profiles", "description": "" })).await.expect(200);
        notes.push(admin.publish(course, title, 1).await);
    }
    // The oldest note is saved last.
    for note in notes.iter().rev() {
        student.put(&format!("/me/notes/{note}"), json!({})).await;
    }
    let path = format!("/students/{}/courses", username(&student));
    let shown = other.get(&path).await.expect(200);
    assert_eq!(shown["courseCount"], 2, "two names");
    let top = |place: usize| (&shown["topCourses"][place]["code"], &shown["topCourses"][place]["savedNotes"]);
    assert_eq!((top(0), top(1)), ((&json!(older), &json!(1)), (&json!(code), &json!(2))), "last saved first");
    student.patch("/me/profile", json!({ "showsCourses": false })).await.expect(200);
    for person in [&other, &env.anonymous_client()] {
        assert_eq!(person.get(&path).await.expect(200), json!({ "topCourses": [] }));
    }
    assert_eq!(student.get(&path).await.expect(200), shown, "one's own are there for oneself");
}

#[tokio::test]
async fn s2_pub_2_s9_c_13_top_courses_and_the_feed_contain_the_target_of_a_merged_course() {
    let env = TestEnv::shared();
    let (student, fan) = (env.sign_up_student("Merged").await, env.sign_up_student("Reader").await);
    let admin = env.sign_in_admin().await;
    let (from, into) = (env.unique_name("topold").to_uppercase(), env.unique_name("topnew").to_uppercase());
    fan.put(&format!("/me/students/{}", username(&student)), json!({})).await.expect(200);
    for course in [&from, &into] {
        admin.put(&format!("/courses/{course}"), json!({ "title": course, "description": "" })).await.expect(200);
        let note = admin.publish(course, course, 1).await;
        student.put(&format!("/me/notes/{note}"), json!({})).await.expect(201);
    }
    assert_eq!(fan.get("/me/feed").await.expect(200)["items"].as_array().unwrap().len(), 2);

    admin.merge(&from, &into).await;
    let courses = fan.get(&format!("/students/{}/courses", username(&student))).await.expect(200);
    assert_eq!(courses["topCourses"], json!([{ "code": into, "title": into, "savedNotes": 2 }]));
    let feed = fan.get("/me/feed").await.expect(200);
    let lines = feed["items"].as_array().unwrap();
    assert_eq!(
        (lines.len(), &lines[0]["action"], &lines[0]["id"]),
        (1, &json!("startedCourse"), &json!(into)),
        "{feed}"
    );
}
