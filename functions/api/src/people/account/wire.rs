//! Wire types of the caller's account. Types with a password, a code or a secret do not implement `Debug`.

use serde::{Deserialize, Serialize};
use store::account;
use utoipa::ToSchema;

/// Current and new password.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub current_password: String,
    #[serde(default)]
    #[schema(required = true, example = "a better passphrase")]
    pub new_password: String,
}

/// Password, required again before a sensitive change.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordRequest {
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
}

/// Password and, with a second factor, an app code. Required before the sign-in settings change.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReauthRequest {
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
    /// Current code of the authenticator app. Required if the account has a second factor.
    #[schema(example = "654321")]
    pub app_code: Option<String>,
}

/// New e-mail address, with the credentials of `ReauthRequest`.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailChange {
    #[serde(default)]
    #[schema(required = true, example = "amara.okafor@noteninja.test")]
    pub email: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
    /// Current code of the authenticator app. Required if the account has a second factor.
    #[schema(example = "654321")]
    pub app_code: Option<String>,
}

/// A code from a mail or from a new authenticator app, with the credentials of `ReauthRequest`.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmCodeRequest {
    #[serde(default)]
    #[schema(required = true, example = "123456")]
    pub code: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
    /// Current code of the previous authenticator app. Required if the account has a second factor.
    #[schema(example = "654321")]
    pub app_code: Option<String>,
}

/// Code of the authenticator app, which completes a sign-in.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorRequest {
    /// Challenge returned with `next: second_factor`.
    #[schema(required = true, example = "AYABeC1-y8qooiuysEv0uM4wAqQAHQABAAdTZXJ2aWNl")]
    pub challenge: String,
    #[serde(default)]
    #[schema(required = true, example = "123456")]
    pub code: String,
    #[serde(default)]
    pub shared_computer: bool,
}

/// Sign-in settings of the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountState {
    /// Confirmed e-mail address.
    #[schema(example = "amara@noteninja.test")]
    pub email: String,
    /// E-mail address that is not confirmed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<PendingEmail>,
    /// Whether each sign-in requires a code of an authenticator app.
    pub has_second_factor: bool,
    /// Whether this account needs a second factor to use administrator routes.
    pub requires_second_factor: bool,
}

/// An unconfirmed e-mail address to which a code was mailed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingEmail {
    #[schema(example = "amara.okafor@noteninja.test")]
    pub email: String,
    /// Time when a code was last mailed.
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub mailed_at: String,
}

/// Secret for an authenticator app. Returned once and never stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorSetup {
    /// Secret in Base32, for manual entry.
    #[schema(example = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")]
    pub secret: String,
    /// The secret as a URI, for a QR code.
    #[schema(
        example = "otpauth://totp/Note%20Ninja:admin%40noteninja.test?secret=JBSWY3DPEHPK3PXP&issuer=Note%20Ninja"
    )]
    pub uri: String,
}

impl From<account::PendingEmail> for PendingEmail {
    fn from(pending: account::PendingEmail) -> Self {
        PendingEmail { email: pending.email, mailed_at: pending.mailed_at.to_string() }
    }
}
