//! Forms to sign up and sign in, and the fields they share with the profile.

use serde::{Deserialize, Serialize};

use super::{FieldError, FieldErrors};
use crate::limits::{
    CONFIRM_CODE_DIGITS, EMAIL_MAX_CHARS, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, RESERVED_USERNAMES,
    USERNAME_MAX_CHARS, USERNAME_MIN_CHARS,
};

/// Shown when another account has the username.
pub const USERNAME_TAKEN: &str = "Username is already taken.";

/// Longest part before the `@` that mail servers accept, in characters.
const LOCAL_PART_MAX_CHARS: usize = 64;

/// The sign-in form as typed. Missing fields count as empty.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SignInForm {
    /// E-mail address.
    #[serde(deserialize_with = "super::lenient")]
    pub email: String,
    /// Password.
    #[serde(deserialize_with = "super::lenient")]
    pub password: String,
}

/// A checked sign-in form. It has no `Debug`, so that a password cannot reach a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct SignIn {
    /// E-mail address, trimmed and in lower case.
    pub email: String,
    /// Password, exactly as typed.
    pub password: String,
}

/// The sign-up form as typed. Missing fields count as empty.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SignUpForm {
    /// Public name.
    #[serde(deserialize_with = "super::lenient")]
    pub username: String,
    /// E-mail address.
    #[serde(deserialize_with = "super::lenient")]
    pub email: String,
    /// Password.
    #[serde(deserialize_with = "super::lenient")]
    pub password: String,
}

/// A checked sign-up form. It has no `Debug`, so that a password cannot reach a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct SignUp {
    /// Public name.
    pub username: Username,
    /// E-mail address, trimmed and in lower case.
    pub email: String,
    /// Password, exactly as typed.
    pub password: String,
}

/// A username in both of its spellings.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Username {
    /// Lower-case form for search and uniqueness.
    pub lower: String,
    /// Name as typed, for display.
    pub display: String,
}

/// Checks the sign-in form. The rules for new passwords do not apply, because an old password may be shorter.
///
/// # Errors
/// All invalid fields.
pub fn validate_sign_in(form: &SignInForm) -> Result<SignIn, FieldErrors> {
    let mut errors = FieldErrors::default();
    let email = errors.take(validate_email(&form.email));
    let password = errors.take(validate_existing_password(&form.password));
    match (email, password) {
        (Some(email), Some(password)) => Ok(SignIn { email, password }),
        _ => Err(errors),
    }
}

/// Checks the sign-up form.
///
/// # Errors
/// All invalid fields.
pub fn validate_sign_up(form: &SignUpForm) -> Result<SignUp, FieldErrors> {
    let mut errors = FieldErrors::default();
    let username = errors.take(validate_username(&form.username));
    let email = errors.take(validate_email(&form.email));
    let password = errors.take(validate_new_password(&form.password));
    match (username, email, password) {
        (Some(username), Some(email), Some(())) => Ok(SignUp { username, email, password: form.password.clone() }),
        _ => Err(errors),
    }
}

/// Returns an e-mail address, trimmed and in lower case.
///
/// Checks only the shape: one `@`, a domain with a dot, no spaces, ASCII.
///
/// # Errors
/// An error of the field `email`.
pub fn validate_email(value: &str) -> Result<String, FieldError> {
    let value = value.trim().to_ascii_lowercase();
    if value.is_empty() {
        return Err(FieldError::required_error("email", "Email is required."));
    }
    if value.chars().count() > EMAIL_MAX_CHARS {
        return Err(FieldError::too_long("email", EMAIL_MAX_CHARS));
    }
    let is_address = value.split_once('@').is_some_and(|(local, domain)| is_local_part(local) && is_domain(domain));
    if is_address {
        Ok(value)
    } else {
        Err(FieldError::new("email", "invalid", "Enter an email address like name@university.ca."))
    }
}

fn is_local_part(local: &str) -> bool {
    local.len() <= LOCAL_PART_MAX_CHARS
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte))
        })
}

fn is_domain(domain: &str) -> bool {
    domain.contains('.')
        && domain.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
}

/// Returns an existing password, which is not empty and not too long. It may be shorter than a new password.
///
/// # Errors
/// An error of the field `password`.
pub fn validate_existing_password(value: &str) -> Result<String, FieldError> {
    if value.is_empty() {
        return Err(FieldError::required_error("password", "Password is required."));
    }
    if value.chars().count() > PASSWORD_MAX_CHARS {
        return Err(FieldError::too_long("password", PASSWORD_MAX_CHARS));
    }
    Ok(value.to_owned())
}

/// Checks a new password: long enough, without other rules. It is used as typed, including spaces.
///
/// # Errors
/// An error of the field `password`.
pub fn validate_new_password(value: &str) -> Result<(), FieldError> {
    validate_existing_password(value)?;
    if value.chars().count() < PASSWORD_MIN_CHARS {
        let message =
            format!("Use at least {PASSWORD_MIN_CHARS} characters. A few unrelated words make a good password.");
        return Err(FieldError::new("password", "too_short", message));
    }
    Ok(())
}

/// Returns the code sent by e-mail, without the spaces and dashes that users add when they copy it.
///
/// # Errors
/// An error of the field `code`.
pub fn validate_confirmation_code(value: &str) -> Result<String, FieldError> {
    let code: String = value.chars().filter(|character| !character.is_whitespace() && *character != '-').collect();
    if code.is_empty() {
        return Err(FieldError::required_error("code", "Enter the code we emailed."));
    }
    if code.len() == CONFIRM_CODE_DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(code)
    } else {
        Err(FieldError::new("code", "invalid", format!("The code has {CONFIRM_CODE_DIGITS} digits.")))
    }
}

/// Returns a username: letters, digits, dots, underscores and dashes, with at least one letter or digit, and not
/// reserved.
///
/// # Errors
/// An error of the field `username`.
pub fn validate_username(value: &str) -> Result<Username, FieldError> {
    let display = value.trim();
    if display.is_empty() {
        return Err(FieldError::required_error("username", "Username is required."));
    }
    // ASCII only: names that look the same must be the same, because the URL of a profile contains the name.
    if !display.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-')) {
        let message = "Use letters (A to Z), digits, dots, underscores and dashes.";
        return Err(FieldError::new("username", "invalid", message));
    }
    if display.len() < USERNAME_MIN_CHARS {
        let message = format!("Use at least {USERNAME_MIN_CHARS} characters.");
        return Err(FieldError::new("username", "too_short", message));
    }
    if display.len() > USERNAME_MAX_CHARS {
        return Err(FieldError::too_long("username", USERNAME_MAX_CHARS));
    }
    let lower = display.to_ascii_lowercase();
    let bare: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    if bare.is_empty() {
        return Err(FieldError::new("username", "invalid", "Use at least one letter or digit."));
    }
    if RESERVED_USERNAMES.contains(&bare.as_str()) {
        return Err(FieldError::new("username", "reserved", "This username is reserved. Please choose another."));
    }
    Ok(Username { lower, display: display.to_owned() })
}

/// Returns the error for a username that another account has.
#[must_use]
pub fn username_taken_error() -> FieldError {
    FieldError::new("username", "taken", USERNAME_TAKEN)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fields(errors: &FieldErrors) -> Vec<(&str, &str)> {
        errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect()
    }

    #[test]
    fn s5_in_1_sign_in_needs_an_email_address_and_a_password() {
        let errors = validate_sign_in(&SignInForm::default()).err().unwrap();
        assert_eq!(fields(&errors), [("email", "required"), ("password", "required")]);
        assert_eq!(errors.messages(), ["Email is required.", "Password is required."]);

        let form = SignInForm { email: "not an address".into(), password: "x".into() };
        assert_eq!(fields(&validate_sign_in(&form).err().unwrap()), [("email", "invalid")]);

        let form = SignInForm { email: " Amara@NoteNinja.test ".into(), password: " old ".into() };
        let checked = validate_sign_in(&form).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!((checked.email.as_str(), checked.password.as_str()), ("amara@noteninja.test", " old "));
    }

    #[test]
    fn s5_up_1_sign_up_needs_username_email_and_password() {
        let errors = validate_sign_up(&SignUpForm::default()).err().unwrap();
        assert_eq!(fields(&errors), [("username", "required"), ("email", "required"), ("password", "required")]);
        assert_eq!(errors.messages(), ["Username is required.", "Email is required.", "Password is required."]);

        let form = SignUpForm { username: "Amara.K".into(), email: "a@b.ca".into(), password: "ten chars.".into() };
        let checked = validate_sign_up(&form).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(checked.username, Username { lower: "amara.k".into(), display: "Amara.K".into() });
    }

    #[test]
    fn valid_addresses_are_accepted_and_invalid_ones_refused() {
        for (typed, expected) in [
            ("a@b.ca", "a@b.ca"),
            ("  First.Last+Notes@UWaterloo.CA ", "first.last+notes@uwaterloo.ca"),
            ("o'neil_x@sub.mail.example", "o'neil_x@sub.mail.example"),
        ] {
            assert_eq!(validate_email(typed).unwrap(), expected);
        }
        for typed in [
            "a",
            "@b.ca",
            "a@",
            "a@b",
            "a@@b.ca",
            "a@b@c.ca",
            "a b@c.ca",
            "a@b .ca",
            "a@.ca",
            "a@b.",
            "a@b..ca",
            ".a@b.ca",
            "a..b@c.ca",
            "a.@b.ca",
            "a@-b.ca",
            "a@b_c.ca",
            "<a@b.ca>",
            "a@b.ca\n,c@d.ca",
            "ä@b.ca",
            "a@bücher.de",
        ] {
            assert_eq!(validate_email(typed).unwrap_err().code, "invalid", "{typed:?}");
        }
        let long = format!("{}@{}.ca", "a".repeat(64), "b.".repeat(100));
        assert_eq!(validate_email(&long).unwrap_err().code, "too_long");
        assert!(validate_email(&format!("{}@b.ca", "a".repeat(65))).is_err());
    }

    #[test]
    fn a_new_password_is_checked_only_for_length() {
        assert!(validate_new_password("aaaaaaaaaa").is_ok());
        assert!(validate_new_password("пароль 1234").is_ok());
        assert_eq!(validate_new_password("nine char").unwrap_err().code, "too_short");
        assert_eq!(validate_new_password("ééééééééé").unwrap_err().code, "too_short");
        assert_eq!(validate_new_password(&"a".repeat(257)).unwrap_err().code, "too_long");
        assert!(validate_new_password(&"a".repeat(256)).is_ok());
    }

    #[test]
    fn confirmation_codes_have_six_digits_and_may_contain_separators() {
        assert_eq!(validate_confirmation_code(" 123 456\n").unwrap(), "123456");
        assert_eq!(validate_confirmation_code("123-456").unwrap(), "123456");
        assert_eq!(validate_confirmation_code("").unwrap_err().code, "required");
        for code in ["12345", "1234567", "12345a", "１２３４５６"] {
            assert_eq!(validate_confirmation_code(code).unwrap_err().code, "invalid", "{code}");
        }
    }

    #[test]
    fn s5_cp_3_username_is_stored_in_lower_case_and_as_typed() {
        let name = validate_username(" WilhelminA_Oyelaran-d.e ").unwrap();
        assert_eq!(name.lower, "wilhelmina_oyelaran-d.e");
        assert_eq!(name.display, "WilhelminA_Oyelaran-d.e");
    }

    #[test]
    fn invalid_usernames_are_refused() {
        for (typed, code) in [
            ("", "required"),
            ("ab", "too_short"),
            ("a b c", "invalid"),
            ("amára", "invalid"),
            ("аmara", "invalid"),
            ("a/../b", "invalid"),
            ("...", "invalid"),
            ("Admin", "reserved"),
            ("a.d.m.i.n", "reserved"),
            ("Note_Ninja", "reserved"),
            ("my-notes", "reserved"),
        ] {
            assert_eq!(validate_username(typed).unwrap_err().code, code, "{typed:?}");
        }
        assert_eq!(validate_username(&"a".repeat(31)).unwrap_err().code, "too_long");
        assert!(validate_username(&"a".repeat(30)).is_ok());
        assert_eq!(username_taken_error().message, "Username is already taken.");
    }

    proptest! {
        #[test]
        fn validating_account_fields_never_panics_and_accepted_values_are_normalized(typed in "\\PC{0,40}") {
            if let Ok(address) = validate_email(&typed) {
                prop_assert_eq!(validate_email(&address), Ok(address.clone()));
                prop_assert_eq!(address.matches('@').count(), 1);
            }
            if let Ok(name) = validate_username(&typed) {
                prop_assert_eq!(name.display.to_ascii_lowercase(), name.lower);
            }
            let _ = (validate_confirmation_code(&typed), validate_new_password(&typed));
        }
    }
}
