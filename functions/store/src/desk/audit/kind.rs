//! Kinds of administrator actions.

/// Kind of an administrator action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionKind {
    /// Edits, deletes or restores a published item.
    Content,
    /// Uploads a file.
    Upload,
    /// Changes a course.
    Course,
    /// Changes a chapter or its study cards.
    Card,
    /// Decides about a requested course.
    Request,
    /// Decides about a reported item.
    Report,
    /// Changes or deletes the account of a student. The id of the item is that of the student.
    Student,
    /// Changes how the administrator signs in.
    Security,
}

impl ActionKind {
    /// Returns the kind of an action, or `None` for an unknown action.
    #[must_use]
    pub fn of(action: &str) -> Option<Self> {
        Some(match action {
            "delete_album_note" | "delete_audio" | "delete_note" | "edit_content" | "place_audio" | "put_chapters"
            | "put_transcript" | "rebuild_content" | "remove_chapters" | "remove_transcript" | "restore_album_note"
            | "restore_audio" | "restore_file" | "restore_note" => Self::Content,
            "approve_upload" | "cancel_upload" | "create_upload" | "link_upload" | "publish_upload"
            | "refuse_upload" | "replace_file" | "retry_upload" => Self::Upload,
            "create_course"
            | "create_course_picture"
            | "edit_course"
            | "hide_course"
            | "import_courses"
            | "merge_course"
            | "put_course"
            | "remove_course_picture"
            | "setup_guides"
            | "show_course" => Self::Course,
            "create_card" | "create_card_image" | "create_chapter" | "delete_card" | "delete_chapter" | "edit_card"
            | "edit_chapter" | "import_cards" | "remove_card_image" | "remove_cards" | "reorder_cards" => Self::Card,
            "decide_demand" => Self::Request,
            "close_notice" | "counter_notice" | "dismiss_notice" | "dismiss_reports" | "hide_copies"
            | "hold_copies" | "release_copies" | "restore_copies" | "take_down" | "withhold_item" => Self::Report,
            "block_student" | "delete_student" | "end_student_sessions" | "unblock_student" => Self::Student,
            "create_access_key" | "revoke_access_key" | "second_factor.off" | "second_factor.on" => Self::Security,
            _ => return None,
        })
    }
}
