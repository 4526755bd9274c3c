use proptest::prelude::*;

use super::*;

fn read(text: &str) -> CardTable {
    card_table(text.as_bytes(), None, Vec::new(), 200).unwrap()
}

fn said(table: &CardTable) -> Vec<(u32, &str, &str)> {
    let rows = table.batches.iter().flatten();
    rows.map(|row| (row.line, row.title.as_str(), row.content.as_str())).collect()
}

fn card(title: &str, content: &str) -> Sides {
    Sides { title: title.into(), content: content.into() }
}

#[test]
fn s6_import_1_csv_tsv_semicolons_and_lines_with_colons_are_told_apart() {
    let expected = [(1, "What is RAII?", "Resources, owned."), (2, "std::vector?", "An array; it grows.")];
    for (text, separator) in [
        ("What is RAII?,\"Resources, owned.\"\nstd::vector?,An array; it grows.\n", Separator::Comma),
        ("What is RAII?;Resources, owned.\nstd::vector?;\"An array; it grows.\"\n", Separator::Semicolon),
        ("What is RAII?\tResources, owned.\r\nstd::vector?\tAn array; it grows.", Separator::Tab),
        ("What is RAII? :: Resources, owned.\n\n  std::vector? ::   An array; it grows.\n", Separator::Colons),
    ] {
        let table = card_table(text.as_bytes(), Some(separator), Vec::new(), 200).unwrap();
        assert_eq!(table.rows(), 2, "{text:?}: {table:?}");
        assert_eq!(said(&table)[1].1.trim(), expected[1].1);
        assert_eq!(said(&table)[1].2.trim(), expected[1].2);
        assert_eq!(said(&table)[0], expected[0]);
    }
    for (text, separator) in [
        ("a,b\nc,d", Separator::Comma),
        ("a;b\nc;d, or e\nf;g", Separator::Semicolon),
        ("a, b\tc\nd\te", Separator::Tab),
        ("std::map, std::set :: trees\nstd::vector :: an array", Separator::Colons),
        ("std::vector,an array\nstd::map,a tree", Separator::Comma),
    ] {
        assert_eq!(read(text).separator, Some(separator), "{text:?}");
        assert!(read(text).bad.is_empty(), "{:?}", read(text));
    }
}

#[test]
fn s6_import_1_every_bad_line_has_its_number_and_a_reason_and_the_rest_is_kept() {
    let long = "x".repeat(501);
    let table = read(&format!(
        "Front :: Back\nno separator\n :: only a back\nonly a front ::\n\n{long} :: back\nFront :: Back\nLast :: one :: two\n"
    ));
    assert_eq!(said(&table), [(1, "Front", "Back"), (8, "Last", "one :: two")]);
    let bad: Vec<_> = table.bad.iter().map(|bad| (bad.line, bad.reason.as_str())).collect();
    assert_eq!(
        bad,
        [
            (2, "The back is missing. Part front and back by ' :: '."),
            (3, "The front is missing."),
            (4, "The back is missing."),
            (6, "Front: Use at most 500 characters."),
            (7, "The same card is number 1 already; the first one counts."),
        ]
    );
}

#[test]
fn s6_import_1_which_side_is_missing_is_said() {
    let reasons = |text: &str| -> Vec<String> { read(text).bad.into_iter().map(|bad| bad.reason).collect() };
    let (front, back) = ("The front is missing.", "The back is missing.");
    let both = format!("{front} {back}");
    let lines = "One :: two\n:: nothing in front\n  :: the same\nnothing behind ::\nnothing behind :: \n::\n::std is a name :: yes\n";
    assert_eq!(reasons(lines), [front, front, back, back, &both]);
    assert_eq!(said(&read(lines))[1], (7, "::std is a name", "yes"));
    assert_eq!(reasons(":: nothing in front"), [front]);
    let apart = "The back is missing. Part front and back by a comma.";
    assert_eq!(reasons("One,two\n,nothing in front\nnothing behind,\nnothing at all\n"), [front, back, apart]);
    assert_eq!(reasons("One\ttwo\n\tno front\nno back\t\n"), [front, back]);
}

#[test]
fn s6_import_1_a_comma_that_would_lose_text_is_a_bad_line() {
    let table = read("a,b\nc,d, and e\nf,\"g, h\"\n\"open,i\nj,k\n");
    assert_eq!(said(&table), [(1, "a", "b"), (3, "f", "g, h")]);
    assert!(table.bad[0].line == 2 && table.bad[0].reason.contains("3 columns"), "{:?}", table.bad);
    assert!(table.bad[1].line == 4 && table.bad[1].reason.contains("never closed"), "{:?}", table.bad);
}

#[test]
fn s6_import_1_a_line_that_names_columns_is_no_card_and_says_which_are_meant() {
    let table = read("Tags,Answer,Question\nx,A,Q\n");
    assert_eq!(said(&table), [(2, "Q", "A")]);
    assert_eq!(said(&read("front,back\nfront,back\n")), [(2, "front", "back")]);
}

#[test]
fn s6_import_1_what_anki_says_of_its_text_is_followed() {
    let table = read("#separator:Semicolon\n#html:true\n#tags column:3\na, b;c\n\"d\ne\";f\n");
    assert_eq!(said(&table), [(4, "a, b", "c"), (5, "d\ne", "f")]);
    assert_eq!(table.separator, Some(Separator::Semicolon));
    assert_eq!(said(&read("#define X 1 :: a macro")), [(1, "#define X 1", "a macro")]);
}

#[test]
fn s6_import_1_cards_that_are_there_and_those_without_room_say_so() {
    let there = vec![card("a", "b"), card("c", "d")];
    let table = card_table(b"a,b\ne,f\ng,h\n", None, there, 3).unwrap();
    assert_eq!(said(&table), [(2, "e", "f")]);
    assert_eq!(table.bad[0].reason, "This card is there already.");
    assert_eq!(table.bad[1].reason, "There is room for only 1 more card.");
}

#[test]
fn s6_import_2_a_text_as_a_whole_is_refused_with_advice_and_ten_million_lines_are_bounded() {
    let large = vec![b'a'; CARD_FILE_MAX_BYTES + 1];
    for (bytes, wanted) in [(b"\xFF\xFEa\0".as_slice(), "CSV UTF-8"), (&large, "Split it")] {
        let error = card_table(bytes, None, Vec::new(), 200).unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }
    let lines = "a\n".repeat(CARD_FILE_MAX_BYTES / 2);
    let table = read(&lines);
    assert_eq!((table.rows(), table.bad.len()), (0, BAD_LISTED));
    assert_eq!(table.more_bad as usize, CARD_FILE_MAX_BYTES / 2 - BAD_LISTED);
    let columns = card_table(&vec![b','; CARD_FILE_MAX_BYTES], None, Vec::new(), 200).unwrap();
    assert_eq!((columns.rows(), columns.bad.len()), (0, 0), "a line without anything is no line");
}

#[test]
fn s6_import_1_batches_stay_below_both_limits_and_lose_nothing() {
    let text: String = (0..200).map(|n| format!("Front {n},{}\n", "\\".repeat(3000))).collect();
    let table = read(&text);
    assert_eq!(table.rows(), 200);
    for batch in &table.batches {
        assert!(batch.len() <= CARD_BATCH_MAX && serde_json::to_vec(batch).unwrap().len() <= IMPORT_BATCH_MAX_BYTES);
    }
    let short: String = (0..120).map(|n| format!("{n},x\n")).collect();
    let sizes: Vec<_> = read(&short).batches.iter().map(Vec::len).collect();
    assert_eq!(sizes, [50, 50, 20]);
}

#[test]
fn s6_import_3_a_deck_is_held_against_the_same_rule() {
    let picture = Some(DeckPicture { number: 7, width: 3, height: 4 });
    let deck_card = |title: &str, content: &str, picture: Option<DeckPicture>| {
        let Sides { title, content } = card(title, content);
        DeckCard { title, content, picture }
    };
    let cards = vec![deck_card("a", "b", picture.clone()), deck_card("a", "b", None), deck_card("", "x", None)];
    let table = card_deck(cards, Vec::new(), 200);
    assert_eq!(said(&table), [(1, "a", "b")]);
    assert_eq!(table.batches[0][0].picture, picture);
    assert_eq!(table.bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), [2, 3]);
}

proptest! {
    #[test]
    fn s6_export_1_what_is_written_as_csv_is_read_again(
        texts in proptest::collection::vec(("[a-z\",;\n:=\t ]{1,12}x", "[a-z\",;\n:#\t ]{1,12}y"), 1..8)
    ) {
        let wanted: Vec<Sides> = texts
            .iter()
            .filter_map(|(title, content)| card_draft(title, content, "").ok())
            .map(|draft| card(&draft.title, &draft.content))
            .collect();
        let table = read(&cards_csv(&wanted));
        prop_assert_eq!(table.separator, Some(Separator::Comma));
        let mut seen = Vec::new();
        for sides in wanted {
            if !seen.contains(&sides) {
                seen.push(sides);
            }
        }
        let again: Vec<Sides> = table.batches.into_iter().flatten().map(|row| card(&row.title, &row.content)).collect();
        prop_assert_eq!(again, seen);
    }

    #[test]
    fn s6_import_2_no_bytes_break_the_reader_and_each_row_fits_its_size(bytes in "(#separator:tab\n)?[\\PC\n\r\t,;:\"]{0,200}") {
        for separator in [None, Some(Separator::Comma), Some(Separator::Tab), Some(Separator::Colons)] {
            let table = card_table(bytes.as_bytes(), separator, Vec::new(), 5).unwrap();
            for row in table.batches.iter().flatten() {
                prop_assert!(serde_json::to_vec(row).unwrap().len() < row.json_bytes());
            }
        }
    }
}
