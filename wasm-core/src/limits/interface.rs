//! What pages look like, and their timings.

use super::Limit;

limits! {
    INTERFACE:
    // Timings of the interface.
    /// From a completed profile to the dashboard.
    PROFILE_REDIRECT_MS: u32 = 1000, "milliseconds";
    /// From a sent course request to browsing.
    REQUEST_REDIRECT_MS: u32 = 2000, "milliseconds";
    /// From leaving the search box to closing its dropdown, so that a click on an item still counts.
    DROPDOWN_CLOSE_MS: u32 = 150, "milliseconds";
    /// How long a toast is shown.
    TOAST_MS: u32 = 2000, "milliseconds";
    /// How long a banner of success is shown.
    BANNER_MS: u32 = 3000, "milliseconds";
    /// How long the time tooltip of the mobile player is shown.
    TOOLTIP_MS: u32 = 2000, "milliseconds";
    /// Stillness after which scrolling counts as ended.
    SCROLL_END_MS: u32 = 150, "milliseconds";
    /// How long My Notes takes to fade in.
    FADE_IN_MS: u32 = 1100, "milliseconds";

    // Layout.
    /// Width of the sidebar.
    SIDEBAR_WIDTH_PX: u32 = 240, "pixels";
    /// Greatest height of the search dropdown.
    DROPDOWN_MAX_HEIGHT_REM: f64 = 16.0, "rem";
    /// Width of a guide card.
    GUIDE_CARD_WIDTH_REM: f64 = 14.5, "rem";
    /// Height of a guide card.
    GUIDE_CARD_HEIGHT_REM: f64 = 18.75, "rem";
    /// Lines of a description on a card.
    DESCRIPTION_CLAMP_LINES: u32 = 2, "lines";
    /// Columns of guides on the dashboard.
    DASHBOARD_COLUMNS: u32 = 4, "columns";
    /// Guides on the dashboard.
    DASHBOARD_GUIDES: usize = 4, "guides";
    /// Mode tiles on the dashboard.
    DASHBOARD_MODE_TILES: usize = 6, "tiles";
    /// Columns of guides when browsing on a large screen.
    BROWSE_COLUMNS: u32 = 3, "columns";
    /// Widest screen with the bottom bar; the sidebar begins above it.
    BOTTOM_BAR_MAX_WIDTH_PX: u32 = 767, "pixels";
    /// Widest screen with the compact player.
    COMPACT_PLAYER_MAX_WIDTH_PX: u32 = 640, "pixels";
    /// Height of a virtual list.
    VIRTUAL_LIST_HEIGHT_PX: u32 = 600, "pixels";
    /// Height of a row of a virtual list.
    VIRTUAL_ROW_HEIGHT_PX: u32 = 80, "pixels";
    /// Rows that a virtual list draws beyond what is seen.
    VIRTUAL_OVERSCAN_ROWS: u32 = 2, "rows";

    // Images that stand in for missing ones.
    /// Stock images of My Notes.
    MY_NOTES_STOCK_IMAGES: u32 = 2, "images";
    /// Stock images of course notes.
    COURSE_NOTES_STOCK_IMAGES: u32 = 8, "images";
    /// Placeholder avatars of saved courses.
    PLACEHOLDER_AVATARS: u32 = 5, "images";
}
