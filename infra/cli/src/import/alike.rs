//! Compares pictures by what they show. The server encodes every picture again, so the bytes of equal pictures differ.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits, RgbImage};

/// Longest edge of a picture that is compared, in pixels. The server makes no larger ones.
const EDGE_MAX_PX: u32 = 4096;
/// Edge of the blocks that are compared, in pixels.
const BLOCK_PX: u32 = 8;
/// Mean difference of a colour value in a block, from 0 to 255, that encoding a picture again can cause.
const DIFFERENCE_MAX: u32 = 16;

/// Returns true if two JPEGs have the same size and look the same in every block.
pub(super) fn is_alike(one: &[u8], other: &[u8]) -> bool {
    let (Some(one), Some(other)) = (pixels(one), pixels(other)) else { return false };
    let (width, height) = one.dimensions();
    let step = BLOCK_PX as usize;
    let mut corners = (0..height).step_by(step).flat_map(|y| (0..width).step_by(step).map(move |x| (x, y)));
    one.dimensions() == other.dimensions() && corners.all(|corner| is_block_alike(&one, &other, corner))
}

fn is_block_alike(one: &RgbImage, other: &RgbImage, (left, top): (u32, u32)) -> bool {
    let (right, bottom) = ((left + BLOCK_PX).min(one.width()), (top + BLOCK_PX).min(one.height()));
    let points = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let difference: u32 = points
        .flat_map(|(x, y)| one.get_pixel(x, y).0.into_iter().zip(other.get_pixel(x, y).0))
        .map(|(one, other)| u32::from(one.abs_diff(other)))
        .sum();
    difference <= DIFFERENCE_MAX * 3 * (right - left) * (bottom - top)
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
}
