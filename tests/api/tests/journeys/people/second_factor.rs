//! Administrators need a second factor where that is required, as it is in the cloud; and nobody guesses its codes.

use api::Audience;
use journeys::codes::{self, When};
use journeys::{Person, World};
use local::LocalOptions;
use reqwest::Method;
use serde_json::json;

use crate::authorization::filled;

const PASSWORD: &str = local::SAMPLE_PASSWORD;

/// A signed-in administrator who has no second factor, and the world in which one is required.
async fn without_one(number: usize) -> (&'static World, Person) {
    let world = World::with(|options| LocalOptions { second_factor_required: true, ..options });
    let mut admin = world.visitor();
    admin.sign_in(&local::sample_admins()[number].email, PASSWORD).await;
    (world, admin)
}

/// Sets one up; answers with its secret.
async fn set_up(admin: &Person) -> String {
    let setup = admin.post("/me/second-factor", json!({ "password": PASSWORD })).await.expect(200);
    let secret = setup["secret"].as_str().unwrap().to_owned();
    let proof = json!({ "password": PASSWORD, "code": codes::of(&secret, When::Now) });
    admin.put("/me/second-factor", proof).await.expect(204);
    secret
}

#[tokio::test]
async fn every_route_of_administrators_is_closed_until_a_second_factor_is_set_up() {
    let (_, admin) = without_one(0).await;
    assert_eq!((&admin.me["isAdmin"], &admin.me["needsSecondFactor"]), (&json!(true), &json!(true)));
    let mut tried = 0;
    for route in api::route_table() {
        let method: Method = route.method.as_str().parse().unwrap();
        if route.audience == Audience::Admin {
            let answer = admin.send(method, &filled(&route), Some(json!({}))).await;
            assert_eq!(answer.problem(403), "second_factor_required", "{} {}", route.method, route.path);
            tried += 1;
        }
    }
    assert!(tried > 25, "only {tried} routes were tried");
    // A member's route on which administrators may do more than others is closed to them too.
    let album_note = format!("/album-notes/{}", ulid::Ulid::generate());
    assert_eq!(admin.delete(&album_note).await.problem(403), "second_factor_required");
    // Whatever members do, they still do.
    admin.get("/me/notes").await.expect(200);
    let account = admin.get("/me/account").await.expect(200);
    assert_eq!(
        (&account["hasSecondFactor"], &account["requiresSecondFactor"]),
        (&json!(false), &json!(true)),
        "{account}"
    );

    let secret = set_up(&admin).await;
    admin.get("/uploads").await.expect(200);
    assert_eq!(admin.get("/me").await.expect(200)["needsSecondFactor"], false);
    // Taken off again, the routes are closed again.
    let remove = json!({ "password": PASSWORD, "appCode": codes::of(&secret, When::Next) });
    admin.post("/me/second-factor/remove", remove).await.expect(204);
    assert_eq!(admin.get("/uploads").await.problem(403), "second_factor_required");
}

#[tokio::test]
async fn the_user_pool_decides_at_each_renewal_whether_there_is_a_second_factor() {
    let (world, mut admin) = without_one(1).await;
    set_up(&admin).await;
    admin.get("/uploads").await.expect(200);
    // Whoever runs the stack takes it off, as for a lost phone.
    let (pool, _) = world.accounts_client();
    let off = json!({
        "UserPoolId": pool, "Username": admin.email(),
        "SoftwareTokenMfaSettings": { "Enabled": false, "PreferredMfa": false },
    });
    world.at_the_pool("AdminSetUserMFAPreference", off).await.expect(200);
    let renewed = admin.post("/auth/refresh", json!({})).await.expect(200);
    assert_eq!(renewed["me"]["needsSecondFactor"], true);
    assert_eq!(admin.get("/uploads").await.problem(403), "second_factor_required");
    admin.token = Some(renewed["accessToken"].as_str().unwrap().to_owned());
    assert_eq!(admin.get("/uploads").await.problem(403), "second_factor_required");
}

#[tokio::test]
async fn codes_are_counted_for_the_account_whatever_address_comes_with_them() {
    let world = World::with(|options| LocalOptions { throttles: true, ..options });
    let mut admin = world.visitor();
    let email = local::sample_admins()[0].email.clone();
    admin.sign_in(&email, PASSWORD).await;
    set_up(&admin).await;
    let guesser = world.visitor();
    let asked = guesser.post("/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await.expect(200);
    let challenge = asked["challenge"].as_str().unwrap();
    let (_, session) = challenge.rsplit_once('~').unwrap();
    let renamed = json!({ "challenge": format!("{}~{session}", admin.uid()), "code": "000000" });
    let mut statuses = Vec::new();
    let mut let_through = 0;
    // Two windows of guesses at most, should the first end while we guess.
    for number in 0..25 {
        let other = format!("somebody-{number}@students.test");
        let guess = json!({ "email": other, "challenge": challenge, "code": "000000" });
        statuses.push(guesser.post("/auth/second-factor", guess).await.status.as_u16());
        if statuses.last() != Some(&429) {
            continue;
        }
        // Under another name of the same account, too; unless the window ends in between, which it does once.
        if guesser.post("/auth/second-factor", renamed.clone()).await.status == 429 {
            break;
        }
        let_through += 1;
    }
    assert_eq!(statuses[0], 422, "the first one is only wrong");
    assert!(statuses.contains(&429), "{statuses:?}");
    assert!(let_through <= 1, "the other name is counted apart");
    let invented = json!({ "challenge": "nobody@students.test~0123", "code": "000000" });
    assert_eq!(guesser.post("/auth/second-factor", invented).await.problem(401), "unauthenticated");
}
