//! Settings: service endpoints, resource names and keys.

use std::env;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;

use crate::cdn::FilesCdn;

/// Settings of a [`Store`](crate::client::Store).
#[derive(Clone)]
pub struct Settings {
    /// Name of the table.
    pub table: String,
    /// Private bucket of uploads and notes.
    pub files_bucket: String,
    /// Bucket of the website and the published catalogue.
    pub site_bucket: String,
    /// Id of the user pool.
    pub user_pool_id: String,
    /// App client of user sessions. The API accepts its tokens, but they do not permit calls of the user pool.
    pub user_pool_client: AppClient,
    /// App client for pool operations that need a token of the account itself. The API rejects its tokens, and they
    /// never leave the server.
    pub user_pool_accounts_client: AppClient,
    /// Key that encrypts cursors and hashes rate limit keys. All functions of a deployment share it.
    pub cursor_key: [u8; 32],
    /// Lifetime of file URLs in seconds from their creation. `None`, as in the cloud, creates URLs that stay the same
    /// for an hour and outlive any reading or listening.
    pub signed_url_lifetime_secs: Option<u32>,
    /// CloudFront distribution for downloads. `None` signs URLs of the bucket itself, which expire with the credentials
    /// of the function.
    pub files_cdn: Option<FilesCdn>,
    /// Sender of the mails that our server sends itself, like `Note Ninja <no-reply@example.edu>`. `None` sends none.
    pub mail_from: Option<String>,
    /// AWS region of all services.
    pub region: String,
    /// Endpoints other than those of AWS.
    pub endpoints: Endpoints,
    /// Access key and secret. `None` uses the credentials that Lambda puts into the environment.
    pub static_credentials: Option<(String, String)>,
}

/// An app client of the user pool.
#[derive(Clone, Default)]
pub struct AppClient {
    /// Client id. It is public: tokens contain it.
    pub id: String,
    /// Secret with which our server authenticates to the user pool as this client.
    pub secret: String,
}

impl AppClient {
    /// Returns the secret hash that the user pool requires with a username: the HMAC of username and client id, in
    /// base64.
    ///
    /// Source:
    /// <https://docs.aws.amazon.com/cognito/latest/developerguide/signing-up-users-in-your-app.html#cognito-user-pools-computing-secret-hash>.
    #[must_use]
    pub fn secret_hash(&self, username: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, self.secret.as_bytes());
        STANDARD.encode(hmac::sign(&key, format!("{username}{}", self.id).as_bytes()))
    }
}

/// Endpoints of services outside AWS. `None` means AWS.
#[derive(Clone, Debug, Default)]
pub struct Endpoints {
    /// Endpoint of DynamoDB.
    pub dynamodb: Option<String>,
    /// Endpoint of S3. Requests then use path-style addressing.
    pub s3: Option<String>,
    /// Endpoint of Cognito.
    pub cognito: Option<String>,
    /// Endpoint of SES.
    pub ses: Option<String>,
}

/// Error for a missing or invalid setting.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The variable is not set.
    #[error("The environment variable {0} is not set. Set it in the function's configuration.")]
    Missing(&'static str),
    /// The key is not 32 bytes in base64.
    #[error("The environment variable {0} must be 32 bytes in base64. Make one with `openssl rand -base64 32`.")]
    InvalidCursorKey(&'static str),
    /// The key is not an RSA private key.
    #[error(
        "The environment variable FILES_SIGNING_KEY must be an RSA key in PKCS #8 as PEM. \
         Make one with `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`."
    )]
    InvalidSigningKey,
}

impl Settings {
    /// Reads the settings that `template.yaml` gives every function.
    ///
    /// # Errors
    /// Names the first missing or invalid variable.
    pub fn from_env() -> Result<Self, SettingsError> {
        Self::from_lookup(|name| env::var(name).ok().filter(|value| !value.is_empty()))
    }

    /// Reads the settings from a lookup function.
    ///
    /// # Errors
    /// Names the first missing or invalid variable.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        let required = |name: &'static str| lookup(name).ok_or(SettingsError::Missing(name));
        Ok(Self {
            table: required("TABLE_NAME")?,
            files_bucket: required("FILES_BUCKET")?,
            site_bucket: required("SITE_BUCKET")?,
            // Only the API uses the user pool; the other functions have no such variables.
            user_pool_id: lookup("USER_POOL_ID").unwrap_or_default(),
            user_pool_client: AppClient {
                id: lookup("USER_POOL_CLIENT_ID").unwrap_or_default(),
                secret: lookup("USER_POOL_CLIENT_SECRET").unwrap_or_default(),
            },
            user_pool_accounts_client: AppClient {
                id: lookup("USER_POOL_ACCOUNTS_CLIENT_ID").unwrap_or_default(),
                secret: lookup("USER_POOL_ACCOUNTS_CLIENT_SECRET").unwrap_or_default(),
            },
            cursor_key: parse_key("CURSOR_KEY", &required("CURSOR_KEY")?)?,
            signed_url_lifetime_secs: None,
            files_cdn: match lookup("FILES_ORIGIN") {
                Some(origin) => {
                    let key_id = lookup("FILES_KEY_ID").ok_or(SettingsError::Missing("FILES_KEY_ID"))?;
                    let key = lookup("FILES_SIGNING_KEY").ok_or(SettingsError::Missing("FILES_SIGNING_KEY"))?;
                    Some(FilesCdn::new(&origin, &key_id, &key).map_err(|_| SettingsError::InvalidSigningKey)?)
                }
                None => None,
            },
            // Only the API sends mail.
            mail_from: lookup("MAIL_FROM"),
            region: required("AWS_REGION")?,
            // The SDK reads these variables itself, but path-style addressing must be chosen here.
            endpoints: Endpoints {
                dynamodb: lookup("AWS_ENDPOINT_URL_DYNAMODB").or_else(|| lookup("AWS_ENDPOINT_URL")),
                s3: lookup("AWS_ENDPOINT_URL_S3").or_else(|| lookup("AWS_ENDPOINT_URL")),
                cognito: lookup("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER").or_else(|| lookup("AWS_ENDPOINT_URL")),
                ses: lookup("AWS_ENDPOINT_URL_SESV2").or_else(|| lookup("AWS_ENDPOINT_URL")),
            },
            static_credentials: None,
        })
    }
}

fn parse_key(name: &'static str, text: &str) -> Result<[u8; 32], SettingsError> {
    let bytes = STANDARD.decode(text.trim()).map_err(|_| SettingsError::InvalidCursorKey(name))?;
    bytes.try_into().map_err(|_| SettingsError::InvalidCursorKey(name))
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Keys and credentials must not reach a log.
        f.debug_struct("Settings")
            .field("table", &self.table)
            .field("files_bucket", &self.files_bucket)
            .field("site_bucket", &self.site_bucket)
            .field("region", &self.region)
            .field("endpoints", &self.endpoints)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(without: &'static str) -> impl Fn(&str) -> Option<String> {
        move |name| match name {
            name if name == without => None,
            "TABLE_NAME" => Some("table".into()),
            "FILES_BUCKET" => Some("files".into()),
            "SITE_BUCKET" => Some("site".into()),
            "CURSOR_KEY" => Some(STANDARD.encode([7; 32])),
            "AWS_REGION" => Some("ca-central-1".into()),
            _ => None,
        }
    }

    #[test]
    fn all_settings_are_read_from_the_environment() {
        let settings = Settings::from_lookup(lookup("")).unwrap();
        assert_eq!(settings.cursor_key, [7; 32]);
        assert_eq!(settings.table, "table");
    }

    #[test]
    fn the_error_for_a_missing_setting_names_the_environment_variable() {
        let error = Settings::from_lookup(lookup("FILES_BUCKET")).unwrap_err();
        assert!(error.to_string().contains("FILES_BUCKET"));
    }

    #[test]
    fn the_files_cdn_needs_origin_key_id_and_key_together() {
        let with_origin = |name: &str| match name {
            "FILES_ORIGIN" => Some("https://files.example.org".into()),
            "FILES_KEY_ID" => Some("K2JCJMDEHXQW5F".into()),
            name => lookup("")(name),
        };
        assert!(Settings::from_lookup(lookup("")).unwrap().files_cdn.is_none());
        let error = Settings::from_lookup(with_origin).unwrap_err();
        assert!(error.to_string().contains("FILES_SIGNING_KEY"), "{error}");
        let with_any_key =
            |name: &str| if name == "FILES_SIGNING_KEY" { Some("a key".into()) } else { with_origin(name) };
        let error = Settings::from_lookup(with_any_key).unwrap_err();
        assert!(matches!(error, SettingsError::InvalidSigningKey), "{error}");
    }

    #[test]
    fn a_cursor_key_that_is_too_short_is_refused() {
        assert!(matches!(parse_key("CURSOR_KEY", "c2hvcnQ="), Err(SettingsError::InvalidCursorKey("CURSOR_KEY"))));
    }
}
