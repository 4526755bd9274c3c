//! Extraction of text from PDFs, and search in the result.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "pdf_text/glyph_pdf.rs"]
mod glyph_pdf;

use std::io::Read as _;
use std::path::Path;

use bytes::Bytes;
use glyph_pdf::{Glyph, Meaning, codes, content, glyph, mark, page, spaced, text};
use inspect::pdf::ExtractedText;
use readers::pdf::read_text;
use wasm_core::full_text::{Builder, FullTextIndex, PageText, search};

/// Returns the text of all blocks of a file with one page, separated by spaces.
fn text_of(bytes: Bytes) -> String {
    page_of(&read_text(bytes).unwrap())
}

fn page_of(read: &ExtractedText) -> String {
    let model = model(read);
    let blocks = model["pages"][0]["blocks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let parts = blocks.iter().flat_map(|block| [&block["marker"], &block["text"]]);
    let words = parts.filter_map(|part| part.as_str()).flat_map(|text| text.split([' ', '\n', '\t']));
    words.collect::<Vec<_>>().join(" ")
}

fn model(read: &ExtractedText) -> serde_json::Value {
    let mut json = String::new();
    brotli::Decompressor::new(&*read.compressed_pages, 4096).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/text").join(name);
    text_of(std::fs::read(path).unwrap().into())
}

/// Returns true if the full-text search finds the words in this text.
fn finds(text: &str, words: &str) -> bool {
    let mut builder = Builder::default();
    builder.add_note("note", "", [PageText { page: 1, text }]);
    let file = FullTextIndex::read(builder.finish()).unwrap();
    search(&[&file], words, 1, 1).first().is_some_and(|hit| hit.has_all)
}

#[test]
fn the_expected_words_of_the_sample_pdfs_are_extracted_and_can_be_found() {
    let cases: [(&str, &str, &[&str]); 6] = [
        ("accent.pdf", "Schrödinger met Poincaré twice", &["Schrödinger", "Schrodinger", "poincare"]),
        (
            "zerowidth.pdf",
            "database and cooperate, étude, ñandu, zwnj\u{200c}word",
            &["database", "co-operate", "cooperate", "étude", "nandu", "zwnjword"],
        ),
        (
            "rtl.pdf",
            "אלגברה לינארית הרצאה ראשונה محاضرة الفيزياء الأولى The word שלום in a line. שיעור 12 בפיזיקה",
            &["ראשונה", "محاضرة", "שלום", "בפיזיקה 12"],
        ),
        ("t3.pdf", "Eigenvalues of a matrix are roots.", &["eigenvalues", "matrix"]),
        ("tracked.pdf", "MECHANICS normal words here", &["mechanics", "normal words"]),
        (
            "hyphens.pdf",
            "The study of electromagnetic waves and thermodynamics and quantum-mechanics, semiconductors",
            &["electromagnetic", "thermodynamics", "quantum mechanics"],
        ),
    ];
    for (name, expected, queries) in cases {
        let found = fixture(name);
        assert_eq!(found, expected, "{name}");
        for query in queries {
            assert!(finds(&found, query), "{query} in {name}");
        }
    }
}

#[test]
fn accents_drawn_separately_are_composed_with_their_letter() {
    let around = |accented: Vec<Glyph>| {
        let mut glyphs = text("se", 90.0, 700.0);
        glyphs.extend(accented);
        glyphs.extend(text("or", 105.0, 700.0));
        text_of(page(&glyphs))
    };
    // The accent first and higher, as in TeX; the letter first; a combining character; two marks; a letter without its
    // dot.
    assert_eq!(around(vec![glyph("˜", 100.2, 702.0), glyph("n", 100.0, 700.0)]), "señor");
    assert_eq!(around(vec![glyph("N", 100.0, 700.0), glyph("˜", 100.0, 703.0)]), "seÑor");
    assert_eq!(around(vec![glyph("n", 100.0, 700.0), mark("\u{303}", 102.5, 700.0)]), "señor");
    assert_eq!(around(vec![glyph("´", 100.0, 700.0), glyph("ı", 100.0, 700.0)]), "seíor");
    assert_eq!(around(vec![glyph("c", 100.0, 700.0), glyph("¸", 100.5, 700.0)]), "seçor");
    let two = vec![glyph("e", 100.0, 700.0), mark("\u{302}", 102.0, 700.0), mark("\u{301}", 102.0, 702.0)];
    assert_eq!(around(two), "seếor");
    // The stroke through an l, which OT1 fonts draw before the letter.
    assert_eq!(around(vec![mark("\u{337}", 102.5, 700.0), glyph("l", 100.0, 700.0)]), "sełor");
    assert_eq!(around(vec![glyph("L", 100.0, 700.0), mark("\u{337}", 102.5, 700.0)]), "seŁor");
    // The dot and the line below a letter, which TeX draws as a full stop and a macron.
    assert_eq!(around(vec![glyph("h", 100.0, 700.0), glyph(".", 100.2, 695.7)]), "seḥor");
    assert_eq!(around(vec![glyph("d", 100.0, 700.0), glyph("¯", 100.0, 692.0)]), "seḏor");
    assert_eq!(text_of(page(&[glyph("h", 100.0, 700.0), glyph(".", 105.0, 696.0)])), "h.");
    // The arrow of a vector is drawn before the letter, even behind another word.
    let vector = [text("and", 80.0, 700.0), vec![glyph("\u{20d7}", 98.5, 700.0), glyph("v", 98.3, 700.0)]].concat();
    assert_eq!(text_of(page(&vector)), "and v\u{20d7}");
    assert_eq!(around(vec![glyph("v", 100.0, 700.0), mark("\u{20d7}", 105.0, 700.0)]), "sev\u{20d7}or");
    // An accent next to a letter is not part of it.
    assert_eq!(text_of(page(&[glyph("´", 100.0, 700.0), glyph("e", 105.0, 700.0)])), "´e");
}

#[test]
fn combining_marks_of_other_scripts_stay_part_of_their_words_which_can_be_found() {
    let words = |base: &[(&str, bool)]| {
        let mut x = 100.0;
        let place = |(text, has_width): &(&str, bool)| {
            let placed = if *has_width { glyph(text, x, 700.0) } else { mark(text, x, 700.0) };
            x += placed.width;
            placed
        };
        text_of(page(&base.iter().map(place).collect::<Vec<_>>()))
    };
    let thai = words(&[("ท", true), ("\u{e35}", false), ("\u{e48}", false), ("น", true), ("\u{e35}", false)]);
    assert_eq!(thai, "ที่นี");
    assert!(finds(&thai, "ที่นี"));
    let hindi =
        words(&[("ह", true), ("\u{93f}", true), ("न", true), ("\u{94d}", false), ("द", true), ("\u{940}", true)]);
    assert_eq!(hindi, "हिन्दी");
    assert!(finds(&hindi, "हिन्दी"));
    let joined = words(&[("co", true), ("\u{ad}", false), ("\u{200b}", false), ("op", true), ("\u{2060}", false)]);
    assert_eq!(joined, "coop");
}

#[test]
fn text_drawn_twice_is_extracted_once() {
    let word = text("letter", 100.0, 700.0);
    let bold = text("letter", 100.3, 700.0);
    assert_eq!(text_of(page(&[word.clone(), bold.clone()].concat())), "letter");
    let alternating: Vec<Glyph> =
        word.iter().zip(&bold).flat_map(|(one, other)| [one.clone(), other.clone()]).collect();
    assert_eq!(text_of(page(&alternating)), "letter");
    assert_eq!(text_of(content("BT /H 12 Tf 2 Tr 100 700 Td (filled and stroked) Tj ET")), "filled and stroked");
    // Different characters at the same position are both kept.
    assert_eq!(
        text_of(page(&[glyph("a", 100.0, 700.0), mark("\u{200c}", 105.0, 700.0), glyph("b", 105.0, 700.0)])),
        "a\u{200c}b"
    );
}

#[test]
fn right_to_left_lines_are_extracted_in_logical_order() {
    let seen = |line: &str| text(&line.chars().rev().collect::<String>(), 100.0, 700.0);
    assert_eq!(text_of(page(&seen("שלום עולם"))), "שלום עולם");
    let drawn_in_reading_order: Vec<Glyph> = seen("שלום עולם").into_iter().rev().collect();
    assert_eq!(text_of(page(&drawn_in_reading_order)), "שלום עולם");
    // Numbers and words of other scripts keep their direction.
    assert_eq!(text_of(page(&text("הקיזיפב 12 רועיש", 100.0, 700.0))), "שיעור 12 בפיזיקה");
    assert_eq!(text_of(page(&text("The word םולש ends it.", 100.0, 700.0))), "The word שלום ends it.");
    assert_eq!(text_of(page(&text("טסקט LaTeX בתכ", 100.0, 700.0))), "כתב LaTeX טקסט");
    assert_eq!(
        text_of(page(&text("Words (םלוע םולש) inside, and תירבע here.", 100.0, 700.0))),
        "Words (שלום עולם) inside, and עברית here."
    );
    // Arabic letters as presentation forms.
    let arabic = seen("\u{feb3}\u{fefc}\u{fee1}");
    assert_eq!(text_of(page(&arabic)), "سلام");
    let pointed = vec![
        glyph("ם", 100.0, 700.0),
        glyph("ל", 105.0, 700.0),
        mark("\u{5b8}", 112.5, 699.0),
        glyph("ש", 110.0, 700.0),
    ];
    assert_eq!(text_of(page(&pointed)), "שָלם");
}

#[test]
fn letter_spaced_lines_are_extracted_as_words() {
    assert_eq!(text_of(page(&spaced("KINETICS", 100.0, 700.0, 2.5))), "KINETICS");
    let two_words =
        [spaced("LAWS", 100.0, 700.0, 1.5), spaced("OF", 130.0, 700.0, 1.5), spaced("MOTION", 147.0, 700.0, 1.5)];
    assert_eq!(text_of(page(&two_words.concat())), "LAWS OF MOTION");
    assert_eq!(text_of(content("BT /H 12 Tf 4 Tc 100 700 Td (WAVES AND HEAT) Tj ET")), "WAVES AND HEAT");
    // A letter-spaced word of three letters that fills the line.
    assert_eq!(text_of(page(&spaced("LAW", 100.0, 700.0, 1.5))), "LAW");
    // The columns of a matrix are not letter-spacing.
    assert_eq!(text_of(page(&spaced("1001", 100.0, 700.0, 10.0))), "1 0 0 1");
}

#[test]
fn letter_spaced_word_in_a_normal_line_is_extracted_as_one_word() {
    let name = [spaced("Bov", 152.0, 700.0, 1.02), spaced("ani", 169.34, 700.0, 1.02)].concat();
    let line = [text("written by", 100.0, 700.0), name, text("and others", 190.0, 700.0)].concat();
    assert_eq!(text_of(page(&line)), "written by Bovani and others");
    // Words with narrow spaces between them stay separate.
    let tight = [text("of", 100.0, 700.0), text("the", 111.2, 700.0), text("lemma", 127.4, 700.0)].concat();
    assert_eq!(text_of(page(&tight)), "of the lemma");
    // The variables of a formula, separated by thin spaces, also stay separate.
    let variables = [text("let", 100.0, 700.0), spaced("abcd", 118.3, 700.0, 1.67), text("be", 146.7, 700.0)].concat();
    assert_eq!(text_of(page(&variables)), "let a b c d be");
}

#[test]
fn widely_spaced_word_between_space_characters_is_extracted_as_one_word() {
    let line = |content: &str| text_of(self::content(&format!("BT /H 12 Tf 100 700 Td {content} ET")));
    let emphasised = "(Das ist ein ) Tj 3 Tc (gesperrtes) Tj 0 Tc ( Wort im Satz.) Tj";
    assert_eq!(line(emphasised), "Das ist ein gesperrtes Wort im Satz.");
    assert_eq!(line("(Hier ) Tj 4 Tc (zwei Worte) Tj 0 Tc ( mehr.) Tj"), "Hier zwei Worte mehr.");
    // Small capitals: a large first letter, and a wider gap between the names.
    let capitals = "/H 12 Tf (M) Tj /H 9 Tf [-170 (A) -170 (R) -170 (I) -170 (A) -560] TJ /H 12 Tf (C) Tj /H 9 Tf \
                    [-170 (U) -170 (R) -170 (I) -170 (E)] TJ /H 12 Tf ( was born here.) Tj";
    assert_eq!(line(capitals), "MARIA CURIE was born here.");
    // Three separate letters are not joined to a word.
    assert_eq!(line("(Points ) Tj [(A) -300 (B) -300 (C)] TJ ( are given.) Tj"), "Points A B C are given.");
}

#[test]
fn glyphs_drawn_from_right_to_left_are_extracted_in_reading_order() {
    let backwards = |glyphs: Vec<Glyph>| text_of(page(&glyphs.into_iter().rev().collect::<Vec<_>>()));
    assert_eq!(backwards(text("drawn last to first", 100.0, 700.0)), "drawn last to first");
    assert_eq!(backwards(spaced("waves", 100.0, 700.0, 0.5)), "waves");
    // A mirrored line is also drawn from right to left, but in reading order.
    assert_eq!(text_of(content("BT /H 12 Tf -1 0 0 1 400 700 Tm (mirrored) Tj ET")), "mirrored");
    // The words are drawn from right to left, but the letters of each word in order: only the words change places.
    let words = [text("before", 140.0, 700.0), text("after", 100.0, 700.0)].concat();
    assert_eq!(text_of(page(&words)), "after before");
}

#[test]
fn narrow_gaps_between_words_and_gaps_between_columns_are_extracted_as_spaces() {
    let tight = [text("use", 100.0, 700.0), text("only", 116.3, 700.0), text("one", 137.6, 700.0)].concat();
    assert_eq!(text_of(page(&tight)), "use only one");
    let columns = [text("left", 100.0, 700.0), text("right", 300.0, 700.0), text("below", 100.0, 688.0)].concat();
    assert_eq!(text_of(page(&columns)), "left right below");
    let raised = Glyph { y: 704.0, ..glyph("2", 105.0, 700.0) };
    assert_eq!(text_of(page(&[glyph("x", 100.0, 700.0), raised, glyph("y", 110.0, 700.0)])), "x2y");
}

#[test]
fn words_hyphenated_across_lines_are_joined_even_if_other_content_is_drawn_in_between() {
    let lines = |lines: &[(&str, f64, f64)]| {
        text_of(page(&lines.iter().flat_map(|(line, x, y)| text(line, *x, *y)).collect::<Vec<_>>()))
    };
    for hyphen in ["-", "\u{2010}", "\u{ad}"] {
        assert_eq!(
            lines(&[(format!("an exam{hyphen}").as_str(), 100.0, 700.0), ("ple of it", 100.0, 688.0)]),
            "an example of it"
        );
    }
    // Chromium prints a hyphen after a soft one.
    let printed = [("an elec\u{ad}tro\u{ad}\u{2010}", 100.0, 700.0), ("mag\u{ad}net", 100.0, 688.0)];
    assert_eq!(lines(&printed), "an electromagnet");
    assert_eq!(lines(&[("quantum\u{2011}", 100.0, 700.0), ("mechanics", 100.0, 688.0)]), "quantum-mechanics");
    assert_eq!(lines(&[("Monday-", 100.0, 700.0), ("Friday", 100.0, 688.0)]), "Monday- Friday");
    let columns = [("one para-", 100.0, 700.0), ("other words", 300.0, 700.0), ("graph here", 100.0, 688.0)];
    assert_eq!(lines(&columns), "one paragraph other words here");
    let numbered = [("one para-", 100.0, 700.0), ("10", 80.0, 688.0), ("graph", 100.0, 688.0)];
    assert_eq!(lines(&numbered), "one paragraph 10");
    // Columns with lines that begin near each other: the second part is that of the same column.
    let near = [("one para-", 100.0, 700.0), ("outside", 125.0, 688.0), ("graph", 100.0, 688.0)];
    assert_eq!(lines(&near), "one paragraph outside");
    let next_column = [("one para-", 100.0, 100.0), ("1 Remark.", 100.0, 86.0), ("graph here", 300.0, 700.0)];
    assert_eq!(lines(&next_column), "one paragraph 1 Remark. here");
}

#[test]
fn unnamed_glyphs_of_bitmap_fonts_are_decoded_with_tex_encodings() {
    assert_eq!(text_of(codes(b"o\x0eces_de\x0cned_here", Meaning::Numbered)), "offices defined here");
    assert_eq!(text_of(codes(b"Gr\xf6\xffe_der_\x1b\xfcsse", Meaning::Numbered)), "Größe der ffüsse");
    assert_eq!(text_of(codes(b"plain_words", Meaning::Numbered)), "plain words");
    // A code that is shown alone belongs to a symbol font and is not a letter.
    assert_eq!(text_of(codes(b"\x88", Meaning::Numbered)), "•");
    assert_eq!(text_of(codes(b"\x88_Gr\xf6\xffe", Meaning::Numbered)), "Ĺ Größe");
}

#[test]
fn actual_text_of_marked_content_is_extracted() {
    let ligature = content("BT /H 12 Tf 100 700 Td (o) Tj /Span << /ActualText (ffi) >> BDC (@@) Tj EMC (ce) Tj ET");
    assert_eq!(text_of(ligature), "office");
}

#[test]
fn scanned_pages_are_distinguished_from_pages_with_unextractable_text() {
    let states = |bytes: Bytes| {
        let read = read_text(bytes).unwrap();
        (read.has_text, read.scanned_pages, read.unreadable_pages)
    };
    assert_eq!(states(content("q 600 0 0 700 0 0 cm /I Do Q")), (false, vec![1], vec![]));
    assert_eq!(
        states(content("q 600 0 0 700 0 0 cm /I Do Q BT /H 9 Tf 9 9 Td (p. 7) Tj ET")),
        (false, vec![1], vec![])
    );
    // The first code exists in the Cork encoding. The others are undefined there.
    let undefined = [b"\x80".as_slice(), &[24; 10]].concat();
    assert_eq!(states(codes(&undefined, Meaning::Unknown)), (false, vec![], vec![1]));
    // Codes that number the glyphs from 1 are in no TeX encoding.
    let counted: Vec<u8> = (1..=40).cycle().take(120).collect();
    assert_eq!(states(codes(&counted, Meaning::Unknown)), (false, vec![], vec![1]));
    assert_eq!(states(content("BT /H 9 Tf 9 9 Td (words enough for a page) Tj ET")), (true, vec![], vec![]));
    assert_eq!(states(content("")), (false, vec![], vec![]));
}
