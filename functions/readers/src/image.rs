//! Re-encodes uploaded images.

use std::io::Cursor;

use ::image::codecs::jpeg::JpegEncoder;
use ::image::imageops::FilterType;
use ::image::metadata::Orientation;
use ::image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgb, RgbImage, guess_format};
use bytes::Bytes;
use inspect::FileRejection;
use inspect::image::EncodedImage;

/// Maximum edge of an accepted image, in pixels.
const EDGE_MAX_PX: u32 = 16_384;

/// Memory limit of a decoded image, in bytes: 64 million pixels of three bytes.
const DECODED_MAX_BYTES: u64 = 192 * 1024 * 1024;

/// JPEG quality, from 0 to 100. Above this value, files grow without a visible improvement.
const JPEG_QUALITY: u8 = 85;

/// Background of transparent parts.
const BACKGROUND: Rgb<u8> = Rgb([255, 255, 255]);

/// Returns the centre of the image as a square JPEG without metadata, rotated as its EXIF orientation says, at most
/// `max_px` wide and never enlarged. Accepts JPEG, PNG, WebP and GIF (first frame), detected by content, with limited
/// memory.
///
/// # Errors
/// The reason for rejecting the image.
pub fn to_square_jpeg(bytes: &[u8], max_px: u32) -> Result<Bytes, FileRejection> {
    to_sized_square_jpeg(bytes, max_px).map(|picture| picture.jpeg)
}

/// Returns the result of [`to_square_jpeg`] with its size.
pub(crate) fn to_sized_square_jpeg(bytes: &[u8], max_px: u32) -> Result<EncodedImage, FileRejection> {
    let (picture, orientation) = decode(bytes)?;
    let mut middle = middle(picture, max_px.max(1));
    middle.apply_orientation(orientation);
    Ok(EncodedImage { jpeg: encoded(&middle)?, width_px: middle.width(), height_px: middle.height() })
}

/// Re-encodes like [`to_square_jpeg`], but without cropping: the longer edge has at most `max_px` pixels.
///
/// # Errors
/// The reason for rejecting the image.
pub fn to_whole_jpeg(bytes: &[u8], max_px: u32) -> Result<EncodedImage, FileRejection> {
    let (picture, orientation) = decode(bytes)?;
    let mut whole = bounded(picture, max_px.max(1));
    whole.apply_orientation(orientation);
    Ok(EncodedImage { jpeg: encoded(&whole)?, width_px: whole.width(), height_px: whole.height() })
}

fn encoded(picture: &DynamicImage) -> Result<Bytes, FileRejection> {
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY)
        .encode_image(&on_background(picture))
        .map_err(|_| FileRejection::ImageDamaged)?;
    Ok(jpeg.into())
}

fn decode(bytes: &[u8]) -> Result<(DynamicImage, Orientation), FileRejection> {
    if bytes.is_empty() {
        return Err(FileRejection::Empty);
    }
    let format = guess_format(bytes).map_err(|_| FileRejection::NotAnImage)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif) {
        return Err(FileRejection::NotAnImage);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(EDGE_MAX_PX);
    limits.max_image_height = Some(EDGE_MAX_PX);
    limits.max_alloc = Some(DECODED_MAX_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| reason_of(&error))?;
    if decoder.total_bytes() > DECODED_MAX_BYTES {
        return Err(FileRejection::ImageTooLarge);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| reason_of(&error))?;
    Ok((picture, orientation))
}

fn reason_of(error: &ImageError) -> FileRejection {
    match error {
        ImageError::Limits(_) => FileRejection::ImageTooLarge,
        ImageError::Unsupported(_) => FileRejection::NotAnImage,
        _ => FileRejection::ImageDamaged,
    }
}

/// Returns the centre of the image.
fn middle(picture: DynamicImage, max_px: u32) -> DynamicImage {
    let edge = picture.width().min(picture.height());
    // First reduce a large image to near its final size by averaging, which is fast and needs no second large copy.
    let near = max_px.saturating_mul(2);
    let mut picture = if edge > near.saturating_mul(2) {
        let scaled = |side: u32| u32::try_from(u64::from(side) * u64::from(near) / u64::from(edge)).unwrap_or(u32::MAX);
        picture.thumbnail_exact(scaled(picture.width()), scaled(picture.height()))
    } else {
        picture
    };
    let edge = picture.width().min(picture.height());
    let middle = picture.crop((picture.width() - edge) / 2, (picture.height() - edge) / 2, edge, edge);
    if edge > max_px { middle.resize_exact(max_px, max_px, FilterType::CatmullRom) } else { middle }
}

/// Returns the uncropped image, scaled down if necessary.
fn bounded(picture: DynamicImage, max_px: u32) -> DynamicImage {
    let edge = picture.width().max(picture.height());
    // First reduce by averaging, as in `middle`.
    let near = max_px.saturating_mul(2);
    let picture = if edge > near.saturating_mul(2) { picture.thumbnail(near, near) } else { picture };
    if edge > max_px { picture.resize(max_px, max_px, FilterType::CatmullRom) } else { picture }
}

fn on_background(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let picture = picture.to_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        let mix = |over: u8, under: u8| {
            let mixed = u32::from(over) * u32::from(alpha) + u32::from(under) * (255 - u32::from(alpha));
            u8::try_from(mixed / 255).unwrap_or(u8::MAX)
        };
        Rgb([mix(red, BACKGROUND[0]), mix(green, BACKGROUND[1]), mix(blue, BACKGROUND[2])])
    })
}
