//! Settings of the API from its environment, and its rate limits.

use std::env;

use store::rate_limit::RateLimit;
use wasm_core::limits::DECKS_A_DAY;

/// All rate limits. A whole campus may share one IP address, so limits per IP address are generous and limits per
/// account are strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// Sign-up, sign-in, confirmation and password reset, per IP address.
    pub auth: RateLimit,
    /// Session refreshes and sign-outs, per IP address. Every open page refreshes four times an hour.
    pub session: RateLimit,
    /// Attempts with a password or code, per e-mail address, from all IP addresses together.
    pub account: RateLimit,
    /// Consecutive wrong passwords, per account and IP address. The maximum is one less than the number at which
    /// Cognito locks the account; the window is the time after which Cognito resets its count.
    pub wrong_password: RateLimit,
    /// Mails with a code, per e-mail address. Equals the limit of Cognito, whose own error would reveal that the
    /// account exists.
    pub mail: RateLimit,
    /// Codes entered by visitors, per e-mail address. Equals the limit of Cognito for one account.
    pub confirmation_code: RateLimit,
    /// Downloads of public PDFs, per IP address.
    pub file_access: RateLimit,
    /// Course requests, per IP address. Joining the request of another student counts per student.
    pub course_request: RateLimit,
    /// Course requests of all clients together.
    pub all_requests: RateLimit,
    /// Reports of notes and recordings, per student.
    pub report: RateLimit,
    /// Notices of copyright, per IP address.
    pub notice: RateLimit,
    /// Mails that ask to confirm a notice of copyright, per e-mail address.
    pub notice_mail: RateLimit,
    /// The first notice of copyright of a site ([`ClientSite`](crate::http::client::ClientSite)) in the hour.
    pub first_notice: RateLimit,
    /// First notices of copyright of all clients together. Also limits the mails about them.
    pub all_first_notices: RateLimit,
    /// Further notices of copyright of all clients together. Also limits the mails about them.
    pub all_notices: RateLimit,
    /// Searches for students, per student.
    pub student_search: RateLimit,
    /// Profile photos and playlist covers, per student.
    pub photo: RateLimit,
    /// Images of personal cards, per student.
    pub personal_card_picture: RateLimit,
    /// Import batches of personal cards and their undo, per student. 5,000 long cards need about 500 batches.
    pub personal_card_import: RateLimit,
    /// Anki decks, per student or administrator.
    pub deck: RateLimit,
    /// Follows and unfollows of students, per student.
    pub follow: RateLimit,
    /// Reports of page metrics, per IP address.
    pub beacon: RateLimit,
}

const MINUTE_SECS: u32 = 60;
const HOUR_SECS: u32 = 3600;
const DAY_SECS: u32 = 24 * HOUR_SECS;

const fn rule(name: &'static str, max: u32, window_secs: u32) -> RateLimit {
    RateLimit { name, max, window_secs }
}

impl Default for RateLimits {
    fn default() -> Self {
        RateLimits {
            auth: rule("auth", 60, MINUTE_SECS),
            session: rule("session", 600, MINUTE_SECS),
            account: rule("account", 10, MINUTE_SECS),
            wrong_password: rule("guess", 4, 15 * MINUTE_SECS),
            mail: rule("mail", 5, HOUR_SECS),
            confirmation_code: rule("code", 5, HOUR_SECS),
            file_access: rule("file", 120, MINUTE_SECS),
            course_request: rule("request", 20, HOUR_SECS),
            all_requests: rule("all_requests", 1000, HOUR_SECS),
            report: rule("report", 20, HOUR_SECS),
            notice: rule("notice", 10, HOUR_SECS),
            notice_mail: rule("notice_mail", 5, DAY_SECS),
            first_notice: rule("first_notice", 1, HOUR_SECS),
            all_first_notices: rule("all_first_notices", 1000, HOUR_SECS),
            all_notices: rule("all_notices", 100, HOUR_SECS),
            student_search: rule("student_search", 120, MINUTE_SECS),
            photo: rule("photo", 30, HOUR_SECS),
            personal_card_picture: rule("own_card_picture", 120, HOUR_SECS),
            personal_card_import: rule("own_card_import", 600, HOUR_SECS),
            deck: rule("deck", DECKS_A_DAY, DAY_SECS),
            follow: rule("follow", 60, MINUTE_SECS),
            beacon: rule("beacon", 600, MINUTE_SECS),
        }
    }
}

impl RateLimits {
    /// Returns limits that are never reached, for tests of other behaviour.
    #[must_use]
    pub fn unlimited() -> Self {
        let RateLimits {
            auth,
            session,
            account,
            wrong_password: guess,
            mail,
            confirmation_code: code,
            file_access: file,
            course_request: request,
            all_requests,
            report,
            notice,
            notice_mail,
            first_notice,
            all_first_notices,
            all_notices,
            student_search,
            photo,
            personal_card_picture,
            personal_card_import,
            deck,
            follow,
            beacon,
        } = RateLimits::default();
        let open = |rule: RateLimit| RateLimit { max: u32::MAX, ..rule };
        RateLimits {
            auth: open(auth),
            session: open(session),
            account: open(account),
            wrong_password: open(guess),
            mail: open(mail),
            confirmation_code: open(code),
            file_access: open(file),
            course_request: open(request),
            all_requests: open(all_requests),
            report: open(report),
            notice: open(notice),
            notice_mail: open(notice_mail),
            first_notice: open(first_notice),
            all_first_notices: open(all_first_notices),
            all_notices: open(all_notices),
            student_search: open(student_search),
            photo: open(photo),
            personal_card_picture: open(personal_card_picture),
            personal_card_import: open(personal_card_import),
            deck: open(deck),
            follow: open(follow),
            beacon: open(beacon),
        }
    }
}

/// The settings of the API.
#[derive(Clone, Debug)]
pub struct ApiSettings {
    /// Settings of the table, the buckets and the user pool.
    pub store: store::Settings,
    /// Origin of the page without a slash at the end: `https://notes.example.org`.
    pub app_origin: String,
    /// Issuer of access tokens: the `iss` claim.
    pub token_issuer: String,
    /// URL of the issuer's keys.
    pub jwks_url: String,
    pub rate_limits: RateLimits,
    /// Whether visitors can request courses.
    pub anonymous_requests: bool,
    /// Whether administrator routes require a second factor.
    pub second_factor_required: bool,
}

/// A setting that is missing or not allowed.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A setting of the store is missing or invalid.
    #[error(transparent)]
    Store(#[from] store::settings::SettingsError),
    /// The variable is not set.
    #[error("The environment variable {0} is not set. Set it in the function's configuration.")]
    Missing(&'static str),
    /// The variable contains a loopback address, but the API runs in Lambda.
    #[error(
        "{0} points at {1}, which is for development only, but this is Lambda. Remove it from the function's configuration."
    )]
    Loopback(&'static str, String),
}

impl ApiSettings {
    /// Reads the settings that `template.yaml` gives the function.
    ///
    /// # Errors
    /// Names the first variable that is missing, or that contains a loopback address in Lambda.
    pub fn from_env() -> Result<Self, SettingsError> {
        Self::from_lookup(|name| env::var(name).ok().filter(|value| !value.is_empty()))
    }

    /// Reads the settings from any source of named values.
    ///
    /// # Errors
    /// As [`ApiSettings::from_env`].
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        if lookup("AWS_LAMBDA_FUNCTION_NAME").is_some() {
            refuse_loopback(&lookup)?;
        }
        let required = |name: &'static str| lookup(name).ok_or(SettingsError::Missing(name));
        Ok(ApiSettings {
            store: store::Settings::from_lookup(&lookup)?,
            app_origin: required("APP_ORIGIN")?.trim_end_matches('/').to_owned(),
            token_issuer: required("TOKEN_ISSUER")?,
            jwks_url: required("JWKS_URL")?,
            rate_limits: RateLimits::default(),
            anonymous_requests: lookup("ANONYMOUS_REQUESTS").as_deref() != Some("off"),
            // A missing or mistyped value counts as required.
            second_factor_required: lookup("ADMIN_SECOND_FACTOR").as_deref() != Some("optional"),
        })
    }
}

/// Fails if a service has a loopback address. With a local user pool, any caller could pass as any user, so a function
/// in AWS must never use one.
fn refuse_loopback(lookup: &impl Fn(&str) -> Option<String>) -> Result<(), SettingsError> {
    const ADDRESSES: [&str; 8] = [
        "AWS_ENDPOINT_URL",
        "AWS_ENDPOINT_URL_DYNAMODB",
        "AWS_ENDPOINT_URL_S3",
        "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER",
        "AWS_ENDPOINT_URL_SESV2",
        "APP_ORIGIN",
        "TOKEN_ISSUER",
        "JWKS_URL",
    ];
    let is_loopback = |address: &String| {
        let host = address.split("://").nth(1).unwrap_or(address);
        ["127.", "localhost", "[::1]", "0.0.0.0", "[::]"].iter().any(|name| host.starts_with(name))
            || host.contains(".localhost")
    };
    match ADDRESSES.iter().find_map(|name| Some((*name, lookup(name).filter(is_loopback)?))) {
        Some((name, address)) => Err(SettingsError::Loopback(name, address)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(extra: &'static [(&'static str, &'static str)]) -> impl Fn(&str) -> Option<String> {
        const COMMON: [(&str, &str); 10] = [
            ("TABLE_NAME", "table"),
            ("FILES_BUCKET", "files"),
            ("SITE_BUCKET", "site"),
            ("USER_POOL_ID", "ca-central-1_abc"),
            ("USER_POOL_CLIENT_ID", "client"),
            ("CURSOR_KEY", "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="),
            ("AWS_REGION", "ca-central-1"),
            ("APP_ORIGIN", "https://notes.example.org/"),
            ("TOKEN_ISSUER", "https://cognito-idp.ca-central-1.amazonaws.com/ca-central-1_abc"),
            ("JWKS_URL", "https://cognito-idp.ca-central-1.amazonaws.com/ca-central-1_abc/.well-known/jwks.json"),
        ];
        move |name| extra.iter().chain(&COMMON).find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn settings_are_read_from_the_environment() {
        let settings = ApiSettings::from_lookup(environment(&[("AWS_LAMBDA_FUNCTION_NAME", "api")])).unwrap();
        assert_eq!(settings.app_origin, "https://notes.example.org");
    }

    #[test]
    fn administrators_need_a_second_factor_unless_a_setting_makes_it_optional() {
        let required = |extra| ApiSettings::from_lookup(environment(extra)).unwrap().second_factor_required;
        assert!(required(&[]) && required(&[("ADMIN_SECOND_FACTOR", "required")]));
        assert!(required(&[("ADMIN_SECOND_FACTOR", "off")]), "a word that means nothing opens nothing");
        assert!(!required(&[("ADMIN_SECOND_FACTOR", "optional")]));
    }

    #[test]
    fn h37_loopback_addresses_are_refused_in_lambda() {
        for name in
            ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER", "TOKEN_ISSUER", "JWKS_URL", "APP_ORIGIN"]
        {
            for address in ["http://127.0.0.1:4003", "http://localhost:4003/x", "http://[::1]:1"] {
                let lookup = |asked: &str| match asked {
                    "AWS_LAMBDA_FUNCTION_NAME" => Some("api".to_owned()),
                    asked if asked == name => Some(address.to_owned()),
                    asked => environment(&[])(asked),
                };
                let refused = ApiSettings::from_lookup(lookup).unwrap_err();
                assert!(refused.to_string().starts_with(name), "{refused}");
            }
        }
    }

    #[test]
    fn loopback_addresses_are_accepted_outside_lambda() {
        let lookup =
            environment(&[("AWS_ENDPOINT_URL", "http://127.0.0.1:4001"), ("JWKS_URL", "http://127.0.0.1:4003/jwks")]);
        assert!(ApiSettings::from_lookup(lookup).is_ok());
    }
}
