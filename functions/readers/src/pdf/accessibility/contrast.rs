//! Contrast of the text of a page with the areas behind it.
//!
//! The area behind a letter is the last rectangle that was filled there, or the white page. If an image, a pattern,
//! another shape or transparency is there, the colour and therefore the contrast are unknown.

use hayro::hayro_interpret::{BlendMode, DrawMode, DrawProps, Paint};
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _};

/// Minimum contrast of text, and of large text (WCAG 2.2, success criterion 1.4.3).
const TEXT_MIN: f64 = 4.5;
const LARGE_TEXT_MIN: f64 = 3.0;

/// Font size from which text counts as large, in points. WCAG requires 18 points if the text is not bold, but fonts do
/// not declare reliably whether they are bold.
const LARGE_FROM_POINTS: f64 = 14.0;

/// Text with less contrast may be hidden on purpose, so its contrast counts as unknown.
const HIDDEN_BELOW: f64 = 1.1;

/// Maximum number of areas per page. On pages with more, the contrast is unknown.
const AREAS_MAX: usize = 200;

/// Minimum width and height of an area, in points. Smaller ones, such as rules, are not behind text.
const AREA_MIN_POINTS: f64 = 3.0;

/// Red, green and blue from 0 to 1.
type Rgb = [f64; 3];

/// Areas of a page and the letters on them.
#[derive(Debug, Default)]
pub(in crate::pdf) struct Contrast {
    /// Number of letters with too little contrast.
    pub(in crate::pdf) faint: u32,
    /// Number of letters whose contrast is unknown.
    pub(in crate::pdf) unknown: u32,
    /// Areas in drawing order. `None` for areas of unknown colour.
    areas: Vec<(Rect, Option<Rgb>)>,
    /// True if areas were omitted.
    is_incomplete: bool,
    /// Bounding boxes of the open clips, each intersected with the outer ones. The second value is false if a clip is
    /// not a rectangle.
    clips: Vec<(Rect, bool)>,
    /// Whether each open group changes the colours drawn in it.
    groups: Vec<bool>,
}

/// Contrast of the letters of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::pdf) enum Ratio {
    /// Contrast from 1 to 21.
    Known(f64),
    Unknown,
    /// The letters are not drawn.
    Invisible,
}

impl Contrast {
    /// Adds a drawn path.
    pub(in crate::pdf) fn path(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        match mode {
            DrawMode::Fill(_) | DrawMode::FillAndStroke(..) => {
                let colour = solid(props).filter(|(_, alpha)| *alpha >= 1.0).map(|(colour, _)| colour);
                match rectangles(path, props.transform) {
                    Some(areas) => areas.into_iter().for_each(|area| self.add(area, colour)),
                    None => self.add(props.transform.transform_rect_bbox(path.bounding_box()), None),
                }
            }
            DrawMode::Stroke(stroke) => {
                let [a, b, ..] = props.transform.as_coeffs();
                let width = f64::from(stroke.line_width) * a.hypot(b);
                if width >= AREA_MIN_POINTS {
                    let area = props.transform.transform_rect_bbox(path.bounding_box());
                    self.add(area.inflate(width / 2.0, width / 2.0), None);
                }
            }
            DrawMode::Invisible => {}
        }
    }

    /// Adds an area whose colours are unknown, such as an image.
    pub(in crate::pdf) fn cover(&mut self, area: Rect) {
        self.add(area, None);
    }

    fn add(&mut self, area: Rect, colour: Option<Rgb>) {
        let (clip, is_exact) = self.clips.last().copied().unwrap_or((area, true));
        let area = area.intersect(clip);
        if !area.is_finite() || area.width() < AREA_MIN_POINTS || area.height() < AREA_MIN_POINTS {
            return;
        }
        let is_known = is_exact && !self.changes_colours();
        if self.areas.len() >= AREAS_MAX {
            self.is_incomplete = true;
        } else {
            self.areas.push((area, colour.filter(|_| is_known)));
        }
    }

    fn changes_colours(&self) -> bool {
        self.groups.iter().any(|changes| *changes)
    }

    /// Adds a clip path.
    pub(in crate::pdf) fn push_clip(&mut self, path: &BezPath) {
        let (area, is_rectangle) = match rectangles(path, Affine::IDENTITY).as_deref() {
            Some([area]) => (*area, true),
            _ => (path.bounding_box(), false),
        };
        let (outer, is_exact) = self.clips.last().copied().unwrap_or((area, true));
        self.clips.push((area.intersect(outer), is_exact && is_rectangle));
    }

    /// Removes the last clip path.
    pub(in crate::pdf) fn pop_clip(&mut self) {
        self.clips.pop();
    }

    /// Opens a group.
    pub(in crate::pdf) fn push_group(&mut self, opacity: f32, has_mask: bool, blend_mode: BlendMode) {
        self.groups.push(opacity < 1.0 || has_mask || blend_mode != BlendMode::Normal);
    }

    /// Closes the last group.
    pub(in crate::pdf) fn pop_group(&mut self) {
        self.groups.pop();
    }

    /// Returns the contrast of a run of letters whose first and last letter are at `ends`.
    pub(in crate::pdf) fn ratio(&self, ends: [Point; 2], props: &DrawProps<'_>, mode: &DrawMode) -> Ratio {
        if matches!(mode, DrawMode::Invisible) {
            return Ratio::Invisible;
        }
        let Some((text, alpha)) = solid(props).filter(|_| !self.is_incomplete && !self.changes_colours()) else {
            return Ratio::Unknown;
        };
        let [Some(behind), Some(last)] = ends.map(|point| self.behind(point)) else { return Ratio::Unknown };
        if behind != last {
            return Ratio::Unknown;
        }
        let mixed = std::array::from_fn(|index| text[index] * alpha + behind[index] * (1.0 - alpha));
        match ratio(mixed, behind) {
            ratio if ratio < HIDDEN_BELOW => Ratio::Unknown,
            ratio => Ratio::Known(ratio),
        }
    }

    /// Returns the background colour at a point, or `None` if it is unknown.
    fn behind(&self, point: Point) -> Option<Rgb> {
        match self.areas.iter().rev().find(|(area, _)| area.contains(point)) {
            Some((_, colour)) => *colour,
            None => Some([1.0; 3]),
        }
    }

    /// Counts the letters and digits of a text of this font size in points.
    pub(in crate::pdf) fn count(&mut self, text: &str, em: f64, ratio: Ratio) {
        let letters = text.chars().filter(|one| one.is_alphanumeric()).count();
        let letters = u32::try_from(letters).unwrap_or(u32::MAX);
        let min = if em >= LARGE_FROM_POINTS { LARGE_TEXT_MIN } else { TEXT_MIN };
        match ratio {
            Ratio::Known(ratio) if ratio < min => self.faint = self.faint.saturating_add(letters),
            Ratio::Unknown => self.unknown = self.unknown.saturating_add(letters),
            Ratio::Known(_) | Ratio::Invisible => {}
        }
    }
}

/// Returns the colour and the opacity of a paint, or `None` if it is a pattern, has a mask or uses a blend mode.
fn solid(props: &DrawProps<'_>) -> Option<(Rgb, f64)> {
    let Paint::Color(colour) = &props.paint else { return None };
    if props.soft_mask.is_some() || props.blend_mode != BlendMode::Normal {
        return None;
    }
    let [red, green, blue, alpha] = colour.to_rgba().components();
    Some(([red, green, blue].map(f64::from), f64::from(alpha)))
}

/// Returns the rectangles of a path, or `None` if it has another shape.
fn rectangles(path: &BezPath, transform: Affine) -> Option<Vec<Rect>> {
    let mut corners: Vec<Point> = Vec::new();
    let mut areas = Vec::new();
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(point) => {
                areas.extend(rectangle(&std::mem::take(&mut corners), transform)?);
                corners.push(point);
            }
            PathEl::LineTo(point) if corners.len() <= 5 => corners.push(point),
            PathEl::ClosePath => {}
            PathEl::LineTo(_) | PathEl::QuadTo(..) | PathEl::CurveTo(..) => return None,
        }
        if areas.len() > AREAS_MAX {
            return None;
        }
    }
    areas.extend(rectangle(&corners, transform)?);
    Some(areas)
}

/// Returns the rectangle with these corners. The outer value is `None` if the points form another shape, the inner
/// value if there are fewer than two.
fn rectangle(corners: &[Point], transform: Affine) -> Option<Option<Rect>> {
    if corners.len() < 2 {
        return Some(None);
    }
    let corners: Vec<Point> = corners.iter().map(|corner| transform * *corner).collect();
    let (first, last) = (*corners.first()?, *corners.last()?);
    let is_level = |one: Point, next: Point| (one.x - next.x).abs() < 0.01 || (one.y - next.y).abs() < 0.01;
    let sides = corners.windows(2).all(|side| matches!(side, [one, next] if is_level(*one, *next)));
    let is_closed = corners.len() >= 4 && is_level(last, first);
    let area = corners.iter().fold(Rect::from_points(first, first), |area, corner| area.union_pt(*corner));
    let is_near = |one: f64, [low, high]: [f64; 2]| (one - low).abs() < 0.01 || (one - high).abs() < 0.01;
    let are_corners = |point: &Point| is_near(point.x, [area.x0, area.x1]) && is_near(point.y, [area.y0, area.y1]);
    (sides && is_closed && corners.iter().all(are_corners)).then_some(Some(area))
}

/// Returns the contrast of two colours, from 1 to 21, as WCAG defines it.
fn ratio(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the relative luminance of a colour as WCAG defines it.
fn luminance(colour: Rgb) -> f64 {
    let [red, green, blue] =
        colour.map(|part| if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_wcag() {
        let gray = |level: u8| [f64::from(level) / 255.0; 3];
        assert!((ratio(gray(0), gray(255)) - 21.0).abs() < 0.01);
        // #767676 is the lightest grey that passes on white.
        assert!(ratio(gray(0x76), gray(255)) >= TEXT_MIN);
        assert!(ratio(gray(0x77), gray(255)) < TEXT_MIN);
    }

    #[test]
    fn only_rectangles_are_areas() {
        let path = |points: &[(f64, f64)]| {
            let mut path = BezPath::new();
            for (index, point) in points.iter().enumerate() {
                if index == 0 { path.move_to(*point) } else { path.line_to(*point) }
            }
            path.close_path();
            path
        };
        let square = path(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]);
        assert_eq!(rectangles(&square, Affine::scale(2.0)), Some(vec![Rect::new(0.0, 0.0, 18.0, 18.0)]));
        assert_eq!(rectangles(&square, Affine::rotate(0.5)), None);
        assert_eq!(rectangles(&path(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0)]), Affine::IDENTITY), None);
        let ell = path(&[(0.0, 0.0), (9.0, 0.0), (9.0, 3.0), (3.0, 3.0), (3.0, 9.0), (0.0, 9.0)]);
        assert_eq!(rectangles(&ell, Affine::IDENTITY), None);
    }
}
