//! Forged tokens, signed with the key of the local user pool.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::crypto::rust_crypto;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::Value;

use crate::test_env::TestEnv;

/// Returns the claims of a token.
#[must_use]
pub fn claims_of(token: &str) -> Value {
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

/// Creates a token with these claims and the key id of `like`.
#[must_use]
pub fn forge_token(env: &TestEnv, like: &str, claims: &Value) -> String {
    let pem = fs::read(env.data.join("signing-key.pem")).unwrap();
    let key = EncodingKey::from_rsa_pem(&pem).unwrap();
    let mut header = Header::new(Algorithm::RS256);
    header.kid = jsonwebtoken::decode_header(like).unwrap().kid;
    let part = |json: Vec<u8>| URL_SAFE_NO_PAD.encode(json);
    let text = format!("{}.{}", part(serde_json::to_vec(&header).unwrap()), part(serde_json::to_vec(claims).unwrap()));
    // Do not use `encode`: the server in this process has installed a provider that only verifies signatures.
    let signer = (rust_crypto::DEFAULT_PROVIDER.signer_factory)(&header.alg, &key).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signer.sign(text.as_bytes())))
}
