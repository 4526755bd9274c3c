//! What an authenticator app shows.

use std::time::{SystemTime, UNIX_EPOCH};

use totp_rs::{Builder, Secret};

/// Seconds that a code counts for; the pool takes those just before and after too.
const STEP_SECS: u64 = 30;

/// Which half minute a code is of, seen from now.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// The one before.
    Last,
    /// This one.
    Now,
    /// The one after.
    Next,
}

/// The code that an app with this secret shows.
///
/// # Panics
/// When the secret is none.
#[must_use]
pub fn of(secret: &str, when: When) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let at = match when {
        When::Last => now - STEP_SECS,
        When::Now => now,
        When::Next => now + STEP_SECS,
    };
    totp.generate(at).to_string()
}
