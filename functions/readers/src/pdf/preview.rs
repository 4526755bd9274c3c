//! Renders previews of a first page.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use hayro::hayro_interpret::InterpreterSettings;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use image::RgbaImage;
use image::imageops::{self, FilterType, resize};
use inspect::FileRejection;
use inspect::pdf::{RenderedPage, SMALL_PREVIEW_PX};

use super::open::open;

/// Maximum ratio of height to width. The preview of a taller page is narrower.
const HIGHEST: f32 = 2.0;

/// Minimum edge of the rendered page, in pixels, for pages that are extremely wide or tall.
const EDGE_MIN_PX: f32 = 8.0;

/// Maximum edge of the image from which the thumbhash is computed, in pixels. The algorithm accepts no larger one.
const THUMB_PX: u32 = 100;

/// WebP quality, from 0 to 100. Above this value, files grow without a visible improvement.
const WEBP_QUALITY: f32 = 80.0;

/// Renders the first page on a white background as two previews. The large one is at most `large_px` wide.
///
/// # Errors
/// The reason for rejecting the file; `Damaged` also if the page cannot be rendered.
pub fn render(bytes: Bytes, large_px: u32) -> Result<RenderedPage, FileRejection> {
    let pdf = open(bytes)?;
    let page = pdf.pages().first().ok_or(FileRejection::NoPages)?;
    let (width, height) = page.render_dimensions();
    let scale = scale(width, height, large_px).ok_or(FileRejection::Damaged)?;
    let drawn = hayro::render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &PixmapSettings { x_scale: scale.x, y_scale: scale.y, bg_color: WHITE },
    );
    let (width_px, height_px) = (u32::from(drawn.width()), u32::from(drawn.height()));
    // On a white background every pixel is opaque, so premultiplied colours need no conversion.
    let large =
        RgbaImage::from_raw(width_px, height_px, drawn.data_as_u8_slice().to_vec()).ok_or(FileRejection::Damaged)?;
    let small = shrunk(&large, SMALL_PREVIEW_PX, SMALL_PREVIEW_PX * large_px);
    let thumb = shrunk(&small, THUMB_PX, THUMB_PX);
    let hash = thumbhash::rgba_to_thumb_hash(edge(thumb.width()), edge(thumb.height()), &thumb);
    Ok(RenderedPage { small: webp(&small), large: webp(&large), width_px, height_px, thumbhash: STANDARD.encode(hash) })
}

struct Scale {
    x: f32,
    y: f32,
}

/// Returns the scale that maps a page of this size in points to the large preview. Returns `None` for a page without a
/// size.
fn scale(width: f32, height: f32, large_px: u32) -> Option<Scale> {
    let has_size = |side: f32| side.is_finite() && side > 0.0;
    if !has_size(width) || !has_size(height) {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let large = large_px as f32;
    let scale = (large / width).min(large * HIGHEST / height);
    Some(Scale { x: scale.max(EDGE_MIN_PX / width), y: scale.max(EDGE_MIN_PX / height) })
}

/// Scales the image down to these limits. Never enlarges it.
fn shrunk(picture: &RgbaImage, width_max_px: u32, height_max_px: u32) -> Cow<'_, RgbaImage> {
    let (width, height) = picture.dimensions();
    if width <= width_max_px && height <= height_max_px {
        return Cow::Borrowed(picture);
    }
    let scaled = |side: u32, by: u32, of: u32| u32::try_from(u64::from(side) * u64::from(by) / u64::from(of));
    let narrow = (width_max_px, scaled(height, width_max_px, width).unwrap_or(1).max(1));
    let low = (scaled(width, height_max_px, height).unwrap_or(1).max(1), height_max_px);
    let (width, height) = if narrow.1 <= height_max_px { narrow } else { low };
    if width.saturating_mul(8) < picture.width() {
        return Cow::Owned(imageops::thumbnail(picture, width, height));
    }
    Cow::Owned(resize(picture, width, height, FilterType::CatmullRom))
}

fn webp(picture: &RgbaImage) -> Bytes {
    let encoder = webp::Encoder::from_rgba(picture, picture.width(), picture.height());
    Bytes::copy_from_slice(&encoder.encode(WEBP_QUALITY))
}

/// Converts an edge length of at most 100 pixels.
fn edge(px: u32) -> usize {
    usize::try_from(px).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use inspect::pdf::LARGE_PREVIEW_PX;

    use super::*;

    #[test]
    fn pages_with_extreme_aspect_ratios_are_rendered_within_the_size_limits_of_previews() {
        for (width, height) in [(612.0, 792.0), (14_400.0, 3.0), (3.0, 14_400.0), (0.001, 0.001), (1e9, 1e9)] {
            let scale = scale(width, height, LARGE_PREVIEW_PX).map(|scale| (width * scale.x, height * scale.y));
            let Some((width, height)) = scale else { panic!("{width} x {height} has no size") };
            assert!((7.9..=1080.5).contains(&width) && (7.9..=2161.0).contains(&height), "{width} x {height}");
        }
        for (width, height) in [(0.0, 792.0), (612.0, -1.0), (f32::NAN, 792.0), (612.0, f32::INFINITY)] {
            assert!(scale(width, height, LARGE_PREVIEW_PX).is_none(), "{width} x {height}");
        }
    }

    #[test]
    fn scaling_down_keeps_the_aspect_ratio() {
        let picture = RgbaImage::new(1080, 1527);
        assert_eq!(shrunk(&picture, 360, 3600).dimensions(), (360, 509));
        assert_eq!(shrunk(&picture, 100, 100).dimensions(), (70, 100));
        assert_eq!(shrunk(&picture, 2000, 2000).dimensions(), (1080, 1527));
    }
}
