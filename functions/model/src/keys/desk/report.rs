use crate::ids::UserId;
use crate::keys::key::{Key, Range, gsi1, table};
use crate::kind::ReportTarget;
use crate::timestamp::Timestamp;

/// What is reported of one thing: how often, and what became of it.
#[must_use]
pub fn primary(target: ReportTarget) -> Key {
    Key { pk: format!("REPORT#{target}"), sk: "SELF".into() }
}

/// What one student said of one thing. A round ends when an administrator has decided.
#[must_use]
pub fn of_student(target: ReportTarget, round: u32, reporter: &UserId) -> Key {
    Key { pk: format!("REPORT#{target}"), sk: format!("ROUND#{round:06}#{reporter}") }
}

/// What all said of one thing since the last decision.
#[must_use]
pub fn of_round(target: ReportTarget, round: u32) -> Range {
    table(format!("REPORT#{target}"), &format!("ROUND#{round:06}#"))
}

/// Index entry that lists a reported thing by how many reported it.
#[must_use]
pub fn listed(reports: u32, target: ReportTarget) -> Key {
    Key { pk: "REPORTS#open".into(), sk: format!("{reports:010}#{target}") }
}

/// All reported things that nobody has decided on.
#[must_use]
pub fn open() -> Range {
    gsi1("REPORTS#open".into(), "")
}

/// Index entry that lists what one student said under the student, by time.
#[must_use]
pub fn listed_for(reporter: &UserId, reported_at: Timestamp, target: ReportTarget) -> Key {
    Key { pk: format!("REPORTER#{reporter}"), sk: format!("{reported_at}#{target}") }
}

/// What one student reported.
#[must_use]
pub fn of_reporter(reporter: &UserId) -> Range {
    gsi1(format!("REPORTER#{reporter}"), "")
}
