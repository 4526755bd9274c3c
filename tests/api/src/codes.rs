//! Codes of an authenticator app.

use std::time::{SystemTime, UNIX_EPOCH};

use totp_rs::{Builder, Secret};

/// Validity of a code in seconds. The pool also accepts the codes just before and after.
const STEP_SECS: u64 = 30;

/// Time step of a code, relative to now.
#[derive(Clone, Copy, Debug)]
pub enum TimeStep {
    Last,
    Now,
    Next,
}

/// Returns the code that an authenticator app with this secret shows.
///
/// # Panics
/// If the secret is invalid.
#[must_use]
pub fn totp_code(secret: &str, when: TimeStep) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let at = match when {
        TimeStep::Last => now - STEP_SECS,
        TimeStep::Now => now,
        TimeStep::Next => now + STEP_SECS,
    };
    totp.generate(at).to_string()
}
