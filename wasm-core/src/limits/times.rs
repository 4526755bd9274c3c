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
    /// Time within which the sender of a notice of copyright must confirm the e-mail address.
    NOTICE_CONFIRM_HOURS: u32 = 48, "hours";
    /// Retention of the personal data in a notice of copyright after it is closed.
    NOTICE_KEPT_DAYS: u32 = 180, "days";
    /// Retention of the files that are withheld because of a notice of copyright, counted from the last night on which it
    /// was not closed.
    WITHHELD_DAYS: u32 = 365, "days";
    /// Time without a counter notice after which a notice is closed and the files stay removed.
    COUNTER_NOTICE_WAIT_DAYS: u32 = 60, "days";
    /// Days from Monday to Friday after which withheld files are restored because of a counter notice. 17 U.S.C. 512(g)
    /// requires 10 to 14 business days. Up to two of these 12 can be public holidays, which the server does not know.
    COUNTER_NOTICE_WEEKDAYS: u32 = 12, "days";
    /// Time after which the e-mail address of an unconfirmed account becomes available.
    UNCONFIRMED_ACCOUNT_DAYS: u32 = 7, "days";
    /// Time for which a former username redirects to its owner.
    FORMER_USERNAME_DAYS: u32 = 30, "days";
    /// Delay before a confirmation code can be sent again.
    RESEND_COUNTDOWN_SECS: u32 = 30, "seconds";
    /// Polling interval of a visible page for changes by others. Including publication, changes appear within a minute.
    REFETCH_SECS: u32 = 45, "seconds";
}
