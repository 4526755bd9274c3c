use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, mpsc};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::crypto::rust_crypto;
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, EncodingKey, Header, get_current_timestamp};
use rsa::pkcs1::EncodeRsaPrivateKey as _;
use rsa::traits::PublicKeyParts as _;
use serde_json::{Value, json};
use store::Store;

use super::{TokenError, Verifier};

const ISSUER: &str = "https://users.example.org/pool";
const CLIENT: &str = "our-client";

/// A signing key with its public half in the format of a key set.
struct Pair {
    signing: EncodingKey,
    modulus: String,
    exponent: String,
}

/// Generating a key pair is slow, so all tests share two.
fn pair(name: &'static str) -> &'static Pair {
    static PAIRS: OnceLock<[Pair; 2]> = OnceLock::new();
    let make = || {
        let key = rsa::RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2048).unwrap();
        Pair {
            signing: EncodingKey::from_rsa_der(key.to_pkcs1_der().unwrap().as_bytes()),
            modulus: URL_SAFE_NO_PAD.encode(key.n().to_bytes_be()),
            exponent: URL_SAFE_NO_PAD.encode(key.e().to_bytes_be()),
        }
    };
    let [ours, other] = PAIRS.get_or_init(|| [make(), make()]);
    if name == "ours" { ours } else { other }
}

fn key(name: &'static str) -> &'static EncodingKey {
    &pair(name).signing
}

fn key_set(key_ids: &[&str]) -> JwkSet {
    let Pair { modulus, exponent, .. } = pair("ours");
    let named =
        |id: &&str| json!({ "kty": "RSA", "alg": "RS256", "use": "sig", "kid": id, "n": modulus, "e": exponent });
    serde_json::from_value(json!({ "keys": key_ids.iter().map(named).collect::<Vec<_>>() })).unwrap()
}

fn claims() -> Value {
    let now = get_current_timestamp();
    json!({
        "sub": "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11", "iss": ISSUER, "client_id": CLIENT, "token_use": "access",
        "iat": now, "exp": now + 900, "scope": "aws.cognito.signin.user.admin",
    })
}

fn signed(algorithm: Algorithm, key_id: Option<&str>, key: &EncodingKey, claims: &Value) -> String {
    let mut header = Header::new(algorithm);
    header.kid = key_id.map(str::to_owned);
    let part = |json: Vec<u8>| URL_SAFE_NO_PAD.encode(json);
    let text = format!("{}.{}", part(serde_json::to_vec(&header).unwrap()), part(serde_json::to_vec(claims).unwrap()));
    let signer = (rust_crypto::DEFAULT_PROVIDER.signer_factory)(&algorithm, key).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signer.sign(text.as_bytes())))
}

fn token(change: impl Fn(&mut Value)) -> String {
    let mut claims = claims();
    change(&mut claims);
    signed(Algorithm::RS256, Some("k1"), key("ours"), &claims)
}

/// Returns a verifier that reads the keys from this URL.
fn verifier_with(jwks_url: &str) -> Verifier {
    let mut settings = crate::tests::unreachable_settings();
    settings.store.user_pool_client.id = CLIENT.to_owned();
    Verifier::new(Store::connect(&settings.store), ISSUER, jwks_url)
}

/// Returns a verifier that has just read its keys, so that it sends no request.
async fn verifier() -> Verifier {
    let verifier = verifier_with("http://127.0.0.1:9/never-asked");
    verifier.replace_keys(&key_set(&["k1"]));
    *verifier.read_at.lock().await = Some(std::time::Instant::now());
    verifier
}

#[tokio::test]
async fn h17_a_valid_token_identifies_the_user_and_only_the_admin_group_makes_an_administrator() {
    let verifier = verifier().await;
    for (groups, is_admin) in
        [(None, false), (Some(json!(["admins"])), true), (Some(json!(["students", "Admins"])), false)]
    {
        let token = token(|claims| {
            if let Some(groups) = &groups {
                claims["cognito:groups"] = groups.clone();
            }
            claims["email"] = json!("admin@noteninja.test");
        });
        let caller = verifier.verify(&token).await.unwrap();
        assert_eq!(caller.uid.as_str(), "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11");
        assert_eq!(caller.is_admin, is_admin, "{groups:?}");
    }
}

#[tokio::test]
async fn token_verifier_cannot_sign_tokens() {
    let _ = verifier().await;
    let secret = EncodingKey::from_secret(b"anything");
    assert!(jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims(), &secret).is_err());
}

#[tokio::test]
async fn s6_vis_2_h17_a_token_with_any_invalid_part_is_rejected() {
    let payload = |token: &str| token.split('.').nth(1).unwrap().to_owned();
    let good = token(|_| ());
    let header = |text: Value| URL_SAFE_NO_PAD.encode(text.to_string());
    let tampered = {
        let mut parts: Vec<&str> = good.split('.').collect();
        let mut other = claims();
        other["cognito:groups"] = json!(["admins"]);
        let other = URL_SAFE_NO_PAD.encode(other.to_string());
        parts[1] = &other;
        parts.join(".")
    };
    // Sign with the public key as the secret of a symmetric signature. A verifier that takes the algorithm from the
    // token would accept this.
    let public = serde_json::to_vec(&key_set(&["k1"])).unwrap();
    let confused = signed(Algorithm::HS256, Some("k1"), &EncodingKey::from_secret(&public), &claims());
    let now = get_current_timestamp();
    let cases = [
        ("expired", token(|claims| claims["exp"] = json!(now - 60))),
        ("without an end", token(|claims| _ = claims.as_object_mut().unwrap().remove("exp"))),
        ("for another client", token(|claims| claims["client_id"] = json!("another-client"))),
        ("without a client", token(|claims| _ = claims.as_object_mut().unwrap().remove("client_id"))),
        ("an id token", token(|claims| claims["token_use"] = json!("id"))),
        (
            "an id token with its audience",
            token(|claims| {
                claims["token_use"] = json!("id");
                claims["aud"] = json!(CLIENT);
            }),
        ),
        ("of another issuer", token(|claims| claims["iss"] = json!("https://elsewhere.example.org/pool"))),
        ("without an issuer", token(|claims| _ = claims.as_object_mut().unwrap().remove("iss"))),
        ("with a subject that could break a key", token(|claims| claims["sub"] = json!("a#ME"))),
        ("unsigned", format!("{}.{}.", header(json!({ "alg": "none", "kid": "k1" })), payload(&good))),
        ("without its signature", format!("{}.{}.", good.split('.').next().unwrap(), payload(&good))),
        ("altered", tampered),
        ("signed by somebody else", signed(Algorithm::RS256, Some("k1"), key("other"), &claims())),
        ("of another RSA algorithm", signed(Algorithm::RS512, Some("k1"), key("ours"), &claims())),
        ("of a symmetric algorithm", confused),
        ("with an unknown key id", signed(Algorithm::RS256, Some("k2"), key("ours"), &claims())),
        ("without a key id", signed(Algorithm::RS256, None, key("ours"), &claims())),
        ("nonsense", "not.a.token".to_owned()),
        ("empty", String::new()),
    ];
    let verifier = verifier().await;
    verifier.verify(&good).await.unwrap();
    for (name, token) in cases {
        let refused = verifier.verify(&token).await;
        assert!(matches!(refused, Err(TokenError::Invalid(_))), "a token that is {name} was not refused: {refused:?}");
    }
}

/// Serves the keys with this status on a free port and counts the requests.
fn publish(status: &'static str, set: JwkSet) -> (String, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let reads = Arc::clone(&count);
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        tell.send(format!("http://{}/jwks.json", listener.local_addr().unwrap())).unwrap();
        let body = serde_json::to_string(&set).unwrap();
        for stream in listener.incoming() {
            use std::io::{Read as _, Write as _};
            let mut stream = stream.unwrap();
            let mut request = [0_u8; 4096];
            let _ = stream.read(&mut request).unwrap();
            reads.fetch_add(1, Ordering::SeqCst);
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        }
    });
    (told.recv().unwrap(), count)
}

#[tokio::test]
async fn signing_keys_are_fetched_on_first_use_and_not_again_for_each_unknown_key_id() {
    let (url, reads) = publish("200 OK", key_set(&["k1"]));
    let verifier = verifier_with(&url);
    assert_eq!(reads.load(Ordering::SeqCst), 0, "nothing is read before the first token");
    for _ in 0..3 {
        verifier.verify(&token(|_| ())).await.unwrap();
    }
    for id in ["k2", "k3", "k4"] {
        let invented = signed(Algorithm::RS256, Some(id), key("ours"), &claims());
        assert!(matches!(verifier.verify(&invented).await, Err(TokenError::Invalid("unknown key id"))));
    }
    assert_eq!(reads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_new_signing_key_is_fetched_after_the_minimum_cache_time() {
    let (url, reads) = publish("200 OK", key_set(&["k1", "k2"]));
    let verifier = verifier_with(&url);
    verifier.replace_keys(&key_set(&["k1"]));
    *verifier.read_at.lock().await = std::time::Instant::now().checked_sub(super::KEYS_MIN_AGE);
    let rotated = signed(Algorithm::RS256, Some("k2"), key("ours"), &claims());
    verifier.verify(&rotated).await.unwrap();
    assert_eq!(reads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn unreachable_signing_keys_are_a_temporary_failure() {
    let verifier = verifier_with("http://127.0.0.1:9/nobody-listens-here");
    let unknown = verifier.verify(&token(|_| ())).await;
    assert!(matches!(unknown, Err(TokenError::KeysUnavailable(_))), "{unknown:?}");
}

#[tokio::test]
async fn signing_keys_from_an_error_response_are_ignored_and_fetched_again() {
    let (url, reads) = publish("503 Service Unavailable", key_set(&["k1"]));
    let verifier = verifier_with(&url);
    for asked in 1..=2 {
        let unknown = verifier.verify(&token(|_| ())).await;
        assert!(matches!(unknown, Err(TokenError::KeysUnavailable(_))), "{unknown:?}");
        assert_eq!(reads.load(Ordering::SeqCst), asked, "the next token asks again, and none asks twice");
    }
}
