//! Accounts of a local server. They exist nowhere else, so their passwords can be printed.

/// An account that exists after the first start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// E-mail address for signing in.
    pub email: String,
    pub password: String,
    pub name: String,
    /// Username. Empty for administrators, who choose one on their first visit.
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

/// Returns the two sample administrators.
#[must_use]
pub fn sample_admins() -> Vec<Account> {
    vec![account("admin", "Ada Admin", "ada"), account("second-admin", "Sam Second", "sam")]
}

/// Returns the sample students, whose profiles are complete.
#[must_use]
pub fn sample_students() -> Vec<Account> {
    vec![account("amara", "Amara Okafor", "amara"), account("ben", "Ben Tremblay", "ben")]
}
