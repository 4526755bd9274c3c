//! Wire types of reports.

use serde::{Deserialize, Serialize};
use store::reports;
use utoipa::ToSchema;

/// Kind of a reported item. `note` covers course notes and album notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportKind {
    #[default]
    Note,
    Audio,
    Card,
}

/// Reason of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    Copyright,
    Wrong,
    Misplaced,
    Broken,
    Offensive,
    Other,
}

/// Report of a note, a recording or a study card.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateReport {
    #[schema(required = true)]
    pub kind: ReportKind,
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    /// Id of the chapter of a reported study card.
    #[serde(default)]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub chapter: Option<String>,
    /// Reason of the report. Required.
    #[schema(required = true, nullable = false)]
    pub reason: Option<ReportReason>,
    /// Description by the reporter. Required for the reason `other`.
    #[serde(default)]
    #[schema(example = "Pages 3 and 4 are from the textbook.")]
    pub text: String,
}

/// Result of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportCreated {
    /// Whether the caller has already reported the item. A student has one report per item until it is decided.
    pub reported_before: bool,
}

/// A reported item without a decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportedItem {
    pub kind: ReportKind,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    /// Title at the time of the last report.
    #[schema(example = "Pointers and references")]
    pub title: String,
    /// Course code, shelf name or album name.
    #[schema(example = "CS246")]
    pub place: String,
    /// Id of the chapter that contained the reported study card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub chapter: Option<String>,
    /// Number of students who reported the item.
    #[schema(example = 3)]
    pub reports: u32,
    #[schema(example = "2026-11-20T10:00:00Z")]
    pub first_reported_at: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub last_reported_at: String,
}

/// Report of one student.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub reason: ReportReason,
    /// Description by the reporter; may be empty.
    #[schema(example = "Pages 3 and 4 are from the textbook.")]
    pub text: String,
    #[schema(example = "Amara")]
    pub reporter_name: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub reported_at: String,
}

/// Reports of one item, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reports {
    pub items: Vec<Report>,
}

/// Request to take down a reported item.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeDownRequest {
    /// Reason for the activity log.
    #[serde(default)]
    #[schema(required = true, example = "The publisher asked for it.")]
    pub reason: String,
}

impl From<reports::ReportReason> for ReportReason {
    fn from(reason: reports::ReportReason) -> Self {
        match reason {
            reports::ReportReason::Copyright => ReportReason::Copyright,
            reports::ReportReason::Wrong => ReportReason::Wrong,
            reports::ReportReason::Misplaced => ReportReason::Misplaced,
            reports::ReportReason::Broken => ReportReason::Broken,
            reports::ReportReason::Offensive => ReportReason::Offensive,
            reports::ReportReason::Other => ReportReason::Other,
        }
    }
}

impl From<ReportReason> for reports::ReportReason {
    fn from(reason: ReportReason) -> Self {
        match reason {
            ReportReason::Copyright => reports::ReportReason::Copyright,
            ReportReason::Wrong => reports::ReportReason::Wrong,
            ReportReason::Misplaced => reports::ReportReason::Misplaced,
            ReportReason::Broken => reports::ReportReason::Broken,
            ReportReason::Offensive => reports::ReportReason::Offensive,
            ReportReason::Other => reports::ReportReason::Other,
        }
    }
}

impl From<reports::Report> for Report {
    fn from(report: reports::Report) -> Self {
        Report {
            reason: report.reason.into(),
            text: report.text,
            reporter_name: report.reporter_name,
            reported_at: report.reported_at.to_string(),
        }
    }
}

impl From<reports::Case> for ReportedItem {
    fn from(case: reports::Case) -> Self {
        ReportedItem {
            kind: match case.target {
                reports::ReportTarget::Note(_) => ReportKind::Note,
                reports::ReportTarget::Audio(_) => ReportKind::Audio,
                reports::ReportTarget::Card(_) => ReportKind::Card,
            },
            id: case.target.id().to_string(),
            title: case.about.title,
            place: case.about.place,
            chapter: case.about.chapter.map(|chapter| chapter.to_string()),
            reports: case.reports,
            first_reported_at: case.first_reported_at.to_string(),
            last_reported_at: case.last_reported_at.to_string(),
        }
    }
}
