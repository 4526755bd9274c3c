//! The accounts of a local server. They exist nowhere else, so their passwords can be printed.

/// Somebody who can sign in after the first start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Sign-in name.
    pub email: String,
    /// Password.
    pub password: String,
    /// Shown name.
    pub name: String,
    /// Username; empty for administrators, who choose one on their first visit.
    pub username: String,
}

/// The password of every sample account.
pub const SAMPLE_PASSWORD: &str = "study-hard-tonight";

fn account(email: &str, name: &str, username: &str) -> Account {
    Account {
        email: format!("{email}@noteninja.test"),
        password: SAMPLE_PASSWORD.into(),
        name: name.into(),
        username: username.into(),
    }
}

/// The two administrators.
#[must_use]
pub fn sample_admins() -> Vec<Account> {
    vec![account("admin", "Ada Admin", "ada"), account("second-admin", "Sam Second", "sam")]
}

/// The students, with complete profiles.
#[must_use]
pub fn sample_students() -> Vec<Account> {
    vec![account("amara", "Amara Okafor", "amara"), account("ben", "Ben Tremblay", "ben")]
}
