//! Re-encoding of uploaded images.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::io::Cursor;

use image::{
    DynamicImage, GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage, load_from_memory_with_format,
};
use inspect::FileRejection;
use readers::image::{to_square_jpeg, to_whole_jpeg};

const RED: [u8; 3] = [220, 20, 20];
const GREEN: [u8; 3] = [20, 200, 20];
const BLUE: [u8; 3] = [20, 20, 220];

/// Creates an image that is twice as wide as high: red on the left, blue on the right, and a green band at the top of
/// the middle half.
fn picture(width: u32) -> DynamicImage {
    let height = width / 2;
    let colour = |x: u32, y: u32| match (x, y) {
        (x, y) if y < height / 2 && (width / 4..width / 4 * 3).contains(&x) => GREEN,
        (x, _) if x < width / 2 => RED,
        _ => BLUE,
    };
    RgbImage::from_fn(width, height, |x, y| Rgb(colour(x, y))).into()
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn decoded(jpeg: &[u8]) -> DynamicImage {
    load_from_memory_with_format(jpeg, ImageFormat::Jpeg).unwrap()
}

/// Compares the colour at a position given in percent of width and height.
fn is_near(picture: &DynamicImage, x: u32, y: u32, colour: [u8; 3]) -> bool {
    let at = |share: u32, size: u32| share * size / 100;
    let [red, green, blue, _] = picture.get_pixel(at(x, picture.width()), at(y, picture.height())).0;
    [red, green, blue].iter().zip(colour).all(|(found, wanted)| found.abs_diff(wanted) < 40)
}

/// Adds an EXIF segment with this orientation.
fn turned(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
    let exif = [b"Exif\0\0II*\0\x08\0\0\0\x01\0".as_slice(), &entry, &[0; 4]].concat();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

#[test]
fn h7_each_image_format_is_cropped_to_its_centre_square_as_jpeg() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        for width in [200, 1000] {
            let jpeg = to_square_jpeg(&encoded(&picture(width), format), 128).unwrap();
            let square = decoded(&jpeg);
            assert_eq!(square.dimensions(), ((width / 2).min(128), (width / 2).min(128)), "{format:?} {width}");
            assert!(is_near(&square, 50, 20, GREEN), "{format:?} {width}");
            assert!(is_near(&square, 10, 80, RED) && is_near(&square, 90, 80, BLUE), "{format:?} {width}");
        }
    }
}

#[test]
fn h7_exif_orientation_is_applied_and_metadata_removed() {
    let upright = encoded(&picture(400), ImageFormat::Jpeg);
    // Orientation 6 is a quarter turn to the right: the top edge becomes the right edge.
    let jpeg = to_square_jpeg(&turned(&upright, 6), 128).unwrap();
    let square = decoded(&jpeg);
    assert!(is_near(&square, 80, 50, GREEN));
    assert!(is_near(&square, 20, 10, RED) && is_near(&square, 20, 90, BLUE));
    assert!(!jpeg.windows(4).any(|window| window == b"Exif"), "metadata were kept");
    // Orientation 3 is upside down.
    let square = decoded(&to_square_jpeg(&turned(&upright, 3), 128).unwrap());
    assert!(is_near(&square, 50, 80, GREEN) && is_near(&square, 10, 20, BLUE));
}

#[test]
fn h7_transparent_areas_become_white() {
    let glass = RgbaImage::from_pixel(64, 64, Rgba([200, 0, 0, 0]));
    let square = decoded(&to_square_jpeg(&encoded(&glass.into(), ImageFormat::Png), 64).unwrap());
    assert!(is_near(&square, 50, 50, [255, 255, 255]));
}

#[test]
fn h7_unsupported_image_formats_are_refused() {
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let bitmap = b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0".as_slice();
    let tiff = b"II*\0\x08\0\0\0\0\0".as_slice();
    assert_eq!(to_square_jpeg(b"", 128), Err(FileRejection::Empty));
    for bytes in [&b"\xff"[..], svg, b"%PDF-1.7 not a picture", bitmap, tiff, b"PK\x03\x04", b"ID3\x04"] {
        assert_eq!(to_square_jpeg(bytes, 128), Err(FileRejection::NotAnImage), "{bytes:?}");
    }
}

#[test]
fn h7_an_image_too_large_for_memory_is_refused_before_decoding() {
    // A PNG of 33 bytes that declares 16,384 × 16,384 pixels and contains no data.
    let mut bomb = encoded(&picture(4), ImageFormat::Png);
    let mut header = b"IHDR".to_vec();
    header.extend_from_slice(&16_384_u32.to_be_bytes());
    header.extend_from_slice(&16_384_u32.to_be_bytes());
    header.extend_from_slice(&[8, 2, 0, 0, 0]);
    let checksum = crc32(&header).to_be_bytes();
    bomb.splice(12..33, header.into_iter().chain(checksum));
    assert_eq!(to_square_jpeg(&bomb, 128), Err(FileRejection::ImageTooLarge));

    let mut wide = b"GIF89a".to_vec();
    wide.extend_from_slice(&[
        0xff, 0xff, 0xff, 0xff, 0, 0, 0, b',', 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 0, 0, b';',
    ]);
    assert_eq!(to_square_jpeg(&wide, 128), Err(FileRejection::ImageTooLarge));
}

#[test]
fn h7_truncated_or_corrupted_images_never_panic_a_decoder() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let whole = encoded(&picture(16), format);
        for at in 0..whole.len() {
            let _ = to_square_jpeg(&whole[..at], 8);
            let mut flipped = whole.clone();
            flipped[at] ^= 0x15;
            let _ = to_square_jpeg(&flipped, 8);
        }
        let reason = to_square_jpeg(&whole[..whole.len() / 4], 8).unwrap_err();
        assert!(matches!(reason, FileRejection::ImageDamaged | FileRejection::NotAnImage), "{format:?}: {reason:?}");
    }
}

#[test]
fn h7_a_png_is_cropped_to_a_square_and_an_svg_is_rejected() {
    let jpeg = to_square_jpeg(&encoded(&picture(100), ImageFormat::Png), 32).unwrap();
    assert_eq!(decoded(&jpeg).dimensions(), (32, 32));
    assert_eq!(to_square_jpeg(b"<svg/>", 32), Err(FileRejection::NotAnImage));
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[test]
fn s3_card_1_a_card_picture_is_scaled_down_without_cropping() {
    let drawn = to_whole_jpeg(&encoded(&picture(4000), ImageFormat::Png), 1280).unwrap();
    assert_eq!((drawn.width_px, drawn.height_px), (1280, 640));
    let shown = decoded(&drawn.jpeg);
    assert_eq!(shown.dimensions(), (1280, 640));
    assert!(is_near(&shown, 3, 90, RED) && is_near(&shown, 97, 90, BLUE) && is_near(&shown, 50, 10, GREEN));

    let small = to_whole_jpeg(&encoded(&picture(60), ImageFormat::Png), 1280).unwrap();
    assert_eq!((small.width_px, small.height_px), (60, 30), "never enlarged");
    let jpeg = encoded(&picture(200), ImageFormat::Jpeg);
    let upright = to_whole_jpeg(&turned(&jpeg, 6), 1280).unwrap();
    assert_eq!((upright.width_px, upright.height_px), (100, 200), "turned as its EXIF says");
    assert_eq!(to_whole_jpeg(b"<svg xmlns='http://www.w3.org/2000/svg'/>", 1280), Err(FileRejection::NotAnImage));
}

#[test]
fn s6_cli_7_every_byte_of_a_prepared_picture_comes_from_the_encoder() {
    let plain = encoded(&picture(90), ImageFormat::Png);
    let whole = to_whole_jpeg(&plain, 128).unwrap().jpeg;
    let square = to_square_jpeg(&plain, 128).unwrap();
    // The hidden data follows the last block of the image, which decoders ignore.
    let hidden = b"PK\x03\x04<script>alert(1)</script>".repeat(40);
    let with_data = |jpeg: &[u8]| [&jpeg[..jpeg.len() - 2], &hidden, b"\xFF\xD9"].concat();
    let contains_data = |jpeg: &[u8]| jpeg.windows(8).any(|window| window == b"<script>");
    assert!(!contains_data(&to_whole_jpeg(&with_data(&whole), 128).unwrap().jpeg));
    assert!(!contains_data(&to_square_jpeg(&with_data(&square), 128).unwrap()));
}
