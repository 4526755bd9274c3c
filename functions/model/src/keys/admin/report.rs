use crate::ids::UserId;
use crate::keys::key::{Key, Range, gsi1, table};
use crate::kind::ReportTarget;
use crate::timestamp::Timestamp;

/// The summary of the reports about one item: their number and the decision.
#[must_use]
pub fn primary(target: ReportTarget) -> Key {
    Key { pk: format!("REPORT#{target}"), sk: "SELF".into() }
}

/// The report of one student about one item. A decision by an administrator starts a new round.
#[must_use]
pub fn of_student(target: ReportTarget, round: u32, reporter: &UserId) -> Key {
    Key { pk: format!("REPORT#{target}"), sk: format!("ROUND#{round:06}#{reporter}") }
}

/// All reports about one item since the last decision.
#[must_use]
pub fn of_round(target: ReportTarget, round: u32) -> Range {
    table(format!("REPORT#{target}"), &format!("ROUND#{round:06}#"))
}

/// Index entry that lists a reported item by its number of reports.
#[must_use]
pub fn index_key(reports: u32, target: ReportTarget) -> Key {
    Key { pk: "REPORTS#open".into(), sk: format!("{reports:010}#{target}") }
}

/// All reported items without a decision.
#[must_use]
pub fn undecided() -> Range {
    gsi1("REPORTS#open".into(), "")
}

/// Index entry that lists a report under its reporter by time.
#[must_use]
pub fn reporter_index_key(reporter: &UserId, reported_at: Timestamp, target: ReportTarget) -> Key {
    Key { pk: format!("REPORTER#{reporter}"), sk: format!("{reported_at}#{target}") }
}

/// The reports by one student.
#[must_use]
pub fn of_reporter(reporter: &UserId) -> Range {
    gsi1(format!("REPORTER#{reporter}"), "")
}
