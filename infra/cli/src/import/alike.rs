//! Compares pictures by what they show. The server encodes every picture again, so the bytes of equal pictures differ.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits, RgbImage};

/// Longest edge of a picture that is compared, in pixels. The server makes no larger ones.
const EDGE_MAX_PX: u32 = 4096;
/// Edge of the blocks that are compared, in pixels.
const BLOCK_PX: u32 = 8;
/// Largest mean difference of the colour values of a block, from 0 to 255, that counts as encoding. Encoding with the
/// quality of the server (85) changes a block of noise, the worst case, by up to 11, and encoding it again by up to 2. A
/// line of one pixel across a block changes it by 32. A test measures these values.
const DIFFERENCE_MAX: f64 = 16.0;

/// Returns true if two JPEGs have the same size and look the same in every block.
pub(super) fn is_alike(one: &[u8], other: &[u8]) -> bool {
    let (Some(one), Some(other)) = (pixels(one), pixels(other)) else { return false };
    let (width, height) = one.dimensions();
    let step = BLOCK_PX as usize;
    let mut corners = (0..height).step_by(step).flat_map(|y| (0..width).step_by(step).map(move |x| (x, y)));
    one.dimensions() == other.dimensions() && corners.all(|corner| difference(&one, &other, corner) <= DIFFERENCE_MAX)
}

/// Returns the mean difference of the colour values of a block, from 0 to 255.
fn difference(one: &RgbImage, other: &RgbImage, (left, top): (u32, u32)) -> f64 {
    let (right, bottom) = ((left + BLOCK_PX).min(one.width()), (top + BLOCK_PX).min(one.height()));
    let points = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let difference: u32 = points
        .flat_map(|(x, y)| one.get_pixel(x, y).0.into_iter().zip(other.get_pixel(x, y).0))
        .map(|(one, other)| u32::from(one.abs_diff(other)))
        .sum();
    f64::from(difference) / f64::from(3 * (right - left) * (bottom - top))
}

/// Decodes an untrusted JPEG. Returns `None` if it is damaged or too large.
fn pixels(jpeg: &[u8]) -> Option<RgbImage> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(EDGE_MAX_PX);
    limits.max_image_height = Some(EDGE_MAX_PX);
    let mut reader = ImageReader::with_format(Cursor::new(jpeg), ImageFormat::Jpeg);
    reader.limits(limits);
    Some(reader.decode().ok()?.into_rgb8())
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use image::codecs::jpeg::JpegEncoder;

    use super::*;

    fn jpeg(picture: &RgbImage) -> Vec<u8> {
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, 85).encode_image(picture).unwrap();
        jpeg
    }

    #[test]
    fn s6_cli_7_a_picture_is_recognised_after_it_was_encoded_again_and_not_after_it_was_changed() {
        // Fine noise, which encoding changes more than photos and drawings.
        let shade = |x: u32, y: u32| u8::try_from(96 + (x * 7919 + y * 104_729 + (x ^ y) * 31) % 64).unwrap();
        let picture = RgbImage::from_fn(90, 61, |x, y| Rgb([shade(x, y), shade(y, x), shade(x + y, y)]));
        let first = jpeg(&picture);
        let mut again = first.clone();
        for _ in 0..3 {
            again = jpeg(&pixels(&again).unwrap());
            assert!(is_alike(&first, &again));
        }
        let mut changed = pixels(&first).unwrap();
        for (x, y) in (85..90).flat_map(|x| (56..61).map(move |y| (x, y))) {
            changed.put_pixel(x, y, Rgb([255, 255, 255]));
        }
        assert!(!is_alike(&first, &jpeg(&changed)));
        assert!(!is_alike(&first, &jpeg(&RgbImage::from_fn(61, 90, |x, y| *picture.get_pixel(y, x)))));
        assert!(!is_alike(&first, &first[..100]) && !is_alike(b"", b""));
    }

    fn largest_difference(one: &RgbImage, other: &[u8]) -> f64 {
        let other = pixels(other).unwrap();
        let corners = (0..64).step_by(8).flat_map(|y| (0..64).step_by(8).map(move |x| (x, y)));
        corners.map(|corner| difference(one, &other, corner)).fold(0.0, f64::max)
    }

    #[test]
    fn s6_cli_7_the_limit_is_above_what_encoding_changes_and_below_a_thin_line() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.to_be_bytes()[0]
        };
        let noise = RgbImage::from_fn(64, 64, |_, _| Rgb([random(), random(), random()]));
        let encoded = jpeg(&noise);
        let (once, again) = (largest_difference(&noise, &encoded), pixels(&encoded).unwrap());
        assert!((0.5 * DIFFERENCE_MAX..0.8 * DIFFERENCE_MAX).contains(&once), "{once}");
        let twice = largest_difference(&again, &jpeg(&again));
        assert!(twice < 0.25 * DIFFERENCE_MAX, "{twice}");
        let white = RgbImage::from_pixel(64, 64, Rgb([255; 3]));
        let line = RgbImage::from_fn(64, 64, |x, _| Rgb([if x == 20 { 0 } else { 255 }; 3]));
        let drawn = largest_difference(&white, &jpeg(&line));
        assert!(drawn > 1.5 * DIFFERENCE_MAX, "{drawn}");
    }
}
