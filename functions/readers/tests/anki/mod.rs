//! Decks written by Anki's library and genanki are read completely and as Anki shows them, and Anki opens decks that we
//! write.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use inspect::deck::{PICTURE_BATCH_SIZE, SkippedKind};
use serde::Deserialize;
use wasm_core::anki::{AnkiNote, File, build_package};
use wasm_core::gaps;

use crate::{count, readers};

const CARDS: usize = 2000;
const PICTURES: usize = 300;

/// Runs a Python program from this folder and returns its output.
fn python(program: &str, arguments: &[&Path]) -> Vec<u8> {
    let python =
        std::env::var_os("NOTE_NINJA_ANKI").expect("`cargo xtask test --only rust` says where Anki's library is");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/anki");
    let said =
        Command::new(python).arg(folder.join(program)).args(arguments).env("PYTHONDONTWRITEBYTECODE", "1").output();
    let said = said.unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    said.stdout
}

#[tokio::test]
async fn s6_import_3_two_thousand_cards_with_images_are_read_from_both_anki_file_formats() {
    let folder = tempfile::tempdir().unwrap();
    python("write.py", &[folder.path()]);
    for name in ["deck-old.apkg", "deck-present.apkg"] {
        let path = folder.path().join(name);
        let deck = readers().read_deck(&path).await.unwrap().unwrap();
        assert_eq!(deck.cards.len(), CARDS + 5, "{name}");
        for (number, card) in deck.cards.iter().take(CARDS).enumerate() {
            assert_eq!(card.title, format!("What is **number** {number}?"), "{name}");
            let square = number * number;
            let back = format!("It is {number} \\< {}, so ${number}^2 = {square}$\\\nand *no more*.", number + 1);
            assert_eq!(card.content, back, "{name}");
            assert_eq!(card.picture.is_some(), number < PICTURES, "{name}: {number}");
        }
        let mut numbers: Vec<u32> = deck.cards.iter().filter_map(|card| card.picture).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), PICTURES, "{name}: each picture has its card");
        let left =
            [SkippedKind::Sound, SkippedKind::UnsupportedPicturePosition, SkippedKind::Picture, SkippedKind::Script];
        assert_eq!(left.map(|what| count(&deck, what)), [1, 1, 1, 1], "{name}: {:?}", deck.skipped);
        let gaps = &deck.cards[CARDS + 4];
        assert_eq!(
            (gaps.title.as_str(), gaps.content.as_str()),
            ("{{c1::Ottawa}} is the {{c2::capital}}", ""),
            "{name}"
        );

        let mut drawn = Vec::new();
        for first in (0..PICTURES).step_by(PICTURE_BATCH_SIZE) {
            let first = u32::try_from(first).unwrap();
            drawn.extend(readers().read_deck_pictures(&path, first, u64::MAX).await.unwrap().unwrap());
        }
        assert_eq!(drawn.iter().map(|picture| picture.number).collect::<Vec<_>>(), numbers, "{name}");
        assert!(drawn.iter().all(|picture| (picture.image.width_px, picture.image.height_px) == (24, 16)), "{name}");
        assert!(drawn.iter().all(|picture| picture.image.jpeg.starts_with(&[0xFF, 0xD8])), "{name}: made anew");
    }
}

/// Decks that earlier versions read incorrectly, with the expected sides of their cards.
const CASES: [(&str, &[(&str, &str)]); 7] = [
    (
        "gap-on-several-cards",
        &[
            ("Nouns in \\[...\\] or -sion are \\[...\\].", "Nouns in **-tion** or -sion are **feminine**."),
            ("Nouns in -tion or \\[...\\] are \\[...\\].", "Nouns in -tion or **-sion** are **feminine**."),
            ("Only \\[...\\] here.", "Only **shared** here."),
            ("Only \\[...\\] here.", "Only **shared** here."),
        ],
    ),
    ("hint-on-front", &[("ubiquitous", "found everywhere\n\nMnemonic: the bus that stops everywhere")]),
    (
        "emphasis-beside-punctuation",
        &[
            ("これは「**重要**」です", "这是**关键（key**）词"),
            ("f{{c1::(x)}}=2x", ""),
            ("word(**s**)and co-**op**erate", "x"),
        ],
    ),
    (
        "raised-signs",
        &[
            (
                "x$^{\\text{50\\%}}$ y$_{\\text{a\\&b}}$ z$^{\\text{\\#1}}$ w$_{\\text{i\\_j}}$",
                "v$^{\\text{n\\textasciicircum{}2}}$",
            ),
            ("x$_{\\textit{i}}$ A$^{\\textbf{T}}$", "y$_{\\text{k}^{\\text{2}}}$"),
            ("H$_{\\text{2}}$O", "fine"),
        ],
    ),
    ("entity-in-text", &[("What does \\&lt; stand for, and \\&amp;copy; ?", "\\< and \\&copy;")]),
    (
        "dollar-in-formula",
        &[
            (
                "Price $12\\text{\\textdollar}$",
                "$\\text{\\textdollar}5 + \\text{\\textdollar}7 = 12\\text{\\textdollar}$",
            ),
            ("$f = 1 \\text{ if \\(x\\) is odd}$", "so $a$&#8203;$b$"),
            ("$x_1 < y$", "fine"),
        ],
    ),
    (
        "numbered-lists",
        &[
            (
                "Ten steps",
                "1. s1\n2. s2\n3. s3\n4. s4\n5. s5\n6. s6\n7. s7\n8. s8\n9. s9\n10. ten\n    - inside ten\n11. eleven",
            ),
            ("From five", "5. five\n6. six"),
        ],
    ),
];

fn read(path: &Path) -> Vec<(String, String)> {
    let deck = readers::deck::read(std::fs::File::open(path).unwrap()).unwrap();
    assert_eq!(deck.skipped, [], "{}", path.display());
    deck.cards.into_iter().map(|card| (card.title, card.content)).collect()
}

/// Returns the sides that a student sees, with the brackets in which Anki shows gaps: those of each gap, or of the card.
fn studied(front: String, back: String) -> Vec<(String, String)> {
    let numbers = gaps::gap_numbers(&front);
    if numbers.is_empty() {
        return vec![(front, back)];
    }
    let shown = |number: u32| {
        // Anki also shows an empty hint.
        let blank = if front.contains("::}}") { "[]" } else { "[...]" };
        let question = gaps::question(&front, Some(number)).replace("⸨⸩", blank);
        let question = question.replace('⸨', "[").replace('⸩', "]");
        (question, format!("{}\n\n{back}", gaps::answer(&front, Some(number)).replace(['⸢', '⸣'], "")))
    };
    numbers.into_iter().map(shown).collect()
}

#[test]
fn s6_import_3_s6_import_6_cards_from_earlier_bug_reports_are_rendered_as_in_anki() {
    for (name, expected) in CASES {
        let cards = read(&crate::fixture(&format!("anki/{name}.apkg")));
        let cards: Vec<(&str, &str)> = cards.iter().map(|(front, back)| (front.as_str(), back.as_str())).collect();
        assert_eq!(cards, expected, "{name}");
    }
}

#[test]
fn s6_import_3_s6_import_6_two_hundred_notes_match_the_output_of_ankis_renderer() {
    #[derive(Deserialize)]
    struct Compared {
        count: usize,
        differing: Vec<serde_json::Value>,
    }
    let folder = tempfile::tempdir().unwrap();
    let cases = CASES.map(|(name, _)| crate::fixture(&format!("anki/{name}.apkg")));
    let arguments: Vec<&Path> =
        std::iter::once(folder.path()).chain(cases.iter().map(std::path::PathBuf::as_path)).collect();
    python("cases.py", &arguments);
    let decks = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let ours: BTreeMap<String, Vec<(String, String)>> = decks
        .filter(|path| path.extension().is_some_and(|extension| extension == "apkg"))
        .map(|path| {
            let cards = read(&path).into_iter().flat_map(|(front, back)| studied(front, back));
            (path.file_name().unwrap().to_string_lossy().into_owned(), cards.collect())
        })
        .collect();
    std::fs::write(folder.path().join("ours.json"), serde_json::to_vec(&ours).unwrap()).unwrap();
    let compared: Compared = serde_json::from_slice(&python("compare.py", &[folder.path()])).unwrap();
    assert!(compared.count > 215, "{} cards", compared.count);
    assert_eq!(compared.differing, Vec::<serde_json::Value>::new());
}

/// State of Anki after importing a deck twice.
#[derive(Deserialize)]
struct Opened {
    /// Number of new notes in the first import.
    first: usize,
    /// Number of new notes in the second import.
    second: usize,
    deck: String,
    /// Sizes of the images in bytes, by file name.
    files: BTreeMap<String, usize>,
    notes: Vec<Vec<String>>,
    questions: Vec<String>,
    missing: Vec<String>,
}

#[test]
fn s6_export_2_anki_imports_an_exported_deck_with_the_same_counts_and_recognizes_it_on_reimport() {
    let named = |number: usize| format!("card {number}.jpg");
    let note = |number: usize| AnkiNote {
        guid: format!("01JD8Z5V7R8XQ4N2T6W0{number:06}"),
        front: match number {
            0..PICTURES => format!("Card {number}<br><img src=\"{}\">", named(number)),
            _ => format!("Card {number}"),
        },
        back: format!(
            "<p>Back of {number}, \\(x^{number}\\) &lt; é</p>{}",
            "long ".repeat(if number == 7 { 3000 } else { 1 })
        ),
        gaps: Vec::new(),
    };
    let notes: Vec<AnkiNote> = (0..CARDS).map(note).collect();
    let files: Vec<File> = (0..PICTURES)
        .map(|number| File { name: named(number), bytes: number.to_le_bytes().repeat(10 + number) })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let deck = folder.path().join("ours.apkg");
    std::fs::write(&deck, build_package("CS 246 \"Sorting\"", &notes, &files, 1_795_600_000_000)).unwrap();

    let opened: Opened = serde_json::from_slice(&python("open.py", &[&deck])).unwrap();
    assert_eq!((opened.first, opened.second), (CARDS, 0));
    assert_eq!(opened.deck, "CS 246 \"Sorting\"");
    let sizes: BTreeMap<String, usize> = files.into_iter().map(|file| (file.name, file.bytes.len())).collect();
    assert_eq!(opened.files, sizes);
    let fields: Vec<Vec<String>> = notes.into_iter().map(|note| vec![note.front, note.back]).collect();
    assert!(opened.notes == fields, "{:?}", opened.notes.iter().zip(&fields).find(|(found, ours)| found != ours));
    assert!(opened.questions[2].contains("Card 2<br><img src="), "{:?}", opened.questions);
    assert_eq!(opened.missing, Vec::<String>::new());
}

/// The cards of an imported deck, as Anki shows them.
#[derive(Deserialize)]
struct Rendered {
    /// Number of new notes in the second import.
    second: usize,
    /// Names of the note types, one for each card.
    types: Vec<String>,
    /// Question and answer of each card as text.
    cards: Vec<(String, String)>,
}

#[test]
fn s6_export_3_a_hundred_notes_with_gaps_survive_a_round_trip_through_anki() {
    // The page writes this HTML from these texts, which its own test verifies.
    let html: BTreeMap<String, String> =
        serde_json::from_slice(&std::fs::read(crate::fixture("anki/gaps.json")).unwrap()).unwrap();
    assert_eq!(html.len(), 100);
    let cards: Vec<(String, String)> =
        html.keys().enumerate().map(|(at, front)| (front.clone(), ["", "**why** $x$"][at % 2].to_owned())).collect();
    let note = |(at, (front, _)): (usize, &(String, String))| AnkiNote {
        guid: format!("01JD8Z5V7R8XQ4N2T6W0{at:06}"),
        front: html[front].clone(),
        back: ["", "<p><strong>why</strong> \\(x\\)</p>"][at % 2].to_owned(),
        gaps: gaps::gap_numbers(front).into_iter().collect(),
    };
    let notes: Vec<AnkiNote> = cards.iter().enumerate().map(note).collect();
    let folder = tempfile::tempdir().unwrap();
    let [ours, theirs] = ["ours.apkg", "theirs.apkg"].map(|name| folder.path().join(name));
    std::fs::write(&ours, build_package("Gaps", &notes, &[], 1_795_600_000_000)).unwrap();
    assert_eq!(read(&ours), cards);
    let rendered: Rendered = serde_json::from_slice(&python("through.py", &[&ours, &theirs])).unwrap();
    assert_eq!(read(&theirs), cards);
    assert_eq!(rendered.second, 0);
    assert!(rendered.types.iter().all(|name| name == "Note Ninja Cloze"), "{:?}", rendered.types);

    let studied: Vec<(String, String)> = cards.into_iter().flat_map(|(front, back)| studied(front, back)).collect();
    assert_eq!(rendered.cards.len(), studied.len());
    std::fs::write(
        folder.path().join("shows.json"),
        serde_json::to_vec(&BTreeMap::from([("x", rendered.cards)])).unwrap(),
    )
    .unwrap();
    std::fs::write(folder.path().join("ours.json"), serde_json::to_vec(&BTreeMap::from([("x", studied)])).unwrap())
        .unwrap();
    let compared: serde_json::Value = serde_json::from_slice(&python("compare.py", &[folder.path()])).unwrap();
    assert_eq!(compared["differing"], serde_json::json!([]));
}
