//! What a press on a like button does to what is shown.

use crate::limits::LIKE_FLOOR;

/// The flag and count after a press: one more or one fewer, never below [`LIKE_FLOOR`].
#[must_use]
pub fn toggled(liked: bool, count: u32) -> (bool, u32) {
    match liked {
        true if count > LIKE_FLOOR => (false, count - 1),
        true => (false, LIKE_FLOOR),
        false => (true, count.saturating_add(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s9_c_11_likes_never_fall_below_the_floor() {
        assert_eq!(LIKE_FLOOR, 0);
        assert_eq!(toggled(true, 0), (false, LIKE_FLOOR));
        assert_eq!(toggled(true, 1), (false, 0));
    }

    #[test]
    fn a_press_flips_the_flag_and_moves_the_count_by_one() {
        assert_eq!(toggled(false, 7), (true, 8));
        assert_eq!(toggled(true, 8), (false, 7));
        assert_eq!(toggled(false, u32::MAX), (true, u32::MAX));
    }
}
