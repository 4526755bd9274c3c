//! Lifetimes of sessions and records.

use super::Limit;

limits! {
    TIMES:
    /// Lifetime of an access token.
    ACCESS_TOKEN_LIFE_SECS: u32 = 900, "seconds";
    /// Lifetime of a session on a private computer.
    SESSION_LIFE_DAYS: u32 = 30, "days";
    /// Time for which a deleted note can be restored.
    TRASH_DAYS: u32 = 30, "days";
    /// Longest validity of a key of a program.
    ACCESS_KEY_DAYS_MAX: u32 = 90, "days";
    /// Retention of audit log entries.
    AUDIT_DAYS: u32 = 400, "days";
    /// Time after which the e-mail address of an unconfirmed account becomes available.
    UNCONFIRMED_ACCOUNT_DAYS: u32 = 7, "days";
    /// Time for which a former username redirects to its owner.
    FORMER_USERNAME_DAYS: u32 = 30, "days";
    /// Delay before a confirmation code can be sent again.
    RESEND_COUNTDOWN_SECS: u32 = 30, "seconds";
    /// Polling interval of a visible page for changes by others. Including publication, changes appear within a minute.
    REFETCH_SECS: u32 = 45, "seconds";
}
