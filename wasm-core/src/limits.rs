//! All business constants with their units.
//!
//! One macro writes both the Rust constant and the row of [`all`] from which the constants of the web app are
//! generated, so the two cannot differ.

/// One constant, as the code generator reads it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    /// Name in upper snake case. It ends with the unit if there is one.
    pub name: &'static str,
    /// Value. All values are exact as a double.
    pub value: f64,
    /// Unit of the value.
    pub unit: &'static str,
    /// Doc comment of the constant.
    pub doc: &'static str,
}

macro_rules! limits {
    ($rows:ident: $($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $value:expr, $unit:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: $kind = $value;)+

        /// All constants of this module in source order.
        pub(super) const $rows: &[Limit] = &[
            $(Limit { name: stringify!($name), value: $name as f64, unit: $unit, doc: concat!($($doc),+) },)+
        ];
    };
}

const MIB: u64 = 1024 * 1024;

mod amounts;
mod files;
mod interface;
mod lists;
mod player;
mod studying;
mod times;
mod typed;

pub use amounts::*;
pub use files::*;
pub use interface::*;
pub use lists::*;
pub use player::*;
pub use studying::*;
pub use times::*;
pub use typed::*;

/// Returns all constants, area by area, in source order.
pub fn all() -> impl Iterator<Item = &'static Limit> {
    [
        typed::TYPED,
        studying::STUDYING,
        files::FILES,
        amounts::AMOUNTS,
        times::TIMES,
        interface::INTERFACE,
        player::PLAYER,
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn value(name: &str) -> f64 {
        all().find(|limit| limit.name == name).map(|limit| limit.value).unwrap()
    }

    /// The browser tests cover the second of a skeleton: it disappears when the data arrives, so no limit defines its
    /// duration.
    #[test]
    fn s9_c_6_timing_constants_have_the_specified_values() {
        let timings = [
            "PROFILE_REDIRECT_MS",
            "REQUEST_REDIRECT_MS",
            "DROPDOWN_CLOSE_MS",
            "TOAST_MS",
            "BANNER_MS",
            "TOOLTIP_MS",
            "SCROLL_END_MS",
            "FADE_IN_MS",
        ]
        .map(value);
        assert_eq!(timings, [1000.0, 2000.0, 150.0, 2000.0, 3000.0, 2000.0, 150.0, 1100.0]);
    }

    #[test]
    fn s9_c_8_layout_sizes_have_the_specified_values() {
        assert_eq!(value("SIDEBAR_WIDTH_PX"), 240.0);
        assert_eq!(value("DROPDOWN_MAX_HEIGHT_REM"), 16.0);
        assert_eq!((value("GUIDE_CARD_WIDTH_REM"), value("GUIDE_CARD_HEIGHT_REM")), (14.5, 18.75));
        assert_eq!(value("DESCRIPTION_CLAMP_LINES"), 2.0);
    }

    #[test]
    fn s9_c_9_grids_have_the_specified_columns_and_tiles() {
        let grids = ["DASHBOARD_COLUMNS", "DASHBOARD_MODE_TILES", "BROWSE_COLUMNS"].map(value);
        assert_eq!(grids, [4.0, 6.0, 3.0]);
    }

    #[test]
    fn s9_c_12_image_sizes_have_the_specified_values() {
        let images = ["MY_NOTES_STOCK_IMAGES", "COURSE_NOTES_STOCK_IMAGES", "PLACEHOLDER_AVATARS"].map(value);
        assert_eq!(images, [2.0, 8.0, 5.0]);
    }

    #[test]
    fn s9_c_10_breakpoints_have_the_specified_values() {
        assert_eq!(value("BOTTOM_BAR_MAX_WIDTH_PX"), 767.0);
        assert_eq!(value("COMPACT_PLAYER_MAX_WIDTH_PX"), 640.0);
    }

    #[test]
    fn the_largest_recording_stays_within_the_maximum_number_of_upload_parts() {
        assert!(AUDIO_MAX_BYTES.div_ceil(PART_BYTES) <= u64::from(PARTS_MAX));
    }

    #[test]
    fn every_limit_has_a_unique_name_a_unit_and_a_description() {
        let mut names: Vec<_> = all().map(|limit| limit.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().count());
        assert!(all().all(|limit| limit.doc.starts_with(' ') && limit.doc.len() > 10 && !limit.unit.is_empty()));
    }
}
