//! How long sessions and records live.

use super::Limit;

limits! {
    TIMES:
    /// Life of an access token.
    ACCESS_TOKEN_LIFE_SECS: u32 = 900, "seconds";
    /// Life of a session on a computer of one's own.
    SESSION_LIFE_DAYS: u32 = 30, "days";
    /// How long a deleted note can be restored.
    TRASH_DAYS: u32 = 30, "days";
    /// How long the record of an administrator's action is kept.
    AUDIT_DAYS: u32 = 400, "days";
    /// How long an account may stay unconfirmed before its address is free again.
    UNCONFIRMED_ACCOUNT_DAYS: u32 = 7, "days";
    /// How long a username that was given up leads to its former owner.
    FORMER_USERNAME_DAYS: u32 = 30, "days";
    /// How long before a code can be sent again.
    RESEND_COUNTDOWN_SECS: u32 = 30, "seconds";
    /// How often a page that somebody looks at asks what others have changed. With what publishing takes, less than a minute.
    REFETCH_SECS: u32 = 45, "seconds";
}
