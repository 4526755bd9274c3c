//! Calls every route with every kind of user. New routes are included automatically.

use api::{Audience, RouteInfo};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use journeys::{ApiClient, TestEnv, tokens};
use serde_json::{Value, json};

/// Returns a path with valid values for all parameters.
pub(crate) fn path_with_values(route: &RouteInfo) -> String {
    let path = route.path.strip_prefix("/api").unwrap_or_else(|| panic!("{} is not under /api", route.path));
    let mut words = Vec::new();
    for word in path.split('/') {
        words.push(match word {
            "{code}" | "{into}" => "CS246".to_owned(),
            "{sha256}" => "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".to_owned(),
            "{kind}" => "courses".to_owned(),
            "{size}" => "small".to_owned(),
            "{username}" => "somebody".to_owned(),
            "{id}" if path.starts_with("/likes") => "CS246".to_owned(),
            "{shelf}" => "deep-dive".to_owned(),
            "{album}" => "cram".to_owned(),
            "{page}" => URL_SAFE_NO_PAD.encode("/guide/CS246/notes"),
            "{file}" => "sitemap.xml".to_owned(),
            "{id}" | "{noteId}" | "{audioId}" | "{playlistId}" | "{coverId}" | "{pictureId}" | "{chapterId}"
            | "{cardId}" | "{imageId}" => ulid::Ulid::generate().to_string(),
            word => {
                assert!(!word.starts_with('{'), "{}: give the parameter {word} a value here", route.path);
                word.to_owned()
            }
        });
    }
    words.join("/")
}

async fn try_route(person: &ApiClient, route: &RouteInfo) -> (u16, Value) {
    let answer = person.send(route.method.as_str().parse().unwrap(), &path_with_values(route), Some(json!({}))).await;
    (answer.status.as_u16(), answer.body)
}

/// Creates a token with changed claims, signed with the key of the local user pool.
fn forged(env: &TestEnv, token: &str, change: impl Fn(&mut Value)) -> String {
    let mut claims = tokens::claims_of(token);
    change(&mut claims);
    tokens::forge_token(env, token, &claims)
}

/// Creates a token with the same claims, the algorithm `none` and no signature.
fn unsigned(token: &str) -> String {
    let header = URL_SAFE_NO_PAD.encode(
        json!({ "alg": "none", "typ": "JWT", "kid": jsonwebtoken::decode_header(token).unwrap().kid }).to_string(),
    );
    format!("{header}.{}.", token.split('.').nth(1).unwrap())
}

#[tokio::test]
async fn s6_vis_2_s6_adm_1_every_route_accepts_only_its_intended_audience() {
    let env = TestEnv::shared();
    let (visitor, student, mut admin) =
        (env.anonymous_client(), env.sign_up_student("Walk").await, env.sign_in_admin().await);
    let real = admin.token.clone().unwrap();
    // A valid token that the test signs must be accepted, or the rejections below prove nothing.
    let mut genuine = env.anonymous_client();
    genuine.token = Some(forged(env, &real, |_| ()));
    genuine.get("/me").await.expect(200);

    let bad_tokens = [
        ("expired", forged(env, &real, |claims| claims["exp"] = json!(1_700_000_000))),
        ("unsigned", unsigned(&real)),
        (
            "id instead of access",
            forged(env, &real, |claims| {
                claims["token_use"] = json!("id");
                claims["aud"] = claims["client_id"].clone();
            }),
        ),
        ("another client's", forged(env, &real, |claims| claims["client_id"] = json!("another-client"))),
        ("another issuer's", forged(env, &real, |claims| claims["iss"] = json!("https://elsewhere.test/pool"))),
        ("nonsense", "not.a.token".to_owned()),
    ];
    let impostors: Vec<(&str, ApiClient)> = bad_tokens
        .into_iter()
        .map(|(name, token)| {
            let mut person = env.anonymous_client();
            person.token = Some(token);
            (name, person)
        })
        .collect();

    let routes = api::route_table();
    assert!(routes.len() > 25, "the table is too short: {}", routes.len());
    for route in &routes {
        let name = format!("{} {}", route.method, route.path);
        let (needs_token, needs_admin) = match route.audience {
            Audience::Public | Audience::Auth => (false, false),
            Audience::Member => (true, false),
            Audience::Admin | Audience::Enrolment => (true, true),
        };
        // Signing out would end the sessions of this test.
        if route.audience == Audience::Auth {
            continue;
        }
        let (status, body) = try_route(&visitor, route).await;
        assert_eq!(status == 401, needs_token, "{name} as visitor: {status} {body}");
        for (kind, impostor) in &impostors {
            let (status, body) = try_route(impostor, route).await;
            assert!(!needs_token || status == 401, "{name} with a token that is {kind}: {status} {body}");
        }
        let (status, body) = try_route(&student, route).await;
        assert_ne!(status, 401, "{name} as student: {body}");
        assert_eq!(status == 403, needs_admin, "{name} as student: {status} {body}");
        let (status, body) = try_route(&admin, route).await;
        assert!(status != 401 && status != 403, "{name} as administrator: {status} {body}");
        assert!(status < 500, "{name} as administrator: {status} {body}");
        if name == "DELETE /api/auth/account/sessions" {
            // Ending other sessions invalidates all tokens of an administrator, including this one.
            admin = env.sign_in_admin().await;
        }
    }
}

#[tokio::test]
async fn an_unknown_path_returns_404_and_an_unsupported_method_405_as_problem_documents() {
    let env = TestEnv::shared();
    let student = env.sign_up_student("Lost").await;
    assert_eq!(student.get("/no/such/route").await.problem(404), "not_found");
    assert_eq!(student.patch("/health", json!({})).await.problem(405), "method_not_allowed");
}

#[tokio::test]
async fn s2_browse_4_s7_rd_2_s7_rd_3_h6_a_public_profile_contains_no_email_address() {
    let env = TestEnv::shared();
    let (student, other) = (env.sign_up_student("Public").await, env.sign_up_student("Curious").await);
    let username = student.me["username"].as_str().unwrap();
    for person in [&other, &env.anonymous_client()] {
        let profile = person.get(&format!("/students/{username}")).await.expect(200);
        assert_eq!(profile["username"], username);
        assert!(!profile.to_string().contains('@'), "{profile}");
    }
    let found = other.get(&format!("/students?prefix={}", &username[..4].to_uppercase())).await.expect(200);
    assert!(found["items"].as_array().unwrap().iter().any(|card| card["username"] == username), "{found}");
    assert!(!found.to_string().contains('@'));
    other.get(&format!("/students?prefix={}", &username[..2])).await.expect(200);
    assert_eq!(other.get("/students?prefix=p").await.problem(422), "validation");
}
