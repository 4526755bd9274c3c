use proptest::prelude::*;

use super::*;

fn read(text: &str) -> CardTable {
    parse_card_table(text.as_bytes(), None, Vec::new(), 200).unwrap()
}

fn said(table: &CardTable) -> Vec<(u32, &str, &str)> {
    let rows = table.batches.iter().flatten();
    rows.map(|row| (row.line, row.title.as_str(), row.content.as_str())).collect()
}

fn card(title: &str, content: &str) -> Sides {
    Sides { title: title.into(), content: content.into() }
}

#[test]
fn s6_import_1_csv_tsv_semicolons_and_double_colon_lines_are_detected() {
    let expected = [(1, "What is RAII?", "Resources, owned."), (2, "std::vector?", "An array; it grows.")];
    for (text, separator) in [
        ("What is RAII?,\"Resources, owned.\"\nstd::vector?,An array; it grows.\n", Separator::Comma),
        ("What is RAII?;Resources, owned.\nstd::vector?;\"An array; it grows.\"\n", Separator::Semicolon),
        ("What is RAII?\tResources, owned.\r\nstd::vector?\tAn array; it grows.", Separator::Tab),
        ("What is RAII? :: Resources, owned.\n\n  std::vector? ::   An array; it grows.\n", Separator::Colons),
    ] {
        let table = parse_card_table(text.as_bytes(), Some(separator), Vec::new(), 200).unwrap();
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
fn s6_import_1_every_invalid_line_is_reported_with_number_and_reason_and_valid_lines_are_kept() {
    let long = "x".repeat(501);
    let table = read(&format!(
        "Front :: Back\nno separator\n :: only a back\nonly a front ::\n\n{long} :: back\nFront :: Back\nLast :: one :: two\n"
    ));
    assert_eq!(said(&table), [(1, "Front", "Back"), (8, "Last", "one :: two")]);
    let bad: Vec<_> = table.bad.iter().map(|bad| (bad.line, bad.reason.as_str())).collect();
    assert_eq!(
        bad,
        [
            (2, "The back is missing. Separate front and back with ' :: '."),
            (3, "The front is missing."),
            (4, "The back is missing."),
            (6, "Front: Use at most 500 characters."),
            (7, "This repeats card 1. Only the first one is imported."),
        ]
    );
}

#[test]
fn s6_import_1_error_states_which_side_of_a_card_is_missing() {
    let reasons = |text: &str| -> Vec<String> { read(text).bad.into_iter().map(|bad| bad.reason).collect() };
    let (front, back) = ("The front is missing.", "The back is missing.");
    let both = format!("{front} {back}");
    let lines = "One :: two\n:: nothing in front\n  :: the same\nnothing behind ::\nnothing behind :: \n::\n::std is a name :: yes\n";
    assert_eq!(reasons(lines), [front, front, back, back, &both]);
    assert_eq!(said(&read(lines))[1], (7, "::std is a name", "yes"));
    assert_eq!(reasons(":: nothing in front"), [front]);
    let apart = "The back is missing. Separate front and back with a comma.";
    assert_eq!(reasons("One,two\n,nothing in front\nnothing behind,\nnothing at all\n"), [front, back, apart]);
    assert_eq!(reasons("One\ttwo\n\tno front\nno back\t\n"), [front, back]);
}

#[test]
fn s6_import_1_a_line_in_which_a_comma_would_lose_text_is_invalid() {
    let table = read("a,b\nc,d, and e\nf,\"g, h\"\n\"open,i\nj,k\n");
    assert_eq!(said(&table), [(1, "a", "b"), (3, "f", "g, h")]);
    assert!(table.bad[0].line == 2 && table.bad[0].reason.contains("3 columns"), "{:?}", table.bad);
    assert!(table.bad[1].line == 4 && table.bad[1].reason.contains("never closed"), "{:?}", table.bad);
}

#[test]
fn s6_import_1_an_unclosed_quotation_mark_reports_all_lines_it_spans() {
    let rows = "a,b\n\"open,c\nd,e\nf,\"g\"\nh,i\n";
    let table = read(rows);
    // The next quotation mark closes the cell, and text follows that one.
    assert_eq!(said(&table), [(1, "a", "b"), (5, "h", "i")]);
    assert_eq!((table.bad[0].line, table.bad[0].last, table.bad[0].lines()), (2, 4, 3));
    assert!(table.bad[0].reason.contains("lines 2 to 4"), "{:?}", table.bad);
    let table = read("a,b\r\"open,c\rd,e\rf,g\r");
    assert_eq!((table.bad[0].line, table.bad[0].last), (2, 4));
    // A closed cell on one line, or with spaces after it, is accepted.
    assert_eq!(said(&read("\"a\nb\" ,c\n\"d\" e,f\n")), [(1, "a\nb", "c"), (3, "d e", "f")]);
    let many: String = (0..600).map(|n| format!("\"{n}\n\",\n")).collect();
    let table = read(&many);
    assert_eq!((table.bad.len(), table.more_bad), (BAD_LISTED, 200), "lines are counted, not rows");
}

#[test]
fn s6_import_1_a_header_line_is_not_read_as_a_card_and_determines_the_columns() {
    let table = read("Tags,Answer,Question\nx,A,Q\n");
    assert_eq!(said(&table), [(2, "Q", "A")]);
    assert_eq!(said(&read("front,back\nfront,back\n")), [(2, "front", "back")]);
}

#[test]
fn s6_import_1_anki_text_file_headers_are_applied() {
    let table = read("#separator:Semicolon\n#html:true\n#tags column:3\na, b;c\n\"d\ne\";f\n");
    assert_eq!(said(&table), [(4, "a, b", "c"), (5, "d e", "f")]);
    assert_eq!(table.separator, Some(Separator::Semicolon));
    assert_eq!(said(&read("#define X 1 :: a macro")), [(1, "#define X 1", "a macro")]);
}

/// Anki's "Notes in Plain Text" with the default options.
const ANKI_DEFAULT: &str = "#separator:tab\n#html:true\n#tags column:3\n\
    What is <b>ATP</b>?\t\"Adenosine triphosphate<br>the cell&#x27;s fuel &amp; currency\"\tbio::cell week1\n\
    p &lt; 0.05 means?\tsignificant,&nbsp;by convention\tstats\nPlain front\tPlain back\t\n";

/// The same notes with only the HTML option.
const ANKI_HTML_ONLY: &str = "#separator:tab\n#html:true\n\
    What is <b>ATP</b>?\t\"Adenosine triphosphate<br>the cell&#x27;s fuel &amp; currency\"\n\
    p &lt; 0.05 means?\tsignificant,&nbsp;by convention\nPlain front\tPlain back\n";

#[test]
fn s6_import_1_anki_text_notes_are_read_without_tags_and_with_their_html() {
    for (text, first) in [(ANKI_DEFAULT, 4), (ANKI_HTML_ONLY, 3)] {
        let table = read(text);
        assert_eq!(table.bad, [], "{text}");
        let atp = "Adenosine triphosphate\\\nthe cell's fuel & currency";
        assert_eq!(
            said(&table),
            [
                (first, "What is **ATP**?", atp),
                (first + 1, "p \\< 0.05 means?", "significant, by convention"),
                (first + 2, "Plain front", "Plain back"),
            ]
        );
    }
}

#[test]
fn s6_import_1_every_option_of_the_anki_text_export_is_supported() {
    let all = "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:7\n\
        j0yG?\tBasic\tBio::Cells\tf\tb <i>x</i>\t\tbio w1\n\
        d4r]K\tBasic (optional reversed card)\tBio::Cells\tg\tb\ty\t\n\
        l:@^{\tCloze\tBio::Cells\t{{c1::Ottawa}} is {{c2,3::the::hint}}\textra\t\t\n\
        m]%(\tCloze\tBio::Cells\t{{c1::<b>Ottawa</b>::city}} is {{c2::std::pair}}\t\t\t\n";
    let ottawa = "**Ottawa** is the\n\nextra";
    assert_eq!(
        said(&read(all)),
        [
            (7, "f", "b *x*"),
            (8, "g", "b\n\ny"),
            (9, "\\[...\\] is the", ottawa),
            (9, "Ottawa is \\[hint\\]", "Ottawa is **the**\n\nextra"),
            (10, "{{c1::**Ottawa**::city}} is {{c2::std::pair}}", ""),
        ]
    );
    // Cards 2 and 3 have the same front.
    assert_eq!(read(all).bad.len(), 1);
    let plain =
        "#separator:tab\r\n#html:false\r\n#tags column:4\r\n2 * 3\t\"a\nsays \"\"hi\"\"; 3 < 4 \\(x_1\\)\"\t\tbio\r\n";
    assert_eq!(said(&read(plain)), [(4, "2 \\* 3", "a\\\nsays \"hi\"; 3 \\< 4 $x_1$")]);
    let gap = "#separator:tab\n#html:false\n{{c1::2 < 3}} is *true*\tsince {{c2::5}}\n";
    assert_eq!(said(&read(gap)), [(3, "{{c1::2 \\< 3}} is \\*true\\*", "since {{c2::5}}")]);
    let named = "#separator:Pipe\n#html:true\n#columns:Tags|Back|Front\nt|b|f\n";
    assert_eq!(said(&read(named)), [(4, "f", "b")]);
    assert_eq!(said(&read("#separator:comma\n**a**,b_c\n")), [(2, "**a**", "b_c")]);
    for (name, sign) in [("space", ' '), ("Space", ' '), (" ", ' '), ("colon", ':'), (":", ':')] {
        let text = format!("#separator:{name}\n#html:false\nhund{sign}dog\n\"le{sign}chat\"{sign}\"a{sign}cat\"\n");
        let (front, back) = (format!("le{sign}chat"), format!("a{sign}cat"));
        assert_eq!(said(&read(&text)), [(3, "hund", "dog"), (4, &*front, &*back)], "{text}");
    }
}

#[test]
fn s6_import_1_every_combination_of_columns_in_an_anki_text_export_gives_the_same_card() {
    for boxes in 0..16_u32 {
        let is_ticked = |place: u32| boxes >> place & 1 == 1;
        let (mut header, mut row) = (String::from("#separator:tab\n#html:true\n"), Vec::new());
        let columns = [("guid", "\"p#!G6\""), ("notetype", "Basic"), ("deck", "\"Bio; \"\"x\"\"\"")];
        for (place, (name, value)) in (0..).zip(columns) {
            if is_ticked(place) {
                row.push(value);
                header.push_str(&format!("#{name} column:{}\n", row.len()));
            }
        }
        row.extend(["a <b>b</b>", "\"#c &lt; d; e, f\""]);
        if is_ticked(3) {
            row.push("bio w1");
            header.push_str(&format!("#tags column:{}\n", row.len()));
        }
        let table = read(&format!("{header}{}\n", row.join("\t")));
        let cards: Vec<_> = said(&table).into_iter().map(|(_, front, back)| (front, back)).collect();
        assert_eq!(cards, [("a **b**", "\\#c \\< d; e, f")], "{header}");
        assert_eq!(table.bad, [], "{header}");
    }
}

#[test]
fn s6_import_1_the_separator_that_gives_all_lines_the_same_number_of_columns_is_chosen() {
    let cats = "le chat, la chatte;the cat\nle chien, la chienne;the dog\nle lion, la lionne;the lion\n";
    assert_eq!(said(&read(cats))[0], (1, "le chat, la chatte", "the cat"));
    for (text, separator) in [
        (cats, Separator::Semicolon),
        ("1,5;2,5\n3,25;4\n", Separator::Semicolon),
        ("one; two,x\nfour; five,y\n", Separator::Comma),
        ("What?,\"a; b\"\nWhy?,\"c; d\"\n", Separator::Comma),
        ("a,b|c\nd|e\n", Separator::Pipe),
        ("hund\tdog, hound; cur\nkatze\tcat, kitty; puss\n", Separator::Tab),
        ("a, b :: c; d\ne, f :: g; h\n", Separator::Colons),
        ("a; b, c | d\ne; f, g | h\n", Separator::Pipe),
        ("der Hund | dog, hound; cur\ndie Katze | cat, kitty; puss\n", Separator::Pipe),
        ("der Hund, die Hunde ; the dog\ndie Katze, die Katzen ; the cat\n", Separator::Semicolon),
        ("P(A|B); conditional\nP(B|A); other\n", Separator::Semicolon),
        ("P(A|B), conditional\nP(B|A), other\n", Separator::Comma),
        ("f(a,b)|two\ng(a,b)|other\n", Separator::Pipe),
    ] {
        assert_eq!((read(text).separator, read(text).bad), (Some(separator), Vec::new()), "{text:?}");
    }
}

#[test]
fn s6_import_1_quoted_cells_can_have_spaces_around_them() {
    for separator in [Separator::Comma, Separator::Semicolon] {
        let sign = char::from(separator.byte());
        let text = format!("\"a\" {sign} \"b\"\n\"c\"{sign}  \"d{sign} e\" \nf{sign} \"g{sign} \"\"h\"\"\"\n");
        let table = read(&text);
        let cards: Vec<_> = said(&table).into_iter().map(|(_, front, back)| (front.trim(), back.trim())).collect();
        let (spaced, quoted) = (format!("d{sign} e"), format!("g{sign} \"h\""));
        assert_eq!(cards, [("a", "b"), ("c", spaced.as_str()), ("f", quoted.as_str())], "{text:?}");
        assert_eq!(table.separator, Some(separator));
    }
    // Quotation marks that belong to the text.
    for (text, back) in [
        ("a, \"b\"", "\"b\""),
        ("a, \"b\" is c", "\"b\" is c"),
        ("\"a\", \"b\" is c", "\"b\" is c"),
        ("\"a\", \"b", "\"b"),
    ] {
        assert_eq!(read(text).batches[0][0].content.trim(), back, "{text:?}");
    }
}

#[test]
fn s6_import_1_a_row_with_more_columns_than_the_first_line_is_invalid() {
    let table = read("front,back\nhund,dog, hound\nkatze,cat,\n");
    assert_eq!(said(&table), [(3, "katze", "cat")]);
    assert!(table.bad[0].reason.contains("3 columns here and the first line names 2"), "{:?}", table.bad);
    let table = read("front,back,hint\nhund,dog,animal\nkatze,cat,a,b\n");
    assert_eq!(said(&table), [(2, "hund", "dog")]);
    assert_eq!(table.bad[0].line, 3);
}

#[test]
fn s6_import_1_markdown_tables_are_read_without_their_separator_line_and_outer_bars() {
    for rule in ["|---|---|", "| :--- | :-: |", "-|-", "--- | ---:"] {
        for names in ["| Front | Back |", "Front | Back"] {
            let table = read(&format!("{names}\n{rule}\n| hund | dog |\nkatze | cat\n"));
            let cards: Vec<_> = said(&table).into_iter().map(|(_, front, back)| (front.trim(), back.trim())).collect();
            assert_eq!(cards, [("hund", "dog"), ("katze", "cat")], "{names} {rule}");
            assert_eq!(table.bad, [], "{names} {rule}");
        }
    }
    let table = read("| Hund, Welpe | dog |\n|---|---|\n| Katze, Kater | cat |\n");
    assert_eq!((table.separator, table.rows()), (Some(Separator::Pipe), 2), "{:?}", table.bad);
    assert_eq!(read("| a | |\n| b | c |\n").bad[0].reason, "The back is missing.");
}

#[test]
fn s6_import_1_the_separator_line_of_excel_is_not_read_as_a_card() {
    let rows = |text: &str| said(&read(text)).into_iter().map(|(_, front, back)| format!("{front}={back}")).collect();
    let both: Vec<String> = vec!["hund=dog".into(), "katze=cat".into()];
    for text in [
        "sep=;\r\nfront;back\r\nhund;dog\r\nkatze;cat\r\n",
        "\u{FEFF}SEP=,\rhund,dog\rkatze,cat",
        "\"sep=|\"\nhund|dog\nkatze|cat\n",
        "sep=\t\nhund\tdog\nkatze\tcat\n",
    ] {
        let found: Vec<String> = rows(text);
        assert_eq!(found, both, "{text:?}");
    }
    assert_eq!(said(&read("sep=;\na;b\n")), [(2, "a", "b")]);
}

#[test]
fn s6_import_1_a_carriage_return_alone_ends_a_line_in_every_format() {
    let animals = [(1, "hund", "dog"), (2, "katze", "cat"), (3, "maus", "mouse")];
    for sign in [" :: ", ",", ";", "\t", "|"] {
        let text = format!("hund{sign}dog\rkatze{sign}cat\rmaus{sign}mouse\r");
        assert_eq!(said(&read(&text)), animals, "{text:?}");
    }
    assert_eq!(said(&read("#separator:tab\r#html:true\ra\tb<br>c\r")), [(3, "a", "b\\\nc")]);
}

#[test]
fn s6_import_1_existing_cards_and_cards_beyond_the_limit_are_reported() {
    let there = vec![card("a", "b"), card("c", "d")];
    let table = parse_card_table(b"a,b\ne,f\ng,h\n", None, there, 3).unwrap();
    assert_eq!(said(&table), [(2, "e", "f")]);
    assert_eq!(table.bad[0].reason, "This card already exists.");
    assert_eq!(table.bad[1].reason, "There is room for only 1 more card.");
}

#[test]
fn s6_import_2_an_unusable_text_is_rejected_with_advice_and_ten_million_lines_are_parsed_in_limited_time() {
    let large = vec![b'a'; CARD_FILE_MAX_BYTES + 1];
    // GB18030. The second line is valid UTF-8 by chance, with other letters.
    let chinese = b"\xCF\xDF\xD0\xD4,\xB4\xFA\xCA\xFD\n\xC4\xA3,\xC4\xA3\n".as_slice();
    for (bytes, wanted) in [(b"\xFF\xFEa\0".as_slice(), "CSV UTF-8"), (chinese, "CSV UTF-8"), (&large, "Split it")] {
        let error = parse_card_table(bytes, None, Vec::new(), 200).unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }
    let lines = "a\n".repeat(CARD_FILE_MAX_BYTES / 2);
    let table = read(&lines);
    assert_eq!((table.rows(), table.bad.len()), (0, BAD_LISTED));
    assert_eq!(table.more_bad as usize, CARD_FILE_MAX_BYTES / 2 - BAD_LISTED);
    let columns = parse_card_table(&vec![b','; CARD_FILE_MAX_BYTES], None, Vec::new(), 200).unwrap();
    assert_eq!((columns.rows(), columns.bad.len()), (0, 0), "a line without anything is no line");
}

#[test]
fn s6_import_1_batches_stay_within_both_limits_and_omit_no_card() {
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
fn s6_import_3_deck_cards_are_checked_by_the_same_rules_as_table_rows() {
    let picture = Some(DeckPicture { number: 7, width: 3, height: 4 });
    let deck_card = |title: &str, content: &str, picture: Option<DeckPicture>| {
        let Sides { title, content } = card(title, content);
        DeckCard { title, content, picture }
    };
    let cards = vec![deck_card("a", "b", picture.clone()), deck_card("a", "b", None), deck_card("", "x", None)];
    let table = check_deck_cards(cards, Vec::new(), 200);
    assert_eq!(said(&table), [(1, "a", "b")]);
    assert_eq!(table.batches[0][0].picture, picture);
    assert_eq!(table.bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), [2, 3]);
}

proptest! {
    #[test]
    fn s6_export_1_exported_csv_is_read_back_unchanged(
        texts in proptest::collection::vec(("[a-z\",;\n:=\t ]{1,12}x", "[a-z\",;\n:#\t ]{1,12}y"), 1..8)
    ) {
        let wanted: Vec<Sides> = texts
            .iter()
            .filter_map(|(title, content)| validate_card(title, content, "").ok())
            .map(|draft| card(&draft.title, &draft.content))
            .collect();
        let table = read(&to_csv(&wanted));
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
    fn s6_import_2_parsing_arbitrary_bytes_never_panics_and_each_row_stays_within_its_size_limit(bytes in "(#separator:tab\n)?[\\PC\n\r\t,;:\"]{0,200}") {
        for separator in [None, Some(Separator::Comma), Some(Separator::Tab), Some(Separator::Colons)] {
            let table = parse_card_table(bytes.as_bytes(), separator, Vec::new(), 5).unwrap();
            for row in table.batches.iter().flatten() {
                prop_assert!(serde_json::to_vec(row).unwrap().len() < row.json_bytes());
            }
        }
    }
}
