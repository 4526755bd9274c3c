use proptest::prelude::*;

use super::*;

fn markdown(html: &str) -> String {
    convert(html).markdown
}

#[test]
fn s6_import_3_html_becomes_markdown() {
    for (html, expected) in [
        ("What is <b>RAII</b>?", "What is **RAII**?"),
        ("<b>bold </b>and<i> italic</i>", "**bold** and *italic*"),
        ("<b>one<div>two</div></b>", "**one**\n\n**two**"),
        ("one<br>two<br><br>three", "one\\\ntwo\\\nthree"),
        ("<div>one</div><div>two</div>", "one\n\ntwo"),
        ("a &lt; b &amp;&amp; c&nbsp;d", "a \\< b && c d"),
        ("2 * 3 * 4 costs $5 or f_x", "2 \\* 3 \\* 4 costs \\$5 or f\\_x"),
        ("# no heading", "\\# no heading"),
        ("1. no list", "1\\. no list"),
        ("<ul><li>one</li><li>two<ul><li>in</li></ul></li></ul>after", "- one\n- two\n   - in\n\nafter"),
        ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
        ("<code>a*b</code> and <pre>int x;\n\nreturn *x;</pre>", "`a*b` and\n\n```\nint x;\n\nreturn *x;\n```"),
        ("<pre>a<br>b</pre>", "```\na\nb\n```"),
        ("H<sub>2</sub>O, x<sup>2</sup>", "H$_{\\text{2}}$O, x$^{\\text{2}}$"),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1<br>2</td><td>x|y</td></tr></table>end",
            "| a | b |\n| --- | --- |\n| 1 2 | x\\|y |\n\nend",
        ),
        ("<a href='https://x.org/a b'>link</a> <a href='javascript:x'>none</a>", "[link](https://x.org/a%20b) none"),
        ("<hr>one<hr>two<hr>", "one\n\n---\n\ntwo"),
        ("<font color=red><span style='x'>red</span></font><style>.x{}</style>", "red"),
        ("<h1>Title</h1>text", "Title\n\ntext"),
        ("<b></b><i> </i>", ""),
        ("<b>open", "**open**"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_formulas_keep_what_is_in_them() {
    for (html, expected) in [
        ("so \\(x_1 &lt; y^*\\).", "so $x_1 < y^*$."),
        ("sum<br>\\[\\sum_{i=1}^n<br>i\\]<br>end", "sum\n\n$$\\sum_{i=1}^n i$$\n\nend"),
        ("[$]a_b[/$] and [$$]c_d[/$$]", "$a_b$ and\n\n$$c_d$$"),
        ("[latex]$x^2$[/latex]", "$x^2$"),
        ("\\(never closed_", "\\\\(never closed\\_"),
        ("<code>\\(x\\)</code>", "`x`"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_what_is_no_text_is_named_and_taken_out() {
    let converted = convert(
        "Hear [sound:a &amp; b.mp3]<img src=\"my%20dog.jpg\"><img src=cat.png><script>if (a<b) alert(1)</script>\
         <iframe src=x></iframe><input name=\"Back\"><video><source></video>this",
    );
    assert_eq!(converted.markdown, "Hear this");
    assert_eq!(converted.pictures, ["my dog.jpg", "cat.png"]);
    assert_eq!(converted.sounds, ["a & b.mp3"]);
    assert_eq!(converted.scripts, ["<script>", "<iframe>", "<video>"]);
    assert_eq!(converted.typing, ["Back"]);
}

#[test]
fn s6_import_4_html_that_nests_without_end_is_read_in_bounded_depth_and_time() {
    for html in ["<b>".repeat(40_000), "<ul><li>".repeat(20_000), "<table><tr><td>x".repeat(8000), "\\(".repeat(60_000)]
    {
        assert!(markdown(&format!("{html}end")).contains("end"));
    }
}

proptest! {
    #[test]
    fn s6_import_4_no_html_breaks_the_reader(html in "(<(/?)(b|i|ul|ol|li|table|tr|td|pre|code|a|sub|br|hr|div|script)>|\\\\\\(|\\\\\\)|\\[sound:|\\]|[a-z$*_|` \n\u{E000}\u{E001}]{1,3}){0,40}") {
        let _ = convert(&html);
    }
}
