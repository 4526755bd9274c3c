//! Timings and layout of the user interface.

use super::Limit;

limits! {
    INTERFACE:
    /// Delay between completing a profile and opening the dashboard.
    PROFILE_REDIRECT_MS: u32 = 1000, "milliseconds";
    /// Delay between sending a course request and opening the course list.
    REQUEST_REDIRECT_MS: u32 = 2000, "milliseconds";
    /// Delay between leaving the search box and closing its dropdown, so that a click on an item still counts.
    DROPDOWN_CLOSE_MS: u32 = 150, "milliseconds";
    /// Display time of a toast.
    TOAST_MS: u32 = 2000, "milliseconds";
    /// Display time of a success banner.
    BANNER_MS: u32 = 3000, "milliseconds";
    /// Display time of the tooltip of the mobile player.
    TOOLTIP_MS: u32 = 2000, "milliseconds";
    /// Time without scroll events after which scrolling counts as ended.
    SCROLL_END_MS: u32 = 150, "milliseconds";
    /// Duration of the fade-in of My Notes.
    FADE_IN_MS: u32 = 1100, "milliseconds";

    /// Width of the sidebar.
    SIDEBAR_WIDTH_PX: u32 = 240, "pixels";
    /// Maximum height of the search dropdown.
    DROPDOWN_MAX_HEIGHT_REM: f64 = 16.0, "rem";
    /// Width of a guide card.
    GUIDE_CARD_WIDTH_REM: f64 = 14.5, "rem";
    /// Height of a guide card.
    GUIDE_CARD_HEIGHT_REM: f64 = 18.75, "rem";
    /// Maximum number of lines of a description on a course card.
    DESCRIPTION_CLAMP_LINES: u32 = 2, "lines";
    /// Number of course columns on the dashboard.
    DASHBOARD_COLUMNS: u32 = 4, "columns";
    /// Number of courses on the dashboard.
    DASHBOARD_GUIDES: usize = 4, "guides";
    /// Number of mode tiles on the dashboard.
    DASHBOARD_MODE_TILES: usize = 6, "tiles";
    /// Number of course columns in the course list on a large screen.
    BROWSE_COLUMNS: u32 = 3, "columns";
    /// Maximum screen width with the bottom bar. Wider screens have the sidebar.
    BOTTOM_BAR_MAX_WIDTH_PX: u32 = 767, "pixels";
    /// Maximum screen width with the compact player.
    COMPACT_PLAYER_MAX_WIDTH_PX: u32 = 640, "pixels";
    /// Height of a virtual list.
    VIRTUAL_LIST_HEIGHT_PX: u32 = 600, "pixels";
    /// Height of a row of a virtual list.
    VIRTUAL_ROW_HEIGHT_PX: u32 = 80, "pixels";
    /// Number of rows that a virtual list renders outside the viewport.
    VIRTUAL_OVERSCAN_ROWS: u32 = 2, "rows";

    /// Number of stock images in My Notes.
    MY_NOTES_STOCK_IMAGES: u32 = 2, "images";
    /// Number of stock images of course notes.
    COURSE_NOTES_STOCK_IMAGES: u32 = 8, "images";
    /// Number of placeholder avatars of saved courses.
    PLACEHOLDER_AVATARS: u32 = 5, "images";
}
