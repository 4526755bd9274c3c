//! Accessibility reports of generated PDFs: files that pass all checks but one.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fmt::Write as _;

use bytes::Bytes;
use readers::pdf::read_text;
use wasm_core::accessibility::{Check, Finding, Outcome};

/// Parts of a PDF with one page. The default document passes all checks.
struct Document {
    catalogue: &'static str,
    info: &'static str,
    content: String,
    /// Objects from number 7 on. The structure tree is number 7.
    more: Vec<String>,
}

/// Text that is drawn in marked content.
fn marked(tag: &str, number: u32, text: &str, y: u32) -> String {
    format!("/{tag} << /MCID {number} >> BDC BT /H 12 Tf 72 {y} Td ({text}) Tj ET EMC ")
}

impl Default for Document {
    fn default() -> Self {
        Self {
            catalogue: "/MarkInfo << /Marked true >> /StructTreeRoot 7 0 R /Lang (en-GB) \
                        /ViewerPreferences << /DisplayDocTitle true >>",
            info: "/Title (Waves and their speed)",
            content: marked("H1", 0, "Waves", 700) + &marked("P", 1, "The speed of a wave is constant.", 650),
            more: tree(&["/S /H1 /K 0", "/S /P /K 1"]),
        }
    }
}

/// Returns a structure tree with these elements, from object number 9 on.
fn tree(elements: &[&str]) -> Vec<String> {
    let kids: String = (0..elements.len()).map(|index| format!("{} 0 R ", index + 9)).collect();
    let mut objects = vec![
        "<< /Type /StructTreeRoot /K 8 0 R >>".to_owned(),
        format!("<< /Type /StructElem /S /Document /P 7 0 R /K [{kids}] >>"),
    ];
    objects.extend(elements.iter().map(|element| format!("<< /Type /StructElem /P 8 0 R /Pg 3 0 R {element} >>")));
    objects
}

impl Document {
    fn bytes(&self) -> Bytes {
        let Self { catalogue, info, content, more } = self;
        let mut objects = vec![
            format!("<< /Type /Catalog /Pages 2 0 R {catalogue} >>"),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /StructParents 0 \
             /Resources << /Font << /H 5 0 R >> /ExtGState << /Half << /ca 0.5 >> >> \
             /XObject << /Form 12 0 R >> >> >>"
                .to_owned(),
            format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
            format!("<< {info} >>"),
        ];
        objects.extend(more.iter().cloned());
        let mut file = String::from("%PDF-1.7\n");
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
        for (index, object) in objects.iter().enumerate() {
            writeln!(table, "{:010} 00000 n ", file.len()).unwrap();
            write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
        }
        let (start, size) = (file.len(), objects.len() + 1);
        write!(file, "{table}trailer\n<< /Size {size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{start}\n%%EOF\n")
            .unwrap();
        file.into()
    }

    fn findings(&self) -> Vec<Finding> {
        read_text(self.bytes()).unwrap().accessibility.findings
    }

    /// Returns the checks that were not passed, with result and count.
    fn failed(&self) -> Vec<(Check, Outcome, u32)> {
        self.findings().into_iter().map(|finding| (finding.check, finding.outcome, finding.count)).collect()
    }
}

/// Returns a document that draws this content behind the default text, which passes all checks.
fn drawn(content: &str, elements: &[&str]) -> Document {
    let base = Document::default();
    let mut all = vec!["/S /H1 /K 0", "/S /P /K 1"];
    all.extend(elements);
    Document { content: format!("{content} 0 g {}", base.content), more: tree(&all), ..base }
}

#[test]
fn s6_adm_35_a_tagged_file_with_all_properties_passes() {
    assert_eq!(Document::default().failed(), []);
}

#[test]
fn s6_adm_35_properties_of_the_catalogue_are_checked() {
    let with = |catalogue| Document { catalogue, ..Document::default() };
    let shown = "/ViewerPreferences << /DisplayDocTitle true >>";
    let unmarked: &'static str = format!("/StructTreeRoot 7 0 R /Lang (en) {shown}").leak();
    assert_eq!(with(unmarked).failed(), [(Check::Tagged, Outcome::Problem, 0)]);
    let tagged = "/MarkInfo << /Marked true >> /StructTreeRoot 7 0 R";
    let title_hidden: &'static str = format!("{tagged} /Lang (en)").leak();
    assert_eq!(with(title_hidden).failed(), [(Check::TitleShown, Outcome::Problem, 0)]);
    for language in ["", "/Lang (English language)", "/Lang ()"] {
        let catalogue: &'static str = format!("{tagged} {shown} {language}").leak();
        assert_eq!(with(catalogue).failed(), [(Check::Language, Outcome::Problem, 0)], "{language}");
    }
}

#[test]
fn s6_adm_35_the_title_may_be_in_either_metadata() {
    let untitled = Document { info: "/Producer (Test)", ..Document::default() };
    assert_eq!(untitled.failed(), [(Check::Title, Outcome::Problem, 0)]);
    let missing = [(Check::Title, Outcome::Problem, 0)];
    assert_eq!(with_xmp("Waves", str::to_owned, "").failed(), []);
    assert_eq!(with_xmp(" ", str::to_owned, "").failed(), missing);
    let utf_16 = |xmp: &str| xmp.chars().map(|one| format!("\0{one}")).collect();
    assert_eq!(with_xmp("Waves", utf_16, "").failed(), [], "UTF-16");
    assert_eq!(with_xmp(" ", utf_16, "").failed(), missing, "UTF-16");
    let hex = |xmp: &str| xmp.bytes().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(with_xmp("Waves", hex, "/Filter /ASCIIHexDecode").failed(), []);
    let padded = |xmp: &str| format!("{xmp}{}", " ".repeat(1_000_000));
    assert_eq!(with_xmp("Waves", padded, "").failed(), missing, "too large");
    let padded_hex = |xmp: &str| format!("{}{}", hex(xmp), " ".repeat(64_000));
    assert_eq!(with_xmp("Waves", padded_hex, "/Filter /ASCIIHexDecode").failed(), missing, "may expand too much");
}

/// Returns an untitled document with this title in its XMP metadata.
fn with_xmp(title: &str, encode: impl Fn(&str) -> String, filter: &str) -> Document {
    let xmp = encode(&format!(
        "<rdf:RDF><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title></rdf:RDF>"
    ));
    let mut more = tree(&["/S /H1 /K 0", "/S /P /K 1"]);
    more.push(format!("<< /Type /Metadata /Subtype /XML {filter} /Length {} >>\nstream\n{xmp}\nendstream", xmp.len()));
    let catalogue = "/MarkInfo << /Marked true >> /StructTreeRoot 7 0 R /Lang (en-GB) /Metadata 11 0 R \
                     /ViewerPreferences << /DisplayDocTitle true >>";
    Document { info: "/Producer (Test)", catalogue, more, ..Document::default() }
}

#[test]
fn s6_adm_35_an_untagged_file_has_a_guessed_order_and_untagged_headings() {
    let heading = "BT /H 24 Tf 72 700 Td (Waves) Tj ET BT /H 12 Tf 72 650 Td (The speed of a wave is constant.) Tj ET \
                   BT /H 12 Tf 72 635 Td (It depends on the medium, as the next section shows.) Tj ET";
    let untagged = Document {
        catalogue: "/Lang (en) /ViewerPreferences << /DisplayDocTitle true >>",
        content: heading.to_owned(),
        more: Vec::new(),
        ..Document::default()
    };
    let expected = [
        (Check::Tagged, Outcome::Problem, 0),
        (Check::Order, Outcome::Undecided, 1),
        (Check::Headings, Outcome::Undecided, 0),
        (Check::HeadingLevels, Outcome::Undecided, 0),
    ];
    assert_eq!(untagged.failed(), expected);
    assert_eq!(untagged.findings()[1].pages.as_deref(), Some("1"));
    let partly = Document { more: tree(&["/S /H1 /K 0"]), ..Document::default() };
    assert_eq!(partly.failed(), [(Check::Order, Outcome::Problem, 1)], "a tagged file with other text");
}

#[test]
fn s6_adm_35_a_tagged_page_without_a_heading_needs_a_person() {
    let content = marked("P", 0, "A wave moves.", 700) + &marked("P", 1, "The speed of a wave is constant.", 685);
    let plain = Document { content, more: tree(&["/S /P /K 0", "/S /P /K 1"]), ..Document::default() };
    let undecided = [Check::Headings, Check::HeadingLevels].map(|check| (check, Outcome::Undecided, 0));
    assert_eq!(plain.failed(), undecided);
}

#[test]
fn s6_adm_35_levels_of_headings_may_not_be_skipped() {
    let levels = |first: &str, second: &str| {
        let (one, two) = (format!("/S /{first} /K 0"), format!("/S /{second} /K 1"));
        Document { more: tree(&[&one, &two]), ..Document::default() }.failed()
    };
    let skipped = [(Check::HeadingLevels, Outcome::Problem, 0)];
    assert_eq!(levels("H1", "H3"), skipped);
    assert_eq!(levels("H2", "P"), skipped, "the first heading has level 1");
    assert_eq!(levels("H1", "H2"), []);
    assert_eq!(levels("H1", "H1"), []);
}

#[test]
fn s6_adm_35_figures_and_formulas_without_an_alternative_text_are_counted() {
    let missing = |elements: &[&str]| drawn("", elements).failed();
    assert_eq!(missing(&["/S /Figure", "/S /Formula"]), [(Check::AlternativeTexts, Outcome::Problem, 2)]);
    assert_eq!(missing(&["/S /Figure /Alt ()"]), [(Check::AlternativeTexts, Outcome::Problem, 1)]);
    assert_eq!(missing(&["/S /Figure /Alt (A wave)", "/S /Formula /ActualText (x = y)"]), []);
}

#[test]
fn s6_adm_35_contrast_is_computed_on_white_and_on_filled_rectangles() {
    let text = |colour: &str, size: u32| {
        format!("{colour} rg /Artifact BMC EMC /P << /MCID 2 >> BDC BT /H {size} Tf 72 500 Td (Faint) Tj ET EMC")
    };
    let failed = |content: String| drawn(&content, &["/S /P /K 2"]).failed();
    let faint = [(Check::Contrast, Outcome::Problem, 5)];
    let unknown = [(Check::Contrast, Outcome::Undecided, 1)];
    assert_eq!(failed(text("0.7 0.7 0.7", 12)), faint, "light gray on white");
    assert_eq!(failed(text("0.5 0.5 0.5", 12)), faint, "4.0 is too little for small text");
    assert_eq!(failed(text("0.5 0.5 0.5", 20)), [], "4.0 is enough for large text");
    let on = |area: &str, colour: &str| failed(format!("{area} {}", text(colour, 12)));
    assert_eq!(on("0 0 0.4 rg 60 490 200 30 re f", "1 1 1"), [], "white on dark blue");
    assert_eq!(on("0 0 0.4 rg 60 490 200 30 re f", "0 0 0"), faint, "black on dark blue");
    assert_eq!(on("0 0 0.4 rg 60 490 200 30 re f 1 g 60 490 200 30 re f", "0 0 0"), [], "the last area counts");
    assert_eq!(on("q 0 0 50 50 re W n 0 0 0.4 rg 60 490 200 30 re f Q", "0 0 0"), [], "the area is clipped away");
    assert_eq!(on("0 0 0.4 rg 60 490 m 260 490 l 160 530 l h f", "1 1 1"), unknown, "another shape");
    assert_eq!(on("0 0 0.4 rg 60 490 20 30 re f", "1 1 1"), unknown, "only the first letter is on the area");
    assert_eq!(on("q /Half gs 0 0 0.4 rg 60 490 200 30 re f Q", "1 1 1"), unknown, "a transparent area");
    assert_eq!(on("", "1 1 1"), unknown, "text in the colour of the page may be hidden on purpose");
    let artifact = "0.7 0.7 0.7 rg /Artifact BMC BT /H 12 Tf 72 500 Td (Faint) Tj ET EMC";
    assert_eq!(drawn(artifact, &[]).failed(), [], "artifacts are decoration");
}

#[test]
fn s6_adm_35_shown_form_fields_need_a_description() {
    let failed = |field: &str, elements: &[&str]| {
        let mut more = vec!["/S /H1 /K 0", "/S /P /K 1"];
        more.extend(elements);
        let number = 9 + more.len();
        let mut more = tree(&more);
        more.push(field.to_owned());
        let catalogue: &'static str =
            format!("{} /AcroForm << /Fields [{number} 0 R] >>", Document::default().catalogue).leak();
        Document { catalogue, more, ..Document::default() }.failed()
    };
    let missing = [(Check::FormFields, Outcome::Problem, 1)];
    assert_eq!(failed("<< /FT /Tx /T (name) /Subtype /Widget >>", &[]), missing);
    assert_eq!(failed("<< /FT /Tx /T (name) /TU (Your name) /Subtype /Widget >>", &[]), []);
    assert_eq!(failed("<< /FT /Tx /T (name) /F 2 /Subtype /Widget >>", &[]), [], "a hidden field");
    let kids = "<< /T (group) /Kids [<< /FT /Tx /T (a) >> << /FT /Tx /T (b) /TU (B) >>] >>";
    assert_eq!(failed(kids, &[]), missing, "one of two fields of a group");
    let object = "/S /Form /Alt (Your name) /K << /Type /OBJR /Obj 12 0 R >>";
    assert_eq!(failed("<< /FT /Tx /T (name) /Subtype /Widget >>", &[object]), [], "described by the structure tree");
    assert_eq!(failed("<< /T (loop) /Kids [11 0 R] >>", &[]), [], "a field that contains itself has no widget");
}

/// Curves that look like a drawing of this size, 100 points above the bottom of the page.
fn curves(size: u32) -> String {
    let curve = |index: u32| {
        let x = 72 + index * size / 12;
        format!("{x} 100 m {x} {} {} 100 {} {} c S ", 100 + size, x + size / 12, x + size / 12, 100 + size)
    };
    (0..12).map(curve).collect()
}

const UNTAGGED: &str = "/Lang (en) /ViewerPreferences << /DisplayDocTitle true >>";

#[test]
fn s6_adm_35_a_drawing_outside_the_structure_tree_needs_a_person() {
    let undecided = (Check::AlternativeTexts, Outcome::Undecided, 1);
    assert_eq!(drawn(&curves(240), &[]).failed(), [undecided]);
    assert_eq!(drawn(&format!("/Artifact BMC {} EMC", curves(240)), &[]).failed(), [], "decoration");
    let figure = format!("/Figure << /MCID 2 >> BDC {} EMC", curves(240));
    assert_eq!(drawn(&figure, &["/S /Figure /Alt (A wave) /K 2"]).failed(), []);
    let more = tree(&["/S /Figure /Alt (A wave) /K 0"]);
    let alone = Document { content: figure.replace("/MCID 2", "/MCID 0"), more, ..Document::default() }.failed();
    assert!(alone.iter().all(|(check, ..)| *check != Check::AlternativeTexts), "no text on the page: {alone:?}");
    let content = format!("{} {}", curves(240), Document::default().content);
    let untagged = Document { catalogue: UNTAGGED, content, more: Vec::new(), ..Document::default() };
    assert!(untagged.failed().contains(&undecided), "{:?}", untagged.failed());
}

#[test]
fn s6_adm_35_a_scan_leaves_all_checks_of_its_text_to_a_person() {
    let scan = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q";
    let on = |content: String, catalogue| {
        let more = if catalogue == UNTAGGED { Vec::new() } else { Document::default().more };
        Document { catalogue, content, more, ..Document::default() }.failed()
    };
    let undecided = |check, count| (check, Outcome::Undecided, count);
    let of_text = [
        undecided(Check::Order, 1),
        undecided(Check::Headings, 0),
        undecided(Check::HeadingLevels, 0),
        undecided(Check::AlternativeTexts, 1),
        undecided(Check::Contrast, 1),
    ];
    let tagged = (Check::Tagged, Outcome::Problem, 0);
    let expected = [&[tagged, (Check::TextLayer, Outcome::Problem, 1)], &of_text[..]].concat();
    assert_eq!(on(scan.to_owned(), UNTAGGED), expected);
    let drawn = [&[tagged, undecided(Check::TextLayer, 1)], &of_text[..]].concat();
    assert_eq!(on(curves(240), UNTAGGED), drawn, "the drawing may show text");
    let in_figure = format!("/Figure << /MCID 0 >> BDC {scan} EMC");
    let more = tree(&["/S /Figure /Alt (A page) /K 0"]);
    let tagged_scan = Document { content: in_figure, more, ..Document::default() }.failed();
    let checks: Vec<Check> = tagged_scan.iter().map(|(check, ..)| *check).collect();
    assert_eq!(
        checks,
        [Check::TextLayer, Check::Order, Check::Headings, Check::HeadingLevels, Check::Contrast],
        "{tagged_scan:?}"
    );
}

#[test]
fn s6_adm_35_all_text_of_a_tagged_page_must_be_tagged_or_an_artifact() {
    let words = "BT /H 12 Tf 72 500 Td (Left out) Tj ET";
    let problem = [(Check::Order, Outcome::Problem, 1)];
    assert_eq!(drawn(words, &[]).failed(), problem, "a fifth of the text");
    assert_eq!(drawn("BT /H 12 Tf 72 500 Td (1) Tj ET", &[]).failed(), problem, "one character");
    assert_eq!(drawn("BT /H 12 Tf 72 500 Td (  ) Tj ET", &[]).failed(), [], "spaces");
    assert_eq!(drawn(&format!("/Artifact BMC {words} EMC"), &[]).failed(), []);
    let artifacts = format!("/Artifact BMC {words} {} EMC", words.replace("500", "400"));
    let mut document = drawn("", &[]);
    document.content = artifacts;
    assert_eq!(document.failed(), [], "all text of the page is decoration");
}

#[test]
fn s6_adm_35_text_in_a_form_may_belong_to_the_structure_tree() {
    let form = |element: &str| {
        let content = marked("P", 0, "Text in a form", 500) + &marked("P", 7, "More of it", 480);
        let mut document = drawn("/Form Do", &[element]);
        document.more.push(format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /H 5 0 R >> >> /Length {} >>\n\
             stream\n{content}\nendstream",
            content.len()
        ));
        document.failed()
    };
    let kid = |number| format!("<< /Type /MCR /Stm 12 0 R /MCID {number} >>");
    assert_eq!(form(&format!("/S /P /K [{} {}]", kid(0), kid(7))), []);
    assert_eq!(form(&format!("/S /P /K [{}]", kid(0))), [(Check::Order, Outcome::Problem, 1)]);
}

#[test]
fn s6_adm_35_the_title_of_a_document_is_no_untagged_heading() {
    let with = |first: &str| Document { more: tree(&[first, "/S /P /K 1"]), ..Document::default() }.failed();
    let undecided = [Check::Headings, Check::HeadingLevels].map(|check| (check, Outcome::Undecided, 0));
    assert_eq!(with("/S /Title /K 0"), undecided, "the page may have no other heading");
    assert_eq!(with("/S /H1 /K 0"), []);
}

#[test]
fn s6_adm_35_shared_arrays_of_kids_are_read_in_limited_time() {
    // Each level of an unlimited walk would double its length: 2^60 fields and elements.
    let first = 13;
    let level = |index: usize, kids: &str, kind: &str| {
        let next = if index == 59 { String::new() } else { format!("{kids} {} 0 R", first + index + 1) };
        format!("[<< {kind} {next} >> << {kind} {next} >>]")
    };
    for (kids, kind) in [("/Kids", "/FT /Tx /T (a)"), ("/K", "/S /Div")] {
        let mut more = tree(&["/S /H1 /K 0", "/S /P /K 1", &format!("/S /Div /K {first} 0 R")]);
        more.push("null".to_owned());
        more.extend((0..60).map(|index| level(index, kids, kind)));
        let catalogue: &'static str =
            format!("{} /AcroForm << /Fields {first} 0 R >>", Document::default().catalogue).leak();
        let document = Document { catalogue, more, ..Document::default() };
        let started = std::time::Instant::now();
        document.failed();
        assert!(started.elapsed().as_secs() < 20, "{kids}");
    }
}
