//! Signed CloudFront URLs of files. They are signed with our own key pair. A URL signed with a role's credentials would
//! expire with them after some hours, which is too early for a long recording.
//!
//! The format is AWS's "canned policy": the URL and its expiry, signed with RSA and SHA-1.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rsa::RsaPrivateKey;
use rsa::pkcs1v15::SigningKey;
use rsa::pkcs8::DecodePrivateKey as _;
use rsa::signature::{SignatureEncoding as _, Signer as _};
use sha1::Sha1;

use model::keys::object::ObjectKey;
use model::timestamp::Timestamp;

/// Characters escaped in a query value: all except the unreserved characters of RFC 3986.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Characters escaped in a path. Slashes separate its parts.
const PATH: &AsciiSet = &VALUE.remove(b'/');

/// Error for an invalid signing key.
#[derive(Debug, thiserror::Error)]
#[error("not an RSA key in PKCS #8 as PEM")]
pub struct InvalidPrivateKey;

/// Signs URLs of the CloudFront distribution that serves files.
#[derive(Clone)]
pub struct FilesCdn {
    origin: String,
    key_pair_id: String,
    key: SigningKey<Sha1>,
}

impl FilesCdn {
    /// Creates a signer. `origin` is the scheme and host of the distribution, `key_pair_id` the CloudFront id of the
    /// public key and `private_key` the private key as PKCS #8 in PEM.
    ///
    /// # Errors
    /// If the private key cannot be read.
    pub fn new(origin: &str, key_pair_id: &str, private_key: &str) -> Result<Self, InvalidPrivateKey> {
        let key = RsaPrivateKey::from_pkcs8_pem(private_key.trim()).map_err(|_| InvalidPrivateKey)?;
        Ok(Self {
            origin: origin.trim_end_matches('/').to_owned(),
            key_pair_id: key_pair_id.to_owned(),
            key: SigningKey::new(key),
        })
    }

    /// Returns the URL of a file, valid until `expires_at`. `answer` contains response headers by their S3 parameter
    /// names. Equal arguments give the same URL.
    pub(crate) fn signed_url(&self, key: &ObjectKey, answer: &[(&str, &str)], expires_at: Timestamp) -> String {
        let mut address = format!("{}/{}", self.origin, utf8_percent_encode(key.as_str(), PATH));
        for (place, (name, value)) in answer.iter().enumerate() {
            let mark = if place == 0 { '?' } else { '&' };
            // Writing to a `String` cannot fail.
            let _ = write!(address, "{mark}{name}={}", utf8_percent_encode(value, VALUE));
        }
        let expires = expires_at.epoch_secs();
        let policy = format!(
            r#"{{"Statement":[{{"Resource":"{address}","Condition":{{"DateLessThan":{{"AWS:EpochTime":{expires}}}}}}}]}}"#
        );
        let mark = if answer.is_empty() { '?' } else { '&' };
        let signature = for_an_address(&STANDARD.encode(self.key.sign(policy.as_bytes()).to_bytes()));
        let _ = write!(address, "{mark}Expires={expires}&Signature={signature}&Key-Pair-Id={}", self.key_pair_id);
        address
    }
}

impl std::fmt::Debug for FilesCdn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The key must not reach a log.
        f.debug_struct("FilesCdn").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// Converts base64 to the URL-safe alphabet of CloudFront.
fn for_an_address(base64: &str) -> String {
    base64.replace('+', "-").replace('=', "_").replace('/', "~")
}

#[cfg(test)]
mod tests {
    use rsa::RsaPublicKey;
    use rsa::pkcs1v15::{Signature, VerifyingKey};
    use rsa::pkcs8::{EncodePrivateKey as _, LineEnding};
    use rsa::signature::Verifier as _;

    use super::*;
    use model::keys::object;

    /// This key size is for tests only: a longer key takes much longer to generate.
    fn pair() -> (FilesCdn, RsaPublicKey) {
        let key = RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 1024).unwrap();
        let pem = key.to_pkcs8_pem(LineEnding::LF).unwrap();
        (FilesCdn::new("https://files.example.org/", "K2JCJMDEHXQW5F", &pem).unwrap(), key.to_public_key())
    }

    fn key() -> ObjectKey {
        object::incoming_file("01JD3Q8Z6B0000000000000002".parse().unwrap())
    }

    const ANSWER: [(&str, &str); 2] = [
        ("response-content-type", "application/pdf"),
        ("response-content-disposition", "inline; filename=\"a b.pdf\""),
    ];

    #[test]
    fn h8_signed_urls_match_cloudfronts_canned_policy() {
        let (cdn, public) = pair();
        let expires_at = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let address = cdn.signed_url(&key(), &ANSWER, expires_at);
        let (resource, rest) = address.split_once("&Expires=").unwrap();
        assert_eq!(
            resource,
            "https://files.example.org/incoming/01JD3Q8Z6B0000000000000002?response-content-type=application%2Fpdf\
             &response-content-disposition=inline%3B%20filename%3D%22a%20b.pdf%22"
        );
        let (signature, key_pair) =
            rest.strip_prefix("1790000000&Signature=").unwrap().split_once("&Key-Pair-Id=").unwrap();
        assert_eq!(key_pair, "K2JCJMDEHXQW5F");
        assert!(signature.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_~".contains(&byte)), "{signature}");

        let policy = format!(
            "{{\"Statement\":[{{\"Resource\":\"{resource}\",\"Condition\":{{\"DateLessThan\":{{\"AWS:EpochTime\":1790000000}}}}}}]}}"
        );
        let signature = STANDARD.decode(signature.replace('-', "+").replace('_', "=").replace('~', "/")).unwrap();
        let signature = Signature::try_from(signature.as_slice()).unwrap();
        VerifyingKey::<Sha1>::new(public).verify(policy.as_bytes(), &signature).unwrap();
    }

    #[test]
    fn h9_the_same_file_and_expiry_give_the_same_url() {
        let (cdn, _) = pair();
        let at = |secs| Timestamp::from_epoch_secs(secs).unwrap();
        assert_eq!(
            cdn.signed_url(&key(), &ANSWER, at(1_790_000_000)),
            cdn.signed_url(&key(), &ANSWER, at(1_790_000_000))
        );
        assert_ne!(
            cdn.signed_url(&key(), &ANSWER, at(1_790_000_000)),
            cdn.signed_url(&key(), &ANSWER, at(1_790_000_001))
        );
        let bare = cdn.signed_url(&key(), &[], at(1_790_000_000));
        assert!(bare.contains("0002?Expires=1790000000&Signature="), "{bare}");
    }

    #[test]
    fn an_invalid_private_key_is_refused_and_keys_are_never_printed() {
        let refused = FilesCdn::new("https://files.example.org", "K", "-----BEGIN PUBLIC KEY-----").unwrap_err();
        assert!(refused.to_string().contains("RSA key"), "{refused}");
        assert_eq!(format!("{:?}", pair().0), "FilesCdn { origin: \"https://files.example.org\", .. }");
    }
}
