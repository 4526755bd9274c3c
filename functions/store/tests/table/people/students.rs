use store::courses::ReplacePolicy;
use store::students::{self, NewStudent, ProfileBase, ProfileChange, Student};
use store::{Conflict, Error, ResourceKind, UsernamePrefix, account, course_follows, courses, unconfirmed};

use crate::support::{at, chosen_username, code, course, draft, empty_store, fresh_with_engine, row, student, uid};

fn rename(display: &str) -> ProfileChange {
    ProfileChange { username: Some(chosen_username(display)), ..ProfileChange::default() }
}

#[tokio::test]
async fn s3_student_1_a_student_is_read_with_all_fields() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let change = ProfileChange {
        name: Some("Amara Kone".into()),
        username: Some(chosen_username("Amara.K")),
        faculty: Some(Some("Science".into())),
        year: Some(Some("2".into())),
        ..ProfileChange::default()
    };
    let edited = students::edit(&store, &uid("a"), &change, at(5)).await.unwrap();
    course(&store, "CS246").await;
    course(&store, "MATH137").await;
    course_follows::follow(&store, &uid("a"), &code("MATH137"), at(6)).await.unwrap();
    let followed = course_follows::follow(&store, &uid("a"), &code("CS246"), at(6)).await.unwrap();
    assert_eq!(followed, [code("CS246"), code("MATH137")]);

    let me = students::find_me(&store, &uid("a")).await.unwrap().unwrap();
    assert_eq!(me.student, edited);
    assert_eq!(me.course_codes, followed);
    assert_eq!((me.student.name.as_str(), me.student.email.as_str()), ("Amara Kone", "a@noteninja.test"));
    assert_eq!(me.student.username.as_ref().unwrap().as_str(), "amara.k");
    assert_eq!(me.student.display_username.as_deref(), Some("Amara.K"));
    assert_eq!((me.student.faculty.as_deref(), me.student.year.as_deref()), (Some("Science"), Some("2")));
    assert_eq!((me.student.created_at, me.student.updated_at), (at(0), at(5)));
}

#[tokio::test]
async fn s3_student_2_statistics_in_a_stored_profile_are_ignored() {
    let (store, engine) = fresh_with_engine().await;
    let before = student(&store, "a", Some("amara")).await;
    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET stats = :stats",
        "ExpressionAttributeValues": { ":stats": { "M": {
            "courses": { "N": "0" }, "followers": { "N": "12" }, "following": { "N": "6" },
        } } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    // The counts come from actual followers.
    assert_eq!(students::get(&store, &uid("a")).await.unwrap(), before);
    student(&store, "b", Some("bea")).await;
    store::student_follows::follow(&store, &uid("b"), &uid("a"), at(1)).await.unwrap();
    assert_eq!(students::get(&store, &uid("a")).await.unwrap().followers, 1);
}

#[tokio::test]
async fn s3_student_3_the_first_visit_sets_the_profile_name_to_the_display_name_or_email_prefix() {
    let store = empty_store().await;
    let me = students::get_or_create(&store, &uid("a"), "amara@noteninja.test", None, at(0)).await.unwrap();
    assert_eq!((me.student.name.as_str(), me.student.username), ("amara", None));
    let again = students::get_or_create(&store, &uid("a"), "amara@noteninja.test", Some("Other"), at(9)).await.unwrap();
    assert_eq!((again.student.name.as_str(), again.student.created_at), ("amara", at(0)));
    let named = students::get_or_create(&store, &uid("b"), "b@noteninja.test", Some("Bea"), at(0)).await.unwrap();
    assert_eq!(named.student.name, "Bea");
    assert!(matches!(students::get(&store, &uid("c")).await, Err(Error::NotFound(ResourceKind::Student))));
}

#[tokio::test]
async fn a_profile_name_derived_from_the_email_address_is_hidden() {
    let store = empty_store().await;
    let before = student(&store, "a", None).await;
    let shown = |name: &str, display: Option<&str>| {
        let student = Student { name: name.into(), display_username: display.map(Into::into), ..before.clone() };
        student.public_name().to_owned()
    };
    assert_eq!(before.email, "a@noteninja.test");
    assert_eq!((shown("a", None), shown("A", None)), ("Student".to_owned(), "Student".to_owned()));
    assert_eq!((shown("Amara", None), shown("a", Some("a"))), ("Amara".to_owned(), "a".to_owned()));
}

#[tokio::test]
async fn changing_the_email_address_hides_a_name_derived_from_it_but_keeps_a_chosen_name() {
    let store = empty_store().await;
    for (id, name) in [("a", None), ("b", Some("Bea"))] {
        students::get_or_create(&store, &uid(id), "amara@noteninja.test", name, at(0)).await.unwrap();
        account::set_email(&store, &uid(id), "kone@noteninja.test", at(1)).await.unwrap();
    }
    let unnamed = students::get(&store, &uid("a")).await.unwrap();
    assert_eq!((unnamed.email.as_str(), unnamed.name.as_str()), ("kone@noteninja.test", "kone"));
    assert_eq!((unnamed.public_name(), unnamed.updated_at), ("Student", at(1)));
    let named = students::get(&store, &uid("b")).await.unwrap();
    assert_eq!((named.email.as_str(), named.public_name()), ("kone@noteninja.test", "Bea"));
    account::set_email(&store, &uid("c"), "kone@noteninja.test", at(1)).await.unwrap();
    assert!(students::find(&store, &uid("c")).await.unwrap().is_none(), "there is no profile to change");
}

#[tokio::test]
async fn an_unconfirmed_account_gets_its_username_on_confirmation_unless_already_taken() {
    let store = empty_store().await;
    let (name, prefix) = (chosen_username("AmArA"), "am".parse::<UsernamePrefix>().unwrap());
    student(&store, "former", Some("amara")).await;
    students::edit(&store, &uid("former"), &rename("Other"), at(0)).await.unwrap();
    for id in ["first", "second"] {
        let new = NewStudent {
            uid: uid(id),
            email: format!("{id}@noteninja.test"),
            name: "AmArA".into(),
            username: Some(name.clone()),
            is_unconfirmed: true,
        };
        assert_eq!(students::create(&store, &new, at(1)).await.unwrap().username, None);
    }
    let owner = async || students::find_by_any_username(&store, &name.key, at(2)).await.unwrap().map(|found| found.uid);
    assert!(!students::is_username_taken(&store, &name.key).await.unwrap());
    assert!(students::search(&store, &prefix, 20).await.unwrap().is_empty());
    assert_eq!(owner().await, Some(uid("former")), "a link to a former username is not cut by signing up");

    assert!(unconfirmed::activate(&store, &uid("second"), at(2)).await.unwrap());
    let second = students::get(&store, &uid("second")).await.unwrap();
    assert_eq!((second.username, second.display_username.as_deref()), (Some(name.key.clone()), Some("AmArA")));
    assert_eq!(students::search(&store, &prefix, 20).await.unwrap()[0].uid, uid("second"));
    assert_eq!(owner().await, Some(uid("second")));

    assert!(unconfirmed::activate(&store, &uid("first"), at(3)).await.unwrap());
    assert_eq!(students::get(&store, &uid("first")).await.unwrap().username, None);
    assert_eq!(owner().await, Some(uid("second")));
    for id in ["first", "second"] {
        assert!(unconfirmed::find(&store, &uid(id)).await.unwrap().is_none());
        assert!(!unconfirmed::activate(&store, &uid(id), at(4)).await.unwrap(), "it is open");
    }
}

#[tokio::test]
async fn s5_cp_3_a_username_is_stored_lower_cased_and_shown_as_typed() {
    let store = empty_store().await;
    student(&store, "a", Some("AmArA")).await;
    let found = students::find_by_username(&store, &"aMARA".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!(found.username.unwrap().as_str(), "amara");
    assert_eq!(found.display_username.as_deref(), Some("AmArA"));
}

#[tokio::test]
async fn s5_cp_3_a_rename_releases_the_old_username_and_a_taken_one_is_rejected() {
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    student(&store, "b", Some("bea")).await;
    let taken = students::edit(&store, &uid("b"), &rename("AMARA"), at(1)).await;
    assert!(matches!(taken, Err(Error::Conflict(Conflict::UsernameTaken))));
    assert_eq!(students::get(&store, &uid("b")).await.unwrap().display_username.as_deref(), Some("bea"));

    students::edit(&store, &uid("a"), &rename("Amara2"), at(2)).await.unwrap();
    assert!(!students::is_username_taken(&store, &"amara".parse().unwrap()).await.unwrap());
    assert!(students::find_by_username(&store, &"amara".parse().unwrap()).await.unwrap().is_none());
    students::edit(&store, &uid("b"), &rename("amara"), at(3)).await.unwrap();
    assert_eq!(students::find_by_username(&store, &"amara".parse().unwrap()).await.unwrap().unwrap().uid, uid("b"));
    // Another spelling of the same name still belongs to the student.
    let respelled = students::edit(&store, &uid("b"), &rename("AmarA"), at(4)).await.unwrap();
    assert_eq!(respelled.display_username.as_deref(), Some("AmarA"));
}

#[tokio::test]
async fn s7_rd_3_a_former_username_resolves_for_thirty_days_unless_claimed() {
    const DAY: i64 = 86_400;
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    let owner = async |name: &str, days: i64| {
        let found = students::find_by_any_username(&store, &name.parse().unwrap(), at(days * DAY)).await.unwrap();
        found.map(|student| student.uid)
    };
    students::edit(&store, &uid("a"), &rename("Amara2"), at(0)).await.unwrap();
    students::edit(&store, &uid("a"), &rename("Amara3"), at(DAY)).await.unwrap();
    assert_eq!(owner("AMARA", 29).await, Some(uid("a")));
    assert_eq!(owner("amara", 30).await, None, "its days are over");
    assert_eq!(owner("amara2", 30).await, Some(uid("a")));
    assert_eq!(owner("amara3", 300).await, Some(uid("a")));
    // Search and claims ignore former names.
    assert_eq!(students::search(&store, &"amara".parse().unwrap(), 20).await.unwrap().len(), 1);
    assert!(!students::is_username_taken(&store, &"amara".parse().unwrap()).await.unwrap());

    student(&store, "b", Some("amara")).await;
    assert_eq!(owner("amara", 2).await, Some(uid("b")));
    students::edit(&store, &uid("b"), &rename("bea"), at(2 * DAY)).await.unwrap();
    assert_eq!(owner("amara", 3).await, Some(uid("b")), "it leads to who had it last");
    students::edit(&store, &uid("a"), &rename("Amara2"), at(3 * DAY)).await.unwrap();
    assert_eq!(owner("amara2", 300).await, Some(uid("a")), "taken back, it does not end");

    // The earlier redirect does not return when the new owner deletes the account.
    student(&store, "c", Some("amara3")).await;
    account::begin_deletion(&store, &uid("c"), "c@noteninja.test", at(4 * DAY)).await.unwrap();
    assert_eq!(owner("amara3", 5).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s5_cp_3_one_of_ten_concurrent_claims_of_a_username_succeeds() {
    let store = empty_store().await;
    let mut tasks = Vec::new();
    for number in 0..10 {
        student(&store, &format!("s{number}"), None).await;
    }
    for number in 0..10 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            students::edit(&store, &uid(&format!("s{number}")), &rename("ninja"), at(1)).await
        }));
    }
    let mut won = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            Ok(student) => won.push(student.uid),
            Err(Error::Conflict(Conflict::UsernameTaken)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(won.len(), 1);
    assert_eq!(students::find_by_username(&store, &"ninja".parse().unwrap()).await.unwrap().unwrap().uid, won[0]);
    assert_eq!(students::search(&store, &"ni".parse().unwrap(), 20).await.unwrap().len(), 1);
}

#[tokio::test]
async fn s5_se_2_students_are_found_by_a_username_prefix() {
    let store = empty_store().await;
    for (id, name) in [("a", "Amara"), ("b", "amir"), ("c", "ami"), ("d", "bea"), ("e", "ambra")] {
        student(&store, id, Some(name)).await;
    }
    student(&store, "f", None).await;
    let prefix: UsernamePrefix = "AMI".parse().unwrap();
    let names: Vec<_> =
        students::search(&store, &prefix, 20).await.unwrap().into_iter().filter_map(|s| s.display_username).collect();
    assert_eq!(names, ["ami", "amir"]);
    assert_eq!(students::search(&store, &"am".parse().unwrap(), 3).await.unwrap().len(), 3);
    // A renamed student is found under the new name only.
    students::edit(&store, &uid("b"), &rename("zed"), at(1)).await.unwrap();
    assert_eq!(students::search(&store, &prefix, 20).await.unwrap().len(), 1);
    assert_eq!(students::search(&store, &"ze".parse().unwrap(), 20).await.unwrap().len(), 1);
}

#[tokio::test]
async fn s7_wr_3_a_profile_edit_does_not_change_absent_fields_and_clears_empty_ones() {
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    let set =
        ProfileChange { faculty: Some(Some("Arts".into())), year: Some(Some("1".into())), ..ProfileChange::default() };
    students::edit(&store, &uid("a"), &set, at(1)).await.unwrap();
    students::edit(&store, &uid("a"), &ProfileChange::default(), at(2)).await.unwrap();
    assert_eq!(students::get(&store, &uid("a")).await.unwrap().year.as_deref(), Some("1"));
    let clear = ProfileChange { year: Some(None), ..ProfileChange::default() };
    students::edit(&store, &uid("a"), &clear, at(3)).await.unwrap();
    let found = students::get(&store, &uid("a")).await.unwrap();
    assert_eq!((found.faculty.as_deref(), found.year, found.name.as_str()), (Some("Arts"), None, "Name of a"));
    assert_eq!((found.created_at, found.updated_at), (at(0), at(3)));
    assert_eq!(found.display_username.as_deref(), Some("amara"));
}

#[tokio::test]
async fn a_profile_field_changed_by_another_device_is_not_overwritten() {
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    let name = |seen: &str, new: &str| ProfileChange {
        name: Some(new.into()),
        seen: ProfileBase { name: Some(seen.into()), ..ProfileBase::default() },
        ..ProfileChange::default()
    };
    let change = async |change| students::edit(&store, &uid("a"), &change, at(1)).await;
    change(name("Name of a", "Amara")).await.unwrap();
    let stale = change(name("Name of a", "Ben")).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::VersionMismatch))), "{stale:?}");
    change(name("Name of a", "Amara")).await.unwrap();
    let seen = ProfileBase { year: Some(String::new()), ..ProfileBase::default() };
    let year = ProfileChange { year: Some(Some("2".into())), seen, ..ProfileChange::default() };
    let both = change(year).await.unwrap();
    assert_eq!((both.name.as_str(), both.year.as_deref()), ("Amara", Some("2")));
    assert_eq!(change(name("Amara", "Ben")).await.unwrap().name, "Ben");
}

#[tokio::test]
async fn s3_student_1_following_and_unfollowing_a_course_are_idempotent() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    course(&store, "CS246").await;
    for _ in 0..2 {
        assert_eq!(course_follows::follow(&store, &uid("a"), &code("CS246"), at(1)).await.unwrap(), [code("CS246")]);
    }
    assert!(matches!(
        course_follows::follow(&store, &uid("a"), &code("CS999"), at(1)).await,
        Err(Error::NotFound(ResourceKind::Course))
    ));
    for _ in 0..2 {
        assert!(course_follows::unfollow(&store, &uid("a"), &code("CS246")).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn s3_student_1_a_student_can_follow_at_most_two_hundred_courses() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    for hundred in 1..=3 {
        let batch: Vec<_> = (0..100)
            .map(|n| row(draft(&format!("CS{}", hundred * 100 + n), "Title"), ReplacePolicy::Nothing))
            .collect();
        courses::import(&store, &batch, at(0)).await.unwrap();
    }
    for number in 100..300 {
        course_follows::follow(&store, &uid("a"), &code(&format!("CS{number}")), at(1)).await.unwrap();
    }
    let refused = course_follows::follow(&store, &uid("a"), &code("CS300"), at(1)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 200, .. })), "{refused:?}");
    assert_eq!(course_follows::follow(&store, &uid("a"), &code("CS299"), at(1)).await.unwrap().len(), 200);
}
