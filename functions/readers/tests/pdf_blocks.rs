//! Text models of generated PDFs: the structure tree of tagged files, and the layout of others.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fmt::Write as _;
use std::io::Read as _;

use bytes::Bytes;
use readers::pdf::read_text;
use serde_json::{Value, json};

/// Returns a PDF with these objects. The first one is the catalogue.
fn pdf(objects: &[String]) -> Bytes {
    let mut file = String::from("%PDF-1.7\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", file.len()).unwrap();
        write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let (start, size) = (file.len(), objects.len() + 1);
    write!(file, "{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").unwrap();
    file.into()
}

/// Returns a PDF with one page in Helvetica (`H`), Helvetica Bold (`B`) and Courier (`C`). `catalogue` has further
/// entries of the catalogue, and `more` further objects from number 8 on.
fn document(content: &str, catalogue: &str, more: &[&str]) -> Bytes {
    let font = |name: &str| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>");
    let mut all = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalogue} >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /StructParents 0 \
         /Resources << /Font << /H 5 0 R /B 6 0 R /C 7 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        font("Helvetica"),
        font("Helvetica-Bold"),
        font("Courier"),
    ];
    all.extend(more.iter().map(|object| (*object).to_owned()));
    pdf(&all)
}

fn model(bytes: Bytes) -> Value {
    let mut json = String::new();
    let read = read_text(bytes).unwrap();
    brotli::Decompressor::new(&*read.compressed_pages, 4096).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

/// Returns the kinds, levels and texts of the blocks of the first page.
fn blocks(model: &Value) -> Vec<(String, Option<u64>, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let blocks = model["pages"][0]["blocks"].as_array().map(Vec::as_slice).unwrap_or_default();
    blocks.iter().map(|block| (text(&block["kind"]), block["level"].as_u64(), text(&block["text"]))).collect()
}

/// Returns content that draws a text inside marked content.
fn marked(tag: &str, number: u32, text: &str, y: u32) -> String {
    format!("/{tag} << /MCID {number} >> BDC BT /H 12 Tf 72 {y} Td ({text}) Tj ET EMC ")
}

#[test]
fn the_structure_tree_gives_order_kinds_and_levels() {
    let content = [
        marked("P", 1, "The second part is drawn first.", 500),
        marked("H2", 0, "Waves", 600),
        marked("Lbl", 2, "a.", 450),
        marked("LBody", 3, "An item.", 430),
        marked("Span", 4, "E = mc", 400),
        "/Artifact << /Type /Pagination /Subtype /Header >> BDC BT /H 9 Tf 72 760 Td (Lecture) Tj ET EMC".to_owned(),
    ];
    let tree = [
        "<< /Type /StructTreeRoot /K 9 0 R /RoleMap << /Heading#20two /H2 >> >>",
        "<< /Type /StructElem /S /Document /P 8 0 R /K [10 0 R 11 0 R 12 0 R 15 0 R] >>",
        "<< /Type /StructElem /S /Heading#20two /P 9 0 R /Pg 3 0 R /K 0 >>",
        "<< /Type /StructElem /S /P /P 9 0 R /Pg 3 0 R /K [1] /Lang (de) >>",
        "<< /Type /StructElem /S /L /P 9 0 R /K 13 0 R >>",
        "<< /Type /StructElem /S /LI /P 12 0 R /Pg 3 0 R /K [14 0 R << /Type /MCR /MCID 3 >>] >>",
        "<< /Type /StructElem /S /Lbl /P 13 0 R /Pg 3 0 R /K 2 >>",
        "<< /Type /StructElem /S /Formula /P 9 0 R /Pg 3 0 R /K 4 /Alt (E equals m c squared) >>",
    ];
    let found = model(document(&content.concat(), "/StructTreeRoot 8 0 R /Lang (en)", &tree));
    assert_eq!((&found["order"], &found["language"]), (&json!("tagged"), &json!("en")));
    let expected = [
        ("header", None, "Lecture"),
        ("heading", Some(2), "Waves"),
        ("paragraph", None, "The second part is drawn first."),
        ("listItem", Some(1), "An item."),
        ("formula", None, "E = mc"),
    ];
    assert_eq!(blocks(&found), expected.map(|(kind, level, text)| (kind.to_owned(), level, text.to_owned())));
    let page = &found["pages"][0]["blocks"];
    assert_eq!((&page[2]["lang"], &page[3]["marker"]), (&json!("de"), &json!("a.")));
    assert_eq!(page[4]["alt"], "E equals m c squared");
}

#[test]
fn adjacent_untyped_runs_form_one_paragraph_and_an_untyped_group_of_runs_forms_its_own() {
    let content: String = (0..4)
        .map(|run| {
            marked(
                "NonStruct",
                run,
                ["Title.", "It varies by", "inheritance", "and more."][run as usize],
                700 - run * 20,
            )
        })
        .collect();
    let tree = [
        "<< /Type /StructTreeRoot /K 9 0 R >>",
        "<< /S /Document /Pg 3 0 R /K [<< /S /NonStruct /Pg 3 0 R /K << /S /NonStruct /Pg 3 0 R /K 0 >> >> \
         << /S /NonStruct /Pg 3 0 R /K 1 >> << /S /Em /Pg 3 0 R /K << /S /NonStruct /Pg 3 0 R /K 2 >> >> \
         << /S /NonStruct /Pg 3 0 R /K 3 >>] >>",
    ];
    let found = model(document(&content, "/StructTreeRoot 8 0 R", &tree));
    let texts: Vec<String> = blocks(&found).into_iter().map(|(_, _, text)| text).collect();
    assert_eq!(texts, ["Title.", "It varies by inheritance and more."]);
}

#[test]
fn parts_of_a_line_without_a_type_form_one_paragraph_unless_they_are_far_apart() {
    let parts =
        [("Zeros of", 72, 700), ("f", 122, 700), ("and both ends.", 129, 700), ("Tides", 72, 60), ("Week 5", 500, 60)];
    let content: String = parts
        .iter()
        .enumerate()
        .map(|(id, (text, x, y))| format!("/NonStruct << /MCID {id} >> BDC BT /H 12 Tf {x} {y} Td ({text}) Tj ET EMC "))
        .collect();
    let tree = [
        "<< /Type /StructTreeRoot /K 9 0 R >>",
        "<< /S /Document /Pg 3 0 R /K [<< /S /NonStruct /Pg 3 0 R /K 0 >> \
         << /S /NonStruct /K << /S /NonStruct /K << /S /NonStruct /Pg 3 0 R /K 1 >> >> >> \
         << /S /NonStruct /Pg 3 0 R /K 2 >> << /S /NonStruct /K << /S /NonStruct /Pg 3 0 R /K 3 >> >> \
         << /S /NonStruct /K << /S /NonStruct /Pg 3 0 R /K 4 >> >>] >>",
    ];
    let found = model(document(&content, "/StructTreeRoot 8 0 R", &tree));
    let texts: Vec<String> = blocks(&found).into_iter().map(|(_, _, text)| text).collect();
    assert_eq!(texts, ["Zeros of f and both ends.", "Tides", "Week 5"]);
}

#[test]
fn a_figure_that_is_drawn_with_paths_has_its_alternative_text_and_appears_once() {
    let waves: String =
        (0..12).map(|wave| format!("{0} 500 m {0} 540 {1} 540 {1} 500 c S ", 80 + wave * 10, 90 + wave * 10)).collect();
    let content = format!("/Figure << /MCID 0 >> BDC {waves}EMC ") + &marked("P", 1, "The waves of a storm.", 450);
    let tree = [
        "<< /Type /StructTreeRoot /K 9 0 R >>",
        "<< /S /Document /Pg 3 0 R /K [<< /S /Figure /Pg 3 0 R /K 0 /Alt (Twelve waves) >> << /S /P /Pg 3 0 R /K 1 >>] >>",
    ];
    let found = model(document(&content, "/StructTreeRoot 8 0 R", &tree));
    assert_eq!(blocks(&found).into_iter().map(|(kind, ..)| kind).collect::<Vec<_>>(), ["figure", "paragraph"]);
    assert_eq!(found["pages"][0]["blocks"][0]["alt"], "Twelve waves");
}

#[test]
fn cells_of_a_tagged_table_are_separated_by_tabs() {
    let content: String = (0..4)
        .map(|cell| marked("TD", cell, ["one", "two", "three", "four"][cell as usize], 700 - cell * 20))
        .collect();
    let tree = [
        "<< /Type /StructTreeRoot /K 9 0 R >>",
        "<< /Type /StructElem /S /Table /P 8 0 R /K [10 0 R 11 0 R] >>",
        "<< /S /TR /K [<< /S /TD /Pg 3 0 R /K 0 >> << /S /TD /Pg 3 0 R /K 1 >>] >>",
        "<< /S /TR /K [<< /S /TD /Pg 3 0 R /K 2 >> << /S /TD /Pg 3 0 R /K 3 >>] >>",
    ];
    let found = model(document(&content, "/StructTreeRoot 8 0 R", &tree));
    assert_eq!(blocks(&found), [("table".to_owned(), None, "one\ttwo\nthree\tfour".to_owned())]);
}

#[test]
fn a_tree_that_covers_little_of_the_page_or_refers_to_itself_is_ignored() {
    let content = marked("P", 0, "Tagged.", 700) + "BT /H 12 Tf 72 650 Td (Most of the text has no tag at all.) Tj ET";
    let little = ["<< /Type /StructTreeRoot /K << /S /P /Pg 3 0 R /K 0 >> >>"];
    assert_eq!(model(document(&content, "/StructTreeRoot 8 0 R", &little))["order"], "layout");
    let cyclic = ["<< /Type /StructTreeRoot /K 9 0 R >>", "<< /S /Sect /Pg 3 0 R /K [9 0 R 8 0 R 9 0 R] >>"];
    let found = model(document(&content, "/StructTreeRoot 8 0 R", &cyclic));
    assert_eq!(found["order"], "layout");
    assert_eq!(blocks(&found).len(), 2);
}

#[test]
fn bold_and_large_lines_are_headings_and_typewriter_lines_are_code() {
    let mut content = String::from("BT /B 20 Tf 72 720 Td (Tides) Tj ET BT /B 11 Tf 72 680 Td (The moon) Tj ET ");
    for (index, text) in
        ["Water follows the moon around the earth", "and rises twice a day on most coasts."].iter().enumerate()
    {
        write!(content, "BT /H 11 Tf 72 {} Td ({text}) Tj ET ", 660 - 14 * index).unwrap();
    }
    content +=
        "BT /C 11 Tf 72 600 Td (tide = height\\(moon, time\\)) Tj ET BT /C 11 Tf 72 586 Td (print\\(tide\\)) Tj ET";
    let found = blocks(&model(document(&content, "", &[])));
    let kinds: Vec<_> = found.iter().map(|(kind, level, _)| (kind.as_str(), *level)).collect();
    assert_eq!(kinds, [("heading", Some(1)), ("heading", Some(2)), ("paragraph", None), ("code", None)]);
    assert_eq!(found[3].2, "tide = height(moon, time)\nprint(tide)");
}

#[test]
fn levels_come_from_the_outline() {
    let content = "BT /B 14 Tf 72 720 Td (Tides) Tj ET BT /B 14 Tf 72 680 Td (Moon) Tj ET \
                   BT /H 10 Tf 72 660 Td (Water follows the moon around the earth and rises twice a day.) Tj ET";
    let outline = [
        "<< /Type /Outlines /First 9 0 R /Last 9 0 R >>",
        "<< /Title (Tides) /Parent 8 0 R /First 10 0 R /Last 10 0 R /Dest [3 0 R /Fit] >>",
        "<< /Title (Moon) /Parent 9 0 R /Next 9 0 R /Dest [3 0 R /Fit] >>",
    ];
    let found = blocks(&model(document(content, "/Outlines 8 0 R", &outline)));
    assert_eq!(found.iter().map(|(_, level, _)| *level).collect::<Vec<_>>(), [Some(1), Some(2), None]);
}

#[test]
fn the_title_is_the_largest_heading_of_the_model() {
    let content = "BT /H 9 Tf 72 770 Td (Week 3) Tj ET BT /B 20 Tf 72 700 Td (Tides and the moon) Tj ET \
                   BT /H 10 Tf 72 660 Td (Water follows the moon around the earth and rises twice a day.) Tj ET";
    let read = read_text(document(content, "", &[])).unwrap();
    assert_eq!(read.headline.as_deref(), Some("Tides and the moon"));
}
