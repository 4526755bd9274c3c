use hayro::kurbo::Rect;

use super::*;

const WORDS: &str = "waves of the sea move the sand and the stones below the water";

fn line(text: &str, left: f64, base: f64, em: f64) -> Line {
    let width = text.chars().fold(0.0, |width, _| width + em * 0.5);
    Line {
        text: text.to_owned(),
        area: Rect::new(left, base - em * 0.78, left + width, base + em * 0.22),
        base,
        em,
        tag: Tag::Plain,
        weight: 1.0,
        is_monospace: false,
        is_even: false,
        is_level: true,
        is_slanted: false,
    }
}

fn page(number: u32, lines: Vec<Line>) -> PageLines {
    PageLines { number, width: 600.0, height: 800.0, lines, ..PageLines::default() }
}

fn model(pages: Vec<PageLines>) -> Model {
    assemble(pages, Structure::default(), &Outline::default())
}

/// Returns the kinds and texts of the first page.
fn blocks(lines: Vec<Line>) -> Vec<(Kind, String)> {
    let model = model(vec![page(1, lines)]);
    model.pages.into_iter().flat_map(|page| page.blocks).map(|block| (block.kind, block.text)).collect()
}

/// Returns lines of running text from `top` downwards.
fn column(left: f64, top: f64, count: u32, word: &str) -> Vec<Line> {
    (0..count).map(|row| line(&format!("{word}{row} {WORDS}"), left, top + 12.0 * f64::from(row), 8.0)).collect()
}

fn order_of(lines: Vec<Line>, starts: &[&str]) -> Vec<usize> {
    let text: Vec<String> = blocks(lines).into_iter().map(|(_, text)| text).collect();
    let text = text.join(" ");
    starts.iter().map(|start| text.find(start).unwrap_or(usize::MAX)).collect()
}

#[test]
fn columns_drawn_row_by_row_are_read_one_after_the_other() {
    let (left, right) = (column(40.0, 100.0, 8, "left"), column(330.0, 100.0, 8, "right"));
    let across: Vec<Line> = left.iter().zip(&right).flat_map(|(left, right)| [left.clone(), right.clone()]).collect();
    let places = order_of(across, &["left0", "left7", "right0", "right7"]);
    assert!(places.is_sorted() && places[3] < usize::MAX, "{places:?}");
}

#[test]
fn columns_drawn_from_right_to_left_are_read_from_left_to_right_below_their_heading() {
    let mut lines = column(330.0, 100.0, 8, "right");
    lines.extend(column(40.0, 100.0, 8, "left"));
    lines.push(line("A heading in a larger font", 40.0, 70.0, 16.0));
    let places = order_of(lines, &["heading", "left0", "left7", "right0", "right7"]);
    assert!(places.is_sorted() && places[4] < usize::MAX, "{places:?}");
}

#[test]
fn the_right_column_of_a_right_to_left_page_is_read_first_however_the_columns_are_drawn() {
    const HEBREW: &str = "גלי הים מניעים את החול ואת האבנים שמתחת למים כל היום וכל הלילה";
    let hebrew = |left: f64, word: &str| -> Vec<Line> {
        (0..8).map(|row| line(&format!("{word}{row} {HEBREW}"), left, 100.0 + 12.0 * f64::from(row), 8.0)).collect()
    };
    let (left, right) = (hebrew(40.0, "שמאל"), hebrew(330.0, "ימין"));
    let across: Vec<Line> = left.iter().zip(&right).flat_map(|(left, right)| [left.clone(), right.clone()]).collect();
    for drawn in [[right.clone(), left.clone()].concat(), [left, right].concat(), across] {
        let places = order_of(drawn, &["ימין0", "ימין7", "שמאל0", "שמאל7"]);
        assert!(places.is_sorted() && places[3] < usize::MAX, "{places:?}");
    }
}

#[test]
fn paragraphs_are_separated_by_space_and_by_indents() {
    let mut lines = column(40.0, 100.0, 4, "first");
    lines.extend(column(40.0, 160.0, 3, "second"));
    let found = blocks(lines);
    assert_eq!(found.len(), 2, "{found:?}");
    let mut indented = column(40.0, 100.0, 6, "word");
    indented[3].area.x0 += 12.0;
    indented[3].area.x1 += 12.0;
    indented[2].area.x1 -= 150.0;
    assert_eq!(blocks(indented).len(), 2);
}

#[test]
fn words_divided_at_the_end_of_a_line_are_joined_in_their_paragraph() {
    let lines = vec![line("An electromag-", 40.0, 100.0, 8.0), line("netic field is here", 40.0, 110.0, 8.0)];
    assert_eq!(blocks(lines), [(Kind::Paragraph, "An electromagnetic field is here".to_owned())]);
}

#[test]
fn rows_with_aligned_cells_are_a_table() {
    let rows = [["Name", "Mark", "Year"], ["Amara", "92", "2025"], ["Bilal", "88", "2026"]];
    let cell = |row: usize, column: u32| {
        let base = rows[..row].iter().fold(100.0, |base, _| base + 14.0);
        line(rows[row][column as usize], 40.0 + 120.0 * f64::from(column), base, 8.0)
    };
    let lines = (0..3).flat_map(|row| (0..3).map(move |column| (row, column))).map(|(row, column)| cell(row, column));
    let expected = "Name\tMark\tYear\nAmara\t92\t2025\nBilal\t88\t2026";
    assert_eq!(blocks(lines.collect()), [(Kind::Table, expected.to_owned())]);
}

#[test]
fn list_items_have_markers_and_levels() {
    let mut lines = column(40.0, 60.0, 3, "intro");
    lines.push(line("• first item", 50.0, 110.0, 8.0));
    lines.push(line("– inner item", 70.0, 121.0, 8.0));
    lines.push(line("• second item", 50.0, 132.0, 8.0));
    let model = model(vec![page(1, lines)]);
    let items = model.pages[0].blocks.iter().filter(|block| block.kind == Kind::ListItem);
    let found: Vec<_> = items.map(|one| (one.marker.as_deref(), one.level, one.text.as_str())).collect();
    let expected =
        [(Some("•"), Some(1), "first item"), (Some("–"), Some(2), "inner item"), (Some("•"), Some(1), "second item")];
    assert_eq!(found, expected);
}

#[test]
fn running_heads_and_page_numbers_are_marked_on_every_page() {
    let pages = (1..=5).map(|number| {
        let mut lines = vec![line("Lecture notes", 40.0, 40.0, 8.0)];
        lines.extend(column(40.0, 100.0, 20, "body"));
        lines.push(line(&number.to_string(), 300.0, 770.0, 8.0));
        page(number, lines)
    });
    for page in model(pages.collect()).pages {
        let kinds: Vec<Kind> = page.blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, [Kind::Header, Kind::Paragraph, Kind::PageNumber]);
    }
}

#[test]
fn repeated_pages_of_slides_keep_their_text() {
    let pages = (1..=3).map(|number| page(number, column(40.0, 100.0, 5, "body"))).collect();
    assert!(model(pages).pages.iter().all(|page| page.blocks.iter().all(|block| block.kind == Kind::Paragraph)));
}

#[test]
fn the_only_line_of_each_page_is_its_text() {
    let pages = (1..=9).map(|number| page(number, vec![line(&format!("Leaf {number} of it"), 40.0, 60.0, 10.0)]));
    let model = model(pages.collect());
    assert!(model.pages.iter().flat_map(|page| &page.blocks).all(|block| !block.kind.is_running()));
}

#[test]
fn slanted_large_text_is_a_watermark() {
    let mut lines = column(40.0, 100.0, 5, "body");
    lines.push(Line { is_level: false, is_slanted: true, ..line("DRAFT", 200.0, 400.0, 60.0) });
    assert!(blocks(lines).contains(&(Kind::Watermark, "DRAFT".to_owned())));
}

#[test]
fn captions_footnotes_and_code_have_their_kinds() {
    let mut lines = column(40.0, 100.0, 20, "body");
    lines.push(line("Figure 2: The height of the waves", 40.0, 370.0, 8.0));
    lines.extend((0..2).map(|row| Line {
        is_monospace: true,
        ..line("print(height_of(wave))", 40.0, 400.0 + 10.0 * f64::from(row), 8.0)
    }));
    lines.push(line("1 A remark about the sea.", 40.0, 700.0, 6.0));
    let kinds: Vec<Kind> = blocks(lines).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [Kind::Paragraph, Kind::Caption, Kind::Code, Kind::Footnote]);
}

#[test]
fn code_keeps_indents_that_are_drawn_as_spaces() {
    let mut lines = column(40.0, 100.0, 20, "body");
    lines.extend(
        ["def height_of(wave):", "    return wave.height"]
            .iter()
            .enumerate()
            .map(|(row, text)| Line { is_monospace: true, ..line(text, 40.0, 400.0 + 10.0 * row as f64, 8.0) }),
    );
    assert!(blocks(lines).contains(&(Kind::Code, "def height_of(wave):\n    return wave.height".to_owned())));
}

#[test]
fn a_paragraph_continues_on_the_next_page() {
    let pages =
        vec![page(1, column(40.0, 100.0, 4, "Word")), page(2, vec![line("moves on to its end.", 40.0, 100.0, 8.0)])];
    let found = model(pages).pages;
    assert!(!found[0].blocks[0].continues && found[1].blocks[0].continues);
}

#[test]
fn boxes_are_whole_points_and_absent_fields_are_omitted() {
    let json = serde_json::to_string(&model(vec![page(1, vec![line("Some words", 40.2, 100.0, 10.0)])])).unwrap();
    let expected = r#"{"version":1,"order":"layout","pages":[{"page":1,"width":600,"height":800,"blocks":[{"kind":"paragraph","text":"Some words","box":[40,92,50,10]}]}]}"#;
    assert_eq!(json, expected);
}
