//! Figures: images and drawings with the words inside them.

use hayro::kurbo::Rect;

use super::block::{Block, Kind, Look};
use super::line::{Line, PageLines, Tag, shared_width};
use super::paragraphs::one_line;

/// Minimum size of a figure, in points.
const SIDE_MIN_PT: f64 = 24.0;

/// Range of the share of the page that a figure covers. A larger image is a scan or a background.
const SHARE: std::ops::Range<f64> = 0.012..0.8;

/// Minimum number of paths in a drawing.
const PATHS_MIN: usize = 8;

/// Maximum distance between parts of a drawing, in points.
const GAP_PT: f64 = 6.0;

/// Maximum number of separate clusters of paths on a page that are considered.
const CLUSTERS_MAX: usize = 150;

/// Maximum average length of the labels of a drawing, in characters. Longer lines are text in a box.
const LABEL_CHARS: usize = 24;

/// Maximum number of characters in a drawing.
const LABELS_MAX_CHARS: usize = 600;

/// Joins the paths of a page to drawings.
pub(in crate::pdf) fn drawings(paths: &[Rect]) -> Vec<Rect> {
    let clusters = clusters(paths.iter().map(|path| (*path, 1)));
    clusters.into_iter().filter(|(_, count)| *count >= PATHS_MIN).map(|(area, _)| area).collect()
}

fn clusters(parts: impl Iterator<Item = (Rect, usize)>) -> Vec<(Rect, usize)> {
    let mut sorted: Vec<(Rect, usize)> = parts.collect();
    sorted.sort_by(|one, other| one.0.y0.total_cmp(&other.0.y0));
    let mut clusters: Vec<(Rect, usize)> = Vec::new();
    for (area, count) in sorted {
        let mut joined = (area, count);
        clusters.retain(|(other, count)| {
            let is_near = joined.0.inflate(GAP_PT, GAP_PT).overlaps(*other);
            if is_near {
                joined = (joined.0.union(*other), joined.1 + count);
            }
            !is_near
        });
        if clusters.len() < CLUSTERS_MAX {
            clusters.push(joined);
        }
    }
    clusters
}

/// Returns the figures of a page, and moves the words inside them from `lines` to the figures. Omits images that are
/// artifacts or belong to an element of the structure tree.
pub(super) fn take(page: &PageLines, lines: &mut Vec<Line>) -> Vec<Block> {
    let images = page.images.iter().filter(|(_, tag)| !matches!(tag, Tag::Element { .. } | Tag::Artifact(_)));
    let parts = images.map(|(area, _)| (*area, 1)).chain(page.drawings.iter().map(|area| (*area, 1)));
    let mut figures = Vec::new();
    for (area, _) in clusters(parts) {
        let share = area.area() / (page.width * page.height).max(1.0);
        if area.width() < SIDE_MIN_PT || area.height() < SIDE_MIN_PT || !SHARE.contains(&share) {
            continue;
        }
        let is_inside = |line: &Line| area.inflate(2.0, 2.0).contains_rect(line.area);
        let (count, characters) = lines
            .iter()
            .filter(|line| is_inside(line))
            .fold((0, 0), |(count, characters), line| (count + 1, characters + line.len()));
        if characters > LABELS_MAX_CHARS || characters > count * LABEL_CHARS {
            continue;
        }
        let (inside, outside) = std::mem::take(lines).into_iter().partition(is_inside);
        *lines = outside;
        let inside: Vec<Line> = inside;
        let text = inside.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
        figures.push(Block::new(Kind::Figure, one_line(&text), area, Look::default()));
    }
    figures
}

/// Inserts figures before their captions, or before the text below them.
pub(super) fn insert(figures: Vec<Block>, blocks: &mut Vec<Block>) {
    for figure in figures {
        let distance = |block: &Block| {
            let below = block.area.y0 - figure.area.y1;
            let above = figure.area.y0 - block.area.y1;
            below.max(above)
        };
        let is_beside = |block: &Block| shared_width(block.area, figure.area) > 0.3;
        let captions = blocks.iter().enumerate().filter(|(_, block)| block.kind == Kind::Caption && is_beside(block));
        let caption = captions
            .map(|(index, block)| (index, distance(block)))
            .filter(|(_, distance)| *distance < 40.0)
            .min_by(|one, other| one.1.total_cmp(&other.1));
        let is_below = |block: &Block| is_beside(block) && block.area.y0 > figure.area.y1 - 4.0;
        let place = caption.map(|(index, _)| index).or_else(|| blocks.iter().position(is_below));
        blocks.insert(place.unwrap_or(blocks.len()), figure);
    }
}
